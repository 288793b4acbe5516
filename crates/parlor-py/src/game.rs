//! `parlor.Game`: a game under way, with its history and its limit.

mod line;

use parlor_game::{Game as _, Kuba, Ludo};
use parlor_record::record::{Act, AnyRecord};
use parlor_view::{Shown, Snapshot};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyInt, PyString, PyTuple, PyType};

use self::line::Line;
use crate::actions::{self, Actions};
use crate::errors::{self, raise};
use crate::kuba_position::KubaPosition;
use crate::ludo_position::LudoPosition;
use crate::pictures;
use crate::record::{AnyPosition, Header, Record, RecordGame, limit, unscripted};
use crate::repetitions::Repetitions;
use crate::values::{Keyword, tuple};

/// A game under way: a position and everything that was played to it.
///
/// ``position`` is where it begins, a ludo.Position or a kuba.Position. ``limit`` is the number of
/// pushes (K-13) or of answered rolls (L-31) after which it stops, 1 to 2**32 - 1; without one, only the
/// rules end it. Simulations usually take 1,000 pushes or 10,000 rolls.
///
/// A position cannot know that it has come for the third time (K-12) or that a limit is reached; a game
/// does. After the end nothing is legal. Games compare by value, pickle with their history, and are
/// mutable and so not hashable.
///
/// Rules: K-8 to K-13, L-27 to L-31.
///
/// Raises parlor.ParlorError for anything but a position, or for another limit.
///
/// >>> import parlor
/// >>> from parlor import kuba
/// >>> game = parlor.Game(kuba.Position(rules="tournament"), limit=1_000)
/// >>> for push in 2 * ["00B", "06B", "20F", "26F"]:
/// ...     game.play(push)
/// >>> game.is_over, game.ending, game.result, game.returns
/// (True, 'K-12', (('W', 'B'),), (0.5, 0.5))
/// >>> game.undo()
/// '26F'
/// >>> game
/// <Game of kuba, 7 plies, under way>
#[pyclass(eq, weakref, module = "parlor")]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Game(AnyLine);

/// A line of any game.
#[derive(Clone, Debug, PartialEq)]
enum AnyLine {
    Ludo(Line<Ludo>),
    Kuba(Line<Kuba>),
}

/// The value of an expression for the line of whichever game.
macro_rules! for_line {
    ($any:expr, $line:ident => $value:expr) => {
        match $any {
            AnyLine::Ludo($line) => $value,
            AnyLine::Kuba($line) => $value,
        }
    };
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (position, limit = None), text_signature = "(position, limit=None)")]
    fn new(position: &Bound<'_, PyAny>, limit: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let start = AnyPosition::read(position)?;
        let limit = limit.map(self::limit).transpose()?.map(u32::from);
        Ok(Self(match start {
            AnyPosition::Ludo(LudoPosition(start)) => AnyLine::Ludo(Line::new(start, limit)),
            AnyPosition::Kuba(KubaPosition(start)) => AnyLine::Kuba(Line::new(start, limit)),
        }))
    }

    /// Return the game of a record, or of its text, with all its plies.
    ///
    /// How a record ended off the board, by a resignation, an agreed draw, time or an abandoned game,
    /// is no part of a game, which may be played on: ``record.ending`` and ``record.result`` have it,
    /// and ``record.finish`` gives it to the record of the game played on.
    ///
    /// Raises parlor.RecordError for a scripted game, which has no positions (L-19), and what
    /// Record.read raises for a text.
    ///
    /// >>> import parlor
    /// >>> record = parlor.Record("ludo", ["A", "C"], limit=500)
    /// >>> record.push("A6p")
    /// >>> game = parlor.Game.of(record)
    /// >>> game.history, game.limit, game.record() == record
    /// (('A6p',), 500, True)
    #[staticmethod]
    fn of(record: &Bound<'_, PyAny>) -> PyResult<Self> {
        fn line<G: RecordGame>(record: &parlor_record::record::Record<G>) -> Line<G> {
            let limit = record.game().limit();
            let mut line = Line::new(record.start().clone(), limit);
            for ply in record.plies() {
                line.play(*ply.act())
                    .expect("a record has only what the rules allow");
            }
            line
        }
        match Record::held(record)? {
            AnyRecord::Ludo(record) => Ok(Self(AnyLine::Ludo(line(&record)))),
            AnyRecord::Kuba(record) => Ok(Self(AnyLine::Kuba(line(&record)))),
            AnyRecord::LudoScript(_) => Err(unscripted(record)),
        }
    }

    /// Play an action or a roll, as Position.apply takes it or as ``history`` writes it.
    ///
    /// Raises parlor.PlayError with the rule broken, parlor.NotationError for an invalid text,
    /// parlor.ParlorError for other values; then the game is unchanged.
    ///
    /// >>> import parlor
    /// >>> from parlor import ludo
    /// >>> game = parlor.Game(ludo.Position(["A", "C"]))
    /// >>> game.play(6)
    /// >>> game.play("p")
    /// >>> game.play("A4p")
    /// >>> print(game.position)
    /// A4.H/CH.H C - -
    fn play(slf: &Bound<'_, Self>, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let position = Self::ask(slf, Self::place);
        match position {
            AnyPosition::Ludo(LudoPosition(position)) => Self::add::<Ludo>(slf, &position, action),
            AnyPosition::Kuba(KubaPosition(position)) => Self::add::<Kuba>(slf, &position, action),
        }
    }

    /// Take back the last action or roll, and return it as :meth:`play` takes it.
    ///
    /// In Ludo a choice and the roll that it answers are taken back one after the other, even if they
    /// were played at once.
    ///
    /// Raises parlor.PlayError if nothing has been played.
    ///
    /// >>> import parlor
    /// >>> from parlor import ludo
    /// >>> game = parlor.Game(ludo.Position(["A", "C"]))
    /// >>> game.play("A6p")
    /// >>> game.undo(), game.history, game.undo(), game.history
    /// ('p', ('A6',), 6, ())
    fn undo<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        // Bound to a name, so that the borrow ends before anything of Python's is made.
        let undone = match &mut slf.borrow_mut().0 {
            AnyLine::Ludo(line) => line.undo().map(|act| match act {
                Act::Chance(_, roll) => Err(roll.value()),
                Act::Action(action) => Ok(action.choice.to_string()),
            }),
            AnyLine::Kuba(line) => line.undo().map(|act| Ok(act.to_string())),
        };
        match undone {
            Some(Ok(action)) => Ok(PyString::new(py, &action).into_any()),
            Some(Err(roll)) => Ok(PyInt::new(py, roll).into_any()),
            None => {
                let message = "nothing has been played, so nothing can be taken back; play first";
                Err(raise("PlayError", None, slf, message))
            }
        }
    }

    /// The name of the game, ``"ludo"`` or ``"kuba"``.
    ///
    /// >>> import parlor
    /// >>> from parlor import kuba
    /// >>> parlor.Game(kuba.Position()).game
    /// 'kuba'
    #[getter]
    fn game(&self) -> &'static str {
        match self.0 {
            AnyLine::Ludo(_) => Ludo::NAME,
            AnyLine::Kuba(_) => Kuba::NAME,
        }
    }

    /// The position now.
    ///
    /// >>> import parlor
    /// >>> from parlor import kuba
    /// >>> game = parlor.Game(kuba.Position())
    /// >>> game.play("65F")
    /// >>> game.position == kuba.Position().apply("65F")
    /// True
    #[getter]
    fn position(slf: &Bound<'_, Self>) -> AnyPosition {
        Self::ask(slf, Self::place)
    }

    /// The position that it began with.
    ///
    /// >>> import parlor
    /// >>> from parlor import kuba
    /// >>> game = parlor.Game(kuba.Position())
    /// >>> game.play("65F")
    /// >>> game.start == kuba.Position()
    /// True
    #[getter]
    fn start(slf: &Bound<'_, Self>) -> AnyPosition {
        Self::ask(slf, |game| match &game.0 {
            AnyLine::Ludo(line) => AnyPosition::Ludo(LudoPosition(*line.start())),
            AnyLine::Kuba(line) => AnyPosition::Kuba(KubaPosition(*line.start())),
        })
    }

    /// The number of pushes (K-13) or answered rolls (L-31) after which it stops, or None.
    ///
    /// >>> import parlor
    /// >>> from parlor import kuba
    /// >>> parlor.Game(kuba.Position(), limit=1_000).limit
    /// 1000
    #[getter]
    fn limit(&self) -> Option<u32> {
        for_line!(&self.0, line => line.game().limit())
    }

    /// How many of the actions count toward a limit: pushes, but not ended turns (K-13), or answered
    /// rolls (L-31).
    ///
    /// >>> import parlor
    /// >>> from parlor import ludo
    /// >>> game = parlor.Game(ludo.Position(["A", "C"]))
    /// >>> game.play("A6p")
    /// >>> game.play(3)
    /// >>> game.ply, game.history
    /// (1, ('A6p', 'A3'))
    #[getter]
    fn ply(&self) -> u32 {
        for_line!(&self.0, line => line.game().counted())
    }

    /// What was played, in the notation of records: in Ludo each choice with its seat and roll. A last
    /// roll whose choice is still due is ``"A6"``.
    ///
    /// >>> import parlor
    /// >>> from parlor import ludo
    /// >>> game = parlor.Game(ludo.Position(["A", "C"]))
    /// >>> game.play(6)
    /// >>> game.history
    /// ('A6',)
    #[getter]
    fn history<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let history = Self::ask(slf, |game| match &game.0 {
            AnyLine::Ludo(line) => Err(line.acts().map(|act| act.to_string()).collect::<Vec<_>>()),
            // Most texts of Kuba's are there already.
            AnyLine::Kuba(line) => Ok(line.acts().collect::<Vec<_>>()),
        });
        match history {
            Err(texts) => PyTuple::new(py, texts),
            Ok(acts) => {
                let numbers = acts.into_iter().map(|act| match act {
                    Act::Action(action) => parlor_batch::kuba::number(action),
                    Act::Chance(_, never) => match never {},
                });
                actions::KUBA.texts_of(py, numbers)
            }
        }
    }

    /// The seats, in the order of ``returns``: clockwise from A in Ludo, White and Black in Kuba.
    ///
    /// >>> import parlor
    /// >>> from parlor import ludo
    /// >>> parlor.Game(ludo.Position(["C", "A"])).seats
    /// ('A', 'C')
    #[getter]
    fn seats<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let seats: Vec<char> = Self::ask(slf, |game| match &game.0 {
            AnyLine::Ludo(line) => Ludo::seats(line.game().position())
                .map(Ludo::letter)
                .collect(),
            AnyLine::Kuba(line) => Kuba::seats(line.game().position())
                .map(Kuba::letter)
                .collect(),
        });
        PyTuple::new(slf.py(), seats)
    }

    /// The seat to roll or to choose, or the side to push; None after the end.
    ///
    /// >>> import parlor
    /// >>> from parlor import kuba
    /// >>> parlor.Game(kuba.Position(to_move="B")).to_act
    /// 'B'
    #[getter]
    fn to_act(&self) -> Option<char> {
        for_line!(&self.0, line => line.to_act())
    }

    /// Whether a roll is due, of which ``chance_outcomes`` has the chances (L-29).
    ///
    /// >>> import parlor
    /// >>> from parlor import ludo
    /// >>> parlor.Game(ludo.Position(["A", "C"])).is_chance
    /// True
    #[getter]
    fn is_chance(&self) -> bool {
        match &self.0 {
            AnyLine::Ludo(line) => line.game().chance_outcomes().next().is_some(),
            AnyLine::Kuba(_) => false,
        }
    }

    /// The possible rolls with their probabilities; empty unless a roll is due (L-29).
    ///
    /// >>> import parlor
    /// >>> from parlor import ludo
    /// >>> [roll for roll, probability in parlor.Game(ludo.Position(["A", "C"])).chance_outcomes]
    /// [1, 2, 3, 4, 5, 6]
    #[getter]
    fn chance_outcomes<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let place = Self::ask(slf, |game| game.is_chance().then(|| game.place()));
        match place {
            Some(AnyPosition::Ludo(position)) => position.chance_outcomes(slf.py()),
            _ => Ok(PyTuple::empty(slf.py())),
        }
    }

    /// All that may be played; empty while a roll is due and after the end.
    ///
    /// >>> import parlor
    /// >>> from parlor import kuba
    /// >>> game = parlor.Game(kuba.Position(), limit=1)
    /// >>> game.play(game.legal_actions[0])
    /// >>> game.legal_actions, len(game.position.legal_actions)
    /// ((), 8)
    #[getter]
    fn legal_actions<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (actions, numbers) = Self::ask(slf, Self::legal);
        actions.texts_of(slf.py(), numbers.into_iter())
    }

    /// The numbers of ``legal_actions`` in the game's ``ACTIONS``.
    ///
    /// >>> import parlor
    /// >>> from parlor import ludo
    /// >>> game = parlor.Game(ludo.Position(["A", "C"]))
    /// >>> game.play(6)
    /// >>> game.legal_actions, game.legal_indices
    /// (('p', 'q'), (1, 2))
    #[getter]
    fn legal_indices<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (_, numbers) = Self::ask(slf, Self::legal);
        PyTuple::new(slf.py(), numbers)
    }

    /// A byte for each of the game's ``ACTIONS``: 1 if it is legal, else 0.
    ///
    /// >>> import parlor
    /// >>> from parlor import ludo
    /// >>> game = parlor.Game(ludo.Position(["A", "C"]))
    /// >>> game.play(6)
    /// >>> list(game.legal_mask)
    /// [0, 1, 1, 0]
    #[getter]
    fn legal_mask<'py>(slf: &Bound<'py, Self>) -> Bound<'py, PyBytes> {
        let (actions, numbers) = Self::ask(slf, Self::legal);
        actions.mask(slf.py(), numbers.into_iter())
    }

    /// Whether it is over: won, drawn (K-12), finished (L-30) or at its limit (K-13, L-31).
    ///
    /// >>> import parlor
    /// >>> from parlor import kuba
    /// >>> parlor.Game(kuba.Position()).is_over
    /// False
    #[getter]
    fn is_over(&self) -> bool {
        self.ending().is_some()
    }

    /// The rule by which it is over, or None: ``"K-8"`` reds, ``"K-9"`` elimination, ``"K-10"`` blocked,
    /// ``"K-12"`` repetition, ``"K-13"`` and ``"L-31"`` the limit, ``"L-30"`` one player left.
    ///
    /// >>> import parlor
    /// >>> from parlor import kuba
    /// >>> game = parlor.Game(kuba.Position(), limit=1)
    /// >>> game.play("65F")
    /// >>> game.ending
    /// 'K-13'
    #[getter]
    fn ending(&self) -> Option<&'static str> {
        for_line!(&self.0, line => line.game().ended_by())
    }

    /// The places: groups of seats, best first, where seats that share places are in one group; None
    /// before the end. It is what Record.result is.
    ///
    /// >>> import parlor
    /// >>> from parlor import kuba
    /// >>> game = parlor.Game(kuba.Position.parse("5wb/7/7/7/7/7/7 w0b0 w - c"))
    /// >>> game.play("05R")
    /// >>> game.result
    /// (('W',), ('B',))
    #[getter]
    fn result<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let py = slf.py();
        let groups = Self::ask(slf, |game| for_line!(&game.0, line => line.result()));
        groups
            .map(|groups| tuple(py, groups.iter().map(|group| PyTuple::new(py, group))))
            .transpose()
    }

    /// What each of ``seats`` has got: 1.0 for the first place to 0.0 for the last, in equal steps, and
    /// the mean of the places that several share; None before the end.
    ///
    /// >>> import parlor
    /// >>> from parlor import ludo
    /// >>> game = parlor.Game(ludo.Position.parse("AE.E/B3.H/C5.H B - A"), limit=1)
    /// >>> game.play("B1p")
    /// >>> game.ending, game.returns
    /// ('L-31', (1.0, 0.25, 0.25))
    #[getter]
    fn returns<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let returns = Self::ask(slf, |game| for_line!(&game.0, line => line.returns()));
        returns
            .map(|returns| PyTuple::new(slf.py(), returns))
            .transpose()
    }

    /// The winner's seat, in Ludo also while the others play on (L-12); None before, and after a draw.
    ///
    /// >>> import parlor
    /// >>> from parlor import kuba
    /// >>> game = parlor.Game(kuba.Position.parse("5wb/7/7/7/7/7/7 w0b0 w - c"))
    /// >>> game.play("05R")
    /// >>> game.winner
    /// 'W'
    #[getter]
    fn winner(&self) -> Option<char> {
        for_line!(&self.0, line => line.winner())
    }

    /// A copy of the counts of K-12, as Engine.search takes them; None in Ludo.
    ///
    /// >>> import parlor
    /// >>> from parlor import kuba
    /// >>> game = parlor.Game(kuba.Position(rules="tournament"))
    /// >>> game.play("00B")
    /// >>> game.repetitions
    /// <Repetitions of 2 positions, at most 1 times>
    /// >>> kuba.Engine().search(game.position, repetitions=game.repetitions, depth=1).depth
    /// 1
    #[getter]
    fn repetitions(slf: &Bound<'_, Self>) -> Option<Repetitions> {
        Self::ask(slf, |game| match &game.0 {
            AnyLine::Ludo(_) => None,
            AnyLine::Kuba(line) => Some(Repetitions::of(
                line.game().history().clone(),
                line.start().rules(),
            )),
        })
    }

    /// How often a turn has begun with this position, this time included (K-12); 0 where that is not
    /// counted: in classroom rules, in the middle of a turn, after a win, and in Ludo.
    ///
    /// >>> import parlor
    /// >>> from parlor import kuba
    /// >>> game = parlor.Game(kuba.Position(rules="tournament"))
    /// >>> for push in ["00B", "06B", "20F", "26F"]:
    /// ...     game.play(push)
    /// >>> game.occurrences
    /// 2
    #[getter]
    fn occurrences(&self) -> u32 {
        match &self.0 {
            AnyLine::Ludo(_) => 0,
            AnyLine::Kuba(line) => {
                Repetitions::count_in(line.game().history(), line.game().position())
            }
        }
    }

    /// Return a game like this one, which goes its own way.
    ///
    /// >>> import parlor
    /// >>> from parlor import kuba
    /// >>> game = parlor.Game(kuba.Position())
    /// >>> other = game.copy()
    /// >>> other.play("65F")
    /// >>> game.history, other.history
    /// ((), ('65F',))
    fn copy(&self) -> Self {
        self.clone()
    }

    /// Return the record of the game so far, with names by seat and a date as a new Record takes them.
    ///
    /// Raises what a new Record raises for wrong names or a wrong date.
    ///
    /// >>> import parlor
    /// >>> from parlor import kuba
    /// >>> game = parlor.Game(kuba.Position(rules="tournament"), limit=1_000)
    /// >>> game.play("65F")
    /// >>> record = game.record(names={"W": "Ann"}, date="2026-11-20")
    /// >>> record.explain()
    /// ['Ann pushes 65F: 2 marbles move forward (K-4).']
    #[pyo3(
        signature = (*, names = None, date = None),
        text_signature = "($self, *, names=None, date=None)"
    )]
    fn record(
        slf: &Bound<'_, Self>,
        names: Option<&Bound<'_, PyAny>>,
        date: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Record> {
        fn of<G: RecordGame>(line: &Line<G>) -> Header<G> {
            Header {
                start: line.start().clone(),
                limit: line.game().limit(),
                acts: line.acts().collect(),
            }
        }
        let header = Self::ask(slf, |game| match &game.0 {
            AnyLine::Ludo(line) => Ok(of(line)),
            AnyLine::Kuba(line) => Err(of(line)),
        });
        match header {
            Ok(ludo) => ludo.record(slf, names, date),
            Err(kuba) => kuba.record(slf, names, date),
        }
    }

    /// Return the board as an SVG document, as that of a position.
    ///
    /// Raises parlor.ParlorError for another theme.
    ///
    /// >>> import parlor
    /// >>> from parlor import kuba
    /// >>> parlor.Game(kuba.Position()).to_svg(theme="dark")[:5]
    /// '<svg '
    #[pyo3(
        signature = (*, theme = Keyword::Absent),
        text_signature = "($self, *, theme='auto')"
    )]
    fn to_svg(slf: &Bound<'_, Self>, theme: Keyword<'_>) -> PyResult<String> {
        let style = pictures::style(theme)?;
        let snapshot = Self::ask(slf, Self::snapshot);
        Ok(pictures::drawn(style, |options| snapshot.svg(options)))
    }

    /// The picture for notebooks.
    fn _repr_svg_(&self) -> String {
        let snapshot = self.snapshot();
        pictures::in_notebook(|options| snapshot.svg(options))
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __repr__(&self) -> String {
        let plies = for_line!(&self.0, line => line.acts().count());
        let plural = if plies == 1 { "y" } else { "ies" };
        let how = match (self.ending(), self.winner()) {
            (None, _) => "under way".to_owned(),
            (Some(ending), Some(winner)) => format!("{winner} won by {ending}"),
            (Some(ending), None) => format!("drawn by {ending}"),
        };
        format!("<Game of {}, {plies} pl{plural}, {how}>", self.game())
    }

    #[classmethod]
    fn __class_getitem__<'py>(
        class: &Bound<'py, PyType>,
        item: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let alias = class.py().import("types")?.getattr("GenericAlias")?;
        alias.call1((class, item))
    }

    #[expect(
        clippy::type_complexity,
        reason = "a function and its arguments, as pickles have them"
    )]
    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(
        Bound<'py, PyAny>,
        (AnyPosition, Option<u32>, Bound<'py, PyTuple>),
    )> {
        static UNPICKLE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let unpickle = UNPICKLE.import(slf.py(), "parlor._native", "_game")?;
        let limit = Self::ask(slf, Self::limit);
        let state = (Self::start(slf), limit, Self::history(slf)?);
        Ok((unpickle.clone(), state))
    }
}

impl Game {
    /// The result of `ask`, during which alone the game is borrowed: making Python's tuples may collect
    /// garbage and so run any code.
    fn ask<T>(slf: &Bound<'_, Self>, ask: impl FnOnce(&Self) -> T) -> T {
        ask(&slf.borrow())
    }

    /// The position now.
    fn place(&self) -> AnyPosition {
        match &self.0 {
            AnyLine::Ludo(line) => AnyPosition::Ludo(LudoPosition(*line.game().position())),
            AnyLine::Kuba(line) => AnyPosition::Kuba(KubaPosition(*line.game().position())),
        }
    }

    /// The actions of the game, and the numbers of the legal ones.
    fn legal(&self) -> (&'static Actions, Vec<usize>) {
        let goes_on = !self.is_over();
        match self.place() {
            AnyPosition::Ludo(position) => {
                let numbers = position.numbers().filter(|_| goes_on);
                (&actions::LUDO, numbers.collect())
            }
            AnyPosition::Kuba(position) => {
                let numbers = position.numbers().filter(|_| goes_on);
                (&actions::KUBA, numbers.collect())
            }
        }
    }

    fn snapshot(&self) -> Box<dyn Shown> {
        match &self.0 {
            AnyLine::Ludo(line) => Box::new(Snapshot::of(line.game())),
            AnyLine::Kuba(line) => Box::new(Snapshot::of(line.game())),
        }
    }

    /// Plays what a value says in a position, which is still the game's: reading it may run any code.
    fn add<G: LineGame>(
        slf: &Bound<'_, Self>,
        position: &G::Position,
        action: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let ply = G::read_ply(position, action)?;
        // Bound to a name, so that the borrow ends before an exception is made.
        let played = {
            let mut game = slf.borrow_mut();
            let line = G::line(&mut game.0).expect("a game never becomes another");
            match (line.game().stopped(), G::act(line.game().position(), ply)) {
                (Some(over), _) => Err(over),
                (None, Ok(act)) => line.play(act),
                (None, Err(refusal)) => Err(parlor_game::ActError::Refused(refusal)),
            }
        };
        played.map_err(|error| raise("PlayError", Some(error.rule()), action, error))
    }
}

/// A game with lines in Python.
trait LineGame: RecordGame {
    /// The line, if it is one of this game.
    fn line(line: &mut AnyLine) -> Option<&mut Line<Self>>;
}

impl LineGame for Ludo {
    fn line(line: &mut AnyLine) -> Option<&mut Line<Self>> {
        match line {
            AnyLine::Ludo(line) => Some(line),
            AnyLine::Kuba(_) => None,
        }
    }
}

impl LineGame for Kuba {
    fn line(line: &mut AnyLine) -> Option<&mut Line<Self>> {
        match line {
            AnyLine::Kuba(line) => Some(line),
            AnyLine::Ludo(_) => None,
        }
    }
}

/// The game in a pickle.
#[pyfunction]
#[pyo3(signature = (start, limit, history))]
pub(crate) fn _game(
    start: &Bound<'_, PyAny>,
    limit: Option<&Bound<'_, PyAny>>,
    history: &Bound<'_, PyAny>,
) -> PyResult<Game> {
    let refuse = || errors::value(history, "this is not the history of a Game");
    let game = Bound::new(start.py(), Game::new(start, limit)?)?;
    for action in history.cast::<PyTuple>().map_err(|_| refuse())? {
        // Actions written out do not depend on what runs while they are read.
        if !action.is_instance_of::<PyString>() {
            return Err(refuse());
        }
        Game::play(&game, &action)?;
    }
    let restored = game.borrow().clone();
    Ok(restored)
}
