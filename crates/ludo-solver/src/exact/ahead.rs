//! One step of looking ahead: what positions are worth by those they lead to.

use core::ops::Range;

use super::board::{Board, Choices, Kicks, Landing};
use super::decision::Decision;
use super::goal::{Bonus, Goal};
use super::known::Known;
use super::meeting::{Scratch, Stand};
use super::numbering::{self, Place};
use super::rows::{Kicking, Way, add_after_roll, after_six_rolls, put_right};
use super::tiles::{LANES, Lanes, Tile, Tiled};

/// Looks ahead from where a player stands.
pub(super) struct Ahead<'a, G> {
    pub(super) board: &'a Board,
    pub(super) goal: &'a G,
    /// All that does not belong to both players' groups.
    pub(super) known: &'a Known,
}

impl<G: Goal> Ahead<'_, G> {
    /// Writes the values before the player's bonus roll, and the sum over the
    /// rolls 1 to 5, which both phases have in common.
    #[inline(always)]
    pub(super) fn bonus_roll(
        &self,
        stand: Stand,
        waiting: &Tile<f64>,
        five: &mut Scratch,
        bonus: &mut Tile<f64>,
    ) {
        let Stand {
            player,
            side,
            own,
            other,
        } = stand;
        let ranks = &numbering::groups()[own].ranks;
        let width = bonus.width();
        // What stands beyond the last row is filed too, and must not depend on
        // what was worked on before.
        five.clear();
        five.resize(ranks.len().next_multiple_of(LANES) * width, [0.0; LANES]);
        let hints = self.goal.hints(player, own, other);
        let gain = self.goal.gain(player, Bonus::Yes, own, other);
        let after = After {
            here: waiting,
            ..self.known.after(self.board, stand, Decision::SecondSix)
        };
        for run in self.board.runs(side, own) {
            let lanes = run.start * width..run.end * width;
            let first = self.board.choices(side, ranks.start + run.start);
            let ways = after.ways(first, run.len());
            let (five, six) = (
                &mut five[lanes.clone()],
                &mut bonus.lanes_mut()[lanes.clone()],
            );
            let hints = &hints[lanes.clone()];
            after_six_rolls::<G>((&mut *five, &mut *six), ways, hints);
            for (number, index) in run.clone().enumerate() {
                let row = number * width..(number + 1) * width;
                let (five, six) = (&mut five[row.clone()], &mut six[row.clone()]);
                let choices = self.board.choices(side, ranks.start + index);
                for (roll, decision) in Decision::ONE_TO_SIX.into_iter().enumerate() {
                    put_right::<G>(
                        decision,
                        ways[roll].row(row.clone()),
                        after.kicking(choices[roll]),
                        &hints[row.clone()],
                        #[inline(always)]
                        |place, change| {
                            six.as_flattened_mut()[place] += change;
                            if decision != Decision::SecondSix {
                                five.as_flattened_mut()[place] += change;
                            }
                        },
                    );
                }
            }
            divide(six, lanes, &gain);
        }
    }

    /// Makes of the sums the values before the player's first roll.
    #[inline(always)]
    pub(super) fn first_roll(&self, stand: Stand, bonus: &Tile<f64>, sums: &mut Scratch) {
        let Stand {
            player,
            side,
            own,
            other,
        } = stand;
        let ranks = &numbering::groups()[own].ranks;
        let width = bonus.width();
        let hints = self.goal.hints(player, own, other);
        let gain = self.goal.gain(player, Bonus::No, own, other);
        let after = After {
            here: bonus,
            ..self.known.after(self.board, stand, Decision::FirstSix)
        };
        for run in self.board.runs(side, own) {
            let lanes = run.start * width..run.end * width;
            let first = self.board.choices(side, ranks.start + run.start);
            let six = after.way(first[5], run.len());
            let (sums, hints) = (&mut sums[lanes.clone()], &hints[lanes.clone()]);
            add_after_roll::<G>(sums, Decision::FirstSix, six, hints);
            for (number, index) in run.clone().enumerate() {
                let row = number * width..(number + 1) * width;
                let sums = &mut sums[row.clone()];
                let choices = self.board.choices(side, ranks.start + index);
                put_right::<G>(
                    Decision::FirstSix,
                    six.row(row.clone()),
                    after.kicking(choices[5]),
                    &hints[row],
                    #[inline(always)]
                    |place, change| sums.as_flattened_mut()[place] += change,
                );
            }
            divide(sums, lanes, &gain);
        }
    }
}

/// The chance of a roll.
const SIXTH: f64 = 1.0 / 6.0;

/// Makes of sums over six rolls what the positions are worth, adding what they
/// gain themselves.
#[inline(always)]
fn divide(sums: &mut [Lanes<f64>], lanes: Range<usize>, gain: impl Fn(usize) -> Lanes<f64>) {
    for (number, sums) in lanes.zip(sums) {
        for (sum, gain) in sums.iter_mut().zip(gain(number)) {
            *sum = *sum * SIXTH + gain;
        }
    }
}

/// What a player has after a move, against the pairs of a group.
pub(super) struct After<'a> {
    pub(super) table: &'a Tiled<f64>,
    /// Within his own group, where a bounce or a lost roll leads.
    pub(super) here: &'a Tile<f64>,
    pub(super) kicked: &'a [f64],
    pub(super) kicks: Kicks<'a>,
    pub(super) stand: Stand,
}

impl<'a> After<'a> {
    /// After each of the six rolls, where each choice of a run leads, `first`
    /// being those of its first pair.
    #[inline(always)]
    fn ways(&self, first: &[Choices; 6], length: usize) -> [Way<'a>; 6] {
        let [one, two, three, four, five, six] = *first;
        [
            self.way(one, length),
            self.way(two, length),
            self.way(three, length),
            self.way(four, length),
            self.way(five, length),
            self.way(six, length),
        ]
    }

    #[inline(always)]
    pub(super) fn way(&self, first: Choices, length: usize) -> Way<'a> {
        Way {
            p: self.rows(first.p, length),
            q: self.rows(first.q, length),
        }
    }

    #[inline(always)]
    fn rows(&self, first: Landing, length: usize) -> &'a [Lanes<f64>] {
        let Place { group, index } = first.place;
        let tile = if usize::from(group) == self.stand.own {
            self.here
        } else {
            self.table.tile(group.into(), self.stand.other)
        };
        tile.rows(index.into(), length)
    }

    #[inline(always)]
    pub(super) fn kicking(&self, choices: Choices) -> [Kicking<'a>; 2] {
        let Choices { p, q } = choices;
        let kicking = |landing: Landing| Kicking {
            kicks: self.kicks.at(landing.kicks),
            kicked: self.kicked,
            rank: landing.rank,
        };
        [kicking(p), kicking(q)]
    }
}
