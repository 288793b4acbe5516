//! The two sides and the three kinds of marbles.

use core::fmt;

/// One of the two players, by the color of their marbles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The player of the white marbles.
    White,
    /// The player of the black marbles.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// 0 for White, 1 for Black.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// The letter of the side's marbles: `W` or `B`.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'W',
            Self::Black => 'B',
        }
    }

    /// The side with this letter, `W` or `B`.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'W' => Some(Self::White),
            'B' => Some(Self::Black),
            _ => None,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// A marble's kind. Rules: K-1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Marble {
    /// One of White's eight marbles.
    White,
    /// One of Black's eight marbles.
    Black,
    /// One of the thirteen neutral marbles.
    Red,
}

impl Marble {
    /// The three kinds: white, black, red.
    pub const ALL: [Self; 3] = [Self::White, Self::Black, Self::Red];

    /// The number of marbles of the kind at the start: 8, 8 or 13. Rules: K-1.
    pub const fn at_start(self) -> u8 {
        match self {
            Self::White | Self::Black => 8,
            Self::Red => 13,
        }
    }

    /// `W`, `B` or `R`.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'W',
            Self::Black => 'B',
            Self::Red => 'R',
        }
    }
}

impl fmt::Display for Marble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "white",
            Self::Black => "black",
            Self::Red => "red",
        })
    }
}

impl From<Side> for Marble {
    fn from(side: Side) -> Self {
        match side {
            Side::White => Self::White,
            Side::Black => Self::Black,
        }
    }
}
