//! One ply of a record: an action and its notes.

use core::fmt;
use core::str::FromStr;

use parlor_game::Game;

use super::document::{KnownField, PlyDocument, RecordObject as _};
use super::fields::{Fields, Json};

/// The action or chance outcome of a ply.
///
/// It parses what it prints: an action in the game's notation, or the letter of
/// a seat and a chance outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act<G: Game> {
    /// An action, with the chance outcome that it answers.
    Action(G::Action),
    /// A chance outcome that no action has answered: only the last ply of a
    /// record can be one.
    Chance(G::Seat, G::Chance),
}

/// In the notation of records: `A6p`; `A6` for a roll alone.
impl<G: Game> fmt::Display for Act<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Action(action) => action.fmt(f),
            Self::Chance(seat, outcome) => write!(f, "{}{outcome}", G::letter(*seat)),
        }
    }
}

impl<G: Game> FromStr for Act<G> {
    type Err = <G::Action as FromStr>::Err;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        word.parse()
            .map(Self::Action)
            .or_else(|error| chance::<G>(word).ok_or(error))
    }
}

/// The chance outcome of a word such as `A6`.
fn chance<G: Game>(word: &str) -> Option<Act<G>> {
    let mut letters = word.chars();
    let seat = G::seat(letters.next()?)?;
    let outcome = G::first_outcomes().find(|outcome| outcome.to_string() == letters.as_str())?;
    Some(Act::Chance(seat, outcome))
}

/// One ply: what is done, and its notes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ply<A> {
    pub(super) act: A,
    /// Its notes.
    pub notes: Notes,
}

impl<A> Ply<A> {
    pub(super) const fn new(act: A) -> Self {
        Self {
            act,
            notes: Notes::new(),
        }
    }

    /// The action or chance outcome.
    pub const fn act(&self) -> &A {
        &self.act
    }
}

/// The notes on a ply.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Notes {
    /// A comment, any text.
    pub comment: Option<String>,
    /// The time left on the mover's clock after it.
    pub clock: Option<Clock>,
    pub(super) fields: Fields,
}

impl Notes {
    /// Empty notes.
    pub const fn new() -> Self {
        Self {
            comment: None,
            clock: None,
            fields: Fields::new(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.comment.is_none() && self.clock.is_none() && self.fields.is_empty()
    }

    /// The fields that this version does not know.
    pub const fn fields(&self) -> &Fields {
        &self.fields
    }

    /// Sets a field that this version does not know.
    ///
    /// # Errors
    /// [`KnownField`] for one that it knows; nothing is changed.
    pub fn set_field(&mut self, key: &str, value: Json) -> Result<(), KnownField> {
        PlyDocument::refuse(key)?;
        self.fields.set(key, value);
        Ok(())
    }
}

/// The time left on a clock, in milliseconds; it prints as `0:04:32.1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clock(u64);

impl Clock {
    /// The largest value, which every JSON reader represents exactly.
    pub const MAX: Self = Self((1 << 53) - 1);

    /// A time in milliseconds; `None` above [`Clock::MAX`].
    pub const fn from_milliseconds(milliseconds: u64) -> Option<Self> {
        if milliseconds <= Self::MAX.0 {
            Some(Self(milliseconds))
        } else {
            None
        }
    }

    /// The milliseconds.
    pub const fn milliseconds(self) -> u64 {
        self.0
    }

    /// Reads `h:mm:ss` or `m:ss`, with up to three digits after a point.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (whole, fraction) = text
            .split_once('.')
            .map_or((text, None), |(whole, fraction)| (whole, Some(fraction)));
        let thousandths = match fraction {
            None => 0,
            Some(digits) if (1..=3).contains(&digits.len()) => {
                number(digits)? * [100, 10, 1][digits.len() - 1]
            }
            Some(_) => return None,
        };
        let parts: Vec<&str> = whole.split(':').collect();
        let (hours, minutes, seconds) = match parts[..] {
            [hours, minutes, seconds] if minutes.len() == 2 => {
                (number(hours)?, number(minutes)?, seconds)
            }
            [minutes, seconds] if (1..=2).contains(&minutes.len()) => {
                (0, number(minutes)?, seconds)
            }
            _ => return None,
        };
        let seconds = (seconds.len() == 2).then(|| number(seconds))??;
        if minutes >= 60 || seconds >= 60 {
            return None;
        }
        let hours = hours.checked_mul(3_600_000)?;
        Self::from_milliseconds(hours.checked_add(60_000 * minutes + 1000 * seconds + thousandths)?)
    }
}

fn number(digits: &str) -> Option<u64> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().ok())?
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, thousandths) = (self.0 / 1000, self.0 % 1000);
        let (minutes, hours) = (seconds / 60 % 60, seconds / 3600);
        write!(f, "{hours}:{minutes:02}:{:02}", seconds % 60)?;
        if thousandths > 0 {
            let digits = format!("{thousandths:03}");
            write!(f, ".{}", digits.trim_end_matches('0'))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_as_they_print() {
        for milliseconds in [
            0,
            1,
            10,
            100,
            999,
            1000,
            59_999,
            60_000,
            581_500,
            3_600_000,
            360_000_001,
            Clock::MAX.0,
        ] {
            let clock = Clock::from_milliseconds(milliseconds).expect("in range");
            assert_eq!(Clock::parse(&clock.to_string()), Some(clock), "{clock}");
        }
        assert_eq!(Clock(581_500).to_string(), "0:09:41.5");
        assert_eq!(Clock::parse("9:41.5"), Some(Clock(581_500)));
        assert_eq!(Clock::from_milliseconds(1 << 53), None);
    }

    #[test]
    fn what_is_no_clock_is_refused() {
        for wrong in [
            "",
            ":",
            "5",
            "0:5",
            "0:60",
            "60:00",
            "0:60:00",
            "0:5:00",
            "1:00:00:00",
            "-1:00",
            "0:01.",
            "0:01.1234",
            "0:01,5",
            "99999999999999999999:00:00",
            "5000000000:00:00",
            " 0:01",
            "٠:٠١",
        ] {
            assert_eq!(Clock::parse(wrong), None, "{wrong}");
        }
    }
}
