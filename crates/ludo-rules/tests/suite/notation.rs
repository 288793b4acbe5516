//! The text forms: what is written is read back, what is wrong is named with its column.

use ludo_rules::{Action, Move, ParseError, Position, PositionError};

#[test]
fn actions_read_and_print() {
    for text in ["A6p", "B4q", "C3pq", "D2-", "A1-", "D6pq"] {
        assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
    }
    for text in ["p", "q", "pq", "-"] {
        assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
    }
}

#[test]
fn wrong_actions_are_refused_with_the_column() {
    for (text, column) in [
        ("", 1),
        ("a6p", 1),
        ("E6p", 1),
        ("6p", 1),
        (" A6p", 1),
        ("A", 2),
        ("Ap", 2),
        ("A0p", 2),
        ("A7p", 2),
        ("A６p", 2),
        ("A6", 3),
        ("A66p", 3),
        ("A6P", 3),
        ("A6 p", 3),
        ("A6pp", 4),
        ("A6qp", 4),
        ("A6--", 4),
        ("A6p ", 4),
        ("A6pqq", 5),
        ("É", 1),
        ("A6é", 3),
    ] {
        let error = text.parse::<Action>().unwrap_err();
        assert_eq!((error.column, error.input.as_str()), (column, text));
    }
    for (text, column) in [("", 1), ("P", 1), ("qp", 2), ("pqp", 3), ("- ", 2)] {
        assert_eq!(text.parse::<Move>().unwrap_err().column, column, "{text}");
    }
}

#[test]
fn positions_read_and_print() {
    for line in [
        "AH.H/BH.H A - -",
        "AH.H/CH.H C - -",
        "BH.H/DH.H D 6 -",
        "AH.H/BH.H/CH.H/DH.H D 3 -",
        "AR.H/C12.E A 6b -",
        "AR.H/C12.E A + -",
        "A6.1/C12.E A 1b -",
        "A50.51/B56.E/D1.1 B - -",
        "AE.E/B3.H/C12.E C - A",
        "AE.E/B3.H/CE.E/D9.9 D 5 CA",
        "AE.E/C20.H - - AC",
        "AE.E/BE.E/CE.E/DH.H - - CABD",
    ] {
        let position: Position = line.parse().unwrap();
        assert_eq!(position.to_string(), line);
    }
}

#[test]
fn wrong_lines_are_refused_with_the_column() {
    for (line, column) in [
        ("", 1),
        (" ", 1),
        ("aH.H/CH.H A - -", 1),
        ("EH.H/CH.H A - -", 1),
        ("A", 2),
        ("Ah.H/CH.H A - -", 2),
        ("A-1.H/CH.H A - -", 2),
        ("A0.H/CH.H A - -", 2),
        ("A57.H/CH.H A - -", 2),
        ("A07.H/CH.H A - -", 2),
        ("A99999999999999999999.H/CH.H A - -", 2),
        ("A+1.H/CH.H A - -", 2),
        ("AHH/CH.H A - -", 3),
        ("A12,H/CH.H A - -", 4),
        ("AH./CH.H A - -", 4),
        ("AH.58/CH.H A - -", 4),
        ("AH.H", 5),
        ("AH.H,CH.H A - -", 5),
        ("AH.H/", 6),
        ("AH.H/ A - -", 6),
        ("AH.H/AH.H A - -", 6),
        ("CH.H/AH.H A - -", 6),
        ("AH.H/CH.H", 10),
        ("AH.H/CH.H ", 11),
        ("AH.H/CH.H  A - -", 11),
        ("AH.H/CH.H a - -", 11),
        ("AH.H/CH.H A", 12),
        ("AH.H/CH.H AC - -", 12),
        ("AH.H/CH.H A ", 13),
        ("AH.H/CH.H A 0 -", 13),
        ("AH.H/CH.H A 7 -", 13),
        ("AH.H/CH.H A b -", 13),
        ("AH.H/CH.H - 6 -", 13),
        ("AH.H/CH.H - + -", 13),
        ("AH.H/CH.H A -b -", 14),
        ("AH.H/CH.H A 6B -", 14),
        ("AH.H/CH.H A -", 14),
        ("AH.H/CH.H A 66 -", 14),
        ("AH.H/CH.H A 6bb -", 15),
        ("AH.H/CH.H A - ", 15),
        ("AH.H/CH.H A - a", 15),
        ("AE.E/BH.H/CH.H B - A,", 21),
        ("AE.E/BH.H/CH.H B - AA", 21),
        ("AH.H/CH.H A - --", 16),
        ("AH.H/CH.H A - - ", 16),
        ("AH.H/CH.H A - -\n", 16),
        ("Aé", 2),
        ("AH.H/CH.H A - É", 15),
    ] {
        match line.parse::<Position>() {
            Err(PositionError::Notation(ParseError {
                input,
                column: found,
                ..
            })) => assert_eq!((input.as_str(), found), (line, column)),
            other => panic!("{line:?}: {other:?}"),
        }
    }
}

#[test]
fn columns_count_characters() {
    let error = "A6é".parse::<Action>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "column 3 of \"A6é\": expected `p`, `q`, `pq` or `-`"
    );
    let error = "AÉ".parse::<Position>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "column 2 of \"AÉ\": expected `H`, `R`, `E` or a step count, 1 to 56"
    );
}

#[test]
fn every_expectation_is_said() {
    let expected = |line: &str| match line.parse::<Position>() {
        Err(PositionError::Notation(error)) => error.expected,
        other => panic!("{line:?}: {other:?}"),
    };
    assert_eq!(expected("X"), "a seat, A to D");
    assert_eq!(expected("AHH"), "`.` between the tokens");
    assert_eq!(expected("AH.H,"), "`/` and the next seat, or a space");
    assert_eq!(
        expected("CH.H/AH.H A - -"),
        "a later seat; a line lists them in the order A, B, C, D"
    );
    assert_eq!(
        expected("AH.H/CH.H X"),
        "the seat to act, or `-` after the end"
    );
    assert_eq!(expected("AH.H/CH.H AX"), "a space");
    assert_eq!(
        expected("AH.H/CH.H A x"),
        "`-`, `+`, or a roll in hand, 1 to 6"
    );
    assert_eq!(expected("AH.H/CH.H - x"), "`-`, as nobody is to act");
    assert_eq!(expected("AH.H/CH.H A -x"), "a space");
    assert_eq!(
        expected("AH.H/CH.H A - x"),
        "the finishers in order, or `-`"
    );
    assert_eq!(expected("AH.H/CH.H A - Ax"), "a seat, A to D");
    assert_eq!(
        expected("AH.H/CH.H A - AA"),
        "another seat; a finisher has one place"
    );
    assert_eq!(expected("AH.H/CH.H A - -x"), "nothing more");
    assert_eq!(
        "Ax".parse::<Action>().unwrap_err().expected,
        "a roll, 1 to 6"
    );
}
