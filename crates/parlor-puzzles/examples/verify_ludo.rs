//! Verifies every puzzle of Ludo by the slow engine and the plain solver of the test kit, which share nothing
//! with the search that found them. Prints one sentence for each two seats, and fails at the first puzzle that
//! is wrong.
//!
//! `cargo run --release -p parlor-puzzles --example verify_ludo`; a file after `--` is verified in place of the
//! program's own.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Write};

use parlor_puzzles::ludo::LEAST_LOSS;
use parlor_testkit::ludo_puzzle::{BeforeRoll, ClaimedChoice, check, seats};
use parlor_testkit::plain_solver::PlainSolver;
use serde::Deserialize;

const FILE: &str = include_str!("../data/ludo.jsonl");

/// What the plain solver and the 12 digits of a puzzle may differ by.
const TOLERANCE: f64 = 1e-9;

/// What is verified of a line.
#[derive(Deserialize)]
struct Puzzle {
    id: String,
    position: String,
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    action: String,
    chance: f64,
    loss: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let text = match std::env::args().nth(1) {
        Some(path) => std::fs::read_to_string(path)?,
        None => FILE.to_owned(),
    };
    // One solver at a time: each takes some hundred megabytes.
    let mut by_seats: BTreeMap<[char; 2], Vec<Puzzle>> = BTreeMap::new();
    for line in text.lines() {
        let puzzle: Puzzle = serde_json::from_str(line)?;
        let seats = seats(&puzzle.position)?;
        by_seats.entry(seats).or_default().push(puzzle);
    }
    let mut out = io::stdout().lock();
    for (seats, puzzles) in by_seats {
        let mut plain = PlainSolver::new(seats);
        let sweeps = plain.solve();
        let mut largest: f64 = 0.0;
        for puzzle in &puzzles {
            largest = largest.max(verify(puzzle, &plain)?);
        }
        writeln!(
            out,
            "{} puzzles of Ludo at {},{}: legal choices, chances, losses and best choices are those of the \
             slow engine and the plain solver, whose chances after {sweeps} sweeps differ by {largest:.1e} at most",
            puzzles.len(),
            seats[0],
            seats[1],
        )?;
    }
    Ok(())
}

fn verify(puzzle: &Puzzle, plain: &PlainSolver) -> Result<f64, String> {
    let choices = puzzle.choices.iter().map(|choice| ClaimedChoice {
        action: choice.action.clone(),
        chance: choice.chance,
        loss: choice.loss,
    });
    let choices: Vec<ClaimedChoice> = choices.collect();
    let chance = |before: BeforeRoll| {
        let BeforeRoll {
            seat,
            own,
            other,
            bonus,
        } = before;
        if bonus {
            plain.bonus_roll(seat, own, other)
        } else {
            plain.first_roll(seat, own, other)
        }
    };
    check(&puzzle.position, &choices, LEAST_LOSS, TOLERANCE, chance)
        .map_err(|fault| format!("{}: {fault}", puzzle.id))
}
