//! Policy evaluation: the exact outcome of one policy against another.
//!
//! With both policies fixed, the game is a Markov chain. The chance of winning and
//! the expected number of rolls are linear in those of the successors, and the
//! same sweeps that solve the game converge to them. The distribution of the
//! length of a game takes one synchronous backup for each roll.

use core::ops::ControlFlow;

use ludo_rules::{Move, Reason, RollKind, Seat, Step, priority};

use super::block_matrix::{BlockMatrix, LANES, RowLanes};
use super::decision::RollDecision;
use super::numbering;
use super::objective::Objective;
use super::policy::{self, Policy};
use super::seating::Seating;
use super::sweep::Sweeper;
use super::transitions::Transitions;
use super::value_tables::ValueTables;
use super::values::Values;
use crate::parallel;

/// Iteration stops at this change, as a share of the value at the start of the game.
const TOLERANCE: f64 = 1e-14;

/// A smaller loss is due to the rounding of equal values.
const LEAST_LOSS: f64 = 1e-12;

/// The reasons of the priority policy for a choice between two moves.
const REASONS: [Reason; 5] = [
    Reason::LeaveYard,
    Reason::Finish,
    Reason::Kick,
    Reason::FurthestOfTwoKicks,
    Reason::Furthest,
];

/// Two policies at two seats, the first of which begins.
#[derive(Debug)]
pub struct Matchup<'a> {
    seats: [Seat; 2],
    policies: [&'a Policy; 2],
    transitions: Transitions,
    sides: [usize; 2],
}

/// The outcome of a matchup.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolicyEvaluation {
    /// The chance of winning of the player who begins.
    pub first_player: f64,
    /// The expected number of rolls in a game, of both players and with bonus rolls.
    pub expected_rolls: f64,
}

impl<'a> Matchup<'a> {
    /// The policies at these seats; `None` unless both are for their seating.
    pub fn new(seats: [Seat; 2], policies: [&'a Policy; 2]) -> Option<Self> {
        let seating = Seating::of(seats)?;
        let [first, second] = seats;
        policies
            .iter()
            .all(|policy| policy.seating() == seating)
            .then(|| Self {
                seats,
                policies,
                transitions: Transitions::new(seating),
                sides: [seating.side(first, second), seating.side(second, first)],
            })
    }

    /// The chance of winning and the expected number of rolls. Calls `progress`
    /// with the share of the work that is done.
    #[expect(clippy::missing_panics_doc, reason = "its own callback never breaks")]
    pub fn evaluate(&self, mut progress: impl FnMut(f64) + Send) -> PolicyEvaluation {
        let evaluation = self.try_evaluate(|done| {
            progress(done);
            ControlFlow::Continue(())
        });
        evaluation.expect("nothing stops it")
    }

    /// The same, but stops after the sweep at which `progress` breaks; then it is `None`.
    pub fn try_evaluate(
        &self,
        mut progress: impl FnMut(f64) -> ControlFlow<()> + Send,
    ) -> Option<PolicyEvaluation> {
        parallel::in_pool(|| {
            let progress: &mut dyn FnMut(f64) -> ControlFlow<()> = &mut progress;
            let wins: PolicyProbability<'_, true> = PolicyProbability(self.masks());
            let first_player = self.try_iterate(&wins, &mut |done| progress(done / 2.0))?;
            let rolls = TotalReward {
                masks: self.masks(),
                reward: Reward::EveryRoll,
            };
            let expected_rolls =
                self.try_iterate(&rolls, &mut |done| progress(0.5 + done / 2.0))?;
            Some(PolicyEvaluation {
                first_player,
                expected_rolls,
            })
        })
    }

    /// The cumulative distribution of the length of a game: entry `n` is the chance
    /// that it is over after `n` rolls. Ends when at most `rest` of the games go on.
    /// Calls `progress` with each entry but the first.
    pub fn length_distribution(&self, rest: f64, mut progress: impl FnMut(f64) + Send) -> Vec<f64> {
        parallel::in_pool(|| self.over_after_rolls(rest, &mut progress))
    }

    fn over_after_rolls(&self, rest: f64, progress: &mut dyn FnMut(f64)) -> Vec<f64> {
        let objective: PolicyProbability<'_, false> = PolicyProbability(self.masks());
        let sweeper = Sweeper::new(&self.transitions, &self.sides);
        let mut old = ValueTables::new::<PolicyProbability<'_, false>>(2, |_, _| 0.0);
        let mut new = old.clone();
        let mut over = vec![0.0];
        loop {
            sweeper.synchronous_sweep(&old, &mut new, &objective);
            let share = start_value::<PolicyProbability<'_, false>>(&new);
            over.push(share);
            progress(share);
            if 1.0 - share <= rest {
                return over;
            }
            core::mem::swap(&mut old, &mut new);
        }
    }

    /// Sweeps until the values converge; returns the first player's at the start of
    /// the game.
    fn iterate<O: Objective>(&self, objective: &O, progress: &mut dyn FnMut(f64)) -> f64 {
        let value = self.try_iterate(objective, &mut |done| {
            progress(done);
            ControlFlow::Continue(())
        });
        value.expect("nothing stops it")
    }

    /// The same; `None` if `progress` breaks.
    fn try_iterate<O: Objective>(
        &self,
        objective: &O,
        progress: &mut dyn FnMut(f64) -> ControlFlow<()>,
    ) -> Option<f64> {
        let sweeper = Sweeper::new(&self.transitions, &self.sides);
        let mut tables = ValueTables::new::<O>(2, |_, _| 0.0);
        let tolerance = |tables: &ValueTables| TOLERANCE * start_value::<O>(tables).max(1.0);
        let swept = sweeper.iterate(&mut tables, objective, tolerance, &mut |change| {
            progress((change.max(TOLERANCE).ln() / TOLERANCE.ln()).clamp(0.0, 1.0))
        });
        swept.is_continue().then(|| start_value::<O>(&tables))
    }

    const fn masks(&self) -> PolicyMasks<'_> {
        PolicyMasks {
            policies: self.policies,
            sides: self.sides,
        }
    }

    /// For each rule of the priority policy, how often it decides between two
    /// choices in a game, how often it differs from best play, and what that costs.
    /// The first player must follow the priority policy. The costs add up to the
    /// whole loss if the second player plays best.
    pub fn by_rule(&self, values: &Values, mut progress: impl FnMut(f64) + Send) -> Vec<RuleCost> {
        parallel::in_pool(|| {
            let losses = PriorityLosses::new(self, values);
            let count = REASONS.len() as f64;
            let costs = (0..).zip(REASONS).map(|(number, reason)| {
                let before = f64::from(number);
                losses.cost(self, reason, &mut |done| progress((before + done) / count))
            });
            costs.collect()
        })
    }
}

/// The value of the first player at the start of the game.
fn start_value<O: Objective>(tables: &ValueTables) -> f64 {
    let yard = numbering::rank([Step::YARD; 2]);
    // The first player is to roll, so the table is that of the second, who waits.
    O::opponent_value(tables.waiting[1].at(yard, yard))
}

/// The action masks of two policies.
#[derive(Clone, Copy, Debug)]
struct PolicyMasks<'a> {
    policies: [&'a Policy; 2],
    sides: [usize; 2],
}

impl PolicyMasks<'_> {
    #[inline(always)]
    fn block(&self, player: usize, own: usize, other: usize) -> &[RowLanes<u16>] {
        let masks = self.policies[player].masks(self.sides[player]);
        masks.block(own, other).lanes()
    }
}

/// The value of a policy's action; the mean of both if it draws one.
#[inline(always)]
fn policy_value(decision: RollDecision, mask: u16, p: f64, q: f64) -> f64 {
    let one = if decision.allows_p(mask) { p } else { q };
    let other = if decision.allows_q(mask) { q } else { p };
    (one + other) * 0.5
}

/// A probability under fixed policies: that a player wins, where one player's is the
/// complement of the other's; or that the game is over, which is the same for both.
struct PolicyProbability<'a, const IS_COMPLEMENTARY: bool>(PolicyMasks<'a>);

impl<const IS_COMPLEMENTARY: bool> Objective for PolicyProbability<'_, IS_COMPLEMENTARY> {
    const TERMINAL_VALUE: f64 = 1.0;

    type ActionMask = u16;

    #[inline(always)]
    fn action_masks(&self, player: usize, own: usize, other: usize) -> &[RowLanes<u16>] {
        self.0.block(player, own, other)
    }

    #[inline(always)]
    fn choice_value(decision: RollDecision, mask: u16, p: f64, q: f64) -> f64 {
        policy_value(decision, mask, p, q)
    }

    #[inline(always)]
    fn opponent_value(value: f64) -> f64 {
        if IS_COMPLEMENTARY { 1.0 - value } else { value }
    }
}

/// The expected total reward under fixed policies.
struct TotalReward<'a> {
    masks: PolicyMasks<'a>,
    reward: Reward<'a>,
}

/// What is rewarded.
#[derive(Clone, Copy)]
enum Reward<'a> {
    /// 1 for every roll.
    EveryRoll,
    /// The first player's choices, averaged over the rolls: before a first roll and
    /// before a bonus roll.
    FirstPlayer([&'a BlockMatrix<f64>; 2]),
}

impl Objective for TotalReward<'_> {
    const TERMINAL_VALUE: f64 = 0.0;

    type ActionMask = u16;

    #[inline(always)]
    fn action_masks(&self, player: usize, own: usize, other: usize) -> &[RowLanes<u16>] {
        self.masks.block(player, own, other)
    }

    #[inline(always)]
    fn choice_value(decision: RollDecision, mask: u16, p: f64, q: f64) -> f64 {
        policy_value(decision, mask, p, q)
    }

    #[inline(always)]
    fn reward(
        &self,
        player: usize,
        kind: RollKind,
        own: usize,
        other: usize,
    ) -> impl Fn(usize) -> RowLanes<f64> + '_ {
        let (constant, block) = match self.reward {
            Reward::EveryRoll => (1.0, None),
            Reward::FirstPlayer([first, bonus]) => {
                let table = if kind == RollKind::First {
                    first
                } else {
                    bonus
                };
                let block = table.block(own, other).lanes();
                (0.0, (player == 0).then_some(block))
            }
        };
        move |number| block.map_or([constant; LANES], |block| block[number])
    }

    #[inline(always)]
    fn opponent_value(value: f64) -> f64 {
        value
    }
}

/// The average effect of a rule of the priority policy in a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RuleCost {
    /// The rule, as the reason of a choice.
    pub reason: Reason,
    /// How often it decides between two choices.
    pub decisions: f64,
    /// How often best play would choose otherwise.
    pub mistakes: f64,
    /// The chance of winning that these choices lose.
    pub cost: f64,
}

/// The reason and the loss of every choice of the priority policy between two
/// moves, by decision.
struct PriorityLosses(BlockMatrix<[Option<(Reason, f64)>; 7]>);

impl PriorityLosses {
    fn new(matchup: &Matchup<'_>, values: &Values) -> Self {
        let [first, second] = matchup.seats;
        let seating = values.seating();
        let side = seating.side(first, second);
        let seat = seating.seats(side)[0];
        let transitions = &matchup.transitions;
        let tables = policy::value_tables(transitions, values);
        Self(BlockMatrix::new(|own, other| {
            let Some(tokens) = policy::tokens(seating, side, own, other) else {
                return [None; 7];
            };
            RollDecision::ALL.map(|decision| {
                let choices = transitions.choices(side, own)[decision.face()];
                if choices.p == choices.q {
                    return None;
                }
                let [p, q] = [choices.p, choices.q]
                    .map(|landing| tables.move_value(transitions, side, decision, landing, other));
                let chosen = priority(&tokens, seat, decision.roll());
                let value = if chosen.choice == Move::Q { q } else { p };
                Some((chosen.reason, p.max(q) - value))
            })
        }))
    }

    /// The effect of one reason over a game.
    fn cost(
        &self,
        matchup: &Matchup<'_>,
        reason: Reason,
        progress: &mut dyn FnMut(f64),
    ) -> RuleCost {
        let mut expected = |number: u8, weight: fn(f64) -> f64| {
            let average = |decisions: [usize; 6]| {
                self.0.map(|losses: [Option<(Reason, f64)>; 7]| {
                    let decided = decisions.iter().filter_map(|&decision| losses[decision]);
                    let of_reason = decided.filter(|(because, _)| *because == reason);
                    of_reason.map(|(_, loss)| weight(loss)).sum::<f64>() / 6.0
                })
            };
            let (first, bonus) = (average([0, 1, 2, 3, 4, 5]), average([0, 1, 2, 3, 4, 6]));
            let objective = TotalReward {
                masks: matchup.masks(),
                reward: Reward::FirstPlayer([&first, &bonus]),
            };
            matchup.iterate(&objective, &mut |done| {
                progress((f64::from(number) + done) / 3.0);
            })
        };
        RuleCost {
            reason,
            decisions: expected(0, |_| 1.0),
            mistakes: expected(1, |loss| if loss > LEAST_LOSS { 1.0 } else { 0.0 }),
            cost: expected(2, |loss| loss),
        }
    }
}
