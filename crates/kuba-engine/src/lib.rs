//! Every bot that plays Kuba, in one list for whoever offers them: [`levels`].
//!
//! The one design decision: a bot here tries actions on copies of the position
//! and reads what came of them. It never works out by itself what a push
//! takes or who has won; so both rule sets are played by the same few lines,
//! and no rule is written a second time.
//!
//! ```
//! use kuba_rules::{Position, Rules};
//! use parlor_game::{Bot, Kuba, LiveGame};
//!
//! // White has six reds, and the seventh stands at the edge.
//! let position: Position = "7/7/7/5wr/7/7/b6 w6b0 w - c".parse()?;
//! let game = LiveGame::<Kuba>::new(position, None);
//! let strongest = kuba_engine::levels().pop().expect("there are bots");
//! let action = strongest.bot.choose(&game, strongest.budget(), 0);
//! assert_eq!(action.map(|action| action.to_string()).as_deref(), Some("35R"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod analysis;
mod bench;
mod engine;
mod engine_bot;
mod evaluation;
mod features;
mod greedy_bot;
mod node;
mod ordering;
pub mod protocol;
mod score;
mod search;
mod table;
#[cfg(test)]
mod tests;
mod training;
mod tree;
pub mod tuning;
mod weights;

use std::sync::Arc;

use parlor_game::{Kuba, Level, RandomBot};

pub use bench::bench;
pub use engine::{Engine, Limits, Line, Report, Root, Width};
pub use engine_bot::EngineBot;
pub use evaluation::{Evaluation, EvaluationError};
pub use greedy_bot::GreedyBot;
pub use score::Score;

/// Every bot, the weakest first.
pub fn levels() -> Vec<Level<Kuba>> {
    vec![
        Level {
            bot: Arc::new(RandomBot),
            title: "Random",
            says: "Picks any legal push, each as likely as the others.",
            nodes: 1,
            players: Level::<Kuba>::ANY_TABLE,
        },
        Level {
            bot: Arc::new(GreedyBot),
            title: "Greedy",
            says: "Takes whatever marble it can, unless that loses at once, \
                   and sees your next push coming but nothing after it.",
            nodes: 1,
            players: Level::<Kuba>::ANY_TABLE,
        },
    ]
}
