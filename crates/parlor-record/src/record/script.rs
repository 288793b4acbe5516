//! The record of a scripted game of Ludo.

use ludo_rules::{Event, Players, Roll, Rules, Script, ScriptTurn, Seat, Tokens, TurnOutcome};
use parlor_game::{Game, Ludo};

use super::date::Date;
use super::document::RecordDocument;
use super::error::{RecordError, RecordErrorKind};
use super::fields::{Fields, Json};
use super::keys::KnownField;
use super::opening::Player;
use super::ply::{Notes, Ply};
use super::raw_record::{RawPly, RawRecord, find};
use super::{build, document, keys, print, seats};
use crate::error::quoted;

/// The one game that has scripts.
pub(super) const GAME: &str = Ludo::NAME;
/// What a record says of a scripted game.
pub(super) const PLAY: &str = "script";
/// What a record may say of any other game.
const LIVE: &str = "live";

/// The record of a scripted game of Ludo: bare rolls, in an order that nobody
/// checks, answered by the priority policy.
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
    players: Vec<Player<Seat>>,
    plies: Vec<Ply<ScriptTurn>>,
    /// When it was played.
    pub date: Option<Date>,
    fields: Fields,
}

/// One ply of a scripted game.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptStep<'a> {
    /// Which ply, from 1.
    pub number: usize,
    /// The roll, and what was noted with it.
    pub ply: &'a Ply<ScriptTurn>,
    /// The tokens before it.
    pub before: Tokens,
    /// What came of it.
    pub outcome: TurnOutcome,
    /// What happens in it, in order.
    pub events: Vec<Event>,
    /// The tokens after it.
    pub after: Tokens,
}

impl ScriptRecord {
    /// The record of a script.
    pub fn new(script: &Script) -> Self {
        Self {
            players: script.players().iter().copied().map(Player::new).collect(),
            plies: script.turns().iter().copied().map(Ply::new).collect(),
            date: None,
            fields: Fields::new(),
        }
    }

    /// Who plays, in the order of the list. Rules: L-21.
    pub fn players(&self) -> &[Player<Seat>] {
        &self.players
    }

    /// Every roll in order.
    pub fn plies(&self) -> &[Ply<ScriptTurn>] {
        &self.plies
    }

    /// What was noted with a ply, by its number from 1.
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
    /// [`KnownField`] for one that it does know; the record is unchanged.
    pub fn set_field(&mut self, key: &str, value: Json) -> Result<(), KnownField> {
        keys::HEADER.refuse(key)?;
        self.fields.set(key, value);
        Ok(())
    }

    /// Names the player at a seat; nobody, if nobody plays there.
    pub fn set_name(&mut self, seat: Seat, name: impl Into<String>) {
        if let Some(player) = self.players.iter_mut().find(|player| player.seat == seat) {
            player.name = Some(name.into());
        }
    }

    /// The game played through, roll by roll.
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

    /// The tokens as they stood after so many plies; none if there are not so
    /// many.
    pub fn at(&self, number: usize) -> Option<Tokens> {
        match number.checked_sub(1) {
            None => Some(self.start()),
            Some(last) => self.replay().nth(last).map(|step| step.after),
        }
    }

    /// The record as a text for people.
    pub fn to_text(&self) -> String {
        print::text(&document(self))
    }

    /// The record as one line of JSON.
    pub fn to_json(&self) -> String {
        document(self).into_json()
    }

    /// The checksum that both forms carry.
    pub fn checksum(&self) -> String {
        document(self).checksum()
    }
}

impl serde::Serialize for ScriptRecord {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        document(self).summed().serialize(serializer)
    }
}

/// Whether a record is one of a scripted game.
pub(super) fn is_script(raw: &RawRecord<'_>) -> Result<bool, RecordError> {
    let Some(value) = find(&raw.fields, keys::PLAY) else {
        return Ok(false);
    };
    match value.text().as_deref() {
        Some(PLAY) => Ok(true),
        Some(LIVE) => Ok(false),
        _ => Err(raw.bad_value(
            keys::PLAY,
            value.at(),
            "it must be `script`, or `live` or nothing",
        )),
    }
}

/// Reads the record of a scripted game as written.
pub(super) fn read(raw: &RawRecord<'_>) -> Result<ScriptRecord, RecordError> {
    if let Some(rules) = find(&raw.fields, keys::RULES)
        && rules.text().as_deref() != Some(Rules::Classic.to_string().as_str())
    {
        return Err(raw.bad_value(
            keys::RULES,
            rules.at(),
            "a scripted game is played by `classic`",
        ));
    }
    for key in [
        keys::START,
        keys::LIMIT,
        keys::DICE_KEY,
        keys::RESULT,
        keys::ENDING,
    ] {
        if let Some(value) = find(&raw.fields, key) {
            return Err(raw.bad_value(key, value.at(), "a scripted game has no such field"));
        }
    }
    if let Some(field) = raw.dice_fields.first() {
        return Err(raw.bad_value("dice", field.at, "a scripted game has no such field"));
    }
    let players = players(raw)?;
    Players::check(players.iter().map(|player| Ok(player.seat))).map_err(|error| {
        let seats = raw.fields.iter().find(|field| field.key == keys::SEATS);
        let at = seats.map_or(raw.missed_at, |field| field.value.at());
        raw.error_at(
            at,
            RecordErrorKind::BadValue {
                key: keys::SEATS.to_owned(),
                value: quoted(at),
                rule: Some(error.rule()),
                expected: error.to_string(),
            },
        )
    })?;
    let mut plies = Vec::with_capacity(raw.plies.len());
    for (number, written) in (1..).zip(&raw.plies) {
        plies.push(ply(raw, written).map_err(|error| error.in_ply(number))?);
    }
    let record = ScriptRecord {
        players,
        plies,
        date: raw.date()?,
        fields: build::unknown_header(raw)?,
    };
    raw.check_sum(|| record.checksum())?;
    Ok(record)
}

fn players(raw: &RawRecord<'_>) -> Result<Vec<Player<Seat>>, RecordError> {
    let players = raw.players(&Seat::ALL, Seat::letter)?;
    for player in &players {
        let letter = player.seat.letter();
        player
            .check::<Ludo>(letter)
            .map_err(|error| seats::opening_error(raw, &error))?;
        if !player.entropy.is_empty() {
            let error = super::DiceError::NotCommitted(letter);
            return Err(seats::opening_error::<Ludo>(raw, &error.into()));
        }
    }
    Ok(players)
}

/// Reads one roll: `A6`.
fn ply(raw: &RawRecord<'_>, written: &RawPly<'_>) -> Result<Ply<ScriptTurn>, RecordError> {
    // Rules: L-23.
    let refused = |reason: &str| {
        let kind = RecordErrorKind::Refused {
            value: quoted(written.at),
            rule: Some("L-23"),
            reason: reason.to_owned(),
        };
        raw.error_at(written.at, kind)
    };
    let mut letters = written.word.chars();
    let seat = letters.next().and_then(Seat::from_letter);
    let seat = seat.ok_or_else(|| refused("a roll begins with its seat, which is A, B, C or D"))?;
    let mut shown = Roll::ALL.into_iter();
    let roll = shown.find(|roll| roll.to_string() == letters.as_str());
    let roll = roll.ok_or_else(|| {
        refused("in a scripted game, after the seat stands its roll, 1 to 6, and nothing else")
    })?;
    Ok(Ply {
        notes: raw.notes(written)?,
        ..Ply::new(ScriptTurn { seat, roll })
    })
}

/// The content of the record of a scripted game.
fn document(record: &ScriptRecord) -> RecordDocument<'_> {
    RecordDocument {
        parlor_record: super::VERSION,
        game: GAME,
        play: Some(PLAY),
        rules: Rules::Classic.to_string(),
        seats: document::seats(record.players(), Seat::letter),
        limit: None,
        start: None,
        date: record.date.as_ref().map(Date::as_str),
        dice: None,
        result: None,
        ending: None,
        fields: record.fields(),
        plies: document::plies(record.plies()),
        checksum: None,
    }
}
