//! From a raw record to a valid one: parses, checks and plays what both forms
//! have in common.

use core::fmt::Display;
use core::num::NonZeroU32;
use core::str::FromStr;

use parlor_game::Game;

use super::document::{Lenient, PlyDocument, RecordObject as _};
use super::end::add_end;
use super::error::{RecordError, RecordErrorKind};
use super::opening::Opening;
use super::ply::{Act, Clock, Notes, Ply};
use super::push::WordError;
use super::raw_record::RawRecord;
use super::source::{MemberPath, RecordText};
use super::{Record, keys, seats};

/// The longest message of a game's own error, in characters: it may quote its
/// whole input.
const MESSAGE: usize = 400;

/// A message, cut where it is too long.
fn cut(message: String) -> String {
    match message.char_indices().nth(MESSAGE) {
        Some((end, _)) => format!("{}…", &message[..end]),
        None => message,
    }
}

impl RecordText<'_> {
    /// The value that a text parses to, if it is there.
    pub(super) fn parsed<T: FromStr<Err: Display>>(
        &self,
        path: MemberPath<'_>,
        text: Option<&String>,
    ) -> Result<Option<T>, RecordError> {
        let wrong = |error: T::Err| self.bad(path, cut(error.to_string()));
        text.map(|text| text.parse().map_err(wrong)).transpose()
    }
}

impl RawRecord<'_> {
    /// The name of the game, one of `games`.
    pub(super) fn game(&self, games: &str) -> Result<&str, RecordError> {
        let game = self.document.game.as_deref();
        let expected = format!("it says {games}");
        self.source.required(&[&keys::GAME], game, &expected)
    }

    /// Compares the checksum, if there is one, with that of the record as read,
    /// which `compute` returns.
    pub(super) fn check_sum(&self, compute: impl FnOnce() -> String) -> Result<(), RecordError> {
        let Some(checksum) = &self.document.checksum else {
            return Ok(());
        };
        if checksum.len() != 16 || !checksum.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            let expected = "it must be 16 hexadecimal digits; a record written by hand needs none";
            return Err(self.source.bad(&[&keys::CHECKSUM], expected));
        }
        let computed = compute();
        if checksum.eq_ignore_ascii_case(&computed) {
            return Ok(());
        }
        let kind = |value| RecordErrorKind::WrongChecksum { value, computed };
        Err(self.source.error(&[&keys::CHECKSUM], kind))
    }

    /// The plies.
    pub(super) fn plies(&self) -> Result<&[PlyDocument], RecordError> {
        let expected = "it is a list of actions, empty if there are none";
        let actions = self.document.actions.as_deref();
        self.source.required(&[&keys::ACTIONS], actions, expected)
    }

    /// The action of the ply with this index.
    pub(super) fn action<'s>(
        &self,
        index: usize,
        ply: &'s PlyDocument,
    ) -> Result<&'s str, RecordError> {
        let expected = || format!("it must be {}", PlyDocument::EXPECTED);
        let missing = || self.source.bad(&[&keys::ACTIONS, &index], expected());
        ply.action.as_deref().ok_or_else(missing)
    }

    /// The notes on the ply with this index.
    pub(super) fn notes(&self, index: usize, ply: &PlyDocument) -> Result<Notes, RecordError> {
        let clock = ply.clock_ms.as_ref().map(|&Lenient(milliseconds)| {
            let expected = "it must be a whole number of milliseconds up to 9007199254740991";
            milliseconds
                .and_then(Clock::from_milliseconds)
                .ok_or_else(|| {
                    self.source
                        .bad(&[&keys::ACTIONS, &index, &keys::CLOCK], expected)
                })
        });
        Ok(Notes {
            comment: ply.comment.clone(),
            clock: clock.transpose()?,
            fields: ply.fields.clone(),
        })
    }
}

/// Reads the record of a live game as written.
pub(super) fn live<G: Game>(raw: &RawRecord<'_>) -> Result<Record<G>, RecordError> {
    let plies = raw.plies()?;
    let opening = opening::<G>(raw)?;
    let mut record = Record::begin(opening).map_err(|error| seats::opening_error(raw, &error))?;
    for (index, ply) in plies.iter().enumerate() {
        add_ply(raw, &mut record, index, ply)?;
    }
    add_end(raw, &mut record)?;
    record.log_head = raw
        .source
        .parsed(&[&keys::LOG_HEAD], raw.document.log_head.as_ref())?;
    raw.check_sum(|| record.checksum())?;
    Ok(record)
}

fn opening<G: Game>(raw: &RawRecord<'_>) -> Result<Opening<G>, RecordError> {
    let RawRecord { source, document } = raw;
    let rules = source.parsed::<G::Rules>(&[&keys::RULES], document.rules.as_ref())?;
    let start = source.parsed::<G::Position>(&[&keys::START], document.start.as_ref())?;
    let limit = document.limit.as_ref().map(|&Lenient(limit)| {
        limit.and_then(NonZeroU32::new).ok_or_else(|| {
            let expected = format!(
                "it must be a whole number from 1 to {}; without a limit leave the field out ({})",
                u32::MAX,
                G::LIMIT_RULE
            );
            source.bad(&[&keys::LIMIT], expected).by_rule(G::LIMIT_RULE)
        })
    });
    let limit = limit.transpose()?;
    if !G::has_dice() {
        raw.refuse_dice()?;
    }
    Ok(Opening {
        // A position names its rules itself.
        rules: rules
            .or_else(|| start.as_ref().map(G::rules))
            .unwrap_or_default(),
        players: raw.players::<G>()?,
        limit,
        start,
        date: source.parsed(&[&keys::DATE], document.date.as_ref())?,
        dice: raw.dice()?,
        fields: document.fields.clone(),
    })
}

/// Plays the ply with this index.
fn add_ply<G: Game>(
    raw: &RawRecord<'_>,
    record: &mut Record<G>,
    index: usize,
    ply: &PlyDocument,
) -> Result<(), RecordError> {
    let error = |kind: &dyn Fn(String) -> RecordErrorKind| {
        let path: MemberPath<'_> = &[&keys::ACTIONS, &index, &keys::ACTION];
        raw.source.error(path, kind)
    };
    let refused = |rule, reason: &str| {
        error(&|value| RecordErrorKind::Refused {
            value,
            rule,
            reason: reason.to_owned(),
        })
    };
    let word = raw.action(index, ply)?;
    record.push_word(word).map_err(|wrong| match wrong {
        WordError::NotAnAct(wrong) => error(&|value| RecordErrorKind::NotAnAction {
            value,
            reason: cut(wrong.to_string()),
        }),
        WordError::Push(wrong) => refused(wrong.rule(), &wrong.to_string()),
    })?;
    let is_last = raw.plies()?.len() == index + 1;
    if let (false, Some(&Act::Chance(_, outcome))) = (is_last, record.plies().last().map(Ply::act))
    {
        // Another one would be refused by the same rule.
        let another = record.game().clone().take_chance(outcome);
        let rule = another.err().map(|error| error.rule());
        let reason = "the roll is not answered; only a record's last ply may leave that open";
        return Err(refused(rule, reason));
    }
    let notes = record.last_notes_mut().expect("a ply was just added");
    *notes = raw.notes(index, ply)?;
    Ok(())
}
