//! The lobby through the API: who waits for somebody to play with.

use core::time::Duration;
use std::sync::Arc;

use axum::Json;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::body::{self, Body, ObjectOnly};
use super::caller::{Caller, MakerOf};
use super::create::{ClockRequest, refused_for_two};
use super::error::{ApiError, ErrorBody};
use super::event::{NoQuery, Parameters, UrlQuery};
use crate::app::{Address, App, Client};
use crate::wording::{blocked, challenge_error, challenge_status};
use parlor_service::service::{ChallengeError, CreateError, Wanted};
use parlor_service::store::lobby::{Challenge, ChallengeState, Terms};
use parlor_table::id::GameId;

/// The longest that a request waits for another player; the middleware gives up later.
const LONGEST_WAIT: u64 = 25;

/// The most players who wait, and games to watch, in an answer.
const MOST_LISTED: usize = 1_000;
const MOST_WATCHABLE: usize = 50;

/// What somebody wants to play.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewChallenge, example = json!({"game": "kuba", "name": "Ann", "clock": {"initial_seconds": 300}}))]
pub(super) struct ChallengeRequest {
    /// `ludo` or `kuba`, each for two: seats A and C, W and B.
    #[schema(pattern = "^(ludo|kuba)$", example = "kuba")]
    game: String,
    /// The rule set: `classic` in Ludo, `classroom` (the default) or `tournament` in Kuba.
    #[schema(nullable = false)]
    rules: Option<String>,
    /// The clock of each player; without it there is a time to stay away.
    #[schema(value_type = Option<ClockRequest>, nullable = false)]
    clock: Option<ObjectOnly<ClockRequest>>,
    /// The seconds after which a bot takes over an absent player's seat: 120 if neither this nor a clock is
    /// given.
    #[schema(minimum = 5, maximum = 2_592_000, nullable = false)]
    away_after_seconds: Option<u64>,
    /// The player's name, which everybody sees.
    #[schema(max_length = 40, nullable = false)]
    name: Option<String>,
}

impl From<ChallengeRequest> for Wanted {
    fn from(request: ChallengeRequest) -> Self {
        Self {
            game: request.game,
            rules: request.rules,
            clock: request.clock.map(|ObjectOnly(clock)| clock.into()),
            away_after: request.away_after_seconds.map(Duration::from_secs),
            name: request.name,
        }
    }
}

/// Reads the body of a new challenge.
///
/// # Errors
/// What is wrong with the body, with the field and its value. Whether there is such a game is checked by the
/// service.
pub fn read_challenge(bytes: &[u8]) -> Result<Wanted, ApiError> {
    body::read::<ChallengeRequest>(bytes).map(Wanted::from)
}

/// Somebody who accepts a challenge.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Acceptance)]
pub(super) struct AcceptRequest {
    /// The player's name, which everybody sees.
    #[schema(max_length = 40, nullable = false)]
    name: Option<String>,
}

/// Who waits, and what can be watched.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Lobby)]
pub(super) struct LobbyResponse {
    /// Those who wait, in the order in which they came; at most 1,000.
    challenges: Vec<Waiting>,
    /// Whether more wait than are listed.
    more_challenges: bool,
    /// The games that began here and in which somebody has moved, while they go on, the last one first; at most 50.
    /// Games by link are in no list.
    games: Vec<Watchable>,
    /// Whether more go on than are listed.
    more_games: bool,
}

/// Somebody who waits.
#[derive(Debug, Serialize, ToSchema)]
struct Waiting {
    /// The challenge's id, by which it is accepted.
    #[schema(example = "23b45c67d89f2g3h")]
    id: String,
    #[serde(flatten)]
    terms: TermsResponse,
    /// The player's name; omitted if none was given, and `Somebody` if it is hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    name: Option<String>,
    /// Whether a program plays, with a token of its own.
    program: bool,
    /// For how long they have waited.
    waited_seconds: u64,
}

/// What is to be played.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Terms)]
struct TermsResponse {
    game: String,
    rules: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    clock: Option<ClockResponse>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    away_after_seconds: Option<u64>,
}

/// The clock of a player.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ChallengeClock)]
struct ClockResponse {
    initial_seconds: u64,
    increment_seconds: u64,
}

/// A game that can be watched.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WatchableGame)]
struct Watchable {
    /// The game's id.
    id: String,
    game: &'static str,
    rules: String,
    /// The page for spectators.
    watch_url: String,
    /// The players' names, in the order of the seats; `Somebody` for one that is hidden.
    players: Vec<String>,
    /// The number of its entries.
    version: u64,
}

impl From<&Terms> for TermsResponse {
    fn from(terms: &Terms) -> Self {
        Self {
            game: terms.game.clone(),
            rules: terms.rules.clone(),
            clock: terms.clock.map(|clock| ClockResponse {
                initial_seconds: clock.initial.as_secs(),
                increment_seconds: clock.increment.as_secs(),
            }),
            away_after_seconds: terms.away_after.map(|patience| patience.as_secs()),
        }
    }
}

/// Who waits for somebody to play with, and which games can be watched.
#[utoipa::path(
    get,
    path = "/api/lobby",
    operation_id = "getLobby",
    responses(
        (status = 200, description = "The lobby, over all nodes.", body = LobbyResponse),
        (status = 400, description = "The query is invalid.", body = ErrorBody),
    ),
)]
pub(super) async fn lobby(
    State(app): State<Arc<App>>,
    Address(address): Address,
    UrlQuery(NoQuery {}): UrlQuery<NoQuery>,
) -> Result<Json<LobbyResponse>, ApiError> {
    let waiting = app.service.challenges().await?;
    let more_challenges = waiting.len() > MOST_LISTED;
    let listed = waiting.into_iter().take(MOST_LISTED);
    let challenges = listed.map(|challenge| Waiting {
        id: challenge.posted.id.to_string(),
        terms: (&challenge.posted.terms).into(),
        program: challenge.posted.is_bot,
        waited_seconds: challenge.waited.as_secs(),
        name: challenge.posted.name,
    });
    let watchable = app.service.watchable(MOST_WATCHABLE).await?;
    let mut games = Vec::new();
    for handle in watchable.games {
        let view = handle.view_for(&[]);
        let view = app.service.with_names_hidden(view).await?;
        games.push(Watchable {
            id: view.id.to_string(),
            game: view.game,
            rules: view.rules,
            watch_url: format!("{address}/games/{}/watch", view.id),
            players: view.seats.into_iter().map(|seat| seat.name).collect(),
            version: view.version,
        });
    }
    Ok(Json(LobbyResponse {
        challenges: challenges.collect(),
        more_challenges,
        games,
        more_games: watchable.are_more,
    }))
}

/// A challenge that was posted.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PostedChallenge)]
pub(super) struct Posted {
    /// Its id.
    #[schema(example = "23b45c67d89f2g3h")]
    id: String,
    /// The token by which a client without a cookie asks what became of it, and plays in the game that it leads to:
    /// keep it secret. Omitted if the browser, or the program with this token, waits for the same already: it is their
    /// own cookie or token that holds the seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    token: Option<String>,
}

/// Look for somebody to play with.
///
/// If somebody waits with the same terms, both are in a game at once; else the challenge stands in the lobby until
/// somebody comes, for as long as its poster asks for it at least every 15 seconds. That of a program is only
/// accepted, and stands as long as the stream of its games is open, too. Posted again, it is the same challenge.
#[utoipa::path(
    post,
    path = "/api/lobby/challenges",
    operation_id = "postChallenge",
    request_body = ChallengeRequest,
    responses(
        (status = 201, description = "The challenge stands, or has led to a game.", body = Posted),
        (status = 400, description = "There is no such game.", body = ErrorBody),
        (status = 401, description = "What follows Bearer is not the token of a program.", body = ErrorBody),
        (status = 413, description = "The body is too large.", body = ErrorBody),
        (status = 415, description = "The body is not JSON.", body = ErrorBody),
    ),
    security((), ("browser" = []), ("program" = [])),
)]
pub(super) async fn post(
    State(app): State<Arc<App>>,
    MakerOf(maker): MakerOf,
    Body(request): Body<ChallengeRequest>,
) -> Result<(StatusCode, Json<Posted>), ApiError> {
    let wanted = Wanted::from(request);
    let posted = app.service.post_challenge(&wanted, maker).await;
    let posted = posted.map_err(|error| refused(error, &wanted))?;
    let posted = Posted {
        id: posted.id.to_string(),
        token: posted.key.map(|key| key.reveal()),
    };
    Ok((StatusCode::CREATED, Json(posted)))
}

/// How long to wait for an answer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WaitQuery {
    wait: Option<String>,
}

impl Parameters for WaitQuery {
    const NAMES: &'static [&'static str] = &["wait"];
    const FORM: &'static str = "?wait=SECONDS";
}

/// The time to wait for another player.
fn parse_wait(wait: Option<String>) -> Result<Duration, ApiError> {
    let Some(wait) = wait else {
        return Ok(Duration::ZERO);
    };
    let seconds = wait.parse().ok().filter(|seconds| *seconds <= LONGEST_WAIT);
    let seconds = seconds.ok_or_else(|| {
        let message = format!("wait is a number of seconds, from 0 to {LONGEST_WAIT}");
        ApiError::bad(message).about("wait").given(wait)
    })?;
    Ok(Duration::from_secs(seconds))
}

/// What became of a challenge.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "status", rename_all = "lowercase")]
#[schema(as = ChallengeState)]
pub(super) enum StateResponse {
    /// Nobody has come yet.
    Waiting {
        /// For how long they have waited.
        waited_seconds: u64,
        /// How long those waited who were paired last for these terms, the last one first; nobody knows how long
        /// the next one will.
        others_waited_seconds: Vec<u64>,
    },
    /// It has led to a game.
    Paired {
        /// The game's id.
        game: String,
        /// The player's seat.
        #[schema(value_type = String, example = "W")]
        seat: char,
        /// The game's page.
        url: String,
    },
}

/// A challenge of the caller's own.
#[derive(Debug)]
pub(super) struct OwnChallenge(Challenge);

impl FromRequestParts<Arc<App>> for OwnChallenge {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let AddressedChallenge(id) = AddressedChallenge::from_request_parts(parts, app).await?;
        let Ok(caller) = Caller::from_request_parts(parts, app).await;
        let found = app.service.challenge(&id).await?;
        let Some(found) = found else {
            let Ok(client) = Client::from_request_parts(parts, app).await;
            return Err(match app.service.block_of(client.net).await? {
                // Then that is why.
                Some(block) => ApiError::new(StatusCode::FORBIDDEN, blocked(&block)),
                None => no_challenge(id.as_str()),
            });
        };
        caller.check_poster(&found.posted)?;
        Ok(Self(found))
    }
}

/// The challenge in the URL.
#[derive(Debug)]
pub(super) struct AddressedChallenge(GameId);

impl FromRequestParts<Arc<App>> for AddressedChallenge {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, ApiError> {
        let path: Result<Path<String>, _> = Path::from_request_parts(parts, app).await;
        let Path(name) = path.map_err(|_| no_challenge(""))?;
        name.parse().map(Self).map_err(|_| no_challenge(&name))
    }
}

fn no_challenge(id: &str) -> ApiError {
    let message = format!(
        "there is no challenge {id:?}: its poster has left, or it was accepted and its game is gone; \
         GET /api/lobby lists those that stand"
    );
    ApiError::new(StatusCode::NOT_FOUND, message)
}

/// What became of a challenge.
///
/// Only its poster may ask. Who does not ask for 15 seconds has left, and the challenge is withdrawn; a request that
/// waits is there all the time.
#[utoipa::path(
    get,
    path = "/api/lobby/challenges/{id}",
    operation_id = "getChallenge",
    params(
        ("id" = String, Path, description = "The challenge's id"),
        ("wait" = Option<u64>, Query, description = "The seconds to wait for another player before the \
            answer comes; 0 if omitted", maximum = 25),
    ),
    responses(
        (status = 200, description = "What became of it.", body = StateResponse),
        (status = 400, description = "The query is invalid.", body = ErrorBody),
        (status = 401, description = "The token is not that of the poster.", body = ErrorBody),
        (status = 404, description = "There is no such challenge, or no more.", body = ErrorBody),
    ),
    security(("seat" = []), ("browser" = []), ("program" = [])),
)]
pub(super) async fn show(
    State(app): State<Arc<App>>,
    OwnChallenge(own): OwnChallenge,
    Address(address): Address,
    UrlQuery(query): UrlQuery<WaitQuery>,
) -> Result<Json<StateResponse>, ApiError> {
    let wait = parse_wait(query.wait)?;
    let id = &own.posted.id;
    let found = app.service.wait_for_pair(id, wait).await?;
    let found = found.ok_or_else(|| no_challenge(id.as_str()))?;
    let waits = match found.state {
        ChallengeState::Waiting { .. } => app.service.waits(&found.posted.terms).await?,
        ChallengeState::Paired { .. } => Vec::new(),
    };
    Ok(Json(state(found, &waits, &address)))
}

fn state(found: Challenge, waits: &[Duration], address: &str) -> StateResponse {
    match found.state {
        ChallengeState::Waiting { .. } => StateResponse::Waiting {
            waited_seconds: found.waited.as_secs(),
            others_waited_seconds: waits.iter().map(Duration::as_secs).collect(),
        },
        ChallengeState::Paired { game, seat } => StateResponse::Paired {
            url: format!("{address}/games/{game}"),
            game: game.to_string(),
            seat,
        },
    }
}

/// Stop waiting.
///
/// If somebody has come meanwhile, the answer tells the game.
#[utoipa::path(
    delete,
    path = "/api/lobby/challenges/{id}",
    operation_id = "withdrawChallenge",
    params(("id" = String, Path, description = "The challenge's id")),
    responses(
        (status = 204, description = "Nobody waits with it any more."),
        (status = 401, description = "The token is not that of the poster.", body = ErrorBody),
        (status = 404, description = "There is no such challenge, or no more.", body = ErrorBody),
        (status = 409, description = "It has led to a game.", body = StateResponse),
    ),
    security(("seat" = []), ("browser" = []), ("program" = [])),
)]
pub(super) async fn withdraw(
    State(app): State<Arc<App>>,
    OwnChallenge(own): OwnChallenge,
    Address(address): Address,
) -> Result<Result<StatusCode, (StatusCode, Json<StateResponse>)>, ApiError> {
    let id = &own.posted.id;
    if app.service.withdraw_challenge(id).await? {
        return Ok(Ok(StatusCode::NO_CONTENT));
    }
    let found = app.service.challenge(id).await?;
    let found = found.ok_or_else(|| no_challenge(id.as_str()))?;
    match found.state {
        // It is being paired just now, or was posted anew.
        ChallengeState::Waiting { .. } => Err(ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "somebody is about to accept it; ask again in a moment",
        )
        .retry_after(1)),
        ChallengeState::Paired { .. } => Ok(Err((
            StatusCode::CONFLICT,
            Json(state(found, &[], &address)),
        ))),
    }
}

/// The game with who has posted a challenge.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AcceptedChallenge)]
pub(super) struct Accepted {
    /// The game's id.
    game: String,
    /// The caller's seat.
    #[schema(value_type = String, example = "B")]
    seat: char,
    /// The token by which a program plays there: keep it secret.
    token: String,
    /// The game's page.
    url: String,
}

/// Play with who has posted a challenge.
#[utoipa::path(
    post,
    path = "/api/lobby/challenges/{id}/accept",
    operation_id = "acceptChallenge",
    params(("id" = String, Path, description = "The challenge's id")),
    request_body = AcceptRequest,
    responses(
        (status = 201, description = "The game has begun.", body = Accepted),
        (status = 400, description = "The name cannot be shown.", body = ErrorBody),
        (status = 401, description = "What follows Bearer is not the token of a program.", body = ErrorBody),
        (status = 403, description = "The caller is a program, and who waits a person.", body = ErrorBody),
        (status = 404, description = "Nobody waits with it any more.", body = ErrorBody),
        (status = 409, description = "It is the caller's own.", body = ErrorBody),
        (status = 413, description = "The body is too large.", body = ErrorBody),
        (status = 415, description = "The body is not JSON.", body = ErrorBody),
    ),
    security((), ("browser" = []), ("program" = [])),
)]
pub(super) async fn accept(
    State(app): State<Arc<App>>,
    AddressedChallenge(id): AddressedChallenge,
    maker: Result<MakerOf, ApiError>,
    caller: Caller,
    Address(address): Address,
    Body(request): Body<AcceptRequest>,
) -> Result<(StatusCode, Json<Accepted>), ApiError> {
    let found = app.service.challenge(&id).await?;
    if found.is_some_and(|found| caller.check_poster(&found.posted).is_ok()) {
        return Err(refused(ChallengeError::Own, &wanted_with(request.name)));
    }
    let MakerOf(maker) = maker?;
    let accepted = app
        .service
        .accept_challenge(&id, request.name.clone(), maker)
        .await;
    let accepted = accepted.map_err(|error| match error {
        ChallengeError::Gone => no_challenge(id.as_str()),
        error => refused(error, &wanted_with(request.name)),
    })?;
    let accepted = Accepted {
        url: format!("{address}/games/{}", accepted.game),
        game: accepted.game.to_string(),
        seat: accepted.seat,
        token: accepted.key.reveal(),
    };
    Ok((StatusCode::CREATED, Json(accepted)))
}

fn wanted_with(name: Option<String>) -> Wanted {
    Wanted {
        game: String::new(),
        rules: None,
        clock: None,
        away_after: None,
        name,
    }
}

/// The service's error, with the field of the body and its value.
fn refused(error: ChallengeError, wanted: &Wanted) -> ApiError {
    let status = challenge_status(&error);
    let refusal = ApiError::new(status, challenge_error(&error));
    match error {
        ChallengeError::Create(CreateError::Wrong(wrong)) => refused_for_two(wrong, wanted),
        ChallengeError::Create(error) => error.into(),
        _ if status == StatusCode::TOO_MANY_REQUESTS => refusal.retry_after(60),
        _ => refusal,
    }
}
