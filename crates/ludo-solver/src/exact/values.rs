//! The value function of a seating.
//!
//! A *pair* is the step counts of a player's two tokens, and its *rank* the index
//! that [`numbering`] gives it. A *side* of a seating is the view of one player: in
//! opposite seats both players have the same view, in adjacent seats there are two.

use ludo_rules::{Move, Phase, Position, RollKind, Seat};

use super::block_matrix::BlockMatrix;
use super::numbering::{self, FINISHED, PAIRS};
use super::seating::Seating;
use crate::parallel;

/// The exact chance of winning in every position of a seating under optimal play.
///
/// "Winning" is finishing before the other. With three or four players the values
/// apply as soon as two are left: they are then the chance of taking the better of
/// the two places.
///
/// Rules: L-1 to L-14, L-27 to L-30, for two players.
#[derive(Clone, Debug)]
pub struct Values {
    seating: Seating,
    /// By side, the chance of winning of a waiting player, whose opponent is about to
    /// make a first roll: rows by the own pair's rank, columns by the opponent's.
    waiting: Vec<ValueArray>,
}

/// The values of a side, from 0 to 1: one for each two ranks of pairs.
#[derive(Clone, Debug)]
pub(super) enum ValueArray {
    /// In double precision.
    Exact(Vec<f64>),
    /// In steps of 1/65535.
    Quantized(Vec<u16>),
}

impl ValueArray {
    /// The value for the ranks of the own and the other's pair.
    pub(super) fn at(&self, own: usize, other: usize) -> f64 {
        let place = own * PAIRS + other;
        match self {
            Self::Exact(values) => values[place],
            Self::Quantized(values) => f64::from(values[place]) / f64::from(u16::MAX),
        }
    }
}

impl Values {
    pub(super) const fn new(seating: Seating, waiting: Vec<ValueArray>) -> Self {
        Self { seating, waiting }
    }

    pub(super) fn waiting(&self) -> &[ValueArray] {
        &self.waiting
    }

    /// The values of each side as a block matrix.
    pub(super) fn to_block_matrices(&self) -> Vec<BlockMatrix<f64>> {
        let to_block_matrix =
            |table: &ValueArray| BlockMatrix::new(|own, other| table.at(own, other));
        self.waiting.iter().map(to_block_matrix).collect()
    }

    /// The values in the order of a file: by side, by the waiting player's pair, by the opponent's
    /// ([`PairIndex`](ludo_rules::PairIndex)).
    pub fn to_array(&self) -> Vec<f64> {
        let mut array = vec![0.0; self.states()];
        parallel::for_each_row(&mut array, PAIRS, |number, row| {
            let table = &self.waiting[number / PAIRS];
            let own = numbering::rank_of(number % PAIRS);
            for (other, value) in row.iter_mut().enumerate() {
                *value = table.at(own, numbering::rank_of(other));
            }
        });
        array
    }

    /// Whether the values are as they were solved, not [quantized](Values::quantized).
    pub fn is_exact(&self) -> bool {
        let is_exact = |table: &ValueArray| matches!(table, ValueArray::Exact(_));
        self.waiting.iter().all(is_exact)
    }

    /// The seating.
    pub const fn seating(&self) -> Seating {
        self.seating
    }

    /// The number of positions before a first roll: pairs of the two players' step
    /// counts.
    pub fn states(&self) -> usize {
        self.waiting.len() * PAIRS * PAIRS
    }

    /// The first player's chance of winning; `None` if these seats are not of this
    /// seating.
    pub fn first_player(&self, seats: [Seat; 2]) -> Option<f64> {
        self.of(&Position::new(&seats).ok()?)
    }

    /// The chance of winning of the player to act, before a roll or a choice; `None`
    /// unless exactly two players are left, in this seating.
    pub fn of(&self, position: &Position) -> Option<f64> {
        let players = self.players(position)?;
        match position.phase() {
            Phase::ToRoll(RollKind::First) => {
                Some(1.0 - self.waiting_value(players.swapped(), position))
            }
            Phase::ToRoll(RollKind::Bonus) => {
                let mut sum = 0.0;
                for roll in ludo_rules::Roll::ALL {
                    let mut rolled = *position;
                    rolled.apply_roll(roll).ok()?;
                    sum += self.best_value(players, &rolled)?;
                }
                Some(sum / 6.0)
            }
            Phase::ToChoose(..) => self.best_value(players, position),
            Phase::Over => None,
        }
    }

    /// Every legal choice for the roll in hand and the chance of winning after it, in
    /// the order of the legal moves; `None` unless a choice is due and exactly two
    /// players are left, in this seating.
    pub fn choices(&self, position: &Position) -> Option<Vec<(Move, f64)>> {
        let players = self.players(position)?;
        position.roll_in_hand()?;
        Some(self.choice_values(players, position).collect())
    }

    /// The best choice for the roll in hand, the first of equals; `None` as in
    /// [`Values::choices`].
    pub fn best_move(&self, position: &Position) -> Option<Move> {
        let choices = self.choices(position)?.into_iter();
        let best = choices.reduce(|best, other| if best.1 < other.1 { other } else { best });
        best.map(|(choice, _)| choice)
    }

    fn best_value(&self, players: Pairing, position: &Position) -> Option<f64> {
        self.choice_values(players, position)
            .map(|(_, value)| value)
            .reduce(f64::max)
    }

    fn choice_values(
        &self,
        players: Pairing,
        position: &Position,
    ) -> impl Iterator<Item = (Move, f64)> {
        let position = *position;
        position.legal_moves().iter().map(move |choice| {
            let mut after = position;
            after.play(choice).expect("it is one of the legal moves");
            let value = match after.to_act() {
                // Two were left, so it is the mover who has finished.
                None => 1.0,
                Some(seat) if seat == players.seat => {
                    self.of(&after).expect("the same two are left")
                }
                Some(_) => self.waiting_value(players, &after),
            };
            (choice, value)
        })
    }

    /// The chance of a player while the opponent is about to make a first roll.
    fn waiting_value(&self, players: Pairing, position: &Position) -> f64 {
        let rank = |seat| {
            position
                .tokens()
                .steps(seat)
                .map_or(FINISHED, numbering::rank)
        };
        let side = self.seating.side(players.seat, players.opponent);
        self.waiting[side].at(rank(players.seat), rank(players.opponent))
    }

    /// The player to act and the only other one left.
    fn players(&self, position: &Position) -> Option<Pairing> {
        let seat = position.to_act()?;
        let tokens = position.tokens();
        let left = tokens
            .seats()
            .iter()
            .filter(|&other| !tokens.has_finished(other));
        let mut others = left.filter(|&other| other != seat);
        let opponent = others.next()?;
        let is_seating = Seating::of([seat, opponent]) == Some(self.seating);
        (others.next().is_none() && is_seating).then_some(Pairing { seat, opponent })
    }
}

/// A player and the opponent.
#[derive(Clone, Copy, Debug)]
struct Pairing {
    seat: Seat,
    opponent: Seat,
}

impl Pairing {
    const fn swapped(self) -> Self {
        Self {
            seat: self.opponent,
            opponent: self.seat,
        }
    }
}
