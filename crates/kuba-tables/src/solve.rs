//! Solving backward.
//!
//! A state is won after *d* pushes if the quickest loss that a push leads to is one after *d* − 1. It
//! is lost after *d* if all pushes lead to wins, the slowest after *d* − 1. So the states decided after *d* pushes are
//! found from those decided after *d* − 1 by taking pushes back: what leads to a loss is won, and what
//! leads to a win is looked at again. A state that is never decided is endless: one of its pushes leads
//! to another such state, and none to a loss.
//!
//! Each round scans all states. All that it writes is the one byte of its length, which no test of the
//! same round depends on, so that threads may do its work in any order.

use core::ops::{ControlFlow, Range};
use core::sync::atomic::{AtomicU8, Ordering};

use kuba_rules::{Move, Position};
use rayon::prelude::*;

use crate::board::Board;
use crate::index::{Index, Place, Section};
use crate::material::Material;

use crate::retraction::{Taken, retractions};
use crate::value::{ENDLESS, MAX_PUSHES, UNUSED, code, is_win};

/// How far a build has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildProgress {
    /// The states that are decided.
    pub decided: usize,
    /// All states. Those that are never decided are endless.
    pub states: usize,
    /// The pushes after which the last ones are decided.
    pub pushes: u8,
}

/// The bytes of all states; `None` if `progress` breaks.
pub(crate) fn solve(
    index: &Index,
    mut progress: impl FnMut(BuildProgress) -> ControlFlow<()>,
) -> Option<Vec<u8>> {
    index.number_all();
    let mut values = Vec::new();
    values.resize_with(index.states(), || AtomicU8::new(ENDLESS));
    let solver = Solver { index, values };
    solver.decide_ends();
    let mut decided = 0;
    for pushes in 0..MAX_PUSHES {
        let found = solver.retract_from(pushes);
        decided += found;
        let reached = BuildProgress {
            decided,
            states: solver.values.len(),
            pushes,
        };
        if progress(reached).is_break() {
            return None;
        }
        // A win in one push may need no blocked state (K-8, K-9).
        if found == 0 && pushes > 0 {
            let values = solver.values.into_iter().map(AtomicU8::into_inner);
            return Some(values.collect());
        }
    }
    unreachable!("the longest win with so few marbles is far shorter than {MAX_PUSHES} pushes")
}

struct Solver<'a> {
    index: &'a Index,
    values: Vec<AtomicU8>,
}

/// The placements that a task goes through.
const TASK: usize = 64;

impl Solver<'_> {
    /// Adds up what `work` returns for each placement of each section, on all threads.
    fn sum(&self, work: impl Fn(Section, usize) -> usize + Sync + Send) -> usize {
        let mut tasks: Vec<(Section, Range<usize>)> = Vec::new();
        for &section in self.index.sections() {
            let placements = self.index.coloring_of(section.material).len();
            let starts = (0..placements).step_by(TASK);
            tasks.extend(starts.map(|start| (section, start..placements.min(start + TASK))));
        }
        let sums = tasks.into_par_iter().map(|(section, placements)| {
            placements
                .map(|placement| work(section, placement))
                .sum::<usize>()
        });
        sums.sum()
    }

    /// Decides the states that the next push ends, and those that the last one has ended; and marks the
    /// numbers that are of no state.
    ///
    /// Rules: K-8, K-9, K-10.
    fn decide_ends(&self) {
        self.sum(|section, placement| {
            let material = section.material;
            let layout = self.index.layout_of(material);
            let standard = self.index.coloring_of(material).standard(placement);
            for (reds, board) in layout.boards(standard).enumerate() {
                let (first, states) = layout.of_board(placement, reds);
                let first = section.first + first;
                if standard.is_symmetric {
                    self.mark_unused(material, board, first..first + states);
                }
                self.decide_end(material, board, first..first + states);
            }
            0
        });
    }

    fn mark_unused(&self, material: Material, board: Board, states: Range<usize>) {
        let place = self.index.place(material, board);
        let without_ko = (place.first, states.start);
        let with_ko = board.ko_pushes();
        let with_ko = with_ko.iter().map(|push| place.with_ko(board, push));
        for (number, state) in core::iter::once(without_ko).chain(with_ko.zip(states.start + 1..)) {
            if number != state {
                self.values[state].store(UNUSED, Ordering::Relaxed);
            }
        }
    }

    fn decide_end(&self, material: Material, board: Board, mut states: Range<usize>) {
        let position = material.position(board, None);
        let moves = position.legal_moves_by_capture();
        let wins_by_reds = material.needed == 1 && !moves.reds.is_empty();
        let wins_by_marbles = material.other == 1 && !moves.marbles.is_empty();
        if wins_by_reds || wins_by_marbles {
            // No such push is the ko push, which takes nothing off.
            states.for_each(|state| self.decide(state, code(1)));
            return;
        }
        let moves = position.legal_moves();
        let mut of_all = moves.iter();
        match (of_all.next(), of_all.next()) {
            (None, _) => self.decide(states.start, code(0)),
            (Some(push), None) => {
                if let Some(place) = board.ko_pushes().place(push) {
                    let state = states.nth(1 + place).expect("a state for each ko push");
                    self.decide(state, code(0));
                }
            }
            _ => {}
        }
    }

    /// Decides what is decided one push before the states that are after `pushes`. Returns the number of these.
    fn retract_from(&self, pushes: u8) -> usize {
        let code = code(pushes);
        self.sum(|section, placement| {
            let layout = self.index.layout_of(section.material);
            let first = section.first + layout.of_placement(placement);
            let end = section.first + layout.of_placement(placement + 1);
            let is_found = |state: usize| self.value(state) == code;
            if !(first..end).any(is_found) {
                return 0;
            }
            let mut found = 0;
            let standard = self.index.coloring_of(section.material).standard(placement);
            for (reds, board) in layout.boards(standard).enumerate() {
                let (first, states) = layout.of_board(placement, reds);
                let first = section.first + first;
                for place in (0..states).filter(|place| is_found(first + place)) {
                    found += 1;
                    let ko = place
                        .checked_sub(1)
                        .and_then(|place| board.ko_pushes().get(place));
                    self.retract(section.material, board, ko, pushes);
                }
            }
            found
        })
    }

    /// Decides what leads to a state that is decided after `pushes`.
    fn retract(&self, material: Material, board: Board, ko: Option<Move>, pushes: u8) {
        retractions(board, ko, |retraction| {
            let material = match retraction.taken {
                None => material.for_other(),
                Some(Taken::Red) => material.before_red(),
                Some(Taken::Marble) => material.before_marble(),
            };
            if material.marbles() > self.index.marbles() {
                return;
            }
            let board = retraction.before;
            let place = self.index.place(material, board);
            let mut states = place.first..place.first + place.states;
            if !states.any(|state| self.value(state) == ENDLESS) {
                return;
            }
            let code = code(pushes + 1);
            if is_win(code) {
                self.decide_all(board, place, Some(retraction.push), code);
            } else {
                self.look_again(material, board, place, code);
            }
        });
    }

    /// Decides the states of a board that are lost because every legal push leads to a win.
    fn look_again(&self, material: Material, board: Board, place: Place, code: u8) {
        let position = material.position(board, None);
        let mut way_out = None;
        for push in position.legal_moves() {
            let mut after = position;
            after.play_unchecked(push);
            if is_win(self.value(self.state(&after))) {
                continue;
            }
            if way_out.is_some() {
                return;
            }
            way_out = Some(push);
        }
        match way_out {
            None => self.decide_all(board, place, None, code),
            // The only way out may be the ko push (K-7).
            Some(push) if board.ko_pushes().place(push).is_some() => {
                self.decide(place.with_ko(board, push), code);
            }
            Some(_) => {}
        }
    }

    /// Decides the states of a board that are not decided, but for the one with this ko push.
    fn decide_all(&self, board: Board, place: Place, but: Option<Move>, code: u8) {
        self.decide(place.first, code);
        if place.states > 1 {
            for push in board.ko_pushes().iter().filter(|&push| Some(push) != but) {
                self.decide(place.with_ko(board, push), code);
            }
        }
    }

    fn decide(&self, state: usize, code: u8) {
        if self.value(state) == ENDLESS {
            self.values[state].store(code, Ordering::Relaxed);
        }
    }

    fn value(&self, state: usize) -> u8 {
        self.values[state].load(Ordering::Relaxed)
    }

    /// The number of a position's state; the position is in the tables and not won by capture.
    fn state(&self, position: &Position) -> usize {
        self.index
            .state(Material::of(position), Board::of(position), position.ko())
    }
}
