//! The WebSocket of a game: streams its events and takes actions.
//!
//! Events come from the log, in order and without gaps, so a client that reconnects resumes after
//! the last version it saw.

use core::pin::pin;
use core::time::Duration;
use std::collections::BTreeSet;
use std::sync::Arc;

use axum::Extension;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::header::ORIGIN;
use axum::http::request::Parts;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use tokio::time::{Instant, interval_at, timeout};
use tracing::Instrument as _;
use tungstenite::Error as SocketError;

use super::action::{ActionRequest, ActionResult, execute};
use super::body;
use super::caller::{AddressedGame, Caller};
use super::crowd::{Admission, Crowd, SocketClient, time_to_move};
use super::error::{ApiError, ErrorBody};
use super::event::{EventResponse, PAGE_SIZE, Parameters, UrlQuery, parse_after};
use super::phrase;
use crate::app::{App, Client};
use parlor_service::phrase::ChatLog;
use parlor_service::rate_limit::{Limiter, RateLimited};
use parlor_service::service::{Attendance, GameHandle};
use parlor_service::trace;
use parlor_table::id::IdempotencyKey;

/// The most bytes of a message to the server, and the size of the write buffer: thousands of
/// spectators share a small machine.
pub const MAX_MESSAGE_BYTES: usize = 4 * 1024;

/// The size of the read buffer. Messages rarely have more than a few hundred bytes; larger ones take
/// several reads.
const READ_BUFFER_BYTES: usize = 1024;

/// How often a client is pinged; it is dropped if it sent nothing since the last ping.
const PING_INTERVAL: Duration = Duration::from_secs(30);

/// How long one write may take.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

/// The close code for a deleted game, or one that is not there: 404 in the application range 4000 to
/// 4999.
const DELETED_CODE: u16 = 4404;
const DELETED_REASON: &str = "the game was deleted";
const UNKNOWN_REASON: &str = "there is no such game";

/// How long to wait for the client's close frame.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// Watch a game, or play it, over a WebSocket.
///
/// The server sends the events after `after`, one per message, then each new one. A message of the
/// client has the same JSON as the body of an action; the reply has the same result and the
/// `action_id`. With `presence=yes` the server also sends `{"here": ["A", "C"]}`, the seats with an
/// open socket, at once and on every change; with `phrases=yes`, each new chat phrase as
/// `{"said": {…}}`.
#[utoipa::path(
    get,
    path = "/api/games/{id}/socket",
    operation_id = "openSocket",
    params(
        ("id" = String, Path, description = "The game's name"),
        ("after" = Option<u64>, Query,
            description = "Only events after this version, which is at most the game's"),
        ("presence" = Option<String>, Query,
            description = "`yes`: also send presence"),
        ("phrases" = Option<String>, Query,
            description = "`yes`: also send chat phrases"),
    ),
    responses(
        (status = 101, description = "The socket is open; for a browser also where there is no such \
            game, to be closed at once with the code 4404."),
        (status = 400, description = "The query or the upgrade is invalid.", body = ErrorBody),
        (status = 401, description = "The token belongs to no seat of this game.", body = ErrorBody),
        (status = 404, description = "No such game.", body = ErrorBody),
        (status = 426, description = "A WebSocket upgrade is required.", body = ErrorBody),
        (status = 429, description = "Too many requests, or too many open sockets; Retry-After \
            gives the wait.", body = ErrorBody),
    ),
    security((), ("seat" = []), ("browser" = []), ("program" = [])),
)]
pub(super) async fn socket(
    State(app): State<Arc<App>>,
    Extension(crowd): Extension<Arc<Crowd>>,
    SocketGame(game): SocketGame,
    caller: Caller,
    client: Client,
    UrlQuery(query): UrlQuery<SocketQuery>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let wants_presence = parse_yes("presence", query.presence)?;
    let wants_phrases = parse_yes("phrases", query.phrases)?;
    let upgrade = upgrade.map(|upgrade| {
        upgrade
            .read_buffer_size(READ_BUFFER_BYTES)
            .write_buffer_size(MAX_MESSAGE_BYTES)
            .max_message_size(MAX_MESSAGE_BYTES)
            .max_frame_size(MAX_MESSAGE_BYTES)
    });
    let Some(handle) = game else {
        let upgrade = upgrade.map_err(|rejection| no_upgrade(&rejection))?;
        return Ok(upgrade.on_upgrade(|mut socket| async move {
            close(&mut socket, DELETED_CODE, UNKNOWN_REASON).await;
        }));
    };
    let after = parse_after(query.after)?;
    let seats = caller.seats(&handle)?;
    let upgrade = upgrade.map_err(|rejection| no_upgrade(&rejection))?;
    let version = handle.version();
    if version < after {
        let message = format!("the game is at version {version}; nothing has happened after it");
        return Err(ApiError::bad(message).about("after").given(after));
    }
    let socket_client = SocketClient {
        game: Some(handle.id().clone()),
        seats,
        net: client.net,
    };
    let present = socket_client.seats.clone();
    let place = crowd.enter(socket_client)?;
    let attendance = handle.attend(present, client.net);
    let session = SocketSession {
        here: wants_presence.then(|| handle.presence()),
        talk: wants_phrases.then(|| handle.talk()),
        handle,
        caller,
        sent_version: after,
        _attendance: attendance,
        spectator_limiter: app.site.limits.watcher.map(Limiter::one),
        place,
        app,
    };
    Ok(upgrade.on_upgrade(|socket| session.run(socket)))
}

/// Closes a socket, so that its client hears why.
async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let reason = reason.into();
    let frame = Message::Close(Some(CloseFrame { code, reason }));
    if send(socket, frame).await.is_ok() {
        // Drain the input: closing with unread data resets the connection, and the close frame may
        // be lost.
        let rest = async { while let Some(Ok(_)) = socket.recv().await {} };
        let _ = timeout(CLOSE_TIMEOUT, rest).await;
    }
}

fn no_upgrade(rejection: &WebSocketUpgradeRejection) -> ApiError {
    let status = match rejection {
        WebSocketUpgradeRejection::InvalidConnectionHeader(_)
        | WebSocketUpgradeRejection::InvalidUpgradeHeader(_)
        | WebSocketUpgradeRejection::InvalidWebSocketVersionHeader(_)
        | WebSocketUpgradeRejection::ConnectionNotUpgradable(_) => StatusCode::UPGRADE_REQUIRED,
        _ => StatusCode::BAD_REQUEST,
    };
    let message = "this address is for WebSockets of version 13, opened by HTTP/1.1; \
                   …/events returns the same events to a plain request";
    ApiError::new(status, message)
}

/// The game that a socket is of; `None` if there is none, and a browser asks: it does not tell its
/// page why a socket was refused, but why one was closed.
pub(super) struct SocketGame(Option<Arc<GameHandle>>);

impl FromRequestParts<Arc<App>> for SocketGame {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let is_browsers = parts.headers.contains_key(ORIGIN);
        match AddressedGame::from_request_parts(parts, app).await {
            Ok(AddressedGame(handle)) => Ok(Self(Some(handle))),
            Err(error) if is_browsers && error.status() == StatusCode::NOT_FOUND => Ok(Self(None)),
            Err(error) => Err(error),
        }
    }
}

/// What is requested of a socket.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SocketQuery {
    after: Option<String>,
    presence: Option<String>,
    phrases: Option<String>,
}

impl Parameters for SocketQuery {
    const NAMES: &'static [&'static str] = &["after", "presence", "phrases"];
    const FORM: &'static str = "?after=N&presence=yes&phrases=yes";
}

/// Whether an opt-in parameter is there, whose only value is `yes`.
fn parse_yes(name: &'static str, value: Option<String>) -> Result<bool, ApiError> {
    match value {
        None => Ok(false),
        Some(value) if value == "yes" => Ok(true),
        Some(value) => {
            let message = format!("{name} is `yes`; leave it out for no");
            Err(ApiError::bad(message).about(name).given(value))
        }
    }
}

/// The presence message.
#[derive(Debug, Serialize)]
struct Here {
    here: BTreeSet<char>,
}

/// The reply to a client message.
#[derive(Debug, Serialize)]
struct SocketReply {
    #[serde(skip_serializing_if = "Option::is_none")]
    action_id: Option<IdempotencyKey>,
    #[serde(flatten)]
    body: ReplyBody,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum ReplyBody {
    Result(ActionResult),
    Error(ErrorBody),
}

/// Why a session ends.
#[derive(Debug)]
enum SessionEnd {
    /// The client is gone.
    Gone,
    /// The server closes it with this code and reason.
    Close(u16, &'static str),
}

/// One client's session.
struct SocketSession {
    app: Arc<App>,
    handle: Arc<GameHandle>,
    caller: Caller,
    /// The version of the last event sent.
    sent_version: u64,
    /// The presence, if subscribed.
    here: Option<watch::Receiver<Vec<char>>>,
    /// The chat, if subscribed.
    talk: Option<watch::Receiver<ChatLog>>,
    /// Marks the client's seats present until dropped.
    _attendance: Attendance,
    /// The message rate limit of a spectator.
    spectator_limiter: Option<Limiter>,
    /// Freed when the session ends.
    place: Admission,
}

impl SocketSession {
    async fn run(mut self, mut socket: WebSocket) {
        let Err(end) = self.run_until_end(&mut socket).await;
        if let SessionEnd::Close(code, reason) = end {
            close(&mut socket, code, reason).await;
        }
    }

    /// Runs until the session ends; never returns `Ok`.
    async fn run_until_end(
        &mut self,
        socket: &mut WebSocket,
    ) -> Result<core::convert::Infallible, SessionEnd> {
        let mut version_changes = self.handle.news();
        let mut ping = interval_at(Instant::now() + PING_INTERVAL, PING_INTERVAL);
        let mut heard_since_ping = true;
        let app = Arc::clone(&self.app);
        let mut closed = pin!(app.service.closed());
        let mut left = pin!(time_to_move(&app.service));
        let handle = Arc::clone(&self.handle);
        let mut deleted = pin!(handle.deleted());
        let mut here = self.here.take();
        if let Some(here) = &mut here {
            here.mark_changed();
        }
        let mut talk = self.talk.take();
        let mut last_phrase = talk.as_ref().map_or(0, |talk| talk.borrow().last());
        loop {
            // Mark the version as seen before sending, so that a later entry wakes the loop.
            let _ = version_changes.borrow_and_update();
            self.send_new_events(socket).await?;
            tokio::select! {
                changed = version_changes.changed() => changed.map_err(|_| SessionEnd::Gone)?,
                message = socket.recv() => {
                    heard_since_ping = true;
                    self.handle_message(socket, message).await?;
                }
                Some(present) = next_change(&mut here) => {
                    let here = present.into_iter().collect();
                    send_json(socket, &Here { here }).await?;
                }
                Some(talk) = next_change(&mut talk) => {
                    for spoken in talk.after(last_phrase) {
                        send_json(socket, &phrase::SaidPhrase::from(*spoken)).await?;
                    }
                    last_phrase = talk.last();
                }
                _ = ping.tick() => {
                    if !core::mem::take(&mut heard_since_ping) {
                        return Err(SessionEnd::Close(close_code::POLICY, "no answer to a ping"));
                    }
                    self.check_owner().await?;
                    send(socket, Message::Ping(axum::body::Bytes::new())).await?;
                }
                () = &mut deleted => return Err(SessionEnd::Close(DELETED_CODE, DELETED_REASON)),
                () = &mut left => {
                    let reason = "the server is about to shut down: connect again";
                    return Err(SessionEnd::Close(close_code::RESTART, reason));
                }
                () = &mut closed => {
                    return Err(SessionEnd::Close(close_code::AWAY, "the server is shutting down"));
                }
            }
        }
    }

    /// Sends every event not yet sent.
    async fn send_new_events(&mut self, socket: &mut WebSocket) -> Result<(), SessionEnd> {
        loop {
            let page = self.handle.table().events(self.sent_version, PAGE_SIZE);
            let is_last = page.len() < PAGE_SIZE;
            for event in page {
                let version = event.version;
                send_json(socket, &EventResponse::from(event)).await?;
                self.sent_version = version;
            }
            if is_last {
                return Ok(());
            }
        }
    }

    /// Charges one message to its rate limit.
    fn charge(&self) -> Result<(), RateLimited> {
        if self.place.is_of_spectator() {
            return self
                .spectator_limiter
                .as_ref()
                .map_or(Ok(()), Limiter::step);
        }
        self.place.step()
    }

    /// Handles what the client sends.
    async fn handle_message(
        &self,
        socket: &mut WebSocket,
        message: Option<Result<Message, axum::Error>>,
    ) -> Result<(), SessionEnd> {
        let message = message.ok_or(SessionEnd::Gone)?.map_err(end_for)?;
        if self.charge().is_err() {
            return Err(SessionEnd::Close(close_code::POLICY, "too many messages"));
        }
        match message {
            Message::Text(text) => {
                let span = tracing::info_span!(
                    target: trace::TARGET, parent: None, "message", otel.kind = "server"
                );
                let reply = self.answer(text.as_bytes()).instrument(span).await;
                send_json(socket, &reply).await
            }
            Message::Binary(_) => Err(SessionEnd::Close(
                close_code::UNSUPPORTED,
                "send JSON as text",
            )),
            // The library has already answered pings.
            Message::Ping(_) | Message::Pong(_) => Ok(()),
            Message::Close(_) => Err(SessionEnd::Gone),
        }
    }

    async fn answer(&self, text: &[u8]) -> SocketReply {
        let request: Result<ActionRequest, ApiError> = body::read(text);
        let (action_id, outcome) = match request {
            Ok(request) => {
                let action_id = request.action_id.clone();
                (Some(action_id), self.submit(request).await)
            }
            Err(refusal) => (None, Err(refusal)),
        };
        let body = match outcome {
            Ok(outcome) => ReplyBody::Result(outcome),
            Err(refusal) => ReplyBody::Error(refusal.into()),
        };
        SocketReply { action_id, body }
    }

    async fn submit(&self, request: ActionRequest) -> Result<ActionResult, ApiError> {
        // Looked up again: this browser may have taken a seat since.
        let seats = self.caller.own_seats(&self.handle)?;
        execute(&self.app, &self.handle, seats, request, Duration::ZERO).await
    }

    /// Checks that this handle still owns the game; after an eviction and reload, another does.
    async fn check_owner(&self) -> Result<(), SessionEnd> {
        let again = self.app.service.game(self.handle.id()).await;
        match again {
            Ok(Some(again)) if Arc::ptr_eq(&again, &self.handle) => Ok(()),
            Ok(None) => Err(SessionEnd::Close(DELETED_CODE, DELETED_REASON)),
            _ => Err(SessionEnd::Close(close_code::AGAIN, "connect again")),
        }
    }
}

/// Waits for a change and returns the new value; `None` if not subscribed.
async fn next_change<T: Clone>(watched: &mut Option<watch::Receiver<T>>) -> Option<T> {
    let watched = watched.as_mut()?;
    watched.changed().await.ok()?;
    Some(watched.borrow_and_update().clone())
}

/// Why the session ends after this error.
fn end_for(error: axum::Error) -> SessionEnd {
    match error.into_inner().downcast_ref::<SocketError>() {
        Some(SocketError::Capacity(_)) => {
            SessionEnd::Close(close_code::SIZE, "a message has at most 4096 bytes")
        }
        Some(SocketError::Protocol(_)) => {
            SessionEnd::Close(close_code::PROTOCOL, "not a WebSocket")
        }
        Some(SocketError::Utf8(_)) => SessionEnd::Close(close_code::INVALID, "text is UTF-8"),
        _ => SessionEnd::Gone,
    }
}

/// Sends a message, within [`WRITE_TIMEOUT`].
async fn send(socket: &mut WebSocket, message: Message) -> Result<(), SessionEnd> {
    match timeout(WRITE_TIMEOUT, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        // A client that does not read would not read a close frame either.
        Ok(Err(_)) | Err(_) => Err(SessionEnd::Gone),
    }
}

async fn send_json<T: Serialize>(socket: &mut WebSocket, value: &T) -> Result<(), SessionEnd> {
    let text = serde_json::to_string(value).expect("messages serialize to JSON");
    send(socket, Message::Text(text.into())).await
}
