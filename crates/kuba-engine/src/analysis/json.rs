//! The JSON format of scores, lines and analyses: see `docs/formats/kuba-analysis.md`.

use kuba_rules::{Action, Position, Rules};
use parlor_game::{Game as _, Kuba};
use serde::Serialize;

use super::{Capture, GameAnalysis, JudgedAction, Threat, captures};
use crate::report::Line;
use crate::score::Score;

/// A score: `{"reds":0.35}`, `{"win":5}` or `{"loss":4}`.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ScoreJson {
    /// Captured reds ahead.
    Reds(f64),
    /// A win by force within so many pushes.
    Win(u32),
    /// A loss by force.
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

/// A line with its score, and what is pushed off along it.
#[derive(Clone, Debug, Serialize)]
pub struct LineJson {
    score: ScoreJson,
    line: Vec<String>,
    captures: Vec<CaptureJson>,
}

impl LineJson {
    /// A line from a position.
    pub fn of(position: &Position, line: &Line) -> Self {
        let captures = captures(position, &line.actions).into_iter();
        Self {
            score: line.score.into(),
            line: line.actions.iter().map(Action::to_string).collect(),
            captures: captures.map(CaptureJson::from).collect(),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
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

/// A capture that a side could make.
#[derive(Clone, Debug, Serialize)]
pub struct ThreatJson {
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

/// The analysis of a game.
#[derive(Clone, Debug, Serialize)]
pub struct GameAnalysisJson {
    game: &'static str,
    rules: &'static str,
    nodes: u64,
    plies: Vec<PlyJson>,
    /// What White had at the end; null if it was stopped before.
    end: Option<ScoreJson>,
}

impl GameAnalysisJson {
    /// Converts an analysis of a game by these rules.
    pub fn of(analysis: &GameAnalysis, rules: Rules) -> Self {
        Self {
            game: Kuba::NAME,
            rules: rules.name(),
            nodes: analysis.nodes,
            plies: analysis.actions.iter().map(PlyJson::of).collect(),
            end: analysis.end.map(ScoreJson::from),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
struct PlyJson {
    ply: usize,
    side: char,
    action: String,
    /// Before the action.
    position: String,
    depth: u32,
    best: LineJson,
    /// The score of the action for its player.
    score: ScoreJson,
    loss: f64,
    label: &'static str,
}

impl PlyJson {
    fn of(judged: &JudgedAction) -> Self {
        let judgment = &judged.judgment;
        Self {
            ply: judged.number,
            side: judgment.side.letter(),
            action: judged.action.to_string(),
            position: judged.before.to_string(),
            depth: judgment.depth,
            best: LineJson::of(&judged.before, &judgment.best),
            score: judgment.played.into(),
            loss: f64::from(judgment.loss) / 100.0,
            label: judged.label().name(),
        }
    }
}
