//! The search: principal variation search with iterative deepening.

use core::cmp::Reverse;

use kuba_rules::Action;

use crate::engine::{Limits, Line, Report, Root, Width};
use crate::evaluation::Evaluation;
use crate::node::{NO_CODE, Node, board_key};
use crate::ordering::History;
use crate::score::{DRAW, INFINITY, MOST_REDS, Score, Value, Window, is_decided};
use crate::table::Table;

/// No line gets longer than this.
pub(crate) const LONGEST: usize = 192;
/// From this depth on the value of the depth before is trusted so far.
const ASPIRATION_DEPTH: i32 = 4;
const ASPIRATION: Value = 30;

/// One search of one root.
pub(crate) struct Search<'a> {
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) table: &'a mut Table,
    pub(crate) history: &'a mut History,
    pub(crate) limits: &'a Limits,
    pub(crate) stop: &'a dyn Fn() -> bool,
    root: Node,
    /// What [`Root::is_over`] says.
    is_over: bool,
    /// After how many pushes it is a draw.
    pub(crate) pushes_left: u32,
    /// Board keys that have been counted twice in the game.
    pub(crate) counted_twice: Vec<u64>,
    pub(crate) nodes: u64,
    pub(crate) is_stopped: bool,
    /// The value of the root's best line so far.
    pub(crate) root_value: Value,
    /// First actions whose lines are found already.
    pub(crate) told: Vec<Action>,
    /// What is kept of each level of the line that is being looked at.
    pub(crate) levels: Box<[Level; LONGEST + 1]>,
    /// The best line from each level on.
    pub(crate) lines: Vec<Vec<Action>>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Level {
    /// What K-12 counts, if a turn began here; else 0.
    pub(crate) board_key: u64,
    /// The action that led to the next level.
    pub(crate) action: u8,
    pub(crate) killers: [u8; 2],
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        evaluation: &'a Evaluation,
        table: &'a mut Table,
        history: &'a mut History,
        root: &Root,
        limits: &'a Limits,
        stop: &'a dyn Fn() -> bool,
    ) -> Self {
        let counts = root.repetitions.iter();
        let mut counted_twice: Vec<u64> = counts
            .filter(|(_, count)| *count >= 2)
            .map(|(position, _)| board_key(&position))
            .collect();
        counted_twice.sort_unstable();
        Self {
            evaluation,
            table,
            history,
            limits,
            stop,
            root: Node::root(root.position),
            is_over: root.is_over(),
            pushes_left: root.pushes_left.unwrap_or(u32::MAX),
            counted_twice,
            nodes: 0,
            is_stopped: false,
            root_value: DRAW,
            told: Vec::new(),
            levels: Box::new(
                [Level {
                    board_key: 0,
                    action: NO_CODE,
                    killers: [NO_CODE; 2],
                }; LONGEST + 1],
            ),
            lines: vec![Vec::new(); LONGEST + 1],
        }
    }

    /// Searches deeper and deeper, and tells after each depth.
    pub(crate) fn run(mut self, tell: &mut dyn FnMut(&Report)) -> Report {
        let mut report = Report {
            depth: 0,
            nodes: 0,
            lines: self.first_lines(),
        };
        if report.lines.is_empty() {
            return report;
        }
        let deepest = self.limits.depth.min(Limits::DEEPEST);
        for depth in 1..=deepest {
            let found = self.lines_at(depth.cast_signed(), &report.lines);
            report.nodes = self.nodes;
            if self.is_stopped {
                // The lines found are as good, as the best of the depth before
                // are always looked at first.
                let rest = report.lines.iter().filter(|line| {
                    let known = |found: &Line| found.actions[0] == line.actions[0];
                    !found.iter().any(known)
                });
                let lines = found.iter().chain(rest).take(report.lines.len());
                let mut lines: Vec<Line> = lines.cloned().collect();
                lines.sort_by_key(|line| Reverse(line.score));
                report.lines = lines;
                break;
            }
            report.depth = depth;
            report.lines = found;
            tell(&report);
            if self.is_settled(&report) {
                break;
            }
        }
        report
    }

    /// Whether looking deeper cannot change much: the best line decides the
    /// game within the depth searched.
    fn is_settled(&self, report: &Report) -> bool {
        self.limits.width == Width::Selective
            && report.lines.iter().all(|line| match line.score {
                Score::Reds(_) => false,
                Score::Win(pushes) | Score::Loss(pushes) => report.depth > pushes,
            })
    }

    /// Something to answer before anything is searched.
    fn first_lines(&self) -> Vec<Line> {
        if self.is_over {
            return Vec::new();
        }
        let score = Score::of(self.evaluate(&self.root));
        self.candidates(&self.root, 0, NO_CODE)
            .take(self.limits.lines.max(1))
            .map(|candidate| Line {
                score,
                actions: vec![candidate.action()],
            })
            .collect()
    }

    /// The best lines at a depth, as far as they were found before the end.
    fn lines_at(&mut self, depth: i32, before: &[Line]) -> Vec<Line> {
        self.told.clear();
        let mut lines: Vec<Line> = Vec::new();
        for line in before {
            let found = self.aspire(depth, line.score);
            if let Some((value, actions)) = found {
                self.told.push(actions[0]);
                lines.push(Line {
                    score: Score::of(value),
                    actions,
                });
            }
            if self.is_stopped {
                break;
            }
        }
        // Later lines may turn out better, as more is known by then.
        lines.sort_by_key(|line| Reverse(line.score));
        lines
    }

    /// Searches the root with a window around the value expected, and a wider
    /// one as long as the value lies outside.
    fn aspire(&mut self, depth: i32, guess: Score) -> Option<(Value, Vec<Action>)> {
        let (mut alpha, mut beta) = (-INFINITY, INFINITY);
        let mut width = ASPIRATION;
        if let Score::Reds(guess) = guess
            && depth >= ASPIRATION_DEPTH
        {
            (alpha, beta) = (guess - width, guess + width);
        }
        let mut best = None;
        loop {
            let root = self.root;
            let value = self.search(&root, Window { alpha, beta }, depth, 0);
            // A line is there if an action was found that is better than alpha.
            if !self.lines[0].is_empty() {
                best = Some((self.root_value, self.lines[0].clone()));
            }
            if self.is_stopped {
                return best;
            }
            width *= 4;
            if value <= alpha {
                alpha = (value - width).max(-INFINITY);
            } else if value >= beta {
                beta = (value + width).min(INFINITY);
            } else {
                return best;
            }
            if width > MOST_REDS / 8 || is_decided(value) {
                (alpha, beta) = (-INFINITY, INFINITY);
            }
        }
    }
}
