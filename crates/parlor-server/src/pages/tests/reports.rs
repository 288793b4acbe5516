//! Reporting names, as browsers without scripts do it.

use std::sync::Arc;

use axum::http::StatusCode;

use super::lobby::move_first;
use super::{MARKUP, Pages, location, sentences, text};
use crate::app::{App, Site};
use parlor_service::store::moderation::{
    Block, FoldedName, Moderated, ModerationWrite, NameDecision,
};
use parlor_service::testing::Bench;
use parlor_table::timestamp::Timestamp;

async fn moderate(pages: &Pages, write: ModerationWrite) {
    let store = pages.bench.store.moderation();
    let done = store.moderate(write).await.expect("a store");
    assert_eq!(done, Moderated::Done);
    let looked = pages.app.service.look_at_lobby().await;
    looked.expect("a store");
}

/// The value of the first button of a page that sends this field.
fn value<'a>(page: &'a str, field: &str) -> &'a str {
    let start = format!("name=\"{field}\" value=\"");
    let at = page.find(&start).unwrap_or_else(|| panic!("{page}"));
    let value = &page[at + start.len()..];
    value.split('"').next().expect("a value")
}

#[tokio::test]
async fn a_name_in_the_lobby_is_reported_by_the_button_beside_it() {
    let pages = Pages::new();
    let (ann, bob) = (pages.visitor(), pages.visitor());
    let nobody = bob.page("/lobby").await;
    assert!(!nobody.contains("name=\"challenge\""), "{nobody}");
    let waits = ann
        .post("/lobby", &[("what", "kuba"), ("name", MARKUP)])
        .await;
    assert_eq!(waits.status_code(), StatusCode::SEE_OTHER);
    let lobby = bob.page("/lobby").await;
    assert!(!lobby.contains(MARKUP), "{lobby}");
    let challenge = value(&lobby, "challenge");
    for _ in 0..2 {
        let reported = bob
            .post("/lobby/reports", &[("challenge", challenge)])
            .await;
        assert_eq!(reported.status_code(), StatusCode::SEE_OTHER);
        assert_eq!(location(&reported), "/lobby/reported");
    }
    let thanks = bob.page("/lobby/reported").await;
    assert!(text(&thanks).contains(sentences::REPORTED), "{thanks}");
    let names = pages.bench.store.moderation().reported_names().await;
    let names = names.expect("a store");
    assert_eq!((names.len(), names[0].reports), (1, 1));
    assert_eq!(names[0].name, FoldedName::of(MARKUP));
    // One that is hidden is no name, and cannot be reported again.
    let hide = ModerationWrite::Decide(FoldedName::of(MARKUP), NameDecision::Hidden);
    moderate(&pages, hide).await;
    let lobby = bob.page("/lobby").await;
    assert!(text(&lobby).contains("Somebody"), "{lobby}");
    assert!(!text(&lobby).contains(MARKUP), "{lobby}");
    assert!(!lobby.contains("name=\"challenge\""), "{lobby}");
}

#[tokio::test]
async fn names_of_a_game_are_reported_in_the_list_and_where_it_is_watched() {
    let pages = Pages::new();
    let (ann, bob, eve) = (pages.visitor(), pages.visitor(), pages.visitor());
    ann.post("/lobby", &[("what", "kuba"), ("name", "Rude")])
        .await;
    let begun = bob.post("/lobby", &[("what", "kuba")]).await;
    let address = location(&bob.get(&location(&begun)).await);
    // Only then it is listed.
    move_first(&pages, &address).await;
    let lobby = eve.page("/lobby").await;
    let seat = value(&lobby, "seat").to_owned();
    let watched = eve.page(&format!("{address}/watch")).await;
    assert!(watched.contains("action=\"/lobby/reports\""), "{watched}");
    assert!(watched.contains(&format!("value=\"{seat}\"")), "{watched}");
    assert!(text(&watched).contains("Report name Rude"), "{watched}");
    assert!(
        !text(&watched).contains("Report name Player"),
        "none is given"
    );
    let reported = eve.post("/lobby/reports", &[("seat", &seat)]).await;
    let thanks = location(&reported);
    let thanks = eve.page(&thanks).await;
    assert!(thanks.contains(&format!("href=\"{address}\"")), "{thanks}");
    let hide = ModerationWrite::Decide(FoldedName::of("Rude"), NameDecision::Hidden);
    moderate(&pages, hide).await;
    assert!(!text(&eve.page("/lobby").await).contains("Rude"));
    // So can who plays with them, not they themselves.
    let other = bob.page(&address).await;
    assert!(text(&other).contains("Report name Rude"), "{other}");
    let own = ann.page(&address).await;
    assert!(!own.contains("/lobby/reports"), "{own}");
    let by_link = ann.make("kuba", &[("W", "human"), ("B", "human")]).await;
    let watched = eve.page(&format!("{by_link}/watch")).await;
    assert!(!watched.contains("/lobby/reports"), "{watched}");
}

#[tokio::test]
async fn what_no_button_sends_is_refused() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    for (fields, status) in [
        (&[][..], StatusCode::UNPROCESSABLE_ENTITY),
        (&[("challenge", "x")], StatusCode::UNPROCESSABLE_ENTITY),
        (
            &[("seat", "2222222222222222")],
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
        (
            &[("seat", "2222222222222222.WW")],
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
        (&[("seat", "2222222222222222.W")], StatusCode::NOT_FOUND),
        (&[("challenge", "2222222222222222")], StatusCode::NOT_FOUND),
    ] {
        let refused = visitor.post("/lobby/reports", fields).await;
        assert_eq!(refused.status_code(), status, "{fields:?}");
    }
    assert_eq!(location(&visitor.get("/lobby/reports").await), "/lobby");
    let thanks = visitor.page("/lobby/reported?game=%22%3E").await;
    assert!(!thanks.contains("/games/"), "{thanks}");
}

#[tokio::test]
async fn who_is_blocked_is_told_until_when_and_by_whom() {
    let bench = Bench::default();
    let app = Arc::new(App {
        service: bench.service.clone(),
        site: Site {
            is_behind_proxy: true,
            ..Site::default()
        },
    });
    let pages = Pages { bench, app };
    let (ann, bob) = (pages.visitor(), pages.visitor());
    ann.post("/lobby", &[("what", "kuba"), ("name", "Ann")])
        .await;
    let lobby = bob.page("/lobby").await;
    let challenge = value(&lobby, "challenge").to_owned();
    let network = "198.51.1.0/24".parse().expect("a network");
    let until = Timestamp(4_102_444_800_000);
    moderate(&pages, ModerationWrite::Block(Block { network, until })).await;
    let says = "The keeper of this server has blocked 198.51.1.0/24 until 2100-01-01 00:00 UTC";
    let play = format!("/lobby/{challenge}/play");
    for (address, fields) in [
        ("/lobby", &[("what", "ludo")][..]),
        (&*play, &[]),
        ("/lobby/reports", &[("challenge", &challenge)]),
        ("/new/kuba", &[("W", "human"), ("B", "human")]),
    ] {
        let press = bob.0.post(address).form(fields);
        let refused = press.add_header("x-forwarded-for", "198.51.1.7").await;
        assert_eq!(refused.status_code(), StatusCode::FORBIDDEN, "{address}");
        assert!(text(&refused.text()).contains(says), "{}", refused.text());
    }
    bob.page("/lobby").await;
}
