//! Trains both evaluations on games of the engine against itself, and writes the
//! feature weights to `weights.txt` and the line tables to `lines.bin` in a folder.
//!
//! `cargo run --release -p kuba-engine --example train_evaluation -- POSITIONS
//! NODES SEED THREADS FOLDER [SECONDS]`, for example `2000000,8000000 2000 1 16 training`.
//!
//! It starts from a guess that values only captured reds and lost marbles, and
//! plays rounds of games, each with the evaluation trained on the previous one.
//! Three short rounds fit the feature weights and two the line values, at 1,000
//! nodes per action. Then come the rounds asked for: POSITIONS gives the positions of
//! each, separated by commas, and NODES the nodes per action. Each round trains on its own
//! games and those of the round before; the weights are fitted once more to the
//! last.
//!
//! With SECONDS, the last round has no more positions than are ready by then, as far as
//! the pace of the round before tells; the files say how many.
//!
//! The games are kept in FOLDER, so a run that was stopped goes on where it was,
//! and a run with more positions uses those it finds. The same positions, nodes
//! and seed give the same files on every machine with any number of threads.
//! Copy the files to `crates/kuba-engine/src` if `cargo run --release -p
//! parlor-bench --bin kuba_strength -- lines FOLDER/lines.bin` finds them stronger.

mod games;

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use kuba_engine::Evaluation;
use kuba_engine::training::train;
use kuba_engine::tuning::{TrainingSample, Weights, fit};
use kuba_rules::Rules;

use games::Games;

/// What a round learns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Learns {
    Weights,
    Lines,
}

#[derive(Clone, Copy)]
struct Round {
    learns: Learns,
    positions: usize,
    nodes: u64,
}

/// The first rounds. What a search by the first guess finds is too coarse to learn
/// line values from, and there are only 42 weights.
const FIRST: [Round; 5] = {
    let weights = Round {
        learns: Learns::Weights,
        positions: 60_000,
        nodes: 1_000,
    };
    let lines = Round {
        learns: Learns::Lines,
        positions: 400_000,
        nodes: 1_000,
    };
    [weights, weights, weights, lines, lines]
};
/// The most positions that weights are fitted to.
const FEW: usize = 200_000;

/// What one rule set has learned so far.
struct Learner {
    rules: Rules,
    weights: Weights,
    lines: Evaluation,
    /// The samples of the last round.
    samples: Vec<TrainingSample>,
    /// One line per round.
    log: String,
}

const USAGE: &str =
    "the arguments are POSITIONS[,POSITIONS...] NODES SEED THREADS FOLDER [SECONDS]";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (plan, seconds) = match arguments.as_slice() {
        [plan @ .., seconds] if plan.len() == 5 => (plan, Some(number(seconds)?)),
        plan => (plan, None),
    };
    let [positions, nodes, seed, threads, folder] = plan else {
        return Err(USAGE.into());
    };
    let asked: Vec<u64> = positions.split(',').map(number).collect::<Result<_, _>>()?;
    let asked: Vec<usize> = asked
        .into_iter()
        .map(usize::try_from)
        .collect::<Result<_, _>>()?;
    let training = Training {
        asked,
        nodes: number(nodes)?,
        seed: number(seed)?,
        threads: number(threads)?,
        folder: PathBuf::from(folder),
        limit: seconds.map(Duration::from_secs),
    };
    training.run()
}

fn number(word: &str) -> Result<u64, String> {
    match word.parse() {
        Ok(0) => Err(format!("{word:?} is not positive; {USAGE}")),
        Ok(number) => Ok(number),
        Err(_) => Err(format!("{word:?} is no number; {USAGE}")),
    }
}

/// The time, for the pace and the progress.
#[expect(
    clippy::disallowed_methods,
    reason = "with SECONDS it decides how many positions, which the files say"
)]
fn now() -> Instant {
    Instant::now()
}

/// What is asked for.
struct Training {
    asked: Vec<usize>,
    nodes: u64,
    seed: u64,
    threads: u64,
    folder: PathBuf,
    limit: Option<Duration>,
}

/// The time that a round took.
#[derive(Clone, Copy)]
struct Took {
    playing: Duration,
    learning: Duration,
}

impl Training {
    /// The rounds: the first ones no longer than the first that is asked for.
    fn rounds(&self) -> Vec<Round> {
        let first = FIRST.into_iter().map(|round| Round {
            positions: round.positions.min(self.asked[0]),
            ..round
        });
        let asked = self.asked.iter().map(|&positions| Round {
            learns: Learns::Lines,
            positions,
            nodes: self.nodes,
        });
        first.chain(asked).collect()
    }

    /// Plays and learns all rounds: the games of one rule set after the other on all
    /// threads, then both rule sets learn at once. The files are written after
    /// each round of lines.
    #[expect(clippy::print_stdout, reason = "it reports its progress")]
    fn run(mut self) -> Result<(), Box<dyn Error>> {
        let mut both = Rules::ALL.map(Learner::new);
        let began = now();
        let mut took = None;
        let mut rounds = self.rounds();
        for place in 0..rounds.len() {
            let number = place as u64 + 1;
            if place + 1 == rounds.len()
                && let (Some(took), Some(limit)) = (took, self.limit)
            {
                let left = limit.saturating_sub(began.elapsed());
                let positions = fitting(left, rounds[place - 1].positions, took);
                rounds[place].positions = rounds[place].positions.min(positions);
                self.asked.pop();
                self.asked.push(rounds[place].positions);
            }
            let round = rounds[place];
            let start = began.elapsed();
            let mut played = Vec::new();
            for learner in &both {
                let Learner { rules, lines, .. } = learner;
                let games = Games::new(*rules, lines, round.nodes, self.seed, number);
                played.push(games.samples(round.positions, self.threads, &self.folder)?);
                println!("{:.0?}: {rules}, round {number}, played", began.elapsed());
            }
            let end = began.elapsed();
            thread::scope(|scope| {
                for (learner, samples) in both.iter_mut().zip(played) {
                    scope.spawn(move || learner.learn(number, round.learns, samples, self.seed));
                }
            });
            took = Some(Took {
                playing: end.saturating_sub(start),
                learning: began.elapsed().saturating_sub(end),
            });
            for learner in &both {
                let line = learner.log.lines().last().unwrap_or_default();
                println!("{:.0?}: {line}", began.elapsed());
            }
            if round.learns == Learns::Lines {
                self.write(&both)?;
            }
        }
        thread::scope(|scope| {
            for learner in &mut both {
                scope.spawn(|| learner.fit_weights());
            }
        });
        self.write(&both)
    }

    /// Writes both files.
    fn write(&self, [classroom, tournament]: &[Learner; 2]) -> Result<(), Box<dyn Error>> {
        let positions: Vec<String> = self.asked.iter().map(ToString::to_string).collect();
        let origin = format!(
            "Written by: cargo run --release -p kuba-engine --example train_evaluation -- \
             {} {} {} THREADS FOLDER\n{}{}",
            positions.join(","),
            self.nodes,
            self.seed,
            classroom.log,
            tournament.log
        );
        let heading = format!(
            "What features are worth in classroom and in tournament rules, in hundredths of a \
             red.\n{origin}"
        );
        let weights = Weights::written([&classroom.weights, &tournament.weights], &heading);
        fs::write(self.folder.join("weights.txt"), weights)?;
        let lines = Evaluation::write_both([&classroom.lines, &tournament.lines], &origin);
        fs::write(self.folder.join("lines.bin"), lines)?;
        Ok(())
    }
}

/// The positions of the last round that fit into the time left, by what the round
/// before took, in thousands; it trains on the positions of both.
fn fitting(left: Duration, before: usize, took: Took) -> usize {
    let all = (took.playing + took.learning).as_millis().max(1);
    let left = left.saturating_sub(took.learning).as_millis();
    let thousands = left * before as u128 / all / 1000;
    usize::try_from(thousands.max(1)).map_or(usize::MAX, |thousands| 1000 * thousands)
}

impl Learner {
    fn new(rules: Rules) -> Self {
        let weights = Weights::first_guess();
        Self {
            rules,
            weights,
            lines: Evaluation::new(&weights),
            samples: Vec::new(),
            log: String::new(),
        }
    }

    /// Learns from the samples of this round and of the round before.
    fn learn(&mut self, number: u64, learns: Learns, samples: Vec<TrainingSample>, seed: u64) {
        let this_round = samples.len();
        self.samples.extend(samples);
        let positions = self.samples.len();
        let (what, loss) = if learns == Learns::Weights {
            let (weights, loss) = fit(&self.samples);
            self.weights = weights;
            self.lines = Evaluation::new(&weights);
            ("weights", loss)
        } else {
            let learned = train(&self.samples, &self.lines, seed);
            self.lines = learned.evaluation;
            ("lines", learned.loss)
        };
        self.note(&format!(
            "round {number}: {what}, {positions} positions, {loss:.4} bits"
        ));
        // The next round trains on these as well.
        self.samples.drain(..positions - this_round);
    }

    /// Fits the weights to samples of the last round.
    fn fit_weights(&mut self) {
        let few = &self.samples[self.samples.len().saturating_sub(FEW)..];
        let (weights, loss) = fit(few);
        self.weights = weights;
        self.note(&format!("the weights: {loss:.4} bits"));
    }

    fn note(&mut self, line: &str) {
        let Self { rules, log, .. } = self;
        *log = format!("{log}{rules}, {line}\n");
    }
}
