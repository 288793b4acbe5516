//! The rule sets.

use std::fmt;
use std::str::FromStr;

use crate::error::RulesError;

/// Which of the two rule sets a game is played by.
///
/// Rules: K-11 (classroom), K-12 (tournament).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rules {
    /// Turns alternate strictly and either player may begin. Rules: K-11.
    #[default]
    Classroom,
    /// White begins, and a push that takes a marble off may be followed by
    /// another. Rules: K-12.
    Tournament,
}

impl Rules {
    /// Both rule sets, the default first.
    pub const ALL: [Self; 2] = [Self::Classroom, Self::Tournament];

    /// The letter that stands for the rule set in a position line: `c` or `t`.
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
