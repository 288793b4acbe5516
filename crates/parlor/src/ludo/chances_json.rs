//! Chances as JSON.

use std::collections::BTreeMap;

use ludo_rules::Seat;
use ludo_solver::analysis::{Certainty, Chances};
use serde::Serialize;

/// How far chances can be trusted.
#[derive(Serialize)]
pub(super) struct CertaintyJson {
    exact: bool,
    error: Option<f64>,
}

impl CertaintyJson {
    pub(super) const fn of(certainty: Certainty) -> Self {
        match certainty {
            Certainty::Exact => Self {
                exact: true,
                error: None,
            },
            Certainty::Estimate { error } => Self {
                exact: false,
                error: Some(error),
            },
        }
    }
}

/// Everybody's chance by the letter of the seat.
pub(super) fn by_letter(
    seats: impl IntoIterator<Item = Seat>,
    chances: &Chances,
) -> BTreeMap<char, f64> {
    let seats = seats.into_iter();
    seats
        .map(|seat| (seat.letter(), chances.of(seat)))
        .collect()
}
