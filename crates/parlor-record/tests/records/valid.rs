//! What people may write, and how it is written then.

use std::fmt::Write as _;

use parlor_record::record::AnyRecord;

/// Records as people write them, each after a line that says what it shows.
const TEXT: &str = include_str!("valid/text.txt");
/// Records as programs write them, one a line.
const JSON: &str = include_str!("valid/json.txt");

fn read(text: &str) -> AnyRecord {
    let record = AnyRecord::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    for form in [record.to_text(), record.to_json()] {
        assert_eq!(AnyRecord::read(&form).as_ref(), Ok(&record), "{form}");
    }
    record
}

#[test]
fn every_right_text_is_read_and_written_as_it_should_be() {
    let mut report = String::new();
    let cases = TEXT.strip_prefix("== ").expect("a title").split("\n== ");
    for case in cases {
        let (title, text) = case.split_once('\n').expect("a title and a record");
        let record = read(text);
        writeln!(
            report,
            "== {title}\n{}{}",
            record.to_text(),
            record.to_json()
        )
        .expect("a String takes all");
    }
    insta::assert_snapshot!(report);
}

#[test]
fn every_right_object_is_read_and_written_as_it_should_be() {
    let mut report = String::new();
    for line in JSON.lines() {
        let record = read(line);
        writeln!(report, "{line}\n{}{}", record.to_text(), record.to_json())
            .expect("a String takes all");
    }
    insta::assert_snapshot!(report);
}

#[test]
fn the_invalid_corpora_are_at_least_as_large_as_the_valid_ones() {
    let titles = |text: &str| text.lines().filter(|line| line.starts_with("== ")).count();
    assert!(titles(include_str!("invalid/text.txt")) >= titles(TEXT));
    assert!(include_str!("invalid/json.txt").lines().count() >= JSON.lines().count());
}

#[test]
fn the_examples_are_written_as_they_would_be_written() {
    for text in [
        include_str!("../../../../docs/examples/kuba.record"),
        include_str!("../../../../docs/examples/kuba-draw.record"),
        include_str!("../../../../docs/examples/ludo.record"),
        include_str!("../../../../docs/examples/ludo-script.record"),
    ] {
        assert_eq!(read(text).to_text(), text);
    }
    for (json, text) in [
        (
            include_str!("../../../../docs/examples/kuba.record.json"),
            include_str!("../../../../docs/examples/kuba.record"),
        ),
        (
            include_str!("../../../../docs/examples/ludo.record.json"),
            include_str!("../../../../docs/examples/ludo.record"),
        ),
    ] {
        assert_eq!(read(json).to_text(), text);
        assert_eq!(read(text).to_json() + "\n", json);
    }
    let illegal = include_str!("../../../../docs/examples/kuba-illegal.record");
    let error = AnyRecord::read(illegal).expect_err("the example of an error");
    assert_eq!(error.ply(), Some(17));
}

#[test]
fn lines_of_plies_are_no_wider_than_80_columns() {
    let comment =
        "a word and another one, \u{202e} and a brace } and so on, and on, and on; ".repeat(9);
    let mut text = "parlor-record 1\ngame: kuba\nseats: W, B\n\n".to_owned();
    for push in ["00B", "06B", "20F", "26F"].repeat(20) {
        let _ = write!(text, "{push} [clock 1:02:03.004] ");
    }
    let _ = write!(text, "00B {{{}}}", comment.replace('}', "\\}"));
    let printed = read(&text).to_text();
    assert!(
        printed.lines().all(|line| line.chars().count() <= 80),
        "{printed}"
    );
    assert!(printed.lines().count() > 30, "{printed}");
}

/// The blocks of a page that are set as this language.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    let blocks = page.split(&*fence).skip(1);
    blocks
        .map(|block| block.split("```").next().unwrap_or_default())
        .collect()
}

#[test]
fn the_examples_of_the_page_are_read() {
    let page = include_str!("../../../../docs/formats/record.md");
    let texts = blocks(page, "text");
    let objects = blocks(page, "json");
    assert!(texts.len() >= 3 && !objects.is_empty());
    for record in texts.into_iter().chain(objects) {
        read(record);
    }
}

#[test]
fn values_of_any_depth_are_kept() {
    let deep = format!("{}1{}", "[".repeat(1 << 16), "]".repeat(1 << 16));
    let text = format!("parlor-record 1\ngame: kuba\nseats: W, B\nx = {deep}\n\n65F [y {deep}]");
    let record = read(&text);
    assert_eq!(record.to_json().matches(&deep).count(), 2);
}

#[test]
fn what_a_person_would_not_see_is_written_as_an_escape() {
    let hidden = "\u{ad}\u{61c}\u{200b}\u{200e}\u{200f}\u{2060}\u{2064}\u{202e}\u{feff}";
    let shaping = "\u{200c}\u{200d}";
    for letter in hidden.chars().chain(shaping.chars()) {
        let text = format!(
            "parlor-record 1\ngame: kuba\nseats: W, B\nW: A{letter}n\n\n65F {{a{letter}b}}"
        );
        let written = read(&text).to_text();
        assert_eq!(
            written.contains(letter),
            shaping.contains(letter),
            "{written}"
        );
    }
}
