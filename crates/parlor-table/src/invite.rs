//! Codes by which friends come to a game: short enough to be read aloud.
//!
//! A code leads to the next free seat of its game, and is worth nothing once nobody is awaited. As
//! of [keys](crate::key), only its hash is kept.

use core::fmt;
use core::str::FromStr;

use crate::key::KeyHash;
use crate::randomness::{Randomness, RandomnessError};

/// The digits, by Crockford's base 32: neither I, L nor O, which look like others, nor U.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The number of digits before each hyphen.
const GROUP: usize = 4;

/// A code of 65 random bits. It is never printed by accident: [`InviteCode::reveal`] says when it
/// is.
#[derive(Clone, PartialEq, Eq)]
pub struct InviteCode([u8; Self::LENGTH]);

impl InviteCode {
    /// The number of its digits.
    pub const LENGTH: usize = 13;

    /// A new one.
    ///
    /// # Errors
    /// Without randomness there is none.
    pub fn draw(randomness: &dyn Randomness) -> Result<Self, RandomnessError> {
        let bytes: [u8; Self::LENGTH] = randomness.bytes()?;
        Ok(Self(bytes.map(|byte| DIGITS[usize::from(byte) % 32])))
    }

    /// The code as it is sent to friends: `K7QM-3XTR-9PWDV`.
    pub fn reveal(&self) -> String {
        let mut text = String::new();
        for (place, &digit) in self.0.iter().enumerate() {
            // The last group takes what is left over.
            if place % GROUP == 0 && place > 0 && Self::LENGTH - place >= GROUP {
                text.push('-');
            }
            text.push(char::from(digit));
        }
        text
    }

    /// What is kept of it.
    pub fn hash(&self) -> KeyHash {
        KeyHash::of_text(&self.reveal())
    }
}

impl fmt::Debug for InviteCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("InviteCode(…)")
    }
}

impl FromStr for InviteCode {
    type Err = InviteCodeError;

    /// Reads a code as people write it: in any case, with or without hyphens and spaces, O for 0, I
    /// and L for 1.
    fn from_str(text: &str) -> Result<Self, InviteCodeError> {
        let mut code = [0; Self::LENGTH];
        let mut places = code.iter_mut();
        for character in text.chars().filter(|char| !matches!(char, '-' | ' ')) {
            let meant = match character.to_ascii_uppercase() {
                'O' => '0',
                'I' | 'L' => '1',
                other => other,
            };
            let digit = DIGITS.iter().find(|&&digit| char::from(digit) == meant);
            match (places.next(), digit) {
                (Some(place), Some(digit)) => *place = *digit,
                _ => return Err(InviteCodeError),
            }
        }
        match places.next() {
            None => Ok(Self(code)),
            Some(_) => Err(InviteCodeError),
        }
    }
}

/// A text that is no code. It does not say how near it is to one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a code has 13 letters and digits")]
pub struct InviteCodeError;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn code(text: &str) -> Result<String, InviteCodeError> {
        text.parse::<InviteCode>().map(|code| code.reveal())
    }

    #[test]
    fn a_code_is_read_however_it_is_written() {
        for text in [
            "K70M-31TR-1PWDV",
            "k70m31tr1pwdv",
            "K7OM-3LTR-IPWDV",
            "k7om 3itr lpwdv",
            "-K-7-0-M-3-1-T-R-1-P-W-D-V-",
        ] {
            assert_eq!(code(text), Ok("K70M-31TR-1PWDV".to_owned()), "{text}");
        }
    }

    #[test]
    fn what_is_no_code_is_refused_alike() {
        for text in [
            "",
            "K70M-31TR-1PWD",
            "K70M-31TR-1PWDVV",
            "U70M-31TR-1PWDV",
            "K70M_31TR_1PWDV",
            "К70M-31TR-1PWDV",
            "K70M\n31TR1PWDV",
        ] {
            assert_eq!(code(text), Err(InviteCodeError), "{text:?}");
        }
    }

    #[test]
    fn a_code_is_not_printed_by_accident() {
        let code: InviteCode = "K70M-31TR-1PWDV".parse().expect("a code");
        assert_eq!(format!("{code:?}"), "InviteCode(…)");
    }

    #[derive(Debug)]
    struct Fixed([u8; InviteCode::LENGTH]);

    impl Randomness for Fixed {
        fn fill(&self, bytes: &mut [u8]) -> Result<(), RandomnessError> {
            bytes.copy_from_slice(&self.0);
            Ok(())
        }
    }

    /// Writes a digit as somebody might.
    fn written(digit: char, way: u8) -> String {
        let alike = match (digit, way % 3) {
            ('0', 1) => 'O',
            ('1', 1) => 'I',
            ('1', 2) => 'L',
            _ => digit,
        };
        let cased = if way & 4 == 0 {
            alike
        } else {
            alike.to_ascii_lowercase()
        };
        let hyphen = if way & 8 == 0 { "" } else { "-" };
        format!("{cased}{hyphen}")
    }

    proptest! {
        #[test]
        fn every_code_is_read_as_it_was_drawn(
            bytes: [u8; InviteCode::LENGTH],
            ways: [u8; InviteCode::LENGTH],
        ) {
            let drawn = InviteCode::draw(&Fixed(bytes)).expect("bytes");
            let shown = drawn.reveal();
            let digits = shown.chars().filter(|digit| *digit != '-').zip(ways);
            let text: String = digits.map(|(digit, way)| written(digit, way)).collect();
            prop_assert_eq!(text.parse(), Ok(drawn.clone()));
            prop_assert_eq!(shown.parse::<InviteCode>().map(|read| read.hash()), Ok(drawn.hash()));
        }

        #[test]
        fn whatever_is_read_as_a_code_is_one(text in ".{0,40}") {
            if let Ok(code) = text.parse::<InviteCode>() {
                prop_assert_eq!(code.reveal().parse(), Ok(code.clone()));
                prop_assert_eq!(code.reveal().len(), InviteCode::LENGTH + 2);
            }
        }
    }
}
