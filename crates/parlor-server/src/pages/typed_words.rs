//! Words for the dice that a player types, and the salt that follows them.
//!
//! The page with the form draws the salt, so that it is fixed before the server knows the words.

use hex::FromHex as _;
use parlor_dice::Salt;
use serde::Deserialize;

use super::{PageError, sentences};
use crate::app::App;
use parlor_table::command::MOST_ENTROPY;
use parlor_table::log::DiceContribution;
use parlor_table::randomness::RandomnessError;
use parlor_table::table::GameView;

/// The fields of a form for words.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct TypedWords {
    #[serde(default)]
    pub(super) words: String,
    /// The salt in hexadecimal; `None` if the form was not of a page.
    salt: Option<String>,
}

/// What is wrong with a form for words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WordsError {
    /// The words have this many bytes.
    TooLong(usize),
    /// The salt is not 16 bytes in hexadecimal.
    WrongSalt,
}

impl TypedWords {
    /// An empty form with a fresh salt.
    pub(super) fn fresh(app: &App) -> Result<Self, RandomnessError> {
        let salt: Salt = app.service.randomness().bytes()?;
        Ok(Self {
            words: String::new(),
            salt: Some(hex::encode(salt)),
        })
    }

    /// The salt to show in the form, if there are salts in the dice of the game.
    pub(super) fn shown_salt(&self, view: &GameView) -> Option<&str> {
        let dice = view.dice.filter(|dice| dice.scheme.has_salts());
        dice.and(self.salt.as_deref())
    }

    /// The fields, to be sent again.
    pub(super) fn fields(&self) -> impl Iterator<Item = (&'static str, String)> {
        let salt = self.salt.clone().map(|salt| ("salt", salt));
        [("words", self.words.clone())].into_iter().chain(salt)
    }

    /// The contribution of the words to the dice; bytes drawn by the server if there are none.
    pub(super) fn contribution(
        &self,
        app: &App,
        view: &GameView,
    ) -> Result<Result<DiceContribution, WordsError>, PageError> {
        let words = self.words.trim();
        if view.dice.is_none() {
            return Ok(Ok(DiceContribution::default()));
        }
        if words.is_empty() {
            return Ok(Ok(app.service.drawn_contribution()?));
        }
        if words.len() > MOST_ENTROPY {
            return Ok(Err(WordsError::TooLong(words.len())));
        }
        let salt = match &self.salt {
            Some(salt) => Salt::from_hex(salt).map_err(|_| WordsError::WrongSalt),
            None => Ok(app.service.randomness().bytes()?),
        };
        Ok(salt.map(|salt| DiceContribution {
            escrowed: Some(words.as_bytes().to_vec()),
            salt: Some(salt),
            ..DiceContribution::default()
        }))
    }
}

impl WordsError {
    /// The error in a headline.
    pub(super) const fn title(self) -> &'static str {
        match self {
            Self::TooLong(_) => sentences::TOO_MANY_WORDS,
            Self::WrongSalt => sentences::WRONG_SALT,
        }
    }

    /// What is wrong, and what would be right.
    pub(super) fn says(self) -> String {
        match self {
            Self::TooLong(length) => sentences::words_too_long(length, MOST_ENTROPY),
            Self::WrongSalt => sentences::SALT_IS_16_BYTES.to_owned(),
        }
    }
}
