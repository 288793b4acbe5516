//! `parlor.kuba`: positions and playouts as values that never change.

mod events;
mod playout;

use kuba_rules::{
    Action, Marble, Outcome, PlayError, Position, PositionError, Rules, SetupErrors, Side, Win,
    random_playout,
};
use parlor_game::{Kuba, LiveGame};
use parlor_view::kuba::Names;
use parlor_view::{Scene, Snapshot};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::errors::{self, Raise};
use crate::kuba_arguments::{read_action, side};
use crate::pictures;
use crate::random;
use crate::values::{Keyword, shown, text};
use events::told;
pub(crate) use playout::KubaPlayout;

/// What the sentences call the players.
pub(crate) const NAMES: Names<'static> = Names {
    white: "White",
    black: "Black",
};

/// A position of Kuba, which never changes.
///
/// ``rules`` is ``"classroom"`` or ``"tournament"``; ``to_move`` is who begins, ``"W"`` or ``"B"``.
///
/// Rules: K-1 to K-12. What needs a game's history, the draw by repetition and the push limit, is
/// not in it: see Repetitions. Positions compare and hash by value, and pickle as their line.
///
/// Raises parlor.RulesError, or parlor.ParlorError for another side.
///
/// >>> from parlor import kuba
/// >>> kuba.Position().apply("65F").to_move
/// 'B'
#[pyclass(frozen, eq, module = "parlor.kuba", name = "Position")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KubaPosition(pub(crate) Position);

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
    /// parlor.ParlorError for what is no string.
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Position.parse("w5b/7/7/3r3/7/7/b5w w2b6 b - c").captured
    /// {'W': 2, 'B': 6}
    #[staticmethod]
    pub(crate) fn parse(line: &Bound<'_, PyAny>) -> PyResult<Self> {
        let Ok(string) = line.cast::<PyString>() else {
            let message = format!("a position line is a string, not {}", shown(line)?);
            return Err(errors::value(line, message));
        };
        string
            .to_string_lossy()
            .parse()
            .map(Self)
            .map_err(|error| match error {
                PositionError::Notation(error) => {
                    errors::notation(string, error.column, error.expected)
                }
                PositionError::Setup(SetupErrors(reasons)) => {
                    let rule = reasons.first().map(kuba_rules::SetupError::rule);
                    errors::setup(line, rule, reasons.iter().map(ToString::to_string))
                }
            })
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

    /// How many marbles are on the board: white, black, red.
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

    /// Whether the side to move has taken a marble off in this turn, and so may push again or end it
    /// (K-12).
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
    /// Empty after the end.
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Position().legal_moves
    /// ('56L', '66L', '00R', '10R', '65F', '66F', '00B', '01B')
    #[getter]
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.actions(py, &[])
    }

    /// The legal pushes, and ``"end"`` last where the turn may be ended (K-12, K-18).
    ///
    /// >>> from parlor import kuba
    /// >>> position = kuba.Position.parse("5wr/7/7/7/7/7/b6 w0b0 w - t")
    /// >>> position.apply("05R").legal_actions
    /// ('06L', '06B', 'end')
    #[getter]
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let end: &[Action] = if self.0.may_push_again() {
            &[Action::End]
        } else {
            &[]
        };
        self.actions(py, end)
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

    /// Whether somebody has won. A draw takes a game's history to see.
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Position().is_over
    /// False
    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// The side that has won, ``"W"`` or ``"B"``, or None.
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
            Outcome::Won { by, .. } => Some(way(by)),
            Outcome::Drawn(_) => None,
        }
    }

    /// A 64-bit hash of the position that is the same on every machine and in every version.
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Position().stable_hash == kuba.Position(rules="tournament").stable_hash
    /// False
    #[getter]
    fn stable_hash(&self) -> u64 {
        self.0.stable_hash()
    }

    /// Return the position after an action: a push such as ``"65F"``, or ``"end"``.
    ///
    /// A push is row, column and direction: ``L``, ``R``, ``F`` (row - 1) or ``B`` (row + 1).
    ///
    /// Rules: K-3 to K-12.
    ///
    /// Raises parlor.PlayError with the rule that refuses it, parlor.NotationError for a text that is
    /// no action, parlor.ParlorError for what is no text.
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Position().apply("65F").board[4:]
    /// ('..RRRW.', 'BB.R.WW', 'BB....W')
    fn apply(&self, action: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.after(action, &mut kuba_rules::NoEvents)
    }

    /// Return what :meth:`apply` would bring about, in order.
    ///
    /// The events are the classes of parlor.kuba. Raises what :meth:`apply` raises.
    ///
    /// >>> from parlor import kuba
    /// >>> kuba.Position().events("65F")
    /// (Pushed(side='W', push='65F', length=2), TurnEnded(side='W'))
    fn events<'py>(&self, action: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let mut events = Vec::new();
        self.after(action, &mut events)?;
        let py = action.py();
        let events: Vec<_> = events
            .iter()
            .map(|event| told(py, event))
            .collect::<PyResult<_>>()?;
        PyTuple::new(py, events)
    }

    /// Play on with random legal pushes, each as likely as the others, and return how it went.
    ///
    /// In tournament rules a turn goes on as long as it may, and repetitions are counted from this
    /// position on (K-12). The same ``seed``, 0 to 2**64 - 1, gives the same game on every machine.
    /// After ``push_limit`` pushes without a win the game is drawn (K-13); at most 2**32 - 1. Other
    /// threads run meanwhile.
    ///
    /// Raises parlor.ParlorError for another seed or limit.
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

    /// Return the board and its trays as text, and below them who is to move or has won.
    ///
    /// >>> from parlor import kuba
    /// >>> print(kuba.Position().to_text().splitlines()[-1])
    /// White is to move.
    fn to_text(&self) -> String {
        let board = parlor_view::kuba::board(&self.0, NAMES);
        format!(
            "{board}\n\n{}",
            parlor_view::kuba::status(&self.0, NAMES, None)
        )
    }

    /// Return the board as a picture, an SVG document of its own.
    ///
    /// ``theme`` is ``"auto"``, which follows what the viewer's system asks for, ``"light"``, ``"dark"``
    /// or ``"contrast"``. Ids in it begin with a hash of what is shown, so that different pictures can
    /// stand in one page.
    ///
    /// Raises parlor.ParlorError for another theme.
    ///
    /// >>> from parlor import kuba
    /// >>> svg = kuba.Position().to_svg(theme="dark")
    /// >>> svg.startswith("<svg "), 'marble-33"' in svg
    /// (True, True)
    #[pyo3(
        signature = (*, theme = Keyword::Absent),
        text_signature = "($self, *, theme='auto')"
    )]
    fn to_svg(&self, theme: Keyword<'_>) -> PyResult<String> {
        let scene = self.scene();
        pictures::svg(theme, |options| scene.svg(options))
    }

    /// The picture for notebooks.
    fn _repr_svg_(&self) -> String {
        let scene = self.scene();
        pictures::in_notebook(|options| scene.svg(options))
    }

    fn __hash__(&self) -> u64 {
        self.0.stable_hash()
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("parlor.kuba.Position.parse('{}')", self.0)
    }

    fn __copy__(&self) -> Self {
        *self
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        *self
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let restore = py.import("parlor._native")?.getattr("_kuba_position")?;
        Ok((restore, (self.0.to_string(),)))
    }
}

/// The position of a line, for pickles.
#[pyfunction]
pub(crate) fn _kuba_position(line: &Bound<'_, PyAny>) -> PyResult<KubaPosition> {
    KubaPosition::parse(line)
}

impl KubaPosition {
    /// The position as a snapshot without a history.
    fn scene(&self) -> Scene {
        Snapshot::<Kuba>::of(&LiveGame::new(self.0, None)).into()
    }

    fn actions<'py>(&self, py: Python<'py>, more: &[Action]) -> PyResult<Bound<'py, PyTuple>> {
        let pushes = self.0.legal_moves().iter().map(Action::Push);
        let actions: Vec<String> = pushes
            .chain(more.iter().copied())
            .map(|action| action.to_string())
            .collect();
        PyTuple::new(py, actions)
    }

    fn after(
        &self,
        action: &Bound<'_, PyAny>,
        events: &mut impl kuba_rules::EventSink,
    ) -> PyResult<Self> {
        let read = read_action(action)?;
        let mut position = self.0;
        match position.play_action_into(read, events) {
            Ok(()) => Ok(Self(position)),
            Err(error) => Err(play_error(error, action)),
        }
    }
}

fn play_error(error: PlayError, value: &Bound<'_, PyAny>) -> PyErr {
    Raise {
        class: "PlayError",
        rule: Some(error.rule()),
        value,
    }
    .says(error)
}

/// The rule set of this name.
///
/// # Errors
/// `RulesError`, with the rule that asks for a rule set where there is one.
pub(crate) fn read_rules(value: &Bound<'_, PyAny>, rule: Option<&'static str>) -> PyResult<Rules> {
    if let Some(rules) = text(value).and_then(|rules| rules.parse().ok()) {
        return Ok(rules);
    }
    let refusal = Raise {
        class: "RulesError",
        rule,
        value,
    };
    Err(refusal.says(format!(
        "{} is no set of kuba rules; they are classroom and tournament",
        shown(value)?
    )))
}

pub(crate) fn read_side(value: &Bound<'_, PyAny>) -> PyResult<Side> {
    if let Some(side) = side(value) {
        return Ok(side);
    }
    let message = format!("{} is no side; the sides are W and B", shown(value)?);
    Err(errors::value(value, message))
}

pub(crate) const fn way(win: Win) -> &'static str {
    match win {
        Win::Reds => "reds",
        Win::Elimination => "elimination",
        Win::Blocked => "blocked",
    }
}
