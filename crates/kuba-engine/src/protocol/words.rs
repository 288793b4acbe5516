//! The words of a line.

use core::fmt::Display;
use core::ops::RangeInclusive;
use core::str::{FromStr, SplitWhitespace};

use super::error::{ProtocolError, shown};

/// The remaining words of a line.
#[derive(Clone, Debug)]
pub(super) struct RemainingWords<'a>(SplitWhitespace<'a>);

impl<'a> RemainingWords<'a> {
    pub(super) fn of(line: &'a str) -> Self {
        Self(line.split_whitespace())
    }

    /// Consumes this word, which must come next.
    pub(super) fn expect(
        &mut self,
        word: &'static str,
        form: &'static str,
    ) -> Result<(), ProtocolError> {
        if self.next() == Some(word) {
            Ok(())
        } else {
            Err(ProtocolError::Missing { word, form })
        }
    }

    /// The words before this one, which is consumed too.
    pub(super) fn until(&mut self, end: &str) -> impl Iterator<Item = &'a str> {
        self.by_ref().take_while(move |&word| word != end)
    }

    /// The number that must come next.
    pub(super) fn number<N>(
        &mut self,
        name: &str,
        range: &RangeInclusive<N>,
    ) -> Result<N, ProtocolError>
    where
        N: FromStr + PartialOrd + Display,
    {
        whole(name, self.next().unwrap_or_default(), range)
    }
}

impl<'a> Iterator for RemainingWords<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        self.0.next()
    }
}

/// A whole number in its range.
pub(super) fn whole<N>(
    name: &str,
    value: &str,
    range: &RangeInclusive<N>,
) -> Result<N, ProtocolError>
where
    N: FromStr + PartialOrd + Display,
{
    let number = value.parse().ok();
    let number = number.filter(|number| range.contains(number));
    number.ok_or_else(|| ProtocolError::Number {
        name: name.to_owned(),
        value: shown(value),
        least: range.start().to_string(),
        most: range.end().to_string(),
    })
}
