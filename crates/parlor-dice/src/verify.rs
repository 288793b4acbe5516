//! Whether the rolls of a game are those of its dice.

use core::fmt;
use std::borrow::Cow;

use crate::{Bytes32, DiceStream, Epoch, Scheme};

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
        "ply {ply}: {seat} rolled {found}, but roll {number} of the stream (counted from 0){} is \
         {expected}", InEpoch(*.epoch)
    )]
    WrongRoll {
        /// The ply, from 1.
        ply: usize,
        /// The number of the roll in the stream, from 0.
        number: u64,
        /// The epoch that it belongs to, from 0; `None` in version 1.
        epoch: Option<u64>,
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
    Entropy {
        /// The seat.
        seat: char,
        /// The epoch, from 0.
        epoch: u64,
    },
}

/// By its field in the text form of a record: `A.entropy`, `A.entropy.1`.
impl fmt::Display for Unrevealed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Secret => f.write_str("dice.secret"),
            Self::Entropy { seat, epoch: 0 } => write!(f, "{seat}.entropy"),
            Self::Entropy { seat, epoch } => write!(f, "{seat}.entropy.{epoch}"),
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

/// The epoch of a roll in a sentence, if it is a later one: `, in epoch 1,`.
struct InEpoch(Option<u64>);

impl fmt::Display for InEpoch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None | Some(0) => Ok(()),
            Some(epoch) => write!(f, ", in epoch {epoch},"),
        }
    }
}

/// The bytes of the player at a seat in an epoch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatBytes<'a> {
    /// The seat.
    pub seat: char,
    /// The bytes, the salt included, once they are revealed.
    pub bytes: Option<Cow<'a, [u8]>>,
}

/// The stream of a game, from the server's secret and the bytes of every seat
/// that plays, in the game's order of the seats: those of the epoch that the game
/// begins with, and of the later ones, which version 1 does not have.
///
/// # Errors
/// [`VerifyError::NotRevealed`] with everything that is `None`.
pub fn revealed_stream<'a>(
    scheme: Scheme,
    secret: Option<&Bytes32>,
    game_id: &str,
    first: impl IntoIterator<Item = SeatBytes<'a>>,
    later: impl IntoIterator<Item = Epoch<SeatBytes<'a>>>,
) -> Result<DiceStream, VerifyError> {
    let mut missing = Vec::new();
    if secret.is_none() {
        missing.push(Unrevealed::Secret);
    }
    let mut revealed = |epoch: u64, SeatBytes { seat, bytes }: SeatBytes<'a>| {
        if bytes.is_none() {
            missing.push(Unrevealed::Entropy { seat, epoch });
        }
        bytes
    };
    let first: Vec<_> = first
        .into_iter()
        .filter_map(|seat| revealed(0, seat))
        .collect();
    let later = (1..).zip(later).map(|(number, epoch)| {
        let seats = epoch.entropies.into_iter();
        Epoch {
            first_roll: epoch.first_roll,
            entropies: seats.filter_map(|seat| revealed(number, seat)).collect(),
        }
    });
    let later: Vec<Epoch<_>> = later.collect();
    match (secret, scheme) {
        (Some(secret), Scheme::V1) if missing.is_empty() => {
            Ok(DiceStream::v1(secret, game_id, first))
        }
        (Some(secret), Scheme::V2) if missing.is_empty() => {
            Ok(DiceStream::v2(secret, game_id, first, later))
        }
        _ => Err(VerifyError::NotRevealed { missing }),
    }
}

/// A roll of a game next to the one that follows from its dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparedRoll {
    /// The number of the roll in the stream, from 0.
    pub number: u64,
    /// The epoch that it belongs to, from 0; `None` in version 1.
    pub epoch: Option<u64>,
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
        epoch: stream.epoch_of(number),
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
                epoch: compared.epoch,
                seat: compared.found.seat,
                found: compared.found.roll,
                expected: compared.expected,
            });
        }
        count += 1;
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECRET: Bytes32 = Bytes32([3; 32]);

    fn seat(seat: char, bytes: Option<&'static [u8]>) -> SeatBytes<'static> {
        let bytes = bytes.map(Cow::Borrowed);
        SeatBytes { seat, bytes }
    }

    #[test]
    fn everything_that_is_missing_is_named_with_its_epoch() {
        let first = [seat('A', None), seat('C', Some(b"c"))];
        let later = [[Some(&b"a"[..]), None], [None, None]].map(|[a, c]| Epoch {
            first_roll: 7,
            entropies: vec![seat('A', a), seat('C', c)],
        });
        let error = revealed_stream(Scheme::V2, None, "g", first, later).expect_err("all of it");
        assert_eq!(
            error.to_string(),
            "not everything is revealed: dice.secret, A.entropy, C.entropy.1, A.entropy.2 and \
             C.entropy.2 are missing"
        );
    }

    #[test]
    fn a_wrong_roll_in_a_later_epoch_names_the_epoch() {
        let later = Epoch {
            first_roll: 2,
            entropies: vec![seat('A', Some(b"b"))],
        };
        let first = [seat('A', Some(b"a"))];
        let stream = revealed_stream(Scheme::V2, Some(&SECRET), "g", first, [later]);
        let stream = stream.expect("all is revealed");
        let rolls = |wrong: u64| {
            (0..4).map({
                let stream = &stream;
                move |n| {
                    let right = stream.roll(n);
                    let roll = if n == wrong { 7 - right } else { right };
                    FoundRoll {
                        ply: 1,
                        seat: 'A',
                        roll: roll.to_string(),
                    }
                }
            })
        };
        assert_eq!(verify(&stream, rolls(9)), Ok(4));
        for (wrong, named) in [(1, false), (2, true), (3, true)] {
            let error = verify(&stream, rolls(wrong)).expect_err("one is wrong");
            let epoch = Some(wrong / 2);
            assert!(
                matches!(error, VerifyError::WrongRoll { number, epoch: of, .. }
                    if number == wrong && of == epoch),
                "{error}"
            );
            let words = format!("roll {wrong} of the stream (counted from 0), in epoch 1, is");
            assert_eq!(error.to_string().contains(&words), named, "{error}");
        }
    }
}
