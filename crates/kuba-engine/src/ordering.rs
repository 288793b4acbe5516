//! Move ordering: hash move, captures, killers, countermove, history.

use kuba_rules::{Action, Moves, Position, Side};

use crate::node::{END_CODE, NO_CODE, action_of, push_code};

/// An action with its ordering score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoredAction {
    /// Higher scores are searched first.
    score: i32,
    /// The action, encoded in one byte.
    pub(crate) code: u8,
    /// Whether a red is captured or an opponent's marble ejected. Rules: K-6.
    pub(crate) captures: bool,
}

impl ScoredAction {
    pub(crate) fn action(self) -> Action {
        action_of(self.code)
    }
}

/// The actions of a node, an iterator by descending score. The quiet ones are
/// added only once everything before them has been tried: most nodes end sooner.
#[derive(Debug)]
pub(crate) struct Candidates {
    items: [ScoredAction; Candidates::MAX_MOVES],
    length: usize,
    next: usize,
    /// The quiet pushes that are not yet among the items.
    quiet: Option<Moves>,
    /// The number of all actions.
    count: usize,
}

/// Base scores by class, further apart than history scores reach.
const HASH_MOVE: i32 = 1 << 24;
const EJECT_MARBLE: i32 = 6 << 20;
const CAPTURE_RED: i32 = 4 << 20;
const KILLER: i32 = 1 << 20;
const COUNTERMOVE: i32 = 1 << 19;

/// What the search knows about good actions at this node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hints {
    /// The best action in the transposition table.
    pub(crate) hash_move: u8,
    /// Quiet actions that caused a cutoff at this ply.
    pub(crate) killers: [u8; 2],
    /// The opponent's last push, or [`NO_CODE`].
    pub(crate) last: u8,
}

impl Candidates {
    /// The maximum number of actions: eight marbles, four directions, plus `end`.
    pub(crate) const MAX_MOVES: usize = 33;
    const NONE: ScoredAction = ScoredAction {
        score: 0,
        code: NO_CODE,
        captures: false,
    };

    const fn empty() -> Self {
        Self {
            items: [Self::NONE; Self::MAX_MOVES],
            length: 0,
            next: 0,
            quiet: None,
            count: 0,
        }
    }

    fn add(&mut self, code: u8, captures: bool, score: i32) {
        self.items[self.length] = ScoredAction {
            score,
            code,
            captures,
        };
        self.length += 1;
    }

    /// All legal actions.
    pub(crate) fn all(position: &Position, hints: Hints, history: &HistoryTables) -> Self {
        let mut candidates = Self::captures(position, hints, history);
        candidates.add_quiet(position, hints, history);
        candidates
    }

    /// The hash move and the captures; the rest is to be
    /// [added](Self::add_quiet).
    pub(crate) fn captures(position: &Position, hints: Hints, history: &HistoryTables) -> Self {
        let moves = position.legal_moves_by_capture();
        let side = position.to_move();
        let mut candidates = Self::empty();
        for (moves, score) in [(moves.reds, CAPTURE_RED), (moves.marbles, EJECT_MARBLE)] {
            for push in moves {
                let code = push_code(push);
                let score = if code == hints.hash_move {
                    HASH_MOVE
                } else {
                    score + history.of(side, hints.last, code)
                };
                candidates.add(code, true, score);
            }
        }
        let is_quiet = match hints.hash_move {
            NO_CODE => false,
            END_CODE => position.may_push_again(),
            code => matches!(action_of(code), Action::Push(push) if moves.quiet.contains(push)),
        };
        if is_quiet {
            candidates.add(hints.hash_move, false, HASH_MOVE);
        }
        let captures = moves.reds.len() + moves.marbles.len();
        candidates.count = captures + moves.quiet.len() + usize::from(position.may_push_again());
        candidates.quiet = Some(moves.quiet);
        candidates
    }

    /// Whether the hash move or a capture is left.
    pub(crate) const fn has_captures(&self) -> bool {
        self.next < self.length && self.quiet.is_some()
    }

    /// Adds the quiet actions, unless they have been.
    pub(crate) fn add_quiet(&mut self, position: &Position, hints: Hints, history: &HistoryTables) {
        let Some(quiet) = self.quiet.take() else {
            return;
        };
        let side = position.to_move();
        let countermove = history.countermove(side, hints.last);
        let quiet = quiet.iter().map(push_code);
        for code in quiet.chain(position.may_push_again().then_some(END_CODE)) {
            let score = if code == hints.hash_move {
                continue;
            } else if hints.killers.contains(&code) {
                KILLER + i32::from(code == hints.killers[0])
            } else if code == countermove {
                COUNTERMOVE
            } else {
                history.of(side, hints.last, code)
            };
            self.add(code, false, score);
        }
    }

    /// Whether neither the hash move, a capture, a killer nor the countermove
    /// remains.
    pub(crate) fn only_quiet_left(&self) -> bool {
        let left = &self.items[self.next..self.length];
        left.iter().all(|candidate| candidate.score < COUNTERMOVE)
    }

    /// Adds a static evaluation, in hundredths of a red and weighted 16 times, to
    /// the scores of the remaining actions; only after
    /// [`only_quiet_left`](Self::only_quiet_left).
    pub(crate) fn refine(&mut self, evaluate: impl Fn(Action) -> i32) {
        for candidate in &mut self.items[self.next..self.length] {
            candidate.score += 16 * evaluate(candidate.action());
        }
    }

    /// The number of actions.
    pub(crate) const fn len(&self) -> usize {
        self.count
    }
}

impl Iterator for Candidates {
    type Item = ScoredAction;

    fn next(&mut self) -> Option<ScoredAction> {
        let left = &mut self.items[self.next..self.length];
        if left.is_empty() {
            return None;
        }
        // One step of a selection sort: most nodes stop early.
        let mut best = 0;
        for number in 1..left.len() {
            if left[number].score > left[best].score {
                best = number;
            }
        }
        left.swap(0, best);
        self.next += 1;
        Some(left[0])
    }
}

/// The history, continuation history and countermove tables of one search.
#[derive(Clone, Debug)]
pub(crate) struct HistoryTables {
    /// History heuristic (J. Schaeffer, "The History Heuristic and Alpha-Beta
    /// Search Enhancements in Practice", IEEE PAMI 11(11), 1989), by side and
    /// action.
    quiet: [[i16; 256]; 2],
    /// Continuation history: by side, the opponent's last push, and action.
    continuation: Vec<i16>,
    /// Countermove heuristic (J. Uiterwijk, 1992): by side and the opponent's
    /// last push, the quiet action that last refuted it.
    countermoves: [[u8; 256]; 2],
}

/// The largest absolute history score.
const MAX_HISTORY: i32 = 1 << 13;

/// The largest change by one cutoff.
const MAX_BONUS: i32 = 1 << 11;

impl Default for HistoryTables {
    fn default() -> Self {
        Self {
            quiet: [[0; 256]; 2],
            continuation: vec![0; 2 * 256 * 256],
            countermoves: [[NO_CODE; 256]; 2],
        }
    }
}

impl HistoryTables {
    pub(crate) fn clear(&mut self) {
        self.quiet = [[0; 256]; 2];
        self.continuation.fill(0);
        self.countermoves = [[NO_CODE; 256]; 2];
    }

    fn countermove(&self, side: Side, last: u8) -> u8 {
        self.countermoves[side.index()][usize::from(last)]
    }

    /// The history score of an action.
    pub(crate) fn of(&self, side: Side, last: u8, action: u8) -> i32 {
        i32::from(self.quiet[side.index()][usize::from(action)])
            + i32::from(self.continuation[continuation_index(side, last, action)])
    }

    /// Rewards the quiet action that caused a cutoff and penalizes the quiet ones
    /// tried before it.
    pub(crate) fn reward_cutoff(
        &mut self,
        side: Side,
        last: u8,
        best: u8,
        others: &[u8],
        depth: i32,
    ) {
        let bonus = (16 * depth * depth).min(MAX_BONUS);
        self.countermoves[side.index()][usize::from(last)] = best;
        self.update(side, last, best, bonus);
        for &other in others {
            self.update(side, last, other, -bonus);
        }
    }

    fn update(&mut self, side: Side, last: u8, action: u8, bonus: i32) {
        let after = &mut self.continuation[continuation_index(side, last, action)];
        for entry in [&mut self.quiet[side.index()][usize::from(action)], after] {
            // Gravity: the nearer an entry is to its bound, the smaller the change.
            let now = i32::from(*entry);
            let change = bonus - now * bonus.abs() / MAX_HISTORY;
            *entry = i16::try_from(now + change).unwrap_or(*entry);
        }
    }
}

/// The index into [`HistoryTables::continuation`].
const fn continuation_index(side: Side, last: u8, action: u8) -> usize {
    (side.index() << 8 | last as usize) << 8 | action as usize
}
