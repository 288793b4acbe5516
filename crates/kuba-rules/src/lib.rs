#![doc = include_str!("../README.md")]

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
mod symmetry;

/// The cells of a board as bits, as in [`Position::cells`], and how pushes move them.
pub mod bitboard {
    pub use crate::push::{BOARD, moved, step};
}

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
pub use repetition::{Repetitions, TurnCounts};
pub use rules::{Rules, RulesError};
pub use setup::Setup;
pub use setup_error::{SetupError, SetupErrors};
pub use symmetry::Symmetry;
