//! Joining a game by a link, whoever comes between.

use super::{PageError, sentences};
use crate::app::App;
use crate::wording::{command_error, sentence};
use parlor_service::service::{CommandOutcome, GameHandle};
use parlor_table::command::{Command, CommandKind};
use parlor_table::id::IdempotencyKey;
use parlor_table::table::{CommandError, GameView};

/// How often joining is tried while other commands change the game.
const TRIES: u8 = 8;

/// The outcome of joining by a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Joined {
    /// The visitor has this seat.
    At(char),
    /// No seat is free that the link gives.
    NoneFree,
    /// They cannot join, for this reason.
    Never(String),
}

/// Joins at the free seat that a link gives by now, if it gives one. The key is that of the form by
/// which the seat is taken.
pub(super) async fn join_now(
    app: &App,
    handle: &GameHandle,
    idempotency_key: IdempotencyKey,
    free_seat: impl Fn(&GameView) -> Option<char>,
    kind: CommandKind,
) -> Result<Joined, PageError> {
    for _ in 0..TRIES {
        // The form was sent before: then the seat is theirs, even if nobody was told.
        let before = handle.table().executed(&idempotency_key);
        if let Some((_, Some(seat))) = before {
            return Ok(Joined::At(seat));
        }
        let free = free_seat(&handle.view_for(&[]));
        let Some(seat) = free else {
            return Ok(Joined::NoneFree);
        };
        let command = Command {
            expected_version: handle.version(),
            idempotency_key: idempotency_key.clone(),
            by: vec![seat],
            seat: Some(seat),
            kind: kind.clone(),
        };
        match app.service.execute(handle.id(), &command).await? {
            Some(CommandOutcome::Committed(_)) => return Ok(Joined::At(seat)),
            // Somebody was faster, or the same form was.
            Some(
                CommandOutcome::Stale(_)
                | CommandOutcome::Duplicate(_)
                | CommandOutcome::Rejected(CommandError::KeyUsed { .. }),
            ) => {}
            Some(CommandOutcome::Rejected(_)) if free_seat(&handle.view_for(&[])) != free => {}
            Some(CommandOutcome::Rejected(rejection)) => {
                return Ok(Joined::Never(sentence(&command_error(&rejection))));
            }
            None => return Err(PageError::no_game()),
        }
    }
    Ok(Joined::Never(sentences::SEAT_NOT_TAKEN.to_owned()))
}
