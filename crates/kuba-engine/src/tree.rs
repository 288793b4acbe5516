//! One negamax for both rule sets: principal variation search with a
//! transposition table, null-move pruning, reverse futility pruning, futility
//! pruning, late move reductions and quiescence search.
//!
//! The margins were tuned by matches; `docs/kuba-engine.md` logs each match,
//! with its SPRT, those that failed included.

use kuba_rules::{Action, Marble, MovesByCapture, Outcome, Position, Rules};

use crate::limits::{Limits, Pruning};
use crate::node::{NO_CODE, Node, position_after, push_code};
use crate::ordering::{Candidates, Hints};
use crate::score::{DRAW, INFINITY, MAX_EVALUATION, Value, WIN, Window, is_decided};
use crate::search::{MAX_PLY, Search};
use crate::table::{Bound, NodeResult, TableEntry, Touched};

/// The greatest depth at which reverse futility pruning and futility pruning
/// trust the static evaluation.
const PRUNING_DEPTH: i32 = 4;
/// Reverse futility pruning: the margin above beta for each push of depth, in
/// hundredths of a red. 40 lost 32 Elo and 85 lost 6 (`docs/kuba-engine.md`,
/// "Log").
const RFP_MARGIN: Value = 60;
/// Futility pruning: the margin below alpha at depth 1, in hundredths of a
/// red. 25 less lost 34 Elo, 30 more lost 32.
const FUTILITY_MARGIN: Value = 60;
/// Futility pruning: what each further push of depth adds to the margin.
const FUTILITY_MARGIN_PER_PUSH: Value = 70;
/// The most marbles of the two sides together, reds not counted, that make an endgame: zugzwang is common
/// there, and long wins come from positions that occur on many paths.
const ENDGAME_MARBLES: u8 = 6;
/// The least depth stored in the transposition table; below it, searching a
/// position again is faster than a memory access.
const TABLE_DEPTH: i32 = 2;
/// The least depth at which quiet actions are ordered by the static evaluation
/// of the position they lead to. 2 lost 9 Elo.
const REFINE_DEPTH: i32 = 3;

impl Search<'_> {
    /// The value of a node for its side to move, exact inside the window
    /// (fail-soft outside it); meaningless once the search is stopped.
    pub(crate) fn search(
        &mut self,
        node: &Node,
        mut window: Window,
        depth: i32,
        ply: usize,
    ) -> Value {
        self.pv[ply].clear();
        if !self.count_node() {
            return DRAW;
        }
        let position = &node.position;
        // Prefetch the table's cache line; the work below hides the latency.
        let touched = (depth >= TABLE_DEPTH).then(|| self.table.touch(self.key(node)));
        if position.is_over() {
            return terminal_value(node);
        }
        if ply > 0
            && let Some(value) = self.exact_value(node)
        {
            return value;
        }
        if self.is_drawn(node, ply) {
            return DRAW;
        }
        // Mate distance pruning: what wins as soon as any push here could needs no
        // better answer.
        if self.limits.pruning == Pruning::On && ply > 0 {
            window.beta = window.beta.min(fastest_win(node));
            if window.alpha >= window.beta {
                return window.beta;
            }
        }
        if ply >= MAX_PLY {
            return self.evaluate(node);
        }
        let begins = !position.may_push_again();
        self.stack[ply].board_key = if begins { node.board_key } else { 0 };
        match self.limits.pruning {
            _ if depth > 0 => self.search_moves(node, touched, window, depth, ply),
            Pruning::Off => self.evaluate(node),
            Pruning::On => self.quiesce(node, window, ply),
        }
    }

    /// Counts a node; `false` if the search must stop before it.
    fn count_node(&mut self) -> bool {
        // `stop` is not called again once it has returned true.
        self.is_stopped = self.is_stopped
            || (self.nodes >= self.allowance && !self.claim_nodes())
            || (self.stop)();
        self.nodes += u64::from(!self.is_stopped);
        !self.is_stopped
    }

    /// Claims nodes of those that the threads share; `false` if none are left.
    #[cold]
    fn claim_nodes(&mut self) -> bool {
        let claimed = self.place.claim(self.nodes);
        self.allowance += claimed;
        claimed > 0
    }

    /// Whether the node is a draw by repetition or the push limit, provided
    /// that nobody has won. Rules: K-12, K-13.
    fn is_drawn(&self, node: &Node, ply: usize) -> bool {
        if u32::from(node.pushes) >= self.pushes_left {
            return true;
        }
        if ply == 0 || node.position.may_push_again() {
            return false;
        }
        // Where the rules know no such draw, it would hide wins in an endgame: the
        // table would keep the draw for other paths, on which nothing repeats.
        if node.position.rules() == Rules::Classroom && is_endgame(&node.position) {
            return false;
        }
        // By ko (K-7), a repetition takes at least two pushes of each side.
        let oldest = ply - ply.min(usize::from(node.reversible));
        let latest = ply.saturating_sub(3).max(oldest);
        let mut earlier = self.stack[oldest..latest].iter();
        earlier.any(|earlier| earlier.board_key == node.board_key)
            || self.counted_twice.binary_search(&node.board_key).is_ok()
    }

    /// The static evaluation of the node, with the noise of weak levels.
    pub(crate) fn evaluate(&self, node: &Node) -> Value {
        let value = self.evaluation.of(&node.position);
        match self.limits.noise {
            0 => value,
            most => {
                let noise = noise(node.board_key ^ self.limits.seed, most);
                (value + noise).clamp(-MAX_EVALUATION, MAX_EVALUATION)
            }
        }
    }

    /// Whether a weak level misses this action of the node.
    fn blunders(&self, node: &Node, code: u8) -> bool {
        let percent = self.limits.blunders;
        percent > 0 && {
            let word = mixed(node.board_key ^ self.limits.seed ^ mixed(code.into()));
            word % 100 < u64::from(percent)
        }
    }

    /// The value after an action, for the side that plays it. The sign changes
    /// only if the turn passes: in tournament rules a side may push again.
    /// Rules: K-11, K-12.
    fn value_after(
        &mut self,
        node: &Node,
        after: &Node,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Value {
        if after.position.to_move() == node.position.to_move() {
            self.search(after, window, depth, ply + 1)
        } else {
            -self.search(after, window.negated(), depth, ply + 1)
        }
    }

    /// An interior node: table cutoff, whole-node pruning, then every action in
    /// order, by principal variation search (T. A. Marsland and M. Campbell,
    /// "Parallel Search of Strongly Ordered Game Trees", ACM Computing Surveys
    /// 14(4), 1982).
    fn search_moves(
        &mut self,
        node: &Node,
        touched: Option<Touched>,
        mut window: Window,
        depth: i32,
        ply: usize,
    ) -> Value {
        // Transposition table cutoff, off the principal variation only.
        let entry = touched.and_then(|touched| self.table.find(touched));
        if let Some(entry) = entry
            && !window.is_open()
            && let Some(value) = self.table_cutoff(&entry, node, window, depth)
        {
            return value;
        }
        let evaluation = match &entry {
            Some(entry) => entry.evaluation(),
            None => self.evaluate(node),
        };
        let position = &node.position;
        let prunes = self.limits.pruning == Pruning::On && ply > 0;
        if prunes
            && !window.is_open()
            && let Some(value) = self.prune_node(node, window.beta, evaluation, depth, ply)
        {
            return value;
        }
        if self.is_stopped {
            return DRAW;
        }

        let hash_move = entry.map_or(NO_CODE, |entry| entry.action);
        let hints = self.hints(ply, hash_move);
        let mut candidates = Candidates::captures(position, hints, self.history);
        let futility = prunes
            .then(|| futility_value(window, evaluation, depth))
            .flatten();
        let mut is_refined = !prunes || depth < REFINE_DEPTH;
        let (mut best, mut best_code, mut bound) = (-INFINITY, NO_CODE, Bound::Upper);
        let mut tried = [NO_CODE; Candidates::MAX_MOVES];
        let count = candidates.len();
        for number in 0..count {
            if !candidates.has_captures() {
                if let Some(value) = futility
                    && best > -WIN / 2
                {
                    best = best.max(value);
                    break;
                }
                candidates.add_quiet(position, hints, self.history);
            }
            // Static move ordering of the quiet rest. It is delayed until the
            // captures, killers and the countermove have failed to cut off.
            if !is_refined && candidates.only_quiet_left() {
                candidates.refine(|action| self.static_value_after(position, action));
                is_refined = true;
            }
            let Some(candidate) = candidates.next() else {
                break;
            };
            let action = candidate.action();
            if ply == 0 && self.excluded_root_moves.contains(&action) {
                continue;
            }
            let is_last_resort = best == -INFINITY && number + 1 == count;
            if !is_last_resort && self.blunders(node, candidate.code) {
                continue;
            }
            tried[number] = candidate.code;

            self.stack[ply].action = candidate.code;
            let after = node.after(action);
            let depth = depth - i32::from(action != Action::End);

            // Late move reductions: quiet actions late in the order are
            // searched to a smaller depth first.
            let reduced = match number {
                3.. if prunes && !candidate.captures && depth >= 2 => {
                    (depth - reduction(depth, number)).max(1)
                }
                _ => depth,
            };

            // Principal variation search: the first action has the full window,
            // the others a null window that only asks whether they are better;
            // those that are, are searched again.
            let is_first = best == -INFINITY;
            let mut value = INFINITY;
            if !is_first {
                value = self.value_after(node, &after, window.null_window(), reduced, ply);
                if value > window.alpha && reduced < depth && !self.is_stopped {
                    value = self.value_after(node, &after, window.null_window(), depth, ply);
                }
            }
            if is_first || (value > window.alpha && window.is_open() && !self.is_stopped) {
                value = self.value_after(node, &after, window, depth, ply);
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
            self.extend_pv(ply, action);
            if ply == 0 {
                self.root_value = value;
            }
            if value >= window.beta {
                bound = Bound::Lower;
                if !candidate.captures {
                    self.record_cutoff(node, ply, candidate.code, &tried[..number], depth);
                }
                break;
            }
            bound = Bound::Exact;
            window.alpha = value;
        }
        if let Some(touched) = touched
            && (ply > 0 || self.excluded_root_moves.is_empty())
        {
            self.table.store(NodeResult {
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

    /// The table's value of the node, if its depth and bound allow a cutoff.
    fn table_cutoff(
        &self,
        entry: &TableEntry,
        node: &Node,
        window: Window,
        depth: i32,
    ) -> Option<Value> {
        let stored = i32::from(entry.depth);
        let is_enough = match self.limits.pruning {
            Pruning::On => stored >= depth,
            // Without pruning, another depth has another value.
            Pruning::Off => stored == depth,
        };
        let value = entry.value(node.pushes);
        let cuts = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
        };
        // A win or a loss once proved is one at any depth.
        let is_proved = self.limits.pruning == Pruning::On
            && is_decided(value)
            && match value {
                0.. => entry.bound != Bound::Upper && value >= window.beta,
                _ => entry.bound != Bound::Lower && value <= window.alpha,
            };
        (is_enough && cuts || is_proved).then_some(value)
    }

    /// Whole-node pruning: a value of at least beta, if the node can be expected
    /// to fail high without a search of its actions.
    fn prune_node(
        &mut self,
        node: &Node,
        beta: Value,
        evaluation: Value,
        depth: i32,
        ply: usize,
    ) -> Option<Value> {
        if is_decided(beta) {
            return None;
        }
        // Reverse futility pruning (also called static null move): near the
        // leaves, an evaluation this far above beta will stay above it.
        if depth <= PRUNING_DEPTH && evaluation - RFP_MARGIN * depth >= beta {
            return Some(evaluation);
        }
        // Null move (C. Donninger, "Null Move and Deep Search", ICCA Journal
        // 16(3), 1993): if the opponent cannot reach beta even with a free turn,
        // no action is needed. Never twice in a row, and not in an open turn,
        // which may be ended anyway (K-12), and not in an endgame, where zugzwang is
        // common. Elsewhere it is rare, and the null move gained 58 Elo in classroom
        // rules.
        let has_just_passed = ply > 0 && self.last(ply) == NO_CODE;
        if depth < 2 || evaluation < beta || node.position.may_push_again() || has_just_passed {
            return None;
        }
        if is_endgame(&node.position) {
            return None;
        }
        let passed = node.passed()?;
        self.stack[ply].action = NO_CODE;
        let window = Window {
            alpha: beta - 1,
            beta,
        };
        let depth = depth - 3 - depth / 4;
        let value = -self.search(&passed, window.negated(), depth, ply + 1);
        if self.is_stopped || value < beta {
            return None;
        }
        // A win after a null move proves no win.
        Some(if is_decided(value) { beta } else { value })
    }

    pub(crate) fn hints(&self, ply: usize, hash_move: u8) -> Hints {
        Hints {
            hash_move,
            killers: self.stack[ply].killers,
            last: self.last(ply),
        }
    }

    /// The code of the action that led to this ply.
    fn last(&self, ply: usize) -> u8 {
        match ply {
            0 => NO_CODE,
            _ => self.stack[ply - 1].action,
        }
    }

    /// The static evaluation of the position after an action, for the side
    /// that plays it.
    fn static_value_after(&self, position: &Position, action: Action) -> Value {
        let after = position_after(position, action);
        let value = self.evaluation.of(&after);
        if after.to_move() == position.to_move() {
            value
        } else {
            -value
        }
    }

    /// Records a quiet action that caused a beta cutoff: as a killer of this ply
    /// (S. G. Akl and M. M. Newborn, "The Principal Continuation and the Killer
    /// Heuristic", ACM 1977), as the countermove, and in the history.
    fn record_cutoff(&mut self, node: &Node, ply: usize, by: u8, others: &[u8], depth: i32) {
        let killers = &mut self.stack[ply].killers;
        if killers[0] != by {
            *killers = [by, killers[0]];
        }
        let last = self.last(ply);
        let side = node.position.to_move();
        self.history.reward_cutoff(side, last, by, others, depth);
    }

    /// The key of a node in the table. Near the push limit, the value of a
    /// position depends on the pushes left, so they are part of the key.
    fn key(&self, node: &Node) -> u64 {
        let left = self.pushes_left - u32::from(node.pushes);
        match left {
            0..=Limits::DEEPEST => node.key() ^ mixed(left.into()),
            _ => node.key(),
        }
    }

    /// The principal variation of a ply is its action and that of the next ply.
    fn extend_pv(&mut self, ply: usize, action: Action) {
        let (shallower, deeper) = self.pv.split_at_mut(ply + 1);
        let line = &mut shallower[ply];
        line.clear();
        line.push(action);
        line.extend(deeper.first().into_iter().flatten());
    }

    /// Quiescence search: captures only. The static evaluation is a lower bound
    /// ("stand pat"), because the side to move need not capture.
    fn quiesce(&mut self, node: &Node, mut window: Window, ply: usize) -> Value {
        let mut best = self.evaluate(node);
        if best >= window.beta {
            return best;
        }
        window.alpha = window.alpha.max(best);
        let MovesByCapture { marbles, reds, .. } = node.position.legal_moves_by_capture();
        for push in marbles.iter().chain(reds) {
            let code = push_code(push);
            if self.blunders(node, code) {
                continue;
            }
            self.stack[ply].action = code;
            let after = node.after(Action::Push(push));
            let value = self.value_after(node, &after, window, 0, ply);
            if self.is_stopped {
                return DRAW;
            }
            best = best.max(value);
            if value > window.alpha {
                self.extend_pv(ply, Action::Push(push));
                window.alpha = value;
            }
            if value >= window.beta {
                break;
            }
        }
        best
    }
}

/// Futility pruning: near the leaves, a quiet action cannot raise an evaluation this
/// far below alpha, so that it is worth this value without a search. Where alpha is a
/// win, every evaluation is below it, and what is sought is a shorter win.
fn futility_value(window: Window, evaluation: Value, depth: i32) -> Option<Value> {
    if window.is_open() || is_decided(window.alpha) || depth > PRUNING_DEPTH {
        return None;
    }
    let value = evaluation + FUTILITY_MARGIN + FUTILITY_MARGIN_PER_PUSH * (depth - 1);
    (value <= window.alpha).then_some(value)
}

/// The late move reduction of the action with this number in the order:
/// 0.55 + 0.27 log₂ depth × log₂ number pushes, rounded down, also on the principal
/// variation. 0.3, and one push less there, lost 32 Elo in classroom rules.
const fn reduction(depth: i32, number: usize) -> i32 {
    let depth = LOGARITHMS[depth.unsigned_abs() as usize];
    (141 + depth * LOGARITHMS[number] * 4 / 15) / 256
}

/// 16 × log₂, rounded down: the integer logarithm of the 16th power.
const LOGARITHMS: [i32; 65] = {
    let mut logarithms = [0; 65];
    let mut number = 1;
    while number < 65 {
        logarithms[number] = (number as u128).pow(16).ilog2().cast_signed();
        number += 1;
    }
    logarithms
};

/// Whether few marbles of the two sides are left.
fn is_endgame(position: &Position) -> bool {
    position.count(Marble::White) + position.count(Marble::Black) <= ENDGAME_MARBLES
}

/// The greatest value of a node that is not over: a win by the next push, or by ending an open turn,
/// which is no push.
fn fastest_win(node: &Node) -> Value {
    let needed = u16::from(!node.position.may_push_again());
    WIN - Value::from(node.pushes + needed)
}

/// The value of a node at which the game is won or lost.
fn terminal_value(node: &Node) -> Value {
    let position = &node.position;
    let win = WIN - Value::from(node.pushes);
    match position.outcome().and_then(Outcome::winner) {
        Some(winner) if winner == position.to_move() => win,
        _ => -win,
    }
}

/// A bit mixer: neighboring numbers give words that differ in many bits.
const fn mixed(number: u64) -> u64 {
    let word = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let word = (word ^ (word >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    word ^ (word >> 32)
}

/// A number from `-most` to `most`, a function of the key.
fn noise(key: u64, most: u32) -> Value {
    let range = 2 * u64::from(most) + 1;
    let part = (u128::from(mixed(key)) * u128::from(range)) >> 64;
    i32::try_from(part).unwrap_or(0) - i32::try_from(most).unwrap_or(0)
}
