//! Steps a second of one core by 1,024 games in lockstep, with all arrays written.
//!
//! One JSON object per line; `steps` has the actions given, `drawn` also draws them with the batch's
//! own `sample`. Time is processor time, so a loaded machine disturbs little. A name as argument measures one
//! thing.

use std::io::{self, Write};
use std::time::Duration;

use cpu_time::ProcessTime;
use kuba_rules::Rules;
use ludo_rules::Seat;
use parlor_batch::{Batch, Lockstep, Options, OwnedArrays, kuba, ludo};

/// The games in a batch.
const GAMES: usize = 1024;

/// The steps of all games in a run.
const STEPS: usize = 2_000;

/// The runs, of which the middle one counts.
const RUNS: usize = 5;

/// What is measured.
const NAMES: [&str; 5] = [
    "kuba-classroom",
    "kuba-tournament",
    "ludo-two",
    "ludo-four",
    "ludo-two-explicit",
];

fn main() -> io::Result<()> {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    let mut out = io::stdout().lock();
    for name in NAMES {
        if !wanted.is_empty() && !wanted.iter().any(|wanted| wanted == name) {
            continue;
        }
        let (steps, drawn) = measure(name).map_err(io::Error::other)?;
        writeln!(
            out,
            "{{\"name\":\"batch-{name}\",\"games\":{GAMES},\"steps\":{steps:.0},\"drawn\":{drawn:.0},\"unit\":\"steps/s\"}}"
        )?;
        out.flush()?;
    }
    Ok(())
}

fn measure(name: &str) -> Result<(f64, f64), Box<dyn std::error::Error + Send + Sync>> {
    let options = Options {
        seed: 1,
        ..Options::default()
    };
    let ludo = |seats: &[Seat], chance| {
        let setup = ludo::Setup::new(seats, chance)?;
        rates(|| ludo::Batch::new(GAMES, setup.clone(), options))
    };
    let kuba = |rules| rates(|| kuba::Batch::new(GAMES, kuba::Setup { rules }, options));
    match name {
        "kuba-classroom" => kuba(Rules::Classroom),
        "kuba-tournament" => kuba(Rules::Tournament),
        "ludo-two" => ludo(&[Seat::A, Seat::C], ludo::Chance::Sampled),
        "ludo-four" => ludo(&Seat::ALL, ludo::Chance::Sampled),
        _ => ludo(&[Seat::A, Seat::C], ludo::Chance::Explicit),
    }
}

/// The rate with actions drawn before, and with drawing them.
fn rates<G: Lockstep, E: std::error::Error + Send + Sync + 'static>(
    make: impl Fn() -> Result<Batch<G>, E>,
) -> Result<(f64, f64), Box<dyn std::error::Error + Send + Sync>> {
    // A batch of the same seed asks for the same actions again, so they can be drawn before.
    let mut batch = make()?;
    let mut arrays = OwnedArrays::new(&batch);
    let mut script = vec![[0; GAMES]; STEPS];
    for actions in &mut script {
        batch.sample(0, actions)?;
        batch.step(actions, arrays.as_arrays())?;
    }
    let mut given = Vec::new();
    let mut drawn = Vec::new();
    for _ in 0..RUNS {
        let mut batch = make()?;
        let start = ProcessTime::now();
        for actions in &script {
            batch.step(actions, arrays.as_arrays())?;
        }
        given.push(start.elapsed());
        let mut batch = make()?;
        let mut actions = [0; GAMES];
        let start = ProcessTime::now();
        for _ in 0..STEPS {
            batch.sample(0, &mut actions)?;
            batch.step(&actions, arrays.as_arrays())?;
        }
        drawn.push(start.elapsed());
    }
    Ok((rate(given), rate(drawn)))
}

/// Steps a second of the middle run.
fn rate(mut runs: Vec<Duration>) -> f64 {
    runs.sort_unstable();
    (GAMES * STEPS) as f64 / runs[RUNS / 2].as_secs_f64()
}
