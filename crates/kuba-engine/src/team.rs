//! What the threads of a search share, besides the transposition table: the
//! nodes that they may visit, and whether it is over.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The nodes that a thread claims at a time.
const CLAIM: u64 = 512;

/// What the threads of a search share, besides the table.
#[derive(Debug)]
pub(crate) struct Team {
    /// The nodes that no thread has claimed.
    unclaimed: AtomicU64,
    /// The nodes visited by each thread, when it last claimed more.
    visited: Box<[AtomicU64]>,
    /// Whether the search is over.
    has_ended: AtomicBool,
}

/// The place of a thread among those that search a root.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place<'a> {
    /// The only thread.
    Alone,
    /// The thread of this number, where 0 is the main one.
    Member(&'a Team, usize),
}

impl Place<'_> {
    /// The nodes that it may visit before it claims any. The main thread has its
    /// share at once, so that helpers cannot leave it without an answer.
    pub(crate) fn allowance(self, nodes: u64) -> u64 {
        match self {
            Self::Alone => nodes,
            Self::Member(team, 0) => team.share(nodes),
            Self::Member(..) => 0,
        }
    }

    /// The depth that it searches first.
    pub(crate) fn first_depth(self) -> u32 {
        match self {
            Self::Member(_, number) if number % 2 == 1 => 2,
            _ => 1,
        }
    }

    /// Claims more nodes, after as many as it has visited; 0 if none are left.
    pub(crate) fn claim(self, visited: u64) -> u64 {
        let Self::Member(team, number) = self else {
            return 0;
        };
        team.visited[number].store(visited, Ordering::Relaxed);
        let take = |left: u64| (left > 0).then(|| left - left.min(CLAIM));
        let taken = team
            .unclaimed
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, take);
        taken.map_or(0, |left| left.min(CLAIM))
    }

    /// The nodes that the other threads have visited, as far as they have
    /// reported them.
    pub(crate) fn nodes_of_others(self) -> u64 {
        let Self::Member(team, own) = self else {
            return 0;
        };
        let others = team.visited.iter().enumerate();
        let others = others.filter(|(number, _)| *number != own);
        others.map(|(_, nodes)| nodes.load(Ordering::Relaxed)).sum()
    }
}

impl Team {
    pub(crate) fn new(threads: usize, nodes: u64) -> Self {
        let mut team = Self {
            unclaimed: AtomicU64::new(0),
            visited: (0..threads).map(|_| AtomicU64::new(0)).collect(),
            has_ended: AtomicBool::new(false),
        };
        *team.unclaimed.get_mut() = nodes - team.share(nodes);
        team
    }

    /// The nodes of the main thread alone.
    fn share(&self, nodes: u64) -> u64 {
        nodes.div_ceil(self.visited.len() as u64)
    }

    pub(crate) fn has_ended(&self) -> bool {
        self.has_ended.load(Ordering::Relaxed)
    }

    /// Ends the search of all threads.
    pub(crate) fn end(&self) {
        self.has_ended.store(true, Ordering::Relaxed);
    }
}
