//! The analysis of a recorded game of Kuba.

pub mod scores;
mod sentences;

use kuba_engine::Engine;
use kuba_engine::analysis::GameAnalysis;
use kuba_engine::analysis::json::GameAnalysisJson;
use kuba_rules::Side;
use parlor_game::{ActError, Kuba};
use parlor_record::decimals;
use parlor_record::record::{Act, Record};
use parlor_view::PictureOptions;
use parlor_view::kuba::Graph;

use crate::watch::Watch;

pub use sentences::{loss, name, sentences, unfinished};

/// The size of the engine's table, in MiB.
const MEBIBYTES: usize = 64;

/// Judges every action of a game with so many nodes each; those before it was stopped, if it
/// was.
///
/// # Errors
/// The rule that forbids an action.
pub fn analyze(
    record: &Record<Kuba>,
    nodes: u64,
    watch: &dyn Watch,
) -> Result<GameAnalysis, ActError<Kuba>> {
    let actions = record.plies().iter().map(|ply| match *ply.act() {
        Act::Action(action) => action,
        // Nothing is rolled in Kuba.
        Act::Chance(_, outcome) => match outcome {},
    });
    let mut engine = Engine::new(MEBIBYTES);
    let start = record.start();
    let stop = || watch.is_stopped();
    let mut judged = || watch.judged();
    GameAnalysis::of(&mut engine, start, actions, nodes, &stop, &mut judged)
}

/// The analysis as JSON: see `docs/formats/kuba-analysis.md`.
pub fn json(record: &Record<Kuba>, analysis: &GameAnalysis) -> String {
    decimals::text(&GameAnalysisJson::of(analysis, record.start().rules()))
}

/// Who was ahead along the game as an SVG document, with the [`sentences`] for screen readers.
pub fn graph(
    record: &Record<Kuba>,
    analysis: &GameAnalysis,
    options: PictureOptions<'_>,
) -> String {
    let title = format!(
        "Who was ahead along a game of Kuba: {} (W) against {} (B)",
        name(record, Side::White),
        name(record, Side::Black)
    );
    let losses: Vec<usize> = analysis.losses().map(|judged| judged.number).collect();
    Graph {
        title: &title,
        words: &sentences(record, analysis),
        scores: &analysis.leads(),
        losses: &losses,
    }
    .svg(options)
}
