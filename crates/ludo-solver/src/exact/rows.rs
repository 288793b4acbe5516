//! Whole rows at a time: what a choice is worth against every pair that the
//! opponent may have.
//!
//! This is what makes solving fast. Where a player's move leads does not
//! depend on where the opponent stands, so for one pair of his, the values
//! after a roll against *all* pairs of the opponent are one row of the table,
//! or the better of two rows, element by element. Only a kick changes the
//! opponent's pair: the few columns with a token on the space where the move
//! ends are put right one by one afterwards.

use core::ops::Range;

use super::board::{Board, Choices, Landing};
use super::numbering::PAIRS;
use super::real::Real;

/// The rows that the two choices for a roll lead to.
#[derive(Clone, Copy)]
struct Roll<'a, F> {
    choices: Choices,
    p: &'a [F],
    q: &'a [F],
}

impl<'a, F: Real> Roll<'a, F> {
    fn new(choices: Choices, table: &'a [F]) -> Self {
        let row = |landing: Landing| &table[usize::from(landing.rank) * PAIRS..][..PAIRS];
        Self {
            choices,
            p: row(choices.p),
            q: row(choices.q),
        }
    }

    /// By how much a kick changes what was added for a column.
    #[inline(always)]
    fn put_right<H: Copy>(
        self,
        board: &Board,
        columns: &Range<usize>,
        hints: &[H],
        choose: impl Fn(H, F, F) -> F,
        mut add: impl FnMut(usize, F),
    ) {
        let Self { choices, p, q } = self;
        let mut change = |column: usize, after_p: u16, after_q: u16| {
            let hint = hints[column];
            let without = choose(hint, p[column], q[column]);
            let with = choose(hint, p[usize::from(after_p)], q[usize::from(after_q)]);
            add(column - columns.start, with - without);
        };
        if choices.p == choices.q {
            for kick in board.kicks(choices.p.kicks, columns) {
                change(kick.rank.into(), kick.after, kick.after);
            }
            return;
        }
        // A pair that stands on both spaces is left to the first.
        let also_by_q = board.kicked(choices.q.kicks);
        for kick in board.kicks(choices.p.kicks, columns) {
            let column = usize::from(kick.rank);
            change(column, kick.after, also_by_q[column]);
        }
        let also_by_p = board.kicked(choices.p.kicks);
        for kick in board.kicks(choices.q.kicks, columns) {
            let column = usize::from(kick.rank);
            if also_by_p[column] == kick.rank {
                change(column, kick.rank, kick.after);
            }
        }
    }
}

/// Writes, for each column of the range, the sum of what the player gets by
/// the six rolls, `choices` being his choices and `table` what he has with each
/// pair; and the sum of the first five alone.
#[inline(always)]
pub(super) fn after_six_rolls<F: Real, H: Copy, C: Fn(H, F, F) -> F>(
    (five, six): (&mut [F], &mut [F]),
    columns: &Range<usize>,
    board: &Board,
    choices: &[Choices; 6],
    table: &[F],
    hints: &[H],
    choose: &[C; 6],
) {
    let rolls = choices.map(|choices| Roll::new(choices, table));
    let p = rolls.map(|roll| &roll.p[columns.clone()]);
    let q = rolls.map(|roll| &roll.q[columns.clone()]);
    let here = &hints[columns.clone()];
    let length = here.len();
    assert!(
        p.iter().chain(&q).all(|row| row.len() == length)
            && five.len() == length
            && six.len() == length
    );
    for place in 0..length {
        let value = |roll: usize| choose[roll](here[place], p[roll][place], q[roll][place]);
        let sum = value(0) + value(1) + value(2) + value(3) + value(4);
        five[place] = sum;
        six[place] = sum + value(5);
    }
    for (roll, choose) in rolls[..5].iter().zip(choose) {
        roll.put_right(board, columns, hints, choose, |place, change| {
            five[place] = five[place] + change;
            six[place] = six[place] + change;
        });
    }
    rolls[5].put_right(board, columns, hints, &choose[5], |place, change| {
        six[place] = six[place] + change;
    });
}

/// Adds, for each column of the range, what the player gets who has these
/// choices.
#[inline(always)]
pub(super) fn add_after_roll<F: Real, H: Copy>(
    sum: &mut [F],
    columns: &Range<usize>,
    board: &Board,
    choices: Choices,
    table: &[F],
    hints: &[H],
    choose: impl Fn(H, F, F) -> F,
) {
    let roll = Roll::new(choices, table);
    let (p, q) = (&roll.p[columns.clone()], &roll.q[columns.clone()]);
    let here = &hints[columns.clone()];
    let length = here.len();
    assert!(p.len() == length && q.len() == length && sum.len() == length);
    for place in 0..length {
        sum[place] = sum[place] + choose(here[place], p[place], q[place]);
    }
    roll.put_right(board, columns, hints, &choose, |place, change| {
        sum[place] = sum[place] + change;
    });
}

/// Calls `look` for each column with its mark and what the two choices give.
pub(super) fn compare<F: Real, M>(
    marks: &mut [M],
    board: &Board,
    choices: Choices,
    table: &[F],
    mut look: impl FnMut(&mut M, F, F),
) {
    let Roll { p, q, .. } = Roll::new(choices, table);
    let (after_p, after_q) = (board.kicked(choices.p.kicks), board.kicked(choices.q.kicks));
    for ((mark, &after_p), &after_q) in marks.iter_mut().zip(after_p).zip(after_q) {
        look(mark, p[usize::from(after_p)], q[usize::from(after_q)]);
    }
}
