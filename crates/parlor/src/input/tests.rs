//! How input is cut, also where it arrives in drips.

use std::io::{self, Read};

use parlor_record::{LineColumn, ReadError, ReadErrorKind};

use super::{Chunk, Chunks, LONGEST_GAME, TOO_LONG};

/// Gives at most `at_once` bytes a read.
struct Drip<'a> {
    rest: &'a [u8],
    at_once: usize,
}

impl Read for Drip<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.rest.len().min(self.at_once).min(buffer.len());
        let (now, later) = self.rest.split_at(length);
        buffer[..length].copy_from_slice(now);
        self.rest = later;
        Ok(length)
    }
}

/// All chunks, runs of lines joined, however the bytes arrive.
fn chunks(input: impl AsRef<[u8]>) -> Vec<Chunk> {
    let rest = input.as_ref();
    let at_once = [1, 2, 3, 7, usize::MAX];
    let mut all = at_once
        .map(|at_once| joined(Drip { rest, at_once }))
        .into_iter();
    let first = all.next().expect("five ways");
    for other in all {
        assert_eq!(other, first);
    }
    first
}

fn joined(reader: impl Read) -> Vec<Chunk> {
    let mut chunks = Chunks::new(reader);
    let mut all: Vec<Chunk> = Vec::new();
    while let Some(chunk) = chunks.next_chunk().expect("a slice never fails") {
        match (all.last_mut(), chunk) {
            (Some(Chunk::Lines { bytes, .. }), Chunk::Lines { bytes: more, .. }) => {
                bytes.extend(more);
            }
            (_, chunk) => all.push(chunk),
        }
    }
    all
}

fn lines(before: usize, text: &str) -> Chunk {
    let bytes = text.as_bytes().to_vec();
    Chunk::Lines { before, bytes }
}

fn document(before: usize, text: &str) -> Chunk {
    let bytes = text.as_bytes().to_vec();
    Chunk::Document { before, bytes }
}

fn refused(line: usize, column: usize, fault: ReadErrorKind) -> Chunk {
    Chunk::Refused(ReadError::new(LineColumn { line, column }, fault))
}

#[test]
fn nothing_gives_no_piece() {
    assert_eq!(chunks(""), []);
}

#[test]
fn lines_stay_lines_with_or_without_a_last_line_end() {
    for text in [
        "a\n",
        "a",
        "\n\n{}\n{}",
        "{}\r\n{\n",
        "{\"a\":1} {\nx",
        "{}\n[\n]\n",
        "\"\n\"",
    ] {
        assert_eq!(chunks(text), [lines(0, text)], "{text:?}");
    }
}

#[test]
fn a_byte_order_mark_is_dropped() {
    assert_eq!(chunks("\u{feff}a\nb"), [lines(0, "a\nb")]);
    assert_eq!(chunks("\u{feff}{\n}"), [document(0, "{\n}")]);
    assert_eq!(chunks("\u{feff}"), []);
}

#[test]
fn an_object_over_many_lines_is_one_piece() {
    assert_eq!(chunks("{\n}\n"), [document(0, "{\n}")]);
    assert_eq!(chunks("\n \n  {\r\n}\n\n"), [document(2, "  {\r\n}")]);
    let text = "{\n \"a\\\"{\": \"}\",\n \"b\": {\"c\": []}\n}";
    assert_eq!(chunks(text), [document(0, text)]);
}

#[test]
fn an_object_that_is_never_closed_is_one_piece() {
    assert_eq!(chunks("{\n \"a\": [\n"), [document(0, "{\n \"a\": [\n")]);
}

#[test]
fn an_object_with_an_open_string_on_a_later_line_is_one_piece() {
    let text = "{\n \"a: 1,\n \"b\\\": \"\\\n}";
    assert_eq!(chunks(text), [document(0, text)]);
}

#[test]
fn a_broken_first_line_leaves_the_others_alone() {
    for text in [
        "{\"players\":[\"A\"\n{\"players\":[]}\n",
        "{\"players\":[\"A\"\n\n  {}\n",
        "{\"players\":[\"A\"\nA,B: A6\n",
        "{\"players\":[\"A\n]}\n",
    ] {
        assert_eq!(chunks(text), [lines(0, text)], "{text:?}");
    }
}

#[test]
fn nothing_may_follow_an_object_over_many_lines() {
    assert_eq!(
        chunks("{\n}\n\n{}\n{}\n"),
        [
            document(0, "{\n}"),
            refused(4, 1, ReadErrorKind::AfterDocument)
        ]
    );
    assert_eq!(
        chunks("{\n} x"),
        [
            document(0, "{\n}"),
            refused(2, 3, ReadErrorKind::AfterDocument)
        ]
    );
    assert_eq!(
        chunks("{\n\"é\"} \n \r\n\t x"),
        [
            document(0, "{\n\"é\"}"),
            refused(4, 3, ReadErrorKind::AfterDocument)
        ]
    );
    assert_eq!(
        chunks("{\n\"é\"}, {}"),
        [
            document(0, "{\n\"é\"}"),
            refused(2, 5, ReadErrorKind::AfterDocument)
        ]
    );
}

#[test]
fn a_list_is_refused_whole_where_it_begins() {
    for text in ["[", "[]", "[{}\n,{}]\n{}\n", "\u{feff}[\nA,B: A6\n"] {
        assert_eq!(
            chunks(text),
            [refused(1, 1, ReadErrorKind::List)],
            "{text:?}"
        );
    }
    assert_eq!(
        chunks("\n\r\n  [{}]\n"),
        [refused(3, 3, ReadErrorKind::List)]
    );
}

#[test]
fn utf_16_is_refused_whole() {
    for text in [&b"\xff\xfe"[..], b"\xff\xfeA\0", b"\xfe\xff\0A\0\n\0A\0\n"] {
        assert_eq!(
            chunks(text),
            [refused(1, 1, ReadErrorKind::Utf16)],
            "{text:?}"
        );
    }
}

#[test]
fn a_line_that_is_too_long_is_left_out() {
    let long = "x".repeat(LONGEST_GAME + (1 << 20));
    assert_eq!(
        joined(format!("a\n{long}\nb\n").as_bytes()),
        [lines(0, "a\n"), refused(2, 1, TOO_LONG), lines(2, "b\n")]
    );
    assert_eq!(joined(long.as_bytes()), [refused(1, 1, TOO_LONG)]);
    assert_eq!(
        joined(format!("{{{long}\nb").as_bytes()),
        [refused(1, 1, TOO_LONG), lines(1, "b")]
    );
}

#[test]
fn an_object_over_too_many_lines_ends_the_reading() {
    let long = format!("{{\n{}}}\n", "\n".repeat(LONGEST_GAME + (1 << 20)));
    assert_eq!(joined(long.as_bytes()), [refused(1, 1, TOO_LONG)]);
}

#[test]
fn a_failing_read_is_reported() {
    struct Broken;

    impl Read for Broken {
        fn read(&mut self, _buffer: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the cable is out"))
        }
    }

    let error = Chunks::new(Broken).next_chunk().expect_err("broken");
    assert_eq!(error.to_string(), "the cable is out");
}
