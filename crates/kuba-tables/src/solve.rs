//! Solving a layer backward.
//!
//! A state is won after *d* pushes if the quickest loss that a push leads to is one after *d* − 1. It
//! is lost after *d* if all pushes lead to wins, the slowest after *d* − 1. So the states decided after *d* pushes are
//! found from those decided after *d* − 1 by taking pushes back: what leads to a loss is won, and what
//! leads to a win is looked at again. A state that is never decided is endless: one of its pushes leads
//! to another such state, and none to a loss.
//!
//! Each round scans the states of the layer, and those of finished layers that a capture leads to. All that it
//! writes is the one byte of its length, which no test of the same round depends on, so that threads may do its
//! work in any order. Nothing but this byte is stored for a state.

use core::ops::{ControlFlow, Range};
use core::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use kuba_rules::{Move, Position};
use rayon::prelude::*;

use crate::board::Board;
use crate::build_error::BuildError;
use crate::index::{Index, Place, Section};
use crate::layer::Layer;
use crate::layout::{BATCH, TASK};
use crate::material::Material;
use crate::retraction::{Taken, retractions};
use crate::value::{ENDLESS, UNUSED, code, is_win};

/// How far a layer has come.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LayerProgress {
    /// The states that were looked at for the ends of games: all before the first round.
    pub(crate) looked_at: usize,
    /// The states that are decided, and whose pushes are taken back.
    pub(crate) decided: usize,
    /// The pushes after which the last ones are decided; `None` before the first round.
    pub(crate) pushes: Option<u8>,
}

/// Solves a layer in the bytes of all states, where the layers with fewer marbles are solved and this one is
/// untouched. No value may take more than `most` pushes.
pub(crate) fn solve(
    index: &Index,
    layer: &Layer,
    values: &[AtomicU8],
    most: u8,
    mut progress: impl FnMut(LayerProgress) -> ControlFlow<()>,
) -> Result<(), BuildError> {
    let solver = Solver {
        index,
        layer,
        values,
        most,
        is_too_long: AtomicBool::new(false),
    };
    let after_capture = layer.after_capture(index);
    let mut reached = LayerProgress::default();
    for sections in [layer.sections(), &after_capture] {
        let numbered = index.number(sections, || progress(reached));
        if numbered.is_break() {
            return Err(BuildError::Stopped);
        }
    }
    let last_after_capture = solver.last_code(&after_capture);
    let after_capture = solver.tasks(&after_capture);
    let tasks = solver.tasks(layer.sections());
    let mut report = |reached| match progress(reached) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(BuildError::Stopped),
    };
    for batch in tasks.chunks(BATCH) {
        reached.looked_at += sum(batch, |section, placement| {
            solver.decide_ends(section, placement)
        });
        report(reached)?;
    }
    for pushes in 0..=most {
        reached.pushes = Some(pushes);
        let retract = |section, placement| solver.retract_from(section, placement, pushes);
        let is_after_capture = code(pushes) <= last_after_capture;
        if is_after_capture {
            for batch in after_capture.chunks(BATCH) {
                sum(batch, retract);
                report(reached)?;
            }
        }
        let before = reached.decided;
        for batch in tasks.chunks(BATCH) {
            reached.decided += sum(batch, retract);
            report(reached)?;
        }
        if solver.is_too_long.load(Ordering::Relaxed) {
            let material = layer.material();
            return Err(BuildError::TooLong { material, most });
        }
        // A win in one push may need no blocked state (K-8, K-9).
        if reached.decided == before && pushes > 0 && !is_after_capture {
            break;
        }
    }
    Ok(())
}

/// Some placements of a section: the work of one thread at a time.
struct Task {
    section: Section,
    placements: Range<usize>,
}

/// Adds up what `work` returns for each placement, on all threads.
fn sum(tasks: &[Task], work: impl Fn(Section, usize) -> usize + Sync + Send) -> usize {
    let sums = tasks.par_iter().map(|task| {
        let placements = task.placements.clone();
        placements
            .map(|placement| work(task.section, placement))
            .sum::<usize>()
    });
    sums.sum()
}

struct Solver<'a> {
    index: &'a Index,
    layer: &'a Layer,
    values: &'a [AtomicU8],
    /// The most pushes that a value may take.
    most: u8,
    /// Whether one would take more.
    is_too_long: AtomicBool,
}

impl Solver<'_> {
    fn tasks(&self, sections: &[Section]) -> Vec<Task> {
        let mut tasks = Vec::new();
        for &section in sections {
            let placements = self.index.coloring_of(section.material).len();
            let layout = self.index.layout_of(section.material);
            let size = TASK.div_ceil(layout.boards_of_placement());
            tasks.extend((0..placements).step_by(size).map(|start| Task {
                section,
                placements: start..placements.min(start + size),
            }));
        }
        tasks
    }

    /// The largest byte of a state of these sections.
    fn last_code(&self, sections: &[Section]) -> u8 {
        let codes = sections.par_iter().flat_map(|section| {
            let values = &self.values[section.range()];
            values.par_iter().map(|value| value.load(Ordering::Relaxed))
        });
        let codes = codes.filter(|&code| code != UNUSED);
        codes.max().unwrap_or(ENDLESS)
    }

    /// Decides the states that the next push ends, and those that the last one has ended; and marks the
    /// numbers that are of no state. Returns how many numbers the placement has.
    ///
    /// Rules: K-8, K-9, K-10.
    fn decide_ends(&self, section: Section, placement: usize) -> usize {
        let material = section.material;
        let layout = self.index.layout_of(material);
        let standard = self.index.coloring_of(material).standard(placement);
        let mut looked_at = 0;
        for (reds, board) in layout.boards(standard).enumerate() {
            let (first, states) = layout.of_board(placement, reds);
            let first = section.first + first;
            if standard.is_symmetric {
                self.mark_unused(material, board, first..first + states);
            }
            self.decide_end(material, board, first..first + states);
            looked_at += states;
        }
        looked_at
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

    /// Decides what is decided one push before the states of a placement that are after `pushes`. Returns the
    /// number of these.
    fn retract_from(&self, section: Section, placement: usize, pushes: u8) -> usize {
        let code = code(pushes);
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
    }

    /// Decides what leads to a state that is decided after `pushes`.
    fn retract(&self, material: Material, board: Board, ko: Option<Move>, pushes: u8) {
        retractions(board, ko, |retraction| {
            let material = match retraction.taken {
                None => material.for_other(),
                Some(Taken::Red) => material.before_red(),
                Some(Taken::Marble) => material.before_marble(),
            };
            if !self.layer.has(material) {
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

    /// Decides the states of a board that are lost because every legal push leads to a win that is known
    /// by now.
    fn look_again(&self, material: Material, board: Board, place: Place, code: u8) {
        let position = material.position(board, None);
        let mut way_out = None;
        for push in position.legal_moves() {
            let mut after = position;
            after.play_unchecked(push);
            let value = self.value(self.state(&after));
            // A finished layer has longer wins as well, which are looked at in their rounds.
            if is_win(value) && value < code {
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
        if self.value(state) != ENDLESS {
            return;
        }
        if code > crate::value::code(self.most) {
            self.is_too_long.store(true, Ordering::Relaxed);
        } else {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_that_takes_more_pushes_than_fit_fails_the_build() {
        let index = Index::new(3);
        let layer = &index.layers()[0];
        let material = layer.material();
        let solved = |most| {
            let mut values = Vec::new();
            values.resize_with(index.states(), || AtomicU8::new(ENDLESS));
            solve(&index, layer, &values, most, |_| ControlFlow::Continue(()))
        };
        // The longest win with three marbles takes 23 pushes, and the longest loss 24.
        for most in [0, 1, 2, 22, 23] {
            assert_eq!(solved(most), Err(BuildError::TooLong { material, most }));
        }
        for most in [24, 25, 253] {
            assert_eq!(solved(most), Ok(()));
        }
    }
}
