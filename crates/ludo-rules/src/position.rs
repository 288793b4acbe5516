//! The live game's position: everything that play depends on, as one value.

use core::ops::Deref;

use crate::geometry::Roll;
use crate::seat::{Seat, SeatSet};
use crate::setup_error::{SetupError, SetupErrors};
use crate::tokens::Tokens;

/// The first or the bonus roll of a turn. Rules: L-13.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RollKind {
    /// The roll that every turn begins with.
    First,
    /// The second roll that a first 6 gives.
    Bonus,
}

/// What the game waits for. Rules: L-29.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Phase {
    /// A roll is due.
    ToRoll(RollKind),
    /// A choice is due for the roll in hand.
    ToChoose(RollKind, Roll),
    /// Nothing: every place is taken.
    Over,
}

/// The seats that have a place, the winner first; it dereferences to a slice.
///
/// Rules: L-12, L-30. Prints as `CA`, or `-` while no seat has finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FinishingOrder {
    /// The first `len` count; the rest are A, so that equal orders are equal values.
    seats: [Seat; 4],
    len: u8,
}

impl FinishingOrder {
    pub(crate) const NOBODY: Self = Self {
        seats: [Seat::A; 4],
        len: 0,
    };

    /// Gives the seat the next place. A seat takes one place only, so that
    /// four are always enough.
    pub(crate) fn push(&mut self, seat: Seat) {
        if !self.contains(&seat) {
            self.seats[usize::from(self.len)] = seat;
            self.len += 1;
        }
    }

    /// The number of places taken, which is also the last one taken.
    pub(crate) const fn last_place(self) -> u8 {
        self.len
    }

    /// The seats, the winner first.
    pub fn as_slice(&self) -> &[Seat] {
        &self.seats[..usize::from(self.len)]
    }
}

impl FromIterator<Seat> for FinishingOrder {
    /// The seats in the order of their places; one that comes again is passed over.
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut order = Self::NOBODY;
        seats.into_iter().for_each(|seat| order.push(seat));
        order
    }
}

impl Deref for FinishingOrder {
    type Target = [Seat];

    fn deref(&self) -> &[Seat] {
        self.as_slice()
    }
}

/// A position of the live game; always a valid one.
///
/// It is a small value to copy, compare and hash. Only a checked set-up and
/// play make one. It prints, and is read, as one line: the tokens of each
/// seat, the seat to act, the phase, the finishers.
///
/// ```
/// use ludo_rules::{Move, Position, Roll, Seat};
///
/// let mut position = Position::new(&[Seat::A, Seat::C])?;
/// position.apply_roll(Roll::SIX)?;
/// assert_eq!(position.legal_moves().as_slice(), [Move::P, Move::Q]);
/// position.play(Move::P)?;
/// assert_eq!(position.to_string(), "AR.H/CH.H A + -");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) tokens: Tokens,
    /// `None` exactly when the phase is [`Phase::Over`].
    pub(crate) to_act: Option<Seat>,
    pub(crate) phase: Phase,
    pub(crate) finished: FinishingOrder,
}

impl Position {
    /// The start of a game among these seats; the one named first begins.
    ///
    /// Rules: L-1 (2 to 4 distinct seats), L-2 (all tokens in the yard), L-28.
    ///
    /// # Errors
    /// [`SetupErrors`] with every reason why the seats cannot play.
    pub fn new(players: &[Seat]) -> Result<Self, SetupErrors> {
        let mut seats = SeatSet::new();
        let mut reasons: Vec<SetupError> = players
            .iter()
            .filter(|&&seat| !seats.insert(seat))
            .map(|&seat| SetupError::RepeatedSeat { seat })
            .collect();
        match Tokens::new(seats) {
            Ok(tokens) if reasons.is_empty() => Ok(Self {
                tokens,
                to_act: players.first().copied(),
                phase: Phase::ToRoll(RollKind::First),
                finished: FinishingOrder::NOBODY,
            }),
            Ok(_) => Err(SetupErrors(reasons)),
            Err(SetupErrors(more)) => {
                reasons.extend(more);
                Err(SetupErrors(reasons))
            }
        }
    }

    /// The seated players' tokens.
    pub const fn tokens(&self) -> &Tokens {
        &self.tokens
    }

    /// The seat to roll or choose; `None` after the end.
    pub const fn to_act(&self) -> Option<Seat> {
        self.to_act
    }

    /// What the game waits for.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The roll for which a choice is due.
    pub const fn roll_in_hand(&self) -> Option<Roll> {
        match self.phase {
            Phase::ToChoose(_, roll) => Some(roll),
            Phase::ToRoll(_) | Phase::Over => None,
        }
    }

    /// The seats that have a place, the winner first; all of them after the end.
    pub const fn finishing_order(&self) -> FinishingOrder {
        self.finished
    }

    /// Whether every place is taken. Rules: L-30.
    pub const fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over)
    }

    /// The winner, as soon as there is one. Rules: L-12.
    pub fn winner(&self) -> Option<Seat> {
        self.finished.first().copied()
    }

    /// The seat's place, 1 for the winner; `None` while it has none. Rules: L-30.
    pub fn place(&self, seat: Seat) -> Option<u8> {
        (1..)
            .zip(self.finished.iter())
            .find_map(|(place, &placed)| (placed == seat).then_some(place))
    }
}
