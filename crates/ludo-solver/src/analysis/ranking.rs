//! The choices for a roll, from the best to the worst.

use ludo_rules::{Move, Position, Roll, Seat};
use parlor_game::Label;

use super::chances::{Certainty, Chances};
use super::judge::Judge;

/// The least loss of a choice with each [`Label`] but the best, as a chance of 0 to 1.
/// Smaller losses than the first are due to rounding.
///
/// They follow from the losses of random play by the exact values
/// (`examples/measure_losses.rs`): half of its choices are best, and each of the other
/// labels gets about an eighth. They are smaller than in chess because single choices
/// matter little in Ludo.
pub const LOSS_THRESHOLDS: [f64; 4] = [1e-9, 0.01, 0.025, 0.06];

/// The choices for the roll in hand, the best first.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    seat: Seat,
    roll: Roll,
    certainty: Certainty,
    is_free: bool,
    choices: Vec<Ranked>,
}

/// One of the choices for a roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// The choice.
    pub choice: Move,
    /// The chances after it.
    pub chances: Chances,
    /// The loss of the roller's chance against the best choice; 0 for the best.
    pub loss: f64,
}

impl Ranked {
    /// The label for its loss.
    pub fn label(&self) -> Label {
        Label::of(self.loss, LOSS_THRESHOLDS)
    }
}

impl Ranking {
    /// Ranks the choices for the roll in hand; `None` unless a choice is due and the
    /// judge has values for the position.
    pub fn of(position: &Position, judge: &impl Judge) -> Option<Self> {
        let (seat, roll) = position.to_act().zip(position.roll_in_hand())?;
        let mut judged = judge.choices(position)?;
        // A stable sort: of equals, the first legal one stays first.
        judged.sort_by(|one, other| other.1.of(seat).total_cmp(&one.1.of(seat)));
        let best = judged.first()?.1.of(seat);
        let choices = judged.into_iter().map(|(choice, chances)| Ranked {
            choice,
            chances,
            loss: best - chances.of(seat),
        });
        let steps = position.tokens().steps(seat);
        Some(Self {
            seat,
            roll,
            certainty: judge.certainty(position),
            is_free: position.legal_moves().len() > 1 && steps.is_some_and(|[p, q]| p != q),
            choices: choices.collect(),
        })
    }

    /// The seat that rolled.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The roll.
    pub const fn roll(&self) -> Roll {
        self.roll
    }

    /// The accuracy of the chances.
    pub const fn certainty(&self) -> Certainty {
        self.certainty
    }

    /// Whether there is a real choice: more than one token can move, and the tokens are
    /// not on the same step, where both moves are equivalent.
    pub const fn is_free(&self) -> bool {
        self.is_free
    }

    /// Every choice, the best first.
    pub fn choices(&self) -> &[Ranked] {
        &self.choices
    }

    /// The best choice, the first of equals.
    pub fn best(&self) -> &Ranked {
        &self.choices[0]
    }

    /// The entry of a choice; `None` if it is illegal.
    pub fn find(&self, choice: Move) -> Option<&Ranked> {
        self.choices.iter().find(|ranked| ranked.choice == choice)
    }
}
