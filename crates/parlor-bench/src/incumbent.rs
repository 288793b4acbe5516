//! The best kind of Kuba program so far: alpha-beta to a fixed depth.

use core::fmt;
use std::sync::{Mutex, PoisonError};

use kuba_rules::{Action, Marble, Move, Outcome, Position, Repetitions, Side};
use parlor_game::{Bot, Budget, Kuba, LiveGame, Turn};

use crate::{after, material};
use table::{Bound, HashTable, TableEntry};

mod table;

/// What a win is worth, less the pushes that it takes.
const WIN: i32 = 10_000;
/// More than anything is worth.
const INFINITY: i32 = WIN + 1;
/// From this depth on positions are stored in the table; below it searching is
/// faster than looking up.
const KEPT: u32 = 2;
/// From here on a value is a win, at a distance.
const SURE: i32 = WIN - 1_000;

/// Alpha-beta to a fixed number of pushes, with a transposition table, captures
/// first, and what was taken off as the only evaluation: a red counts one, an
/// enemy marble two.
///
/// The known Kuba programs are of this kind, at depths from 7 to 11. As a good
/// one of them would, it deepens push by push, so that the table knows a good
/// first try for every position; what it finds is still the value of the plain
/// minimax of its depth. Among equals it plays what it tried first, so it is
/// the same whatever the seed.
///
/// In tournament rules a push after a capture is a push like any other, ending
/// the turn costs no depth, and a position that stood at the beginning of two
/// turns of the game is a draw (K-12).
pub struct Incumbent {
    depth: u32,
    /// Tables that no search is using.
    tables: Mutex<Vec<HashTable>>,
}

impl fmt::Debug for Incumbent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Incumbent");
        shown.field("depth", &self.depth).finish_non_exhaustive()
    }
}

/// What a search has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The best action.
    pub action: Action,
    /// What it is worth to the side to move.
    pub value: i32,
    /// How many positions were looked at.
    pub nodes: u64,
}

impl Default for Incumbent {
    fn default() -> Self {
        Self::new(Self::DEPTH)
    }
}

impl Incumbent {
    /// How many pushes the incumbent looks ahead.
    pub const DEPTH: u32 = 8;

    /// One that looks `depth` pushes ahead, 1 at least.
    pub const fn new(depth: u32) -> Self {
        Self {
            depth,
            tables: Mutex::new(Vec::new()),
        }
    }

    /// Searches; none if there is nothing to choose, or if it was stopped
    /// before it had seen every action once.
    pub fn search(&self, game: &LiveGame<Kuba>, budget: Budget<'_>) -> Option<SearchResult> {
        let Turn::Action(_) = game.turn() else {
            return None;
        };
        let idle = || self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let table = idle().pop();
        let mut search = Search {
            table: table.unwrap_or_default(),
            drawn: twice(game.history()),
            budget,
            nodes: 0,
        };
        search.table.begin();
        let mut found = None;
        for depth in 1..=self.depth {
            match search.root(game.position(), depth) {
                Some(deeper) => found = Some(deeper),
                None => break,
            }
        }
        idle().push(search.table);
        found
    }
}

impl Bot<Kuba> for Incumbent {
    fn name(&self) -> &'static str {
        "incumbent"
    }

    fn choose(&self, game: &LiveGame<Kuba>, budget: Budget<'_>, _: u64) -> Option<Action> {
        self.search(game, budget).map(|found| found.action)
    }
}

/// What K-12 compares: the cells and the side to move.
type CountedPosition = ([u64; 3], Side);

fn counted(position: &Position) -> CountedPosition {
    let cells = Marble::ALL.map(|marble| position.cells(marble));
    (cells, position.to_move())
}

/// What would be counted for the third time next, in order. Rules: K-12.
fn twice(repetitions: &Repetitions) -> Vec<CountedPosition> {
    let often = repetitions.iter().filter(|&(_, count)| count >= 2);
    let mut often: Vec<CountedPosition> = often.map(|(position, _)| counted(&position)).collect();
    often.sort_unstable();
    often
}

/// A search in progress.
struct Search<'a> {
    table: HashTable,
    drawn: Vec<CountedPosition>,
    budget: Budget<'a>,
    nodes: u64,
}

/// The search was stopped.
struct Stopped;

impl Search<'_> {
    /// The best action at this depth; none if it was stopped.
    fn root(&mut self, position: &Position, depth: u32) -> Option<SearchResult> {
        let (value, action) = self.best(position, depth, 0, -INFINITY, INFINITY).ok()?;
        Some(SearchResult {
            action: action?,
            value,
            nodes: self.nodes,
        })
    }

    /// What a position is worth to the side to move, at least or at most if
    /// that is outside of the window.
    fn value(
        &mut self,
        position: &Position,
        depth: u32,
        ply: i32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(1_024) && self.budget.is_stopped() {
            return Err(Stopped);
        }
        if !self.drawn.is_empty() && self.is_drawn(position) {
            return Ok(0);
        }
        if position.legal_moves().is_empty() {
            let winner = position.outcome().and_then(Outcome::winner);
            let has_won = winner == Some(position.to_move());
            return Ok(if has_won { WIN - ply } else { ply - WIN });
        }
        if depth == 0 {
            return Ok(material(position, position.to_move()));
        }
        self.best(position, depth, ply, alpha, beta)
            .map(|(value, _)| value)
    }

    /// The best action where there is one, and what it is worth.
    fn best(
        &mut self,
        position: &Position,
        depth: u32,
        ply: i32,
        alpha: i32,
        beta: i32,
    ) -> Result<(i32, Option<Action>), Stopped> {
        let key = table::key(position);
        let is_kept = depth >= KEPT;
        let known = is_kept.then(|| self.table.entry(key)).flatten();
        if let Some(entry) = known.filter(|entry| entry.depth == depth && ply > 0) {
            let value = from_table(entry.value, ply);
            let is_enough = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if is_enough {
                return Ok((value, entry.action));
            }
        }
        let mut node = Node {
            position: *position,
            depth,
            ply,
            start: alpha,
            alpha,
            beta,
            best: (-INFINITY, None),
        };
        let first = known
            .and_then(|entry| entry.action)
            .filter(|&action| is_legal(position, action));
        if let Some(action) = first {
            self.try_action(&mut node, action)?;
        }
        for rank in Rank::ALL {
            if node.is_cut() {
                break;
            }
            for push in rank.pushes(position) {
                if first != Some(Action::Push(push)) {
                    self.try_action(&mut node, Action::Push(push))?;
                    if node.is_cut() {
                        break;
                    }
                }
            }
        }
        if position.may_push_again() && first != Some(Action::End) && !node.is_cut() {
            self.try_action(&mut node, Action::End)?;
        }
        if is_kept {
            self.table.keep(key, node.entry());
        }
        Ok(node.best)
    }

    /// Searches what an action leads to, and remembers it if it is the best so
    /// far.
    fn try_action(&mut self, node: &mut Node, action: Action) -> Result<(), Stopped> {
        let pushes = u32::from(action != Action::End);
        let (depth, ply) = (node.depth - pushes, node.ply + pushes.cast_signed());
        let position = after(&node.position, action);
        // In tournament rules the same side may go on (K-12).
        let value = if position.to_move() == node.position.to_move() {
            self.value(&position, depth, ply, node.alpha, node.beta)?
        } else {
            -self.value(&position, depth, ply, -node.beta, -node.alpha)?
        };
        if value > node.best.0 {
            node.best = (value, Some(action));
            node.alpha = node.alpha.max(value);
        }
        Ok(())
    }

    /// Whether the turn that begins with this position would be the third.
    /// Rules: K-12.
    fn is_drawn(&self, position: &Position) -> bool {
        !position.may_push_again()
            && self.drawn.binary_search(&counted(position)).is_ok()
            && !position.is_over()
    }
}

/// A value as stored in the table: the distance of a win counts from the position itself.
const fn to_table(value: i32, ply: i32) -> i32 {
    if value >= SURE {
        value + ply
    } else if value <= -SURE {
        value - ply
    } else {
        value
    }
}

/// A value of the table, seen from the root.
const fn from_table(value: i32, ply: i32) -> i32 {
    if value >= SURE {
        value - ply
    } else if value <= -SURE {
        value + ply
    } else {
        value
    }
}

/// What is tried before what.
#[derive(Clone, Copy)]
enum Rank {
    TakesEnemy,
    TakesRed,
    Quiet,
}

impl Rank {
    const ALL: [Self; 3] = [Self::TakesEnemy, Self::TakesRed, Self::Quiet];

    fn pushes(self, position: &Position) -> impl Iterator<Item = Move> {
        let enemy = Marble::from(position.to_move().other());
        let (pushes, taking) = match self {
            Self::TakesEnemy => (position.legal_captures(enemy), None),
            Self::TakesRed => (position.legal_captures(Marble::Red), None),
            Self::Quiet => {
                let taking = [enemy, Marble::Red].map(|marble| position.legal_captures(marble));
                (position.legal_moves(), Some(taking))
            }
        };
        pushes.iter().filter(move |&push| match taking {
            None => true,
            Some([enemies, reds]) => !enemies.contains(push) && !reds.contains(push),
        })
    }
}

/// Whether the table's action is one here; it is not if two positions have one
/// key.
fn is_legal(position: &Position, action: Action) -> bool {
    match action {
        Action::Push(push) => position.legal_moves().contains(push),
        Action::End => position.may_push_again(),
    }
}

/// A position whose children are searched.
struct Node {
    position: Position,
    depth: u32,
    ply: i32,
    /// The lower end of the window at first.
    start: i32,
    alpha: i32,
    beta: i32,
    best: (i32, Option<Action>),
}

impl Node {
    /// Whether nothing more can matter.
    const fn is_cut(&self) -> bool {
        self.alpha >= self.beta
    }

    /// What the table is to know.
    const fn entry(&self) -> TableEntry {
        let (value, action) = self.best;
        let bound = if value >= self.beta {
            Bound::Lower
        } else if value <= self.start {
            Bound::Upper
        } else {
            Bound::Exact
        };
        TableEntry {
            value: to_table(value, self.ply),
            depth: self.depth,
            bound,
            action,
        }
    }
}
