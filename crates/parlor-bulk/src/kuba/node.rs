//! A position, and those after all its pushes.

use kuba_rules::{Marble, Position, REDS_TO_WIN};

use super::choice::sources;
use super::runs::{BACKWARD, EDGES, FORWARD, LEFT, RIGHT, Runs, step};
use super::words::{BOARD, mask};

/// A position as its side to move sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) own: u64,
    pub(super) enemy: u64,
    pub(super) occupied: u64,
    /// The marble of the ko push (K-7) if that goes along its row, and if along its column. It has no push the other
    /// way, in which the run that moved it leaves no room behind (K-3).
    pub(super) ko: [u64; 2],
    /// The reds that the side to move needs, and the other.
    pub(super) own_needs: u8,
    pub(super) enemy_needs: u8,
}

impl Node {
    pub(super) fn new(position: &Position) -> Self {
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
    pub(super) const fn kept(&self) -> u64 {
        self.own | self.occupied & !self.enemy & mask(self.own_needs == 1)
    }

    /// The positions after all pushes that do not end the game by the seventh red.
    #[inline(always)]
    pub(super) fn push_all(&self, mut child: impl FnMut(Self)) {
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
