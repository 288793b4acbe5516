//! Tablebase as block matrices, with a block for each two groups of pairs: values
//! that are updated together are contiguous in memory.

use super::numbering::{self, GROUPS, Location, PAIRS};
use crate::parallel;

/// The number of adjacent columns in one vector.
pub(super) const LANES: usize = 4;

/// Adjacent columns of a row. The last lanes of a row may extend beyond it: that
/// padding means nothing.
pub(super) type RowLanes<T> = [T; LANES];

/// The part of a table in which the player has a pair of one group, and the
/// opponent a pair of another.
#[derive(Clone, Debug, Default)]
pub(super) struct Block<T> {
    width: usize,
    lanes: Vec<RowLanes<T>>,
}

impl<T> Block<T> {
    /// `count` rows from `index` on, one after the other.
    #[inline(always)]
    pub(super) fn rows(&self, index: usize, count: usize) -> &[RowLanes<T>] {
        &self.lanes[index * self.width..][..count * self.width]
    }

    /// All rows, one after the other.
    #[inline(always)]
    pub(super) fn lanes(&self) -> &[RowLanes<T>] {
        &self.lanes
    }

    /// All rows, one after the other.
    #[inline(always)]
    pub(super) fn lanes_mut(&mut self) -> &mut [RowLanes<T>] {
        &mut self.lanes
    }

    /// Every row.
    pub(super) fn rows_mut(&mut self) -> impl Iterator<Item = &mut [RowLanes<T>]> {
        self.lanes.chunks_exact_mut(self.width)
    }

    /// The number of lanes in a row.
    pub(super) const fn width(&self) -> usize {
        self.width
    }
}

/// A table with an entry for each pair of a player and each pair of the opponent.
#[derive(Clone, Debug)]
pub(super) struct BlockMatrix<T>(Vec<Block<T>>);

impl<T: Copy + Default + Send + Sync> BlockMatrix<T> {
    /// Calls `entry` for each two ranks.
    pub(super) fn new(entry: impl Fn(usize, usize) -> T + Sync) -> Self {
        let groups = numbering::groups();
        Self::by_block(|own, other, block| {
            let columns = &groups[other].ranks;
            for (row, own) in block.rows_mut().zip(groups[own].ranks.clone()) {
                for (cell, other) in row.as_flattened_mut().iter_mut().zip(columns.clone()) {
                    *cell = entry(own, other);
                }
            }
        })
    }

    /// Calls `fill` for the block of each two groups.
    pub(super) fn by_block(fill: impl Fn(usize, usize, &mut Block<T>) + Sync) -> Self {
        let block = |number: usize| {
            let [other, own] = [number / GROUPS, number % GROUPS];
            let [rows, columns] = [own, other].map(|group| numbering::groups()[group].ranks.len());
            let width = columns.div_ceil(LANES);
            let mut block = Block {
                width,
                lanes: vec![[T::default(); LANES]; rows * width],
            };
            fill(own, other, &mut block);
            block
        };
        Self(parallel::map(GROUPS * GROUPS, block))
    }

    /// Applies `entry` to every entry.
    pub(super) fn map<U: Copy + Default + Send + Sync>(
        &self,
        entry: impl Fn(T) -> U + Sync,
    ) -> BlockMatrix<U> {
        let block = |number: usize| {
            let Block { width, lanes } = &self.0[number];
            Block {
                width: *width,
                lanes: lanes.iter().map(|lanes| lanes.map(&entry)).collect(),
            }
        };
        BlockMatrix(parallel::map(self.0.len(), block))
    }

    /// The entry for two ranks.
    pub(super) fn at(&self, own: usize, other: usize) -> T {
        self.at_locations(numbering::location(own), numbering::location(other))
    }

    /// The entry for the ranks at two locations.
    #[inline]
    pub(super) fn at_locations(&self, own: Location, other: Location) -> T {
        let block = self.block(own.group.into(), other.group.into());
        block.rows(own.offset.into(), 1).as_flattened()[usize::from(other.offset)]
    }

    /// The entries against one rank of the opponent, in the order of the own ranks.
    pub(super) fn column(&self, other: usize) -> Vec<T> {
        let Location { group, offset } = numbering::location(other);
        let [lanes, lane] = [usize::from(offset) / LANES, usize::from(offset) % LANES];
        let mut column = Vec::with_capacity(PAIRS);
        for own in 0..GROUPS {
            let block = self.block(own, group.into());
            let rows = block.lanes.chunks_exact(block.width);
            column.extend(rows.map(|row| row[lanes][lane]));
        }
        column
    }

    /// The table as one row after the other, in the order of the ranks.
    pub(super) fn to_rows(&self) -> Vec<T> {
        let mut table = vec![T::default(); PAIRS * PAIRS];
        parallel::for_each_row(&mut table, PAIRS, |rank, row| {
            let Location { group, offset } = numbering::location(rank);
            for (other, columns) in numbering::groups().iter().enumerate() {
                let from = self.block(group.into(), other).rows(offset.into(), 1);
                let from = &from.as_flattened()[..columns.ranks.len()];
                row[columns.ranks.clone()].copy_from_slice(from);
            }
        });
        table
    }
}

impl<T> BlockMatrix<T> {
    /// The block of two groups.
    #[inline(always)]
    pub(super) fn block(&self, own: usize, other: usize) -> &Block<T> {
        &self.0[other * GROUPS + own]
    }

    /// The block of two groups.
    pub(super) fn block_mut(&mut self, own: usize, other: usize) -> &mut Block<T> {
        &mut self.0[other * GROUPS + own]
    }
}
