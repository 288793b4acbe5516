//! What happens in a game, as the API tells it.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::caller::Named;
use super::refusal::{ErrorBody, Refusal};
use crate::clock::milliseconds;
use crate::table::EventSeen;

/// Something that happened in a game.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Event)]
pub(super) struct EventShown {
    /// Its number, from 1 without a gap.
    version: u64,
    /// When it was written down, in milliseconds since the beginning of 1970.
    at: u64,
    /// Who did it; nobody if the server did.
    #[schema(value_type = Option<String>, example = "A")]
    seat: Option<char>,
    /// What, as it would be sent. The server itself sends `create`, `away` for a
    /// seat that stays away, and `time` for one whose time is over.
    #[schema(example = "A6p")]
    action: String,
    /// What a roll shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    roll: Option<String>,
    /// What its sender called it.
    action_id: Option<String>,
    /// The position that it led to.
    #[schema(example = "AR.H/CH.H A + -")]
    position: String,
    /// The milliseconds left on the actor's clock after it, where there are
    /// clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    clock_ms: Option<u64>,
    /// The bot that takes the seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    bot: Option<String>,
    /// The game that follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    game: Option<String>,
}

impl From<EventSeen> for EventShown {
    fn from(event: EventSeen) -> Self {
        Self {
            version: event.version,
            at: event.at.0,
            seat: event.seat,
            action: event.action,
            roll: event.roll,
            action_id: event.action_id.map(|id| id.to_string()),
            position: event.position,
            clock_ms: event.left.map(milliseconds),
            bot: event.bot,
            game: event.game.map(|id| id.to_string()),
        }
    }
}

/// The version after which events are wanted: `?after=N`, 0 without.
#[derive(Clone, Copy, Debug)]
pub(super) struct After(pub(super) u64);

/// The query as it stands in the address.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AfterWritten {
    after: Option<String>,
}

impl<S: Sync> FromRequestParts<S> for After {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refusal> {
        let AfterWritten { after } = written(parts, "?after=N")?;
        Self::read(after)
    }
}

impl After {
    /// What stands in the address.
    pub(super) fn read(written: Option<String>) -> Result<Self, Refusal> {
        let Some(after) = written else {
            return Ok(Self(0));
        };
        after.parse().map(Self).map_err(|_| {
            let message = "after is the number of an event: the events after it are told";
            Refusal::bad(message).about("after").given(after)
        })
    }
}

/// The query of an address, of which no more than `known` is understood.
pub(super) fn written<T: DeserializeOwned>(parts: &Parts, known: &str) -> Result<T, Refusal> {
    let query = Query::try_from_uri(&parts.uri);
    let refused = |error: QueryRejection| {
        let text = error.body_text();
        Refusal::bad(format!("{text}; only {known} is understood"))
    };
    query.map(|Query(written)| written).map_err(refused)
}

/// Read what has happened in a game.
#[utoipa::path(
    get,
    path = "/api/games/{id}/events",
    operation_id = "listEvents",
    params(
        ("id" = String, Path, description = "The game's name"),
        ("after" = Option<u64>, Query, description = "Only events after this version"),
    ),
    responses(
        (status = 200, description = "The events, in order.", body = Vec<EventShown>),
        (status = 400, description = "The query is wrong.", body = ErrorBody),
        (status = 404, description = "There is no such game.", body = ErrorBody),
    ),
)]
pub(super) async fn events(Named(hosted): Named, After(after): After) -> Json<Vec<EventShown>> {
    let events = hosted.events(after).into_iter();
    Json(events.map(EventShown::from).collect())
}
