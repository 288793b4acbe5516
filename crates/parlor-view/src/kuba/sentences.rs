//! Pushes, refusals, events and states of a Kuba game as sentences.

use kuba_rules::{Direction, Draw, Event, MoveError, Outcome, Position, REDS_TO_WIN, Side, Win};

use super::{Names, Stage};
use crate::{settlement, words};

/// One line for one carried-out action, from its events:
/// `Ann pushes 22R: 5 marbles move right (K-4); ejects a black marble, 7 left (K-6).`
///
/// Rules: as named in the line.
pub fn push(events: &[Event], names: Names<'_>) -> String {
    let pushed = events
        .iter()
        .any(|event| matches!(event, Event::Pushed { .. }));
    let clauses: Vec<String> = events
        .iter()
        .filter_map(|&event| match event {
            Event::Pushed { side, .. } => {
                let name = words::printable(names.of(side));
                Some(format!("{name} {}", predicate(event, names)))
            }
            // That the turn passes on goes without saying after a push.
            Event::TurnEnded { .. } if pushed => None,
            Event::TurnEnded { side } => {
                let name = words::printable(names.of(side));
                Some(format!("{name} ends the turn (K-12)"))
            }
            _ => Some(predicate(event, names)),
        })
        .collect();
    format!("{}.", clauses.join("; "))
}

/// One event as one sentence.
///
/// Rules: as named in the sentence.
pub fn event(event: &Event, names: Names<'_>) -> String {
    let text = predicate(*event, names);
    match *event {
        Event::Pushed { side, .. }
        | Event::Captured { side, .. }
        | Event::Ejected { side, .. }
        | Event::MayPushAgain { side }
        | Event::TurnEnded { side }
        | Event::Won { side, .. } => format!("{} {text}.", words::printable(names.of(side))),
        Event::Ko { push } => format!("Ko: {push} is not allowed next (K-7)."),
    }
}

/// One line for a refused try, with the reason and its rule.
///
/// `name` and `tried` are shown as the front end received them: `tried` is `65F`,
/// `end`, or whatever was in its place.
pub fn refusal(name: &str, tried: &str, refusal: &MoveError) -> String {
    format!(
        "{} tries {}: refused, {} ({}).",
        words::printable(name),
        words::printable(tried),
        words::printable(&refusal.to_string()),
        refusal.rule(),
    )
}

/// The state of the game: who has won and how, why it is drawn, or whose turn it
/// is and the ko push.
///
/// `draw` follows from the history, which no position shows.
///
/// Rules: K-7, K-8, K-9, K-10, K-12, K-13, as named in the sentence.
pub fn status(position: &Position, names: Names<'_>, draw: Option<Draw>) -> String {
    let outcome = draw.map(Outcome::Drawn).or_else(|| position.outcome());
    match outcome {
        Some(Outcome::Won { side, by }) => {
            let winner = words::printable(names.of(side));
            let how = victory(side, by, names);
            format!("{winner} has won: {how} ({}).", by.rule())
        }
        Some(Outcome::Drawn(draw)) => {
            let why = match draw {
                Draw::Repetition => "the same position began a turn for the third time",
                Draw::PushLimit => "the push limit was reached",
            };
            format!("The game is drawn: {why} ({}).", draw.rule())
        }
        None => {
            let turn = turn(position, names);
            match position.ko() {
                Some(ko) => format!("{turn} Ko: {ko} is not allowed (K-7)."),
                None => turn,
            }
        }
    }
}

/// The state of the game at this stage, in one line. An end by the rules goes
/// before a settlement.
///
/// Rules: those of [`status`].
pub(crate) fn state(position: &Position, names: Names<'_>, stage: Stage) -> String {
    match stage {
        Stage::Settled(settled) if !position.is_over() => {
            let name = |side| words::printable(names.of(side));
            settlement::sentence(settled, Side::ALL.into_iter(), name)
        }
        _ => status(position, names, stage.draw()),
    }
}

/// Whose turn it is in a game that goes on, and whether it is a second push.
pub(super) fn turn(position: &Position, names: Names<'_>) -> String {
    let mover = words::printable(names.of(position.to_move()));
    if position.may_push_again() {
        format!("{mover} may push again or end the turn (K-12).")
    } else {
        format!("{mover} is to move.")
    }
}

/// What the event's player did, with the rule's id.
fn predicate(event: Event, names: Names<'_>) -> String {
    match event {
        Event::Pushed { push, length, .. } => {
            let marbles = words::count(length, "marble");
            let verb = if length == 1 { "moves" } else { "move" };
            let way = way(push.direction);
            format!("pushes {push}: {marbles} {verb} {way} (K-4)")
        }
        Event::Captured { total, .. } => {
            format!("captures a red, {total} of {REDS_TO_WIN} (K-6)")
        }
        Event::Ejected { side, left, .. } => {
            let color = color(side.other());
            format!("ejects a {color} marble, {left} left (K-6)")
        }
        Event::Ko { push } => format!("ko: {push} is not allowed next (K-7)"),
        Event::MayPushAgain { .. } => "may push again or end the turn (K-12)".to_owned(),
        Event::TurnEnded { .. } => "passes the turn on (K-11, K-12)".to_owned(),
        Event::Won { side, by } => {
            format!("wins: {} ({})", victory(side, by, names), by.rule())
        }
    }
}

fn victory(winner: Side, by: Win, names: Names<'_>) -> String {
    let loser = words::printable(names.of(winner.other()));
    match by {
        Win::Reds => "seven reds are captured".to_owned(),
        Win::Elimination => format!("{loser} has no marble left"),
        Win::Blocked => format!("{loser} has no legal push"),
    }
}

/// What a direction is called. Rules: K-2.
pub const fn way(direction: Direction) -> &'static str {
    match direction {
        Direction::Left => "left",
        Direction::Right => "right",
        Direction::Forward => "forward",
        Direction::Backward => "backward",
    }
}

pub(crate) const fn color(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}
