//! Making a game through the API.

use core::num::NonZeroU32;
use core::time::Duration;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::header::LOCATION;
use axum::http::{HeaderName, StatusCode};
use parlor_dice::Bytes32;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::body::{self, Body, ObjectOnly};
use super::error::{ApiError, ErrorBody};
use crate::app::{Address, App, BrowserKey, Client};
use parlor_service::service::{
    CreateError, NewPlayer, NewSeat, NewTable, Offer, SeatField, TableField,
};
use parlor_table::log::TimeControl;

/// A game to be made.
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
    /// By which rules: `classic` in Ludo, `classroom` (the default) or
    /// `tournament` in Kuba.
    #[schema(nullable = false)]
    rules: Option<String>,
    /// Who sits where; the seat named first begins.
    #[schema(value_type = Vec<SeatRequest>, min_items = 2, max_items = 4)]
    seats: Vec<ObjectOnly<SeatRequest>>,
    /// After how many actions that count the game ends, if that is fewer than
    /// by itself.
    #[schema(value_type = Option<u32>, minimum = 1, nullable = false)]
    limit: Option<NonZeroU32>,
    /// After how many seconds a bot takes over a seat that stays away; never
    /// without it.
    #[schema(minimum = 5, maximum = 2_592_000, nullable = false)]
    away_after_seconds: Option<u64>,
    /// How long each human may think; without it, for ever.
    #[schema(value_type = Option<ClockRequest>, nullable = false)]
    clock: Option<ObjectOnly<ClockRequest>>,
}

/// How long each human may think in all.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewClock)]
struct ClockRequest {
    /// What a clock begins with.
    #[schema(minimum = 10, maximum = 10_800, example = 300)]
    initial_seconds: u64,
    /// What it gains with every turn that it ran in.
    #[serde(default)]
    #[schema(maximum = 180, example = 5)]
    increment_seconds: u64,
}

/// A seat of it.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewSeat)]
struct SeatRequest {
    /// `A`–`D` in Ludo, `W` and `B` in Kuba.
    #[schema(value_type = String, pattern = "^[ABCDW]$", example = "A")]
    seat: char,
    /// Who plays there.
    kind: NewSeatKind,
    /// What the player is called.
    #[schema(max_length = 40, nullable = false)]
    name: Option<String>,
    /// Which bot plays, if one does. Some play only where so many sit at the
    /// table, and are refused elsewhere.
    #[schema(nullable = false)]
    bot: Option<String>,
    /// For a human, in a game with dice: the SHA-256, in hexadecimal digits,
    /// of bytes that are revealed later. Without it the server draws them.
    #[serde(default, deserialize_with = "commitment")]
    #[schema(value_type = Option<String>, pattern = "^[0-9a-f]{64}$", nullable = false)]
    commitment: Option<Bytes32>,
    /// For a human, in a game with dice: `later` if the game is to wait for
    /// a commitment, so that it can be made once the server's is known.
    #[schema(nullable = false)]
    entropy: Option<When>,
}

/// Reads a commitment from its hexadecimal digits.
fn commitment<'a, D: Deserializer<'a>>(from: D) -> Result<Option<Bytes32>, D::Error> {
    let text = Option::<String>::deserialize(from)?;
    text.map(|text| text.parse().map_err(D::Error::custom))
        .transpose()
}

/// Who plays at a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum NewSeatKind {
    /// The caller.
    Human,
    /// Somebody who is given the seat's address.
    Invited,
    /// A bot.
    Bot,
}

/// When a player gives bytes to the dice.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = EntropyWhen)]
enum When {
    /// In a later action.
    Later,
}

/// A game that was made.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MadeGame)]
pub(super) struct Made {
    /// Its name.
    #[schema(example = "23b45c67d89f2g3h")]
    id: String,
    /// Its page.
    url: String,
    /// The page to watch it at: it shows no seat, whoever opens it.
    watch_url: String,
    /// The seats that people have. Who has the token or the address of one can
    /// play there: keep them secret.
    seats: Vec<MadeSeat>,
}

/// A seat that a person has.
#[derive(Debug, Serialize, ToSchema)]
struct MadeSeat {
    /// Its letter.
    #[schema(value_type = String, example = "A")]
    seat: char,
    /// The address that lets a browser take it.
    url: String,
    /// The token that lets a program play there.
    token: String,
}

/// Make a game.
///
/// A game in which nobody is waited for begins at once.
#[utoipa::path(
    post,
    path = "/api/games",
    operation_id = "createGame",
    request_body = CreateGameRequest,
    responses(
        (status = 201, description = "It is made, and kept.", body = Made,
            headers(("Location" = String, description = "The game in the API"))),
        (status = 400, description = "No game can be made so.", body = ErrorBody),
        (status = 413, description = "The body is too large.", body = ErrorBody),
        (status = 415, description = "The body is not JSON.", body = ErrorBody),
    ),
    security((), ("browser" = [])),
)]
pub(super) async fn create(
    State(app): State<Arc<App>>,
    BrowserKey(browser): BrowserKey,
    client: Client,
    Address(address): Address,
    Body(request): Body<CreateGameRequest>,
) -> Result<(StatusCode, [(HeaderName, String); 1], Json<Made>), ApiError> {
    let table = request.table()?;
    let made = app.service.create(&table, client.making(browser)).await;
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
        url: page,
        seats,
    };
    Ok((StatusCode::CREATED, location, Json(made)))
}

/// The service's error, with the field of the body that it is about and what
/// was sent there.
fn refused(error: CreateError, table: &NewTable) -> ApiError {
    let CreateError::Wrong(wrong) = &error else {
        return error.into();
    };
    let (field, value) = match wrong.field() {
        TableField::Game => ("game".to_owned(), Some(table.game.clone().into())),
        TableField::Rules => ("rules".to_owned(), table.rules.clone().map(Value::from)),
        TableField::Seats => ("seats".to_owned(), None),
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

/// What a part of a seat is called in the body, and what was sent there.
fn sent(part: SeatField, seat: &NewSeat) -> (&'static str, Option<Value>) {
    match (part, &seat.player) {
        (SeatField::Letter, _) => ("seat", Some(seat.seat.to_string().into())),
        (SeatField::Name, _) => ("name", seat.name.clone().map(Value::from)),
        (SeatField::Bot, NewPlayer::Bot(bot)) => ("bot", Some(bot.clone().into())),
        (SeatField::Bot, _) => ("kind", None),
        (SeatField::Offer, NewPlayer::Here(Offer::Commitment(commitment))) => {
            ("commitment", Some(commitment.to_string().into()))
        }
        (SeatField::Offer, _) => ("entropy", None),
    }
}

/// Reads the body that orders a game.
///
/// # Errors
/// What is wrong with it, with the field and its value. What no game can be
/// made of only the service says.
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
            limit: self.limit,
            away_after: self.away_after_seconds.map(Duration::from_secs),
            clock: self.clock.map(|ObjectOnly(clock)| TimeControl {
                initial: Duration::from_secs(clock.initial_seconds),
                increment: Duration::from_secs(clock.increment_seconds),
            }),
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
        if self.kind != NewSeatKind::Human {
            if self.commitment.is_some() {
                return only_for("commitment", "a seat of kind human");
            }
            if self.entropy.is_some() {
                return only_for("entropy", "a seat of kind human");
            }
        }
        let player = match (self.kind, self.commitment, self.entropy) {
            (NewSeatKind::Human, None, None) => NewPlayer::Here(Offer::Nothing),
            (NewSeatKind::Human, Some(commitment), None) => {
                NewPlayer::Here(Offer::Commitment(commitment))
            }
            (NewSeatKind::Human, None, Some(When::Later)) => NewPlayer::Here(Offer::Later),
            (NewSeatKind::Human, Some(_), Some(When::Later)) => {
                let message = "a seat that gives its commitment now does not give it later";
                return Err(ApiError::bad(message).about(format!("seats[{place}].entropy")));
            }
            (NewSeatKind::Invited, ..) => NewPlayer::Elsewhere,
            (NewSeatKind::Bot, ..) => {
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
