//! Playing by the buttons of pages.

use std::collections::BTreeSet;

use axum::http::StatusCode;

use super::{
    Pages, TestVisitor, alert, assert_plain, field, invitation, is_to_act, location, part, refresh,
    stands_still, status, text, title, values,
};
use crate::pages::{game_info, sentences};
use parlor_table::table::Status;

/// Two persons on one screen.
const KUBA: [(&str, &str); 3] = [
    ("seat-W", "here"),
    ("seat-B", "here"),
    ("rules", "tournament"),
];

/// What a page offers to play, on the board and in the list.
fn offered(page: &str) -> (Vec<&str>, Vec<&str>) {
    let (_, rest) = page.split_once("class=\"stage").expect("a board");
    let (board, rest) = rest.split_once("</section>").expect("its end");
    let list = rest
        .split_once("class=\"choices")
        .map_or("", |(_, list)| list);
    let list = list.split_once("</section>").map_or("", |(list, _)| list);
    (values(board, "action"), values(list, "action"))
}

fn sorted<T: Ord + Clone>(list: &[T]) -> Vec<T> {
    let mut list = list.to_vec();
    list.sort_unstable();
    list
}

#[tokio::test]
async fn every_legal_action_is_on_the_board_and_in_the_list() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let ludo = [("seat-A", "here"), ("seat-B", "here"), ("seat-D", "here")];
    for address in [
        visitor.make("ludo", &ludo).await,
        visitor.make("kuba", &KUBA).await,
    ] {
        for turn in 0..120_usize {
            let view = pages.view(&address).await;
            if view.legal.is_empty() {
                break;
            }
            let page = visitor.page(&address).await;
            let legal: Vec<&str> = view.legal.iter().map(|action| &**action).collect();
            let (board, list) = offered(&page);
            let shown = distinct(&view.position, &legal);
            assert_eq!(sorted(&list), sorted(&shown), "{}", view.position);
            if view.game == "ludo" {
                // Both tokens can be pressed, also where it is the same choice.
                assert_eq!(board.len(), legal.len(), "{}", view.position);
                let distinct: BTreeSet<&str> = board.into_iter().collect();
                assert!(distinct.into_iter().eq(sorted(&shown)), "{}", view.position);
            } else {
                assert_choosing(&visitor, &address, &page, &legal).await;
            }
            let action = legal[turn * 7 % legal.len()];
            let answer = visitor.press(&address, &page, action).await;
            assert_eq!(answer.status_code(), StatusCode::SEE_OTHER, "{action}");
        }
        assert_plain(&visitor.page(&address).await, &address);
    }
}

/// The legal actions without those of a token that is in one place with the other, and no stack:
/// on a page they are one choice. Rules: L-5, L-27.
fn distinct<'a>(position: &str, legal: &[&'a str]) -> Vec<&'a str> {
    let seat = legal[0].get(..1).unwrap_or_default();
    let tokens = position
        .split(['/', ' '])
        .find_map(|seat_tokens| seat_tokens.strip_prefix(seat));
    let are_alike = tokens
        .and_then(|tokens| tokens.split_once('.'))
        .is_some_and(|(p, q)| p == q);
    let is_other = |action: &&&str| are_alike && action.ends_with('q') && !action.ends_with("pq");
    legal
        .iter()
        .filter(|action| !is_other(action))
        .copied()
        .collect()
}

/// In Kuba a marble is chosen first: then its pushes are on the board.
async fn assert_choosing(visitor: &TestVisitor, address: &str, page: &str, legal: &[&str]) {
    let cells = page
        .split("?from=")
        .skip(1)
        .filter_map(|rest| rest.get(..2));
    let mut on_board: Vec<String> = Vec::new();
    for cell in cells {
        let page = visitor.page(&format!("{address}?from={cell}")).await;
        let pushes = offered(&page)
            .0
            .into_iter()
            .filter(|action| *action != "end");
        on_board.extend(pushes.map(str::to_owned));
    }
    let pushes: Vec<String> = legal
        .iter()
        .filter(|action| **action != "end")
        .map(|&action| action.to_owned())
        .collect();
    assert_eq!(sorted(&on_board), sorted(&pushes));
}

#[tokio::test]
async fn a_button_pressed_twice_is_done_once() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let address = visitor.make("kuba", &KUBA).await;
    let page = visitor.page(&address).await;
    // Another button of the same page is another action, and comes too late.
    for (action, status) in [
        ("65F", StatusCode::SEE_OTHER),
        ("65F", StatusCode::SEE_OTHER),
        ("00R", StatusCode::CONFLICT),
    ] {
        let answer = visitor.press(&address, &page, action).await;
        assert_eq!(answer.status_code(), status, "{action}");
    }
    let view = pages.view(&address).await;
    assert_eq!((view.version, view.moves.len()), (2, 1));
}

#[tokio::test]
async fn whoever_turns_the_board_stays_at_the_button() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let address = visitor.make("kuba", &KUBA).await;
    for (turns, other) in [("yes", "no"), ("no", "yes")] {
        let turned = visitor
            .post(&format!("{address}/turn"), &[("turns", turns)])
            .await;
        assert_eq!(location(&turned), format!("{address}#turning"));
        // The button is there, and turns boards back.
        let page = visitor.page(&address).await;
        assert!(page.contains("<button id=\"turning\""), "{page}");
        assert_eq!(field(&page, "turns"), other);
    }
}

#[tokio::test]
async fn what_comes_too_late_or_is_forbidden_is_answered_with_the_reason() {
    let pages = Pages::new();
    let (visitor, stranger) = (pages.visitor(), pages.visitor());
    let address = visitor.make("kuba", &KUBA).await;
    let [first, second] = [visitor.page(&address).await, visitor.page(&address).await];
    visitor.press(&address, &first, "65F").await;
    let late = visitor.press(&address, &second, "00R").await;
    assert_eq!(late.status_code(), StatusCode::CONFLICT);
    assert!(!alert(&late.text()).is_empty());
    assert_plain(&late.text(), "409");
    let page = visitor.page(&address).await;
    let refused = visitor.press(&address, &page, "33F").await;
    assert_eq!(refused.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
    let refused = refused.text();
    let id = address.trim_start_matches("/games/");
    let rule = format!("/rules/kuba/sheet?from={id}#K-3");
    let link = format!("<a class=\"why\" href=\"{rule}\">Why?</a>");
    assert!(refused.contains(&link), "{refused}");
    // From there one comes back.
    let back = format!("href=\"{address}\">");
    assert!(visitor.page(&rule).await.contains(&back));
    let sheet = visitor.page("/rules/kuba/sheet?from=%22%3E").await;
    assert!(!sheet.contains("Back to the game"), "it is no game");
    // Its buttons work: they are not those that were refused.
    let after = visitor.press(&address, &refused, "05B").await;
    assert_eq!(
        after.status_code(),
        StatusCode::SEE_OTHER,
        "{}",
        after.text()
    );
    let page = visitor.page(&address).await;
    let refused = stranger.press(&address, &page, "00R").await;
    assert_eq!(refused.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
    for fields in [&[("version", "x")][..], &[]] {
        let answer = visitor.post(&format!("{address}/act"), fields).await;
        assert_eq!(answer.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
        assert_plain(&answer.text(), "a form that is none");
    }
}

#[tokio::test]
async fn who_resigns_does_so_also_when_the_game_has_moved_on() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let address = visitor.make("kuba", &KUBA).await;
    let [old, new] = [visitor.page(&address).await, visitor.page(&address).await];
    visitor.press(&address, &new, "65F").await;
    let gone = [
        ("version", field(&old, "version")),
        ("action_id", field(&old, "action_id")),
        ("seat", "W"),
        ("action", "resign"),
    ];
    let answer = visitor.post(&format!("{address}/act"), &gone).await;
    assert_eq!(answer.status_code(), StatusCode::SEE_OTHER);
    assert_eq!(pages.view(&address).await.status, Status::Over);
}

#[tokio::test]
async fn who_presses_sees_what_the_bot_did() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let fields = [("seat-W", "here"), ("seat-B", "bot:greedy")];
    let address = visitor.make("kuba", &fields).await;
    let page = visitor.page(&address).await;
    visitor.press(&address, &page, "65F").await;
    let page = visitor.page(&address).await;
    assert!(is_to_act(&page), "{page}");
    assert_eq!(title(&page), sentences::title(sentences::YOUR_MOVE, "Kuba"));
}

#[tokio::test]
async fn a_page_refreshes_itself_only_while_it_waits_for_others() {
    let pages = Pages::new();
    let (white, black) = (pages.visitor(), pages.visitor());
    let fields = [("seat-W", "here"), ("seat-B", "elsewhere")];
    let address = white.make("kuba", &fields).await;
    let waiting = white.get(&address).await;
    let soon = format!("1; url={address}?after=1");
    assert_eq!(refresh(&waiting.text()), Some(soon));
    let still = white.get(&format!("{address}?still")).await;
    assert_eq!(refresh(&still.text()), None);
    assert!(stands_still(&still.text(), &address));
    let seat = invitation(&waiting.text(), 'B');
    let held = format!("{address}?after=1");
    // The answer is held until somebody joins.
    let (news, _) = tokio::join!(white.get(&held), black.post(&seat, &[]));
    assert!(is_to_act(&news.text()), "{}", news.text());
    assert_eq!(refresh(&news.text()), None);
    assert!(refresh(&black.page(&address).await).is_some());
    let watch = pages.visitor().page(&format!("{address}/watch")).await;
    let soon = format!("1; url={address}/watch?after=2");
    assert_eq!(refresh(&watch), Some(soon));
    let page = white.page(&address).await;
    let gone = [
        ("version", field(&page, "version")),
        ("action_id", field(&page, "action_id")),
        ("seat", "W"),
        ("action", "resign"),
    ];
    white.post(&format!("{address}/act"), &gone).await;
    let over = black.get(&address).await;
    let game_over = sentences::title(sentences::GAME_OVER, "Kuba");
    assert_eq!(title(&over.text()), game_over);
    assert!(over.text().contains("value=\"rematch\""));
    // White may want to play again: the page looks for that, but not for ever.
    let looks = |looks| format!("10; url={address}?after=3&looks={looks}");
    assert_eq!(refresh(&over.text()), Some(looks(1)));
    let later = black.page(&format!("{address}?looks=49")).await;
    assert_eq!(refresh(&later), Some(looks(50)));
    let at_last = black.page(&format!("{address}?looks=50")).await;
    assert_eq!(refresh(&at_last), None);
    assert!(stands_still(&at_last, &address));
    // Whatever is asked is answered.
    let far = black.get(&format!("{address}?looks={}", u32::MAX)).await;
    assert_eq!(far.status_code(), StatusCode::OK);
    let watch = pages.visitor().get(&address).await;
    assert_eq!(refresh(&watch.text()), None);
    let over = over.text();
    let rematch = [
        ("version", field(&over, "version")),
        ("action_id", field(&over, "action_id")),
        ("seat", "B"),
        ("action", "rematch"),
    ];
    let next = black.post(&format!("{address}/act"), &rematch).await;
    let next = location(&next);
    assert_ne!(next, address);
    let waiting = sentences::waiting_for(&["Player B".to_owned()]);
    assert_eq!(status(&black.page(&next).await), waiting);
    let page = white.page(&next).await;
    assert_eq!(status(&page), sentences::WAITING_FOR_YOU);
    // No words are wanted where there are no dice.
    assert!(!page.contains("name=\"words\""), "{page}");
    let join = [
        ("version", field(&page, "version")),
        ("action_id", field(&page, "action_id")),
        ("seat", "B"),
    ];
    white.post(&format!("{next}/join"), &join).await;
    let page = black.page(&next).await;
    assert!(is_to_act(&page), "{page}");
}

#[tokio::test]
async fn at_one_screen_the_controls_are_of_who_is_to_act_and_may_turn_to_them() {
    let actor = |page: &str| part(page, "id=\"choices\">", "</h2>").to_owned();
    let visitor = Pages::new().visitor();
    let address = visitor.make("kuba", &KUBA).await;
    let page = visitor.page(&address).await;
    assert!(actor(&page).ends_with("<bdi>Player W</bdi> (W)"), "{page}");
    assert!(
        page.contains("<div class=\"side far\">"),
        "White sits above"
    );
    visitor.press(&address, &page, "65F").await;
    let page = visitor.page(&address).await;
    assert!(actor(&page).ends_with("<bdi>Player B</bdi> (B)"), "{page}");
    assert!(page.contains("<div class=\"side\">"), "{page}");
}

#[tokio::test]
async fn a_bot_says_at_its_seat_how_it_plays() {
    let visitor = Pages::new().visitor();
    let fields = [("seat-W", "here"), ("seat-B", "bot:level-4")];
    let address = visitor.make("kuba", &fields).await;
    let page = visitor.page(&address).await;
    let bot = game_info::bot_title("kuba", "level-4");
    assert_ne!(bot, "level-4", "it has a name of its own");
    assert!(page.contains(&format!(">{bot}</bdi>")), "{page}");
    let style = game_info::style("kuba", "level-4").expect("how it plays");
    assert!(text(&page).contains(style), "{page}");
    let form = visitor.page("/new/kuba").await;
    let option = part(&form, "<option value=\"bot:level-4\"", "</option>");
    assert!(option.contains(bot), "{option}");
}

#[tokio::test]
async fn bots_of_one_kind_have_names_and_show_how_they_stand() {
    let visitor = Pages::new().visitor();
    let bot = "bot:random";
    let fields = [
        ("seat-A", "here"),
        ("seat-B", bot),
        ("seat-C", bot),
        ("name-C", "Otto"),
        ("seat-D", bot),
    ];
    let address = visitor.make("ludo", &fields).await;
    let page = visitor.page(&address).await;
    let players = part(&page, "<ul class=\"players theirs\">", "</ul>");
    for name in ["Juno", "Otto", "Pip"] {
        let named = format!(">{name}</bdi><span class=\"unseen\"> {}<", sentences::BOT);
        assert!(players.contains(&named), "{players}");
    }
    let stands = format!("\">{}<", sentences::tokens_stand(2, 0, true));
    assert_eq!(players.matches(&stands).count(), 3, "{players}");
    let title = game_info::bot_title("ludo", "random");
    let style = game_info::style("ludo", "random").expect("how it plays");
    let kind = sentences::how_bots_play("Juno, Otto and Pip", title, style);
    let experts = part(&page, "<details id=\"experts\"", "<details id=\"give-up\"");
    assert!(text(experts).contains(&kind), "{experts}");
}

#[tokio::test]
async fn the_tools_of_a_player_stay_where_they_cannot_be_used_and_say_why() {
    let visitor = Pages::new().visitor();
    let address = visitor.make("kuba", &KUBA).await;
    let page = visitor.page(&address).await;
    let why = format!("{}: {}", sentences::TAKE_BACK, sentences::NO_UNDO_NOW);
    assert!(
        page.contains(&format!("disabled aria-label=\"{why}\"")),
        "{page}"
    );
    visitor.press(&address, &page, "65F").await;
    let page = visitor.page(&address).await;
    visitor.press(&address, &page, "05B").await;
    let page = visitor.page(&address).await;
    assert!(!page.contains(&why), "{page}");
    assert_eq!(
        values(&page, "action")
            .iter()
            .filter(|action| **action == "ask-undo")
            .count(),
        1
    );
    // One who watches has none.
    let watched = visitor.page(&format!("{address}/watch")).await;
    assert!(!watched.contains("class=\"tool\""), "{watched}");
}

#[tokio::test]
async fn k_3_k_5_a_push_on_the_board_that_cannot_be_is_reported_without_how_to_type() {
    let visitor = Pages::new().visitor();
    let both = [("seat-W", "here"), ("seat-B", "here")];
    let kuba = visitor.make("kuba", &both).await;
    let pushes = [
        ("30R", sentences::no_marble("30")),
        ("33R", sentences::not_your_marble("33", "red")),
        ("65L", sentences::no_room("65", "left", "66")),
        ("65R", sentences::own_marble_off("65", "right")),
    ];
    let page = visitor.page(&kuba).await;
    for (push, says) in pushes {
        let refused = visitor.press(&kuba, &page, push).await;
        assert_eq!(refused.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
        let page = refused.text();
        let says = format!("<p>{says} <a class=\"why\"");
        assert!(page.contains(&says), "{push}: {page}");
    }
}

#[tokio::test]
async fn a_typed_move_that_cannot_be_played_is_reported_in_a_players_words_with_what_can() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let both = [("seat-W", "here"), ("seat-B", "here")];
    let kuba = visitor.make("kuba", &both).await;
    let page = visitor.page(&kuba).await;
    let legal = pages.view(&kuba).await.legal;
    let examples = sentences::examples(&[&*legal[0], &*legal[1]]);
    let field = part(&page, "<label for=\"typed\">", "</label>");
    assert!(field.contains(&examples), "{field}");
    let how = sentences::type_push(&examples);
    let long = "x".repeat(600);
    let shown = "x".repeat(16);
    for (typed, reason) in [
        ("hello", sentences::no_move("hello")),
        ("end it", sentences::no_move("end it")),
        ("65", sentences::no_move("65")),
        (&*long, sentences::no_move(&format!("{shown}…"))),
        ("33r", sentences::not_your_marble("33", "red")),
    ] {
        let refused = visitor.type_move(&kuba, &page, typed).await;
        assert_eq!(refused.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
        let says = alert(&refused.text());
        assert!(says.contains(&format!("{reason} {how}")), "{typed}: {says}");
    }
    // What is meant is done.
    let typed = format!(" {} ", legal[0].to_lowercase());
    visitor.press(&kuba, &page, &typed).await;
    let played = format!("<li value=\"1\">{}", legal[0]);
    assert!(visitor.page(&kuba).await.contains(&played));

    let seats = [("seat-A", "here"), ("seat-C", "here")];
    let ludo = visitor.make("ludo", &seats).await;
    let page = visitor.page(&ludo).await;
    let refused = visitor.type_move(&ludo, &page, "a9z").await.text();
    let says = [sentences::no_move("a9z"), sentences::type_roll("roll")].join(" ");
    assert!(alert(&refused).contains(&says), "{refused}");
}
