//! Trains the strong bot's model, and prints its progress.
//!
//! ```text
//! cargo run --release -p ludo-solver --example train_strong -- [--games N] [--seed S] [--out FILE]
//! ```
//!
//! Without arguments it makes `crates/ludo-solver/models/strong.model` again,
//! bit for bit, in about ten minutes on one core. The shares of wins are those
//! of one strong bot among priority bots, with the same dice each time.

#![expect(clippy::print_stdout, reason = "it prints the progress")]
#![expect(
    clippy::disallowed_methods,
    reason = "it measures the time of training"
)]

use std::error::Error;
use std::time::Instant;

use ludo_rules::{Position, Roll, Seat, priority};
use ludo_solver::strong::{Estimator, Training};
use parlor_testkit::dice::SplitMix64;

/// The command line.
struct Arguments {
    games: u32,
    seed: u64,
    out: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let Arguments { games, seed, out } = arguments()?;
    let mut training = Training::new(games, seed);
    let start = Instant::now();
    println!("   games  positions  seconds  correction  4 seats  3 seats");
    let report = (games / 20).max(1);
    let mut goes_on = true;
    while goes_on {
        for _ in 0..report {
            goes_on = training.play_game();
        }
        let progress = training.progress();
        let estimator = Estimator::new(&training.model());
        println!(
            "{:8}  {:9}  {:7.0}  {:10.4}  {:6.2}%  {:6.2}%",
            progress.games,
            progress.positions,
            start.elapsed().as_secs_f64(),
            progress.correction,
            100.0 * against_priority(&estimator, &Seat::ALL),
            100.0 * against_priority(&estimator, &Seat::ALL[..3]),
        );
    }
    std::fs::write(&out, training.model().to_bytes()).map_err(|error| format!("{out}: {error}"))?;
    println!("written to {out}");
    Ok(())
}

fn arguments() -> Result<Arguments, Box<dyn Error>> {
    let mut arguments = Arguments {
        games: 400_000,
        seed: 1,
        out: concat!(env!("CARGO_MANIFEST_DIR"), "/models/strong.model").to_owned(),
    };
    let mut words = std::env::args().skip(1);
    while let Some(name) = words.next() {
        let value = words
            .next()
            .ok_or_else(|| format!("{name} needs a value"))?;
        let wrong = |error| format!("{name} {value}: {error}; a number should stand there");
        match name.as_str() {
            "--games" => arguments.games = value.parse().map_err(wrong)?,
            "--seed" => arguments.seed = value.parse().map_err(wrong)?,
            "--out" => arguments.out = value,
            _ => return Err(format!("{name}: there is only --games, --seed and --out").into()),
        }
    }
    Ok(arguments)
}

/// The share of wins in every seat of five hundred deals.
fn against_priority(estimator: &Estimator, seats: &[Seat]) -> f64 {
    let deals = 500;
    let mut won = 0_u32;
    for deal in 0..deals {
        for &mine in seats {
            let mut dice = SplitMix64::for_game(deal);
            let mut position = Position::new(seats).expect("three or four seats");
            while let (None, Some(seat)) = (position.winner(), position.to_act()) {
                let roll = Roll::ALL[usize::from(dice.next_die()) - 1];
                position.apply_roll(roll).expect("a roll is due");
                let choice = if seat == mine {
                    estimator.best_move(&position).expect("an answer is due")
                } else {
                    priority(position.tokens(), seat, roll).choice
                };
                position.play(choice).expect("a legal move");
            }
            won += u32::from(position.winner() == Some(mine));
        }
    }
    f64::from(won) / (deals as f64 * seats.len() as f64)
}
