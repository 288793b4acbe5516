//! The walk of a game tree down to the positions two plies above its leaves, which are counted in lanes.

use kuba_rules::{Marble, Position, REDS_TO_WIN};

use super::answers::{Parent, count_answers};
use super::choice::sources;
use super::runs::{BACKWARD, EDGES, FORWARD, LEFT, RIGHT, Runs, step};
use super::words::BOARD;
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
        let mut parents = Parents::<N>::new();
        walk(&Node::new(self.position), self.depth, &mut parents);
        parents.total()
    }
}

/// A position as its side to move sees it.
#[derive(Clone, Copy, Debug)]
struct Node {
    own: u64,
    enemy: u64,
    occupied: u64,
    /// By direction, the marble of the ko push.
    ko: [u64; 4],
    /// The reds that the side to move needs, and the other.
    own_needs: u8,
    enemy_needs: u8,
}

impl Node {
    fn new(position: &Position) -> Self {
        let [own, enemy] = [position.to_move(), position.to_move().other()];
        let [own_cells, enemy_cells] = [own, enemy].map(|side| position.cells(side.into()));
        let mut ko = [0; 4];
        if let Some(push) = position.ko() {
            ko[push.direction.index()] = 1 << (8 * push.cell.row() + push.cell.column());
        }
        Self {
            own: own_cells,
            enemy: enemy_cells,
            occupied: own_cells | enemy_cells | position.cells(Marble::Red),
            ko,
            own_needs: REDS_TO_WIN - position.captured(own),
            enemy_needs: REDS_TO_WIN - position.captured(enemy),
        }
    }

    /// K-5, K-8: what no push may take off the board if the game is to go on.
    #[inline(always)]
    fn kept(&self) -> u64 {
        if self.own_needs == 1 {
            self.occupied & !self.enemy
        } else {
            self.own
        }
    }

    /// Makes a push. Rules: K-4, K-6, K-7.
    #[inline(always)]
    fn after(&self, direction: usize, run: u64) -> Self {
        let moved = |cells: u64| cells & !run | step(direction, cells & run) & BOARD;
        let ejected = run & EDGES[direction];
        let captures = u8::from(ejected & !self.enemy != 0);
        let enemy = moved(self.enemy);
        let mut ko = [0; 4];
        // The enemy marble that moved to the end, if it has room ahead, may not be pushed straight back.
        let landing = step(direction, run) & !self.occupied;
        ko[direction ^ 1] = landing & enemy & !step(direction ^ 1, self.occupied);
        Self {
            own: enemy,
            enemy: moved(self.own),
            occupied: moved(self.occupied),
            ko,
            own_needs: self.enemy_needs,
            enemy_needs: self.own_needs - captures,
        }
    }
}

#[inline(always)]
fn walk<const N: usize>(node: &Node, depth: u32, parents: &mut Parents<N>) {
    let mut stack = vec![(*node, depth)];
    while let Some((node, depth)) = stack.pop() {
        if depth == 2 {
            parents.add(&node);
            continue;
        }
        let runs = Runs::new(node.occupied);
        let sources = sources(node.own, node.kept(), node.occupied);
        for direction in [LEFT, RIGHT, FORWARD, BACKWARD] {
            let mut left = sources[direction] & !node.ko[direction];
            while left != 0 {
                let run = runs.from(direction, left & left.wrapping_neg());
                stack.push((node.after(direction, run), depth - 1));
                left &= left - 1;
            }
        }
    }
}

/// Positions two plies above the leaves, one in each lane.
struct Parents<const N: usize> {
    own: [u64; N],
    enemy: [u64; N],
    occupied: [u64; N],
    kept: [u64; N],
    ko: [[u64; N]; 4],
    /// How many lanes are in use.
    length: usize,
    leaves: [u64; N],
}

impl<const N: usize> Parents<N> {
    fn new() -> Self {
        Self {
            own: [0; N],
            enemy: [0; N],
            occupied: [0; N],
            kept: [0; N],
            ko: [[0; N]; 4],
            length: 0,
            leaves: [0; N],
        }
    }

    #[inline(always)]
    fn add(&mut self, node: &Node) {
        let lane = self.length;
        self.own[lane] = node.own;
        self.enemy[lane] = node.enemy;
        self.occupied[lane] = node.occupied;
        self.kept[lane] = node.kept();
        for (ko, of_node) in self.ko.iter_mut().zip(node.ko) {
            ko[lane] = of_node;
        }
        self.length += 1;
        if self.length == N {
            self.count();
            self.length = 0;
        }
    }

    #[inline(always)]
    fn count(&mut self) {
        for lane in 0..N {
            self.leaves[lane] += count_answers(&Parent {
                own: self.own[lane],
                enemy: self.enemy[lane],
                occupied: self.occupied[lane],
                kept: self.kept[lane],
                ko: [
                    self.ko[0][lane],
                    self.ko[1][lane],
                    self.ko[2][lane],
                    self.ko[3][lane],
                ],
            });
        }
    }

    /// The leaves of all positions added.
    #[inline(always)]
    fn total(mut self) -> u64 {
        // A position without own marbles has no push.
        self.own[self.length..].fill(0);
        self.count();
        self.leaves.into_iter().sum()
    }
}
