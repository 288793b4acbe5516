//! Which action is looked at first.

use kuba_rules::{Action, Position, Side};

use crate::node::{END_CODE, NO_CODE, action_of, push_code};

/// What is known of an action before it is searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    /// The greater, the earlier.
    promise: i32,
    /// The action in a byte.
    pub(crate) code: u8,
    /// Whether it takes a marble off.
    pub(crate) takes: bool,
}

impl Candidate {
    pub(crate) fn action(self) -> Action {
        action_of(self.code)
    }
}

/// The actions of a node, handed out the most promising first.
#[derive(Debug)]
pub(crate) struct Candidates {
    all: [Candidate; Candidates::MOST],
    length: usize,
    next: usize,
}

/// Orders of magnitude: what comes first whatever the history says.
const KNOWN_BEST: i32 = 1 << 24;
const TAKING_RED: i32 = 1 << 22;
const TAKING_MARBLE: i32 = 3 << 21;
const KILLER: i32 = 1 << 20;
const COUNTER: i32 = 1 << 19;

/// What the order goes by, apart from the position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hints {
    /// The best action that the table knows.
    pub(crate) known: u8,
    /// Quiet actions that refuted others at this level.
    pub(crate) killers: [u8; 2],
    /// The opponent's last push.
    pub(crate) last: u8,
}

impl Candidates {
    /// The most actions there are: eight marbles, four ways, and `end`.
    pub(crate) const MOST: usize = 33;
    const NONE: Candidate = Candidate {
        promise: 0,
        code: NO_CODE,
        takes: false,
    };

    const fn empty() -> Self {
        Self {
            all: [Self::NONE; Self::MOST],
            length: 0,
            next: 0,
        }
    }

    fn add(&mut self, code: u8, takes: bool, promise: i32) {
        self.all[self.length] = Candidate {
            promise,
            code,
            takes,
        };
        self.length += 1;
    }

    /// All legal actions.
    pub(crate) fn all(position: &Position, hints: Hints, history: &History) -> Self {
        let moves = position.legal_moves_by_taking();
        let side = position.to_move();
        let mut candidates = Self::empty();
        for (moves, promise) in [(moves.reds, TAKING_RED), (moves.marbles, TAKING_MARBLE)] {
            for push in moves {
                let code = push_code(push);
                let promise = if code == hints.known {
                    KNOWN_BEST
                } else {
                    promise + history.of(side, hints.last, code)
                };
                candidates.add(code, true, promise);
            }
        }
        let countering = history.counter(side, hints.last);
        let quiet = moves.quiet.map(push_code);
        for code in quiet.chain(position.may_push_again().then_some(END_CODE)) {
            let promise = if code == hints.known {
                KNOWN_BEST
            } else if hints.killers.contains(&code) {
                KILLER + i32::from(code == hints.killers[0])
            } else if code == countering {
                COUNTER
            } else {
                history.of(side, hints.last, code)
            };
            candidates.add(code, false, promise);
        }
        candidates
    }

    /// Whether only actions are left of which little is known: quiet ones
    /// that have refuted nothing nearby.
    pub(crate) fn are_unknown(&self) -> bool {
        let left = &self.all[self.next..self.length];
        left.iter().all(|candidate| candidate.promise < COUNTER)
    }

    /// Lets the order of what is left go by what it is worth, in hundredths of
    /// a red.
    pub(crate) fn refine(&mut self, worth: impl Fn(Action) -> i32) {
        for candidate in &mut self.all[self.next..self.length] {
            candidate.promise += 16 * worth(candidate.action());
        }
    }

    /// How many actions there are.
    pub(crate) const fn len(&self) -> usize {
        self.length
    }
}

impl Iterator for Candidates {
    type Item = Candidate;

    fn next(&mut self) -> Option<Candidate> {
        let left = &mut self.all[self.next..self.length];
        let mut best = 0;
        for number in 1..left.len() {
            if left[number].promise > left[best].promise {
                best = number;
            }
        }
        left.swap(0, *(!left.is_empty()).then_some(&best)?);
        self.next += 1;
        Some(left[0])
    }
}

/// What refuted what in this search.
#[derive(Clone, Debug)]
pub(crate) struct History {
    /// By side and action: how well it did.
    quiet: [[i16; 256]; 2],
    /// By side, the opponent's push before, and action: how well it did.
    after: Vec<i16>,
    /// By side and the opponent's push before: what refuted it.
    counters: [[u8; 256]; 2],
}

/// No count goes beyond this.
const MOST_HISTORY: i32 = 1 << 13;

impl Default for History {
    fn default() -> Self {
        Self {
            quiet: [[0; 256]; 2],
            after: vec![0; 2 << 16],
            counters: [[NO_CODE; 256]; 2],
        }
    }
}

impl History {
    pub(crate) fn clear(&mut self) {
        self.quiet = [[0; 256]; 2];
        self.after.fill(0);
        self.counters = [[NO_CODE; 256]; 2];
    }

    fn counter(&self, side: Side, last: u8) -> u8 {
        self.counters[side.index()][usize::from(last)]
    }

    /// How well the action did.
    pub(crate) fn of(&self, side: Side, last: u8, action: u8) -> i32 {
        i32::from(self.quiet[side.index()][usize::from(action)])
            + i32::from(self.after[place(side, last, action)])
    }

    /// An action has refuted the opponent's last, and others had not.
    pub(crate) fn refuted(&mut self, side: Side, last: u8, by: u8, others: &[u8], depth: i32) {
        let bonus = (16 * depth * depth).min(1 << 11);
        self.counters[side.index()][usize::from(last)] = by;
        self.count(side, last, by, bonus);
        for &other in others {
            self.count(side, last, other, -bonus);
        }
    }

    fn count(&mut self, side: Side, last: u8, action: u8, bonus: i32) {
        let after = &mut self.after[place(side, last, action)];
        for count in [&mut self.quiet[side.index()][usize::from(action)], after] {
            // The nearer to the end of the range, the less is added.
            let now = i32::from(*count);
            let change = bonus - now * bonus.abs() / MOST_HISTORY;
            *count = i16::try_from(now + change).unwrap_or(*count);
        }
    }
}

/// Where [`History::after`] counts.
const fn place(side: Side, last: u8, action: u8) -> usize {
    (side.index() << 8 | last as usize) << 8 | action as usize
}
