//! Texts that are no pushes and no positions: each with the column where it
//! goes wrong, at least as many as there are valid ones.

use kuba_rules::{Action, Direction, Move, ParseError, Position, PositionError};

#[track_caller]
fn column<T: std::fmt::Debug>(text: &str, result: Result<T, ParseError>) -> usize {
    let error = result.unwrap_err();
    assert_eq!(error.input, text);
    assert!(!error.expected.is_empty());
    error.column
}

#[test]
fn texts_that_are_no_push() {
    for (text, expected) in [
        ("", 1),
        ("6", 2),
        ("65", 3),
        ("65FF", 4),
        ("65F ", 4),
        (" 65F", 1),
        ("65f", 3),
        ("65l", 3),
        ("65LR", 4),
        ("65X", 3),
        ("75F", 1),
        ("57F", 2),
        ("95F", 1),
        ("69F", 2),
        ("-1F", 1),
        ("6-1F", 2),
        ("6,5F", 2),
        ("(6,5)F", 1),
        ("F65", 1),
        ("66", 3),
        ("065F", 3),
        ("٦٥F", 1),
        ("6５F", 2),
        ("65\u{301}F", 3),
        ("END", 1),
        ("end ", 1),
        ("-", 1),
    ] {
        assert_eq!(column(text, text.parse::<Move>()), expected, "{text:?}");
        assert_eq!(column(text, text.parse::<Action>()), expected, "{text:?}");
    }
    assert_eq!(column("end", "end".parse::<Move>()), 1);
}

#[test]
fn texts_that_are_no_direction() {
    for (text, expected) in [
        ("", 1),
        ("LR", 2),
        ("l", 1),
        ("LRFB", 2),
        (" L", 1),
        ("L ", 2),
        ("U", 1),
        ("Left", 2),
    ] {
        assert_eq!(
            column(text, text.parse::<Direction>()),
            expected,
            "{text:?}"
        );
    }
}

const FIELDS: &str = " w0b0 w - c";
const CELLS: &str = "ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww";

#[test]
fn texts_that_are_no_cells() {
    for (cells, expected) in [
        ("", 1),
        ("7", 2),
        ("7/7/7/7/7/7", 12),
        ("7/7/7/7/7/7/", 13),
        ("7/7/7/7/7/7/7/7", 14),
        ("8/7/7/7/7/7/7", 1),
        ("0/7/7/7/7/7/7", 1),
        ("6/7/7/7/7/7/7", 2),
        ("w7/7/7/7/7/7/7", 2),
        ("wwwwwwww/7/7/7/7/7/7", 8),
        ("34/7/7/7/7/7/7", 2),
        ("1111111/7/7/7/7/7/7", 2),
        ("W6/7/7/7/7/7/7", 1),
        ("x6/7/7/7/7/7/7", 1),
        ("7 7/7/7/7/7/7", 2),
        ("7/7/7/7/7/7/w5", 15),
        ("7/7/7\n7/7/7/7", 6),
        (" 7/7/7/7/7/7/7", 1),
        ("ẅ6/7/7/7/7/7/7", 1),
    ] {
        let text = format!("{cells}{FIELDS}");
        let Err(PositionError::Notation(error)) = text.parse::<Position>() else {
            panic!("{text:?} was read");
        };
        assert_eq!((error.column, error.input), (expected, text));
    }
}

#[test]
fn texts_whose_fields_are_none() {
    let offset = CELLS.len();
    for (fields, expected) in [
        ("", 1),
        (" ", 2),
        ("  w0b0 w - c", 2),
        ("\tw0b0 w - c", 1),
        (" b0w0 w - c", 2),
        (" w b0 w - c", 3),
        (" w0 b0 w - c", 4),
        (" w-1b0 w - c", 3),
        (" w00b0 w - c", 4),
        (" w01b0 w - c", 4),
        (" w256b0 w - c", 5),
        (" w0b999 w - c", 7),
        (" w0b0w - c", 6),
        (" w0b0 x - c", 7),
        (" w0b0 W - c", 7),
        (" w0b0 w++ - c", 9),
        (" w0b0 w+- c", 9),
        (" w0b0 w- c", 8),
        (" w0b0 wb - c", 8),
        (" w0b0 w  c", 9),
        (" w0b0 w -- c", 10),
        (" w0b0 w 65 c", 11),
        (" w0b0 w 65X c", 11),
        (" w0b0 w 75F c", 9),
        (" w0b0 w end c", 9),
        (" w0b0 w -", 10),
        (" w0b0 w - ", 11),
        (" w0b0 w - C", 11),
        (" w0b0 w - x", 11),
        (" w0b0 w - classroom", 12),
        (" w0b0 w - c ", 12),
        (" w0b0 w - cc", 12),
        (" w0b0 w - c 0 1", 12),
    ] {
        let text = format!("{CELLS}{fields}");
        let Err(PositionError::Notation(error)) = text.parse::<Position>() else {
            panic!("{text:?} was read");
        };
        assert_eq!((error.column, error.input), (offset + expected, text));
    }
}

#[test]
fn the_words_say_what_would_be_right() {
    let error = |text: &str| text.parse::<Action>().unwrap_err().to_string();
    assert_eq!(
        [error("65X"), error("6"), error("65FF"), error("7")],
        [
            r#"column 3 of "65X": found 'X', expected a direction: L, R, F or B"#,
            r#"column 2 of "6": the text ends, expected a column, 0 to 6"#,
            r#"column 4 of "65FF": found 'F', expected the end of the text"#,
            r#"column 1 of "7": found '7', expected a push such as 65F, or end"#,
        ]
    );
    assert_eq!(
        [error("en"), error("")],
        [
            r#"column 1 of "en": found 'e', expected a push such as 65F, or end"#,
            r#"column 1 of "": the text ends, expected a push such as 65F, or end"#,
        ]
    );
    let position = |text: &str| text.parse::<Position>().unwrap_err().to_string();
    assert_eq!(
        position("6/7/7/7/7/7/7 w0b0 w - c"),
        r#"column 2 of "6/7/7/7/7/7/7 w0b0 w - c": found '/', expected a marble (w, b, r) or the number of empty cells up to the next one"#
    );
    assert_eq!(
        position("7/7/7/7/7/7/7 w8b0 w - c"),
        "the set-up is impossible: White has captured 8 reds; the game ends with the seventh \
         (K-8); neither side has a marble; the game ends when one side has none (K-9); White has \
         won and is to move; in classroom rules the loser is (K-11)"
    );
}
