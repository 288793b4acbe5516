//! The choices for a roll, from the best to the worst.

use ludo_rules::{Move, Position, Roll, Seat};
use parlor_game::Label;

use super::chances::{Certainty, Chances};
use super::judge::Judge;

/// The least that choices with each [`Label`] but the best lose, as a chance of
/// 0 to 1; what is less than a good one loses is the rounding of the values.
///
/// They are taken from what random play loses on the exact tables
/// (`examples/measure_losses.rs`): half of its choices are best, and each of
/// the other labels gets about an eighth. They are small beside those of chess
/// because Ludo's choices matter little one by one.
pub const LEAST_LOSSES: [f64; 4] = [1e-9, 0.01, 0.025, 0.06];

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
    /// Which.
    pub choice: Move,
    /// Everybody's chances after it.
    pub chances: Chances,
    /// What it loses of the roller's chance against the best, 0 for the best.
    pub loss: f64,
}

impl Ranked {
    /// How good it is, in a word.
    pub fn label(&self) -> Label {
        Label::of(self.loss, LEAST_LOSSES)
    }
}

impl Ranking {
    /// What the judge says of the roll in hand; none unless a choice is due and
    /// the judge knows the position.
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

    /// Who rolled.
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// What.
    pub const fn roll(&self) -> Roll {
        self.roll
    }

    /// How far the chances can be trusted.
    pub const fn certainty(&self) -> Certainty {
        self.certainty
    }

    /// Whether there is something to choose: more than one token can move, and
    /// they do not stand on the same step, where either does the same.
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

    /// What is said of a choice; none if it is not legal.
    pub fn find(&self, choice: Move) -> Option<&Ranked> {
        self.choices.iter().find(|ranked| ranked.choice == choice)
    }
}
