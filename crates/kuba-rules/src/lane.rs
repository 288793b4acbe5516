//! Classroom games stripped to what random play needs.
//!
//! A random push is a surprise to the processor in every respect, so nothing
//! here asks which direction it goes: all four are one calculation over tables.

use core::hint::select_unpredictable;

use crate::choice::PushChoices;
use crate::outcome::Win;
use crate::position::{Position, REDS_TO_WIN};
use crate::push::{self, BOARD};

/// Classroom games side by side, each seen from its side to move.
///
/// What a push depends on is stored lane by lane in arrays, so that the compiler
/// can find the choices of several lanes with one instruction.
#[derive(Clone, Debug)]
pub(crate) struct Lanes<const N: usize> {
    own: [u64; N],
    enemy: [u64; N],
    occupied: [u64; N],
    ko_rows: [u64; N],
    ko_columns: [u64; N],
    reds: [[u8; 2]; N],
}

/// The choices of all lanes.
pub(crate) struct LaneChoices<const N: usize> {
    rows: [u64; N],
    columns: [u64; N],
    by_row: [u64; N],
}

impl<const N: usize> LaneChoices<N> {
    pub(crate) const fn is_empty(&self, lane: usize) -> bool {
        self.rows[lane] | self.columns[lane] == 0
    }
}

impl<const N: usize> Lanes<N> {
    /// The same position in every lane.
    pub(crate) fn new(position: &Position) -> Self {
        let side = position.to_move();
        let mut ko = [0; 4];
        if let Some(push) = position.ko() {
            ko[push.direction.index()] = push.cell.mask();
        }
        let ko = PushChoices::new(ko);
        Self {
            own: [position.marbles[side.index()]; N],
            enemy: [position.marbles[side.other().index()]; N],
            occupied: [position.occupied(); N],
            ko_rows: [ko.rows; N],
            ko_columns: [ko.columns; N],
            reds: [[position.captured(side), position.captured(side.other())]; N],
        }
    }

    /// One lane alone.
    pub(crate) fn lane(&self, lane: usize) -> Lanes<1> {
        Lanes {
            own: [self.own[lane]],
            enemy: [self.enemy[lane]],
            occupied: [self.occupied[lane]],
            ko_rows: [self.ko_rows[lane]],
            ko_columns: [self.ko_columns[lane]],
            reds: [self.reds[lane]],
        }
    }

    /// Puts another game into a lane.
    pub(crate) fn set(&mut self, lane: usize, with: &Lanes<1>) {
        self.own[lane] = with.own[0];
        self.enemy[lane] = with.enemy[0];
        self.occupied[lane] = with.occupied[0];
        self.ko_rows[lane] = with.ko_rows[0];
        self.ko_columns[lane] = with.ko_columns[0];
        self.reds[lane] = with.reds[0];
    }

    /// What may be pushed in each lane. Rules: K-3, K-5, K-7.
    #[inline]
    pub(crate) fn choices(&self) -> LaneChoices<N> {
        let mut all = LaneChoices {
            rows: [0; N],
            columns: [0; N],
            by_row: [0; N],
        };
        for lane in 0..N {
            let ko = PushChoices {
                rows: self.ko_rows[lane],
                columns: self.ko_columns[lane],
            };
            let sources = push::sources(self.own[lane], self.occupied[lane]);
            let choices = PushChoices::new(sources).without(ko);
            all.rows[lane] = choices.rows;
            all.columns[lane] = choices.columns;
            all.by_row[lane] = choices.by_row();
        }
        all
    }

    /// Makes one of the pushes; returns how it won if it captured the seventh red
    /// or ejected the last enemy marble. The reds and the ko push of a lane that
    /// is won are stale: it must be set anew or dropped.
    ///
    /// Rules: K-4, K-6, K-7, K-8, K-9.
    #[inline]
    pub(crate) fn push(
        &mut self,
        lane: usize,
        choices: &LaneChoices<N>,
        random: u64,
    ) -> Option<Win> {
        let (own, enemy, occupied) = (self.own[lane], self.enemy[lane], self.occupied[lane]);
        let pushes = PushChoices {
            rows: choices.rows[lane],
            columns: choices.columns[lane],
        };
        let (cell, direction) = pushes.pick(choices.by_row[lane], occupied, random);
        let rotation = ROTATIONS[direction];
        // A cell's bit is below 64, so `& 63` only removes a bounds check.
        let ray = RAYS[direction][cell as usize & 63];
        let gaps = ray & !occupied;
        // The cells that the run moves into: those ahead up to the first gap,
        // which is the lowest one going right or down, the highest otherwise.
        let up = gaps ^ gaps.wrapping_sub(1);
        let down = FROM[gaps.leading_zeros() as usize];
        let into = ray & select_unpredictable(direction & 1 != 0, up, down);
        let keep = !(into | 1 << cell);
        self.own[lane] = (enemy & keep) | (enemy.rotate_left(rotation) & into);
        self.enemy[lane] = (own & keep) | (own.rotate_left(rotation) & into);
        self.occupied[lane] = (occupied & keep) | into;
        // The run's last cell if one more step leaves the board.
        let edge = into & !BOARD.rotate_right(rotation);
        let [mut own_reds, enemy_reds] = self.reds[lane];
        let mut ko = PushChoices::default();
        if gaps != 0 {
            // Of the run, only its far end can have room ahead.
            let room = !self.occupied[lane].rotate_right(rotation);
            ko = PushChoices::ko(into & self.own[lane] & room, direction, rotation);
        } else if enemy & edge == 0 {
            own_reds += 1;
            if own_reds == REDS_TO_WIN {
                return Some(Win::Reds);
            }
        } else if self.own[lane] == 0 {
            return Some(Win::Elimination);
        }
        self.ko_rows[lane] = ko.rows;
        self.ko_columns[lane] = ko.columns;
        self.reds[lane] = [enemy_reds, own_reds];
        None
    }
}

/// By direction: by how many bits to the left one step rotates a board.
const ROTATIONS: [u32; 4] = [63, 1, 56, 8];

/// By direction and cell: the cells ahead.
const RAYS: [[u64; 64]; 4] = {
    let mut rays = [[0; 64]; 4];
    let mut direction = 0;
    while direction < 4 {
        let mut cell = 0;
        while cell < 64 {
            let mut next = (1_u64 << cell).rotate_left(ROTATIONS[direction]) & BOARD;
            while next != 0 {
                rays[direction][cell] |= next;
                next = next.rotate_left(ROTATIONS[direction]) & BOARD;
            }
            cell += 1;
        }
        direction += 1;
    }
    rays
};

/// By the number of leading zeros: all bits from the highest one. A table,
/// because for 64 zeros it would take a shift that is not defined.
const FROM: [u64; 65] = {
    let mut masks = [u64::MAX; 65];
    let mut zeros = 0;
    while zeros < 64 {
        masks[zeros] = u64::MAX << (63 - zeros);
        zeros += 1;
    }
    masks
};
