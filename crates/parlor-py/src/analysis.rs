//! The analysis of a recorded game: `parlor.ludo.analyze` and `parlor.kuba.analyze`.
//!
//! It runs without the GIL, calls back after each ply and ends at Ctrl-C. Python makes a dict of its JSON, and asks the object
//! for the picture.

use core::cell::Cell;

use ludo_solver::analysis::json::AnalysisJson;
use ludo_solver::exact::Tablebase;
use parlor_record::record::AnyRecord;
use parlor_study::{KubaStudy, LudoStudy, Study, Watch, kuba, ludo};
use parlor_view::PictureOptions;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::errors::raise;
use crate::long_call::Manner;
use crate::pictures;
use crate::record::Record;
use crate::signals::Signals;
use crate::solved::expert;
use crate::solving::prepare;
use crate::values::Keyword;
use crate::whole::whole;

/// Plies of Ludo for each look at the signals.
const PLIES: u32 = 16;
/// Nodes of Kuba for each look at the signals: some milliseconds.
const NODES: u32 = 1 << 16;

/// A game with its analysis.
#[pyclass(frozen, module = "parlor._native")]
#[derive(Debug)]
pub(crate) struct _Analysis(Study);

#[pymethods]
impl _Analysis {
    /// The analysis in the form of the commands.
    fn json(&self) -> PyResult<String> {
        match &self.0 {
            // With all digits of the numbers, of which the command prints twelve.
            Study::Ludo(study) => {
                let opening = study.record.opening();
                let form = AnalysisJson::of(&study.analysis, opening.rules, opening.seats());
                serde_json::to_string(&form)
                    .map_err(|error| PyRuntimeError::new_err(error.to_string()))
            }
            Study::Kuba(_) => Ok(self.0.json()),
        }
    }

    /// Its course as an SVG document.
    fn to_svg(&self, theme: Keyword<'_>) -> PyResult<String> {
        let style = pictures::style(theme)?;
        Ok(pictures::drawn(style, |options| self.graph(options)))
    }

    /// Its course for notebooks.
    fn _repr_svg_(&self) -> String {
        pictures::in_notebook(|options| self.graph(options))
    }
}

impl _Analysis {
    fn graph(&self, options: PictureOptions<'_>) -> String {
        match &self.0 {
            Study::Ludo(study) => ludo::graph(&study.record, &study.analysis, options),
            Study::Kuba(study) => kuba::graph(&study.record, &study.analysis, options),
        }
    }
}

impl From<Study> for _Analysis {
    fn from(study: Study) -> Self {
        Self(study)
    }
}

/// Looks for signals, and reports each ply that is judged.
struct PlyWatch<'a> {
    signals: Signals,
    manner: &'a Manner,
    plies: usize,
    judged: Cell<usize>,
}

impl<'a> PlyWatch<'a> {
    const fn new(signals: Signals, manner: &'a Manner, plies: usize) -> Self {
        Self {
            signals,
            manner,
            plies,
            judged: Cell::new(0),
        }
    }
}

impl Watch for PlyWatch<'_> {
    fn is_stopped(&self) -> bool {
        self.signals.have_raised()
    }

    fn judged(&self) {
        let judged = self.judged.get() + 1;
        self.judged.set(judged);
        if let Err(error) = self.manner.report(judged as f64 / self.plies as f64) {
            self.signals.raise(error);
        }
    }
}

/// Analyzes a game of Ludo.
#[pyfunction]
pub(crate) fn _ludo_analyze(
    py: Python<'_>,
    record: &Bound<'_, PyAny>,
    threads: &Bound<'_, PyAny>,
    progress: &Bound<'_, PyAny>,
) -> PyResult<_Analysis> {
    let manner = Manner::read(threads, progress)?;
    let refused = |message: &str| raise("RecordError", None, record, message);
    let game = match analyzable(record)? {
        AnyRecord::Ludo(game) => game,
        AnyRecord::LudoScript(_) => {
            return Err(refused(
                "this is a scripted game, which has no choices; only a game of Ludo played live \
                 can be analyzed",
            ));
        }
        AnyRecord::Kuba(_) => {
            return Err(refused("this is a game of Kuba; use kuba.analyze"));
        }
    };
    let mut missing = ludo::seatings(&game);
    missing.retain(|&seating| Tablebase::shared().get(seating).is_none());
    let parts = missing.len() + 1;
    for (number, seating) in missing.into_iter().enumerate() {
        prepare(py, seating, &manner.part(py, number, parts))?;
    }
    let manner = manner.part(py, parts - 1, parts);
    let (analysis, signals) = py.detach(|| {
        let watch = PlyWatch::new(Signals::every(PLIES), &manner, game.plies().len());
        let analysis = ludo::analyze(&game, expert(), &watch);
        (analysis, watch.signals)
    });
    signals.result()?;
    match analysis {
        Ok(Some(analysis)) => Ok(Study::Ludo(LudoStudy {
            record: game,
            analysis,
        })
        .into()),
        Ok(None) => Err(PyRuntimeError::new_err("nobody stopped it")),
        Err(error) => Err(refused(&error.to_string())),
    }
}

/// Analyzes a game of Kuba with so many nodes for each action.
#[pyfunction]
pub(crate) fn _kuba_analyze(
    py: Python<'_>,
    record: &Bound<'_, PyAny>,
    nodes: &Bound<'_, PyAny>,
    progress: &Bound<'_, PyAny>,
) -> PyResult<_Analysis> {
    let refused = |message: &str| raise("RecordError", None, record, message);
    let manner = Manner::read(py.None().bind(py), progress)?;
    let nodes = whole("nodes", nodes, &(1..=u64::MAX))?;
    let game = match analyzable(record)? {
        AnyRecord::Kuba(game) => game,
        AnyRecord::Ludo(_) | AnyRecord::LudoScript(_) => {
            return Err(refused(
                "this is a game of Ludo; use ludo.analyze if it was played live",
            ));
        }
    };
    let (analysis, signals) = py.detach(|| {
        let watch = PlyWatch::new(Signals::every(NODES), &manner, game.plies().len());
        let analysis = kuba::analyze(&game, nodes, &watch);
        (analysis, watch.signals)
    });
    signals.result()?;
    match analysis {
        Ok(analysis) => Ok(Study::Kuba(KubaStudy {
            record: game,
            analysis,
        })
        .into()),
        Err(error) => Err(refused(&error.to_string())),
    }
}

/// A record, or the text of one, which has plies if it is of a live game.
fn analyzable(record: &Bound<'_, PyAny>) -> PyResult<AnyRecord> {
    let game = Record::held(record)?;
    match &game {
        AnyRecord::Ludo(_) | AnyRecord::Kuba(_) if game.length() == 0 => Err(raise(
            "RecordError",
            None,
            record,
            "no ply has been played yet, so there is nothing to analyze",
        )),
        _ => Ok(game),
    }
}
