//! The exact rules of Kuba: two players push marbles on a 7 × 7 board until
//! one has captured seven reds, has taken all enemy marbles, or leaves the
//! opponent without a push. A [`Position`] is three sets of cells in padded
//! 64-bit words, and beside them only what the cells cannot tell: the captured
//! reds, whose turn it is and whether it is open, the push that K-7 bars, and
//! the rule set; 32 bytes to copy. What may be pushed and whether the game is
//! over are not stored: both follow in a few instructions.
//!
//! ```text
//!      0 1 2 3 4 5 6
//!  0   W W . . . B B      K-2: L column − 1   R column + 1
//!  1   W W . R . B B           F row − 1      B row + 1
//!  2   . . R R R . .
//!  3   . R R R R R .
//!  4   . . R R R . .
//!  5   B B . R . W W
//!  6   B B . . . W W
//! ```
//!
//! ```
//! use kuba_rules::{Marble, Position, Rules};
//!
//! let mut position = Position::start(Rules::Classroom);
//! position.play("01B".parse()?)?; // the second column's two marbles go down
//! let drawn = position
//!     .board()
//!     .map(|row| String::from_iter(row.map(|cell| cell.map_or('.', Marble::letter))));
//! assert_eq!(
//!     drawn,
//!     [
//!         "W....BB", // (0, 1) is empty now
//!         "WW.R.BB",
//!         ".WRRR..", // and (2, 1) holds the lower of the two
//!         ".RRRRR.",
//!         "..RRR..",
//!         "BB.R.WW",
//!         "BB...WW",
//!     ]
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod choice;
mod event;
mod game_state;
mod geometry;
pub mod hash;
mod kuba_game;
mod lane;
mod leaf_count;
mod limit;
mod marble;
mod move_error;
mod moves;
mod notation;
mod outcome;
mod perft;
mod play;
mod play_error;
mod playout;
mod position;
mod push;
mod repetition;
mod rules;
mod setup;
mod setup_error;

pub use event::{Event, EventSink, NoEvents};
pub use game_state::{GameState, ResumeError, TurnError};
pub use geometry::{Cell, CellError, Direction};
pub use kuba_game::KubaGame;
pub use leaf_count::{count_leaves, divide};
pub use limit::{DEFAULT_PUSH_LIMIT, PushLimit};
pub use marble::{Marble, Side};
pub use move_error::{MoveError, PlayersError, UnknownPlayer};
pub use moves::{Action, Move, Moves, MovesByCapture, MovesIter};
pub use notation::{ParseError, PositionError};
pub use outcome::{Draw, Outcome, Win};
pub use perft::perft;
pub use play_error::PlayError;
pub use playout::{Playout, random_move, random_playout, random_playouts};
pub use position::{Position, REDS_TO_WIN};
pub use repetition::Repetitions;
pub use rules::{Rules, RulesError};
pub use setup::Setup;
pub use setup_error::{SetupError, SetupErrors};
