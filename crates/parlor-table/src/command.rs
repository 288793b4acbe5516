//! A command that a player sends to a game.

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::id::IdempotencyKey;
use crate::log::{DiceContribution, PlayerRequest};

/// A command, with what is needed to carry it out exactly once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Command {
    /// The version of the game that the sender saw.
    pub expected_version: u64,
    /// Names the command, so that a retry finds its first answer. The wire calls it `action_id`.
    pub idempotency_key: IdempotencyKey,
    /// The seats that the sender may act for.
    pub by: Vec<char>,
    /// The seat that it is for; without one, the seat to act or the sender's only seat.
    pub seat: Option<char>,
    /// What it does.
    pub kind: CommandKind,
}

/// What a command does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CommandKind {
    /// Roll the die.
    Roll,
    /// Play an action of the game, in notation.
    Act(String),
    /// Take the seat; or, once the games were restored, commit to new bytes.
    Join {
        /// The player's name; without one, the name in the configuration.
        name: Option<String>,
        /// The player's contribution to the dice. The table commits to bytes in escrow.
        dice: DiceContribution,
    },
    /// Take the seat for a program, which says so in its name.
    JoinAsProgram {
        /// The program's name.
        name: String,
        /// Its contribution to the dice, as that of a player.
        dice: DiceContribution,
    },
    /// Give one's name while the game waits for others. It has no word: only pages send it.
    Name(String),
    /// Reveal the bytes that were committed to.
    Reveal(Vec<u8>),
    /// Ask the other players for something.
    Ask(PlayerRequest),
    /// Agree to a request.
    Agree(PlayerRequest),
    /// Refuse a request, or withdraw one's own.
    Decline(PlayerRequest),
    /// Resign.
    Resign,
    /// Come back to a seat that a bot has taken over.
    Return,
    /// End the game without a result.
    Abandon,
    /// Play again, with the seats rotated.
    Rematch,
}

impl CommandKind {
    /// The words that are not actions of a game.
    const WORDS: [(&'static str, Self); 14] = [
        ("roll", Self::Roll),
        ("resign", Self::Resign),
        ("offer-draw", Self::Ask(PlayerRequest::Draw)),
        ("accept-draw", Self::Agree(PlayerRequest::Draw)),
        ("decline-draw", Self::Decline(PlayerRequest::Draw)),
        ("ask-undo", Self::Ask(PlayerRequest::Undo)),
        ("allow-undo", Self::Agree(PlayerRequest::Undo)),
        ("refuse-undo", Self::Decline(PlayerRequest::Undo)),
        ("ask-hint", Self::Ask(PlayerRequest::Hint)),
        ("allow-hint", Self::Agree(PlayerRequest::Hint)),
        ("refuse-hint", Self::Decline(PlayerRequest::Hint)),
        ("return", Self::Return),
        ("abandon", Self::Abandon),
        ("rematch", Self::Rematch),
    ];

    /// The word that stands for it in a request.
    pub fn word(&self) -> String {
        let word = Self::WORDS.iter().find(|(_, kind)| kind == self);
        match (word, self) {
            (Some((word, _)), _) => (*word).to_owned(),
            (None, Self::Act(action)) => action.clone(),
            (None, Self::Reveal(bytes)) => format!("reveal:{}", hex::encode(bytes)),
            (None, Self::Join { dice, .. } | Self::JoinAsProgram { dice, .. }) => {
                match dice.commitment {
                    Some(commitment) => format!("commit:{commitment}"),
                    None => "join".to_owned(),
                }
            }
            // All others are in `WORDS`, or have no word.
            (None, _) => String::new(),
        }
    }
}

/// The length of the longest word: `reveal:` and the most bytes.
const LONGEST: usize = 7 + 2 * MOST_ENTROPY;

/// The most bytes that a player may contribute to the dice.
pub const MOST_ENTROPY: usize = 256;

impl FromStr for CommandKind {
    type Err = ParseCommandError;

    /// Reads `roll`, `resign` and so on. Any other word is taken as an action in notation, which
    /// the game itself checks.
    fn from_str(word: &str) -> Result<Self, ParseCommandError> {
        if word.len() > LONGEST || word.chars().any(char::is_control) {
            return Err(ParseCommandError::TooLong);
        }
        if let Some((_, kind)) = Self::WORDS.iter().find(|(known, _)| *known == word) {
            return Ok(kind.clone());
        }
        if word == "join" {
            return Ok(Self::Join {
                name: None,
                dice: DiceContribution::default(),
            });
        }
        if let Some(digits) = word.strip_prefix("commit:") {
            let commitment = digits.parse().map_err(|_| ParseCommandError::Commitment)?;
            let dice = DiceContribution {
                commitment: Some(commitment),
                ..DiceContribution::default()
            };
            return Ok(Self::Join { name: None, dice });
        }
        if let Some(digits) = word.strip_prefix("reveal:") {
            let bytes = hex::decode(digits).map_err(|_| ParseCommandError::Bytes)?;
            if bytes.len() > MOST_ENTROPY {
                return Err(ParseCommandError::Bytes);
            }
            return Ok(Self::Reveal(bytes));
        }
        Ok(Self::Act(word.to_owned()))
    }
}

impl fmt::Display for CommandKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.word())
    }
}

/// A word that is not a command. Front ends put it into words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseCommandError {
    /// It is too long, or has control characters.
    TooLong,
    /// What follows `commit:` is not a SHA-256.
    Commitment,
    /// What follows `reveal:` is not hexadecimal, or too long.
    Bytes,
}
