//! Tokens, rolls, step counts, and the spaces of the board.

use core::error::Error;
use core::fmt;

use crate::seat::Seat;

/// One of a player's two tokens. Rules: L-2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Token {
    /// The first token, `p`.
    P,
    /// The second token, `q`.
    Q,
}

impl Token {
    /// Both tokens, `p` first.
    pub const ALL: [Self; 2] = [Self::P, Self::Q];

    /// 0 for `p`, 1 for `q`.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `p` or `q`.
    pub const fn letter(self) -> char {
        match self {
            Self::P => 'p',
            Self::Q => 'q',
        }
    }

    /// The player's other token.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::P => Self::Q,
            Self::Q => Self::P,
        }
    }

    /// The token with this lower-case letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'p' => Some(Self::P),
            'q' => Some(Self::Q),
            _ => None,
        }
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}

/// What the die shows, 1 to 6. Rules: L-5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Roll(u8);

impl Roll {
    /// Every roll, 1 first.
    pub const ALL: [Self; 6] = [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6)];

    /// The roll that brings a token out of the yard and gives a bonus roll.
    pub const SIX: Self = Self(6);

    /// The roll with this value.
    ///
    /// # Errors
    /// [`RollError`] unless the value is 1 to 6.
    pub const fn new(value: i64) -> Result<Self, RollError> {
        match value {
            1 => Ok(Self(1)),
            2 => Ok(Self(2)),
            3 => Ok(Self(3)),
            4 => Ok(Self(4)),
            5 => Ok(Self(5)),
            6 => Ok(Self(6)),
            _ => Err(RollError { value }),
        }
    }

    /// The number on the die, 1 to 6.
    pub const fn value(self) -> u8 {
        self.0
    }

    /// Whether it is a 6.
    pub const fn is_six(self) -> bool {
        self.0 == 6
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A token's step count, −1 to 57: the whole of where it is.
///
/// Rules: L-3. −1 is the home yard, 0 ready-to-go, 1–50 the ring, 51–56 the
/// player's home squares, 57 the end.
///
/// ```
/// use ludo_rules::{Roll, Seat, Step};
///
/// let step = Step::new(55)?;
/// assert_eq!(step.space(Seat::A).to_string(), "A5");
/// // Five steps from A5: two forward to the end, three back.
/// assert_eq!(step.after(Roll::new(5)?), Some(Step::new(54)?));
/// assert_eq!(Step::YARD.after(Roll::new(5)?), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step(i8);

impl Step {
    /// In the home yard, −1.
    pub const YARD: Self = Self(-1);
    /// Ready to go, 0.
    pub const READY: Self = Self(0);
    /// On the end, 57.
    pub const FINISHED: Self = Self(57);

    /// The last step on the ring.
    const LAST_ON_RING: i8 = 50;

    /// The step with this count.
    ///
    /// # Errors
    /// [`StepError`] unless the count is −1 to 57.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the range is checked in the same line"
    )]
    pub const fn new(value: i64) -> Result<Self, StepError> {
        if value >= -1 && value <= 57 {
            Ok(Self(value as i8))
        } else {
            Err(StepError { value })
        }
    }

    /// The count, −1 to 57.
    pub const fn value(self) -> i8 {
        self.0
    }

    /// Whether the token is in the home yard.
    pub const fn is_in_yard(self) -> bool {
        self.0 == Self::YARD.0
    }

    /// Whether the token is ready to go.
    pub const fn is_ready(self) -> bool {
        self.0 == Self::READY.0
    }

    /// Whether the token is on the shared ring, steps 1 to 50.
    pub const fn is_on_ring(self) -> bool {
        self.0 > Self::READY.0 && self.0 <= Self::LAST_ON_RING
    }

    /// Whether the token is on one of its home squares, steps 51 to 56.
    pub const fn is_on_home_square(self) -> bool {
        self.0 > Self::LAST_ON_RING && self.0 < Self::FINISHED.0
    }

    /// Whether the token is on the end.
    pub const fn is_finished(self) -> bool {
        self.0 == Self::FINISHED.0
    }

    /// Where a roll takes a token from here; `None` if it cannot move.
    ///
    /// Rules: L-5 (out of the yard only on a 6, and then to ready-to-go),
    /// L-6 (forward by the roll), L-7 (too far bounces off the end), L-8 (a
    /// finished token stays).
    #[must_use]
    #[expect(
        clippy::cast_possible_wrap,
        reason = "a roll is 1 to 6, so it fits every integer"
    )]
    pub const fn after(self, roll: Roll) -> Option<Self> {
        if self.is_in_yard() {
            return if roll.is_six() {
                Some(Self::READY)
            } else {
                None
            };
        }
        if self.is_finished() {
            return None;
        }
        let ahead = self.0 + roll.0 as i8;
        if ahead <= Self::FINISHED.0 {
            Some(Self(ahead))
        } else {
            Some(Self(2 * Self::FINISHED.0 - ahead))
        }
    }

    /// The ring space, 1 to 56, under a token of this seat; `None` off the ring.
    ///
    /// Rules: L-4.
    #[expect(
        clippy::cast_sign_loss,
        reason = "a step on the ring is 1 to 50, so one less is not negative"
    )]
    pub const fn ring_space(self, seat: Seat) -> Option<u8> {
        if self.is_on_ring() {
            Some((seat.start() - 1 + (self.0 - 1) as u8) % 56 + 1)
        } else {
            None
        }
    }

    /// The step of a token of this seat on a ring space, 1 to 56; `None` on the
    /// six spaces that it never comes to.
    ///
    /// Rules: L-4.
    #[expect(
        clippy::cast_possible_wrap,
        reason = "the remainder is at most 55, so it fits every integer"
    )]
    pub(crate) const fn on_ring(space: u8, seat: Seat) -> Option<Self> {
        let step = Self(((space + 56 - seat.start()) % 56) as i8 + 1);
        if step.is_on_ring() { Some(step) } else { None }
    }

    /// The space under a token of this seat.
    ///
    /// Rules: L-3, L-4.
    #[expect(
        clippy::cast_sign_loss,
        reason = "a home square is step 51 to 56, so its number is 1 to 6"
    )]
    pub const fn space(self, seat: Seat) -> Space {
        if let Some(space) = self.ring_space(seat) {
            Space::Ring(space)
        } else if self.is_on_home_square() {
            Space::HomeSquare {
                seat,
                number: (self.0 - Self::LAST_ON_RING) as u8,
            }
        } else if self.is_in_yard() {
            Space::Yard
        } else if self.is_ready() {
            Space::Ready
        } else {
            Space::End
        }
    }

    /// 0 for the yard to 58 for the end: the step as a table index.
    #[expect(
        clippy::cast_sign_loss,
        reason = "a step is at least -1, so one more is not negative"
    )]
    pub(crate) const fn index(self) -> usize {
        (self.0 + 1) as usize
    }

    /// The step with this table index, 0 to 58.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the range is checked in the same line"
    )]
    pub(crate) const fn from_index(index: usize) -> Option<Self> {
        if index <= 58 {
            Some(Self(index as i8 - 1))
        } else {
            None
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A space of the board, named as in the assignment. Rules: L-4.
///
/// It prints as `H`, `R`, `20`, `B6` or `E`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// The home yard, `H`.
    Yard,
    /// Ready to go, `R`.
    Ready,
    /// A space of the shared ring, 1 to 56.
    Ring(u8),
    /// A home square of one seat.
    HomeSquare {
        /// The seat that it belongs to.
        seat: Seat,
        /// 1 at the rim to 6 next to the end.
        number: u8,
    },
    /// The end, `E`.
    End,
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Yard => f.write_str("H"),
            Self::Ready => f.write_str("R"),
            Self::Ring(space) => space.fmt(f),
            Self::HomeSquare { seat, number } => write!(f, "{seat}{number}"),
            Self::End => f.write_str("E"),
        }
    }
}

/// A number that is not a roll. Rules: L-5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RollError {
    /// The value given.
    pub value: i64,
}

impl RollError {
    /// The rule broken.
    pub const fn rule(&self) -> &'static str {
        "L-5"
    }
}

impl fmt::Display for RollError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { value } = self;
        write!(f, "{value} is no roll; a die shows 1 to 6")
    }
}

impl Error for RollError {}

/// A number that is not a step count. Rules: L-3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StepError {
    /// The value given.
    pub value: i64,
}

impl StepError {
    /// The rule broken.
    pub const fn rule(&self) -> &'static str {
        "L-3"
    }
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { value } = self;
        write!(
            f,
            "{value} is no step count; it is -1 (home yard) to 57 (the end)"
        )
    }
}

impl Error for StepError {}
