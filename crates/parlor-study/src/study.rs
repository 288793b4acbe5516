//! The analysis of a game of either kind.

use ludo_solver::analysis::{Analysis, AnalysisError, Expert};
use ludo_solver::exact::Tablebase;
use parlor_game::{ActError, Kuba, Ludo};
use parlor_record::record::{AnyRecord, Record};

use kuba_engine::analysis::{GameAnalysis, NODES_OF_ACTION};

use crate::watch::Watch;
use crate::{kuba, ludo};

/// A game with its analysis.
#[derive(Clone, Debug)]
pub enum Study {
    /// A game of Ludo.
    Ludo(LudoStudy),
    /// A game of Kuba.
    Kuba(KubaStudy),
}

/// A game of Ludo that was played live, with its analysis.
#[derive(Clone, Debug)]
pub struct LudoStudy {
    /// The game.
    pub record: Record<Ludo>,
    /// Its analysis.
    pub analysis: Analysis,
}

/// A game of Kuba with its analysis.
#[derive(Clone, Debug)]
pub struct KubaStudy {
    /// The game.
    pub record: Record<Kuba>,
    /// Its analysis, of all actions.
    pub analysis: GameAnalysis,
}

/// Why a game cannot be analyzed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum StudyError {
    /// It has no ply.
    #[error("no ply has been played yet, so there is nothing to analyze")]
    NoPly,
    /// It was scripted (L-21).
    #[error("a scripted game has no choices; only a game of Ludo played live can be analyzed")]
    Scripted,
    /// An analysis of Ludo failed.
    #[error(transparent)]
    Ludo(#[from] AnalysisError),
    /// An analysis of Kuba failed.
    #[error(transparent)]
    Kuba(#[from] ActError<Kuba>),
}

impl Study {
    /// Analyzes a game as the commands do that analyze records: exactly where two are left in
    /// Ludo, which is solved first where nobody has done so; with the usual nodes in Kuba.
    /// `None` if it was stopped.
    ///
    /// # Errors
    /// Why that game cannot be analyzed.
    pub fn of(record: &AnyRecord, watch: &dyn Watch) -> Result<Option<Self>, StudyError> {
        Self::check(record)?;
        Ok(match record {
            AnyRecord::LudoScript(_) => return Err(StudyError::Scripted),
            AnyRecord::Ludo(record) => {
                for seating in ludo::seatings(record) {
                    Tablebase::shared().values(seating);
                }
                let judge = Expert::new(Tablebase::shared());
                let analysis = ludo::analyze(record, &judge, watch)?;
                analysis.map(|analysis| {
                    Self::Ludo(LudoStudy {
                        record: record.clone(),
                        analysis,
                    })
                })
            }
            AnyRecord::Kuba(record) => {
                let analysis = kuba::analyze(record, NODES_OF_ACTION, watch)?;
                let is_whole = analysis.end.is_some();
                is_whole.then(|| {
                    Self::Kuba(KubaStudy {
                        record: record.clone(),
                        analysis,
                    })
                })
            }
        })
    }

    /// Checks that a game can be analyzed.
    ///
    /// # Errors
    /// Why it cannot.
    pub fn check(record: &AnyRecord) -> Result<(), StudyError> {
        match record {
            AnyRecord::LudoScript(_) => Err(StudyError::Scripted),
            _ if record.length() == 0 => Err(StudyError::NoPly),
            _ => Ok(()),
        }
    }

    /// The analysis as JSON, as the commands print it.
    pub fn json(&self) -> String {
        match self {
            Self::Ludo(study) => ludo::json(&study.record, &study.analysis),
            Self::Kuba(study) => kuba::json(&study.record, &study.analysis),
        }
    }
}
