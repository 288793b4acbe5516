//! Who tells the chances.

use ludo_rules::Position;
use ludo_solver::analysis::Expert;
use ludo_solver::exact::{Seating, Tablebase};

use crate::tables;

/// A judge who knows these positions, and is ready for them.
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
