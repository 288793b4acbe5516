//! The best response: the policy that wins most often against a fixed one.
//!
//! Against a fixed policy the other player is alone in a Markov decision process, whose
//! value is the chance of winning. The same sweeps solve it: Gauss–Seidel value iteration
//! (M. L. Puterman, *Markov Decision Processes*, Wiley 1994, section 6.3.3), in which one
//! player takes the better action and the other mixes them as its policy says. A policy
//! that takes a best action in every position is then optimal (section 7.2.4, positive
//! models: the rewards are not negative, and the game ends with probability 1).

use core::ops::ControlFlow;

use ludo_rules::Seat;

use super::block_matrix::{BlockMatrix, LANES, RowLanes};
use super::decision::RollDecision;
use super::evaluate::{Progress, converged, start_value};
use super::mixing::Mixing;
use super::numbering;
use super::objective::Objective;
use super::policy::{self, Choices, Policy};
use super::seating::Seating;
use super::transitions::Transitions;
use super::value_tables::ValueTables;
use crate::parallel;

/// Iteration stops at this change of a value, as in policy evaluation.
const TOLERANCE: f64 = 1e-14;

/// The policy that does best against another one.
#[derive(Clone, Debug)]
pub struct BestResponse {
    /// It: in every position, at either seat, an action with the best chance against the
    /// other policy; `p` if both are equally good.
    pub policy: Policy,
    /// Its chance of winning if it begins.
    pub first_player: f64,
}

/// The best response to `policy`, which sits at the second of these seats, by a player
/// who sits at the first and begins.
///
/// Evaluating the result ([`Matchup`](super::Matchup)) gives the same chance to about 14
/// digits. Calls `progress` with the share of the work that is done; `None` if it breaks,
/// or if the policy is for another seating.
pub fn best_response(
    seats: [Seat; 2],
    policy: &Policy,
    mut progress: impl FnMut(f64) -> ControlFlow<()> + Send,
) -> Option<BestResponse> {
    respond(seats, policy, &mut progress)
}

/// Not generic, so that the sweeps are compiled once, with the profile of this crate.
fn respond(
    [first, second]: [Seat; 2],
    policy: &Policy,
    progress: &mut Progress<'_>,
) -> Option<BestResponse> {
    let seating = Seating::of([first, second]).filter(|&seating| seating == policy.seating())?;
    let transitions = Transitions::new(seating);
    let asked = seating.side(first, second);
    parallel::in_pool(|| {
        let sides = seating.sides() as f64;
        let mut first_player = None;
        let mut masks = Vec::new();
        // In adjacent seats the two players' sides are two problems.
        for (number, side) in (0..seating.sides()).enumerate() {
            let before = number as f64;
            let mut report = |done: f64| progress((before + done) / sides);
            let tables = solved(&transitions, seating, side, policy, &mut report)?;
            if side == asked {
                first_player = Some(start_value::<Response<u16>>(&tables));
            }
            let best = policy::near_optimal_actions_of(&transitions, &tables, [0, side], 0.0);
            masks.push(policy::first_best(&best));
        }
        Some(BestResponse {
            policy: Policy::new(seating, Choices::Masks(masks)),
            first_player: first_player?,
        })
    })
}

/// The values of the player on this side, as player 0, and of the policy.
fn solved(
    transitions: &Transitions,
    seating: Seating,
    side: usize,
    policy: &Policy,
    progress: &mut Progress<'_>,
) -> Option<ValueTables> {
    let other = seating.other(side);
    let sides = [side, other];
    let mut tables = match policy.choices() {
        Choices::Masks(masks) => {
            let response = Response::to(&masks[other]);
            converged(transitions, sides, &response, TOLERANCE, progress)?
        }
        Choices::Probabilities(tables) => {
            let response = Response::to(&tables[other]);
            converged(transitions, sides, &response, TOLERANCE, progress)?
        }
    };
    tables.refresh_kick_columns();
    Some(tables)
}

/// How a player chooses in one position.
#[derive(Clone, Copy, Debug, Default)]
enum Reply<M> {
    /// By value.
    #[default]
    Best,
    /// As the policy says.
    Policy(M),
}

/// Player 0 maximizes the chance of winning against player 1, who follows a policy.
struct Response<M> {
    /// Enough for the largest block.
    best: Vec<RowLanes<Reply<M>>>,
    policy: BlockMatrix<Reply<M>>,
}

impl<M: Mixing> Response<M> {
    fn to(policy: &BlockMatrix<M>) -> Self {
        let lengths = numbering::groups().iter().map(|group| group.ranks.len());
        let longest = lengths.max().unwrap_or(0);
        Self {
            best: vec![[Reply::Best; LANES]; longest * longest.div_ceil(LANES)],
            policy: policy.map(Reply::Policy),
        }
    }
}

impl<M: Mixing> Objective for Response<M> {
    const TERMINAL_VALUE: f64 = 1.0;

    type ActionMask = Reply<M>;

    #[inline(always)]
    fn action_masks(&self, player: usize, own: usize, other: usize) -> &[RowLanes<Reply<M>>] {
        let block = self.policy.block(own, other).lanes();
        if player == 0 {
            &self.best[..block.len()]
        } else {
            block
        }
    }

    #[inline(always)]
    fn choice_value(decision: RollDecision, reply: Reply<M>, p: f64, q: f64) -> f64 {
        match reply {
            Reply::Best if p < q => q,
            Reply::Best => p,
            Reply::Policy(choices) => choices.value(decision, p, q),
        }
    }

    #[inline(always)]
    fn opponent_value(value: f64) -> f64 {
        1.0 - value
    }
}
