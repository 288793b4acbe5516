//! The transitions of the decision process: what every move does to the mover's
//! pair of tokens, and every kick to the opponent's.

use core::ops::Range;

use ludo_rules::{NoEvents, Roll, Seat, Step, Tokens};

use super::kicks::{self, Kicks};
use super::landing::{Landing, RollChoices};
use super::numbering::{self, FINISHED, PAIRS};
use super::seating::Seating;

/// The number of step counts at which tokens are kicked, including 0 for none.
const KICK_STEPS: usize = 51;

/// The transitions of a seating: the moves by side, and the kicks.
#[derive(Debug)]
pub(super) struct Transitions {
    /// By side and rank, the choices for each roll.
    choices: Vec<Box<[[RollChoices; 6]]>>,
    /// By side and group, the runs of pairs whose choices lead to consecutive pairs.
    runs: Vec<Vec<Vec<Range<usize>>>>,
    /// By step count and rank, the rank after a kick at that step.
    after_kick: Vec<Box<[u16]>>,
    /// By side and the opponent's group.
    kicks: Vec<Vec<Kicks>>,
}

impl Transitions {
    pub(super) fn new(seating: Seating) -> Self {
        let after_kick: Vec<Box<[u16]>> = (0..)
            .take(KICK_STEPS)
            .map(|step| (0..PAIRS).map(|rank| rank_after_kick(rank, step)).collect())
            .collect();
        let choices: Vec<Box<[[RollChoices; 6]]>> = (0..seating.sides())
            .map(|side| {
                let seats = seating.seats(side);
                (0..PAIRS).map(|rank| choices(seats, rank)).collect()
            })
            .collect();
        let runs: Vec<_> = choices.iter().map(|choices| runs(choices)).collect();
        let sides = choices.iter().zip(&runs);
        Self {
            kicks: sides
                .map(|(choices, runs)| kicks::kicks(choices, runs, &after_kick))
                .collect(),
            runs,
            choices,
            after_kick,
        }
    }

    /// The choices of a player of this side for each roll.
    pub(super) fn choices(&self, side: usize, rank: usize) -> &[RollChoices; 6] {
        &self.choices[side][rank]
    }

    /// The runs of a group, as ranges of offsets: each next pair of a run has
    /// landings one offset farther on, for every roll and action.
    #[inline(always)]
    pub(super) fn runs(&self, side: usize, group: usize) -> &[Range<usize>] {
        &self.runs[side][group]
    }

    /// The rank of a pair after a kick on this step; unchanged for step 0.
    pub(super) fn after_kick(&self, step: u8, rank: usize) -> usize {
        self.after_kick[usize::from(step)][rank].into()
    }

    /// The kicks of a player of this side against a group of the opponent.
    #[inline(always)]
    pub(super) fn kicks(&self, side: usize, other: usize) -> &Kicks {
        &self.kicks[side][other]
    }
}

/// The runs of each group.
fn runs(choices: &[[RollChoices; 6]]) -> Vec<Vec<Range<usize>>> {
    let follows = |one: &Landing, next: &Landing| {
        one.location.group == next.location.group && one.location.offset + 1 == next.location.offset
    };
    let are_consecutive = |one: &[RollChoices; 6], next: &[RollChoices; 6]| {
        let mut rolls = one.iter().zip(next);
        rolls.all(|(one, next)| follows(&one.p, &next.p) && follows(&one.q, &next.q))
    };
    let of_group = |group: &numbering::PairGroup| {
        let mut start = 0;
        let runs = choices[group.ranks.clone()].chunk_by(are_consecutive);
        let offsets = runs.map(|run| {
            let end = start + run.len();
            core::mem::replace(&mut start, end)..end
        });
        offsets.collect()
    };
    numbering::groups().iter().map(of_group).collect()
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "ranks are below 1770, and steps on the ring at most 50"
)]
fn choices([seat, opponent]: [Seat; 2], rank: usize) -> [RollChoices; 6] {
    let steps = numbering::steps(rank);
    let stay = Landing {
        rank: rank as u16,
        location: numbering::location(rank),
        kick_step: 0,
    };
    if rank == FINISHED {
        return [RollChoices { p: stay, q: stay }; 6];
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
            let there = after.steps(seat).expect("the seat is taken");
            let landing = choice.tokens().first().map(|token| there[token.index()]);
            let rank = numbering::rank(there);
            Landing {
                rank: rank as u16,
                location: numbering::location(rank),
                kick_step: landing.map_or(0, |landing| opponent_step(landing, seat, opponent)),
            }
        });
        let p = landings.next().unwrap_or(stay);
        RollChoices {
            p,
            q: landings.next().unwrap_or(p),
        }
    })
}

/// The opponent's step count on the ring space of a player's step; 0 if the
/// opponent's tokens never reach it. Rules: L-4, L-9.
fn opponent_step(step: Step, seat: Seat, opponent: Seat) -> u8 {
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

/// The rank after the tokens on a step have been sent to the yard. Rules: L-9, L-11.
#[expect(clippy::cast_possible_truncation, reason = "ranks are below 1770")]
fn rank_after_kick(rank: usize, step: i8) -> u16 {
    let steps = numbering::steps(rank).map(|token| {
        if step != 0 && token.value() == step {
            Step::YARD
        } else {
            token
        }
    });
    numbering::rank(steps) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_move_leads_back_and_only_where_it_says_so_a_group_is_stayed_in() {
        for seating in Seating::ALL {
            let transitions = Transitions::new(seating);
            for rank in 1..PAIRS {
                let own = &numbering::groups()[usize::from(numbering::location(rank).group)];
                for choices in transitions.choices(0, rank) {
                    for landing in [choices.p, choices.q] {
                        let there = &numbering::groups()[usize::from(landing.location.group)];
                        assert!(
                            there.progress > own.progress || (there == own && own.has_self_loops)
                        );
                    }
                }
            }
        }
    }
}
