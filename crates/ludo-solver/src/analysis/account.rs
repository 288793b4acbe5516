//! The changes of a player's chance, by cause.

use ludo_rules::Seat;

use super::ply::JudgedPly;

/// The changes of a player's chance between two moments: `start` plus the changes is
/// `end`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Account {
    /// The player.
    pub seat: Seat,
    /// The chance at the first moment.
    pub start: f64,
    /// The change by the player's own rolls: their luck.
    pub own_rolls: f64,
    /// The change by the others' rolls.
    pub other_rolls: f64,
    /// The change by the player's own choices; never positive.
    pub own_choices: f64,
    /// The change by the others' choices.
    pub other_choices: f64,
    /// The chance at the last moment.
    pub end: f64,
}

impl Account {
    pub(super) fn of(seat: Seat, start: f64, end: f64, plies: &[JudgedPly]) -> Self {
        let mut account = Self {
            seat,
            start,
            own_rolls: 0.0,
            other_rolls: 0.0,
            own_choices: 0.0,
            other_choices: 0.0,
            end,
        };
        for ply in plies {
            let (rolls, choices) = if ply.seat() == seat {
                (&mut account.own_rolls, &mut account.own_choices)
            } else {
                (&mut account.other_rolls, &mut account.other_choices)
            };
            *rolls += ply.roll_gain(seat);
            *choices += ply.answer_gain(seat);
        }
        account
    }

    /// The change by all rolls.
    pub const fn rolls(&self) -> f64 {
        self.own_rolls + self.other_rolls
    }

    /// The change by all choices.
    pub const fn choices(&self) -> f64 {
        self.own_choices + self.other_choices
    }
}
