//! The endgame tables that a search looks into.

use std::sync::Arc;

use kuba_rules::{Action, Marble, Position};
use kuba_tables::{Tables, Value as Exact};

use crate::node::position_after;
use crate::score::{DRAW, Value, WIN};

/// The endgame tables of an engine.
///
/// Where a position of classroom rules is in them, its score is exact: won or lost in how many pushes, or
/// endless, which counts as a draw. A search that overlooks actions, adds noise or leaves nothing out
/// looks into none.
#[derive(Clone, Debug, Default)]
pub enum Endgames {
    /// None at all.
    Searched,
    /// Those in the program, up to four marbles: the same on every machine.
    #[default]
    Embedded,
    /// Larger ones.
    Built(Arc<Tables>),
}

impl Endgames {
    pub(crate) fn tables(&self) -> Option<&Tables> {
        match self {
            Self::Searched => None,
            Self::Embedded => Some(Tables::embedded()),
            Self::Built(tables) => Some(tables),
        }
    }
}

/// The exact value of a position for its side to move, in pushes from there, if it is in the tables and the
/// game comes to its end before `pushes_left`.
///
/// Rules: K-13.
#[inline]
pub(crate) fn value(tables: &Tables, position: &Position, pushes_left: u32) -> Option<Value> {
    let marbles = Marble::ALL.map(|marble| position.cells(marble));
    let marbles = marbles
        .iter()
        .fold(0, |all, cells| all | cells)
        .count_ones();
    if marbles > u32::from(tables.marbles()) {
        return None;
    }
    match tables.value(position).ok()? {
        Exact::Endless => Some(DRAW),
        Exact::Win(pushes) => (pushes <= pushes_left).then(|| WIN - length(pushes)),
        Exact::Loss(pushes) => (pushes <= pushes_left).then(|| length(pushes) - WIN),
    }
}

/// A number of pushes; no value of a table exceeds a byte.
fn length(pushes: u32) -> Value {
    pushes.try_into().unwrap_or(Value::MAX)
}

/// Adds to a line that decides the game what the tables have of it, to its end.
pub(crate) fn complete(tables: &Tables, root: &Position, line: &mut Vec<Action>) {
    let mut position = *root;
    for action in &*line {
        position = position_after(&position, *action);
    }
    while position.outcome().is_none()
        && let Ok(pushes) = tables.ranked_pushes(&position)
        && let Some(best) = pushes.first()
    {
        line.push(Action::Push(best.push));
        position = best.after;
    }
}
