//! What spoils a match.

/// Why a match could not be played to its end.
///
/// Games are numbered from 0, deal after deal, so that the same match finds the
/// same game again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A bot answered nothing although an action was due.
    #[error("the bot {bot} gave no answer in game {game}, at {position}, where an action was due")]
    NoAnswer {
        /// The bot's name.
        bot: String,
        /// The number of the game.
        game: u64,
        /// The position, as a line.
        position: String,
    },
    /// A bot answered an action that the rules refuse.
    #[error(
        "the bot {bot} answered {action} in game {game}, at {position}, \
         which {rule} forbids: {reason}"
    )]
    Refused {
        /// The bot's name.
        bot: String,
        /// The number of the game.
        game: u64,
        /// The position, as a line.
        position: String,
        /// The action, in notation.
        action: String,
        /// The rule that forbids it.
        rule: &'static str,
        /// What the rule says.
        reason: String,
    },
    /// A bot panicked.
    #[error("the bot {bot} panicked in game {game}, at {position}: {message}")]
    Panicked {
        /// The bot's name.
        bot: String,
        /// The number of the game.
        game: u64,
        /// The position, as a line.
        position: String,
        /// Its last words.
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
        /// How many actions the opening should have.
        actions: u32,
        /// How many openings were drawn.
        tries: u64,
    },
}
