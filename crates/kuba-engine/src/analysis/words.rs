//! Explanations of actions in words.

use kuba_rules::{Action, Event, Marble, Position, Side, Win};

use super::{Capture, captures, threats};
use crate::{Line, Score};

/// What sentences call an action.
pub type Naming<'a> = &'a dyn Fn(Action) -> String;

/// By its notation.
const NOTATION: Naming<'static> = &|action| action.to_string();

/// Explains the first action of a line: its immediate effect, the captures later in
/// the line, and, if it ends the turn, its threats. Empty for an illegal action.
pub fn why(position: &Position, actions: &[Action]) -> String {
    why_naming(position, actions, NOTATION)
}

/// The same as [`why`], with other names for actions than those of the notation.
pub fn why_naming(position: &Position, actions: &[Action], name: Naming<'_>) -> String {
    let Some(&first) = actions.first() else {
        return String::new();
    };
    let side = position.to_move();
    let mut after = *position;
    let mut events = Vec::new();
    if after.play_action_into(first, &mut events).is_err() {
        return String::new();
    }
    let effect = format!("{}.", effect(&events));
    if after.is_over() {
        return effect;
    }
    let mut sentences = vec![effect];
    let later = captures(position, actions);
    let later: Vec<Capture> = later.into_iter().filter(|c| c.number > 1).collect();
    let taken = Side::ALL
        .into_iter()
        .filter_map(|side| captured_by(&later, side));
    let taken: Vec<String> = taken.collect();
    if !taken.is_empty() {
        sentences.push(format!("To come: {}.", taken.join("; ")));
    }
    if !after.may_push_again() {
        sentences.extend(threat_naming(&after, side, "Threatens", name));
    }
    sentences.join(" ")
}

/// The verdict on the first of these lines, and by how much it is better than the
/// second: `Wins by force in 3 pushes, both sides counted.`
///
/// A win by this very action needs no verdict, and a difference that rounds to 0.0
/// reds is omitted; `None` if nothing is left to say.
pub fn advantage(position: &Position, lines: &[Line], name: Naming<'_>) -> Option<String> {
    let best = lines.first()?;
    let next = lines.get(1);
    let in_pushes = |number: u32| match number {
        1 => "with the next push".to_owned(),
        _ => format!("in {number} pushes, both sides counted"),
    };
    let than_next = |next: &Line| {
        let action = name(*next.actions.first()?);
        match (best.score, next.score) {
            (Score::Reds(best), Score::Reds(next)) => {
                // Hundredths of a red, rounded to tenths.
                let tenths = (best.saturating_sub(next) + 5).div_euclid(10);
                let reds = format!("{}.{}", tenths / 10, tenths % 10);
                (tenths > 0)
                    .then(|| format!("Worth {reds} reds more than the next best, {action}."))
            }
            (Score::Reds(_), Score::Loss(_)) => Some("Everything else loses by force.".to_owned()),
            (_, Score::Win(_)) | (Score::Loss(_), _) => None,
            (Score::Win(_), _) => Some("Nothing else is seen to win.".to_owned()),
        }
    };
    let verdict = match best.score {
        Score::Reds(_) | Score::Win(0 | 1) => None,
        Score::Win(number) => Some(format!("Wins by force {}.", in_pushes(number))),
        Score::Loss(number) => {
            let winner = position.to_move().other();
            Some(format!(
                "{winner} wins by force {}, at the earliest.",
                in_pushes(number)
            ))
        }
    };
    let parts: Vec<String> = verdict
        .into_iter()
        .chain(next.and_then(than_next))
        .collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// The immediate effect of an action: `Captures a red`.
fn effect(events: &[Event]) -> String {
    let parts = events.iter().filter_map(|event| match *event {
        Event::Captured { .. } => Some("captures a red".to_owned()),
        Event::Ejected { side, .. } => {
            Some(format!("ejects {}", with_article(side.other().into())))
        }
        Event::Won { side, by } => Some(match by {
            Win::Reds => "wins by seven reds (K-8)".to_owned(),
            Win::Elimination => "wins by the last marble (K-9)".to_owned(),
            Win::Blocked => format!("wins, as {} has no push (K-10)", side.other()),
        }),
        _ => None,
    });
    let parts: Vec<String> = parts.collect();
    let pushed = events.iter().find_map(|event| match *event {
        Event::Pushed { length, .. } => Some(length),
        _ => None,
    });
    let parts = match (parts.as_slice(), pushed) {
        ([], None) => "ends the turn".to_owned(),
        ([], Some(1)) => "pushes one marble".to_owned(),
        ([], Some(marbles)) => format!("pushes {marbles} marbles"),
        (parts, _) => parts.join(" and "),
    };
    let mut chars = parts.chars();
    let first = chars.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}

/// What a side pushes off: `White captures 2 reds and ejects a black marble`.
fn captured_by(captures: &[Capture], side: Side) -> Option<String> {
    let enemy = Marble::from(side.other());
    let kinds = [(Marble::Red, "captures"), (enemy, "ejects")].into_iter();
    let kinds = kinds.filter_map(|(marble, verb)| {
        let of_kind = captures
            .iter()
            .filter(|c| c.side == side && c.marble == marble);
        match of_kind.count() {
            0 => None,
            1 => Some(format!("{verb} {}", with_article(marble))),
            count if marble == Marble::Red => Some(format!("{verb} {count} reds")),
            count => Some(format!("{verb} {count} {marble} marbles")),
        }
    });
    let kinds: Vec<String> = kinds.collect();
    (!kinds.is_empty()).then(|| format!("{side} {}", kinds.join(" and ")))
}

/// One marble of a kind: `a red`, `a black marble`.
fn with_article(marble: Marble) -> String {
    match marble {
        Marble::Red => "a red".to_owned(),
        _ => format!("a {marble} marble"),
    }
}

/// The captures that a side could make if it were to move, with at most three pushes
/// for each kind of marble: `Threatens a red by 35R.`
pub fn threat(position: &Position, side: Side, verb: &str) -> Option<String> {
    threat_naming(position, side, verb, NOTATION)
}

fn threat_naming(position: &Position, side: Side, verb: &str, name: Naming<'_>) -> Option<String> {
    const SHOWN: usize = 3;
    let threats = threats(position, side);
    let of_kind = |marble: Marble| {
        let pushes = threats.iter().filter(|threat| threat.marble == marble);
        let pushes: Vec<String> = pushes
            .map(|threat| name(Action::Push(threat.push)))
            .collect();
        let more = if pushes.len() > SHOWN { " …" } else { "" };
        let shown = &pushes[..pushes.len().min(SHOWN)];
        (!shown.is_empty())
            .then(|| format!("{} by {}{more}", with_article(marble), shown.join(", ")))
    };
    let parts = [side.other().into(), Marble::Red]
        .into_iter()
        .filter_map(of_kind);
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| format!("{verb} {}.", parts.join(" and ")))
}
