//! Several records in one text.

use super::text_syntax::MAGIC;
use crate::json;

/// One record of a text that may hold several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordSlice<'a> {
    /// The record as written.
    pub text: &'a str,
    /// The number of lines before it.
    pub lines_before: usize,
}

/// The records of a text, one after another and unchecked.
///
/// A record in the text form ends at the next line that begins with
/// `parlor-record`. One in JSON ends with its object, which may be one line or
/// many; a broken object, like anything else, ends before the next line that
/// begins a record.
pub fn split(text: &str) -> RecordSlices<'_> {
    RecordSlices {
        text,
        start: 0,
        lines_before: 0,
        broken_at: 0,
        next: 0,
        looked_at: 0,
    }
}

/// The iterator that [`split`] returns.
#[derive(Clone, Debug)]
pub struct RecordSlices<'a> {
    text: &'a str,
    /// The start of the next piece, or of the blanks before it.
    start: usize,
    lines_before: usize,
    /// The position of the error in the last broken object.
    broken_at: usize,
    /// The last line found that begins a record, so that it is searched for once.
    next: usize,
    /// The number of bytes examined to find the ends of pieces; tests bound it.
    looked_at: usize,
}

impl<'a> Iterator for RecordSlices<'a> {
    type Item = RecordSlice<'a>;

    fn next(&mut self) -> Option<RecordSlice<'a>> {
        let rest = &self.text[self.start..];
        let blanks = rest.len() - trim_start(rest).len();
        if blanks == rest.len() {
            return None;
        }
        // The blanks before a record on its first line belong to it, so that
        // columns count from the beginning of the line.
        let newline = rest[..blanks].rfind('\n');
        self.take(newline.map_or(0, |newline| newline + 1));
        let lines_before = self.lines_before;
        let length = self.length();
        let text = self.take(length);
        Some(RecordSlice { text, lines_before })
    }
}

impl<'a> RecordSlices<'a> {
    fn take(&mut self, length: usize) -> &'a str {
        let taken = &self.text[self.start..][..length];
        self.lines_before += taken.bytes().filter(|&byte| byte == b'\n').count();
        self.start += length;
        taken
    }

    /// The length of the record that begins here.
    fn length(&mut self) -> usize {
        let rest = &self.text[self.start..];
        let record = trim_start(rest);
        let first = rest.len() - record.len();
        if begins_text(record) {
            let length = next_line(rest, first, begins_text);
            self.looked_at += length;
            return length;
        }
        if !record.starts_with('{') {
            let is_any = |line: &str| {
                let words = line.trim_start_matches([' ', '\t', '\u{feff}']);
                begins_text(line) || words.starts_with('{')
            };
            let length = next_line(rest, first, is_any);
            self.looked_at += length;
            return length;
        }
        // What breaks an object breaks those within it too. So the inside of a
        // broken one is examined no further than the next line that begins a
        // record, and nothing is examined again and again.
        let most = if self.start < self.broken_at {
            self.next_record() - self.start
        } else {
            rest.len()
        };
        match json::prefix(&rest[first..most]) {
            Ok((_, length)) => {
                let length = first + length;
                self.looked_at += length;
                // The rest of its last line belongs to it.
                rest[length..most]
                    .find('\n')
                    .map_or(most, |newline| length + newline + 1)
            }
            Err((at, _)) => {
                let at = first + at;
                self.looked_at += at;
                self.broken_at = self.broken_at.max(self.start + at);
                self.next_record() - self.start
            }
        }
    }

    /// The next line that begins a record, after the one on which the next
    /// piece begins.
    fn next_record(&mut self) -> usize {
        if self.next <= self.start {
            let rest = &self.text[self.start..];
            let first = rest.len() - trim_start(rest).len();
            let is_any = |line: &str| line.starts_with('{') || begins_text(line);
            let length = next_line(rest, first, is_any);
            self.looked_at += length;
            self.next = self.start + length;
        }
        self.next
    }
}

/// A text without leading blanks and byte order marks, which joined files may
/// have inside.
pub(super) fn trim_start(text: &str) -> &str {
    text.trim_start_matches(|letter: char| letter.is_ascii_whitespace() || letter == '\u{feff}')
}

/// The start of the next line after `first` for which `is_one` holds, or the
/// end.
pub(super) fn next_line(text: &str, first: usize, is_one: impl Fn(&str) -> bool) -> usize {
    let ends = text[first..].match_indices('\n');
    let mut lines = ends.map(|(newline, _)| first + newline + 1);
    lines
        .find(|&line| is_one(&text[line..]))
        .unwrap_or(text.len())
}

/// Whether a line begins a record in the text form.
pub(super) fn begins_text(line: &str) -> bool {
    line.trim_start_matches('\u{feff}')
        .strip_prefix(MAGIC)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\r', '\n']))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<&str> {
        split(text).map(|piece| piece.text).collect()
    }

    #[test]
    fn a_bad_line_takes_no_good_record_with_it() {
        assert_eq!(pieces("x\n{}\n{}"), ["x\n", "{}\n", "{}"]);
        assert_eq!(pieces("x\n {}\n"), ["x\n", " {}\n"]);
        assert_eq!(pieces("{\n{}\n{}"), ["{\n", "{}\n", "{}"]);
        assert_eq!(pieces("{} x\n{}\n"), ["{} x\n", "{}\n"]);
        assert_eq!(
            pieces("x\nparlor-record 1\ny"),
            ["x\n", "parlor-record 1\ny"]
        );
        // A comment may begin a line of a text.
        assert_eq!(pieces("parlor-record 1\n{}\n"), ["parlor-record 1\n{}\n"]);
    }

    #[test]
    fn an_object_set_without_indentation_is_one() {
        let object = "{\n\"seats\": [\n{\n\"seat\": \"W\"\n},\n{\n}\n]\n}\n";
        assert_eq!(pieces(object), [object]);
        assert_eq!(pieces(&object.repeat(3)), [object; 3]);
        assert_eq!(pieces(&format!("{{\n{object}")), ["{\n", object]);
    }

    #[test]
    fn a_byte_order_mark_between_joined_files_is_skipped() {
        let text = "\u{feff}parlor-record 1\nx\n\u{feff}parlor-record 1\ny\n\u{feff}\n";
        assert_eq!(
            pieces(text),
            [
                "\u{feff}parlor-record 1\nx\n",
                "\u{feff}parlor-record 1\ny\n\u{feff}\n"
            ]
        );
        assert_eq!(
            pieces("\u{feff}{}\n\u{feff}{}\n"),
            ["\u{feff}{}\n", "\u{feff}{}\n"]
        );
        assert_eq!(pieces("\u{feff}\n \u{feff}"), [""; 0]);
    }

    #[test]
    fn no_part_of_a_text_is_looked_at_more_than_a_few_times() {
        for part in [
            " {}\n",
            "{}\n",
            "{\n",
            " {\n",
            "{\"a\":[\n",
            " {\"a\":[\n",
            "{\"a\":\n{}\n",
            "{}{\n",
            "{\"a\":[\n {}\n",
            "x\n",
            "x\n {\n",
            "{\"a\":[\n{}]\n",
            "{\"a\":1\n,\n",
            "parlor-record 1\n{\n",
            "\u{feff}{",
            "{\"",
        ] {
            for tail in ["", "]", "}", "parlor-record", "\""] {
                let text = part.repeat(1 << 12) + tail;
                let mut pieces = split(&text);
                let mut length = 0;
                for piece in &mut pieces {
                    length += piece.text.len();
                }
                assert!(length <= text.len());
                let most = 4 * text.len();
                assert!(pieces.looked_at <= most, "{part:?}: {}", pieces.looked_at);
            }
        }
    }
}
