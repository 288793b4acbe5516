//! Reporting names of the lobby through the API.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use super::body::Body;
use super::error::{ApiError, ErrorBody};
use crate::app::{App, Client};
use crate::wording::report_error;
use parlor_service::service::{ReportError, SeenName};

/// The seconds after which a network that has sent too many reports may try again.
const RETRY_SECONDS: u64 = 600;

/// The name that is reported, by where it is seen: with a challenge, or at a seat of a game that began in the
/// lobby.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NameReport, example = json!({"game": "23b45c67d89f2g3h", "seat": "W"}))]
pub(super) struct ReportRequest {
    /// The id of the challenge.
    #[schema(nullable = false)]
    challenge: Option<String>,
    /// The id of the game, together with the seat.
    #[schema(nullable = false)]
    game: Option<String>,
    /// The seat's letter.
    #[schema(value_type = Option<String>, nullable = false)]
    seat: Option<char>,
}

impl ReportRequest {
    fn seen(self) -> Result<SeenName, ApiError> {
        let nothing = |field: &str, value: String| {
            refused(&ReportError::NothingThere)
                .about(field)
                .given(value)
        };
        match (self.challenge, self.game, self.seat) {
            (Some(id), None, None) => {
                let parsed = id.parse().map(SeenName::Challenge);
                parsed.map_err(|_| nothing("challenge", id))
            }
            (None, Some(id), Some(seat)) => {
                let parsed = id.parse().map(|id| SeenName::Seat(id, seat));
                parsed.map_err(|_| nothing("game", id))
            }
            _ => Err(ApiError::bad(
                "a report names either a challenge, {\"challenge\": ID}, or a game and a seat of it, \
                 {\"game\": ID, \"seat\": \"W\"}",
            )),
        }
    }
}

fn refused(error: &ReportError) -> ApiError {
    let status = match error {
        ReportError::NothingThere | ReportError::NoName => StatusCode::NOT_FOUND,
        ReportError::TooMany => StatusCode::TOO_MANY_REQUESTS,
        ReportError::Blocked(_) => StatusCode::FORBIDDEN,
        ReportError::Service(error) => return error.clone().into(),
    };
    let refusal = ApiError::new(status, report_error(error));
    match error {
        ReportError::TooMany => refusal.retry_after(RETRY_SECONDS),
        _ => refusal,
    }
}

/// Report a name.
///
/// A report counts once for each name and network. A name that several networks report is hidden until the
/// keeper of the server decides.
#[utoipa::path(
    post,
    path = "/api/lobby/reports",
    operation_id = "reportName",
    request_body = ReportRequest,
    responses(
        (status = 204, description = "It is reported, now or before."),
        (status = 400, description = "It names neither a challenge nor a seat.", body = ErrorBody),
        (status = 403, description = "The request comes from another site, or from a network that the \
            keeper has blocked.", body = ErrorBody),
        (status = 404, description = "There is no such name.", body = ErrorBody),
        (status = 413, description = "The body is too large.", body = ErrorBody),
        (status = 415, description = "The body is not JSON.", body = ErrorBody),
        (status = 429, description = "Too many reports came from the network.", body = ErrorBody),
    ),
    security((), ("browser" = [])),
)]
pub(super) async fn report(
    State(app): State<Arc<App>>,
    client: Client,
    Body(request): Body<ReportRequest>,
) -> Result<StatusCode, ApiError> {
    let seen = request.seen()?;
    let reported = app.service.report_name(&seen, client.net).await;
    reported.map_err(|error| refused(&error))?;
    Ok(StatusCode::NO_CONTENT)
}
