//! What the checkers find.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::terminal::note;

/// What is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Checker {
    /// Every acknowledged action is in the log once, at its version, and no refused one is.
    Acknowledged,
    /// Versions have no gaps.
    Gaps,
    /// Every game is one register, which changes between request and response.
    Linearizable,
    /// No client sees a game go back, over all nodes.
    Sessions,
    /// Everybody is shown one history of a game.
    OnePrefix,
    /// Bots act once on a version.
    Bots,
    /// Only the owner of a game writes.
    Owners,
    /// Records, logs, receipts and dice verify.
    Verified,
    /// No clock is charged for the cluster's time.
    Clocks,
    /// Every response is one that the client could expect.
    Answers,
    /// Games go on once nothing is in their way.
    Progress,
}

impl fmt::Display for Checker {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Checker::Acknowledged => "acknowledged actions",
            Checker::Gaps => "gaps",
            Checker::Linearizable => "linearizability",
            Checker::Sessions => "sessions",
            Checker::OnePrefix => "one prefix",
            Checker::Bots => "bots",
            Checker::Owners => "owners",
            Checker::Verified => "verification",
            Checker::Clocks => "clocks",
            Checker::Answers => "responses",
            Checker::Progress => "progress",
        })
    }
}

/// Something that must not be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) checker: Checker,
    pub(crate) what: String,
}

impl Finding {
    pub(crate) fn new(checker: Checker, what: impl Into<String>) -> Finding {
        Finding {
            checker,
            what: what.into(),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.checker, self.what)
    }
}

/// All that was found.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    found: Mutex<Vec<Finding>>,
    are_any: AtomicBool,
}

impl Findings {
    /// Notes and shows one.
    pub(crate) fn note(&self, finding: Finding) {
        // What is shown is in the error of the proof too.
        let _ = note(format!("FOUND {finding}"));
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.push(finding);
        self.are_any.store(true, Ordering::Release);
    }

    /// Notes why a check failed.
    pub(crate) fn check<T>(&self, checked: Result<T, Finding>) -> Option<T> {
        checked.map_err(|finding| self.note(finding)).ok()
    }

    /// Whether there are any.
    pub(crate) fn are_any(&self) -> bool {
        self.are_any.load(Ordering::Acquire)
    }

    /// Those so far.
    pub(crate) fn all(&self) -> Vec<Finding> {
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        found.clone()
    }
}
