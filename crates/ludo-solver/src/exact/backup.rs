//! The Bellman backup: computes the values of positions from those of their successors.
//!
//! A six on the first roll earns a bonus roll; the rolls 1 to 5 are worth the same in both. So
//! `bonus_roll` runs first and leaves their sum to `first_roll`.

use core::ops::Range;

use ludo_rules::RollKind;

use super::block_key::{BlockKey, Scratch};
use super::block_matrix::{Block, LANES, RowLanes};
use super::decision::RollDecision;
use super::numbering;
use super::objective::Objective;
use super::rows::{add_one_roll, correct_kicks, sum_six_rolls};
use super::transitions::Transitions;
use super::value_tables::{Successors, ValueTables};

/// Backs up the blocks of a player about to roll.
pub(super) struct BellmanBackup<'a, O> {
    pub(super) transitions: &'a Transitions,
    pub(super) objective: &'a O,
    /// The values of all other blocks.
    pub(super) tables: &'a ValueTables,
}

impl<O: Objective> BellmanBackup<'_, O> {
    /// Writes the values before the bonus roll to `bonus`, and the sums over the rolls 1 to 5,
    /// which [`first_roll`](Self::first_roll) reuses, to `five_rolls`.
    ///
    /// `waiting` has the values of the same block when the turn has passed to the opponent.
    #[inline(always)]
    pub(super) fn bonus_roll(
        &self,
        key: BlockKey,
        waiting: &Block<f64>,
        five_rolls: &mut Scratch,
        bonus: &mut Block<f64>,
    ) {
        let BlockKey {
            player,
            side,
            own,
            other,
        } = key;
        let ranks = &numbering::groups()[own].ranks;
        let width = bonus.width();
        // Padding rows are stored too: clear what the buffer held.
        five_rolls.clear();
        five_rolls.resize(ranks.len().next_multiple_of(LANES) * width, [0.0; LANES]);
        let masks = self.objective.action_masks(player, own, other);
        let reward = self.objective.reward(player, RollKind::Bonus, own, other);
        let successors = Successors {
            own_group: waiting,
            ..self.tables.successors(key, RollDecision::BonusSix)
        };
        let kicks = self.transitions.kicks(side, other);
        for run in self.transitions.runs(side, own) {
            let lanes = run.start * width..run.end * width;
            let run_choices = self.transitions.choices(side, ranks.start + run.start);
            let actions = successors.action_rows(run_choices, run.len());
            let (five_rolls, six_rolls) = (
                &mut five_rolls[lanes.clone()],
                &mut bonus.lanes_mut()[lanes.clone()],
            );
            let masks = &masks[lanes.clone()];
            sum_six_rolls::<O>((&mut *five_rolls, &mut *six_rolls), actions, masks);
            let run_ranks = ranks.start + run.start..ranks.start + run.end;
            let (five_choices, six_choices) = run_choices.split_at(SIX);
            let (five_actions, six_actions) = actions.split_at(SIX);
            let (one_to_five, bonus_six) = RollDecision::ONE_TO_SIX.split_at(SIX);
            correct_kicks::<O>(
                one_to_five,
                successors.kicks(
                    kicks.one_to_five.of(run_ranks.clone()),
                    five_actions,
                    five_choices,
                ),
                masks,
                #[inline(always)]
                |place, change| {
                    five_rolls.as_flattened_mut()[place] += change;
                    six_rolls.as_flattened_mut()[place] += change;
                },
            );
            correct_kicks::<O>(
                bonus_six,
                successors.kicks(kicks.six.of(run_ranks), six_actions, six_choices),
                masks,
                #[inline(always)]
                |place, change| six_rolls.as_flattened_mut()[place] += change,
            );
            average_rolls(six_rolls, lanes, &reward);
        }
    }

    /// Turns the sums over the rolls 1 to 5 into the values before the player's
    /// first roll.
    #[inline(always)]
    pub(super) fn first_roll(&self, key: BlockKey, bonus: &Block<f64>, sums: &mut Scratch) {
        let BlockKey {
            player,
            side,
            own,
            other,
        } = key;
        let ranks = &numbering::groups()[own].ranks;
        let width = bonus.width();
        let masks = self.objective.action_masks(player, own, other);
        let reward = self.objective.reward(player, RollKind::First, own, other);
        let successors = Successors {
            own_group: bonus,
            ..self.tables.successors(key, RollDecision::FirstSix)
        };
        let kicks = self.transitions.kicks(side, other);
        for run in self.transitions.runs(side, own) {
            let lanes = run.start * width..run.end * width;
            let run_choices = self.transitions.choices(side, ranks.start + run.start);
            let actions = successors.action_row(run_choices[SIX], run.len());
            let (sums, masks) = (&mut sums[lanes.clone()], &masks[lanes.clone()]);
            add_one_roll::<O>(sums, RollDecision::FirstSix, actions, masks);
            let run_ranks = ranks.start + run.start..ranks.start + run.end;
            correct_kicks::<O>(
                &[RollDecision::FirstSix],
                successors.kicks(kicks.six.of(run_ranks), &[actions], &run_choices[SIX..]),
                masks,
                #[inline(always)]
                |place, change| sums.as_flattened_mut()[place] += change,
            );
            average_rolls(sums, lanes, &reward);
        }
    }
}

/// The index of the roll 6.
const SIX: usize = 5;

/// The probability of each roll.
const ROLL_PROBABILITY: f64 = 1.0 / 6.0;

/// Turns sums over six rolls into means, and adds the rewards.
#[inline(always)]
fn average_rolls(
    sums: &mut [RowLanes<f64>],
    lanes: Range<usize>,
    reward: impl Fn(usize) -> RowLanes<f64>,
) {
    for (lane, sums) in lanes.zip(sums) {
        for (sum, reward) in sums.iter_mut().zip(reward(lane)) {
            *sum = *sum * ROLL_PROBABILITY + reward;
        }
    }
}
