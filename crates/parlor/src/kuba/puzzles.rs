//! `parlor kuba puzzles`.

use std::process::ExitCode;

use parlor_puzzles::kuba::Mine;

use crate::cli::KubaPuzzlesArgs;
use crate::puzzles;

/// Plays the games and prints the puzzles.
pub(super) fn run(arguments: &KubaPuzzlesArgs) -> anyhow::Result<ExitCode> {
    let pool = arguments.mine.pool()?;
    let rules = arguments.rules.iter().map(|&rules| rules.into()).collect();
    let mine = Mine::new(rules, arguments.mine.seed, arguments.each);
    let games = arguments.mine.games;
    puzzles::print(games, |stop, take| {
        mine.run(&pool, games.into(), stop, take);
    })
}
