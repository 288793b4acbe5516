//! `parlor.record_table`: records as NumPy columns.

use parlor_game::{Game, Kuba, Ludo};
use parlor_record::record::{AnyRecord, Clock, Ending, Notes, Record};
use parlor_selfplay::records::{MAX_PLIES, kuba_rows, ludo_rows};
use pyo3::prelude::*;

use crate::errors::raise_with;
use crate::record::{Record as PyRecord, RecordGame};
use crate::selfplay::{Named, columns};

/// The milliseconds in place of a clock that there is none of.
const NO_CLOCK: i64 = -1;

/// What records have beside their rows: for each ply or for each game. What there is none of is empty.
#[derive(Debug, Default)]
struct Texts {
    clocks: Vec<i64>,
    comments: Vec<String>,
    notes: Vec<String>,
    lengths: Vec<u32>,
    headers: Vec<String>,
    endings: Vec<&'static str>,
    /// By game, in the order of the seats.
    names: Vec<String>,
    seats: Vec<u32>,
}

impl Texts {
    fn of<G: Game>(records: &[&Record<G>]) -> Self {
        let mut texts = Self::default();
        for record in records {
            for ply in record.plies() {
                let clock = ply.notes.clock.map(Clock::milliseconds);
                let clock = clock.and_then(|clock| i64::try_from(clock).ok());
                texts.clocks.push(clock.unwrap_or(NO_CLOCK));
                texts
                    .comments
                    .push(ply.notes.comment.clone().unwrap_or_default());
                texts.notes.push(others(&ply.notes));
            }
            let length = u32::try_from(record.plies().len());
            texts.lengths.push(length.unwrap_or(u32::MAX));
            texts.headers.push(record.header_json());
            texts
                .endings
                .push(record.ending().map_or("", Ending::as_str));
            let players = &record.opening().players;
            let names = players
                .iter()
                .map(|player| player.name.clone().unwrap_or_default());
            texts.names.extend(names);
            let seats = u32::try_from(players.len());
            texts.seats.push(seats.unwrap_or(u32::MAX));
        }
        texts
    }
}

/// What a ply has beside its clock and its comment, as an object in JSON: fields that this version does not
/// know, and a comment that is empty. Nothing without any.
fn others(notes: &Notes) -> String {
    let empty = notes.comment.as_deref() == Some("");
    let empty = empty.then(|| r#""comment":"""#.to_owned());
    let fields = notes.fields().iter().map(|(key, value)| {
        let key = serde_json::Value::from(key);
        format!("{key}:{}", value.as_str())
    });
    let members: Vec<String> = empty.into_iter().chain(fields).collect();
    if members.is_empty() {
        return String::new();
    }
    format!("{{{}}}", members.join(","))
}

/// The records of live games of one kind.
///
/// # Errors
/// `RecordError` with the place of the first that is of another kind, scripted or too long.
fn of_one_game<'a, G: RecordGame>(
    given: &[Bound<'_, PyRecord>],
    records: &'a [AnyRecord],
) -> PyResult<Vec<&'a Record<G>>> {
    let refused = |index: usize, message: String| -> PyErr {
        let value = given[index].as_any();
        match index.into_pyobject(value.py()) {
            Ok(place) => {
                let fields = [("index", place.into_any())];
                let message = format!("record {index} {message}");
                raise_with("RecordError", None, value, message, &fields)
            }
        }
    };
    let mut picked = Vec::new();
    for (index, record) in records.iter().enumerate() {
        let Some(live) = G::record(record) else {
            let other = record.game();
            return Err(refused(
                index,
                if matches!(record, AnyRecord::LudoScript(_)) {
                    "is a scripted game, which has no positions (L-19); a table has games that were \
                     played live"
                        .to_owned()
                } else {
                    format!(
                        "is a game of {other}, record 0 one of {}; make a table of each game",
                        G::NAME
                    )
                },
            ));
        };
        let plies = live.plies().len();
        if plies > MAX_PLIES {
            let message = format!("has {plies} plies; a table takes games of up to {MAX_PLIES}");
            return Err(refused(index, message));
        }
        picked.push(live);
    }
    Ok(picked)
}

/// The columns of rows, and by ply clocks, comments and notes.
type Plies<'py> = (Vec<Named<'py>>, Vec<i64>, Vec<String>, Vec<String>);

/// By game its plies, its header and its ending; the names of all players, and how many each game has.
type Games = (
    Vec<u32>,
    Vec<String>,
    Vec<&'static str>,
    Vec<String>,
    Vec<u32>,
);

/// The table of records of one game, of which there is one at least. Other threads run meanwhile.
#[pyfunction]
#[expect(
    clippy::needless_pass_by_value,
    reason = "a list of Python is read into one of our own"
)]
pub(crate) fn _record_table<'py>(
    py: Python<'py>,
    records: Vec<Bound<'py, PyRecord>>,
) -> PyResult<(&'static str, Plies<'py>, Games)> {
    let held = records.iter().map(|record| PyRecord::held(record));
    let held = held.collect::<PyResult<Vec<AnyRecord>>>()?;
    let is_kuba = matches!(held.first(), Some(AnyRecord::Kuba(_)));
    let (game, rows, texts) = if is_kuba {
        let live = of_one_game::<Kuba>(&records, &held)?;
        let (rows, texts) = py.detach(|| (kuba_rows(&live), Texts::of(&live)));
        (Kuba::NAME, rows, texts)
    } else {
        let live = of_one_game::<Ludo>(&records, &held)?;
        let (rows, texts) = py.detach(|| (ludo_rows(&live), Texts::of(&live)));
        (Ludo::NAME, rows, texts)
    };
    let plies = (columns(py, rows), texts.clocks, texts.comments, texts.notes);
    let games = (
        texts.lengths,
        texts.headers,
        texts.endings,
        texts.names,
        texts.seats,
    );
    Ok((game, plies, games))
}
