//! One roll of a game and its answer, judged.

use ludo_rules::{Position, Roll, Seat};
use parlor_game::Label;

use super::chances::Chances;
use super::ranking::{Ranked, Ranking};

/// One roll of a game and what was done with it.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedPly {
    /// Which ply of the game, from 1.
    pub number: usize,
    /// The position before it; before the roll, unless the game began with the
    /// roll in hand.
    pub position: Position,
    /// The chances before the roll; none if the game began with it in hand.
    pub before: Option<Chances>,
    /// What could be done with the roll.
    pub ranking: Ranking,
    /// What was done with it; none while the choice is due.
    pub answer: Option<Ranked>,
}

/// What kind of choice an answer was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// Nothing could be chosen: one thing alone could be done, or all of it
    /// came to the same.
    Forced,
    /// A choice, and how good it was.
    Free(Label),
}

impl JudgedPly {
    /// Who rolled.
    pub const fn seat(&self) -> Seat {
        self.ranking.seat()
    }

    /// What.
    pub const fn roll(&self) -> Roll {
        self.ranking.roll()
    }

    /// The chances after the roll, if the best is made of it.
    pub fn rolled(&self) -> &Chances {
        &self.ranking.best().chances
    }

    /// The chances after the answer; after the roll while it is due.
    pub fn after(&self) -> &Chances {
        let answered = self.answer.as_ref().map(|answer| &answer.chances);
        answered.unwrap_or_else(|| self.rolled())
    }

    /// What the roll did to this player's chance.
    pub fn roll_gain(&self, seat: Seat) -> f64 {
        self.before
            .map_or(0.0, |before| self.rolled().of(seat) - before.of(seat))
    }

    /// What the answer did to this player's chance.
    pub fn answer_gain(&self, seat: Seat) -> f64 {
        self.after().of(seat) - self.rolled().of(seat)
    }

    /// What the roll added to the chance of whoever rolled; none if the game
    /// began with the roll in hand.
    pub fn luck(&self) -> Option<f64> {
        self.before.map(|_| self.roll_gain(self.seat()))
    }

    /// What the answer lost of it against the best one; none while it is due.
    pub fn loss(&self) -> Option<f64> {
        self.answer.map(|answer| answer.loss)
    }

    /// What kind of choice the answer was; none while it is due.
    pub fn kind(&self) -> Option<Answer> {
        let answer = self.answer?;
        Some(if self.ranking.is_free() {
            Answer::Free(answer.label())
        } else {
            Answer::Forced
        })
    }

    /// How good the answer was; none while it is due, and if nothing could be
    /// chosen.
    pub fn label(&self) -> Option<Label> {
        match self.kind()? {
            Answer::Free(label) => Some(label),
            Answer::Forced => None,
        }
    }
}
