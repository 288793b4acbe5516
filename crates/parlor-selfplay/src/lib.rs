//! Games of bots in bulk, and recorded games, as columns of numbers.
//!
//! A [`ludo::Games`] or [`kuba::Games`] names the players, the seats and the seed. [`play`] plays
//! any range of its games on the threads of a pool and passes on [`Rows`]: a row for each roll or
//! push, in columns that NumPy, Arrow or a file take as they are. [`Folder`] writes them as `.npy` files.
//! [`tally()`] plays them without rows and counts how they end.
//! [`playouts`] are random games from given positions, and [`records`] gives recorded games as rows.
//!
//! The one design decision: a game is a function of the seed and its number. So the rows do not
//! depend on the number of threads or on how the games are split, and memory stays bounded.
//!
//! ```
//! use core::ops::ControlFlow;
//! use core::sync::atomic::AtomicBool;
//! use parlor_selfplay::{Bulk as _, ludo, play};
//! use parlor_sim::Pool;
//!
//! let games = ludo::Games::new(&ludo::Options {
//!     policies: vec!["priority".to_owned(), "random".to_owned()],
//!     seed: 7,
//!     ..ludo::Options::default()
//! })?;
//! let mut rows = games.rows();
//! play(&games, &Pool::new(None)?, 0..20, &AtomicBool::new(false), |part| {
//!     rows.append(part);
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(rows.games, 20);
//! assert_eq!(rows.columns[0].name, "game");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod asked;
mod column;
mod drawn;
mod error;
mod folder;
pub mod kuba;
pub mod ludo;
mod meta;
mod npy;
pub mod playouts;
pub mod records;
mod rows;
mod seats;
mod tally;

pub use asked::Question;
pub use column::{Column, Values};
pub use error::SetupError;
pub use folder::{Folder, FolderError};
pub use meta::{ColumnMeta, Meta, Origin};
pub use npy::NpyWriter;
pub use rows::{Bulk, Rows, play};
pub use tally::{CountDrawn, Countable, Tally, tally};
