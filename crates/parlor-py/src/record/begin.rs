//! New records.

use parlor_game::{AnyGame, Game as _, for_games};
use parlor_record::record::{AnyRecord, Opening, OpeningError, Record};
use pyo3::prelude::*;

use super::arguments;
use super::kind::RecordGame;
use crate::errors::{self, raise, showing};
use crate::values::{letters, text};

/// The arguments of a new record but for the game's name.
pub(super) struct OpeningArguments<'a, 'py> {
    /// The seats that play; the one named first begins.
    pub(super) seats: &'a Bound<'py, PyAny>,
    /// The name of the rule set.
    pub(super) rules: Option<&'a Bound<'py, PyAny>>,
    /// The players' names by seat.
    pub(super) names: Option<&'a Bound<'py, PyAny>>,
    /// The date.
    pub(super) date: Option<&'a Bound<'py, PyAny>>,
    /// The driver's limit.
    pub(super) limit: Option<&'a Bound<'py, PyAny>>,
    /// The first position.
    pub(super) start: Option<&'a Bound<'py, PyAny>>,
}

/// A new record.
///
/// # Errors
/// `RecordError` for an unknown game or impossible opening, otherwise that of the argument at fault.
pub(super) fn record(
    game: &Bound<'_, PyAny>,
    given: &OpeningArguments<'_, '_>,
) -> PyResult<AnyRecord> {
    let name = text(game);
    macro_rules! begin_registered {
        ($($variant:ident($game:ty)),+ $(,)?) => {
            $(
                if name.as_deref() == Some(<$game>::NAME) {
                    return begin::<$game>(given).map(AnyRecord::from);
                }
            )+
        };
    }
    for_games!(begin_registered);
    Err(showing(game, |shown| {
        let games = AnyGame::NAMES.join(" and ");
        arguments::refusal(game, &format!("{shown} is no game; the games are {games}"))
    }))
}

fn begin<G: RecordGame>(given: &OpeningArguments<'_, '_>) -> PyResult<Record<G>> {
    let seats = seats::<G>(given.seats)?;
    let start = given.start.map(start::<G>).transpose()?;
    // A position has its rules; other rules are an error below.
    let rules = match (given.rules, &start) {
        (Some(rules), _) => G::read_rules(rules)?,
        (None, Some(start)) => G::rules(start),
        (None, None) => G::Rules::default(),
    };
    let mut opening = Opening::<G>::new(rules, seats.iter().copied());
    opening.start = start;
    for (seat, name) in arguments::names::<G>(given.names, &seats)? {
        if let Some(player) = opening.player_mut(seat) {
            player.name = Some(name);
        }
    }
    opening.date = given.date.map(arguments::date).transpose()?;
    opening.limit = given.limit.map(arguments::limit).transpose()?;
    Record::begin(opening).map_err(|error| {
        let rule = match &error {
            OpeningError::Start(error) => Some(G::start_rule(error)),
            _ => None,
        };
        raise("RecordError", rule, given.seats, error)
    })
}

fn seats<G: RecordGame>(value: &Bound<'_, PyAny>) -> PyResult<Vec<G::Seat>> {
    let entries = letters(value)?.ok_or_else(|| {
        errors::invalid(value, |shown| {
            format!("the seats are {shown}; they must be a list of seats, or their letters")
        })
    })?;
    // One seat too many repeats another; no more are needed for the error.
    entries
        .take(G::SEATS.len() + 1)
        .map(|entry| G::read_seat(&entry?))
        .collect()
}

fn start<G: RecordGame>(value: &Bound<'_, PyAny>) -> PyResult<G::Position> {
    G::read_position(value).ok_or_else(|| {
        errors::invalid(value, |shown| {
            let name = G::NAME;
            format!("the start is {shown}; it must be a parlor.{name}.Position")
        })
    })
}
