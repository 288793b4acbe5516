//! The engine: evaluations, tables and the entry point of the search.

use std::sync::Arc;

use crate::evaluation::Evaluation;
use crate::limits::{Limits, Root};
use crate::ordering::HistoryTables;
use crate::report::Report;
use crate::search::Search;
use crate::table::{TableError, TranspositionTable};

/// Searches positions.
///
/// A report depends only on the root, the limits and the size of the table, not
/// on earlier searches; only `stop` may cut a search short.
///
/// ```
/// use kuba_engine::{Engine, Limits, Root};
/// use kuba_rules::Position;
///
/// // White has six reds, and the seventh stands at the edge.
/// let position: Position = "7/7/7/5wr/7/7/b6 w6b0 w - c".parse()?;
/// let report = Engine::new(1).search(&Root::new(position), &Limits::nodes(100), &|| false, &mut |_| {});
/// assert_eq!(report.best().map(|action| action.to_string()).as_deref(), Some("35R"));
/// assert_eq!(report.lines[0].score.to_string(), "win 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    evaluations: Arc<[Evaluation; 2]>,
    table: TranspositionTable,
    history: Box<HistoryTables>,
}

impl Engine {
    /// An engine with a transposition table of `mebibytes` MiB; 0 for none.
    ///
    /// # Panics
    /// If there is no memory for the table. Use [`try_new`](Self::try_new) where
    /// a user chooses the size.
    pub fn new(mebibytes: usize) -> Self {
        Self::by(Evaluation::standard(), mebibytes)
    }

    /// As [`new`](Self::new).
    ///
    /// # Errors
    /// [`TableError`] if there is no memory for the table.
    pub fn try_new(mebibytes: usize) -> Result<Self, TableError> {
        Self::try_by(Evaluation::standard(), mebibytes)
    }

    /// An engine with these evaluations: classroom rules first, then tournament.
    ///
    /// # Panics
    /// As [`new`](Self::new).
    pub fn with_evaluations(mebibytes: usize, evaluations: [Evaluation; 2]) -> Self {
        Self::by(Arc::new(evaluations), mebibytes)
    }

    pub(crate) fn by(evaluations: Arc<[Evaluation; 2]>, mebibytes: usize) -> Self {
        Self::try_by(evaluations, mebibytes).unwrap_or_else(|error| panic!("{error}"))
    }

    fn try_by(evaluations: Arc<[Evaluation; 2]>, mebibytes: usize) -> Result<Self, TableError> {
        Ok(Self {
            evaluations,
            table: TranspositionTable::new(mebibytes)?,
            history: Box::default(),
        })
    }

    /// Iterative deepening until a limit is reached or `stop`, which is called
    /// before every node, returns `true`. Calls `on_depth` after each completed
    /// depth and returns the last report.
    ///
    /// A position that repeats within the search counts as a draw, as does a
    /// third repetition in the game (K-12). Classroom rules have no such draw;
    /// the search scores it so there as well, so that circling gains nothing.
    pub fn search(
        &mut self,
        root: &Root,
        limits: &Limits,
        stop: &dyn Fn() -> bool,
        on_depth: &mut dyn FnMut(&Report),
    ) -> Report {
        self.table.begin_search();
        self.history.clear();
        Search::new(
            &self.evaluations[root.position.rules() as usize],
            &mut self.table,
            &mut self.history,
            root,
            limits,
            stop,
        )
        .run(on_depth)
    }
}
