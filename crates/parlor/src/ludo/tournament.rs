//! `parlor ludo tournament`: how strong the bots are.

use std::num::NonZero;
use std::process::ExitCode;

use ludo_rules::{Rules, Seat};
use parlor_game::{Game, Ludo};
use parlor_sim::statistics::Estimate;
use parlor_sim::{Deals, Duel, Entrant, Match, Pool, Row, Schedule, Table};
use serde::Serialize;

use crate::cli::{self, Contender, TournamentArgs};
use crate::decimals;
use crate::interrupt;
use crate::output;
use crate::progress::Progress;

/// Plays the tournament and shows its table.
pub(super) fn run(arguments: &TournamentArgs) -> anyhow::Result<ExitCode> {
    let seats = &arguments.seats.0.0;
    let start = Ludo::start(Rules::Classic, seats)
        .map_err(|error| wrong_usage(format!("--seats: {error}")))?;
    let entrants = entrants(&arguments.bots)?;
    let schedule = Schedule::every_two(entrants.len(), seats.len());
    let of = Match::new(entrants, Deals::new(start, arguments.seed), schedule)
        .map_err(|error| wrong_usage(format!("--bots: {error}")))?;
    let pool = Pool::new(arguments.threads.map(usize::from).and_then(NonZero::new))?;

    let mut progress = Progress::of_deals(arguments.deals);
    let stop = interrupt::flag()?;
    let table = of.table(&pool, arguments.deals, stop, |_| progress.advance(1));
    progress.finish();
    let table = table?;
    anyhow::ensure!(
        table.deals > 0,
        "stopped before the first deal was played to its end"
    );
    let mut text = Vec::new();
    if arguments.json {
        decimals::append_json(&Json::of(&table, arguments), &mut text);
        text.push(b'\n');
    } else {
        text.extend_from_slice(words(&table, of.schedule(), arguments).as_bytes());
    }
    output::write(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn wrong_usage(message: String) -> clap::Error {
    cli::usage_error(&["ludo", "tournament"], message)
}

/// The bots that are asked for, or all.
fn entrants(asked: &[Contender]) -> anyhow::Result<Vec<Entrant<Ludo>>> {
    let levels = ludo_solver::levels();
    if asked.is_empty() {
        return Ok(levels.into_iter().map(Entrant::from).collect());
    }
    let entrants = asked.iter().map(|contender| {
        let Contender { name, nodes } = contender;
        let level = levels.iter().find(|level| level.name() == name);
        let level = level.ok_or_else(|| {
            let known: Vec<&str> = levels.iter().map(|level| level.name()).collect();
            let known = known.join(", ");
            wrong_usage(format!(
                "--bots: there is no bot {name:?}; the bots are {known}"
            ))
        })?;
        let mut entrant = Entrant::from(level.clone());
        if let Some(nodes) = *nodes {
            entrant.name = format!("{name}@{nodes}");
            entrant.nodes = nodes;
        }
        Ok(entrant)
    });
    entrants.collect()
}

/// The table for people.
fn words(table: &Table, schedule: &Schedule, arguments: &TournamentArgs) -> String {
    let seats: Vec<String> = arguments.seats.0.0.iter().map(Seat::to_string).collect();
    let mut words = format!(
        "Ludo at seats {}, seed {}: {}, each in {}, {}\n",
        seats.join(", "),
        arguments.seed,
        count(table.deals, "deal"),
        count(schedule.games().len() as u64, "seating"),
        count(table.games, "game"),
    );
    if table.deals < arguments.deals {
        words.push_str(&format!(
            "Stopped before all {} deals were played.\n",
            arguments.deals
        ));
    }
    words.push('\n');

    let mut rows: Vec<&Row> = table.rows.iter().collect();
    rows.sort_by(|one, other| other.score.value.total_cmp(&one.score.value));
    let heading = ["bot", "Elo", "score %", "mean place", "wins", "seats held"].map(str::to_owned);
    let lines = rows.iter().map(|row| {
        vec![
            row.name.clone(),
            row.elo.map_or("-".to_owned(), |elo| {
                plus_minus(elo, |elo| format!("{elo:+.0}"), 0)
            }),
            percent(row.score),
            plus_minus(row.place, |place| format!("{place:.2}"), 2),
            format!("{:.0}", row.wins),
            row.seats.to_string(),
        ]
    });
    words.push_str(&aligned(
        [heading.to_vec()].into_iter().chain(lines).collect(),
    ));

    words.push_str(&format!(
        "\nWins in % of one alone against a field of the other; equals win {:.1}:\n\n",
        100.0 * table.fair_share
    ));
    let names = || rows.iter().map(|row| row.name.as_str());
    let heading = ["alone".to_owned()]
        .into_iter()
        .chain(names().map(|name| format!("against {name}")));
    let lines = names().map(|lone| {
        let cells = names().map(|field| {
            let duel = |duel: &&Duel| duel.lone == lone && duel.field == field;
            let score = table.duels.iter().find(duel).map(|duel| duel.score);
            score.map_or("-".to_owned(), percent)
        });
        [lone.to_owned()].into_iter().chain(cells).collect()
    });
    words.push_str(&aligned(
        [heading.collect()].into_iter().chain(lines).collect(),
    ));
    words
}

/// `1 deal`, `1000 deals`.
fn count(number: u64, noun: &str) -> String {
    output::count(usize::try_from(number).unwrap_or(usize::MAX), noun)
}

/// A share of 1 in percent: `71.3 ± 1.1`.
fn percent(share: Estimate) -> String {
    plus_minus(
        share.map(|share| 100.0 * share),
        |value| format!("{value:.1}"),
        1,
    )
}

/// An estimate and how far its interval reaches, with so many digits after the
/// point; without it where a single deal says nothing.
fn plus_minus(estimate: Estimate, value: impl Fn(f64) -> String, digits: usize) -> String {
    let reach = estimate.reach();
    let value = value(estimate.value);
    if reach.is_finite() {
        format!("{value} ± {reach:.digits$}")
    } else {
        value
    }
}

/// Lines in columns: the first to the left, the others to the right.
fn aligned(lines: Vec<Vec<String>>) -> String {
    let width = |column: usize| {
        let cells = lines.iter().map(|line| line[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..lines.first().map_or(0, Vec::len)).map(width).collect();
    let mut text = String::new();
    for line in &lines {
        for (column, (cell, &width)) in line.iter().zip(&widths).enumerate() {
            match column {
                0 => text.push_str(&format!("{cell:<width$}")),
                _ => text.push_str(&format!("  {cell:>width$}")),
            }
        }
        text.push('\n');
    }
    text
}

/// The table for programs.
#[derive(Serialize)]
struct Json<'a> {
    game: &'static str,
    rules: String,
    seats: Vec<String>,
    seed: u64,
    deals: u64,
    games: u64,
    rolls: u64,
    stopped: bool,
    fair_share: f64,
    bots: Vec<JsonRow<'a>>,
    alone: Vec<JsonDuel<'a>>,
}

#[derive(Serialize)]
struct JsonRow<'a> {
    bot: &'a str,
    seats_held: u64,
    wins: f64,
    score: JsonEstimate,
    elo: Option<JsonEstimate>,
    place: JsonEstimate,
}

#[derive(Serialize)]
struct JsonDuel<'a> {
    bot: &'a str,
    against: &'a str,
    games: u64,
    score: JsonEstimate,
}

#[derive(Serialize)]
struct JsonEstimate {
    value: f64,
    low: f64,
    high: f64,
}

impl<'a> Json<'a> {
    fn of(table: &'a Table, arguments: &TournamentArgs) -> Self {
        Self {
            game: Ludo::NAME,
            rules: Rules::Classic.to_string(),
            seats: arguments.seats.0.0.iter().map(Seat::to_string).collect(),
            seed: arguments.seed,
            deals: table.deals,
            games: table.games,
            rolls: table.chances,
            stopped: table.deals < arguments.deals,
            fair_share: table.fair_share,
            bots: table.rows.iter().map(JsonRow::from).collect(),
            alone: table.duels.iter().map(JsonDuel::from).collect(),
        }
    }
}

impl<'a> From<&'a Row> for JsonRow<'a> {
    fn from(row: &'a Row) -> Self {
        Self {
            bot: &row.name,
            seats_held: row.seats,
            wins: row.wins,
            score: row.score.into(),
            elo: row.elo.map(Into::into),
            place: row.place.into(),
        }
    }
}

impl<'a> From<&'a Duel> for JsonDuel<'a> {
    fn from(duel: &'a Duel) -> Self {
        Self {
            bot: &duel.lone,
            against: &duel.field,
            games: duel.games,
            score: duel.score.into(),
        }
    }
}

impl From<Estimate> for JsonEstimate {
    fn from(Estimate { value, low, high }: Estimate) -> Self {
        Self { value, low, high }
    }
}
