//! What `selfplay` and `simulate` of both games have in common.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use parlor_selfplay::{Bulk, Folder, Origin, play};
use parlor_sim::statistics::Estimate;
use parlor_sim::{GameError, Played, in_blocks};

use crate::cli::{OutArgs, RunArgs};
use crate::interrupt;
use crate::output::{self, count};
use crate::progress::Progress;

/// The program that writes the columns.
pub(crate) const PROGRAM: &str = concat!("parlor ", env!("CARGO_PKG_VERSION"));

/// The games that one thread counts at a time.
const BLOCK: u64 = 16;

/// Plays the games and writes them into the folder.
pub(crate) fn write(
    bulk: &dyn Bulk,
    games: u32,
    run: &RunArgs,
    out: &OutArgs,
    origin: Origin,
) -> anyhow::Result<ExitCode> {
    let pool = run.pool()?;
    // Before there is a folder that a signal could leave behind.
    let stop = interrupt::flag()?;
    let mut folder = Folder::create(&out.out, out.force, bulk.rows())?;
    interrupt::remove_at_once(Some(folder.partial()));
    let mut progress = Progress::of_items(games.into(), "games");
    let mut written = Ok(());
    let played = play(bulk, &pool, 0..games.into(), stop, |rows| {
        progress.advance(rows.games);
        written = folder.append(&rows);
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    });
    progress.finish();
    written?;
    played?;
    anyhow::ensure!(
        folder.games() > 0,
        "stopped before the first game was complete"
    );
    let meta = folder.finish(origin, games.into())?;
    interrupt::remove_at_once(None);
    output::print_result(
        run.json,
        || &meta,
        || {
            let stopped = if meta.stopped { "; stopped early" } else { "" };
            format!(
                "{} in {} written to {}{stopped}\n",
                count(meta.games, "game"),
                count(meta.rows, "row"),
                out.out.display(),
            )
        },
    )
}

/// How games ended.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) games: u64,
    pub(crate) plies: u64,
    /// By the seat's index in the game.
    pub(crate) wins: Vec<u64>,
    pub(crate) ended_by: BTreeMap<&'static str, u64>,
    pub(crate) seconds: f64,
}

impl Tally {
    fn add(&mut self, played: &Played) {
        self.games += 1;
        self.plies += u64::from(played.actions);
        *self.ended_by.entry(played.ended_by).or_default() += 1;
        let winner = played.standings.iter().find(|one| one.places == (1..=1));
        if let Some(winner) = winner {
            self.wins[winner.seat] += 1;
        }
    }

    /// The mean number of plies.
    pub(crate) fn mean_plies(&self) -> f64 {
        self.plies as f64 / self.games as f64
    }

    /// The share of games that a seat has won.
    pub(crate) fn share(&self, seat: usize) -> Estimate {
        Estimate::proportion(self.wins[seat] as f64 / self.games as f64, self.games)
    }

    /// What both games report for people.
    pub(crate) fn words(&self, seats: &[(String, usize)], plies: &str) -> String {
        let mut words = format!(
            "{}, {:.2} {plies} a game, {:.1} s\n",
            count(self.games, "game"),
            self.mean_plies(),
            self.seconds
        );
        for (name, seat) in seats {
            let share = self.share(*seat).map(|share| 100.0 * share);
            // Writing to a text never fails.
            let _ = writeln!(
                words,
                "{name} won {} ({:.2} %, 95 % interval {:.2} to {:.2})",
                self.wins[*seat], share.value, share.low, share.high
            );
        }
        words
    }

    /// The wins and the shares of the seats, by name.
    pub(crate) fn by_seat(
        &self,
        seats: &[(String, usize)],
    ) -> (BTreeMap<String, u64>, BTreeMap<String, Estimate>) {
        let named = seats.iter();
        named
            .map(|(name, seat)| {
                let (wins, share) = (self.wins[*seat], self.share(*seat));
                ((name.clone(), wins), (name.clone(), share))
            })
            .unzip()
    }
}

/// Plays the games and counts how they end, until the user stops it.
pub(crate) fn tally(
    games: u32,
    seats: usize,
    run: &RunArgs,
    game: impl Fn(u64, &AtomicBool) -> Result<Option<Played>, GameError> + Sync,
) -> anyhow::Result<Tally> {
    let pool = run.pool()?;
    let stop = interrupt::flag()?;
    let mut progress = Progress::of_items(games.into(), "games");
    let mut tally = Tally {
        wins: vec![0; seats],
        ..Tally::default()
    };
    let mut failed = None;
    let began = now();
    in_blocks(
        &pool,
        0..games.into(),
        BLOCK,
        |numbers| {
            let played = numbers.map_while(|number| game(number, stop).transpose());
            played.collect::<Result<Vec<_>, _>>()
        },
        |block| match block {
            Ok(block) => {
                for played in &block {
                    tally.add(played);
                }
                progress.advance(block.len() as u64);
                if stop.load(Ordering::Relaxed) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            }
            Err(error) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
        },
    );
    progress.finish();
    if let Some(error) = failed {
        return Err(error.into());
    }
    anyhow::ensure!(
        tally.games > 0,
        "stopped before the first game was complete"
    );
    tally.seconds = began.elapsed().as_secs_f64();
    Ok(tally)
}

#[expect(
    clippy::disallowed_methods,
    reason = "the command reports how long the games took"
)]
fn now() -> Instant {
    Instant::now()
}
