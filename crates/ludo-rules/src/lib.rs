//! The exact rules of ludo as a programming course tells it: two tokens each,
//! bouncing off the end, stacks, and a priority policy that plays for you.
//!
//! There are two ways of playing, and one engine under both. In the **scripted**
//! game a list of rolls is played out by the priority policy: [`Script`], or
//! [`LudoGame`] with the texts' own verbs. In the **live** game players choose:
//! [`Position`]. The one design decision is that a token *is* its step count
//! ([`Step`]), counted from its own seat: spaces of the board are only names for
//! step counts. Moving, bouncing, stacking and finishing then are the same
//! arithmetic for every seat, and the ring is asked only where players can
//! meet, which is when somebody is kicked.
//!
//! Dice are arguments: the crate knows no randomness, no clock and no files,
//! and depends on nothing. Whoever wants to know what a roll brought about
//! passes an [`EventSink`]; who passes [`NoEvents`] pays nothing for it.
//!
//! The texts' own game ends like this, A's stack on 28 and B's `p` on 21:
//!
//! ```
//! use ludo_rules::{LudoGame, Script};
//!
//! let script: Script = "A,B: A6 A4 A5 A4 B6 B4 B1 B2 A6 A4 A6 A3 A5 A1 A5 A4".parse()?;
//! let mut game = LudoGame::new();
//! assert_eq!(game.play_script(&script), ["28", "28", "21", "H"]);
//!
//! // The right arm of the board, with C's home squares in the middle.
//! let tokens = script.run();
//! let draw = |name: &str| -> String {
//!     for seat in tokens.seats().iter() {
//!         let there = tokens.spaces(seat).map(|both| both.map(|space| space.to_string() == name));
//!         match there {
//!             Some([true, true]) => return format!("{seat}*"),
//!             Some([true, false]) => return format!("{seat}p"),
//!             Some([false, true]) => return format!("{seat}q"),
//!             _ => {}
//!         }
//!     }
//!     name.to_owned()
//! };
//! let arm = "16 17 18 19 20 21\nC5 C4 C3 C2 C1 22\n28 27 26 25 24 23";
//! let rows = arm.lines().map(|row| row.split(' ').map(draw).collect::<Vec<_>>().join(" "));
//! assert_eq!(rows.collect::<Vec<_>>(), [
//!     "16 17 18 19 20 Bp",
//!     "C5 C4 C3 C2 C1 22",
//!     "A* 27 26 25 24 23",
//! ]);
//! # Ok::<(), ludo_rules::ScriptError>(())
//! ```

mod event;
mod geometry;
mod hash;
mod lane_tables;
mod lanes;
mod limit;
mod ludo_game;
mod move_error;
mod moves;
mod notation;
mod pairs;
mod perft;
mod play;
mod play_error;
mod playout;
mod position;
mod priority;
mod rules;
mod script;
mod script_error;
mod script_run;
mod seat;
mod setup;
mod setup_error;
mod tokens;

pub use event::{Event, EventSink, NoEvents, Path, PathSpaces};
pub use geometry::{Roll, RollError, Space, Step, StepError, Token};
pub use lane_tables::LaneTables;
pub use lanes::{GameResult, ROLLS_PER_WORD, rolls_of_word};
pub use limit::{DEFAULT_ROLL_LIMIT, RollLimit, Standing, standings};
pub use ludo_game::{LudoGame, Player};
pub use move_error::{MoveTokenError, PlayerNotFound};
pub use moves::{Action, Move, Moves};
pub use notation::{ParseError, PositionError};
pub use pairs::PairIndex;
pub use perft::perft;
pub use play_error::PlayError;
pub use playout::{Playout, random_playout};
pub use position::{FinishingOrder, Phase, Position, RollKind};
pub use priority::{Decision, Reason, priority};
pub use rules::{Rules, RulesError};
pub use script::{Players, Script, ScriptTurn, TurnOutcome};
pub use script_error::ScriptError;
pub use seat::{Seat, SeatError, SeatSet};
pub use setup::Setup;
pub use setup_error::{SetupError, SetupErrors};
pub use tokens::{BitsError, Tokens};
