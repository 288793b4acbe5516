//! Tables in tiles, one for each two groups of pairs, so that what is worked
//! on together lies together.

use super::numbering::{self, GROUPS, PAIRS, Place};
use crate::parallel;

/// How many neighbouring columns are worked on at once.
pub(super) const LANES: usize = 4;

/// Neighbouring columns of a row. The last of a row may be wider than the row:
/// what stands beyond it means nothing.
pub(super) type Lanes<T> = [T; LANES];

/// The part of a table where the player has a pair of one group, and his
/// opponent one of another.
#[derive(Clone, Debug, Default)]
pub(super) struct Tile<T> {
    width: usize,
    lanes: Vec<Lanes<T>>,
}

impl<T> Tile<T> {
    /// So many rows from one on, one after the other.
    #[inline(always)]
    pub(super) fn rows(&self, index: usize, count: usize) -> &[Lanes<T>] {
        &self.lanes[index * self.width..][..count * self.width]
    }

    /// All rows, one after the other.
    #[inline(always)]
    pub(super) fn lanes(&self) -> &[Lanes<T>] {
        &self.lanes
    }

    /// All rows, one after the other.
    #[inline(always)]
    pub(super) fn lanes_mut(&mut self) -> &mut [Lanes<T>] {
        &mut self.lanes
    }

    /// Row by row.
    pub(super) fn rows_mut(&mut self) -> impl Iterator<Item = &mut [Lanes<T>]> {
        self.lanes.chunks_exact_mut(self.width)
    }

    /// How many lanes a row has.
    pub(super) const fn width(&self) -> usize {
        self.width
    }
}

/// A table: something for each two pairs, a player's own and his opponent's.
#[derive(Clone, Debug)]
pub(super) struct Tiled<T>(Vec<Tile<T>>);

impl<T: Copy + Default + Send + Sync> Tiled<T> {
    /// What is given for each two ranks.
    pub(super) fn new(entry: impl Fn(usize, usize) -> T + Sync) -> Self {
        let groups = numbering::groups();
        Self::by_tile(|own, other, tile| {
            let columns = &groups[other].ranks;
            for (row, own) in tile.rows_mut().zip(groups[own].ranks.clone()) {
                for (place, other) in row.as_flattened_mut().iter_mut().zip(columns.clone()) {
                    *place = entry(own, other);
                }
            }
        })
    }

    /// Tiles as they are filled in for each two groups.
    pub(super) fn by_tile(fill: impl Fn(usize, usize, &mut Tile<T>) + Sync) -> Self {
        let tile = |number: usize| {
            let [own, other] = [number / GROUPS, number % GROUPS];
            let [rows, columns] = [own, other].map(|group| numbering::groups()[group].ranks.len());
            let width = columns.div_ceil(LANES);
            let mut tile = Tile {
                width,
                lanes: vec![[T::default(); LANES]; rows * width],
            };
            fill(own, other, &mut tile);
            tile
        };
        Self(parallel::map(GROUPS * GROUPS, tile))
    }

    /// A table of what becomes of each entry.
    pub(super) fn map<U: Copy + Default + Send + Sync>(
        &self,
        entry: impl Fn(T) -> U + Sync,
    ) -> Tiled<U> {
        let tile = |number: usize| {
            let Tile { width, lanes } = &self.0[number];
            Tile {
                width: *width,
                lanes: lanes.iter().map(|lanes| lanes.map(&entry)).collect(),
            }
        };
        Tiled(parallel::map(self.0.len(), tile))
    }

    /// What stands for two ranks.
    pub(super) fn at(&self, own: usize, other: usize) -> T {
        let [own, other] = [own, other].map(numbering::place);
        let tile = self.tile(own.group.into(), other.group.into());
        tile.rows(own.index.into(), 1).as_flattened()[usize::from(other.index)]
    }

    /// The table row by row, in the order of the ranks.
    pub(super) fn to_rows(&self) -> Vec<T> {
        let mut table = vec![T::default(); PAIRS * PAIRS];
        parallel::rows(&mut table, PAIRS, |rank, row| {
            let Place { group, index } = numbering::place(rank);
            for (other, columns) in numbering::groups().iter().enumerate() {
                let from = self.tile(group.into(), other).rows(index.into(), 1);
                let from = &from.as_flattened()[..columns.ranks.len()];
                row[columns.ranks.clone()].copy_from_slice(from);
            }
        });
        table
    }
}

impl<T> Tiled<T> {
    /// The tile of two groups.
    #[inline(always)]
    pub(super) fn tile(&self, own: usize, other: usize) -> &Tile<T> {
        &self.0[own * GROUPS + other]
    }

    /// The tile of two groups, to be changed or exchanged.
    pub(super) fn tile_mut(&mut self, own: usize, other: usize) -> &mut Tile<T> {
        &mut self.0[own * GROUPS + other]
    }
}
