//! Trains both evaluations on games of the engine against itself, and writes the
//! feature weights to `crates/kuba-engine/src/weights.txt` and the line tables to
//! `crates/kuba-engine/src/lines.bin`.
//!
//! It starts from a guess that values only captured reds and lost marbles, and
//! plays rounds of games, each with the evaluation trained on the previous one.
//! The first rounds fit the feature weights, the others the line values; the
//! weights are fitted once more on the last games. `cargo run --release -p
//! kuba-engine --example train_evaluation` rebuilds the files on two threads, one
//! for each rule set; the same numbers give the same files. The arguments are
//! positions per round, nodes per action, rounds, and seed.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::thread;

use kuba_engine::training::train;
use kuba_engine::tuning::{TrainingSample, Weights, fit, play};
use kuba_engine::{Engine, Evaluation};
use kuba_rules::Rules;

/// The number of rounds that fit feature weights. What a search by the
/// first guess finds is too coarse to learn 65,000 values from.
const WEIGHT_ROUNDS: u64 = 3;
/// The fraction of positions that those rounds use: there are only 42 weights.
const FEWER: usize = 4;

#[derive(Clone, Copy)]
struct Plan {
    positions: usize,
    nodes: u64,
    rounds: u64,
    seed: u64,
}

struct Learned {
    weights: Weights,
    lines: Evaluation,
    /// One line per round.
    log: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<u64> = std::env::args()
        .skip(1)
        .map(|word| word.parse())
        .collect::<Result<_, _>>()?;
    let number = |place: usize, usual| given.get(place).copied().unwrap_or(usual);
    let plan = Plan {
        positions: usize::try_from(number(0, 400_000))?,
        nodes: number(1, 1_000),
        rounds: number(2, 8),
        seed: number(3, 1),
    };
    let learned = thread::scope(|scope| {
        let threads = Rules::ALL.map(|rules| scope.spawn(move || learn(rules, plan)));
        threads.map(|thread| thread.join().expect("learning does not panic"))
    });
    let [classroom, tournament] = &learned;
    let origin = format!(
        "Written by: cargo run --release -p kuba-engine --example train_evaluation -- \
         {} {} {} {}\n{}{}",
        plan.positions, plan.nodes, plan.rounds, plan.seed, classroom.log, tournament.log
    );
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let heading = format!(
        "What features are worth in classroom and in tournament rules, in hundredths of a red.\n\
         {origin}"
    );
    let weights = Weights::written([&classroom.weights, &tournament.weights], &heading);
    fs::write(folder.join("weights.txt"), weights)?;
    let lines = Evaluation::write_both([&classroom.lines, &tournament.lines], &origin);
    fs::write(folder.join("lines.bin"), lines)?;
    Ok(())
}

/// The result of the rounds.
#[expect(clippy::print_stdout, reason = "it reports its progress")]
fn learn(rules: Rules, plan: Plan) -> Learned {
    let mut weights = Weights::first_guess();
    let mut lines = Evaluation::new(&weights);
    let mut log = String::new();
    let mut before: Vec<TrainingSample> = Vec::new();
    for round in 1..=plan.rounds {
        let mut engine = Engine::with_evaluations(1, [lines.clone(), lines.clone()]);
        let mut samples = Vec::new();
        let mut game = (plan.seed << 32) + (round << 24);
        let wanted = match round {
            1..=WEIGHT_ROUNDS => plan.positions / FEWER,
            _ => plan.positions,
        };
        while samples.len() < wanted {
            samples.extend(play(&mut engine, rules, plan.nodes, game));
            game += 1;
        }
        before.extend(&samples);
        let (what, loss) = if round <= WEIGHT_ROUNDS {
            let (found, loss) = fit(&before);
            weights = found;
            lines = Evaluation::new(&weights);
            ("weights", loss)
        } else {
            let learned = train(&before, &lines, plan.seed);
            lines = learned.evaluation;
            ("lines", learned.loss)
        };
        let positions = before.len();
        let line = format!("{rules}, round {round}: {what}, {positions} positions, {loss:.4} bits");
        println!("{line}");
        log = format!("{log}{line}\n");
        if round < plan.rounds {
            before = samples;
        }
    }
    let (weights, loss) = fit(&before);
    Learned {
        weights,
        lines,
        log: format!("{log}{rules}, the weights above: {loss:.4} bits\n"),
    }
}
