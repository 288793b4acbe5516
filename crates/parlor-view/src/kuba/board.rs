//! The board of seven by seven, and next to it each player's tray.

use kuba_rules::{Cell, Marble, Position, REDS_TO_WIN, Side};

use super::Names;
use crate::words;

/// Rows, and columns, of the board.
const SIZE: u8 = 7;

/// The longest name shown next to the board, in characters.
const NAME_WIDTH: usize = 24;

/// Draws the board: `W`, `B` and `R` for marbles, `.` for an empty cell, rows
/// numbered from the top and columns from the left; next to it what each player
/// has left and has captured, and how many reds are on the board.
///
/// Rules: K-1 (the board), K-6 (what left it).
///
/// ```
/// use kuba_rules::{Position, Rules};
/// use parlor_view::kuba::{Names, board};
///
/// let names = Names { white: "Ann", black: "Bob" };
/// let drawn = board(&Position::start(Rules::Classroom), names);
/// assert_eq!(drawn.lines().nth(2), Some(" 0 │ W W . . . B B │ 0    W  Ann"));
/// ```
pub fn board(position: &Position, names: Names<'_>) -> String {
    let trays = trays(position, names);
    let columns = format!(
        "     {}",
        spaced((0..SIZE).map(|column| char::from(b'0' + column)))
    );
    let edge = "─".repeat(usize::from(2 * SIZE + 1));
    let mut lines = vec![columns.clone(), format!("   ┌{edge}┐")];
    for (row, tray) in (0..SIZE).zip(trays) {
        let marbles = Cell::ALL
            .into_iter()
            .filter(|cell| cell.row() == row)
            .map(|cell| position.marble(cell).map_or('.', Marble::letter));
        let line = format!(" {row} │ {} │ {row}    {tray}", spaced(marbles));
        lines.push(line.trim_end().to_owned());
    }
    lines.push(format!("   └{edge}┘"));
    lines.push(columns);
    lines.join("\n")
}

/// What is next to each row, from the top.
fn trays(position: &Position, names: Names<'_>) -> [String; SIZE as usize] {
    let name = |side: Side| {
        let name = words::cut(names.of(side), NAME_WIDTH);
        format!("{}  {name}", side.letter())
    };
    let marbles = |side: Side| {
        let left = position.count(side.into());
        format!("   marbles  {}  {left} left", tray(side.letter(), left, 8))
    };
    let reds = |side: Side| {
        let captured = position.captured(side);
        format!(
            "   reds     {}    {captured} captured",
            tray('R', captured, REDS_TO_WIN)
        )
    };
    [
        name(Side::White),
        marbles(Side::White),
        reds(Side::White),
        format!("R  {} on the board", position.count(Marble::Red)),
        name(Side::Black),
        marbles(Side::Black),
        reds(Side::Black),
    ]
}

/// `filled` places with the marble's letter, the rest of `places` with a point.
fn tray(letter: char, filled: u8, places: u8) -> String {
    spaced((0..places).map(|place| if place < filled { letter } else { '.' }))
}

fn spaced(letters: impl Iterator<Item = char>) -> String {
    let letters: Vec<String> = letters.map(String::from).collect();
    letters.join(" ")
}
