//! Where a player's chance went.

use ludo_rules::Seat;

use super::ply::JudgedPly;

/// Where a player's chance went between two moments: what is added up from
/// `start` on gives `end`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Account {
    /// Whose chance.
    pub seat: Seat,
    /// The chance at the first moment.
    pub start: f64,
    /// What his own rolls added: his luck.
    pub own_rolls: f64,
    /// What the others' rolls added.
    pub other_rolls: f64,
    /// What his own choices added: never more than nothing.
    pub own_choices: f64,
    /// What the others' choices added.
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

    /// What the dice added, whoever rolled them.
    pub const fn rolls(&self) -> f64 {
        self.own_rolls + self.other_rolls
    }

    /// What the choices added, whoever made them.
    pub const fn choices(&self) -> f64 {
        self.own_choices + self.other_choices
    }
}
