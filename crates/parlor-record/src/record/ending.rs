//! How a game ended, and the places of its seats.

use core::fmt;

use parlor_game::{Game, Settlement, Standing};
use serde::{Deserialize, Serialize};

/// The places of all seats, the best first; seats that share a place are one
/// group, in the order of the seats.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Places<Seat>(Vec<Vec<Seat>>);

impl<Seat: Copy + Ord> Places<Seat> {
    /// The groups as given, each sorted.
    pub(super) fn new(mut groups: Vec<Vec<Seat>>) -> Self {
        for group in &mut groups {
            group.sort_unstable();
        }
        Self(groups)
    }

    pub(super) fn of_standings(standings: &[Standing<Seat>]) -> Self {
        let groups = standings.chunk_by(|one, other| one.places == other.places);
        Self::new(
            groups
                .map(|group| group.iter().map(|standing| standing.seat).collect())
                .collect(),
        )
    }

    /// The places that a settlement gives the seats; `None` if the game was
    /// abandoned.
    pub(super) fn of_settlement(settlement: Settlement<Seat>, seats: &[Seat]) -> Option<Self> {
        let standings = settlement.standings(seats.iter().copied());
        (!standings.is_empty()).then(|| Self::of_standings(&standings))
    }

    /// The groups.
    pub fn groups(&self) -> &[Vec<Seat>] {
        &self.0
    }

    /// The seat that is first alone.
    pub fn winner(&self) -> Option<Seat> {
        match self.0.first().map(Vec::as_slice) {
            Some(&[winner]) => Some(winner),
            _ => None,
        }
    }

    /// The places as standings.
    pub fn standings(&self) -> Vec<Standing<Seat>> {
        let mut standings = Vec::new();
        let mut first = 1_u8;
        for group in &self.0 {
            let last = group
                .iter()
                .fold(first - 1, |place, _| place.saturating_add(1));
            standings.extend(group.iter().map(|&seat| Standing {
                seat,
                places: first..=last,
            }));
            first = last.saturating_add(1);
        }
        standings
    }

    pub(super) fn letters(&self, letter: impl Fn(Seat) -> char) -> Places<char> {
        Places(
            self.0
                .iter()
                .map(|group| group.iter().map(|&seat| letter(seat)).collect())
                .collect(),
        )
    }
}

impl Places<char> {
    /// The places of the `seats`; `None` unless each is named exactly once.
    pub(super) fn seats<G: Game>(&self, seats: &[G::Seat]) -> Option<Places<G::Seat>> {
        let mut left = seats.to_vec();
        let mut take = |letter: &char| {
            let place = left.iter().position(|&seat| G::letter(seat) == *letter)?;
            Some(left.remove(place))
        };
        let groups = self
            .0
            .iter()
            .map(|group| group.iter().map(&mut take).collect());
        let groups: Vec<Vec<G::Seat>> = groups.collect::<Option<_>>()?;
        let is_whole = left.is_empty() && !groups.iter().any(Vec::is_empty);
        is_whole.then(|| Places::new(groups))
    }
}

/// As the text form writes it: `C, A=B=D`.
impl fmt::Display for Places<char> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, group) in self.0.iter().enumerate() {
            if place > 0 {
                f.write_str(", ")?;
            }
            for (number, letter) in group.iter().enumerate() {
                let tie = if number > 0 { "=" } else { "" };
                write!(f, "{tie}{letter}")?;
            }
        }
        Ok(())
    }
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// By a rule of the game, or by the limit of its driver.
    Rule(&'static str),
    /// One of two players resigned.
    Resignation,
    /// Two players agreed on a draw.
    Agreement,
    /// One of two players ran out of time.
    Time,
    /// The game was abandoned; there is no result.
    Abandoned,
}

impl Ending {
    /// The ending of a game with this settlement.
    pub(super) const fn of<Seat>(settlement: &Settlement<Seat>) -> Self {
        match settlement {
            Settlement::Resignation { .. } => Self::Resignation,
            Settlement::Time { .. } => Self::Time,
            Settlement::Agreement => Self::Agreement,
            Settlement::Abandoned => Self::Abandoned,
        }
    }

    /// The word in records: `K-8`, `resignation`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Rule(rule) => rule,
            Self::Resignation => "resignation",
            Self::Agreement => "agreement",
            Self::Time => "time",
            Self::Abandoned => "abandoned",
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why a game cannot end this way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FinishError {
    /// The game is over already.
    #[error("the game is over already, by {0}")]
    Over(Ending),
    /// More than two play, so nobody wins when one leaves.
    #[error("a game ends by {0} only where two play; where more do, it can be abandoned")]
    MoreThanTwo(Ending),
    /// The winner does not play.
    #[error("the winner does not play in this game")]
    NoSuchWinner,
}
