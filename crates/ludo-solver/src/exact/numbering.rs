//! The order in which the tables hold the pairs of step counts.
//!
//! A pair's *rank* counts from the end of the game backward. Ranks are in
//! *groups*, and moves lead to lower groups or stay in their own: a kick apart,
//! no move leads back. What makes that possible is to take all six squares of a
//! home column for equally far, since a bounce leads from one to another. A
//! group that can be stayed in holds the pairs with a token there, or with no
//! token that could move without a 6.

use core::cmp::Reverse;
use core::ops::Range;
use std::sync::LazyLock;

use ludo_rules::{PairIndex, Step};

/// How many pairs there are: the length of a table's rows and columns.
pub(super) const PAIRS: usize = PairIndex::COUNT;

/// Both tokens on the end.
pub(super) const FINISHED: usize = 0;

/// How many groups there are.
pub(super) const GROUPS: usize = 160;

/// How many pairs have a token in the yard: what a kick can leave.
pub(super) const YARDS: usize = 59;

static NUMBERING: LazyLock<Numbering> = LazyLock::new(Numbering::new);

/// Pairs that are equally far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) ranks: Range<usize>,
    /// How far the two tokens are together; of two groups that are equally far
    /// one can be stayed in.
    pub(super) level: usize,
    /// Whether a roll may leave a player in this group.
    pub(super) stays: bool,
}

/// Where a table holds a pair: the number of its group and its place in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) group: u8,
    pub(super) index: u8,
}

struct Numbering {
    rank_of: Box<[u16]>,
    pair_of: Box<[PairIndex]>,
    groups: Box<[Group; GROUPS]>,
    places: Box<[Place; PAIRS]>,
    yards: Box<[u16; YARDS]>,
}

impl Numbering {
    fn new() -> Self {
        let mut pair_of: Vec<PairIndex> = PairIndex::all().collect();
        let key = |pair: &PairIndex| (Reverse(level(pair.steps())), may_stay(pair.steps()));
        pair_of.sort_by_key(key);
        let mut rank_of = vec![0; PAIRS];
        for (rank, pair) in (0..).zip(&pair_of) {
            rank_of[pair.index()] = rank;
        }
        let mut groups: Vec<Group> = Vec::new();
        let mut places = Vec::new();
        for alike in pair_of.chunk_by(|one, other| key(one) == key(other)) {
            let (Reverse(level), stays) = key(&alike[0]);
            let group = u8::try_from(groups.len()).expect("there are few groups");
            places.extend((0..).zip(alike).map(|(index, _)| Place { group, index }));
            groups.push(Group {
                ranks: places.len() - alike.len()..places.len(),
                level,
                stays,
            });
        }
        let in_the_yard = |pair: &PairIndex| pair.steps().contains(&Step::YARD);
        let yards = (0..).zip(&pair_of).filter(|(_, pair)| in_the_yard(pair));
        let yards: Vec<u16> = yards.map(|(rank, _)| rank).collect();
        let counted = "the constants above count them";
        Self {
            rank_of: rank_of.into(),
            pair_of: pair_of.into(),
            groups: groups.try_into().expect(counted),
            places: places.try_into().expect(counted),
            yards: yards.try_into().expect(counted),
        }
    }
}

/// How far two tokens are together.
fn level(steps: [Step; 2]) -> usize {
    let far = steps.map(|step| match step.value() {
        steps @ ..=50 => usize::try_from(steps + 1).expect("the yard is at -1"),
        51..=56 => 52,
        _ => 53,
    });
    far[0] + far[1]
}

/// Whether some roll changes nothing (L-14), or moves a token within its home
/// column (L-7).
fn may_stay(steps: [Step; 2]) -> bool {
    let is_home = |step: Step| (51..=56).contains(&step.value());
    let may_not_move = |step: Step| step == Step::YARD || step.is_finished();
    steps.into_iter().any(is_home) || steps.into_iter().all(may_not_move)
}

/// All groups, from the end of the game backward.
pub(super) fn groups() -> &'static [Group; GROUPS] {
    &NUMBERING.groups
}

/// How many steps both tokens of a rank have to go together, a home column
/// counted as one.
pub(super) fn steps_left(rank: usize) -> f64 {
    let groups = groups();
    let left = groups[FINISHED].level - groups[usize::from(place(rank).group)].level;
    left as f64
}

/// Where a table holds a rank.
pub(super) fn place(rank: usize) -> Place {
    NUMBERING.places[rank]
}

/// The ranks with a token in the yard.
pub(super) fn yards() -> &'static [u16; YARDS] {
    &NUMBERING.yards
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
    use crate::exact::board::Board;
    use crate::exact::seating::Seating;

    #[test]
    fn every_pair_has_one_rank_and_one_place() {
        for pair in 0..PAIRS {
            assert_eq!(rank(steps(pair)), pair, "rank {pair}");
            let Place { group, index } = place(pair);
            let ranks = &groups()[usize::from(group)].ranks;
            assert_eq!(ranks.start + usize::from(index), pair, "rank {pair}");
        }
        assert!(steps(FINISHED).into_iter().all(Step::is_finished));
    }

    #[test]
    fn no_move_leads_back_and_only_where_it_says_so_a_group_is_stayed_in() {
        for seating in Seating::ALL {
            let board = Board::new(seating);
            for rank in 1..PAIRS {
                let own = &groups()[usize::from(place(rank).group)];
                for choices in board.choices(0, rank) {
                    for landing in [choices.p, choices.q] {
                        let there = &groups()[usize::from(landing.place.group)];
                        assert!(there.level > own.level || (there == own && own.stays));
                    }
                }
            }
        }
    }

    #[test]
    fn a_kick_leaves_one_of_the_yards() {
        assert!(
            yards()
                .iter()
                .all(|&rank| steps(rank.into()).contains(&Step::YARD))
        );
        assert!(yards().is_sorted());
    }
}
