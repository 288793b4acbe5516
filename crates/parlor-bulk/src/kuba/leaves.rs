//! The walk of a game tree down to the positions two plies above its leaves, which are counted in lanes.

use kuba_rules::Position;

use super::answers::{Parent, count_answers};
use super::node::Node;
use crate::path::Work;

/// The leaves of a game that goes on, at least two plies deep, by the classroom rules.
pub(super) struct Leaves<'a> {
    pub(super) position: &'a Position,
    pub(super) depth: u32,
}

impl Work for Leaves<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<const N: usize>(self) -> u64 {
        let mut nodes = Vec::new();
        let mut parents = Parents::new();
        let root = Node::new(self.position);
        match self.depth {
            2 => parents.add(&root),
            _ => nodes.push((root, self.depth)),
        }
        let mut leaves = [0; N];
        loop {
            match nodes.pop() {
                Some((node, 3)) => node.push_all(|child| parents.add(&child)),
                Some((node, depth)) => node.push_all(|child| nodes.push((child, depth - 1))),
                None if parents.length == 0 => return leaves.into_iter().sum(),
                None => parents.fill(N),
            }
            while parents.length >= N {
                parents.take(&mut leaves);
            }
        }
    }
}

/// No position has more pushes: eight marbles, four ways.
const MAX_PUSHES: usize = 32;
/// On any path.
const MAX_LANES: usize = 8;
/// Fewer than there are lanes, and those of one position more.
const CAPACITY: usize = MAX_LANES + MAX_PUSHES;

/// Positions two plies above the leaves that are not counted yet.
struct Parents {
    own: [u64; CAPACITY],
    enemy: [u64; CAPACITY],
    occupied: [u64; CAPACITY],
    kept: [u64; CAPACITY],
    ko: [[u64; CAPACITY]; 2],
    length: usize,
}

impl Parents {
    fn new() -> Self {
        Self {
            own: [0; CAPACITY],
            enemy: [0; CAPACITY],
            occupied: [0; CAPACITY],
            kept: [0; CAPACITY],
            ko: [[0; CAPACITY]; 2],
            length: 0,
        }
    }

    #[inline(always)]
    fn add(&mut self, node: &Node) {
        let place = self.length;
        self.own[place] = node.own;
        self.enemy[place] = node.enemy;
        self.occupied[place] = node.occupied;
        self.kept[place] = node.kept();
        self.ko[0][place] = node.ko[0];
        self.ko[1][place] = node.ko[1];
        self.length += 1;
    }

    /// Adds positions without a push until there are so many.
    fn fill(&mut self, length: usize) {
        self.own[self.length..length].fill(0);
        self.length = length;
    }

    /// Takes the last of them, and adds to each lane the leaves of one.
    #[inline(always)]
    fn take<const N: usize>(&mut self, leaves: &mut [u64; N]) {
        const { assert!(N <= MAX_LANES) };
        let first = self.length - N;
        self.length = first;
        let own = lanes::<N>(&self.own, first);
        let enemy = lanes::<N>(&self.enemy, first);
        let occupied = lanes::<N>(&self.occupied, first);
        let kept = lanes::<N>(&self.kept, first);
        let ko_rows = lanes::<N>(&self.ko[0], first);
        let ko_columns = lanes::<N>(&self.ko[1], first);
        for lane in 0..N {
            leaves[lane] += count_answers(&Parent {
                own: own[lane],
                enemy: enemy[lane],
                occupied: occupied[lane],
                kept: kept[lane],
                ko: [ko_rows[lane], ko_columns[lane]],
            });
        }
    }
}

#[inline(always)]
fn lanes<const N: usize>(words: &[u64], first: usize) -> &[u64; N] {
    words[first..].first_chunk().expect("so many are there")
}
