//! The verdict on a record's dice for programs.

use parlor_dice::{Unrevealed, VerifiedDice, VerifyError};
use serde::Serialize;

/// The verdict on a record's dice, as programs read it: `parlor verify --json` prints it, and the page
/// that verifies dice compares it with what the browser finds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum DiceAnswer<'a> {
    /// Every roll is the stream's.
    Right {
        /// Where the record begins, from 1.
        line: usize,
        /// The number of rolls.
        rolls: u64,
        /// The seats whose players never joined a game that never began.
        #[serde(skip_serializing_if = "<[char]>::is_empty")]
        never_joined: &'a [char],
        /// The seats whose players never revealed their bytes in such a game.
        #[serde(skip_serializing_if = "<[char]>::is_empty")]
        never_revealed: &'a [char],
    },
    /// A roll differs.
    Wrong {
        /// Where the record begins, from 1.
        line: usize,
        /// The ply, from 1.
        ply: usize,
        /// Its number in the stream, from 0.
        roll: u64,
        /// The epoch that it belongs to, from 0; not in version 1.
        #[serde(skip_serializing_if = "Option::is_none")]
        epoch: Option<u64>,
        /// Who rolled.
        seat: char,
        /// The roll in the record.
        found: &'a str,
        /// The stream's.
        expected: u8,
        /// All that in a sentence.
        message: String,
    },
    /// The rolls cannot be checked.
    Unknown {
        /// Where the record begins, from 1.
        line: usize,
        /// What is missing, by the fields in the text form.
        missing: Vec<String>,
        /// That in a sentence.
        message: String,
    },
}

impl<'a> DiceAnswer<'a> {
    /// The verdict on the record that begins in a line, from 1.
    pub fn of(line: usize, verified: &'a Result<VerifiedDice, VerifyError>) -> Self {
        let error = match verified {
            Ok(verified) => {
                return Self::Right {
                    line,
                    rolls: verified.rolls,
                    never_joined: &verified.never_joined,
                    never_revealed: &verified.never_revealed,
                };
            }
            Err(error) => error,
        };
        let message = error.to_string();
        match error {
            VerifyError::WrongRoll {
                ply,
                number,
                epoch,
                seat,
                found,
                expected,
            } => Self::Wrong {
                line,
                ply: *ply,
                roll: *number,
                epoch: *epoch,
                seat: *seat,
                found,
                expected: *expected,
                message,
            },
            VerifyError::NotRevealed { missing } => Self::Unknown {
                line,
                missing: missing.iter().map(Unrevealed::to_string).collect(),
                message,
            },
            _ => Self::Unknown {
                line,
                missing: COMMITMENT.map(str::to_owned).into(),
                message,
            },
        }
    }
}

/// The fields with which a record commits to dice.
const COMMITMENT: [&str; 3] = ["dice.scheme", "dice.game_id", "dice.commitment"];
