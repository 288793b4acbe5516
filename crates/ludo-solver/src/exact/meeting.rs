//! The positions where the players have pairs of two groups, renewed together.

use super::ahead::Ahead;
use super::goal::Goal;
use super::known::Known;
use super::numbering;
use super::tiles::{LANES, Lanes, Tile};

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
    pub(super) fn take(known: &mut Known, stands: &[Stand]) -> Self {
        let mut mover = |&stand: &Stand| {
            let Stand {
                player, own, other, ..
            } = stand;
            Mover {
                stand,
                waiting: core::mem::take(known.waiting[player].tile_mut(own, other)),
                bonus: core::mem::take(known.bonus[player].tile_mut(own, other)),
            }
        };
        let mut movers: Vec<Mover> = stands.iter().map(&mut mover).collect();
        movers.sort_by_key(|mover| mover.stand.may_stay());
        Self { movers }
    }

    /// Gives back what was taken.
    pub(super) fn give_back(self, known: &mut Known) {
        for mover in self.movers {
            let Stand {
                player, own, other, ..
            } = mover.stand;
            *known.waiting[player].tile_mut(own, other) = mover.waiting;
            *known.bonus[player].tile_mut(own, other) = mover.bonus;
        }
    }

    /// Renews what was taken from what was left; where both may stay, until
    /// nothing changes by more than `circling`.
    #[inline(always)]
    pub(super) fn renew<G: Goal>(
        &mut self,
        ahead: &Ahead<'_, G>,
        circling: f64,
        scratch: &mut Scratch,
    ) {
        let circle = self.movers.iter().all(|mover| mover.stand.may_stay());
        for _ in 0..if circle { ROUNDS } else { 1 } {
            let mut change: f64 = 0.0;
            for number in 0..self.movers.len() {
                let Mover {
                    stand,
                    waiting,
                    bonus,
                } = &mut self.movers[number];
                ahead.bonus_roll(*stand, waiting, scratch, bonus);
                ahead.first_roll(*stand, bonus, scratch);
                change = change.max(self.file::<G>(number, scratch));
            }
            if change <= circling {
                return;
            }
        }
    }

    /// Renews what the players have before their bonus rolls.
    #[inline(always)]
    pub(super) fn renew_bonus<G: Goal>(&mut self, ahead: &Ahead<'_, G>, scratch: &mut Scratch) {
        for mover in &mut self.movers {
            ahead.bonus_roll(mover.stand, &mover.waiting, scratch, &mut mover.bonus);
        }
    }

    /// Writes what one step of looking ahead gives from what is known.
    #[inline(always)]
    pub(super) fn look_ahead<G: Goal>(&mut self, ahead: &Ahead<'_, G>, scratch: &mut Scratch) {
        for number in 0..self.movers.len() {
            let mover = &mut self.movers[number];
            let Stand {
                player, own, other, ..
            } = mover.stand;
            let waiting = ahead.known.waiting[player].tile(own, other);
            ahead.bonus_roll(mover.stand, waiting, scratch, &mut mover.bonus);
            let bonus = ahead.known.bonus[player].tile(own, other);
            ahead.first_roll(mover.stand, bonus, scratch);
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
