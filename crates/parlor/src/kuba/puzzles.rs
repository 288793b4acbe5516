//! `parlor kuba puzzles`: puzzles found in games.

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use parlor_puzzles::kuba::Mine;
use parlor_puzzles::lines;

use crate::cli::{self, KubaPuzzlesArgs};
use crate::interrupt;
use crate::output::{self, count};
use crate::progress::Progress;

/// Plays the games and prints the puzzles, each as soon as it is certain.
pub(super) fn run(arguments: &KubaPuzzlesArgs) -> anyhow::Result<ExitCode> {
    let pool = cli::pool(arguments.threads)?;
    let stop = interrupt::flag()?;
    let rules = arguments.rules.iter().map(|&rules| rules.into()).collect();
    let mine = Mine::new(rules, arguments.seed, arguments.each);
    let games = u64::from(arguments.games);
    let mut progress = Progress::of_items(games, "games");
    let (mut searched, mut found) = (0_u64, 0_u64);
    let mut written = Ok(());
    mine.run(
        &pool,
        games,
        stop,
        |puzzle| {
            found += 1;
            written = output::write(format!("{}\n", lines::write(&puzzle)).as_bytes());
            match written {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        },
        || {
            searched += 1;
            progress.advance(1);
        },
    );
    progress.finish();
    written?;
    let stopped = if stop.load(Ordering::Relaxed) {
        "; stopped early"
    } else {
        ""
    };
    output::note(&format!(
        "{} in {}{stopped}",
        count(found, "puzzle"),
        count(searched, "game")
    ));
    Ok(ExitCode::SUCCESS)
}
