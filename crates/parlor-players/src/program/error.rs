//! What a program can do wrong.

use core::time::Duration;

use super::process::LONGEST_LINE;

/// Why an outside program has no action to give.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProgramError {
    /// It cannot be started.
    #[error("{program:?} cannot be started: {reason}")]
    Start {
        /// The first word of its command line.
        program: String,
        /// The system's reason.
        reason: String,
    },
    /// It ended, or closed its output, where an answer was due.
    #[error("it {ending} where {awaited} was due{}", last_words(.words))]
    Ended {
        /// How it ended.
        ending: String,
        /// The answer that was due.
        awaited: &'static str,
        /// The end of its standard error.
        words: String,
    },
    /// It gave no answer in time.
    #[error("it gave no {awaited} within {} s{}{}", .time.as_secs_f64(), last_line(.line.as_deref()), last_words(.words))]
    Silent {
        /// The answer that was due.
        awaited: &'static str,
        /// The time that it had.
        time: Duration,
        /// The last line that it wrote, which is none that was due.
        line: Option<String>,
        /// The end of its standard error.
        words: String,
    },
    /// A line that is longer than any that is due.
    #[error("it wrote a line of more than {LONGEST_LINE} bytes where {awaited} was due")]
    TooLong {
        /// The answer that was due.
        awaited: &'static str,
    },
    /// More lines than an answer may have.
    #[error("it wrote more than {lines} lines where {awaited} was due")]
    TooMany {
        /// The number of lines.
        lines: usize,
        /// The answer that was due.
        awaited: &'static str,
    },
    /// It has refused what it was sent.
    #[error("it refused {sent:?}: {reason}")]
    Refused {
        /// The line that it was sent last.
        sent: String,
        /// What it wrote after `info string error`.
        reason: String,
    },
    /// Its answer is no action.
    #[error("it answered {answer:?}; expected bestmove and an action, such as \"bestmove 65F\"")]
    NoAction {
        /// The line.
        answer: String,
    },
}

fn last_line(line: Option<&str>) -> String {
    line.map_or_else(String::new, |line| format!("; its last line was {line:?}"))
}

fn last_words(words: &str) -> String {
    if words.is_empty() {
        return String::new();
    }
    format!("; on standard error it wrote: {words}")
}

/// The beginning of a line, long enough to know it by.
pub(super) fn shown(line: &str) -> String {
    /// Longer than most lines that are due.
    const SHOWN: usize = 200;
    let mut short: String = line.chars().take(SHOWN).collect();
    if short.len() < line.len() {
        short.push('…');
    }
    short
}
