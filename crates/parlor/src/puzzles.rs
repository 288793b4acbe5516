//! What `puzzles` of both games have in common.

use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use parlor_puzzles::lines::{self, Line};

use crate::interrupt;
use crate::output::{self, count};
use crate::progress::Progress;

/// Takes the number of games played since the last call, and the puzzles found in them.
pub(crate) type Take<'a, P> = dyn FnMut(u64, Vec<P>) -> ControlFlow<()> + 'a;

/// Prints the puzzles that `mine` finds in so many games, each as soon as it is found.
pub(crate) fn print<P: Line>(
    games: u32,
    mine: impl FnOnce(&AtomicBool, &mut Take<'_, P>),
) -> anyhow::Result<ExitCode> {
    let stop = interrupt::flag()?;
    let games = u64::from(games);
    let mut progress = Progress::of_items(games, "games");
    let (mut played, mut found) = (0, 0);
    let mut written = Ok(());
    mine(stop, &mut |more, puzzles| {
        played += more;
        found += puzzles.len();
        progress.advance(more);
        written = progress.aside(|| {
            puzzles.iter().try_for_each(|puzzle| {
                output::write(format!("{}\n", lines::write(puzzle)).as_bytes())
            })
        });
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    progress.finish();
    written?;
    let stopped = if played < games {
        "; stopped early"
    } else {
        ""
    };
    output::note(&format!(
        "{} in {}{stopped}",
        count(found, "puzzle"),
        count(played, "game")
    ));
    Ok(ExitCode::SUCCESS)
}
