//! Finds the weights of the evaluation by games of the engine against itself,
//! and writes them to `crates/kuba-engine/src/weights.txt`.
//!
//! It begins with a guess that knows nothing but captured reds and lost
//! marbles, and plays some rounds, each with the weights that the one before
//! has found. `cargo run --release -p kuba-engine --example tune_evaluation`
//! makes the file of this repository again. Other numbers: games a round,
//! nodes an action, rounds, seed.

use std::error::Error;
use std::fs;
use std::path::Path;

use kuba_engine::Engine;
use kuba_engine::tuning::{Weights, fit, play};
use kuba_rules::Rules;

#[expect(clippy::print_stdout, reason = "it tells how far it has come")]
fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<u64> = std::env::args()
        .skip(1)
        .map(|word| word.parse())
        .collect::<Result<_, _>>()?;
    let number = |place: usize, usual| given.get(place).copied().unwrap_or(usual);
    let (games, nodes) = (number(0, 4_000), number(1, 1_000));
    let (rounds, seed) = (number(2, 3), number(3, 1));
    let mut weights = [Weights::first_guess(); 2];
    let mut heading = format!(
        "What features are worth in classroom and in tournament rules, in hundredths of a red.\n\
         Written by: cargo run --release -p kuba-engine --example tune_evaluation -- \
         {games} {nodes} {rounds} {seed}"
    );
    for round in 1..=rounds {
        let mut engine = Engine::with_weights(1, [&weights[0], &weights[1]]);
        for rules in Rules::ALL {
            let seeds = (0..games).map(|game| (seed << 32) + (round << 24) + game);
            let samples: Vec<_> = seeds
                .flat_map(|seed| play(&mut engine, rules, nodes, seed))
                .collect();
            let (found, loss) = fit(&samples);
            weights[rules as usize] = found;
            let told = format!(
                "Round {round}, {rules}: {games} games, {} positions, {loss:.4} bits",
                samples.len()
            );
            println!("{told}");
            heading = format!("{heading}\n{told}");
        }
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/weights.txt");
    fs::write(file, Weights::written([&weights[0], &weights[1]], &heading))?;
    Ok(())
}
