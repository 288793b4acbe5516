//! The named rule sets.

use core::fmt;
use core::str::FromStr;

use crate::error::RulesError;

/// A named set of rules. Ludo has one; a new reading of the texts would get
/// its own name here, so that a record can always say what it was played by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rules {
    /// The texts' game, with every gap closed as docs/rules/ludo.md says.
    #[default]
    Classic,
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Classic => f.write_str("classic"),
        }
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(value: &str) -> Result<Self, RulesError> {
        match value {
            "classic" => Ok(Self::Classic),
            _ => Err(RulesError {
                value: value.to_owned(),
            }),
        }
    }
}
