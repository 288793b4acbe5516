//! What every move does to a pair of tokens, and every kick to the other's.

use core::ops::Range;

use ludo_rules::{NoEvents, Roll, Seat, Step, Tokens};

use super::numbering::{self, FINISHED, PAIRS};
use super::seating::Seating;

/// Where a choice leaves the mover's two tokens, and whom it would kick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Landing {
    /// The rank of the mover's pair afterwards.
    pub(super) rank: u16,
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

/// A rank that a kick changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kick {
    /// The rank before.
    pub(super) rank: u16,
    /// The rank after.
    pub(super) after: u16,
}

/// The moves of a seating, one table a side, and what kicks do.
#[derive(Debug)]
pub(super) struct Board {
    /// For each side and rank, the choices for each roll.
    choices: Vec<Box<[[Choices; 6]]>>,
    /// For each step count, the rank that each rank becomes when it is kicked
    /// there. Number 0 stands for no kick.
    kicked: Vec<Box<[u16]>>,
    /// For each step count, the ranks with a token there and what becomes of
    /// them, by rank.
    standing: Vec<Box<[Kick]>>,
}

impl Board {
    pub(super) fn new(seating: Seating) -> Self {
        let kicked: Vec<Box<[u16]>> = (0..=50)
            .map(|step| (0..PAIRS).map(|rank| after_kick(rank, step)).collect())
            .collect();
        let standing = kicked
            .iter()
            .map(|kicked| {
                let kicks = (0..).zip(kicked).map(|(rank, &after)| Kick { rank, after });
                kicks.filter(|kick| kick.rank != kick.after).collect()
            })
            .collect();
        Self {
            choices: (0..seating.sides())
                .map(|side| {
                    let seats = seating.seats(side);
                    (0..PAIRS).map(|rank| choices(seats, rank)).collect()
                })
                .collect(),
            kicked,
            standing,
        }
    }

    /// What a player of this side may do with each roll, from a rank.
    pub(super) fn choices(&self, side: usize, rank: usize) -> &[Choices; 6] {
        &self.choices[side][rank]
    }

    /// The rank that each rank becomes when it is kicked on this step.
    pub(super) fn kicked(&self, step: u8) -> &[u16] {
        &self.kicked[usize::from(step)]
    }

    /// What becomes of the ranks of a range that have a token on this step;
    /// nothing for 0.
    pub(super) fn kicks(&self, step: u8, ranks: &Range<usize>) -> &[Kick] {
        let all = &self.standing[usize::from(step)];
        let below = |end: usize| all.partition_point(|kick| usize::from(kick.rank) < end);
        &all[below(ranks.start)..below(ranks.end)]
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
            Landing {
                rank: numbering::rank(there) as u16,
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
