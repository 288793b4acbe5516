//! The Bellman backup: the values of positions by those of their successors.

use core::ops::Range;

use ludo_rules::RollKind;

use super::block_key::{BlockKey, Scratch};
use super::block_matrix::{Block, LANES, Lanes};
use super::decision::Decision;
use super::numbering;
use super::objective::Objective;
use super::rows::{add_one_roll, correct_kicks, sum_six_rolls};
use super::transitions::Transitions;
use super::value_tables::{Successors, ValueTables};

/// Backs up the blocks of a player about to roll.
pub(super) struct BellmanBackup<'a, O> {
    pub(super) transitions: &'a Transitions,
    pub(super) objective: &'a O,
    /// All values but those of the blocks that are being updated.
    pub(super) tables: &'a ValueTables,
}

impl<O: Objective> BellmanBackup<'_, O> {
    /// Writes the values before the player's bonus roll, and the sum over the
    /// rolls 1 to 5, which both kinds of roll have in common.
    #[inline(always)]
    pub(super) fn bonus_roll(
        &self,
        key: BlockKey,
        waiting: &Block<f64>,
        five: &mut Scratch,
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
        // The rows of padding are stored as well, and must not depend on
        // earlier contents.
        five.clear();
        five.resize(ranks.len().next_multiple_of(LANES) * width, [0.0; LANES]);
        let masks = self.objective.action_masks(player, own, other);
        let reward = self.objective.reward(player, RollKind::Bonus, own, other);
        let successors = Successors {
            own_group: waiting,
            ..self
                .tables
                .successors(self.transitions, key, Decision::BonusSix)
        };
        for run in self.transitions.runs(side, own) {
            let lanes = run.start * width..run.end * width;
            let first = self.transitions.choices(side, ranks.start + run.start);
            let actions = successors.action_rows(first, run.len());
            let (five, six) = (
                &mut five[lanes.clone()],
                &mut bonus.lanes_mut()[lanes.clone()],
            );
            let masks = &masks[lanes.clone()];
            sum_six_rolls::<O>((&mut *five, &mut *six), actions, masks);
            for (number, offset) in run.clone().enumerate() {
                let row = number * width..(number + 1) * width;
                let (five, six) = (&mut five[row.clone()], &mut six[row.clone()]);
                let choices = self.transitions.choices(side, ranks.start + offset);
                for (roll, decision) in Decision::ONE_TO_SIX.into_iter().enumerate() {
                    correct_kicks::<O>(
                        decision,
                        actions[roll].row(row.clone()),
                        successors.kicked_values(choices[roll]),
                        &masks[row.clone()],
                        #[inline(always)]
                        |column, change| {
                            six.as_flattened_mut()[column] += change;
                            if decision != Decision::BonusSix {
                                five.as_flattened_mut()[column] += change;
                            }
                        },
                    );
                }
            }
            average_rolls(six, lanes, &reward);
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
            ..self
                .tables
                .successors(self.transitions, key, Decision::FirstSix)
        };
        for run in self.transitions.runs(side, own) {
            let lanes = run.start * width..run.end * width;
            let first = self.transitions.choices(side, ranks.start + run.start);
            let actions = successors.action_row(first[5], run.len());
            let (sums, masks) = (&mut sums[lanes.clone()], &masks[lanes.clone()]);
            add_one_roll::<O>(sums, Decision::FirstSix, actions, masks);
            for (number, offset) in run.clone().enumerate() {
                let row = number * width..(number + 1) * width;
                let sums = &mut sums[row.clone()];
                let choices = self.transitions.choices(side, ranks.start + offset);
                correct_kicks::<O>(
                    Decision::FirstSix,
                    actions.row(row.clone()),
                    successors.kicked_values(choices[5]),
                    &masks[row],
                    #[inline(always)]
                    |column, change| sums.as_flattened_mut()[column] += change,
                );
            }
            average_rolls(sums, lanes, &reward);
        }
    }
}

/// The probability of each roll.
const ROLL_PROBABILITY: f64 = 1.0 / 6.0;

/// Turns sums over six rolls into expected values, and adds the rewards.
#[inline(always)]
fn average_rolls(
    sums: &mut [Lanes<f64>],
    lanes: Range<usize>,
    reward: impl Fn(usize) -> Lanes<f64>,
) {
    for (number, sums) in lanes.zip(sums) {
        for (sum, reward) in sums.iter_mut().zip(reward(number)) {
            *sum = *sum * ROLL_PROBABILITY + reward;
        }
    }
}
