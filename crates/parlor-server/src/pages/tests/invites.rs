//! The short link, and the lobby that has it.

use std::sync::Arc;

use axum::http::StatusCode;

use super::{Pages, TestVisitor, alert, assert_plain, field, location, part, status, text};
use crate::pages::sentences;
use parlor_service::service::Settings;
use parlor_service::testing::Bench;

const FRIEND: [(&str, &str); 1] = [("against", "friend")];
const THREE: [(&str, &str); 4] = [
    ("seat-A", "here"),
    ("seat-B", "elsewhere"),
    ("seat-C", "elsewhere"),
    ("seat-D", "elsewhere"),
];

/// The address of the short link in a lobby.
fn short_link(lobby: &str) -> String {
    let url = part(
        lobby,
        "<input id=\"invite\" class=\"link\" readonly value=\"",
        "\"",
    );
    format!("/j/{}", url.split_once("/j/").expect("a code").1)
}

/// A host, the address of their new game, and its lobby.
async fn lobby(
    pages: &Pages,
    game: &str,
    fields: &[(&str, &str)],
) -> (TestVisitor, String, String) {
    let host = pages.visitor();
    let address = host.make(game, fields).await;
    let lobby = host.page(&address).await;
    (host, address, lobby)
}

/// Takes the seat that a link leads to.
async fn take(visitor: &TestVisitor, link: &str, name: &str) -> axum_test::TestResponse {
    let page = visitor.page(link).await;
    assert_plain(&page, link);
    let form = field(&page, "action_id");
    visitor
        .post(link, &[("name", name), ("action_id", form)])
        .await
}

#[tokio::test]
async fn one_link_leads_each_friend_to_the_next_seat_until_all_are_here() {
    let pages = Pages::new();
    let (_, address, lobby) = lobby(&pages, "ludo", &THREE).await;
    assert!(lobby.contains(&sentences::one_link_for(3)), "{lobby}");
    let link = short_link(&lobby);
    let hasty = link.to_ascii_lowercase().replace('-', "").replace('0', "o");
    let mut own_links = Vec::new();
    let written = [link.clone(), hasty, link.replace('1', "l")];
    for (name, written) in ["Bea", "Cid", "Dan"].into_iter().zip(&written) {
        let friend = pages.visitor();
        let taken = take(&friend, written, name).await;
        assert_eq!(
            (taken.status_code(), location(&taken)),
            (StatusCode::SEE_OTHER, address.clone())
        );
        // They may send it on, and open it again; and have a link for other devices.
        let page = friend.page(&address).await;
        own_links.push(part(&page, "/seats/", "\"").to_owned());
        assert_eq!(page.contains(&*link), name != "Dan", "{page}");
        assert!(
            friend
                .page(written)
                .await
                .contains(&format!("href=\"{address}\""))
        );
    }
    let view = pages.view(&address).await;
    let names = view.seats.iter().map(|seat| &*seat.name);
    assert!(names.eq(["Player A", "Bea", "Cid", "Dan"]));
    let phone = pages.visitor();
    let late = phone.get(&link).await;
    assert_eq!(late.status_code(), StatusCode::GONE);
    let late = late.text();
    assert_plain(&late, &link);
    assert!(
        late.contains(sentences::INVITE_USED) && late.contains("Bea"),
        "{late}"
    );
    assert!(
        late.contains(&format!("href=\"{address}/watch\"")),
        "{late}"
    );
    let late = pages
        .visitor()
        .post(&link, &[("name", "Eva"), ("action_id", "e")])
        .await;
    assert_eq!(late.status_code(), StatusCode::GONE);
    let own = format!("{address}/seats/{}", own_links[0]);
    assert!(phone.page(&own).await.contains(sentences::SEAT_TAKEN));
    phone.post(&own, &[]).await;
    assert!(phone.page(&address).await.contains("id=\"own-B\""));
}

#[tokio::test]
async fn a_link_to_a_game_that_ended_before_it_began_says_so() {
    let pages = Pages::new();
    let (host, address, lobby) = lobby(&pages, "kuba", &FRIEND).await;
    host.press(&address, &lobby, "abandon").await;
    let late = pages.visitor().get(&short_link(&lobby)).await;
    assert_eq!(late.status_code(), StatusCode::GONE);
    assert!(late.text().contains(sentences::INVITED_GAME_OVER));
}

#[tokio::test]
async fn a_wrong_code_is_answered_alike_however_near_it_is() {
    let pages = Pages::new();
    let (_, _, lobby) = lobby(&pages, "kuba", &FRIEND).await;
    let link = short_link(&lobby);
    let other = if link.ends_with('7') { '8' } else { '7' };
    let near = format!("{}{other}", &link[..link.len() - 1]);
    let stranger = pages.visitor();
    let mut answers = Vec::new();
    for wrong in [
        near,
        format!("{link}7"),
        "/j/0000-0000-00000".to_owned(),
        "/j/x".to_owned(),
    ] {
        let shown = stranger.get(&wrong).await;
        let posted = stranger.post(&wrong, &[("action_id", "a")]).await;
        answers.extend([shown, posted].map(|answer| (answer.status_code(), answer.text())));
    }
    let (status, page) = &answers[0];
    assert_eq!(*status, StatusCode::NOT_FOUND);
    assert!(page.contains(sentences::NO_SEAT), "{page}");
    let plain = |page: &str| part(page, "<main", "</main>").to_owned();
    assert!(
        answers
            .iter()
            .all(|answer| answer.0 == *status && plain(&answer.1) == plain(page))
    );
}

#[tokio::test]
async fn a_form_sent_twice_takes_one_seat_and_gives_nobody_else_that() {
    let pages = Pages::new();
    let [host, friend, thief] = [pages.visitor(), pages.visitor(), pages.visitor()];
    let address = host.make("ludo", &THREE).await;
    let link = short_link(&host.page(&address).await);
    let page = friend.page(&link).await;
    let fields = [("name", "Bea"), ("action_id", field(&page, "action_id"))];
    for is_first in [true, false] {
        let taken = friend.post(&link, &fields).await;
        assert_eq!(taken.status_code(), StatusCode::SEE_OTHER);
        // The cookie with the links is not sent to this address, so none may replace it.
        let links = taken.maybe_cookie("parlor-links");
        assert_eq!(links.is_some(), is_first);
    }
    thief.page(&link).await;
    let fields = [("name", "Eva"), fields[1]];
    thief.post(&link, &fields).await;
    let handle = pages.handle(&address).await;
    let taken = handle
        .view_for(&[])
        .seats
        .into_iter()
        .filter(|seat| seat.is_taken);
    let taken: Vec<String> = taken.map(|seat| seat.name).collect();
    assert_eq!(taken, ["Player A", "Bea", "Eva"], "each has one");
}

#[tokio::test]
async fn the_host_does_not_take_a_friends_seat_by_their_own_link() {
    let pages = Pages::new();
    let (host, address, lobby) = lobby(&pages, "kuba", &FRIEND).await;
    let link = short_link(&lobby);
    assert!(
        host.page(&link)
            .await
            .contains(&format!("href=\"{address}\""))
    );
    let taken = host.post(&link, &[("action_id", "a")]).await;
    assert_eq!(location(&taken), address);
    assert!(!pages.view(&address).await.seats[1].is_taken);
}

#[tokio::test]
async fn a_link_outlives_a_restart_and_an_archive() {
    let pages = Pages::new();
    let (_, address, lobby) = lobby(&pages, "kuba", &FRIEND).await;
    let link = short_link(&lobby);
    let restarted = |drawn| {
        let store = Arc::clone(&pages.bench.store);
        let bench = Bench::over(store, Settings::default());
        // The randomness of tests begins anew, and nobody is to get another's cookie.
        for _ in 0..drawn {
            bench.service.randomness().bytes::<32>().expect("bytes");
        }
        Pages::over(bench)
    };
    let friend = restarted(50);
    let taken = take(&friend.visitor(), &link, "Bea").await;
    assert_eq!(location(&taken), address);
    friend
        .bench
        .service
        .end(
            &super::game_of(&address),
            parlor_table::log::EndReason::Operator,
        )
        .await
        .expect("a store");
    let all = parlor_table::timestamp::Timestamp(u64::MAX);
    assert_eq!(pages.bench.store.archive(all).await.expect("a store"), 1);
    let late = restarted(100).visitor().get(&link).await;
    assert_eq!(late.status_code(), StatusCode::GONE);
}

#[tokio::test]
async fn a_name_is_given_in_the_lobby_and_known_from_then_on() {
    let pages = Pages::new();
    let (host, address, lobby) = lobby(&pages, "kuba", &FRIEND).await;
    let link = short_link(&lobby);
    assert!(text(&pages.visitor().page(&link).await).contains(&sentences::invited_to("Kuba")));
    let hidden =
        ["version", "action_id", "seat"].map(|name| (name, field(&lobby, name).to_owned()));
    let give = async |name: &str| {
        let mut fields: Vec<(&str, &str)> = hidden
            .iter()
            .map(|(name, value)| (*name, &**value))
            .collect();
        fields.push(("name", name));
        host.post(&format!("{address}/name"), &fields).await
    };
    let refused = give("\u{7}").await;
    assert_eq!(refused.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
    assert!(alert(&refused.text()).starts_with(sentences::NAME_NOT_TAKEN));
    // What was typed stays, beside the reason; so does a name that another has.
    for name in ["<An\u{7}n>", "player b"] {
        let refused = give(name).await;
        assert_eq!(refused.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
        let page = refused.text();
        let own = part(&page, "<input id=\"own-name\"", ">");
        let kept = name.replace('<', "&#60;").replace('>', "&#62;");
        assert!(own.contains(&format!(" value=\"{kept}\"")), "{own}");
        assert!(
            own.contains("aria-describedby=\"own-name-note alert\""),
            "{own}"
        );
        assert!(own.contains("aria-invalid"), "{own}");
    }
    for name in ["Anna", "Ann"] {
        assert_eq!(give(name).await.status_code(), StatusCode::SEE_OTHER);
        assert_eq!(pages.view(&address).await.seats[0].name, name);
    }
    let friend = pages.visitor();
    let offered = friend.page(&link).await;
    assert_eq!(
        text(part(&offered, "<h1>", "</h1>")),
        sentences::invites_you_to("Ann", "Kuba")
    );
    take(&friend, &link, "Bea").await;
    assert_eq!(pages.view(&address).await.seats[0].name, "Ann");
    let hidden = [
        ("version", "9"),
        ("action_id", "late"),
        ("seat", "W"),
        ("name", "Eve"),
    ];
    let late = host.post(&format!("{address}/name"), &hidden).await;
    assert_eq!(
        late.status_code(),
        StatusCode::UNPROCESSABLE_ENTITY,
        "it has begun"
    );
    // Both are known in their next games, and where a name would be taken twice it is not given.
    let next = host.make("ludo", &FRIEND).await;
    assert_eq!(pages.view(&next).await.seats[0].name, "Ann");
    let link = short_link(&host.page(&next).await);
    assert!(friend.page(&link).await.contains("value=\"Bea\""));
    for other in ["Ann", "ann"] {
        let named = [
            ("seat-A", "here"),
            ("seat-C", "elsewhere"),
            ("name-C", other),
        ];
        let game = host.make("ludo", &named).await;
        assert_eq!(pages.view(&game).await.seats[0].name, "Player A");
        assert_eq!(
            status(&host.page(&game).await),
            sentences::waiting_for(&[other.to_owned()])
        );
    }
}

#[tokio::test]
async fn how_hard_the_last_bot_was_is_offered_again() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let is_checked = |page: &str, bot: &str| page.contains(&format!("{bot}\" checked"));
    assert!(is_checked(&visitor.page("/").await, "priority"));
    let easy = [("seat-A", "here"), ("seat-C", "bot:random")];
    visitor.make("ludo", &easy).await;
    for page in ["/", "/new/ludo"] {
        let page = visitor.page(page).await;
        assert!(is_checked(&page, "random"), "{page}");
    }
    assert!(is_checked(&visitor.page("/new/kuba").await, "level-3"));
    let hard = [("against", "bots"), ("level", "optimal")];
    visitor.make("ludo", &hard).await;
    assert!(is_checked(&visitor.page("/").await, "optimal"));
    // A friend is no bot, and one that is none of three is not offered.
    let friend = [("seat-A", "here"), ("seat-C", "elsewhere")];
    visitor.make("ludo", &friend).await;
    visitor
        .make("ludo", &[("seat-A", "here"), ("seat-C", "bot:strong")])
        .await;
    assert!(is_checked(&visitor.page("/").await, "optimal"));
    let other = pages.visitor().page("/").await;
    assert!(is_checked(&other, "priority"), "in this browser alone");
}

#[tokio::test]
async fn a_game_is_chosen_in_one_press() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let form = visitor.page("/new/ludo").await;
    assert!(!form.contains("class=\"all-choices\" open"), "{form}");
    let nonce = field(&form, "nonce");
    let seats = async |against, level| {
        let fields = [("nonce", nonce), ("against", against), ("level", level)];
        let address = visitor.make("ludo", &fields).await;
        assert_eq!(visitor.make("ludo", &fields).await, address, "sent twice");
        let view = pages.view(&address).await;
        let names = view
            .seats
            .iter()
            .map(|seat| format!("{} {}", seat.seat, seat.name));
        names.collect::<Vec<_>>()
    };
    let easy = seats("bots", "random").await;
    assert_eq!(easy, ["A Player A", "B Juno", "C Otto", "D Pip"]);
    // The hardest of two does not play among four.
    let hard = seats("bots", "optimal").await;
    assert_eq!(hard, ["A Player A", "B Juno", "C Otto", "D Pip"]);
    assert_eq!(seats("bot", "optimal").await, ["A Player A", "C Oracle"]);
    assert_eq!(seats("here", "random").await, ["A Player A", "C Player C"]);
    let three = seats("here-3", "random").await;
    assert_eq!(three, ["A Player A", "B Player B", "C Player C"]);
    assert_eq!(seats("here-4", "random").await.len(), 4);
    assert!(form.contains("value=\"here-4\""), "{form}");
    let kuba = visitor.page("/new/kuba").await;
    assert!(!kuba.contains("value=\"here-3\""), "two play it");
    // What is wrong in it is shown with all that can be chosen.
    let wrong = visitor
        .post("/new/ludo", &[("against", "bot"), ("level", "none")])
        .await;
    assert_eq!(wrong.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
    assert!(wrong.text().contains("class=\"all-choices\" open"));
}
