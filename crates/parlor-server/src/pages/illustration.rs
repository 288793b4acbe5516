//! Small pictures for pages without a board, of the boards' own pieces. They repeat the words next
//! to them.

use axum::http::StatusCode;
use kuba_rules::Marble;
use ludo_rules::{Roll, Seat};
use parlor_game::{Kuba, Ludo};
use parlor_view::kuba::{self, RowItem};
use parlor_view::{PictureOptions, Show as _, ludo};

use super::game_info;
use parlor_table::table::{GameView, Status};

const OPTIONS: PictureOptions<'static> = game_info::on_board("small-");

const BLACK: RowItem = RowItem::Marble(Marble::Black);
const RED: RowItem = RowItem::Marble(Marble::Red);
const WHITE: RowItem = RowItem::Marble(Marble::White);

/// The same for a picture that may be next to another one.
const SECOND: PictureOptions<'static> = game_info::on_board("refused-");

/// A die that shows a six.
pub(super) fn six() -> String {
    ludo::die(Roll::new(6).ok(), OPTIONS)
}

/// Who is there and who is missing; `None` once everybody is there.
pub(super) fn waiting_room(view: &GameView) -> Option<String> {
    if view.status != Status::Waiting {
        return None;
    }
    Some(company(view))
}

/// Who is there and who is missing, of any game.
pub(super) fn company(view: &GameView) -> String {
    let seats = view.seats.iter();
    let seats: Vec<_> = seats.map(|seat| (seat.seat, seat.is_taken)).collect();
    let info = game_info::registered(view.game);
    (info.waiting_room)(&seats, OPTIONS)
}

/// A picture for a status: something that is not there, an idle table, a full one, or a push that
/// ko forbids.
pub(super) fn status(status: StatusCode) -> String {
    match status {
        StatusCode::NOT_FOUND => kuba::row(&[WHITE, RED, RowItem::Missing, RED, BLACK], OPTIONS),
        StatusCode::TOO_MANY_REQUESTS | StatusCode::PAYLOAD_TOO_LARGE => {
            kuba::row(&[RED, WHITE, BLACK, WHITE, RED], OPTIONS)
        }
        status if status.is_server_error() => {
            Ludo::waiting_room(&Seat::ALL.map(|seat| (seat, true)), OPTIONS)
        }
        _ => Kuba::refused(OPTIONS),
    }
}

/// A picture for a form that was refused, in the pieces of its game.
pub(super) fn refused(game: &str) -> String {
    (game_info::registered(game).refused)(SECOND)
}
