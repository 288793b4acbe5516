//! A puzzle of Ludo as a line of JSON: see `docs/formats/puzzles.md`.

use ludo_rules::Position;
use serde::{Deserialize, Serialize};

use super::error::LudoPuzzleError;
use super::puzzle::{LudoChoice, LudoPuzzle};
use super::rule_of_thumb::RuleOfThumb;
use crate::id::PuzzleId;
use crate::lines::Line;

/// A puzzle as it is written, unchecked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenLudoPuzzle {
    id: String,
    position: String,
    choices: Vec<WrittenChoice>,
    wrong: Vec<String>,
    right: Vec<String>,
    rating: u16,
    grade: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenChoice {
    action: String,
    chance: f64,
    loss: f64,
}

impl Line for LudoPuzzle {
    type Written = WrittenLudoPuzzle;
    type Error = LudoPuzzleError;

    fn check(written: WrittenLudoPuzzle) -> Result<Self, LudoPuzzleError> {
        let position = position(&written.position)?;
        check_id(&written.id, &position)?;
        let chances = chances(&written.choices, &position)?;
        let puzzle = Self::new(position, chances, written.rating)?;
        for (written, choice) in written.choices.iter().zip(puzzle.choices()) {
            check_choice(written, choice)?;
        }
        check_rules("wrong", &written.wrong, puzzle.wrong())?;
        check_rules("right", &written.right, puzzle.right())?;
        if written.grade != puzzle.grade() {
            return Err(LudoPuzzleError::Grade {
                found: written.grade,
                rating: written.rating,
                expected: puzzle.grade(),
            });
        }
        Ok(puzzle)
    }

    fn written(&self) -> WrittenLudoPuzzle {
        let choices = self.choices().iter().map(|choice| WrittenChoice {
            action: choice.action.to_string(),
            chance: choice.chance,
            loss: choice.loss,
        });
        WrittenLudoPuzzle {
            id: self.id().to_string(),
            position: self.position().to_string(),
            choices: choices.collect(),
            wrong: names(self.wrong()),
            right: names(self.right()),
            rating: self.rating(),
            grade: self.grade(),
        }
    }

    fn id(&self) -> PuzzleId {
        Self::id(self)
    }
}

fn position(text: &str) -> Result<Position, LudoPuzzleError> {
    text.parse().map_err(|cause| LudoPuzzleError::Position {
        value: text.to_owned(),
        cause,
    })
}

fn check_id(text: &str, position: &Position) -> Result<(), LudoPuzzleError> {
    let found = text.parse().map_err(|cause| LudoPuzzleError::Id {
        value: text.to_owned(),
        cause,
    })?;
    let expected = PuzzleId::ludo(position.stable_hash());
    if found == expected {
        Ok(())
    } else {
        Err(LudoPuzzleError::OtherId { found, expected })
    }
}

/// The chances after the choices, which must be the legal ones.
fn chances(choices: &[WrittenChoice], position: &Position) -> Result<[f64; 2], LudoPuzzleError> {
    let [p, q] = legal_actions(position)?;
    match choices {
        [one, other] if one.action == p && other.action == q => Ok([one.chance, other.chance]),
        _ => {
            let found: Vec<&str> = choices.iter().map(|choice| &*choice.action).collect();
            Err(LudoPuzzleError::Choices {
                found: format!("{found:?}"),
                expected: format!("{:?}", [p, q]),
            })
        }
    }
}

/// Both legal actions.
fn legal_actions(position: &Position) -> Result<[String; 2], LudoPuzzleError> {
    let due = position.to_act().zip(position.roll_in_hand());
    match (due, position.legal_moves().as_slice()) {
        (Some((seat, roll)), [p, q]) => Ok([p, q].map(|choice| format!("{seat}{roll}{choice}"))),
        _ => Err(LudoPuzzleError::NoChoice {
            position: *position,
        }),
    }
}

/// Compares the numbers with those that follow; both are the nearest to 12 digits.
#[expect(
    clippy::float_cmp,
    reason = "the nearest numbers to the same 12 digits are equal"
)]
fn check_choice(written: &WrittenChoice, choice: &LudoChoice) -> Result<(), LudoPuzzleError> {
    if written.chance != choice.chance {
        return Err(LudoPuzzleError::Digits {
            action: written.action.clone(),
            value: written.chance,
        });
    }
    if written.loss != choice.loss {
        return Err(LudoPuzzleError::Loss {
            action: written.action.clone(),
            found: written.loss,
            expected: choice.loss,
        });
    }
    Ok(())
}

fn check_rules(
    name: &'static str,
    written: &[String],
    rules: &[RuleOfThumb],
) -> Result<(), LudoPuzzleError> {
    let expected = names(rules);
    if written == expected {
        return Ok(());
    }
    Err(LudoPuzzleError::RulesOfThumb {
        name,
        found: written.join(", "),
        expected: expected.join(", "),
    })
}

fn names(rules: &[RuleOfThumb]) -> Vec<String> {
    rules.iter().map(RuleOfThumb::to_string).collect()
}

#[cfg(test)]
mod tests;
