//! Backups of whole rows: the value of a choice against every pair of a group
//! that the opponent may have.
//!
//! This is part of what makes solving fast. Where a move leads does not depend
//! on the opponent's pair, so the values after a roll against *all* pairs of the
//! opponent are one row of the table, or the better of two rows, element by
//! element. Only a kick changes the opponent's pair: the few columns with a token
//! on the space where the move ends are corrected one by one afterwards.

use core::ops::Range;

use super::block_matrix::{LANES, RowLanes};
use super::decision::RollDecision;
use super::numbering::YARD_PAIRS;
use super::objective::Objective;
use super::transitions::Kick;

/// The values of the two actions `p` and `q`: one or more rows of a table each.
#[derive(Clone, Copy)]
pub(super) struct ActionRow<'a> {
    pub(super) p: &'a [RowLanes<f64>],
    pub(super) q: &'a [RowLanes<f64>],
}

impl ActionRow<'_> {
    /// Some of the lanes.
    #[inline(always)]
    pub(super) fn row(self, lanes: Range<usize>) -> Self {
        Self {
            p: &self.p[lanes.clone()],
            q: &self.q[lanes],
        }
    }
}

/// The values of an action against the pairs of a group that it kicks.
#[derive(Clone, Copy)]
pub(super) struct KickedValues<'a> {
    pub(super) kicks: &'a [Kick],
    /// The kick columns of the table that the action leads to.
    pub(super) kick_columns: &'a [f64],
    /// The rank of the player's pair after the action.
    pub(super) rank: u16,
}

impl KickedValues<'_> {
    /// The value against the pair at this offset; that in `row` if it is not kicked.
    #[inline(always)]
    fn at(self, row: &[RowLanes<f64>], offset: u8) -> f64 {
        for kick in self.kicks {
            if kick.offset == offset {
                return self.after_kick(kick.column);
            }
        }
        at(row, offset)
    }

    #[inline(always)]
    fn after_kick(self, column: u8) -> f64 {
        self.kick_columns[usize::from(self.rank) * YARD_PAIRS + usize::from(column)]
    }
}

/// Writes the sums of the choices' values over all six rolls and over the first
/// five of them, without kicks.
#[inline(always)]
pub(super) fn sum_six_rolls<'a, O: Objective>(
    (five, six): (&mut [RowLanes<f64>], &mut [RowLanes<f64>]),
    actions: [ActionRow<'a>; 6],
    masks: &[RowLanes<O::ActionMask>],
) {
    let length = five.len();
    let (masks, six) = (&masks[..length], &mut six[..length]);
    // Equal lengths let the compiler drop the bounds checks in the loop.
    let [one, two, three, four, fifth, sixth] = actions;
    let cut = |actions: ActionRow<'a>| (&actions.p[..length], &actions.q[..length]);
    let firsts = [cut(one), cut(two), cut(three), cut(four), cut(fifth)];
    let last = cut(sixth);
    for place in 0..length {
        let mut sum = [0.0; LANES];
        for (roll, (p, q)) in firsts.into_iter().enumerate() {
            let decision = RollDecision::ONE_TO_SIX[roll];
            add::<O>(&mut sum, decision, masks[place], p[place], q[place]);
        }
        five[place] = sum;
        add::<O>(
            &mut sum,
            RollDecision::BonusSix,
            masks[place],
            last.0[place],
            last.1[place],
        );
        six[place] = sum;
    }
}

/// Adds the values of the choices for one roll, without kicks.
#[inline(always)]
pub(super) fn add_one_roll<O: Objective>(
    sums: &mut [RowLanes<f64>],
    decision: RollDecision,
    actions: ActionRow<'_>,
    masks: &[RowLanes<O::ActionMask>],
) {
    let choices = actions.p.iter().zip(actions.q).zip(masks);
    for (sum, ((p, q), mask)) in sums.iter_mut().zip(choices) {
        add::<O>(sum, decision, *mask, *p, *q);
    }
}

#[inline(always)]
fn add<O: Objective>(
    sum: &mut RowLanes<f64>,
    decision: RollDecision,
    mask: RowLanes<O::ActionMask>,
    p: RowLanes<f64>,
    q: RowLanes<f64>,
) {
    for lane in 0..LANES {
        sum[lane] += O::choice_value(decision, mask[lane], p[lane], q[lane]);
    }
}

/// Calls `add` with each column in which an action kicks, and the difference that
/// the kick makes to the value of the choice.
#[inline(always)]
pub(super) fn correct_kicks<O: Objective>(
    decision: RollDecision,
    actions: ActionRow<'_>,
    kicked: [KickedValues<'_>; 2],
    masks: &[RowLanes<O::ActionMask>],
    mut add: impl FnMut(usize, f64),
) {
    for_each_kicked(
        actions,
        kicked,
        #[inline(always)]
        |offset, [with_p, with_q]| {
            let mask = at(masks, offset);
            let without =
                O::choice_value(decision, mask, at(actions.p, offset), at(actions.q, offset));
            let with = O::choice_value(decision, mask, with_p, with_q);
            add(offset.into(), with - without);
        },
    );
}

/// Calls `visit` with each column in which an action kicks, and the values of `p`
/// and `q` there.
#[inline(always)]
pub(super) fn for_each_kicked(
    ActionRow { p, q }: ActionRow<'_>,
    [by_p, by_q]: [KickedValues<'_>; 2],
    mut visit: impl FnMut(u8, [f64; 2]),
) {
    for &Kick { offset, column } in by_p.kicks {
        visit(offset, [by_p.after_kick(column), by_q.at(q, offset)]);
    }
    'kicks: for &Kick { offset, column } in by_q.kicks {
        for first in by_p.kicks {
            if first.offset == offset {
                // This pair has a token on both spaces and was visited above.
                continue 'kicks;
            }
        }
        visit(offset, [at(p, offset), by_q.after_kick(column)]);
    }
}

#[inline(always)]
fn at<T: Copy>(row: &[RowLanes<T>], offset: u8) -> T {
    let offset = usize::from(offset);
    row[offset / LANES][offset % LANES]
}

/// Runs `work` with the widest vector instructions of the machine. Additions,
/// divisions and comparisons give the same bits with all of them.
#[inline(always)]
pub(super) fn vectorized<R>(work: impl FnOnce() -> R) -> R {
    pulp::Arch::new().dispatch(work)
}
