//! The fast reading of JSON in its usual form.
//!
//! It takes only what it expects next: keys in the documented order, strings
//! without escapes, numbers of one digit, white space anywhere. At anything
//! else it gives up (`None`) and the exact reading decides, so it needs no
//! errors.

/// The rest of a JSON text.
#[derive(Debug)]
pub(crate) struct Scanner<'a> {
    text: &'a str,
    position: usize,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, position: 0 }
    }

    /// The number of bytes left.
    pub(crate) fn remaining(&self) -> usize {
        self.text.len() - self.position
    }

    /// The next byte other than white space, not yet taken.
    pub(crate) fn peek(&mut self) -> Option<u8> {
        loop {
            let byte = *self.text.as_bytes().get(self.position)?;
            if !matches!(byte, b' ' | b'\t' | b'\r' | b'\n') {
                return Some(byte);
            }
            self.position += 1;
        }
    }

    /// Takes white space and this byte.
    pub(crate) fn take(&mut self, byte: u8) -> Option<()> {
        if self.peek()? != byte {
            return None;
        }
        self.position += 1;
        Some(())
    }

    /// Takes `"key":`.
    pub(crate) fn key(&mut self, key: &str) -> Option<()> {
        (self.string()? == key).then_some(())?;
        self.take(b':')
    }

    /// Takes a string without escapes.
    pub(crate) fn string(&mut self) -> Option<&'a str> {
        self.take(b'"')?;
        let start = self.position;
        let rest = self.text.as_bytes().get(start..)?;
        let length = rest
            .iter()
            .position(|&byte| byte == b'"' || byte == b'\\' || byte < b' ')?;
        // Not by `take`: white space is part of a string.
        (rest[length] == b'"').then_some(())?;
        self.position += length + 1;
        self.text.get(start..start + length)
    }

    /// Takes a string of one ASCII character without an escape.
    pub(crate) fn letter(&mut self) -> Option<char> {
        self.take(b'"')?;
        match *self.text.as_bytes().get(self.position..self.position + 2)? {
            [letter @ b' '..=b'~', b'"'] if letter != b'\\' => {
                self.position += 2;
                Some(char::from(letter))
            }
            _ => None,
        }
    }

    /// Takes a number of one digit. Whatever would make it another number is
    /// refused by the next call.
    pub(crate) fn digit(&mut self) -> Option<i64> {
        let digit = self.peek().filter(u8::is_ascii_digit)?;
        self.position += 1;
        Some(i64::from(digit - b'0'))
    }

    /// Takes a list, each element by `element`.
    pub(crate) fn list(&mut self, mut element: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.take(b'[')?;
        if self.peek()? == b']' {
            return self.take(b']');
        }
        loop {
            element(self)?;
            match self.peek()? {
                b',' => self.take(b',')?,
                _ => return self.take(b']'),
            }
        }
    }

    /// Takes the end of the text.
    pub(crate) fn end(&mut self) -> Option<()> {
        self.peek().is_none().then_some(())
    }
}
