//! `parlor ludo solve`.

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context as _, anyhow};
use ludo_rules::Seat;
use ludo_solver::exact::{Enclosure, Seating, Values, enclose};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::cli::{self, SolveArgs};
use crate::file;
use crate::json;
use crate::output;
use crate::tables;

/// The solution as JSON.
#[derive(Debug, Serialize)]
struct SolutionJson {
    seats: [String; 2],
    first_player: f64,
    /// Bounds of it, rounded outward.
    low: f64,
    high: f64,
    /// The largest distance between the bounds of a position.
    width: Box<RawValue>,
    /// The largest difference between a value and a lookahead of one roll.
    residual: Box<RawValue>,
    sweeps: u32,
    /// Pairs of the player to roll and of the other.
    states: usize,
    seconds: f64,
}

/// Solves, proves and prints the result; writes the values to a file on request.
pub(crate) fn run(arguments: &SolveArgs) -> anyhow::Result<ExitCode> {
    let seats = two_seats(&arguments.seats.0, &["ludo", "solve"])?;
    let seating = Seating::of(seats).expect("two seats differ");
    if let Some(path) = &arguments.output {
        // Before the work, so that none is lost.
        file::try_out(path).with_context(|| cannot_write(path))?;
    }
    #[expect(
        clippy::disallowed_methods,
        reason = "the duration is reported, and decides nothing"
    )]
    let start = Instant::now();
    let (solution, enclosure) = tables::watched(seating, |progress| {
        let solution = ludo_solver::exact::solve(seating, progress);
        let enclosure = enclose(&solution.values);
        (solution, enclosure)
    });
    let seconds = start.elapsed().as_secs_f64();
    let enclosure = enclosure.context("the proof of the solution failed; please report this")?;
    if let Some(path) = &arguments.output {
        let values = &solution.values;
        let bytes = match arguments.bits {
            cli::Bits::Exact => values.to_bytes(),
            cli::Bits::Short => values.quantized().to_bytes(),
        };
        file::write(&bytes, path).with_context(|| cannot_write(path))?;
    }
    let answer = answer(
        seats,
        &solution.values,
        &enclosure,
        solution.sweeps,
        seconds,
    )
    .ok_or_else(|| anyhow!("the values are about other seats"))?;
    output::print_result(arguments.json, || &answer, || words(&answer))
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

/// The two seats of a command about two players.
pub(super) fn two_seats(seats: &[Seat], command: &[&str]) -> anyhow::Result<[Seat; 2]> {
    let wrong = |what: &str| {
        let message = format!("--seats: {what}; expected two different seats, such as A,C");
        cli::usage_error(command, message).into()
    };
    match *seats {
        [first, second] if first != second => Ok([first, second]),
        [seat, _] => Err(wrong(&format!("{seat} is named twice"))),
        _ => Err(wrong(&format!(
            "{} named",
            output::count(seats.len(), "seat")
        ))),
    }
}

fn answer(
    seats: [Seat; 2],
    values: &Values,
    enclosure: &Enclosure,
    sweeps: u32,
    seconds: f64,
) -> Option<SolutionJson> {
    let [low, high] = enclosure.first_player(seats)?;
    Some(SolutionJson {
        seats: seats.map(|seat| seat.to_string()),
        first_player: values.first_player(seats)?,
        low: json::rounded_down(low),
        high: json::rounded_up(high),
        width: json::scientific(enclosure.width()),
        residual: json::scientific(enclosure.residual()),
        sweeps,
        states: values.states(),
        seconds: (seconds * 1000.0).round() / 1000.0,
    })
}

fn words(answer: &SolutionJson) -> String {
    let SolutionJson {
        seats: [first, second],
        first_player,
        low,
        high,
        ..
    } = answer;
    format!(
        "{first} begins and plays against {second}; both play as well as can be.\n\
         {first} wins {:.10} % of the games, {second} {:.10} %.\n\
         Proved: {first}'s chance is between {:.12} and {:.12}.\n\
         The bounds of all {} pair states, before a first roll and before a bonus\n\
         roll, are at most {} apart; {} sweeps, {:.2} s.\n",
        first_player * 100.0,
        (1.0 - first_player) * 100.0,
        low,
        high,
        answer.states,
        answer.width,
        answer.sweeps,
        answer.seconds,
    )
}
