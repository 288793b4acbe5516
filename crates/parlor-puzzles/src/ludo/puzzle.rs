//! A puzzle of Ludo and how an answer is judged.

use ludo_rules::{Action, Move, Phase, PlayError, Position, Roll, RollKind, Seat};

use super::difficulty::{RATINGS, grade};
use super::error::LudoPuzzleError;
use super::rule_of_thumb::RuleOfThumb;
use crate::id::PuzzleId;

/// The least loss of the wrong choice: half a game of a hundred.
///
/// The bounds that prove the exact values are 10⁻¹² apart, so no choice is called wrong by their error.
pub const LEAST_LOSS: f64 = 0.005;

/// The digits of a chance after the point, as a factor.
const DIGITS: f64 = 1e12;

/// A position of two players with a roll in hand, in which one of two choices is best and a rule of thumb
/// names the other.
///
/// ```
/// use parlor_puzzles::ludo::{LudoPuzzle, LudoVerdict, RuleOfThumb};
///
/// let position = "A52.47/C33.18 A 5 -".parse()?;
/// let puzzle = LudoPuzzle::new(position, [0.739_5, 0.931_5], 1600)?;
/// let verdict = puzzle.judge("A5p".parse()?)?;
/// let LudoVerdict::Wrong { loss, rules } = verdict else { panic!("it stays where it is safe") };
/// assert_eq!(loss, 0.192);
/// assert!(rules.contains(&RuleOfThumb::End));
/// assert_eq!(puzzle.judge("A4p".parse()?).unwrap_err().rule(), "L-29");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct LudoPuzzle {
    position: Position,
    choices: [LudoChoice; 2],
    wrong: Vec<RuleOfThumb>,
    right: Vec<RuleOfThumb>,
    rating: u16,
}

/// One of the two choices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LudoChoice {
    /// The choice with its roll.
    pub action: Action,
    /// The mover's chance of winning after it, 0 to 1, to 12 digits.
    pub chance: f64,
    /// What it loses of that chance against the best choice; 0 for the best.
    pub loss: f64,
}

/// What an answer is worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LudoVerdict<'a> {
    /// It is the best choice.
    Right {
        /// The rules of thumb that name it, too.
        rules: &'a [RuleOfThumb],
    },
    /// It is the other one.
    Wrong {
        /// What it loses of the chance of winning.
        loss: f64,
        /// The rules of thumb that lead there.
        rules: &'a [RuleOfThumb],
    },
}

impl LudoPuzzle {
    /// The puzzle of a position with the chances of winning after moving `p` and `q`; they are rounded to
    /// 12 digits. Everything else about it but the [rating](Self::rating) follows.
    ///
    /// # Errors
    /// [`LudoPuzzleError`] if the position has no two choices of which one is best, or a number is out of
    /// range.
    pub fn new(
        position: Position,
        chances: [f64; 2],
        rating: u16,
    ) -> Result<Self, LudoPuzzleError> {
        let (seat, roll) = seat_and_roll(&position)?;
        if let Some(&value) = chances.iter().find(|chance| !(0.0..=1.0).contains(*chance)) {
            return Err(LudoPuzzleError::Chance { value });
        }
        if !RATINGS.contains(&rating) {
            return Err(LudoPuzzleError::Rating { value: rating });
        }
        let [p, q] = chances.map(|chance| (chance * DIGITS).round());
        let loss = (p - q).abs() / DIGITS;
        if loss < LEAST_LOSS {
            return Err(LudoPuzzleError::TooClose { loss });
        }
        let choice = |choice, own: f64, other: f64| LudoChoice {
            action: Action { seat, roll, choice },
            chance: own / DIGITS,
            loss: (own.max(other) - own) / DIGITS,
        };
        let best = if p > q { Move::P } else { Move::Q };
        let named = |is_best: bool| {
            let rules = RuleOfThumb::ALL.into_iter();
            rules.filter(move |rule| {
                let named = rule.choice(&position);
                named.is_some_and(|named| (named == best) == is_best)
            })
        };
        Ok(Self {
            position,
            choices: [choice(Move::P, p, q), choice(Move::Q, q, p)],
            wrong: named(false).collect(),
            right: named(true).collect(),
            rating,
        })
    }

    /// Its name, made of its position.
    pub fn id(&self) -> PuzzleId {
        PuzzleId::ludo(self.position.stable_hash())
    }

    /// The position, with a roll in hand.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Both choices, `p` before `q`.
    pub const fn choices(&self) -> &[LudoChoice; 2] {
        &self.choices
    }

    /// The best choice.
    pub fn best(&self) -> &LudoChoice {
        let [p, q] = &self.choices;
        if p.chance > q.chance { p } else { q }
    }

    /// What the wrong choice loses of the chance of winning.
    pub fn loss(&self) -> f64 {
        let [p, q] = &self.choices;
        p.loss.max(q.loss)
    }

    /// The rules of thumb that name the wrong choice, at least one.
    pub fn wrong(&self) -> &[RuleOfThumb] {
        &self.wrong
    }

    /// The rules of thumb that name the best choice.
    pub fn right(&self) -> &[RuleOfThumb] {
        &self.right
    }

    /// How hard it is, on Elo's scale, by the share of a [population](super::Population) that finds the best
    /// choice: 1500 where half of it does.
    pub const fn rating(&self) -> u16 {
        self.rating
    }

    /// How hard it is, 1 to 5, by its rating.
    pub const fn grade(&self) -> u8 {
        grade(self.rating)
    }

    /// Whether the roll is a bonus roll (L-13).
    pub const fn is_bonus(&self) -> bool {
        matches!(self.position.phase(), Phase::ToChoose(RollKind::Bonus, _))
    }

    /// Judges an answer, from what the puzzle says alone.
    ///
    /// # Errors
    /// [`PlayError`] with the rule that forbids the action here.
    pub fn judge(&self, action: Action) -> Result<LudoVerdict<'_>, PlayError> {
        let best = self.best();
        if action == best.action {
            return Ok(LudoVerdict::Right { rules: &self.right });
        }
        if self.choices.iter().any(|choice| choice.action == action) {
            return Ok(LudoVerdict::Wrong {
                loss: self.loss(),
                rules: &self.wrong,
            });
        }
        Err(self.why_not(action))
    }

    /// The rule that forbids an action that is none of the choices.
    fn why_not(&self, action: Action) -> PlayError {
        let Action {
            seat: to_act, roll, ..
        } = self.best().action;
        // Rules: L-28.
        if action.seat != to_act {
            return PlayError::WrongSeat {
                seat: action.seat,
                to_act,
            };
        }
        let mut position = self.position;
        // Rules: L-29.
        if action.roll != roll {
            return position
                .apply_roll(action.roll)
                .expect_err("a choice is due");
        }
        position
            .play(action.choice)
            .expect_err("both legal choices are known")
    }
}

/// Who has the choice, for which roll.
fn seat_and_roll(position: &Position) -> Result<(Seat, Roll), LudoPuzzleError> {
    if position.tokens().seats().len() != 2 {
        return Err(LudoPuzzleError::Players {
            count: position.tokens().seats().len(),
        });
    }
    let due = position.to_act().zip(position.roll_in_hand());
    due.filter(|_| position.legal_moves().len() == 2)
        .ok_or(LudoPuzzleError::NoChoice {
            position: *position,
        })
}

#[cfg(test)]
mod tests;
