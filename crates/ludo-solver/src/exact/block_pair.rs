//! The blocks of both players for the same two groups, which are updated together.

use super::backup::BellmanBackup;
use super::block_key::{BlockKey, Scratch};
use super::block_matrix::{Block, LANES, RowLanes};
use super::objective::Objective;
use super::value_tables::ValueTables;

/// How often a sweep iterates at most on blocks that depend on each other.
const MAX_INNER_ITERATIONS: usize = 64;

/// Two groups: the blocks of both players, taken out of their tables.
#[derive(Debug)]
pub(super) struct BlockPair {
    /// By the player to roll, a group without self-loops first. There is only
    /// one where both players have pairs of one group in one table.
    players: Vec<PlayerBlocks>,
}

/// The blocks of a player about to roll.
#[derive(Debug)]
struct PlayerBlocks {
    key: BlockKey,
    waiting: Block<f64>,
    bonus: Block<f64>,
}

impl BlockPair {
    /// Takes the blocks with these keys, each the other's opponent; a single
    /// key is its own opponent.
    pub(super) fn take(tables: &mut ValueTables, keys: &[BlockKey]) -> Self {
        let mut take = |&key: &BlockKey| {
            let BlockKey {
                player, own, other, ..
            } = key;
            PlayerBlocks {
                key,
                waiting: core::mem::take(tables.waiting[player].block_mut(own, other)),
                bonus: core::mem::take(tables.bonus[player].block_mut(own, other)),
            }
        };
        let mut players: Vec<PlayerBlocks> = keys.iter().map(&mut take).collect();
        players.sort_by_key(|blocks| blocks.key.has_self_loops());
        Self { players }
    }

    /// Puts the blocks back.
    pub(super) fn put_back(self, tables: &mut ValueTables) {
        for blocks in self.players {
            let BlockKey {
                player, own, other, ..
            } = blocks.key;
            *tables.waiting[player].block_mut(own, other) = blocks.waiting;
            *tables.bonus[player].block_mut(own, other) = blocks.bonus;
        }
    }

    /// Updates the blocks from each other and from the rest of the tables. If
    /// they depend on each other in a cycle, iterates until no value changes by
    /// more than `inner_tolerance`.
    #[inline(always)]
    pub(super) fn update<O: Objective>(
        &mut self,
        backup: &BellmanBackup<'_, O>,
        inner_tolerance: f64,
        scratch: &mut Scratch,
    ) {
        let is_cyclic = self
            .players
            .iter()
            .all(|blocks| blocks.key.has_self_loops());
        for _ in 0..if is_cyclic { MAX_INNER_ITERATIONS } else { 1 } {
            let mut change: f64 = 0.0;
            for number in 0..self.players.len() {
                let PlayerBlocks {
                    key,
                    waiting,
                    bonus,
                } = &mut self.players[number];
                backup.bonus_roll(*key, waiting, scratch, bonus);
                backup.first_roll(*key, bonus, scratch);
                change = change.max(self.store::<O>(number, scratch));
            }
            if change <= inner_tolerance {
                return;
            }
        }
    }

    /// Updates the values before bonus rolls only.
    #[inline(always)]
    pub(super) fn update_bonus<O: Objective>(
        &mut self,
        backup: &BellmanBackup<'_, O>,
        scratch: &mut Scratch,
    ) {
        for blocks in &mut self.players {
            backup.bonus_roll(blocks.key, &blocks.waiting, scratch, &mut blocks.bonus);
        }
    }

    /// Writes one backup of the tables that `backup` reads, none of them updated.
    #[inline(always)]
    pub(super) fn update_from_old<O: Objective>(
        &mut self,
        backup: &BellmanBackup<'_, O>,
        scratch: &mut Scratch,
    ) {
        for number in 0..self.players.len() {
            let blocks = &mut self.players[number];
            let BlockKey {
                player, own, other, ..
            } = blocks.key;
            let waiting = backup.tables.waiting[player].block(own, other);
            backup.bonus_roll(blocks.key, waiting, scratch, &mut blocks.bonus);
            let bonus = backup.tables.bonus[player].block(own, other);
            backup.first_roll(blocks.key, bonus, scratch);
            self.store::<O>(number, scratch);
        }
    }

    /// Stores the values of the player to roll, transposed and converted, as
    /// those of the opponent who waits; returns the largest change.
    #[inline(always)]
    fn store<O: Objective>(&mut self, number: usize, values: &[RowLanes<f64>]) -> f64 {
        let width = self.players[number].waiting.width();
        let opponent = self.players.len() - 1 - number;
        let mut changes = [0.0_f64; LANES];
        let mut rows = self.players[opponent].waiting.rows_mut();
        for column in 0..width {
            for lane in 0..LANES {
                let Some(row) = rows.next() else {
                    break;
                };
                for (rows, lanes) in values.chunks_exact(LANES * width).zip(row) {
                    for (row, (old, change)) in lanes.iter_mut().zip(&mut changes).enumerate() {
                        let new = O::opponent_value(rows[row * width + column][lane]);
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
