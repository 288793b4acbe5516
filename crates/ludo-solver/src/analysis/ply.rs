//! The analysis of one roll and the choice for it.

use ludo_rules::{Position, Roll, Seat};
use parlor_game::Label;

use super::chances::Chances;
use super::ranking::{Ranked, Ranking};

/// One roll of a game and the choice for it.
#[derive(Clone, Debug, PartialEq)]
pub struct JudgedPly {
    /// The number of the ply, from 1.
    pub number: usize,
    /// The position before the roll; after it if the game began with the roll in hand.
    pub position: Position,
    /// The chances before the roll; `None` if the game began with it in hand.
    pub before: Option<Chances>,
    /// The choices for the roll.
    pub ranking: Ranking,
    /// The choice made; `None` while it is due.
    pub answer: Option<Ranked>,
}

/// Whether there was a choice, and how good it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChoiceKind {
    /// There was one legal move, or all were equivalent.
    Forced,
    /// A choice, with its label.
    Free(Label),
}

impl JudgedPly {
    /// The seat that rolled.
    pub const fn seat(&self) -> Seat {
        self.ranking.seat()
    }

    /// The roll.
    pub const fn roll(&self) -> Roll {
        self.ranking.roll()
    }

    /// The position in which the choice was due: with the roll in hand.
    pub fn rolled_position(&self) -> Position {
        let mut position = self.position;
        if position.roll_in_hand().is_none() {
            // The analysis has rolled it, so it is legal.
            let _ = position.apply_roll(self.roll());
        }
        position
    }

    /// The chances after the roll, assuming the best choice.
    pub fn rolled(&self) -> &Chances {
        &self.ranking.best().chances
    }

    /// The chances after the choice; after the roll while the choice is due.
    pub fn after(&self) -> &Chances {
        let answered = self.answer.as_ref().map(|answer| &answer.chances);
        answered.unwrap_or_else(|| self.rolled())
    }

    /// The change of a player's chance by the roll.
    pub fn roll_gain(&self, seat: Seat) -> f64 {
        self.before
            .map_or(0.0, |before| self.rolled().of(seat) - before.of(seat))
    }

    /// The change of a player's chance by the choice.
    pub fn answer_gain(&self, seat: Seat) -> f64 {
        self.after().of(seat) - self.rolled().of(seat)
    }

    /// The change of the roller's chance by the roll; `None` if the game began with the
    /// roll in hand.
    pub fn luck(&self) -> Option<f64> {
        self.before.map(|_| self.roll_gain(self.seat()))
    }

    /// The loss of the choice against the best one; `None` while it is due.
    pub fn loss(&self) -> Option<f64> {
        self.answer.map(|answer| answer.loss)
    }

    /// The kind of the choice; `None` while it is due.
    pub fn kind(&self) -> Option<ChoiceKind> {
        let answer = self.answer?;
        Some(if self.ranking.is_free() {
            ChoiceKind::Free(answer.label())
        } else {
            ChoiceKind::Forced
        })
    }

    /// The label of the choice; `None` while it is due, and if it was forced.
    pub fn label(&self) -> Option<Label> {
        match self.kind()? {
            ChoiceKind::Free(label) => Some(label),
            ChoiceKind::Forced => None,
        }
    }
}
