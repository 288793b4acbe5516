//! The analysis for programs: see `docs/formats/kuba-analysis.md`.

use parlor_game::{Game as _, Kuba};
use serde::Serialize;

use super::Analysed;
use crate::decimals;
use crate::kuba::scores::{LineJson, ScoreJson};

/// One object.
pub(super) fn json(analysed: &Analysed<'_>) -> anyhow::Result<String> {
    let plies = analysed.plies.iter().map(|ply| PlyForm {
        ply: ply.number,
        side: ply.judgement.side.letter(),
        action: ply.action.to_string(),
        position: ply.before.to_string(),
        depth: ply.judgement.depth,
        best: LineJson::of(&ply.before, &ply.judgement.best),
        score: ply.judgement.played.into(),
        loss: f64::from(ply.judgement.loss) / 100.0,
        label: ply.label().name(),
    });
    let form = AnalysisForm {
        game: Kuba::NAME,
        rules: analysed.record.start().rules().name(),
        nodes: analysed.nodes,
        plies: plies.collect(),
        end: analysed.end.map(ScoreJson::from),
    };
    let mut text = Vec::new();
    decimals::append_json(&form, &mut text);
    Ok(String::from_utf8(text)?)
}

#[derive(Serialize)]
struct AnalysisForm {
    game: &'static str,
    rules: &'static str,
    nodes: u64,
    plies: Vec<PlyForm>,
    /// What White had at the end; null if it was stopped before.
    end: Option<ScoreJson>,
}

#[derive(Serialize)]
struct PlyForm {
    ply: usize,
    side: char,
    action: String,
    /// Before the action.
    position: String,
    depth: u32,
    best: LineJson,
    /// What the action was worth to who played it.
    score: ScoreJson,
    loss: f64,
    label: &'static str,
}
