//! Backups of whole rows: the value of a choice against every pair of a group
//! that the opponent may have.
//!
//! This is part of what makes solving fast. Where a move leads does not depend
//! on the opponent's pair, so the values after a roll against *all* pairs of the
//! opponent are one row of the table, or the better of two rows, element by
//! element. Only a kick changes the opponent's pair: the few columns with a token
//! on the space where the move ends are corrected one by one afterwards.

use core::hint::select_unpredictable;

use super::block_matrix::{LANES, RowLanes};
use super::decision::RollDecision;
use super::kicks::KickedEntry;
use super::landing::{Landing, RollChoices};
use super::numbering::YARD_PAIRS;
use super::objective::Objective;

/// The values of the two actions `p` and `q`: one or more rows of a table each.
#[derive(Clone, Copy)]
pub(super) struct ActionRow<'a> {
    pub(super) p: &'a [RowLanes<f64>],
    pub(super) q: &'a [RowLanes<f64>],
}

/// The kicks of a run of pairs, and what is needed to value them.
#[derive(Clone, Copy)]
pub(super) struct KickingRun<'a> {
    pub(super) entries: &'a [KickedEntry],
    /// By roll, the rows without kicks.
    pub(super) actions: &'a [ActionRow<'a>],
    /// By roll, the choices of the first pair. Each next pair lands one rank farther on.
    pub(super) first: &'a [RollChoices],
    /// The kick columns of the table that the actions lead to.
    pub(super) kick_columns: &'a [f64],
}

/// An entry in which an action kicks, with the values of `p` and `q`.
pub(super) struct KickedValues {
    /// Its place in the rows of the run.
    pub(super) place: usize,
    /// The roll, counted from the first of the list.
    pub(super) roll: usize,
    pub(super) with_kicks: [f64; 2],
    without_kicks: [f64; 2],
}

impl KickingRun<'_> {
    /// Calls `visit` with each entry in which an action kicks.
    #[inline(always)]
    pub(super) fn for_each(self, mut visit: impl FnMut(KickedValues)) {
        for &KickedEntry {
            place,
            row,
            roll,
            columns: [by_p, by_q],
        } in self.entries
        {
            let [place, roll] = [place.into(), roll.into()];
            let ActionRow { p, q } = self.actions[roll];
            let without_kicks = [p.as_flattened()[place], q.as_flattened()[place]];
            // Which of the two kicks is hard to predict, so both values are read.
            let after = |column: Option<u8>, landing: Landing, without: f64| {
                let rank = usize::from(landing.rank) + usize::from(row);
                let kicked = rank * YARD_PAIRS + usize::from(column.unwrap_or(0));
                select_unpredictable(column.is_some(), self.kick_columns[kicked], without)
            };
            let RollChoices { p, q } = self.first[roll];
            visit(KickedValues {
                place,
                roll,
                with_kicks: [
                    after(by_p, p, without_kicks[0]),
                    after(by_q, q, without_kicks[1]),
                ],
                without_kicks,
            });
        }
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

/// Calls `add` with the place of each entry in which an action kicks, and the difference that
/// the kick makes to the value of the choice. `decisions` are those of the rolls of the list.
#[inline(always)]
pub(super) fn correct_kicks<O: Objective>(
    decisions: &[RollDecision],
    kicks: KickingRun<'_>,
    masks: &[RowLanes<O::ActionMask>],
    mut add: impl FnMut(usize, f64),
) {
    kicks.for_each(
        #[inline(always)]
        |kicked| {
            let decision = decisions[kicked.roll];
            let mask = masks.as_flattened()[kicked.place];
            let value = |[p, q]: [f64; 2]| O::choice_value(decision, mask, p, q);
            add(
                kicked.place,
                value(kicked.with_kicks) - value(kicked.without_kicks),
            );
        },
    );
}

/// Runs `work` with the widest vector instructions of the machine. Additions,
/// divisions and comparisons give the same bits with all of them.
#[inline(always)]
pub(super) fn vectorized<R>(work: impl FnOnce() -> R) -> R {
    pulp::Arch::new().dispatch(work)
}
