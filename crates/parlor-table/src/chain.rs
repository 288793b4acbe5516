//! The hash chain of a log: each entry names the SHA-256 of the line before it.
//!
//! A log is shown as lines of JSON. The first says what game it is, each later one is an entry, and
//! has the SHA-256 of the bytes of the line before it (without the line feed) as `before`. The
//! SHA-256 of the last line is the **head**: it stands for everything before it, so nobody can change,
//! drop, add or move an entry and keep the head. `docs/formats/log.md` has the form.
//!
//! The lines have what everybody may see. Bytes for the dice that are in escrow are left out: the
//! commitment in their place settles them.
//!
//! The head of a game that was begun does not change with the program: no attribute, name or order of
//! what is written here may, nor of the types in [`log`](crate::log) that it consists of.

use parlor_dice::{Bytes32, Salt};
use serde::{Deserialize, Serialize};

use crate::id::GameId;
use crate::log::{GameConfig, GameEvent, LogEntry};

/// The name of the form, in the first line.
pub const FORMAT: &str = "parlor-log-v1";

/// The first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeaderLine {
    /// [`FORMAT`].
    pub log: String,
    /// The game.
    pub game: GameId,
    /// What was fixed when it was created.
    pub config: GameConfig,
}

/// The line of an entry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntryLine {
    /// The game.
    pub game: GameId,
    /// The number of the entry, from 1.
    pub version: u64,
    /// When it was written, in milliseconds since 1970.
    pub at: u64,
    /// The SHA-256 of the line before it.
    pub before: Bytes32,
    /// What happened.
    pub event: GameEvent,
}

/// The last line: what the others lead to, and what was revealed of what they commit to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClosingLine {
    /// The number of entries.
    pub version: u64,
    /// The SHA-256 of the line before this one.
    pub head: Option<Bytes32>,
    /// The server's secret for the dice, once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Bytes32>,
    /// The bytes that were in escrow, and have been revealed since.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub revealed: Vec<RevealedBytes>,
}

/// A player's bytes for the dice, which the server kept until they were revealed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RevealedBytes {
    /// The seat.
    pub seat: char,
    /// The commitment to them.
    pub commitment: Bytes32,
    /// The bytes.
    #[serde(with = "hex")]
    pub entropy: Vec<u8>,
    /// The salt after them, if they were typed.
    #[serde(
        default,
        with = "crate::log::maybe_hex",
        skip_serializing_if = "Option::is_none"
    )]
    pub salt: Option<Salt>,
}

/// The first line of a game's log, without a line feed.
pub fn header_line(game: &GameId, config: &GameConfig) -> String {
    let mut config = config.public();
    for seat in &mut config.seats {
        // Nodes of an older version know no such mark, and follow the chain all the same.
        seat.is_program = false;
    }
    json(&HeaderLine {
        log: FORMAT.to_owned(),
        game: game.clone(),
        config,
    })
}

/// The line of an entry after a line with this SHA-256, without a line feed.
pub fn entry_line(game: &GameId, before: Bytes32, entry: &LogEntry) -> String {
    let mut event = entry.event.public();
    if let GameEvent::Joined { is_program, .. } = &mut event {
        // As in the first line.
        *is_program = false;
    }
    json(&EntryLine {
        game: game.clone(),
        version: entry.version,
        at: entry.at.0,
        before,
        event,
    })
}

/// The SHA-256 of a line.
pub fn hash_of(line: &str) -> Bytes32 {
    Bytes32::sha_256(line.as_bytes())
}

/// The SHA-256 of the first line, which is the head of a log without entries.
pub fn first_head(game: &GameId, config: &GameConfig) -> Bytes32 {
    hash_of(&header_line(game, config))
}

/// The head of a log that had this one, with one more entry.
pub fn next_head(game: &GameId, before: Bytes32, entry: &LogEntry) -> Bytes32 {
    hash_of(&entry_line(game, before, entry))
}

/// The log of a game as text.
pub(crate) fn text<'a>(
    game: &GameId,
    config: &GameConfig,
    entries: impl IntoIterator<Item = &'a LogEntry>,
    closing: &ClosingLine,
) -> String {
    let mut text = header_line(game, config);
    let mut before = hash_of(&text);
    for entry in entries {
        let line = entry_line(game, before, entry);
        before = hash_of(&line);
        text.push('\n');
        text.push_str(&line);
    }
    text.push('\n');
    text.push_str(&json(closing));
    text.push('\n');
    text
}

/// A line of JSON.
pub(crate) fn json(line: &impl Serialize) -> String {
    serde_json::to_string(line)
        .expect("these types have strings as keys and no errors of their own")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::timestamp::Timestamp;

    #[test]
    fn an_older_node_follows_the_chain_of_a_game_that_a_program_has_joined() {
        let stored = json!({"happening": "joined", "seat": "W", "name": "Rook (bot)",
                            "part": {"drawn_by_server": false}, "program": true});
        let marked: GameEvent = serde_json::from_value(stored.clone()).expect("an event");
        assert_eq!(serde_json::to_value(&marked).expect("JSON"), stored);
        let mut known = stored;
        known
            .as_object_mut()
            .and_then(|event| event.remove("program"));
        let unmarked: GameEvent = serde_json::from_value(known).expect("an event");
        assert_ne!(marked, unmarked);
        let game: GameId = "23b45c67d89f2g3h".parse().expect("an id");
        let entry = |event| LogEntry {
            version: 2,
            at: Timestamp(0),
            idempotency_key: None,
            event,
            head: None,
        };
        let [line, of_older] =
            [marked, unmarked].map(|event| entry_line(&game, Bytes32([0; 32]), &entry(event)));
        assert_eq!(line, of_older);
        assert!(
            line.contains("Rook (bot)") && !line.contains("program"),
            "{line}"
        );
    }

    #[test]
    fn an_older_node_follows_the_chain_of_a_game_with_a_program() {
        let stored = json!({
            "game": "kuba", "rules": "classroom", "limit": 1000, "scheme": "parlor-dice-v2",
            "commitment": "00".repeat(32),
            "seats": [{"seat": "W", "player": {"person": null}, "program": true},
                      {"seat": "B", "player": {"bot": "random"}}],
        });
        let marked: GameConfig = serde_json::from_value(stored.clone()).expect("a config");
        assert!(marked.seats[0].is_program && !marked.seats[1].is_program);
        assert_eq!(serde_json::to_value(&marked).expect("JSON"), stored);
        // It does not know the mark.
        let mut known = stored;
        known["seats"][0]
            .as_object_mut()
            .and_then(|seat| seat.remove("program"));
        let unmarked: GameConfig = serde_json::from_value::<GameConfig>(known).expect("a config");
        let game: GameId = "23b45c67d89f2g3h".parse().expect("an id");
        assert_eq!(first_head(&game, &marked), first_head(&game, &unmarked));
        let line: Value = serde_json::from_str(&header_line(&game, &marked)).expect("JSON");
        assert_eq!(line["config"]["seats"][0]["program"], Value::Null);
    }
}
