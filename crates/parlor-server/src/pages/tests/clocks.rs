//! Clocks, as pages show them.

use core::time::Duration;

use axum::http::StatusCode;

use super::{Pages, TestVisitor, alert, assert_plain, part, status, title};
use crate::pages::read_new_game;
use crate::pages::sentences::{self, Winner};
use parlor_record::record::Ending;
use parlor_table::log::TimeControl;
use parlor_table::table::Status;

const BLITZ: [(&str, &str); 3] = [("seat-W", "here"), ("seat-B", "here"), ("clock", "60+5")];

/// The seconds left on the visitor's clock, as a page shows them if they are few.
fn hurry(page: &str) -> &str {
    part(page, "id=\"hurry\" aria-hidden=\"true\" data-own>", "</p>")
}

/// A game in which both have pushed, so that White's clock runs.
async fn begun(visitor: &TestVisitor) -> String {
    let address = visitor.make("kuba", &BLITZ).await;
    for push in ["65F", "05B"] {
        let page = visitor.page(&address).await;
        let pressed = visitor.press(&address, &page, push).await;
        assert_eq!(pressed.status_code(), StatusCode::SEE_OTHER);
    }
    address
}

#[tokio::test]
async fn the_page_shows_what_is_left_and_whose_clock_runs() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let address = begun(&visitor).await;
    let page = visitor.page(&address).await;
    assert_plain(&page, &address);
    assert!(
        page.contains("class=\"clock runs own\" data-left=\"60000\""),
        "{page}"
    );
    assert_eq!(hurry(&page), "");
    pages.bench.live(Duration::from_millis(31_500));
    let page = visitor.page(&address).await;
    assert!(page.contains("<span class=\"time\">0:28</span>"), "{page}");
    assert_eq!(hurry(&page), sentences::seconds_left(28));
    assert!(page.contains(&sentences::clock(60, 5)), "{page}");
}

#[tokio::test]
async fn clocks_stand_above_everything_too_and_mark_who_is_to_move() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let page = visitor.page(&begun(&visitor).await).await;
    let (before, _) = page.split_once("<h1").expect("a heading");
    assert_eq!(before.matches("class=\"time\"").count(), 2, "{before}");
    assert!(before.contains("of-kuba-W acts\">W "), "{before}");
    assert!(before.contains("of-kuba-B\">B "), "{before}");
    let untimed = visitor.make("kuba", &BLITZ[..2]).await;
    assert!(!visitor.page(&untimed).await.contains("class=\"clocks\""));
}

#[tokio::test]
async fn after_the_end_the_page_shows_what_was_left_then() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let address = begun(&visitor).await;
    pages.bench.live(Duration::from_secs(12));
    let page = visitor.page(&address).await;
    visitor.press(&address, &page, "resign").await;
    pages.bench.live(Duration::from_secs(12));
    for page in [address.clone(), format!("{address}/watch")] {
        let page = visitor.page(&page).await;
        let over = sentences::title(sentences::GAME_OVER, "Kuba");
        assert_eq!(title(&page), over);
        assert!(page.contains("data-left=\"48000\""), "{page}");
        assert!(page.contains("<span class=\"time\">0:48</span>"), "{page}");
    }
}

#[tokio::test(start_paused = true)]
async fn whoever_presses_too_late_is_shown_how_things_stand() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let address = begun(&visitor).await;
    let page = visitor.page(&address).await;
    pages.bench.live(Duration::from_mins(1));
    let late = visitor.press(&address, &page, "56L").await;
    assert_eq!(late.status_code(), StatusCode::CONFLICT);
    let page = late.text();
    assert!(!alert(&page).is_empty());
    assert_eq!(pages.view(&address).await.status, Status::Over);
    let winner = Winner::Of("Player B", "Player W");
    assert_eq!(
        status(&page),
        sentences::verdict_of_two(winner, Ending::Time)
    );
}

#[test]
fn a_form_orders_clocks_and_who_stays_away_as_long_as_they_begin_with() {
    let table = |clock: &str| {
        let fields = [
            ("seat-W", "here"),
            ("seat-B", "elsewhere"),
            ("clock", clock),
        ];
        let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned()));
        read_new_game("kuba", &fields)
    };
    let blitz = table("180+2").expect("it can be ordered");
    let initial = Duration::from_mins(3);
    let increment = Duration::from_secs(2);
    assert_eq!(blitz.clock, Some(TimeControl { initial, increment }));
    assert_eq!(blitz.away_after, Some(initial));
    let untimed = table("none").expect("it can be ordered");
    assert_eq!(untimed.clock, None);
    assert_eq!(untimed.away_after, Some(Duration::from_hours(24)));
    assert_eq!(table("1+1"), None, "it is none of the list");
}
