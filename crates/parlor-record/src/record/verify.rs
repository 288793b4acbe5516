//! Whether the rolls of a record are those of the dice that it commits to.

use core::fmt;

use parlor_game::{Game, Turn};

use super::Record;
use super::dice::{Bytes32, Dice};
use super::dice_stream::DiceStream;
use super::opening::{Opening, Player};
use super::ply::Act;

/// Dice that were found to be right.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct VerifiedDice {
    /// How many rolls were compared.
    pub rolls: u64,
    /// The seats whose players never joined, of a game that ended before it began.
    pub never_joined: Vec<char>,
    /// The seats whose players committed to bytes that were never revealed, of such a game.
    pub never_revealed: Vec<char>,
}

impl VerifiedDice {
    /// This many rolls, of a game that began.
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
    /// Something was committed to and is not revealed, so that there is
    /// nothing to compare with; the rolls may be right.
    #[error("not everything is revealed: {} missing", Listed(.missing))]
    NotRevealed {
        /// All that is missing, the server's first.
        missing: Vec<Unrevealed>,
    },
    /// A roll is another than the stream's; the first such roll.
    #[error(
        "ply {ply}: {seat} rolled {found}, but roll {number} of the stream (counted from 0) is \
         {expected}"
    )]
    WrongRoll {
        /// Which ply, from 1.
        ply: usize,
        /// Which roll of the game, from 0.
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
    /// The ply that is wrong, from 1, if it is one.
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

/// By its field in the text form: `A.entropy`.
impl fmt::Display for Unrevealed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Secret => f.write_str("dice.secret"),
            Self::Entropy(seat) => write!(f, "{seat}.entropy"),
        }
    }
}

/// What is missing: `dice.secret and A.entropy are`.
struct Listed<'a>(&'a [Unrevealed]);

impl fmt::Display for Listed<'_> {
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

impl<G: Game> Record<G> {
    /// Compares every roll, in order, with the stream of the dice that the
    /// record commits to.
    ///
    /// That what is revealed is what was committed to has been checked before:
    /// no record holds anything else. A roll that the record's start has in
    /// hand was rolled before, and is not compared; the next one is roll 0. In
    /// a game without a die there is no roll, and none that is wrong; nor is
    /// there in a game that ended before all players had joined and revealed
    /// their bytes, if the server's secret is known.
    ///
    /// # Errors
    /// What is missing, or the first roll that is not the stream's.
    pub fn verify_dice(&self) -> Result<VerifiedDice, VerifyError> {
        let mut rolls = 0;
        if !G::has_dice() {
            return Ok(VerifiedDice::of(rolls));
        }
        if let Some(verified) = self.never_began() {
            return Ok(verified);
        }
        let stream = self.dice_stream()?;
        for step in self.replay() {
            let Turn::Chance(seat) = G::turn(&step.before) else {
                continue;
            };
            let outcome = match *step.ply.act() {
                Act::Action(action) => G::chance_in(action),
                Act::Chance(_, outcome) => Some(outcome),
            };
            // Chance was due, so the ply has an outcome.
            let found = outcome.map_or(String::new(), |outcome| outcome.to_string());
            let expected = stream.roll(rolls);
            if found != expected.to_string() {
                return Err(VerifyError::WrongRoll {
                    ply: step.number,
                    number: rolls,
                    seat: G::letter(seat),
                    found,
                    expected,
                });
            }
            rolls += 1;
        }
        Ok(VerifiedDice::of(rolls))
    }

    /// What is missing of a game that ended without a roll, and whose secret is revealed: nothing
    /// could be compared even if all were there. `None` if it is another game.
    fn never_began(&self) -> Option<VerifiedDice> {
        let Opening { dice, players, .. } = self.opening();
        dice.as_ref()?.secret?;
        let mut steps = self.replay();
        let is_rolled = steps.any(|step| matches!(G::turn(&step.before), Turn::Chance(_)));
        if is_rolled || self.ending().is_none() {
            return None;
        }
        let mut verified = VerifiedDice::default();
        for player in players.iter().filter(|player| entropy(player).is_none()) {
            let seats = match player.entropy.commitment {
                None => &mut verified.never_joined,
                Some(_) => &mut verified.never_revealed,
            };
            seats.push(G::letter(player.seat));
        }
        let is_whole = verified == VerifiedDice::default();
        (!is_whole).then_some(verified)
    }

    /// The stream of the game's dice, once everything is revealed.
    ///
    /// # Errors
    /// What is missing.
    pub fn dice_stream(&self) -> Result<DiceStream, VerifyError> {
        let Some(dice) = &self.opening().dice else {
            return Err(VerifyError::NotCommitted);
        };
        // Who begins is named first; the stream goes by the order of the seats.
        let mut players: Vec<&Player<G::Seat>> = self.opening().players.iter().collect();
        players.sort_by_key(|player| G::SEATS.iter().position(|seat| *seat == player.seat));
        let (secret, entropies) = revealed::<G>(dice, &players)?;
        Ok(DiceStream::new(&secret, &dice.game_id, entropies))
    }
}

/// The secret and everybody's entropy.
fn revealed<'a, G: Game>(
    dice: &Dice,
    players: &[&'a Player<G::Seat>],
) -> Result<(Bytes32, Vec<&'a [u8]>), VerifyError> {
    let mut missing = Vec::new();
    if dice.secret.is_none() {
        missing.push(Unrevealed::Secret);
    }
    let mut entropies = Vec::new();
    for player in players {
        match entropy(player) {
            Some(bytes) => entropies.push(bytes),
            None => missing.push(Unrevealed::Entropy(G::letter(player.seat))),
        }
    }
    match dice.secret {
        Some(secret) if missing.is_empty() => Ok((secret, entropies)),
        _ => Err(VerifyError::NotRevealed { missing }),
    }
}

/// A player's bytes, once they are known. A bot that never committed to any
/// has none, whether the record says so or not.
fn entropy<Seat>(player: &Player<Seat>) -> Option<&[u8]> {
    let is_plain_bot = player.bot.is_some() && player.entropy.commitment.is_none();
    let none: Option<&[u8]> = is_plain_bot.then_some(&[]);
    player.entropy.bytes.as_deref().or(none)
}
