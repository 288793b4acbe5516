//! The order of states in the tables.
//!
//! The state of one player is a pair of step counts. Its *rank* counts backward
//! from the end of the game. Ranks form *groups*, and moves lead to lower groups
//! or within a group: apart from kicks, this is a topological order. For that,
//! all six squares of a home column count as equally far, since a bounce leads
//! from one to another. A group has self-loops if its pairs have a token in the
//! home column, or no token that could move without a 6.

use core::cmp::Reverse;
use core::ops::Range;
use std::sync::LazyLock;

use ludo_rules::{PairIndex, Step};

/// The number of pairs: the length of a table's rows and columns.
pub(super) const PAIRS: usize = PairIndex::COUNT;

/// The rank with both tokens on the end.
pub(super) const FINISHED: usize = 0;

/// The number of groups.
pub(super) const GROUPS: usize = 160;

/// The number of pairs with a token in the yard, which are those after a kick.
pub(super) const YARD_PAIRS: usize = 59;

static NUMBERING: LazyLock<Numbering> = LazyLock::new(Numbering::new);

/// Pairs with the same progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) ranks: Range<usize>,
    /// How far the two tokens have come together. Of two groups with the same
    /// progress, one has self-loops.
    pub(super) progress: usize,
    /// Whether a roll may lead from one pair of the group to another, or to itself.
    pub(super) has_self_loops: bool,
}

/// The location of a pair in a table: its group, and its offset in the group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Location {
    pub(super) group: u8,
    pub(super) offset: u8,
}

struct Numbering {
    rank_of: Box<[u16]>,
    pair_of: Box<[PairIndex]>,
    groups: Box<[Group; GROUPS]>,
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
        let mut groups: Vec<Group> = Vec::new();
        let mut locations = Vec::new();
        for group_pairs in pair_of.chunk_by(|one, other| key(one) == key(other)) {
            let (Reverse(progress), has_self_loops) = key(&group_pairs[0]);
            let group = u8::try_from(groups.len()).expect("there are few groups");
            locations.extend(
                (0..)
                    .zip(group_pairs)
                    .map(|(offset, _)| Location { group, offset }),
            );
            groups.push(Group {
                ranks: locations.len() - group_pairs.len()..locations.len(),
                progress,
                has_self_loops,
            });
        }
        let in_the_yard = |pair: &PairIndex| pair.steps().contains(&Step::YARD);
        let yard_ranks = (0..).zip(&pair_of).filter(|(_, pair)| in_the_yard(pair));
        let yard_ranks: Vec<u16> = yard_ranks.map(|(rank, _)| rank).collect();
        let counted = "the constants above count them";
        Self {
            rank_of: rank_of.into(),
            pair_of: pair_of.into(),
            groups: groups.try_into().expect(counted),
            locations: locations.try_into().expect(counted),
            yard_ranks: yard_ranks.try_into().expect(counted),
        }
    }
}

/// How far two tokens have come together.
fn progress(steps: [Step; 2]) -> usize {
    let far = steps.map(|step| match step.value() {
        steps @ ..=50 => usize::try_from(steps + 1).expect("the yard is at -1"),
        51..=56 => 52,
        _ => 53,
    });
    far[0] + far[1]
}

/// Whether a roll may change nothing (L-14) or move a token within its home column
/// (L-7).
fn has_self_loop(steps: [Step; 2]) -> bool {
    let is_home = |step: Step| (51..=56).contains(&step.value());
    let may_not_move = |step: Step| step == Step::YARD || step.is_finished();
    steps.into_iter().any(is_home) || steps.into_iter().all(may_not_move)
}

/// All groups, backward from the end of the game.
pub(super) fn groups() -> &'static [Group; GROUPS] {
    &NUMBERING.groups
}

/// The steps that both tokens have left together, a home column counted as one.
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

/// The two step counts of a rank, the smaller first.
pub(super) fn steps(rank: usize) -> [Step; 2] {
    NUMBERING.pair_of[rank].steps()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_has_one_rank_and_one_location() {
        for pair in 0..PAIRS {
            assert_eq!(rank(steps(pair)), pair, "rank {pair}");
            let Location { group, offset } = location(pair);
            let ranks = &groups()[usize::from(group)].ranks;
            assert_eq!(ranks.start + usize::from(offset), pair, "rank {pair}");
        }
        assert!(steps(FINISHED).into_iter().all(Step::is_finished));
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
