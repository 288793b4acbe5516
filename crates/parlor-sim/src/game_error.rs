//! Errors in the games of a match.

/// Why a game of a match could not be played to its end.
///
/// Games are numbered from 0, deal after deal, so that replaying the match
/// reaches the same game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// A bot returned no action although one was due.
    #[error(
        "the bot {bot} gave no answer in game {game}, ply {ply}, at {position}, where an action was due"
    )]
    NoAnswer {
        /// The bot's name.
        bot: String,
        /// The number of the game.
        game: u64,
        /// The number of the action in it, from 1, those of the opening included.
        ply: usize,
        /// The position, as a line.
        position: String,
    },
    /// A bot returned an illegal action.
    #[error(
        "the bot {bot} answered {action} in game {game}, ply {ply}, at {position}, \
         which {rule} forbids: {reason}"
    )]
    Refused {
        /// The bot's name.
        bot: String,
        /// The number of the game.
        game: u64,
        /// The number of the action in it, from 1, those of the opening included.
        ply: usize,
        /// The position, as a line.
        position: String,
        /// The action, in notation.
        action: String,
        /// The rule that forbids it.
        rule: &'static str,
        /// The reason in words.
        reason: Box<str>,
    },
    /// A player that may fail has failed.
    #[error("the bot {bot} failed in game {game}, ply {ply}, at {position}: {reason}")]
    Failed {
        /// The bot's name.
        bot: String,
        /// The number of the game.
        game: u64,
        /// The number of the action in it, from 1, those of the opening included.
        ply: usize,
        /// The position, as a line.
        position: String,
        /// The reason in words.
        reason: String,
    },
    /// A bot panicked.
    #[error("the bot {bot} panicked in game {game}, ply {ply}, at {position}: {message}")]
    Panicked {
        /// The bot's name.
        bot: String,
        /// The number of the game.
        game: u64,
        /// The number of the action in it, from 1, those of the opening included.
        ply: usize,
        /// The position, as a line.
        position: String,
        /// The panic message.
        message: String,
    },
    /// What another process reported of a game that it played.
    #[error("{message}")]
    Reported {
        /// The error in words, as that process had it.
        message: String,
    },
    /// The game is over in every opening.
    #[error(
        "deal {deal} has no opening of {actions} random actions: \
         the game was over in each of {tries} tries; ask for a shorter one"
    )]
    NoOpening {
        /// The number of the deal.
        deal: u64,
        /// The length of the opening in actions.
        actions: u32,
        /// The number of openings drawn.
        tries: u64,
    },
}
