//! Scores and lines of the engine in words and as JSON.

use kuba_engine::Score;
use kuba_engine::analysis::{Capture, Threat, captures, worth};
pub(super) use kuba_engine::analysis::{threat, why};
use kuba_rules::{Action, Position, Side};
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

/// A score as [`for_white`], with its value in a loss if that differs from the
/// score: `W in 5 (counts as +7.00)`.
pub(super) fn counted_for_white(score: Score, side: Side) -> String {
    let text = for_white(score, side);
    let counted = worth(score);
    if score == Score::Reds(counted) {
        return text;
    }
    let counted = for_white(Score::Reds(counted), side);
    format!("{text} (counts as {counted})")
}

/// White's lead in reds; infinite for a forced win.
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

/// A score as text, for the side to move: `+0.35`, `win 5`.
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
