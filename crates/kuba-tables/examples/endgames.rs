//! Draws fifty decided endgames from the tables: positions and their exact values, one a line.
//!
//! `cargo run --release -p kuba-tables --example endgames SEED [CACHE]`
//!
//! Positions are drawn until there are five won and five lost ones in each band of lengths, [`BANDS`].
//! Each draw takes one of the fifteen materials of three to five marbles, then cells for
//! its marbles, all equally likely; White is to move, and there is no ko push (K-7). A drawn position is kept if
//! it is decided, its band still lacks one of its kind, and fewer than [`OF_A_MATERIAL`] of its material
//! have been kept. No engine is asked. CACHE is a folder to load the tables from, or to keep them in.

use core::ops::{ControlFlow, RangeInclusive};
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use kuba_rules::{Cell, Marble, Position, REDS_TO_WIN, Rules, Setup, Side};
use kuba_tables::{MAX_MARBLES, Material, Tables, Value, cache};
use parlor_testkit::dice::SplitMix64;

/// The lengths, in pushes.
const BANDS: [RangeInclusive<u32>; 5] = [1..=8, 9..=16, 17..=24, 25..=32, 33..=40];
/// The endgames in a band that are won, and those that are lost.
const OF_A_KIND: usize = 5;
/// The most endgames of a material.
const OF_A_MATERIAL: usize = 4;

fn main() -> io::Result<ExitCode> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let seed = arguments.first().map(|seed| seed.parse());
    let (Some(Ok(seed)), 1..=2) = (seed, arguments.len()) else {
        writeln!(io::stderr(), "expected: SEED [CACHE], not {arguments:?}")?;
        return Ok(ExitCode::from(2));
    };
    let tables = match arguments.get(1) {
        Some(folder) => {
            let going_on = |_| ControlFlow::Continue(());
            let cached = cache::load_or_build(Path::new(folder), MAX_MARBLES, going_on);
            cached.map(|cached| cached.tables)
        }
        None => Tables::build(MAX_MARBLES, |_| ControlFlow::Continue(())),
    };
    let tables = tables.expect("nothing stops it");
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "# Decided endgames and their exact values, drawn from the tables alone by\n\
         # cargo run --release -p kuba-tables --example endgames {seed}"
    )?;
    for (position, value) in drawn(&tables, seed) {
        writeln!(out, "{position} | {value}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The endgames, the shortest first.
fn drawn(tables: &Tables, seed: u64) -> Vec<(Position, Value)> {
    let materials: Vec<Material> = tables.materials().collect();
    let mut of_material = vec![0; materials.len()];
    let mut of_kind = [[0; 2]; BANDS.len()];
    let mut words = SplitMix64::for_game(seed);
    let mut kept: Vec<(Position, Value)> = Vec::new();
    while kept.len() < BANDS.len() * 2 * OF_A_KIND {
        let material = below(&mut words, materials.len());
        let position = placed(materials[material], &mut words);
        let value = tables.value(&position).expect("it is in the tables");
        let (is_won, pushes) = match value {
            Value::Win(pushes) => (true, pushes),
            Value::Loss(pushes) => (false, pushes),
            Value::Endless => continue,
        };
        let Some(band) = BANDS.iter().position(|band| band.contains(&pushes)) else {
            continue;
        };
        let count: &mut usize = &mut of_kind[band][usize::from(is_won)];
        let is_known = kept.iter().any(|(other, _)| *other == position);
        if *count < OF_A_KIND && of_material[material] < OF_A_MATERIAL && !is_known {
            *count += 1;
            of_material[material] += 1;
            kept.push((position, value));
        }
    }
    kept.sort_by_key(|(_, value)| match value {
        Value::Win(pushes) | Value::Loss(pushes) => *pushes,
        Value::Endless => 0,
    });
    kept
}

/// A position of the material, its marbles on random cells and White to move.
fn placed(material: Material, words: &mut SplitMix64) -> Position {
    let marbles = [
        (Marble::White, material.own),
        (Marble::Black, material.other),
        (Marble::Red, material.reds),
    ];
    let mut cells = [[None; 7]; 7];
    for (marble, count) in marbles {
        for _ in 0..count {
            loop {
                let cell = Cell::ALL[below(words, Cell::ALL.len())];
                let place = &mut cells[usize::from(cell.row())][usize::from(cell.column())];
                if place.is_none() {
                    *place = Some(marble);
                    break;
                }
            }
        }
    }
    let mut captured = [REDS_TO_WIN; 2];
    captured[Side::White.index()] -= material.needed;
    captured[Side::Black.index()] -= material.needed_by_other();
    let setup = Setup {
        cells,
        captured,
        to_move: Side::White,
        may_push_again: false,
        ko: None,
        rules: Rules::Classroom,
    };
    setup.try_into().expect("any cells will do")
}

/// A number below `count`; the bias, below `count` / 2⁶⁴, does not matter.
fn below(words: &mut SplitMix64, count: usize) -> usize {
    let range = u64::try_from(count).expect("a count fits");
    usize::try_from(words.next_u64() % range).expect("below a count")
}
