//! Games that are over, stepped through.

use axum::http::StatusCode;
use parlor_dice::Bytes32;

use super::{Pages, TestVisitor, assert_plain, field, location, part, text};
use crate::pages::sentences::{self, Winner};
use parlor_record::record::Ending;
use parlor_service::store::{Created, NewGame};
use parlor_table::log::{
    DiceContribution, GameConfig, GameEvent, LogEntry, PlayerConfig, SeatConfig,
};
use parlor_table::timestamp::Timestamp;

/// Ends the game for the seat.
pub(super) async fn resign(visitor: &TestVisitor, address: &str, seat: &str) {
    let page = visitor.page(address).await;
    let gone = [
        ("version", field(&page, "version")),
        ("action_id", field(&page, "action_id")),
        ("seat", seat),
        ("action", "resign"),
    ];
    let answer = visitor.post(&format!("{address}/act"), &gone).await;
    assert_eq!(answer.status_code(), StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn a_game_that_is_over_is_stepped_through_by_links_and_no_other() {
    let pages = Pages::new();
    let (host, stranger) = (pages.visitor(), pages.visitor());
    let address = host
        .make("kuba", &[("seat-W", "here"), ("seat-B", "here")])
        .await;
    for push in ["65F", "50R"] {
        let page = host.page(&address).await;
        host.press(&address, &page, push).await;
    }
    let replay = format!("{address}/replay");
    let early = stranger.get(&format!("{replay}?ply=1")).await;
    assert_eq!(
        (early.status_code(), location(&early)),
        (StatusCode::SEE_OTHER, address.clone())
    );
    resign(&host, &address, "W").await;
    assert!(
        host.page(&address)
            .await
            .contains(&format!("{replay}?ply=0"))
    );

    let winner = Winner::Of("Player B", "Player W");
    let verdict = sentences::verdict_of_two(winner, Ending::Resignation);
    for (ply, numbered) in [(0, &[2][..]), (1, &[1, 2]), (2, &[2, 2])] {
        let page = stranger.page(&format!("{replay}?ply={ply}")).await;
        let place = text(part(&page, "<h2 id=\"place\"", "</h2>"));
        assert_eq!(numbers(&place), numbered, "{place}");
        let now = text(part(&page, "<h2 id=\"place\"", "</section>"));
        let (step, status) = match ply {
            0 => (String::new(), sentences::is_to_push("Player W")),
            1 => (
                sentences::pushed("Player W", 2, sentences::UP),
                sentences::is_to_push("Player B"),
            ),
            _ => (
                sentences::pushed("Player B", 2, sentences::TO_THE_RIGHT),
                String::new(),
            ),
        };
        assert!(now.contains(&step) && now.contains(&status), "{now}");
        let end = text(part(&page, "<h2 id=\"verdict\"", "</section>"));
        assert!(end.contains(&verdict), "{end}");
        assert!(page.contains("/record.txt"), "{page}");
        let led = |relation: &str, to: u32, by: &str| {
            let key = match by {
                "back" => "ArrowLeft",
                _ => "ArrowRight",
            };
            page.contains(&format!(
                "rel=\"{relation}\" aria-keyshortcuts=\"{key}\" href=\"{replay}?ply={to}&amp;by={by}\""
            ))
        };
        assert_eq!(led("prev", 0, "back"), ply == 1, "{page}");
        let ways = part(&page, "<nav class=\"steps\"", "</nav>");
        assert_eq!(ways.matches("<a class=\"button").count(), 4, "{ways}");
        assert_eq!(led("prev", 1, "back"), ply == 2);
        assert_eq!(led("next", 1, "next"), ply == 0);
        assert_eq!(led("next", 2, "next"), ply == 1);
        assert_eq!(
            page.matches("aria-disabled").count(),
            if ply == 1 { 0 } else { 2 }
        );
        assert!(page.contains("class=\"stage kuba solid\""), "{page}");
        assert_eq!(page.matches("class=\"tray\"").count(), 2, "{page}");
        assert_plain(&page, &place);
    }
    // The list of moves is one tab stop, and open again after a choice from it.
    let [closed, open] = ["?ply=1", "?ply=1&by=moves"].map(|query| format!("{replay}{query}"));
    let [closed, open] = [stranger.page(&closed).await, stranger.page(&open).await];
    for (page, list) in [(&closed, "<details>"), (&open, "<details open>")] {
        let moves = part(page, "<h2 id=\"moves\">", "</section>");
        assert!(moves.contains(list), "{moves}");
    }
    assert!(
        open.contains("aria-current=\"true\" autofocus>65F"),
        "{open}"
    );
    // Without a number it is the end; the link that led there has the focus.
    let last = stranger.page(&format!("{replay}?by=next")).await;
    assert!(last.contains("rel=\"prev\"") && !last.contains("rel=\"next\""));
    assert_eq!(last.matches(" autofocus").count(), 1);
    let beyond = stranger.get(&format!("{replay}?ply=3")).await;
    assert_eq!(beyond.status_code(), StatusCode::NOT_FOUND);
    assert!(
        text(&beyond.text()).contains(" 2 moves"),
        "{}",
        beyond.text()
    );
    let none = stranger.get(&format!("{replay}?ply=-1")).await;
    assert_eq!(none.status_code(), StatusCode::BAD_REQUEST);
}

/// A game of Ludo in which nobody rolls a six until the limit ends it, after that many moves.
pub(super) async fn long_game(pages: &Pages, limit: u32) -> String {
    let id = "23456789bcdfghjk";
    let seats = ['A', 'C'].map(|seat| SeatConfig {
        seat,
        name: None,
        player: PlayerConfig::Person(Some(DiceContribution::default())),
    });
    let secret = Bytes32([0; 32]);
    let moves = ['A', 'C'].into_iter().cycle().take(limit as usize);
    let moves = moves.flat_map(|seat| {
        let (roll, action) = ("1".to_owned(), format!("{seat}1-"));
        let spent = None;
        [
            GameEvent::Rolled { seat, roll, spent },
            GameEvent::Acted {
                seat,
                action,
                spent,
            },
        ]
    });
    let events = core::iter::once(GameEvent::Created).chain(moves);
    let entries = (1..).zip(events).map(|(version, event)| LogEntry {
        version,
        at: Timestamp(version),
        idempotency_key: None,
        event,
    });
    let game = NewGame {
        id: id.parse().expect("a name"),
        config: GameConfig {
            game: "ludo".to_owned(),
            rules: "classic".to_owned(),
            seats: seats.into(),
            start: None,
            limit,
            away_after: None,
            clock: None,
            commitment: Bytes32::sha_256(&secret.0),
        },
        secret,
        keys: Vec::new(),
        entries: entries.collect(),
        holders: Vec::new(),
        invite: None,
        follows: None,
    };
    let created = pages.bench.store.create(game).await;
    assert_eq!(created.expect("the store works"), Created::Done);
    format!("/games/{id}")
}

/// What the list of moves is called, and the number of its first.
fn moves(page: &str) -> (String, &str) {
    let moves = part(page, "<details id=\"moves\"", "<details id=\"friends\"");
    let summary = text(part(moves, "<details><summary>", "</summary>"));
    (summary, part(moves, "<ol class=\"moves\" start=\"", "\""))
}

/// The numbers in a sentence.
fn numbers(sentence: &str) -> Vec<u32> {
    let words = sentence.split_whitespace();
    words.filter_map(|word| word.parse().ok()).collect()
}

#[tokio::test]
async fn however_long_a_game_a_page_lists_a_thousand_moves_and_leads_to_the_others() {
    let pages = Pages::new();
    let stranger = pages.visitor();
    let address = long_game(&pages, 2_005).await;
    let replay = format!("{address}/replay");

    let page = stranger.page(&address).await;
    let (summary, start) = moves(&page);
    assert_eq!((numbers(&summary), start), (vec![1_000, 2_005], "1006"));
    assert_eq!(page.matches("<li>").count(), 1_000);

    let links = |page: &str| page.matches(&format!("<li><a href=\"{replay}")).count();
    let others = |page: &str| {
        let (_, others) = page.split_once("</summary>\n<p>").expect("there are more");
        let (others, list) = others.split_once("</p>").expect("their end");
        let parts = others.split("ply=").skip(1);
        let parts = parts.map(|part| part.split_once('<').expect("its end").0.to_owned());
        let start = list
            .split("start=\"")
            .nth(1)
            .and_then(|rest| rest.split('"').next());
        (
            parts.collect::<Vec<_>>(),
            start.expect("a number").to_owned(),
        )
    };
    let part = |first: u32, last: u32| format!("{first}&amp;by=moves\">{first} to {last}");
    let [first, second, third] = [part(1, 1_000), part(1_001, 2_000), part(2_001, 2_005)];
    for (ply, listed, start, leads_to) in [
        (0, 1_000, "1", [&second, &third]),
        (1_000, 1_000, "1", [&second, &third]),
        (1_001, 1_000, "1001", [&first, &third]),
        (2_005, 5, "2001", [&first, &second]),
    ] {
        let page = stranger.page(&format!("{replay}?ply={ply}&by=moves")).await;
        let (parts, from) = others(&page);
        assert_eq!((links(&page), &*from), (listed, start), "{ply}");
        assert_eq!(parts.iter().collect::<Vec<_>>(), leads_to, "{ply}");
        assert_eq!(
            page.matches("aria-current=\"true\" autofocus").count(),
            usize::from(ply > 0)
        );
        assert_plain(&page, "a part of a long game");
    }
}

#[tokio::test]
async fn a_short_game_lists_all_its_moves() {
    let pages = Pages::new();
    let stranger = pages.visitor();
    let address = long_game(&pages, 20).await;
    let page = stranger.page(&address).await;
    let (summary, start) = moves(&page);
    assert_eq!((numbers(&summary), start), (vec![20], "1"));
    let page = stranger.page(&format!("{address}/replay")).await;
    let moves = part(&page, "<h2 id=\"moves\">", "</section>");
    assert!(!moves.contains("<p>"), "no other parts: {moves}");
    let record = stranger.get(&format!("{address}/record.txt")).await;
    assert!(record.text().contains("A1-"), "{}", record.text());
    let kind = record.header("content-type");
    assert_eq!(kind, "text/plain; charset=utf-8");
}
