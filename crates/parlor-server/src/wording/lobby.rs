//! Challenges in the lobby.

use super::moderation::blocked;
use super::new_table::{new_table_error, too_many_games, too_many_new_games};
use axum::http::StatusCode;
use parlor_service::service::{ChallengeError, CreateError};

/// Why a challenge is not posted or accepted.
pub(crate) fn challenge_error(error: &ChallengeError) -> String {
    match error {
        ChallengeError::Create(CreateError::Wrong(error)) => new_table_error(error),
        ChallengeError::Create(CreateError::TooMany(games)) => too_many_games(*games),
        ChallengeError::Create(CreateError::RateLimited(limited)) => too_many_new_games(*limited),
        ChallengeError::Create(CreateError::Blocked(block)) => blocked(block),
        ChallengeError::Create(CreateError::Service(error)) => error.reason(),
        ChallengeError::TooManyOfNetwork { network, waiting } => format!(
            "{waiting} challenges from {network} stand in the lobby, and there may be no more; withdraw one \
             first"
        ),
        ChallengeError::TooMany { waiting } => {
            format!(
                "{waiting} players wait in the lobby, and there is room for no more; try again later"
            )
        }
        ChallengeError::OfPerson => {
            "it is a person's, who chooses whom to play with: post a challenge of your own, which \
             people may accept, or accept that of a program"
                .to_owned()
        }
        ChallengeError::UnplayedOfBrowser { games } => format!(
            "nobody has moved yet in {games} games that you have begun in the lobby; before you begin another, move in \
             one of them, or wait until the other player does"
        ),
        ChallengeError::UnplayedOfNetwork { network, games } => format!(
            "nobody has moved yet in {games} games that were begun in the lobby from {network}; try again once \
             somebody has"
        ),
        ChallengeError::Gone => "nobody waits with this challenge any more".to_owned(),
        ChallengeError::Own => "this challenge is your own".to_owned(),
    }
}

/// The status with it. The API has its own for what is wrong with a game, with the field and its value.
pub(crate) const fn challenge_status(error: &ChallengeError) -> StatusCode {
    match error {
        ChallengeError::Create(CreateError::Wrong(_)) => StatusCode::UNPROCESSABLE_ENTITY,
        ChallengeError::Create(CreateError::Blocked(_)) | ChallengeError::OfPerson => {
            StatusCode::FORBIDDEN
        }
        ChallengeError::Create(CreateError::Service(_)) => StatusCode::SERVICE_UNAVAILABLE,
        ChallengeError::Gone => StatusCode::NOT_FOUND,
        ChallengeError::Own => StatusCode::CONFLICT,
        ChallengeError::Create(CreateError::TooMany(_) | CreateError::RateLimited(_))
        | ChallengeError::TooManyOfNetwork { .. }
        | ChallengeError::TooMany { .. }
        | ChallengeError::UnplayedOfBrowser { .. }
        | ChallengeError::UnplayedOfNetwork { .. } => StatusCode::TOO_MANY_REQUESTS,
    }
}
