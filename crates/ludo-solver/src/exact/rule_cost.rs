//! What the rules of the priority policy cost against best play.

use core::ops::ControlFlow;

use ludo_rules::{Move, Reason, priority};

use super::block_matrix::BlockMatrix;
use super::decision::RollDecision;
use super::evaluate::{Matchup, Progress, going_on};
use super::policy;
use super::values::Values;
use crate::parallel;

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

impl RuleCost {
    /// The rule in words: `kick`.
    pub const fn words(&self) -> &'static str {
        match self.reason {
            Reason::LeaveYard => "on a 6, leave the yard",
            Reason::Finish => "go home exactly",
            Reason::Kick => "kick",
            Reason::FurthestOfTwoKicks => "of two kicks, by the token behind",
            Reason::Furthest => "else move the token behind",
            Reason::NothingMoves | Reason::OnlyOne | Reason::Stack => "no choice",
        }
    }
}

impl Matchup<'_> {
    /// For each rule of the priority policy, how often it decides between two
    /// choices in a game, how often it differs from best play, and what that costs.
    /// The first player must follow the priority policy. The costs add up to the
    /// whole loss if the second player plays best.
    #[expect(clippy::missing_panics_doc, reason = "its own callback never breaks")]
    pub fn by_rule(&self, values: &Values, mut progress: impl FnMut(f64) + Send) -> Vec<RuleCost> {
        let costs = self.costs(values, &mut |done| going_on(&mut progress, done));
        costs.expect("nothing stops it")
    }

    /// The same, but stops after the sweep at which `progress` breaks; then it is `None`.
    pub fn try_by_rule(
        &self,
        values: &Values,
        mut progress: impl FnMut(f64) -> ControlFlow<()> + Send,
    ) -> Option<Vec<RuleCost>> {
        self.costs(values, &mut progress)
    }

    fn costs(&self, values: &Values, progress: &mut Progress<'_>) -> Option<Vec<RuleCost>> {
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

    /// The effect of one reason over a game; `None` if `progress` breaks.
    fn cost(
        &self,
        matchup: &Matchup<'_>,
        reason: Reason,
        progress: &mut Progress<'_>,
    ) -> Option<RuleCost> {
        let mut expected = |number: u8, weight: fn(f64) -> f64| {
            let average = |decisions: [usize; 6]| {
                self.0.map(|losses: [Option<(Reason, f64)>; 7]| {
                    let decided = decisions.iter().filter_map(|&decision| losses[decision]);
                    let of_reason = decided.filter(|(because, _)| *because == reason);
                    of_reason.map(|(_, loss)| weight(loss)).sum::<f64>() / 6.0
                })
            };
            let (first, bonus) = (average([0, 1, 2, 3, 4, 5]), average([0, 1, 2, 3, 4, 6]));
            let progress = &mut |done| progress((f64::from(number) + done) / 3.0);
            matchup.expected_reward([&first, &bonus], progress)
        };
        Some(RuleCost {
            reason,
            decisions: expected(0, |_| 1.0)?,
            mistakes: expected(1, |loss| if loss > LEAST_LOSS { 1.0 } else { 0.0 })?,
            cost: expected(2, |loss| loss)?,
        })
    }
}
