//! The games of a browser that are over.

use axum::http::StatusCode;

use super::stored::{ID, stored};
use super::{Pages, TestVisitor, field, part, sentences};
use parlor_table::key::Key;
use parlor_table::log::{DiceContribution, PlayerConfig};
use parlor_table::table::Status;

/// A game of Kuba against the weakest bot, or between two people here, that the first seat gives up.
async fn give_up(visitor: &TestVisitor, bot: bool) -> String {
    let other = if bot { "bot:level-1" } else { "here" };
    let address = visitor
        .make("kuba", &[("seat-W", "here"), ("seat-B", other)])
        .await;
    let page = visitor.page(&address).await;
    let gone = [
        ("version", field(&page, "version")),
        ("action_id", field(&page, "action_id")),
        ("seat", "W"),
        ("action", "resign"),
    ];
    let answer = visitor.post(&format!("{address}/act"), &gone).await;
    assert_eq!(answer.status_code(), StatusCode::SEE_OTHER);
    address
}

#[tokio::test]
async fn a_browser_sees_its_own_games_that_are_over_and_no_others() {
    let pages = Pages::new();
    let (host, stranger) = (pages.visitor(), pages.visitor());
    let empty = host.page("/finished").await;
    assert!(
        empty.contains("No game of this browser is over yet"),
        "{empty}"
    );
    assert!(
        empty.contains("<a class=\"button first\" href=\"/\">"),
        "{empty}"
    );
    let address = give_up(&host, true).await;
    host.make("kuba", &[("seat-W", "here"), ("seat-B", "here")])
        .await;
    let page = host.page("/finished").await;
    let list = part(&page, "<ul class=\"ended\">", "</ul>");
    assert_eq!(list.matches("<li class=\"panel\"").count(), 1, "{list}");
    assert!(
        list.contains(&format!("href=\"{address}/replay\"")),
        "{list}"
    );
    assert!(
        list.contains(&format!("<img src=\"{address}.svg?ply=0\" alt=\"\"")),
        "{list}"
    );
    assert!(
        list.contains("<p><strong>You lost:</strong> you resigned.</p>"),
        "{list}"
    );
    assert!(list.contains("Kuba: you and Pebble</a>"), "{list}");
    assert!(
        list.contains("<time datetime=\"1970-01-01\">January 1, 1970</time>"),
        "{list}"
    );
    assert!(page.contains("Next: "), "{page}");
    assert!(!page.contains("class=\"beaten\""), "{page}");
    let others = stranger.page("/finished").await;
    assert!(!others.contains(&address), "{others}");
    let home = host.page("/").await;
    assert!(home.contains("href=\"/finished\""), "{home}");
}

#[tokio::test]
async fn a_bot_that_was_beaten_once_has_its_medal() {
    let pages = Pages::new();
    let host = pages.visitor();
    let mut is_won = false;
    // Neither side plays well, so that about every second game is won.
    for _ in 0..20 {
        is_won = wins(&pages, &host).await;
        if is_won {
            break;
        }
    }
    assert!(is_won);
    let page = host.page("/finished").await;
    assert!(page.contains("<li class=\"beaten\">Tumble"), "{page}");
    assert!(
        page.contains("<strong>You won:</strong> you brought"),
        "{page}"
    );
    assert!(page.contains("Next: Ledger"), "{page}");
}

/// Whether the player at A wins a game of Ludo to its end against the weakest bot.
async fn wins(pages: &Pages, host: &TestVisitor) -> bool {
    let address = host
        .make("ludo", &[("seat-A", "here"), ("seat-C", "bot:random")])
        .await;
    for _ in 0..2_000 {
        let view = pages.view(&address).await;
        if view.status == Status::Over {
            break;
        }
        if view.to_act == Some('A') {
            let page = host.page(&address).await;
            let legal = view.legal.last().expect("a choice").clone();
            host.press(&address, &page, &legal).await;
        } else {
            tokio::task::yield_now().await;
        }
    }
    let view = pages.view(&address).await;
    assert_eq!(view.status, Status::Over);
    view.result.expect("a result").places[0] == ['A']
}

#[tokio::test]
async fn many_games_are_on_several_pages() {
    let pages = Pages::new();
    let host = pages.visitor();
    for _ in 0..25 {
        give_up(&host, false).await;
    }
    let count = |page: &str| page.matches("<li class=\"panel\"><img").count();
    let first = host.page("/finished").await;
    assert_eq!(count(&first), 24);
    assert!(first.contains("Page 1 of 2") && first.contains("href=\"/finished?page=2\""));
    let second = host.page("/finished?page=2").await;
    assert_eq!(count(&second), 1);
    assert!(second.contains("href=\"/finished?page=1\""), "{second}");
    assert!(
        !second.contains("<strong>Won"),
        "nobody has won who played both seats"
    );
    for page in ["0", "3"] {
        let answer = host.get(&format!("/finished?page={page}")).await;
        assert_eq!(answer.status_code(), StatusCode::NOT_FOUND);
        assert!(
            answer.text().contains("ask for 1 to 2"),
            "{}",
            answer.text()
        );
    }
    let answer = host.get("/finished?page=x").await;
    assert_eq!(answer.status_code(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_game_that_can_no_longer_be_read_is_listed() {
    let pages = Pages::new();
    let host = pages.visitor();
    let key = Key::draw(pages.bench.service.randomness()).expect("randomness");
    let here = PlayerConfig::Person(Some(DiceContribution::default()));
    let mut game = stored("kuba", "no such rules", ['W', 'B'], &here, []);
    game.holders = vec![(key.hash(), 'W')];
    pages.store(game).await;
    let cookie = format!("parlor={}", key.reveal());
    let page = host.0.get("/finished").add_header("cookie", cookie).await;
    assert_eq!(page.status_code(), StatusCode::OK);
    let list = page.text();
    let list = part(&list, "<ul class=\"ended\">", "</ul>");
    assert!(list.contains(&sentences::unreadable(ID)), "{list}");
    assert!(!list.contains("<img"), "{list}");
}

#[tokio::test]
async fn the_games_of_home_begin_with_the_reader_and_have_the_pieces_of_the_board() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    for _ in 0..2 {
        let seats = [("seat-W", "bot:random"), ("seat-B", "here")];
        visitor.make("kuba", &seats).await;
    }
    let home = visitor.page("/").await;
    let list = part(&home, "<ul class=\"games\">", "</ul>");
    assert_eq!(list.matches("Kuba: you and Drift</a>").count(), 2, "{list}");
    assert_eq!(list.matches("-B-black-glass\"").count(), 2, "{list}");
    let ids: Vec<&str> = list.split(" id=\"").skip(1).collect();
    let ids: Vec<&str> = ids.iter().filter_map(|id| id.split('"').next()).collect();
    let distinct: std::collections::BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), distinct.len(), "{ids:?}");
}
