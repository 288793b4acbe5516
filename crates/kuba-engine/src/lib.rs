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
pub use engine::{Engine, Limits, Line, Report, Root, Taking, Width};
pub use engine_bot::EngineBot;
pub use evaluation::{Evaluation, EvaluationError};
pub use greedy_bot::GreedyBot;
pub use score::Score;

/// The levels of the engine for people, the weakest first: 1 to 8.
///
/// The weaker err as people do: they look less far, overlook a part of what
/// either side can do, another part on every turn, and misjudge a little what
/// they see. But of what they notice they choose the best. `cargo run --release -p kuba-engine --example measure_levels`
/// says how each does against the one below.
pub fn graded_levels() -> Vec<Level<Kuba>> {
    GRADES
        .iter()
        .map(|&(name, title, says, nodes, overlooks, noise)| {
            let limits = Limits {
                noise,
                overlooks,
                ..Limits::nodes(nodes)
            };
            let bot = EngineBot::new(name, 1).with_limits(limits);
            Level {
                bot: Arc::new(bot),
                title,
                says,
                nodes,
                players: Level::<Kuba>::ANY_TABLE,
            }
        })
        .collect()
}

/// Name, title, what it says of itself, nodes, what it overlooks of a hundred
/// actions, and noise in hundredths of a red.
type Grade = (&'static str, &'static str, &'static str, u64, u32, u32);

const GRADES: [Grade; 8] = [
    (
        "level-1",
        "Level 1",
        "Plays the first good thing it notices, and overlooks most of what there is.",
        80,
        74,
        200,
    ),
    (
        "level-2",
        "Level 2",
        "Overlooks more than half of what either of you can do.",
        100,
        62,
        150,
    ),
    (
        "level-3",
        "Level 3",
        "Sees its own captures more often than yours.",
        150,
        48,
        100,
    ),
    (
        "level-4",
        "Level 4",
        "Overlooks something on most turns, and rarely twice the same.",
        300,
        35,
        60,
    ),
    (
        "level-5",
        "Level 5",
        "Looks a few pushes ahead, with gaps.",
        700,
        18,
        40,
    ),
    (
        "level-6",
        "Level 6",
        "Plans captures several pushes ahead and seldom overlooks yours.",
        2_000,
        8,
        20,
    ),
    (
        "level-7",
        "Level 7",
        "Looks at eight thousand positions before every push.",
        8_000,
        2,
        10,
    ),
    (
        "level-8",
        "Level 8",
        "Plays as well as it can in a hundred thousand positions.",
        100_000,
        0,
        0,
    ),
];

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
