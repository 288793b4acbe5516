//! `parlor kuba hint`: the best actions in a position, and why they are.

use std::fmt::Write as _;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use kuba_engine::analysis::json::{LineJson, ThreatJson};
use kuba_engine::analysis::threats;
use kuba_engine::{Engine, Limits, Line, Report, Root};
use kuba_rules::{Position, Side};
use parlor_study::kuba::scores::{for_mover, threat, why, written};
use parlor_view::kuba::{self as view, Names};
use serde::Serialize;

use crate::cli::KubaHintArgs;
use crate::interrupt;
use crate::output::{self, InputError, count};
use crate::scene_text;

/// The size of the engine's table, in MiB.
const MEBIBYTES: usize = 64;

/// The column at which an explanation begins.
const WHY_COLUMN: usize = 18;

/// Prints the best actions in the position.
pub(super) fn run(arguments: &KubaHintArgs) -> anyhow::Result<ExitCode> {
    let line = arguments.position.trim();
    let position = read(line)?;
    let limits = Limits {
        lines: arguments.lines,
        ..Limits::nodes(arguments.nodes)
    };
    let hint = PositionHint::of(position, &limits)?;
    output::print_result(arguments.json, || hint.json(), || hint.words())
}

/// The position of a line, in which something can be chosen.
pub(super) fn read(line: &str) -> Result<Position, InputError> {
    let (rule, message) = match line.parse::<Position>() {
        Ok(position) => match position.outcome() {
            None => return Ok(position),
            Some(outcome) => (
                Some(outcome.rule()),
                format!(
                    "the game is over ({}), so there is nothing to choose",
                    outcome.rule()
                ),
            ),
        },
        Err(_) if line.parse::<ludo_rules::Position>().is_ok() => (
            None,
            "this is a Ludo position; use `parlor ludo hint`".to_owned(),
        ),
        Err(error) => (error.rule(), format!("not a Kuba position: {error}")),
    };
    Err(InputError {
        rule,
        value: line.to_owned(),
        message,
    })
}

/// The result for a position.
pub(super) struct PositionHint {
    position: Position,
    report: Report,
}

impl PositionHint {
    /// Searches a position of a game that is not over; Ctrl-C makes do with what
    /// was found by then.
    pub(super) fn of(position: Position, limits: &Limits) -> anyhow::Result<Self> {
        let stop = interrupt::flag()?;
        let is_stopped = || stop.load(Ordering::Relaxed);
        let report =
            Engine::new(MEBIBYTES).search(&Root::new(position), limits, &is_stopped, &mut |_| {});
        Ok(Self { position, report })
    }

    fn side(&self) -> Side {
        self.position.to_move()
    }

    pub(super) fn words(&self) -> String {
        let mut words = format!(
            "{}\nLooked {} deep, at {}.\n",
            view::status(&self.position, Names::default(), None),
            count(self.report.depth, "push"),
            count(self.report.nodes, "position"),
        );
        let other = self.side().other();
        if let Some(threat) = threat(&self.position, other, "threatens") {
            // Writing to a String cannot fail.
            let _written = writeln!(words, "{other} {threat}");
        }
        words.push_str("\n action  score    why\n");
        for line in &self.report.lines {
            words.push_str(&self.line(line));
        }
        words
    }

    /// An action with its score, why, and how it could go on.
    fn line(&self, line: &Line) -> String {
        let action = line.actions.first().map(ToString::to_string);
        let why = scene_text::wrapped(&why(&self.position, &line.actions), WHY_COLUMN);
        let mut words = format!(
            " {:<6}  {:<7}  {why}\n",
            action.unwrap_or_default(),
            for_mover(line.score),
        );
        if line.actions.len() > 1 {
            let line = format!("Line: {}", written(&line.actions));
            let line = scene_text::wrapped(&line, WHY_COLUMN);
            // Writing to a String cannot fail.
            let _written = writeln!(words, "{:WHY_COLUMN$}{line}", "");
        }
        words
    }

    pub(super) fn sentences(&self) -> Vec<String> {
        let mut sentences = vec![view::status(&self.position, Names::default(), None)];
        let other = self.side().other();
        let threatened = threat(&self.position, other, "threatens");
        sentences.extend(threatened.map(|threat| format!("{other} {threat}")));
        for line in &self.report.lines {
            sentences.push(format!(
                "{}: {}. {}",
                written(&line.actions[..line.actions.len().min(1)]),
                for_mover(line.score),
                why(&self.position, &line.actions)
            ));
        }
        sentences
    }

    pub(super) fn json(&self) -> impl Serialize {
        let choices = self.report.lines.iter().map(|line| {
            let mut after = self.position;
            let first = line.actions.first();
            let played = first.map(|&action| after.play_action(action));
            let is_played = matches!(played, Some(Ok(())));
            ChoiceJson {
                action: first.map(ToString::to_string).unwrap_or_default(),
                line: LineJson::of(&self.position, line),
                position: is_played.then(|| after.to_string()),
                explanation: why(&self.position, &line.actions),
            }
        });
        let threatened = threats(&self.position, self.side().other()).into_iter();
        HintJson {
            position: self.position.to_string(),
            to_act: self.side().letter(),
            depth: self.report.depth,
            nodes: self.report.nodes,
            threatened: threatened.map(ThreatJson::from).collect(),
            choices: choices.collect(),
        }
    }
}

#[derive(Serialize)]
struct HintJson {
    position: String,
    to_act: char,
    depth: u32,
    nodes: u64,
    threatened: Vec<ThreatJson>,
    choices: Vec<ChoiceJson>,
}

#[derive(Serialize)]
struct ChoiceJson {
    action: String,
    #[serde(flatten)]
    line: LineJson,
    position: Option<String>,
    explanation: String,
}
