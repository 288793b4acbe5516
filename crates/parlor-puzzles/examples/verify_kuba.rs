//! Solves every puzzle of Kuba again, without the engine and without the search that found it.
//!
//! `verify_kuba [FILE]`, by default the file that comes with the program. Prints a summary, and fails at the first
//! puzzle that is not as it says.

use core::ops::ControlFlow;
use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::{env, error, fs};

use parlor_puzzles::kuba::{self, KubaPuzzle};
use parlor_puzzles::lines;
use parlor_sim::Pool;
use parlor_testkit::forced_win;

fn main() -> Result<ExitCode, Box<dyn error::Error>> {
    let read;
    let puzzles: &[KubaPuzzle] = match env::args_os().nth(1) {
        Some(path) => {
            read = lines::read(&fs::read_to_string(path)?)?;
            &read
        }
        None => kuba::all(),
    };
    let (mut positions, mut longest) = (0, 0);
    let mut wrong = Vec::new();
    let mut done = 0;
    let check = |number| {
        let puzzle = &puzzles[usize::try_from(number).expect("it is an index")];
        let checked = forced_win::check(puzzle.position(), puzzle.win(), puzzle.solution());
        (puzzle, checked)
    };
    Pool::new(None)?.in_order(puzzles.len() as u64, check, |(puzzle, checked)| {
        done += 1;
        match checked {
            Ok(searched) => {
                positions += searched;
                longest = longest.max(searched);
            }
            Err(flaw) => wrong.push(format!("{}: {flaw:?}", puzzle.id())),
        }
        if done % 50 == 0 {
            // Progress that cannot be shown is no reason to stop.
            let _shown = writeln!(io::stderr(), "{done} of {} puzzles", puzzles.len());
        }
        ControlFlow::Continue(())
    });
    let mut out = io::stdout().lock();
    for flaw in &wrong {
        writeln!(out, "{flaw}")?;
    }
    writeln!(
        out,
        "{} puzzles of Kuba solved again over {positions} positions ({longest} for one), {} wrong; {}",
        puzzles.len(),
        wrong.len(),
        by_length(puzzles)
    )?;
    Ok(if wrong.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The number of puzzles of each rule set and length.
fn by_length(puzzles: &[KubaPuzzle]) -> String {
    let mut lengths: BTreeMap<_, BTreeMap<u8, usize>> = BTreeMap::new();
    for puzzle in puzzles {
        let lengths = lengths.entry(puzzle.position().rules()).or_default();
        *lengths.entry(puzzle.win()).or_default() += 1;
    }
    let rules = lengths.iter().map(|(rules, lengths)| {
        let lengths = lengths.iter();
        let lengths: Vec<String> = lengths
            .map(|(win, count)| format!("{count} in {win}"))
            .collect();
        format!("{rules} {}", lengths.join(", "))
    });
    rules.collect::<Vec<_>>().join("; ")
}
