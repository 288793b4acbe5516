//! The address of a short scripted game, which is the game: `/script?players=AB&turns=A6.A4` in Ludo,
//! `/script?players=WB&W=Ann&B=Bob&moves=W65F.B05B` in Kuba.
//!
//! A call of Kuba that has impossible values, or another name than a player's, is there as its JSON.
//! Each game has one address; others that mean the same lead to it.

use std::borrow::Cow;

use kuba_rules::Side;
use parlor_record::assignment::Scripted;
use parlor_record::kuba_script::{Attempt, Script};
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::pages::practice::query;
use crate::pages::sentences;

/// The most characters of a game in an address, which chats and browsers leave whole.
pub(super) const LONGEST: usize = 4_000;

/// What ends a turn, after the letter of its player.
const END: &str = "end";

/// The rules of a game of Kuba whose address names none.
const USUAL_RULES: &str = "classroom";

/// The fields of an address that are a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub(super) struct GameQuery {
    players: Option<String>,
    turns: Option<String>,
    #[serde(rename = "W")]
    white: Option<String>,
    #[serde(rename = "B")]
    black: Option<String>,
    rules: Option<String>,
    moves: Option<String>,
}

/// The fields of an address, in order.
pub(in crate::pages) type Fields = Vec<(&'static str, String)>;

impl GameQuery {
    /// Whether the address is that of a game.
    pub(super) const fn is_of_game(&self) -> bool {
        self.players.is_some() || self.turns.is_some() || self.moves.is_some()
    }

    /// The game.
    ///
    /// # Errors
    /// What is wrong with the address.
    pub(super) fn game(&self) -> Result<Scripted, String> {
        let players = self.players.as_deref().unwrap_or_default();
        match (&self.turns, &self.moves) {
            (Some(turns), None) => ludo(players, turns),
            (None, Some(moves)) => self.kuba(players, moves),
            _ => Err(sentences::NO_SCRIPT_IN_ADDRESS.to_owned()),
        }
    }

    fn kuba(&self, players: &str, moves: &str) -> Result<Scripted, String> {
        let name = |side| match side {
            Side::White => self.white.as_deref().unwrap_or_default(),
            Side::Black => self.black.as_deref().unwrap_or_default(),
        };
        let sides = match players {
            "WB" => [Side::White, Side::Black],
            "BW" => [Side::Black, Side::White],
            _ => return Err(sentences::NO_SCRIPT_IN_ADDRESS.to_owned()),
        };
        let colors = sides.map(|side| side.letter().to_string());
        let named = [(name(sides[0]), &*colors[0]), (name(sides[1]), &*colors[1])];
        let rules = self.rules.as_deref().unwrap_or(USUAL_RULES);
        let calls = calls(moves, name)?;
        let script = Script::new(named, rules, calls).map_err(|error| error.to_string())?;
        Ok(Scripted::Kuba(script.into_owned()))
    }

    /// The fields as they were asked for.
    fn fields(&self) -> Fields {
        let fields = [
            ("players", &self.players),
            ("turns", &self.turns),
            ("W", &self.white),
            ("B", &self.black),
            ("rules", &self.rules),
            ("moves", &self.moves),
        ];
        let fields = fields.into_iter();
        fields
            .filter_map(|(name, value)| Some((name, value.clone()?)))
            .collect()
    }

    /// Whether this is the one address of its game.
    pub(super) fn is_canonical(&self, fields: &Fields) -> bool {
        self.fields() == *fields
    }
}

fn ludo(players: &str, turns: &str) -> Result<Scripted, String> {
    let players: Vec<String> = players.chars().map(String::from).collect();
    let script = format!("{}:{}", players.join(","), turns.replace('.', " "));
    let script = script.parse().map(Scripted::Ludo);
    script.map_err(|error: ludo_rules::ScriptError| error.to_string())
}

/// The calls, of which each player's begin with the letter of the color.
fn calls<'a>(
    mut moves: &'a str,
    name: impl Fn(Side) -> &'a str,
) -> Result<Vec<Attempt<'a>>, String> {
    let mut calls = Vec::new();
    while !moves.is_empty() {
        let end = if moves.starts_with('[') {
            let mut values = serde_json::Deserializer::from_str(moves).into_iter::<IgnoredAny>();
            match values.next() {
                Some(Ok(_)) => values.byte_offset(),
                _ => moves.len(),
            }
        } else {
            moves.find('.').unwrap_or(moves.len())
        };
        let (word, rest) = moves.split_at(end);
        let read = match word.chars().next() {
            Some('[') => Attempt::from_json(word),
            _ => call(word, &name),
        };
        calls.push(read.ok_or_else(|| sentences::no_call(&parlor_view::shortened(word, 40)))?);
        moves = rest.strip_prefix('.').unwrap_or(rest);
    }
    Ok(calls)
}

/// A call of a player: `W65F`.
fn call<'a>(word: &str, name: impl Fn(Side) -> &'a str) -> Option<Attempt<'a>> {
    let side = Side::ALL.into_iter();
    let mut side = side.filter(|side| word.starts_with(side.letter()));
    let name = Cow::Borrowed(name(side.next()?));
    let rest = word.get(1..)?;
    if rest == END {
        return Some(Attempt::End { name });
    }
    let mut letters = rest.chars();
    let mut digit = || letters.next()?.to_digit(10).map(i64::from);
    let coordinates = (digit()?, digit()?);
    let direction = letters.as_str();
    let is_letter = direction.len() == 1 && direction.chars().all(|next| next.is_ascii_uppercase());
    is_letter.then(|| Attempt::Push {
        name,
        coordinates,
        direction: Cow::Owned(direction.to_owned()),
    })
}

/// The fields of a game's address; `None` if it is too long for one.
pub(super) fn fields(game: &Scripted) -> Option<Fields> {
    let fields = match game {
        Scripted::Ludo(script) => {
            let players = script.players().iter();
            let turns: Vec<String> = script.turns().iter().map(ToString::to_string).collect();
            vec![
                ("players", players.map(ToString::to_string).collect()),
                ("turns", turns.join(".")),
            ]
        }
        Scripted::Kuba(script) => kuba_fields(script),
    };
    (query_of(&fields).len() <= LONGEST).then_some(fields)
}

fn kuba_fields(script: &Script<'_>) -> Fields {
    let game = script.game();
    let letter = |name: &str| game.side(name).map(Side::letter);
    let players = script.names().into_iter().filter_map(letter).collect();
    let written = |call: &Attempt<'_>| match (letter(call.name()), call) {
        (
            Some(letter),
            Attempt::Push {
                coordinates: (row @ 0..=9, column @ 0..=9),
                direction,
                ..
            },
        ) if direction.len() == 1 && direction.bytes().all(|next| next.is_ascii_uppercase()) => {
            format!("{letter}{row}{column}{direction}")
        }
        (Some(letter), Attempt::End { .. }) => format!("{letter}{END}"),
        _ => call.to_json(),
    };
    let moves: Vec<String> = script.attempts().iter().map(written).collect();
    let mut fields = vec![
        ("players", players),
        ("W", game.name(Side::White).to_owned()),
        ("B", game.name(Side::Black).to_owned()),
    ];
    let rules = game.rules().to_string();
    if rules != USUAL_RULES {
        fields.push(("rules", rules));
    }
    fields.push(("moves", moves.join(".")));
    fields
}

/// The fields as a query.
pub(in crate::pages) fn query_of(fields: &Fields) -> String {
    let fields: Vec<(&str, &str)> = fields
        .iter()
        .map(|(name, value)| (*name, &**value))
        .collect();
    query(&fields)
}

#[cfg(test)]
mod tests {
    use parlor_record::assignment;

    use super::*;

    fn asked(query: &str) -> GameQuery {
        let query = format!("/script?{query}").parse().expect("an address");
        let asked = axum::extract::Query::<GameQuery>::try_from_uri(&query);
        asked.expect("fields").0
    }

    fn game(text: &str) -> Scripted {
        assignment::read(text).expect("a game").game
    }

    #[test]
    fn a_game_is_read_from_its_address() {
        let kuba = "game = KubaGame(('Zoë & Co.', 'B'), ('b', 'W'), rules='tournament')\n";
        for (text, address) in [
            ("B,A: A6 B4", "players=BA&turns=A6.B4"),
            ("A,B:", "players=AB&turns="),
            (
                &*format!(
                    "{kuba}make_move('b', (6, 5), 'F')\nend_turn('b')\nmake_move('Zoë & Co.', (0, 9), 'X')\n\
                     make_move('c', (6, 5), 'F')\nmake_move('b', (10, 5.5), '.')\nmake_move('b', (6, 5), 'up')"
                ),
                "players=BW&W=b&B=Zo%C3%AB%20%26%20Co.&rules=tournament&moves=W65F.Wend.B09X.\
                 %5B%22c%22%2C%5B6%2C5%5D%2C%22F%22%5D.%5B%22b%22%2C%5B10%2C5.5%5D%2C%22.%22%5D.\
                 %5B%22b%22%2C%5B6%2C5%5D%2C%22up%22%5D",
            ),
        ] {
            let game = game(text);
            let fields = fields(&game).expect("it is short");
            assert_eq!(query_of(&fields), address);
            let asked = asked(address);
            assert!(
                asked.is_of_game() && asked.is_canonical(&fields),
                "{address}"
            );
            assert_eq!(asked.game(), Ok(game));
        }
    }

    #[test]
    fn another_address_of_a_game_is_not_its_own() {
        for address in [
            "players=AB&turns=A6.B4.",
            "turns=A6+B4&players=AB&rules=classic",
        ] {
            let asked = asked(address);
            let game = asked.game().expect(address);
            assert!(!asked.is_canonical(&fields(&game).expect("it is short")));
        }
        let kuba = asked("players=WB&W=a&B=b&moves=%5B%22a%22,%5B6,5%5D,%22F%22%5D");
        let game = kuba.game().expect("a game");
        assert!(!kuba.is_canonical(&fields(&game).expect("it is short")));
    }

    #[test]
    fn l_23_k_14_k_16_a_wrong_address_says_what_is_wrong() {
        for (address, expected) in [
            ("players=AB", sentences::NO_SCRIPT_IN_ADDRESS),
            (
                "players=AB&turns=A6&moves=W65F",
                sentences::NO_SCRIPT_IN_ADDRESS,
            ),
            ("players=AB&turns=A7", "entry 0 of the turns has roll 7"),
            ("players=A&turns=A6", "the number of players is 1"),
            ("turns=A6", "the number of players is 0"),
            ("players=WW&W=a&B=b&moves=", sentences::NO_SCRIPT_IN_ADDRESS),
            ("players=WB&W=a&B=a&moves=", "both players are named \"a\""),
            ("players=WB&W=a&B=b&rules=blitz&moves=", "blitz"),
            ("players=WB&W=a&B=b&moves=W65F.65F", "65F"),
            ("players=WB&W=a&B=b&moves=W65FF", "W65FF"),
            ("players=WB&W=a&B=b&moves=Wé5F", "Wé5F"),
            ("players=WB&W=a&B=b&moves=%5B%5B%5B", "[[["),
        ] {
            let error = asked(address).game().expect_err(address);
            assert!(error.contains(expected), "{address}: {error}");
        }
    }

    #[test]
    fn a_long_game_has_no_address() {
        let turns = |number| game(&format!("A,B:{}", " A6".repeat(number)));
        assert!(fields(&turns(1_300)).is_some());
        assert!(fields(&turns(1_400)).is_none());
    }
}
