//! The search: principal variation search with iterative deepening.

use core::cmp::{Ordering, Reverse};

use kuba_rules::Action;
use kuba_tables::Tables;

use crate::endgames;
use crate::evaluation::Evaluation;
use crate::limits::{Limits, Pruning, Root};
use crate::node::{NO_CODE, Node, board_key};
use crate::ordering::{Candidates, HistoryTables};
use crate::report::{Line, Report};
use crate::score::{DRAW, INFINITY, MAX_EVALUATION, Score, Value, Window, is_decided};
use crate::table::TranspositionTable;
use crate::team::Place;

/// The greatest distance from the root, in actions.
pub(crate) const MAX_PLY: usize = 192;
/// The least depth searched with an aspiration window.
const ASPIRATION_DEPTH: i32 = 4;
/// Half the width of the first aspiration window, in hundredths of a red.
const ASPIRATION: Value = 30;

/// What all threads of a search are given.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchTask<'a> {
    pub(crate) evaluation: &'a Evaluation,
    /// The endgame tables, if they have positions of this game.
    pub(crate) tables: Option<&'a Tables>,
    pub(crate) table: &'a TranspositionTable,
    pub(crate) root: &'a Root,
    pub(crate) limits: &'a Limits,
}

/// One search of one root by one thread.
pub(crate) struct Search<'a> {
    pub(crate) evaluation: &'a Evaluation,
    pub(crate) tables: Option<&'a Tables>,
    pub(crate) table: &'a TranspositionTable,
    pub(crate) history: &'a mut HistoryTables,
    pub(crate) limits: &'a Limits,
    pub(crate) stop: &'a dyn Fn() -> bool,
    root: Node,
    /// [`Root::is_over`].
    is_over: bool,
    /// The number of pushes until the push limit. Rules: K-13.
    pub(crate) pushes_left: u32,
    /// Sorted keys of the boards that occurred twice in the game. Rules: K-12.
    pub(crate) counted_twice: Vec<u64>,
    pub(crate) nodes: u64,
    /// The number of nodes that it may visit before it must claim more.
    pub(crate) allowance: u64,
    /// Its place among the threads that search the root.
    pub(crate) place: Place<'a>,
    pub(crate) is_stopped: bool,
    /// The value of the root's principal variation.
    pub(crate) root_value: Value,
    /// Root actions already reported at this depth (multi-PV).
    pub(crate) excluded_root_moves: Vec<Action>,
    /// One entry for each ply of the current line.
    pub(crate) stack: Box<[StackEntry; MAX_PLY + 1]>,
    /// The triangular table of principal variations, by ply.
    pub(crate) pv: Vec<Vec<Action>>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct StackEntry {
    /// The key that K-12 counts, if a turn began here; else 0.
    pub(crate) board_key: u64,
    /// The code of the action that led to the next ply.
    pub(crate) action: u8,
    pub(crate) killers: [u8; 2],
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        task: SearchTask<'a>,
        history: &'a mut HistoryTables,
        stop: &'a dyn Fn() -> bool,
        place: Place<'a>,
    ) -> Self {
        let SearchTask {
            evaluation,
            tables,
            table,
            root,
            limits,
        } = task;
        let counts = root.repetitions.iter();
        let mut counted_twice: Vec<u64> = counts
            .filter(|(_, count)| *count >= 2)
            .map(|(position, _)| board_key(&position))
            .collect();
        counted_twice.sort_unstable();
        Self {
            evaluation,
            tables,
            table,
            history,
            limits,
            stop,
            root: Node::root(root.position),
            is_over: root.is_over(),
            pushes_left: root.pushes_left.unwrap_or(u32::MAX),
            counted_twice,
            nodes: 0,
            allowance: place.allowance(limits.nodes),
            place,
            is_stopped: false,
            root_value: DRAW,
            excluded_root_moves: Vec::new(),
            stack: Box::new(
                [StackEntry {
                    board_key: 0,
                    action: NO_CODE,
                    killers: [NO_CODE; 2],
                }; MAX_PLY + 1],
            ),
            pv: vec![Vec::new(); MAX_PLY + 1],
        }
    }

    /// Iterative deepening, with a report after each depth.
    pub(crate) fn run(&mut self, on_depth: &mut dyn FnMut(&Report)) -> Report {
        let mut report = Report {
            depth: 0,
            nodes: 0,
            lines: self.first_lines(),
        };
        if report.lines.is_empty() {
            return report;
        }
        let deepest = self.limits.depth.min(Limits::DEEPEST);
        for depth in self.place.first_depth()..=deepest {
            let found = self.lines_at(depth.cast_signed(), &report.lines);
            report.nodes = self.nodes + self.place.nodes_of_others();
            if self.is_stopped {
                // The lines of the unfinished depth count, because the best of
                // the depth before are searched first.
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
            on_depth(&report);
            if self.is_settled(&report) {
                break;
            }
        }
        report
    }

    /// Whether a deeper search is pointless: every line decides the game within
    /// the depth searched, or the endgame tables have said all.
    fn is_settled(&self, report: &Report) -> bool {
        if self.exact_value(&self.root).is_some() {
            return true;
        }
        self.limits.pruning == Pruning::On
            && report.lines.iter().all(|line| match line.score {
                Score::Reds(_) => false,
                Score::Win(pushes) | Score::Loss(pushes) => report.depth > pushes,
            })
    }

    /// The value of a node by the endgame tables.
    pub(crate) fn exact_value(&self, node: &Node) -> Option<Value> {
        let left = self.pushes_left - u32::from(node.pushes);
        let value = endgames::value(self.tables?, &node.position, left)?;
        let pushes = Value::from(node.pushes);
        Some(match value.cmp(&DRAW) {
            Ordering::Greater => value - pushes,
            Ordering::Equal => DRAW,
            Ordering::Less => value + pushes,
        })
    }

    /// Lines of one action, to report if the first depth is not completed.
    fn first_lines(&self) -> Vec<Line> {
        if self.is_over {
            return Vec::new();
        }
        let score = Score::of(self.evaluate(&self.root));
        let hints = self.hints(0, NO_CODE);
        Candidates::all(&self.root.position, hints, self.history)
            .take(self.limits.lines.max(1))
            .map(|candidate| Line {
                score,
                actions: vec![candidate.action()],
            })
            .collect()
    }

    /// The best lines at a depth, up to the one at which the search stopped.
    fn lines_at(&mut self, depth: i32, before: &[Line]) -> Vec<Line> {
        self.excluded_root_moves.clear();
        let mut lines: Vec<Line> = Vec::new();
        for line in before {
            let found = self.aspire(depth, line.score);
            if let Some((value, mut actions)) = found {
                if is_decided(value)
                    && let Some(tables) = self.tables
                {
                    endgames::complete(tables, &self.root.position, &mut actions);
                }
                self.excluded_root_moves.push(actions[0]);
                lines.push(Line {
                    score: Score::of(value),
                    actions,
                });
            }
            if self.is_stopped {
                break;
            }
        }
        // A later line may score higher, because the table has filled.
        lines.sort_by_key(|line| Reverse(line.score));
        lines
    }

    /// Searches the root with an aspiration window around the value of the depth
    /// before, widened while the value lies outside.
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
            // There is a principal variation if an action raised alpha.
            if !self.pv[0].is_empty() {
                best = Some((self.root_value, self.pv[0].clone()));
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
            if width > MAX_EVALUATION / 8 || is_decided(value) {
                (alpha, beta) = (-INFINITY, INFINITY);
            }
        }
    }
}
