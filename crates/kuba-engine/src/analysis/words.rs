//! Why actions are worth what they are, in words.

use kuba_rules::{Action, Event, Marble, Position, Side, Win};

use super::{Capture, captures, threats};
use crate::{Line, Score};

/// Why an action is worth what it is: what it does at once, what comes off
/// along its line, and what it threatens.
pub fn why(position: &Position, actions: &[Action]) -> String {
    let Some(&first) = actions.first() else {
        return String::new();
    };
    let side = position.to_move();
    let mut after = *position;
    let mut events = Vec::new();
    if after.play_action_into(first, &mut events).is_err() {
        return String::new();
    }
    let mut sentences = vec![format!("{}.", deed(&events))];
    if after.is_over() {
        return sentences.concat();
    }
    let later = captures(position, actions);
    let later: Vec<Capture> = later.into_iter().filter(|c| c.number > 1).collect();
    let taken = Side::ALL.into_iter().filter_map(|side| haul(&later, side));
    let taken: Vec<String> = taken.collect();
    if !taken.is_empty() {
        sentences.push(format!("To come: {}.", taken.join("; ")));
    }
    if !after.may_push_again() {
        sentences.extend(threat(&after, side, "Threatens"));
    }
    sentences.join(" ")
}

/// How good the first of these lines is by what a search has seen, and how much
/// better than the second: `Wins by force in 3 pushes, both sides counted.`
///
/// Nothing is said where the action itself decides, nor of a difference below a
/// tenth of a red.
pub fn advantage(position: &Position, lines: &[Line]) -> Option<String> {
    let best = lines.first()?;
    let next = lines.get(1);
    let pushes = |pushes: u32| match pushes {
        1 => "with the next push".to_owned(),
        _ => format!("in {pushes} pushes, both sides counted"),
    };
    let than_next = |next: &Line| {
        let action = next.actions.first()?;
        match (best.score, next.score) {
            (Score::Reds(best), Score::Reds(next)) => {
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
        Score::Win(number) => Some(format!("Wins by force {}.", pushes(number))),
        Score::Loss(number) => {
            let winner = position.to_move().other();
            Some(format!(
                "{winner} wins by force {}, at the earliest.",
                pushes(number)
            ))
        }
    };
    let told: Vec<String> = verdict
        .into_iter()
        .chain(next.and_then(than_next))
        .collect();
    (!told.is_empty()).then(|| told.join(" "))
}

/// What happens at once: `Takes a red`.
fn deed(events: &[Event]) -> String {
    let told = events.iter().filter_map(|event| match *event {
        Event::Captured { .. } => Some("takes a red".to_owned()),
        Event::Ejected { side, .. } => Some(format!("takes {}", one(side.other().into()))),
        Event::Won { side, by } => Some(match by {
            Win::Reds => "wins by seven reds (K-8)".to_owned(),
            Win::Elimination => "wins by the last marble (K-9)".to_owned(),
            Win::Blocked => format!("wins, as {} has no push (K-10)", side.other()),
        }),
        _ => None,
    });
    let told: Vec<String> = told.collect();
    let pushed = events.iter().find_map(|event| match *event {
        Event::Pushed { length, .. } => Some(length),
        _ => None,
    });
    let told = match (told.as_slice(), pushed) {
        ([], None) => "ends the turn".to_owned(),
        ([], Some(1)) => "pushes one marble".to_owned(),
        ([], Some(marbles)) => format!("pushes {marbles} marbles"),
        (told, _) => told.join(" and "),
    };
    let mut letters = told.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// What a side takes: `White takes 2 reds and a black marble`.
fn haul(captures: &[Capture], side: Side) -> Option<String> {
    let enemy = Marble::from(side.other());
    let kinds = [Marble::Red, enemy].into_iter().filter_map(|marble| {
        let own = captures
            .iter()
            .filter(|c| c.side == side && c.marble == marble);
        match own.count() {
            0 => None,
            1 => Some(one(marble)),
            count if marble == Marble::Red => Some(format!("{count} reds")),
            count => Some(format!("{count} {marble} marbles")),
        }
    });
    let kinds: Vec<String> = kinds.collect();
    (!kinds.is_empty()).then(|| format!("{side} takes {}", kinds.join(" and ")))
}

/// One marble of a kind: `a red`, `a black marble`.
fn one(marble: Marble) -> String {
    match marble {
        Marble::Red => "a red".to_owned(),
        _ => format!("a {marble} marble"),
    }
}

/// What a side could take next, the pushes that would do it at most three:
/// `Threatens a red by 35R.`
pub fn threat(position: &Position, side: Side, verb: &str) -> Option<String> {
    /// As many pushes as a person looks at.
    const SHOWN: usize = 3;
    let threats = threats(position, side);
    let of = |marble: Marble| {
        let pushes = threats.iter().filter(|threat| threat.marble == marble);
        let pushes: Vec<String> = pushes.map(|threat| threat.push.to_string()).collect();
        let more = if pushes.len() > SHOWN { " …" } else { "" };
        let shown = &pushes[..pushes.len().min(SHOWN)];
        (!shown.is_empty()).then(|| format!("{} by {}{more}", one(marble), shown.join(", ")))
    };
    let told = [side.other().into(), Marble::Red]
        .into_iter()
        .filter_map(of);
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| format!("{verb} {}.", told.join(" and ")))
}
