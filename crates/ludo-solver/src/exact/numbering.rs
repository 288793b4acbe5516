//! The order in which the tables hold the pairs of step counts.
//!
//! A pair's *rank* counts from the end of the game backward: first the pair
//! that has finished, then those with one token on the end, then the others,
//! each of the three by descending progress. Two things follow from it. Moves
//! lead to lower ranks, but for a kick, a bounce or a lost roll, so a sweep in
//! the order of ranks finds most of what it needs already renewed. And a token
//! on the end stays there, so each of the three ranges is solved once and then
//! left alone.

use core::cmp::Reverse;
use core::ops::Range;
use std::sync::LazyLock;

use ludo_rules::{PairIndex, Step};

/// How many pairs there are: the length of a table's rows and columns.
pub(super) const PAIRS: usize = PairIndex::COUNT;

/// Both tokens on the end.
pub(super) const FINISHED: usize = 0;
/// One token on the end.
pub(super) const ONE_FINISHED: Range<usize> = 1..59;
/// No token on the end.
pub(super) const NONE_FINISHED: Range<usize> = 59..PAIRS;

static NUMBERING: LazyLock<Numbering> = LazyLock::new(Numbering::new);

struct Numbering {
    rank_of: Box<[u16]>,
    pair_of: Box<[PairIndex]>,
}

impl Numbering {
    fn new() -> Self {
        let mut pair_of: Vec<PairIndex> = PairIndex::all().collect();
        pair_of.sort_by_key(|pair| {
            let steps = pair.steps();
            let finished = steps.iter().filter(|step| step.is_finished()).count();
            let progress: i32 = steps.iter().map(|step| i32::from(step.value())).sum();
            Reverse((finished, progress))
        });
        let mut rank_of = vec![0; PAIRS];
        for (rank, pair) in (0..).zip(&pair_of) {
            rank_of[pair.index()] = rank;
        }
        Self {
            rank_of: rank_of.into(),
            pair_of: pair_of.into(),
        }
    }
}

/// The rank of two step counts, in either order.
pub(super) fn rank(steps: [Step; 2]) -> usize {
    usize::from(NUMBERING.rank_of[PairIndex::of(steps[0], steps[1]).index()])
}

/// The rank of the pair with this number among all [`PairIndex`].
pub(super) fn rank_of(pair: usize) -> usize {
    usize::from(NUMBERING.rank_of[pair])
}

/// The two step counts of a rank, the smaller first.
pub(super) fn steps(rank: usize) -> [Step; 2] {
    NUMBERING.pair_of[rank].steps()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_ranges_hold_what_they_say() {
        let finished = |rank| steps(rank).into_iter().filter(|s| s.is_finished()).count();
        assert_eq!(finished(FINISHED), 2);
        assert!(ONE_FINISHED.clone().all(|rank| finished(rank) == 1));
        assert!(NONE_FINISHED.clone().all(|rank| finished(rank) == 0));
        assert_eq!(ONE_FINISHED.end, NONE_FINISHED.start);
    }

    #[test]
    fn every_pair_has_one_rank() {
        for pair in 0..PAIRS {
            assert_eq!(rank(steps(pair)), pair, "rank {pair}");
        }
    }
}
