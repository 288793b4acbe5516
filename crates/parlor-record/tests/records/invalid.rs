//! Every way in which a record can be wrong, with the exact error.

use std::fmt::Write as _;

use parlor_record::LineColumn;
use parlor_record::record::{AnyRecord, RecordError, RecordErrorKind};

/// Records that are wrong, each after a line that says how.
const TEXT: &str = include_str!("invalid/text.txt");
/// Records that are wrong, one a line.
const JSON: &str = include_str!("invalid/json.txt");

fn cases() -> impl Iterator<Item = (&'static str, &'static str)> {
    let cases = TEXT.strip_prefix("== ").expect("a title").split("\n== ");
    cases.map(|case| case.split_once('\n').expect("a title and a record"))
}

fn error(text: &str) -> RecordError {
    match AnyRecord::read(text) {
        Ok(record) => panic!("{text}\nshould be refused, but is\n{}", record.to_text()),
        Err(error) => error,
    }
}

fn tell(report: &mut String, title: &str, text: &str) {
    let error = error(text);
    let answer = serde_json::to_string(&error.answer()).expect("plain data");
    writeln!(report, "{title}\n    {error}\n    {answer}").expect("a String takes all");
}

#[test]
fn every_bad_text_is_refused_with_its_place_and_value() {
    let mut report = String::new();
    for (title, text) in cases() {
        tell(&mut report, title, text);
    }
    insta::assert_snapshot!(report);
}

#[test]
fn every_bad_object_is_refused_with_its_place_and_value() {
    let mut report = String::new();
    for line in JSON.lines() {
        tell(&mut report, line, line);
    }
    insta::assert_snapshot!(report);
}

#[test]
fn no_text_is_no_record() {
    for text in ["", " ", "\n\t\r\n", "\u{feff}"] {
        let error = error(text);
        assert_eq!(error.kind(), &RecordErrorKind::Empty);
        assert_eq!(error.place(), LineColumn::START);
    }
}

#[test]
fn an_error_in_a_later_record_is_on_its_line() {
    let text = "\nparlor-record 1\ngame: kuba\nseats: W, B\n\nparlor-record 1\ngame: kuba\nseats: W, B\n\n65F 65F\n";
    let read: Vec<_> = AnyRecord::read_all(text).collect();
    let [Ok(_), Err(error)] = &read[..] else {
        panic!("{read:?}");
    };
    assert_eq!(
        (error.place().line, error.place().column, error.ply()),
        (10, 5, Some(2))
    );
    let lines = "{\"parlor_record\":1,\"game\":\"kuba\",\"seats\":[\"W\",\"B\"],\"actions\":[]}\n{\"parlor_record\":1,\n\n{\"parlor_record\":9}\n";
    let places: Vec<_> = AnyRecord::read_all(lines)
        .map(|read| read.err().map(|error| error.place().line))
        .collect();
    assert_eq!(places, [None, Some(2), Some(4)]);
}

#[test]
fn a_byte_order_mark_takes_no_column() {
    assert_eq!(error("\u{feff}Hello").place(), LineColumn::START);
    assert_eq!(error("\u{feff}{x").place().column, 2);
}

#[test]
fn long_values_are_cut_when_quoted() {
    let long = "x".repeat(1 << 16);
    let head = "parlor-record 1\ngame: kuba\nseats: W, B\n";
    for text in [
        long.clone(),
        format!("parlor-record {long}"),
        format!("parlor-record 1\ngame: {long}"),
        format!("parlor-record 1\ngame: kuba\nseats: {long}"),
        format!("{head}{long}: 1\n{long}: 1"),
        format!("{head}rules: {long}"),
        format!("{head}start: {long}"),
        format!("{head}date: {long}"),
        format!("{head}ending: {long}"),
        format!("{head}checksum: {long}"),
        format!("{head}A.{long}: 1"),
        format!("{head}W.bot: {long} {long}"),
        format!("{head}\n{long}"),
        format!("{head}\n65F [{long}]"),
        format!("{head}\n65F [eval 1 {long}]"),
        format!("{head}\n#{long}"),
        format!("{head}\n65F [clock {long}]"),
        format!("{head}\n00000000{long}."),
        format!("{head}x = {long}"),
        format!("{{\"parlor_record\":\"{long}\"}}"),
        format!("[\"{long}\"]"),
    ] {
        let answer = serde_json::to_string(&error(&text).answer()).expect("plain data");
        assert!(answer.len() < 1000, "{} bytes: {answer}", answer.len());
    }
}

#[test]
fn the_wrong_kind_of_record_is_shown_which_is_wanted() {
    use parlor_game::{Kuba, Ludo};
    use parlor_record::record::Record;
    let kuba = "parlor-record 1\ngame: kuba\nseats: W, B\n";
    let error = Record::<Ludo>::read(kuba).expect_err("it is Kuba");
    assert_eq!(
        error.to_string(),
        "2:7: `game` is kuba; ludo is wanted here"
    );
    assert!(Record::<Kuba>::read(kuba).is_ok());
    let script = "parlor-record 1\ngame: ludo\nplay: script\nseats: A, B\n";
    let error = Record::<Ludo>::read(script).expect_err("it is a script");
    assert_eq!(error.place().line, 3);
}

/// The fields of so many epochs.
fn epochs(many: usize) -> String {
    let mut fields = String::new();
    for number in 1..=many {
        writeln!(fields, "dice.epoch.{number}: 1\nA.commitment.{number}: 00")
            .expect("a String takes all");
    }
    fields
}

#[test]
fn hostile_texts_take_no_longer_than_they_are_long() {
    // Each of these would take hours if something in it was looked at again
    // for everything before it.
    let many = 1 << 15;
    for text in [
        format!(
            "parlor-record 1\ngame: kuba\nseats: W, B\n\n{}",
            "65F ".repeat(many)
        ),
        format!(
            "parlor-record 1\ngame: kuba\nseats: {}\n",
            "W,".repeat(many)
        ),
        format!(
            "parlor-record 1\ngame: kuba\nseats: W, B\n{}",
            "X.y: 1\n".repeat(many)
        ),
        format!("parlor-record 1\n{}", "x: 1\n".repeat(many)),
        format!("parlor-record 1\ngame: ludo\nseats: A, C\n{}", epochs(many)),
        format!(
            "parlor-record 1\ngame: kuba\nseats: W, B\n\n65F {{{}",
            "\\".repeat(many)
        ),
        format!("parlor-record 1\nx = {}", "[".repeat(many)),
        "{\"a\":".repeat(many),
        "{\"a\":[\n".repeat(many),
        "parlor-record 1\n".repeat(many),
        " {}\n".repeat(many),
        " {\"a\":[\n".repeat(many),
        "x\n".repeat(many),
        format!("x{}", "\n".repeat(many)),
        format!("x{}", "\u{feff}\n".repeat(many)),
        format!("x{}", " ".repeat(many)),
        "{\"a\":[\n \n".repeat(many),
        format!("{}{}", "{\n".repeat(many), "\n".repeat(many)),
        "{}\n\n{\n".repeat(many),
        format!("parlor-record 1\n{}", "é: x\n".repeat(many)),
        " ".repeat(many),
    ] {
        assert!(AnyRecord::read(&text).is_err());
        assert_eq!(AnyRecord::read_all(&text).flatten().count(), 0);
    }
}

#[test]
fn a_bad_line_costs_no_record_but_itself() {
    let good = "{\"parlor_record\":1,\"game\":\"kuba\",\"seats\":[\"W\",\"B\"],\"actions\":[]}\n";
    let spread = good.replace(',', "\n,\n").replace('[', "[\n");
    let seats = good.replace("\"W\"", "\n{\"seat\":\n\"W\"}\n");
    for bad in [
        "x\n",
        "{\n",
        "{}\n",
        "{\"a\":[\n",
        "parlor-records 1\n",
        "[\n",
    ] {
        let text = [bad, good, bad, &spread, &seats, bad, good].concat();
        let read: Vec<_> = AnyRecord::read_all(&text)
            .map(|read| read.is_ok())
            .collect();
        assert_eq!(
            read,
            [false, true, false, true, true, false, true],
            "{text}"
        );
    }
}
