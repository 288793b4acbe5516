//! A socket: what happens in a game, as it happens, and the way back.
//!
//! Everything that is told comes out of the game's log, in order and without a
//! gap, so that whoever was cut off goes on after the last version they saw.

mod crowd;

use core::pin::pin;
use core::time::Duration;
use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Extension, Router};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use tokio::time::{Instant, interval_at, timeout};
use tungstenite::Error as SocketError;

use super::action::{ActionRequest, Outcome, carry_out};
use super::body;
use super::caller::{Caller, Named};
use super::error::{ApiError, ErrorBody};
use super::event::{self, After, EventResponse, PIECE};
use super::phrase;
use crate::app::{App, Client, Limits};
use parlor_service::phrase::Talk;
use parlor_service::rate_limit::{Limiter, RateLimited};
use parlor_service::service::{Attendance, GameHandle};
use parlor_table::id::IdempotencyKey;

use crowd::{Crowd, Place, Visit};

/// The most bytes that a message to the server may have, and the size of the
/// buffer for answers: thousands of people watch from a small machine.
pub const LARGEST_FRAME: usize = 4 * 1024;

/// The size of the buffer for messages, which hardly ever have more than a few
/// hundred bytes; what is larger comes in pieces.
const READ_AT_ONCE: usize = 1024;

/// How often a silent reader is asked whether it is still there.
const PING: Duration = Duration::from_secs(30);

/// How long a reader may take to take what it is sent.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

/// The code with which the socket of a game is closed that is deleted: of those that are for
/// programs to choose, the one after the status of HTTP for what is not there.
const DELETED: u16 = 4404;
const GONE: &str = "the game was deleted";

/// How long the other end may take to say good-bye.
const FAREWELL: Duration = Duration::from_secs(1);

/// The way to the sockets, of which no more are open than these limits allow.
pub(super) fn router(limits: &Limits) -> Router<Arc<App>> {
    Router::new()
        .route("/games/{id}/socket", get(socket))
        .layer(Extension(Arc::new(Crowd::new(limits.clone()))))
}

/// Watch a game, or play it, over a WebSocket.
///
/// The server sends the events after `after`, one a message, and then each new
/// one as it happens. A message to the server is the same object as an action's
/// body; it is answered by the same result, with the `action_id`. Who asks for
/// `presence=yes` is also sent `{"here": ["A", "C"]}`, the seats of which a
/// socket is open, at once and whenever that changes; who asks for `phrases=yes`
/// what is said from now on, as `{"said": {…}}`.
#[utoipa::path(
    get,
    path = "/api/games/{id}/socket",
    operation_id = "openSocket",
    params(
        ("id" = String, Path, description = "The game's name"),
        ("after" = Option<u64>, Query,
            description = "Only events after this version, at most the game's"),
        ("presence" = Option<String>, Query,
            description = "`yes`: who is here is told too"),
        ("phrases" = Option<String>, Query,
            description = "`yes`: what is said is told too"),
    ),
    responses(
        (status = 101, description = "The socket is open."),
        (status = 400, description = "The query or the upgrade is wrong.", body = ErrorBody),
        (status = 401, description = "The token is of no seat of this game.", body = ErrorBody),
        (status = 404, description = "There is no such game.", body = ErrorBody),
        (status = 426, description = "It is reached by a WebSocket only.", body = ErrorBody),
        (status = 429, description = "Too many requests, or too many open sockets; Retry-After \
            says when to try again.", body = ErrorBody),
    ),
    security((), ("seat" = []), ("browser" = [])),
)]
pub(super) async fn socket(
    State(app): State<Arc<App>>,
    Extension(crowd): Extension<Arc<Crowd>>,
    Named(handle): Named,
    caller: Caller,
    client: Client,
    wanted: Wanted,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, ApiError> {
    let seats = caller.seats(&handle)?;
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => return Err(no_upgrade(rejection)),
    };
    let Wanted {
        after,
        presence,
        phrases,
    } = wanted;
    let version = handle.version();
    if version < after {
        let message = format!("the game is at version {version}; nothing has happened after it");
        return Err(ApiError::bad(message).about("after").given(after));
    }
    let visit = Visit {
        game: handle.id().clone(),
        seats,
        client: client.net,
    };
    let present = visit.seats.clone();
    let place = crowd.enter(visit)?;
    let attendance = handle.attend(present, client.net);
    let attendant = Attendant {
        here: presence.map(|Yes::Yes| handle.presence()),
        talk: phrases.map(|Yes::Yes| handle.talk()),
        handle,
        caller,
        told: after,
        _attendance: attendance,
        pace: app.site.limits.watcher.map(Limiter::one),
        place,
        app,
    };
    let upgrade = upgrade
        .read_buffer_size(READ_AT_ONCE)
        .write_buffer_size(LARGEST_FRAME)
        .max_message_size(LARGEST_FRAME)
        .max_frame_size(LARGEST_FRAME);
    Ok(upgrade.on_upgrade(|socket| attendant.attend(socket)))
}

fn no_upgrade(rejection: WebSocketUpgradeRejection) -> ApiError {
    let status = rejection.into_response().status();
    let status = if status == StatusCode::UPGRADE_REQUIRED {
        status
    } else {
        StatusCode::BAD_REQUEST
    };
    let message = "this address is for WebSockets of version 13, opened by HTTP/1.1; \
                   …/events tells the same to everybody else";
    ApiError::new(status, message)
}

/// What is to be told on a socket.
#[derive(Debug)]
pub(super) struct Wanted {
    after: u64,
    presence: Option<Yes>,
    phrases: Option<Yes>,
}

/// The query as it stands in the address.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WantedWritten {
    after: Option<String>,
    presence: Option<Yes>,
    phrases: Option<Yes>,
}

/// The one value of what is wanted or not.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Yes {
    Yes,
}

impl<S: Sync> FromRequestParts<S> for Wanted {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let known = "?after=N&presence=yes&phrases=yes";
        let WantedWritten {
            after,
            presence,
            phrases,
        } = event::written(parts, known)?;
        let After(after) = After::read(after)?;
        Ok(Self {
            after,
            presence,
            phrases,
        })
    }
}

/// Who is here, as it is told.
#[derive(Debug, Serialize)]
struct Here {
    here: BTreeSet<char>,
}

/// What is sent back for a message.
#[derive(Debug, Serialize)]
struct Reply {
    #[serde(skip_serializing_if = "Option::is_none")]
    action_id: Option<IdempotencyKey>,
    #[serde(flatten)]
    said: ReplyBody,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum ReplyBody {
    Outcome(Outcome),
    Error(ErrorBody),
}

/// Why a socket is left.
#[derive(Debug)]
enum Leave {
    /// The other end has gone.
    Gone,
    /// The other end is told why.
    Close(u16, &'static str),
}

/// Attends to one socket.
struct Attendant {
    app: Arc<App>,
    handle: Arc<GameHandle>,
    caller: Caller,
    /// The version of the last event that was told.
    told: u64,
    /// Who is here, if that is to be told.
    here: Option<watch::Receiver<Vec<char>>>,
    /// What is said, if that is to be told.
    talk: Option<watch::Receiver<Talk>>,
    /// Says that its own player is here.
    _attendance: Attendance,
    /// The pace of a spectator.
    pace: Option<Limiter>,
    /// Given back when the socket is left.
    place: Place,
}

impl Attendant {
    async fn attend(mut self, mut socket: WebSocket) {
        let Err(leave) = self.attend_until(&mut socket).await;
        if let Leave::Close(code, reason) = leave {
            let reason = reason.into();
            let frame = Message::Close(Some(CloseFrame { code, reason }));
            if send(&mut socket, frame).await.is_ok() {
                // What still comes is read, or the other end might be cut off
                // before it has heard why.
                let rest = async { while let Some(Ok(_)) = socket.recv().await {} };
                let _ = timeout(FAREWELL, rest).await;
            }
        }
    }

    async fn attend_until(
        &mut self,
        socket: &mut WebSocket,
    ) -> Result<core::convert::Infallible, Leave> {
        let mut news = self.handle.news();
        let mut ping = interval_at(Instant::now() + PING, PING);
        let mut is_there = true;
        let app = Arc::clone(&self.app);
        let mut closed = pin!(app.service.closed());
        let handle = Arc::clone(&self.handle);
        let mut deleted = pin!(handle.deleted());
        let mut here = self.here.take();
        if let Some(here) = &mut here {
            here.mark_changed();
        }
        let mut talk = self.talk.take();
        let mut heard = talk.as_ref().map_or(0, |talk| talk.borrow().last());
        loop {
            // Marked as seen before they are read, so that none is missed.
            let _ = news.borrow_and_update();
            self.tell(socket).await?;
            tokio::select! {
                changed = news.changed() => changed.map_err(|_| Leave::Gone)?,
                message = socket.recv() => {
                    is_there = true;
                    self.hear(socket, message).await?;
                }
                Some(present) = next(&mut here) => {
                    let here = present.into_iter().collect();
                    send_json(socket, &Here { here }).await?;
                }
                Some(talk) = next(&mut talk) => {
                    for spoken in talk.after(heard) {
                        send_json(socket, &phrase::SaidPhrase::from(*spoken)).await?;
                    }
                    heard = talk.last();
                }
                _ = ping.tick() => {
                    if !core::mem::take(&mut is_there) {
                        return Err(Leave::Close(close_code::POLICY, "no answer to a ping"));
                    }
                    self.check_hosted().await?;
                    send(socket, Message::Ping(axum::body::Bytes::new())).await?;
                }
                () = &mut deleted => return Err(Leave::Close(DELETED, GONE)),
                () = &mut closed => {
                    return Err(Leave::Close(close_code::AWAY, "the server is shutting down"));
                }
            }
        }
    }

    /// Tells every event that is not yet told.
    async fn tell(&mut self, socket: &mut WebSocket) -> Result<(), Leave> {
        loop {
            let piece = self.handle.events(self.told, PIECE);
            let is_last = piece.len() < PIECE;
            for event in piece {
                let version = event.version;
                send_json(socket, &EventResponse::from(event)).await?;
                self.told = version;
            }
            if is_last {
                return Ok(());
            }
        }
    }

    /// Counts a message, which may be one too many.
    fn count(&self) -> Result<(), RateLimited> {
        if self.place.is_of_spectator() {
            return self.pace.as_ref().map_or(Ok(()), Limiter::step);
        }
        self.place.step()
    }

    /// Answers what the other end sends.
    async fn hear(
        &self,
        socket: &mut WebSocket,
        message: Option<Result<Message, axum::Error>>,
    ) -> Result<(), Leave> {
        let message = message.ok_or(Leave::Gone)?.map_err(leave_for)?;
        if self.count().is_err() {
            return Err(Leave::Close(close_code::POLICY, "too many messages"));
        }
        match message {
            Message::Text(text) => {
                let reply = self.answer(text.as_bytes()).await;
                send_json(socket, &reply).await
            }
            Message::Binary(_) => Err(Leave::Close(close_code::UNSUPPORTED, "send JSON as text")),
            // A ping is answered before it comes here.
            Message::Ping(_) | Message::Pong(_) => Ok(()),
            Message::Close(_) => Err(Leave::Gone),
        }
    }

    async fn answer(&self, text: &[u8]) -> Reply {
        let request: Result<ActionRequest, ApiError> = body::read(text);
        let (action_id, outcome) = match request {
            Ok(request) => {
                let action_id = request.action_id.clone();
                (Some(action_id), self.carry_out(request).await)
            }
            Err(refusal) => (None, Err(refusal)),
        };
        let said = match outcome {
            Ok(outcome) => ReplyBody::Outcome(outcome),
            Err(refusal) => ReplyBody::Error(refusal.into()),
        };
        Reply { action_id, said }
    }

    async fn carry_out(&self, request: ActionRequest) -> Result<Outcome, ApiError> {
        // A browser may have taken a seat since.
        let seats = self.caller.own_seats(&self.handle)?;
        carry_out(&self.app, &self.handle, seats, request).await
    }

    /// A game that was put away and read again has another owner.
    async fn check_hosted(&self) -> Result<(), Leave> {
        let again = self.app.service.game(self.handle.id()).await;
        match again {
            Ok(Some(again)) if Arc::ptr_eq(&again, &self.handle) => Ok(()),
            Ok(None) => Err(Leave::Close(DELETED, GONE)),
            _ => Err(Leave::Close(close_code::AGAIN, "connect again")),
        }
    }
}

/// What it is now, once that has changed; nothing if nobody wants to know.
async fn next<T: Clone>(watched: &mut Option<watch::Receiver<T>>) -> Option<T> {
    let watched = watched.as_mut()?;
    watched.changed().await.ok()?;
    Some(watched.borrow_and_update().clone())
}

/// Why a socket is left after this.
fn leave_for(error: axum::Error) -> Leave {
    match error.into_inner().downcast_ref::<SocketError>() {
        Some(SocketError::Capacity(_)) => {
            Leave::Close(close_code::SIZE, "a message has at most 4096 bytes")
        }
        Some(SocketError::Protocol(_)) => Leave::Close(close_code::PROTOCOL, "not a WebSocket"),
        Some(SocketError::Utf8(_)) => Leave::Close(close_code::INVALID, "text is UTF-8"),
        _ => Leave::Gone,
    }
}

/// Sends a message to a reader that takes it in time.
async fn send(socket: &mut WebSocket, message: Message) -> Result<(), Leave> {
    match timeout(WRITE_TIMEOUT, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        // Who does not read is not told either.
        Ok(Err(_)) | Err(_) => Err(Leave::Gone),
    }
}

async fn send_json<T: Serialize>(socket: &mut WebSocket, value: &T) -> Result<(), Leave> {
    let text = serde_json::to_string(value).expect("what is shown is plain data");
    send(socket, Message::Text(text.into())).await
}
