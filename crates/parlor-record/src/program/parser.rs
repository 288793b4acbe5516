//! The statements of a program.

use std::collections::BTreeSet;

use super::lexer::{EXPECTED, Lexer, Token, Word, is_within_name};
use super::node::{Node, Shape};
use crate::error::{LineColumn, ReadError, ReadErrorKind};

/// The most brackets within brackets; a game needs four.
const DEEPEST: usize = 32;

/// What begins a line that only says where a class is from.
const IMPORTS: [&str; 2] = ["import", "from"];

/// The line before what a program does if it is run.
const IF_RUN: [&str; 2] = ["if__name__=='__main__'", "if__name__==\"__main__\""];

/// The most characters of a line that is put around statements.
const LONGEST_FRAME: usize = 200;

/// Reads the statements.
#[derive(Debug)]
pub(super) struct Parser<'a> {
    lexer: Lexer<'a>,
    text: &'a str,
    /// The next word, not yet taken.
    token: Token,
    /// Where the last word that was taken ends.
    taken: usize,
    depth: usize,
    /// The functions whose statements were read where they are defined.
    functions: BTreeSet<&'a str>,
    nodes: Vec<Node>,
}

impl<'a> Parser<'a> {
    pub(super) fn new(mut lexer: Lexer<'a>, text: &'a str) -> Result<Self, ReadError> {
        if u32::try_from(text.len()).is_err() {
            let limit = u32::MAX as usize;
            let kind = ReadErrorKind::TooLong { limit };
            return Err(ReadError::new(LineColumn::START, kind));
        }
        let token = lexer.next(false)?;
        Ok(Self {
            lexer,
            text,
            token,
            taken: 0,
            depth: 0,
            functions: BTreeSet::new(),
            nodes: Vec::new(),
        })
    }

    pub(super) fn read(mut self) -> Result<Vec<Node>, ReadError> {
        loop {
            let word = self.token.word;
            match word {
                Word::End => return Ok(self.nodes),
                Word::LineEnd => self.advance()?,
                Word::Name if IMPORTS.contains(&self.written()) => {
                    self.lexer.skip_line();
                    self.advance()?;
                }
                _ if self.skip_frame() => self.advance()?,
                _ => self.statement()?,
            }
        }
    }

    /// Passes over what is put around the statements of a program, if that begins here:
    /// `if __name__ == "__main__":`, `def main():`, and then `main()`.
    fn skip_frame(&mut self) -> bool {
        let Token { start, end, .. } = self.token;
        let skipped = match self.written() {
            "def" | "if" => self.frame_at(start),
            name if self.functions.contains(name) && self.text[end..].starts_with("()") => {
                Some(end + "()".len())
            }
            _ => None,
        };
        let Some(end) = skipped else {
            return false;
        };
        self.lexer.skip_to(end);
        true
    }

    /// Where a line ends that is put around statements.
    fn frame_at(&mut self, start: usize) -> Option<usize> {
        let line = &self.text[start..];
        let colon = line
            .char_indices()
            .take(LONGEST_FRAME)
            .find(|(_, sign)| *sign == ':');
        let (head, _) = line.split_at(colon?.0);
        let bare: String = head.split_whitespace().collect();
        if !IF_RUN.contains(&&*bare) {
            let (defined, _) = head.split_once("->").unwrap_or((head, ""));
            let name = defined.strip_prefix("def ")?.trim().strip_suffix("()")?;
            if name.is_empty() || !name.chars().all(is_within_name) {
                return None;
            }
            self.functions.insert(name);
        }
        Some(start + head.len() + ":".len())
    }

    fn statement(&mut self) -> Result<(), ReadError> {
        self.argument()?;
        // Values side by side are as good as one under the other.
        while self.token.word == Word::Sign(',') {
            self.advance()?;
            if matches!(self.token.word, Word::End | Word::LineEnd) {
                break;
            }
            self.argument()?;
        }
        match self.token.word {
            Word::End | Word::LineEnd => Ok(()),
            _ => Err(self.unexpected(EXPECTED)),
        }
    }

    /// A value, or `name = value`.
    fn argument(&mut self) -> Result<(), ReadError> {
        let start = self.token.start;
        let begun = self.nodes.len();
        self.value()?;
        if self.token.word != Word::Sign('=') {
            return Ok(());
        }
        let name = self.nodes.pop().filter(|node| node.shape == Shape::Name);
        let Some(name) = name.filter(|_| self.nodes.len() == begun) else {
            return Err(self.unexpected(EXPECTED));
        };
        self.begin(Shape::Assignment, start);
        let named = self.begin(Shape::Name, start);
        self.end(named, name.end as usize);
        self.advance()?;
        self.value()?;
        self.close(begun);
        Ok(())
    }

    /// A literal, a name, or calls, each of what the one before it returns.
    fn value(&mut self) -> Result<(), ReadError> {
        let Token { word, start, end } = self.token;
        match word {
            Word::Sign(open @ ('(' | '[')) => {
                let begun = self.begin(Shape::List, start);
                self.bracket(open, start)?;
                self.close(begun);
                Ok(())
            }
            Word::Number => self.leaf(Shape::Number),
            Word::Text => self.leaf(Shape::Text),
            Word::Name => {
                self.advance()?;
                if self.token.word != Word::Sign('(') {
                    let begun = self.begin(Shape::Name, start);
                    self.end(begun, end);
                    return Ok(());
                }
                self.call(start, start, end)?;
                while self.token.word == Word::Sign('.') {
                    self.advance()?;
                    let Token { start, end, .. } = self.token;
                    if self.token.word != Word::Name {
                        return Err(self.unexpected(EXPECTED));
                    }
                    self.advance()?;
                    if self.token.word != Word::Sign('(') {
                        return Err(self.unexpected(EXPECTED));
                    }
                    self.call(start, start, end)?;
                }
                Ok(())
            }
            Word::End => Err(self.unexpected("the text ends before a value")),
            _ => Err(self.unexpected(EXPECTED)),
        }
    }

    /// A call of the name at this place, from its bracket on.
    fn call(&mut self, start: usize, name: usize, name_end: usize) -> Result<(), ReadError> {
        let begun = self.begin(Shape::Call, start);
        let named = self.begin(Shape::Name, name);
        self.end(named, name_end);
        self.bracket('(', self.token.start)?;
        self.close(begun);
        Ok(())
    }

    /// What stands in brackets, which are taken too.
    fn bracket(&mut self, open: char, start: usize) -> Result<(), ReadError> {
        if self.depth == DEEPEST {
            return Err(self.unexpected("brackets are read up to 32 deep"));
        }
        self.depth += 1;
        self.advance()?;
        let close = Word::Sign(if open == '(' { ')' } else { ']' });
        while self.token.word != close {
            self.argument()?;
            match self.token.word {
                Word::Sign(',') => self.advance()?,
                word if word == close => {}
                Word::End => {
                    let bracket = &self.text[start..=start];
                    let expected = "it is not closed; its end is missing";
                    return Err(self.lexer.refused(start, bracket, expected));
                }
                _ => {
                    return Err(
                        self.unexpected("after a value there is a comma or the end of the list")
                    );
                }
            }
        }
        self.depth -= 1;
        self.advance()
    }

    fn leaf(&mut self, shape: Shape) -> Result<(), ReadError> {
        let Token { start, end, .. } = self.token;
        let begun = self.begin(shape, start);
        self.end(begun, end);
        self.advance()
    }

    /// Begins a value, which the following belong to until its end.
    fn begin(&mut self, shape: Shape, start: usize) -> usize {
        let start = index(start);
        self.nodes.push(Node {
            shape,
            start,
            end: start,
            next: 0,
        });
        self.nodes.len() - 1
    }

    fn end(&mut self, begun: usize, end: usize) {
        let next = index(self.nodes.len());
        if let Some(node) = self.nodes.get_mut(begun) {
            node.end = index(end);
            node.next = next;
        }
    }

    /// Ends a value after the last word that was taken.
    fn close(&mut self, begun: usize) {
        self.end(begun, self.taken);
    }

    fn advance(&mut self) -> Result<(), ReadError> {
        self.taken = self.token.end;
        self.token = self.lexer.next(self.depth > 0)?;
        Ok(())
    }

    /// The next word as written.
    fn written(&self) -> &'a str {
        let Token { start, end, .. } = self.token;
        self.text.get(start..end).unwrap_or_default()
    }

    /// The error about the next word.
    fn unexpected(&self, expected: &'static str) -> ReadError {
        let written = match self.token.word {
            Word::End => "the end of the text",
            Word::LineEnd if self.written() != ";" => "the end of the line",
            _ => self.written(),
        };
        self.lexer.refused(self.token.start, written, expected)
    }
}

/// A place in a text of up to 4 GiB.
fn index(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}
