//! The games of a block, and what a push does to them.

use core::ops::Range;

use kuba_rules::{Draw, Outcome, Playout, Position, Win};

use super::choice::Choices;
use super::node::Node;
use super::words::{BOARD, EVEN_COLUMNS, EVEN_ROWS, choose, mask, rotated};
use crate::path::Work;
use crate::random::{Source, WordsInLanes};

/// Games from a position.
pub(super) struct Playouts {
    pub(super) position: Position,
    pub(super) source: Source,
    pub(super) games: Range<u64>,
    pub(super) limit: u32,
}

/// Games as their sides to move see them.
#[derive(Clone, Copy, Debug)]
struct Block<const N: usize> {
    own: [u64; N],
    enemy: [u64; N],
    occupied: [u64; N],
    /// Where the ko push has its bits.
    ko_rows: [u64; N],
    ko_columns: [u64; N],
    /// The reds that the side to move needs, and the other.
    own_needs: [u64; N],
    enemy_needs: [u64; N],
    /// The pushes made.
    pushes: [u64; N],
}

impl<const N: usize> Block<N> {
    /// The same position in every lane.
    fn new(position: &Position) -> Self {
        let node = Node::new(position);
        let ko = position
            .ko()
            .map_or_else(Choices::default, Choices::of_push);
        Self {
            own: [node.own; N],
            enemy: [node.enemy; N],
            occupied: [node.occupied; N],
            ko_rows: [ko.rows; N],
            ko_columns: [ko.columns; N],
            own_needs: [u64::from(node.own_needs); N],
            enemy_needs: [u64::from(node.enemy_needs); N],
            pushes: [0; N],
        }
    }

    /// Puts the game of this block into a lane.
    fn set(&mut self, lane: usize, game: &Block<1>) {
        self.own[lane] = game.own[0];
        self.enemy[lane] = game.enemy[0];
        self.occupied[lane] = game.occupied[0];
        self.ko_rows[lane] = game.ko_rows[0];
        self.ko_columns[lane] = game.ko_columns[0];
        self.own_needs[lane] = game.own_needs[0];
        self.enemy_needs[lane] = game.enemy_needs[0];
        self.pushes[lane] = game.pushes[0];
    }
}

impl<const N: usize> Block<N> {
    #[inline(always)]
    fn choices(&self, lane: usize) -> Choices {
        let ko = Choices {
            rows: self.ko_rows[lane],
            columns: self.ko_columns[lane],
        };
        Choices::of(self.own[lane], self.occupied[lane]).without(ko)
    }

    /// Makes the push of this bit in a lane; the masks say whether it goes along its row.
    ///
    /// Rules: K-4, K-6, K-7.
    #[inline(always)]
    fn push(&mut self, lane: usize, bit: u64, along_row: u64) {
        let [own, enemy, occupied] = [self.own[lane], self.enemy[lane], self.occupied[lane]];
        // The cell that is meant, and the direction as a rotation to the left.
        let is_odd = mask(bit & choose(along_row, !EVEN_COLUMNS, !EVEN_ROWS) != 0);
        let before = choose(along_row, bit >> 1, bit >> 8);
        let behind = choose(along_row, bit << 1, bit << 8);
        let neighbor = choose(is_odd, before, behind);
        let cell = choose(mask(bit & occupied != 0), bit, neighbor);
        let up = choose(along_row, 1, 8);
        let by = choose(is_odd, 64 - up, up);

        // The cell and those occupied ahead of it without a gap, at most seven in all.
        let mut run = cell;
        let mut steps = occupied;
        run |= rotated(run, by) & steps;
        steps &= rotated(steps, by);
        run |= rotated(run, 2 * by) & steps;
        steps &= rotated(steps, 2 * by);
        run |= rotated(run, 4 * by) & steps;

        let moved = rotated(run, by);
        let off = moved & !BOARD;
        let enemy_moved = rotated(enemy & run, by);
        let enemy_after = enemy & !run | enemy_moved & BOARD;
        let own_after = own & !run | rotated(own & run, by) & BOARD;
        let occupied_after = occupied & !run | moved & BOARD;
        let takes = mask(off != 0);
        let takes_red = takes & !mask(enemy_moved & off != 0);

        // The enemy marble at the far end, if nothing is taken and it has room ahead, may not be pushed straight back.
        let end = moved & !occupied & !takes;
        let room = !rotated(occupied_after, 64 - by);
        let ko = end & enemy_after & room;
        let pair = ko | rotated(ko, by);
        self.ko_rows[lane] = pair & along_row & choose(is_odd, EVEN_COLUMNS, !EVEN_COLUMNS);
        self.ko_columns[lane] = pair & !along_row & choose(is_odd, EVEN_ROWS, !EVEN_ROWS);

        self.own[lane] = enemy_after;
        self.enemy[lane] = own_after;
        self.occupied[lane] = occupied_after;
        // A mask is −1.
        let needs = self.own_needs[lane].wrapping_add(takes_red);
        self.own_needs[lane] = self.enemy_needs[lane];
        self.enemy_needs[lane] = needs;
        self.pushes[lane] += 1;
    }

    /// How a game is over in which so many pushes may be made. Rules: K-8, K-9, K-10, K-13.
    fn outcome(&self, lane: usize, position: &Position, limit: u64) -> Option<Outcome> {
        let pushes = self.pushes[lane];
        let begun_by = position.to_move();
        // The side that pushed last.
        let side = if pushes.is_multiple_of(2) {
            begun_by.other()
        } else {
            begun_by
        };
        let by = if self.enemy_needs[lane] == 0 {
            Win::Reds
        } else if self.own[lane] == 0 {
            Win::Elimination
        } else if self.choices(lane).is_empty() {
            Win::Blocked
        } else {
            return (pushes == limit).then_some(Outcome::Drawn(Draw::PushLimit));
        };
        Some(Outcome::Won { side, by })
    }
}

impl Work for Playouts {
    type Output = Vec<Playout>;

    #[inline(always)]
    fn run<const N: usize>(self) -> Vec<Playout> {
        let limit = u64::from(self.limit);
        let start = Block::<1>::new(&self.position);
        let mut block = Block::<N>::new(&self.position);
        let nothing = Playout {
            outcome: Outcome::Drawn(Draw::PushLimit),
            pushes: 0,
        };
        let count = self.games.end.saturating_sub(self.games.start);
        let count = usize::try_from(count).expect("the results fit in memory");
        let mut playouts = vec![nothing; count];
        let mut waiting = self.games.enumerate();
        let mut words = WordsInLanes::<N>::new();
        // The place of each lane's game among the results; a lane whose game was the last goes on with nobody's.
        let mut places = [None; N];
        let mut open = 0;
        for (lane, (place, game)) in waiting.by_ref().take(N).enumerate() {
            words.set(lane, &self.source.words(game));
            places[lane] = Some(place);
            open += 1;
        }
        while open > 0 {
            let mut over = 0;
            let (mut rows, mut columns) = ([0; N], [0; N]);
            for lane in 0..N {
                let choices = block.choices(lane);
                rows[lane] = choices.rows;
                columns[lane] = choices.columns;
                over |= mask(choices.is_empty() || block.enemy_needs[lane] == 0);
                over |= mask(block.pushes[lane] == limit);
            }
            if over != 0 {
                for (lane, place) in places.iter_mut().enumerate() {
                    let Some(outcome) = block.outcome(lane, &self.position, limit) else {
                        continue;
                    };
                    if let Some(result) = *place {
                        let pushes = u32::try_from(block.pushes[lane]).expect("at most the limit");
                        playouts[result] = Playout { outcome, pushes };
                        if let Some((next, game)) = waiting.next() {
                            words.set(lane, &self.source.words(game));
                            *place = Some(next);
                        } else {
                            *place = None;
                            open -= 1;
                        }
                    }
                    block.set(lane, &start);
                }
                continue;
            }
            let random = words.draw();
            for lane in 0..N {
                let choices = Choices {
                    rows: rows[lane],
                    columns: columns[lane],
                };
                let (bit, along_row) = choices.pick(random[lane]);
                block.push(lane, bit, along_row);
            }
        }
        playouts
    }
}
