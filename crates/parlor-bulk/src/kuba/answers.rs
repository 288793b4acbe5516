//! How many answers all pushes of a position have together, without making one of them.
//!
//! **Runs, not pushes.** A run is a longest row of marbles in a line. Its two ends are the only marbles in it that
//! can be pushed along the line, so that the pushes of a side along a line are counted by the ends that it
//! holds, less those whose push would eject its own marble from the far end (K-5).
//!
//! **All pushes of a direction at once.** They move different runs, and the cells that one changes no other
//! changes. A push along a row changes one cell of each column that it reaches. So what it adds to the answers, or
//! takes from them, is a sum over the cells that it changes, and the sum over all pushes of the direction is
//! the number of bits in a few words. The answers of a position are those that the other side would have
//! without the push, once for each push, and these changes.

use super::choice::{ejects, sources};
use super::runs::{BACKWARD, EDGES, FORWARD, LEFT, RIGHT, Runs, step};
use super::words::{BOARD, choose};

/// A position two plies above the leaves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Parent {
    pub(super) own: u64,
    pub(super) enemy: u64,
    pub(super) occupied: u64,
    /// What no push may take off the board: the own marbles (K-5), and all reds if one more ends the
    /// game (K-8), so that no answer follows.
    pub(super) kept: u64,
    /// By direction, the marble of the ko push (K-7).
    pub(super) ko: [u64; 4],
}

/// The number of pushes after all pushes of the position.
///
/// Rules: K-3, K-4, K-5, K-7, K-8, K-9.
#[inline(always)]
pub(super) const fn count_answers(parent: &Parent) -> u64 {
    let board = Board::new(parent);
    let [left, right, forward, backward] = [
        board.across(LEFT),
        board.across(RIGHT),
        board.across(FORWARD),
        board.across(BACKWARD),
    ];
    let changes = [
        board.changes(LEFT, forward, backward),
        board.changes(RIGHT, forward, backward),
        board.changes(FORWARD, left, right),
        board.changes(BACKWARD, left, right),
    ];
    let pushes = ones_of(board.pushed);
    let answers = ones_of(board.answers);
    (pushes * answers)
        .wrapping_add(changes[0])
        .wrapping_add(changes[1])
        .wrapping_add(changes[2])
        .wrapping_add(changes[3])
}

#[inline(always)]
const fn ones_of(words: [u64; 4]) -> u64 {
    ones(words[0]) + ones(words[1]) + ones(words[2]) + ones(words[3])
}

/// What the answers depend on.
#[derive(Clone, Copy, Debug)]
struct Board {
    enemy: u64,
    occupied: u64,
    runs: Runs,
    /// By direction, the own marbles that may be pushed,
    pushed: [u64; 4],
    /// and the enemy's that may be if there is no push before.
    answers: [u64; 4],
    /// By direction, the marbles from which a push ejects an enemy marble.
    ejects: [u64; 4],
}

impl Board {
    #[inline(always)]
    const fn new(parent: &Parent) -> Self {
        let Parent {
            own,
            enemy,
            occupied,
            kept,
            ko,
        } = *parent;
        let pushed = sources(own, kept, occupied);
        let ejects = ejects(enemy, occupied);
        Self {
            enemy,
            occupied,
            runs: Runs::new(occupied),
            pushed: [
                pushed[0] & !ko[0],
                pushed[1] & !ko[1],
                pushed[2] & !ko[2],
                pushed[3] & !ko[3],
            ],
            answers: sources(enemy, enemy, occupied),
            ejects: [
                ejects[0] & occupied,
                ejects[1] & occupied,
                ejects[2] & occupied,
                ejects[3] & occupied,
            ],
        }
    }

    /// How many answers more the pushes of a direction allow than there are without, or fewer (modulo 2⁶⁴), given
    /// what they change across.
    #[inline(always)]
    const fn changes(&self, direction: usize, first: Across, second: Across) -> u64 {
        let opposite = direction ^ 1;
        let pushed = self.pushed[direction];
        let run = self.runs.from(direction, pushed);
        let enemy_run = self.enemy & run;
        let enemy_moved = step(direction, enemy_run);
        let gained = enemy_moved & !self.enemy & BOARD;
        let lost = enemy_run & !enemy_moved;
        let landing = step(direction, run) & !self.occupied & BOARD;

        // Along the line: an enemy marble at the end of the run can be pushed back before, but not after, as then
        // this is the ko push (K-7) or there is no room. An enemy marble beyond the landing loses its room. At
        // the edge, the one that moves up to it can be pushed back in place of the one ejected.
        let last = enemy_run & !step(opposite, self.occupied);
        let room_taken = landing & step(opposite, self.answers[direction]);
        let at_edge = run & EDGES[direction] & enemy_moved;

        // Across it. The cells pushed from, gained and lost are different ones.
        let more = ones(at_edge)
            + ones(first.more(pushed, gained, lost))
            + ones(second.more(pushed, gained, lost));
        let fewer = ones(last | room_taken)
            + ones(first.more(landing, lost, gained))
            + ones(second.more(landing, lost, gained));
        more.wrapping_sub(fewer)
    }

    #[inline(always)]
    const fn across(&self, direction: usize) -> Across {
        let opposite = direction ^ 1;
        let edge = EDGES[direction];
        let inner = BOARD & !edge & !EDGES[opposite];
        let is_free = !step(opposite, self.occupied);
        // Whether the marbles from the next cell on reach an enemy marble at the edge without a gap.
        let joins_edge = step(opposite, self.ejects[direction]);
        let joins_other_edge = step(direction, self.ejects[opposite]);
        // Whether the cell before is part of a run with an enemy marble at its far end.
        let ends = self.enemy & !step(direction, self.occupied);
        let joins_enemy = step(direction, self.runs.from(direction, ends));
        Across {
            occupied: choose(joins_edge, joins_enemy, step(opposite, self.enemy)),
            enemy: edge & !joins_enemy | inner & is_free & !joins_other_edge,
            enemy_at_edge: edge & joins_other_edge,
        }
    }
}

/// What a marble in a cell does to the enemy's pushes along the line that goes through it in a direction and the
/// opposite one. Both directions have a part in each number, and only the two parts together mean something.
#[derive(Clone, Copy, Debug)]
struct Across {
    /// Where a marble that is not the enemy's takes a push away that there is without a marble.
    occupied: u64,
    /// Where an enemy marble has one push more than such a marble,
    enemy: u64,
    /// and where one less.
    enemy_at_edge: u64,
}

impl Across {
    /// Where there is one answer more after marbles left these cells and the enemy gained and lost these.
    #[inline(always)]
    const fn more(self, left: u64, gained: u64, lost: u64) -> u64 {
        left & self.occupied | gained & self.enemy | lost & self.enemy_at_edge
    }
}

#[inline(always)]
const fn ones(word: u64) -> u64 {
    word.count_ones() as u64
}
