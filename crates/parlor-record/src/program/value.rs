//! The values of a program, in one list.

use std::borrow::Cow;

use super::lexer::Lexer;
use super::node::{Node, Shape};
use super::parser::Parser;
use crate::error::{LineColumn, ReadError, ReadErrorKind, quoted};

/// A program as written.
#[derive(Debug)]
pub(crate) struct Program<'a> {
    text: &'a str,
    nodes: Vec<Node>,
}

impl<'a> Program<'a> {
    /// Reads a program, which has up to 4 GiB.
    ///
    /// # Errors
    /// At the first word that is no part of a statement that is read.
    pub(crate) fn read(text: &'a str) -> Result<Self, ReadError> {
        let nodes = Parser::new(Lexer::new(text), text)?.read()?;
        Ok(Self { text, nodes })
    }

    /// The statements, in order.
    pub(crate) fn statements(&self) -> Values<'_, 'a> {
        Values {
            program: self,
            next: 0,
            end: self.nodes.len(),
        }
    }

    /// An error about a part of the text.
    pub(crate) fn refused(&self, part: &str, expected: &'static str) -> ReadError {
        self.error(part, |value| ReadErrorKind::NotPlayed { value, expected })
    }

    /// An error at a part of the text, which is quoted.
    pub(crate) fn error(
        &self,
        part: &str,
        kind: impl FnOnce(String) -> ReadErrorKind,
    ) -> ReadError {
        ReadError::new(LineColumn::of_part(self.text, part), kind(quoted(part)))
    }

    /// An error at the end of the text.
    pub(crate) fn error_at_end(&self, kind: ReadErrorKind) -> ReadError {
        let end = self.text.trim_end().len();
        ReadError::new(LineColumn::of_offset(self.text, end), kind)
    }
}

/// A value of a program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Value<'p, 'a> {
    program: &'p Program<'a>,
    index: usize,
}

/// Two values are the same where they are in one place.
impl PartialEq for Value<'_, '_> {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.program, other.program) && self.index == other.index
    }
}

impl<'p, 'a> Value<'p, 'a> {
    fn node(self) -> Node {
        self.program.nodes[self.index]
    }

    /// What it is.
    pub(crate) fn shape(self) -> Shape {
        self.node().shape
    }

    /// The value as written.
    pub(crate) fn part(self) -> &'a str {
        let Node { start, end, .. } = self.node();
        &self.program.text[start as usize..end as usize]
    }

    /// What it consists of.
    pub(crate) fn children(self) -> Values<'p, 'a> {
        Values {
            program: self.program,
            next: self.index + 1,
            end: self.node().next as usize,
        }
    }

    /// The elements of a list; `None` if it is none.
    pub(crate) fn elements(self) -> Option<Values<'p, 'a>> {
        (self.shape() == Shape::List).then(|| self.children())
    }

    /// The content of a string; `None` if it is none.
    pub(crate) fn string(self) -> Option<Cow<'a, str>> {
        let part = self.part();
        if self.shape() != Shape::Text {
            return None;
        }
        let mut inside = part.chars();
        let first = inside.next()?;
        inside.next_back()?;
        let inside = inside.as_str();
        if !inside.contains('\\') {
            return Some(Cow::Borrowed(inside));
        }
        // JSON has more escapes, of which Python knows most.
        let of_json = (first == '"').then(|| serde_json::from_str(part).ok());
        of_json
            .flatten()
            .or_else(|| unescaped(inside))
            .map(Cow::Owned)
    }
}

/// A string with the escapes that Python knows next to those of JSON; `None` if it has others.
fn unescaped(inside: &str) -> Option<String> {
    let mut plain = String::with_capacity(inside.len());
    let mut rest = inside.chars();
    while let Some(next) = rest.next() {
        plain.push(match next {
            '\\' => match rest.next()? {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                same @ ('\\' | '\'' | '"') => same,
                _ => return None,
            },
            plain => plain,
        });
    }
    Some(plain)
}

/// Values one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Values<'p, 'a> {
    program: &'p Program<'a>,
    next: usize,
    end: usize,
}

impl<'p, 'a> Iterator for Values<'p, 'a> {
    type Item = Value<'p, 'a>;

    fn next(&mut self) -> Option<Self::Item> {
        let Self { program, next, end } = *self;
        if next >= end {
            return None;
        }
        self.next = program.nodes[next].next as usize;
        Some(Value {
            program,
            index: next,
        })
    }
}
