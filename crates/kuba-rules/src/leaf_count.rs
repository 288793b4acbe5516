//! Counting the leaves of a game tree in bulk, without playing the last two
//! plies.

use crate::choice::PushChoices;
use crate::event::NoEvents;
use crate::geometry::Direction;
use crate::moves::{Move, Moves};
use crate::position::{Position, REDS_TO_WIN};
use crate::push::{self, BOARD};
use crate::rules::Rules;

/// As [`perft`](crate::perft()), but in bulk: the last ply is the length of a
/// list, and of the ply before it only what such a length depends on is played.
///
/// ```
/// use kuba_rules::{Position, Rules, count_leaves};
///
/// assert_eq!(count_leaves(&Position::start(Rules::Classroom), 7), 9_329_328);
/// ```
pub fn count_leaves(position: &Position, depth: u32) -> u64 {
    let moves = position.legal_moves();
    match depth {
        0 => 1,
        1 => moves.len() as u64,
        2 => count_two_plies(position, moves),
        _ => moves
            .iter()
            .map(|push| count_leaves(&after(*position, push), depth - 1))
            .sum(),
    }
}

/// The part of [`count_leaves`] that begins with each legal push.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    match depth {
        0 => Vec::new(),
        _ => position
            .legal_moves()
            .iter()
            .map(|push| (push, count_leaves(&after(*position, push), depth - 1)))
            .collect(),
    }
}

fn after(mut position: Position, push: Move) -> Position {
    position.apply(push, &mut NoEvents);
    position
}

/// The number of pushes after all of the position's pushes. No position is
/// made for them: what a count depends on is gathered, then counted.
fn count_two_plies(position: &Position, moves: Moves) -> u64 {
    let side = position.to_move();
    let parent = Parent {
        own: position.marbles[side.index()],
        enemy: position.marbles[side.other().index()],
        occupied: position.occupied(),
        rules: position.rules(),
        red_wins: position.captured(side) + 1 == REDS_TO_WIN,
    };
    let [left, right, forward, backward] = moves.sources;
    let mut children = Children::default();
    parent.push_all(left, Direction::Left, &mut children);
    parent.push_all(right, Direction::Right, &mut children);
    parent.push_all(forward, Direction::Forward, &mut children);
    parent.push_all(backward, Direction::Backward, &mut children);
    children.count()
}

/// The position two plies above the leaves.
struct Parent {
    own: u64,
    enemy: u64,
    occupied: u64,
    rules: Rules,
    /// K-8: whether one red more wins.
    red_wins: bool,
}

impl Parent {
    #[expect(
        clippy::inline_always,
        reason = "a loop for each direction need not test it at every push"
    )]
    #[inline(always)]
    fn push_all(&self, mut sources: u64, direction: Direction, children: &mut Children) {
        while sources != 0 {
            let run = push::run(self.occupied, sources.trailing_zeros(), direction);
            let landing = push::step(run, direction) & !run;
            let occupied = push::moved(self.occupied, run, direction);
            let enemy = push::moved(self.enemy, run, direction);
            if landing & BOARD != 0 {
                // K-7: the push back, if there is room behind it (K-3).
                let ko = landing & enemy & !push::step(occupied, direction.opposite());
                children.ko += u64::from(ko != 0);
                children.add(enemy, occupied);
            } else if enemy != 0 && !(self.red_wins && self.captures_red(landing, direction)) {
                let next = match self.rules {
                    Rules::Classroom => enemy,
                    Rules::Tournament => push::moved(self.own, run, direction),
                };
                children.add(next, occupied);
            }
            sources &= sources - 1;
        }
    }

    const fn captures_red(&self, landing: u64, direction: Direction) -> bool {
        push::step(self.enemy, direction) & landing == 0
    }
}

/// The positions one ply above the leaves, whose pushes are counted: the
/// marbles of the side to move in each, and all marbles.
#[derive(Default)]
struct Children {
    own: [u64; MAX_CHILDREN],
    occupied: [u64; MAX_CHILDREN],
    length: usize,
    /// The number of them with a ko push.
    ko: u64,
}

/// No position has more pushes: eight marbles, four ways.
const MAX_CHILDREN: usize = 32;
/// The number of positions counted side by side.
const SIDE_BY_SIDE: usize = 4;

impl Children {
    #[inline]
    fn add(&mut self, own: u64, occupied: u64) {
        self.own[self.length] = own;
        self.occupied[self.length] = occupied;
        self.length += 1;
    }

    fn count(&self) -> u64 {
        let mut by_row = [0; SIDE_BY_SIDE];
        let (own, _) = self.own.as_chunks::<SIDE_BY_SIDE>();
        let (occupied, _) = self.occupied.as_chunks::<SIDE_BY_SIDE>();
        for (own, occupied) in own
            .iter()
            .zip(occupied)
            .take(self.length.div_ceil(SIDE_BY_SIDE))
        {
            for lane in 0..SIDE_BY_SIDE {
                by_row[lane] += PushChoices::new(push::sources(own[lane], occupied[lane])).by_row();
            }
        }
        by_row.into_iter().map(sum_of_bytes).sum::<u64>() - self.ko
    }
}

/// Eight positions with at most eight pushes along a row's cells and eight
/// across them cannot make a byte overflow.
const fn sum_of_bytes(bytes: u64) -> u64 {
    let pairs = (bytes & 0x00FF_00FF_00FF_00FF) + ((bytes >> 8) & 0x00FF_00FF_00FF_00FF);
    pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48
}
