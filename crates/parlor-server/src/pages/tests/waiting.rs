//! Pages that wait, come back by themselves, or stand still.

use core::time::Duration;
use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::IntoResponse as _;
use futures_util::future::join_all;
use tokio::time::{Instant, sleep};

use super::{
    Pages, WITH_GUEST, assert_plain, field, game_of, invitation, location, refresh, stands_still,
    values,
};
use crate::pages::PageError;
use parlor_service::service::{ServiceError, Settings};
use parlor_service::store::StoreError;
use parlor_service::store::sqlite::SqliteStore;
use parlor_service::testing::Bench;

const KUBA: [(&str, &str); 2] = [("seat-W", "here"), ("seat-B", "elsewhere")];

/// The fields of the form that a page offers to send once more.
fn again(page: &str) -> (String, Vec<(String, String)>) {
    let main = page.split_once("<main").expect("the page").1;
    let form = main.split("<form ").nth(1).expect("a form");
    let to = form.split("action=\"").nth(1).expect("an address");
    let fields = form.split("<input type=\"hidden\" name=\"").skip(1);
    let fields = fields.map(|field| {
        let (name, rest) = field.split_once("\" value=\"").expect("a value");
        let (value, _) = rest.split_once('"').expect("its end");
        (name.to_owned(), value.to_owned())
    });
    let to = to.split('"').next().expect("its end");
    (to.to_owned(), fields.collect())
}

#[tokio::test(start_paused = true)]
async fn a_page_in_which_nothing_has_changed_loads_the_same_address_again() {
    let pages = Pages::new();
    let white = pages.visitor();
    let address = white.make("kuba", &KUBA).await;
    let answer = white.get(&format!("{address}?after=1")).await;
    assert_eq!(refresh(&answer.text()).as_deref(), Some("1"));
}

#[tokio::test(start_paused = true)]
async fn a_page_that_waits_hears_at_once_that_its_game_was_deleted() {
    let pages = Pages::new();
    let (white, watcher) = (pages.visitor(), pages.visitor());
    let address = white.make("kuba", &KUBA).await;
    let began = Instant::now();
    let waits = [
        (&white, format!("{address}?after=1")),
        (&watcher, format!("{address}/watch?after=1")),
    ];
    let answers = waits.map(|(visitor, page)| async move { visitor.get(&page).await });
    let deleted = async {
        // By then both wait: on this one thread nothing else goes on.
        sleep(Duration::from_secs(1)).await;
        pages.bench.service.delete(&game_of(&address)).await
    };
    let (answers, deleted) = tokio::join!(join_all(answers), deleted);
    assert!(deleted.expect("the store works"));
    for answer in answers {
        assert_eq!(answer.status_code(), StatusCode::NOT_FOUND);
        assert!(answer.maybe_header("refresh").is_none());
    }
    assert_eq!(began.elapsed().as_secs(), 1, "nobody waited longer");
}

#[tokio::test]
async fn a_page_with_an_alert_stands_still() {
    let pages = Pages::new();
    let white = pages.visitor();
    let address = white.make("kuba", &KUBA).await;
    let page = white.page(&address).await;
    let refused = white.press(&address, &page, "65F").await;
    assert_eq!(refused.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(refresh(&refused.text()), None);
    assert!(stands_still(&refused.text(), &address));
}

#[tokio::test]
async fn who_stopped_refreshing_is_not_made_to_refresh_by_a_form() {
    let pages = Pages::new();
    let (white, black) = (pages.visitor(), pages.visitor());
    let address = white.make("kuba", &KUBA).await;
    let seat = invitation(&white.page(&address).await, 'B');
    black.post(&seat, &[]).await;
    let still = format!("{address}?still");
    let page = white.page(&still).await;
    assert!(page.contains("?still&#38;from="), "{page}");
    let press = async |version, action| {
        let fields = [
            ("version", version),
            ("action_id", field(&page, "action_id")),
            ("action", action),
            ("still", field(&page, "still")),
        ];
        white.post(&format!("{address}/act"), &fields).await
    };
    let done = press(field(&page, "version"), "65F").await;
    assert_eq!(location(&done), format!("{still}#board"));
    let late = press("1", "66F").await;
    assert_eq!(late.status_code(), StatusCode::CONFLICT);
    assert!(!values(&late.text(), "still").is_empty());
    assert_eq!(refresh(&white.page(&still).await), None);
}

#[tokio::test]
async fn what_fails_now_comes_back_or_can_be_sent_again_whole() {
    let pages = Pages::new();
    let [host, guest] = [pages.visitor(), pages.visitor()];
    let address = host.make("ludo", &WITH_GUEST).await;
    let page = host.page(&address).await;
    let seat = invitation(&page, 'C');
    let watched = guest.get(&format!("{address}/watch")).await;
    assert!(refresh(&watched.text()).is_some_and(|refresh| refresh.starts_with("1;")));
    pages.bench.service.stop_accepting();
    // A page that is held while the server stops waits a little longer.
    let held = guest.get(&format!("{address}/watch?after=1")).await;
    assert_eq!(refresh(&held.text()).as_deref(), Some("10"));
    let unknown = guest.get("/games/2222222222222222").await;
    assert_eq!(unknown.status_code(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(unknown.header("retry-after"), "5");
    assert_eq!(unknown.header("refresh"), "5");
    let join = [
        ("version", field(&page, "version")),
        ("action_id", field(&page, "action_id")),
        ("seat", "A"),
        ("words", "a & b"),
        ("salt", field(&page, "salt")),
        ("still", "yes"),
    ];
    let take = [
        ("name", "Cid"),
        ("words", "c"),
        ("salt", field(&page, "salt")),
        ("action_id", field(&page, "action_id")),
    ];
    let join_at = format!("{address}/join");
    for (visitor, to, fields) in [(&host, &join_at, &join[..]), (&guest, &seat, &take[..])] {
        let failed = visitor.post(to, fields).await;
        assert_eq!(failed.status_code(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(failed.header("retry-after"), "5");
        assert!(failed.maybe_header("refresh").is_none(), "{to}");
        assert_plain(&failed.text(), to);
        let (offered, again) = again(&failed.text());
        assert_eq!(offered, *to);
        for (name, value) in fields {
            let value = value.replace('&', "&#38;");
            let is_it = |(sent, said): &(String, String)| sent == name && *said == value;
            assert!(again.iter().any(is_it), "{name} of {to}: {again:?}");
        }
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_page_says_why_nothing_is_kept_and_not_where_games_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.sqlite");
    let store = SqliteStore::open(&file).await.expect("a new file");
    let pages = Pages::over(Bench::over(Arc::new(store), Settings::default()));
    let visitor = pages.visitor();
    let both = [("seat-W", "here"), ("seat-B", "here")];
    let address = visitor.make("kuba", &both).await;
    std::fs::remove_file(&file).expect("it is there");
    let push = [("version", "1"), ("action_id", "a"), ("action", "65F")];
    for (to, fields) in [
        (format!("{address}/act"), &push[..]),
        ("/new/kuba".to_owned(), &both),
    ] {
        let failed = visitor.post(&to, fields).await;
        assert_eq!(
            failed.status_code(),
            StatusCode::SERVICE_UNAVAILABLE,
            "{to}"
        );
        let text = failed.text();
        let why = "The server&#39;s games were deleted, replaced or moved.";
        assert!(text.contains(why), "{to} {text}");
        assert!(!text.contains("sqlite"), "{to} {text}");
    }
}

#[test]
fn a_damaged_game_is_not_to_be_tried_again() {
    let damaged = StoreError::Damaged {
        store: "game x".to_owned(),
        reason: "an entry is missing".to_owned(),
    };
    let answer = PageError::from(ServiceError::from(damaged)).into_response();
    assert_eq!(answer.status(), StatusCode::INTERNAL_SERVER_ERROR);
    assert!(!answer.headers().contains_key("retry-after"));
}

#[tokio::test]
async fn an_address_that_cannot_be_read_is_answered_by_a_page() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let address = visitor.make("kuba", &KUBA).await;
    for (asked, status) in [
        (format!("{address}?after=x"), StatusCode::BAD_REQUEST),
        (
            format!("{address}/watch?from=1&from=2"),
            StatusCode::BAD_REQUEST,
        ),
        ("/games/%FF".to_owned(), StatusCode::NOT_FOUND),
        ("/new/%FF".to_owned(), StatusCode::NOT_FOUND),
        ("/assets/%FF".to_owned(), StatusCode::NOT_FOUND),
        (format!("{address}/seats/%FF/x"), StatusCode::NOT_FOUND),
    ] {
        let answer = visitor.get(&asked).await;
        assert_eq!(answer.status_code(), status, "{asked}");
        assert_plain(&answer.text(), &asked);
    }
}
