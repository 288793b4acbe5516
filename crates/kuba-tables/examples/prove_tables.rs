//! Builds the tables and checks every value by one push ahead, all images included.
//!
//! `cargo run --release -p kuba-tables --example prove_tables 5`

use core::ops::ControlFlow;
use std::io::{self, Write as _};
use std::process::ExitCode;
use std::thread;
use std::time::Instant;

use kuba_rules::{Cell, Position, Symmetry};
use kuba_tables::{MAX_MARBLES, MIN_MARBLES, QUICK_MARBLES, Summary, Tables, Value};
use parlor_testkit::kuba_endgames::{self, TRIANGLE, Worth};

fn main() -> io::Result<ExitCode> {
    let marbles = std::env::args().nth(1);
    let marbles = marbles.map_or(Ok(QUICK_MARBLES), |marbles| marbles.parse());
    let Some(marbles) = marbles
        .ok()
        .filter(|n| (MIN_MARBLES..=MAX_MARBLES).contains(n))
    else {
        writeln!(
            io::stderr(),
            "expected a number of marbles, {MIN_MARBLES} to {MAX_MARBLES}"
        )?;
        return Ok(ExitCode::from(2));
    };
    let mut out = io::stdout();
    #[expect(
        clippy::disallowed_methods,
        reason = "the duration is printed, and decides nothing"
    )]
    let start = Instant::now();
    let tables = Tables::build(marbles, |_| ControlFlow::Continue(()));
    let tables = tables.expect("nothing stops it");
    let seconds = start.elapsed().as_secs_f64();
    let summaries = tables.summaries();
    let of_all = |count: fn(&Summary) -> usize| summaries.iter().map(count).sum::<usize>();
    let longest = summaries.iter().filter_map(|summary| summary.longest_win);
    writeln!(
        out,
        "{} of {} positions decided in {seconds:.1} s; the longest win takes {} pushes",
        of_all(|summary| summary.won + summary.lost),
        of_all(Summary::positions),
        longest.map(|(pushes, _)| pushes).max().unwrap_or(0),
    )?;
    let worth = |position: &Position| match tables.value(position).expect("it is in the tables") {
        Value::Win(pushes) => Worth::Win(pushes),
        Value::Loss(pushes) => Worth::Loss(pushes),
        Value::Endless => Worth::Endless,
    };
    let mut positions = 0;
    for count in MIN_MARBLES..=marbles {
        // Cells by turns on two threads.
        let checked = thread::scope(|scope| {
            let parts = [0, 1].map(|part| {
                scope.spawn(move || {
                    let cells = TRIANGLE.iter().skip(part).step_by(2);
                    cells
                        .map(|&(row, column)| {
                            let cell = Cell::new(row.into(), column.into()).expect("on the board");
                            kuba_endgames::check(count.into(), cell, &Symmetry::ALL, worth)
                        })
                        .sum::<Result<u64, _>>()
                })
            });
            let parts = parts.map(|part| part.join().expect("the check does not panic"));
            parts.into_iter().sum::<Result<u64, _>>()
        });
        match checked {
            Ok(more) => positions += more,
            Err(fault) => {
                writeln!(out, "{fault:?}: {}", fault.position)?;
                return Ok(ExitCode::FAILURE);
            }
        }
    }
    writeln!(
        out,
        "{positions} positions and their 16 images agree with one push ahead; {:.1} s in all",
        start.elapsed().as_secs_f64(),
    )?;
    Ok(ExitCode::SUCCESS)
}
