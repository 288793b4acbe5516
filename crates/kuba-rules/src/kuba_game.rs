//! The class of the assignment: two names, and a turn that is nobody's before
//! the first push.

use crate::event::{EventSink, NoEvents};
use crate::game_state::{GameState, TurnError};
use crate::geometry::{Cell, CellError, Direction};
use crate::marble::{Marble, Side};
use crate::move_error::{MoveError, PlayersError, UnknownPlayer};
use crate::moves::Move;
use crate::notation::ParseError;
use crate::play_error::PlayError;
use crate::position::Position;
use crate::rules::Rules;

/// A game between two named players.
///
/// Rules: K-14 (making one), K-15 (whose turn), K-16 (pushing), K-17 (asking),
/// K-18 (what tournament rules add). It has no push limit (K-13).
///
/// ```
/// use kuba_rules::KubaGame;
///
/// let mut game = KubaGame::new(("PlayerA", "W"), ("PlayerB", "B"))?;
/// assert_eq!(game.get_marble_count(), (8, 8, 13));
/// assert_eq!(game.get_current_turn(), None);
/// assert!(game.make_move("PlayerA", (6, 5), "F"));
/// assert!(!game.make_move("PlayerA", (6, 5), "L"));
/// assert_eq!(game.get_marble((5, 5))?, 'W');
/// assert_eq!(game.get_current_turn(), Some("PlayerB"));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KubaGame {
    /// By [`Side::index`].
    names: [String; 2],
    game: GameState,
}

impl KubaGame {
    /// A game in classroom rules between two players, each a name and a color.
    ///
    /// Rules: K-14.
    ///
    /// # Errors
    /// [`PlayersError`]: equal names, equal colors, or a color other than `W`
    /// and `B`.
    pub fn new(first: (&str, &str), second: (&str, &str)) -> Result<Self, PlayersError> {
        Self::between(first, second, Rules::default())
    }

    /// A game in the rules named: `classroom` or `tournament`. Rules: K-14.
    ///
    /// # Errors
    /// As [`new`](Self::new), and [`PlayersError::UnknownRules`].
    pub fn with_rules(
        first: (&str, &str),
        second: (&str, &str),
        rules: &str,
    ) -> Result<Self, PlayersError> {
        let rules = rules.parse().map_err(|_| PlayersError::UnknownRules {
            value: format!("{rules:?}"),
        })?;
        Self::between(first, second, rules)
    }

    fn between(
        first: (&str, &str),
        second: (&str, &str),
        rules: Rules,
    ) -> Result<Self, PlayersError> {
        let side = |(name, color): (&str, &str)| {
            let mut letters = color.chars();
            letters
                .next()
                .and_then(Side::from_letter)
                .filter(|_| letters.next().is_none())
                .ok_or_else(|| PlayersError::UnknownColor {
                    name: name.to_owned(),
                    value: color.to_owned(),
                })
        };
        let (first_side, second_side) = (side(first)?, side(second)?);
        if first.0 == second.0 {
            return Err(PlayersError::SameNames {
                name: first.0.to_owned(),
            });
        }
        if first_side == second_side {
            return Err(PlayersError::SameColors { side: first_side });
        }
        let mut names = [first.0, second.0].map(str::to_owned);
        if first_side == Side::Black {
            names.swap(0, 1);
        }
        let game = GameState::new(rules);
        Ok(Self { names, game })
    }

    /// The name of the player to move; `None` before the first push in
    /// classroom rules; after the end, the player who would have been next.
    ///
    /// Rules: K-15.
    pub fn get_current_turn(&self) -> Option<&str> {
        self.game.turn().map(|side| self.name(side))
    }

    /// Pushes the marble at (row, column); false if that is refused, and then
    /// nothing has changed. Rules: K-16.
    pub fn make_move(&mut self, name: &str, coordinates: (i64, i64), direction: &str) -> bool {
        self.try_move(name, coordinates, direction).is_ok()
    }

    /// As [`make_move`](Self::make_move), and returns why a push is refused.
    ///
    /// # Errors
    /// The first reason in the order of [`MoveError`]'s variants.
    pub fn try_move(
        &mut self,
        name: &str,
        coordinates: (i64, i64),
        direction: &str,
    ) -> Result<(), MoveError> {
        self.try_move_into(name, coordinates, direction, &mut NoEvents)
    }

    /// As [`try_move`](Self::try_move), and passes the events to the sink.
    ///
    /// # Errors
    /// As [`try_move`](Self::try_move); the sink has got nothing.
    pub fn try_move_into(
        &mut self,
        name: &str,
        coordinates: (i64, i64),
        direction: &str,
        events: &mut impl EventSink,
    ) -> Result<(), MoveError> {
        let side = self.side_of(name)?;
        // Whether the player may act at all is the first reason to refuse.
        let refuse = |game: &Self, error| game.refusal(name, error, MoveError::Push);
        self.game
            .may_act(side)
            .map_err(|error| refuse(self, error))?;
        let (row, column) = coordinates;
        let cell = Cell::new(row, column).map_err(|_| MoveError::BadCoordinates {
            value: format!("({row}, {column})"),
        })?;
        let direction: Direction =
            direction
                .parse()
                .map_err(|_: ParseError| MoveError::BadDirection {
                    value: format!("{direction:?}"),
                })?;
        let pushed = self.game.push(side, Move { cell, direction }, events);
        pushed.map_err(|error| refuse(self, error))
    }

    /// Ends the player's open turn; false if that is refused, and then
    /// nothing has changed. Rules: K-18.
    pub fn end_turn(&mut self, name: &str) -> bool {
        self.try_end_turn(name).is_ok()
    }

    /// As [`end_turn`](Self::end_turn), and returns why it is refused.
    ///
    /// # Errors
    /// The first reason in the order of [`MoveError`]'s variants.
    pub fn try_end_turn(&mut self, name: &str) -> Result<(), MoveError> {
        self.try_end_turn_into(name, &mut NoEvents)
    }

    /// As [`try_end_turn`](Self::try_end_turn), and passes the events to the
    /// sink.
    ///
    /// # Errors
    /// As [`try_end_turn`](Self::try_end_turn); the sink has got nothing.
    pub fn try_end_turn_into(
        &mut self,
        name: &str,
        events: &mut impl EventSink,
    ) -> Result<(), MoveError> {
        let side = self.side_of(name)?;
        let ended = self.game.end_turn(side, events);
        ended.map_err(|error| self.refusal(name, error, MoveError::EndTurn))
    }

    fn side_of(&self, name: &str) -> Result<Side, MoveError> {
        self.side(name).ok_or_else(|| MoveError::UnknownPlayer {
            name: name.to_owned(),
        })
    }

    /// The error with the players' names.
    fn refusal(&self, name: &str, error: TurnError, play: fn(PlayError) -> MoveError) -> MoveError {
        match error {
            TurnError::GameOver => MoveError::GameOver,
            TurnError::NotYourTurn { turn } => MoveError::NotYourTurn {
                name: name.to_owned(),
                turn: self.name(turn).to_owned(),
            },
            TurnError::Play(error) => play(error),
        }
    }

    /// The winner's name; `None` while neither player has won. Rules: K-17.
    pub fn get_winner(&self) -> Option<&str> {
        self.game.winner().map(|side| self.name(side))
    }

    /// The number of reds the player has captured. Rules: K-17.
    ///
    /// # Errors
    /// [`UnknownPlayer`] for a name of neither player.
    pub fn get_captured(&self, name: &str) -> Result<u8, UnknownPlayer> {
        let side = self.side(name).ok_or_else(|| UnknownPlayer {
            name: name.to_owned(),
        })?;
        Ok(self.game.board().captured(side))
    }

    /// `W`, `B` or `R`, or `X` for an empty cell. Rules: K-17.
    ///
    /// # Errors
    /// [`CellError`] for a cell off the board.
    pub fn get_marble(&self, coordinates: (i64, i64)) -> Result<char, CellError> {
        let cell = Cell::new(coordinates.0, coordinates.1)?;
        Ok(self.game.board().marble(cell).map_or('X', Marble::letter))
    }

    /// The numbers of marbles on the board: white, black, red. Rules: K-17.
    pub fn get_marble_count(&self) -> (u8, u8, u8) {
        let count = |marble| self.game.board().count(marble);
        (
            count(Marble::White),
            count(Marble::Black),
            count(Marble::Red),
        )
    }

    /// Whether the game is drawn. Rules: K-12, K-18.
    pub fn is_draw(&self) -> bool {
        self.game.is_draw()
    }

    /// The position; `None` while neither player is to move yet. Rules: K-15.
    pub fn position(&self) -> Option<&Position> {
        self.game.position()
    }

    /// The cells, row by row.
    pub fn board(&self) -> [[Option<Marble>; 7]; 7] {
        self.game.board().board()
    }

    /// The rule set.
    pub fn rules(&self) -> Rules {
        self.game.board().rules()
    }

    /// The name of the player of a side.
    pub fn name(&self, side: Side) -> &str {
        &self.names[side.index()]
    }

    /// The side of the player of a name.
    pub fn side(&self, name: &str) -> Option<Side> {
        Side::ALL.into_iter().find(|side| self.name(*side) == name)
    }
}
