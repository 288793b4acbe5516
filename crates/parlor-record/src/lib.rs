//! Games in their written forms, in and out: scripts, and records.
//!
//! [`assignment`] reads a scripted game of either kind as a person has it at hand, such as the lines
//! of Python from the assignments.
//!
//! [`record`] is the record of a whole game, as a text for people and as JSON.
//!
//! [`ludo_script`] and [`kuba_script`] read one game from a text and return its
//! answer in a form that serializes to the JSON of `docs/formats/script.md`. Each has
//! two readings: a fast one takes JSON in its usual form straight into typed
//! values, and only where that gives up, an exact one finds out what is wrong
//! and where. So good games do not pay for the error messages of bad ones. The
//! exact reading alone decides what is right; the fast one may only agree or
//! give up. The example `script_reading` measures it next to typed serde.
//!
//! ```
//! use parlor_record::ludo_script;
//!
//! let script = ludo_script::read("A,B: A6 A4 B6")?;
//! let answer = ludo_script::Answer::of(&script);
//! assert_eq!(
//!     serde_json::to_string(&answer).expect("an answer is plain data"),
//!     r#"{"spaces":["4","H","R","H"],"players":{"A":{"p":4,"q":-1,"completed":false},"B":{"p":0,"q":-1,"completed":false}}}"#,
//! );
//!
//! let error = ludo_script::read(r#"{"players":["A","B"],"turns":[["A",7]]}"#).unwrap_err();
//! assert_eq!(error.kind().rule(), Some("L-23"));
//! assert_eq!(error.place().to_string(), "1:36");
//! # Ok::<(), parlor_record::ReadError>(())
//! ```

pub mod assignment;
#[cfg(test)]
mod damage;
pub mod decimals;
mod error;
mod json;
pub mod kuba_script;
pub mod ludo_script;
mod program;
pub mod record;
mod scanner;

pub use error::{ErrorAnswer, LineColumn, ReadError, ReadErrorKind, as_text};
