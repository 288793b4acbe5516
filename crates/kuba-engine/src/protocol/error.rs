//! Why a line was not followed.

use kuba_rules::{Action, ParseError, PositionError, RulesError};

/// Why a line was not followed; nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ProtocolError {
    /// No such command.
    #[error(
        "there is no command {command}; the commands are kei, setoption, isready, newgame, \
         position, go, stop and quit"
    )]
    UnknownCommand {
        /// The word, fit to be shown.
        command: String,
    },
    /// Only `isready`, `stop` and `quit` can be answered now.
    #[error("a search is under way; send stop and wait for its bestmove first")]
    Searching,
    /// A word that must stand somewhere does not.
    #[error("{word} is missing; write {form}")]
    Missing {
        /// The word.
        word: &'static str,
        /// How the line looks.
        form: &'static str,
    },
    /// No such option.
    #[error("there is no option {name}; the options are rules, hash and lines")]
    UnknownOption {
        /// The name, fit to be shown.
        name: String,
    },
    /// No such rules.
    #[error("{0}")]
    Rules(RulesError),
    /// A number that is none, or out of its range.
    #[error("{name} must be a whole number from {least} to {most}, not {value}")]
    Number {
        /// What it is the number of.
        name: String,
        /// What stands there, fit to be shown.
        value: String,
        /// The least that it can be.
        least: String,
        /// The most.
        most: String,
    },
    /// Neither the start nor a position line.
    #[error("write startpos or fen and a position line")]
    NoPosition,
    /// A position line that is none.
    #[error("{0}; the position is the one before")]
    Position(PositionError),
    /// A text that is no action.
    #[error("move {number}: {error}; the position is the one before")]
    NoAction {
        /// Its number, from 1.
        number: usize,
        /// What is wrong with it.
        error: ParseError,
    },
    /// An action that the rules refuse.
    #[error("move {number}, {action}: {reason} ({rule}); the position is the one before")]
    Refused {
        /// Its number, from 1.
        number: usize,
        /// The action.
        action: Action,
        /// The rule.
        rule: &'static str,
        /// What it says.
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

    pub(super) fn no_action(number: usize, error: ParseError) -> Self {
        Self::NoAction { number, error }
    }
}

/// A word of the peer in quotes, escaped and shortened.
pub(super) fn shown(word: &str) -> String {
    /// No word that means anything is longer.
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
