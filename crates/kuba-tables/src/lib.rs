//! Endgame tables of Kuba: every position of the classroom rules with few marbles on the board,
//! solved exactly.
//!
//! A [`Tables`] has the [`Value`] of each position with up to six marbles: won or lost in how many
//! pushes, or endless, which means that neither side can force a win. The ko push (K-7) is part of a
//! position, and so are the captured reds.
//!
//! The one design decision: positions are solved backward, from the lost ones to those that lead to
//! them, over one array with a byte per position,
//! the fewest marbles first. Pushes are made by `kuba-rules`; only taking them
//! back is written here, and a checker in the test kit, which shares nothing but the rules, confirms
//! every value by looking one push ahead.
//!
//! ```
//! use kuba_tables::{Tables, Value};
//!
//! let value = Tables::embedded().value(&"7/7/7/5wr/7/7/b6 w6b6 w - c".parse()?)?;
//! assert_eq!(value, Value::Win(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod build;
mod build_error;
pub mod cache;
mod coloring;
mod combinations;
mod embedded;
mod file;
mod header;
mod index;
mod layer;
mod layer_files;
mod layout;
mod material;
mod retraction;
mod size;
mod solve;
mod studies;
mod summary;
mod tables;
mod value;
mod values;

pub use build::{BuildNeeds, BuildProgress};
pub use build_error::BuildError;
pub use embedded::EMBEDDED_MARBLES;
pub use file::FileError;
pub use material::Material;
pub use size::{MAX_MARBLES, MIN_MARBLES, QUICK_MARBLES};
pub use studies::{EndgameStudy, EndgameStudyError, endgame_studies};
pub use summary::Summary;
pub use tables::{NotInTables, RankedPush, Tables};
pub use value::Value;
