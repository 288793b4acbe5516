//! The entries of a block that a kick changes, listed once for all sweeps.
//!
//! Which action kicks which pair of the opponent depends on the rules alone, so the search for
//! them is done before the first sweep. What a sweep has left to do is one loop over a list,
//! without a branch that depends on the position.

use core::ops::Range;

use super::block_matrix::LANES;
use super::landing::{Landing, RollChoices};
use super::numbering::{self, GROUPS};
use crate::parallel;

/// An entry of a block in which an action kicks.
#[derive(Clone, Copy, Debug)]
pub(super) struct KickedEntry {
    /// Its place in the rows of the run of its pair, padding included.
    pub(super) place: u16,
    /// Its row in the run.
    pub(super) row: u8,
    /// The roll, counted from the first of the list.
    pub(super) roll: u8,
    /// The opponent's pair after moving `p` and after moving `q`, as an index of
    /// [`numbering::yard_ranks`]; `None` if that does not kick.
    pub(super) columns: [Option<u8>; 2],
}

/// The kicked entries of the blocks against one group of the opponent, in the order of the
/// player's ranks.
#[derive(Debug)]
pub(super) struct KickedEntries {
    /// By rank, where its entries begin; and where the last ones end.
    starts: Vec<u32>,
    entries: Vec<KickedEntry>,
}

impl KickedEntries {
    /// The entries of a run of ranks.
    #[inline(always)]
    pub(super) fn of(&self, ranks: Range<usize>) -> &[KickedEntry] {
        &self.entries[self.starts[ranks.start] as usize..self.starts[ranks.end] as usize]
    }
}

/// The kicks of a player against one group of the opponent.
#[derive(Debug)]
pub(super) struct Kicks {
    /// By the rolls 1 to 5, those of a rank in the order of the rolls.
    pub(super) one_to_five: KickedEntries,
    /// By a 6.
    pub(super) six: KickedEntries,
}

/// The kicks of a player with these choices and runs, by the opponent's group.
///
/// `after_kick` has the opponent's ranks after a kick, by step count and rank.
pub(super) fn kicks(
    choices: &[[RollChoices; 6]],
    runs: &[Vec<Range<usize>>],
    after_kick: &[Box<[u16]>],
) -> Vec<Kicks> {
    parallel::map(GROUPS, |other| {
        let columns = Columns::of(other, after_kick);
        let of = |rolls: Range<usize>| {
            let mut list = KickedEntries {
                starts: vec![0],
                entries: Vec::new(),
            };
            for (group, runs) in numbering::groups().iter().zip(runs) {
                for run in runs {
                    for (row, offset) in run.clone().enumerate() {
                        let choices = &choices[group.ranks.start + offset][rolls.clone()];
                        for (roll, choices) in choices.iter().enumerate() {
                            columns.push_kicked(&mut list.entries, row, roll, *choices);
                        }
                        list.starts.push(narrowed(list.entries.len()));
                    }
                }
            }
            list
        };
        Kicks {
            one_to_five: of(0..5),
            six: of(5..6),
        }
    })
}

/// The columns of a group in which a kick on a step changes the pair: by step, the offset and
/// the pair afterwards, as an index of [`numbering::yard_ranks`].
struct Columns {
    width: usize,
    by_step: Vec<Vec<(usize, u8)>>,
}

impl Columns {
    fn of(group: usize, after_kick: &[Box<[u16]>]) -> Self {
        let ranks = &numbering::groups()[group].ranks;
        let kicked = |after: &[u16]| {
            let pairs = ranks.clone().enumerate().filter_map(|(offset, rank)| {
                let after = after[rank];
                let column = numbering::yard_ranks().binary_search(&after).ok()?;
                (usize::from(after) != rank).then(|| (offset, narrowed(column)))
            });
            pairs.collect()
        };
        Self {
            width: ranks.len().div_ceil(LANES) * LANES,
            by_step: after_kick.iter().map(|after| kicked(after)).collect(),
        }
    }

    /// Appends the entries of a row in which an action kicks.
    fn push_kicked(
        &self,
        entries: &mut Vec<KickedEntry>,
        row: usize,
        roll: usize,
        RollChoices { p, q }: RollChoices,
    ) {
        let at = |landing: Landing| &self.by_step[usize::from(landing.kick_step)];
        let column = |landing: Landing, offset: usize| {
            let found = at(landing).iter().find(|(kicked, _)| *kicked == offset);
            found.map(|&(_, column)| column)
        };
        let mut push = |offset: usize, columns| {
            entries.push(KickedEntry {
                place: narrowed(row * self.width + offset),
                row: narrowed(row),
                roll: narrowed(roll),
                columns,
            });
        };
        for &(offset, by_p) in at(p) {
            push(offset, [Some(by_p), column(q, offset)]);
        }
        for &(offset, by_q) in at(q) {
            // A pair with a token on both steps is in the list already.
            if column(p, offset).is_none() {
                push(offset, [None, Some(by_q)]);
            }
        }
    }
}

/// A number in fewer bits.
fn narrowed<T: TryFrom<usize>>(number: usize) -> T {
    let narrow = T::try_from(number).ok();
    narrow.expect("a block has at most 28 rows and columns, and a list less than 2³² entries")
}
