//! The evaluation functions of an analysis.

use ludo_rules::{Move, Position, Seat};

use super::chances::{Certainty, Chances};
use crate::exact::Tablebase;
use crate::strong::{Estimator, Shares};

/// An evaluation function: each player's chance of finishing next under good play.
///
/// The chances after a choice must be those of the position that it leads to, so that
/// the chances of a game form a chain.
pub trait Judge {
    /// The chances before a roll; `None` if no roll is due, or if this judge has no
    /// values for the position.
    fn before_roll(&self, position: &Position) -> Option<Chances>;

    /// Every legal choice for the roll in hand with the chances after it, in the order of
    /// the legal moves; `None` if no choice is due, or as in [`Judge::before_roll`].
    fn choices(&self, position: &Position) -> Option<Vec<(Move, Chances)>>;

    /// The accuracy of the chances of this position.
    fn certainty(&self, position: &Position) -> Certainty;
}

/// Exact values; only when two players are left.
impl Judge for Tablebase {
    fn before_roll(&self, position: &Position) -> Option<Chances> {
        if position.roll_in_hand().is_some() {
            return None;
        }
        let mover = position.to_act()?;
        let value = self.values_for(position)?.of(position)?;
        Some(of_two(position, mover, value))
    }

    fn choices(&self, position: &Position) -> Option<Vec<(Move, Chances)>> {
        let mover = position.to_act()?;
        let choices = self.values_for(position)?.choices(position)?;
        let judged = choices
            .into_iter()
            .map(|(choice, value)| (choice, of_two(position, mover, value)));
        Some(judged.collect())
    }

    fn certainty(&self, _: &Position) -> Certainty {
        Certainty::Exact
    }
}

/// Learned estimates, for any number of players.
impl Judge for Estimator {
    fn before_roll(&self, position: &Position) -> Option<Chances> {
        if position.roll_in_hand().is_some() {
            return None;
        }
        let shares = self.shares(position)?;
        Some(shared(position, &shares))
    }

    fn choices(&self, position: &Position) -> Option<Vec<(Move, Chances)>> {
        position.roll_in_hand()?;
        let choices = self.shares_by_choice(position);
        let judged = choices.map(|(choice, shares)| (choice, shared(position, &shares)));
        Some(judged.collect())
    }

    /// The errors are those that `examples/measure_strong.rs` measures, listed in
    /// `docs/formats/model.md`.
    fn certainty(&self, position: &Position) -> Certainty {
        let error = match left(position).count() {
            ..=2 => 0.024,
            3 => 0.019,
            _ => 0.015,
        };
        Certainty::Estimate { error }
    }
}

/// The best judge: exact when two players are left, learned estimates when there are
/// more.
#[derive(Clone, Debug)]
pub struct Expert<'a> {
    tables: &'a Tablebase,
    estimator: Estimator,
}

impl<'a> Expert<'a> {
    /// A judge with this tablebase and the built-in estimator.
    pub fn new(tables: &'a Tablebase) -> Self {
        Self {
            tables,
            estimator: Estimator::built_in(),
        }
    }

    fn is_exact(position: &Position) -> bool {
        left(position).count() == 2
    }
}

impl Judge for Expert<'_> {
    fn before_roll(&self, position: &Position) -> Option<Chances> {
        if Self::is_exact(position) {
            self.tables.before_roll(position)
        } else {
            self.estimator.before_roll(position)
        }
    }

    fn choices(&self, position: &Position) -> Option<Vec<(Move, Chances)>> {
        if Self::is_exact(position) {
            self.tables.choices(position)
        } else {
            self.estimator.choices(position)
        }
    }

    fn certainty(&self, position: &Position) -> Certainty {
        if Self::is_exact(position) {
            self.tables.certainty(position)
        } else {
            self.estimator.certainty(position)
        }
    }
}

/// The estimator's chances of the players left.
fn shared(position: &Position, shares: &Shares) -> Chances {
    Chances::new(left(position), |seat| shares.of(seat))
}

/// The chances of the two players left, by that of the mover.
fn of_two(position: &Position, mover: Seat, value: f64) -> Chances {
    Chances::new(left(position), |seat| {
        if seat == mover { value } else { 1.0 - value }
    })
}

/// The players who have not finished, in the order of the seats.
pub(super) fn left(position: &Position) -> impl Iterator<Item = Seat> {
    let tokens = position.tokens();
    let seats = tokens.seats().iter();
    seats.filter(|&seat| !tokens.has_finished(seat))
}
