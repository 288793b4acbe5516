//! `parlor ludo match`: how strong the bots are.

use std::process::ExitCode;

use ludo_rules::{Rules, Seat};
use parlor_game::{Game, Ludo};
use parlor_sim::{Crosstable, Deals, Duel, Entrant, Match, Row, Schedule};
use serde::Serialize;

use crate::cli::{self, LudoMatchArgs};
use crate::figures::{aligned, elo, percent, plus_minus};
use crate::interrupt;
use crate::output::{self, count};
use crate::progress::Progress;

/// An empty cell of a table.
const NOTHING: &str = "-";

/// Plays the matches and shows its table.
pub(super) fn run(arguments: &LudoMatchArgs) -> anyhow::Result<ExitCode> {
    let seats = &arguments.seats.0;
    let start = Ludo::start(Rules::Classic, seats)
        .map_err(|error| wrong_usage(format!("--seats: {error}")))?;
    let entrants = entrants(&arguments.bots, seats.len())?;
    let schedule = Schedule::every_two(entrants.len(), seats.len());
    let of = Match::new(entrants, Deals::new(start, arguments.run.seed), schedule)
        .map_err(|error| wrong_usage(format!("--bots: {error}")))?;
    let pool = arguments.run.pool()?;

    let mut progress = Progress::of_items(arguments.deals, "deals");
    let stop = interrupt::flag()?;
    let table = of.table(&pool, arguments.deals, stop, |_| progress.advance(1));
    progress.finish();
    let table = table?;
    anyhow::ensure!(
        table.deals > 0,
        "stopped before the first deal was complete"
    );
    output::print_result(
        arguments.run.json,
        || MatchJson::of(&table, arguments),
        || words(&table, of.schedule(), arguments),
    )
}

fn wrong_usage(message: String) -> clap::Error {
    cli::usage_error(&["ludo", "match"], message)
}

/// The requested bots, or all that support this number of players.
fn entrants(names: &[String], players: usize) -> anyhow::Result<Vec<Entrant<Ludo>>> {
    let levels = ludo_solver::levels();
    if names.is_empty() {
        let fit = levels
            .into_iter()
            .filter(|level| level.plays_among(players));
        return Ok(fit.map(Entrant::from).collect());
    }
    let entrants = names.iter().map(|name| {
        let entrant = parlor_players::ludo::entrant(name, players);
        entrant.map_err(|error| wrong_usage(format!("--bots: {error}")).into())
    });
    entrants.collect()
}

/// The table for people.
fn words(table: &Crosstable, schedule: &Schedule, arguments: &LudoMatchArgs) -> String {
    let seats: Vec<String> = arguments.seats.0.iter().map(Seat::to_string).collect();
    let stopped = if table.deals < arguments.deals {
        format!(
            "Stopped before all {} deals were played.\n",
            arguments.deals
        )
    } else {
        String::new()
    };
    let mut rows: Vec<&Row> = table.rows.iter().collect();
    rows.sort_by(|one, other| other.score.value.total_cmp(&one.score.value));
    format!(
        "Ludo at seats {}, seed {}: {}, each in {}, {}\n{stopped}\n{}\n\
         Wins in % of one alone against a field of the other; equals win {:.1}:\n\n{}",
        seats.join(", "),
        arguments.run.seed,
        count(table.deals, "deal"),
        count(schedule.games().len(), "seating"),
        count(table.games, "game"),
        aligned(&strengths(&rows)),
        100.0 * table.fair_share,
        aligned(&duels(&rows, &table.duels)),
    )
}

/// The results of each bot, one line each below the heading.
fn strengths(rows: &[&Row]) -> Vec<Vec<String>> {
    let heading = ["bot", "Elo", "score %", "mean place", "wins", "seats held"];
    let lines = rows.iter().map(|row| {
        vec![
            row.name.clone(),
            row.elo.map_or_else(|| NOTHING.to_owned(), elo),
            percent(row.score),
            plus_minus(row.place, |place| format!("{place:.2}"), 2),
            format!("{:.0}", row.wins),
            row.seats.to_string(),
        ]
    });
    let heading = heading.map(str::to_owned).to_vec();
    [heading].into_iter().chain(lines).collect()
}

/// The score of each bot against each other, one line each below the heading.
fn duels(rows: &[&Row], duels: &[Duel]) -> Vec<Vec<String>> {
    let fields = rows.iter().map(|field| format!("against {}", field.name));
    let heading = ["alone".to_owned()].into_iter().chain(fields).collect();
    let lines = rows.iter().map(|lone| {
        let cells = rows.iter().map(|field| {
            let duel = |duel: &&Duel| duel.lone == lone.name && duel.field == field.name;
            let duel = duels.iter().find(duel);
            duel.map_or_else(|| NOTHING.to_owned(), |duel| percent(duel.score))
        });
        [lone.name.clone()].into_iter().chain(cells).collect()
    });
    [heading].into_iter().chain(lines).collect()
}

/// The table for programs.
#[derive(Serialize)]
struct MatchJson<'a> {
    game: &'static str,
    rules: String,
    seats: Vec<String>,
    seed: u64,
    deals: u64,
    games: u64,
    rolls: u64,
    stopped: bool,
    fair_share: f64,
    bots: &'a [Row],
    alone: &'a [Duel],
}

impl<'a> MatchJson<'a> {
    fn of(table: &'a Crosstable, arguments: &LudoMatchArgs) -> Self {
        Self {
            game: Ludo::NAME,
            rules: Rules::Classic.to_string(),
            seats: arguments.seats.0.iter().map(Seat::to_string).collect(),
            seed: arguments.run.seed,
            deals: table.deals,
            games: table.games,
            rolls: table.chances,
            stopped: table.deals < arguments.deals,
            fair_share: table.fair_share,
            bots: &table.rows,
            alone: &table.duels,
        }
    }
}
