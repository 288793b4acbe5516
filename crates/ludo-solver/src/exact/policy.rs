//! Ways of choosing, as tables that say what to do in every position.

use ludo_rules::{Move, Tokens, priority};

use super::board::Board;
use super::decision::Decision;
use super::known::Known;
use super::meeting::Stand;
use super::numbering;
use super::rows::{each_kicked, vectorised};
use super::seating::Seating;
use super::solve::Win;
use super::sweep::Sweeper;
use super::tiles::{Tile, Tiled};
use super::values::Values;

/// For each position which choices are nearly best: bit [`Decision::index`] for
/// moving `p`, eight bits above it for moving `q`; one table a side.
pub(super) type NearlyBest = Vec<Tiled<u16>>;

/// Which choices are within `tolerance` of the best.
pub(super) fn nearly_best(board: &Board, tables: &Known, tolerance: f64) -> NearlyBest {
    let marks = |p: f64, q: f64| {
        let best = [p >= q - tolerance, q >= p - tolerance].map(u16::from);
        best[0] | best[1] << 8
    };
    let of_tile = |stand: Stand, tile: &mut Tile<u16>| {
        let first_rank = numbering::groups()[stand.own].ranks.start;
        let width = tile.width();
        for decision in Decision::ALL {
            let after = tables.after(board, stand, decision);
            for run in board.runs(stand.side, stand.own) {
                let first = board.choices(stand.side, first_rank + run.start)[decision.face()];
                let way = after.way(first, run.len());
                let places = &mut tile.lanes_mut()[run.start * width..run.end * width];
                for ((place, p), q) in places.iter_mut().zip(way.p).zip(way.q) {
                    for ((place, &p), &q) in place.iter_mut().zip(p).zip(q) {
                        *place |= marks(p, q) << decision.index();
                    }
                }
                for (number, index) in run.clone().enumerate() {
                    let row = number * width..(number + 1) * width;
                    let choices = board.choices(stand.side, first_rank + index)[decision.face()];
                    let places = places[row.clone()].as_flattened_mut();
                    each_kicked(way.row(row), after.kicking(choices), |index, [p, q]| {
                        let place = &mut places[usize::from(index)];
                        *place &= !(0x0101 << decision.index());
                        *place |= marks(p, q) << decision.index();
                    });
                }
            }
        }
    };
    let of_side = |side: usize| {
        Tiled::by_tile(|own, other, tile| {
            let stand = Stand {
                player: side,
                side,
                own,
                other,
            };
            vectorised(
                #[inline(always)]
                || of_tile(stand, tile),
            );
        })
    };
    (0..tables.waiting.len()).map(of_side).collect()
}

/// The tables that these values come from.
pub(super) fn tables(board: &Board, values: &Values) -> Known {
    let sides: Vec<usize> = (0..values.seating().sides()).collect();
    let mut tables = Known::of(values.tiled());
    Sweeper::new(board, &sides).renew_bonus(&mut tables, &Win);
    tables
}

/// A way of choosing between `p` and `q` in every position of a seating.
#[derive(Clone, Debug)]
pub struct Policy {
    seating: Seating,
    /// As in [`NearlyBest`]: `p`, `q`, or either as by the toss of a coin.
    marks: Vec<Tiled<u16>>,
}

/// Bits for moving `p`, and for moving `q`, with every roll.
const P: u16 = 0x007f;
const Q: u16 = P << 8;

impl Policy {
    /// Any legal choice, each as likely as the others.
    pub fn random(seating: Seating) -> Self {
        Self {
            seating,
            marks: vec![Tiled::new(|_, _| P | Q); seating.sides()],
        }
    }

    /// The texts' policy. Rules: L-15 to L-18.
    pub fn priority(seating: Seating) -> Self {
        let marks = (0..seating.sides()).map(|side| {
            Tiled::new(|own, other| {
                let Some(tokens) = tokens(seating, side, own, other) else {
                    return P;
                };
                let seat = seating.seats(side)[0];
                Decision::ALL.into_iter().fold(0, |marks, decision| {
                    let choice = priority(&tokens, seat, decision.roll()).choice;
                    let bits = if choice == Move::Q { Q } else { P };
                    marks | bits & (0x0101 << decision.index())
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
        let board = Board::new(seating);
        let best = nearly_best(&board, &tables(&board, values), 0.0);
        // Where `p` is best as well, `q` is dropped.
        let first = |best: &Tiled<u16>| best.map(|marks| marks & !((marks & P) << 8));
        Self {
            seating,
            marks: best.iter().map(first).collect(),
        }
    }

    /// For which seating it is made.
    pub const fn seating(&self) -> Seating {
        self.seating
    }

    pub(super) fn marks(&self, side: usize) -> &Tiled<u16> {
        &self.marks[side]
    }
}

/// The tokens of a player of this side and his opponent, the smaller step count
/// as `p`; none where two of them would share a space, which no game comes to.
pub(super) fn tokens(seating: Seating, side: usize, own: usize, other: usize) -> Option<Tokens> {
    let [seat, opponent] = seating.seats(side);
    let steps = numbering::steps;
    Tokens::from_steps([(seat, steps(own)), (opponent, steps(other))]).ok()
}
