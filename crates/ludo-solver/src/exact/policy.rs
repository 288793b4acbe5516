//! Ways of choosing, as tables that say what to do in every position.

use super::board::Board;
use super::numbering::PAIRS;
use super::rows::compare;
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
    let sides: Vec<usize> = (0..values.seating().sides()).collect();
    let mut tables = Tables::new::<Win>(sides.len(), 0.0);
    tables.waiting = values.exact();
    Sweeper::new(board, &sides).renew_bonus(&mut tables, &Win);
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
    sides.iter().map(|&side| of_side(side)).collect()
}
