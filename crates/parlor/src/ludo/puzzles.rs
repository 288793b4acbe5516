//! `parlor ludo puzzles`.

use std::ops::ControlFlow;
use std::process::ExitCode;

use ludo_solver::exact::Seating;
use parlor_puzzles::lines;
use parlor_puzzles::ludo::{LudoMine, LudoPuzzle};

use crate::cli::LudoPuzzlesArgs;
use crate::interrupt;
use crate::ludo::solve::two_seats;
use crate::output::{self, count};
use crate::progress::Progress;
use crate::tables;

/// Plays the games and prints the puzzles.
pub(super) fn run(arguments: &LudoPuzzlesArgs) -> anyhow::Result<ExitCode> {
    let seats = two_seats(&arguments.seats.0, &["ludo", "puzzles"])?;
    let seating = Seating::of(seats).expect("two seats differ");
    let pool = arguments.mine.pool()?;
    let mine = LudoMine::new(seats, tables::values(seating), arguments.mine.seed)?;
    let stop = interrupt::flag()?;
    let games = u64::from(arguments.mine.games);
    let mut progress = Progress::of_items(games, "games");
    let (mut played, mut found) = (0, 0);
    let mut written = Ok(());
    mine.run(&pool, games, stop, |more, puzzles| {
        played += more;
        found += puzzles.len();
        progress.advance(more);
        written = progress.aside(|| print(&puzzles));
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

fn print(puzzles: &[LudoPuzzle]) -> anyhow::Result<()> {
    puzzles
        .iter()
        .try_for_each(|puzzle| output::write(format!("{}\n", lines::write(puzzle)).as_bytes()))
}
