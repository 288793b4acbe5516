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
    fn put_right(
        self,
        board: &Board,
        columns: &Range<usize>,
        choose: impl Fn(usize, F, F) -> F,
        mut add: impl FnMut(usize, F),
    ) {
        let Self { choices, p, q } = self;
        let (after_p, after_q) = (board.kicked(choices.p.kicks), board.kicked(choices.q.kicks));
        let mut change = |column: usize| {
            let without = choose(column, p[column], q[column]);
            let p = p[usize::from(after_p[column])];
            let q = q[usize::from(after_q[column])];
            add(column - columns.start, choose(column, p, q) - without);
        };
        let standing = |step| board.standing(step).iter().map(|&rank| usize::from(rank));
        let standing = |step| standing(step).filter(|column| columns.contains(column));
        standing(choices.p.kicks).for_each(&mut change);
        if choices.q.kicks != choices.p.kicks {
            // Once is enough where either choice would kick.
            standing(choices.q.kicks)
                .filter(|&column| usize::from(after_p[column]) == column)
                .for_each(change);
        }
    }
}

/// Writes, for each column of the range, the sum of what the player gets by
/// the six rolls, `choices` being his choices and `table` what he has with each
/// pair; and the sum of the first five alone.
#[inline(always)]
pub(super) fn after_six_rolls<F: Real, C: Fn(usize, F, F) -> F>(
    (five, six): (&mut [F], &mut [F]),
    columns: &Range<usize>,
    board: &Board,
    choices: &[Choices; 6],
    table: &[F],
    choose: [C; 6],
) {
    let rolls = choices.map(|choices| Roll::new(choices, table));
    let p = rolls.map(|roll| &roll.p[columns.clone()]);
    let q = rolls.map(|roll| &roll.q[columns.clone()]);
    let length = p[0].len();
    assert!(
        p.iter().chain(&q).all(|row| row.len() == length)
            && five.len() == length
            && six.len() == length
    );
    for place in 0..length {
        let column = columns.start + place;
        let value = |roll: usize| choose[roll](column, p[roll][place], q[roll][place]);
        let sum = value(0) + value(1) + value(2) + value(3) + value(4);
        five[place] = sum;
        six[place] = sum + value(5);
    }
    for (roll, choose) in rolls[..5].iter().zip(&choose) {
        roll.put_right(board, columns, choose, |place, change| {
            five[place] = five[place] + change;
            six[place] = six[place] + change;
        });
    }
    rolls[5].put_right(board, columns, &choose[5], |place, change| {
        six[place] = six[place] + change
    });
}

/// Adds, for each column of the range, what the player gets who has these
/// choices.
#[inline(always)]
pub(super) fn add_after_roll<F: Real>(
    sum: &mut [F],
    columns: &Range<usize>,
    board: &Board,
    choices: Choices,
    table: &[F],
    choose: impl Fn(usize, F, F) -> F,
) {
    let roll = Roll::new(choices, table);
    let (p, q) = (&roll.p[columns.clone()], &roll.q[columns.clone()]);
    let sum = &mut sum[..p.len()];
    for place in 0..p.len() {
        sum[place] = sum[place] + choose(columns.start + place, p[place], q[place]);
    }
    roll.put_right(board, columns, &choose, |place, change| {
        sum[place] = sum[place] + change
    });
}
