//! What somebody wants done in a game.

use core::fmt;
use core::str::FromStr;

use parlor_record::hex;

use crate::id::ActionId;
use crate::log::{Part, Request};

/// Something that somebody wants done, with what is needed to do it once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The version of the game that the sender saw.
    pub version: u64,
    /// What the sender calls it.
    pub action_id: ActionId,
    /// The seats that the sender may speak for.
    pub by: Vec<char>,
    /// Which of them speaks; the only one, or the one to act, without one.
    pub seat: Option<char>,
    /// What is wanted.
    pub wish: Wish,
}

/// What is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// Roll the die.
    Roll,
    /// An action of the game, in notation.
    Act(String),
    /// Take the seat.
    Join {
        /// What the player is called; as planned without one.
        name: Option<String>,
        /// The part in the dice.
        part: Part,
    },
    /// Reveal the bytes that were committed to.
    Reveal(Vec<u8>),
    /// Ask the others for something.
    Ask(Request),
    /// Agree to it.
    Agree(Request),
    /// Refuse it, or take the own request back.
    Decline(Request),
    /// Give the game up.
    Resign,
    /// Come back to the seat that a bot has taken over.
    Return,
    /// End the game without a result.
    Abandon,
    /// Play again, with the seats rotated.
    Rematch,
}

impl Wish {
    /// The words that are no actions of any game.
    const WORDS: [(&'static str, Self); 14] = [
        ("roll", Self::Roll),
        ("resign", Self::Resign),
        ("offer-draw", Self::Ask(Request::Draw)),
        ("accept-draw", Self::Agree(Request::Draw)),
        ("decline-draw", Self::Decline(Request::Draw)),
        ("ask-undo", Self::Ask(Request::Undo)),
        ("allow-undo", Self::Agree(Request::Undo)),
        ("refuse-undo", Self::Decline(Request::Undo)),
        ("ask-hint", Self::Ask(Request::Hint)),
        ("allow-hint", Self::Agree(Request::Hint)),
        ("refuse-hint", Self::Decline(Request::Hint)),
        ("return", Self::Return),
        ("abandon", Self::Abandon),
        ("rematch", Self::Rematch),
    ];

    /// The word for it, as whoever sends it writes it.
    pub fn word(&self) -> String {
        let word = Self::WORDS.iter().find(|(_, wish)| wish == self);
        match (word, self) {
            (Some((word, _)), _) => (*word).to_owned(),
            (None, Self::Act(action)) => action.clone(),
            (None, Self::Reveal(bytes)) => format!("reveal:{}", hex::encode(bytes)),
            (None, Self::Join { part, .. }) => match part.commitment {
                Some(commitment) => format!("commit:{commitment}"),
                None => "join".to_owned(),
            },
            // Every other one stands among the words.
            (None, _) => String::new(),
        }
    }
}

/// The longest word that a wish can be: `reveal:` and the most bytes.
const LONGEST: usize = 7 + 2 * MOST_ENTROPY;

/// How many bytes a player may give to the dice.
pub const MOST_ENTROPY: usize = 256;

impl FromStr for Wish {
    type Err = NotAWish;

    /// Reads `roll`, `resign`, … or takes the word as an action, which the game
    /// understands or does not.
    fn from_str(word: &str) -> Result<Self, NotAWish> {
        if word.len() > LONGEST || word.chars().any(char::is_control) {
            return Err(NotAWish::TooLong);
        }
        if let Some((_, wish)) = Self::WORDS.iter().find(|(known, _)| *known == word) {
            return Ok(wish.clone());
        }
        if word == "join" {
            return Ok(Self::Join {
                name: None,
                part: Part::default(),
            });
        }
        if let Some(digits) = word.strip_prefix("commit:") {
            let commitment = digits.parse().map_err(|_| NotAWish::Commitment)?;
            let part = Part {
                commitment: Some(commitment),
                ..Part::default()
            };
            return Ok(Self::Join { name: None, part });
        }
        if let Some(digits) = word.strip_prefix("reveal:") {
            let bytes = hex::decode(digits).ok_or(NotAWish::Bytes)?;
            if bytes.len() > MOST_ENTROPY {
                return Err(NotAWish::Bytes);
            }
            return Ok(Self::Reveal(bytes));
        }
        Ok(Self::Act(word.to_owned()))
    }
}

impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.word())
    }
}

/// A word that nobody can want.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotAWish {
    /// It is no word.
    #[error("an action is one short word, such as roll, A6p, 65F or resign")]
    TooLong,
    /// What follows `commit:` is no SHA-256.
    #[error("after commit: come the 64 hexadecimal digits of a SHA-256")]
    Commitment,
    /// What follows `reveal:` are no bytes.
    #[error("after reveal: come at most 256 bytes as hexadecimal digits")]
    Bytes,
}
