//! The value function of a seating.
//!
//! A *pair* is the step counts of a player's two tokens, numbered by [`PairIndex`]. A *side* of a
//! seating is the view of one player: in opposite seats both players have the same view, in
//! adjacent seats there are two.
//!
//! Values are stored as in their [file](super::file), so that a mapped file is read in place.

#[cfg(feature = "files")]
use std::sync::Arc;

use ludo_rules::{Move, PairIndex, Phase, Position, RollKind, Seat};
#[cfg(feature = "files")]
use parlor_map::FileMap;

use super::block_matrix::BlockMatrix;
use super::numbering::{self, PAIRS};
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
    precision: Precision,
    tables: Tables,
}

/// The form of a value, which is a chance from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Precision {
    /// A binary64.
    Exact,
    /// Steps of 1/65535, in 16 bits.
    Quantized,
}

impl Precision {
    /// The number of bytes of a value.
    pub(super) const fn bytes(self) -> usize {
        match self {
            Self::Exact => size_of::<f64>(),
            Self::Quantized => size_of::<u16>(),
        }
    }
}

/// By side, the chance of winning of a waiting player, whose opponent is about to make a first
/// roll: rows by the own pair, columns by the opponent's, little-endian.
#[derive(Clone, Debug)]
pub(super) enum Tables {
    /// In memory of this process.
    Owned(Vec<u8>),
    /// In a file, which other processes share.
    #[cfg(feature = "files")]
    Mapped {
        file: Arc<FileMap>,
        /// Where they are in the file.
        place: core::ops::Range<usize>,
    },
}

impl Tables {
    pub(super) fn bytes(&self) -> &[u8] {
        match self {
            Self::Owned(bytes) => bytes,
            #[cfg(feature = "files")]
            Self::Mapped { file, place } => &file[place.clone()],
        }
    }

    /// The bytes of one value, by its number.
    fn value<const BYTES: usize>(&self, number: usize) -> [u8; BYTES] {
        let bytes = self.bytes()[number * BYTES..].first_chunk();
        *bytes.expect("the tables have a value for each two pairs")
    }
}

impl Values {
    pub(super) const fn new(seating: Seating, precision: Precision, tables: Tables) -> Self {
        Self {
            seating,
            precision,
            tables,
        }
    }

    /// The values of each side as they were solved.
    pub(super) fn from_block_matrices(seating: Seating, sides: Vec<BlockMatrix<f64>>) -> Self {
        const ROW: usize = PAIRS * Precision::Exact.bytes();
        let mut bytes = vec![0; sides.len() * PAIRS * ROW];
        for (side, rows) in sides.into_iter().zip(bytes.chunks_exact_mut(PAIRS * ROW)) {
            let table = side.to_rows();
            // Before the next one: together they are hundreds of megabytes.
            drop(side);
            parallel::for_each_row(rows, ROW, |own, row| {
                let from = &table[numbering::rank_of(own) * PAIRS..][..PAIRS];
                let values = row.as_chunks_mut().0.iter_mut();
                for (other, value) in values.enumerate() {
                    *value = from[numbering::rank_of(other)].to_le_bytes();
                }
            });
        }
        Self::new(seating, Precision::Exact, Tables::Owned(bytes))
    }

    pub(super) const fn precision(&self) -> Precision {
        self.precision
    }

    pub(super) const fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The chance of a player who waits, by side and the indices of the own and the other's pair.
    fn waiting(&self, side: usize, own: usize, other: usize) -> f64 {
        let number = (side * PAIRS + own) * PAIRS + other;
        match self.precision {
            Precision::Exact => f64::from_le_bytes(self.tables.value(number)),
            Precision::Quantized => {
                f64::from(u16::from_le_bytes(self.tables.value(number))) / f64::from(u16::MAX)
            }
        }
    }

    /// The values of each side as a block matrix.
    pub(super) fn to_block_matrices(&self) -> Vec<BlockMatrix<f64>> {
        let to_block_matrix = |side: usize| {
            BlockMatrix::new(|own, other| {
                self.waiting(side, numbering::pair_at(own), numbering::pair_at(other))
            })
        };
        (0..self.seating.sides()).map(to_block_matrix).collect()
    }

    /// The values in the order of a file: by side, by the waiting player's pair, by the opponent's
    /// ([`PairIndex`]).
    pub fn to_array(&self) -> Vec<f64> {
        let mut array = vec![0.0; self.states()];
        parallel::for_each_row(&mut array, PAIRS, |number, row| {
            for (other, value) in row.iter_mut().enumerate() {
                *value = self.waiting(number / PAIRS, number % PAIRS, other);
            }
        });
        array
    }

    /// Whether the values are as they were solved, not [quantized](Values::quantized).
    pub const fn is_exact(&self) -> bool {
        matches!(self.precision, Precision::Exact)
    }

    /// Whether the values are read in a file that other processes share, not in memory of this one.
    pub const fn is_mapped(&self) -> bool {
        !matches!(self.tables, Tables::Owned(_))
    }

    /// The seating.
    pub const fn seating(&self) -> Seating {
        self.seating
    }

    /// The number of positions before a first roll: pairs of the two players' step
    /// counts.
    pub fn states(&self) -> usize {
        self.seating.sides() * PAIRS * PAIRS
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
        let pair = |seat| {
            let steps = position.tokens().steps(seat);
            steps.map_or(PairIndex::FINISHED, |[p, q]| PairIndex::of(p, q))
        };
        let side = self.seating.side(players.seat, players.opponent);
        self.waiting(
            side,
            pair(players.seat).index(),
            pair(players.opponent).index(),
        )
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
