//! The rule sets.

use core::error::Error;
use core::fmt;
use core::str::FromStr;

/// One of the two rule sets.
///
/// Rules: K-11 (classroom), K-12 (tournament).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rules {
    /// Turns alternate strictly and either player may begin. Rules: K-11.
    #[default]
    Classroom,
    /// White begins, and a push that captures or ejects a marble may be followed
    /// by another. Rules: K-12.
    Tournament,
}

impl Rules {
    /// Both rule sets, the default first.
    pub const ALL: [Self; 2] = [Self::Classroom, Self::Tournament];

    /// The letter of the rule set in a position line: `c` or `t`.
    pub const fn code(self) -> char {
        match self {
            Self::Classroom => 'c',
            Self::Tournament => 't',
        }
    }

    /// The rule set's name: `classroom` or `tournament`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Classroom => "classroom",
            Self::Tournament => "tournament",
        }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        Self::ALL
            .into_iter()
            .find(|rules| rules.name() == text)
            .ok_or_else(|| RulesError {
                value: text.to_owned(),
            })
    }
}

/// A name that is not a rule set's. Rules: K-14.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RulesError {
    /// The name given.
    pub value: String,
}

impl RulesError {
    /// The id of the rule that refuses the name.
    pub const fn rule(&self) -> &'static str {
        "K-14"
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "there are no rules named {:?}; they are classroom or tournament",
            self.value
        )
    }
}

impl Error for RulesError {}
