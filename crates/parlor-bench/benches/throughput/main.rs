//! The speed of the fast paths, next to something slow or well known in the same run.
//!
//! One JSON object per line. `--only NAME` measures one thing; `--count NAME SIZE`
//! does one workload once, without a clock, and prints how much it did: for
//! counting instructions from outside.

mod chess;
mod workloads;

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use parlor_bulk::Path;
use workloads::{ALL, Measurement, Workload};

/// Pairs of runs, one of each side; an odd number has a middle.
const PAIRS: usize = 5;

/// What the arguments ask for.
enum Command {
    All,
    Only(&'static Measurement),
    Count(&'static Measurement, u64),
}

fn main() -> ExitCode {
    let command = match command() {
        Ok(command) => command,
        Err(problem) => return fail(2, &problem),
    };
    let mut out = io::stdout().lock();
    let outcome = match command {
        Command::All => {
            let mut here = ALL.iter().filter(|measurement| measurement.is_here());
            here.try_for_each(|measurement| measure(measurement, &mut out))
        }
        Command::Only(measurement) => measure(measurement, &mut out),
        Command::Count(measurement, size) => count(measurement, size, &mut out),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => fail(1, &format!("standard output cannot be written: {error}")),
    }
}

/// Reads the arguments; `--bench` is what cargo adds to them.
fn command() -> Result<Command, String> {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        [] => Ok(Command::All),
        ["--only", name] => Ok(Command::Only(named(name)?)),
        ["--count", name, size] => {
            let size = size
                .parse()
                .map_err(|error| format!("the size {size:?} is no whole number: {error}"))?;
            Ok(Command::Count(named(name)?, size))
        }
        _ => Err(format!(
            "{arguments:?} is none of: nothing, --only NAME, --count NAME SIZE"
        )),
    }
}

fn named(name: &str) -> Result<&'static Measurement, String> {
    ALL.iter()
        .find(|measurement| measurement.name == name && measurement.is_here())
        .ok_or_else(|| {
            let here = ALL.iter().filter(|measurement| measurement.is_here());
            let names: Vec<&str> = here.map(|measurement| measurement.name).collect();
            format!(
                "there is no measurement {name:?} on this processor; there are {}",
                names.join(", ")
            )
        })
}

fn fail(code: u8, problem: &str) -> ExitCode {
    match writeln!(io::stderr().lock(), "throughput: {problem}") {
        // If standard error is closed as well, the exit code is all that is left.
        Ok(()) | Err(_) => ExitCode::from(code),
    }
}

/// Runs both sides in turn and prints the medians: of each rate, and of the ratios of neighbors.
fn measure(measurement: &Measurement, out: &mut impl Write) -> io::Result<()> {
    let mut values = Vec::new();
    let mut references = Vec::new();
    let mut ratios = Vec::new();
    // The first run of each side warms caches and tables, and counts for nothing.
    rate(&measurement.value, measurement.path);
    rate(&measurement.reference, None);
    for _ in 0..PAIRS {
        let value = rate(&measurement.value, measurement.path);
        let reference = rate(&measurement.reference, None);
        values.push(value);
        references.push(reference);
        ratios.push(value / reference);
    }
    writeln!(
        out,
        "{{\"name\":\"{}\",\"value\":{:.0},\"unit\":\"{}/s\",\"reference\":{:.0},\"ratio\":{:.3},\"build\":\"{}\"}}",
        measurement.name,
        median(values),
        measurement.unit,
        median(references),
        median(ratios),
        build(),
    )?;
    out.flush()
}

fn count(measurement: &Measurement, size: u64, out: &mut impl Write) -> io::Result<()> {
    let done = (measurement.value.run)(measurement.path, size);
    writeln!(
        out,
        "{{\"name\":\"{}\",\"size\":{size},\"done\":{done},\"unit\":\"{}\"}}",
        measurement.name, measurement.unit
    )
}

/// Units a second of one run.
#[expect(
    clippy::disallowed_methods,
    reason = "measuring time is what this program is for"
)]
fn rate(workload: &Workload, path: Option<Path>) -> f64 {
    let start = Instant::now();
    let done = (workload.run)(path, workload.size);
    done as f64 / start.elapsed().as_secs_f64()
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// What the compiler was allowed to use: the baseline, or what this machine has.
fn build() -> &'static str {
    if cfg!(any(
        target_feature = "avx2",
        target_feature = "bmi2",
        target_feature = "sve"
    )) {
        "native"
    } else {
        "portable"
    }
}
