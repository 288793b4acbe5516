//! Small pictures for pages that have no board to show, of the boards' own pieces.
//! They repeat what is said beside them.

use axum::http::StatusCode;
use kuba_rules::{Marble, Side};
use ludo_rules::Seat;
use parlor_game::{Game as _, Kuba, Ludo};
use parlor_view::kuba::{self, Place};
use parlor_view::{Options, Style, ludo};

use parlor_table::table::{GameView, Status};

const OPTIONS: Options<'static> = Options {
    style: Style::Page,
    id: "small-",
};

const BLACK: Place = Place::Marble(Marble::Black);
const RED: Place = Place::Marble(Marble::Red);
const WHITE: Place = Place::Marble(Marble::White);

/// The same for a picture that may stand beside another one.
const SECOND: Options<'static> = Options {
    id: "refused-",
    ..OPTIONS
};

/// A table at which nobody sits.
pub(super) fn nobody() -> String {
    empty_table(OPTIONS)
}

fn empty_table(options: Options<'_>) -> String {
    ludo::waiting_room(&Seat::ALL.map(|seat| (seat, false)), options)
}

/// Who is there and who is missing; nothing once everybody is.
pub(super) fn waiting_room(view: &GameView) -> Option<String> {
    if view.status != Status::Waiting {
        return None;
    }
    let seat_states = view.seats.iter();
    match view.game {
        Ludo::NAME => {
            let seats: Vec<(Seat, bool)> = seat_states
                .filter_map(|seat_state| {
                    Some((Seat::from_letter(seat_state.seat)?, seat_state.is_taken))
                })
                .collect();
            Some(ludo::waiting_room(&seats, OPTIONS))
        }
        Kuba::NAME => {
            let places: Vec<Place> = seat_states
                .filter_map(|seat_state| {
                    let marble = Marble::from(Side::from_letter(seat_state.seat)?);
                    Some(if seat_state.is_taken {
                        Place::Marble(marble)
                    } else {
                        Place::Missing
                    })
                })
                .collect();
            Some(kuba::row(&places, OPTIONS))
        }
        _ => None,
    }
}

/// What a status looks like: something that is not there, a table that rests,
/// one that is full, or a push that ko forbids.
pub(super) fn status(status: StatusCode) -> String {
    match status {
        StatusCode::NOT_FOUND => kuba::row(&[WHITE, RED, Place::Missing, RED, BLACK], OPTIONS),
        StatusCode::TOO_MANY_REQUESTS | StatusCode::PAYLOAD_TOO_LARGE => {
            kuba::row(&[RED, WHITE, BLACK, WHITE, RED], OPTIONS)
        }
        status if status.is_server_error() => {
            ludo::waiting_room(&Seat::ALL.map(|seat| (seat, true)), OPTIONS)
        }
        _ => ko(OPTIONS),
    }
}

/// A form of a game that was refused, in that game's own pieces.
pub(super) fn refused(game: &str) -> String {
    match game {
        Ludo::NAME => empty_table(SECOND),
        _ => ko(SECOND),
    }
}

/// A push that ko forbids, for what was not done.
fn ko(options: Options<'_>) -> String {
    let places = [Place::Empty, WHITE, Place::Ko, BLACK, Place::Empty];
    kuba::row(&places, options)
}
