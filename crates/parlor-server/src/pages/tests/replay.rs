//! Games that are over, stepped through.

use axum::http::StatusCode;
use parlor_game::AnyGame;
use parlor_view::{Look, Scene};

use super::stored::stored;
use super::{Pages, TestVisitor, assert_plain, field, location, part, text};
use crate::pages::sentences::{self, Winner};
use parlor_record::record::Ending;
use parlor_table::log::{DiceContribution, GameEvent, PlayerConfig};

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
        let end = text(part(&page, "id=\"verdict\"", "</section>"));
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
        // Without scripts a number leads to any move.
        let go = part(&page, "<noscript data-own><form", "</noscript>");
        assert!(go.contains(&format!("action=\"{replay}\"")), "{go}");
        assert!(go.contains(&format!("max=\"2\" value=\"{ply}\"")), "{go}");
        let slider = part(&page, "<input id=\"slider\"", ">");
        assert!(slider.contains(&format!("value=\"{ply}\"")), "{slider}");
        let says = part(slider, "aria-valuetext=\"", "\"");
        assert!(says.starts_with(&place) && says.ends_with(&step), "{says}");
        // What can be taken along is of this move.
        for ending in ["svg", "png"] {
            assert!(page.contains(&format!("href=\"{address}.{ending}?ply={ply}\"")));
        }
        let link = part(&page, "<input id=\"link\"", ">");
        assert!(link.ends_with(&format!("{replay}?ply={ply}\"")), "{link}");
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
    for (page, list) in [
        (&closed, "id=\"to-move\">"),
        (&open, "id=\"to-move\" open>"),
    ] {
        assert!(page.contains(list), "{page}");
    }
    assert!(
        open.contains("aria-current=\"true\" autofocus>65F"),
        "{open}"
    );
    // Without a number it is the end; the link that led there has the focus.
    let last = stranger.page(&format!("{replay}?by=next")).await;
    assert!(last.contains("rel=\"prev\"") && !last.contains("rel=\"next\""));
    assert_eq!(last.matches(" autofocus").count(), 1);
    let many = format!("{}0", usize::MAX);
    for (asked, status, says) in [
        ("3", StatusCode::NOT_FOUND, sentences::no_such_ply("3", 2)),
        ("-1", StatusCode::BAD_REQUEST, sentences::no_ply("-1", 2)),
        ("", StatusCode::BAD_REQUEST, sentences::no_ply("\"\"", 2)),
        (&many, StatusCode::BAD_REQUEST, sentences::no_ply(&many, 2)),
    ] {
        let page = stranger.get(&format!("{replay}?ply={asked}")).await;
        assert_eq!(page.status_code(), status, "{asked}");
        assert!(text(&page.text()).contains(&says), "{}", page.text());
    }
}

/// A game of Ludo in which nobody rolls a six until the limit ends it, after that many moves.
pub(super) async fn long_game(pages: &Pages, limit: u32) -> String {
    let moves = ["A1-", "C1-"].into_iter().cycle().take(limit as usize);
    game_of_moves(pages, ['A', 'C'], limit, moves.map(str::to_owned)).await
}

/// A game of Ludo with these moves, each after its roll; `A6` is a roll that nobody answers, `A!` a
/// resignation.
pub(super) async fn game_of_moves(
    pages: &Pages,
    seats: [char; 2],
    limit: u32,
    moves: impl Iterator<Item = String>,
) -> String {
    let moves = moves.flat_map(|action| {
        let seat = action.chars().next().expect("a seat");
        let (roll, spent) = (action[1..2].to_owned(), None);
        if roll == "!" {
            return vec![GameEvent::Resigned {
                seat,
                bot: None,
                spent,
            }];
        }
        let rolled = GameEvent::Rolled { seat, roll, spent };
        let is_answered = action.len() > 2;
        let acted = is_answered.then_some(GameEvent::Acted {
            seat,
            action,
            spent,
        });
        core::iter::once(rolled).chain(acted).collect()
    });
    let here = PlayerConfig::Person(Some(DiceContribution::default()));
    let mut game = stored("ludo", "classic", seats, &here, moves);
    game.config.limit = limit;
    pages.store(game).await
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

    let list = |page: &str| {
        page.split_once("<ol class=\"moves\">")
            .expect("it")
            .1
            .to_owned()
    };
    let links = |page: &str| list(page).matches(&format!("<a href=\"{replay}")).count();
    let others = |page: &str| {
        let others = part(page, "<p>Other moves:", "</p>");
        let parts = others.split("ply=").skip(1);
        let parts = parts.map(|part| part.split_once('<').expect("its end").0.to_owned());
        let first = part(&list(page), "<li value=\"", "\"").to_owned();
        (parts.collect::<Vec<_>>(), first)
    };
    let of = |first: u32, last: u32| format!("{first}&amp;by=moves\">{first} to {last}");
    let [first, second, third] = [of(1, 1_000), of(1_001, 2_000), of(2_001, 2_005)];
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
async fn l_14_rolls_after_which_nothing_moves_are_one_step_and_one_line() {
    let pages = Pages::new();
    let stranger = pages.visitor();
    let address = long_game(&pages, 20).await;
    let replay = format!("{address}/replay");
    for (ply, back, next, is_open) in [
        (0, None, Some(20), false),
        (7, Some(0), Some(20), true),
        (20, Some(0), None, false),
    ] {
        let page = stranger.page(&format!("{replay}?ply={ply}")).await;
        let led = |by: &str, to: Option<u32>| {
            let link = |to| format!("href=\"{replay}?ply={to}&amp;by={by}\"");
            to.map_or(!page.contains(&format!("by={by}\"")), |to| {
                page.contains(&link(to))
            })
        };
        assert!(led("back", back) && led("next", next), "{ply}: {page}");
        let list = part(&page, "<ol class=\"moves\">", "</section>");
        let folded = sentences::lost_rolls(20);
        let summary = format!("<summary>{folded}</summary>");
        assert_eq!(list.matches(&summary).count(), 1, "{list}");
        assert_eq!(list.contains("<details open>"), is_open, "{list}");
        assert_eq!(list.matches("<li value=").count(), 20, "{list}");
        assert_eq!(list.matches("aria-current").count(), usize::from(ply > 0));
    }
}

#[tokio::test]
async fn l_29_the_picture_of_a_move_shows_the_roll_that_it_was() {
    let pages = Pages::new();
    let stranger = pages.visitor();
    let address = long_game(&pages, 20).await;
    let die = |svg: &str| part(svg, "<g id=\"die\"", "</g>").to_owned();
    let in_hand = |seat: char| {
        let line = format!("AH.H/CH.H {seat} 1 -");
        let game = AnyGame::from_position(&line, None).expect("a position");
        die(&Scene::of(&game).svg(crate::pages::board::options(Look::Board)))
    };
    // Nothing could move, and each shows the roll on the side of who rolled it; the last too.
    for (ply, seat) in [(7, 'A'), (8, 'C'), (20, 'C')] {
        let page = stranger.page(&format!("{address}/replay?ply={ply}")).await;
        assert_eq!(die(&page), in_hand(seat), "{ply}");
        let svg = stranger.get(&format!("{address}.svg?ply={ply}")).await;
        assert_eq!(die(&svg.text()), in_hand(seat), "{ply}");
    }
    // As it stands the game is over, and no roll is seen.
    let svg = stranger.get(&format!("{address}.svg")).await;
    assert!(!svg.text().contains("<g id=\"die\""), "{}", svg.text());
}

#[tokio::test]
async fn a_script_gets_the_film_of_a_step_on_and_only_what_has_changed() {
    let pages = Pages::new();
    let stranger = pages.visitor();
    let address = long_game(&pages, 20).await;
    let get = async |ply: usize, shown: &str| {
        let address = format!("{address}/replay?ply={ply}&shown={shown}");
        stranger.page(&address).await
    };
    let many = usize::MAX.to_string();
    for (ply, shown, roll) in [
        (7, "6", "[\"A\",1]"),
        // Of rolls that are folded up, the last.
        (20, "0", "[\"C\",1]"),
        (7, "8", ""),
        (7, "3", ""),
        (0, "20", ""),
    ] {
        let excerpt = get(ply, shown).await;
        let steps = part(&excerpt, "<template id=\"steps\">", "</template>");
        assert_eq!(
            steps.contains(&format!("\"roll\":{roll}")),
            !roll.is_empty()
        );
        assert_eq!(steps == "[]", roll.is_empty(), "{ply} {shown}: {steps}");
        assert!(
            excerpt.contains(&format!("data-ply=\"{ply}\"")),
            "{excerpt}"
        );
        // The list is there already.
        assert!(excerpt.contains("id=\"list\" data-own></div>"), "{excerpt}");
    }
    let whole = stranger.page(&format!("{address}/replay?ply=7")).await;
    assert!(get(7, "6").await.len() < whole.len());
    // What no page shows has no list.
    let excerpt = get(7, &many).await;
    assert!(excerpt.contains("<ol class=\"moves\">"), "{excerpt}");
    let wrong = stranger
        .get(&format!("{address}/replay?ply=7&shown=x"))
        .await;
    assert_eq!(wrong.status_code(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_step_of_a_very_long_game_is_sent_without_the_list_of_moves() {
    let pages = Pages::new();
    let stranger = pages.visitor();
    let address = long_game(&pages, 50_000).await;
    for (ply, shown, has_list) in [(50_000, 49_999, false), (40_001, 40_000, true)] {
        let step = stranger
            .page(&format!("{address}/replay?ply={ply}&shown={shown}"))
            .await;
        assert_eq!(step.contains("<ol class=\"moves\">"), has_list, "{ply}");
        let most = if has_list { 200_000 } else { 40_000 };
        assert!(step.len() < most, "{} bytes", step.len());
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
    assert!(!page.contains("Other moves"), "no other parts: {page}");
    let record = stranger.get(&format!("{address}/record.txt")).await;
    assert!(record.text().contains("A1-"), "{}", record.text());
    let kind = record.header("content-type");
    assert_eq!(kind, "text/plain; charset=utf-8");
}
