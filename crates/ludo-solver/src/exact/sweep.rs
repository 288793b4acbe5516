//! Value iteration: sweeps over all positions until the values converge.
//!
//! # Gauss–Seidel value iteration
//!
//! A sweep updates the values in place, so that each backup uses the newest values
//! (M. L. Puterman, *Markov Decision Processes*, Wiley 1994, section 6.3.3). The
//! order is that of decreasing total progress of both players, as in the
//! topological value iteration of P. Dai, Mausam, D. S. Weld and J. Goldsmith
//! (Journal of Artificial Intelligence Research 42, 2011, 181–209): all successors
//! of a position are updated before it, with two exceptions.
//!
//! - Where the [pair groups](super::numbering) of both players have self-loops,
//!   positions depend on each other in a cycle. A sweep iterates on such a pair of
//!   blocks until it has converged, or for a bounded number of times.
//! - A kick sets the opponent far back, so the values after kicks are those of the
//!   previous sweep, in the *kick columns* of [`ValueTables`]; a sweep is a
//!   fixed-point iteration on them. [Anderson acceleration](super::anderson) makes
//!   it converge to within a few units in the last place in about twenty sweeps.

use core::ops::ControlFlow;

use super::anderson::AndersonAcceleration;
use super::backup::BellmanBackup;
use super::block_key::{BlockKey, Scratch};
use super::block_pair::BlockPair;
use super::numbering;
use super::objective::Objective;
use super::rows::vectorized;
use super::transitions::Transitions;
use super::value_tables::ValueTables;
use crate::parallel;

/// The tolerance of the iteration on a cycle, relative to the last sweep's change.
const INNER_TOLERANCE_FACTOR: f64 = 0.01;

/// The lower bound of that tolerance, relative to the tolerance of the sweeps.
const LEAST_INNER_TOLERANCE_FACTOR: f64 = 1.0 / 16.0;

/// One or two keys, of blocks that are updated together.
type BlockPairKeys = Vec<BlockKey>;

/// Runs sweeps over value tables.
#[derive(Debug)]
pub(super) struct Sweeper<'a> {
    transitions: &'a Transitions,
    /// Block pairs by level, in the order of updates. Those of one level do not
    /// depend on each other.
    levels: Vec<Vec<BlockPairKeys>>,
}

impl<'a> Sweeper<'a> {
    /// For players with these tables (`Seating::side`). One is enough if both
    /// players have the same transitions and share a table; then the values with the
    /// players exchanged are the same, and each block pair is updated once.
    pub(super) fn new(transitions: &'a Transitions, sides: &[usize]) -> Self {
        let groups = numbering::groups();
        let second_player = sides.len() - 1;
        let max_total_progress = 2 * groups[0].progress;
        let mut levels = vec![Vec::new(); max_total_progress + 1];
        // In group 0 the game is over, and its values are fixed.
        for own in 1..groups.len() {
            for other in 1..groups.len() {
                let key = |player: usize, own, other| BlockKey {
                    player,
                    side: sides[player],
                    own,
                    other,
                };
                let pair = match second_player {
                    0 if own > other => continue,
                    0 if own == other => vec![key(0, own, own)],
                    _ => vec![key(0, own, other), key(second_player, other, own)],
                };
                levels[max_total_progress - groups[own].progress - groups[other].progress]
                    .push(pair);
            }
        }
        Self {
            transitions,
            levels,
        }
    }

    /// Sweeps until the kick columns, on which all other values depend, change by at
    /// most `tolerance`. Calls `on_sweep` with their largest change in each sweep, and stops early
    /// where it breaks.
    pub(super) fn iterate<O: Objective>(
        &self,
        tables: &mut ValueTables,
        objective: &O,
        tolerance: impl Fn(&ValueTables) -> f64,
        on_sweep: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut acceleration = AndersonAcceleration::new();
        // Before the first sweep: the range of a probability.
        let mut change: f64 = 1.0;
        loop {
            let tolerance = tolerance(tables);
            // Bounded below, since rounding may keep the last digits of a cycle from settling.
            let inner_tolerance =
                (INNER_TOLERANCE_FACTOR * change).max(tolerance * LEAST_INNER_TOLERANCE_FACTOR);
            let old = tables.kick_columns.clone();
            self.sweep(tables, objective, inner_tolerance);
            change = acceleration.extrapolate(&old, &mut tables.kick_columns);
            on_sweep(change)?;
            if change <= tolerance {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Updates every value once, and those in a cycle until none changes by more
    /// than `inner_tolerance`, or for the number of times that `BlockPair` allows.
    fn sweep<O: Objective>(&self, tables: &mut ValueTables, objective: &O, inner_tolerance: f64) {
        let transitions = self.transitions;
        self.for_each_pair(tables, |tables, scratch, pair| {
            let backup = BellmanBackup {
                transitions,
                objective,
                tables,
            };
            vectorized(
                #[inline(always)]
                move || pair.update(&backup, inner_tolerance, scratch),
            );
        });
        tables.refresh_kick_columns();
    }

    /// Updates the values before a bonus roll from those with the opponent to roll
    /// ([`ValueTables::waiting`]).
    pub(super) fn update_bonus<O: Objective>(&self, tables: &mut ValueTables, objective: &O) {
        let transitions = self.transitions;
        self.for_each_pair(tables, |tables, scratch, pair| {
            let backup = BellmanBackup {
                transitions,
                objective,
                tables,
            };
            vectorized(
                #[inline(always)]
                move || pair.update_bonus(&backup, scratch),
            );
        });
        tables.refresh_kick_columns();
    }

    /// Writes to `new` one synchronous (Jacobi) backup of `old`: each call extends the
    /// horizon by one roll, which gives the distribution of lengths of games.
    pub(super) fn synchronous_sweep<O: Objective>(
        &self,
        old: &ValueTables,
        new: &mut ValueTables,
        objective: &O,
    ) {
        let transitions = self.transitions;
        self.for_each_pair(new, |_, scratch, pair| {
            let backup = BellmanBackup {
                transitions,
                objective,
                tables: old,
            };
            vectorized(
                #[inline(always)]
                move || pair.update_from_old(&backup, scratch),
            );
        });
        new.refresh_kick_columns();
    }

    /// Calls `work` for every block pair, level by level, with the tables from which
    /// the pairs of that level have been taken.
    fn for_each_pair(
        &self,
        tables: &mut ValueTables,
        work: impl Fn(&ValueTables, &mut Scratch, &mut BlockPair) + Sync + Send,
    ) {
        for level in &self.levels {
            let take = |keys: &BlockPairKeys| BlockPair::take(tables, keys);
            let mut pairs: Vec<BlockPair> = level.iter().map(take).collect();
            let rest = &*tables;
            parallel::for_each_with(&mut pairs, Scratch::new, |scratch, pair| {
                work(rest, scratch, pair);
            });
            for pair in pairs {
                pair.put_back(tables);
            }
        }
    }
}
