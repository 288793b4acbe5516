//! The record of a scripted game of Ludo.

use ludo_rules::{Event, Players, Roll, Rules, Script, ScriptTurn, Seat, Tokens, TurnOutcome};
use parlor_dice::DiceError;
use parlor_game::{Game, Ludo};

use super::date::Date;
use super::document::{KnownField, Lenient, PlyDocument, RecordDocument, RecordObject as _};
use super::error::{RecordError, RecordErrorKind};
use super::fields::{Fields, Json};
use super::opening::SeatEntry;
use super::ply::{Notes, Ply};
use super::raw_record::RawRecord;
use super::{VERSION, document, keys, seats, write};

/// The one game that has scripts.
pub(super) const GAME: &str = Ludo::NAME;
/// The value of `play` in the record of a scripted game.
pub(super) const PLAY: &str = "script";
/// The value of `play` that any other record may have.
const LIVE: &str = "live";

/// The record of a scripted game of Ludo: bare rolls in an unchecked order,
/// played by the priority policy.
///
/// Rules: L-15 to L-18 (the policy), L-19 (the list is the truth), L-20
/// (skipped turns), L-21 (the order of the players), L-23 (what is refused).
///
/// ```
/// use parlor_record::record::{AnyRecord, ScriptRecord};
///
/// let record = ScriptRecord::new(&"B,A: B6 B4 A1".parse()?);
/// let last = record.replay().last().expect("three plies");
/// assert_eq!(record.script().report(&last.after), ["18", "H", "H", "H"]);
/// assert_eq!(AnyRecord::read(&record.to_text())?, AnyRecord::from(record));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptRecord {
    players: Vec<SeatEntry<Seat>>,
    plies: Vec<Ply<ScriptTurn>>,
    /// The date.
    pub date: Option<Date>,
    fields: Fields,
}

/// One ply of a scripted game.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptStep<'a> {
    /// The number of the ply, from 1.
    pub number: usize,
    /// The roll with its notes.
    pub ply: &'a Ply<ScriptTurn>,
    /// The tokens before it.
    pub before: Tokens,
    /// Its outcome.
    pub outcome: TurnOutcome,
    /// Its events, in order.
    pub events: Vec<Event>,
    /// The tokens after it.
    pub after: Tokens,
}

impl ScriptRecord {
    /// The record of a script.
    pub fn new(script: &Script) -> Self {
        Self {
            players: script
                .players()
                .iter()
                .copied()
                .map(SeatEntry::new)
                .collect(),
            plies: script.turns().iter().copied().map(Ply::new).collect(),
            date: None,
            fields: Fields::new(),
        }
    }

    /// The players in the order of the list. Rules: L-21.
    pub fn players(&self) -> &[SeatEntry<Seat>] {
        &self.players
    }

    /// Every roll in order.
    pub fn plies(&self) -> &[Ply<ScriptTurn>] {
        &self.plies
    }

    /// The notes on a ply, by its number from 1.
    pub fn notes_mut(&mut self, number: usize) -> Option<&mut Notes> {
        let ply = self.plies.get_mut(number.checked_sub(1)?)?;
        Some(&mut ply.notes)
    }

    /// The fields that this version does not know.
    pub const fn fields(&self) -> &Fields {
        &self.fields
    }

    /// The script.
    pub fn script(&self) -> Script {
        self.script_of(self.plies.iter().map(|ply| *ply.act()).collect())
    }

    fn script_of(&self, turns: Vec<ScriptTurn>) -> Script {
        let seats = self.players.iter().map(|player| Ok(player.seat));
        let players = Players::check(seats).expect("they were checked when the record was made");
        Script::new(players, turns)
    }

    /// The tokens before the first ply: all in the yard. Rules: L-2.
    pub fn start(&self) -> Tokens {
        self.script_of(Vec::new()).start()
    }

    /// Sets a field that this version does not know.
    ///
    /// # Errors
    /// [`KnownField`] for one that it knows; the record is unchanged.
    pub fn set_field(&mut self, key: &str, value: Json) -> Result<(), KnownField> {
        RecordDocument::refuse(key)?;
        self.fields.set(key, value);
        Ok(())
    }

    /// Sets the name of the player at a seat; does nothing if the seat is empty.
    pub fn set_name(&mut self, seat: Seat, name: impl Into<String>) {
        if let Some(player) = self.players.iter_mut().find(|player| player.seat == seat) {
            player.name = Some(name.into());
        }
    }

    /// Replays the game roll by roll.
    pub fn replay(&self) -> impl Iterator<Item = ScriptStep<'_>> {
        let mut tokens = self.start();
        (1..).zip(&self.plies).map(move |(number, ply)| {
            let before = tokens;
            let mut events = Vec::new();
            let outcome = tokens.play_turn(*ply.act(), &mut events);
            ScriptStep {
                number,
                ply,
                before,
                outcome,
                events,
                after: tokens,
            }
        })
    }

    /// The tokens after `number` plies; `None` if there are fewer.
    pub fn at(&self, number: usize) -> Option<Tokens> {
        match number.checked_sub(1) {
            None => Some(self.start()),
            Some(last) => self.replay().nth(last).map(|step| step.after),
        }
    }

    pub(super) fn document(&self) -> RecordDocument {
        RecordDocument {
            parlor_record: Some(Lenient(Some(VERSION))),
            game: Some(GAME.to_owned()),
            play: Some(PLAY.to_owned()),
            rules: Some(Rules::Classic.to_string()),
            seats: Some(write::seats::<Ludo>(&self.players)),
            date: self.date.as_ref().map(ToString::to_string),
            fields: self.fields.clone(),
            actions: Some(write::plies(&self.plies)),
            ..RecordDocument::default()
        }
    }
}

document::written!(ScriptRecord);

/// Whether a record is one of a scripted game.
pub(super) fn is_script(raw: &RawRecord<'_>) -> Result<bool, RecordError> {
    match raw.document.play.as_deref() {
        None | Some(LIVE) => Ok(false),
        Some(PLAY) => Ok(true),
        Some(_) => {
            let expected = "it must be `script`, or `live` or nothing";
            Err(raw.source.bad(&[&keys::PLAY], expected))
        }
    }
}

/// Reads the record of a scripted game as written.
pub(super) fn read(raw: &RawRecord<'_>) -> Result<ScriptRecord, RecordError> {
    let RawRecord { source, document } = raw;
    let is_classic = |rules: &String| *rules == Rules::Classic.to_string();
    if !document.rules.as_ref().is_none_or(is_classic) {
        let expected = "a scripted game is played by `classic`";
        return Err(source.bad(&[&keys::RULES], expected));
    }
    for (key, is_there) in [
        (keys::START, document.start.is_some()),
        (keys::LIMIT, document.limit.is_some()),
        (keys::DICE_KEY, document.dice.is_some()),
        (keys::RESULT, document.result.is_some()),
        (keys::ENDING, document.ending.is_some()),
        (keys::LOG_HEAD, document.log_head.is_some()),
    ] {
        if is_there {
            return Err(source.bad(&[&key], "a scripted game has no such field"));
        }
    }
    let players = players(raw)?;
    Players::check(players.iter().map(|player| Ok(player.seat))).map_err(|error| {
        let bad = source.bad(&[&keys::SEATS], error.to_string());
        bad.by_rule(error.rule())
    })?;
    let plies = raw.plies()?.iter().enumerate();
    let plies = plies.map(|(index, written)| ply(raw, index, written));
    let record = ScriptRecord {
        players,
        plies: plies.collect::<Result<_, _>>()?,
        date: source.parsed(&[&keys::DATE], document.date.as_ref())?,
        fields: document.fields.clone(),
    };
    raw.check_sum(|| record.checksum())?;
    Ok(record)
}

fn players(raw: &RawRecord<'_>) -> Result<Vec<SeatEntry<Seat>>, RecordError> {
    let players = raw.players::<Ludo>()?;
    for player in &players {
        let letter = player.seat.letter();
        player
            .check::<Ludo>(letter)
            .map_err(|error| seats::opening_error(raw, &error))?;
        if !player.contribution.is_empty() {
            let error = DiceError::NotCommitted(letter);
            return Err(seats::opening_error::<Ludo>(raw, &error.into()));
        }
    }
    Ok(players)
}

/// Reads one roll: `A6`.
fn ply(
    raw: &RawRecord<'_>,
    index: usize,
    written: &PlyDocument,
) -> Result<Ply<ScriptTurn>, RecordError> {
    // Rules: L-23.
    let refused = |reason: &str| {
        let kind = |value| RecordErrorKind::Refused {
            value,
            rule: Some("L-23"),
            reason: reason.to_owned(),
        };
        raw.source
            .error(&[&keys::ACTIONS, &index, &keys::ACTION], kind)
    };
    let mut letters = raw.action(index, written)?.chars();
    let seat = letters.next().and_then(Seat::from_letter);
    let seat = seat.ok_or_else(|| refused("a roll begins with its seat, which is A, B, C or D"))?;
    let mut shown = Roll::ALL.into_iter();
    let roll = shown.find(|roll| roll.to_string() == letters.as_str());
    let roll = roll.ok_or_else(|| {
        refused("in a scripted game, after the seat stands its roll, 1 to 6, and nothing else")
    })?;
    Ok(Ply {
        notes: raw.notes(index, written)?,
        ..Ply::new(ScriptTurn { seat, roll })
    })
}
