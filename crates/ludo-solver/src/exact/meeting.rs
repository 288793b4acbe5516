//! The positions where the players have pairs of two groups, renewed together.

use core::ops::Range;

use super::board::{Board, Choices, Kicks, Landing};
use super::numbering::{self, Place, YARDS};
use super::rows::{Kicking, Way, add_after_roll, after_six_rolls, put_right};
use super::sweep::{Bonus, Decision, Goal, Tables};
use super::tiles::{LANES, Lanes, Tile, Tiled};

/// So often at most are positions renewed in a sweep that lead to each other.
const ROUNDS: usize = 64;

/// Where values are worked out before they are filed.
pub(super) type Scratch = Vec<Lanes<f64>>;

/// Two groups, with what belongs to both taken out of the players' tables.
#[derive(Debug)]
pub(super) struct Meeting {
    /// Each player as the one to roll, first who cannot stay in his group.
    /// There is only one where both have pairs of one group in one table.
    movers: Vec<Mover>,
    /// By how much a value has changed at most.
    change: f64,
}

/// A player about to roll, with his tiles.
#[derive(Debug)]
struct Mover {
    stand: Stand,
    waiting: Tile<f64>,
    bonus: Tile<f64>,
}

/// Where a player stands, and his opponent.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stand {
    pub(super) player: usize,
    /// Whose moves on the board are his.
    pub(super) side: usize,
    /// The group of his pair.
    pub(super) own: usize,
    /// The group of his opponent's.
    pub(super) other: usize,
}

impl Stand {
    fn may_stay(self) -> bool {
        numbering::groups()[self.own].stays
    }
}

impl Meeting {
    /// The meeting of these, each the other's opponent, or of one with his
    /// like.
    pub(super) fn take(tables: &mut Tables, stands: &[Stand]) -> Self {
        let mut mover = |&stand: &Stand| {
            let Stand {
                player, own, other, ..
            } = stand;
            Mover {
                stand,
                waiting: core::mem::take(tables.waiting[player].tile_mut(own, other)),
                bonus: core::mem::take(tables.bonus[player].tile_mut(own, other)),
            }
        };
        let mut movers: Vec<Mover> = stands.iter().map(&mut mover).collect();
        movers.sort_by_key(|mover| mover.stand.may_stay());
        Self {
            movers,
            change: 0.0,
        }
    }

    /// Gives the tables back what was taken; by how much a value has changed.
    pub(super) fn give_back(self, tables: &mut Tables) -> f64 {
        for mover in self.movers {
            let Stand {
                player, own, other, ..
            } = mover.stand;
            *tables.waiting[player].tile_mut(own, other) = mover.waiting;
            *tables.bonus[player].tile_mut(own, other) = mover.bonus;
        }
        self.change
    }

    /// Renews what was taken from what was left; where both may stay, until
    /// nothing changes by more than `circling`.
    #[inline(always)]
    pub(super) fn renew<G: Goal>(
        &mut self,
        board: &Board,
        goal: &G,
        known: &Tables,
        circling: f64,
        scratch: &mut Scratch,
    ) {
        let circle = self.movers.iter().all(|mover| mover.stand.may_stay());
        for _ in 0..if circle { ROUNDS } else { 1 } {
            let mut change: f64 = 0.0;
            for number in 0..self.movers.len() {
                let mover = &mut self.movers[number];
                let ahead = Ahead {
                    board,
                    goal,
                    known,
                    stand: mover.stand,
                };
                ahead.bonus_roll(&mover.waiting, scratch, &mut mover.bonus);
                ahead.first_roll(&mover.bonus, scratch);
                change = change.max(self.file::<G>(number, scratch));
            }
            self.change = self.change.max(change);
            if change <= circling {
                return;
            }
        }
    }

    /// Writes what one step of looking ahead gives.
    #[inline(always)]
    pub(super) fn look_ahead<G: Goal>(
        &mut self,
        board: &Board,
        goal: &G,
        from: &Tables,
        scratch: &mut Scratch,
    ) {
        for number in 0..self.movers.len() {
            let mover = &mut self.movers[number];
            let Stand {
                player, own, other, ..
            } = mover.stand;
            let ahead = Ahead {
                board,
                goal,
                known: from,
                stand: mover.stand,
            };
            let waiting = from.waiting[player].tile(own, other);
            ahead.bonus_roll(waiting, scratch, &mut mover.bonus);
            ahead.first_roll(from.bonus[player].tile(own, other), scratch);
            self.file::<G>(number, scratch);
        }
    }

    /// Files a mover's values with his opponent, whose rows are the mover's
    /// columns, as what he has while he waits; by how much the most changed.
    #[inline(always)]
    fn file<G: Goal>(&mut self, number: usize, values: &[Lanes<f64>]) -> f64 {
        let width = self.movers[number].waiting.width();
        let opponent = self.movers.len() - 1 - number;
        let mut changes = [0.0_f64; LANES];
        let mut rows = self.movers[opponent].waiting.rows_mut();
        for column in 0..width {
            for lane in 0..LANES {
                let Some(row) = rows.next() else {
                    break;
                };
                for (block, place) in values.chunks_exact(LANES * width).zip(row) {
                    for (turned, (old, change)) in place.iter_mut().zip(&mut changes).enumerate() {
                        let new = G::to_the_other(block[turned * width + column][lane]);
                        let by = (new - *old).abs();
                        if *change < by {
                            *change = by;
                        }
                        *old = new;
                    }
                }
            }
        }
        changes.into_iter().fold(0.0, f64::max)
    }
}

/// Looking ahead from where a player stands.
struct Ahead<'a, G> {
    board: &'a Board,
    goal: &'a G,
    /// All that does not belong to both groups.
    known: &'a Tables,
    stand: Stand,
}

impl<G: Goal> Ahead<'_, G> {
    /// Writes the values before the player's bonus roll, and the sum over the
    /// rolls 1 to 5, which both phases have in common.
    #[inline(always)]
    fn bonus_roll(&self, waiting: &Tile<f64>, five: &mut Scratch, bonus: &mut Tile<f64>) {
        let Stand {
            player,
            side,
            own,
            other,
        } = self.stand;
        let ranks = &numbering::groups()[own].ranks;
        let width = bonus.width();
        // What stands beyond the last row is filed too, and must not depend on
        // what was worked on before.
        five.clear();
        five.resize(ranks.len().next_multiple_of(LANES) * width, [0.0; LANES]);
        let hints = self.goal.hints(player, own, other);
        let gain = self.goal.gain(player, Bonus::Yes, own, other);
        let after = After {
            table: &self.known.waiting[player],
            here: waiting,
            kicked: &self.known.kicked[player].waiting,
            kicks: self.board.kicks(other),
            stand: self.stand,
        };
        for run in self.board.runs(side, own) {
            let lanes = run.start * width..run.end * width;
            let first = self.board.choices(side, ranks.start + run.start);
            let ways = after.ways(first, run.len());
            let (five, six) = (&mut five[lanes.clone()], &mut bonus.lanes_mut()[lanes.clone()]);
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
    fn first_roll(&self, bonus: &Tile<f64>, sums: &mut Scratch) {
        let Stand {
            player,
            side,
            own,
            other,
        } = self.stand;
        let ranks = &numbering::groups()[own].ranks;
        let width = bonus.width();
        let hints = self.goal.hints(player, own, other);
        let gain = self.goal.gain(player, Bonus::No, own, other);
        let after = After {
            table: &self.known.bonus[player],
            here: bonus,
            kicked: &self.known.kicked[player].bonus,
            kicks: self.board.kicks(other),
            stand: self.stand,
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
            kicked: &self.kicked[usize::from(landing.rank) * YARDS..][..YARDS],
        };
        [kicking(p), kicking(q)]
    }
}
