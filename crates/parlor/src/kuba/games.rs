//! `parlor kuba selfplay` and `simulate`.

use std::collections::BTreeMap;
use std::process::ExitCode;

use kuba_rules::Side;
use parlor_game::{Game, Kuba};
use parlor_selfplay::Origin;
use parlor_selfplay::kuba::{Games, Options, default_opening};
use parlor_sim::statistics::Estimate;
use serde::Serialize;

use crate::cli::{self, KubaGamesArgs, OutArgs};
use crate::output;
use crate::selfplay::{self, LengthJson};

/// Plays the games and writes their columns.
pub(super) fn write(arguments: &KubaGamesArgs, out: &OutArgs) -> anyhow::Result<ExitCode> {
    let (games, options) = games(arguments, "selfplay")?;
    let players = options.players.iter();
    let players = players.map(|player| player.text().to_owned()).cycle();
    let origin = Origin {
        program: selfplay::PROGRAM.to_owned(),
        game: Kuba::NAME.to_owned(),
        rules: options.rules.to_string(),
        seats: Side::ALL.map(|side| Kuba::letter(side).to_string()).into(),
        players: players.take(Side::ALL.len()).collect(),
        seed: options.seed,
        opening: options.opening,
        limit: options.limit,
    };
    selfplay::write(&games, arguments.games, &arguments.run, out, origin)
}

/// How games ended, as JSON.
#[derive(Serialize)]
struct TallyJson {
    games: u64,
    plies: u64,
    wins: BTreeMap<String, u64>,
    draws: u64,
    shares: BTreeMap<String, Estimate>,
    drawn: Estimate,
    ended_by: BTreeMap<&'static str, u64>,
    mean_plies: f64,
    length: LengthJson,
    opening: u32,
    stopped: bool,
    seconds: f64,
}

/// Plays the games and counts how they end.
pub(super) fn count(arguments: &KubaGamesArgs) -> anyhow::Result<ExitCode> {
    let (games, options) = games(arguments, "simulate")?;
    let counted = selfplay::tally(&games, arguments.games, &arguments.run)?;
    let tally = &counted.tally;
    output::print_result(
        arguments.run.json,
        || TallyJson {
            games: tally.games,
            plies: tally.plies,
            wins: counted.wins(),
            draws: tally.draws(),
            shares: counted.shares(),
            drawn: tally.share(tally.draws()),
            ended_by: tally.ended_by.clone(),
            mean_plies: tally.mean_plies().value,
            length: counted.length(),
            opening: options.opening,
            stopped: counted.stopped,
            seconds: counted.seconds,
        },
        || {
            let opening = match options.opening {
                0 => String::new(),
                pushes => format!(
                    "each after an opening of {} at random, not counted above\n",
                    output::count(pushes, "push")
                ),
            };
            format!("{}{opening}", counted.words("plies"))
        },
    )
}

/// The games of these options.
fn games(arguments: &KubaGamesArgs, command: &str) -> anyhow::Result<(Games, Options)> {
    let players = arguments.players.0.clone();
    // A limit that leaves no room for an opening is not what was asked to have one.
    let usual = default_opening(&players).min(arguments.limit.saturating_sub(1));
    let options = Options {
        rules: arguments.rules.into(),
        players,
        seed: arguments.run.seed,
        opening: arguments.opening.unwrap_or(usual),
        limit: arguments.limit,
    };
    let games = Games::new(&options)
        .map_err(|error| cli::usage_error(&["kuba", command], error.to_string()))?;
    Ok((games, options))
}
