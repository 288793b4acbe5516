//! Small pictures for pages that have no board to show, of the boards' own pieces.
//! They repeat what is said beside them.

use axum::http::StatusCode;
use kuba_rules::{Marble, Side};
use ludo_rules::Seat;
use parlor_game::{Game as _, Kuba, Ludo};
use parlor_view::kuba::{self, Place};
use parlor_view::{Options, Style, ludo};

use crate::table::{Seen, Status};

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
    ludo::company(&Seat::ALL.map(|seat| (seat, false)), options)
}

/// Who is there and who is missing; nothing once everybody is.
pub(super) fn company(seen: &Seen) -> Option<String> {
    if seen.status != Status::Waiting {
        return None;
    }
    let chairs = seen.seats.iter();
    match seen.game {
        Ludo::NAME => {
            let seats: Vec<(Seat, bool)> = chairs
                .filter_map(|chair| Some((Seat::from_letter(chair.seat)?, chair.is_taken)))
                .collect();
            Some(ludo::company(&seats, OPTIONS))
        }
        Kuba::NAME => {
            let places: Vec<Place> = chairs
                .filter_map(|chair| {
                    let marble = Marble::from(Side::from_letter(chair.seat)?);
                    Some(if chair.is_taken {
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
/// one that is full, or a push that is barred.
pub(super) fn status(status: StatusCode) -> String {
    match status {
        StatusCode::NOT_FOUND => kuba::row(&[WHITE, RED, Place::Missing, RED, BLACK], OPTIONS),
        StatusCode::TOO_MANY_REQUESTS | StatusCode::PAYLOAD_TOO_LARGE => {
            kuba::row(&[RED, WHITE, BLACK, WHITE, RED], OPTIONS)
        }
        status if status.is_server_error() => {
            ludo::company(&Seat::ALL.map(|seat| (seat, true)), OPTIONS)
        }
        _ => barred(OPTIONS),
    }
}

/// A form of a game that was refused, in that game's own pieces.
pub(super) fn refused(game: &str) -> String {
    match game {
        Ludo::NAME => empty_table(SECOND),
        _ => barred(SECOND),
    }
}

/// A push that is barred, for what was not done.
fn barred(options: Options<'_>) -> String {
    let places = [Place::Empty, WHITE, Place::Barred, BLACK, Place::Empty];
    kuba::row(&places, options)
}
