//! Finds the weights of the evaluation by games of the engine against itself,
//! and writes them to `crates/kuba-engine/src/weights.txt`.
//!
//! It begins with a guess that knows nothing but captured reds and lost
//! marbles, and plays some rounds, each with the weights that the one before
//! has found. `cargo run --release -p kuba-engine --example tune_evaluation`
//! makes the file of this repository again, on two threads, one for each rule
//! set. Other numbers: games a round, nodes an action, rounds, seed.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::thread;

use kuba_engine::tuning::{Weights, fit, play};
use kuba_engine::{Engine, Evaluation};
use kuba_rules::Rules;

#[derive(Clone, Copy)]
struct Plan {
    games: u64,
    nodes: u64,
    rounds: u64,
    seed: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<u64> = std::env::args()
        .skip(1)
        .map(|word| word.parse())
        .collect::<Result<_, _>>()?;
    let number = |place: usize, usual| given.get(place).copied().unwrap_or(usual);
    let plan = Plan {
        games: number(0, 2_000),
        nodes: number(1, 500),
        rounds: number(2, 3),
        seed: number(3, 1),
    };
    let tuned = thread::scope(|scope| {
        let threads = Rules::ALL.map(|rules| scope.spawn(move || tune(rules, plan)));
        threads.map(|thread| thread.join().expect("tuning does not panic"))
    });
    let [(classroom, of_classroom), (tournament, of_tournament)] = tuned;
    let heading = format!(
        "What features are worth in classroom and in tournament rules, in hundredths of a red.\n\
         Written by: cargo run --release -p kuba-engine --example tune_evaluation -- \
         {} {} {} {}\n{of_classroom}{of_tournament}",
        plan.games, plan.nodes, plan.rounds, plan.seed
    );
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/weights.txt");
    fs::write(file, Weights::written([&classroom, &tournament], &heading))?;
    Ok(())
}

/// The weights that some rounds end with, and what there is to tell of them.
#[expect(clippy::print_stdout, reason = "it tells how far it has come")]
fn tune(rules: Rules, plan: Plan) -> (Weights, String) {
    let mut weights = Weights::first_guess();
    let mut told = String::new();
    for round in 1..=plan.rounds {
        let evaluation = Evaluation::new(&weights);
        let mut engine = Engine::with_evaluations(1, [evaluation.clone(), evaluation]);
        let seeds = (0..plan.games).map(|game| (plan.seed << 32) + (round << 24) + game);
        let samples: Vec<_> = seeds
            .flat_map(|seed| play(&mut engine, rules, plan.nodes, seed))
            .collect();
        let (found, loss) = fit(&samples);
        weights = found;
        let positions = samples.len();
        let line = format!("{rules}, round {round}: {positions} positions, {loss:.4} bits");
        println!("{line}");
        told = format!("{told}{line}\n");
    }
    (weights, told)
}
