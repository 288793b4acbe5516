//! Whole rows at a time: what a choice is worth against every pair of a group
//! that the opponent may have.
//!
//! This is part of what makes solving fast. Where a player's move leads does
//! not depend on where the opponent stands, so for one pair of his, the values
//! after a roll against *all* pairs of the opponent are one row of the table,
//! or the better of two rows, element by element. Only a kick changes the
//! opponent's pair: the few columns with a token on the space where the move
//! ends are put right one by one afterwards.

use core::ops::Range;

use super::board::Kick;
use super::decision::Decision;
use super::goal::Goal;
use super::numbering::YARDS;
use super::tiles::{LANES, Lanes};

/// What a player has after each of two choices, row after row.
#[derive(Clone, Copy)]
pub(super) struct Way<'a> {
    pub(super) p: &'a [Lanes<f64>],
    pub(super) q: &'a [Lanes<f64>],
}

impl Way<'_> {
    /// Some of the lanes.
    #[inline(always)]
    pub(super) fn row(self, lanes: Range<usize>) -> Self {
        Self {
            p: &self.p[lanes.clone()],
            q: &self.q[lanes],
        }
    }
}

/// What a choice does to the pairs of a group that it kicks.
#[derive(Clone, Copy)]
pub(super) struct Kicking<'a> {
    pub(super) kicks: &'a [Kick],
    /// What the player has after kicks, with any pair.
    pub(super) kicked: &'a [f64],
    /// The rank of his pair.
    pub(super) rank: u16,
}

impl Kicking<'_> {
    /// What the player has against the pair at this place, `row` being what he
    /// has where nobody is kicked.
    #[inline(always)]
    fn at(self, row: &[Lanes<f64>], index: u8) -> f64 {
        for kick in self.kicks {
            if kick.index == index {
                return self.after(kick.yard);
            }
        }
        at(row, index)
    }

    /// What he has against one of the yards.
    #[inline(always)]
    fn after(self, yard: u8) -> f64 {
        self.kicked[usize::from(self.rank) * YARDS + usize::from(yard)]
    }
}

/// Writes what the player gets by the six rolls together, and by the first five
/// of them. Kicks are left out.
#[inline(always)]
pub(super) fn after_six_rolls<'a, G: Goal>(
    (five, six): (&mut [Lanes<f64>], &mut [Lanes<f64>]),
    ways: [Way<'a>; 6],
    hints: &[Lanes<G::Hint>],
) {
    let length = five.len();
    let (hints, six) = (&hints[..length], &mut six[..length]);
    // Cut to one length here, so that nothing has to be checked in the loop.
    let [one, two, three, four, fifth, sixth] = ways;
    let cut = |way: Way<'a>| (&way.p[..length], &way.q[..length]);
    let firsts = [cut(one), cut(two), cut(three), cut(four), cut(fifth)];
    let last = cut(sixth);
    for place in 0..length {
        let mut sum = [0.0; LANES];
        for (roll, (p, q)) in firsts.into_iter().enumerate() {
            let decision = Decision::ONE_TO_SIX[roll];
            add::<G>(&mut sum, decision, hints[place], p[place], q[place]);
        }
        five[place] = sum;
        add::<G>(
            &mut sum,
            Decision::SecondSix,
            hints[place],
            last.0[place],
            last.1[place],
        );
        six[place] = sum;
    }
}

/// Adds what the player gets by a choice. Kicks are left out.
#[inline(always)]
pub(super) fn add_after_roll<G: Goal>(
    sums: &mut [Lanes<f64>],
    decision: Decision,
    way: Way<'_>,
    hints: &[Lanes<G::Hint>],
) {
    let choices = way.p.iter().zip(way.q).zip(hints);
    for (sum, ((p, q), hint)) in sums.iter_mut().zip(choices) {
        add::<G>(sum, decision, *hint, *p, *q);
    }
}

#[inline(always)]
fn add<G: Goal>(
    sum: &mut Lanes<f64>,
    decision: Decision,
    hint: Lanes<G::Hint>,
    p: Lanes<f64>,
    q: Lanes<f64>,
) {
    for lane in 0..LANES {
        sum[lane] += G::choose(decision, hint[lane], p[lane], q[lane]);
    }
}

/// Calls `add` for each column where a choice between two rows may kick, with
/// by how much that changes what the player gets.
#[inline(always)]
pub(super) fn put_right<G: Goal>(
    decision: Decision,
    way: Way<'_>,
    kicking: [Kicking<'_>; 2],
    hints: &[Lanes<G::Hint>],
    mut add: impl FnMut(usize, f64),
) {
    each_kicked(
        way,
        kicking,
        #[inline(always)]
        |index, [with_p, with_q]| {
            let hint = at(hints, index);
            let without = G::choose(decision, hint, at(way.p, index), at(way.q, index));
            let with = G::choose(decision, hint, with_p, with_q);
            add(index.into(), with - without);
        },
    );
}

/// Calls `look` for each column where a choice between two rows may kick, with
/// what the player gets by either.
#[inline(always)]
pub(super) fn each_kicked(
    Way { p, q }: Way<'_>,
    [by_p, by_q]: [Kicking<'_>; 2],
    mut look: impl FnMut(u8, [f64; 2]),
) {
    for &Kick { index, yard } in by_p.kicks {
        look(index, [by_p.after(yard), by_q.at(q, index)]);
    }
    'kicks: for &Kick { index, yard } in by_q.kicks {
        for first in by_p.kicks {
            if first.index == index {
                // A pair that stands on both spaces is looked at already.
                continue 'kicks;
            }
        }
        look(index, [at(p, index), by_q.after(yard)]);
    }
}

#[inline(always)]
fn at<T: Copy>(row: &[Lanes<T>], index: u8) -> T {
    let index = usize::from(index);
    row[index / LANES][index % LANES]
}

/// Does the work with the widest instructions that the machine has. Adding,
/// dividing and comparing give the same bits in all of them.
#[inline(always)]
pub(super) fn vectorised<R>(work: impl FnOnce() -> R) -> R {
    pulp::Arch::new().dispatch(work)
}
