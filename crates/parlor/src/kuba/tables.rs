//! `parlor kuba tables` and `parlor kuba probe`: endgames solved exactly.

use core::ops::ControlFlow;
use std::fmt::Write as _;
use std::process::ExitCode;

use kuba_rules::{Position, Side};
use kuba_tables::cache::{self, CacheProgress};
use kuba_tables::{MAX_MARBLES, NotInTables, RankedPush, Summary, Tables, Value};
use parlor_view::kuba::{self as view, Names};
use serde::Serialize;

use super::hint;
use crate::cli::{KubaProbeArgs, KubaTablesArgs};
use crate::output::{self, InputError, count};
use crate::progress::Progress;
use crate::tables::cache_folder;

/// Builds the tables if they are not cached, and prints what they say about each material.
pub(super) fn run(arguments: &KubaTablesArgs) -> anyhow::Result<ExitCode> {
    let tables = tables(arguments.marbles);
    let summaries = tables.summaries();
    output::print_result(
        arguments.json,
        || TablesJson::of(&tables, &summaries),
        || words(&tables, &summaries),
    )
}

/// The tables of so many marbles, built with a progress bar if they are not cached.
fn tables(marbles: u8) -> Tables {
    let mut progress = Progress::of_task(&format!("solving Kuba with up to {marbles} marbles"));
    let mut on = |step| {
        if let CacheProgress::Building(reached) = step {
            progress.reach_share(reached.share());
        }
        ControlFlow::Continue(())
    };
    let (tables, note) = if let Some(folder) = cache_folder() {
        let cached = cache::load_or_build(&folder, marbles, on);
        let cached = cached.expect("nothing stops it");
        let path = cache::path_for(&folder, marbles).display().to_string();
        let note = cached.error;
        let note = note.map(|error| format!("the cache is {path}, and {error}"));
        (cached.tables, note)
    } else {
        let tables = Tables::build(marbles, |reached| on(CacheProgress::Building(reached)));
        (tables.expect("nothing stops it"), None)
    };
    progress.finish();
    if let Some(note) = note {
        output::note(&note);
    }
    tables
}

/// Prints the value of a position, and of each push.
pub(super) fn probe(arguments: &KubaProbeArgs) -> anyhow::Result<ExitCode> {
    let line = arguments.position.trim();
    let position = hint::read(line)?;
    let probed = probed(&position).map_err(|error| InputError {
        rule: error.rule(),
        value: line.to_owned(),
        message: error.to_string(),
    })?;
    output::print_result(arguments.json, || probed.json(), || probed.words())
}

/// A position with its value.
struct Probed {
    position: Position,
    value: Value,
    pushes: Vec<RankedPush>,
}

fn probed(position: &Position) -> Result<Probed, NotInTables> {
    let marbles = NotInTables::check(position, MAX_MARBLES)?;
    match probed_in(Tables::embedded(), position) {
        Err(NotInTables::Marbles { .. }) => probed_in(&tables(marbles), position),
        probed => probed,
    }
}

fn probed_in(tables: &Tables, position: &Position) -> Result<Probed, NotInTables> {
    Ok(Probed {
        position: *position,
        value: tables.value(position)?,
        pushes: tables.ranked_pushes(position)?,
    })
}

impl Probed {
    fn words(&self) -> String {
        let side = self.position.to_move();
        let mut words = format!(
            "{}\n{}\n\n push    value\n",
            view::status(&self.position, Names::default(), None),
            sentence(side, self.value),
        );
        for ranked in &self.pushes {
            // Writing to a String cannot fail.
            let _written = writeln!(words, " {:<6}  {}", ranked.push.to_string(), ranked.value);
        }
        words
    }

    fn json(&self) -> ProbeJson {
        let ranked = self.pushes.iter().map(|ranked| RankedJson {
            push: ranked.push.to_string(),
            value: ranked.value.into(),
            position: ranked.after.to_string(),
        });
        let is_best = |ranked: &&RankedPush| ranked.value == self.value;
        let best = self.pushes.iter().filter(is_best);
        ProbeJson {
            position: self.position.to_string(),
            to_act: self.position.to_move().letter(),
            value: self.value.into(),
            best: best.map(|ranked| ranked.push.to_string()).collect(),
            ranked: ranked.collect(),
        }
    }
}

/// The value of a position in a sentence.
fn sentence(side: Side, value: Value) -> String {
    match value {
        Value::Win(pushes) => format!("{side} wins in {}, and no sooner.", count(pushes, "push")),
        Value::Loss(pushes) => sentence(side.other(), Value::Win(pushes)),
        Value::Endless => "Endless: neither side can force a win.".to_owned(),
    }
}

fn words(tables: &Tables, summaries: &[Summary]) -> String {
    let positions: usize = summaries.iter().map(Summary::positions).sum();
    let mut words = format!(
        "Classroom rules, up to {} marbles on the board: {positions} positions, up to symmetry.\n\
         Own and enemy marbles, reds, and the reds that each side needs, for the side to move:\n\n \
         own  enemy  reds  needs   positions     won    lost  endless  longest win\n",
        tables.marbles(),
    );
    for summary in summaries {
        let material = summary.material;
        let share = |part: usize| 100.0 * part as f64 / summary.positions() as f64;
        let longest = summary.longest_win.as_ref();
        let longest = longest.map_or_else(
            || "none".to_owned(),
            |(pushes, position)| format!("{pushes:>3}  {position}"),
        );
        // Writing to a String cannot fail.
        let _written = writeln!(
            words,
            " {:>3}  {:>5}  {:>4}  {} : {}  {:>10}  {:>4.1} %  {:>4.1} %   {:>4.1} %  {longest}",
            material.own,
            material.other,
            material.reds,
            material.needed,
            material.needed_by_other(),
            summary.positions(),
            share(summary.won),
            share(summary.lost),
            share(summary.endless),
        );
    }
    words
}

/// A value, and in how many pushes of both sides; of an endless game there are none.
#[derive(Serialize)]
struct ValueJson {
    value: &'static str,
    pushes: Option<u32>,
}

impl From<Value> for ValueJson {
    fn from(value: Value) -> Self {
        let (value, pushes) = match value {
            Value::Win(pushes) => ("win", Some(pushes)),
            Value::Loss(pushes) => ("loss", Some(pushes)),
            Value::Endless => ("endless", None),
        };
        Self { value, pushes }
    }
}

#[derive(Serialize)]
struct ProbeJson {
    position: String,
    to_act: char,
    #[serde(flatten)]
    value: ValueJson,
    /// The pushes that keep the value.
    best: Vec<String>,
    ranked: Vec<RankedJson>,
}

#[derive(Serialize)]
struct RankedJson {
    push: String,
    #[serde(flatten)]
    value: ValueJson,
    position: String,
}

#[derive(Serialize)]
struct TablesJson {
    rules: &'static str,
    marbles: u8,
    positions: usize,
    materials: Vec<MaterialJson>,
}

#[derive(Serialize)]
struct MaterialJson {
    own: u8,
    enemy: u8,
    reds: u8,
    needs: [u8; 2],
    positions: usize,
    won: usize,
    lost: usize,
    endless: usize,
    longest_win: Option<LongestJson>,
}

#[derive(Serialize)]
struct LongestJson {
    pushes: u32,
    position: String,
}

impl TablesJson {
    fn of(tables: &Tables, summaries: &[Summary]) -> Self {
        let materials = summaries.iter().map(|summary| {
            let material = summary.material;
            let longest = summary.longest_win.as_ref();
            MaterialJson {
                own: material.own,
                enemy: material.other,
                reds: material.reds,
                needs: [material.needed, material.needed_by_other()],
                positions: summary.positions(),
                won: summary.won,
                lost: summary.lost,
                endless: summary.endless,
                longest_win: longest.map(|(pushes, position)| LongestJson {
                    pushes: *pushes,
                    position: position.to_string(),
                }),
            }
        });
        Self {
            rules: "classroom",
            marbles: tables.marbles(),
            positions: summaries.iter().map(Summary::positions).sum(),
            materials: materials.collect(),
        }
    }
}
