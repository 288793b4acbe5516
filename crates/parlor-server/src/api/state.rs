//! What the API shows of a game.

use std::collections::BTreeMap;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, VARY};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum_extra::headers::{ETag, HeaderMapExt as _, IfNoneMatch};
use parlor_dice::Bytes32;
use serde::Serialize;
use utoipa::ToSchema;

use super::caller::{AddressedGame, Caller};
use super::error::{ApiError, ErrorBody};
use crate::wording;
use parlor_table::log::{EndReason, PlayerRequest};
use parlor_table::table::{GameView, HintSearch, Occupant, SeatView};
use parlor_table::timestamp::milliseconds;

/// A game as the one who asks is shown it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Game)]
pub(super) struct GameResponse {
    /// Its name.
    #[schema(example = "23b45c67d89f2g3h")]
    id: String,
    /// `ludo` or `kuba`.
    #[schema(example = "ludo")]
    game: &'static str,
    /// By which rules.
    #[schema(example = "classic")]
    rules: String,
    /// `waiting` for players, `playing`, or `over`.
    #[schema(example = "playing")]
    status: &'static str,
    /// How many events there are.
    version: u64,
    /// The position as a line.
    #[schema(example = "AH.H/CH.H A - -")]
    position: String,
    /// Whose turn it is, while the game goes on.
    #[schema(value_type = Option<String>, example = "A")]
    to_act: Option<char>,
    /// What the seat to act may send: `roll`, or actions in notation.
    #[schema(example = json!(["roll"]))]
    legal: Vec<String>,
    /// What else the one who asks may send.
    also: Vec<ChoiceResponse>,
    /// How it ended.
    result: Option<ResultResponse>,
    /// Who sits where; who is named first began.
    seats: Vec<SeatResponse>,
    /// The seats that the one who asks speaks for.
    #[schema(value_type = Vec<String>, example = json!(["A"]))]
    you: Vec<char>,
    /// A request that stands.
    request: Option<RequestResponse>,
    /// A hint for the seat to act.
    hint: Option<HintResponse>,
    /// The dice, in a game that has them.
    dice: Option<DiceResponse>,
    /// The clocks, where there are such.
    clock: Option<ClockResponse>,
    /// After how many seconds a bot takes over a seat that stays away.
    away_after_seconds: Option<u64>,
    /// The game that follows this one.
    rematch: Option<String>,
}

/// Something that may be sent beside what is legal on the board.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Also)]
struct ChoiceResponse {
    /// For which seat.
    #[schema(value_type = String, example = "A")]
    seat: char,
    /// What; after `reveal:` the bytes are still to be put.
    #[schema(example = "resign")]
    action: String,
}

/// How a game ended.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = GameResult)]
struct ResultResponse {
    /// The rule, or the word: `K-8`, `resignation`.
    #[schema(example = "L-30")]
    ending: &'static str,
    /// Why the keeper of the server ended the game, if they did: `restored` (from a
    /// copy, in which the dice would fall as they did before), or `keeper`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    reason: Option<EndReason>,
    /// Who came where, the best first; who shares places is in one group.
    /// Empty if the game was abandoned.
    #[schema(value_type = Vec<Vec<String>>, example = json!([["A"], ["C"]]))]
    places: Vec<Vec<char>>,
    /// What the game was worth to each seat. Empty if it was abandoned.
    #[schema(value_type = BTreeMap<String, f64>, example = json!({"A": 1.0, "C": 0.0}))]
    returns: BTreeMap<char, f64>,
}

/// A seat.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Seat)]
struct SeatResponse {
    /// Its letter.
    #[schema(value_type = String, example = "A")]
    seat: char,
    /// What the player is called.
    #[schema(example = "Ann")]
    name: String,
    /// `human` or `bot`.
    #[schema(example = "human")]
    kind: &'static str,
    /// The bot that plays here now.
    bot: Option<String>,
    /// Whether nobody has to come any more.
    joined: bool,
    /// Whether a bot plays until the person returns.
    away: bool,
    /// How many hints the player has had.
    hints: u32,
    /// Whether bytes that were committed to are still to be revealed.
    #[serde(rename = "owes_bytes")]
    must_reveal: bool,
    /// The SHA-256 of the player's bytes for the dice.
    #[schema(value_type = Option<String>)]
    commitment: Option<Bytes32>,
    /// The bytes, in hexadecimal digits, once everybody is in.
    entropy: Option<String>,
    /// Who drew them: `player` or `server`.
    drawn_by: Option<&'static str>,
}

/// A request that stands.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Request)]
struct RequestResponse {
    /// Who asks.
    #[schema(value_type = String, example = "W")]
    seat: char,
    /// For what: `draw`, `undo` or `hint`.
    #[schema(value_type = String, example = "draw")]
    what: PlayerRequest,
    /// Who has agreed.
    #[schema(value_type = Vec<String>)]
    agreed: Vec<char>,
}

/// A hint that everybody has agreed to.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Hint)]
struct HintResponse {
    /// For whom.
    #[schema(value_type = String, example = "W")]
    seat: char,
    /// What is best.
    #[schema(example = "65F")]
    action: String,
    /// What is said for it.
    #[schema(example = "Captures a red.")]
    says: String,
}

/// What is known of a game's dice.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Dice)]
struct DiceResponse {
    /// The SHA-256 of the server's secret.
    #[schema(value_type = String)]
    commitment: Bytes32,
    /// The secret, in hexadecimal digits, once the game is over.
    #[schema(value_type = Option<String>)]
    secret: Option<Bytes32>,
}

/// The players' clocks.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Clock)]
struct ClockResponse {
    /// What each began with.
    #[schema(example = 300)]
    initial_seconds: u64,
    /// What each gains with every turn that it ran in.
    #[schema(example = 5)]
    increment_seconds: u64,
    /// Whose runs now.
    #[schema(value_type = Option<String>, example = "W")]
    running: Option<char>,
    /// What is left on each, in milliseconds, at the moment of the answer.
    #[schema(value_type = BTreeMap<String, u64>, example = json!({"W": 300_000, "B": 284_200}))]
    left_ms: BTreeMap<char, u64>,
}

/// Look at a game.
///
/// Who shows a seat's token is also told what may be sent for that seat.
#[utoipa::path(
    get,
    path = "/api/games/{id}",
    operation_id = "showGame",
    params(
        ("id" = String, Path, description = "The game's name"),
        ("If-None-Match" = Option<String>, Header, description = "The ETag of an earlier answer"),
    ),
    responses(
        (status = 200, description = "The game now.", body = GameResponse,
            headers(
                ("ETag" = String, description = "Changes whenever the game does"),
                ("Cache-Control" = String, description = "May be kept, and asked after each time"),
            )),
        (status = 304, description = "Nothing has changed."),
        (status = 401, description = "The token is of no seat of this game.", body = ErrorBody),
        (status = 404, description = "There is no such game.", body = ErrorBody),
    ),
    security((), ("seat" = []), ("browser" = [])),
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

/// Read a game's record, in text.
#[utoipa::path(
    get,
    path = "/api/games/{id}/record",
    operation_id = "readRecord",
    params(("id" = String, Path, description = "The game's name")),
    responses(
        (status = 200, description = "The record so far.", body = String,
            content_type = "text/plain; charset=utf-8"),
        (status = 404, description = "There is no such game.", body = ErrorBody),
    ),
)]
pub(super) async fn record_text(AddressedGame(handle): AddressedGame) -> impl IntoResponse {
    let text = [(CONTENT_TYPE, "text/plain; charset=utf-8")];
    (text, Body::from(Bytes::from_owner(handle.record_text())))
}

/// Read a game's record, in JSON.
#[utoipa::path(
    get,
    path = "/api/games/{id}/record.json",
    operation_id = "readRecordJson",
    params(("id" = String, Path, description = "The game's name")),
    responses(
        (status = 200, description = "The record so far.", body = serde_json::Value),
        (status = 404, description = "There is no such game.", body = ErrorBody),
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
                commitment: dice.commitment,
                secret: dice.secret,
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
            bot,
            joined: seat.is_taken,
            away: seat.is_away(),
            hints: seat.hints,
            must_reveal: seat.must_reveal,
            commitment: seat.commitment,
            entropy: seat.entropy.as_deref().map(hex::encode),
            drawn_by: seat.commitment.map(|_| drawn_by),
        }
    }
}
