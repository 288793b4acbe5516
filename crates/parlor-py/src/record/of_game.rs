//! The record of a game under way.

use core::num::NonZeroU32;

use parlor_record::record::{Act, AnyRecord, Opening, Record};
use pyo3::prelude::*;

use super::kind::RecordGame;
use super::{Record as PyRecord, arguments};

/// What a record takes of a game under way.
#[derive(Debug)]
pub(crate) struct Header<G: RecordGame> {
    /// The first position.
    pub(crate) start: G::Position,
    /// The driver's limit.
    pub(crate) limit: Option<u32>,
    /// What was played.
    pub(crate) acts: Vec<Act<G>>,
}

impl<G: RecordGame> Header<G>
where
    AnyRecord: From<Record<G>>,
{
    /// The record, with names and a date; `game` is what it is made of.
    ///
    /// # Errors
    /// Those of wrong names and of a wrong date.
    pub(crate) fn record(
        self,
        game: &Bound<'_, PyAny>,
        names: Option<&Bound<'_, PyAny>>,
        date: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyRecord> {
        let Self { start, limit, acts } = self;
        let rules = G::rules(&start);
        let seats = seats::<G>(&start);
        let mut opening = Opening::<G>::new(rules, seats.iter().copied());
        for (seat, name) in arguments::names::<G>(names, &seats)? {
            if let Some(player) = opening.player_mut(seat) {
                player.name = Some(name);
            }
        }
        opening.date = date.map(arguments::date).transpose()?;
        opening.limit = limit.and_then(NonZeroU32::new);
        // The usual start is not written down.
        let is_usual = G::start(rules, &seats).is_ok_and(|usual| usual == start);
        opening.start = (!is_usual).then_some(start);
        let refusal = |message: String| arguments::refusal(game, &message);
        let mut record = Record::begin(opening).map_err(|error| refusal(error.to_string()))?;
        for act in acts {
            record
                .push_act(act)
                .map_err(|error| refusal(error.to_string()))?;
        }
        Ok(PyRecord(record.into()))
    }
}

/// The seats in the order of play, the one to act first.
fn seats<G: RecordGame>(start: &G::Position) -> Vec<G::Seat> {
    let mut seats: Vec<G::Seat> = G::seats(start).collect();
    let first = G::turn(start).seat();
    let first = seats.iter().position(|seat| Some(*seat) == first);
    seats.rotate_left(first.unwrap_or_default());
    seats
}

/// `RecordError` for a scripted game where positions are needed.
pub(crate) fn unscripted(record: &Bound<'_, PyAny>) -> PyErr {
    let message = "a scripted game has no positions (L-19), so that it cannot be played on";
    arguments::refusal(record, message)
}
