//! What every move does to a pair of tokens, and every kick to the other's.

use core::ops::Range;

use ludo_rules::{NoEvents, Roll, Seat, Step, Tokens};

use super::numbering::{self, FINISHED, PAIRS, Place};
use super::seating::Seating;

/// Where a choice leaves the mover's two tokens, and whom it would kick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Landing {
    /// The rank of the mover's pair afterwards.
    pub(super) rank: u16,
    /// Where tables hold it.
    pub(super) place: Place,
    /// The step count at which an opponent's token would be kicked; 0 if there
    /// is none such.
    pub(super) kicks: u8,
}

/// What a player may do with a roll: move `p` or `q`, `p` the token with the
/// smaller step count. Where there is no choice, both are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Choices {
    pub(super) p: Landing,
    pub(super) q: Landing,
}

/// A pair of a group that a kick changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kick {
    /// Its place in the group.
    pub(super) index: u8,
    /// What becomes of it: which of the [yards](numbering::yards).
    pub(super) yard: u8,
}

/// Step counts at which tokens are kicked, and 0 for none.
const KICKS: usize = 51;

/// The moves of a seating, one table a side, and what kicks do.
#[derive(Debug)]
pub(super) struct Board {
    /// For each side and rank, the choices for each roll.
    choices: Vec<Box<[[Choices; 6]]>>,
    /// For each side and group, the pairs whose choices lead side by side.
    runs: Vec<Vec<Vec<Range<usize>>>>,
    /// For each step count, the rank that each rank becomes when it is kicked
    /// there. Number 0 stands for no kick.
    kicked: Vec<Box<[u16]>>,
    /// For each group and step count, the pairs with a token there.
    standing: Vec<[Range<u16>; KICKS]>,
    kicks: Vec<Kick>,
}

impl Board {
    pub(super) fn new(seating: Seating) -> Self {
        let kicked: Vec<Box<[u16]>> = (0..)
            .take(KICKS)
            .map(|step| (0..PAIRS).map(|rank| after_kick(rank, step)).collect())
            .collect();
        let mut kicks = Vec::new();
        let standing = numbering::groups().iter().map(|group| {
            core::array::from_fn(|step| {
                let from = kicks.len();
                kicks.extend((0..).zip(group.ranks.clone()).filter_map(|(index, rank)| {
                    let after = kicked[step][rank];
                    let yard = numbering::yards().binary_search(&after).ok()?;
                    (usize::from(after) != rank).then(|| Kick {
                        index,
                        yard: u8::try_from(yard).expect("there are 59"),
                    })
                }));
                let [start, end] = [from, kicks.len()]
                    .map(|place| u16::try_from(place).expect("59 pairs stand on each of 50 steps"));
                start..end
            })
        });
        let choices: Vec<Box<[[Choices; 6]]>> = (0..seating.sides())
            .map(|side| {
                let seats = seating.seats(side);
                (0..PAIRS).map(|rank| choices(seats, rank)).collect()
            })
            .collect();
        Self {
            runs: choices.iter().map(|choices| runs(choices)).collect(),
            choices,
            standing: standing.collect(),
            kicked,
            kicks,
        }
    }

    /// What a player of this side may do with each roll, from a rank.
    pub(super) fn choices(&self, side: usize, rank: usize) -> &[Choices; 6] {
        &self.choices[side][rank]
    }

    /// The pairs of a group in runs: what each roll's choices lead to is one
    /// place farther on for the next pair of a run. By their places in the
    /// group.
    #[inline(always)]
    pub(super) fn runs(&self, side: usize, group: usize) -> &[Range<usize>] {
        &self.runs[side][group]
    }

    /// The rank that a rank becomes when it is kicked on this step.
    pub(super) fn kicked(&self, step: u8, rank: usize) -> usize {
        self.kicked[usize::from(step)][rank].into()
    }

    /// What kicks do to the pairs of a group.
    #[inline(always)]
    pub(super) fn kicks(&self, group: usize) -> Kicks<'_> {
        Kicks {
            standing: &self.standing[group],
            kicks: &self.kicks,
        }
    }
}

/// The runs of each group.
fn runs(choices: &[[Choices; 6]]) -> Vec<Vec<Range<usize>>> {
    let follows = |one: &Landing, next: &Landing| {
        one.place.group == next.place.group && one.place.index + 1 == next.place.index
    };
    let side_by_side = |one: &[Choices; 6], next: &[Choices; 6]| {
        let mut rolls = one.iter().zip(next);
        rolls.all(|(one, next)| follows(&one.p, &next.p) && follows(&one.q, &next.q))
    };
    let of_group = |group: &numbering::Group| {
        let mut start = 0;
        let runs = choices[group.ranks.clone()].chunk_by(side_by_side);
        let places = runs.map(|run| {
            let end = start + run.len();
            core::mem::replace(&mut start, end)..end
        });
        places.collect()
    };
    numbering::groups().iter().map(of_group).collect()
}

/// What kicks do to the pairs of one group.
#[derive(Clone, Copy)]
pub(super) struct Kicks<'a> {
    standing: &'a [Range<u16>; KICKS],
    kicks: &'a [Kick],
}

impl<'a> Kicks<'a> {
    /// What becomes of those with a token on this step; nothing for 0.
    #[inline(always)]
    pub(super) fn at(self, step: u8) -> &'a [Kick] {
        let Range { start, end } = self.standing[usize::from(step)];
        &self.kicks[start.into()..end.into()]
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "ranks are below 1770, and steps on the ring at most 50"
)]
fn choices([seat, opponent]: [Seat; 2], rank: usize) -> [Choices; 6] {
    let steps = numbering::steps(rank);
    let stay = Landing {
        rank: rank as u16,
        place: numbering::place(rank),
        kicks: 0,
    };
    if rank == FINISHED {
        return [Choices { p: stay, q: stay }; 6];
    }
    // With the opponent in the yard there is nobody to kick.
    let tokens = Tokens::from_steps([(seat, steps), (opponent, [Step::YARD; 2])])
        .expect("nobody meets a player in the yard");
    Roll::ALL.map(|roll| {
        let mut landings = tokens.legal_moves(seat, roll).iter().map(|choice| {
            let mut after = tokens;
            after
                .advance(seat, choice, roll, &mut NoEvents)
                .expect("it is one of the legal moves");
            let there = after.steps(seat).expect("he is seated");
            let landing = choice.tokens().first().map(|token| there[token.index()]);
            let rank = numbering::rank(there);
            Landing {
                rank: rank as u16,
                place: numbering::place(rank),
                kicks: landing.map_or(0, |landing| meets(landing, seat, opponent)),
            }
        });
        let p = landings.next().unwrap_or(stay);
        Choices {
            p,
            q: landings.next().unwrap_or(p),
        }
    })
}

/// The opponent's step count on the ring space of a player's step; 0 if he
/// never comes there. Rules: L-4, L-9.
fn meets(step: Step, seat: Seat, opponent: Seat) -> u8 {
    let Some(space) = step.ring_space(seat) else {
        return 0;
    };
    (1..=50)
        .find(|&count| {
            let there = Step::new(i64::from(count)).expect("it is on the ring");
            there.ring_space(opponent) == Some(space)
        })
        .unwrap_or(0)
}

/// The rank after the tokens on a step are sent to the yard. Rules: L-9, L-11.
#[expect(clippy::cast_possible_truncation, reason = "ranks are below 1770")]
fn after_kick(rank: usize, step: i8) -> u16 {
    let rest = numbering::steps(rank).map(|token| {
        if step != 0 && token.value() == step {
            Step::YARD
        } else {
            token
        }
    });
    numbering::rank(rest) as u16
}
