//! Learns what every line is worth from games of the engine against itself,
//! and writes it to `crates/kuba-engine/src/lines.bin`.
//!
//! It begins with the weights of `weights.txt` and plays some rounds, each by
//! what the one before has learned; it learns from the last two rounds. `cargo
//! run --release -p kuba-engine --example train_evaluation` makes the file of
//! this repository again, on two threads, one for each rule set. Other
//! numbers: positions a round, nodes an action, rounds, seed.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::thread;

use kuba_engine::tuning::{Sample, Weights, play, train};
use kuba_engine::{Engine, Evaluation};
use kuba_rules::Rules;

#[derive(Clone, Copy)]
struct Plan {
    positions: usize,
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
        positions: usize::try_from(number(0, 250_000))?,
        nodes: number(1, 1_000),
        rounds: number(2, 4),
        seed: number(3, 1),
    };
    let learned = thread::scope(|scope| {
        let threads = Rules::ALL.map(|rules| scope.spawn(move || learn(rules, plan)));
        threads.map(|thread| thread.join().expect("learning does not panic"))
    });
    let [(classroom, of_classroom), (tournament, of_tournament)] = learned;
    let origin = format!(
        "cargo run --release -p kuba-engine --example train_evaluation -- {} {} {} {}\n\
         {of_classroom}{of_tournament}",
        plan.positions, plan.nodes, plan.rounds, plan.seed
    );
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lines.bin");
    fs::write(
        file,
        Evaluation::write_both([&classroom, &tournament], &origin),
    )?;
    Ok(())
}

/// The evaluation that some rounds end with, and what there is to tell of them.
#[expect(clippy::print_stdout, reason = "it tells how far it has come")]
fn learn(rules: Rules, plan: Plan) -> (Evaluation, String) {
    let mut evaluation = Evaluation::new(&Weights::standard(rules));
    let mut told = String::new();
    let mut before: Vec<Sample> = Vec::new();
    for round in 1..=plan.rounds {
        let mut engine = Engine::with_evaluations(1, [evaluation.clone(), evaluation.clone()]);
        let mut samples = Vec::new();
        let mut game = (plan.seed << 32) + (round << 24);
        while samples.len() < plan.positions {
            samples.extend(play(&mut engine, rules, plan.nodes, game));
            game += 1;
        }
        before.extend(&samples);
        let learned = train(&before, &evaluation, plan.seed);
        evaluation = learned.evaluation;
        let line = format!(
            "{rules}, round {round}: {} positions, {:.4} bits",
            before.len(),
            learned.loss
        );
        println!("{line}");
        told = format!("{told}{line}\n");
        before = samples;
    }
    (evaluation, told)
}
