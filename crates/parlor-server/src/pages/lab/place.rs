//! Where one is on the analysis board: a position, and the moves made from there, all in the address.

use parlor_game::{AnyGame, Game as _, Ludo, TextGame as _, Turn};
use serde::Deserialize;

use super::super::game_info::{self, GameInfo};
use super::super::practice::{Line, illegal, moves_of, query, shortened, with_rule};
use super::super::sentences;
use super::address::editor;

/// The most bytes of a position line, and the most moves made from it.
pub(super) const LONGEST_POSITION: usize = 200;
const MOST_MOVES: usize = 200;

/// What an address of the analysis board asks for.
#[derive(Clone, Debug, Default, Deserialize)]
pub(in crate::pages) struct LabQuery {
    pub(super) game: Option<String>,
    /// The start without it.
    pub(super) position: Option<String>,
    /// The moves made from there.
    pub(super) line: Option<String>,
    /// The cell of the marble that is chosen.
    pub(super) from: Option<String>,
    /// The cell of the one that was left.
    pub(super) left: Option<String>,
}

/// A position, reached by moves from another.
#[derive(Debug)]
pub(super) struct Place {
    pub(super) info: &'static GameInfo,
    /// The position from which the moves were made.
    pub(super) start: String,
    /// The moves.
    pub(super) line: Line,
    /// The game after them.
    pub(super) game: AnyGame,
}

/// Why an address leads to no position.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PlaceError {
    /// The game that was meant.
    pub(super) game: &'static str,
    /// The position that was sent, to be mended.
    pub(super) sent: String,
    pub(super) says: String,
}

impl Place {
    /// The place that a query asks for.
    pub(super) fn of(query: &LabQuery) -> Result<Self, PlaceError> {
        let sent = query.position.as_deref().unwrap_or_default().trim();
        let named = query.game.as_deref();
        let info = match named {
            None => game_info::of(game_of(sent).unwrap_or("kuba")),
            Some(name) => game_info::of(name),
        };
        let Some(info) = info else {
            return Err(PlaceError {
                game: "kuba",
                sent: shortened(sent, LONGEST_POSITION),
                says: sentences::no_such_game(&shortened(named.unwrap_or_default(), 40)),
            });
        };
        let fail = |says: String| PlaceError {
            game: info.name,
            sent: shortened(sent, LONGEST_POSITION),
            says,
        };
        if sent.len() > LONGEST_POSITION {
            return Err(fail(sentences::position_too_long(
                sent.len(),
                LONGEST_POSITION,
            )));
        }
        let mut game = if sent.is_empty() {
            AnyGame::start(info.name, &info.rules[0].name, &info.usual, None)
        } else {
            if let Some(other) = game_of(sent).filter(|other| *other != info.name) {
                let says = sentences::position_of_other(game_info::title(other), info.title);
                return Err(PlaceError {
                    game: other,
                    ..fail(says)
                });
            }
            AnyGame::from_position(sent, None)
        }
        .map_err(|error| {
            fail(sentences::no_position(&why_none(
                info,
                sent,
                &error.to_string(),
            )))
        })?;
        let start = game.position();
        let mut moves = Vec::new();
        let line = query.line.as_deref().unwrap_or_default();
        for (number, played) in (1..).zip(moves_of(line)) {
            if number > MOST_MOVES {
                return Err(fail(sentences::line_too_long(MOST_MOVES)));
            }
            play(&mut game, played).map_err(|reason| PlaceError {
                game: info.name,
                // What was right of it is there to go on from.
                sent: game.position(),
                says: illegal(number, played, &reason),
            })?;
            moves.push(played.to_owned());
        }
        Ok(Self::reached(info, start, moves, game))
    }

    fn reached(info: &'static GameInfo, start: String, moves: Vec<String>, game: AnyGame) -> Self {
        let at = query(&[("game", info.name), ("position", &start)]);
        Self {
            info,
            start,
            line: Line::new(format!("/analysis?{at}"), moves),
            game,
        }
    }

    /// How the page goes on from here: from a place of its own where there is no room for one more
    /// move in the line.
    pub(super) fn onward(&self) -> Line {
        if self.line.moves().len() < MOST_MOVES {
            return self.line.clone();
        }
        let start = self.game.position();
        Self::reached(self.info, start, Vec::new(), self.game.clone()).line
    }

    /// The address of the place after one more move.
    pub(super) fn after(&self, played: &str) -> String {
        self.onward().after(played)
    }

    /// The address at which the engine's lines are sent.
    pub(super) fn lines(&self, from: Option<&str>) -> String {
        let line = self.line.sent();
        let fields = self.fields(&line).chain(from.map(|from| ("from", from)));
        format!("/analysis/lines?{}", query(&fields.collect::<Vec<_>>()))
    }

    /// The position as it stands after the moves.
    pub(super) fn game_position(&self) -> String {
        self.game.position()
    }

    /// The address of the editor with this position.
    pub(super) fn editor(&self) -> String {
        editor(self.info.name, &self.game.position())
    }

    pub(super) fn fields<'a>(
        &'a self,
        line: &'a str,
    ) -> impl Iterator<Item = (&'static str, &'a str)> {
        let line = (!line.is_empty()).then_some(("line", line));
        [("game", self.info.name), ("position", &*self.start)]
            .into_iter()
            .chain(line)
    }
}

/// The game whose position line this is.
fn game_of(line: &str) -> Option<&'static str> {
    let game = AnyGame::from_position(line, None).ok()?;
    Some(game.name())
}

/// Why a line is no position of this game.
fn why_none(info: &GameInfo, line: &str, otherwise: &str) -> String {
    let reason = match info.name {
        "kuba" => line
            .parse::<kuba_rules::Position>()
            .err()
            .map(|error| error.to_string()),
        "ludo" => line
            .parse::<ludo_rules::Position>()
            .err()
            .map(|error| error.to_string()),
        _ => None,
    };
    reason.unwrap_or_else(|| otherwise.to_owned())
}

/// Makes a move: an action, or in Ludo a roll.
fn play(game: &mut AnyGame, played: &str) -> Result<(), String> {
    let is_roll = !played.is_empty() && played.bytes().all(|byte| byte.is_ascii_digit());
    let made = match game.turn() {
        Turn::Chance(_) if is_roll => game.take_chance(played),
        _ if is_roll && game.name() == Ludo::NAME => return Err(sentences::NO_ROLL_DUE.to_owned()),
        _ => game.play(played),
    };
    made.map_err(|error| with_rule(&error, error.rule()))
}
