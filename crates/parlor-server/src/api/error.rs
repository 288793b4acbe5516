//! The API's errors.

use axum::Json;
use axum::http::header::{
    CONNECTION, RETRY_AFTER, SEC_WEBSOCKET_VERSION, UPGRADE, WWW_AUTHENTICATE,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::wording::{blocked, new_table_error, too_many_games, too_many_new_games};
use parlor_service::repeated::Repeated;
use parlor_service::service::{CreateError, ServiceError};
use parlor_service::store::StoreError;

/// The longest value that an error repeats, in bytes of JSON.
const LONGEST_VALUE: usize = 200;

/// That the service cannot answer.
static UNSERVED: Repeated = Repeated::new();

/// The advice while the server cannot work.
const AGAIN: &str = "try again in a moment";

/// The wait before trying again.
const RETRY_SECONDS: u64 = 5;

/// An error response: what is wrong, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiError {
    status: StatusCode,
    error: ErrorDetail,
    /// The seconds to wait before trying again.
    retry_after: Option<u64>,
}

/// The body of every error.
#[derive(Debug, Serialize, ToSchema)]
#[schema(example = json!({"error": {
    "message": "unknown variant `robot`, expected one of `human`, `invited`, `bot` at line 1 column 51",
    "field": "seats[0].kind",
    "value": "robot",
}}))]
pub struct ErrorBody {
    /// What is wrong.
    pub error: ErrorDetail,
}

/// What is wrong with a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ErrorDetail {
    /// What is wrong and what would be right, for people.
    pub message: String,
    /// The field: `seats[0].kind`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub field: Option<String>,
    /// The value that was sent there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub value: Option<Value>,
    /// The rule that forbids it: `L-1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rule: Option<&'static str>,
}

impl ApiError {
    /// An error with this status and message.
    pub fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self {
            status,
            error: ErrorDetail {
                message: message.into(),
                field: None,
                value: None,
                rule: None,
            },
            retry_after: None,
        }
    }

    /// The request is invalid.
    pub(crate) fn bad(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    /// No game has this id.
    pub(super) fn no_game(id: &str) -> Self {
        let message =
            format!("there is no game {id:?}; the response that created a game has its id");
        Self::new(StatusCode::NOT_FOUND, message)
    }

    /// The client has not authenticated for a seat.
    pub(super) fn unauthorized(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, message)
    }

    /// Adds the field.
    #[must_use]
    pub(crate) fn about(mut self, field: impl Into<String>) -> Self {
        self.error.field = Some(field.into());
        self
    }

    /// Adds the value that was sent.
    #[must_use]
    pub(crate) fn given(mut self, value: impl Into<Value>) -> Self {
        let value = value.into();
        // Long values are not worth repeating.
        self.error.value = Some(value).filter(|value| value.to_string().len() <= LONGEST_VALUE);
        self
    }

    /// Adds the rule.
    #[must_use]
    pub(super) fn by(mut self, rule: Option<&'static str>) -> Self {
        self.error.rule = rule;
        self
    }

    /// Adds the seconds to wait before trying again.
    #[must_use]
    pub(crate) fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// The error as plain text, for clients that do not accept JSON.
    pub(crate) fn plain(&self) -> Response {
        let text = format!("{}\n", self.error.message);
        self.respond(text)
    }

    /// The response with this body.
    fn respond(&self, body: impl IntoResponse) -> Response {
        let mut response = (self.status, body).into_response();
        self.add_headers(response.headers_mut());
        response
    }

    /// Adds when to try again, how to authenticate, and what to upgrade to.
    pub(crate) fn add_headers(&self, headers: &mut HeaderMap) {
        if let Some(seconds) = self.retry_after {
            headers.insert(RETRY_AFTER, seconds.into());
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        // RFC 9110, sections 7.8 and 15.5.22; RFC 6455, section 4.4.
        if self.status == StatusCode::UPGRADE_REQUIRED {
            headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
            headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
            headers.insert(SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"));
        }
    }

    /// The status.
    pub const fn status(&self) -> StatusCode {
        self.status
    }

    /// What is wrong.
    pub const fn detail(&self) -> &ErrorDetail {
        &self.error
    }
}

impl ApiError {
    /// The service cannot execute an action, or it is unknown whether it did.
    pub(super) fn of_action(error: &ServiceError) -> Self {
        let advice = match error {
            ServiceError::Store(_) => {
                "whether this was done is not known: send the same again, with the same \
                 action_id, in a moment"
            }
            ServiceError::Randomness(_) | ServiceError::Closing | ServiceError::Contended => AGAIN,
        };
        Self::unserved(error, advice)
    }

    /// Gives the client the reason that concerns it, and logs the whole error.
    fn unserved(error: &ServiceError, advice: &str) -> Self {
        let reason = error.reason();
        match error {
            ServiceError::Store(StoreError::Damaged { .. } | StoreError::InvalidEntry { .. }) => {
                tracing::error!(%error, "a game cannot be read or kept");
                let message = format!("{reason}; its log says why");
                return Self::new(StatusCode::INTERNAL_SERVER_ERROR, message);
            }
            ServiceError::Closing => {}
            _ => {
                if let Some(times) = UNSERVED.failed(error) {
                    tracing::warn!(%error, times, "the service cannot do its work");
                }
            }
        }
        let message = format!("{reason}; {advice}");
        Self::new(StatusCode::SERVICE_UNAVAILABLE, message).retry_after(RETRY_SECONDS)
    }
}

impl From<ServiceError> for ApiError {
    fn from(error: ServiceError) -> Self {
        Self::unserved(&error, AGAIN)
    }
}

impl From<CreateError> for ApiError {
    fn from(error: CreateError) -> Self {
        match error {
            CreateError::Wrong(error) => Self::bad(new_table_error(&error)).by(error.rule()),
            CreateError::TooMany(games) => {
                Self::new(StatusCode::TOO_MANY_REQUESTS, too_many_games(games)).retry_after(60)
            }
            CreateError::RateLimited(limited) => {
                Self::new(StatusCode::TOO_MANY_REQUESTS, too_many_new_games(limited))
                    .retry_after(limited.seconds())
            }
            CreateError::Blocked(block) => Self::new(StatusCode::FORBIDDEN, blocked(&block)),
            CreateError::Service(error) => error.into(),
        }
    }
}

impl From<ApiError> for ErrorBody {
    fn from(refusal: ApiError) -> Self {
        let error = refusal.error;
        Self { error }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let error = self.error.clone();
        self.respond(Json(ErrorBody { error }))
    }
}
