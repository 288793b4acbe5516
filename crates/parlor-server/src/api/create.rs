//! Making a game through the API.

use core::num::NonZeroU32;
use core::time::Duration;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::LOCATION;
use axum::http::{HeaderName, StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::body::{self, Body, ObjectOnly};
use super::caller::MakerOf;
use super::error::{ApiError, ErrorBody};
use crate::app::{Address, App};
use parlor_service::service::{
    CreateError, NewPlayer, NewSeat, NewTable, NewTableError, Offer, SeatField, TableField, Wanted,
};
use parlor_table::log::TimeControl;

/// A new game.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewGame, example = json!({"game": "ludo", "rules": "classic", "seats": [
    {"seat": "A", "kind": "human", "name": "Ann"},
    {"seat": "C", "kind": "bot", "bot": "priority"},
]}))]
pub(super) struct CreateGameRequest {
    /// `ludo` or `kuba`.
    #[schema(pattern = "^(ludo|kuba)$", example = "ludo")]
    game: String,
    /// The rule set: `classic` in Ludo, `classroom` (the default) or `tournament`
    /// in Kuba.
    #[schema(nullable = false)]
    rules: Option<String>,
    /// The seats; the first one begins.
    #[schema(value_type = Vec<SeatRequest>, min_items = 2, max_items = 4)]
    seats: Vec<ObjectOnly<SeatRequest>>,
    /// The position that the game begins with, as a line of its notation; the usual start if
    /// omitted. `seats` are those of the position, the one to act first, and `rules` are the
    /// position's if omitted.
    #[schema(max_length = 100, nullable = false, example = "A20.H/C12.E A 6 -")]
    position: Option<String>,
    /// The number of actions that count after which the game ends at the latest
    /// (L-31, K-13).
    #[schema(value_type = Option<u32>, minimum = 1, nullable = false)]
    limit: Option<NonZeroU32>,
    /// The seconds after which a bot takes over an absent player's seat; never if
    /// omitted.
    #[schema(minimum = 5, maximum = 2_592_000, nullable = false)]
    away_after_seconds: Option<u64>,
    /// The clock of each human player; unlimited if omitted.
    #[schema(value_type = Option<ClockRequest>, nullable = false)]
    clock: Option<ObjectOnly<ClockRequest>>,
}

/// The clock of a player.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewClock)]
pub(super) struct ClockRequest {
    /// The time at the start.
    #[schema(minimum = 10, maximum = 10_800, example = 300)]
    initial_seconds: u64,
    /// The time added after each turn in which the clock ran.
    #[serde(default)]
    #[schema(maximum = 180, example = 5)]
    increment_seconds: u64,
}

impl From<ClockRequest> for TimeControl {
    fn from(clock: ClockRequest) -> Self {
        Self {
            initial: Duration::from_secs(clock.initial_seconds),
            increment: Duration::from_secs(clock.increment_seconds),
        }
    }
}

/// A seat of a new game.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewSeat)]
struct SeatRequest {
    /// `A`–`D` in Ludo, `W` and `B` in Kuba.
    #[schema(value_type = String, pattern = "^[ABCDW]$", example = "A")]
    seat: char,
    /// The kind of player.
    kind: NewSeatKind,
    /// The player's name.
    #[schema(max_length = 40, nullable = false)]
    name: Option<String>,
    /// The bot's name, for kind `bot`. Some bots play only with a certain number of
    /// players.
    #[schema(nullable = false)]
    bot: Option<String>,
    /// For a human in a game with dice: `later` to send the commitment in a later
    /// action, once the game and the server's commitment are known. If omitted, the
    /// server draws the bytes.
    #[schema(nullable = false)]
    entropy: Option<When>,
    /// Refused: no commitment can name a game that does not exist.
    #[schema(ignore)]
    commitment: Option<Value>,
}

/// Why a new seat has no commitment, and what to send instead.
const COMMITMENT_TOO_EARLY: &str = "a commitment names its game, so it is made once the game \
     exists: a seat of kind human says \"entropy\": \"later\", and then sends commit: to join; \
     an invited player just sends it";

/// The kind of player at a new seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum NewSeatKind {
    /// The caller.
    Human,
    /// A person who receives the seat's URL.
    Invited,
    /// A bot.
    Bot,
}

/// When a player commits to bytes for the dice.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = EntropyWhen)]
enum When {
    /// In a later action.
    Later,
}

/// The game created.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MadeGame)]
pub(super) struct Made {
    /// The game's id.
    #[schema(example = "23b45c67d89f2g3h")]
    id: String,
    /// The game's page.
    url: String,
    /// The page for spectators: it acts for no seat, whoever opens it.
    watch_url: String,
    /// The URL to send to all who are invited, which leads each to the next free seat of
    /// theirs; omitted if nobody is. Keep it secret, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    invite_url: Option<String>,
    /// The seats of people. Whoever has a seat's token or URL can play there: keep
    /// them secret.
    seats: Vec<MadeSeat>,
}

/// A person's seat.
#[derive(Debug, Serialize, ToSchema)]
struct MadeSeat {
    /// The seat's letter.
    #[schema(value_type = String, example = "A")]
    seat: char,
    /// The URL at which a browser takes the seat.
    url: String,
    /// The token by which a program plays there.
    token: String,
}

/// Create a game.
///
/// It begins at once unless it waits for a player.
#[utoipa::path(
    post,
    path = "/api/games",
    operation_id = "createGame",
    request_body = CreateGameRequest,
    responses(
        (status = 201, description = "The game is created and stored.", body = Made,
            headers(("Location" = String, description = "The game's URL in this API"))),
        (status = 400, description = "The game is invalid.", body = ErrorBody),
        (status = 401, description = "What follows Bearer is not the token of a program.", body = ErrorBody),
        (status = 413, description = "The body is too large.", body = ErrorBody),
        (status = 415, description = "The body is not JSON.", body = ErrorBody),
    ),
    security((), ("browser" = []), ("program" = [])),
)]
pub(super) async fn create(
    State(app): State<Arc<App>>,
    MakerOf(maker): MakerOf,
    Address(address): Address,
    Body(request): Body<CreateGameRequest>,
) -> Result<(StatusCode, [(HeaderName, String); 1], Json<Made>), ApiError> {
    let table = request.table()?;
    let made = app.service.create(&table, maker).await;
    let made = made.map_err(|error| refused(error, &table))?;
    let id = made.id;
    let page = format!("{address}/games/{id}");
    let seats = made.keys.into_iter().map(|(seat, key)| {
        let token = key.reveal();
        MadeSeat {
            seat,
            url: format!("{page}/seats/{seat}/{token}"),
            token,
        }
    });
    let seats = seats.collect();
    let location = [(LOCATION, format!("/api/games/{id}"))];
    let made = Made {
        id: id.to_string(),
        watch_url: format!("{page}/watch"),
        invite_url: made
            .code
            .map(|code| format!("{address}/j/{}", code.reveal())),
        url: page,
        seats,
    };
    Ok((StatusCode::CREATED, location, Json(made)))
}

/// The service's error, with the field of the body and its value.
fn refused(error: CreateError, table: &NewTable) -> ApiError {
    let CreateError::Wrong(wrong) = &error else {
        return error.into();
    };
    let (field, value) = match wrong.field() {
        TableField::Game => ("game".to_owned(), Some(table.game.clone().into())),
        TableField::Rules => ("rules".to_owned(), table.rules.clone().map(Value::from)),
        TableField::Seats => ("seats".to_owned(), None),
        TableField::Position => {
            let position = table.position.clone().map(Value::from);
            ("position".to_owned(), position)
        }
        TableField::AwayAfter => {
            let seconds = table.away_after.map(|patience| patience.as_secs().into());
            ("away_after_seconds".to_owned(), seconds)
        }
        TableField::Clock => ("clock".to_owned(), None),
        TableField::Seat(place, part) => {
            let (part, value) = sent(part, &table.seats[place]);
            (format!("seats[{place}].{part}"), value)
        }
    };
    let refusal = ApiError::from(error).about(field);
    match value {
        Some(value) => refusal.given(value),
        None => refusal,
    }
}

/// The same for somebody who looks for another to play with, and names no seats.
pub(super) fn refused_for_two(wrong: NewTableError, wanted: &Wanted) -> ApiError {
    let (field, value) = match wrong.field() {
        TableField::Game => ("game", Some(wanted.game.clone().into())),
        TableField::Rules => ("rules", wanted.rules.clone().map(Value::from)),
        TableField::AwayAfter => {
            let seconds = wanted.away_after.map(|patience| patience.as_secs().into());
            ("away_after_seconds", seconds)
        }
        TableField::Clock => ("clock", None),
        TableField::Seat(..) => ("name", wanted.name.clone().map(Value::from)),
        // Those are the lobby's own.
        TableField::Seats | TableField::Position => return CreateError::Wrong(wrong).into(),
    };
    let refusal = ApiError::from(CreateError::Wrong(wrong)).about(field);
    match value {
        Some(value) => refusal.given(value),
        None => refusal,
    }
}

/// The name of a part of a seat in the body, and its value.
fn sent(part: SeatField, seat: &NewSeat) -> (&'static str, Option<Value>) {
    match (part, &seat.player) {
        (SeatField::Letter, _) => ("seat", Some(seat.seat.to_string().into())),
        (SeatField::Name, _) => ("name", seat.name.clone().map(Value::from)),
        (SeatField::Bot, NewPlayer::Bot(bot)) => ("bot", Some(bot.clone().into())),
        (SeatField::Bot, _) => ("kind", None),
        (SeatField::Offer, _) => ("entropy", None),
    }
}

/// Reads the body of a new game.
///
/// # Errors
/// What is wrong with the body, with the field and its value. Whether the game is
/// valid is checked by the service.
pub fn read_new_game(bytes: &[u8]) -> Result<NewTable, ApiError> {
    body::read::<CreateGameRequest>(bytes)?.table()
}

impl CreateGameRequest {
    fn table(self) -> Result<NewTable, ApiError> {
        let seats = (0..).zip(self.seats);
        let seats = seats.map(|(place, ObjectOnly(seat))| seat.seat(place));
        Ok(NewTable {
            game: self.game,
            rules: self.rules,
            seats: seats.collect::<Result<_, _>>()?,
            position: self.position,
            limit: self.limit,
            away_after: self.away_after_seconds.map(Duration::from_secs),
            clock: self.clock.map(|ObjectOnly(clock)| clock.into()),
            nonce: None,
        })
    }
}

impl SeatRequest {
    /// The seat that stands at this place of the list.
    fn seat(self, place: usize) -> Result<NewSeat, ApiError> {
        let only_for = |field: &str, whom: &str| {
            let refusal = ApiError::bad(format!("only {whom} has the field {field}"));
            Err(refusal.about(format!("seats[{place}].{field}")))
        };
        if self.kind != NewSeatKind::Bot && self.bot.is_some() {
            return only_for("bot", "a seat of kind bot");
        }
        if self.kind != NewSeatKind::Human && self.entropy.is_some() {
            return only_for("entropy", "a seat of kind human");
        }
        if let Some(commitment) = self.commitment {
            let refusal = ApiError::bad(COMMITMENT_TOO_EARLY);
            let refusal = refusal.about(format!("seats[{place}].commitment"));
            return Err(refusal.given(commitment));
        }
        let player = match (self.kind, self.entropy) {
            (NewSeatKind::Human, None) => NewPlayer::Here(Offer::Nothing),
            (NewSeatKind::Human, Some(When::Later)) => NewPlayer::Here(Offer::Later),
            (NewSeatKind::Invited, _) => NewPlayer::Elsewhere,
            (NewSeatKind::Bot, _) => {
                let Some(bot) = self.bot else {
                    let message = "a seat of kind bot says which bot plays there";
                    return Err(ApiError::bad(message).about(format!("seats[{place}].bot")));
                };
                NewPlayer::Bot(bot)
            }
        };
        Ok(NewSeat {
            seat: self.seat,
            name: self.name,
            player,
        })
    }
}
