//! `parlor ludo analyse`: luck and skill in a recorded game.

mod words;

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use ludo_rules::Event;
use ludo_solver::analysis::{Analysis, JudgedPly};
use parlor_game::Ludo;
use parlor_record::record::{AnyRecord, Record};
use parlor_study::ludo as study;
use parlor_view::PictureOptions;

use crate::cli::FormArgs;
use crate::form::{self, Render};
use crate::input::LONGEST_GAME;
use crate::ludo::judge;
use crate::output::InputError;
use crate::replay;
use crate::whole;

/// Analyses the record in the file.
pub(super) fn run(path: &Path, arguments: &FormArgs) -> anyhow::Result<ExitCode> {
    let (name, text) = whole::read(path, Some(LONGEST_GAME))?;
    let Some(any) = replay::read(&name, &text, arguments)? else {
        return Ok(ExitCode::from(crate::BAD_INPUT));
    };
    let refused = |message| InputError {
        rule: None,
        value: name.clone(),
        message,
    };
    let record = match &any {
        AnyRecord::Ludo(record) if record.plies().is_empty() => Err(format!(
            "{name}: no ply has been played yet, so there is nothing to analyze"
        )),
        AnyRecord::Ludo(record) => Ok(record),
        AnyRecord::LudoScript(_) => Err(format!(
            "{name} is a scripted game, which has no choices; only a game of Ludo \
             played live can be analyzed"
        )),
        AnyRecord::Kuba(_) => Err(format!(
            "{name} is a game of Kuba; use `parlor kuba analyse`"
        )),
    };
    let record = record.map_err(refused)?;
    let steps: Vec<_> = record.replay().collect();
    let judge = judge::of(steps.iter().map(|step| &step.before));
    let analysis = study::analyze(record, &judge, &()).with_context(|| name.clone())?;
    let analysis = analysis.context("stopped")?;
    let analyzed = Analyzed {
        any: &any,
        record,
        events: steps.into_iter().map(|step| step.events).collect(),
        analysis,
    };
    form::show(&analyzed, arguments)?;
    Ok(ExitCode::SUCCESS)
}

/// A record with its analysis.
struct Analyzed<'a> {
    any: &'a AnyRecord,
    record: &'a Record<Ludo>,
    /// The events of each ply.
    events: Vec<Vec<Event>>,
    analysis: Analysis,
}

impl Analyzed<'_> {
    /// The ply as the record writes it: `A6p`.
    fn written(&self, ply: &JudgedPly) -> String {
        let ply = self.record.plies().get(ply.number - 1);
        ply.map_or_else(String::new, |ply| ply.act().to_string())
    }

    /// What happened in a ply.
    fn events(&self, ply: &JudgedPly) -> &[Event] {
        self.events.get(ply.number - 1).map_or(&[], Vec::as_slice)
    }

    /// The ply with this number.
    fn ply(&self, number: usize) -> Option<&JudgedPly> {
        self.analysis.plies().get(number.checked_sub(1)?)
    }
}

impl Render for Analyzed<'_> {
    fn svg(&self, options: PictureOptions<'_>) -> String {
        study::graph(self.record, &self.analysis, options)
    }

    fn words(&self) -> String {
        words::page(self)
    }

    fn sentences(&self) -> Vec<String> {
        study::sentences(self.record, &self.analysis)
    }

    fn json(&self) -> String {
        study::json(self.record, &self.analysis)
    }
}
