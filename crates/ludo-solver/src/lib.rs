//! Ludo for two players solved exactly ([`exact`]), estimated for more
//! ([`strong`]), and the list of all bots that play it: [`levels`].
//!
//! The one design decision: the bots contain no rules. The legal moves come from the
//! game, and the priority policy from `ludo_rules`, which plays scripted games by it; so
//! a bot cannot deviate from the rules.
//!
//! ```
//! use ludo_rules::{Roll, Rules, Seat};
//! use parlor_game::{LiveGame, Ludo};
//!
//! let strongest = ludo_solver::levels().pop().expect("there are bots");
//! let mut game = LiveGame::<Ludo>::start(Rules::Classic, &Seat::ALL, None)?;
//! game.take_chance(Roll::SIX)?;
//! let action = strongest.bot.choose(&game, strongest.budget(), 0);
//! assert_eq!(action.map(|action| action.to_string()).as_deref(), Some("A6p"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod analysis;
pub mod exact;
mod optimal_bot;
mod parallel;
mod priority_bot;
pub mod strong;

use std::sync::Arc;

use parlor_game::{Level, Ludo, RandomBot};

pub use optimal_bot::OptimalBot;
pub use priority_bot::PriorityBot;
pub use strong::StrongBot;

use exact::Tablebase;
use strong::Estimator;

/// Every bot, the weakest first.
pub fn levels() -> Vec<Level<Ludo>> {
    vec![
        Level {
            bot: Arc::new(RandomBot),
            title: "Tumble",
            says: "Picks any legal move, each as likely as the others; of 100 games for two \
                   against best play it wins 21.",
            nodes: 1,
            players: Level::<Ludo>::ANY_TABLE,
        },
        Level {
            bot: Arc::new(PriorityBot),
            title: "Ledger",
            says: "Leaves the yard on a 6, then takes a token home, then kicks, \
                   and otherwise moves the token that is furthest behind; of 100 games for \
                   two against best play it wins 44.",
            nodes: 1,
            players: Level::<Ludo>::ANY_TABLE,
        },
        Level {
            bot: Arc::new(OptimalBot::new(Tablebase::shared())),
            title: "Oracle",
            says: "Plays two-player Ludo as well as can be: it knows the exact \
                   chance of winning in every position.",
            nodes: 1,
            players: 2..=2,
        },
        Level {
            bot: Arc::new(StrongBot::new(
                Estimator::built_in().with_tablebase(Tablebase::shared()),
            )),
            title: "Sage",
            says: "Has learned from 400,000 games against itself what positions are \
                   worth; once two players are left it plays as well as can be.",
            nodes: 1,
            players: Level::<Ludo>::ANY_TABLE,
        },
    ]
}
