//! The four seats and sets of them.

use core::error::Error;
use core::fmt;
use core::str::FromStr;

/// A place at the board. Seats follow each other clockwise: A, B, C, D.
///
/// Rules: L-1 (the seats), L-4 (their stretch of the ring).
///
/// ```
/// use ludo_rules::Seat;
///
/// assert_eq!(Seat::B.start(), 15);
/// assert_eq!(Seat::B.last_ring_space(), 8);
/// assert_eq!(Seat::D.next(), Seat::A);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Seat {
    /// Top left; starts on space 1.
    A,
    /// Top right; starts on space 15.
    B,
    /// Bottom right; starts on space 29.
    C,
    /// Bottom left; starts on space 43.
    D,
}

impl Seat {
    /// Every seat, clockwise from A.
    pub const ALL: [Self; 4] = [Self::A, Self::B, Self::C, Self::D];

    /// 0 for A to 3 for D.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seat's letter, upper case.
    pub const fn letter(self) -> char {
        match self {
            Self::A => 'A',
            Self::B => 'B',
            Self::C => 'C',
            Self::D => 'D',
        }
    }

    /// The seat with this upper-case letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'A' => Some(Self::A),
            'B' => Some(Self::B),
            'C' => Some(Self::C),
            'D' => Some(Self::D),
            _ => None,
        }
    }

    /// The ring space of the seat's step 1. Rules: L-4.
    pub const fn start(self) -> u8 {
        14 * self as u8 + 1
    }

    /// The ring space of the seat's step 50, before its home squares. Rules: L-4.
    pub const fn last_ring_space(self) -> u8 {
        (self.start() + 48) % 56 + 1
    }

    /// The next seat clockwise, taken or not. Rules: L-1.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::C,
            Self::C => Self::D,
            Self::D => Self::A,
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}

impl FromStr for Seat {
    type Err = SeatError;

    fn from_str(value: &str) -> Result<Self, SeatError> {
        let mut letters = value.chars();
        letters
            .next()
            .and_then(Self::from_letter)
            .filter(|_| letters.next().is_none())
            .ok_or_else(|| SeatError {
                value: value.to_owned(),
            })
    }
}

/// A set of seats, in clockwise order from A.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SeatSet {
    /// Bit n is the seat of index n; the upper four bits are 0.
    bits: u8,
}

impl SeatSet {
    /// The empty set.
    pub const fn new() -> Self {
        Self { bits: 0 }
    }

    /// Whether the seat is in the set.
    pub const fn contains(self, seat: Seat) -> bool {
        self.bits & (1 << seat as u8) != 0
    }

    /// Adds the seat; `false` if it was there already.
    pub const fn insert(&mut self, seat: Seat) -> bool {
        let is_new = !self.contains(seat);
        self.bits |= 1 << seat as u8;
        is_new
    }

    /// The number of seats, 0 to 4.
    pub const fn len(self) -> usize {
        self.bits.count_ones() as usize
    }

    /// Whether there is no seat in the set.
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// The seats, clockwise from A.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        Seat::ALL
            .into_iter()
            .filter(move |&seat| self.contains(seat))
    }

    /// The set without this seat.
    pub(crate) const fn without(self, seat: Seat) -> Self {
        Self {
            bits: self.bits & !(1 << seat as u8),
        }
    }

    pub(crate) const fn bits(self) -> u8 {
        self.bits
    }

    /// The set with the lowest four of these bits.
    pub(crate) const fn from_bits(bits: u64) -> Self {
        Self {
            bits: (bits & 15) as u8,
        }
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = Self::new();
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

impl fmt::Display for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, seat) in self.iter().enumerate() {
            if place > 0 {
                f.write_str(",")?;
            }
            seat.fmt(f)?;
        }
        Ok(())
    }
}

/// A text that is no seat. Rules: L-1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SeatError {
    /// The text given.
    pub value: String,
}

impl SeatError {
    /// The rule broken.
    pub const fn rule(&self) -> &'static str {
        "L-1"
    }
}

impl fmt::Display for SeatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { value } = self;
        write!(f, "{value:?} is no seat; the seats are A, B, C and D")
    }
}

impl Error for SeatError {}
