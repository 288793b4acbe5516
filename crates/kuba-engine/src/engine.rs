//! The engine as others use it.

use std::sync::Arc;

use kuba_rules::{Action, Cell, Event, Marble, Position, Repetitions, Side};
use parlor_game::{Kuba, LiveGame};

use crate::evaluation::Evaluation;
use crate::ordering::History;
use crate::score::Score;
use crate::search::Search;
use crate::table::{Table, TableError};

/// What is searched: a position, and what of its game's past counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Root {
    /// The position.
    pub position: Position,
    /// The positions that were counted so far. Rules: K-12.
    pub repetitions: Repetitions,
    /// After how many pushes more the game is drawn, if there is a limit.
    /// Rules: K-13.
    pub pushes_left: Option<u32>,
}

impl Root {
    /// A game that begins with this position, without a push limit.
    pub fn new(position: Position) -> Self {
        Self {
            repetitions: Repetitions::new(&position),
            position,
            pushes_left: None,
        }
    }

    /// Whether nothing can be played: somebody has won, or it is drawn.
    ///
    /// Rules: K-8, K-9, K-10, K-12, K-13.
    pub fn is_over(&self) -> bool {
        self.position.is_over() || self.repetitions.is_draw() || self.pushes_left == Some(0)
    }
}

impl From<&LiveGame<Kuba>> for Root {
    fn from(game: &LiveGame<Kuba>) -> Self {
        Self {
            position: *game.position(),
            repetitions: game.history().clone(),
            pushes_left: game
                .limit()
                .map(|limit| limit.saturating_sub(game.counted())),
        }
    }
}

/// How far a search goes, and in which manner.
///
/// ```
/// use kuba_engine::Limits;
///
/// let limits = Limits { lines: 3, ..Limits::nodes(10_000) };
/// assert_eq!((limits.nodes, limits.depth), (10_000, Limits::DEEPEST));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// At how many nodes, which are positions looked at, the search ends. It
    /// always has an answer, even after the first.
    pub nodes: u64,
    /// How many pushes deep it looks at most, extensions apart.
    pub depth: u32,
    /// How many first actions are told with their lines, the best first.
    pub lines: usize,
    /// Which actions are left out.
    pub width: Width,
    /// How far evaluations may be off, in hundredths of a red either way; 0
    /// to play as well as it can.
    pub noise: u32,
    /// Of how many actions in a hundred, of both sides and anywhere in the
    /// tree, it does not think; 0 to play as well as it can.
    pub overlooks: u32,
    /// Chooses the noise and what is overlooked.
    pub seed: u64,
}

/// Which actions a search leaves out or looks at less deeply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Width {
    /// Those that judging by others will not matter.
    #[default]
    Selective,
    /// None: every action is searched to the same depth, and there the
    /// position is evaluated as it stands. Slow; what others are judged by.
    Full,
}

impl Limits {
    /// The greatest depth there is.
    pub const DEEPEST: u32 = 64;

    /// So many nodes, and otherwise no limit.
    pub const fn nodes(nodes: u64) -> Self {
        Self {
            nodes,
            depth: Self::DEEPEST,
            lines: 1,
            width: Width::Selective,
            noise: 0,
            overlooks: 0,
            seed: 0,
        }
    }

    /// So many pushes deep, and otherwise no limit.
    pub const fn depth(depth: u32) -> Self {
        Self {
            depth,
            ..Self::nodes(u64::MAX)
        }
    }
}

/// What a search has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How many pushes deep the search has looked, extensions apart; 0 if it
    /// was stopped before it had looked at every action.
    pub depth: u32,
    /// How many positions it has looked at.
    pub nodes: u64,
    /// The best lines, the best first; none if the game is over.
    pub lines: Vec<Line>,
}

impl Report {
    /// The best action; none if the game is over.
    pub fn best(&self) -> Option<Action> {
        self.lines.first()?.actions.first().copied()
    }
}

/// A way in which the game could go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is worth to the side to move.
    pub score: Score,
    /// What both sides play, as far as the search knows; at least one action.
    pub actions: Vec<Action>,
}

/// A marble that leaves the board in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taking {
    /// With which push of the line, from 1.
    pub push: u32,
    /// Who takes it off.
    pub by: Side,
    /// What leaves the board.
    pub marble: Marble,
    /// The cell at the edge that it leaves from.
    pub from: Cell,
}

impl Line {
    /// Which marbles come off in this line of a root, in order: the captures
    /// to come, and so why the line is worth what it is. It ends where the
    /// line is not legal, as lines of other roots are.
    ///
    /// Rules: K-6.
    ///
    /// ```
    /// use kuba_engine::{Line, Root, Score};
    /// use kuba_rules::{Marble, Position};
    ///
    /// let root = Root::new("7/5wr/7/7/7/7/b6 w0b0 w - c".parse::<Position>()?);
    /// let actions = vec!["15R".parse()?, "60F".parse()?];
    /// let takings = Line { score: Score::Reds(100), actions }.takings(&root);
    /// assert_eq!(takings.len(), 1);
    /// assert_eq!((takings[0].push, takings[0].marble), (1, Marble::Red));
    /// assert_eq!(takings[0].from.to_string(), "16");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn takings(&self, root: &Root) -> Vec<Taking> {
        let mut position = root.position;
        let mut takings = Vec::new();
        let mut push = 0;
        for action in &self.actions {
            let by = position.to_move();
            push += u32::from(*action != Action::End);
            let mut events = Vec::new();
            if position.play_action_into(*action, &mut events).is_err() {
                break;
            }
            takings.extend(events.into_iter().filter_map(|event| {
                let (marble, from) = match event {
                    Event::Captured { from, .. } => (Marble::Red, from),
                    Event::TookOff { from, .. } => (by.other().into(), from),
                    _ => return None,
                };
                Some(Taking {
                    push,
                    by,
                    marble,
                    from,
                })
            }));
        }
        takings
    }
}

/// Searches positions.
///
/// An answer depends on the root, the limits and the size of the table, and on
/// nothing that was searched before; only `stop` may cut it short.
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
    table: Table,
    history: Box<History>,
}

impl Engine {
    /// An engine with a transposition table of so many MiB; with 0 it has
    /// none.
    ///
    /// # Panics
    /// If there is no memory for the table; where somebody chooses the size,
    /// [`try_new`](Self::try_new) says so.
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

    /// An engine that evaluates so, in classroom rules by the first.
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
            table: Table::new(mebibytes)?,
            history: Box::default(),
        })
    }

    /// Searches deeper and deeper until a limit is reached or `stop`, which is
    /// asked before every node, says so. After each depth `tell` hears what
    /// was found; the last report is returned.
    ///
    /// A position that comes again within the search counts as a draw, as does
    /// one that would stand for the third time (K-12); in classroom rules, too,
    /// where there is no such draw, so that going in circles looks like no
    /// gain.
    pub fn search(
        &mut self,
        root: &Root,
        limits: &Limits,
        stop: &dyn Fn() -> bool,
        tell: &mut dyn FnMut(&Report),
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
        .run(tell)
    }
}
