//! The record of a game: the players, the rules, every action and the result,
//! as a text for people and as JSON.
//!
//! A [`Record`] is always valid. Adding a ply returns an error if the rules
//! refuse it, and reading a record parses and plays it: an illegal seventeenth
//! ply is a read error with its place. So nobody who holds a record needs to
//! check it again.
//!
//! Both forms have the same content and convert to each other without loss,
//! including fields that this version does not know.
//!
//! ```
//! use kuba_rules::{Rules, Side};
//! use parlor_game::Kuba;
//! use parlor_record::record::{AnyRecord, Opening, Record};
//!
//! let mut record = Record::<Kuba>::begin(Opening::new(Rules::Tournament, Side::ALL))?;
//! record.push("65F".parse()?)?;
//! let refused = record.push("65F".parse()?).unwrap_err();
//! assert_eq!(refused.rule(), Some("K-3"));
//!
//! let text = record.to_text();
//! let record = AnyRecord::from(record);
//! assert_eq!(AnyRecord::read(&text)?, record);
//! assert_eq!(AnyRecord::read(&record.to_json())?, record);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any;
mod build;
mod comment;
mod date;
mod dice;
mod dice_answer;
mod difference;
mod document;
mod end;
mod ending;
mod error;
mod fields;
mod from_kuba_script;
mod header_line;
mod keys;
mod log_head;
mod named_value;
mod opening;
mod owned_fields;
mod ply;
mod print;
mod push;
mod raw_dice;
mod raw_record;
mod read;
mod read_text;
mod replay;
mod script;
mod seats;
mod source;
mod split;
mod text_syntax;
mod verify;
mod write;

pub use any::AnyRecord;
pub use date::{Date, DateError};
pub use dice::{Dice, DiceEpoch};
pub use dice_answer::DiceAnswer;
pub use difference::RecordDifference;
pub use document::KnownField;
pub use ending::{Ending, FinishError, Places};
pub use error::{RecordError, RecordErrorKind};
pub use fields::{Fields, Json, JsonError};
pub use log_head::{LogHead, LogHeadError};
pub use opening::{Opening, OpeningError, SeatEntry};
pub use ply::{Act, Clock, Notes, Ply};
pub use push::{PushError, WordError};
pub use replay::{Replay, ReplayStep};
pub use script::{ScriptRecord, ScriptStep};
pub use split::{RecordSlice, RecordSlices, split};

use core::num::NonZeroU32;

use document::{RecordDocument, RecordObject as _};
use parlor_dice::{Bytes32, DiceError};
pub use parlor_game::Settlement;
use parlor_game::{Game, LiveGame};

/// The version of the format that this library writes and reads.
pub const VERSION: u32 = 1;

/// The record of one game, always valid.
///
/// Rules: L-28 and K-11 (the seat named first begins), K-12 (repetition), K-13
/// and L-31 (limits), L-30 (places).
#[derive(Clone, Debug, PartialEq)]
pub struct Record<G: Game> {
    opening: Opening<G>,
    start: G::Position,
    plies: Vec<Ply<Act<G>>>,
    game: LiveGame<G>,
    settlement: Option<Settlement<G::Seat>>,
    log_head: Option<LogHead>,
}

impl<G: Game> Record<G> {
    /// A record with this opening and no plies.
    ///
    /// # Errors
    /// What is wrong with the opening.
    pub fn begin(mut opening: Opening<G>) -> Result<Self, OpeningError<G>> {
        let start = opening.check()?;
        if let Some(dice) = &mut opening.dice {
            dice.drop_empty();
        }
        let limit = opening.limit.map(NonZeroU32::get);
        Ok(Self {
            game: LiveGame::new(start.clone(), limit),
            opening,
            start,
            plies: Vec::new(),
            settlement: None,
            log_head: None,
        })
    }

    /// Everything that precedes the first ply.
    pub const fn opening(&self) -> &Opening<G> {
        &self.opening
    }

    /// The first position of the game.
    pub const fn start(&self) -> &G::Position {
        &self.start
    }

    /// Every ply in order.
    pub fn plies(&self) -> &[Ply<Act<G>>] {
        &self.plies
    }

    /// The notes on a ply, by its number from 1.
    pub fn notes_mut(&mut self, number: usize) -> Option<&mut Notes> {
        let ply = self.plies.get_mut(number.checked_sub(1)?)?;
        Some(&mut ply.notes)
    }

    /// The notes on the last ply.
    pub fn last_notes_mut(&mut self) -> Option<&mut Notes> {
        Some(&mut self.plies.last_mut()?.notes)
    }

    /// Sets the name of the player at a seat; does nothing if the seat is empty.
    pub fn set_name(&mut self, seat: G::Seat, name: impl Into<String>) {
        if let Some(player) = self.opening.player_mut(seat) {
            player.name = Some(name.into());
        }
    }

    /// Sets the program that plays at a seat; does nothing if the seat is empty.
    ///
    /// # Errors
    /// [`OpeningError::NotAWord`]; the record is unchanged.
    pub fn set_bot(
        &mut self,
        seat: G::Seat,
        bot: impl Into<String>,
    ) -> Result<(), OpeningError<G>> {
        let bot = bot.into();
        if !opening::is_word(&bot) {
            let seat = G::letter(seat);
            return Err(OpeningError::NotAWord { seat });
        }
        if let Some(player) = self.opening.player_mut(seat) {
            player.bot = Some(bot);
        }
        Ok(())
    }

    /// Sets the date.
    pub fn set_date(&mut self, date: Option<Date>) {
        self.opening.date = date;
    }

    /// The head of the log that a server kept of the game.
    pub const fn log_head(&self) -> Option<LogHead> {
        self.log_head
    }

    /// Sets the head of the log.
    pub const fn set_log_head(&mut self, head: Option<LogHead>) {
        self.log_head = head;
    }

    /// Sets a field that this version does not know.
    ///
    /// # Errors
    /// [`KnownField`] for one that it knows; the record is unchanged.
    pub fn set_field(&mut self, key: &str, value: Json) -> Result<(), KnownField> {
        RecordDocument::refuse(key)?;
        self.opening.fields.set(key, value);
        Ok(())
    }

    /// The game after the last ply.
    pub const fn game(&self) -> &LiveGame<G> {
        &self.game
    }

    fn new_game(&self) -> LiveGame<G> {
        LiveGame::new(self.start.clone(), self.game.limit())
    }

    /// Ends a game that the rules have not ended.
    ///
    /// Resignation, time and agreement end only games of two players.
    ///
    /// # Errors
    /// Why it cannot end this way; the record is unchanged.
    pub fn finish(&mut self, settlement: Settlement<G::Seat>) -> Result<(), FinishError> {
        if let Some(ending) = self.ending() {
            return Err(FinishError::Over(ending));
        }
        match settlement {
            Settlement::Abandoned => {}
            _ if self.opening.players.len() != 2 => {
                return Err(FinishError::MoreThanTwo(Ending::of(&settlement)));
            }
            Settlement::Resignation { winner } | Settlement::Time { winner } => {
                if self.opening.player(winner).is_none() {
                    return Err(FinishError::NoSuchWinner);
                }
            }
            Settlement::Agreement => {}
        }
        self.settlement = Some(settlement);
        Ok(())
    }

    /// Reveals the server's secret.
    ///
    /// # Errors
    /// A record without dice, or a secret that was not committed to; the
    /// record is unchanged.
    pub fn reveal(&mut self, secret: Bytes32) -> Result<(), DiceError> {
        let dice = self.opening.dice.as_mut().ok_or(DiceError::NoDice)?;
        let revealed = Dice {
            secret: Some(secret),
            ..dice.clone()
        };
        revealed.check()?;
        *dice = revealed;
        Ok(())
    }

    /// Begins the next epoch of the dice.
    ///
    /// # Errors
    /// A record without dice, or an epoch that none can be; the record is
    /// unchanged.
    pub fn begin_epoch(&mut self, epoch: DiceEpoch) -> Result<(), OpeningError<G>> {
        let mut opening = self.opening.clone();
        let dice = opening.dice.as_mut().ok_or(DiceError::NoDice)?;
        dice.epochs.push(epoch);
        dice.drop_empty();
        opening.check()?;
        self.opening = opening;
        Ok(())
    }

    /// How the game ended off the board; `None` if it did not.
    pub const fn settlement(&self) -> Option<Settlement<G::Seat>> {
        self.settlement
    }

    /// Why the game is over; `None` while it is in progress.
    pub fn ending(&self) -> Option<Ending> {
        let by_rule = self.game.ended_by().map(Ending::Rule);
        by_rule.or_else(|| self.settlement.as_ref().map(Ending::of))
    }

    /// The places of all seats; `None` while the game is in progress, or if it was abandoned.
    pub fn result(&self) -> Option<Places<G::Seat>> {
        if self.game.is_over() {
            return Some(Places::of_standings(&self.game.standings()));
        }
        Places::of_settlement(self.settlement?, &self.opening.seats())
    }

    /// Replays the game ply by ply.
    pub fn replay(&self) -> Replay<'_, G> {
        Replay::new(self)
    }

    /// The game after `number` plies; `None` if there are fewer.
    pub fn at(&self, number: usize) -> Option<LiveGame<G>> {
        let mut replay = self.replay();
        if let Some(last) = number.checked_sub(1) {
            replay.nth(last)?;
        }
        Some(replay.game)
    }

    fn document(&self) -> RecordDocument {
        write::live(self)
    }
}

document::written!(Record<G>, G: Game);
