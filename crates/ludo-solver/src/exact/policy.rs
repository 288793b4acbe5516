//! Ways of choosing, as tables that say what to do in every position.

use ludo_rules::{Move, Tokens, priority};

use super::board::Board;
use super::numbering::{self, PAIRS};
use super::rows::compare;
use super::seating::Seating;
use super::solve::Win;
use super::sweep::{Roll, Sweeper, Tables};
use super::values::Values;
use crate::parallel;

/// For each position which choices are nearly best: bit [`Roll::index`] for
/// moving `p`, eight bits above it for moving `q`. Rows by the player's pair,
/// columns by the opponent's, one table a side.
pub(super) type NearlyBest = Vec<Vec<u16>>;

/// Which choices are within `tolerance` of the best.
pub(super) fn nearly_best(board: &Board, values: &Values, tolerance: f64) -> NearlyBest {
    let tables = with_bonus(board, values);
    let of_side = |side: usize| {
        let mut table = vec![0; PAIRS * PAIRS];
        parallel::rows(&mut table, PAIRS, |rank, row| {
            for roll in Roll::ALL {
                let table = match roll {
                    Roll::FirstSix => &tables.bonus[side],
                    Roll::Plain(_) | Roll::SecondSix => &tables.waiting[side],
                };
                let choices = board.choices(side, rank)[roll.die()];
                compare(row, board, choices, table, |marks, p, q| {
                    let best = [p >= q - tolerance, q >= p - tolerance].map(u16::from);
                    *marks |= (best[0] | best[1] << 8) << roll.index();
                });
            }
        });
        table
    };
    (0..values.seating().sides()).map(of_side).collect()
}

/// The values with those before a bonus roll.
pub(super) fn with_bonus(board: &Board, values: &Values) -> Tables<f64> {
    let sides: Vec<usize> = (0..values.seating().sides()).collect();
    let mut tables = Tables::new::<Win>(sides.len(), 0.0);
    tables.waiting = values.exact();
    Sweeper::new(board, &sides).renew_bonus(&mut tables, &Win);
    tables
}

/// A way of choosing between `p` and `q` in every position of a seating.
#[derive(Clone, Debug)]
pub struct Policy {
    seating: Seating,
    /// As in [`NearlyBest`]: `p`, `q`, or either as by the toss of a coin.
    marks: Vec<Vec<u16>>,
}

/// Bits for moving `p`, and for moving `q`, with every roll.
const P: u16 = 0x007f;
const Q: u16 = P << 8;

impl Policy {
    /// Any legal choice, each as likely as the others.
    pub fn random(seating: Seating) -> Self {
        let marks = vec![vec![P | Q; PAIRS * PAIRS]; seating.sides()];
        Self { seating, marks }
    }

    /// The texts' policy. Rules: L-15 to L-18.
    pub fn priority(seating: Seating) -> Self {
        let marks = (0..seating.sides()).map(|side| {
            table(|own, other| {
                let Some(tokens) = tokens(seating, side, own, other) else {
                    return P;
                };
                Roll::ALL.into_iter().fold(0, |marks, roll| {
                    let die = ludo_rules::Roll::ALL[roll.die()];
                    let choice = priority(&tokens, seating.seats(side)[0], die).choice;
                    marks | (if choice == Move::Q { Q } else { P }) & (0x0101 << roll.index())
                })
            })
        });
        Self {
            seating,
            marks: marks.collect(),
        }
    }

    /// Best play by exact values; `p` where both choices are as good.
    pub fn optimal(values: &Values) -> Self {
        let seating = values.seating();
        let mut marks = nearly_best(&Board::new(seating), values, 0.0);
        for marks in marks.iter_mut().flatten() {
            // Where `p` is best as well, `q` is dropped.
            *marks &= !((*marks & P) << 8);
        }
        Self { seating, marks }
    }

    /// For which seating it is made.
    pub const fn seating(&self) -> Seating {
        self.seating
    }

    pub(super) fn marks(&self, side: usize) -> &[u16] {
        &self.marks[side]
    }
}

/// A table with one entry for each two ranks.
pub(super) fn table<T: Clone + Default + Send>(entry: impl Fn(usize, usize) -> T + Sync) -> Vec<T> {
    let mut table = vec![T::default(); PAIRS * PAIRS];
    parallel::rows(&mut table, PAIRS, |own, row| {
        for (other, place) in row.iter_mut().enumerate() {
            *place = entry(own, other);
        }
    });
    table
}

/// The tokens of a player of this side and his opponent, the smaller step count
/// as `p`; none where two of them would share a space, which no game comes to.
pub(super) fn tokens(seating: Seating, side: usize, own: usize, other: usize) -> Option<Tokens> {
    let [seat, opponent] = seating.seats(side);
    let steps = numbering::steps;
    Tokens::from_steps([(seat, steps(own)), (opponent, steps(other))]).ok()
}
