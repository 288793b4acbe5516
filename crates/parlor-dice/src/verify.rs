//! Whether the rolls of a game are those of its dice.

use core::fmt;

use crate::{Bytes32, DiceStream};

/// A roll as it was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundRoll {
    /// The ply, from 1.
    pub ply: usize,
    /// Who rolled.
    pub seat: char,
    /// The roll, in notation.
    pub roll: String,
}

/// Dice that were found to be right.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct VerifiedDice {
    /// The number of rolls compared.
    pub rolls: u64,
    /// The seats whose players never joined, of a game that ended before it began.
    pub never_joined: Vec<char>,
    /// The seats whose players never revealed what they committed to, of such a game.
    pub never_revealed: Vec<char>,
}

impl VerifiedDice {
    /// The verdict on a game that began, after `rolls` rolls.
    pub const fn of(rolls: u64) -> Self {
        Self {
            rolls,
            never_joined: Vec::new(),
            never_revealed: Vec::new(),
        }
    }
}

/// Why the dice of a record cannot be called right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// Nobody has committed to the rolls.
    #[error(
        "the record commits to no dice, so nothing can tell where its rolls come from; \
         dice.scheme, dice.game_id and dice.commitment would have to be there"
    )]
    NotCommitted,
    /// Something was committed to and not revealed, so there is nothing to
    /// compare with; the rolls may be right.
    #[error("not everything is revealed: {} missing", UnrevealedList(.missing))]
    NotRevealed {
        /// All that is missing, the server's first.
        missing: Vec<Unrevealed>,
    },
    /// A roll differs from the stream's; the first such roll.
    #[error(
        "ply {ply}: {seat} rolled {found}, but roll {number} of the stream (counted from 0) is \
         {expected}"
    )]
    WrongRoll {
        /// The ply, from 1.
        ply: usize,
        /// The number of the roll in the stream, from 0.
        number: u64,
        /// Who rolled.
        seat: char,
        /// The roll in the record, in notation.
        found: String,
        /// The stream's.
        expected: u8,
    },
}

impl VerifyError {
    /// The ply of the wrong roll, from 1.
    pub const fn ply(&self) -> Option<usize> {
        match self {
            Self::WrongRoll { ply, .. } => Some(*ply),
            Self::NotCommitted | Self::NotRevealed { .. } => None,
        }
    }
}

/// Something that a record would have to reveal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unrevealed {
    /// The server's secret.
    Secret,
    /// The entropy of the player at a seat.
    Entropy(char),
}

/// By its field in the text form of a record: `A.entropy`.
impl fmt::Display for Unrevealed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Secret => f.write_str("dice.secret"),
            Self::Entropy(seat) => write!(f, "{seat}.entropy"),
        }
    }
}

/// What is missing: `dice.secret and A.entropy are`.
struct UnrevealedList<'a>(&'a [Unrevealed]);

impl fmt::Display for UnrevealedList<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => f.write_str("nothing is"),
            [one] => write!(f, "{one} is"),
            [first, others @ .., last] => {
                write!(f, "{first}")?;
                others.iter().try_for_each(|one| write!(f, ", {one}"))?;
                write!(f, " and {last} are")
            }
        }
    }
}

/// The stream of a game, from the server's secret and the bytes of every seat
/// that plays, in the game's order of the seats.
///
/// # Errors
/// [`VerifyError::NotRevealed`] with everything that is `None`.
pub fn revealed_stream<'a>(
    secret: Option<&Bytes32>,
    game_id: &str,
    entropies: impl IntoIterator<Item = (char, Option<&'a [u8]>)>,
) -> Result<DiceStream, VerifyError> {
    let mut missing = Vec::new();
    if secret.is_none() {
        missing.push(Unrevealed::Secret);
    }
    let mut revealed = Vec::new();
    for (seat, entropy) in entropies {
        match entropy {
            Some(bytes) => revealed.push(bytes),
            None => missing.push(Unrevealed::Entropy(seat)),
        }
    }
    match secret {
        Some(secret) if missing.is_empty() => Ok(DiceStream::new(secret, game_id, revealed)),
        _ => Err(VerifyError::NotRevealed { missing }),
    }
}

/// A roll of a game next to the one that follows from its dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparedRoll {
    /// The number of the roll in the stream, from 0.
    pub number: u64,
    /// The roll as it was played.
    pub found: FoundRoll,
    /// The stream's.
    pub expected: u8,
}

impl ComparedRoll {
    /// Whether both are the same.
    pub fn is_right(&self) -> bool {
        self.found.roll == self.expected.to_string()
    }
}

/// The rolls of a game, in order, each next to its stream's.
pub fn compare(
    stream: &DiceStream,
    rolls: impl IntoIterator<Item = FoundRoll>,
) -> impl Iterator<Item = ComparedRoll> {
    (0..).zip(rolls).map(|(number, found)| ComparedRoll {
        number,
        found,
        expected: stream.roll(number),
    })
}

/// Compares the rolls of a game, in order, with its stream, and returns their
/// number.
///
/// # Errors
/// [`VerifyError::WrongRoll`], the first roll that differs.
pub fn verify(
    stream: &DiceStream,
    rolls: impl IntoIterator<Item = FoundRoll>,
) -> Result<u64, VerifyError> {
    let mut count = 0;
    for compared in compare(stream, rolls) {
        if !compared.is_right() {
            return Err(VerifyError::WrongRoll {
                ply: compared.found.ply,
                number: compared.number,
                seat: compared.found.seat,
                found: compared.found.roll,
                expected: compared.expected,
            });
        }
        count += 1;
    }
    Ok(count)
}
