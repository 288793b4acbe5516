//! The search: principal variation search with iterative deepening.

use kuba_rules::{Action, Outcome, Position};

use crate::engine::{Limits, Line, Report, Root, Width};
use crate::evaluation::Evaluation;
use crate::node::{NO_CODE, Node, board_key};
use crate::ordering::{Candidates, Hints, History};
use crate::score::{DRAW, MOST_REDS, Score, Value, WIN, is_decided};
use crate::table::{Bound, Found, Table};

/// No line gets longer than this.
const LONGEST: usize = 192;
/// Beyond every value.
const INFINITY: Value = WIN + 1;
/// From this depth on the value of the depth before is trusted so far.
const ASPIRATION_DEPTH: i32 = 4;
const ASPIRATION: Value = 30;

/// One search of one root.
pub(crate) struct Search<'a> {
    evaluation: &'a Evaluation,
    table: &'a mut Table,
    history: &'a mut History,
    limits: &'a Limits,
    stop: &'a dyn Fn() -> bool,
    root: Node,
    /// What [`Root::is_over`] says.
    is_over: bool,
    /// After how many pushes it is a draw.
    pushes_left: u32,
    /// Board keys that have been counted twice in the game.
    counted_twice: Vec<u64>,
    nodes: u64,
    is_stopped: bool,
    /// The value of the root's best line so far.
    root_value: Value,
    /// First actions whose lines are found already.
    told: Vec<Action>,
    /// What is kept of each level of the line that is being looked at.
    levels: Box<[Level; LONGEST + 1]>,
    /// The best line from each level on.
    lines: Vec<Vec<Action>>,
}

#[derive(Clone, Copy, Debug)]
struct Level {
    board_key: u64,
    /// The action that led to the next level.
    action: u8,
    killers: [u8; 2],
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
                report.lines = lines.cloned().collect();
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
        let score = Score::of(self.evaluate(&self.root.position));
        self.candidates(&self.root, 0, NO_CODE)
            .take(self.limits.lines.max(1))
            .map(|candidate| Line {
                score,
                actions: vec![candidate.action],
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
        lines.sort_by_key(|line| core::cmp::Reverse(line.score));
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
            let value = self.search(&root, alpha, beta, depth, 0);
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

    /// Counts a node; none if the search has to end before it.
    fn begin_node(&mut self) -> bool {
        if self.nodes >= self.limits.nodes || (self.stop)() {
            self.is_stopped = true;
            return false;
        }
        self.nodes += 1;
        true
    }

    fn evaluate(&self, position: &Position) -> Value {
        self.evaluation.of(position)
    }

    fn candidates(&self, node: &Node, level: usize, known: u8) -> Candidates {
        let hints = Hints {
            known,
            killers: self.levels[level].killers,
            last: self.last(level),
        };
        Candidates::all(&node.position, hints, self.history)
    }

    /// The action that led to this level.
    fn last(&self, level: usize) -> u8 {
        match level {
            0 => NO_CODE,
            _ => self.levels[level - 1].action,
        }
    }

    /// Whether it is a draw, given that nobody has won.
    fn is_drawn(&self, node: &Node, level: usize) -> bool {
        if u32::from(node.pushes) >= self.pushes_left {
            return true;
        }
        if level == 0 || node.position.may_push_again() {
            return false;
        }
        let oldest = level - level.min(usize::from(node.reversible));
        let earlier = &self.levels[oldest..level];
        earlier
            .iter()
            .any(|level| level.board_key == node.board_key)
            || self.counted_twice.binary_search(&node.board_key).is_ok()
    }

    /// The value of the node after an action, seen by who plays it: only if
    /// the turn passes is it the opponent's view turned round (K-12).
    fn value_after(
        &mut self,
        node: &Node,
        after: &Node,
        window: (Value, Value),
        depth: i32,
        level: usize,
    ) -> Value {
        let (alpha, beta) = window;
        if after.position.to_move() == node.position.to_move() {
            self.search(after, alpha, beta, depth, level)
        } else {
            -self.search(after, -beta, -alpha, depth, level)
        }
    }

    /// The value of a node to its side to move, exact between alpha and beta;
    /// without meaning once the search is stopped.
    fn search(
        &mut self,
        node: &Node,
        mut alpha: Value,
        beta: Value,
        depth: i32,
        level: usize,
    ) -> Value {
        self.lines[level].clear();
        if !self.begin_node() {
            return DRAW;
        }
        let position = &node.position;
        if position.legal_moves().is_empty() {
            return lost_or_won(node);
        }
        if self.is_drawn(node, level) {
            return DRAW;
        }
        if level >= LONGEST {
            return self.evaluate(position);
        }
        self.levels[level].board_key = node.board_key;
        if depth <= 0 {
            return match self.limits.width {
                Width::Full => self.evaluate(position),
                Width::Selective => self.quiesce(node, alpha, beta, level),
            };
        }

        let is_principal = beta - alpha > 1;
        let key = self.key(node);
        let entry = self.table.find(key).copied();
        if let Some(entry) = entry
            && !is_principal
            && self.is_enough(entry.depth.into(), depth)
        {
            let value = entry.value(node.pushes);
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if cuts {
                return value;
            }
        }
        let evaluation = match entry {
            Some(entry) => entry.evaluation(),
            None => self.evaluate(position),
        };

        let known = entry.map_or(NO_CODE, |entry| entry.action);
        let (mut best, mut best_code) = (-INFINITY, NO_CODE);
        let mut bound = Bound::Upper;
        let mut tried = [NO_CODE; 33];
        for (number, candidate) in self.candidates(node, level, known).enumerate() {
            if level == 0 && self.told.contains(&candidate.action) {
                continue;
            }
            tried[number] = candidate.code;
            self.levels[level].action = candidate.code;
            let after = node.after(candidate.action);
            let depth = match candidate.action {
                Action::Push(_) => depth - 1,
                Action::End => depth,
            };
            let mut value = alpha + 1;
            if best > -INFINITY {
                value = self.value_after(node, &after, (alpha, alpha + 1), depth, level + 1);
            }
            if best == -INFINITY || (value > alpha && is_principal) {
                value = self.value_after(node, &after, (alpha, beta), depth, level + 1);
            }
            if self.is_stopped {
                return DRAW;
            }
            if value <= best {
                continue;
            }
            best = value;
            if value <= alpha {
                continue;
            }
            best_code = candidate.code;
            self.extend_line(level, candidate.action);
            if level == 0 {
                self.root_value = value;
            }
            if value >= beta {
                bound = Bound::Lower;
                if !candidate.takes {
                    self.refute(node, level, candidate.code, &tried[..number], depth);
                }
                break;
            }
            bound = Bound::Exact;
            alpha = value;
        }
        if level > 0 || self.told.is_empty() {
            self.table.keep(Found {
                key,
                pushes: node.pushes,
                value: best,
                evaluation,
                action: best_code,
                depth: i8::try_from(depth).unwrap_or(i8::MAX),
                bound,
            });
        }
        best
    }

    fn refute(&mut self, node: &Node, level: usize, by: u8, others: &[u8], depth: i32) {
        let killers = &mut self.levels[level].killers;
        if killers[0] != by {
            *killers = [by, killers[0]];
        }
        let last = self.last(level);
        let side = node.position.to_move();
        self.history.refuted(side, last, by, others, depth);
    }

    /// Whether an entry's depth serves. With every action searched to the same
    /// depth, another depth would give another value.
    fn is_enough(&self, known: i32, wanted: i32) -> bool {
        match self.limits.width {
            Width::Selective => known >= wanted,
            Width::Full => known == wanted,
        }
    }

    /// The key of a node in the table. Where a draw by the push limit is in
    /// reach, what a position is worth depends on how many pushes are left.
    fn key(&self, node: &Node) -> u64 {
        let left = self.pushes_left - u32::from(node.pushes);
        match left {
            0..=Limits::DEEPEST => node.key() ^ u64::from(left).wrapping_mul(0x9E37_79B9_7F4A_7C15),
            _ => node.key(),
        }
    }

    fn extend_line(&mut self, level: usize, action: Action) {
        let (line, next) = {
            let (lines, rest) = self.lines.split_at_mut(level + 1);
            (&mut lines[level], rest.first())
        };
        line.clear();
        line.push(action);
        line.extend(next.into_iter().flatten());
    }

    /// The value when only pushes that take a marble off are looked at: who
    /// does not like any of them does something else.
    fn quiesce(&mut self, node: &Node, mut alpha: Value, beta: Value, level: usize) -> Value {
        let mut best = self.evaluate(&node.position);
        if best >= beta {
            return best;
        }
        alpha = alpha.max(best);
        for candidate in Candidates::taking(&node.position, NO_CODE) {
            self.levels[level].action = candidate.code;
            let after = node.after(candidate.action);
            let value = self.value_after(node, &after, (alpha, beta), 0, level + 1);
            if self.is_stopped {
                return DRAW;
            }
            best = best.max(value);
            if value > alpha {
                self.extend_line(level, candidate.action);
                alpha = value;
            }
            if value >= beta {
                break;
            }
        }
        best
    }
}

/// The value of a node where nothing can be played: somebody has won.
fn lost_or_won(node: &Node) -> Value {
    let position = &node.position;
    let win = WIN - Value::from(node.pushes);
    match position.outcome().and_then(Outcome::winner) {
        Some(winner) if winner == position.to_move() => win,
        _ => -win,
    }
}
