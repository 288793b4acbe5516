//! Games ended by the players or the clock, not by the rules.

use core::ops::RangeInclusive;

use crate::standing::Standing;

/// How a game ended that the rules had not ended.
///
/// No position and no rule shows it; the holder of the game knows. The player
/// who resigned or ran out of time is the one who is not the winner: only games
/// of two end like this.
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
    /// One of two players resigned, so the other has won.
    Resignation {
        /// The winner.
        winner: Seat,
    },
    /// One of two players ran out of time, so the other has won.
    Time {
        /// The winner.
        winner: Seat,
    },
    /// Two agreed on a draw.
    Agreement,
    /// The game was not continued; there is no result.
    Abandoned,
}

impl<Seat: Copy + PartialEq> Settlement<Seat> {
    /// Its name: `resignation`, `time`, `agreement`, `abandoned`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Resignation { .. } => "resignation",
            Self::Time { .. } => "time",
            Self::Agreement => "agreement",
            Self::Abandoned => "abandoned",
        }
    }

    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Self::Resignation { winner } | Self::Time { winner } => Some(winner),
            Self::Agreement | Self::Abandoned => None,
        }
    }

    /// The places of these players, the winner first; empty if the game was
    /// abandoned.
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

/// Standings in which these players share places, from `first` on.
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
        let listed = standings
            .iter()
            .map(|one| format!("{} {:?}", one.seat, one.places));
        listed.collect::<Vec<_>>().join(", ")
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
