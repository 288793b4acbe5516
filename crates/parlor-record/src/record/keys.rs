//! The names of the known fields.

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
pub(super) const LOG_HEAD: &str = "log_head";
pub(super) const ACTIONS: &str = "actions";
pub(super) const CHECKSUM: &str = "checksum";
pub(super) const SEAT_KEY: &str = "seat";
pub(super) const NAME: &str = "name";
pub(super) const BOT: &str = "bot";
pub(super) const COMMITMENT: &str = "commitment";
pub(super) const ENTROPY: &str = "entropy";
pub(super) const SALT: &str = "salt";
pub(super) const DRAWN_BY: &str = "drawn_by";
pub(super) const SCHEME: &str = "scheme";
pub(super) const GAME_ID: &str = "game_id";
pub(super) const SECRET: &str = "secret";
pub(super) const EPOCHS: &str = "epochs";
/// What an epoch is called in the text form, before its number.
pub(super) const EPOCH: &str = "epoch";
pub(super) const ROLL: &str = "roll";
pub(super) const PLAYERS: &str = "players";
pub(super) const ACTION: &str = "action";
pub(super) const COMMENT: &str = "comment";
pub(super) const CLOCK: &str = "clock_ms";
