//! Games that the players ended, and not the rules.

use core::ops::RangeInclusive;

use crate::standing::Standing;

/// How a game ended that the rules had not ended.
///
/// No position and no rule can tell it; whoever holds the game knows. Who
/// resigned or had no time left is everybody but the winner: only a game of two
/// ends so.
///
/// ```
/// use parlor_game::Settlement;
///
/// let returns = |settlement: Settlement<char>| -> Vec<f64> {
///     let standings = settlement.standings(['W', 'B'].into_iter());
///     standings.iter().map(|standing| standing.returns()).collect()
/// };
/// assert_eq!(returns(Settlement::Resignation { winner: 'B' }), [1.0, 0.0]);
/// assert_eq!(returns(Settlement::Agreement), [0.5, 0.5]);
/// assert_eq!(returns(Settlement::Abandoned), []);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Settlement<Seat> {
    /// One of two resigned, so the other has won.
    Resignation {
        /// Who has won.
        winner: Seat,
    },
    /// One of two had no time left, so the other has won.
    Time {
        /// Who has won.
        winner: Seat,
    },
    /// Two agreed on a draw.
    Agreement,
    /// Nobody went on; there is no result.
    Abandoned,
}

impl<Seat: Copy + PartialEq> Settlement<Seat> {
    /// The word for it: `resignation`, `time`, `agreement`, `abandoned`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Resignation { .. } => "resignation",
            Self::Time { .. } => "time",
            Self::Agreement => "agreement",
            Self::Abandoned => "abandoned",
        }
    }

    /// Who has won, if anybody.
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Self::Resignation { winner } | Self::Time { winner } => Some(winner),
            Self::Agreement | Self::Abandoned => None,
        }
    }

    /// Who came where among these players, the winner first; nobody if the game
    /// was abandoned.
    pub fn standings(self, players: impl Iterator<Item = Seat>) -> Vec<Standing<Seat>> {
        let (winners, rest): (Vec<Seat>, Vec<Seat>) =
            players.partition(|&player| self.winner() == Some(player));
        match self {
            Self::Abandoned => Vec::new(),
            Self::Agreement | Self::Resignation { .. } | Self::Time { .. } => {
                let mut standings = shared(1, &winners);
                standings.extend(shared(1 + standings.len(), &rest));
                standings
            }
        }
    }
}

/// These players share as many places as they are, from `first` on.
fn shared<Seat: Copy>(first: usize, players: &[Seat]) -> Vec<Standing<Seat>> {
    let place = |place: usize| u8::try_from(place).unwrap_or(u8::MAX);
    let places: RangeInclusive<u8> =
        place(first)..=place((first + players.len()).saturating_sub(1));
    let stand = |&seat: &Seat| Standing {
        seat,
        places: places.clone(),
    };
    players.iter().map(stand).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(settled: Settlement<char>) -> String {
        let standings = settled.standings("ABC".chars());
        let told = standings
            .iter()
            .map(|one| format!("{} {:?}", one.seat, one.places));
        told.collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn every_settlement_leaves_its_places() {
        let winner = 'B';
        let won = "B 1..=1, A 2..=3, C 2..=3";
        assert_eq!(places(Settlement::Resignation { winner }), won);
        assert_eq!(places(Settlement::Time { winner }), won);
        assert_eq!(places(Settlement::Agreement), "A 1..=3, B 1..=3, C 1..=3");
        assert_eq!(places(Settlement::Abandoned), "");
    }

    #[test]
    fn a_winner_who_does_not_play_leaves_the_rest_together() {
        let winner = 'X';
        let settled = Settlement::Resignation { winner };
        assert_eq!(places(settled), "A 1..=3, B 1..=3, C 1..=3");
    }
}
