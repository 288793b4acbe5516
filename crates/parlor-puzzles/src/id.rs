//! The name of a puzzle.

use core::fmt;
use core::str::FromStr;

/// The name of a puzzle, made of its position: `k-1f3a9c02`.
///
/// It is the first letter of the game, a hyphen, and the upper half of the position's `stable_hash` as eight
/// hexadecimal digits. So a puzzle that is found again has the name it had, and no list has to be in order.
///
/// ```
/// use parlor_puzzles::PuzzleId;
///
/// let id: PuzzleId = "k-1f3a9c02".parse()?;
/// assert_eq!(id, PuzzleId::kuba(0x1f3a_9c02_5555_5555));
/// # Ok::<(), parlor_puzzles::PuzzleIdError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PuzzleId {
    game: char,
    digits: u32,
}

/// A text that is no name of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a puzzle is named by k or l, a hyphen and eight hexadecimal digits, as in k-1f3a9c02")]
pub struct PuzzleIdError;

impl PuzzleId {
    /// The name of the puzzle of Kuba whose position has this `stable_hash`.
    pub const fn kuba(hash: u64) -> Self {
        Self::new('k', hash)
    }

    /// The name of the puzzle of Ludo whose position has this `stable_hash`.
    pub const fn ludo(hash: u64) -> Self {
        Self::new('l', hash)
    }

    const fn new(game: char, hash: u64) -> Self {
        Self {
            game,
            digits: (hash >> u32::BITS) as u32,
        }
    }

    /// Whether it names a puzzle of Kuba, and not one of Ludo.
    pub const fn is_kuba(self) -> bool {
        self.game == 'k'
    }
}

impl fmt::Display for PuzzleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:08x}", self.game, self.digits)
    }
}

impl FromStr for PuzzleId {
    type Err = PuzzleIdError;

    fn from_str(text: &str) -> Result<Self, PuzzleIdError> {
        let (game, digits) = match text.as_bytes() {
            [game @ (b'k' | b'l'), b'-', ..] => (char::from(*game), &text[2..]),
            _ => return Err(PuzzleIdError),
        };
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        if digits.len() != 8 || !digits.bytes().all(is_digit) {
            return Err(PuzzleIdError);
        }
        let digits = u32::from_str_radix(digits, 16).map_err(|_| PuzzleIdError)?;
        Ok(Self { game, digits })
    }
}

#[cfg(test)]
mod tests {
    use super::{PuzzleId, PuzzleIdError};

    #[test]
    fn a_name_is_read_as_it_is_written() {
        for id in [PuzzleId::kuba(u64::MAX), PuzzleId::ludo(0)] {
            assert_eq!(id.to_string().parse(), Ok(id));
        }
    }

    #[test]
    fn what_is_no_name_is_refused() {
        let none = "|k|k-|k-1f3a9c0|k-1f3a9c022|x-1f3a9c02|K-1f3a9c02|k-1F3a9c02|k-+f3a9c02|k-1f3a9cé|é-1f3a9c02";
        for text in none.split('|') {
            assert_eq!(text.parse::<PuzzleId>(), Err(PuzzleIdError), "{text}");
        }
    }
}
