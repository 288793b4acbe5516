//! `parlor kuba tables` and `parlor kuba probe`: endgames solved exactly.

use core::ops::ControlFlow;
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use anyhow::{Context as _, anyhow};
use kuba_rules::{Position, Side};
use kuba_tables::cache::{self, CacheProgress};
use kuba_tables::{
    BuildError, BuildNeeds, MAX_MARBLES, NotInTables, QUICK_MARBLES, RankedPush, Summary, Tables,
    Value,
};
use parlor_view::kuba::{self as view, Names};
use serde::Serialize;

use super::hint;
use crate::cli::{KubaProbeArgs, KubaTablesArgs};
use crate::interrupt;
use crate::output::{self, InputError, count};
use crate::progress::Progress;
use crate::tables::cache_folder;

/// Builds the tables if they are not cached, and prints what they say about each material.
pub(super) fn run(arguments: &KubaTablesArgs) -> anyhow::Result<ExitCode> {
    let tables = tables(arguments.marbles, arguments.json)?;
    let summaries = tables.summaries();
    output::print_result(
        arguments.json,
        || TablesJson::of(&tables, &summaries),
        || words(&tables, &summaries),
    )
}

/// The tables of so many marbles, built with a progress bar if they are not cached.
///
/// Those that are not built in minutes are announced, and need a folder that takes them.
fn tables(marbles: u8, is_json: bool) -> anyhow::Result<Tables> {
    let stop = interrupt::flag()?;
    let folder = cache_folder();
    if marbles > QUICK_MARBLES {
        if let Some(tables) = cached(marbles) {
            return Ok(tables);
        }
        let needs = announcement(marbles, folder.as_deref())?;
        if !is_json {
            output::note(&needs);
        }
    }
    let mut progress = Progress::of_task(&format!("solving Kuba with up to {marbles} marbles"));
    let mut finished = None;
    let mut is_told = false;
    let mut on = |step| {
        match step {
            CacheProgress::Building(reached) => {
                progress.reach_share(reached.share());
                finished = Some((reached.finished, reached.layers));
            }
            CacheProgress::Waiting if !is_told => {
                output::note(&format!(
                    "another process builds the tables of {marbles} marbles; waiting for it"
                ));
                is_told = true;
            }
            CacheProgress::Waiting => {}
        }
        if stop.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let built = if let Some(folder) = &folder {
        cache::load_or_build(folder, marbles, on)
            .map(|cached| (cached.tables, cached.error.map(|error| (folder, error))))
    } else {
        Tables::build(marbles, |reached| on(CacheProgress::Building(reached)))
            .map(|tables| (tables, None))
    };
    progress.finish();
    let (tables, note) = built.map_err(|error| match error {
        BuildError::Stopped => anyhow!("interrupted{}", left_by(finished, folder.as_deref())),
        error => error.into(),
    })?;
    if let Some((folder, error)) = note {
        let path = cache::path_for(folder, marbles);
        output::note(&format!("the cache is {}, and {error}", path.display()));
    }
    Ok(tables)
}

/// What an interrupted build leaves behind, with the layers that it had finished of all.
fn left_by(finished: Option<(usize, usize)>, folder: Option<&Path>) -> String {
    match (finished, folder) {
        (Some((finished, layers)), Some(folder)) if cache::try_out(folder).is_ok() => format!(
            " with {finished} of {layers} layers finished; the same command goes on from there"
        ),
        (Some((finished, layers)), _) => {
            format!(" with {finished} of {layers} layers finished; none of them could be stored")
        }
        (None, _) => String::new(),
    }
}

/// The tables of so many marbles or more from the cache.
fn cached(marbles: u8) -> Option<Tables> {
    cache::load_largest(&cache_folder()?, marbles..=MAX_MARBLES)
}

/// What a build that is not done in minutes takes; an error unless the folder takes what it finishes.
fn announcement(marbles: u8, folder: Option<&Path>) -> anyhow::Result<String> {
    let folder = folder.context("there is no folder for the tables; name one in PARLOR_CACHE")?;
    cache::try_out(folder).with_context(|| {
        let folder = folder.display();
        format!("nothing can be stored in {folder}; name another folder in PARLOR_CACHE")
    })?;
    let needs = BuildNeeds::of(marbles);
    let gigabytes = |bytes: usize| bytes as f64 / 1e9;
    Ok(format!(
        "Kuba with up to {marbles} marbles is solved in hours, with up to {:.1} GB of memory, and {:.1} GB of \
         disk in {}, of which the tables keep {:.1} GB. Ctrl-C ends it; the same command then goes on from the \
         last finished layer.",
        gigabytes(needs.memory),
        gigabytes(needs.disk),
        folder.display(),
        gigabytes(needs.tables),
    ))
}

/// Prints the value of a position, and of each push.
pub(super) fn probe(arguments: &KubaProbeArgs) -> anyhow::Result<ExitCode> {
    let line = arguments.position.trim();
    let position = hint::read(line)?;
    let refused = |error: NotInTables| InputError {
        rule: error.rule(),
        value: line.to_owned(),
        message: error.to_string(),
    };
    let marbles = NotInTables::check(&position, MAX_MARBLES).map_err(refused)?;
    let probed = match probed_in(Tables::embedded(), &position) {
        Err(NotInTables::Marbles { .. }) if marbles <= QUICK_MARBLES => {
            probed_in(&tables(marbles, arguments.json)?, &position)
        }
        Err(NotInTables::Marbles { .. }) => {
            let tables = cached(marbles).ok_or_else(|| InputError {
                rule: None,
                value: line.to_owned(),
                message: format!(
                    "the position has {marbles} marbles on the board, and the cache has no tables of so many; \
                     `parlor kuba tables {marbles}` builds them, in hours"
                ),
            })?;
            probed_in(&tables, &position)
        }
        probed => probed,
    };
    let probed = probed.map_err(refused)?;
    output::print_result(arguments.json, || probed.json(), || probed.words())
}

/// A position with its value.
struct Probed {
    position: Position,
    value: Value,
    pushes: Vec<RankedPush>,
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
