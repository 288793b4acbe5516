//! The record of a game that begins.

use parlor_game::{AnyGame, Game, Kuba, Ludo};
use parlor_record::record::{AnyRecord, Opening, OpeningError, Record};
use pyo3::prelude::*;

use super::arguments;
use super::kind::Kind;
use crate::errors::{self, Raise};
use crate::values::{items, shown, text};

/// What a caller says of the game, but for its name.
pub(super) struct Given<'a, 'py> {
    /// Who plays; who is named first begins.
    pub(super) seats: &'a Bound<'py, PyAny>,
    /// The name of the rule set.
    pub(super) rules: Option<&'a Bound<'py, PyAny>>,
    /// The players' names by seat.
    pub(super) names: Option<&'a Bound<'py, PyAny>>,
    /// When it was played.
    pub(super) date: Option<&'a Bound<'py, PyAny>>,
    /// The driver's limit.
    pub(super) limit: Option<&'a Bound<'py, PyAny>>,
    /// The position that it begins with.
    pub(super) start: Option<&'a Bound<'py, PyAny>>,
}

/// The record of a game that begins so.
///
/// # Errors
/// `RecordError` for an unknown game or a game that cannot begin so, otherwise that of the argument
/// at fault.
pub(super) fn record(game: &Bound<'_, PyAny>, given: &Given<'_, '_>) -> PyResult<AnyRecord> {
    match text(game).as_deref() {
        Some(Ludo::NAME) => begin::<Ludo>(given).map(AnyRecord::from),
        Some(Kuba::NAME) => begin::<Kuba>(given).map(AnyRecord::from),
        _ => {
            let games = AnyGame::NAMES.join(" and ");
            let message = format!("{} is no game; the games are {games}", shown(game)?);
            Err(arguments::refusal(game, &message))
        }
    }
}

fn begin<G: Kind>(given: &Given<'_, '_>) -> PyResult<Record<G>> {
    let seats = seats::<G>(given.seats)?;
    let start = given.start.map(start::<G>).transpose()?;
    // A position knows its rules; only who says others is told so.
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
        Raise {
            class: "RecordError",
            rule,
            value: given.seats,
        }
        .says(error)
    })
}

fn seats<G: Kind>(value: &Bound<'_, PyAny>) -> PyResult<Vec<G::Seat>> {
    let Some(entries) = items(value)? else {
        let message = format!(
            "the seats are {}; they must be a list of seats",
            shown(value)?
        );
        return Err(errors::value(value, message));
    };
    // One more than there are is one twice; more would not say more.
    entries
        .take(G::SEATS.len() + 1)
        .map(|entry| G::read_seat(&entry?))
        .collect()
}

fn start<G: Kind>(value: &Bound<'_, PyAny>) -> PyResult<G::Position> {
    if let Some(position) = G::read_position(value) {
        return Ok(position);
    }
    let name = G::NAME;
    let message = format!(
        "the start is {}; it must be a parlor.{name}.Position",
        shown(value)?
    );
    Err(errors::value(value, message))
}
