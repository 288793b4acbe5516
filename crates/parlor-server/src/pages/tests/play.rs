//! Playing by the buttons of pages.

use axum::http::StatusCode;

use super::{Pages, Visitor, assert_plain, field, game_of, invitation, refresh, values};

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
            let view = pages.bench.service.view_for(&game_of(&address), &[]).await;
            let view = view.expect("a store").expect("the game");
            if view.legal.is_empty() {
                break;
            }
            let page = visitor.page(&address).await;
            let legal: Vec<&str> = view.legal.iter().map(|action| &**action).collect();
            let (board, list) = offered(&page);
            assert_eq!(sorted(&list), sorted(&legal), "{}", view.position);
            if view.game == "ludo" {
                assert_eq!(sorted(&board), sorted(&legal), "{}", view.position);
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

/// In Kuba a marble is chosen first: then its pushes are on the board.
async fn assert_choosing(visitor: &Visitor, address: &str, page: &str, legal: &[&str]) {
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
    let view = pages.bench.service.view_for(&game_of(&address), &[]).await;
    let view = view.expect("a store").expect("the game");
    assert_eq!((view.version, view.moves.len()), (2, 1));
}

#[tokio::test]
async fn whoever_turns_the_board_stays_at_the_button() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let address = visitor.make("kuba", &KUBA).await;
    for (turns, button) in [("yes", "Show boards as"), ("no", "Turn boards")] {
        let turned = visitor
            .post(&format!("{address}/turn"), &[("turns", turns)])
            .await;
        assert_eq!(super::location(&turned), format!("{address}#turning"));
        let page = visitor.page(&address).await;
        assert!(page.contains(&format!("<button id=\"turning\">{button}")));
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
    assert!(late.text().contains("The game has moved on"));
    assert_plain(&late.text(), "409");
    let page = visitor.page(&address).await;
    let refused = visitor.press(&address, &page, "33F").await;
    assert_eq!(refused.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        refused
            .text()
            .contains("Rule <a href=\"/rules/kuba/sheet#K-3\">K-3</a>."),
        "{}",
        refused.text()
    );
    assert!(refused.text().contains("role=\"alert\""));
    // Its buttons work: they are not those that were refused.
    let after = visitor.press(&address, &refused.text(), "05B").await;
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
    assert!(visitor.page(&address).await.contains("has won: "));
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
    assert!(page.contains("<strong>Your move.</strong>"), "{page}");
    assert!(page.contains("<title>Your move – Kuba – Parlor</title>"));
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
    assert!(still.text().contains("Go on refreshing"));
    let seat = invitation(&waiting.text(), 'B');
    let held = format!("{address}?after=1");
    // The answer is held until somebody joins.
    let (news, _) = tokio::join!(white.get(&held), black.post(&seat, &[]));
    assert!(
        news.text().contains("<strong>Your move.</strong>"),
        "{}",
        news.text()
    );
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
    assert!(over.text().contains("Game over – Kuba") && over.text().contains("rematch"));
    // White may want to play again: the page looks for that, but not for ever.
    let looks = |looks| format!("10; url={address}?after=3&looks={looks}");
    assert_eq!(refresh(&over.text()), Some(looks(1)));
    let later = black.page(&format!("{address}?looks=49")).await;
    assert_eq!(refresh(&later), Some(looks(50)));
    let at_last = black.page(&format!("{address}?looks=50")).await;
    assert_eq!(refresh(&at_last), None);
    assert!(at_last.contains("Go on refreshing"));
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
    let next = super::location(&next);
    assert_ne!(next, address);
    assert!(
        black
            .page(&next)
            .await
            .contains("Waiting for Player B (B) to join.")
    );
    let page = white.page(&next).await;
    assert!(page.contains("Waiting for you to join."), "{page}");
    // No words are wanted where there are no dice.
    assert!(!page.contains("name=\"words\""), "{page}");
    let join = [
        ("version", field(&page, "version")),
        ("action_id", field(&page, "action_id")),
        ("seat", "B"),
    ];
    white.post(&format!("{next}/join"), &join).await;
    let page = black.page(&next).await;
    assert!(page.contains("<strong>Your move.</strong>"), "{page}");
}

#[tokio::test]
async fn at_one_screen_the_controls_are_of_who_is_to_act_and_may_turn_to_them() {
    let visitor = Pages::new().visitor();
    let address = visitor.make("kuba", &KUBA).await;
    let page = visitor.page(&address).await;
    assert!(page.contains("What you can do as <bdi>Player W</bdi> (W)</h2>"));
    assert!(
        page.contains("<div class=\"side far\">"),
        "White sits above"
    );
    visitor.press(&address, &page, "65F").await;
    let page = visitor.page(&address).await;
    assert!(page.contains("What you can do as <bdi>Player B</bdi> (B)</h2>"));
    assert!(page.contains("<div class=\"side\">"), "{page}");
}

#[tokio::test]
async fn a_bot_says_at_its_seat_how_it_plays() {
    let visitor = Pages::new().visitor();
    let fields = [("seat-W", "here"), ("seat-B", "bot:level-4")];
    let address = visitor.make("kuba", &fields).await;
    let page = visitor.page(&address).await;
    assert!(page.contains("<bdi>Slate</bdi>"), "{page}");
    assert!(page.contains("scores 89 % against Clay"), "{page}");
    let form = visitor.page("/new/kuba").await;
    assert!(form.contains(">The bot Slate, level 4</option>"), "{form}");
}

#[tokio::test]
async fn k_3_k_5_a_push_on_the_board_that_cannot_be_is_told_without_how_to_type() {
    let visitor = Pages::new().visitor();
    let both = [("seat-W", "here"), ("seat-B", "here")];
    let kuba = visitor.make("kuba", &both).await;
    let pushes = [
        ("30R", "There is no marble at 30."),
        (
            "33R",
            "The marble at 33 is red; only your own marbles can be pushed.",
        ),
        (
            "65L",
            "The marble at 65 cannot be pushed left (L): behind it, at 66, lies a marble.",
        ),
        (
            "65R",
            "The marble at 65 cannot be pushed right (R): that would push a marble of your own \
             off the board.",
        ),
    ];
    let page = visitor.page(&kuba).await;
    for (push, says) in pushes {
        let refused = visitor.press(&kuba, &page, push).await;
        assert_eq!(refused.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
        let told = refused.text();
        let (_, alert) = told.split_once("id=\"alert\"").expect("an alert");
        let (alert, _) = alert.split_once("</div>").expect("its end");
        assert!(
            alert.contains(&format!("<p>{says} <span")),
            "{push}: {alert}"
        );
        assert!(
            !alert.contains("Type") && !alert.contains("such as"),
            "{alert}"
        );
    }
}

#[tokio::test]
async fn a_typed_move_that_cannot_be_played_is_told_in_a_players_words_with_what_can() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let both = [("seat-W", "here"), ("seat-B", "here")];
    let kuba = visitor.make("kuba", &both).await;
    let page = visitor.page(&kuba).await;
    let legal = pages.bench.service.view_for(&game_of(&kuba), &['W']).await;
    let legal = legal.expect("a store").expect("the game").legal;
    let examples = format!("such as {} or {}", legal[0], legal[1]);
    assert!(page.contains(&format!("({examples})")), "{page}");
    let how = format!(
        "Type the row and the column of your marble and where it is pushed (L, R, F or B), \
         {examples}."
    );
    let long = "x".repeat(600);
    let shown = "x".repeat(16);
    for (typed, reason) in [
        ("hello", "“hello” is no move.".to_owned()),
        ("end it", "“end it” is no move.".to_owned()),
        ("65", "“65” is no move.".to_owned()),
        (&*long, format!("“{shown}…” is no move.")),
        (
            "33r",
            "The marble at 33 is red; only your own marbles can be pushed.".to_owned(),
        ),
    ] {
        let refused = visitor.type_move(&kuba, &page, typed).await;
        assert_eq!(refused.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
        let says = refused.text();
        assert!(says.contains(&format!("{reason} {how}")), "{typed}: {says}");
        assert!(!says.contains("Column"), "{says}");
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
    let how = "“a9z” is no move. Now the die is to be rolled: type roll.";
    assert!(refused.contains(how), "{refused}");
}
