//! The tree: one negamax for both rule sets.

use kuba_rules::{Action, MovesByTaking, Outcome, Position};

use crate::engine::{Limits, Width};
use crate::node::{NO_CODE, Node, position_after, push_code};
use crate::ordering::{Candidates, Hints};
use crate::score::{DRAW, INFINITY, MOST_REDS, Value, WIN, Window, is_decided};
use crate::search::{LONGEST, Search};
use crate::table::{Bound, Entry, Found, Touched};

/// Down to this depth evaluations are trusted so far as to leave out what
/// they speak against.
const SHALLOW: i32 = 4;
/// Who is ahead of what is wanted by so much a push, in hundredths of a red,
/// will not fall behind it.
const LEAD: Value = 60;
/// Who is behind by so much, and so much more a push, will not catch up by a
/// push that takes nothing.
const LAG: Value = 60;
const LAG_A_PUSH: Value = 70;
/// From this depth on positions are kept in the table; below it they are
/// searched sooner than found.
const KEPT_DEPTH: i32 = 2;
/// From this depth on the order of quiet actions goes by what they lead to.
const REFINED_DEPTH: i32 = 3;

impl Search<'_> {
    /// The value of a node to its side to move, exact inside the window;
    /// without meaning once the search is stopped.
    pub(crate) fn search(
        &mut self,
        node: &Node,
        window: Window,
        depth: i32,
        level: usize,
    ) -> Value {
        self.lines[level].clear();
        if !self.begin_node() {
            return DRAW;
        }
        let position = &node.position;
        // The table is far away: what is worked out meanwhile costs nothing.
        let touched = (depth >= KEPT_DEPTH).then(|| self.table.touch(self.key(node)));
        if position.is_over() {
            return lost_or_won(node);
        }
        if self.is_drawn(node, level) {
            return DRAW;
        }
        if level >= LONGEST {
            return self.evaluate(node);
        }
        let begins = !position.may_push_again();
        self.levels[level].board_key = if begins { node.board_key } else { 0 };
        match self.limits.width {
            _ if depth > 0 => self.look_deeper(node, touched, window, depth, level),
            Width::Full => self.evaluate(node),
            Width::Selective => self.quiesce(node, window, level),
        }
    }

    /// Counts a node; says no if the search has to end before it.
    fn begin_node(&mut self) -> bool {
        // Who has said stop is not asked again.
        self.is_stopped = self.is_stopped || self.nodes >= self.limits.nodes || (self.stop)();
        self.nodes += u64::from(!self.is_stopped);
        !self.is_stopped
    }

    /// Whether it is a draw, given that nobody has won. Rules: K-12, K-13.
    fn is_drawn(&self, node: &Node, level: usize) -> bool {
        if u32::from(node.pushes) >= self.pushes_left {
            return true;
        }
        if level == 0 || node.position.may_push_again() {
            return false;
        }
        // Two pushes of each side are the fewest that lead back (K-7).
        let oldest = level - level.min(usize::from(node.reversible));
        let latest = level.saturating_sub(3).max(oldest);
        let mut earlier = self.levels[oldest..latest].iter();
        earlier.any(|earlier| earlier.board_key == node.board_key)
            || self.counted_twice.binary_search(&node.board_key).is_ok()
    }

    /// What the node is worth without looking ahead.
    pub(crate) fn evaluate(&self, node: &Node) -> Value {
        let value = self.evaluation.of(&node.position);
        match self.limits.noise {
            0 => value,
            most => {
                let noise = noise(node.board_key ^ self.limits.seed, most);
                (value + noise).clamp(-MOST_REDS, MOST_REDS)
            }
        }
    }

    /// Whether an action of a node is one that is not thought of.
    fn overlooks(&self, node: &Node, code: u8) -> bool {
        let of_hundred = self.limits.overlooks;
        of_hundred > 0 && {
            let word = mixed(node.board_key ^ self.limits.seed ^ mixed(code.into()));
            word % 100 < u64::from(of_hundred)
        }
    }

    /// The value after an action, seen by who plays it: only if the turn
    /// passes is it the opponent's, turned round. Rules: K-11, K-12.
    fn value_after(
        &mut self,
        node: &Node,
        after: &Node,
        window: Window,
        depth: i32,
        level: usize,
    ) -> Value {
        if after.position.to_move() == node.position.to_move() {
            self.search(after, window, depth, level + 1)
        } else {
            -self.search(after, window.turned(), depth, level + 1)
        }
    }

    fn look_deeper(
        &mut self,
        node: &Node,
        touched: Option<Touched>,
        mut window: Window,
        depth: i32,
        level: usize,
    ) -> Value {
        let entry = touched.and_then(|touched| self.table.find(touched).copied());
        if let Some(entry) = entry
            && !window.is_open()
            && let Some(value) = self.known_value(&entry, node, window, depth)
        {
            return value;
        }
        let evaluation = match &entry {
            Some(entry) => entry.evaluation(),
            None => self.evaluate(node),
        };
        let is_selective = self.limits.width == Width::Selective && level > 0;
        if is_selective
            && !window.is_open()
            && let Some(value) = self.too_good(node, window.beta, evaluation, depth, level)
        {
            return value;
        }
        if self.is_stopped {
            return DRAW;
        }

        let known = entry.map_or(NO_CODE, |entry| entry.action);
        let mut candidates = self.candidates(node, level, known);
        let mut is_refined = !is_selective || depth < REFINED_DEPTH;
        let (mut best, mut best_code, mut bound) = (-INFINITY, NO_CODE, Bound::Upper);
        let mut tried = [NO_CODE; Candidates::MOST];
        let count = candidates.len();
        for number in 0..count {
            // Most nodes are refuted before, and then the order of the rest
            // does not matter.
            if !is_refined && candidates.are_unknown() {
                candidates.refine(|action| self.value_at_once(&node.position, action));
                is_refined = true;
            }
            let Some(candidate) = candidates.next() else {
                break;
            };
            let action = candidate.action();
            if level == 0 && self.told.contains(&action) {
                continue;
            }
            let is_last_resort = best == -INFINITY && number + 1 == count;
            if !is_last_resort && self.overlooks(node, candidate.code) {
                continue;
            }
            tried[number] = candidate.code;
            if is_selective
                && !window.is_open()
                && !candidate.takes
                && depth <= SHALLOW
                && best > -WIN / 2
            {
                let hoped = evaluation + LAG + LAG_A_PUSH * (depth - 1);
                if hoped <= window.alpha {
                    best = best.max(hoped);
                    if candidate.code == known {
                        continue;
                    }
                    // What is left takes nothing either.
                    break;
                }
            }
            self.levels[level].action = candidate.code;
            let after = node.after(action);
            let depth = depth - i32::from(action != Action::End);
            let reduced = match number {
                3.. if is_selective && !candidate.takes && depth >= 2 => {
                    let less = reduction(depth, number) - i32::from(window.is_open());
                    (depth - less).clamp(1, depth)
                }
                _ => depth,
            };
            let is_first = best == -INFINITY;
            let mut value = INFINITY;
            if !is_first {
                value = self.value_after(node, &after, window.shut(), reduced, level);
                if value > window.alpha && reduced < depth && !self.is_stopped {
                    value = self.value_after(node, &after, window.shut(), depth, level);
                }
            }
            if is_first || (value > window.alpha && window.is_open() && !self.is_stopped) {
                value = self.value_after(node, &after, window, depth, level);
            }
            if self.is_stopped {
                return DRAW;
            }
            if value <= best {
                continue;
            }
            best = value;
            if value <= window.alpha {
                continue;
            }
            best_code = candidate.code;
            self.extend_line(level, action);
            if level == 0 {
                self.root_value = value;
            }
            if value >= window.beta {
                bound = Bound::Lower;
                if !candidate.takes {
                    self.refute(node, level, candidate.code, &tried[..number], depth);
                }
                break;
            }
            bound = Bound::Exact;
            window.alpha = value;
        }
        if let Some(touched) = touched
            && (level > 0 || self.told.is_empty())
        {
            self.table.keep(Found {
                key: touched.key,
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

    /// What the table knows of the node, if that is enough.
    fn known_value(&self, entry: &Entry, node: &Node, window: Window, depth: i32) -> Option<Value> {
        let known = i32::from(entry.depth);
        let is_enough = match self.limits.width {
            Width::Selective => known >= depth,
            // Another depth would give another value.
            Width::Full => known == depth,
        };
        let value = entry.value(node.pushes);
        let cuts = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
        };
        (is_enough && cuts).then_some(value)
    }

    /// A value that is at least beta, if the node is so good that it need not
    /// be searched: close to the leaves if it is evaluated far beyond, else if
    /// the opponent cannot even make use of a free turn. There are positions
    /// in which it would be better not to have to push (K-10 makes some of
    /// them); they are rare enough.
    fn too_good(
        &mut self,
        node: &Node,
        beta: Value,
        evaluation: Value,
        depth: i32,
        level: usize,
    ) -> Option<Value> {
        if is_decided(beta) {
            return None;
        }
        if depth <= SHALLOW && evaluation - LEAD * depth >= beta {
            return Some(evaluation);
        }
        let has_just_passed = level > 0 && self.last(level) == NO_CODE;
        if depth < 2 || evaluation < beta || node.position.may_push_again() || has_just_passed {
            return None;
        }
        let passed = node.passed()?;
        self.levels[level].action = NO_CODE;
        let window = Window {
            alpha: beta - 1,
            beta,
        };
        let depth = depth - 3 - depth / 4;
        let value = -self.search(&passed, window.turned(), depth, level + 1);
        if self.is_stopped || value < beta {
            return None;
        }
        // A win after a free turn proves none.
        Some(if is_decided(value) { beta } else { value })
    }

    pub(crate) fn candidates(&self, node: &Node, level: usize, known: u8) -> Candidates {
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

    /// What the position after an action is worth as it stands, to who plays
    /// it.
    fn value_at_once(&self, position: &Position, action: Action) -> Value {
        let after = position_after(position, action);
        let value = self.evaluation.of(&after);
        if after.to_move() == position.to_move() {
            value
        } else {
            -value
        }
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

    /// The key of a node in the table. Where a draw by the push limit is in
    /// reach, what a position is worth depends on how many pushes are left.
    fn key(&self, node: &Node) -> u64 {
        let left = self.pushes_left - u32::from(node.pushes);
        match left {
            0..=Limits::DEEPEST => node.key() ^ mixed(left.into()),
            _ => node.key(),
        }
    }

    fn extend_line(&mut self, level: usize, action: Action) {
        let (lines, deeper) = self.lines.split_at_mut(level + 1);
        let line = &mut lines[level];
        line.clear();
        line.push(action);
        line.extend(deeper.first().into_iter().flatten());
    }

    /// The value when only pushes that take a marble off are looked at: who
    /// does not like any of them does something else.
    fn quiesce(&mut self, node: &Node, mut window: Window, level: usize) -> Value {
        let mut best = self.evaluate(node);
        if best >= window.beta {
            return best;
        }
        window.alpha = window.alpha.max(best);
        let MovesByTaking { marbles, reds, .. } = node.position.legal_moves_by_taking();
        for push in marbles.chain(reds) {
            let code = push_code(push);
            if self.overlooks(node, code) {
                continue;
            }
            self.levels[level].action = code;
            let after = node.after(Action::Push(push));
            let value = self.value_after(node, &after, window, 0, level);
            if self.is_stopped {
                return DRAW;
            }
            best = best.max(value);
            if value > window.alpha {
                self.extend_line(level, Action::Push(push));
                window.alpha = value;
            }
            if value >= window.beta {
                break;
            }
        }
        best
    }
}

/// By how much less a quiet action is looked at that comes so late: three
/// tenths and 0.27 log₂ depth × log₂ number, rounded down.
const fn reduction(depth: i32, number: usize) -> i32 {
    let depth = LOGARITHMS[depth.unsigned_abs() as usize];
    (77 + depth * LOGARITHMS[number] * 4 / 15) / 256
}

/// 16 × log₂, rounded down: the number of binary digits of the 16th power.
const LOGARITHMS: [i32; 65] = {
    let mut logarithms = [0; 65];
    let mut number = 1;
    while number < 65 {
        logarithms[number] = (number as u128).pow(16).ilog2().cast_signed();
        number += 1;
    }
    logarithms
};

/// The value of a node where nothing can be played: somebody has won.
fn lost_or_won(node: &Node) -> Value {
    let position = &node.position;
    let win = WIN - Value::from(node.pushes);
    match position.outcome().and_then(Outcome::winner) {
        Some(winner) if winner == position.to_move() => win,
        _ => -win,
    }
}

/// A word that differs in many bits for neighboring numbers.
const fn mixed(number: u64) -> u64 {
    let word = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let word = (word ^ (word >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    word ^ (word >> 32)
}

/// A number from -most to most that is always the same for the same key.
fn noise(key: u64, most: u32) -> Value {
    let range = 2 * u64::from(most) + 1;
    let part = (u128::from(mixed(key)) * u128::from(range)) >> 64;
    i32::try_from(part).unwrap_or(0) - i32::try_from(most).unwrap_or(0)
}
