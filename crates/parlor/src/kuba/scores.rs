//! Scores and lines of the engine in words and as JSON.

use kuba_engine::Score;
use kuba_engine::analysis::{Capture, Threat, captures, threats};
use kuba_rules::{Action, Event, Marble, Position, Side, Win};
use serde::Serialize;

/// A score for people, seen by White: `+0.35`, `W in 5`, `B in 4`.
pub(super) fn for_white(score: Score, side: Side) -> String {
    let white = match side {
        Side::White => score,
        Side::Black => score.for_opponent(),
    };
    match white {
        Score::Reds(hundredths) => reds(hundredths),
        Score::Win(0) => "W won".to_owned(),
        Score::Loss(0) => "B won".to_owned(),
        Score::Win(pushes) => format!("W in {pushes}"),
        Score::Loss(pushes) => format!("B in {pushes}"),
    }
}

/// By how many reds White is ahead; infinitely many for a sure win.
pub(super) fn level(score: Score, side: Side) -> f64 {
    let reds = match score {
        Score::Reds(hundredths) => f64::from(hundredths) / 100.0,
        Score::Win(_) => f64::INFINITY,
        Score::Loss(_) => f64::NEG_INFINITY,
    };
    match side {
        Side::White => reds,
        Side::Black => -reds,
    }
}

/// A score for people, seen by who is to move: `+0.35`, `win 5`.
pub(super) fn for_mover(score: Score) -> String {
    match score {
        Score::Reds(hundredths) => reds(hundredths),
        _ => score.to_string(),
    }
}

/// Hundredths of a red with their sign: `+0.35`.
fn reds(hundredths: i32) -> String {
    let sign = if hundredths < 0 { '-' } else { '+' };
    format!("{sign}{}", size(hundredths.unsigned_abs()))
}

/// Hundredths of a red: `0.35`.
pub(super) fn size(hundredths: u32) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// Actions with blanks between them.
pub(super) fn written(actions: &[Action]) -> String {
    let actions: Vec<String> = actions.iter().map(Action::to_string).collect();
    actions.join(" ")
}

/// Why an action is worth what it is: what it does at once, what comes off
/// along its line, and what it threatens.
pub(super) fn why(position: &Position, actions: &[Action]) -> String {
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

/// What happens at once: `Takes a red`.
fn deed(events: &[Event]) -> String {
    let told = events.iter().filter_map(|event| match *event {
        Event::Captured { .. } => Some("takes a red".to_owned()),
        Event::TookOff { side, .. } => Some(format!("takes {}", one(side.other().into()))),
        Event::Won { side, by } => Some(match by {
            Win::Reds => "wins by seven reds (K-8)".to_owned(),
            Win::Elimination => "wins by the last marble (K-9)".to_owned(),
            Win::Blocked => format!("wins, as {} has no push (K-10)", side.other()),
        }),
        _ => None,
    });
    let told: Vec<String> = told.collect();
    let is_end = !events
        .iter()
        .any(|event| matches!(event, Event::Pushed { .. }));
    let told = match told.as_slice() {
        [] if is_end => "ends the turn".to_owned(),
        [] => "takes nothing".to_owned(),
        told => told.join(" and "),
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
pub(super) fn threat(position: &Position, side: Side, verb: &str) -> Option<String> {
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

/// A score for programs: `{"reds":0.35}`, `{"win":5}` or `{"loss":4}`.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ScoreJson {
    Reds(f64),
    Win(u32),
    Loss(u32),
}

impl From<Score> for ScoreJson {
    fn from(score: Score) -> Self {
        match score {
            Score::Reds(hundredths) => Self::Reds(f64::from(hundredths) / 100.0),
            Score::Win(pushes) => Self::Win(pushes),
            Score::Loss(pushes) => Self::Loss(pushes),
        }
    }
}

/// A line for programs.
#[derive(Debug, Serialize)]
pub(super) struct LineJson {
    score: ScoreJson,
    line: Vec<String>,
    captures: Vec<CaptureJson>,
}

impl LineJson {
    pub(super) fn of(position: &Position, line: &kuba_engine::Line) -> Self {
        let captures = captures(position, &line.actions).into_iter();
        Self {
            score: line.score.into(),
            line: line.actions.iter().map(Action::to_string).collect(),
            captures: captures.map(CaptureJson::from).collect(),
        }
    }
}

#[derive(Debug, Serialize)]
struct CaptureJson {
    number: usize,
    side: char,
    marble: char,
}

impl From<Capture> for CaptureJson {
    fn from(capture: Capture) -> Self {
        Self {
            number: capture.number,
            side: capture.side.letter(),
            marble: capture.marble.letter(),
        }
    }
}

/// A threat for programs.
#[derive(Debug, Serialize)]
pub(super) struct ThreatJson {
    push: String,
    marble: char,
}

impl From<Threat> for ThreatJson {
    fn from(threat: Threat) -> Self {
        Self {
            push: threat.push.to_string(),
            marble: threat.marble.letter(),
        }
    }
}
