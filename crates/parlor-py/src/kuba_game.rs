//! The assignment's class `KubaGame`.

use kuba_rules::{
    Draw, GameState, Marble, MoveError, NoEvents, PlayersError, Position, Rules, Side,
};
use parlor_view::PictureOptions;
use parlor_view::kuba::{Names, Picture, Stage};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::errors::{self, raise, showing};
use crate::kuba_arguments::{read_cell, read_color, read_player, read_push, read_rules, refusal};
use crate::pictures;
use crate::repetitions::{count_again, counted};
use crate::state::{self, Attributes};
use crate::values::{Keyword, exact, shown, text, unless_stopped};

/// A game of Kuba between two named players, as the assignment describes it (K-14 to K-18).
///
/// Each player is a pair of a name and a color, ``"W"`` or ``"B"``. Names are any two different
/// strings. ``rules`` is ``"classroom"``, the assignment's game, in which either player may begin
/// (K-11), or ``"tournament"``, in which White begins and a capture or ejection allows another push
/// (K-12).
///
/// Raises parlor.PlayersError, or parlor.RulesError for other rules.
///
/// >>> from KubaGame import KubaGame
/// >>> game = KubaGame(("PlayerA", "W"), ("PlayerB", "B"))
/// >>> game.get_marble_count()
/// (8, 8, 13)
/// >>> game.make_move("PlayerA", (6, 5), "F")
/// True
/// >>> game.get_current_turn()
/// 'PlayerB'
#[pyclass(subclass, module = "KubaGame")]
#[derive(Debug, Default)]
pub(crate) struct KubaGame {
    /// `None` until `__init__` was called.
    named: Option<NamedGame>,
}

/// The players and their game.
#[derive(Debug)]
struct NamedGame {
    /// By side, plain strings. They may hold lone surrogates, so they stay Python objects.
    names: [Py<PyString>; 2],
    /// The side of the player named first.
    first: Side,
    game: GameState,
}

impl NamedGame {
    /// The sides of the players in the order in which they were named.
    fn sides(&self) -> [Side; 2] {
        [self.first, self.first.other()]
    }

    fn name(&self, py: Python<'_>, side: Side) -> Py<PyString> {
        self.names[side.index()].clone_ref(py)
    }

    /// The side of the player with this name. Callers mostly pass the same object again, so identity is
    /// tried first.
    fn side(&self, name: &Bound<'_, PyString>) -> PyResult<Option<Side>> {
        let sides = Side::ALL.into_iter();
        if let Some(side) = sides.clone().find(|side| self.names[side.index()].is(name)) {
            return Ok(Some(side));
        }
        for side in sides {
            if name.as_any().eq(&self.names[side.index()])? {
                return Ok(Some(side));
            }
        }
        Ok(None)
    }

    /// The result of `show` for the board, with the names as far as a picture can show them.
    fn drawn(
        &self,
        py: Python<'_>,
        show: impl FnOnce(&dyn Fn(PictureOptions<'_>) -> String) -> String,
    ) -> String {
        let names = self
            .names
            .each_ref()
            .map(|name| name.bind(py).to_string_lossy());
        let stage = match self.game.turn() {
            None => Stage::NobodyYet,
            Some(_) if self.game.is_draw() => Stage::Drawn(Draw::Repetition),
            Some(_) => Stage::UnderWay,
        };
        let picture = Picture {
            names: Names::from(&names),
            stage,
            ..Picture::new(self.game.board())
        };
        show(&|options| picture.svg(options))
    }
}

impl KubaGame {
    fn named(&self) -> PyResult<&NamedGame> {
        self.named.as_ref().ok_or_else(not_set_up)
    }

    fn named_mut(&mut self) -> PyResult<&mut NamedGame> {
        self.named.as_mut().ok_or_else(not_set_up)
    }

    /// The side of the player with this name; `None` for any other value.
    fn side(slf: &Bound<'_, Self>, name: &Bound<'_, PyAny>) -> PyResult<Option<Side>> {
        match name.cast::<PyString>() {
            Ok(name) => {
                let name = exact(name)?;
                slf.borrow().named()?.side(&name)
            }
            Err(_) => slf.borrow().named().map(|_| None),
        }
    }
}

fn not_set_up() -> PyErr {
    PyRuntimeError::new_err(
        "this KubaGame has no players yet; call super().__init__(player1, player2) first",
    )
}

#[pymethods]
impl KubaGame {
    /// Takes anything, for subclasses; `__init__` checks the arguments.
    #[new]
    #[pyo3(signature = (*_arguments, **_keywords), text_signature = "(player1, player2, /, *, rules='classroom')")]
    fn new(_arguments: &Bound<'_, PyTuple>, _keywords: Option<&Bound<'_, PyDict>>) -> Self {
        Self::default()
    }

    #[pyo3(signature = (player1, player2, /, *, rules = Keyword::Absent))]
    fn __init__(
        slf: &Bound<'_, Self>,
        player1: &Bound<'_, PyAny>,
        player2: &Bound<'_, PyAny>,
        rules: Keyword<'_>,
    ) -> PyResult<()> {
        let named = seat_players(player1, player2, rules)?;
        let before = slf.borrow_mut().named.replace(named);
        drop(before);
        Ok(())
    }

    /// Return the name of the player whose turn it is, or None before the first successful push.
    ///
    /// After the end of the game it is the player who would have been next. In tournament rules it is
    /// White's player from the start, and the winner after a push that captured or ejected a marble and
    /// won.
    ///
    /// Rules: K-15.
    ///
    /// >>> from KubaGame import KubaGame
    /// >>> game = KubaGame(("Ann", "W"), ("Bob", "B"))
    /// >>> print(game.get_current_turn())
    /// None
    /// >>> game.make_move("Bob", (0, 5), "B")
    /// True
    /// >>> game.get_current_turn()
    /// 'Ann'
    fn get_current_turn(slf: &Bound<'_, Self>) -> PyResult<Option<Py<PyString>>> {
        let game = slf.borrow();
        let named = game.named()?;
        Ok(named.game.turn().map(|side| named.name(slf.py(), side)))
    }

    /// Push the marble at the coordinates one cell, with the run in front of it; return True, or
    /// False with nothing changed.
    ///
    /// ``coordinates`` are (row, column), (0, 0) top left to (6, 6) bottom right; ``direction`` is
    /// ``"L"``, ``"R"``, ``"F"`` (forward, row - 1) or ``"B"`` (backward, row + 1).
    ///
    /// Rules: K-2 to K-12, K-16. False for an unknown name, the other player's turn, a game that is
    /// over, an invalid cell or direction, an empty cell or another's marble, no room behind, the own
    /// marble off the board, and ko. It never raises for invalid values.
    ///
    /// >>> from KubaGame import KubaGame
    /// >>> game = KubaGame(("Ann", "W"), ("Bob", "B"))
    /// >>> game.make_move("Ann", (6, 5), "F")
    /// True
    /// >>> game.make_move("Ann", (6, 5), "L")
    /// False
    fn make_move(
        slf: &Bound<'_, Self>,
        playername: &Bound<'_, PyAny>,
        coordinates: &Bound<'_, PyAny>,
        direction: &Bound<'_, PyAny>,
    ) -> PyResult<bool> {
        let push = read_push(coordinates, direction)?;
        // Last of all, as reading the others may have run anything.
        let side = Self::side(slf, playername)?;
        let (Some(side), Some(push)) = (side, push) else {
            return Ok(false);
        };
        let pushed = slf
            .borrow_mut()
            .named_mut()?
            .game
            .push(side, push, &mut NoEvents);
        Ok(pushed.is_ok())
    }

    /// Return the winner's name, or None.
    ///
    /// Rules: K-8, K-9, K-10, K-17.
    ///
    /// >>> from KubaGame import KubaGame
    /// >>> print(KubaGame(("Ann", "W"), ("Bob", "B")).get_winner())
    /// None
    fn get_winner(slf: &Bound<'_, Self>) -> PyResult<Option<Py<PyString>>> {
        let game = slf.borrow();
        let named = game.named()?;
        Ok(named.game.winner().map(|side| named.name(slf.py(), side)))
    }

    /// Return how many red marbles the player has captured, 0 to 7.
    ///
    /// Rules: K-6, K-17. Raises parlor.UnknownPlayerError unless it is the name of a player.
    ///
    /// >>> from KubaGame import KubaGame
    /// >>> KubaGame(("Ann", "W"), ("Bob", "B")).get_captured("Ann")
    /// 0
    fn get_captured(slf: &Bound<'_, Self>, playername: &Bound<'_, PyAny>) -> PyResult<u8> {
        if let Some(side) = Self::side(slf, playername)? {
            return Ok(slf.borrow().named()?.game.board().captured(side));
        }
        let [first, second] = {
            let game = slf.borrow();
            let named = game.named()?;
            named.sides().map(|side| named.name(slf.py(), side))
        };
        let message = format!(
            "nobody named {} plays in this game; the players are {} and {}",
            shown(playername)?,
            shown(first.bind(slf.py()))?,
            shown(second.bind(slf.py()))?
        );
        Err(raise(
            "UnknownPlayerError",
            Some("K-17"),
            playername,
            message,
        ))
    }

    /// Return the marble at (row, column): ``"W"``, ``"B"`` or ``"R"``, or ``"X"`` for an empty cell.
    ///
    /// Rules: K-1, K-17. Raises parlor.CellError for anything but a cell of the board.
    ///
    /// >>> from KubaGame import KubaGame
    /// >>> game = KubaGame(("Ann", "W"), ("Bob", "B"))
    /// >>> game.get_marble((0, 0)), game.get_marble((3, 3)), game.get_marble((3, 0))
    /// ('W', 'R', 'X')
    fn get_marble<'py>(
        slf: &Bound<'py, Self>,
        coordinates: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyString>> {
        let py = slf.py();
        let Some(cell) = read_cell(coordinates)? else {
            return Err(showing(coordinates, |value| {
                let message = MoveError::BadCoordinates { value };
                raise("CellError", Some("K-17"), coordinates, message)
            }));
        };
        let marble = slf.borrow().named()?.game.board().marble(cell);
        let marble = marble.map_or('X', Marble::letter);
        Ok(PyString::new(py, marble.encode_utf8(&mut [0; 4])))
    }

    /// Return the number of marbles on the board: white, black, red.
    ///
    /// Rules: K-1, K-17.
    ///
    /// >>> from KubaGame import KubaGame
    /// >>> KubaGame(("Ann", "W"), ("Bob", "B")).get_marble_count()
    /// (8, 8, 13)
    fn get_marble_count(slf: &Bound<'_, Self>) -> PyResult<(u8, u8, u8)> {
        let game = slf.borrow();
        let board = game.named()?.game.board();
        let [white, black, red] = Marble::ALL.map(|marble| board.count(marble));
        Ok((white, black, red))
    }

    /// End the player's open turn; return True, or False with nothing changed.
    ///
    /// Rules: K-12, K-18. Only in tournament rules, after a push of this turn has captured or ejected a
    /// marble.
    ///
    /// >>> from KubaGame import KubaGame
    /// >>> game = KubaGame(("Ann", "W"), ("Bob", "B"), rules="tournament")
    /// >>> game.end_turn("Ann")
    /// False
    fn end_turn(slf: &Bound<'_, Self>, playername: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Some(side) = Self::side(slf, playername)? else {
            return Ok(false);
        };
        let ended = slf
            .borrow_mut()
            .named_mut()?
            .game
            .end_turn(side, &mut NoEvents);
        Ok(ended.is_ok())
    }

    /// Return whether the game is drawn: in tournament rules, once a position has begun a turn for the
    /// third time.
    ///
    /// Rules: K-12, K-18.
    ///
    /// >>> from KubaGame import KubaGame
    /// >>> game = KubaGame(("Ann", "W"), ("Bob", "B"), rules="tournament")
    /// >>> there = [("Ann", (0, 0), "B"), ("Bob", (0, 6), "B")]
    /// >>> back = [("Ann", (2, 0), "F"), ("Bob", (2, 6), "F")]
    /// >>> [game.make_move(*move) for move in 2 * (there + back)].count(True)
    /// 8
    /// >>> game.is_draw()
    /// True
    fn is_draw(slf: &Bound<'_, Self>) -> PyResult<bool> {
        Ok(slf.borrow().named()?.game.is_draw())
    }

    /// Return the board as an SVG document.
    ///
    /// ``theme`` is ``"auto"``, which follows the viewer's system, ``"light"``, ``"dark"``,
    /// ``"wood"`` or ``"contrast"``. Ids begin with a hash of what is shown, so that a page can hold several pictures. Its title has the players' names.
    ///
    /// Raises parlor.ParlorError for another theme.
    ///
    /// >>> from KubaGame import KubaGame
    /// >>> svg = KubaGame(("Ann", "W"), ("Bob", "B")).to_svg()
    /// >>> svg.startswith("<svg "), "Ann" in svg
    /// (True, True)
    #[pyo3(
        signature = (*, theme = Keyword::Absent),
        text_signature = "($self, *, theme='auto')"
    )]
    fn to_svg(slf: &Bound<'_, Self>, theme: Keyword<'_>) -> PyResult<String> {
        let style = pictures::style(theme)?;
        let game = slf.borrow();
        let named = game.named()?;
        Ok(named.drawn(slf.py(), |draw| pictures::drawn(style, draw)))
    }

    /// The picture for notebooks; a game without players has none, and they show the `repr`.
    fn _repr_svg_(slf: &Bound<'_, Self>) -> Option<String> {
        let game = slf.borrow();
        let named = game.named.as_ref()?;
        Some(named.drawn(slf.py(), |draw| pictures::in_notebook(draw)))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let py = slf.py();
        let class = slf.get_type().name()?;
        let summary = {
            let game = slf.borrow();
            game.named.as_ref().map(|named| {
                let game = &named.game;
                let players = named.sides().map(|side| {
                    let reds = game.board().captured(side);
                    (named.name(py, side), side.letter(), reds)
                });
                let next = game.turn().map(|side| named.name(py, side));
                let winner = game.winner().map(|side| named.name(py, side));
                (players, game.board().rules(), next, winner, game.is_draw())
            })
        };
        let Some((players, rules, next, winner, is_draw)) = summary else {
            return Ok(format!("<{class} without players>"));
        };
        let mut parts = Vec::new();
        for (name, color, reds) in players {
            let name = shown(name.bind(py))?;
            let plural = if reds == 1 { "" } else { "s" };
            parts.push(format!("{name} ({color}) {reds} red{plural}"));
        }
        parts.push(format!("{rules} rules"));
        parts.push(match (winner, next) {
            (Some(winner), _) => format!("{} has won", shown(winner.bind(py))?),
            _ if is_draw => "a draw".to_owned(),
            (_, Some(next)) => format!("{} is to move", shown(next.bind(py))?),
            (_, None) => "nobody has moved".to_owned(),
        });
        Ok(format!("<{class} {}>", parts.join(", ")))
    }

    fn __getstate__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let (players, rules, position, counts) = {
            let game = slf.borrow();
            let named = game.named()?;
            let game = &named.game;
            let players = named
                .sides()
                .map(|side| (named.name(py, side), side.letter()));
            (
                players,
                game.board().rules().to_string(),
                game.position().map(Position::to_string),
                counted(game.repetitions()),
            )
        };
        let [first, second] = players;
        (
            first,
            second,
            rules,
            position,
            counts,
            state::attributes(slf)?,
        )
            .into_pyobject(py)
    }

    fn __setstate__(slf: &Bound<'_, Self>, state: &Bound<'_, PyAny>) -> PyResult<()> {
        type State<'py> = (
            Bound<'py, PyAny>,
            Bound<'py, PyAny>,
            Bound<'py, PyAny>,
            Option<Bound<'py, PyString>>,
            Bound<'py, PyList>,
            Attributes<'py>,
        );
        let refuse = || errors::value(state, "this is not the state of a KubaGame");
        let state: Option<State<'_>> = unless_stopped(slf.py(), state.extract())?;
        let (first, second, rules, position, counts, attributes) = state.ok_or_else(refuse)?;
        let mut named = seat_players(&first, &second, Keyword::Given(rules))?;
        if let Some(line) = position {
            let position = text(&line).and_then(|line| line.parse::<Position>().ok());
            let repetitions = count_again(&counts)?;
            named.game = position
                .zip(repetitions)
                .filter(|(position, _)| position.rules() == named.game.board().rules())
                .and_then(|(position, counts)| GameState::resume(position, counts).ok())
                .ok_or_else(refuse)?;
        } else if !counts.is_empty() || named.game.turn().is_some() {
            return Err(refuse());
        }
        state::set_attributes(slf, &attributes)?;
        let before = slf.borrow_mut().named.replace(named);
        drop(before);
        Ok(())
    }
}

/// A new game between two players.
///
/// Rules: K-14.
///
/// # Errors
/// `PlayersError` with the first fault, both pairs before the colors, the colors before the names;
/// then `RulesError`.
fn seat_players(
    player1: &Bound<'_, PyAny>,
    player2: &Bound<'_, PyAny>,
    rules: Keyword<'_>,
) -> PyResult<NamedGame> {
    let (first_name, first_color) = read_player(player1)?;
    let (second_name, second_color) = read_player(player2)?;
    let first = read_color(&first_name, &first_color)?;
    let second = read_color(&second_name, &second_color)?;
    let [one, other] = [exact(&first_name)?, exact(&second_name)?];
    if one.as_any().eq(&other)? {
        let name = shown(&first_name)?;
        let message = format!("both players are named {name}; the names must differ");
        return Err(refusal(message, &second_name));
    }
    if first == second {
        let error = PlayersError::SameColors { side: first };
        return Err(refusal(error, &second_color));
    }
    let rules = rules.or(Rules::default(), |rules| read_rules(rules, Some("K-14")))?;
    let mut names = [one.unbind(), other.unbind()];
    if first == Side::Black {
        names.swap(0, 1);
    }
    let game = GameState::new(rules);
    Ok(NamedGame { names, first, game })
}
