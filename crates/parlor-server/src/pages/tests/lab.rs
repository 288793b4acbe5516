//! The analysis board: positions in addresses, their best moves, and the moves made from them.

use axum::http::StatusCode;
use ludo_solver::exact::{Seating, Tablebase};
use proptest::prelude::*;
use serde_json::Value;

use super::{Pages, assert_plain, field, location, part, text};
use crate::pages::lab::address;
use crate::pages::practice::query;
use crate::pages::sentences;

/// Two left, who are opposite, with a roll in hand.
const LUDO: &str = "/analysis?game=ludo&position=A20.H/C12.E%20A%206%20-";

/// White can take a red at once.
const KUBA: &str = "/analysis?game=kuba&position=7/5wr/7/5wr/7/7/b6%20w0b0%20w%20-%20c";

fn chances(page: &str) -> &str {
    part(page, "<section class=\"bay chances\"", "</section>")
}

#[tokio::test]
async fn a_line_that_is_typed_in_the_editor_counts_whatever_is_pressed() {
    let visitor = Pages::new().visitor();
    let form = visitor.page("/analysis/edit?game=kuba").await;
    let cells = field(&form, "cells");
    let was = field(&form, "was");
    let typed = "ww5/7/7/3r3/7/7/6b w3b0 b - c";
    for (typed, shown) in [(typed, typed), (was, was)] {
        let query = query(&[
            ("game", "kuba"),
            ("cells", cells),
            ("rules", "classroom"),
            ("act", "w"),
            ("was", was),
            ("position", typed),
            ("do", "look"),
        ]);
        let looked = visitor.get(&format!("/analysis/edit?{query}")).await;
        assert_eq!(location(&looked), address::board("kuba", shown));
    }
    // Of a line with a move that cannot be made, the rest is there to go on from.
    let broken = visitor.get("/analysis?game=kuba&line=65F.66F").await;
    assert_eq!(broken.status_code(), StatusCode::BAD_REQUEST);
    let after = visitor.page("/analysis?game=kuba&line=65F").await;
    let line = part(&after, "autocomplete=\"off\" value=\"", "\"");
    let after = query(&[("position", line)]);
    assert!(broken.text().contains(&after), "{}", broken.text());
}

#[tokio::test]
async fn one_plays_on_from_any_position() {
    let pages = Pages::new();
    let visitor = pages.visitor();
    for (address, position, seats) in [
        (
            format!("{KUBA}&line=15F"),
            "5w1/6r/7/5wr/7/7/b6 w0b0 b - c",
            "BW",
        ),
        (LUDO.to_owned(), "A20.H/C12.E A 6 -", "AC"),
    ] {
        let page = visitor.page(&address).await;
        assert_plain(&page, &address);
        let form = part(&page, "<details class=\"item\" id=\"onward\"", "</details>");
        let sent = ["game", "position", "nonce"].map(|name| (name, field(form, name)));
        let mut sent = sent.to_vec();
        if form.contains("name=\"line\"") {
            sent.push(("line", field(form, "line")));
        }
        let made = visitor.post("/analysis/onward", &sent).await;
        assert_eq!(made.status_code(), StatusCode::SEE_OTHER, "{}", made.text());
        // A form that is sent twice makes one game.
        let again = visitor.post("/analysis/onward", &sent).await;
        assert_eq!(location(&again), location(&made));
        let view = pages.handle(&location(&made)).await.view_for(&[]);
        assert_eq!(view.position, position);
        let seated: String = view.seats.iter().map(|seat| seat.seat).collect();
        assert_eq!(seated, seats);
        assert_eq!(view.to_act, seats.chars().next());
    }
    let over = "7/7/7/6w/7/7/b6 w7b0 b - c";
    let page = visitor.page(&address::board("kuba", over)).await;
    assert!(!page.contains("/analysis/onward"));
    let refused = visitor
        .post("/analysis/onward", &[("position", over)])
        .await;
    assert_eq!(refused.status_code(), StatusCode::CONFLICT);
    let wrong = visitor.post("/analysis/onward", &[("position", "x")]).await;
    assert_eq!(wrong.status_code(), StatusCode::BAD_REQUEST);
    let level = [("position", over), ("level", "none")];
    let wrong = visitor.post("/analysis/onward", &level).await;
    assert_ne!(wrong.status_code(), StatusCode::SEE_OTHER);
    let back = visitor.get("/analysis/onward").await;
    assert_eq!(location(&back), "/analysis");
}

#[tokio::test]
async fn the_chances_of_a_choice_are_those_of_the_tables() {
    let visitor = Pages::new().visitor();
    let values = Tablebase::shared().values(Seating::Opposite);
    let position = "A20.H/C12.E A 6 -".parse().expect("a position");
    let page = visitor.page(LUDO).await;
    assert_plain(&page, "a roll in hand");
    let mut choices = values.choices(&position).expect("choices");
    choices.sort_by(|one, other| other.1.total_cmp(&one.1));
    let rows: Vec<&str> = chances(&page).split("<tr").skip(2).collect();
    assert_eq!(rows.len(), choices.len());
    for (row, (choice, chance)) in rows.iter().zip(&choices) {
        assert!(row.contains(&format!("line=A6{choice}\"")), "{row}");
        for of in [*chance, 1.0 - chance] {
            assert!(
                row.contains(&format!("<td>{:.1}</td>", 100.0 * of)),
                "{row}"
            );
        }
    }
    assert!(rows[0].starts_with(" class=\"best\""));
    assert!(chances(&page).contains(sentences::EXACT));

    // Before a roll: now, and the six rolls, each a link.
    let page = visitor
        .page("/analysis?game=ludo&position=A20.H/C12.E%20A%20-%20-")
        .await;
    let rows: Vec<&str> = chances(&page).split("<tr").skip(2).collect();
    assert_eq!(rows.len(), 7);
    for (roll, row) in (1..7).zip(&rows[1..]) {
        assert!(row.contains(&format!("line={roll}\"")), "{row}");
    }
    let rolled = visitor
        .page("/analysis?game=ludo&position=A20.H/C12.E%20A%20-%20-&line=6.A6q")
        .await;
    let made = part(&rolled, "<ol class=\"made\">", "</ol>");
    assert!(
        made.contains("line=6\"") && made.contains("aria-current"),
        "{made}"
    );
}

#[tokio::test]
async fn of_more_players_there_are_estimates_with_their_error() {
    let visitor = Pages::new().visitor();
    let page = visitor
        .page("/analysis?game=ludo&position=AH.H/BH.H/C12.30%20C%203%20-")
        .await;
    assert!(chances(&page).contains("these are estimates"), "{page}");
    assert!(!chances(&page).contains(sentences::EXACT));
}

#[tokio::test]
async fn the_engine_shows_its_best_lines_and_their_arrows() {
    let visitor = Pages::new().visitor();
    let page = visitor.page(KUBA).await;
    assert_plain(&page, "lines of Kuba");
    let lines = part(&page, "<section class=\"bay lines\"", "</section>");
    assert_eq!(lines.matches("<li>").count(), 3, "{lines}");
    assert!(text(lines).contains("Captures a red."), "{lines}");
    assert!(
        page.contains("id=\"hint\""),
        "the best has the largest arrow"
    );
    // A marble is chosen, and then a direction leads on.
    let chosen = visitor.page(&format!("{KUBA}&from=15")).await;
    assert!(chosen.contains("class=\"target move\""), "{chosen}");
    let after = visitor.page(&format!("{KUBA}&line=15R")).await;
    let made = part(&after, "<ol class=\"made\">", "</ol>");
    assert!(made.contains(">15R</a>"), "{made}");
    assert!(after.contains("w1b0"), "the red is captured");
}

#[tokio::test]
async fn the_engine_looks_deeper_while_the_answer_is_read() {
    let visitor = Pages::new().visitor();
    // A win that is seen at once ends the search soon: a mate in one has no deeper line.
    let address = "/analysis/lines?game=kuba&position=7/7/7/5wr/7/7/b6%20w6b0%20w%20-%20c";
    let answer = visitor.get(address).await;
    assert_eq!(answer.status_code(), StatusCode::OK);
    let lines: Vec<Value> = answer
        .text()
        .lines()
        .map(|line| serde_json::from_str(line).expect("it is JSON"))
        .collect();
    let depths = lines
        .iter()
        .map(|line| line["depth"].as_u64().expect("a depth"));
    let depths: Vec<u64> = depths.collect();
    assert!(depths.is_sorted() && depths.last() > Some(&1), "{depths:?}");
    let last = lines.last().expect("a line");
    assert_eq!(last["is_over"], true);
    assert_eq!(last["lines"][0]["line"][0], "35R");
    assert_eq!(last["lines"][0]["score"]["win"], 1);
    assert!(
        last["html"]
            .as_str()
            .is_some_and(|html| html.contains("35R"))
    );
    // As on the analysis of a game.
    let told = "White to win with the next push";
    assert!(
        last["html"]
            .as_str()
            .is_some_and(|html| html.contains(told))
    );
}

#[tokio::test]
async fn a_position_that_is_over_says_who_has_won() {
    let visitor = Pages::new().visitor();
    let page = visitor
        .page("/analysis?game=kuba&position=7/7/7/5w1/7/7/7%20w1b0%20b%20-%20c")
        .await;
    assert!(text(&page).contains("won"), "{page}");
    assert!(
        !page.contains("data-lines") && !page.contains("class=\"target\""),
        "{page}"
    );
}

#[tokio::test]
async fn an_address_that_leads_nowhere_says_why() {
    let visitor = Pages::new().visitor();
    let long = format!("/analysis?game=kuba&position={}", "w".repeat(300));
    for (address, says) in [
        ("/analysis?game=chess", sentences::no_such_game("chess")),
        (&*long, sentences::position_too_long(300, 200)),
        (
            "/analysis?game=kuba&position=A20.H/C12.E%20A%206%20-",
            sentences::position_of_other("Ludo", "Kuba"),
        ),
        (
            "/analysis?game=kuba&line=65F.05B.65F",
            "Move 3 of the line, 65F,".to_owned(),
        ),
        (
            "/analysis?game=ludo&line=7",
            "Move 1 of the line, 7,".to_owned(),
        ),
        ("/analysis?game=ludo&position=A20.H", "column".to_owned()),
        (
            "/analysis?game=kuba&position=7/7/7/7/7/7/7%20w0b0%20w%20-%20c",
            "neither side has a marble".to_owned(),
        ),
    ] {
        let answer = visitor.get(address).await;
        assert_eq!(answer.status_code(), StatusCode::BAD_REQUEST, "{address}");
        let page = answer.text();
        assert!(text(&page).contains(&says), "{says} in {page}");
        assert!(page.contains("href=\"/analysis/edit?game="), "{page}");
    }
    let many = vec!["6"; 201].join(".");
    let answer = visitor
        .get(&format!("/analysis?game=ludo&line={many}"))
        .await;
    assert_eq!(answer.status_code(), StatusCode::BAD_REQUEST);
    let lines = visitor.get("/analysis/lines?game=ludo").await;
    assert_eq!(lines.status_code(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_position_of_kuba_is_set_up_by_presses() {
    let visitor = Pages::new().visitor();
    let start = visitor.page("/analysis/edit?game=kuba").await;
    assert_plain(&start, "the editor");
    assert_eq!(start.matches("name=\"press\"").count(), 49);
    let cells = field(&start, "cells");
    // A black marble on a cell of White's.
    let press = [
        ("game", "kuba"),
        ("cells", cells),
        ("rules", "classroom"),
        ("act", "w"),
    ];
    let pressed = |more: &[(&str, &str)]| {
        let fields: Vec<_> = press.iter().chain(more).copied().collect();
        format!("/analysis/edit?{}", query(&fields))
    };
    let page = visitor
        .page(&pressed(&[("hand", "b"), ("press", "00")]))
        .await;
    assert!(
        page.contains("aria-label=\"row 0, column 0: black\""),
        "{page}"
    );
    let alert = part(&page, "role=\"alert\"", "</ul>");
    assert!(text(alert).contains("Black has 9 marbles"), "{alert}");
    assert!(alert.contains("#K-1\">Why?</a>"), "{alert}");
    // It stays in the form, and is not looked at.
    assert!(field(&page, "cells").starts_with("bw---bb"));
    let refused = visitor.get(&pressed(&[("w", "9"), ("do", "look")])).await;
    assert_eq!(refused.status_code(), StatusCode::OK);
    assert!(text(&refused.text()).contains("White has captured 9 reds"));
    // Mended, it leads to the board.
    let looked = visitor
        .get(&pressed(&[("hand", "-"), ("press", "00"), ("do", "look")]))
        .await;
    assert_eq!(looked.status_code(), StatusCode::SEE_OTHER);
    let board = visitor.page(&location(&looked)).await;
    assert!(board.contains("1w3bb/"), "{board}");
    // What is no value is named.
    let wrong = visitor
        .page(&pressed(&[("ko", "99X"), ("do", "look")]))
        .await;
    let says = sentences::wrong_field(sentences::BARRED_PUSH, "99X");
    assert!(text(&wrong).contains(&says), "{wrong}");
}

#[tokio::test]
async fn a_position_of_ludo_is_set_up_by_lists() {
    let visitor = Pages::new().visitor();
    let address = "/analysis/edit?game=ludo&position=A20.H/C48.E%20A%20-%20-";
    // Two tokens share a space, which is said, and kept to be mended.
    let page = visitor.page(address).await;
    let alert = part(&page, "role=\"alert\"", "</ul>");
    assert!(alert.contains("#L-9\">Why?</a>"), "{alert}");
    assert!(page.contains("<option value=\"48\" selected>"), "{page}");
    let fields = "game=ludo&A=yes&Ap=20&Aq=-1&C=yes&Cp=12&Cq=57&act=A&phase=6&finished=&do=look";
    let looked = visitor.get(&format!("/analysis/edit?{fields}")).await;
    assert_eq!(looked.status_code(), StatusCode::SEE_OTHER);
    assert_eq!(location(&looked), LUDO);
    // A pasted line.
    let pasted = format!("/analysis/edit?{fields}&do=read&position=AR.H/CH.H%20C%20-%20-");
    let page = visitor.page(&pasted).await;
    assert!(
        page.contains("<option value=\"0\" selected>")
            && !text(&page).contains("This position cannot be")
    );
    let broken = visitor.page("/analysis/edit?game=ludo&position=A20").await;
    assert!(text(&broken).contains("That is no position:"), "{broken}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_address_does_harm(
        game in "ludo|kuba|[a-z%]{0,4}",
        position in "[wbr0-9/ct +-]{0,70}|[ABCDHRE0-9./ b+-]{0,30}|.{0,250}",
        line in "[0-9LRFBA-Dpqend.-]{0,20}",
    ) {
        let at = query(&[("game", &game), ("position", &position), ("line", &line)]);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(async {
            let visitor = Pages::new().visitor();
            let status = visitor.get(&format!("/analysis?{at}")).await.status_code();
            assert!(status == StatusCode::OK || status.is_client_error(), "{at}: {status}");
            let editor = visitor.get(&format!("/analysis/edit?{at}")).await.status_code();
            assert_eq!(editor, StatusCode::OK, "{at}");
            let fields = [
                ("game", &*game), ("cells", &position), ("act", &line), ("ko", &line), ("w", &line),
                ("b", &position), ("hand", &line), ("press", &line), ("rules", &game), ("Ap", &line),
                ("A", ""), ("C", ""), ("phase", &line), ("finished", &line), ("do", "look"),
            ];
            let at = query(&fields);
            let editor = visitor.get(&format!("/analysis/edit?{at}")).await.status_code();
            assert!(editor == StatusCode::OK || editor.is_redirection(), "{at}: {editor}");
        });
    }
}
