//! One pass over the values of all positions, each renewed from the others.

use core::ops::Range;

use super::board::Board;
use super::numbering::{FINISHED, NONE_FINISHED, ONE_FINISHED, PAIRS};
use super::real::{Real, vectorised};
use super::rows::{add_after_roll, after_six_rolls};
use crate::parallel;

/// How many rows are computed before their results are filed.
///
/// Within a block every row is computed from the tables as they were before
/// it: that is what lets threads share a block without changing its result.
const BLOCK: usize = 32;

/// How many columns of a block are turned into rows at a time.
const TILE: usize = 16;

/// A decision that a player may have to make: the roll, and whether a bonus
/// roll follows it. Rules: L-13.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Roll {
    /// 1 to 5, as 0 to 4: afterwards it is the opponent's turn.
    Plain(usize),
    /// A 6 on a normal roll: a bonus roll follows.
    FirstSix,
    /// A 6 on a bonus roll: afterwards it is the opponent's turn.
    SecondSix,
}

impl Roll {
    /// The rolls after which it is the opponent's turn.
    const ONE_TO_SIX: [Self; 6] = [
        Self::Plain(0),
        Self::Plain(1),
        Self::Plain(2),
        Self::Plain(3),
        Self::Plain(4),
        Self::SecondSix,
    ];

    /// Every one, in the order of their bits in a policy's masks.
    pub(super) const ALL: [Self; 7] = [
        Self::Plain(0),
        Self::Plain(1),
        Self::Plain(2),
        Self::Plain(3),
        Self::Plain(4),
        Self::FirstSix,
        Self::SecondSix,
    ];

    /// Which of the six faces shows, 0 to 5.
    pub(super) const fn die(self) -> usize {
        match self {
            Self::Plain(die) => die,
            Self::FirstSix | Self::SecondSix => 5,
        }
    }

    /// 0 to 6.
    pub(super) const fn index(self) -> usize {
        match self {
            Self::Plain(die) => die,
            Self::FirstSix => 5,
            Self::SecondSix => 6,
        }
    }
}

/// What the values mean, and how players choose.
pub(super) trait Goal<F: Real>: Sync {
    /// What a player has who has finished.
    fn at_the_end() -> F;

    /// What there is to know about a position for choosing in it.
    type Hint: Copy + Sync;

    /// The hints for a player with this pair, by the opponent's pair.
    fn hints(&self, player: usize, rank: usize) -> &[Self::Hint];

    /// What the choice between moving `p` and moving `q` is worth with a roll.
    fn chooser(roll: Roll) -> impl Fn(Self::Hint, F, F) -> F;

    /// What a position with the player to roll adds to what it leads to, by
    /// the opponent's pair.
    fn gain(&self, player: usize, is_bonus: Bonus, rank: usize) -> impl Fn(usize) -> F + '_;

    /// What a value of the player to roll means to the one who waits.
    fn to_the_other(value: F) -> F;
}

/// Whether a roll is a bonus roll. Rules: L-13.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bonus {
    No,
    Yes,
}

/// The values of all positions, for each player: rows by his own pair,
/// columns by the opponent's.
#[derive(Clone, Debug)]
pub(super) struct Tables<F> {
    /// While the opponent is to make a normal roll.
    pub(super) waiting: Vec<Vec<F>>,
    /// Before his own bonus roll.
    pub(super) bonus: Vec<Vec<F>>,
}

impl<F: Real> Tables<F> {
    /// The same value everywhere but after the end.
    pub(super) fn new<G: Goal<F>>(players: usize, value: F) -> Self {
        let mut table = vec![value; PAIRS * PAIRS];
        table[FINISHED * PAIRS..][..PAIRS].fill(G::at_the_end());
        Self {
            waiting: vec![table.clone(); players],
            bonus: vec![table; players],
        }
    }
}

impl From<&Tables<f32>> for Tables<f64> {
    fn from(rough: &Tables<f32>) -> Self {
        let exact = |table: &Vec<f32>| table.iter().map(|&value| f64::from(value)).collect();
        Self {
            waiting: rough.waiting.iter().map(exact).collect(),
            bonus: rough.bonus.iter().map(exact).collect(),
        }
    }
}

/// The positions where the player to move has a pair of `rows` and his
/// opponent one of `columns`.
pub(super) type Field = (Range<usize>, Range<usize>);

/// The positions in the order in which they can be solved: each part leads
/// only to itself and to those before it, since a token on the end stays.
pub(super) const PARTS: [&[Field]; 3] = [
    &[(ONE_FINISHED, ONE_FINISHED)],
    &[(ONE_FINISHED, NONE_FINISHED), (NONE_FINISHED, ONE_FINISHED)],
    &[(NONE_FINISHED, NONE_FINISHED)],
];

/// Renews the values of fields in place.
#[derive(Debug)]
pub(super) struct Sweeper<'a, F> {
    board: &'a Board,
    /// For each player, whose moves on the board are his.
    sides: &'a [usize],
    /// The values of a block, row by row.
    block: Vec<F>,
}

impl<'a, F: Real> Sweeper<'a, F> {
    pub(super) fn new(board: &'a Board, sides: &'a [usize]) -> Self {
        Self {
            board,
            sides,
            block: Vec::new(),
        }
    }

    /// Renews every value of the fields once, those of lower rank first; by
    /// how much the most changed.
    pub(super) fn sweep<G: Goal<F>>(
        &mut self,
        tables: &mut Tables<F>,
        goal: &G,
        fields: &[Field],
    ) -> F {
        let mut change = F::ZERO;
        for (rows, columns) in fields {
            for start in rows.clone().step_by(BLOCK) {
                let block = start..rows.end.min(start + BLOCK);
                for player in 0..self.sides.len() {
                    let bonus = &mut tables.bonus[player];
                    self.bonus_roll(
                        goal,
                        player,
                        &tables.waiting[player],
                        bonus,
                        &block,
                        columns,
                    );
                    self.first_roll(goal, player, bonus, &block, columns);
                    let waiting = &mut tables.waiting[self.opponent(player)];
                    change = change.larger(self.file::<G>(waiting, &block, columns));
                }
            }
        }
        change
    }

    /// Writes the values that looking ahead by one roll from `from` gives.
    pub(super) fn look_ahead<G: Goal<F>>(
        &mut self,
        from: &Tables<F>,
        to: &mut Tables<F>,
        goal: &G,
    ) {
        for (rows, columns) in PARTS.into_iter().flatten() {
            for start in rows.clone().step_by(BLOCK) {
                let block = start..rows.end.min(start + BLOCK);
                for player in 0..self.sides.len() {
                    let bonus = &mut to.bonus[player];
                    self.bonus_roll(goal, player, &from.waiting[player], bonus, &block, columns);
                    self.first_roll(goal, player, &from.bonus[player], &block, columns);
                    self.file::<G>(&mut to.waiting[self.opponent(player)], &block, columns);
                }
            }
        }
    }

    const fn opponent(&self, player: usize) -> usize {
        self.sides.len() - 1 - player
    }

    /// Renews every value before a bonus roll, from those of waiting players.
    pub(super) fn renew_bonus<G: Goal<F>>(&mut self, tables: &mut Tables<F>, goal: &G) {
        for start in (0..PAIRS).step_by(BLOCK) {
            let block = start..PAIRS.min(start + BLOCK);
            for player in 0..self.sides.len() {
                let bonus = &mut tables.bonus[player];
                let columns = 0..PAIRS;
                self.bonus_roll(
                    goal,
                    player,
                    &tables.waiting[player],
                    bonus,
                    &block,
                    &columns,
                );
            }
        }
    }

    /// Computes the values before the player's bonus roll for the rows of a
    /// block, and leaves in the block the sum over the rolls 1 to 5, which both
    /// phases have in common.
    fn bonus_roll<G: Goal<F>>(
        &mut self,
        goal: &G,
        player: usize,
        waiting: &[F],
        bonus: &mut [F],
        rows: &Range<usize>,
        columns: &Range<usize>,
    ) {
        let (board, side) = (self.board, self.sides[player]);
        self.block.resize(BLOCK * PAIRS, F::ZERO);
        let block = &mut self.block[..rows.len() * PAIRS];
        let bonus = &mut bonus[rows.start * PAIRS..rows.end * PAIRS];
        parallel::rows_of_two((block, bonus), PAIRS, |number, sum, bonus| {
            let rank = rows.start + number;
            if rank == FINISHED {
                return;
            }
            vectorised(
                #[inline(always)]
                || {
                    let out = (&mut sum[columns.clone()], &mut bonus[columns.clone()]);
                    let choices = board.choices(side, rank);
                    let choose = Roll::ONE_TO_SIX.map(|roll| G::chooser(roll));
                    let hints = goal.hints(player, rank);
                    after_six_rolls(out, columns, board, choices, waiting, hints, &choose);
                    let gain = goal.gain(player, Bonus::Yes, rank);
                    for (column, bonus) in columns.clone().zip(&mut bonus[columns.clone()]) {
                        *bonus = *bonus / F::SIX + gain(column);
                    }
                },
            );
        });
    }

    /// Makes of the sums in the block the values before the player's first roll.
    fn first_roll<G: Goal<F>>(
        &mut self,
        goal: &G,
        player: usize,
        bonus: &[F],
        rows: &Range<usize>,
        columns: &Range<usize>,
    ) {
        let (board, side) = (self.board, self.sides[player]);
        let block = &mut self.block[..rows.len() * PAIRS];
        parallel::rows(block, PAIRS, |number, sum| {
            let rank = rows.start + number;
            vectorised(
                #[inline(always)]
                || {
                    let sum = &mut sum[columns.clone()];
                    let six = board.choices(side, rank)[5];
                    let choose = G::chooser(Roll::FirstSix);
                    let hints = goal.hints(player, rank);
                    add_after_roll(sum, columns, board, six, bonus, hints, choose);
                    let gain = goal.gain(player, Bonus::No, rank);
                    for (column, sum) in columns.clone().zip(sum) {
                        *sum = *sum / F::SIX + gain(column);
                    }
                },
            );
        });
    }

    /// Files the block's values with the opponent, whose rows are the block's
    /// columns, as what he has while he waits; by how much the most changed.
    fn file<G: Goal<F>>(
        &self,
        waiting: &mut [F],
        rows: &Range<usize>,
        columns: &Range<usize>,
    ) -> F {
        let block = &self.block;
        let opponents = &mut waiting[columns.start * PAIRS..columns.end * PAIRS];
        let mut changes = vec![F::ZERO; columns.len().div_ceil(TILE)];
        let mut tasks: Vec<_> = opponents
            .chunks_mut(TILE * PAIRS)
            .zip(&mut changes)
            .collect();
        parallel::rows(&mut tasks, 1, |number, task| {
            let (opponents, change) = &mut task[0];
            let start = columns.start + number * TILE;
            **change = vectorised(
                #[inline(always)]
                || file_tile::<F, G>(block, start, opponents, rows),
            );
        });
        changes.into_iter().fold(F::ZERO, F::larger)
    }
}

/// Turns as many columns of a block as there are rows of the opponent's, from
/// `start` on, and files them there; by how much the most changed.
#[inline(always)]
fn file_tile<F: Real, G: Goal<F>>(
    block: &[F],
    start: usize,
    opponents: &mut [F],
    rows: &Range<usize>,
) -> F {
    let mut turned = [[F::ZERO; BLOCK]; TILE];
    let height = opponents.len() / PAIRS;
    for (number, values) in block.chunks_exact(PAIRS).enumerate() {
        let values = &values[start..start + height];
        for (turned, &value) in turned.iter_mut().zip(values) {
            turned[number] = G::to_the_other(value);
        }
    }
    // One largest change a place, so that places need not wait for each other.
    let mut changes = [F::ZERO; BLOCK];
    for (row, turned) in opponents.chunks_exact_mut(PAIRS).zip(&turned) {
        let row = &mut row[rows.clone()];
        let places = row.iter_mut().zip(turned).zip(&mut changes);
        for ((old, &new), change) in places {
            *change = change.larger(new.distance(*old));
            *old = new;
        }
    }
    changes.into_iter().fold(F::ZERO, F::larger)
}
