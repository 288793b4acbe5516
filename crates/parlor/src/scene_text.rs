//! A scene in lines for a terminal.

use std::fmt::Write as _;

use parlor_view::{Shown, printable};

/// The board, the table where there is one, whose turn it is and what may be
/// done.
pub(crate) fn words(scene: &dyn Shown) -> String {
    let mut words = scene.board();
    if let Some(table) = scene.table() {
        words.push_str("\n\n");
        words.push_str(&table);
    }
    words.push_str("\n\n");
    words.push_str(&scene.status());
    let legal = scene.legal();
    if !legal.is_empty() {
        let legal = wrapped(&legal.join(" "), "Legal: ".len());
        // Writing to a String cannot fail.
        let _written = write!(words, "\nLegal: {legal}");
    }
    words
}

/// Wraps words at the width of a terminal; lines after the first are indented by
/// `indent` columns.
pub(crate) fn wrapped(words: &str, indent: usize) -> String {
    const WIDTH: usize = 79;
    let mut text = String::new();
    let mut column = indent;
    for word in words.split(' ') {
        let width = word.chars().count();
        if column > indent && column + 1 + width > WIDTH {
            text.push('\n');
            text.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else if column > indent {
            text.push(' ');
            column += 1;
        }
        text.push_str(&printable(word));
        column += width;
    }
    text
}
