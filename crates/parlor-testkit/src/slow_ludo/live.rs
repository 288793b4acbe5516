//! The live game: rolls, choices, bonus rolls, places.

use super::{SEATS, SlowTokens};

/// What the game waits for. Rules: L-29
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A roll is due.
    ToRoll {
        /// Whether it is the bonus roll.
        bonus: bool,
    },
    /// A choice is due.
    ToChoose {
        /// The roll in hand, 1–6.
        roll: i64,
        /// Whether it is the bonus roll.
        bonus: bool,
    },
    /// Nothing: the game is over.
    Over,
}

/// A seat and the places it takes: `first` = `last` unless the place is shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// `A`, `B`, `C` or `D`.
    pub seat: char,
    /// The best place it takes, from 1.
    pub first: usize,
    /// The worst place it takes.
    pub last: usize,
}

/// A live game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Live {
    /// The tokens.
    pub table: SlowTokens,
    /// The seat to act; meaningless when the game is over.
    pub to_act: char,
    /// What the game waits for.
    pub phase: Phase,
    /// The seats in the order of their places. Rules: L-12, L-30
    pub finished: Vec<char>,
}

impl Live {
    /// A game at its start. Rules: L-28 (the seat named first begins)
    pub fn new(seats: &[char]) -> Live {
        Live {
            table: SlowTokens::new(seats),
            to_act: seats[0],
            phase: Phase::ToRoll { bonus: false },
            finished: Vec::new(),
        }
    }

    /// Whether the game is over. Rules: L-30
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// The choices now; empty while a roll is due and after the end. Rules: L-27
    pub fn choices(&self) -> Vec<&'static str> {
        match self.phase {
            Phase::ToChoose { roll, .. } => self.table.choices(self.to_act, roll),
            _ => Vec::new(),
        }
    }

    /// Applies a roll; false, and nothing changes, if none is due. Rules: L-29
    pub fn apply_roll(&mut self, roll: i64) -> bool {
        match self.phase {
            Phase::ToRoll { bonus } => {
                self.phase = Phase::ToChoose { roll, bonus };
                true
            }
            _ => false,
        }
    }

    /// Applies a choice; false, and nothing changes, if it is none of `choices`.
    ///
    /// Rules: L-13, L-27, L-28, L-29, L-30
    pub fn choose(&mut self, choice: &str) -> bool {
        let Phase::ToChoose { roll, bonus } = self.phase else {
            return false;
        };
        if !self.choices().contains(&choice) {
            return false;
        }
        self.table.apply(self.to_act, roll, choice);

        let finishes = self.table.has_finished(self.to_act);
        if finishes {
            self.finished.push(self.to_act);
        }
        let left = self.unfinished();
        if left.len() == 1 {
            // L-30: the one left takes the last place.
            self.finished.push(left[0]);
            self.phase = Phase::Over;
            return true;
        }
        if roll == 6 && !bonus && !finishes {
            self.phase = Phase::ToRoll { bonus: true };
            return true;
        }
        self.to_act = self.next_seat();
        self.phase = Phase::ToRoll { bonus: false };
        true
    }

    /// A roll and its choice in one; refused as a whole. Rules: L-28, L-29
    pub fn act(&mut self, seat: char, roll: i64, choice: &str) -> bool {
        let mut tried = self.clone();
        if tried.to_act == seat && tried.apply_roll(roll) && tried.choose(choice) {
            *self = tried;
            return true;
        }
        false
    }

    /// The places; the unfinished share what is left. Rules: L-30, L-31
    pub fn standings(&self) -> Vec<Standing> {
        let mut standings = Vec::new();
        for (index, &seat) in self.finished.iter().enumerate() {
            standings.push(Standing {
                seat,
                first: index + 1,
                last: index + 1,
            });
        }
        for seat in self.unfinished() {
            standings.push(Standing {
                seat,
                first: self.finished.len() + 1,
                last: self.table.players.len(),
            });
        }
        standings
    }

    /// The position line, like `AR.H/C12.E A 6b -`.
    pub fn position_line(&self) -> String {
        let seat = if self.is_over() {
            "-".to_string()
        } else {
            self.to_act.to_string()
        };
        let phase = match self.phase {
            Phase::ToRoll { bonus: false } | Phase::Over => "-".to_string(),
            Phase::ToRoll { bonus: true } => "+".to_string(),
            Phase::ToChoose { roll, bonus: false } => roll.to_string(),
            Phase::ToChoose { roll, bonus: true } => format!("{roll}b"),
        };
        let mut finished: String = self.finished.iter().collect();
        if finished.is_empty() {
            finished.push('-');
        }
        format!("{} {seat} {phase} {finished}", self.table.tokens_line())
    }

    /// Counts the lines of play of a depth: a leaf is a roll with one choice or pass.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.is_over() {
            return 0;
        }
        let mut leaves = 0;
        for roll in 1..=6 {
            let mut rolled = self.clone();
            rolled.apply_roll(roll);
            for choice in rolled.choices() {
                let mut chosen = rolled.clone();
                chosen.choose(choice);
                leaves += chosen.perft(depth - 1);
            }
        }
        leaves
    }

    /// The seats still playing, clockwise from A. Rules: L-12
    pub fn unfinished(&self) -> Vec<char> {
        let mut left = Vec::new();
        for seat in SEATS {
            if self.table.steps(seat).is_some() && !self.finished.contains(&seat) {
                left.push(seat);
            }
        }
        left
    }

    fn next_seat(&self) -> char {
        let mut seat = self.to_act;
        loop {
            seat = match seat {
                'A' => 'B',
                'B' => 'C',
                'C' => 'D',
                _ => 'A',
            };
            if self.unfinished().contains(&seat) {
                return seat;
            }
        }
    }
}
