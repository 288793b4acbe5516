//! New games from positions of those that are over.

use axum::http::StatusCode;

use super::replay::resign;
use super::stored::stored;
use super::{Pages, TestVisitor, field, location, part, text};
use crate::pages::sentences;
use parlor_table::log::{DiceContribution, GameEvent, PlayerConfig};
use parlor_table::table::{Occupant, Status};

/// A game of Kuba after two pushes, in tournament rules, of two people at one screen.
async fn kuba(host: &TestVisitor) -> String {
    let seats = [
        ("seat-W", "here"),
        ("seat-B", "here"),
        ("rules", "tournament"),
    ];
    let address = host.make("kuba", &seats).await;
    for push in ["65F", "50R"] {
        let page = host.page(&address).await;
        host.press(&address, &page, push).await;
    }
    address
}

/// The fields of the form on the page of a replay.
fn form(page: &str) -> [(&'static str, &str); 2] {
    let form = part(page, "<details class=\"item\" id=\"onward\"", "</details>");
    ["ply", "nonce"].map(|name| (name, field(form, name)))
}

#[tokio::test]
async fn who_presses_play_on_gets_the_seat_to_move_and_bots_the_others() {
    let pages = Pages::new();
    let (host, stranger) = (pages.visitor(), pages.visitor());
    let address = kuba(&host).await;
    resign(&host, &address, "W").await;
    let position = pages.handle(&address).await.table().position_after(1);
    let page = stranger.page(&format!("{address}/replay?ply=1")).await;
    let says = text(part(
        &page,
        "<details class=\"item\" id=\"onward\"",
        "</details>",
    ));
    assert!(
        says.contains(&sentences::plays_on(Some("Player B"), 1)),
        "{says}"
    );
    let [ply, nonce] = form(&page);
    assert_eq!(ply, ("ply", "1"));
    let onward = format!("{address}/onward");
    let fields = [ply, nonce, ("level", "level-1")];
    let made = location(&stranger.post(&onward, &fields).await);
    let view = pages.view(&made).await;
    assert_eq!(Some(&view.position), position.as_ref());
    assert_eq!((view.status, view.to_act), (Status::Playing, Some('B')));
    let players = view.seats.iter().map(|seat| (seat.seat, &seat.occupant));
    let bot = Occupant::Bot("level-1".to_owned());
    assert_eq!(
        players.collect::<Vec<_>>(),
        [('B', &Occupant::Person), ('W', &bot)]
    );
    assert_eq!(view.rules, "tournament");
    let page = stranger.page(&made).await;
    assert!(page.contains("name=\"action\""), "who pressed is to move");

    // A form sent twice makes one game; another choice of it makes another.
    assert_eq!(location(&stranger.post(&onward, &fields).await), made);
    let other = [ply, nonce, ("level", "level-7")];
    assert_ne!(location(&stranger.post(&onward, &other).await), made);
    // What was chosen last is offered again.
    let page = stranger.page(&format!("{address}/replay?ply=0")).await;
    assert!(page.contains("value=\"level-7\" checked"), "{page}");
    // The own seat is called so.
    let page = host.page(&format!("{address}/replay?ply=0")).await;
    assert!(page.contains(&sentences::plays_on(None, 1)), "{page}");
}

#[tokio::test]
async fn a_roll_in_hand_is_played_on_with_as_many_bots_as_seats() {
    let pages = Pages::new();
    let host = pages.visitor();
    let seats = ["A", "B", "C"].map(|seat| (format!("seat-{seat}"), "here"));
    let seats = seats.each_ref().map(|(seat, here)| (&**seat, *here));
    let address = host.make("ludo", &seats).await;
    let page = host.page(&address).await;
    host.press(&address, &page, "roll").await;
    let page = host.page(&address).await;
    host.press(&address, &page, "abandon").await;
    let view = pages.view(&address).await;
    assert_eq!(view.status, Status::Over);
    let onward = [("ply", "1"), ("level", "optimal")];
    let made = host.post(&format!("{address}/onward"), &onward).await;
    let view = pages.view(&location(&made)).await;
    let position = pages.handle(&address).await.table().position_after(1);
    assert_eq!(Some(&view.position), position.as_ref());
    assert_eq!(view.to_act, Some(view.seats[0].seat));
    assert!(view.seats[0].is_persons());
    let bots = view.seats.iter().filter(|seat| !seat.is_persons());
    let bots: Vec<_> = bots.map(|seat| (&seat.occupant, &*seat.name)).collect();
    // The strongest of those that play among three, each with a name of its own.
    let strong = Occupant::Bot("strong".to_owned());
    assert_eq!(bots, [(&strong, "Juno"), (&strong, "Otto")]);
}

#[tokio::test]
async fn nobody_plays_on_from_a_game_that_goes_on_or_where_it_has_ended() {
    let pages = Pages::new();
    let host = pages.visitor();
    let address = kuba(&host).await;
    let onward = format!("{address}/onward");
    let refused = async |fields: &[(&str, &str)], status: StatusCode, says: &str| {
        let answer = host.post(&onward, fields).await;
        assert_eq!(answer.status_code(), status, "{fields:?}");
        let page = text(&answer.text());
        assert!(page.contains(says), "{fields:?} {page}");
    };
    let conflict = StatusCode::CONFLICT;
    refused(&[("ply", "1")], conflict, sentences::ONWARD_TOO_EARLY).await;
    resign(&host, &address, "W").await;
    for asked in ["", "x", "-1", "1.5", "99999999999999999999999"] {
        let named = parlor_view::printable(asked);
        let says = sentences::no_ply(&named, 2);
        refused(&[("ply", asked)], StatusCode::BAD_REQUEST, &says).await;
    }
    let says = sentences::no_such_ply("3", 2);
    refused(&[("ply", "3")], StatusCode::NOT_FOUND, &says).await;
    let unknown = [("ply", "1"), ("level", "level-9")];
    let says = sentences::no_level("level-9", "level-1, level-3 and level-7");
    refused(&unknown, StatusCode::UNPROCESSABLE_ENTITY, &says).await;
    let missing = host.post(&onward, &[("level", "level-1")]).await;
    assert!(missing.status_code().is_client_error());
    let back = host.get(&onward).await;
    assert_eq!(location(&back), address);
}

#[tokio::test]
async fn where_the_rules_have_ended_it_nothing_is_offered() {
    let pages = Pages::new();
    let push = GameEvent::Acted {
        seat: 'W',
        action: "65R".to_owned(),
        spent: None,
    };
    let here = PlayerConfig::Person(Some(DiceContribution::default()));
    let mut game = stored("kuba", "classroom", ['W', 'B'], &here, [push]);
    game.config.start = Some("7/7/7/7/7/7/5wb w0b0 w - c".to_owned());
    game.config.limit = 10;
    let address = pages.store(game).await;
    let host = pages.visitor();
    let replay = format!("{address}/replay?ply=");
    let page = host.page(&format!("{replay}0")).await;
    assert!(page.contains("id=\"onward\""), "{page}");
    let page = host.page(&format!("{replay}1")).await;
    assert!(!page.contains("id=\"onward\""), "{page}");
    let onward = format!("{address}/onward");
    let answer = host.post(&onward, &[("ply", "1")]).await;
    assert_eq!(answer.status_code(), StatusCode::CONFLICT);
    let says = text(&answer.text());
    assert!(says.contains(&sentences::nobody_moves_after(1)), "{says}");
}
