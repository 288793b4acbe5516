//! The tables: built, and asked for the value of a position.

use core::cmp::Reverse;
use core::fmt;
use core::ops::ControlFlow;

use kuba_rules::{Marble, Move, Outcome, Position, Rules, Side, Win};

use crate::board::Board;
use crate::build::{BuildProgress, build};
use crate::build_error::BuildError;
use crate::index::Index;
use crate::layer_files::LayerFiles;
use crate::material::Material;
use crate::size::{MAX_MARBLES, MIN_MARBLES};
use crate::value::Value;
use crate::values::Values;

/// The values of all positions with up to a number of marbles on the board.
#[derive(Debug)]
pub struct Tables {
    index: Index,
    /// By number of the state.
    values: Values,
}

impl Tables {
    /// Solves every position with up to this many marbles on the board, [`MIN_MARBLES`] to
    /// [`MAX_MARBLES`], and reports several times a second. The values are the same for any number of
    /// threads.
    ///
    /// # Errors
    /// [`BuildError`]; [`BuildError::Stopped`] if `progress` breaks.
    ///
    /// # Panics
    /// For another number of marbles.
    pub fn build(
        marbles: u8,
        progress: impl FnMut(BuildProgress) -> ControlFlow<()>,
    ) -> Result<Self, BuildError> {
        Self::build_with(marbles, None, progress)
    }

    /// [`Tables::build`] that goes on from the layers in files.
    pub(crate) fn build_with(
        marbles: u8,
        files: Option<&LayerFiles<'_>>,
        progress: impl FnMut(BuildProgress) -> ControlFlow<()>,
    ) -> Result<Self, BuildError> {
        let sizes = MIN_MARBLES..=MAX_MARBLES;
        assert!(
            sizes.contains(&marbles),
            "there are tables of {sizes:?} marbles, not of {marbles}"
        );
        let index = Index::new(marbles);
        let values = build(&index, files, progress)?;
        Ok(Self::new(index, Values::Owned(values)))
    }

    pub(crate) const fn new(index: Index, values: Values) -> Self {
        Self { index, values }
    }

    pub(crate) const fn index(&self) -> &Index {
        &self.index
    }

    /// The bytes of all states.
    pub(crate) fn values(&self) -> &[u8] {
        &self.values
    }

    /// The most marbles on the board of a position in the tables.
    pub const fn marbles(&self) -> u8 {
        self.index.marbles()
    }

    /// The materials in the tables, the fewest marbles first.
    pub fn materials(&self) -> impl Iterator<Item = Material> {
        self.index.sections().iter().map(|section| section.material)
    }

    /// The value of a position for its side to move; a loss after no push if the game is over.
    ///
    /// # Errors
    /// [`NotInTables`] with the reason.
    pub fn value(&self, position: &Position) -> Result<Value, NotInTables> {
        NotInTables::check(position, self.marbles())?;
        if is_won_by_capture(position) {
            return Ok(Value::Loss(0));
        }
        let (material, board) = (Material::of(position), Board::of(position));
        let state = self.index.state(material, board, position.ko());
        Ok(Value::of(self.values[state]))
    }

    /// The legal pushes of a position, the best first; equally good ones in the order of
    /// [`Position::legal_moves`].
    ///
    /// # Errors
    /// As [`Tables::value`].
    pub fn ranked_pushes(&self, position: &Position) -> Result<Vec<RankedPush>, NotInTables> {
        // A push in other rules may leave the side to move.
        self.value(position)?;
        let pushes = position.legal_moves().iter().map(|push| {
            let mut after = *position;
            after.play_unchecked(push);
            let value = self.value(&after)?.one_push_earlier();
            Ok(RankedPush { push, value, after })
        });
        let mut pushes: Vec<RankedPush> = pushes.collect::<Result<_, _>>()?;
        pushes.sort_by_key(|ranked| Reverse(ranked.value));
        Ok(pushes)
    }
}

/// A legal push and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedPush {
    /// The push.
    pub push: Move,
    /// Its value for the side that makes it, counted from before the push.
    pub value: Value,
    /// The position after it.
    pub after: Position,
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
        found: u8,
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

impl NotInTables {
    /// Whether tables with up to this many marbles have the position. Returns the number of marbles on its board.
    ///
    /// They have every position whose game is over.
    ///
    /// # Errors
    /// Why they do not.
    pub fn check(position: &Position, most: u8) -> Result<u8, Self> {
        let found = position.rules();
        if found != Rules::Classroom {
            return Err(Self::Rules { found });
        }
        let found = Marble::ALL
            .iter()
            .map(|&marble| position.count(marble))
            .sum();
        if is_won_by_capture(position) {
            return Ok(found);
        }
        if found > most {
            return Err(Self::Marbles { found, most });
        }
        let captured = Side::ALL.map(|side| position.captured(side));
        let on_board = position.count(Marble::Red);
        if on_board + captured[0] + captured[1] != Marble::Red.at_start() {
            return Err(Self::RedsMissing { on_board, captured });
        }
        Ok(found)
    }

    /// The rule that the tables or the position are about; `None` for the size of the tables.
    pub const fn rule(&self) -> Option<&'static str> {
        match self {
            Self::Rules { .. } => Some("K-11"),
            Self::Marbles { .. } => None,
            Self::RedsMissing { .. } => Some("K-1"),
        }
    }
}

/// Rules: K-8, K-9.
fn is_won_by_capture(position: &Position) -> bool {
    matches!(position.outcome(), Some(Outcome::Won { by, .. }) if by != Win::Blocked)
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
