//! The walk of a game tree down to the positions two plies above its leaves, which are counted in lanes.

use kuba_rules::{Marble, Position, REDS_TO_WIN};

use super::answers::{Parent, count_answers};
use super::choice::sources;
use super::runs::{BACKWARD, EDGES, FORWARD, LEFT, RIGHT, Runs, step};
use super::words::{BOARD, mask};
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

/// A position as its side to move sees it.
#[derive(Clone, Copy, Debug)]
struct Node {
    own: u64,
    enemy: u64,
    occupied: u64,
    /// The marble of the ko push if that goes along its row, and if along its column.
    ko: [u64; 2],
    /// The reds that the side to move needs, and the other.
    own_needs: u8,
    enemy_needs: u8,
}

impl Node {
    fn new(position: &Position) -> Self {
        let [own, enemy] = [position.to_move(), position.to_move().other()];
        let [own_cells, enemy_cells] = [own, enemy].map(|side| position.cells(side.into()));
        let mut ko = [0; 2];
        if let Some(push) = position.ko() {
            let axis = push.direction.index() / 2;
            ko[axis] = 1 << (8 * push.cell.row() + push.cell.column());
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
    const fn kept(&self) -> u64 {
        self.own | self.occupied & !self.enemy & mask(self.own_needs == 1)
    }

    /// The positions after all pushes that do not end the game by the seventh red.
    #[inline(always)]
    fn push_all(&self, mut child: impl FnMut(Self)) {
        let runs = Runs::new(self.occupied);
        let [left, right, forward, backward] = sources(self.own, self.kept(), self.occupied);
        let [along_row, along_column] = [!self.ko[0], !self.ko[1]];
        self.push_toward(LEFT, left & along_row, &runs, &mut child);
        self.push_toward(RIGHT, right & along_row, &runs, &mut child);
        self.push_toward(FORWARD, forward & along_column, &runs, &mut child);
        self.push_toward(BACKWARD, backward & along_column, &runs, &mut child);
    }

    /// Rules: K-4, K-6, K-7.
    #[inline(always)]
    fn push_toward(
        &self,
        direction: usize,
        mut sources: u64,
        runs: &Runs,
        child: &mut impl FnMut(Self),
    ) {
        // All pushes of a direction change different cells, so they are made at once, and taken apart.
        let run = runs.from(direction, sources);
        let changed = |cells: u64| (step(direction, cells & run) & BOARD) ^ (cells & run);
        let [own, enemy, occupied] = [self.own, self.enemy, self.occupied].map(changed);
        // An enemy marble that moves to the end of a run, and has room ahead, may not be pushed straight back.
        let landing = step(direction, self.enemy & run) & !self.occupied & BOARD;
        let ko = landing & !step(direction ^ 1, self.occupied);
        while sources != 0 {
            let run = runs.from(direction, sources & sources.wrapping_neg());
            let cells = run | step(direction, run);
            let mut child_ko = [0; 2];
            child_ko[direction / 2] = ko & cells;
            child(Self {
                own: self.enemy ^ enemy & cells,
                enemy: self.own ^ own & cells,
                occupied: self.occupied ^ occupied & cells,
                ko: child_ko,
                own_needs: self.enemy_needs,
                enemy_needs: self.own_needs - u8::from(run & EDGES[direction] & !self.enemy != 0),
            });
            sources &= sources - 1;
        }
    }
}

/// No position has more pushes: eight marbles, four ways.
const MAX_PUSHES: usize = 32;
/// The most lanes.
const MAX_LANES: usize = 16;

/// Positions two plies above the leaves that are not counted yet.
struct Parents {
    own: [u64; MAX_LANES + MAX_PUSHES],
    enemy: [u64; MAX_LANES + MAX_PUSHES],
    occupied: [u64; MAX_LANES + MAX_PUSHES],
    kept: [u64; MAX_LANES + MAX_PUSHES],
    ko: [[u64; MAX_LANES + MAX_PUSHES]; 2],
    length: usize,
}

impl Parents {
    fn new() -> Self {
        Self {
            own: [0; MAX_LANES + MAX_PUSHES],
            enemy: [0; MAX_LANES + MAX_PUSHES],
            occupied: [0; MAX_LANES + MAX_PUSHES],
            kept: [0; MAX_LANES + MAX_PUSHES],
            ko: [[0; MAX_LANES + MAX_PUSHES]; 2],
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
