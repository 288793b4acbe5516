//! Files of puzzles: JSON Lines, one puzzle a line.

use parlor_record::decimals;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::id::PuzzleId;

/// A puzzle that is written as a line of JSON.
pub trait Line: Sized {
    /// The line as it is written, unchecked.
    type Written: DeserializeOwned + Serialize;
    /// Why what is written is no puzzle.
    type Error: core::error::Error;

    /// Checks what is written.
    ///
    /// # Errors
    /// The first reason why it is no puzzle.
    fn check(written: Self::Written) -> Result<Self, Self::Error>;

    /// The puzzle as it is written.
    fn written(&self) -> Self::Written;

    /// Its name.
    fn id(&self) -> PuzzleId;
}

/// Why a file is none of puzzles: the line, counted from 1, and what is wrong in it.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {fault}")]
pub struct LineError<E> {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong in it.
    pub fault: LineFault<E>,
}

/// What is wrong in a line.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LineFault<E> {
    /// It is no JSON, or not of the form of a puzzle.
    #[error("column {column}: {message}")]
    Form {
        /// The column, in bytes counted from 1.
        column: usize,
        /// What is wrong there, and what would be right.
        message: String,
    },
    /// It has the form of a puzzle, and is none.
    #[error("{0}")]
    Puzzle(E),
    /// An earlier line has this puzzle.
    #[error("{id} is in line {first} already; each puzzle is written once")]
    Twice {
        /// The puzzle.
        id: PuzzleId,
        /// The line that has it first.
        first: usize,
    },
}

/// Reads a file of puzzles, and checks all of it.
///
/// # Errors
/// [`LineError`] with the first line that is no puzzle, or the same as an earlier one.
pub fn read<P: Line>(text: &str) -> Result<Vec<P>, LineError<P::Error>> {
    let mut puzzles: Vec<P> = Vec::new();
    let mut lines = std::collections::BTreeMap::new();
    for (number, text) in (1..).zip(text.lines()) {
        let error = |fault| LineError {
            line: number,
            fault,
        };
        let written = serde_json::from_str(text).map_err(|cause| error(form(&cause)))?;
        let puzzle = P::check(written).map_err(|cause| error(LineFault::Puzzle(cause)))?;
        let id = puzzle.id();
        if let Some(first) = lines.insert(id, number) {
            return Err(error(LineFault::Twice { id, first }));
        }
        puzzles.push(puzzle);
    }
    Ok(puzzles)
}

/// The line of a puzzle, without an end of line; each number with a fraction has 12 digits after the point.
pub fn write<P: Line>(puzzle: &P) -> String {
    decimals::text(&puzzle.written())
}

/// What serde says, without the place that it appends: a text of one line has only a column.
fn form<E>(cause: &serde_json::Error) -> LineFault<E> {
    let message = cause.to_string();
    let place = format!(" at line {} column {}", cause.line(), cause.column());
    LineFault::Form {
        column: cause.column().max(1),
        message: message.trim_end_matches(&place).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use core::convert::Infallible;

    use super::{Line, read, write};
    use crate::id::PuzzleId;

    /// A puzzle that is only its hash.
    #[derive(Debug, PartialEq)]
    struct Hash(u64);

    impl Line for Hash {
        type Written = [u64; 1];
        type Error = Infallible;

        fn check([hash]: [u64; 1]) -> Result<Self, Infallible> {
            Ok(Self(hash))
        }

        fn written(&self) -> [u64; 1] {
            [self.0]
        }

        fn id(&self) -> PuzzleId {
            PuzzleId::kuba(self.0)
        }
    }

    #[test]
    fn lines_are_read_in_their_order_as_they_are_written() {
        let puzzles = [Hash(u64::MAX), Hash(0)];
        let text = puzzles.each_ref().map(write).join("\n");
        assert_eq!(read::<Hash>(&text).ok().as_deref(), Some(&puzzles[..]));
        assert_eq!(read::<Hash>("").ok(), Some(vec![]));
    }

    #[test]
    fn an_error_has_the_line_and_the_place() {
        let error = |text| read::<Hash>(text).map_err(|error| error.to_string());
        let cases = [
            ("[0]\n[x]", "line 2: column 2: expected value"),
            ("[0]\n\n[1]", "line 2: column 1: EOF while parsing a value"),
            (
                "[0]\n[1]",
                "line 2: k-00000000 is in line 1 already; each puzzle is written once",
            ),
        ];
        for (text, message) in cases {
            assert_eq!(error(text), Err(message.to_owned()));
        }
    }
}
