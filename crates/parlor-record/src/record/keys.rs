//! The names of the known fields.

use super::fields::Fields;

/// The known fields of one part of a record.
#[derive(Debug)]
pub(super) struct Keys(pub(super) &'static [&'static str]);

/// Of the whole record.
pub(super) const HEADER: Keys = Keys(&[
    VERSION, GAME, PLAY, RULES, SEATS, LIMIT, START, DATE, DICE_KEY, RESULT, ENDING, ACTIONS,
    CHECKSUM,
]);
/// Of one seat.
pub(super) const SEAT: Keys = Keys(&[SEAT_KEY, NAME, BOT, COMMITMENT, ENTROPY, DRAWN_BY]);
/// Of the dice.
pub(super) const DICE: Keys = Keys(&[SCHEME, GAME_ID, COMMITMENT, SECRET]);
/// Of a ply.
pub(super) const PLY: Keys = Keys(&[ACTION, COMMENT, CLOCK]);

pub(super) const VERSION: &str = "parlor_record";
pub(super) const GAME: &str = "game";
pub(super) const PLAY: &str = "play";
pub(super) const RULES: &str = "rules";
pub(super) const SEATS: &str = "seats";
pub(super) const LIMIT: &str = "limit";
pub(super) const START: &str = "start";
pub(super) const DATE: &str = "date";
pub(super) const DICE_KEY: &str = "dice";
pub(super) const RESULT: &str = "result";
pub(super) const ENDING: &str = "ending";
pub(super) const ACTIONS: &str = "actions";
pub(super) const CHECKSUM: &str = "checksum";
pub(super) const SEAT_KEY: &str = "seat";
pub(super) const NAME: &str = "name";
pub(super) const BOT: &str = "bot";
pub(super) const COMMITMENT: &str = "commitment";
pub(super) const ENTROPY: &str = "entropy";
pub(super) const DRAWN_BY: &str = "drawn_by";
pub(super) const SCHEME: &str = "scheme";
pub(super) const GAME_ID: &str = "game_id";
pub(super) const SECRET: &str = "secret";
pub(super) const ACTION: &str = "action";
pub(super) const COMMENT: &str = "comment";
pub(super) const CLOCK: &str = "clock_ms";

impl Keys {
    pub(super) fn has(&self, key: &str) -> bool {
        self.0.contains(&key)
    }

    /// Refuses a field that is one of these.
    pub(super) fn refuse(&self, key: &str) -> Result<(), KnownField> {
        if self.has(key) {
            let key = key.to_owned();
            return Err(KnownField { key });
        }
        Ok(())
    }

    /// Refuses fields of which one is one of these.
    pub(super) fn check(&self, fields: &Fields) -> Result<(), KnownField> {
        fields.iter().try_for_each(|(key, _)| self.refuse(key))
    }
}

/// A known field was given as an unknown one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the field {key:?} has a meaning of its own and cannot be set as any other")]
pub struct KnownField {
    /// Its name.
    pub key: String,
}
