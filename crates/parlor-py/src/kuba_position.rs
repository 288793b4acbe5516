//! `parlor.kuba`: immutable positions and playouts.

mod events;
mod playout;

use kuba_rules::{Action, Marble, Outcome, Position, Rules, Side, random_playout};
use parlor_batch::kuba::number;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use crate::actions;
use crate::errors::raise;
use crate::kuba_arguments::{read_action, read_rules, read_side};
use crate::names::{self, SIDES};
use crate::position_class::position_class;
use crate::random;
use crate::values::{Keyword, tuple};
pub(crate) use playout::KubaPlayout;

/// An immutable position of Kuba.
///
/// ``rules`` is ``"classroom"`` or ``"tournament"``; ``to_move`` is the side that begins, ``"W"`` or
/// ``"B"``.
///
/// Rules: K-1 to K-12. The draw by repetition and the push limit depend on a game's history and are
/// not part of a position: see Repetitions. Positions compare and hash by value, and pickle as their
/// line.
///
/// Raises parlor.RulesError, or parlor.ParlorError for an invalid side.
///
/// >>> from parlor import kuba
/// >>> kuba.Position().apply("65F").to_move
/// 'B'
#[pyclass(frozen, eq, ord, weakref, module = "parlor.kuba", name = "Position")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KubaPosition(pub(crate) Position);

position_class! {
    /// >>> from parlor import kuba
    /// >>> svg = kuba.Position().to_svg(theme="dark")
    /// >>> svg.startswith("<svg "), 'marble-33"' in svg
    /// (True, True)
    KubaPosition of Kuba, from kuba_rules, in "parlor.kuba", unpickled by _kuba_position
}

#[pymethods]
impl KubaPosition {
    #[new]
    #[pyo3(
        signature = (*, rules = Keyword::Absent, to_move = Keyword::Absent),
        text_signature = "(*, rules='classroom', to_move='W')"
    )]
    fn new(rules: Keyword<'_>, to_move: Keyword<'_>) -> PyResult<Self> {
        let rules = rules.or(Rules::default(), |rules| read_rules(rules, None))?;
        let side = to_move.or(Side::White, read_side)?;
        Ok(Self(Position::starting_with(rules, side)))
    }

    /// Return the position that a line describes, as ``str`` writes it.
    ///
    /// A line is the rows with ``w``, ``b``, ``r`` and numbers of empty cells, the captured reds, the
    /// side to move (``+`` if it may push again), the ko push and the rules, ``c`` or ``t``.
    ///
    /// Raises parlor.NotationError with the column, or parlor.SetupError with every reason;
    /// parlor.ParlorError for anything but a string.
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Position.parse("w5b/7/7/3r3/7/7/b5w w2b6 b - c").captured
    /// {'W': 2, 'B': 6}
    #[staticmethod]
    fn parse(line: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::from_line(line)
    }

    /// The name of the rule set (K-11, K-12).
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Position().rules
    /// 'classroom'
    #[getter]
    fn rules(&self) -> String {
        self.0.rules().to_string()
    }

    /// The cells: seven strings of ``W``, ``B``, ``R`` and ``.``, the top row first (K-1).
    ///
    /// >>> from parlor import kuba
    /// >>> print("\n".join(kuba.Position().board))
    /// WW...BB
    /// WW.R.BB
    /// ..RRR..
    /// .RRRRR.
    /// ..RRR..
    /// BB.R.WW
    /// BB...WW
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let letter = |cell: Option<Marble>| cell.map_or('.', Marble::letter);
        let rows = self
            .0
            .board()
            .map(|row| row.map(letter).iter().collect::<String>());
        PyTuple::new(py, rows)
    }

    /// The number of marbles on the board: white, black, red.
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Position().counts
    /// (8, 8, 13)
    #[getter]
    fn counts(&self) -> (u8, u8, u8) {
        let [white, black, red] = Marble::ALL.map(|marble| self.0.count(marble));
        (white, black, red)
    }

    /// The red marbles captured by each side, 0 to 7 (K-6).
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Position().captured
    /// {'W': 0, 'B': 0}
    #[getter]
    fn captured<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let captured = PyDict::new(py);
        for side in Side::ALL {
            captured.set_item(side.letter(), self.0.captured(side))?;
        }
        Ok(captured)
    }

    /// The side to move, ``"W"`` or ``"B"``; after the end, the side that would have been next.
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Position(to_move="B").to_move
    /// 'B'
    #[getter]
    fn to_move(&self) -> char {
        self.0.to_move().letter()
    }

    /// The side to move, ``"W"`` or ``"B"``; None after the end of the game.
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Position().to_act, kuba.Position.parse("5wb/7/7/7/7/7/7 w0b0 w - c").apply("05R").to_act
    /// ('W', None)
    #[getter]
    fn to_act(&self) -> Option<char> {
        (!self.0.is_over()).then(|| self.0.to_move().letter())
    }

    /// Whether the side to move has captured or ejected a marble in this turn, and so may push again
    /// or end it (K-12).
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Position.parse("5wr/7/7/7/7/7/b6 w0b0 w - t").apply("05R").may_push_again
    /// True
    #[getter]
    fn may_push_again(&self) -> bool {
        self.0.may_push_again()
    }

    /// The push that ko forbids because it would undo the opponent's last, such as ``"22L"``, or
    /// None (K-7).
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Position.parse("7/7/wb5/7/7/7/7 w0b0 w - c").apply("20R").ko
    /// '22L'
    #[getter]
    fn ko(&self) -> Option<String> {
        self.0.ko().map(|push| push.to_string())
    }

    /// The older name of ``ko`` (K-7).
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Position.parse("7/7/wb5/7/7/7/7 w0b0 w - c").apply("20R").barred
    /// '22L'
    #[getter]
    fn barred(&self) -> Option<String> {
        self.ko()
    }

    /// The legal pushes (K-3, K-5, K-7): left, right, forward, backward, each from the top left on.
    /// Empty after the end of the game. In tournament rules a turn may also be ended, which is none of
    /// these: a program that plays takes ``legal_actions``.
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Position().legal_moves
    /// ('56L', '66L', '00R', '10R', '65F', '66F', '00B', '01B')
    #[getter]
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let pushes = self.0.legal_moves().iter();
        actions::KUBA.texts_of(py, pushes.map(|push| number(Action::Push(push))))
    }

    /// The legal pushes, and ``"end"`` last where the turn may be ended (K-12, K-18).
    ///
    /// >>> from parlor import kuba
    /// >>> position = kuba.Position.parse("5wr/7/7/7/7/7/b6 w0b0 w - t")
    /// >>> position.apply("05R").legal_actions
    /// ('06L', '06B', 'end')
    #[getter]
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        actions::KUBA.texts_of(py, self.numbers())
    }

    /// The numbers of ``legal_actions`` in ``ACTIONS``.
    ///
    /// >>> from parlor import kuba
    /// >>> position = kuba.Position()
    /// >>> [kuba.ACTIONS[number] for number in position.legal_indices] == list(position.legal_actions)
    /// True
    #[getter]
    fn legal_indices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.numbers().collect::<Vec<_>>())
    }

    /// A byte for each of ``ACTIONS``: 1 if it is legal, else 0.
    ///
    /// >>> from parlor import kuba
    /// >>> position = kuba.Position()
    /// >>> [number for number, legal in enumerate(position.legal_mask) if legal] == sorted(position.legal_indices)
    /// True
    #[getter]
    fn legal_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        actions::KUBA.mask(py, self.numbers())
    }

    /// Return the number of an action, legal or not: (row * 7 + column) * 4 + the direction's place in
    /// ``"LRFB"`` for a push, 196 for ``"end"``.
    ///
    /// Raises what :meth:`apply` raises for what is no action.
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Position.index("65F"), kuba.Position.index("end")
    /// (190, 196)
    #[staticmethod]
    fn index(action: &Bound<'_, PyAny>) -> PyResult<usize> {
        read_numbered(action).map(number)
    }

    /// Return the action with a number, 0 to 196: the text in ``ACTIONS``.
    ///
    /// Raises parlor.ParlorError for any other value.
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Position.action(190)
    /// '65F'
    #[staticmethod]
    fn action<'py>(index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        actions::KUBA.text_of(index)
    }

    /// Always False: Kuba has no chance.
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Position().is_chance
    /// False
    #[getter]
    fn is_chance(&self) -> bool {
        false
    }

    /// Always empty: Kuba has no chance.
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Position().chance_outcomes
    /// ()
    #[getter]
    fn chance_outcomes<'py>(&self, py: Python<'py>) -> Bound<'py, PyTuple> {
        PyTuple::empty(py)
    }

    /// Whether a side has won. A draw depends on the game's history: see Repetitions.
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Position().is_over
    /// False
    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// What White and Black have got: 1.0 for a win, 0.0 for a loss; None before. A draw, 0.5 each,
    /// depends on the game's history.
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Position.parse("5wb/7/7/7/7/7/7 w0b0 w - c").apply("05R").returns
    /// (1.0, 0.0)
    #[getter]
    fn returns(&self) -> Option<(f64, f64)> {
        let winner = self.0.outcome()?.winner()?;
        Some(match winner {
            Side::White => (1.0, 0.0),
            Side::Black => (0.0, 1.0),
        })
    }

    /// The winner, ``"W"`` or ``"B"``, or None.
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Position.parse("5wb/7/7/7/7/7/7 w0b0 w - c").apply("05R").winner
    /// 'W'
    #[getter]
    fn winner(&self) -> Option<char> {
        Some(self.0.outcome()?.winner()?.letter())
    }

    /// How the game was won: ``"reds"`` (K-8), ``"elimination"`` (K-9) or ``"blocked"`` (K-10); or None.
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Position.parse("5wb/7/7/7/7/7/7 w0b0 w - c").apply("05R").won_by
    /// 'elimination'
    #[getter]
    fn won_by(&self) -> Option<&'static str> {
        match self.0.outcome()? {
            Outcome::Won { by, .. } => Some(names::win(by)),
            Outcome::Drawn(_) => None,
        }
    }

    /// A 64-bit hash of the position, the same on every machine and in every version.
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Position().stable_hash == kuba.Position(rules="tournament").stable_hash
    /// False
    #[getter]
    fn stable_hash(&self) -> u64 {
        self.0.stable_hash()
    }

    /// Return the position after an action: a push such as ``"65F"``, or ``"end"``, or its number.
    ///
    /// A push is row, column and direction: ``L``, ``R``, ``F`` (row - 1) or ``B`` (row + 1).
    ///
    /// Rules: K-3 to K-12.
    ///
    /// Raises parlor.PlayError with the rule broken, parlor.NotationError for an invalid text,
    /// parlor.ParlorError for other values.
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Position().apply("65F").board[4:]
    /// ('..RRRW.', 'BB.R.WW', 'BB....W')
    fn apply(&self, action: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.after(action, &mut kuba_rules::NoEvents)
    }

    /// Return the events of an action, in order, without applying it.
    ///
    /// Events are objects of the classes in parlor.kuba. Raises what :meth:`apply` raises.
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Position().events("65F")
    /// (Pushed(side='W', push='65F', length=2), TurnEnded(side='W'))
    fn events<'py>(&self, action: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let mut events = Vec::new();
        self.after(action, &mut events)?;
        let py = action.py();
        tuple(py, events.iter().map(|event| events::object(py, event)))
    }

    /// Play uniformly random legal pushes to the end, and return the result.
    ///
    /// In tournament rules a turn continues as long as it may, and repetitions are counted from this
    /// position on (K-12). The same ``seed``, 0 to 2**64 - 1, gives the same game on every machine.
    /// After ``push_limit`` pushes without a win the game is drawn (K-13); at most 2**32 - 1. Other
    /// threads run meanwhile.
    ///
    /// Raises parlor.ParlorError for an invalid seed or limit.
    ///
    /// >>> from parlor import kuba
    /// >>> playout = kuba.Position().random_playout(seed=7)
    /// >>> playout == kuba.Position().random_playout(seed=7)
    /// True
    #[pyo3(
        signature = (seed, *, push_limit = Keyword::Absent),
        text_signature = "($self, seed, *, push_limit=1000)"
    )]
    fn random_playout(
        &self,
        py: Python<'_>,
        seed: &Bound<'_, PyAny>,
        push_limit: Keyword<'_>,
    ) -> PyResult<KubaPlayout> {
        let mut words = random::words(seed)?;
        let limit = push_limit.or(kuba_rules::DEFAULT_PUSH_LIMIT, |value| {
            random::limit("push_limit", value)
        })?;
        let position = self.0;
        Ok(KubaPlayout(
            py.detach(|| random_playout(position, limit, &mut words)),
        ))
    }

    /// Return the board and its trays as text, followed by the side to move or the winner.
    ///
    /// >>> from parlor import kuba
    /// >>> print(kuba.Position().to_text().splitlines()[-1])
    /// White is to move.
    fn to_text(&self) -> String {
        let board = parlor_view::kuba::board(&self.0, SIDES);
        format!(
            "{board}\n\n{}",
            parlor_view::kuba::status(&self.0, SIDES, None)
        )
    }
}

impl KubaPosition {
    /// The numbers of the legal actions.
    fn numbers(&self) -> impl Iterator<Item = usize> {
        let pushes = self.0.legal_moves().into_iter().map(Action::Push);
        let end = self.0.may_push_again().then_some(Action::End);
        pushes.chain(end).map(number)
    }

    fn after(
        &self,
        action: &Bound<'_, PyAny>,
        events: &mut impl kuba_rules::EventSink,
    ) -> PyResult<Self> {
        let read = read_numbered(action)?;
        let mut position = self.0;
        match position.play_action_into(read, events) {
            Ok(()) => Ok(Self(position)),
            Err(error) => Err(raise("PlayError", Some(error.rule()), action, error)),
        }
    }
}

/// The action in a text or a number.
///
/// # Errors
/// Those of [`read_action`], and `ParlorError` for a number of none.
pub(crate) fn read_numbered(action: &Bound<'_, PyAny>) -> PyResult<Action> {
    let number = actions::KUBA.number(action)?;
    let number = number.and_then(|number| i64::try_from(number).ok());
    match number.and_then(parlor_batch::kuba::action) {
        Some(action) => Ok(action),
        None => read_action(action),
    }
}
