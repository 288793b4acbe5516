//! `parlor.ludo`: immutable positions and playouts of the live game.

mod events;
mod playout;

use ludo_rules::{Phase, Position, Roll, RollKind, Rules, Seat, random_playout};
use parlor_batch::ludo::number;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use crate::actions;
use crate::ludo_arguments::{self, ActArgument, read_in, read_rules, read_seat, seat_error};
use crate::names;
use crate::position_class::position_class;
use crate::random;
use crate::values::{Keyword, letters, texts, tuple};
pub(crate) use playout::LudoPlayout;

/// An immutable position of the live game.
///
/// ``seats`` is an iterable of 2 to 4 distinct seats ``"A"`` to ``"D"``, but not a string or a set; the
/// one named first begins. ``rules`` is ``"classic"``.
///
/// Rules: L-1, L-2, L-27 to L-31. Positions compare and hash by value, and pickle as their line.
///
/// Raises parlor.SeatError, parlor.SetupError or parlor.RulesError.
///
/// >>> from parlor import ludo
/// >>> position = ludo.Position(["C", "A"])
/// >>> position
/// parlor.ludo.Position.parse('AH.H/CH.H C - -')
/// >>> position.apply("C6p").legal_moves
/// ()
#[pyclass(frozen, eq, ord, weakref, module = "parlor.ludo", name = "Position")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LudoPosition(pub(crate) Position);

position_class! {
    /// >>> from parlor import ludo
    /// >>> svg = ludo.Position(["A", "C"]).to_svg(theme="light")
    /// >>> svg.startswith("<svg "), 'token-Ap"' in svg
    /// (True, True)
    LudoPosition of Ludo, from ludo_rules, in "parlor.ludo", unpickled by _ludo_position
}

#[pymethods]
impl LudoPosition {
    #[new]
    #[pyo3(signature = (seats, *, rules = Keyword::Absent), text_signature = "(seats, *, rules='classic')")]
    fn new(seats: &Bound<'_, PyAny>, rules: Keyword<'_>) -> PyResult<Self> {
        let Rules::Classic = rules.or(Rules::default(), read_rules)?;
        let Some(entries) = letters(seats)? else {
            return Err(seat_error(seats, |shown| {
                format!("the seats are {shown}; they must be a list of seats, or their letters")
            }));
        };
        // A fifth seat repeats one of the four; no more are needed for the error.
        let players: Vec<Seat> = entries
            .take(Seat::ALL.len() + 1)
            .map(|entry| read_seat(&entry?))
            .collect::<PyResult<_>>()?;
        Position::new(&players)
            .map(Self)
            .map_err(|reasons| Self::setup_error(seats, &reasons))
    }

    /// Return the position that a line describes, as ``str`` writes it.
    ///
    /// A line is the tokens of each seat, the player to move, the phase and the finishers.
    ///
    /// Raises parlor.NotationError with the column, or parlor.SetupError with every reason;
    /// parlor.ParlorError for anything but a string.
    ///
    /// >>> from parlor import ludo
    /// >>> position = ludo.Position.parse("AR.H/C12.E A 6b -")
    /// >>> position.roll, position.is_bonus, position.legal_moves
    /// (6, True, ('p', 'q'))
    #[staticmethod]
    fn parse(line: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::from_line(line)
    }

    /// The name of the rule set.
    ///
    /// >>> from parlor import ludo
    /// >>> ludo.Position(["A", "B"]).rules
    /// 'classic'
    #[getter]
    fn rules(&self) -> String {
        Rules::default().to_string()
    }

    /// The seats taken, clockwise from A.
    ///
    /// >>> from parlor import ludo
    /// >>> ludo.Position(["C", "A"]).seats
    /// ('A', 'C')
    #[getter]
    fn seats<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        texts(py, self.0.tokens().seats().iter())
    }

    /// The step counts of each seat's tokens ``p`` and ``q``, -1 to 57 (L-3).
    ///
    /// >>> from parlor import ludo
    /// >>> ludo.Position.parse("AR.20/CH.E A - -").tokens
    /// {'A': (0, 20), 'C': (-1, 57)}
    #[getter]
    fn tokens<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tokens = PyDict::new(py);
        for (seat, [p, q]) in self.0.tokens().iter() {
            tokens.set_item(seat.to_string(), (p.value(), q.value()))?;
        }
        Ok(tokens)
    }

    /// The names of the spaces of each seat's tokens ``p`` and ``q`` (L-4).
    ///
    /// >>> from parlor import ludo
    /// >>> ludo.Position.parse("AR.20/CH.20 A - -").spaces
    /// {'A': ('R', '20'), 'C': ('H', '48')}
    #[getter]
    fn spaces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let tokens = self.0.tokens();
        names::spaces(py, tokens.seats().iter(), tokens)
    }

    /// The seat to roll or to choose; None after the end of the game (L-28).
    ///
    /// >>> from parlor import ludo
    /// >>> ludo.Position(["C", "A"]).to_act
    /// 'C'
    #[getter]
    fn to_act(&self) -> Option<String> {
        self.0.to_act().map(|seat| seat.to_string())
    }

    /// What comes next: ``"roll"``, ``"choose"``, or ``"over"`` after the end (L-29).
    ///
    /// >>> from parlor import ludo
    /// >>> start = ludo.Position(["A", "C"])
    /// >>> start.phase, start.apply(3).phase
    /// ('roll', 'choose')
    #[getter]
    fn phase(&self) -> &'static str {
        match self.0.phase() {
            Phase::ToRoll(_) => "roll",
            Phase::ToChoose(..) => "choose",
            Phase::Over => "over",
        }
    }

    /// The roll in hand, 1 to 6; None unless the phase is ``"choose"``.
    ///
    /// >>> from parlor import ludo
    /// >>> ludo.Position(["A", "C"]).apply(3).roll
    /// 3
    #[getter]
    fn roll(&self) -> Option<u8> {
        self.0.roll_in_hand().map(Roll::value)
    }

    /// Whether the roll that is due or in hand is a bonus roll (L-13).
    ///
    /// >>> from parlor import ludo
    /// >>> ludo.Position(["A", "C"]).apply("A6p").is_bonus
    /// True
    #[getter]
    fn is_bonus(&self) -> bool {
        matches!(
            self.0.phase(),
            Phase::ToRoll(RollKind::Bonus) | Phase::ToChoose(RollKind::Bonus, _)
        )
    }

    /// The seats with a place, the winner first; all of them after the end of the game (L-30).
    ///
    /// >>> from parlor import ludo
    /// >>> ludo.Position.parse("AE.E/B20.H/CH.H B - A").finished
    /// ('A',)
    #[getter]
    fn finished<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        texts(py, self.0.finishing_order().iter())
    }

    /// The winner, also while the others play on; None before (L-12).
    ///
    /// >>> from parlor import ludo
    /// >>> ludo.Position.parse("AE.E/B20.H/CH.H B - A").winner
    /// 'A'
    #[getter]
    fn winner(&self) -> Option<String> {
        self.0.winner().map(|seat| seat.to_string())
    }

    /// Whether the game is over: every place is taken (L-30).
    ///
    /// >>> from parlor import ludo
    /// >>> ludo.Position(["A", "C"]).is_over
    /// False
    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// The choices for the roll in hand (L-27): ``"p"``, ``"q"``, ``"pq"`` for a stack; only ``"-"`` if
    /// nothing can move. Empty while a roll is due and after the end of the game.
    ///
    /// >>> from parlor import ludo
    /// >>> start = ludo.Position(["A", "C"])
    /// >>> start.apply(6).legal_moves, start.apply(5).legal_moves, start.legal_moves
    /// (('p', 'q'), ('-',), ())
    #[getter]
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.legal_actions(py)
    }

    /// The same as ``legal_moves``: all that the seat to act may do. For both games it is complete, so that a
    /// program that plays either takes it.
    ///
    /// >>> from parlor import ludo
    /// >>> ludo.Position(["A", "C"]).apply(6).legal_actions
    /// ('p', 'q')
    #[getter]
    fn legal_actions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        actions::LUDO.texts_of(py, self.numbers())
    }

    /// The numbers of ``legal_actions`` in ``ACTIONS``.
    ///
    /// >>> from parlor import ludo
    /// >>> position = ludo.Position(["A", "C"]).apply(6)
    /// >>> [ludo.ACTIONS[number] for number in position.legal_indices] == list(position.legal_actions)
    /// True
    #[getter]
    fn legal_indices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.numbers().collect::<Vec<_>>())
    }

    /// A byte for each of ``ACTIONS``: 1 if it is legal, else 0.
    ///
    /// >>> from parlor import ludo
    /// >>> position = ludo.Position(["A", "C"]).apply(6)
    /// >>> [number for number, legal in enumerate(position.legal_mask) if legal] == sorted(position.legal_indices)
    /// True
    #[getter]
    fn legal_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        actions::LUDO.mask(py, self.numbers())
    }

    /// Return the number of a choice, legal or not: its place in ``ACTIONS``.
    ///
    /// Raises parlor.NotationError for another text, and parlor.ParlorError for other values.
    ///
    /// >>> from parlor import ludo
    /// >>> [ludo.Position.index(choice) for choice in ("-", "p", "q", "pq")]
    /// [0, 1, 2, 3]
    #[staticmethod]
    fn index(action: &Bound<'_, PyAny>) -> PyResult<usize> {
        match actions::LUDO.number(action)? {
            Some(number) => Ok(number),
            None => ludo_arguments::read_choice(action).map(number),
        }
    }

    /// Return the choice with a number, 0 to 3: the text in ``ACTIONS``.
    ///
    /// Raises parlor.ParlorError for any other value.
    ///
    /// >>> from parlor import ludo
    /// >>> ludo.Position.action(3)
    /// 'pq'
    #[staticmethod]
    fn action<'py>(index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        actions::LUDO.text_of(index)
    }

    /// Whether a roll is due, of which ``chance_outcomes`` has the chances (L-29).
    ///
    /// >>> from parlor import ludo
    /// >>> start = ludo.Position(["A", "C"])
    /// >>> start.is_chance, start.apply(6).is_chance
    /// (True, False)
    #[getter]
    fn is_chance(&self) -> bool {
        matches!(self.0.phase(), Phase::ToRoll(_))
    }

    /// What each of ``seats`` has got by its place (L-30): 1.0 for the first to 0.0 for the last, in equal
    /// steps; None before the end of the game.
    ///
    /// >>> from parlor import ludo
    /// >>> ludo.Position.parse("A56.E/B3.H/CE.E A 1 C").apply("p").returns
    /// (0.5, 0.0, 1.0)
    #[getter]
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        if !self.0.is_over() {
            return Ok(None);
        }
        let order: Vec<Seat> = self.0.finishing_order().iter().copied().collect();
        let last = order.len().saturating_sub(1).max(1);
        let of = |seat| {
            let place = order.iter().position(|finished| *finished == seat);
            1.0 - place.unwrap_or(last) as f64 / last as f64
        };
        let returns: Vec<f64> = self.0.tokens().seats().iter().map(of).collect();
        PyTuple::new(py, returns).map(Some)
    }

    /// The possible rolls with their probabilities; empty unless a roll is due (L-29).
    ///
    /// >>> from parlor import ludo
    /// >>> [roll for roll, probability in ludo.Position(["A", "C"]).chance_outcomes]
    /// [1, 2, 3, 4, 5, 6]
    #[getter]
    pub(crate) fn chance_outcomes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let rolls: &[Roll] = match self.0.phase() {
            Phase::ToRoll(_) => &Roll::ALL,
            Phase::ToChoose(..) | Phase::Over => &[],
        };
        PyTuple::new(py, rolls.iter().map(|roll| (roll.value(), 1.0 / 6.0)))
    }

    /// A 64-bit hash of the position, the same on every machine and in every version.
    ///
    /// >>> from parlor import ludo
    /// >>> line = "AH.H/CH.H A - -"
    /// >>> ludo.Position(["A", "C"]).stable_hash == ludo.Position.parse(line).stable_hash
    /// True
    #[getter]
    fn stable_hash(&self) -> u64 {
        self.0.stable_hash()
    }

    /// Return the position after an action.
    ///
    /// While a roll is due, ``action`` is the roll, 1 to 6, or a roll with its choice, such as
    /// ``"A6p"``. While a choice is due, it is one of ``legal_moves``, or its number in ``ACTIONS``.
    ///
    /// Rules: L-5 to L-14, L-27 to L-30.
    ///
    /// Raises parlor.PlayError with the rule broken, parlor.NotationError for an invalid text,
    /// parlor.ParlorError for other values.
    ///
    /// >>> from parlor import ludo
    /// >>> print(ludo.Position(["A", "C"]).apply(6).apply("q").apply("A4q"))
    /// AH.4/CH.H C - -
    fn apply(&self, action: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.after(action, &mut ludo_rules::NoEvents)
    }

    /// Return the events of an action, in order, without applying it; none for a bare roll.
    ///
    /// Events are objects of the classes in parlor.ludo. Raises what :meth:`apply` raises.
    ///
    /// >>> from parlor import ludo
    /// >>> ludo.Position.parse("A20.H/B9.H A 3 -").events("p")[1]
    /// Kicked(by='A', seat='B', token='p', space=23)
    fn events<'py>(&self, action: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let mut events = Vec::new();
        self.after(action, &mut events)?;
        let py = action.py();
        tuple(py, events.iter().map(|event| events::object(py, event)))
    }

    /// Play fair rolls and uniformly random choices to the end, and return the result.
    ///
    /// The same ``seed``, 0 to 2**64 - 1, gives the same game on every machine. After ``roll_limit``
    /// rolls with their choices (L-31) the game stops; at most 2**32 - 1. Other threads run meanwhile.
    ///
    /// Raises parlor.ParlorError for an invalid seed or limit.
    ///
    /// >>> from parlor import ludo
    /// >>> playout = ludo.Position(["A", "C"]).random_playout(seed=7)
    /// >>> playout.position.is_over, sorted(playout.places.values())
    /// (True, [(1,), (2,)])
    #[pyo3(
        signature = (seed, *, roll_limit = Keyword::Absent),
        text_signature = "($self, seed, *, roll_limit=10000)"
    )]
    fn random_playout(
        &self,
        py: Python<'_>,
        seed: &Bound<'_, PyAny>,
        roll_limit: Keyword<'_>,
    ) -> PyResult<LudoPlayout> {
        let mut words = random::words(seed)?;
        let limit = roll_limit.or(ludo_rules::DEFAULT_ROLL_LIMIT, |value| {
            random::limit("roll_limit", value)
        })?;
        let position = self.0;
        Ok(LudoPlayout(
            py.detach(|| random_playout(position, limit, &mut words)),
        ))
    }

    /// Return the board as text, 76 columns wide, followed by the player to move or the result.
    ///
    /// >>> from parlor import ludo
    /// >>> print(ludo.Position(["A", "C"]).to_text().splitlines()[-1])
    /// A is to roll.
    fn to_text(&self) -> String {
        let board = parlor_view::ludo::board(self.0.tokens());
        format!("{board}\n\n{}", parlor_view::ludo::turn(&self.0))
    }
}

impl LudoPosition {
    /// The numbers of the legal choices.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = usize> {
        self.0.legal_moves().into_iter().map(number)
    }

    fn after(
        &self,
        action: &Bound<'_, PyAny>,
        events: &mut impl ludo_rules::EventSink,
    ) -> PyResult<Self> {
        let mut position = self.0;
        let played = match read_in(&self.0, action)? {
            ActArgument::Roll(roll) => position.apply_roll(roll),
            ActArgument::Choice(choice) => position.play_into(choice, events),
            ActArgument::Action(action) => position.play_action_into(action, events),
        };
        match played {
            Ok(()) => Ok(Self(position)),
            Err(error) => Err(ludo_arguments::refusal(error.rule(), error, action)),
        }
    }
}
