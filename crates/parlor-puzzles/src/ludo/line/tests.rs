use super::*;
use crate::lines;

/// A right line.
const LINE: &str = r#"{"id":"l-ID","position":"A52.47/C33.18 A 5 -","choices":[{"action":"A5p","chance":0.739500000000,"loss":0.192000000000},{"action":"A5q","chance":0.931500000000,"loss":0.000000000000}],"wrong":["end","front","priority"],"right":["home","stack","flee","behind"],"rating":1460,"grade":4}"#;

fn right() -> String {
    let position: Position = "A52.47/C33.18 A 5 -".parse().unwrap();
    let id = PuzzleId::ludo(position.stable_hash()).to_string();
    LINE.replace("l-ID", &id)
}

fn read(line: &str) -> Result<Vec<LudoPuzzle>, String> {
    lines::read(line).map_err(|error| error.to_string())
}

#[test]
fn a_line_is_read_as_it_is_written() {
    let puzzles = read(&right()).unwrap();
    assert_eq!(lines::write(&puzzles[0]), right());
}

#[test]
fn fewer_digits_say_the_same() {
    let short = right().replace("0.739500000000", "0.7395");
    assert_eq!(read(&short), read(&right()));
}

#[test]
fn a_line_that_contradicts_itself_is_refused_with_its_value() {
    let other: Position = "A52.47/C33.18 A 4 -".parse().unwrap();
    let other = PuzzleId::ludo(other.stable_hash()).to_string();
    let own = right()[7..17].to_owned();
    for (from, to, message) in [
        (&*own, "x-1", r#"id "x-1": a puzzle is named by"#),
        (
            &*own,
            "k-00000000",
            "id is k-00000000; the name of this position is l-",
        ),
        (&*own, &*other, "the name of this position is l-"),
        ("C33.18", "C33.99", r#"position "A52.47/C33.99 A 5 -": "#),
        ("A52.47/C33.18 A 5 -", "", r#"position "": "#),
        (
            r#""action":"A5p""#,
            r#""action":"A4p""#,
            r#"choices are ["A4p", "A5q"]; in this position they are ["A5p", "A5q"], in this order"#,
        ),
        (
            "0.739500000000",
            "-0.7395",
            "chance -0.7395 is not from 0 to 1",
        ),
        (
            "0.739500000000",
            "0.73950000000001",
            "A5p: chance 0.73950000000001 has more than 12 digits",
        ),
        (
            "0.192000000000",
            "0.192000000001",
            "A5p: loss is 0.192000000001; by the chances it is 0.192000000000",
        ),
        (
            "\"loss\":0.000000000000",
            "\"loss\":0.1",
            "A5q: loss is 0.1",
        ),
        (
            "0.739500000000",
            "0.931500000000",
            "the worse choice loses 0.000000000000",
        ),
        (
            r#"["end","front","priority"]"#,
            r#"["end","kick"]"#,
            "wrong is [end, kick]; the rules of thumb say [end, front, priority]",
        ),
        (
            r#""home","stack""#,
            r#""stack","home""#,
            "right is [stack, home, flee, behind]; the rules of thumb say [home, stack, flee, behind]",
        ),
        ("1460", "2001", "rating 2001 is not from 1000 to 2000"),
        (
            r#""grade":4"#,
            r#""grade":3"#,
            "grade is 3; a rating of 1460 is grade 4 of 5",
        ),
    ] {
        let line = right().replacen(from, to, 1);
        assert_ne!(line, right(), "{from}");
        let error = read(&line).unwrap_err();
        assert!(error.starts_with("line 1: "), "{error}");
        assert!(error.contains(message), "{error}\n{message}");
    }
}

#[test]
fn a_line_of_another_form_is_refused_with_its_place() {
    for (from, to, message) in [
        (
            r#""grade":4"#,
            r#""grade":4,"extra":1"#,
            "unknown field `extra`",
        ),
        (r#","grade":4"#, "", "missing field `grade`"),
        ("1460", "-1", "invalid value: integer `-1`"),
        ("1460", "\"hard\"", "invalid type: string \"hard\""),
        ("4}", "4", "EOF while parsing an object"),
    ] {
        let line = right().replacen(from, to, 1);
        let error = read(&line).unwrap_err();
        assert!(error.starts_with("line 1: column "), "{error}");
        assert!(error.contains(message), "{error}\n{message}");
    }
}

#[test]
fn the_same_puzzle_twice_is_refused() {
    let twice = format!("{0}\n{0}\n", right());
    let error = read(&twice).unwrap_err();
    assert!(
        error.ends_with("is in line 1 already; each puzzle is written once"),
        "{error}"
    );
}
