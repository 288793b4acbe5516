//! The choices that a player has for a roll.

use core::fmt;

use crate::geometry::{Roll, Token};
use crate::seat::Seat;

/// A choice for a roll. Rules: L-27.
///
/// It prints as `p`, `q`, `pq` or `-`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// Move token `p`.
    P,
    /// Move token `q`.
    Q,
    /// Move both tokens of the stack as one.
    Stack,
    /// Move nothing, because nothing can move.
    Pass,
}

impl Move {
    /// All four choices.
    pub const ALL: [Self; 4] = [Self::P, Self::Q, Self::Stack, Self::Pass];

    /// The tokens that the choice moves, `p` first.
    pub const fn tokens(self) -> &'static [Token] {
        match self {
            Self::P => &[Token::P],
            Self::Q => &[Token::Q],
            Self::Stack => &[Token::P, Token::Q],
            Self::Pass => &[],
        }
    }
}

impl From<Token> for Move {
    fn from(token: Token) -> Self {
        match token {
            Token::P => Self::P,
            Token::Q => Self::Q,
        }
    }
}

/// A roll and the choice for it, as records write it: `A6p`, `C3pq`, `D2-`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Action {
    /// The seat that rolls.
    pub seat: Seat,
    /// The roll.
    pub roll: Roll,
    /// The choice.
    pub choice: Move,
}

/// The choices for one roll, in the order `p`, `q`. Rules: L-27.
///
/// At most two: `p` and `q`, or the stack alone, or the pass alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Moves {
    /// One of six lists, so borrowing costs nothing.
    list: &'static [Move],
}

impl Moves {
    pub(crate) const NONE: Self = Self { list: &[] };
    pub(crate) const PASS: Self = Self {
        list: &[Move::Pass],
    };
    pub(crate) const STACK: Self = Self {
        list: &[Move::Stack],
    };
    pub(crate) const P: Self = Self { list: &[Move::P] };
    pub(crate) const Q: Self = Self { list: &[Move::Q] };
    pub(crate) const P_AND_Q: Self = Self {
        list: &[Move::P, Move::Q],
    };

    /// The number of choices, 0 to 2.
    pub const fn len(self) -> usize {
        self.list.len()
    }

    /// Whether there is no choice: a roll is due, or the game is over.
    pub const fn is_empty(self) -> bool {
        self.list.is_empty()
    }

    /// Whether the choice is legal.
    pub fn contains(self, choice: Move) -> bool {
        self.list.contains(&choice)
    }

    /// The choices as a slice.
    pub const fn as_slice(self) -> &'static [Move] {
        self.list
    }

    /// The choices one by one.
    pub fn iter(self) -> core::iter::Copied<core::slice::Iter<'static, Move>> {
        self.list.iter().copied()
    }
}

impl IntoIterator for Moves {
    type Item = Move;
    type IntoIter = core::iter::Copied<core::slice::Iter<'static, Move>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.list.fmt(f)
    }
}
