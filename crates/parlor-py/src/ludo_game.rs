//! The assignments' class `LudoGame`.

use ludo_rules::{MoveTokenError, NoEvents, Roll, Seat, Token, Tokens};
use parlor_record::ludo_script;
use parlor_view::PictureOptions;
use parlor_view::ludo::Picture;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::errors::{self, raise_with, showing};
use crate::letters::Letters;
use crate::ludo_arguments;
use crate::names;
use crate::pictures;
use crate::player::Player;
use crate::script;
use crate::shared_tokens::SharedTokens;
use crate::state::{self, Attributes};
use crate::values::{Keyword, integer, unless_stopped};

/// A game of at least this many turns is played without holding the GIL.
const LONG_GAME: usize = 10_000;

/// A game of Ludo as the assignments describe it (L-19 to L-26).
///
/// A list of rolls is played by the assignments' priority policy.
///
/// >>> from LudoGame import LudoGame
/// >>> game = LudoGame()
/// >>> game.play_game(["A", "B"], [("A", 6), ("A", 4), ("B", 6)])
/// ['4', 'H', 'R', 'H']
/// >>> game
/// <LudoGame A: 4 H, B: R H>
#[pyclass(subclass, module = "LudoGame")]
#[derive(Debug, Default)]
pub(crate) struct LudoGame {
    /// `None` before the first `play_game`.
    seated: Option<Seated>,
}

/// One `play_game`: its tokens, and the players that have been requested.
#[derive(Debug)]
struct Seated {
    shared: Py<SharedTokens>,
    /// By seat; made on the first request, and the same object from then on.
    players: [Option<Py<Player>>; 4],
}

impl Seated {
    /// The player of a seat, made on the first request; `None` if the seat does not play.
    fn player(&mut self, py: Python<'_>, seat: Seat) -> PyResult<Option<Py<Player>>> {
        let known = &mut self.players[seat.index()];
        if known.is_none() && self.shared.get().tokens().is_seated(seat) {
            *known = Some(Py::new(py, Player::at(seat, self.shared.clone_ref(py)))?);
        }
        Ok(known.as_ref().map(|player| player.clone_ref(py)))
    }
}

impl LudoGame {
    /// The tokens of the last `play_game`.
    fn shared(slf: &Bound<'_, Self>) -> Option<Py<SharedTokens>> {
        let game = slf.borrow();
        let seated = game.seated.as_ref()?;
        Some(seated.shared.clone_ref(slf.py()))
    }
}

#[pymethods]
impl LudoGame {
    /// Takes anything, for subclasses; `__init__` checks the arguments.
    #[new]
    #[pyo3(signature = (*_arguments, **_keywords), text_signature = "()")]
    fn new(_arguments: &Bound<'_, PyTuple>, _keywords: Option<&Bound<'_, PyDict>>) -> Self {
        Self::default()
    }

    fn __init__(slf: &Bound<'_, Self>) {
        let before = slf.borrow_mut().seated.take();
        drop(before);
    }

    /// Start a fresh game, play the turns in their order, and return the names of the tokens'
    /// spaces, ``p`` then ``q``, for each player in the order of the players list.
    ///
    /// Rules: L-19 (the list is the truth, turn order is not checked), L-20 (who is skipped), L-21
    /// (the result), L-22 (a fresh game each time), L-23 (what is refused).
    ///
    /// ``players`` is any iterable of 2 to 4 of the seats ``"A"`` to ``"D"``, ``turns`` any iterable
    /// of pairs of a seat and a roll from 1 to 6. Spaces are ``"H"``, ``"R"``, ``"1"`` to ``"56"``,
    /// ``"A1"`` to ``"D6"`` and ``"E"``.
    ///
    /// Raises parlor.ScriptError with the first invalid entry; then the game is unchanged.
    ///
    /// >>> from LudoGame import LudoGame
    /// >>> LudoGame().play_game(["B", "A"], [("B", 6), ("B", 4), ("A", 3)])
    /// ['18', 'H', 'H', 'H']
    fn play_game<'py>(
        slf: &Bound<'py, Self>,
        players: &Bound<'py, PyAny>,
        turns: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyList>> {
        let py = slf.py();
        let script = script::read(players, turns)?;
        let tokens = if script.turns().len() < LONG_GAME {
            ludo_script::run(&script)
        } else {
            py.detach(|| ludo_script::run(&script))
        };
        let spaces = names::report(py, script.players(), &tokens)?;
        let seated = Seated {
            shared: Py::new(py, SharedTokens::of(tokens))?,
            players: Default::default(),
        };
        let before = slf.borrow_mut().seated.replace(seated);
        drop(before);
        Ok(spaces)
    }

    /// Return the player at this position, the same object each time, or the string
    /// ``"Player not found!"`` for anything else.
    ///
    /// Rules: L-24.
    ///
    /// >>> from LudoGame import LudoGame
    /// >>> game = LudoGame()
    /// >>> game.get_player_by_position("A")
    /// 'Player not found!'
    /// >>> spaces = game.play_game(["A", "C"], [("A", 6)])
    /// >>> game.get_player_by_position("A")
    /// <Player A: p on R, q on H>
    fn get_player_by_position<'py>(
        slf: &Bound<'py, Self>,
        position: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        if let Some(seat) = ludo_arguments::seat(position)
            && let Some(seated) = &mut slf.borrow_mut().seated
            && let Some(player) = seated.player(py, seat)?
        {
            return Ok(player.into_bound(py).into_any());
        }
        Ok(PyString::intern(py, "Player not found!").into_any())
    }

    /// Move exactly the one token named, kick what it lands on, and return None.
    ///
    /// From ``H`` only 6 moves it; on ``H`` with another number, or on ``E``, it stays. A token of a
    /// stack leaves it. ``play_game`` moves a stack by moving both tokens.
    ///
    /// Rules: L-25. ``token`` is ``"p"`` or ``"q"``, ``steps`` an integer from 1 to 6.
    ///
    /// Raises parlor.MoveTokenError for an invalid token or steps, and for a player of another game or
    /// of an earlier ``play_game``; then nothing moves.
    ///
    /// >>> from LudoGame import LudoGame
    /// >>> game = LudoGame()
    /// >>> spaces = game.play_game(["A", "B"], [("A", 6), ("A", 4)])
    /// >>> player = game.get_player_by_position("A")
    /// >>> game.move_token(player, "p", 3)
    /// >>> player.get_token_p_step_count()
    /// 7
    fn move_token(
        slf: &Bound<'_, Self>,
        player: &Bound<'_, PyAny>,
        token: &Bound<'_, PyAny>,
        steps: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        static TOKENS: Letters<Token, 2> = Letters::new([(Token::P, "p"), (Token::Q, "q")]);
        let py = slf.py();
        let refuse = |argument: &str, value: &Bound<'_, PyAny>, message: String| {
            let fields = [("argument", PyString::new(py, argument).into_any())];
            raise_with("MoveTokenError", Some("L-25"), value, message, &fields)
        };
        let Some(named) = TOKENS.meaning(token) else {
            return Err(showing(token, |value| {
                let error = MoveTokenError::UnknownToken { value };
                refuse("token", token, error.to_string())
            }));
        };
        let Some(Ok(roll)) = integer(steps)?.map(Roll::new) else {
            return Err(showing(steps, |value| {
                let error = MoveTokenError::BadSteps { value };
                refuse("steps", steps, error.to_string())
            }));
        };
        let Ok(one) = player.cast::<Player>() else {
            return Err(showing(player, |shown| {
                let message =
                    format!("{shown} is no player; get_player_by_position gives this game's");
                refuse("player", player, message)
            }));
        };
        let (seat, theirs) = one.borrow().of(py)?;
        let ours = Self::shared(slf);
        let Some(shared) = theirs.filter(|shared| ours.is_some_and(|ours| ours.is(shared))) else {
            let error = MoveTokenError::ForeignPlayer { seat };
            return Err(refuse("player", player, error.to_string()));
        };
        let mut tokens = shared.get().tokens();
        tokens.move_token(seat, named, roll, &mut NoEvents);
        shared.get().set(tokens);
        Ok(())
    }

    /// Return the board as an SVG document.
    ///
    /// ``theme`` is ``"auto"``, which follows the viewer's system, ``"light"``, ``"dark"``,
    /// ``"wood"`` or ``"contrast"``. Ids begin with a hash of what is shown, so that a page can hold several pictures.
    ///
    /// Raises parlor.ParlorError for another theme, and before the first ``play_game``, when there is no
    /// board.
    ///
    /// >>> from LudoGame import LudoGame
    /// >>> game = LudoGame()
    /// >>> spaces = game.play_game(["A", "B"], [("A", 6), ("A", 4)])
    /// >>> svg = game.to_svg(theme="contrast")
    /// >>> svg.startswith("<svg "), 'token-Bq"' in svg
    /// (True, True)
    #[pyo3(
        signature = (*, theme = Keyword::Absent),
        text_signature = "($self, *, theme='auto')"
    )]
    fn to_svg(slf: &Bound<'_, Self>, theme: Keyword<'_>) -> PyResult<String> {
        let style = pictures::style(theme)?;
        let Some(shared) = Self::shared(slf) else {
            let message = "no game has been played yet; call play_game first";
            return Err(errors::value(slf, message));
        };
        let tokens = shared.get().tokens();
        Ok(pictures::drawn(style, |options| picture(&tokens, options)))
    }

    /// The picture for notebooks; before the first `play_game` there is none, and they show the `repr`.
    fn _repr_svg_(slf: &Bound<'_, Self>) -> Option<String> {
        let tokens = Self::shared(slf)?.get().tokens();
        Some(pictures::in_notebook(|options| picture(&tokens, options)))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let name = slf.get_type().name()?;
        let Some(shared) = Self::shared(slf) else {
            return Ok(format!("<{name} not played yet>"));
        };
        let tokens = shared.get().tokens();
        let players: Vec<String> = tokens
            .iter()
            .map(|(seat, [p, q])| format!("{seat}: {} {}", p.space(seat), q.space(seat)))
            .collect();
        Ok(format!("<{name} {}>", players.join(", ")))
    }

    /// A separate game with the same tokens; its players are new objects.
    fn __copy__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, Self>> {
        let py = slf.py();
        let class = slf.get_type();
        let copy = class
            .call_method1("__new__", (&class,))?
            .cast_into::<Self>()?;
        state::set_attributes(&copy, &state::attributes(slf)?)?;
        if let Some(shared) = Self::shared(slf) {
            let shared = Py::new(py, SharedTokens::of(shared.get().tokens()))?;
            let players = Default::default();
            copy.borrow_mut().seated = Some(Seated { shared, players });
        }
        Ok(copy)
    }

    fn __getstate__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let (shared, players) = match &slf.borrow().seated {
            Some(seated) => {
                let players = seated.players.iter().flatten();
                let players = players.map(|player| player.clone_ref(py)).collect();
                (Some(seated.shared.clone_ref(py)), players)
            }
            None => (None, Vec::new()),
        };
        (shared, PyTuple::new(py, players)?, state::attributes(slf)?).into_pyobject(py)
    }

    fn __setstate__(slf: &Bound<'_, Self>, state: &Bound<'_, PyAny>) -> PyResult<()> {
        type State<'py> = (
            Option<Py<SharedTokens>>,
            Bound<'py, PyTuple>,
            Attributes<'py>,
        );
        let py = slf.py();
        let refuse = || errors::value(state, "this is not the state of a LudoGame");
        let state: Option<State<'_>> = unless_stopped(py, state.extract())?;
        let (shared, members, attributes) = state.ok_or_else(refuse)?;
        let seated = match shared {
            None if members.is_empty() => None,
            None => return Err(refuse()),
            Some(shared) => {
                let mut players = <[Option<Py<Player>>; 4]>::default();
                for player in members {
                    let player = player.cast_into::<Player>().map_err(|_| refuse())?;
                    let (seat, theirs) = player.borrow().of(py)?;
                    let belongs = theirs.is_some_and(|theirs| theirs.is(&shared))
                        && shared.get().tokens().is_seated(seat);
                    if !belongs || players[seat.index()].replace(player.unbind()).is_some() {
                        return Err(refuse());
                    }
                }
                Some(Seated { shared, players })
            }
        };
        state::set_attributes(slf, &attributes)?;
        let before = std::mem::replace(&mut slf.borrow_mut().seated, seated);
        drop(before);
        Ok(())
    }
}

/// A scripted game has no player to move (L-19), and its players have no names.
fn picture(tokens: &Tokens, options: PictureOptions<'_>) -> String {
    Picture::of_tokens(tokens).svg(options)
}
