//! Pushes, actions and positions as text.
//!
//! A push is row, column and direction (`65F`); ending a turn is `end`. A
//! position line lists the rows from the top, the captured reds, the side to
//! move (`w+` if it may push again), the ko push or `-`, and the rules:
//! `ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - c`. Every
//! position has exactly one line, and no other text is accepted.

use core::error::Error;
use core::fmt;
use core::str::FromStr;

use crate::geometry::{Cell, Direction, SIZE};
use crate::marble::{Marble, Side};
use crate::moves::{Action, Move};
use crate::position::Position;
use crate::rules::Rules;
use crate::setup::Setup;
use crate::setup_error::{SetupError, SetupErrors};

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.cell, self.direction)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Push(push) => push.fmt(f),
            Self::End => f.write_str("end"),
        }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, row) in self.cells.iter().enumerate() {
            if number > 0 {
                f.write_str("/")?;
            }
            for stretch in row.chunk_by(|left, right| left.is_none() && right.is_none()) {
                match stretch {
                    [Some(marble)] => write!(f, "{}", marble.letter().to_ascii_lowercase())?,
                    empty => write!(f, "{}", empty.len())?,
                }
            }
        }
        let [white, black] = self.captured;
        let side = self.to_move.letter().to_ascii_lowercase();
        let again = if self.may_push_again { "+" } else { "" };
        write!(f, " w{white}b{black} {side}{again} ")?;
        match self.ko {
            Some(push) => write!(f, "{push}")?,
            None => f.write_str("-")?,
        }
        write!(f, " {}", self.rules.code())
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}

impl FromStr for Direction {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        NotationReader::whole(text, NotationReader::direction)
    }
}

impl FromStr for Move {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        NotationReader::whole(text, NotationReader::push)
    }
}

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        if text == "end" {
            return Ok(Self::End);
        }
        text.parse().map(Self::Push).map_err(|error: ParseError| {
            let expected = match error.column {
                1 => "a push such as 65F, or end",
                _ => error.expected,
            };
            ParseError { expected, ..error }
        })
    }
}

impl FromStr for Setup {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        NotationReader::whole(text, NotationReader::setup)
    }
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let setup: Setup = text.parse()?;
        Ok(setup.try_into()?)
    }
}

/// Reads a text from left to right, and counts the columns.
struct NotationReader<'text> {
    text: &'text str,
    rest: core::str::Chars<'text>,
    column: usize,
}

impl<'text> NotationReader<'text> {
    fn whole<T>(
        text: &'text str,
        read: impl FnOnce(&mut Self) -> Result<T, ParseError>,
    ) -> Result<T, ParseError> {
        let mut reader = Self {
            text,
            rest: text.chars(),
            column: 1,
        };
        let value = read(&mut reader)?;
        match reader.peek() {
            None => Ok(value),
            Some(_) => Err(reader.error("the end of the text")),
        }
    }

    fn error(&self, expected: &'static str) -> ParseError {
        ParseError {
            input: self.text.to_owned(),
            column: self.column,
            expected,
        }
    }

    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn skip(&mut self) {
        self.rest.next();
        self.column += 1;
    }

    /// Takes the next character if `meaning` gives it a value.
    fn take<T>(
        &mut self,
        expected: &'static str,
        meaning: impl FnOnce(char) -> Option<T>,
    ) -> Result<T, ParseError> {
        match self.peek().and_then(meaning) {
            Some(value) => {
                self.skip();
                Ok(value)
            }
            None => Err(self.error(expected)),
        }
    }

    fn expect(&mut self, wanted: char, expected: &'static str) -> Result<(), ParseError> {
        self.take(expected, |found| (found == wanted).then_some(()))
    }

    fn space(&mut self) -> Result<(), ParseError> {
        self.expect(' ', "one space")
    }

    fn coordinate(&mut self, expected: &'static str) -> Result<i64, ParseError> {
        self.take(expected, |found| {
            let digit = found.to_digit(10)?;
            (digit < u32::from(SIZE)).then_some(digit.into())
        })
    }

    fn direction(&mut self) -> Result<Direction, ParseError> {
        self.take("a direction: L, R, F or B", Direction::from_letter)
    }

    fn push(&mut self) -> Result<Move, ParseError> {
        let row = self.coordinate("a row, 0 to 6")?;
        let expected = "a column, 0 to 6";
        let column = self.coordinate(expected)?;
        let cell = Cell::at(row, column).ok_or_else(|| self.error(expected))?;
        let direction = self.direction()?;
        Ok(Move { cell, direction })
    }

    fn setup(&mut self) -> Result<Setup, ParseError> {
        let mut cells = [[None; 7]; 7];
        for (number, row) in cells.iter_mut().enumerate() {
            if number > 0 {
                self.expect('/', "'/' after the seven cells of a row")?;
            }
            self.row(row)?;
        }
        self.space()?;
        self.expect('w', "'w' and White's captured reds")?;
        let white = self.captured()?;
        self.expect('b', "'b' and Black's captured reds")?;
        let black = self.captured()?;
        self.space()?;
        let to_move = self.take("the side to move: w, w+, b or b+", |found| match found {
            'w' => Some(Side::White),
            'b' => Some(Side::Black),
            _ => None,
        })?;
        let may_push_again = self.take("'+' or a space", |found| match found {
            '+' => Some(true),
            ' ' => Some(false),
            _ => None,
        })?;
        if may_push_again {
            self.space()?;
        }
        let ko = if self.peek() == Some('-') {
            self.skip();
            None
        } else {
            Some(self.push()?)
        };
        self.space()?;
        let rules = self.take("the rules: c or t", |found| {
            Rules::ALL.into_iter().find(|rules| rules.code() == found)
        })?;
        Ok(Setup {
            cells,
            captured: [white, black],
            to_move,
            may_push_again,
            ko,
            rules,
        })
    }

    fn row(&mut self, row: &mut [Option<Marble>; 7]) -> Result<(), ParseError> {
        let mut column = 0;
        let mut after_number = false;
        while column < row.len() {
            let left = row.len() - column;
            let (marble, width) = self.take(
                "a marble (w, b, r) or the number of empty cells up to the next one",
                |found| match found {
                    'w' => Some((Some(Marble::White), 1)),
                    'b' => Some((Some(Marble::Black), 1)),
                    'r' => Some((Some(Marble::Red), 1)),
                    _ => {
                        let width = found.to_digit(10)? as usize;
                        ((1..=left).contains(&width) && !after_number).then_some((None, width))
                    }
                },
            )?;
            row[column] = marble;
            column += width;
            after_number = marble.is_none();
        }
        Ok(())
    }

    /// A number of reds; one that no game reaches is for the set-up's own checks
    /// to refuse.
    fn captured(&mut self) -> Result<u8, ParseError> {
        let expected = "a number of captured reds, 0 to 7";
        let mut number = self.take(expected, |found| found.to_digit(10))?;
        while number > 0
            && let Some(digit) = self.peek().and_then(|found| found.to_digit(10))
        {
            number = 10 * number + digit;
            if number > u32::from(u8::MAX) {
                return Err(self.error(expected));
            }
            self.skip();
        }
        u8::try_from(number).map_err(|_| self.error(expected))
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
        write!(f, "column {} of {:?}: ", self.column, self.input)?;
        match self.input.chars().nth(self.column.saturating_sub(1)) {
            Some(found) => write!(f, "found {found:?}, expected {}", self.expected),
            None => write!(f, "the text ends, expected {}", self.expected),
        }
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
