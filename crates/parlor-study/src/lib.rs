//! What decided a recorded game: its analysis, as data, as JSON and as a graph of its course.
//!
//! The analyses themselves are in `ludo-solver` and `kuba-engine`; here they meet the record of
//! the game. A [`Study`] is that of a game of either kind.
//!
//! ```
//! use parlor_record::record::AnyRecord;
//! use parlor_study::Study;
//!
//! let record = "parlor-record 1\ngame: kuba\nseats: W, B\n\n1. 65F 05B\n";
//! let record = AnyRecord::read(record)?;
//! let study = Study::of(&record, &())?;
//! let Some(Study::Kuba(study)) = study else {
//!     panic!("a game of Kuba, which nobody stopped");
//! };
//! assert_eq!(study.analysis.actions.len(), 2);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

mod accuracy;
mod count;
pub mod kuba;
pub mod ludo;
mod result;
mod study;
mod watch;

pub use accuracy::accuracy;
pub use result::result;
pub use study::{KubaStudy, LudoStudy, Study, StudyError};
pub use watch::Watch;
