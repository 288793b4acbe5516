//! The named rule sets.

use core::error::Error;
use core::fmt;
use core::str::FromStr;

/// A named set of rules. Ludo has one; another reading of the assignment would
/// get its own name here, so that a record always names its rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rules {
    /// The assignment's game, with its gaps closed by the rules L-1 to L-31.
    #[default]
    Classic,
}

impl Rules {
    /// Every rule set, the default first.
    pub const ALL: [Self; 1] = [Self::Classic];
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

/// A name that is not a rule set's.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RulesError {
    /// The name given.
    pub value: String,
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { value } = self;
        write!(
            f,
            "{value:?} is no set of ludo rules; the one there is is \"classic\""
        )
    }
}

impl Error for RulesError {}
