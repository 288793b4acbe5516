//! Solving a seating: value iteration with both players playing to win.

use core::ops::ControlFlow;

use super::block_matrix::{BlockMatrix, LANES, RowLanes};
use super::decision::RollDecision;
use super::numbering;
use super::objective::Objective;
use super::seating::Seating;
use super::sweep::Sweeper;
use super::transitions::Transitions;
use super::value_tables::ValueTables;
use super::values::{ValueArray, Values};
use crate::parallel;

/// Iteration stops at this change of a value, which is a few units in the last place.
const TOLERANCE: f64 = 4e-15;

/// Both players maximize their chance of winning, which is the value.
#[derive(Clone, Copy, Debug)]
pub(super) struct OptimalPlay;

impl Objective for OptimalPlay {
    const TERMINAL_VALUE: f64 = 1.0;

    type ActionMask = ();

    #[inline(always)]
    fn action_masks(&self, _: usize, own: usize, other: usize) -> &[RowLanes<()>] {
        const NOTHING: &[RowLanes<()>] = &[[(); LANES]; 1 << 16];
        let [rows, columns] = [own, other].map(|group| numbering::groups()[group].ranks.len());
        &NOTHING[..rows * columns.div_ceil(LANES)]
    }

    #[inline(always)]
    fn choice_value(_: RollDecision, (): (), p: f64, q: f64) -> f64 {
        if p < q { q } else { p }
    }

    #[inline(always)]
    fn opponent_value(value: f64) -> f64 {
        1.0 - value
    }
}

/// The progress of solving.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolveProgress {
    /// The number of sweeps so far.
    pub sweeps: u32,
    /// The largest change of a value in the last sweep.
    pub change: f64,
    /// The estimated share of the work that is done, 0 to 1.
    pub done: f64,
}

/// The values of a seating.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The values.
    pub values: Values,
    /// The number of sweeps until they converged.
    pub sweeps: u32,
}

/// Solves a seating by Gauss–Seidel value iteration, backward from the end of the
/// game. Runs on the current thread pool; the number of threads changes no bit of
/// the values.
///
/// [`enclose`](super::enclose) proves how accurate the values are.
pub fn solve(seating: Seating, mut progress: impl FnMut(SolveProgress) + Send) -> Solution {
    parallel::in_pool(|| iterate(seating, &mut progress))
}

/// Not generic, so that the sweeps are compiled once, with the profile of this crate
/// rather than that of each caller.
fn iterate(seating: Seating, progress: &mut dyn FnMut(SolveProgress)) -> Solution {
    let transitions = Transitions::new(seating);
    let sides: Vec<usize> = (0..seating.sides()).collect();
    let sweeper = Sweeper::new(&transitions, &sides);
    let mut tables = ValueTables::new::<OptimalPlay>(sides.len(), |_, _| 0.5);
    let mut sweeps = 0;
    // It never breaks.
    let _ = sweeper.iterate(&mut tables, &OptimalPlay, |_| TOLERANCE, &mut |change| {
        sweeps += 1;
        progress(SolveProgress {
            sweeps,
            change,
            // Each sweep reduces the change by about the same factor.
            done: (change.max(TOLERANCE).ln() / TOLERANCE.ln()).clamp(0.0, 1.0),
        });
        ControlFlow::Continue(())
    });
    let waiting = tables.waiting.iter().map(BlockMatrix::to_rows);
    Solution {
        values: Values::new(seating, waiting.map(ValueArray::Exact).collect()),
        sweeps,
    }
}
