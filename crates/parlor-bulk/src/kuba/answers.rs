//! How many answers all pushes of a position have together, without making one of them.
//!
//! **What a run allows.** A run is all marbles in a line between two gaps. Only the marbles at its ends can be pushed
//! along the line. So a side has one push for each end that it holds; but where the run reaches the edge, none
//! toward it if it holds both ends, as its own marble would be ejected (K-5).
//!
//! **All pushes of a direction at once.** They move different runs, so that none changes a cell that another changes.
//! And a push changes one cell at most of each line across. What that does to the answers across depends on the
//! cell, on the line as it was, and on whether the marble moved in is the enemy's: three words say it for all cells
//! ([`Across`]). So what all pushes of a direction add to the answers, or take from them, is the number of bits
//! in a few words. The answers of a position are those that the enemy would have without a push, once for each
//! push, and these changes.

use super::choice::{ejects, sources};
use super::runs::{BACKWARD, EDGES, FORWARD, LEFT, RIGHT, Runs, step};
use super::words::{BOARD, choose};

/// A position two plies above the leaves.
#[derive(Clone, Copy, Debug)]
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
    let more = Bits::count_all([left.more, right.more, forward.more, backward.more]);
    let fewer = Bits::count_all([left.fewer, right.fewer, forward.fewer, backward.fewer]);
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
    /// By direction, the own marbles that may be pushed.
    pushed: [u64; 4],
    /// By direction, the enemy marbles that might be if there were no push before.
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

    /// What the pushes of a direction do to the answers, given what marbles do in the lines across.
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

/// What a marble in a cell, if it alone changes, does to the enemy's pushes along a line through the cell. There is
/// one for each of the line's directions, and what they count is only right together.
#[derive(Clone, Copy, Debug)]
struct Across {
    /// Where there is one push fewer with a marble that is not the enemy's than with none: that of the next marble,
    /// which has no room then (K-3), or of the marble at the far end, which would now eject one of its own (K-5).
    occupied: u64,
    /// Where there is one push more with an enemy marble than with such a marble: its own, unless that would
    /// eject one of its own. At this edge it also bars the push to it from a far end that is the enemy's, so that
    /// there is none more;
    enemy: u64,
    /// and one fewer if that end is the other edge, from which its own push would eject.
    enemy_at_edge: u64,
}

impl Across {
    /// Where there is one answer more after marbles left these cells, and the enemy gained and lost those: no cell
    /// is in two of them. Where marbles came, and gained and lost change places, there is one fewer.
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

    /// The number of bits set in all words.
    #[inline(always)]
    const fn count_all([first, second, third, fourth]: [Self; 4]) -> u64 {
        count([first.one, second.one, third.one, fourth.one])
            + 2 * count([first.two, second.two, third.two, fourth.two])
    }
}

/// The number of bits set.
#[inline(always)]
const fn count([first, second, third, fourth]: [u64; 4]) -> u64 {
    // Counting them in a word is many instructions where there is none for it.
    let three = Bits::sum(first, second, third);
    ones(three.one) + ones(fourth) + 2 * ones(three.two)
}

#[inline(always)]
const fn ones(word: u64) -> u64 {
    word.count_ones() as u64
}
