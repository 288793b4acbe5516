//! The text forms of choices, actions and positions.

use core::error::Error;
use core::fmt;
use core::str::FromStr;

use crate::geometry::{Roll, Step};
use crate::moves::{Action, Move};
use crate::position::{FinishingOrder, Phase, Position, RollKind};
use crate::seat::{Seat, SeatSet};
use crate::setup::Setup;
use crate::setup_error::{SetupError, SetupErrors};

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::P => "p",
            Self::Q => "q",
            Self::Stack => "pq",
            Self::Pass => "-",
        })
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut reader = NotationReader::new(text);
        let choice = reader.choice()?;
        reader.end()?;
        Ok(choice)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seat, roll, choice } = self;
        write!(f, "{seat}{roll}{choice}")
    }
}

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut reader = NotationReader::new(text);
        let action = Self {
            seat: reader.seat()?,
            roll: reader.roll()?,
            choice: reader.choice()?,
        };
        reader.end()?;
        Ok(action)
    }
}

impl fmt::Display for FinishingOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        self.iter().try_for_each(|seat| write!(f, "{seat}"))
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (seat, [p, q])) in self.tokens().iter().enumerate() {
            let separator = if place == 0 { "" } else { "/" };
            write!(f, "{separator}{seat}{}.{}", StepWord(p), StepWord(q))?;
        }
        match self.to_act() {
            Some(seat) => write!(f, " {seat} ")?,
            None => f.write_str(" - ")?,
        }
        match self.phase() {
            Phase::ToRoll(RollKind::First) | Phase::Over => f.write_str("-")?,
            Phase::ToRoll(RollKind::Bonus) => f.write_str("+")?,
            Phase::ToChoose(RollKind::First, roll) => write!(f, "{roll}")?,
            Phase::ToChoose(RollKind::Bonus, roll) => write!(f, "{roll}b")?,
        }
        write!(f, " {}", self.finishing_order())
    }
}

impl FromStr for Setup {
    type Err = ParseError;

    fn from_str(line: &str) -> Result<Self, ParseError> {
        setup(line)
    }
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(line: &str) -> Result<Self, PositionError> {
        Ok(Self::try_from(setup(line)?)?)
    }
}

/// A step as position lines write it: `H`, `R`, `E` or the count.
struct StepWord(Step);

impl fmt::Display for StepWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(step) = self;
        if step.is_in_yard() {
            f.write_str("H")
        } else if step.is_ready() {
            f.write_str("R")
        } else if step.is_finished() {
            f.write_str("E")
        } else {
            step.fmt(f)
        }
    }
}

/// Reads a position line without checking that the position is possible.
fn setup(line: &str) -> Result<Setup, ParseError> {
    let mut reader = NotationReader::new(line);
    let mut tokens: Vec<(Seat, [i64; 2])> = Vec::new();
    loop {
        let previous = tokens.last().map(|&(seat, _)| seat);
        let seat = reader.seat_after(previous)?;
        let p = reader.step()?;
        reader.expect('.', "`.` between the tokens")?;
        let q = reader.step()?;
        tokens.push((seat, [p, q]));
        match reader.peek() {
            Some('/') => reader.skip(),
            Some(' ') => break,
            _ => return Err(reader.error("`/` and the next seat, or a space")),
        }
    }
    reader.expect(' ', "a space")?;
    let to_act = reader.or_dash(
        NotationReader::seat,
        "the seat to act, or `-` after the end",
    )?;
    reader.expect(' ', "a space")?;
    let phase = if to_act.is_some() {
        reader.phase()?
    } else {
        reader.expect('-', "`-`, as nobody is to act")?;
        Phase::Over
    };
    reader.expect(' ', "a space")?;
    let finished = reader.finishers()?;
    reader.end()?;
    Ok(Setup {
        tokens,
        to_act,
        phase,
        finished,
    })
}

/// Reads a text from left to right, and remembers the rest.
struct NotationReader<'a> {
    input: &'a str,
    rest: &'a str,
}

impl<'a> NotationReader<'a> {
    const fn new(input: &'a str) -> Self {
        Self { input, rest: input }
    }

    fn error(&self, expected: &'static str) -> ParseError {
        let read = &self.input[..self.input.len() - self.rest.len()];
        ParseError {
            input: self.input.to_owned(),
            column: read.chars().count() + 1,
            expected,
        }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn skip(&mut self) {
        let mut rest = self.rest.chars();
        rest.next();
        self.rest = rest.as_str();
    }

    fn expect(&mut self, wanted: char, expected: &'static str) -> Result<(), ParseError> {
        self.take(|found| (found == wanted).then_some(()), expected)
    }

    /// Reads the next character if `meaning` gives it a value.
    fn take<T>(
        &mut self,
        meaning: impl FnOnce(char) -> Option<T>,
        expected: &'static str,
    ) -> Result<T, ParseError> {
        let value = self
            .peek()
            .and_then(meaning)
            .ok_or_else(|| self.error(expected))?;
        self.skip();
        Ok(value)
    }

    fn end(&self) -> Result<(), ParseError> {
        if self.rest.is_empty() {
            Ok(())
        } else {
            Err(self.error("nothing more"))
        }
    }

    fn seat(&mut self) -> Result<Seat, ParseError> {
        self.take(Seat::from_letter, "a seat, A to D")
    }

    /// Reads a seat that comes after another one in the order of a line.
    fn seat_after(&mut self, previous: Option<Seat>) -> Result<Seat, ParseError> {
        let here = Self { ..*self };
        let seat = self.seat()?;
        if previous.is_none_or(|previous| previous < seat) {
            Ok(seat)
        } else {
            Err(here.error("a later seat; a line lists them in the order A, B, C, D"))
        }
    }

    fn roll(&mut self) -> Result<Roll, ParseError> {
        let roll = |digit: char| Roll::new(i64::from(digit.to_digit(10)?)).ok();
        self.take(roll, "a roll, 1 to 6")
    }

    fn choice(&mut self) -> Result<Move, ParseError> {
        const EXPECTED: &str = "`p`, `q`, `pq` or `-`";
        let choice = |letter| match letter {
            'p' => Some(Move::P),
            'q' => Some(Move::Q),
            '-' => Some(Move::Pass),
            _ => None,
        };
        let choice = self.take(choice, EXPECTED)?;
        if choice == Move::P && self.peek() == Some('q') {
            self.skip();
            return Ok(Move::Stack);
        }
        Ok(choice)
    }

    /// Reads `H`, `R`, `E` or a count, as a number.
    fn step(&mut self) -> Result<i64, ParseError> {
        const EXPECTED: &str = "`H`, `R`, `E` or a step count, 1 to 56";
        let named = |letter| match letter {
            'H' => Some(Step::YARD),
            'R' => Some(Step::READY),
            'E' => Some(Step::FINISHED),
            _ => None,
        };
        if let Some(step) = self.peek().and_then(named) {
            self.skip();
            return Ok(i64::from(step.value()));
        }
        let here = Self { ..*self };
        let digits = self
            .rest
            .find(|letter: char| !letter.is_ascii_digit())
            .unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at(digits);
        self.rest = rest;
        // One way to write each step: no leading zero, no number for H, R and E.
        number
            .parse()
            .ok()
            .filter(|count| (1..=56).contains(count) && !number.starts_with('0'))
            .ok_or_else(|| here.error(EXPECTED))
    }

    fn phase(&mut self) -> Result<Phase, ParseError> {
        const EXPECTED: &str = "`-`, `+`, or a roll in hand, 1 to 6";
        match self.peek() {
            Some('-') => {
                self.skip();
                Ok(Phase::ToRoll(RollKind::First))
            }
            Some('+') => {
                self.skip();
                Ok(Phase::ToRoll(RollKind::Bonus))
            }
            _ => {
                let here = Self { ..*self };
                let roll = self.roll().map_err(|_| here.error(EXPECTED))?;
                let kind = if self.peek() == Some('b') {
                    self.skip();
                    RollKind::Bonus
                } else {
                    RollKind::First
                };
                Ok(Phase::ToChoose(kind, roll))
            }
        }
    }

    fn or_dash<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, ParseError>,
        expected: &'static str,
    ) -> Result<Option<T>, ParseError> {
        if self.peek() == Some('-') {
            self.skip();
            return Ok(None);
        }
        let here = Self { ..*self };
        read(self).map(Some).map_err(|_| here.error(expected))
    }

    /// Reads `-`, or seats written together, each once.
    fn finishers(&mut self) -> Result<Vec<Seat>, ParseError> {
        const EXPECTED: &str = "the finishers in order, or `-`";
        let Some(first) = self.or_dash(Self::seat, EXPECTED)? else {
            return Ok(Vec::new());
        };
        let mut finished = vec![first];
        let mut seen = SeatSet::from_iter([first]);
        while self.peek().is_some() {
            let here = Self { ..*self };
            let seat = self.seat()?;
            if !seen.insert(seat) {
                return Err(here.error("another seat; a finisher has one place"));
            }
            finished.push(seat);
        }
        Ok(finished)
    }
}

/// A text that does not follow a notation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ParseError {
    /// The whole text.
    pub input: String,
    /// Where it goes wrong, in characters from 1; one past the last character
    /// if the text ends too early.
    pub column: usize,
    /// What would be right there.
    pub expected: &'static str,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            input,
            column,
            expected,
        } = self;
        write!(f, "column {column} of {input:?}: expected {expected}")
    }
}

impl Error for ParseError {}

/// Why a line is no position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PositionError {
    /// The line does not follow the notation.
    Notation(ParseError),
    /// It does, but the position is impossible.
    Setup(SetupErrors),
}

impl PositionError {
    /// The id of the first rule that makes the position impossible; `None` if the line does not
    /// follow the notation.
    pub fn rule(&self) -> Option<&'static str> {
        match self {
            Self::Notation(_) => None,
            Self::Setup(SetupErrors(errors)) => errors.first().map(SetupError::rule),
        }
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Notation(error) => error.fmt(f),
            Self::Setup(errors) => errors.fmt(f),
        }
    }
}

impl Error for PositionError {}

impl From<ParseError> for PositionError {
    fn from(error: ParseError) -> Self {
        Self::Notation(error)
    }
}

impl From<SetupErrors> for PositionError {
    fn from(errors: SetupErrors) -> Self {
        Self::Setup(errors)
    }
}
