//! Seats of programs: those that they hold, and one to which somebody was invited.

use axum::http::StatusCode;

use super::caller::{Caller, Program};
use super::error::ApiError;
use crate::app::App;
use parlor_service::service::{GameHandle, Held, MOST_HOLDERS, join_as_program};
use parlor_table::command::CommandKind;
use parlor_table::key::{Key, KeyHash};
use parlor_table::table::SeatView;
use parlor_view::default_name;

/// The client's seats, at least one.
///
/// # Errors
/// A token of another game, or no seat; to a program, how it takes one.
pub(super) async fn own_seats(
    app: &App,
    handle: &GameHandle,
    caller: &Caller,
) -> Result<Vec<char>, ApiError> {
    let seats = caller.own_seats(handle);
    if seats.is_err() && caller.program(app).await.is_ok() {
        let message = "this program has no seat in this game; to take one that is free, send join \
                       with the token of that seat as \"seat_token\"";
        return Err(ApiError::unauthorized(message));
    }
    seats
}

/// A program, and a seat whose token it was given.
#[derive(Debug)]
pub(super) struct Invited {
    program: KeyHash,
    key: Key,
    /// The seat.
    pub(super) seat: char,
}

impl Invited {
    /// The caller, by the token of a seat.
    ///
    /// # Errors
    /// When the caller is no program, or the token that of no seat.
    pub(super) async fn of(
        app: &App,
        handle: &GameHandle,
        caller: &Caller,
        token: &str,
    ) -> Result<Self, ApiError> {
        let Program(program) = caller.program(app).await?;
        let key: Key = token.parse().map_err(|_| {
            let message =
                "the token of a seat is 64 hexadecimal digits, the last part of the seat's URL";
            ApiError::bad(message).about("seat_token")
        })?;
        let seat = handle.seat_of(&key).ok_or_else(|| {
            let message = "seat_token belongs to no seat of this game";
            ApiError::unauthorized(message).about("seat_token")
        })?;
        caller.attend(handle);
        Ok(Self { program, key, seat })
    }

    /// Joining, marked as that of a program.
    ///
    /// # Errors
    /// When the action is another.
    pub(super) fn marked(
        &self,
        handle: &GameHandle,
        kind: CommandKind,
    ) -> Result<CommandKind, ApiError> {
        let CommandKind::Join { name, dice } = kind else {
            let message = "a seat is taken with join or commit:… only";
            return Err(ApiError::bad(message).about("seat_token"));
        };
        let known = self.state(handle).map(|state| state.name);
        let known = known.filter(|name| *name != default_name(self.seat));
        Ok(join_as_program(name.or(known).as_deref(), dice))
    }

    /// Whether a program has the seat.
    pub(super) fn is_marked(&self, handle: &GameHandle) -> bool {
        self.state(handle).is_some_and(|state| state.is_program)
    }

    /// Lets the program hold the seat by its own token from now on.
    ///
    /// # Errors
    /// When the store fails, or many hold the seat.
    pub(super) async fn hold(&self, app: &App, handle: &GameHandle) -> Result<(), ApiError> {
        let Self { program, key, seat } = self;
        let held = app.service.hold(handle, *seat, key, *program).await;
        match held.map_err(|error| ApiError::of_action(&error))? {
            // The key was checked above.
            Held::Done | Held::WrongKey => Ok(()),
            Held::TooMany => {
                let message = format!(
                    "{MOST_HOLDERS} browsers and programs hold this seat, which is the most"
                );
                Err(ApiError::new(StatusCode::CONFLICT, message))
            }
        }
    }

    fn state(&self, handle: &GameHandle) -> Option<SeatView> {
        let mut seats = handle.view_for(&[]).seats.into_iter();
        seats.find(|state| state.seat == self.seat)
    }
}
