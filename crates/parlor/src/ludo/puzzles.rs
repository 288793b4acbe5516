//! `parlor ludo puzzles`.

use std::process::ExitCode;

use ludo_solver::exact::Seating;
use parlor_puzzles::ludo::LudoMine;

use crate::cli::LudoPuzzlesArgs;
use crate::ludo::solve::two_seats;
use crate::puzzles;
use crate::tables;

/// Plays the games and prints the puzzles.
pub(super) fn run(arguments: &LudoPuzzlesArgs) -> anyhow::Result<ExitCode> {
    let seats = two_seats(&arguments.seats.0, &["ludo", "puzzles"])?;
    let seating = Seating::of(seats).expect("two seats differ");
    let pool = arguments.mine.pool()?;
    let mine = LudoMine::new(seats, tables::values(seating), arguments.mine.seed)?;
    let games = arguments.mine.games;
    puzzles::print(games, |stop, take| {
        mine.run(&pool, games.into(), stop, take);
    })
}
