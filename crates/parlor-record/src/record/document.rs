//! The content of a record, ready to be written in either form, and its
//! checksum.

use core::fmt::Display;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use parlor_dice::{Bytes32, DrawnBy, SCHEME};
use parlor_game::Game;

use super::dice::Dice;
use super::ending::Places;
use super::fields::Fields;
use super::opening::Player;
use super::ply::{Notes, Ply};
use super::{Record, VERSION, keys};

/// The content of a record, its members in the order of the JSON form.
///
/// Members that a later program adds within this version must come after
/// these, where this program puts unknown ones, so that both compute the same
/// checksum.
#[derive(Serialize)]
pub(super) struct RecordDocument<'a> {
    pub(super) parlor_record: u32,
    pub(super) game: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) play: Option<&'static str>,
    pub(super) rules: String,
    pub(super) seats: Vec<DocumentSeat<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) limit: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) start: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) date: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) dice: Option<DocumentDice<'a>>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "groups")]
    pub(super) result: Option<Places<char>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) ending: Option<&'static str>,
    #[serde(flatten)]
    pub(super) fields: &'a Fields,
    #[serde(rename = "actions")]
    pub(super) plies: Vec<DocumentPly<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) checksum: Option<String>,
}

#[expect(clippy::ref_option, reason = "serde hands a field over by reference")]
fn groups<S: Serializer>(places: &Option<Places<char>>, serializer: S) -> Result<S::Ok, S::Error> {
    places.as_ref().map(Places::groups).serialize(serializer)
}

#[derive(Serialize)]
pub(super) struct DocumentSeat<'a> {
    pub(super) seat: char,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bot: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) commitment: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) entropy: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) drawn_by: Option<&'static str>,
    #[serde(flatten)]
    pub(super) fields: &'a Fields,
}

#[derive(Serialize)]
pub(super) struct DocumentDice<'a> {
    pub(super) scheme: &'static str,
    pub(super) game_id: &'a str,
    pub(super) commitment: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) secret: Option<String>,
    #[serde(flatten)]
    pub(super) fields: &'a Fields,
}

/// A ply: in JSON its word alone if it has no notes.
pub(super) struct DocumentPly<'a> {
    pub(super) word: &'a dyn Display,
    pub(super) notes: &'a Notes,
}

impl Serialize for DocumentPly<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let notes = self.notes;
        if notes.is_empty() {
            return serializer.collect_str(self.word);
        }
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(keys::ACTION, &Printed(self.word))?;
        if let Some(comment) = &notes.comment {
            map.serialize_entry(keys::COMMENT, comment)?;
        }
        if let Some(clock) = notes.clock {
            map.serialize_entry(keys::CLOCK, &clock.milliseconds())?;
        }
        for (key, value) in notes.fields().iter() {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

/// Serializes to the string that it prints.
struct Printed<'a>(&'a dyn Display);

impl Serialize for Printed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self.0)
    }
}

impl RecordDocument<'_> {
    /// The first 16 hexadecimal digits of the SHA-256 of the JSON form without
    /// its checksum, which only [`summed`](Self::summed) adds.
    pub(super) fn checksum(&self) -> String {
        let hash = Bytes32::sha_256(self.json().as_bytes());
        hex::encode(&hash.0[..8])
    }

    /// The same with its checksum.
    pub(super) fn summed(self) -> Self {
        Self {
            checksum: Some(self.checksum()),
            ..self
        }
    }

    /// One line of JSON with the checksum.
    pub(super) fn into_json(self) -> String {
        self.summed().json()
    }

    fn json(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers are plain data")
    }
}

/// The content of the record of a live game.
pub(super) fn live<G: Game>(record: &Record<G>) -> RecordDocument<'_> {
    let opening = record.opening();
    RecordDocument {
        parlor_record: VERSION,
        game: G::NAME,
        play: None,
        rules: opening.rules.to_string(),
        seats: seats(&opening.players, G::letter),
        limit: opening.limit.map(core::num::NonZeroU32::get),
        start: opening.start.as_ref().map(ToString::to_string),
        date: opening.date.as_ref().map(super::Date::as_str),
        dice: opening.dice.as_ref().map(dice),
        result: record.result().map(|places| places.letters(G::letter)),
        ending: record.ending().map(super::Ending::as_str),
        fields: &opening.fields,
        plies: plies(record.plies()),
        checksum: None,
    }
}

pub(super) fn seats<S: Copy>(
    players: &[Player<S>],
    letter: impl Fn(S) -> char,
) -> Vec<DocumentSeat<'_>> {
    players
        .iter()
        .map(|player| DocumentSeat {
            seat: letter(player.seat),
            name: player.name.as_deref(),
            bot: player.bot.as_deref(),
            commitment: player
                .contribution
                .commitment
                .map(|commitment| commitment.to_string()),
            entropy: player.contribution.entropy.as_deref().map(hex::encode),
            drawn_by: player.contribution.drawn_by.map(DrawnBy::as_str),
            fields: &player.fields,
        })
        .collect()
}

fn dice(dice: &Dice) -> DocumentDice<'_> {
    DocumentDice {
        scheme: SCHEME,
        game_id: &dice.game_id,
        commitment: dice.commitment.to_string(),
        secret: dice.secret.map(|secret| secret.to_string()),
        fields: &dice.fields,
    }
}

pub(super) fn plies<A: Display>(plies: &[Ply<A>]) -> Vec<DocumentPly<'_>> {
    plies
        .iter()
        .map(|ply| DocumentPly {
            word: ply.act(),
            notes: &ply.notes,
        })
        .collect()
}
