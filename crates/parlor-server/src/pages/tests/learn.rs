//! Lessons: every one played through its pages, what is offered of them, and addresses of none.

use axum::http::StatusCode;
use proptest::prelude::*;

use super::{Pages, TestVisitor, assert_plain, field, location, part};
use crate::pages::learn::tests::{cited, ways};
use crate::pages::practice::query;
use crate::pages::{rules, sentences};

/// Moves that are legal, and not what a step asks for.
const MISSED: &[(&str, &str)] = &[
    ("/learn/kuba/1?step=2", "22L"),
    ("/learn/kuba/2?step=2", "32F.22R"),
    ("/learn/kuba/4?step=1", "35F"),
    ("/learn/kuba/5?step=2", "16F.13R.14B"),
    ("/learn/kuba/5?step=3", "00R"),
    ("/learn/kuba/6?step=2", "33F.23L"),
    ("/learn/kuba/7?step=1", "45F"),
    ("/learn/kuba/8?step=2", "35R.36L"),
    ("/learn/ludo/2?step=1", "roll.A5q"),
    ("/learn/ludo/4?step=1", "roll.A3q"),
    ("/learn/ludo/5?step=1", "roll.A3q"),
];

/// What is said of the last move.
fn outcome(page: &str) -> &str {
    part(page, "id=\"outcome\" role=\"status\">", "</div>")
}

/// Whether the goal is reached.
fn is_right(page: &str) -> bool {
    outcome(page).contains(sentences::RIGHT)
}

fn is_missed(page: &str) -> bool {
    outcome(page).contains(sentences::NOT_THE_TASK)
}

#[tokio::test]
async fn k_2_to_k_12_and_l_5_to_l_14_are_shown_by_a_lesson_that_cites_them() {
    let visitor = Pages::new().visitor();
    let mut all = Vec::new();
    for (lesson, cited) in cited() {
        let page = visitor.page(&lesson).await;
        for rule in cited {
            let address = rules::explained_at(rule).expect("a rule");
            let link = format!("href=\"{address}\"");
            assert!(page.contains(&link), "{lesson}: {rule}");
            all.push(*rule);
        }
    }
    let wanted = (2..=12).map(|number| format!("K-{number}"));
    for rule in wanted.chain((5..=14).map(|number| format!("L-{number}"))) {
        assert!(all.contains(&&*rule), "{rule}");
    }
}

#[tokio::test]
async fn every_goal_is_reached_through_the_pages_and_leads_on_to_the_first_game() {
    let visitor = Pages::new().visitor();
    let ways = ways();
    for (at, (address, way)) in ways.iter().enumerate() {
        let page = visitor.page(address).await;
        assert_plain(&page, address);
        assert!(!is_right(&page) && !is_missed(&page), "{address}");
        // Each move is a link of the page before it; a marble is chosen first.
        let mut shown = page;
        let mut line = String::new();
        for played in way.split('.') {
            let separator = if line.is_empty() { "" } else { "." };
            line = format!("{line}{separator}{played}");
            let next = format!("{address}&line={line}");
            let link = format!("href=\"{}#board\"", next.replace('&', "&#38;"));
            assert!(shown.contains(&link), "{address}: {link}");
            shown = visitor.page(&next).await;
            assert_plain(&shown, &next);
        }
        assert!(is_right(&shown), "{address}: {way}");
        let onward = part(&shown, "id=\"onward\">", "</div>");
        match ways.get(at + 1) {
            Some((next, _)) if next.split('/').nth(2) == address.split('/').nth(2) => {
                let next = next.trim_end_matches("?step=1");
                assert!(
                    onward.contains(&format!("href=\"{next}\"")),
                    "{address}: {onward}"
                );
            }
            _ => assert!(
                onward.contains("Play your first game"),
                "{address}: {onward}"
            ),
        }
    }
    // All are done now, and nothing more is offered.
    let index = visitor.page("/learn").await;
    assert_plain(&index, "/learn");
    let lessons = cited().len();
    assert_eq!(index.matches("<span class=\"done\">").count(), lessons);
    assert_eq!(index.matches("Play your first game").count(), 2);
    assert!(!visitor.page("/").await.contains("Learn it"));
    // The form makes a game against the easiest bot.
    let form = part(&index, "action=\"/new/kuba\"", "</form>");
    let nonce = field(form, "nonce");
    let bot = field(form, "seat-B");
    assert_eq!(bot, "bot:level-1");
    let fields = [("nonce", nonce), ("seat-W", "here"), ("seat-B", bot)];
    let made = visitor.post("/new/kuba", &fields).await;
    assert!(location(&made).starts_with("/games/"), "{}", made.text());
}

#[tokio::test]
async fn what_is_legal_and_not_the_task_is_told_and_tried_again() {
    let visitor = Pages::new().visitor();
    for (address, line) in MISSED {
        let page = visitor.page(&format!("{address}&line={line}")).await;
        assert_plain(&page, address);
        assert!(is_missed(&page), "{address}: {line}");
        let says = outcome(&page);
        assert!(says.contains("You "), "{address}: {says}");
        let onward = part(&page, "id=\"onward\">", "</p>");
        let back = address.replace('&', "&#38;");
        assert!(onward.contains(&format!("href=\"{back}\"")), "{onward}");
        assert!(onward.contains("Try again"), "{onward}");
        // Nothing more can be done on the board.
        assert!(!page.contains("data-action"), "{address}");
    }
}

#[tokio::test]
async fn the_other_side_answers_where_the_reader_has_more_than_one_push() {
    let visitor = Pages::new().visitor();
    let page = visitor.page("/learn/kuba/6?step=2&line=60F").await;
    let says = outcome(&page);
    assert!(
        says.contains("You pushed a marble up. Black pushed a marble up."),
        "{says}"
    );
    assert!(page.contains("data-action=\"33R\""), "ko is over");
    let before = visitor.page("/learn/kuba/6?step=2").await;
    assert!(!before.contains("data-action=\"33R\""), "ko: K-7");
}

#[tokio::test]
async fn an_address_of_no_lesson_step_or_move_is_answered_in_words() {
    let visitor = Pages::new().visitor();
    let long = "9".repeat(3_000);
    let huge = format!("/learn/kuba/1?line={}", "33F.".repeat(1_000));
    let none = StatusCode::NOT_FOUND;
    let wrong = StatusCode::BAD_REQUEST;
    for (address, status, says) in [
        (
            "/learn/kuba/99",
            none,
            "Kuba has no lesson 99: they are numbered from 1 to 8.",
        ),
        ("/learn/kuba/0", none, "no lesson 0"),
        ("/learn/kuba/01", none, "no lesson 01"),
        ("/learn/kuba/-1", none, "no lesson -1"),
        ("/learn/ludo/6", none, "Ludo has no lesson 6"),
        ("/learn/chess/1", none, "There is no game called chess"),
        ("/learn/chess", none, "There is no game called chess"),
        (
            &*format!("/learn/kuba/{long}"),
            none,
            "no lesson 999999999999…:",
        ),
        (
            "/learn/kuba/1?step=3",
            none,
            "no step 3: they are numbered from 1 to 2.",
        ),
        ("/learn/kuba/1?step=", none, "no step :"),
        (
            "/learn/kuba/1?line=33",
            wrong,
            "Move 1 of the line, 33, cannot be made",
        ),
        ("/learn/kuba/1?line=%3Cb%3E", wrong, "&#60;b&#62;"),
        ("/learn/kuba/1?line=.", wrong, "Move 1 of the line"),
        ("/learn/kuba/1?line=roll", wrong, "Move 1 of the line, roll"),
        (
            "/learn/kuba/1?line=33F.23F",
            wrong,
            "This step is over after 1",
        ),
        ("/learn/kuba/2?line=31R", wrong, "K-3"),
        ("/learn/kuba/6?line=33R", wrong, "K-7"),
        (
            "/learn/ludo/1?step=2&line=A6p",
            wrong,
            "Move 1 of the line, A6p",
        ),
        (
            "/learn/ludo/1?step=2&line=6",
            wrong,
            "Move 1 of the line, 6",
        ),
        (
            "/learn/ludo/1?step=2&line=roll.roll",
            wrong,
            "Move 2 of the line, roll",
        ),
        (&*huge, wrong, "This step is over after 1"),
    ] {
        let answer = visitor.get(address).await;
        assert_eq!(answer.status_code(), status, "{address:.80}");
        let page = answer.text();
        assert_plain(&page, address);
        assert!(
            page.contains(says),
            "{address:.80}: {}",
            part(&page, "<main", "</main>")
        );
        assert!(page.len() < 20_000, "{address:.80}");
        let onward = if status == none {
            "href=\"/learn\""
        } else {
            "?step="
        };
        assert!(
            part(&page, "<main", "</main>").contains(onward),
            "{address:.80}"
        );
    }
    assert_eq!(location(&visitor.get("/learn/kuba").await), "/learn#kuba");
}

/// Makes a game, which a seat then gives up.
async fn end_game(visitor: &TestVisitor, game: &str, seats: &[(&str, &str)], seat: &str) {
    let address = visitor.make(game, seats).await;
    let page = visitor.page(&address).await;
    let fields = [("action", "resign"), ("seat", seat)];
    visitor.act(&address, &page, &fields).await;
}

#[tokio::test]
async fn lessons_are_offered_until_a_game_is_over_or_they_are_done() {
    let visitor = Pages::new().visitor();
    let offer = "href=\"/learn/kuba/1\"";
    for address in ["/", "/new/kuba"] {
        let page = visitor.page(address).await;
        assert!(page.contains(offer), "{address}");
        assert!(page.contains(&sentences::new_to("Kuba")), "{address}");
    }
    // One that is done leads to the next.
    visitor.page("/learn/kuba/1?step=2&line=22F").await;
    assert!(
        visitor
            .page("/new/kuba")
            .await
            .contains("href=\"/learn/kuba/2\"")
    );
    assert!(
        visitor
            .page("/learn")
            .await
            .contains("href=\"/learn/kuba/2\"")
    );
    // A game of the other is none of this one.
    end_game(
        &visitor,
        "ludo",
        &[("seat-A", "here"), ("seat-C", "here")],
        "A",
    )
    .await;
    for address in ["/", "/new/kuba"] {
        assert!(
            visitor
                .page(address)
                .await
                .contains("href=\"/learn/kuba/2\""),
            "{address}"
        );
    }
    assert!(!visitor.page("/new/ludo").await.contains("/learn/ludo/"));
    let seats = [("seat-W", "here"), ("seat-B", "here")];
    visitor.make("kuba", &seats).await;
    for address in ["/", "/new/kuba"] {
        let page = visitor.page(address).await;
        assert!(
            page.contains("href=\"/learn/kuba/2\""),
            "{address}: a game has begun, and is not over"
        );
    }
    end_game(&visitor, "kuba", &seats, "W").await;
    for address in ["/", "/new/kuba"] {
        assert!(
            !visitor.page(address).await.contains("/learn/kuba/"),
            "{address}"
        );
    }
    for game in ["kuba", "ludo"] {
        let page = visitor.page(&format!("/rules/{game}")).await;
        assert!(
            page.contains(&format!("href=\"/learn/{game}/1\"")),
            "{game}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_address_of_a_lesson_does_harm(
        game in "ludo|kuba|[a-z]{1,4}",
        lesson in "[0-9]{1,3}",
        step in "[1-3]|.{0,6}",
        line in "[0-9LRFBA-Dpqendrol.-]{0,24}|.{0,250}",
        from in "[0-6]{2}|.{0,4}",
    ) {
        let at = query(&[("step", &step), ("line", &line), ("from", &from), ("left", &from)]);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(async {
            let visitor = Pages::new().visitor();
            let address = format!("/learn/{game}/{lesson}?{at}");
            let status = visitor.get(&address).await.status_code();
            assert!(status == StatusCode::OK || status.is_client_error(), "{address}: {status}");
        });
    }
}
