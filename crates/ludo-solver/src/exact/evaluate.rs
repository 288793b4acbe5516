//! Policy evaluation: the exact outcome of one policy against another.
//!
//! With both policies fixed, the game is a Markov chain. The chance of winning and
//! the expected number of rolls are linear in those of the successors, and the
//! same sweeps that solve the game converge to them. The distribution of the
//! length of a game takes one synchronous backup for each roll.

use core::ops::ControlFlow;
use std::borrow::Cow;

use ludo_rules::{Phase, Position, RollKind, Seat};

use super::block_matrix::{BlockMatrix, LANES, RowLanes};
use super::decision::RollDecision;
use super::mixing::{Mixing, Probabilities};
use super::numbering::{self, FINISHED};
use super::objective::Objective;
use super::policy::{Choices, Policy};
use super::seating::Seating;
use super::sweep::Sweeper;
use super::transitions::Transitions;
use super::value_tables::ValueTables;
use crate::parallel;

/// Iteration stops at this change, as a share of the value at the start of the game.
const TOLERANCE: f64 = 1e-14;

/// Is called with the share of the work that is done, and breaks to stop it.
pub(super) type Progress<'a> = dyn FnMut(f64) -> ControlFlow<()> + Send + 'a;

/// Two policies at two seats, the first of which begins.
#[derive(Debug)]
pub struct Matchup<'a> {
    pub(super) seats: [Seat; 2],
    pub(super) transitions: Transitions,
    sides: [usize; 2],
    choices: PairOfChoices<'a>,
    start: Start,
}

/// The choices of both players, in one form.
#[derive(Debug)]
enum PairOfChoices<'a> {
    Masks([&'a BlockMatrix<u16>; 2]),
    Probabilities([Cow<'a, BlockMatrix<Probabilities>>; 2]),
}

/// The position in which the games begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    /// The player to roll.
    mover: usize,
    kind: RollKind,
    /// By player, the rank of the pair.
    ranks: [usize; 2],
}

/// The outcome of a matchup.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolicyEvaluation {
    /// The chance of winning of the player at the seat named first.
    pub first_player: f64,
    /// The expected number of rolls in a game, of both players and with bonus rolls.
    pub expected_rolls: f64,
}

impl<'a> Matchup<'a> {
    /// The policies at these seats; `None` unless both are for their seating. The game
    /// begins with all tokens in the yard, and the first seat rolls.
    pub fn new(seats: [Seat; 2], policies: [&'a Policy; 2]) -> Option<Self> {
        let seating = Seating::of(seats)?;
        let [first, second] = seats;
        let sides = [seating.side(first, second), seating.side(second, first)];
        policies
            .iter()
            .all(|policy| policy.seating() == seating)
            .then(|| Self {
                seats,
                transitions: Transitions::new(seating),
                sides,
                choices: PairOfChoices::of(policies, sides),
                start: Start::YARD,
            })
    }

    /// The same matchup from another position on; `None` unless it is before a roll, and
    /// the players at these seats are those who have not finished.
    #[must_use]
    pub fn starting_at(self, position: &Position) -> Option<Self> {
        let start = Start::of(position, self.seats)?;
        Some(Self { start, ..self })
    }

    /// The chance of winning and the expected number of rolls. Calls `progress`
    /// with the share of the work that is done.
    #[expect(clippy::missing_panics_doc, reason = "its own callback never breaks")]
    pub fn evaluate(&self, mut progress: impl FnMut(f64) + Send) -> PolicyEvaluation {
        let evaluation = self.evaluation(&mut |done| going_on(&mut progress, done));
        evaluation.expect("nothing stops it")
    }

    /// The same, but stops after the sweep at which `progress` breaks; then it is `None`.
    pub fn try_evaluate(
        &self,
        mut progress: impl FnMut(f64) -> ControlFlow<()> + Send,
    ) -> Option<PolicyEvaluation> {
        self.evaluation(&mut progress)
    }

    /// Not generic, so that the sweeps are compiled once, with the profile of this crate
    /// rather than that of each caller. So are the others below.
    fn evaluation(&self, progress: &mut Progress<'_>) -> Option<PolicyEvaluation> {
        parallel::in_pool(|| match &self.choices {
            PairOfChoices::Masks(tables) => self.evaluation_of(MixingTables(*tables), progress),
            PairOfChoices::Probabilities([one, other]) => {
                self.evaluation_of(MixingTables([one, other]), progress)
            }
        })
    }

    fn evaluation_of<M: Mixing>(
        &self,
        tables: MixingTables<'_, M>,
        progress: &mut Progress<'_>,
    ) -> Option<PolicyEvaluation> {
        let wins: PolicyProbability<'_, M, true> = PolicyProbability(tables);
        let first_player = self.iterate(&wins, &mut |done| progress(done / 2.0))?;
        let rolls = TotalReward {
            tables,
            reward: Reward::EveryRoll,
        };
        let expected_rolls = self.iterate(&rolls, &mut |done| progress(0.5 + done / 2.0))?;
        Some(PolicyEvaluation {
            first_player,
            expected_rolls,
        })
    }

    /// The cumulative distribution of the length of a game: entry `n` is the chance
    /// that it is over after `n` rolls. Ends when at most `rest` of the games go on.
    /// Calls `progress` with each entry but the first.
    #[expect(clippy::missing_panics_doc, reason = "its own callback never breaks")]
    pub fn length_distribution(&self, rest: f64, mut progress: impl FnMut(f64) + Send) -> Vec<f64> {
        let lengths = self.lengths(rest, &mut |share| going_on(&mut progress, share));
        lengths.expect("nothing stops it")
    }

    /// The same, but stops at the roll at which `progress` breaks; then it is `None`.
    pub fn try_length_distribution(
        &self,
        rest: f64,
        mut progress: impl FnMut(f64) -> ControlFlow<()> + Send,
    ) -> Option<Vec<f64>> {
        self.lengths(rest, &mut progress)
    }

    fn lengths(&self, rest: f64, progress: &mut Progress<'_>) -> Option<Vec<f64>> {
        parallel::in_pool(|| match &self.choices {
            PairOfChoices::Masks(tables) => {
                self.over_after_rolls(MixingTables(*tables), rest, progress)
            }
            PairOfChoices::Probabilities([one, other]) => {
                self.over_after_rolls(MixingTables([one, other]), rest, progress)
            }
        })
    }

    fn over_after_rolls<M: Mixing>(
        &self,
        tables: MixingTables<'_, M>,
        rest: f64,
        progress: &mut Progress<'_>,
    ) -> Option<Vec<f64>> {
        let objective: PolicyProbability<'_, M, false> = PolicyProbability(tables);
        let sweeper = Sweeper::new(&self.transitions, &self.sides);
        let mut old = ValueTables::new::<PolicyProbability<'_, M, false>>(2, |_, _| 0.0);
        let mut new = old.clone();
        let mut over = vec![0.0];
        loop {
            sweeper.synchronous_sweep(&old, &mut new, &objective);
            let share = self.start.value::<PolicyProbability<'_, M, false>>(&new);
            over.push(share);
            if progress(share).is_break() {
                return None;
            }
            if 1.0 - share <= rest {
                return Some(over);
            }
            core::mem::swap(&mut old, &mut new);
        }
    }

    /// Sweeps until the values converge; returns the first player's at the start of
    /// the game. `None` if `progress` breaks.
    fn iterate<O: Objective>(&self, objective: &O, progress: &mut Progress<'_>) -> Option<f64> {
        let tables = converged(
            &self.transitions,
            self.sides,
            objective,
            TOLERANCE,
            progress,
        )?;
        Some(self.start.value::<O>(&tables))
    }

    /// The expected sum over a game of the first player's rewards, before a first roll and
    /// before a bonus roll, averaged over the rolls; `None` if `progress` breaks.
    pub(super) fn expected_reward(
        &self,
        rewards: [&BlockMatrix<f64>; 2],
        progress: &mut Progress<'_>,
    ) -> Option<f64> {
        let reward = Reward::FirstPlayer(rewards);
        match &self.choices {
            PairOfChoices::Masks(tables) => {
                let tables = MixingTables(*tables);
                self.iterate(&TotalReward { tables, reward }, progress)
            }
            PairOfChoices::Probabilities([one, other]) => {
                let tables = MixingTables([&**one, &**other]);
                self.iterate(&TotalReward { tables, reward }, progress)
            }
        }
    }
}

/// Reports to what cannot stop the work.
pub(super) fn going_on(progress: &mut impl FnMut(f64), done: f64) -> ControlFlow<()> {
    progress(done);
    ControlFlow::Continue(())
}

/// Sweeps over the tables of two players on these sides until the values converge to
/// `tolerance`, as a share of the value at the start of the game; `None` if `progress`
/// breaks.
pub(super) fn converged<O: Objective>(
    transitions: &Transitions,
    sides: [usize; 2],
    objective: &O,
    tolerance: f64,
    progress: &mut Progress<'_>,
) -> Option<ValueTables> {
    let mut tables = ValueTables::new::<O>(2, |_, _| 0.0);
    let bound = |tables: &ValueTables| tolerance * Start::YARD.value::<O>(tables).max(1.0);
    let done = |change: f64| (change.max(tolerance).ln() / tolerance.ln()).clamp(0.0, 1.0);
    let sweeper = Sweeper::new(transitions, &sides);
    let swept = sweeper.iterate(&mut tables, objective, bound, &mut |change| {
        progress(done(change))
    });
    swept.is_continue().then_some(tables)
}

impl Start {
    /// All tokens in the yard, and the first player is to roll.
    pub(super) const YARD: Self = Self {
        mover: 0,
        kind: RollKind::First,
        ranks: [numbering::YARD; 2],
    };

    fn of(position: &Position, seats: [Seat; 2]) -> Option<Self> {
        let mover = position.to_act()?;
        let Phase::ToRoll(kind) = position.phase() else {
            return None;
        };
        let mut ranks = [FINISHED; 2];
        for (rank, &seat) in ranks.iter_mut().zip(&seats) {
            *rank = numbering::rank(position.tokens().steps(seat)?);
        }
        let are_left = Seating::of_two_left(position).is_some() && !ranks.contains(&FINISHED);
        let mover = seats.iter().position(|&seat| seat == mover)?;
        are_left.then_some(Self { mover, kind, ranks })
    }

    /// The value of the first player.
    fn value<O: Objective>(self, tables: &ValueTables) -> f64 {
        let Self { mover, kind, ranks } = self;
        let waiter = 1 - mover;
        match kind {
            RollKind::Bonus if mover == 0 => tables.bonus[0].at(ranks[0], ranks[1]),
            RollKind::Bonus => O::opponent_value(tables.bonus[1].at(ranks[1], ranks[0])),
            // A table holds the values of the player who waits.
            RollKind::First if mover == 0 => {
                O::opponent_value(tables.waiting[waiter].at(ranks[waiter], ranks[mover]))
            }
            RollKind::First => tables.waiting[0].at(ranks[0], ranks[1]),
        }
    }
}

/// The value of the first of two players at the start of the game.
pub(super) fn start_value<O: Objective>(tables: &ValueTables) -> f64 {
    Start::YARD.value::<O>(tables)
}

impl<'a> PairOfChoices<'a> {
    fn of([one, other]: [&'a Policy; 2], sides: [usize; 2]) -> Self {
        if let (Choices::Masks(one), Choices::Masks(other)) = (one.choices(), other.choices()) {
            return Self::Masks([&one[sides[0]], &other[sides[1]]]);
        }
        let probabilities = |policy: &'a Policy, side: usize| match policy.choices() {
            Choices::Masks(masks) => Cow::Owned(masks[side].map(Probabilities::from)),
            Choices::Probabilities(tables) => Cow::Borrowed(&tables[side]),
        };
        Self::Probabilities([probabilities(one, sides[0]), probabilities(other, sides[1])])
    }
}

/// The choices of two players.
#[derive(Clone, Copy)]
struct MixingTables<'a, M>([&'a BlockMatrix<M>; 2]);

impl<M> MixingTables<'_, M> {
    #[inline(always)]
    fn block(&self, player: usize, own: usize, other: usize) -> &[RowLanes<M>] {
        self.0[player].block(own, other).lanes()
    }
}

/// A probability under fixed policies: that a player wins, where one player's is the
/// complement of the other's; or that the game is over, which is the same for both.
struct PolicyProbability<'a, M, const IS_COMPLEMENTARY: bool>(MixingTables<'a, M>);

impl<M: Mixing, const IS_COMPLEMENTARY: bool> Objective
    for PolicyProbability<'_, M, IS_COMPLEMENTARY>
{
    const TERMINAL_VALUE: f64 = 1.0;

    type ActionMask = M;

    #[inline(always)]
    fn action_masks(&self, player: usize, own: usize, other: usize) -> &[RowLanes<M>] {
        self.0.block(player, own, other)
    }

    #[inline(always)]
    fn choice_value(decision: RollDecision, choices: M, p: f64, q: f64) -> f64 {
        choices.value(decision, p, q)
    }

    #[inline(always)]
    fn opponent_value(value: f64) -> f64 {
        if IS_COMPLEMENTARY { 1.0 - value } else { value }
    }
}

/// The expected total reward under fixed policies.
struct TotalReward<'a, M> {
    tables: MixingTables<'a, M>,
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

impl<M: Mixing> Objective for TotalReward<'_, M> {
    const TERMINAL_VALUE: f64 = 0.0;

    type ActionMask = M;

    #[inline(always)]
    fn action_masks(&self, player: usize, own: usize, other: usize) -> &[RowLanes<M>] {
        self.tables.block(player, own, other)
    }

    #[inline(always)]
    fn choice_value(decision: RollDecision, choices: M, p: f64, q: f64) -> f64 {
        choices.value(decision, p, q)
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
