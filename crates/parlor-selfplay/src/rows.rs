//! Rows of whole games, and the bulk play that makes them.

use core::ops::{ControlFlow, Range};
use core::sync::atomic::AtomicBool;

use parlor_sim::{GameError, Pool, in_blocks};

use crate::column::Column;

/// The rows of whole games.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows {
    /// The columns; all have the same number of rows.
    pub columns: Vec<Column>,
    /// The number of games.
    pub games: u64,
}

impl Rows {
    /// The number of rows.
    pub fn len(&self) -> usize {
        self.columns.first().map_or(0, Column::rows)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends the rows of further games of the same kind.
    pub fn append(&mut self, more: Self) {
        self.games += more.games;
        for (column, more) in self.columns.iter_mut().zip(more.columns) {
            column.append(more);
        }
    }
}

/// Games that can be played in bulk.
pub trait Bulk: Send + Sync {
    /// The columns, without a row.
    fn rows(&self) -> Rows;

    /// The number of games that one thread plays at a time.
    fn block(&self) -> u64;

    /// The games of these numbers, in order, as far as they were played before the flag was raised.
    ///
    /// # Errors
    /// [`GameError`] if a bot returns no legal action or panics, or if a game has no opening.
    fn record(&self, games: Range<u64>, stop: &AtomicBool) -> Result<Rows, GameError>;
}

/// Plays the games of these numbers on all threads of the pool and passes their rows to `take`, in
/// order, until `take` breaks or the flag is raised. After that, the games before the first one that was
/// not played to its end have been passed on.
///
/// # Errors
/// The first [`GameError`]; the blocks before it have been passed on.
pub fn play(
    bulk: &dyn Bulk,
    pool: &Pool,
    games: Range<u64>,
    stop: &AtomicBool,
    mut take: impl FnMut(Rows) -> ControlFlow<()>,
) -> Result<(), GameError> {
    let mut played = Ok(());
    in_blocks(
        pool,
        games,
        bulk.block(),
        |numbers| {
            let games = numbers.end - numbers.start;
            let rows = bulk.record(numbers, stop)?;
            let is_whole = rows.games == games;
            Ok((rows, is_whole))
        },
        |block| match block {
            Ok((rows, is_whole)) => {
                let flow = take(rows);
                if is_whole {
                    flow
                } else {
                    ControlFlow::Break(())
                }
            }
            Err(error) => {
                played = Err(error);
                ControlFlow::Break(())
            }
        },
    );
    played
}
