//! The order of states in the tables.
//!
//! The state of one player is a *pair*: the step counts of both tokens, in no
//! order. Pairs are ranked by decreasing progress: rank 0 is the end of the game,
//! and a move never leads to a higher group of ranks. So the *groups* are in
//! topological order, self-loops apart; only a kick leads back, and it moves the
//! opponent. All six squares of a home column count as the same progress, since a
//! bounce leads from one to another. A group has self-loops if its pairs have a
//! token in the home column, or no token that can move without a 6.
//!
//! Rule ids such as L-7 refer to `docs/rules/ludo.md`.

use core::cmp::Reverse;
use core::ops::{Range, RangeInclusive};
use std::sync::LazyLock;

use ludo_rules::{PairIndex, Step};

/// The number of pairs: the length of a table's rows and columns.
pub(super) const PAIRS: usize = PairIndex::COUNT;

/// The rank with both tokens at the end.
pub(super) const FINISHED: usize = 0;

/// The rank with both tokens in the yard: the least progress.
pub(super) const YARD: usize = PAIRS - 1;

/// The number of groups.
pub(super) const GROUPS: usize = 160;

/// The number of pairs with a token in the yard: the only pairs of a player who was
/// just kicked.
pub(super) const YARD_PAIRS: usize = 59;

static NUMBERING: LazyLock<Numbering> = LazyLock::new(Numbering::new);

/// The pairs of the same progress and the same `has_self_loops`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PairGroup {
    pub(super) ranks: Range<usize>,
    /// The total progress of both tokens. Where two groups have the same progress,
    /// one of them has self-loops.
    pub(super) progress: usize,
    /// Whether a roll may lead from one pair of the group to another, or to itself;
    /// also true of the finished group, in which nobody rolls.
    pub(super) has_self_loops: bool,
}

/// The location of a pair in a table: the index of its group, and its offset in the
/// group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Location {
    pub(super) group: u8,
    pub(super) offset: u8,
}

struct Numbering {
    rank_of: Box<[u16]>,
    pair_of: Box<[PairIndex]>,
    groups: Box<[PairGroup; GROUPS]>,
    locations: Box<[Location; PAIRS]>,
    yard_ranks: Box<[u16; YARD_PAIRS]>,
}

impl Numbering {
    fn new() -> Self {
        let mut pair_of: Vec<PairIndex> = PairIndex::all().collect();
        let key = |pair: &PairIndex| (Reverse(progress(pair.steps())), has_self_loop(pair.steps()));
        pair_of.sort_by_key(key);
        let mut rank_of = vec![0; PAIRS];
        for (rank, pair) in (0..).zip(&pair_of) {
            rank_of[pair.index()] = rank;
        }
        let mut groups: Vec<PairGroup> = Vec::new();
        let mut locations = Vec::new();
        for group_pairs in pair_of.chunk_by(|one, other| key(one) == key(other)) {
            let (Reverse(progress), has_self_loops) = key(&group_pairs[0]);
            let group = u8::try_from(groups.len()).expect("there are few groups");
            locations.extend(
                (0..)
                    .zip(group_pairs)
                    .map(|(offset, _)| Location { group, offset }),
            );
            groups.push(PairGroup {
                ranks: locations.len() - group_pairs.len()..locations.len(),
                progress,
                has_self_loops,
            });
        }
        let in_the_yard = |pair: &PairIndex| pair.steps().contains(&Step::YARD);
        let yard_ranks = (0..).zip(&pair_of).filter(|(_, pair)| in_the_yard(pair));
        let yard_ranks: Vec<u16> = yard_ranks.map(|(rank, _)| rank).collect();
        let counted = "GROUPS, PAIRS and YARD_PAIRS are correct";
        Self {
            rank_of: rank_of.into(),
            pair_of: pair_of.into(),
            groups: groups.try_into().expect(counted),
            locations: locations.try_into().expect(counted),
            yard_ranks: yard_ranks.try_into().expect(counted),
        }
    }
}

/// The step counts of a home column.
const HOME_COLUMN: RangeInclusive<i8> = 51..=56;

/// The total progress of two tokens. A home column counts as one step.
fn progress(steps: [Step; 2]) -> usize {
    let of_token = |step: Step| match step.value() {
        count if HOME_COLUMN.contains(&count) => 52,
        _ if step.is_finished() => 53,
        count => usize::try_from(count + 1).expect("the yard is at -1"),
    };
    steps.into_iter().map(of_token).sum()
}

/// Whether a roll may change nothing (L-14) or move a token within its home column
/// (L-7).
fn has_self_loop(steps: [Step; 2]) -> bool {
    let is_in_home_column = |step: Step| HOME_COLUMN.contains(&step.value());
    let is_stuck_without_six = |step: Step| step == Step::YARD || step.is_finished();
    steps.into_iter().any(is_in_home_column) || steps.into_iter().all(is_stuck_without_six)
}

/// All groups, by decreasing progress.
pub(super) fn groups() -> &'static [PairGroup; GROUPS] {
    &NUMBERING.groups
}

/// The total number of steps to the end, a home column counted as one step: a measure
/// of the rolls that a player still needs.
pub(super) fn steps_left(rank: usize) -> f64 {
    let groups = groups();
    let left = groups[FINISHED].progress - groups[usize::from(location(rank).group)].progress;
    left as f64
}

/// The location of a rank in tables.
pub(super) fn location(rank: usize) -> Location {
    NUMBERING.locations[rank]
}

/// The ranks with a token in the yard, in increasing order.
pub(super) fn yard_ranks() -> &'static [u16; YARD_PAIRS] {
    &NUMBERING.yard_ranks
}

/// The rank of two step counts, in either order.
pub(super) fn rank(steps: [Step; 2]) -> usize {
    usize::from(NUMBERING.rank_of[PairIndex::of(steps[0], steps[1]).index()])
}

/// The rank of the pair with this [`PairIndex`].
pub(super) fn rank_of(pair: usize) -> usize {
    usize::from(NUMBERING.rank_of[pair])
}

/// The [`PairIndex`] of a rank.
pub(super) fn pair_at(rank: usize) -> usize {
    NUMBERING.pair_of[rank].index()
}

/// The two step counts of a rank, the smaller first.
pub(super) fn steps(rank: usize) -> [Step; 2] {
    NUMBERING.pair_of[rank].steps()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_has_one_rank_and_one_location() {
        for at in 0..PAIRS {
            assert_eq!(rank(steps(at)), at, "rank {at}");
            let Location { group, offset } = location(at);
            let ranks = &groups()[usize::from(group)].ranks;
            assert_eq!(ranks.start + usize::from(offset), at, "rank {at}");
        }
        assert!(steps(FINISHED).into_iter().all(Step::is_finished));
        assert_eq!(steps(YARD), [Step::YARD; 2]);
    }

    #[test]
    fn a_kick_leaves_one_of_the_yards() {
        assert!(
            yard_ranks()
                .iter()
                .all(|&rank| steps(rank.into()).contains(&Step::YARD))
        );
        assert!(yard_ranks().is_sorted());
    }
}
