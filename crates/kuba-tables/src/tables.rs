//! The tables: built, and asked for the value of a position.

use core::fmt;
use core::ops::ControlFlow;

use kuba_rules::{Marble, Outcome, Position, Rules, Side, Win};

use crate::board::Board;
use crate::index::Index;
use crate::material::Material;
use crate::solve::{BuildProgress, solve};
use crate::value::Value;

/// The fewest marbles of a table: one of each side and a red.
pub const MIN_MARBLES: u8 = 3;
/// The most marbles of a table.
pub const MAX_MARBLES: u8 = 5;

/// The values of all positions with up to a number of marbles on the board.
#[derive(Debug)]
pub struct Tables {
    index: Index,
    /// By number of the state.
    values: Vec<u8>,
}

impl Tables {
    /// Solves every position with up to this many marbles on the board, [`MIN_MARBLES`] to
    /// [`MAX_MARBLES`], and reports each round. `None` if `progress` breaks, which leaves nothing
    /// behind.
    ///
    /// The values are the same for any number of threads.
    ///
    /// # Panics
    /// For another number of marbles.
    pub fn build(
        marbles: u8,
        progress: impl FnMut(BuildProgress) -> ControlFlow<()>,
    ) -> Option<Self> {
        let sizes = MIN_MARBLES..=MAX_MARBLES;
        assert!(
            sizes.contains(&marbles),
            "there are tables of {sizes:?} marbles, not of {marbles}"
        );
        let index = Index::new(marbles);
        let values = solve(&index, progress)?;
        Some(Self { index, values })
    }

    /// The most marbles on the board of a position in the tables.
    pub const fn marbles(&self) -> u8 {
        self.index.marbles()
    }

    /// The value of a position for its side to move; a loss after no push if the game is over.
    ///
    /// # Errors
    /// [`NotInTables`] with the reason.
    pub fn value(&self, position: &Position) -> Result<Value, NotInTables> {
        if position.rules() != Rules::Classroom {
            return Err(NotInTables::Rules {
                found: position.rules(),
            });
        }
        if let Some(Outcome::Won { by, .. }) = position.outcome()
            && by != Win::Blocked
        {
            return Ok(Value::Loss(0));
        }
        let board = Board::of(position);
        let marbles = board.occupied().count_ones();
        if marbles > self.marbles().into() {
            return Err(NotInTables::Marbles {
                found: marbles,
                most: self.marbles(),
            });
        }
        let captured = Side::ALL.map(|side| position.captured(side));
        let on_board = position.count(Marble::Red);
        if on_board + captured[0] + captured[1] != Marble::Red.at_start() {
            return Err(NotInTables::RedsMissing { on_board, captured });
        }
        let state = self
            .index
            .state(Material::of(position), board, position.ko());
        Ok(Value::of(self.values[state]))
    }
}

/// Why a position is not in the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotInTables {
    /// It is one of other rules than the classroom's. Rules: K-11, K-12.
    Rules {
        /// Its rules.
        found: Rules,
    },
    /// It has too many marbles on the board.
    Marbles {
        /// How many.
        found: u32,
        /// The most that a position in these tables has.
        most: u8,
    },
    /// Some of the thirteen reds are neither on the board nor captured. Rules: K-1.
    RedsMissing {
        /// Reds on the board.
        on_board: u8,
        /// Those captured by White and by Black.
        captured: [u8; 2],
    },
}

impl fmt::Display for NotInTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules { found } => write!(
                f,
                "the position is one of the {found} rules; the tables are about the {} rules",
                Rules::Classroom,
            ),
            Self::Marbles { found, most } => write!(
                f,
                "the position has {found} marbles on the board; the tables have those with up to {most}"
            ),
            Self::RedsMissing {
                on_board,
                captured: [white, black],
            } => write!(
                f,
                "the position has {on_board} red on the board, {white} captured by White and {black} by \
                 Black; in the tables these make {}",
                Marble::Red.at_start(),
            ),
        }
    }
}

impl core::error::Error for NotInTables {}
