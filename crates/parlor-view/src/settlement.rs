//! Endings that the players made of a game, in words.

use parlor_game::Settlement;

use crate::words;

/// The ending in one sentence, with what each of the players is called.
pub(crate) fn sentence<Seat: Copy + PartialEq>(
    settlement: Settlement<Seat>,
    players: impl Iterator<Item = Seat>,
    name: impl Fn(Seat) -> String,
) -> String {
    let others = |winner| {
        let others = players.filter(|&player| player != winner);
        words::list(&others.map(&name).collect::<Vec<_>>())
    };
    match settlement {
        Settlement::Resignation { winner } => {
            format!("{} has won: {} resigned.", name(winner), others(winner))
        }
        Settlement::Time { winner } => {
            let (winner, others) = (name(winner), others(winner));
            format!("{winner} has won: {others}'s time ran out.")
        }
        Settlement::Agreement => "The game is drawn by agreement.".to_owned(),
        Settlement::Abandoned => "The game was abandoned; it has no result.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_settlement_has_its_sentence() {
        let winner = 'B';
        let words =
            |settled: Settlement<char>| sentence(settled, "AB".chars(), |seat| seat.to_string());
        assert_eq!(
            [
                words(Settlement::Resignation { winner }),
                words(Settlement::Time { winner }),
                words(Settlement::Agreement),
                words(Settlement::Abandoned),
            ],
            [
                "B has won: A resigned.",
                "B has won: A's time ran out.",
                "The game is drawn by agreement.",
                "The game was abandoned; it has no result.",
            ]
        );
    }
}
