//! The events of a game.

use core::convert::Infallible;
use core::future::ready;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequestParts, Query};
use axum::http::header::{CONTENT_TYPE, LINK};
use axum::http::request::Parts;
use axum::response::{IntoResponse as _, Response};
use futures_util::stream::{self, StreamExt as _};
use parlor_dice::Bytes32;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::caller::AddressedGame;
use super::error::{ApiError, ErrorBody};
use parlor_service::service::GameHandle;
use parlor_table::table::EventView;
use parlor_table::timestamp::milliseconds;

/// The longest name of a parameter that an error repeats.
const LONGEST_NAME: usize = 40;

/// The most events in one response.
const MOST_EVENTS: usize = 1_000;

/// The number of events serialized at once: some 16 kB, which is all that a client that does not
/// read holds in memory.
pub(super) const PAGE_SIZE: usize = 64;

/// An event of a game.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Event)]
pub(super) struct EventResponse {
    /// The event's number, from 1 without gaps.
    version: u64,
    /// When it was stored, in milliseconds since the UNIX epoch.
    at: u64,
    /// The seat that acted; `null` for the server.
    #[schema(value_type = Option<String>, example = "A")]
    seat: Option<char>,
    /// The action as a client would send it; by the server, `create`, `away` for an
    /// absent player, and `time` for one whose time has run out.
    #[schema(example = "A6p")]
    action: String,
    /// The number rolled.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    roll: Option<String>,
    /// The client's idempotency key.
    action_id: Option<String>,
    /// The head of the log after it.
    #[schema(value_type = String)]
    head: Option<Bytes32>,
    /// The position after it.
    #[schema(example = "AR.H/CH.H A + -")]
    position: String,
    /// The time left on the seat's clock after it, in milliseconds, in a game with
    /// clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    clock_ms: Option<u64>,
    /// The bot that takes over the seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    bot: Option<String>,
    /// The id of the rematch.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    game: Option<String>,
}

impl From<EventView> for EventResponse {
    fn from(event: EventView) -> Self {
        Self {
            version: event.version,
            at: event.at.0,
            seat: event.seat,
            action: event.action,
            roll: event.roll,
            action_id: event.idempotency_key.map(|id| id.to_string()),
            head: event.head,
            position: event.position,
            clock_ms: event.time_left.map(milliseconds),
            bot: event.bot,
            game: event.game.map(|id| id.to_string()),
        }
    }
}

/// The parameters of an address, all of them texts; any other is refused.
pub(super) trait Parameters: DeserializeOwned {
    /// Their names.
    const NAMES: &'static [&'static str];
    /// Their form, for the error message; empty if there are none.
    const FORM: &'static str;
}

/// Refuses a parameter that an address does not have, or has twice.
fn check_parameters<P: Parameters>(given: &[(String, String)]) -> Result<(), ApiError> {
    for (place, (name, value)) in given.iter().enumerate() {
        let wrong = if !P::NAMES.contains(&&**name) {
            "is not known here"
        } else if given[..place].iter().any(|(other, _)| other == name) {
            "is there twice"
        } else {
            continue;
        };
        // Nobody need read a long one again.
        let shown: String = name.chars().take(LONGEST_NAME).collect();
        let message = match P::FORM {
            "" => format!("the parameter {shown:?} {wrong}; this address has no parameters"),
            form => format!("the parameter {shown:?} {wrong}; this address has the form {form}"),
        };
        return Err(ApiError::bad(message).about(shown).given(value.as_str()));
    }
    Ok(())
}

/// The query of an address.
#[derive(Debug)]
pub(super) struct UrlQuery<P>(pub(super) P);

impl<S: Sync, P: Parameters> FromRequestParts<S> for UrlQuery<P> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let wrong = |_: QueryRejection| {
            let query = parts.uri.query().unwrap_or_default();
            let message = match P::FORM {
                "" => "the address has no parameters".to_owned(),
                form => format!("the parameters of the address have the form {form}"),
            };
            ApiError::bad(message).about("query").given(query)
        };
        let Query(given) =
            Query::<Vec<(String, String)>>::try_from_uri(&parts.uri).map_err(wrong)?;
        check_parameters::<P>(&given)?;
        let Query(parameters) = Query::try_from_uri(&parts.uri).map_err(wrong)?;
        Ok(Self(parameters))
    }
}

/// The version after which events are requested; 0 without the parameter.
pub(super) fn parse_after(after: Option<String>) -> Result<u64, ApiError> {
    let Some(after) = after else { return Ok(0) };
    after.parse().map_err(|_| {
        let message =
            "after is the number of an event, 0 or more: the events after it are returned";
        ApiError::bad(message).about("after").given(after)
    })
}

/// Which events are requested.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PageQuery {
    after: Option<String>,
    limit: Option<String>,
}

impl Parameters for PageQuery {
    const NAMES: &'static [&'static str] = &["after", "limit"];
    const FORM: &'static str = "?after=N&limit=M";
}

/// The most events in an answer.
fn parse_limit(limit: Option<String>) -> Result<usize, ApiError> {
    let Some(limit) = limit else {
        return Ok(MOST_EVENTS);
    };
    let number = limit.parse().ok();
    let number = number.filter(|number| (1..=MOST_EVENTS).contains(number));
    number.ok_or_else(|| {
        let message = format!("limit is the most events to return, from 1 to {MOST_EVENTS}");
        ApiError::bad(message).about("limit").given(limit)
    })
}

/// List the events of a game.
///
/// At most 1,000 events, in order. The header `Link` has the URL of the next page while there are
/// more; after the last event the list is empty.
#[utoipa::path(
    get,
    path = "/api/games/{id}/events",
    operation_id = "listEvents",
    params(
        ("id" = String, Path, description = "The game's name"),
        ("after" = Option<u64>, Query, description = "Only events after this version"),
        ("limit" = Option<u16>, Query, description = "The most events; 1,000 if omitted",
            minimum = 1, maximum = 1000),
    ),
    responses(
        (status = 200, description = "The events, in order.", body = Vec<EventResponse>,
            headers(("Link" = String, description = "The next page, as `rel=\"next\"`, if \
                there are more events"))),
        (status = 400, description = "The query is invalid.", body = ErrorBody),
        (status = 404, description = "No such game.", body = ErrorBody),
    ),
)]
pub(super) async fn events(
    AddressedGame(handle): AddressedGame,
    UrlQuery(query): UrlQuery<PageQuery>,
) -> Result<Response, ApiError> {
    let after = parse_after(query.after)?;
    let limit = parse_limit(query.limit)?;
    let end = handle.version().min(after.saturating_add(limit as u64));
    let next = (end < handle.version()).then(|| {
        let id = handle.id();
        let next = format!("</api/games/{id}/events?after={end}&limit={limit}>; rel=\"next\"");
        [(LINK, next)]
    });
    let json = [(CONTENT_TYPE, "application/json")];
    Ok((json, next, array(handle, after, end)).into_response())
}

/// The events after `after` up to `end`, as a JSON array. It is made as it is read: a client that
/// does not read costs the server one piece of it.
fn array(handle: Arc<GameHandle>, after: u64, end: u64) -> Body {
    let (first, sent) = piece(&handle, after, after, end);
    let Some(sent) = sent else {
        return first.into();
    };
    let rest = stream::unfold(Some(sent), move |sent| {
        ready(sent.map(|sent| piece(&handle, sent, after, end)))
    });
    // What compresses it asks once more after the end.
    let pieces = stream::once(ready(first)).chain(rest).fuse();
    Body::from_stream(pieces.map(Ok::<_, Infallible>))
}

/// The events after `sent` of a list that begins after `first`, as many as make a piece, and how
/// far they go; `None` at the end of the list.
fn piece(handle: &GameHandle, sent: u64, first: u64, end: u64) -> (String, Option<u64>) {
    let left = usize::try_from(end.saturating_sub(sent)).unwrap_or(usize::MAX);
    let events = handle.table().events(sent, left.min(PAGE_SIZE));
    let mut text = String::new();
    let mut last = sent;
    for event in events {
        text.push(if last == first { '[' } else { ',' });
        last = event.version;
        let event = serde_json::to_string(&EventResponse::from(event));
        text.push_str(&event.expect("what is shown is plain data"));
    }
    // No event but the last ends a list; a log that has fewer would be damaged.
    if sent < last && last < end {
        return (text, Some(last));
    }
    text.push_str(if last == first { "[]" } else { "]" });
    (text, None)
}

/// No parameters.
#[derive(Debug, Deserialize)]
pub(super) struct NoQuery {}

impl Parameters for NoQuery {
    const NAMES: &'static [&'static str] = &[];
    const FORM: &'static str = "";
}
