//! The head of the log that a server kept of the game.

use core::fmt;
use core::str::FromStr;

use parlor_dice::Bytes32;

/// The head of a game's log after a number of entries: the SHA-256 that stands for all of them.
///
/// It prints and parses as the number and 64 hexadecimal digits: `57 3fa9…`. The form of a log is
/// in `docs/formats/log.md`. A record with it can be compared with the log; nothing in the record
/// follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LogHead {
    /// The number of entries.
    pub version: u64,
    /// The SHA-256.
    pub head: Bytes32,
}

impl fmt::Display for LogHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.version, self.head)
    }
}

impl FromStr for LogHead {
    type Err = LogHeadError;

    fn from_str(text: &str) -> Result<Self, LogHeadError> {
        let (version, head) = text.split_once(' ').ok_or(LogHeadError)?;
        let is_plain =
            version.bytes().all(|byte| byte.is_ascii_digit()) && !version.starts_with('0');
        let version = version.parse().ok().filter(|_| is_plain);
        Ok(Self {
            version: version.ok_or(LogHeadError)?,
            head: head.parse().map_err(|_| LogHeadError)?,
        })
    }
}

/// The text is not a number of entries and a SHA-256.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "it must be the number of entries in the log, from 1, and the head in 64 hexadecimal digits"
)]
pub struct LogHeadError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_read_as_it_is_written_and_nothing_else_is() {
        let text = format!("57 {}", "3f".repeat(32));
        let head: LogHead = text.parse().expect("a head");
        assert_eq!((head.version, head.head), (57, Bytes32([0x3f; 32])));
        assert_eq!(head.to_string(), text);
        let digits = "3f".repeat(32);
        for wrong in [
            String::new(),
            "57".to_owned(),
            digits.clone(),
            format!("0 {digits}"),
            format!("05 {digits}"),
            format!("+5 {digits}"),
            format!("5  {digits}"),
            format!("5 {digits} "),
            format!("-5 {digits}"),
            format!("18446744073709551616 {digits}"),
            format!("5 {}", "3f".repeat(31)),
        ] {
            assert_eq!(wrong.parse::<LogHead>(), Err(LogHeadError), "{wrong:?}");
        }
    }
}
