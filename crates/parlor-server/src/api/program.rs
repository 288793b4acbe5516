//! Programs that play in place of people: their tokens, and the stream of their games.

use core::convert::Infallible;
use core::time::Duration;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::Arc;

use axum::body::{Body as ResponseBody, Bytes};
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, select_all};
use futures_util::stream::unfold;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};
use utoipa::ToSchema;

use super::body::Body;
use super::caller::Program;
use super::crowd::{Admission, Crowd, SocketClient, time_to_move};
use super::error::{ApiError, ErrorBody};
use super::event::{NoQuery, UrlQuery};
use super::state::GameResponse;
use crate::app::{App, Client};
use crate::wording::{blocked, too_many_programs};
use parlor_service::client_net::ClientNet;
use parlor_service::service::{Attendance, GameHandle, ProgramTokenError, ServiceError};
use parlor_table::id::GameId;
use parlor_table::key::KeyHash;
use parlor_table::table::Status;

/// How often it is looked which games there are; the news of a game comes at once.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// In how many looks the program's challenges are kept, and its games are looked up anew.
const KEEP_EVERY: u32 = 5;
const RENEW_EVERY: u32 = 30;

/// After how much silence an empty line shows that the stream lives.
const QUIET: Duration = Duration::from_secs(5);

/// That line.
const QUIET_LINE: Bytes = Bytes::from_static(b"\n");

/// The most games of a stream, as many as a program may have in play.
const MOST_GAMES: u32 = 100;

/// What a new program says of itself: nothing.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewProgram, example = json!({}))]
pub(super) struct RegisterRequest {}

/// A program's token.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProgramToken)]
pub(super) struct Registered {
    /// The token, 64 hexadecimal digits: keep it secret, and use it again.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    token: String,
}

/// Get a token for a program.
///
/// With it a program plays as long as it likes: what it makes, accepts and joins with `seat_token` belongs to the
/// token, and everybody sees that a program plays there.
#[utoipa::path(
    post,
    path = "/api/programs",
    operation_id = "registerProgram",
    request_body = RegisterRequest,
    responses(
        (status = 201, description = "The token.", body = Registered),
        (status = 403, description = "The request comes from another site, or from a network that the keeper has \
            blocked.", body = ErrorBody),
        (status = 413, description = "The body is too large.", body = ErrorBody),
        (status = 415, description = "The body is not JSON.", body = ErrorBody),
    ),
)]
pub(super) async fn register(
    State(app): State<Arc<App>>,
    client: Client,
    Body(RegisterRequest {}): Body<RegisterRequest>,
) -> Result<(StatusCode, Json<Registered>), ApiError> {
    let token = app.service.program_token(client.net, client.is_owner).await;
    let token = token.map_err(|error| match error {
        ProgramTokenError::RateLimited(limited) => {
            let message = too_many_programs(limited);
            let refusal = ApiError::new(StatusCode::TOO_MANY_REQUESTS, message);
            refusal.retry_after(limited.seconds())
        }
        ProgramTokenError::Blocked(block) => ApiError::new(StatusCode::FORBIDDEN, blocked(&block)),
        ProgramTokenError::Service(error) => error.into(),
    })?;
    let token = token.reveal();
    Ok((StatusCode::CREATED, Json(Registered { token })))
}

/// Stream a program's games.
///
/// A line of JSON is a game as `GET /api/games/{id}` shows it to the program: at the start each one in play, then
/// each new one, and each again whenever something was done in it, up to its end. An empty line comes first if there
/// is none, and when nothing else has come for five seconds. As long as the stream is open, the program's challenges
/// stand and it is connected to its games in play, as by a socket. When the stream ends, as it does when the server is updated, open it again.
#[utoipa::path(
    get,
    path = "/api/programs/games",
    operation_id = "streamGames",
    responses(
        (status = 200, description = "The stream.", body = GameResponse,
            content_type = "application/x-ndjson"),
        (status = 401, description = "The token is not that of a program.", body = ErrorBody),
    ),
    security(("program" = [])),
)]
pub(super) async fn games(
    State(app): State<Arc<App>>,
    Extension(crowd): Extension<Arc<Crowd>>,
    Program(program): Program,
    client: Client,
    UrlQuery(NoQuery {}): UrlQuery<NoQuery>,
) -> Result<Response, ApiError> {
    let place = crowd.enter(SocketClient::program(client.net))?;
    let ended = {
        let app = Arc::clone(&app);
        async move {
            tokio::select! {
                () = app.service.closed() => {}
                () = time_to_move(&app.service) => {}
            }
        }
        .boxed()
    };
    let mut stream = GamesStream {
        app,
        program,
        net: client.net,
        games: HashMap::new(),
        over: HashSet::new(),
        lines: VecDeque::new(),
        next_look: Instant::now(),
        looks: 0,
        told: Instant::now(),
        ended,
        _place: place,
    };
    // What cannot be read now is refused rather than broken off.
    stream.look().await?;
    if stream.lines.is_empty() {
        stream.lines.push_back(QUIET_LINE);
    }
    let lines = unfold(stream, async |mut stream| {
        let line = stream.next_line().await?;
        Some((Ok::<_, Infallible>(line), stream))
    });
    let headers = [
        (CONTENT_TYPE, "application/x-ndjson"),
        (CACHE_CONTROL, "no-store"),
    ];
    let body = ResponseBody::from_stream(Box::pin(lines));
    Ok((headers, body).into_response())
}

/// The games of a program, line by line.
struct GamesStream {
    app: Arc<App>,
    program: KeyHash,
    net: ClientNet,
    games: HashMap<GameId, Followed>,
    /// Those that were over before, or whose end was told.
    over: HashSet<GameId>,
    /// What is to be sent.
    lines: VecDeque<Bytes>,
    next_look: Instant,
    looks: u32,
    /// When something was sent.
    told: Instant,
    /// Done once this server serves no more streams.
    ended: BoxFuture<'static, ()>,
    _place: Admission,
}

/// A game that a program plays.
struct Followed {
    handle: Arc<GameHandle>,
    seats: Vec<char>,
    news: watch::Receiver<u64>,
    /// The version that was sent.
    sent: Option<u64>,
    _attendance: Attendance,
}

impl GamesStream {
    /// The next line; `None` if there will be no more from this server.
    async fn next_line(&mut self) -> Option<Bytes> {
        loop {
            if let Some(line) = self.lines.pop_front() {
                self.told = Instant::now();
                return Some(line);
            }
            tokio::select! {
                () = &mut self.ended => return None,
                () = any_news(&mut self.games) => self.tell_news(),
                () = sleep_until(self.next_look) => {
                    if let Err(error) = self.look().await {
                        tracing::debug!(%error, "the stream of a program ends");
                        return None;
                    }
                }
                () = sleep_until(self.told + QUIET) => {
                    self.lines.push_back(QUIET_LINE);
                }
            }
        }
    }

    /// Looks which games the program has in play, and lets its challenges stand.
    async fn look(&mut self) -> Result<(), ServiceError> {
        let service = &self.app.service;
        if self.looks.is_multiple_of(KEEP_EVERY) {
            service.keep_challenges_of(self.program).await?;
        }
        // After an eviction and a reload another one serves a game.
        let renews = self.looks.is_multiple_of(RENEW_EVERY);
        let is_first = self.looks == 0;
        self.looks = self.looks.wrapping_add(1);
        let mut seats: BTreeMap<GameId, Vec<char>> = BTreeMap::new();
        let mut order = Vec::new();
        for holding in service.held(self.program, MOST_GAMES).await? {
            let of_game = seats.entry(holding.game.clone()).or_default();
            if of_game.is_empty() {
                order.push(holding.game);
            }
            of_game.push(holding.seat);
        }
        self.over.retain(|id| seats.contains_key(id));
        // Those in play come first, and then the latest ones that are over.
        let mut order = order.into_iter();
        for id in order.by_ref() {
            if self.over.contains(&id) {
                continue;
            }
            let seats = seats.remove(&id).unwrap_or_default();
            let known = self.games.get(&id);
            if !renews && known.is_some_and(|known| known.seats == seats) {
                continue;
            }
            let Some(handle) = service.game(&id).await? else {
                continue;
            };
            let sent = known.and_then(|known| known.sent);
            // One that has begun and ended since the last look is told all the same.
            if is_first && handle.view_for(&[]).status == Status::Over {
                self.over.insert(id);
                break;
            }
            let followed = Followed {
                news: handle.news(),
                _attendance: handle.attend(seats.clone(), self.net),
                handle,
                seats,
                sent,
            };
            self.games.insert(id, followed);
        }
        if is_first {
            self.over.extend(order);
        }
        self.next_look = Instant::now() + LOOK_EVERY;
        self.tell_news();
        Ok(())
    }

    /// Adds a line for each game in which something was done.
    fn tell_news(&mut self) {
        let (lines, over) = (&mut self.lines, &mut self.over);
        self.games.retain(|id, followed| {
            let version = *followed.news.borrow_and_update();
            if followed.sent == Some(version) {
                return true;
            }
            let view = followed.handle.view_for(&followed.seats);
            followed.sent = Some(view.version);
            let is_over = view.status == Status::Over;
            match serde_json::to_vec(&GameResponse::from(view)) {
                Ok(mut line) => {
                    line.push(b'\n');
                    lines.push_back(line.into());
                }
                Err(error) => tracing::error!(%error, "a game cannot be written"),
            }
            if is_over {
                over.insert(id.clone());
            }
            !is_over
        });
    }
}

/// Waits until something was done in one of the games.
async fn any_news(games: &mut HashMap<GameId, Followed>) {
    if games.is_empty() {
        return core::future::pending().await;
    }
    let news = games.values_mut().map(|followed| {
        Box::pin(async {
            if followed.news.changed().await.is_err() {
                // The handle has the sender, and is kept.
                core::future::pending::<()>().await;
            }
        })
    });
    select_all(news).await;
}
