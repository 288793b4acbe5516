//! The end of a game, as each visitor is shown it.

use axum::http::StatusCode;

use super::{Pages, TestVisitor, assert_plain, invitation, part, text};
use crate::pages::{game_info, sentences};
use parlor_table::log::EndReason;

/// The end on the page of a visitor: its headline, why it is over, whether it is celebrated, and all
/// of it.
async fn end(visitor: &TestVisitor, address: &str) -> (String, String, bool, String) {
    let page = visitor.page(address).await;
    assert_plain(&page, address);
    let end = part(&page, "<section class=\"end", "</section>");
    let classes = part(end, "", "\"");
    let headline = text(part(end, "<h2 id=\"result\">", "</h2>"));
    let why = text(part(end, "</ul>\n<p class=\"note\">", "</p>"));
    let why = why.trim_end_matches(" Why?").to_owned();
    for rule in ["K-", "L-"] {
        assert!(!text(end).contains(rule), "{end}");
    }
    let is_glad = classes.ends_with(" glad");
    assert_eq!(is_glad, end.contains("class=\"scrap\""), "{end}");
    (headline, why, is_glad, end.to_owned())
}

/// A game of two, and its address.
async fn pair(pages: &Pages, game: &str, seats: [char; 2]) -> ([TestVisitor; 2], String) {
    let [ann, bo] = [pages.visitor(), pages.visitor()];
    let [first, second] = seats.map(|seat| format!("seat-{seat}"));
    let name = format!("name-{}", seats[0]);
    let rules = if game == "kuba" {
        "tournament"
    } else {
        "classic"
    };
    let fields = [
        (&*first, "here"),
        (&*second, "elsewhere"),
        (&*name, "Ann"),
        ("rules", rules),
    ];
    let address = ann.make(game, &fields).await;
    let seat = invitation(&ann.page(&address).await, seats[1]);
    bo.post(&seat, &[("name", "Bo")]).await;
    ([ann, bo], address)
}

/// The end as it is addressed to somebody.
fn said(headline: &str, why: &str, is_glad: bool) -> (String, String, bool) {
    (headline.to_owned(), why.to_owned(), is_glad)
}

#[tokio::test]
async fn l_30_each_is_shown_who_has_won_and_how_far_everybody_came() {
    let pages = Pages::new();
    let (players, address) = pair(&pages, "ludo", ['A', 'C']).await;
    let handle = pages.handle(&address).await;
    while let Some(seat) = handle.view_for(&[]).to_act {
        let view = handle.view_for(&[seat]);
        let command = [
            ("version", &*view.version.to_string()),
            ("action_id", &format!("{:032x}", view.version)),
            ("action", &view.legal[0]),
        ];
        let player = &players[usize::from(seat == 'C')];
        let answer = player.post(&format!("{address}/act"), &command).await;
        assert_eq!(answer.status_code(), StatusCode::SEE_OTHER);
    }
    let result = handle.view_for(&[]).result.expect("it is over");
    let winner = result.places[0][0];
    let ([won, lost], name) = match winner {
        'A' => ([&players[0], &players[1]], "Ann"),
        _ => ([&players[1], &players[0]], "Bo"),
    };
    let (headline, why, is_glad, shown) = end(won, &address).await;
    let why_won = "You brought both tokens home first.";
    assert_eq!((headline, why, is_glad), said("You won", why_won, true));
    assert!(shown.contains(&format!("won-ludo-{winner}")), "{shown}");
    let trophy = part(&shown, "<div class=\"trophy\">", "</div>");
    assert_eq!(
        trophy,
        handle
            .view_for(&[])
            .scene
            .trophy(winner, game_info::on_board("won-"))
    );
    // What falls has the shapes of all games.
    let (_, fallen) = shown.split_once("class=\"scrap\"").expect("it falls");
    for shape in game_info::outlines() {
        assert!(fallen.contains(&format!(" d=\"{shape}\"")), "{shape}");
    }
    assert_eq!(
        shown.matches("home-token full").count(),
        2 + home_of_loser(&shown)
    );
    assert!(shown.contains(sentences::tokens_home(2)), "{shown}");

    let by_name = format!("{name} brought both tokens home first.");
    let (headline, why, is_glad, _) = end(lost, &address).await;
    let has_won = sentences::has_won(name);
    assert_eq!((headline, why, is_glad), said(&has_won, &by_name, false));
    let they = "They brought both tokens home first.";
    let (headline, why, is_glad, shown) = end(&pages.visitor(), &address).await;
    assert_eq!((headline, why, is_glad), said(&has_won, they, true));
    assert!(!shown.contains("value=\"rematch\""), "{shown}");
}

/// How many tokens of the loser are home, by the words for it.
fn home_of_loser(shown: &str) -> usize {
    usize::from(shown.contains(sentences::tokens_home(1)))
}

#[tokio::test]
async fn whatever_ends_a_game_is_said_to_both_in_plain_words() {
    let pages = Pages::new();
    let ([ann, bo], address) = pair(&pages, "kuba", ['W', 'B']).await;
    let page = ann.page(&address).await;
    ann.press(&address, &page, "resign").await;
    let (headline, why, is_glad, _) = end(&ann, &address).await;
    assert_eq!(
        (headline, why, is_glad),
        said("Bo won", "You resigned.", false)
    );
    let (headline, why, is_glad, shown) = end(&bo, &address).await;
    assert_eq!(
        (headline, why, is_glad),
        said("You won", "Ann resigned.", true)
    );
    assert!(shown.contains(&sentences::reds(0)), "{shown}");

    let ([ann, bo], address) = pair(&pages, "kuba", ['W', 'B']).await;
    let page = ann.page(&address).await;
    ann.press(&address, &page, "offer-draw").await;
    let page = bo.page(&address).await;
    bo.press(&address, &page, "accept-draw").await;
    for visitor in [&ann, &bo, &pages.visitor()] {
        let (headline, why, is_glad, shown) = end(visitor, &address).await;
        let agreed = said(sentences::A_DRAW, "A draw, as agreed.", false);
        assert_eq!((headline, why, is_glad), agreed);
        assert!(shown.contains("<div class=\"trophy\"></div>"), "{shown}");
    }

    let (visitors, address) = pair(&pages, "kuba", ['W', 'B']).await;
    let id = super::game_of(&address);
    let ended = pages.bench.service.end(&id, EndReason::Operator).await;
    assert!(ended.is_ok());
    for visitor in &visitors {
        let (headline, why, is_glad, _) = end(visitor, &address).await;
        let by_operator = said(sentences::NO_RESULT, sentences::ENDED_BY_OPERATOR, false);
        assert_eq!((headline, why, is_glad), by_operator);
    }
}

#[tokio::test]
async fn a_running_game_has_no_end_and_a_rematch_takes_the_place_of_its_button() {
    let pages = Pages::new();
    let ([ann, bo], address) = pair(&pages, "kuba", ['W', 'B']).await;
    let page = ann.page(&address).await;
    assert!(!page.contains("class=\"end"), "{page}");
    ann.press(&address, &page, "resign").await;
    let over = ann.page(&address).await;
    assert!(over.contains("value=\"rematch\""), "{over}");
    ann.press(&address, &over, "rematch").await;
    let (_, _, _, shown) = end(&bo, &address).await;
    let next = pages.view(&address).await.rematch.expect("a rematch");
    assert!(
        shown.contains(&format!("class=\"button first\" href=\"/games/{next}")),
        "{shown}"
    );
    assert!(!shown.contains("value=\"rematch\""), "{shown}");
}
