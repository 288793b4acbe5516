//! The lobby, as browsers without scripts use it.

use core::time::Duration;
use std::sync::Arc;

use axum::http::StatusCode;

use parlor_service::service::{Maker, Settings, Wanted};
use parlor_service::store::memory::MemoryStore;
use parlor_service::testing::{self, Bench, maker};
use parlor_table::timestamp::Timestamp;

use super::{MARKUP, Pages, TestVisitor, location, sentences, text};

/// Presses a button of the lobby; where it leads to.
async fn press(visitor: &TestVisitor, address: &str, fields: &[(&str, &str)]) -> String {
    let pressed = visitor.post(address, fields).await;
    assert_eq!(
        pressed.status_code(),
        StatusCode::SEE_OTHER,
        "{}",
        pressed.text()
    );
    location(&pressed)
}

/// Has the player who is to move first do so in the game at an address.
pub(super) async fn move_first(pages: &Pages, address: &str) {
    let id = address.trim_start_matches("/games/");
    let id = id.parse().expect("the name of a game");
    testing::move_first(&pages.app.service, &id).await;
}

#[tokio::test]
async fn two_who_play_anybody_meet_in_a_game() {
    let pages = Pages::new();
    let (ann, bob) = (pages.visitor(), pages.visitor());
    let empty = ann.page("/lobby").await;
    assert!(empty.contains("Nobody waits just now."), "{empty}");
    for game in ["ludo", "kuba"] {
        let waits = press(&ann, "/lobby", &[("what", game)]).await;
        let page = ann.page(&waits).await;
        assert!(text(&page).contains("You have waited for 0 s."), "{page}");
        assert!(text(&page).contains(sentences::NOBODY_WAS_PAIRED), "{page}");
        // It looks again by itself, and the same wish leads to the same place.
        assert!(
            page.contains(&format!("content=\"1; url={waits}?look=1\"")),
            "{page}"
        );
        assert_eq!(press(&ann, "/lobby", &[("what", game)]).await, waits);
        let listed = ann.page("/lobby").await;
        assert!(listed.contains(&format!("href=\"{waits}\"")), "{listed}");
        let came = press(&bob, "/lobby", &[("what", game)]).await;
        let begun = bob.get(&came).await;
        assert_eq!(begun.status_code(), StatusCode::SEE_OTHER);
        let address = location(&begun);
        let looked = ann.get(&format!("{waits}?look=1")).await;
        assert_eq!(location(&looked), address);
        for visitor in [&ann, &bob] {
            let page = visitor.page(&address).await;
            assert!(page.contains("name=\"action\""), "{page}");
        }
        let watch = format!("href=\"{address}/watch\"");
        let lobby = pages.visitor().page("/lobby").await;
        assert!(!lobby.contains(&watch), "nobody has moved yet: {lobby}");
        move_first(&pages, &address).await;
        // Anybody may watch it, and nobody else has a seat.
        let lobby = pages.visitor().page("/lobby").await;
        assert!(lobby.contains(&watch), "{lobby}");
    }
}

#[tokio::test]
async fn who_waits_is_shown_and_can_be_played_with_once() {
    let pages = Pages::new();
    let (ann, bob, eve) = (pages.visitor(), pages.visitor(), pages.visitor());
    let wish = [("what", "kuba:tournament"), ("pace", "5"), ("name", MARKUP)];
    let waits = press(&ann, "/lobby", &wish).await;
    let lobby = bob.page("/lobby").await;
    assert!(!lobby.contains(MARKUP), "{lobby}");
    assert!(text(&lobby).contains(MARKUP), "{lobby}");
    assert!(
        text(&lobby).contains("5 minutes each, 3 s more each turn"),
        "{lobby}"
    );
    // The name is known from then on where there is no field for it; a field that is emptied means none.
    let again = press(&ann, "/lobby", &[("what", "ludo"), ("pace", "5")]).await;
    assert!(text(&ann.page(&again).await).contains(MARKUP));
    press(&ann, &format!("{again}/stop"), &[]).await;
    let unnamed = [("what", "ludo"), ("pace", "5"), ("name", " ")];
    let again = press(&ann, "/lobby", &unnamed).await;
    assert!(!text(&ann.page(&again).await).contains(MARKUP));
    press(&ann, &format!("{again}/stop"), &[]).await;
    // One's own is not offered to oneself.
    let own = ann.page("/lobby").await;
    assert!(!own.contains(&format!("{waits}/play")), "{own}");
    let played = press(&bob, &format!("{waits}/play"), &[]).await;
    assert_eq!(location(&ann.get(&waits).await), played);
    // A press sent twice leads to the same game; another's comes too late.
    assert_eq!(press(&bob, &format!("{waits}/play"), &[]).await, played);
    let late = eve.post(&format!("{waits}/play"), &[]).await;
    assert_eq!(late.status_code(), StatusCode::NOT_FOUND);
    assert!(
        late.text()
            .contains("Nobody waits with this challenge any more.")
    );
    // The address of a place is of no use to others.
    assert_eq!(location(&eve.get(&waits).await), "/lobby");
    assert_eq!(press(&eve, &format!("{waits}/stop"), &[]).await, "/lobby");
}

#[tokio::test]
async fn a_place_is_given_up_by_leaving_and_by_stopping() {
    let pages = Pages::new();
    let (ann, bob) = (pages.visitor(), pages.visitor());
    let stopped = press(&ann, "/lobby", &[("what", "ludo")]).await;
    assert_eq!(press(&ann, &format!("{stopped}/stop"), &[]).await, "/lobby");
    let left = press(&bob, "/lobby", &[("what", "ludo")]).await;
    for _ in 0..20 {
        pages.bench.live(Duration::from_secs(1));
        pages.app.service.look_at_lobby().await.expect("a store");
    }
    for (visitor, address) in [(&ann, stopped), (&bob, left)] {
        let gone = visitor.get(&address).await;
        assert_eq!(location(&gone), "/lobby?gone=1");
        let lobby = visitor.page("/lobby?gone=1").await;
        assert!(text(&lobby).contains(sentences::NOT_WAITING), "{lobby}");
    }
    assert!(ann.page("/lobby").await.contains("Nobody waits just now."));
}

#[tokio::test]
async fn what_no_form_sends_is_refused() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let games = "which is no game here; it takes ludo, ludo:classic, kuba, kuba:classroom or kuba:tournament.";
    let times =
        "which is no time here; it takes 5, 10, 30, away or days, or nothing for the usual one.";
    let huge = "x".repeat(5_000);
    let begins = "x".repeat(40);
    for (fields, says) in [
        (
            &[("what", "chess")][..],
            format!("what has the value “chess”, {games}"),
        ),
        (
            &[("what", "kuba:classic")],
            format!("what has the value “kuba:classic”, {games}"),
        ),
        (
            &[("what", "kuba:")],
            format!("what has the value “kuba:”, {games}"),
        ),
        (&[("pace", "5")], format!("what has the value “”, {games}")),
        (
            &[("what", MARKUP)],
            format!("what has the value “{MARKUP}”, {games}"),
        ),
        (
            &[("what", &huge)],
            format!("what has the value “{begins}…”, {games}"),
        ),
        (
            &[("what", "kuba"), ("pace", "never")],
            format!("pace has the value “never”, {times}"),
        ),
        (
            &[("what", "kuba"), ("pace", "5\u{202e}")],
            format!("pace has the value “5\\u{{202e}}”, {times}"),
        ),
    ] {
        let refused = visitor.post("/lobby", fields).await;
        assert_eq!(
            refused.status_code(),
            StatusCode::UNPROCESSABLE_ENTITY,
            "{fields:?}"
        );
        // The form is below it, with what was right.
        let page = refused.text();
        assert!(text(&page).contains(&says), "{says}: {page}");
        assert!(!page.contains(MARKUP), "{page}");
        assert!(page.contains("<select id=\"what\""), "{page}");
    }
    let named = [("what", "chess"), ("pace", "30"), ("name", "Ann")];
    let page = visitor.post("/lobby", &named).await.text();
    assert!(page.contains("<option value=\"30\" selected>"), "{page}");
    assert!(page.contains("value=\"Ann\""), "{page}");
    let long = "x".repeat(41);
    let refused = visitor
        .post("/lobby", &[("what", "kuba"), ("name", &long)])
        .await;
    assert_eq!(refused.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.text().contains("A name has 1 to 40 characters."));
    // Nothing has to be chosen or typed again.
    let chosen = [
        ("what", "kuba:tournament"),
        ("pace", "30"),
        ("name", &*long),
    ];
    let refused = visitor.post("/lobby", &chosen).await;
    assert_eq!(refused.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
    let page = refused.text();
    for kept in [
        "<option value=\"kuba:tournament\" selected>",
        "<option value=\"30\" selected>",
        &format!("value=\"{long}\" aria-invalid=\"true\" aria-describedby=\"refused\""),
    ] {
        assert!(page.contains(kept), "{kept}: {page}");
    }
    assert_eq!(page.matches(" selected>").count(), 2);
    let fresh = visitor.page("/lobby").await;
    assert!(!fresh.contains(" selected>") && !fresh.contains("aria-invalid"));
    let answer = visitor.get("/lobby/nonsense").await;
    assert_eq!(answer.status_code(), StatusCode::NOT_FOUND);
    let answer = visitor.get("/lobby/2222222222222222").await;
    assert_eq!(location(&answer), "/lobby?gone=1");
}

#[tokio::test]
async fn who_has_begun_games_and_moved_in_none_begins_no_more() {
    let pages = Pages::new();
    let eve = pages.visitor();
    let mut games = Vec::new();
    for pace in ["5", "10", "30", "away"] {
        let ann = pages.visitor();
        let waits = press(&ann, "/lobby", &[("what", "kuba"), ("pace", pace)]).await;
        let pressed = eve.post(&format!("{waits}/play"), &[]).await;
        if games.len() < 3 {
            assert_eq!(pressed.status_code(), StatusCode::SEE_OTHER);
            games.push(location(&pressed));
            // A press sent twice leads there, too.
            assert_eq!(
                press(&eve, &format!("{waits}/play"), &[]).await,
                games[games.len() - 1]
            );
            continue;
        }
        for (address, fields) in [
            (format!("{waits}/play"), &[][..]),
            ("/lobby".to_owned(), &[("what", "ludo")][..]),
        ] {
            let refused = eve.post(&address, fields).await;
            assert_eq!(refused.status_code(), StatusCode::TOO_MANY_REQUESTS);
            let page = text(&refused.text());
            let says = "Nobody has moved yet in 3 games that you have begun in the lobby; before you begin another, \
                        move in one of them, or wait until the other player does.";
            assert!(page.contains(says), "{page}");
        }
        move_first(&pages, &games[0]).await;
        press(&eve, &format!("{waits}/play"), &[]).await;
    }
}

#[tokio::test]
async fn a_page_that_closes_gives_up_its_place_soon_unless_another_asks() {
    let pages = Pages::new();
    let (ann, eve) = (pages.visitor(), pages.visitor());
    let live = async |seconds: u64| {
        for _ in 0..seconds {
            pages.bench.live(Duration::from_secs(1));
            pages.app.service.look_at_lobby().await.expect("a store");
        }
    };
    let waits = press(&ann, "/lobby", &[("what", "ludo")]).await;
    let leave = async |visitor: &TestVisitor| {
        let left = visitor.post(&format!("{waits}/leave"), &[]).await;
        assert_eq!(left.status_code(), StatusCode::NO_CONTENT);
    };
    // It was loaded anew.
    leave(&ann).await;
    live(2).await;
    ann.page(&waits).await;
    live(10).await;
    ann.page(&waits).await;
    // Nobody closes the page of another.
    leave(&eve).await;
    live(10).await;
    ann.page(&waits).await;
    // A request that is held is a page that is open.
    let id = waits.trim_start_matches("/lobby/").parse().expect("an id");
    let service = pages.app.service.clone();
    let held =
        tokio::spawn(async move { service.wait_for_pair(&id, Duration::from_mins(1)).await });
    tokio::task::yield_now().await;
    tokio::time::sleep(Duration::from_millis(20)).await;
    leave(&ann).await;
    live(8).await;
    ann.page(&waits).await;
    held.abort();
    assert!(held.await.is_err());
    leave(&ann).await;
    live(5).await;
    assert_eq!(location(&ann.get(&waits).await), "/lobby?gone=1");
    leave(&ann).await;
    let answer = ann.post("/lobby/nonsense/leave", &[]).await;
    assert_eq!(answer.status_code(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn what_is_heard_of_the_lobby_is_a_change_and_not_a_clock() {
    let pages = Pages::new();
    let (ann, bob) = (pages.visitor(), pages.visitor());
    let status = |page: &str| {
        let from = page.find("role=\"status\"").expect("a status");
        let page = &page[from..];
        let (from, to) = (
            page.find('>').expect("its end"),
            page.find("</").expect("its end"),
        );
        page[from + 1..to].to_owned()
    };
    let says = "Nobody waits; no game can be watched.";
    assert_eq!(status(&bob.page("/lobby").await), says);
    let waits = press(&ann, "/lobby", &[("what", "ludo"), ("pace", "5")]).await;
    assert_eq!(
        status(&ann.page("/lobby").await),
        says,
        "they know of themselves"
    );
    let says = "1 player waits; no game can be watched.";
    assert_eq!(status(&bob.page("/lobby").await), says);
    pages.bench.live(Duration::from_secs(5));
    assert_eq!(status(&bob.page("/lobby").await), says);
    assert_eq!(status(&ann.page(&waits).await), "");
    let game = press(&bob, &format!("{waits}/play"), &[]).await;
    move_first(&pages, &game).await;
    assert_eq!(
        status(&bob.page("/lobby").await),
        "Nobody waits; 1 game can be watched."
    );
}

#[tokio::test]
async fn a_list_that_was_cut_says_so() {
    let pages = Pages::new();
    let service = &pages.app.service;
    for place in 0..102_u64 {
        let wanted = Wanted {
            game: "ludo".to_owned(),
            rules: None,
            clock: None,
            away_after: Some(Duration::from_secs(100 + place)),
            name: None,
        };
        let maker = Maker {
            is_owner: true,
            ..maker(None)
        };
        let posted = service.post_challenge(&wanted, maker).await;
        posted.expect("it is posted");
    }
    let lobby = text(&pages.visitor().page("/lobby").await);
    let says = "2 more players wait who are not listed here.";
    assert!(lobby.contains(says), "{lobby}");
    assert!(
        lobby.contains("102 players wait; no game can be watched."),
        "{lobby}"
    );
    for id in 0..32 {
        let first = &service.challenges().await.expect("a store")[0];
        let maker = Maker {
            is_owner: true,
            ..maker(None)
        };
        let game = service
            .accept_challenge(&first.posted.id, None, maker)
            .await
            .expect("they play")
            .game;
        move_first(&pages, game.as_str()).await;
        let lobby = pages.visitor().page("/lobby").await;
        assert_eq!(lobby.contains(sentences::MORE_GO_ON), id >= 30, "{id}");
    }
}

/// Somebody waits at one node and is found by who came to another; both find their game at home, at whichever node.
#[tokio::test]
async fn ones_games_are_at_home_over_all_nodes() {
    let store = MemoryStore::default();
    let nodes = [1, 2].map(|number| {
        let store = Arc::new(store.node(number));
        // Each draws keys of its own.
        let started = Timestamp(number.unsigned_abs());
        Pages::over(Bench::at(started, store, Settings::default()))
    });
    let [one, other] = &nodes;
    let (ann, bob) = (one.visitor(), other.visitor());
    let [known_as_ann, known_as_bob] = [&ann, &bob].map(async |visitor| {
        let first = visitor.get("/lobby").await;
        format!("parlor={}", first.cookie("parlor").value())
    });
    let (known_as_ann, known_as_bob) = (known_as_ann.await, known_as_bob.await);
    let waits = press(&ann, "/lobby", &[("what", "kuba")]).await;
    press(&bob, "/lobby", &[("what", "kuba")]).await;
    let game = location(&ann.get(&waits).await);
    for cookie in [known_as_ann, known_as_bob] {
        for (node, pages) in [one, other].into_iter().enumerate() {
            let visitor = pages.visitor();
            let home = visitor.0.get("/").add_header("cookie", &cookie).await;
            let home = home.text();
            assert!(
                home.contains(&format!("href=\"{game}\"")),
                "node {node}: {home}"
            );
        }
    }
    let lobby = ann.page("/lobby").await;
    assert!(lobby.contains("<a href=\"/\">Your games</a>"), "{lobby}");
}
