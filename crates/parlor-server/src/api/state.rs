//! A game's state and record.

use std::collections::BTreeMap;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, VARY};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum_extra::headers::{ETag, HeaderMapExt as _, IfNoneMatch};
use parlor_dice::{Bytes32, Scheme};
use serde::Serialize;
use utoipa::ToSchema;

use super::caller::{AddressedGame, Caller};
use super::error::{ApiError, ErrorBody};
use crate::wording;
use parlor_table::log::{EndReason, PlayerRequest};
use parlor_table::table::{GameView, HintSearch, Occupant, SeatView};
use parlor_table::timestamp::milliseconds;

/// A game as the client sees it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Game)]
pub(super) struct GameResponse {
    /// The game's id.
    #[schema(example = "23b45c67d89f2g3h")]
    id: String,
    /// `ludo` or `kuba`.
    #[schema(example = "ludo")]
    game: &'static str,
    /// The rule set.
    #[schema(example = "classic")]
    rules: String,
    /// `waiting` for players, `playing`, or `over`.
    #[schema(example = "playing")]
    status: &'static str,
    /// The number of events so far.
    version: u64,
    /// The head of the log after them, a SHA-256 that stands for all of them.
    #[schema(value_type = Option<String>)]
    head: Option<Bytes32>,
    /// The position in notation.
    #[schema(example = "AH.H/CH.H A - -")]
    position: String,
    /// The seat to act, while the game is in progress.
    #[schema(value_type = Option<String>, example = "A")]
    to_act: Option<char>,
    /// The legal actions of the seat to act: `roll`, or actions in notation.
    #[schema(example = json!(["roll"]))]
    legal: Vec<String>,
    /// The other actions open to the client.
    also: Vec<ChoiceResponse>,
    /// The result.
    result: Option<ResultResponse>,
    /// The seats; the first one began.
    seats: Vec<SeatResponse>,
    /// The client's seats.
    #[schema(value_type = Vec<String>, example = json!(["A"]))]
    you: Vec<char>,
    /// The pending request.
    request: Option<RequestResponse>,
    /// The hint for the seat to act.
    hint: Option<HintResponse>,
    /// The dice, in a game with dice.
    dice: Option<DiceResponse>,
    /// The clocks, in a game with clocks.
    clock: Option<ClockResponse>,
    /// The seconds after which a bot takes over an absent player's seat.
    away_after_seconds: Option<u64>,
    /// The id of the rematch.
    rematch: Option<String>,
}

/// An action beyond those on the board.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Also)]
struct ChoiceResponse {
    /// The seat.
    #[schema(value_type = String, example = "A")]
    seat: char,
    /// The action; the client appends the bytes to `reveal:`.
    #[schema(example = "resign")]
    action: String,
}

/// The result of a game.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GameResult)]
struct ResultResponse {
    /// The rule by which it ended, or a word: `K-8`, `resignation`.
    #[schema(example = "L-30")]
    ending: &'static str,
    /// Why the server's operator ended the game, if they did: `restored` (from a
    /// backup, whose dice would repeat), or `keeper`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    reason: Option<EndReason>,
    /// The seats in order of finish, those that share places in one group.
    /// Empty if the game was abandoned.
    #[schema(value_type = Vec<Vec<String>>, example = json!([["A"], ["C"]]))]
    places: Vec<Vec<char>>,
    /// The score of each seat, 0 to 1. Empty if the game was abandoned.
    #[schema(value_type = BTreeMap<String, f64>, example = json!({"A": 1.0, "C": 0.0}))]
    returns: BTreeMap<char, f64>,
}

/// A seat.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Seat)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own about the seat"
)]
struct SeatResponse {
    /// The seat's letter.
    #[schema(value_type = String, example = "A")]
    seat: char,
    /// The player's name.
    #[schema(example = "Ann")]
    name: String,
    /// `human` or `bot`.
    #[schema(example = "human")]
    kind: &'static str,
    /// Whether a program plays here with a token of its own, in place of a human.
    program: bool,
    /// The bot that now plays here.
    bot: Option<String>,
    /// Whether the player has joined.
    joined: bool,
    /// Whether a bot plays for an absent person.
    away: bool,
    /// The number of hints that the player has had.
    hints: u32,
    /// Whether the player has yet to commit to new bytes, after the games were
    /// restored from a backup.
    #[serde(rename = "owes_commitment")]
    must_commit: bool,
    /// Whether the player has yet to reveal the bytes committed to.
    #[serde(rename = "owes_bytes")]
    must_reveal: bool,
    /// The commitment to the player's bytes for the dice: for the epoch that is
    /// agreed on, or for the current one.
    #[schema(value_type = Option<String>)]
    commitment: Option<Bytes32>,
    /// The bytes, in hexadecimal, once all players have joined.
    entropy: Option<String>,
    /// The salt that follows them if they were typed, in hexadecimal, revealed with
    /// them.
    salt: Option<String>,
    /// Who drew the bytes: `player` or `server`.
    drawn_by: Option<&'static str>,
}

/// A pending request.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Request)]
struct RequestResponse {
    /// The seat that made it.
    #[schema(value_type = String, example = "W")]
    seat: char,
    /// What is requested: `draw`, `undo` or `hint`.
    #[schema(value_type = String, example = "draw")]
    what: PlayerRequest,
    /// The seats that have agreed.
    #[schema(value_type = Vec<String>)]
    agreed: Vec<char>,
}

/// A hint that all players have agreed to.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Hint)]
struct HintResponse {
    /// The seat that it is for.
    #[schema(value_type = String, example = "W")]
    seat: char,
    /// The best action.
    #[schema(example = "65F")]
    action: String,
    /// The reason.
    #[schema(example = "Captures a red.")]
    says: String,
}

/// A game's committed dice.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Dice)]
struct DiceResponse {
    /// The scheme: `parlor-dice-v2`, or `parlor-dice-v1` in games that began by it.
    #[schema(value_type = String, example = "parlor-dice-v2")]
    scheme: Scheme,
    /// The SHA-256 of the server's secret.
    #[schema(value_type = String)]
    commitment: Bytes32,
    /// The secret, in hexadecimal, once the game is over.
    #[schema(value_type = Option<String>)]
    secret: Option<Bytes32>,
    /// The number of the current epoch, from 0.
    #[schema(example = 0)]
    epoch: u64,
    /// Whether the next epoch is being agreed on: all players commit and reveal
    /// anew, and nobody is to act until they have.
    agreeing: bool,
}

/// The players' clocks.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Clock)]
struct ClockResponse {
    /// The time of each at the start.
    #[schema(example = 300)]
    initial_seconds: u64,
    /// The time added to a clock after each turn in which it ran.
    #[schema(example = 5)]
    increment_seconds: u64,
    /// The seat whose clock is running.
    #[schema(value_type = Option<String>, example = "W")]
    running: Option<char>,
    /// The time left on each, in milliseconds, at the time of the response.
    #[schema(value_type = BTreeMap<String, u64>, example = json!({"W": 300_000, "B": 284_200}))]
    left_ms: BTreeMap<char, u64>,
}

/// Get a game.
///
/// With a seat's token, the response includes the actions open to that seat.
#[utoipa::path(
    get,
    path = "/api/games/{id}",
    operation_id = "showGame",
    params(
        ("id" = String, Path, description = "The game's name"),
        ("If-None-Match" = Option<String>, Header, description = "The ETag of an earlier response"),
    ),
    responses(
        (status = 200, description = "The game.", body = GameResponse,
            headers(
                ("ETag" = String, description = "Changes whenever the game does"),
                ("Cache-Control" = String, description = "May be cached, and must be revalidated"),
            )),
        (status = 304, description = "Unchanged."),
        (status = 401, description = "The token belongs to no seat of this game.", body = ErrorBody),
        (status = 404, description = "No such game.", body = ErrorBody),
    ),
    security((), ("seat" = []), ("browser" = []), ("program" = [])),
)]
pub(super) async fn show(
    AddressedGame(handle): AddressedGame,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let seats = caller.seats(&handle)?;
    let view = handle.view_for(&seats);
    let letters: String = seats.iter().collect();
    // Another version of the program may show the same game otherwise.
    let program = env!("CARGO_PKG_VERSION");
    let tag = format!("W/\"{}{letters}-{program}\"", view.version);
    let known = headers.typed_get::<IfNoneMatch>();
    // What stands on a clock that runs is another each time.
    let is_known = match (known, tag.parse::<ETag>()) {
        (Some(known), Ok(tag)) if view.running.is_none() => !known.precondition_passes(&tag),
        _ => false,
    };
    let headers = [
        (ETAG, tag),
        (VARY, "Authorization, Cookie".to_owned()),
        (CACHE_CONTROL, "private, no-cache".to_owned()),
    ];
    if is_known {
        return Ok((StatusCode::NOT_MODIFIED, headers).into_response());
    }
    Ok((headers, Json(GameResponse::from(view))).into_response())
}

/// Get a game's record as text.
#[utoipa::path(
    get,
    path = "/api/games/{id}/record",
    operation_id = "readRecord",
    params(("id" = String, Path, description = "The game's name")),
    responses(
        (status = 200, description = "The record so far.", body = String,
            content_type = "text/plain; charset=utf-8"),
        (status = 404, description = "No such game.", body = ErrorBody),
    ),
)]
pub(super) async fn record_text(AddressedGame(handle): AddressedGame) -> impl IntoResponse {
    let text = [(CONTENT_TYPE, "text/plain; charset=utf-8")];
    (text, Body::from(Bytes::from_owner(handle.record_text())))
}

/// Get a game's log, with the hash chain of its entries.
#[utoipa::path(
    get,
    path = "/api/games/{id}/log",
    operation_id = "readLog",
    params(("id" = String, Path, description = "The game's name")),
    responses(
        (status = 200, description = "A line of JSON for each entry so far, and one before and \
            after them.", body = String, content_type = "application/x-ndjson"),
        (status = 404, description = "No such game.", body = ErrorBody),
    ),
)]
pub(super) async fn log(AddressedGame(handle): AddressedGame) -> impl IntoResponse {
    let text = [(CONTENT_TYPE, "application/x-ndjson")];
    (text, Body::from(Bytes::from_owner(handle.log_text())))
}

/// Get a game's record as JSON.
#[utoipa::path(
    get,
    path = "/api/games/{id}/record.json",
    operation_id = "readRecordJson",
    params(("id" = String, Path, description = "The game's name")),
    responses(
        (status = 200, description = "The record so far.", body = serde_json::Value),
        (status = 404, description = "No such game.", body = ErrorBody),
    ),
)]
pub(super) async fn record_json(AddressedGame(handle): AddressedGame) -> impl IntoResponse {
    let json = [(CONTENT_TYPE, "application/json")];
    (json, Body::from(Bytes::from_owner(handle.record_json())))
}

impl From<GameView> for GameResponse {
    fn from(view: GameView) -> Self {
        let yours = view.seats.iter().filter(|seat| seat.is_yours);
        let seats = view.seats.iter();
        let also = view.choices.iter().map(|choice| ChoiceResponse {
            seat: choice.seat,
            action: choice.kind.word(),
        });
        let left = seats.filter_map(|seat| Some((seat.seat, milliseconds(seat.time_left?))));
        Self {
            you: yours.map(|seat| seat.seat).collect(),
            id: view.id.to_string(),
            game: view.game,
            rules: view.rules,
            status: view.status.as_str(),
            version: view.version,
            head: view.head,
            hint: view.hint.and_then(|hint| {
                let HintSearch::Found { action, reason } = hint.search else {
                    return None;
                };
                Some(HintResponse {
                    seat: hint.seat,
                    says: wording::hint(&view.position, &action, &reason),
                    action,
                })
            }),
            position: view.position,
            to_act: view.to_act,
            legal: view.legal,
            also: also.collect(),
            result: view.result.map(|result| ResultResponse {
                ending: result.ending.as_str(),
                reason: result.reason,
                places: result.places,
                returns: result.returns.into_iter().collect(),
            }),
            seats: view.seats.iter().map(SeatResponse::from).collect(),
            request: view.request.map(|request| RequestResponse {
                seat: request.asker,
                what: request.what,
                agreed: request.agreed,
            }),
            dice: view.dice.map(|dice| DiceResponse {
                scheme: dice.scheme,
                commitment: dice.commitment,
                secret: dice.secret,
                epoch: dice.epoch,
                agreeing: dice.is_agreeing,
            }),
            clock: view.clock.map(|clock| ClockResponse {
                initial_seconds: clock.initial.as_secs(),
                increment_seconds: clock.increment.as_secs(),
                running: view.running,
                left_ms: left.collect(),
            }),
            away_after_seconds: view.away_after,
            rematch: view.rematch.map(|id| id.to_string()),
        }
    }
}

impl From<&SeatView> for SeatResponse {
    fn from(seat: &SeatView) -> Self {
        let (kind, bot) = match &seat.occupant {
            Occupant::Person => ("human", None),
            Occupant::Bot(bot) => ("bot", Some(bot.clone())),
            Occupant::Substitute(bot) => ("human", Some(bot.clone())),
        };
        let drawn_by = if seat.drawn_by_server {
            "server"
        } else {
            "player"
        };
        Self {
            seat: seat.seat,
            name: seat.name.clone(),
            kind,
            program: seat.is_program,
            bot,
            joined: seat.is_taken,
            away: seat.is_away(),
            hints: seat.hints,
            must_commit: seat.must_commit,
            must_reveal: seat.must_reveal,
            commitment: seat.commitment,
            entropy: seat.entropy.as_deref().map(hex::encode),
            salt: seat.salt.map(hex::encode),
            drawn_by: seat.commitment.map(|_| drawn_by),
        }
    }
}
