//! New tables of the evaluation against those in the engine.

use std::fs;
use std::sync::Arc;

use kuba_engine::{EngineBot, Evaluation};
use kuba_rules::Rules;
use parlor_game::Bot as _;
use parlor_sim::{Entrant, Pool};

use crate::{MEBIBYTES, Told, games, say, summary, tally};

/// The nodes per move of both.
const NODES: u64 = 5_000;

/// Plays `pairs` openings by each rule set, on all cores. Both evaluations take the
/// same time, so equal nodes are equal time.
pub(crate) fn run(file: &str, pairs: u64) -> Told {
    let bytes = fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    let tables = Evaluation::read_both(&bytes).map_err(|error| format!("{file}: {error}"))?;
    let new = EngineBot::new("new", MEBIBYTES).with_evaluations(tables);
    let old = EngineBot::new("old", MEBIBYTES);
    let entrants = [new, old].map(|bot| {
        let bot = Arc::new(bot);
        Entrant::of_bot(bot.name(), bot.clone(), NODES)
    });
    for rules in Rules::ALL {
        let outcome = tally(games(entrants.to_vec(), rules, pairs, &Pool::new(None)?)?);
        say(&format!(
            "lines of {file}, {rules}, {NODES} nodes: {}",
            summary(&outcome)
        ))?;
    }
    Ok(true)
}
