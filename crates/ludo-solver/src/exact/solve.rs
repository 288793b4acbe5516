//! Finding the values: sweeps until they change no more.

use super::board::Board;
use super::decision::Decision;
use super::goal::Goal;
use super::known::Known;
use super::numbering;
use super::seating::Seating;
use super::sweep::Sweeper;
use super::tiles::{LANES, Lanes, Tiled};
use super::values::{Table, Values};
use crate::parallel;

/// Below this change the values are as good as double precision has them: a
/// few units in the last place.
const SETTLED: f64 = 4e-15;

/// Both players play to win; a value is the chance of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Win;

impl Goal for Win {
    const AT_THE_END: f64 = 1.0;

    type Hint = ();

    #[inline(always)]
    fn hints(&self, _: usize, own: usize, other: usize) -> &[Lanes<()>] {
        const NOTHING: &[Lanes<()>] = &[[(); LANES]; 1 << 16];
        let [rows, columns] = [own, other].map(|group| numbering::groups()[group].ranks.len());
        &NOTHING[..rows * columns.div_ceil(LANES)]
    }

    #[inline(always)]
    fn choose(_: Decision, (): (), p: f64, q: f64) -> f64 {
        if p < q { q } else { p }
    }

    #[inline(always)]
    fn to_the_other(value: f64) -> f64 {
        1.0 - value
    }
}

/// How far solving has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// How many sweeps were made.
    pub sweeps: u32,
    /// By how much the last one changed a value at most.
    pub change: f64,
    /// About which part of the work is done, 0 to 1.
    pub done: f64,
}

/// The values of a seating and how they were found.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The values.
    pub values: Values,
    /// How many sweeps it took.
    pub sweeps: u32,
}

/// Solves a seating by value iteration in place (Gauss–Seidel), backward from
/// the end of the game. Runs on the thread pool that it is called in; how many
/// threads it has changes no bit of the values.
///
/// How good the values are is not for the solver to say: see
/// [`enclose`](super::enclose).
pub fn solve(seating: Seating, mut progress: impl FnMut(Progress) + Send) -> Solution {
    parallel::inside(|| find(seating, &mut progress))
}

/// Not generic, so that the sweeps are compiled with this crate and as it wants
/// to be, and not with each caller.
fn find(seating: Seating, progress: &mut dyn FnMut(Progress)) -> Solution {
    let board = Board::new(seating);
    let sides: Vec<usize> = (0..seating.sides()).collect();
    let sweeper = Sweeper::new(&board, &sides);
    let mut tables = Known::new::<Win>(sides.len(), |_, _| 0.5);
    let mut sweeps = 0;
    sweeper.settle(&mut tables, &Win, |_| SETTLED, &mut |change| {
        sweeps += 1;
        progress(Progress {
            sweeps,
            change,
            // A sweep takes about the same factor off the change each time.
            done: (change.max(SETTLED).ln() / SETTLED.ln()).clamp(0.0, 1.0),
        });
    });
    let waiting = tables.waiting.iter().map(Tiled::to_rows);
    Solution {
        values: Values::new(seating, waiting.map(Table::Exact).collect()),
        sweeps,
    }
}
