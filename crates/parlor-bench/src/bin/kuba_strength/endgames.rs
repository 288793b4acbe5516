//! How many decided endgames the engine solves without tables.

use std::error::Error;
use std::fs;

use kuba_engine::{Endgames, Engine, Limits, Root, Score};
use kuba_rules::Position;

/// The nodes for each.
const NODES: u64 = 1_000_000;
/// The endgames, from the root of the repository: drawn from the tables by the example `endgames` of
/// `kuba-tables`.
pub(crate) const FILE: &str = "crates/kuba-engine/tests/endgames.txt";

/// What the engine made of the endgames.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) endgames: u32,
    /// Won or lost as the tables say.
    pub(crate) solved: u32,
    /// And in as many pushes.
    pub(crate) exact: u32,
    /// Searched for all of them.
    pub(crate) nodes: u64,
}

/// Searches each endgame of a file; reports those without the exact value.
pub(crate) fn solve(file: &str, mebibytes: usize) -> Result<(Tally, Vec<String>), Box<dyn Error>> {
    let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let mut engine = Engine::new(mebibytes).with_endgames(Endgames::Searched);
    let (mut tally, mut others) = (Tally::default(), Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (position, value) = line
            .split_once(" | ")
            .ok_or_else(|| format!("{file}: {line:?} is not: POSITION | VALUE"))?;
        let position: Position = position
            .parse()
            .map_err(|error| format!("{file}: {line:?}: {error}"))?;
        let limits = Limits::nodes(NODES);
        let report = engine.search(&Root::new(position), &limits, &|| false, &mut |_| {});
        let score = report.lines.first().map(|line| line.score);
        let score = score.ok_or_else(|| format!("{file}: {line:?} is over"))?;
        let is_solved = match score {
            Score::Win(_) => value.starts_with("win"),
            Score::Loss(_) => value.starts_with("loss"),
            Score::Reds(_) => false,
        };
        let is_exact = score.to_string() == value;
        tally.endgames += 1;
        tally.solved += u32::from(is_solved);
        tally.exact += u32::from(is_exact);
        tally.nodes += report.nodes;
        if !is_exact {
            others.push(format!("{line}: {score} at depth {}", report.depth));
        }
    }
    Ok((tally, others))
}
