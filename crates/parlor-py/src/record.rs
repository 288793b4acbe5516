//! `parlor.record`: the record of a game.

mod arguments;
mod begin;
mod kind;
mod of_game;
mod push;
mod reading;

use std::num::NonZeroU32;

use ludo_rules::{Rules, Tokens};
use parlor_game::{Game, Kuba, Ludo};
use parlor_record::record::{self, AnyRecord, Clock, Ending, ScriptRecord, SeatEntry};
use parlor_view::{Shown, replay};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyIterator, PyList, PyTuple};

use crate::errors::{self, showing};
use crate::kuba_position::KubaPosition;
use crate::ludo_position::LudoPosition;
use crate::names;
use crate::pictures;
use crate::script;
use crate::values::{Keyword, integer, is_integer, tuple};
pub(crate) use arguments::limit;
pub(crate) use kind::{AnyPosition, RecordGame};
pub(crate) use of_game::{Header, unscripted};

/// The record of a game: who played, by which rules, what was done, and how it ended.
///
/// ``game`` is ``"ludo"`` or ``"kuba"``, ``seats`` an iterable of the seats that play; the one named
/// first begins (L-28, K-11). ``rules`` is the name of a rule set, ``names`` a dict of seats and
/// names, ``date`` a date such as ``"2026-11-20"`` or a date and time as in RFC 3339, ``limit`` the
/// number of rolls or pushes after which the game stops (L-31, K-13), ``start`` the first position.
///
/// A record is always valid: illegal actions are refused, and reading a record replays it. Records
/// compare by value and pickle as their text. ``len`` is the number of plies.
///
/// Raises parlor.RecordError, parlor.RulesError, parlor.SeatError, or parlor.ParlorError for values
/// of a wrong type.
///
/// >>> from parlor import Record
/// >>> record = Record("kuba", ["W", "B"], rules="tournament", names={"W": "Ann"})
/// >>> record.push("65F")
/// >>> record.push("05B", comment="the mirror image")
/// >>> record
/// <Record of kuba, 2 plies, under way>
/// >>> Record.read(record.to_text()) == record
/// True
#[pyclass(eq, module = "parlor.record")]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record(AnyRecord);

/// The value of an expression for the record in an [`AnyRecord`], of whichever kind, or of two
/// expressions: one for the record of a live game, one for that of a scripted game.
macro_rules! for_record {
    ($any:expr, $record:ident => $value:expr) => {
        for_record!($any, live $record => $value, scripted $record => $value)
    };
    ($any:expr, live $live:ident => $of_live:expr, scripted $script:pat => $of_script:expr) => {
        match $any {
            AnyRecord::Ludo($live) => $of_live,
            AnyRecord::Kuba($live) => $of_live,
            AnyRecord::LudoScript($script) => $of_script,
        }
    };
}

/// The kind of a record, which never changes.
#[derive(Clone, Copy, Debug)]
enum RecordKind {
    Ludo,
    Kuba,
    Script,
}

impl RecordKind {
    fn of(record: &Record) -> Self {
        match &record.0 {
            AnyRecord::Ludo(_) => Self::Ludo,
            AnyRecord::Kuba(_) => Self::Kuba,
            AnyRecord::LudoScript(_) => Self::Script,
        }
    }
}

impl Record {
    /// The seats in their order, and the names of the players.
    fn players(&self) -> Vec<(char, Option<String>)> {
        fn of<G: Game>(players: &[SeatEntry<G::Seat>]) -> Vec<(char, Option<String>)> {
            let players = players.iter();
            players
                .map(|player| (G::letter(player.seat), player.name.clone()))
                .collect()
        }
        match &self.0 {
            AnyRecord::Ludo(record) => of::<Ludo>(&record.opening().players),
            AnyRecord::Kuba(record) => of::<Kuba>(&record.opening().players),
            AnyRecord::LudoScript(record) => of::<Ludo>(record.players()),
        }
    }

    /// Groups of seats by their places.
    fn groups(&self) -> Option<Vec<Vec<char>>> {
        fn of<G: Game>(record: &record::Record<G>) -> Option<Vec<Vec<char>>> {
            let letters = |group: &Vec<G::Seat>| group.iter().copied().map(G::letter).collect();
            Some(record.result()?.groups().iter().map(letters).collect())
        }
        for_record!(&self.0, live record => of(record), scripted _ => None)
    }

    /// The position after this many plies; `None` for a scripted game, which has none.
    fn position_after(&self, plies: usize) -> Option<AnyPosition> {
        match &self.0 {
            AnyRecord::Ludo(record) => {
                let position = *record.at(plies)?.position();
                Some(AnyPosition::Ludo(LudoPosition(position)))
            }
            AnyRecord::Kuba(record) => {
                let position = *record.at(plies)?.position();
                Some(AnyPosition::Kuba(KubaPosition(position)))
            }
            AnyRecord::LudoScript(_) => None,
        }
    }

    /// Ludo's tokens after this many plies.
    fn tokens_after(&self, plies: usize) -> Option<Tokens> {
        match &self.0 {
            AnyRecord::Ludo(record) => Some(*record.at(plies)?.position().tokens()),
            AnyRecord::Kuba(_) => None,
            AnyRecord::LudoScript(record) => record.at(plies),
        }
    }

    /// The state after this many plies, which the record has.
    fn snapshot(&self, plies: usize) -> Box<dyn Shown> {
        let replayed = replay(&self.0).nth(plies);
        replayed
            .expect("the number was checked against the length")
            .state
    }

    /// The result of `ask`, during which alone the record is borrowed: making Python's tuples and lists
    /// may collect garbage and so run any code.
    fn ask<T>(slf: &Bound<'_, Self>, ask: impl FnOnce(&Self) -> T) -> T {
        ask(&slf.borrow())
    }

    /// A tuple of the items that `ask` lists.
    fn tuple<'py, T: IntoPyObject<'py>>(
        slf: &Bound<'py, Self>,
        ask: impl FnOnce(&Self) -> Vec<T>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(slf.py(), Self::ask(slf, ask))
    }

    /// The record in a value of this class, or read from its text.
    ///
    /// # Errors
    /// Those of [`Record::read`].
    pub(crate) fn held(value: &Bound<'_, PyAny>) -> PyResult<AnyRecord> {
        match value.cast::<Self>() {
            Ok(record) => Ok(Self::ask(record, |record| record.0.clone())),
            Err(_) => reading::one(value),
        }
    }

    /// The requested number of plies; all by default.
    ///
    /// # Errors
    /// `RecordError` for more plies than the record has, `ParlorError` for anything but an integer.
    fn count(slf: &Bound<'_, Self>, plies: Option<&Bound<'_, PyAny>>) -> PyResult<usize> {
        let asked = plies.map(integer::<usize>).transpose()?;
        let length = Self::ask(slf, |record| record.0.length());
        let Some(value) = plies else {
            return Ok(length);
        };
        match asked.flatten() {
            Some(count) if count <= length => Ok(count),
            None if !is_integer(value) => Err(errors::invalid(value, |shown| {
                format!("{shown} is no number of plies; give an integer from 0 to {length}")
            })),
            _ => Err(showing(value, |shown| {
                let message =
                    format!("{shown} is no number of plies; this record has 0 to {length}");
                arguments::refusal(value, &message)
            })),
        }
    }
}

#[pymethods]
impl Record {
    #[new]
    #[pyo3(
        signature = (game, seats, *, rules = None, names = None, date = None, limit = None, start = None),
        text_signature = "(game, seats, *, rules=None, names=None, date=None, limit=None, start=None)"
    )]
    fn new(
        game: &Bound<'_, PyAny>,
        seats: &Bound<'_, PyAny>,
        rules: Option<&Bound<'_, PyAny>>,
        names: Option<&Bound<'_, PyAny>>,
        date: Option<&Bound<'_, PyAny>>,
        limit: Option<&Bound<'_, PyAny>>,
        start: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let given = begin::OpeningArguments {
            seats,
            rules,
            names,
            date,
            limit,
            start,
        };
        begin::record(game, &given).map(Self)
    }

    /// Return the record of a scripted game of Ludo, as ``LudoGame.play_game`` plays it.
    ///
    /// Rules: L-15 to L-21. Players and turns are those of ``play_game``; the other arguments those
    /// of a Record. The record is complete: no plies can be added.
    ///
    /// Raises parlor.ScriptError for an invalid script, and what a Record raises.
    ///
    /// >>> from parlor import Record
    /// >>> record = Record.scripted(["A", "B"], [("A", 6), ("A", 4)], names={"A": "Ann"})
    /// >>> record.explain()[1]
    /// 'A rolled 4: p moves from R to 4, the only one that can (L-14).'
    #[staticmethod]
    #[pyo3(
        signature = (players, turns, *, names = None, date = None),
        text_signature = "(players, turns, *, names=None, date=None)"
    )]
    fn scripted(
        players: &Bound<'_, PyAny>,
        turns: &Bound<'_, PyAny>,
        names: Option<&Bound<'_, PyAny>>,
        date: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let script = script::read(players, turns)?;
        let mut record = ScriptRecord::new(&script);
        for (seat, name) in arguments::names::<Ludo>(names, script.players())? {
            record.set_name(seat, name);
        }
        record.date = date.map(arguments::date).transpose()?;
        Ok(Self(record.into()))
    }

    /// Return the record in a text, which is in the text form or JSON.
    ///
    /// The game is replayed by its rules (docs/formats/record.md describes both forms).
    ///
    /// Raises parlor.RecordError with line, column and ply of the first error; parlor.ParlorError for
    /// anything but a string.
    ///
    /// >>> from parlor import Record
    /// >>> Record.read("parlor-record 1\ngame: ludo\nseats: A, C\n\nA6p A6q C5-").actions
    /// ('A6p', 'A6q', 'C5-')
    #[staticmethod]
    fn read(text: &Bound<'_, PyAny>) -> PyResult<Self> {
        reading::one(text).map(Self)
    }

    /// Return a list of all records in a text.
    ///
    /// In the text form a line ``parlor-record 1`` begins the next record; JSON has one per line.
    ///
    /// Raises what :meth:`read` raises, with the line in the whole text.
    ///
    /// >>> from parlor import Record
    /// >>> one = Record("kuba", ["W", "B"]).to_text()
    /// >>> len(Record.read_all(one + one))
    /// 2
    #[staticmethod]
    fn read_all(text: &Bound<'_, PyAny>) -> PyResult<Vec<Self>> {
        let records = reading::every(text)?;
        Ok(records.into_iter().map(Self).collect())
    }

    /// Return the record in the text form.
    ///
    /// >>> from parlor import Record
    /// >>> print(Record("kuba", ["W", "B"]).to_text().splitlines()[0])
    /// parlor-record 1
    fn to_text(&self) -> String {
        self.0.to_text()
    }

    /// Return the record as one line of JSON.
    ///
    /// >>> import json
    /// >>> from parlor import Record
    /// >>> json.loads(Record("kuba", ["W", "B"]).to_json())["seats"]
    /// [{'seat': 'W'}, {'seat': 'B'}]
    fn to_json(&self) -> String {
        self.0.to_json()
    }

    /// The name of the game, ``"ludo"`` or ``"kuba"``.
    ///
    /// >>> from parlor import Record
    /// >>> Record("kuba", ["W", "B"]).game
    /// 'kuba'
    #[getter]
    fn game(&self) -> &'static str {
        self.0.game()
    }

    /// The name of the rule set.
    ///
    /// >>> from parlor import Record
    /// >>> Record("kuba", ["W", "B"]).rules
    /// 'classroom'
    #[getter]
    fn rules(&self) -> String {
        for_record!(
            &self.0,
            live record => record.opening().rules.to_string(),
            scripted _ => Rules::Classic.to_string()
        )
    }

    /// Whether it is a scripted game of Ludo (L-19).
    ///
    /// >>> from parlor import Record
    /// >>> Record.scripted(["A", "B"], []).is_scripted
    /// True
    #[getter]
    fn is_scripted(&self) -> bool {
        matches!(self.0, AnyRecord::LudoScript(_))
    }

    /// The seats that play; the one named first begins (L-28, K-11).
    ///
    /// >>> from parlor import Record
    /// >>> Record("ludo", ["C", "A"]).seats
    /// ('C', 'A')
    #[getter]
    fn seats<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        Self::tuple(slf, |record| {
            let players = record.players().into_iter();
            players.map(|(seat, _)| seat).collect()
        })
    }

    /// The names of the seats that have one.
    ///
    /// >>> from parlor import Record
    /// >>> Record("ludo", ["C", "A"], names={"A": "Ann"}).names
    /// {'A': 'Ann'}
    #[getter]
    fn names<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let players = Self::ask(slf, Self::players);
        let names = PyDict::new(slf.py());
        for (seat, name) in players {
            if let Some(name) = name {
                names.set_item(seat, name)?;
            }
        }
        Ok(names)
    }

    /// The date as it was written, or None.
    ///
    /// >>> from parlor import Record
    /// >>> Record("ludo", ["C", "A"], date="2026-11-20").date
    /// '2026-11-20'
    #[getter]
    fn date(&self) -> Option<&str> {
        let date = for_record!(
            &self.0,
            live record => &record.opening().date,
            scripted record => &record.date
        );
        Some(date.as_ref()?.as_str())
    }

    /// The number of rolls (L-31) or pushes (K-13) after which the game stops, or None.
    ///
    /// >>> from parlor import Record
    /// >>> Record("kuba", ["W", "B"], limit=1000).limit
    /// 1000
    #[getter]
    fn limit(&self) -> Option<u32> {
        let limit = for_record!(
            &self.0,
            live record => record.opening().limit,
            scripted _ => None
        );
        limit.map(NonZeroU32::get)
    }

    /// The first position; None in a scripted game.
    ///
    /// >>> from parlor import Record
    /// >>> Record("ludo", ["C", "A"]).start
    /// parlor.ludo.Position.parse('AH.H/CH.H C - -')
    #[getter]
    fn start(slf: &Bound<'_, Self>) -> Option<AnyPosition> {
        Self::ask(slf, |record| record.position_after(0))
    }

    /// The actions, ply by ply, in record notation.
    ///
    /// A last roll whose choice is still due is ``"A6"``, as are all rolls of a scripted game.
    ///
    /// >>> from parlor import Record
    /// >>> Record.scripted(["A", "B"], [("A", 6), ("B", 1)]).actions
    /// ('A6', 'B1')
    #[getter]
    fn actions<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        Self::tuple(slf, |record| {
            for_record!(&record.0, record => {
                let plies = record.plies().iter();
                plies.map(|ply| ply.act().to_string()).collect()
            })
        })
    }

    /// The comment on each ply, or None.
    ///
    /// >>> from parlor import Record
    /// >>> record = Record("kuba", ["W", "B"])
    /// >>> record.push("65F", comment="hello")
    /// >>> record.comments
    /// ('hello',)
    #[getter]
    fn comments<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        Self::tuple(slf, |record| {
            for_record!(&record.0, record => {
                let plies = record.plies().iter();
                plies.map(|ply| ply.notes.comment.clone()).collect()
            })
        })
    }

    /// The milliseconds left on the mover's clock after each ply, or None.
    ///
    /// >>> from parlor import Record
    /// >>> record = Record("kuba", ["W", "B"])
    /// >>> record.push("65F", clock=581_500)
    /// >>> record.clocks
    /// (581500,)
    #[getter]
    fn clocks<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        Self::tuple(slf, |record| {
            for_record!(&record.0, record => {
                let plies = record.plies().iter();
                plies.map(|ply| ply.notes.clock.map(Clock::milliseconds)).collect()
            })
        })
    }

    /// The places: groups of seats, best first, where seats that share places are in one group; None
    /// during the game, if it was abandoned, and in a scripted game.
    ///
    /// >>> from parlor import Record
    /// >>> record = Record("kuba", ["W", "B"])
    /// >>> record.finish("agreement")
    /// >>> record.result
    /// (('W', 'B'),)
    #[getter]
    fn result<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let py = slf.py();
        let groups = Self::ask(slf, Self::groups);
        groups
            .map(|groups| tuple(py, groups.iter().map(|group| PyTuple::new(py, group))))
            .transpose()
    }

    /// Why the game is over: the id of a rule, such as ``"K-8"``, or ``"resignation"``,
    /// ``"agreement"``, ``"time"`` or ``"abandoned"``; None during the game, and in a scripted game.
    ///
    /// >>> from parlor import Record, kuba
    /// >>> start = kuba.Position.parse("5wb/7/7/7/7/7/7 w0b0 w - c")
    /// >>> record = Record("kuba", ["W", "B"], start=start)
    /// >>> record.push("05R")
    /// >>> record.ending, record.result
    /// ('K-9', (('W',), ('B',)))
    #[getter]
    fn ending(&self) -> Option<&'static str> {
        let ending = for_record!(&self.0, live record => record.ending(), scripted _ => None);
        ending.map(Ending::as_str)
    }

    /// The checksum of the record's content, 16 hexadecimal digits, the same in both forms.
    ///
    /// >>> from parlor import Record
    /// >>> record = Record("kuba", ["W", "B"])
    /// >>> record.checksum in record.to_text(), record.checksum in record.to_json()
    /// (True, True)
    #[getter]
    fn checksum(&self) -> String {
        self.0.checksum()
    }

    /// Add an action, with an optional comment and clock.
    ///
    /// ``action`` is what ``Position.apply`` takes; a roll and its choice become one ply.
    /// ``comment`` is any text, ``clock`` the milliseconds left on the mover's clock.
    ///
    /// Raises parlor.PlayError with the rule broken, parlor.NotationError for an invalid text,
    /// parlor.RecordError for a scripted game; then the record is unchanged.
    ///
    /// >>> from parlor import Record
    /// >>> record = Record("ludo", ["A", "C"])
    /// >>> record.push(6)
    /// >>> record.push("p")
    /// >>> record.push("A4p")
    /// >>> record.actions
    /// ('A6p', 'A4p')
    #[pyo3(
        signature = (action, *, comment = None, clock = None),
        text_signature = "($self, action, *, comment=None, clock=None)"
    )]
    fn push(
        slf: &Bound<'_, Self>,
        action: &Bound<'_, PyAny>,
        comment: Option<&Bound<'_, PyAny>>,
        clock: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        match Self::ask(slf, RecordKind::of) {
            RecordKind::Ludo => push::push::<Ludo>(slf, action, comment, clock),
            RecordKind::Kuba => push::push::<Kuba>(slf, action, comment, clock),
            RecordKind::Script => Err(arguments::refusal(
                action,
                "a scripted game is recorded whole; nothing is added to it",
            )),
        }
    }

    /// Replace the comment on a ply, counted from 1; None removes it.
    ///
    /// Raises parlor.RecordError if there is no such ply, parlor.ParlorError for an invalid comment.
    ///
    /// >>> from parlor import Record
    /// >>> record = Record.scripted(["A", "B"], [("A", 6)])
    /// >>> record.annotate(1, "out at once")
    /// >>> record.comments
    /// ('out at once',)
    fn annotate(
        slf: &Bound<'_, Self>,
        ply: &Bound<'_, PyAny>,
        comment: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let words = (!comment.is_none()).then(|| arguments::text("comment", comment));
        let words = words.transpose()?;
        let number = Self::count(slf, Some(ply))?;
        if number == 0 {
            let message = "plies are counted from 1; with 0, the start, nothing can be noted";
            return Err(arguments::refusal(ply, message));
        }
        let mut record = slf.borrow_mut();
        if let Some(notes) = for_record!(&mut record.0, record => record.notes_mut(number)) {
            notes.comment = words;
        }
        Ok(())
    }

    /// End a game that the rules have not ended.
    ///
    /// ``ending`` is ``"resignation"`` or ``"time"`` with the ``winner``'s seat, ``"agreement"`` on a
    /// draw, or ``"abandoned"``. More than two players can only abandon a game.
    ///
    /// Raises parlor.RecordError if the game cannot end so; then the record is unchanged.
    ///
    /// >>> from parlor import Record
    /// >>> record = Record("kuba", ["W", "B"])
    /// >>> record.finish("resignation", winner="B")
    /// >>> record.result
    /// (('B',), ('W',))
    #[pyo3(
        signature = (ending, *, winner = None),
        text_signature = "($self, ending, *, winner=None)"
    )]
    fn finish(
        slf: &Bound<'_, Self>,
        ending: &Bound<'_, PyAny>,
        winner: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        match Self::ask(slf, RecordKind::of) {
            RecordKind::Ludo => push::finish::<Ludo>(slf, ending, winner),
            RecordKind::Kuba => push::finish::<Kuba>(slf, ending, winner),
            RecordKind::Script => Err(arguments::refusal(ending, "a scripted game has no ending")),
        }
    }

    /// Return the position after the first ``plies`` plies; 0 is the start.
    ///
    /// It is a parlor.ludo.Position or a parlor.kuba.Position.
    ///
    /// Raises parlor.RecordError if there are fewer plies, and for a scripted game, which has no turns
    /// and so no positions (L-19): use :meth:`spaces`.
    ///
    /// >>> from parlor import Record
    /// >>> record = Record("ludo", ["A", "C"])
    /// >>> record.push("A6p")
    /// >>> print(record.position(1))
    /// AR.H/CH.H A + -
    fn position(slf: &Bound<'_, Self>, plies: &Bound<'_, PyAny>) -> PyResult<AnyPosition> {
        let count = Self::count(slf, Some(plies))?;
        let position = Self::ask(slf, |record| record.position_after(count));
        position.ok_or_else(|| {
            let message = "a scripted game has no positions (L-19); ask for its spaces";
            arguments::refusal(plies, message)
        })
    }

    /// Return the spaces of Ludo's tokens after the first ``plies`` plies, or at the end: the names of
    /// the spaces of ``p`` and ``q`` by seat (L-4).
    ///
    /// Raises parlor.RecordError if there are fewer plies, and for Kuba.
    ///
    /// >>> from parlor import Record
    /// >>> record = Record.scripted(["A", "B"], [("A", 6), ("A", 4)])
    /// >>> record.spaces(1), record.spaces()
    /// ({'A': ('R', 'H'), 'B': ('H', 'H')}, {'A': ('4', 'H'), 'B': ('H', 'H')})
    #[pyo3(signature = (plies = None), text_signature = "($self, plies=None)")]
    fn spaces<'py>(
        slf: &Bound<'py, Self>,
        plies: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let count = Self::count(slf, plies)?;
        let (players, tokens) =
            Self::ask(slf, |record| (record.players(), record.tokens_after(count)));
        let Some(tokens) = tokens else {
            let message = "a game of kuba has no spaces; ask for its position";
            return Err(arguments::refusal(slf, message));
        };
        let seats = players.iter().filter_map(|(letter, _)| Ludo::seat(*letter));
        names::spaces(slf.py(), seats, &tokens)
    }

    /// Return a list with a sentence for each ply.
    ///
    /// >>> from parlor import Record
    /// >>> record = Record("kuba", ["W", "B"], names={"W": "Ann"})
    /// >>> record.push("65F")
    /// >>> record.explain()
    /// ['Ann pushes 65F: 2 marbles move forward (K-4).']
    fn explain<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyList>> {
        let sentences = Self::ask(slf, |record| {
            let replayed = replay(&record.0);
            replayed
                .filter_map(|replayed| replayed.sentence())
                .collect::<Vec<_>>()
        });
        PyList::new(slf.py(), sentences)
    }

    /// Return the board after the first ``at`` plies, or at the end, as an SVG document with the trail
    /// of the last ply.
    ///
    /// ``theme`` is that of ``Position.to_svg``.
    ///
    /// Raises parlor.RecordError if there are fewer plies, parlor.ParlorError for another theme.
    ///
    /// >>> from parlor import Record
    /// >>> record = Record("kuba", ["W", "B"], names={"W": "Ann", "B": "Bob"})
    /// >>> record.push("65F")
    /// >>> 'trail"' in record.to_svg(), 'trail"' in record.to_svg(at=0)
    /// (True, False)
    #[pyo3(
        signature = (at = None, *, theme = Keyword::Absent),
        text_signature = "($self, at=None, *, theme='auto')"
    )]
    fn to_svg(
        slf: &Bound<'_, Self>,
        at: Option<&Bound<'_, PyAny>>,
        theme: Keyword<'_>,
    ) -> PyResult<String> {
        let style = pictures::style(theme)?;
        let count = Self::count(slf, at)?;
        let snapshot = Self::ask(slf, |record| record.snapshot(count));
        Ok(pictures::drawn(style, |options| snapshot.svg(options)))
    }

    /// The picture for notebooks.
    fn _repr_svg_(&self) -> String {
        let snapshot = self.snapshot(self.0.length());
        pictures::in_notebook(|options| snapshot.svg(options))
    }

    fn __len__(&self) -> usize {
        self.0.length()
    }

    /// Iterates over pairs of each position and the action in it, as they are now.
    ///
    /// Raises parlor.RecordError for a scripted game, which has no positions (L-19).
    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyIterator>> {
        let plies = Self::ask(slf, |record| {
            let actions: Vec<String> = for_record!(&record.0, record => {
                let plies = record.plies().iter();
                plies.map(|ply| ply.act().to_string()).collect()
            });
            let plies = actions.into_iter().enumerate();
            let plies = plies.map(|(ply, action)| Some((record.position_after(ply)?, action)));
            plies
                .collect::<Option<Vec<_>>>()
                .filter(|_| !record.is_scripted())
        });
        let plies = plies.ok_or_else(|| {
            let message = "a scripted game has no positions (L-19); iterate over its actions";
            arguments::refusal(slf.as_any(), message)
        })?;
        PyList::new(slf.py(), plies)?.try_iter()
    }

    fn __str__(&self) -> String {
        self.0.to_text()
    }

    fn __repr__(&self) -> String {
        let plies = self.0.length();
        let plural = if plies == 1 { "y" } else { "ies" };
        let how = match (self.ending(), self.groups()) {
            _ if self.is_scripted() => "scripted".to_owned(),
            (None, _) => "under way".to_owned(),
            (Some(ending), None) => ending.to_owned(),
            (Some(ending), Some(groups)) => match groups.first().map(Vec::as_slice) {
                Some([winner]) => format!("{winner} won by {ending}"),
                _ => format!("drawn by {ending}"),
            },
        };
        format!("<Record of {}, {plies} pl{plural}, {how}>", self.game())
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        static UNPICKLE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let text = slf.borrow().to_text();
        let unpickle = UNPICKLE.import(slf.py(), "parlor._native", "_record")?;
        Ok((unpickle.clone(), (text,)))
    }
}

/// The record of a text, for pickles.
#[pyfunction]
pub(crate) fn _record(text: &Bound<'_, PyAny>) -> PyResult<Record> {
    Record::read(text)
}
