//! Scripted games that are pasted.

use axum::http::StatusCode;
use axum_test::TestResponse;

use super::{Pages, TestVisitor, assert_plain, location, part, text};
use crate::app::LARGEST_RECORD;
use crate::pages::sentences;

/// The example of the assignment.
const LUDO: &str = "players = ['A', 'B']\nturns = [('A', 6), ('A', 4), ('A', 5), ('A', 4), ('B', 6), ('B', 4), ('B', 1), \
                    ('B', 2),\n('A', 6), ('A', 4), ('A', 6), ('A', 3), ('A', 5), ('A', 1), ('A', 5), ('A', 4)]\n\
                    game = LudoGame()\ncurrent_tokens_space = game.play_game(players, turns)\n";
const LUDO_ADDRESS: &str =
    "/script?players=AB&turns=A6.A4.A5.A4.B6.B4.B1.B2.A6.A4.A6.A3.A5.A1.A5.A4";
const KUBA: &str = "game = KubaGame(('PlayerA', 'W'), ('PlayerB', 'B'))\ngame.get_winner()\n\
                    game.make_move('PlayerA', (6,5), 'F')\ngame.make_move('PlayerA', (6,5), 'L')\n";
const KUBA_ADDRESS: &str = "/script?players=WB&W=PlayerA&B=PlayerB&moves=W65F.W65L";

/// Sends the form of the page, as a browser does.
async fn paste(visitor: &TestVisitor, text: &[u8]) -> TestResponse {
    let head = b"--x7\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\n";
    let body = [head, text, b"\r\n--x7--\r\n"].concat();
    let kind = "multipart/form-data; boundary=x7";
    let request = visitor.0.post("/script").bytes(body.into());
    request.content_type(kind).await
}

#[tokio::test]
async fn a_pasted_game_gets_an_address_that_is_the_game() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let form = visitor.page("/script").await;
    assert_plain(&form, "/script");
    for (game, address) in [
        (LUDO, format!("{LUDO_ADDRESS}&ply=0")),
        (KUBA, format!("{KUBA_ADDRESS}&ignored=1&ply=0")),
        (
            "A6 C4",
            "/script?players=AC&turns=A6.C4&assumed=players&ply=0".to_owned(),
        ),
    ] {
        let taken = paste(&visitor, game.as_bytes()).await;
        assert_eq!(
            taken.status_code(),
            StatusCode::SEE_OTHER,
            "{}",
            taken.text()
        );
        assert_eq!(location(&taken), address);
        // Another visitor needs nothing but the address.
        let page = pages.visitor().page(&address).await;
        assert_plain(&page, "a scripted game");
    }
    let noted = visitor.page(&format!("{KUBA_ADDRESS}&ignored=2")).await;
    assert!(noted.contains(&sentences::calls_passed_over(2)));
    let noted = visitor
        .page("/script?players=AC&turns=A6.C4&assumed=players")
        .await;
    assert!(noted.contains(sentences::PLAYERS_ASSUMED));
}

#[tokio::test]
async fn l_21_every_roll_is_shown_with_the_rule_that_decides_and_the_spaces_at_the_end() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let page = visitor.page(&format!("{LUDO_ADDRESS}&ply=9")).await;
    assert!(page.contains(&sentences::move_of(9, 16)));
    assert!(text(&page).contains("A rolled 6: q leaves the yard for R (L-15)."));
    assert!(page.contains("<a href=\"/rules/ludo/sheet#L-15\">L-15</a>"));
    assert!(text(&page).contains("['28', '28', '21', 'H']"));
    assert!(text(&page).contains("p on 21 after 7 steps, q on H"));
    assert!(page.contains(
        "href=\"/script?players=AB&#38;turns=A6.A4.A5.A4.B6.B4.B1.B2.A6.A4.A6.A3.A5.A1.A5.A4&#38;ply=10&amp;by=next\""
    ));
    assert_eq!(page.matches("aria-current=\"true\"").count(), 1);
    assert_eq!(page.matches("name=\"ply\" value=\"").count(), 16);
    // Turns that are skipped are there as such.
    let skipped = visitor.page("/script?players=AB&turns=A6.C1&ply=2").await;
    assert!(text(&skipped).contains("C rolled 1: skipped, C is not playing (L-20)."));
    let beyond = visitor.get(&format!("{LUDO_ADDRESS}&ply=17")).await;
    assert_eq!(beyond.status_code(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn k_16_every_call_is_shown_with_what_it_returns_and_the_rule() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let start = visitor.page(&format!("{KUBA_ADDRESS}&ply=0")).await;
    assert!(text(&start).contains("either player may begin (K-11)"));
    let page = visitor.page(KUBA_ADDRESS).await;
    assert!(page.contains(&sentences::move_of(2, 2)));
    let says = text(&page);
    assert!(says.contains("True PlayerA pushes 65F"), "{says}");
    assert!(
        says.contains("False PlayerA tries 65L: refused, \"PlayerB\" is to move"),
        "{says}"
    );
    assert!(
        page.contains("/rules/kuba/sheet#K-16"),
        "the rule is a link"
    );
    assert!(says.contains("(8, 8, 13)") && says.contains("'PlayerB'"));
}

#[tokio::test]
async fn a_script_that_steps_gets_what_moves_and_no_list_again() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    for (address, piece) in [(LUDO_ADDRESS, "token-Ap"), (KUBA_ADDRESS, "marble-")] {
        let step = visitor.page(&format!("{address}&ply=1&shown=0")).await;
        assert!(step.contains("<template id=\"steps\">[{"), "{step}");
        assert!(step.contains(piece));
        assert!(step.contains("id=\"list\" data-own></div>"));
        let back = visitor.page(&format!("{address}&ply=1&shown=2")).await;
        assert!(back.contains("<template id=\"steps\">[]"));
    }
}

#[tokio::test]
async fn l_23_k_16_what_cannot_be_read_stays_with_its_place() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    for (game, says, marked) in [
        (
            "turns = [('A', 6),\n ('B', 7)]",
            "Line 2, column 8: entry 1 of the turns has roll 7;",
            "7",
        ),
        (
            "KubaGame(('a', 'W'), ('b', 'B'))\nmake_move('a')",
            "Line 2, column 1: entry 0 of the moves is",
            "m",
        ),
        (
            "turns = [('<b>', 6)]",
            "Line 1, column 11: entry 0 of the turns has seat '<b>';",
            "&#39;",
        ),
        (
            "import os; os.system('x')\n→",
            "Line 2, column 1: → is not read here:",
            "→",
        ),
        (
            "turns = [('A', 6)",
            "Line 1, column 9: [ is not read here: it is not closed",
            "[",
        ),
    ] {
        let refused = paste(&visitor, game.as_bytes()).await;
        assert_eq!(refused.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
        let page = refused.text();
        assert_plain(&page, game);
        assert!(text(&page).contains(says), "{says}: {}", text(&page));
        assert!(
            text(&page).contains(game),
            "it is there to be mended: {game}"
        );
        assert!(page.contains(&format!("<mark>{marked}")), "{page}");
        assert!(page.contains("aria-invalid=\"true\""));
    }
    let empty = paste(&visitor, b" \r\n").await;
    assert!(empty.text().contains(sentences::NO_SCRIPT_SENT));
    let bytes = paste(&visitor, b"turns = [\xff]").await;
    assert!(text(&bytes.text()).contains("Line 1, column 10: byte 0xff is not valid UTF-8"));
}

#[tokio::test]
async fn what_is_too_large_says_so() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let large = vec![b'['; 10_000_000];
    let refused = paste(&visitor, &large).await;
    assert_eq!(refused.status_code(), StatusCode::PAYLOAD_TOO_LARGE);
    assert!(
        refused
            .text()
            .contains(&sentences::script_too_long(LARGEST_RECORD))
    );
    let turns = format!("A,B: {}", "A6 ".repeat(600_000));
    let refused = paste(&visitor, turns.as_bytes()).await;
    assert_eq!(refused.status_code(), StatusCode::PAYLOAD_TOO_LARGE);
    assert!(
        refused
            .text()
            .contains(&sentences::script_of_too_many_turns(600_000, 100_000))
    );
    let nested = paste(&visitor, &vec![b'('; 1 << 20]).await;
    assert_eq!(nested.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
    assert!(nested.text().contains("32 deep"));
    let other = visitor.0.post("/script").bytes("text=A6".into()).await;
    assert_eq!(other.status_code(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
}

#[tokio::test]
async fn a_long_game_is_kept_as_a_record() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let taken = paste(&visitor, "A6 C1 ".repeat(1_500).as_bytes()).await;
    let address = location(&taken);
    assert!(address.starts_with("/imports/"), "{address}");
    assert!(
        address.ends_with("/replay?assumed=players&ply=0"),
        "{address}"
    );
    let page = visitor.page(&address).await;
    assert!(page.contains(sentences::PLAYERS_ASSUMED));
    assert!(page.contains(&sentences::before_moves(3_000)));
    assert!(page.contains("1001 to 2000</button>"));
    // Of Kuba a record has the pushes that were made, so there must be no others.
    let moves = "game.make_move('a', (6, 5), 'F')\n".repeat(1_500);
    let game = format!("KubaGame(('a', 'W'), ('b', 'B'))\n{moves}");
    let refused = paste(&visitor, game.as_bytes()).await;
    assert_eq!(refused.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        refused
            .text()
            .contains(&sentences::long_kuba_with_refusals(1_500))
    );
}

#[tokio::test]
async fn every_game_has_one_address_and_a_wrong_one_says_what_is_wrong() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let other = visitor.get("/script?turns=A6+B4.&players=AB").await;
    assert_eq!(location(&other), "/script?players=AB&turns=A6.B4");
    for (address, says) in [
        (
            "/script?players=AB&turns=A9",
            "entry 0 of the turns has roll 9",
        ),
        ("/script?players=AB", "players=AB&turns=A6.A4"),
        (
            "/script?players=WB&W=a&B=b&moves=X",
            "X is no call such as W65F",
        ),
        (
            &format!("/script?players=AB&turns={}", "A6.".repeat(2_000)),
            sentences::SCRIPT_ADDRESS_TOO_LONG,
        ),
    ] {
        let wrong = visitor.get(address).await;
        assert_eq!(wrong.status_code(), StatusCode::BAD_REQUEST);
        assert!(
            text(&wrong.text()).contains(says),
            "{says}: {}",
            wrong.text()
        );
    }
}

#[tokio::test]
async fn a_shared_address_shows_the_game_to_other_sites_without_what_was_noted() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    let page = visitor
        .page(&format!("{KUBA_ADDRESS}&assumed=players&ignored=3&ply=1"))
        .await;
    let url = "/script?players=WB&#38;W=PlayerA&#38;B=PlayerB&#38;moves=W65F.W65L&#38;ply=1\"";
    assert_eq!(page.matches(url).count(), 2, "og:url and the link: {page}");
    assert!(page.contains("property=\"og:title\" content=\"Kuba: PlayerA and PlayerB\""));
    // The program of the page makes the same game.
    let field = part(&page, "<textarea", "</textarea>");
    let (_, program) = field.split_once(">\n").expect("its content");
    let again = paste(&visitor, text(program).as_bytes()).await;
    assert_eq!(location(&again), format!("{KUBA_ADDRESS}&ply=0"));
}
