//! The Kuba [`Engine`], and all Kuba bots.
//!
//! The engine searches a [`Root`] within [`Limits`] and returns a [`Report`]:
//! the best lines, each with a [`Score`]. [`EngineBot`] makes it a bot of
//! `parlor-game`.
//!
//! The one design decision: this crate implements no rules. The search plays on
//! copies of the position, takes captures and wins from the rules crate, and
//! negates a value exactly when the turn has passed; so one negamax searches
//! both rule sets, and no rule is written a second time.
//!
//! ```
//! use kuba_engine::{Engine, Limits, Root};
//! use kuba_rules::{Position, Rules};
//!
//! let root = Root::new(Position::start(Rules::Tournament));
//! let mut engine = Engine::new(1);
//! let report = engine.search(&root, &Limits::nodes(10_000), &|| false, &mut |_| {});
//! assert_eq!(report.nodes, 10_000);
//! let line = &report.lines[0];
//! println!("depth {}, {}, {:?}", report.depth, line.score, line.actions);
//! ```

pub mod analysis;
mod bench;
mod endgames;
mod engine;
mod engine_bot;
mod evaluation;
mod features;
mod greedy_bot;
mod lazy_smp;
mod limits;
mod node;
mod openings;
mod ordering;
pub mod protocol;
mod report;
mod samples;
mod score;
mod search;
mod table;
mod team;
#[cfg(test)]
mod tests;
pub mod training;
mod tree;
pub mod tuning;
mod weights;

use std::sync::{Arc, LazyLock};

use parlor_game::{Kuba, Level, RandomBot};

pub use bench::bench;
pub use endgames::Endgames;
pub use engine::Engine;
pub use engine_bot::EngineBot;
pub use evaluation::{Evaluation, EvaluationError};
pub use greedy_bot::GreedyBot;
pub use limits::{Limits, Pruning, Root};
pub use openings::{OPENING_PUSHES, fair_openings};
pub use report::{Line, Report};
pub use score::Score;
pub use table::TableError;

/// The levels of the engine for people, weakest first: 1 to 8.
///
/// The weaker ones err as people do: they search fewer nodes, overlook a part of
/// both sides' actions, a different part on every turn, and evaluate with noise.
/// Of the actions that they do not overlook they choose the best.
/// `cargo run --release -p parlor-bench --bin kuba_strength -- levels`
/// measures them.
pub fn graded_levels() -> Vec<Level<Kuba>> {
    // Built once: a server asks for every action of a bot, and the bots keep
    // their idle engines.
    static LEVELS: LazyLock<Vec<Level<Kuba>>> = LazyLock::new(build_levels);
    LEVELS.clone()
}

fn build_levels() -> Vec<Level<Kuba>> {
    GRADES
        .iter()
        .map(|&(name, title, says, nodes, blunders, noise)| {
            let limits = Limits {
                noise,
                blunders,
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

/// Name, title, description, nodes, blunders in percent, and noise in hundredths
/// of a red.
type Grade = (&'static str, &'static str, &'static str, u64, u32, u32);

const GRADES: [Grade; 8] = [
    (
        "level-1",
        "Pebble",
        "Looks at 80 positions before a push, and overlooks three quarters of what \
         either of you can do.",
        80,
        74,
        120,
    ),
    (
        "level-2",
        "Chalk",
        "Looks at 100 positions and overlooks more than half of what there is; \
         scores 88 % against Pebble (86 % by tournament rules).",
        100,
        62,
        150,
    ),
    (
        "level-3",
        "Clay",
        "Looks at 150 positions and overlooks half of what there is; scores 94 % \
         against Chalk (86 % by tournament rules).",
        150,
        48,
        100,
    ),
    (
        "level-4",
        "Slate",
        "Looks at 300 positions and overlooks a third of what there is; scores 89 % \
         against Clay (79 % by tournament rules).",
        300,
        35,
        60,
    ),
    (
        "level-5",
        "Flint",
        "Looks at 700 positions, a few pushes ahead, with gaps; scores 94 % against \
         Slate (84 % by tournament rules).",
        700,
        18,
        40,
    ),
    (
        "level-6",
        "Agate",
        "Looks at 2,000 positions and overlooks one thing in twelve; scores 91 % \
         against Flint (82 % by tournament rules).",
        2_000,
        8,
        20,
    ),
    (
        "level-7",
        "Garnet",
        "Looks at 8,000 positions and overlooks next to nothing; scores 94 % \
         against Agate (82 % by tournament rules).",
        8_000,
        2,
        10,
    ),
    (
        "level-8",
        "Onyx",
        "Looks at 100,000 positions and overlooks nothing; scores 97 % against \
         Garnet (71 % by tournament rules).",
        100_000,
        0,
        0,
    ),
];

/// All bots, weakest first: random, the levels, and greedy between the second
/// level and the third.
pub fn levels() -> Vec<Level<Kuba>> {
    let random = Level {
        bot: Arc::new(RandomBot),
        title: "Drift",
        says: "Picks any legal push, each as likely as the others.",
        nodes: 1,
        players: Level::<Kuba>::ANY_TABLE,
    };
    let greedy = Level {
        bot: Arc::new(GreedyBot),
        title: "Magpie",
        says: "Takes whatever marble it can, unless that loses at once, \
               and sees your next push coming but nothing after it.",
        nodes: 1,
        players: Level::<Kuba>::ANY_TABLE,
    };
    let mut levels = graded_levels();
    levels.insert(2, greedy);
    levels.insert(0, random);
    levels
}
