//! `parlor kuba analyse`: what the actions of a recorded game lost, or what can
//! be done in a position.

mod analysis_json;
#[cfg(test)]
mod tests;
mod words;

use std::process::ExitCode;
use std::sync::atomic::Ordering;

use anyhow::{bail, ensure};
use kuba_engine::analysis::{Judgment, Label, judge, score_of};
use kuba_engine::{Engine, Limits, Score};
use kuba_rules::{Action, Position, Side};
use parlor_game::{Kuba, LiveGame};
use parlor_record::record::{Act, AnyRecord, Record};
use parlor_view::kuba::{self as view, Graph, Names};
use parlor_view::{PictureOptions, printable};

use self::analysis_json::AnalysisJson;
use super::hint::{self, MEBIBYTES, PositionHint};
use super::scores::level;
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
    let stop = interrupt::flag()?;
    let is_stopped = || stop.load(Ordering::Relaxed);
    let nodes = arguments.nodes.unwrap_or(NODES_OF_PLY);
    let analyzed = Analyzed::of(&any, record, nodes, &is_stopped)?;
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
/// The default nodes for a ply.
const NODES_OF_PLY: u64 = 100_000;

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
    nodes: u64,
    /// Those that were judged: all, or those before Ctrl-C.
    plies: Vec<JudgedAction>,
    /// What White had at the end; unknown if not all were judged.
    end: Option<Score>,
}

/// An action that was judged.
struct JudgedAction {
    number: usize,
    before: Position,
    action: Action,
    judgment: Judgment,
}

impl JudgedAction {
    /// The score after it, for White.
    fn level(&self) -> f64 {
        level(self.judgment.played, self.judgment.side)
    }

    fn label(&self) -> Label {
        self.judgment.label()
    }
}

impl<'a> Analyzed<'a> {
    /// Judges one ply after the other, until all are or it is stopped.
    fn of(
        any: &'a AnyRecord,
        record: &'a Record<Kuba>,
        nodes: u64,
        stop: &dyn Fn() -> bool,
    ) -> anyhow::Result<Self> {
        let limits = Limits::nodes(nodes);
        let mut engine = Engine::new(MEBIBYTES);
        let mut progress = Progress::of_items(record.plies().len() as u64, "plies");
        let mut game = LiveGame::<Kuba>::new(*record.start(), None);
        let mut plies = Vec::new();
        for (ply, number) in record.plies().iter().zip(1..) {
            let action = match *ply.act() {
                Act::Action(action) => action,
                // Nothing is rolled in Kuba.
                Act::Chance(_, outcome) => match outcome {},
            };
            let Some(judgment) = judge(&mut engine, &game, action, &limits, stop)? else {
                break;
            };
            plies.push(JudgedAction {
                number,
                before: *game.position(),
                action,
                judgment,
            });
            game.play(action)?;
            progress.advance(1);
        }
        progress.finish();
        ensure!(!plies.is_empty(), "stopped before the first ply was judged");
        let end = score_of(&mut engine, &game, Side::White, &limits, stop);
        let end = (!stop()).then_some(end);
        Ok(Self {
            any,
            record,
            nodes,
            plies,
            end,
        })
    }

    /// White's lead in reds at the start and after each ply.
    fn levels(&self) -> Vec<f64> {
        let start = self.plies.first();
        let start = start.map(|ply| level(ply.judgment.best.score, ply.judgment.side));
        let mut levels: Vec<f64> = start.into_iter().collect();
        levels.extend(self.plies.iter().map(JudgedAction::level));
        if let (Some(last), Some(end)) = (levels.last_mut(), self.end) {
            *last = level(end, Side::White);
        }
        levels
    }

    /// That not all was judged, if so.
    fn unfinished(&self) -> Option<String> {
        let (judged, all) = (self.plies.len(), self.record.plies().len());
        self.end.is_none().then(|| {
            format!("Stopped: {judged} of {all} plies were judged, and the last position was not.")
        })
    }

    /// The plies that lost much, in their order.
    fn losses(&self) -> impl Iterator<Item = &JudgedAction> {
        let plies = self.plies.iter();
        plies.filter(|ply| ply.label() >= Label::Mistake)
    }

    /// Each player's name, or else the side.
    fn name(&self, side: Side) -> String {
        let players = &self.record.opening().players;
        let player = players.iter().find(|player| player.seat == side);
        let name = player.and_then(|player| player.name.as_deref());
        name.map_or_else(|| side.to_string(), printable)
    }
}

impl Render for Analyzed<'_> {
    fn svg(&self, options: PictureOptions<'_>) -> String {
        let title = format!(
            "Who was ahead along a game of Kuba: {} (W) against {} (B)",
            self.name(Side::White),
            self.name(Side::Black)
        );
        let losses: Vec<usize> = self.losses().map(|ply| ply.number).collect();
        Graph {
            title: &title,
            words: &words::sentences(self),
            scores: &self.levels(),
            losses: &losses,
        }
        .svg(options)
    }

    fn words(&self) -> String {
        words::page(self)
    }

    fn sentences(&self) -> Vec<String> {
        words::sentences(self)
    }

    fn json(&self) -> String {
        json::text(&AnalysisJson::of(self))
    }
}
