//! Pages that say why there is nothing else to show, and how to go on.

use askama::Template;
use axum::extract::rejection::FormRejection;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::{illustration, page};
use crate::wording::capitalized;
use parlor_service::repeated::Repeated;
use parlor_service::service::ServiceError;
use parlor_service::store::StoreError;
use parlor_table::id::GameId;
use parlor_table::randomness::RandomnessError;

/// That the service cannot answer.
static UNSERVED: Repeated = Repeated::new();

/// After how many seconds it is worth to try again what the server cannot do now.
const RETRY_AFTER: u64 = 5;

/// A page in the place of the one that was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageError {
    status: StatusCode,
    title: &'static str,
    says: String,
    /// After how many seconds it may be tried again.
    retry_after: Option<u64>,
    /// A form that was not dealt with, to be sent once more as it was.
    again: Option<Box<Again>>,
}

/// A form to be sent once more: done twice it is still done once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Again {
    pub(super) game: GameId,
    /// Where it is sent to.
    pub(super) to: String,
    /// Its fields, by their names.
    pub(super) fields: Vec<(&'static str, String)>,
}

#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage<'a> {
    status: u16,
    picture: String,
    title: &'a str,
    says: &'a str,
    again: Option<&'a Again>,
}

/// The page for a status, in words that fit it.
pub fn error(status: StatusCode) -> PageError {
    let (title, says) = match status {
        StatusCode::NOT_FOUND => (
            "There is nothing here",
            "No page has this address. If somebody sent it to you, ask them to send it again, \
             whole.",
        ),
        StatusCode::METHOD_NOT_ALLOWED => (
            "That cannot be done here",
            "This address takes another kind of request. Go back and press the button again.",
        ),
        StatusCode::PAYLOAD_TOO_LARGE => (
            "That is too long",
            "What was sent is longer than anything this page asks for. Go back and shorten it.",
        ),
        StatusCode::FORBIDDEN => (
            "That came from another site",
            "Only forms of this site are taken. Open the page here and try again.",
        ),
        StatusCode::TOO_MANY_REQUESTS => (
            "That was a little fast",
            "Too many requests came from you in a short time. Nothing is lost; wait a moment and \
             try again.",
        ),
        StatusCode::REQUEST_TIMEOUT | StatusCode::GATEWAY_TIMEOUT => (
            "That took too long",
            "The server did not finish in time. Load the page again to see how things stand.",
        ),
        StatusCode::SERVICE_UNAVAILABLE => (
            "The server cannot do this now",
            "It is shutting down, or cannot write to its disk. What it has confirmed is kept; try \
             again in a moment.",
        ),
        status if status.is_client_error() => (
            "That was not understood",
            "What was sent is not what this page asks for. Go back, load the page again and try \
             once more.",
        ),
        _ => (
            "Something went wrong here",
            "It is our fault and not yours. What was confirmed is kept; try again in a moment.",
        ),
    };
    PageError {
        status,
        title,
        says: says.to_owned(),
        retry_after: None,
        again: None,
    }
}

impl PageError {
    /// The same with other words.
    #[must_use]
    pub fn saying(mut self, says: impl Into<String>) -> Self {
        self.says = says.into();
        self
    }

    /// The same with another headline.
    #[must_use]
    pub(super) fn titled(mut self, title: &'static str) -> Self {
        self.title = title;
        self
    }

    /// The same with a form to be sent once more, if that may help.
    #[must_use]
    pub(super) fn with_again(mut self, again: Again) -> Self {
        self.again = self.retry_after.map(|_| Box::new(again));
        self
    }

    /// The same where it may be tried again soon.
    #[must_use]
    pub(super) fn for_now(mut self) -> Self {
        self.retry_after = Some(RETRY_AFTER);
        self
    }

    /// The title and the text.
    pub(super) fn words(&self) -> (&'static str, &str) {
        (self.title, &self.says)
    }

    /// The response with this page.
    pub(super) fn with_page(&self, template: &impl Template) -> Response {
        let mut response = page(self.status, template);
        if let Some(seconds) = self.retry_after {
            response
                .headers_mut()
                .insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }

    /// There is no such game.
    pub(super) fn no_game() -> Self {
        error(StatusCode::NOT_FOUND)
            .titled("There is no such game")
            .saying(
                "No game has this address. If somebody sent it to you, ask them to send it again, \
                 whole.",
            )
    }
}

impl From<ServiceError> for PageError {
    fn from(error: ServiceError) -> Self {
        if let ServiceError::Store(StoreError::Damaged { .. } | StoreError::InvalidEntry { .. }) =
            &error
        {
            tracing::error!(%error, "a game cannot be read or kept");
            return self::error(StatusCode::INTERNAL_SERVER_ERROR)
                .titled("This game cannot be read or kept")
                .saying(
                    "What the server has kept of it is damaged, or is more than it can keep. To \
                     try again will not help; whoever keeps the server finds the reason in its \
                     log.",
                );
        }
        if let Some(times) = UNSERVED.failed(&error) {
            tracing::warn!(%error, times, "a page was refused");
        }
        let says = format!("{}. Try again in a moment.", capitalized(&error.reason()));
        Self {
            retry_after: Some(RETRY_AFTER),
            ..self::error(StatusCode::SERVICE_UNAVAILABLE).saying(says)
        }
    }
}

impl From<RandomnessError> for PageError {
    fn from(error: RandomnessError) -> Self {
        Self::from(ServiceError::from(error))
    }
}

impl From<FormRejection> for PageError {
    fn from(rejection: FormRejection) -> Self {
        error(rejection.status())
    }
}

impl IntoResponse for PageError {
    fn into_response(self) -> Response {
        let template = ErrorPage {
            status: self.status.as_u16(),
            picture: illustration::status(self.status),
            title: self.title,
            says: &self.says,
            again: self.again.as_deref(),
        };
        self.with_page(&template)
    }
}
