//! The engine: evaluations, tables and the entry point of the search.

use std::sync::Arc;

use kuba_rules::Rules;

use crate::endgames::Endgames;
use crate::evaluation::Evaluation;
use crate::lazy_smp;
use crate::limits::{Limits, Pruning, Root};
use crate::ordering::HistoryTables;
use crate::report::Report;
use crate::search::SearchTask;
use crate::table::{TableError, TranspositionTable};

/// Searches positions.
///
/// On one thread, a report depends only on the root, the limits and the size of
/// the table; only `stop` may cut a search short. With [`Limits::keep`] it
/// depends on the searches before as well, and with more
/// [threads](Limits::threads) on their timing.
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
    endgames: Endgames,
    table: TranspositionTable,
    /// The history of each thread; at least one.
    histories: Vec<HistoryTables>,
    /// What the values in the table depend on besides the position.
    valued_by: ValuedBy,
}

/// Limits that change the value of a position: without pruning and with the noise
/// and the blunders of weak levels, it is another one.
type ValuedBy = (Pruning, u32, u32, u64);

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
            endgames: Endgames::default(),
            table: TranspositionTable::new(mebibytes)?,
            histories: vec![HistoryTables::default()],
            valued_by: valued_by(&Limits::nodes(0)),
        })
    }

    /// The same engine with these endgame tables, instead of those in the program.
    #[must_use]
    pub fn with_endgames(mut self, endgames: Endgames) -> Self {
        self.set_endgames(endgames);
        self
    }

    /// The endgame tables that it looks into.
    pub const fn endgames(&self) -> &Endgames {
        &self.endgames
    }

    /// Looks into these endgame tables from the next search on.
    pub fn set_endgames(&mut self, endgames: Endgames) {
        // What was found with others is not what these say.
        self.new_game();
        self.endgames = endgames;
    }

    /// Iterative deepening until a limit is reached or `stop`, which is called
    /// before every node of the calling thread, returns `true`; the other threads
    /// end before their next node. Calls `on_depth` after each completed
    /// depth and returns the last report.
    ///
    /// A position that repeats within the search counts as a draw, as does a
    /// third repetition in the game (K-12). Classroom rules have no such draw;
    /// the search scores it so there as well, so that circling gains nothing.
    ///
    /// # Panics
    /// If `stop` or `on_depth` does.
    pub fn search(
        &mut self,
        root: &Root,
        limits: &Limits,
        stop: &dyn Fn() -> bool,
        on_depth: &mut dyn FnMut(&Report),
    ) -> Report {
        let valued_by = valued_by(limits);
        if !limits.keep || valued_by != self.valued_by {
            self.new_game();
        }
        self.valued_by = valued_by;
        self.table.begin_search();
        let threads = limits.threads.clamp(1, Limits::MOST_THREADS);
        self.histories.resize_with(threads, HistoryTables::default);
        let is_exact = limits.noise == 0 && limits.blunders == 0 && limits.pruning == Pruning::On;
        let is_classroom = root.position.rules() == Rules::Classroom;
        let task = SearchTask {
            tables: self.endgames.tables().filter(|_| is_exact && is_classroom),
            evaluation: &self.evaluations[root.position.rules() as usize],
            table: &self.table,
            root,
            limits,
        };
        lazy_smp::search(task, &mut self.histories, stop, on_depth)
    }

    /// Empties the table and the history, which matter to searches with
    /// [`Limits::keep`] only.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.histories.iter_mut().for_each(HistoryTables::clear);
    }
}

fn valued_by(limits: &Limits) -> ValuedBy {
    let &Limits {
        pruning,
        noise,
        blunders,
        seed,
        ..
    } = limits;
    // At full strength the seed changes nothing.
    let seed = if noise == 0 && blunders == 0 { 0 } else { seed };
    (pruning, noise, blunders, seed)
}
