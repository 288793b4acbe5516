//! The words of a program.

use crate::error::LineColumn;
use crate::error::{ReadError, ReadErrorKind, quoted};

/// The quotes that begin a string, each with those that end it. Assignments come as documents, in
/// which straight quotes have become curly ones.
const QUOTES: [(&[char], &[char]); 4] = [
    (&['\''], &['\'']),
    (&['"'], &['"']),
    (&['‘', '’'], &['‘', '’']),
    (&['“', '”'], &['“', '”']),
];

/// The length of a prompt of Python.
const PROMPT: usize = 3;

/// What begins and ends a string of several lines.
const LONG_QUOTES: [&str; 2] = ["\"\"\"", "'''"];

/// A kind of word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// A name, or several joined by points: `game.play_game`.
    Name,
    Number,
    /// A string with its quotes.
    Text,
    /// One of `( [ ) ] , = .`.
    Sign(char),
    /// The end of a line outside of brackets, or `;`.
    LineEnd,
    End,
}

/// A word with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) word: Word,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Reads one word after the other.
#[derive(Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    position: usize,
}

impl<'a> Lexer<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { text, position: 0 }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.position..).unwrap_or_default()
    }

    /// The next word; within brackets a line goes on.
    pub(super) fn next(&mut self, is_within: bool) -> Result<Token, ReadError> {
        self.skip_blanks(is_within);
        let start = self.position;
        let Some(first) = self.rest().chars().next() else {
            return Ok(self.token(Word::End, start));
        };
        let word = match first {
            '\n' | ';' => self.sign(first, Word::LineEnd),
            '(' | '[' | ')' | ']' | ',' | '.' => self.sign(first, Word::Sign(first)),
            '=' if !self.rest().starts_with("==") => self.sign(first, Word::Sign(first)),
            '-' | '0'..='9' => self.number()?,
            first if is_name(first) => self.name(),
            first => {
                let quotes = QUOTES.iter().find(|(begin, _)| begin.contains(&first));
                match (self.long_quotes(), quotes) {
                    (Some(quotes), _) => self.long_string(quotes)?,
                    (None, Some((_, ends))) => self.string(first, ends)?,
                    (None, None) => return Err(self.unknown(start)),
                }
            }
        };
        Ok(self.token(word, start))
    }

    fn token(&self, word: Word, start: usize) -> Token {
        let end = self.position;
        Token { word, start, end }
    }

    fn sign(&mut self, sign: char, word: Word) -> Word {
        self.position += sign.len_utf8();
        word
    }

    /// Passes over blanks, comments, lines that go on after `\`, and a mark at the beginning of a
    /// file.
    fn skip_blanks(&mut self, is_within: bool) {
        loop {
            let rest = self.rest();
            let goes_on = ["\\\n", "\\\r\n"].into_iter();
            let length = match rest.chars().next() {
                Some('\n') if is_within => 1,
                Some('\n') => return,
                Some('#') => rest.find('\n').unwrap_or(rest.len()),
                Some('>' | '.') if self.is_prompt() => PROMPT,
                Some('\u{feff}') if self.position == 0 => '\u{feff}'.len_utf8(),
                Some(blank) if blank.is_whitespace() => blank.len_utf8(),
                Some('\\') => match goes_on.into_iter().find(|end| rest.starts_with(end)) {
                    Some(end) => end.len(),
                    None => return,
                },
                _ => return,
            };
            self.position += length;
        }
    }

    /// Whether a prompt of Python begins here, at the beginning of a line.
    fn is_prompt(&self) -> bool {
        let begun = &self.text[..self.position];
        let is_first = begun.is_empty() || begun.ends_with('\n');
        let mut prompts = [">>>", "..."].into_iter();
        is_first && prompts.any(|prompt| self.rest().starts_with(prompt))
    }

    /// Passes over the rest of the line.
    pub(super) fn skip_line(&mut self) {
        let rest = self.rest();
        self.position += rest.find('\n').unwrap_or(rest.len());
    }

    /// Goes on at a place.
    pub(super) const fn skip_to(&mut self, position: usize) {
        self.position = position;
    }

    fn name(&mut self) -> Word {
        let rest = self.rest();
        let mut length = 0;
        loop {
            let part = rest.get(length..).unwrap_or_default();
            length += part
                .find(|next| !is_within_name(next))
                .unwrap_or(part.len());
            // A point belongs to the name where another part of it follows.
            let mut following = rest.get(length..).unwrap_or_default().chars();
            match (following.next(), following.next()) {
                (Some('.'), Some(next)) if is_name(next) => length += 1,
                _ => break,
            }
        }
        self.position += length;
        Word::Name
    }

    /// A number as JSON has it.
    fn number(&mut self) -> Result<Word, ReadError> {
        let start = self.position;
        let is_part = |next: char| is_within_name(next) || matches!(next, '.' | '-' | '+');
        let rest = self.rest();
        let number = &rest[..rest.find(|next| !is_part(next)).unwrap_or(rest.len())];
        if serde_json::from_str::<serde_json::Number>(number).is_err() {
            let expected = "a number is written as 6";
            return Err(self.refused(start, number, expected));
        }
        self.position += number.len();
        Ok(Word::Number)
    }

    fn string(&mut self, first: char, ends: &[char]) -> Result<Word, ReadError> {
        let start = self.position;
        self.position += first.len_utf8();
        loop {
            let rest = self.rest();
            let mut next = rest.chars();
            match next.next() {
                Some('\n') | None => {
                    let written = &self.text[start..self.position];
                    let expected = "a string ends on its line with the quote that it begins with";
                    return Err(self.refused(start, written, expected));
                }
                Some('\\') => {
                    let escaped = next.next().filter(|&escaped| escaped != '\n');
                    self.position += 1 + escaped.map_or(0, char::len_utf8);
                }
                Some(end) => {
                    self.position += end.len_utf8();
                    if ends.contains(&end) {
                        return Ok(Word::Text);
                    }
                }
            }
        }
    }

    /// The quotes of a string of several lines that begins here.
    fn long_quotes(&self) -> Option<&'static str> {
        let rest = self.rest();
        LONG_QUOTES
            .into_iter()
            .find(|quotes| rest.starts_with(quotes))
    }

    fn long_string(&mut self, quotes: &str) -> Result<Word, ReadError> {
        let start = self.position;
        self.position += quotes.len();
        let Some(length) = self.rest().find(quotes) else {
            let expected = "a string of several lines ends with the quotes that it begins with";
            return Err(self.refused(start, quotes, expected));
        };
        self.position += length + quotes.len();
        Ok(Word::Text)
    }

    fn unknown(&self, start: usize) -> ReadError {
        let rest = self.rest();
        let end = rest.find(|next: char| next.is_whitespace() || is_name(next));
        let end = end.or_else(|| rest.chars().next().map(char::len_utf8));
        let written = rest.get(..end.unwrap_or(rest.len()).max(1)).unwrap_or(rest);
        self.refused(start, written, EXPECTED)
    }

    /// The error about what is written at a place.
    pub(super) fn refused(&self, start: usize, written: &str, expected: &'static str) -> ReadError {
        let value = quoted(written);
        ReadError::new(
            LineColumn::of_offset(self.text, start),
            ReadErrorKind::NotPlayed { value, expected },
        )
    }
}

/// What a program consists of, as errors say it.
pub(super) const EXPECTED: &str = "of a program, lists such as turns = [('A', 6), ('A', 4)] and the calls of a \
     game are read, and nothing is computed";

fn is_name(first: char) -> bool {
    first.is_alphabetic() || first == '_'
}

pub(super) fn is_within_name(next: char) -> bool {
    next.is_alphanumeric() || next == '_'
}
