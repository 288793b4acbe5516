//! The judge of chances: exact values or estimates.

use ludo_rules::Position;
use ludo_solver::analysis::Expert;
use ludo_solver::exact::{Seating, Tablebase};

use crate::tables;

/// A judge with the values for these positions loaded.
pub(super) fn of<'a>(positions: impl IntoIterator<Item = &'a Position>) -> Expert<'static> {
    let mut seatings: Vec<Seating> = Vec::new();
    for seating in positions.into_iter().filter_map(Seating::of_two_left) {
        if !seatings.contains(&seating) {
            seatings.push(seating);
        }
    }
    for seating in seatings {
        tables::values(seating);
    }
    Expert::new(Tablebase::shared())
}
