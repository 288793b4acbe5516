//! The analysis for programs: see `docs/formats/kuba-analysis.md`.

use parlor_game::{Game as _, Kuba};
use serde::Serialize;

use super::Analyzed;
use crate::kuba::scores::{LineJson, ScoreJson};

impl AnalysisJson {
    pub(super) fn of(analyzed: &Analyzed<'_>) -> Self {
        let plies = analyzed.plies.iter().map(|ply| PlyJson {
            ply: ply.number,
            side: ply.judgment.side.letter(),
            action: ply.action.to_string(),
            position: ply.before.to_string(),
            depth: ply.judgment.depth,
            best: LineJson::of(&ply.before, &ply.judgment.best),
            score: ply.judgment.played.into(),
            loss: f64::from(ply.judgment.loss) / 100.0,
            label: ply.label().name(),
        });
        Self {
            game: Kuba::NAME,
            rules: analyzed.record.start().rules().name(),
            nodes: analyzed.nodes,
            plies: plies.collect(),
            end: analyzed.end.map(ScoreJson::from),
        }
    }
}

#[derive(Serialize)]
pub(super) struct AnalysisJson {
    game: &'static str,
    rules: &'static str,
    nodes: u64,
    plies: Vec<PlyJson>,
    /// What White had at the end; null if it was stopped before.
    end: Option<ScoreJson>,
}

#[derive(Serialize)]
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
