//! The content of a record as both forms write it, and its checksum.

use core::fmt;
use std::collections::{BTreeMap, BTreeSet};

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, Unexpected, Visitor,
};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;

use parlor_dice::Bytes32;

use super::ending::Places;
use super::fields::Fields;
use super::keys;

/// The reason why a repeated member is refused.
pub(super) const REPEATED: &str = "appears twice";

/// A known field was given as an unknown one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the field {key:?} has a meaning of its own and cannot be set as any other")]
pub struct KnownField {
    /// Its name.
    pub key: String,
}

/// A JSON object of a record.
pub(super) trait RecordObject: Default {
    /// What an error expects in its place.
    const EXPECTED: &'static str;
    /// The names of the known members.
    const KNOWN: &'static [&'static str];

    /// Reads a member, which must not have been read before.
    fn read<'de, A: MapAccess<'de>>(&mut self, key: String, map: &mut A) -> Result<(), A::Error>;

    /// Refuses a known member among unknown ones.
    fn refuse(key: &str) -> Result<(), KnownField> {
        if Self::KNOWN.contains(&key) {
            let key = key.to_owned();
            return Err(KnownField { key });
        }
        Ok(())
    }

    /// Refuses unknown fields of which one is known.
    fn check(fields: &Fields) -> Result<(), KnownField> {
        fields.iter().try_for_each(|(key, _)| Self::refuse(key))
    }

    /// The member that a string in place of the object gives.
    fn short_mut(&mut self) -> Option<&mut Option<String>> {
        None
    }

    /// The string to write in place of the object, if one is enough.
    fn short(&self) -> Option<&str> {
        None
    }
}

/// Adds the members of an object as written.
pub(super) struct AddMembers<'o, T>(pub(super) &'o mut T);

impl<'de, T: RecordObject> DeserializeSeed<'de> for AddMembers<'_, T> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, T: RecordObject> Visitor<'de> for AddMembers<'_, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        match self.0.short_mut() {
            Some(member) => *member = Some(text.to_owned()),
            None => return Err(E::invalid_type(Unexpected::Str(text), &self)),
        }
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key()? {
            self.0.read(key, &mut map)?;
        }
        Ok(())
    }
}

/// The value of a repeated member, which is an error at its place.
struct Repeated;

impl<'de> Deserialize<'de> for Repeated {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Err(D::Error::custom(REPEATED))
    }
}

/// Defines an object: its known members in the order in which they are
/// written, and the place of unknown ones among them.
///
/// Serde's own `flatten` rewrites the numbers of unknown members and keeps one
/// of two members with the same name.
macro_rules! object {
    (
        $(#[$attribute:meta])*
        $name:ident is $expected:literal:
        $($member:ident: $type:ty,)* ..fields $(, $last:ident: $last_type:ty)*;
        $($item:item)*
    ) => {
        $(#[$attribute])*
        #[derive(Debug, Default)]
        pub(super) struct $name {
            $(pub(super) $member: Option<$type>,)*
            pub(super) fields: Fields,
            $(pub(super) $last: Option<$last_type>,)*
            /// The names of the members that were read.
            pub(super) read: BTreeSet<String>,
        }

        impl RecordObject for $name {
            const EXPECTED: &'static str = $expected;
            const KNOWN: &'static [&'static str] =
                &[$(stringify!($member),)* $(stringify!($last),)*];

            fn read<'de, A: MapAccess<'de>>(
                &mut self,
                key: String,
                map: &mut A,
            ) -> Result<(), A::Error> {
                if !self.read.insert(key.clone()) {
                    map.next_value::<Repeated>()?;
                }
                match &*key {
                    $(stringify!($member) => self.$member = map.next_value()?,)*
                    $(stringify!($last) => self.$last = map.next_value()?,)*
                    _ => self.fields.append(key, map.next_value()?),
                }
                Ok(())
            }

            $($item)*
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let mut object = Self::default();
                AddMembers(&mut object).deserialize(deserializer)?;
                Ok(object)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if let Some(text) = self.short() {
                    return serializer.serialize_str(text);
                }
                let mut map = serializer.serialize_map(None)?;
                $(if let Some(value) = &self.$member {
                    map.serialize_entry(stringify!($member), value)?;
                })*
                for (key, value) in self.fields.iter() {
                    map.serialize_entry(key, value)?;
                }
                $(if let Some(value) = &self.$last {
                    map.serialize_entry(stringify!($last), value)?;
                })*
                map.end()
            }
        }
    };
}

object! {
    /// A record.
    ///
    /// Members that a later program adds within this version must come after
    /// these, where this program puts unknown ones, so that both compute the
    /// same checksum.
    RecordDocument is "an object":
    parlor_record: Lenient<u32>,
    game: String,
    play: String,
    rules: String,
    seats: Vec<SeatDocument>,
    limit: Lenient<u32>,
    start: String,
    date: String,
    dice: DiceDocument,
    result: Lenient<Places<char>>,
    ending: String,
    log_head: String,
    ..fields,
    actions: Vec<PlyDocument>,
    checksum: String;
}

object! {
    /// A seat.
    SeatDocument is "a seat such as \"W\", or an object such as {\"seat\":\"W\",\"name\":\"Ann\"}":
    seat: String,
    name: String,
    bot: String,
    commitment: String,
    entropy: String,
    salt: String,
    drawn_by: String,
    ..fields;
    fn short_mut(&mut self) -> Option<&mut Option<String>> {
        Some(&mut self.seat)
    }
}

object! {
    /// The dice.
    DiceDocument is "an object with scheme, game_id and commitment":
    scheme: String,
    game_id: String,
    commitment: String,
    secret: String,
    epochs: Vec<EpochDocument>,
    ..fields;
}

object! {
    /// A later epoch of the dice.
    EpochDocument is "an object such as {\"roll\":20,\"players\":{\"A\":{\"commitment\":\"…\"}}}":
    roll: Lenient<u64>,
    players: PlayersDocument,
    ..fields;
}

object! {
    /// A player's contribution to a later epoch.
    ContributionDocument is "an object with commitment, entropy, salt and drawn_by":
    commitment: String,
    entropy: String,
    salt: String,
    drawn_by: String,
    ..fields;
}

/// The players' contributions to an epoch, by the letters of their seats.
#[derive(Debug, Default, serde::Serialize)]
pub(super) struct PlayersDocument(pub(super) BTreeMap<String, ContributionDocument>);

impl<'de> Deserialize<'de> for PlayersDocument {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(PlayersVisitor)
    }
}

struct PlayersVisitor;

impl<'de> Visitor<'de> for PlayersVisitor {
    type Value = PlayersDocument;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object whose members are seats, such as {\"A\":{\"commitment\":\"…\"}}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<PlayersDocument, A::Error> {
        let mut players = BTreeMap::new();
        while let Some(seat) = map.next_key::<String>()? {
            if players.contains_key(&seat) {
                map.next_value::<Repeated>()?;
            }
            players.insert(seat, map.next_value()?);
        }
        Ok(PlayersDocument(players))
    }
}

/// A contribution as written, to epoch 0 in its seat or to a later epoch.
#[derive(Clone, Copy, Debug)]
pub(super) struct WrittenContribution<'a> {
    pub(super) commitment: Option<&'a String>,
    pub(super) entropy: Option<&'a String>,
    pub(super) salt: Option<&'a String>,
    pub(super) drawn_by: Option<&'a String>,
}

/// Shows the contribution in an object that has its members.
macro_rules! contributes {
    ($($name:ident),+) => {
        $(impl $name {
            pub(super) fn contribution(&self) -> WrittenContribution<'_> {
                WrittenContribution {
                    commitment: self.commitment.as_ref(),
                    entropy: self.entropy.as_ref(),
                    salt: self.salt.as_ref(),
                    drawn_by: self.drawn_by.as_ref(),
                }
            }
        })+
    };
}

contributes!(SeatDocument, ContributionDocument);

impl<'a> WrittenContribution<'a> {
    /// The members, each with its key, in the order in which they are written.
    pub(super) const fn members(self) -> [(&'static str, Option<&'a String>); 4] {
        [
            (keys::COMMITMENT, self.commitment),
            (keys::ENTROPY, self.entropy),
            (keys::SALT, self.salt),
            (keys::DRAWN_BY, self.drawn_by),
        ]
    }
}

object! {
    /// A ply.
    PlyDocument is
    "an action such as \"65F\", or an object such as {\"action\":\"65F\",\"comment\":\"good\"}":
    action: String,
    comment: String,
    clock_ms: Lenient<u64>,
    ..fields;
    fn short_mut(&mut self) -> Option<&mut Option<String>> {
        Some(&mut self.action)
    }

    fn short(&self) -> Option<&str> {
        let has_notes = self.comment.is_some() || self.clock_ms.is_some() || !self.fields.is_empty();
        self.action.as_deref().filter(|_| !has_notes)
    }
}

/// A value, or none if it is of another type: what is right depends on the
/// game, so the error is left to its reader.
#[derive(Debug, serde::Serialize)]
pub(super) struct Lenient<T>(pub(super) Option<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Lenient<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = <&RawValue>::deserialize(deserializer)?;
        Ok(Self(serde_json::from_str(value.get()).ok()))
    }
}

impl RecordDocument {
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

    /// All but the plies and the checksum, as one line of JSON.
    pub(super) fn header_json(self) -> String {
        Self {
            actions: None,
            checksum: None,
            ..self
        }
        .json()
    }

    /// One line of JSON.
    pub(super) fn json(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers are plain data")
    }
}

/// Writes a record in both forms, by its method `document`.
macro_rules! written {
    ($type:ty $(, $game:ident: $bound:ident)?) => {
        impl $(<$game: $bound>)? $type {
            /// The record as a text for people.
            pub fn to_text(&self) -> String {
                $crate::record::print::text(&self.document())
            }

            /// The record as one line of JSON.
            pub fn to_json(&self) -> String {
                self.document().summed().json()
            }

            /// The record without its plies and its checksum as one line of JSON. With a member
            /// `actions` it is the record again.
            pub fn header_json(&self) -> String {
                self.document().header_json()
            }

            /// The checksum that both forms carry.
            pub fn checksum(&self) -> String {
                self.document().checksum()
            }
        }

        impl $(<$game: $bound>)? serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.document().summed().serialize(serializer)
            }
        }
    };
}
pub(super) use written;
