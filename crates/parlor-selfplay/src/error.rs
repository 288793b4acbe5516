//! Why games cannot be set up.

use ludo_rules::SetupErrors;

/// Why games cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// The seats cannot play. Rules: L-1.
    #[error("{0}")]
    Seats(SetupErrors),
    /// No player has this name, or it does not take these options.
    #[error("{reason}")]
    Player {
        /// The player as it was written.
        player: String,
        /// The reason, and what there is.
        reason: String,
    },
    /// Neither one player for all seats nor one for each.
    #[error(
        "{given} players for {seats} seats; name one for each seat, or one that plays at all of them"
    )]
    Players {
        /// The number of players.
        given: usize,
        /// The number of seats.
        seats: usize,
    },
    /// Exact values were asked for at a table without.
    #[error("exact values are those of two seats; {seats} seats play here")]
    Values {
        /// The number of seats.
        seats: usize,
    },
    /// A limit that no game is stopped at. Rules: K-13, L-31.
    #[error("the limit is {limit}; it is a number from 1 to {most} ({rule})")]
    Limit {
        /// The limit.
        limit: u32,
        /// The greatest limit.
        most: u32,
        /// The rule.
        rule: &'static str,
    },
    /// An opening that is too long.
    #[error("the opening is {opening} pushes; it is a number from 0 to {most}, below the limit")]
    Opening {
        /// The length of the opening.
        opening: u32,
        /// The greatest length.
        most: u32,
    },
}

/// A player for each seat: those given, or the one given at all seats.
///
/// # Errors
/// [`SetupError::Players`] for another number.
pub(crate) fn for_each_seat<T: Clone>(
    mut players: Vec<T>,
    seats: usize,
) -> Result<Vec<T>, SetupError> {
    match players.len() {
        1 => {
            let player = players.remove(0);
            Ok(vec![player; seats])
        }
        given if given == seats => Ok(players),
        given => Err(SetupError::Players { given, seats }),
    }
}

/// The limit, from 1 to `most`.
///
/// # Errors
/// [`SetupError::Limit`] for another number.
pub(crate) const fn checked_limit(
    limit: u32,
    most: u32,
    rule: &'static str,
) -> Result<u32, SetupError> {
    if limit == 0 || limit > most {
        return Err(SetupError::Limit { limit, most, rule });
    }
    Ok(limit)
}
