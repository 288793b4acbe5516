//! `parlor ludo selfplay` and `simulate`.

use std::collections::BTreeMap;
use std::process::ExitCode;

use ludo_rules::{Rules, Seat};
use parlor_game::{Game, Ludo};
use parlor_selfplay::Origin;
use parlor_selfplay::ludo::{Games, Options};
use parlor_sim::statistics::Estimate;
use serde::Serialize;

use crate::cli::{self, LudoGamesArgs, OutArgs};
use crate::output;
use crate::selfplay::{self, LengthJson, PlaceJson};
use crate::tables;

/// Plays the games and writes their columns.
pub(super) fn write(
    arguments: &LudoGamesArgs,
    values: bool,
    out: &OutArgs,
) -> anyhow::Result<ExitCode> {
    let (games, options) = games(arguments, values, "selfplay")?;
    let players = match &options.policies[..] {
        [all] => vec![all.clone(); options.seats.len()],
        each => each.to_vec(),
    };
    let origin = Origin {
        program: selfplay::PROGRAM.to_owned(),
        game: Ludo::NAME.to_owned(),
        rules: Rules::Classic.to_string(),
        seats: options.seats.iter().map(Seat::to_string).collect(),
        players,
        seed: options.seed,
        opening: 0,
        limit: options.limit,
    };
    selfplay::write(&games, arguments.games, &arguments.run, out, origin)
}

/// Who won, as JSON.
#[derive(Serialize)]
struct TallyJson {
    games: u64,
    rolls: u64,
    wins: BTreeMap<String, u64>,
    shares: BTreeMap<String, Estimate>,
    places: BTreeMap<String, Vec<PlaceJson>>,
    mean_rolls: f64,
    length: LengthJson,
    ended_by: BTreeMap<&'static str, u64>,
    stopped: bool,
    seconds: f64,
}

/// Plays the games and counts who wins.
pub(super) fn count(arguments: &LudoGamesArgs) -> anyhow::Result<ExitCode> {
    let (games, options) = games(arguments, false, "simulate")?;
    let counted = selfplay::tally(&games, arguments.games, &arguments.run)?;
    let tally = &counted.tally;
    output::print_result(
        arguments.run.json,
        || TallyJson {
            games: tally.games,
            rolls: tally.plies,
            wins: counted.wins(),
            shares: counted.shares(),
            places: counted.places(),
            mean_rolls: tally.mean_plies().value,
            length: counted.length(),
            ended_by: tally.ended_by.clone(),
            stopped: counted.stopped,
            seconds: counted.seconds,
        },
        || {
            let places = if options.seats.len() > 2 {
                counted.place_words()
            } else {
                String::new()
            };
            format!("{}{places}", counted.words("rolls"))
        },
    )
}

/// The games of these options; the values that they need are solved.
fn games(
    arguments: &LudoGamesArgs,
    values: bool,
    command: &str,
) -> anyhow::Result<(Games, Options)> {
    let options = Options {
        seats: arguments.seats.0.clone(),
        policies: arguments.policies.clone(),
        seed: arguments.run.seed,
        limit: arguments.limit,
        values,
    };
    let games = Games::new(&options)
        .map_err(|error| cli::usage_error(&["ludo", command], error.to_string()))?;
    for seating in games.needs_values() {
        tables::values(seating);
    }
    Ok((games, options))
}
