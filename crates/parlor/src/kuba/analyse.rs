//! `parlor kuba analyse`: what the actions of a recorded game lost, or what can
//! be done in a position.

#[cfg(test)]
mod tests;
mod words;

use core::cell::RefCell;
use core::sync::atomic::{AtomicBool, Ordering};
use std::process::ExitCode;

use anyhow::{bail, ensure};
use kuba_engine::Limits;
use kuba_engine::analysis::{GameAnalysis, NODES_OF_ACTION};
use kuba_rules::Position;
use parlor_game::Kuba;
use parlor_record::record::{AnyRecord, Record};
use parlor_study::{Watch, kuba as study};
use parlor_view::PictureOptions;
use parlor_view::kuba::{self as view, Names};

use super::hint::{self, PositionHint};
use crate::cli::KubaAnalyseArgs;
use crate::form::{self as forms, Render};
use crate::interrupt;
use crate::json;
use crate::output::InputError;
use crate::progress::Progress;
use crate::replay;
use crate::whole::{self, Given};

/// Analyzes a position or a record.
pub(super) fn run(arguments: &KubaAnalyseArgs) -> anyhow::Result<ExitCode> {
    let what = arguments.what.as_str();
    let (name, text) = match whole::given(what)? {
        Given::Position(line) => return position(line, arguments),
        Given::Text { name, text } => (name, text),
    };
    if !replay::is_record(&text) {
        let mut lines = text.lines().filter(|line| !line.trim().is_empty());
        return match (lines.next(), lines.next()) {
            (Some(line), None) => position(line.trim(), arguments),
            _ => bail!("{name} must hold one position or one record"),
        };
    }
    let Some(any) = replay::read(&name, &text, &arguments.form)? else {
        return Ok(ExitCode::from(crate::BAD_INPUT));
    };
    let refused = |message| InputError {
        rule: None,
        value: name.clone(),
        message,
    };
    let AnyRecord::Kuba(record) = &any else {
        let message =
            format!("{name} is a game of Ludo; use `parlor ludo analyse` if it was played live");
        return Err(refused(message).into());
    };
    if record.plies().is_empty() {
        let message = format!("{name}: no ply has been played yet, so there is nothing to analyze");
        return Err(refused(message).into());
    }
    let watch = Watcher {
        stop: interrupt::flag()?,
        progress: RefCell::new(Progress::of_items(record.plies().len() as u64, "plies")),
    };
    let nodes = arguments.nodes.unwrap_or(NODES_OF_ACTION);
    let analyzed = Analyzed::of(&any, record, nodes, &watch)?;
    watch.progress.into_inner().finish();
    forms::show(&analyzed, &arguments.form)?;
    Ok(ExitCode::SUCCESS)
}

/// Rates the actions in a position.
fn position(line: &str, arguments: &KubaAnalyseArgs) -> anyhow::Result<ExitCode> {
    ensure!(
        !arguments.form.svg && !arguments.form.png,
        "only a game has a graph; `parlor show` draws a position"
    );
    let position = hint::read(line)?;
    let limits = Limits {
        lines: LINES,
        ..Limits::nodes(arguments.nodes.unwrap_or(NODES_OF_POSITION))
    };
    let hint = PositionHint::of(position, &limits)?;
    forms::show(&OfPosition { position, hint }, &arguments.form)?;
    Ok(ExitCode::SUCCESS)
}

/// The number of lines shown for a position.
const LINES: usize = 3;
/// The default nodes for a position.
const NODES_OF_POSITION: u64 = 2_000_000;

/// Shows the progress, and stops at Ctrl-C.
struct Watcher {
    stop: &'static AtomicBool,
    progress: RefCell<Progress>,
}

impl Watch for Watcher {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn judged(&self) {
        self.progress.borrow_mut().advance(1);
    }
}

/// A position with its best actions.
struct OfPosition {
    position: Position,
    hint: PositionHint,
}

impl Render for OfPosition {
    fn svg(&self, options: PictureOptions<'_>) -> String {
        view::Picture::new(&self.position).svg(options)
    }

    fn words(&self) -> String {
        let board = view::board(&self.position, Names::default());
        format!("{board}\n\n{}", self.hint.words())
    }

    fn sentences(&self) -> Vec<String> {
        self.hint.sentences()
    }

    fn json(&self) -> String {
        json::text(&self.hint.json())
    }
}

/// A record and what its actions lost.
struct Analyzed<'a> {
    any: &'a AnyRecord,
    record: &'a Record<Kuba>,
    /// That of all actions, or of those before Ctrl-C.
    analysis: GameAnalysis,
}

impl<'a> Analyzed<'a> {
    /// Judges one ply after the other, until all are or it is stopped.
    fn of(
        any: &'a AnyRecord,
        record: &'a Record<Kuba>,
        nodes: u64,
        watch: &dyn Watch,
    ) -> anyhow::Result<Self> {
        let analysis = study::analyze(record, nodes, watch)?;
        ensure!(
            !analysis.actions.is_empty(),
            "stopped before the first ply was judged"
        );
        Ok(Self {
            any,
            record,
            analysis,
        })
    }
}

impl Render for Analyzed<'_> {
    fn svg(&self, options: PictureOptions<'_>) -> String {
        study::graph(self.record, &self.analysis, options)
    }

    fn words(&self) -> String {
        words::page(self)
    }

    fn sentences(&self) -> Vec<String> {
        study::sentences(self.record, &self.analysis)
    }

    fn json(&self) -> String {
        study::json(self.record, &self.analysis)
    }
}
