//! What a page shows of what happened meanwhile; hints; links to rules.

use core::time::Duration;

use axum::http::StatusCode;
use kuba_rules::Move as Push;

use super::{
    Pages, TestVisitor, field, invitation, location, part, status, steps as last_steps, text,
};
use crate::pages::advice::{Advice, advice};
use crate::pages::viewer::{Viewer, ViewerPrefs};
use crate::pages::{game_info, sentences, steps};
use crate::wording::capitalized;
use parlor_table::table::{GameView, Hint, HintSearch, Occupant};

/// What a page answers to a request.
fn answers(page: &str) -> &str {
    part(page, "id=\"told\"", "id=\"step\"")
}

/// Presses what the page offers first, until something is so.
async fn play_until(
    pages: &Pages,
    visitor: &TestVisitor,
    address: &str,
    is_so: impl Fn(&GameView) -> bool,
) -> GameView {
    for _ in 0..400 {
        let view = pages.view(address).await;
        if is_so(&view) {
            return view;
        }
        let page = visitor.page(address).await;
        visitor.press(address, &page, &view.legal[0]).await;
    }
    panic!("it never comes to that");
}

#[tokio::test]
async fn l_14_a_roll_that_lets_nothing_move_takes_no_press_of_its_own_and_is_reported() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let ludo = [("seat-A", "here"), ("seat-C", "here")];
    let address = visitor.make("ludo", &ludo).await;
    // Everybody is in the yard: all but a 6 is lost.
    let is_lost = |view: &GameView| {
        view.moves
            .last()
            .is_some_and(|last| last.notation.ends_with('-'))
    };
    let after = play_until(&pages, &visitor, &address, is_lost).await;
    assert_eq!(after.legal, ["roll"]);
    let page = visitor.page(&address).await;
    // The pass is the last entry of the log, and the last step is about it.
    let passed = format!("data-key=\"{}\"", after.version);
    assert!(
        part(&page, "id=\"step\"", "</div>").contains(&passed),
        "{page}"
    );
    let (passed, next) = if after.to_act == Some('A') {
        ('C', 'A')
    } else {
        ('A', 'C')
    };
    let passed = format!("Player {passed}");
    assert!(
        last_steps(&page).contains(&format!("{passed} rolled ")),
        "{page}"
    );
    let next = sentences::is_to_roll_now(&format!("Player {next}"));
    assert!(status(&page).ends_with(&next), "{page}");
}

#[tokio::test]
async fn everything_since_ones_own_last_choice_is_reported() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let bots = [
        ("seat-A", "here"),
        ("seat-B", "bot:random"),
        ("seat-C", "bot:random"),
        ("seat-D", "bot:random"),
    ];
    let address = visitor.make("ludo", &bots).await;
    let page = visitor.page(&address).await;
    visitor.press(&address, &page, "roll").await;
    let handle = pages.handle(&address).await;
    let mut news = handle.news();
    let is_due = |view: &GameView| view.to_act == Some('A');
    while !is_due(&handle.view_for(&[])) || handle.view_for(&[]).moves.len() < 4 {
        if is_due(&handle.view_for(&[])) {
            let page = visitor.page(&address).await;
            visitor
                .press(&address, &page, &handle.view_for(&[]).legal[0])
                .await;
        } else {
            news.changed().await.expect("it goes on");
        }
    }
    let page = visitor.page(&address).await;
    for seat in ['B', 'C', 'D'] {
        let view = pages.view(&address).await;
        let viewer = Viewer::new(&view, ViewerPrefs::default());
        let rolled = format!("{} rolled ", viewer.name(seat));
        assert!(last_steps(&page).contains(&rolled), "{page}");
    }
}

#[tokio::test]
async fn a_hint_stands_where_it_was_asked_for_and_is_marked_on_the_board() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let kuba = [("seat-W", "here"), ("seat-B", "here")];
    let address = visitor.make("kuba", &kuba).await;
    let page = visitor.page(&address).await;
    assert!(page.contains("value=\"ask-hint\""));
    assert!(!page.contains("<g id=\"hint\""));
    let asked = visitor.press(&address, &page, "ask-hint").await;
    assert!(location(&asked).ends_with("#told"));
    // The answer waits for the hint only for a while.
    let handle = pages.handle(&address).await;
    let mut news = handle.news();
    let is_searching = || {
        handle
            .view_for(&[])
            .hint
            .is_none_or(|hint| hint.is_searching())
    };
    while is_searching() {
        news.changed().await.expect("the game is loaded");
    }
    let hint = pages.view(&address).await.hint;
    let hint = hint.as_ref().and_then(Hint::action).expect("a hint");
    let mut sought = pages.view(&address).await;
    let (seat, search) = ('W', HintSearch::UnderWay);
    sought.hint = Some(Hint { seat, search });
    assert_eq!(
        advice(&Viewer::new(&sought, ViewerPrefs::default())),
        Some(Advice::from(sentences::HINT_UNDER_WAY.to_owned()))
    );
    let page = visitor.page(&address).await;
    let words = text(answers(&page));
    let push: Push = hint.parse().expect("a push");
    let way = steps::way(push.direction, false);
    let says = sentences::hint_for("Player W", &sentences::push_marked(way), "");
    assert!(words.contains(&says), "{words}");
    // Whoever does not see the mark hears which marble it is; the figures are folded.
    let place = sentences::marked_marble(&push.cell.to_string());
    assert!(words.contains(&place), "{words}");
    assert!(page.contains("<details id=\"hint-why\">"), "{page}");
    assert!(page.contains("<g id=\"hint\""), "it is marked on the board");
    assert!(page.contains("class=\"hinted\""), "and in the list");
}

#[tokio::test]
async fn who_asked_for_a_hint_is_shown_who_declined_it_where_it_was_asked() {
    let pages = Pages::new();
    let [white, black] = [pages.visitor(), pages.visitor()];
    let address = white
        .make("kuba", &[("seat-W", "here"), ("seat-B", "elsewhere")])
        .await;
    let seat = invitation(&white.page(&address).await, 'B');
    black.post(&seat, &[("name", "Bob")]).await;
    let says = sentences::declined("Bob", sentences::THE_HINT);
    let asked = async |visitor: &TestVisitor| {
        let page = visitor.page(&address).await;
        text(answers(&page))
    };
    white
        .press(&address, &white.page(&address).await, "ask-hint")
        .await;
    assert!(!asked(&white).await.contains(&says));
    assert!(asked(&white).await.contains(sentences::YOU_ASKED_FOR_HINT));
    black
        .press(&address, &black.page(&address).await, "refuse-hint")
        .await;
    assert!(asked(&white).await.contains(&says));
    // It is gone after the next move; a request that was withdrawn is not mentioned.
    white
        .press(&address, &white.page(&address).await, "65F")
        .await;
    assert!(!asked(&white).await.contains(&says));
    for action in ["ask-hint", "refuse-hint"] {
        black
            .press(&address, &black.page(&address).await, action)
            .await;
    }
    assert!(!asked(&white).await.contains(&says));
}

#[tokio::test]
async fn what_one_plays_with_names_no_rule_by_its_id() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let kuba = [("seat-W", "here"), ("seat-B", "here")];
    let address = visitor.make("kuba", &kuba).await;
    for push in ["65F", "50R", "10R", "52F"] {
        let page = visitor.page(&address).await;
        visitor.press(&address, &page, push).await;
    }
    let page = visitor.page(&format!("{address}?from=02")).await;
    let side = part(&page, "id=\"now\"", "id=\"sheet\"");
    let push = capitalized(&sentences::pushing("02", sentences::DOWN));
    assert!(side.contains(&sentences::ko(&push)), "{side}");
    assert!(!text(side).contains("K-"), "{side}");
    let described = part(&page, "<details id=\"in-words\"", "</details>");
    assert!(
        described.contains("<a href=\"/rules/kuba/sheet#K-7\">K-7</a>"),
        "{described}"
    );
}

#[tokio::test(start_paused = true)]
async fn who_comes_back_is_shown_above_the_board_what_was_played_and_takes_the_seat_back() {
    let pages = Pages::new();
    let [white, black] = [pages.visitor(), pages.visitor()];
    let kuba = [("seat-W", "here"), ("seat-B", "elsewhere"), ("away", "600")];
    let address = white.make("kuba", &kuba).await;
    let seat = invitation(&white.page(&address).await, 'B');
    black.post(&seat, &[]).await;
    let page = white.page(&address).await;
    white.press(&address, &page, "65F").await;
    let handle = pages.handle(&address).await;
    pages.bench.live(Duration::from_mins(10));
    // White still waits: bots play for nobody while nobody looks.
    white.page(&address).await;
    let mut news = handle.news();
    while handle.view_for(&[]).moves.len() < 2 {
        if handle.version() > 4 {
            // The bot thinks on a thread that stopped time does not see.
            tokio::time::resume();
        }
        news.changed().await.expect("it goes on");
    }
    let page = black.page(&address).await;
    let above = part(&page, "class=\"head\"", "id=\"board\"");
    assert!(above.contains("id=\"away-B\""), "{above}");
    let view = handle.view_for(&['B']);
    let viewer = Viewer::new(&view, ViewerPrefs::default());
    let played = steps::narrated(&viewer, handle.table().narration_of_absence('B'));
    assert!(!played.is_empty());
    for step in played {
        // Nobody has done what a bot did for them.
        assert!(
            !step.says.plain.starts_with(sentences::YOURSELF),
            "{step:?}"
        );
        assert!(text(above).contains(&step.says.plain), "{above}");
    }
    assert_eq!(page.matches("value=\"return\"").count(), 1, "{page}");
    let fields = [
        ("version", field(&page, "version")),
        ("action_id", field(above, "action_id")),
        ("seat", "B"),
        ("action", "return"),
    ];
    let back = black.post(&format!("{address}/act"), &fields).await;
    assert_eq!(back.status_code(), StatusCode::SEE_OTHER);
    let page = black.page(&address).await;
    assert!(!page.contains("id=\"away-B\""));
    // Nor once they are back.
    let told = last_steps(&page);
    let Occupant::Substitute(bot) = &view.seats[1].occupant else {
        panic!("a bot has played");
    };
    let bot = game_info::bot_title("kuba", bot);
    let by_bot = sentences::stands_in(bot, sentences::YOU);
    assert!(told.contains(&by_bot), "{told}");
    assert!(!told.contains(sentences::YOURSELF), "{told}");
}
