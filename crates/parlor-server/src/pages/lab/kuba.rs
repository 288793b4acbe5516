//! The engine's best lines from a position of Kuba, deepening while somebody looks.

use kuba_engine::analysis::json::LineJson;
use kuba_engine::analysis::why_naming;
use kuba_engine::{Engine, Limits, Report, Root};
use kuba_rules::{Position, Side};
use serde::Serialize;

use super::super::analysis::kuba::{ahead, thousands};
use super::super::board::kuba::name;
use super::super::sentences;
use super::place::Place;
use crate::wording::capitalized;

/// How many lines there are.
const LINES: usize = 3;

/// The size of the engine's table, in MiB.
const MEBIBYTES: usize = 16;

/// The most actions of a line that are shown.
const LONGEST: usize = 12;

/// The best lines, as they are shown.
#[derive(Debug, Default)]
pub(super) struct Lines {
    pub(super) depth: u32,
    /// `200,000`.
    pub(super) nodes: String,
    pub(super) best: Vec<ShownLine>,
}

#[derive(Debug)]
pub(super) struct ShownLine {
    /// Who is ahead.
    pub(super) score: String,
    /// What the first action does.
    pub(super) words: String,
    pub(super) first: String,
    /// Where the first action leads.
    pub(super) href: String,
    /// The other actions.
    pub(super) rest: String,
}

/// The same for programs, with the parts of the page that show it.
#[derive(Debug, Serialize)]
pub(super) struct LinesJson {
    depth: u32,
    nodes: u64,
    /// Whether nothing more will be found.
    is_over: bool,
    lines: Vec<WordedLine>,
    /// The section of the page, and its board.
    html: String,
    board: String,
}

#[derive(Debug, Serialize)]
struct WordedLine {
    #[serde(flatten)]
    line: LineJson,
    lead: String,
    words: String,
}

/// Work of a search that reports every depth, with so many nodes at most.
pub(super) fn search(
    root: Root,
    nodes: u64,
) -> impl FnOnce(&dyn Fn() -> bool, &dyn Fn(Report)) + Send + 'static {
    move |is_over, found| {
        let limits = Limits {
            lines: LINES,
            ..Limits::nodes(nodes)
        };
        let last = Engine::new(MEBIBYTES).search(&root, &limits, is_over, &mut |report| {
            found(report.clone());
        });
        if last.depth == 0 {
            found(last);
        }
    }
}

impl Lines {
    /// What a search has found from a place.
    pub(super) fn of(place: &Place, position: &Position, report: &Report) -> Self {
        let lines = report.lines.iter().filter_map(|line| {
            let (first, rest) = line.actions.split_first()?;
            let rest = rest.iter().take(LONGEST - 1).map(ToString::to_string);
            Some(ShownLine {
                score: capitalized(&ahead(line.score, position.to_move(), &title)),
                words: why_naming(position, &line.actions, &|action| name(action, false)),
                first: first.to_string(),
                href: place.after(&first.to_string()),
                rest: rest.collect::<Vec<_>>().join(" "),
            })
        });
        Self {
            depth: report.depth,
            nodes: thousands(report.nodes),
            best: lines.collect(),
        }
    }

    /// The first actions, the best first.
    pub(super) fn first_actions(&self) -> Vec<String> {
        self.best.iter().map(|line| line.first.clone()).collect()
    }

    pub(super) fn json(
        &self,
        position: &Position,
        report: &Report,
        is_over: bool,
        [html, board]: [String; 2],
    ) -> LinesJson {
        LinesJson {
            depth: self.depth,
            nodes: report.nodes,
            is_over,
            lines: report
                .lines
                .iter()
                .zip(&self.best)
                .map(|(line, shown)| WordedLine {
                    line: LineJson::of(position, line),
                    lead: shown.score.clone(),
                    words: shown.words.clone(),
                })
                .collect(),
            html,
            board,
        }
    }
}

/// The name of a side.
fn title(side: Side) -> String {
    let title = match side {
        Side::White => sentences::WHITE_SIDE,
        Side::Black => sentences::BLACK_SIDE,
    };
    title.to_owned()
}
