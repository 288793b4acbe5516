//! Finding the values: sweeps until they change no more.

use super::board::Board;
use super::numbering::PAIRS;
use super::real::Real;
use super::seating::Seating;
use super::sweep::{Bonus, Field, Goal, PARTS, Roll, Sweeper, Tables};
use super::values::{Table, Values};
use crate::parallel;

/// Below this change the sweeps in single precision have done what they can.
const ROUGH: f32 = 2.5e-7;

/// Below this change the values are as good as double precision has them: a
/// few units in the last place.
const SETTLED: f64 = 4e-15;

/// Both players play to win; a value is the chance of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Win;

impl<F: Real> Goal<F> for Win {
    fn at_the_end() -> F {
        F::ONE
    }

    type Hint = ();

    fn hints(&self, _: usize, _: usize) -> &[()] {
        &[(); PAIRS]
    }

    #[inline(always)]
    fn chooser(_: Roll) -> impl Fn((), F, F) -> F {
        |(), p, q| p.larger(q)
    }

    #[inline(always)]
    fn gain(&self, _: usize, _: Bonus, _: usize) -> impl Fn(usize) -> F + '_ {
        |_| F::ZERO
    }

    #[inline(always)]
    fn to_the_other(value: F) -> F {
        F::ONE - value
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

/// The share of the whole work that one part of it is, from here to there.
#[derive(Clone, Copy, Debug)]
struct Share {
    from: f64,
    to: f64,
    /// The change with which the part ends.
    settled: f64,
}

impl Share {
    /// How much of the whole is done: a sweep takes off the change about the
    /// same factor each time.
    fn done(self, change: f64) -> f64 {
        let part = (change.max(self.settled).ln() / self.settled.ln()).clamp(0.0, 1.0);
        self.from + part * (self.to - self.from)
    }
}

/// The values of a seating and how they were found.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The values.
    pub values: Values,
    /// How many sweeps it took.
    pub sweeps: u32,
}

/// Solves a seating: value iteration in place (Gauss–Seidel), backward from
/// the end of the game, first in single and then in double precision. Runs on
/// the thread pool that it is called in; how many threads it has changes no
/// bit of the values.
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
    let mut sweeps = 0;
    let mut tell = |change: f64, done: f64| {
        sweeps += 1;
        progress(Progress {
            sweeps,
            change,
            done,
        });
    };

    let mut rough = Tables::<f32>::new::<Win>(sides.len(), 0.5);
    let mut sweeper = Sweeper::new(&board, &sides);
    for (fields, [from, to]) in PARTS
        .into_iter()
        .zip([[0.0, 0.0], [0.0, 0.05], [0.05, 0.35]])
    {
        let share = Share {
            from,
            to,
            settled: ROUGH.into(),
        };
        settle(&mut sweeper, &mut rough, fields, ROUGH, |change| {
            tell(change.into(), share.done(change.into()));
        });
    }
    let mut tables = Tables::from(&rough);
    drop(rough);
    let mut sweeper = Sweeper::new(&board, &sides);
    for (fields, [from, to]) in PARTS
        .into_iter()
        .zip([[0.35, 0.35], [0.35, 0.4], [0.4, 1.0]])
    {
        let share = Share {
            from,
            to,
            settled: SETTLED,
        };
        settle(&mut sweeper, &mut tables, fields, SETTLED, |change| {
            tell(change, share.done(change));
        });
    }
    let waiting = tables.waiting.into_iter().map(Table::Exact).collect();
    Solution {
        values: Values::new(seating, waiting),
        sweeps,
    }
}

/// Sweeps over fields until no value changes by more than `settled`.
fn settle<F: Real>(
    sweeper: &mut Sweeper<'_, F>,
    tables: &mut Tables<F>,
    fields: &[Field],
    settled: F,
    mut tell: impl FnMut(F),
) {
    loop {
        let change = sweeper.sweep(tables, &Win, fields);
        tell(change);
        if change <= settled {
            return;
        }
    }
}
