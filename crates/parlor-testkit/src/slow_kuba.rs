//! Kuba by the letter of the rules: 49 letters, pushed one cell at a time.

mod game;
#[cfg(test)]
mod tests;

pub use game::{CallError, SlowKuba, WonBy};

/// The board: `W`, `B`, `R`, or `X` for an empty cell; row 0 is the top. Rules: K-1, K-17
pub type Cells = [[char; 7]; 7];

/// The four directions. Rules: K-2
pub const DIRECTIONS: [&str; 4] = ["L", "R", "F", "B"];

/// The board at the start. Rules: K-1
pub fn start_cells() -> Cells {
    cells_from_rows([
        "WWXXXBB", "WWXRXBB", "XXRRRXX", "XRRRRRX", "XXRRRXX", "BBXRXWW", "BBXXXWW",
    ])
}

/// A board from seven rows of seven letters; missing letters are empty cells.
pub fn cells_from_rows(rows: [&str; 7]) -> Cells {
    let mut cells = [['X'; 7]; 7];
    for (row, letters) in rows.iter().enumerate() {
        for (column, letter) in letters.chars().take(7).enumerate() {
            cells[row][column] = letter;
        }
    }
    cells
}

/// The number of marbles of a color on a board. Rules: K-17
pub fn count(cells: &Cells, marble: char) -> usize {
    let mut found = 0;
    for row in cells {
        for &cell in row {
            if cell == marble {
                found += 1;
            }
        }
    }
    found
}

/// The neighbor of a cell. Rules: K-2
pub fn neighbor((row, column): (i64, i64), direction: &str) -> (i64, i64) {
    match direction {
        "L" => (row, column - 1),
        "R" => (row, column + 1),
        "F" => (row - 1, column),
        _ => (row + 1, column),
    }
}

/// The direction that points the other way. Rules: K-2
pub fn opposite(direction: &str) -> &'static str {
    match direction {
        "L" => "R",
        "R" => "L",
        "F" => "B",
        _ => "F",
    }
}

/// The content of a cell; `None` off the board.
pub fn marble_at(cells: &Cells, (row, column): (i64, i64)) -> Option<char> {
    let row = usize::try_from(row).ok()?;
    let column = usize::try_from(column).ok()?;
    cells.get(row)?.get(column).copied()
}

/// A push that was tried: the board after it and what fell off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tried {
    /// The board after the push.
    pub cells: Cells,
    /// How many marbles moved, the pushed one and one that fell off included.
    pub length: usize,
    /// The marble that fell off the edge, if one did.
    pub off: Option<char>,
}

/// Shifts the run that begins on a cell, hand over hand, whether or not that is legal.
///
/// Rules: K-4 (the run, up to the first empty cell or over the edge)
pub fn shift(cells: &Cells, from: (i64, i64), direction: &str) -> Tried {
    let mut after = *cells;
    let mut in_hand = 'X';
    let mut at = from;
    let mut length = 0;
    loop {
        let (Ok(row), Ok(column)) = (usize::try_from(at.0), usize::try_from(at.1)) else {
            return Tried {
                cells: after,
                length,
                off: Some(in_hand),
            };
        };
        if row > 6 || column > 6 {
            return Tried {
                cells: after,
                length,
                off: Some(in_hand),
            };
        }
        std::mem::swap(&mut after[row][column], &mut in_hand);
        if in_hand == 'X' {
            return Tried {
                cells: after,
                length,
                off: None,
            };
        }
        length += 1;
        at = neighbor(at, direction);
    }
}

/// Tries a push of a color; the rules that forbid it, if any, are all named.
///
/// Rules: K-3 (own marble, room behind), K-5 (own marble stays), K-7 (`restores` is the
/// board that may not come back), K-16 (the rest)
///
/// # Errors
/// The ids of all rules that the push breaks.
pub fn try_push(
    cells: &Cells,
    color: char,
    from: (i64, i64),
    direction: &str,
    restores: Option<&Cells>,
) -> Result<Tried, Vec<&'static str>> {
    if !DIRECTIONS.contains(&direction) {
        return Err(vec!["K-16"]);
    }
    if marble_at(cells, from) != Some(color) {
        return Err(vec!["K-3", "K-16"]);
    }
    let mut broken = Vec::new();
    match marble_at(cells, neighbor(from, opposite(direction))) {
        None | Some('X') => {}
        Some(_) => broken.push("K-3"),
    }
    let tried = shift(cells, from, direction);
    if tried.off == Some(color) {
        broken.push("K-5");
    }
    if restores == Some(&tried.cells) {
        broken.push("K-7");
    }
    if broken.is_empty() {
        Ok(tried)
    } else {
        Err(broken)
    }
}

/// Every legal push of a color, by trying all: (cell, direction), row by row, L R F B.
///
/// Rules: K-3, K-5, K-7
pub fn legal_pushes(
    cells: &Cells,
    color: char,
    restores: Option<&Cells>,
) -> Vec<((i64, i64), &'static str)> {
    let mut legal = Vec::new();
    for row in 0..7 {
        for column in 0..7 {
            if marble_at(cells, (row, column)) != Some(color) {
                continue;
            }
            for direction in DIRECTIONS {
                if try_push(cells, color, (row, column), direction, restores).is_ok() {
                    legal.push(((row, column), direction));
                }
            }
        }
    }
    legal
}
