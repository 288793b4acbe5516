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
    /// The marble of the ko push (K-7) if that goes along its row, and if along its column.
    pub(super) ko: [u64; 2],
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
    let [left, right, forward, backward] = [
        board.changes(LEFT, forward, backward),
        board.changes(RIGHT, forward, backward),
        board.changes(FORWARD, left, right),
        board.changes(BACKWARD, left, right),
    ];
    let more = count([
        left.more.one,
        right.more.one,
        forward.more.one,
        backward.more.one,
    ]) + 2 * count([
        left.more.two,
        right.more.two,
        forward.more.two,
        backward.more.two,
    ]);
    let fewer = count([
        left.fewer.one,
        right.fewer.one,
        forward.fewer.one,
        backward.fewer.one,
    ]) + 2 * count([
        left.fewer.two,
        right.fewer.two,
        forward.fewer.two,
        backward.fewer.two,
    ]);
    let pushes = count(board.pushed);
    let answers = count(board.answers);
    (pushes * answers).wrapping_add(more).wrapping_sub(fewer)
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
                pushed[1] & !ko[0],
                pushed[2] & !ko[1],
                pushed[3] & !ko[1],
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
    const fn changes(&self, direction: usize, first: Across, second: Across) -> Changes {
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
        Changes {
            more: Bits::sum(
                at_edge,
                first.more(pushed, gained, lost),
                second.more(pushed, gained, lost),
            ),
            fewer: Bits::sum(
                last | room_taken,
                first.more(landing, lost, gained),
                second.more(landing, lost, gained),
            ),
        }
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

/// Answers that a direction's pushes add and take away.
#[derive(Clone, Copy, Debug)]
struct Changes {
    more: Bits,
    fewer: Bits,
}

/// How many of three words have each bit, as a number of two digits.
#[derive(Clone, Copy, Debug)]
struct Bits {
    one: u64,
    two: u64,
}

impl Bits {
    #[inline(always)]
    const fn sum(first: u64, second: u64, third: u64) -> Self {
        let odd = first ^ second;
        Self {
            one: odd ^ third,
            two: first & second | odd & third,
        }
    }

    #[inline(always)]
    const fn count(self) -> u64 {
        ones(self.one) + 2 * ones(self.two)
    }
}

/// The number of bits set in four words.
#[inline(always)]
const fn count([first, second, third, fourth]: [u64; 4]) -> u64 {
    Bits::sum(first, second, third).count() + ones(fourth)
}

#[inline(always)]
const fn ones(word: u64) -> u64 {
    word.count_ones() as u64
}
