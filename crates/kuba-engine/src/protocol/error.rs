//! Errors of the protocol.

use kuba_rules::{Action, ParseError, PositionError, RulesError};

/// Why a line was refused; nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ProtocolError {
    /// An unknown command.
    #[error(
        "there is no command {command}; the commands are kei, setoption, isready, newgame, \
         position, go, stop and quit"
    )]
    UnknownCommand {
        /// The word, escaped.
        command: String,
    },
    /// Only `isready`, `stop` and `quit` are accepted during a search.
    #[error("a search is under way; send stop and wait for its bestmove first")]
    Searching,
    /// A required word is missing.
    #[error("{word} is missing; write {form}")]
    Missing {
        /// The word.
        word: &'static str,
        /// The syntax of the line.
        form: &'static str,
    },
    /// An unknown option.
    #[error(
        "there is no option {name}; the options are rules, hash, lines, threads, keep and tables"
    )]
    UnknownOption {
        /// The name, escaped.
        name: String,
    },
    /// An unknown rule set.
    #[error("{0}")]
    Rules(RulesError),
    /// Not a number, or out of range.
    #[error("{name} must be a whole number from {least} to {most}, not {value}")]
    Number {
        /// The name of the number.
        name: String,
        /// The value, escaped.
        value: String,
        /// The minimum.
        least: String,
        /// The maximum.
        most: String,
    },
    /// Neither true nor false.
    #[error("{name} must be true or false, not {value}")]
    NoCheck {
        /// The name of the option.
        name: String,
        /// The value, escaped.
        value: String,
    },
    /// No choice of endgame tables.
    #[error("tables must be false, embedded or true, not {value}")]
    NoTables {
        /// The value, escaped.
        value: String,
    },
    /// Neither the start nor a position line.
    #[error("write startpos or fen and a position line")]
    NoPosition,
    /// An invalid position line.
    #[error("{0}; the position is the one before")]
    Position(PositionError),
    /// An invalid action.
    #[error("move {number}: {error}; the position is the one before")]
    NoAction {
        /// The number of the move, from 1.
        number: usize,
        /// The reason.
        error: ParseError,
    },
    /// An illegal action.
    #[error("move {number}, {action}: {reason} ({rule}); the position is the one before")]
    Refused {
        /// The number of the move, from 1.
        number: usize,
        /// The action.
        action: Action,
        /// The rule id.
        rule: &'static str,
        /// The reason in words.
        reason: String,
    },
}

impl ProtocolError {
    pub(super) fn unknown_command(command: &str) -> Self {
        Self::UnknownCommand {
            command: shown(command),
        }
    }

    pub(super) fn unknown_option(name: &str) -> Self {
        Self::UnknownOption { name: shown(name) }
    }

    pub(super) fn no_check(name: &str, value: &str) -> Self {
        Self::NoCheck {
            name: name.to_owned(),
            value: shown(value),
        }
    }

    pub(super) fn no_tables(value: &str) -> Self {
        Self::NoTables {
            value: shown(value),
        }
    }

    pub(super) fn no_action(number: usize, error: ParseError) -> Self {
        Self::NoAction { number, error }
    }
}

/// A word of the peer in quotes, escaped and shortened.
pub(super) fn shown(word: &str) -> String {
    /// Longer than any valid word.
    const MAX_SHOWN: usize = 40;
    if word.is_empty() {
        return "nothing".to_owned();
    }
    let mut short: String = word.chars().take(MAX_SHOWN).collect();
    if short.len() < word.len() {
        short.push('…');
    }
    format!("{short:?}")
}
