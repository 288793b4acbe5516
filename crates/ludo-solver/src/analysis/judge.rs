//! Who tells the chances.

use ludo_rules::{Move, Position, Seat};

use super::chances::{Certainty, Chances};
use crate::exact::Tables;
use crate::strong::{Estimator, Shares};

/// Somebody who tells everybody's chance of finishing next, all playing well.
///
/// The chances after a choice must be those of the position that it leads to,
/// so that the chances of a game form a chain.
pub trait Judge {
    /// The chances while a roll is due; none if another thing is, or if this
    /// judge knows nothing of such a position.
    fn before_roll(&self, position: &Position) -> Option<Chances>;

    /// Every legal choice for the roll in hand with the chances after it, in
    /// the order of the legal moves; none as in [`Judge::before_roll`].
    fn choices(&self, position: &Position) -> Option<Vec<(Move, Chances)>>;

    /// How far the chances of this position can be trusted.
    fn certainty(&self, position: &Position) -> Certainty;
}

/// Judges exactly, where two players are left.
impl Judge for Tables {
    fn before_roll(&self, position: &Position) -> Option<Chances> {
        if position.roll_in_hand().is_some() {
            return None;
        }
        let mover = position.to_act()?;
        let value = self.apply_to(position)?.of(position)?;
        Some(of_two(position, mover, value))
    }

    fn choices(&self, position: &Position) -> Option<Vec<(Move, Chances)>> {
        let mover = position.to_act()?;
        let choices = self.apply_to(position)?.choices(position)?;
        let judged = choices
            .into_iter()
            .map(|(choice, value)| (choice, of_two(position, mover, value)));
        Some(judged.collect())
    }

    fn certainty(&self, _: &Position) -> Certainty {
        Certainty::Exact
    }
}

/// Judges by learned chances, however many are left.
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
        let answers = self.answers(position);
        let judged = answers.map(|(choice, shares)| (choice, shared(position, &shares)));
        Some(judged.collect())
    }

    /// The errors are those that `examples/measure_strong.rs` prints, and
    /// `docs/formats/model.md` holds.
    fn certainty(&self, position: &Position) -> Certainty {
        let error = match left(position).count() {
            ..=2 => 0.024,
            3 => 0.019,
            _ => 0.015,
        };
        Certainty::Estimate { error }
    }
}

/// The best judge there is: exact where two players are left, by learned
/// chances where there are more.
#[derive(Clone, Debug)]
pub struct Expert<'a> {
    tables: &'a Tables,
    estimator: Estimator,
}

impl<'a> Expert<'a> {
    /// With these exact values, and the estimator that is part of the program.
    pub fn new(tables: &'a Tables) -> Self {
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

/// What the estimator says of those who are left.
fn shared(position: &Position, shares: &Shares) -> Chances {
    Chances::new(left(position), |seat| shares.of(seat))
}

/// The chances of the two who are left, by that of the one to act.
fn of_two(position: &Position, mover: Seat, value: f64) -> Chances {
    Chances::new(left(position), |seat| {
        if seat == mover { value } else { 1.0 - value }
    })
}

/// Who has not finished, in the order of the seats.
pub(super) fn left(position: &Position) -> impl Iterator<Item = Seat> {
    let tokens = position.tokens();
    let seats = tokens.seats().iter();
    seats.filter(|&seat| !tokens.has_finished(seat))
}
