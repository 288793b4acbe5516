//! Why a batch refuses a call. Nothing has changed then, neither a game nor an array.

use ludo_rules::SetupErrors;

/// A slice of another length than the batch needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the array {array} has {length} elements; a batch of {len} games needs {expected}")]
pub struct LengthError {
    /// The name of the array.
    pub array: &'static str,
    /// The number of elements given.
    pub length: usize,
    /// The number of elements needed.
    pub expected: usize,
    /// The number of games.
    pub len: usize,
}

/// Why a batch cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// No game, more than fit into memory, or more than environments can be numbered.
    #[error(
        "{len} games from environment {first} on are too few or too many; a batch has 1 to 16777216, \
         and environments are numbered from 0 to 4294967295"
    )]
    Len {
        /// The number of games.
        len: usize,
        /// The number of the first environment.
        first: u32,
    },
    /// A limit that a game cannot be stopped at. Rules: K-13, L-31.
    #[error("the limit is {limit}; it is a number from 1 to 65535 ({rule})")]
    Limit {
        /// The limit given.
        limit: u32,
        /// The rule that gives the holder of a game a limit.
        rule: &'static str,
    },
    /// No thread, or absurdly many.
    #[error("the number of threads is {threads}; it is from 1 to 1024")]
    Threads {
        /// The number of threads.
        threads: usize,
    },
    /// Seats that cannot play. Rules: L-1.
    #[error("{0}")]
    Seats(SetupErrors),
}

/// The rule that refuses an action, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The id of the rule.
    pub rule: &'static str,
    /// The reason, as a sentence without its full stop.
    pub reason: String,
}

impl Refusal {
    pub(crate) fn new(rule: &'static str, reason: &impl ToString) -> Self {
        let reason = reason.to_string();
        Self { rule, reason }
    }
}

/// An action that is not legal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("action {value} of game {index} is refused: {reason} ({rule})")]
pub struct ActionError {
    /// The game's place in the batch.
    pub index: usize,
    /// The action given.
    pub value: i64,
    /// The id of the rule.
    pub rule: &'static str,
    /// The reason.
    pub reason: String,
}

/// Why a step is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StepError {
    /// A slice has the wrong length.
    #[error(transparent)]
    Length(#[from] LengthError),
    /// An action is not legal; the first such one.
    #[error(transparent)]
    Action(#[from] ActionError),
}

/// Why states or positions cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// A slice has the wrong length.
    #[error(transparent)]
    Length(#[from] LengthError),
    /// A state is no position of this batch's game; the first such one.
    #[error("the state of game {index} cannot be loaded: {reason}")]
    State {
        /// The game's place in the batch.
        index: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The bytes are no snapshot of such a batch.
    #[error("this is no snapshot of such a batch: {reason}")]
    Snapshot {
        /// What is wrong with it.
        reason: &'static str,
    },
}
