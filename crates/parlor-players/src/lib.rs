//! The players of matches by their descriptions: bots with their options, and programs outside.
//!
//! [`kuba::entrant`] and [`ludo::entrant`] read what the command and Python are given, such as
//! `level-3`, `engine:nodes=5000` or `cmd:./mybot`. A [`Program`] is another process that speaks
//! the protocol of the Kuba engine (`docs/formats/kuba-engine-protocol.md`).
//!
//! The one design decision: nothing that a program does can hang, flood or outlive the match. Its
//! lines are read and written by threads of their own, over channels of a fixed length; each answer
//! has a deadline; and the process is the leader of a group, which is ended with it.
//!
//! ```
//! use parlor_players::{ProgramLimits, kuba};
//!
//! let entrant = kuba::entrant("engine:nodes=100", &ProgramLimits::default())?;
//! assert_eq!((entrant.name.as_str(), entrant.nodes), ("engine:nodes=100", 100));
//! let error = kuba::entrant("clever", &ProgramLimits::default()).unwrap_err();
//! assert!(error.starts_with("unknown bot \"clever\"; expected engine, random, "));
//! # Ok::<(), String>(())
//! ```

mod command_line;
mod deadline;
pub mod kuba;
pub mod ludo;
mod program;

pub use deadline::{Deadline, now};
pub use program::{Program, ProgramError, ProgramLimits};

/// What the description of an outside program begins with: `cmd:./mybot --fast`.
pub const PROGRAM: &str = "cmd:";
