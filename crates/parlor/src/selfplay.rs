//! What `selfplay` and `simulate` of both games have in common.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Instant;

use parlor_selfplay::{Bulk, Countable, Folder, Origin, Tally, play};
use parlor_sim::statistics::Estimate;
use serde::Serialize;

use crate::cli::{OutArgs, RunArgs};
use crate::interrupt;
use crate::output::{self, count};
use crate::progress::Progress;

/// The program that writes the columns.
pub(crate) const PROGRAM: &str = concat!("parlor ", env!("CARGO_PKG_VERSION"));

/// Plays the games and writes them into the folder.
pub(crate) fn write(
    bulk: &dyn Bulk,
    games: u64,
    run: &RunArgs,
    out: &OutArgs,
    origin: Origin,
) -> anyhow::Result<ExitCode> {
    anyhow::ensure!(
        u32::try_from(games).is_ok(),
        "{games} games are too many for columns, which number them by 32 bits; write at most {} at once, and others \
         by another --seed",
        u32::MAX
    );
    let pool = run.pool()?;
    // Before there is a folder that a signal could leave behind.
    let stop = interrupt::flag()?;
    let mut folder = Folder::create(&out.out, out.force, bulk.rows())?;
    interrupt::remove_at_once(Some(folder.partial()));
    let mut progress = Progress::of_items(games, "games");
    let mut written = Ok(());
    let played = play(bulk, &pool, 0..games, stop, |rows| {
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
    let meta = folder.finish(origin, games)?;
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

/// Games that were counted, and how long it took.
pub(crate) struct Counted {
    pub(crate) tally: Tally,
    pub(crate) seconds: f64,
    /// Whether the user stopped it before the last game.
    pub(crate) stopped: bool,
    /// The seats' names in the order of play, each with its index in the games.
    seats: Vec<(String, usize)>,
}

/// How long the games were, as JSON.
#[derive(Serialize)]
pub(crate) struct LengthJson {
    #[serde(flatten)]
    mean: Estimate,
    shortest: u32,
    longest: u32,
}

/// How often a seat had a place, as JSON.
#[derive(Serialize)]
pub(crate) struct PlaceJson {
    games: u64,
    share: Estimate,
}

impl Counted {
    /// The seats with what something says of each, by name.
    fn each<T>(&self, of: impl Fn(usize) -> T) -> BTreeMap<String, T> {
        let seats = self.seats.iter();
        seats
            .map(|(name, seat)| (name.clone(), of(*seat)))
            .collect()
    }

    pub(crate) fn wins(&self) -> BTreeMap<String, u64> {
        self.each(|seat| self.tally.wins(seat))
    }

    /// The shares of games won.
    pub(crate) fn shares(&self) -> BTreeMap<String, Estimate> {
        self.each(|seat| self.tally.share(self.tally.wins(seat)))
    }

    /// How often each seat had each place, from the first.
    pub(crate) fn places(&self) -> BTreeMap<String, Vec<PlaceJson>> {
        self.each(|seat| {
            let places = self.tally.places(seat).iter();
            places
                .map(|&games| PlaceJson {
                    games,
                    share: self.tally.share(games),
                })
                .collect()
        })
    }

    pub(crate) fn length(&self) -> LengthJson {
        let (shortest, longest) = self.tally.range.unwrap_or_default();
        LengthJson {
            mean: self.tally.mean_plies(),
            shortest,
            longest,
        }
    }

    /// What both games report for people.
    pub(crate) fn words(&self, plies: &str) -> String {
        let length = self.length();
        let mut words = format!(
            "{}{}, {:.1} s\n{} {plies} a game ({}), {} to {}\n",
            count(self.tally.games, "game"),
            if self.stopped { ", stopped early" } else { "" },
            self.seconds,
            estimated(length.mean),
            interval(length.mean),
            length.shortest,
            length.longest,
        );
        for (name, seat) in &self.seats {
            let won = self.tally.wins(*seat);
            // Writing to a text never fails.
            let _ = writeln!(words, "{name} won {won} ({})", self.percent(won));
        }
        let draws = self.tally.draws();
        if draws > 0 {
            let _ = writeln!(words, "nobody won {draws} ({})", self.percent(draws));
        }
        let rules = self.tally.ended_by.iter();
        let rules: Vec<String> = rules
            .map(|(rule, games)| format!("{games} by {rule}"))
            .collect();
        let _ = writeln!(words, "ended: {}", rules.join(", "));
        words
    }

    /// The share of so many games in percent, with its interval.
    fn percent(&self, games: u64) -> String {
        let share = self.tally.share(games).map(|share| 100.0 * share);
        format!("{} %, {}", estimated(share), interval(share))
    }

    /// How often each seat had the places after the first, for people.
    pub(crate) fn place_words(&self) -> String {
        let mut words = String::new();
        for (name, seat) in &self.seats {
            let places = self.tally.places(*seat).iter().zip(1..).skip(1);
            let places = places.map(|(&games, place)| {
                let share = self.tally.share(games).map(|share| 100.0 * share);
                format!("place {place} {} %", estimated(share))
            });
            let places: Vec<String> = places.collect();
            let _ = writeln!(words, "{name}: {}", places.join(", "));
        }
        words
    }
}

/// An estimate to as many decimals as its interval has.
fn estimated(estimate: Estimate) -> String {
    format!("{:.*}", decimals(estimate), estimate.value)
}

fn interval(estimate: Estimate) -> String {
    if !estimate.reach().is_finite() {
        return "no interval, as all are equal".to_owned();
    }
    let decimals = decimals(estimate);
    format!(
        "95 % interval {:.decimals$} to {:.decimals$}",
        estimate.low, estimate.high
    )
}

/// Two decimals, and more where the interval is so narrow that they would not show two digits of how far it reaches.
fn decimals(estimate: Estimate) -> usize {
    let shows = |&decimals: &u8| estimate.reach() * 10_f64.powi(decimals.into()) >= 10.0;
    (2..8).find(shows).unwrap_or(8).into()
}

/// Plays the games and counts how they end, until the user stops it.
pub(crate) fn tally(games: &dyn Countable, number: u64, run: &RunArgs) -> anyhow::Result<Counted> {
    let pool = run.pool()?;
    let stop = interrupt::flag()?;
    let mut progress = Progress::of_items(number, "games");
    let began = now();
    let tally = parlor_selfplay::tally(games, number, &pool, stop, |more| progress.advance(more));
    progress.finish();
    let tally = tally?;
    anyhow::ensure!(
        tally.games > 0,
        "stopped before the first game was complete"
    );
    Ok(Counted {
        stopped: tally.games < number,
        tally,
        seconds: began.elapsed().as_secs_f64(),
        seats: games.named_seats(),
    })
}

#[expect(
    clippy::disallowed_methods,
    reason = "the command reports how long the games took"
)]
fn now() -> Instant {
    Instant::now()
}
