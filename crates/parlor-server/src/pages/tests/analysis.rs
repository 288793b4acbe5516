//! What decided a game, asked for by a button and read ply by ply.

use core::time::Duration;

use axum::http::StatusCode;
use parlor_record::record::AnyRecord;
use parlor_service::studies::StudyState;
use serde_json::Value;
use tokio::time::sleep;

use super::replay::game_of_moves;
use super::{Pages, TestVisitor, assert_plain, location, part, text, title};
use crate::pages::sentences;

/// The game of `docs/examples/ludo.record`, which A has won.
async fn example(pages: &Pages) -> String {
    let text = include_str!("../../../../../docs/examples/ludo.record");
    let AnyRecord::Ludo(record) = AnyRecord::read(text).expect("a record") else {
        panic!("a game of Ludo");
    };
    let moves = record.plies().iter().map(|ply| ply.act().to_string());
    game_of_moves(pages, ['C', 'A'], 10_000, moves).await
}

/// A game of Kuba in which Black takes a red that White has left, and White then resigns.
async fn kuba(host: &TestVisitor) -> String {
    let seats = [("seat-W", "here"), ("seat-B", "here")];
    let address = host.make("kuba", &seats).await;
    for push in ["65F", "50R", "66F", "51R", "resign"] {
        let page = host.page(&address).await;
        // Only a resignation has to name its seat.
        let fields = if push == "resign" { 2 } else { 1 };
        let answer = host
            .act(
                &address,
                &page,
                &[("action", push), ("seat", "W")][..fields],
            )
            .await;
        assert_eq!(answer.status_code(), StatusCode::SEE_OTHER, "{push}");
    }
    address
}

/// Asks for the analysis by the button, and waits until it is there.
async fn analyzed(pages: &Pages, visitor: &TestVisitor, address: &str) -> Value {
    let analysis = format!("{address}/analysis");
    let asked = visitor.post(&analysis, &[]).await;
    assert_eq!(
        (asked.status_code(), location(&asked)),
        (StatusCode::SEE_OTHER, analysis)
    );
    let handle = pages.handle(address).await;
    loop {
        match pages.bench.service.study(handle.id().as_str()) {
            StudyState::Kept(study) => {
                return serde_json::from_str(&study.json()).expect("it is JSON");
            }
            StudyState::UnderWay(_) => sleep(Duration::from_millis(5)).await,
            other => panic!("{other:?}"),
        }
    }
}

/// A number of the page, as a program reads it.
fn number(text: &str) -> f64 {
    let plain = text.replace('−', "-").replace('+', "");
    plain
        .trim()
        .parse()
        .unwrap_or_else(|_| panic!("{text} is no number"))
}

#[tokio::test]
async fn a_game_is_analyzed_by_one_press_from_its_end() {
    let pages = Pages::new();
    let (host, stranger) = (pages.visitor(), pages.visitor());
    let address = host
        .make("kuba", &[("seat-W", "here"), ("seat-B", "here")])
        .await;
    let analysis = format!("{address}/analysis");
    // Not before its end.
    for answer in [
        stranger.get(&analysis).await,
        stranger.post(&analysis, &[]).await,
    ] {
        assert_eq!(answer.status_code(), StatusCode::SEE_OTHER);
    }
    let early = stranger.get(&analysis).await;
    assert_eq!(location(&early), address);

    let address = kuba(&host).await;
    let analysis = format!("{address}/analysis");
    let page = host.page(&address).await;
    assert!(
        page.contains(&format!(
            "<form class=\"leaves\" method=\"post\" action=\"{analysis}\">"
        )),
        "{page}"
    );
    // Looking at it begins nothing.
    let page = stranger.page(&analysis).await;
    assert!(
        page.contains("<button class=\"first\">") && !page.contains("<progress"),
        "{page}"
    );
    assert_plain(&page, "nobody has asked");
    analyzed(&pages, &stranger, &address).await;
    let page = host.page(&analysis).await;
    assert!(title(&page).starts_with("What decided it?"), "{page}");
    assert_plain(&page, "it is there");
}

#[tokio::test]
async fn an_analysis_can_be_taken_back() {
    let pages = Pages::new();
    let host = pages.visitor();
    let address = kuba(&host).await;
    let handle = pages.handle(&address).await;
    let asked = host.post(&format!("{address}/analysis"), &[]).await;
    assert_eq!(asked.status_code(), StatusCode::SEE_OTHER);
    let back = host.post(&format!("{address}/analysis/cancel"), &[]).await;
    assert_eq!(location(&back), address);
    let state = pages.bench.service.study(handle.id().as_str());
    assert!(!matches!(state, StudyState::UnderWay(_)), "{state:?}");
}

#[tokio::test]
async fn a_game_without_a_move_has_no_analysis() {
    let pages = Pages::new();
    let host = pages.visitor();
    let address = host
        .make("kuba", &[("seat-W", "here"), ("seat-B", "here")])
        .await;
    let page = host.page(&address).await;
    let gone = [("action", "resign"), ("seat", "W")];
    host.act(&address, &page, &gone).await;
    let refused = host.post(&format!("{address}/analysis"), &[]).await;
    assert_eq!(refused.status_code(), StatusCode::UNPROCESSABLE_ENTITY);
    assert!(text(&refused.text()).contains(sentences::NO_ANALYSIS));
}

#[tokio::test]
async fn the_figures_of_the_page_of_ludo_are_those_of_the_command() {
    let pages = Pages::new();
    let stranger = pages.visitor();
    let address = example(&pages).await;
    let json = analyzed(&pages, &stranger, &address).await;
    let accounts = json["races"][0]["accounts"].as_array().expect("accounts");
    let winner = accounts
        .iter()
        .find(|account| account["seat"] == "A")
        .expect("A");
    let page = stranger.page(&format!("{address}/analysis")).await;

    // The sum, row by row, is told from the winner.
    let sum = part(&page, "<summary>From start to end</summary>", "</table>");
    let values: Vec<f64> = sum
        .split("<td>")
        .skip(1)
        .map(|cell| number(cell.split('<').next().expect("a cell")))
        .collect();
    let keys = [
        "start",
        "own_rolls",
        "other_rolls",
        "own_choices",
        "other_choices",
        "end",
    ];
    assert_eq!(values.len(), keys.len(), "{sum}");
    for (value, key) in values.iter().zip(keys) {
        let exact = 100.0 * winner[key].as_f64().expect("a number");
        assert!(
            (value - exact).abs() <= 0.05 + 1e-9,
            "{key}: {value} for {exact}"
        );
    }
    assert!(((values[0] + values[1..5].iter().sum::<f64>()) - values[5]).abs() < 0.26);
    assert_eq!(
        text(part(&page, "<h1>", "</h1>")),
        sentences::DICE_AND_CHOICES
    );

    // Each key moment is a link to its ply, with what it changed.
    let moments = part(&page, "<ol class=\"moments\">", "</ol>");
    let key_moments = json["key_moments"].as_array().expect("moments");
    assert_eq!(
        moments.matches("<li>").count(),
        key_moments.len(),
        "{moments}"
    );
    for moment in key_moments {
        let ply = moment["ply"].as_u64().expect("a number");
        let row = part(moments, &format!("analysis?ply={ply}\""), "</a>");
        let (_, value) = row.rsplit_once("<b class=\"value\">").expect("a value");
        let value = number(value.split('<').next().expect("a value"));
        let size = 100.0 * moment["size"].as_f64().expect("a number");
        assert!((value.abs() - size.abs()).abs() <= 0.05 + 1e-9, "{row}");
    }

    // A blunder, with the better way and the way that was gone; then what the better one comes to.
    let page = stranger.page(&format!("{address}/analysis?ply=23")).await;
    let now = text(part(&page, "<section class=\"bay now\"", "</section>"));
    assert!(now.contains("20.6 of 100") && now.contains("??"), "{now}");
    assert!(now.contains(sentences::THAT_COMES_OUT), "{now}");
    assert!(
        page.contains("id=\"played\"") && page.contains("id=\"hint-way\""),
        "{page}"
    );
    let better = stranger
        .page(&format!("{address}/analysis?ply=23&better"))
        .await;
    assert!(!better.contains("id=\"played\"") && better.contains("id=\"trail\""));
    assert!(better.contains("Show what was played"));
    // A ply without a choice, and the start.
    let page = stranger.page(&format!("{address}/analysis?ply=1")).await;
    let now = text(part(&page, "<section class=\"bay now\"", "</section>"));
    assert!(
        now.contains(sentences::NO_CHOICE) && !now.contains("Better"),
        "{now}"
    );
    let start = stranger.page(&format!("{address}/analysis?ply=0")).await;
    assert!(text(part(&start, "<h2 id=\"now\">", "</h2>")).contains(sentences::START));
}

#[tokio::test]
async fn the_figures_of_the_page_of_kuba_are_those_of_the_command() {
    let pages = Pages::new();
    let host = pages.visitor();
    let address = kuba(&host).await;
    let json = analyzed(&pages, &host, &address).await;
    let plies = json["plies"].as_array().expect("plies");
    let lost = |side: &str| -> f64 {
        let own = plies.iter().filter(|ply| ply["side"] == side);
        own.map(|ply| ply["loss"].as_f64().expect("a number")).sum()
    };
    let page = host.page(&format!("{address}/analysis?ply=3")).await;
    let figures = part(&page, "<summary>Who chose how</summary>", "</table>");
    for (row, side) in figures.split("<tr>").skip(2).zip(["W", "B"]) {
        let (_, value) = row.rsplit_once("<td>").expect("a cell");
        let value = number(value.split('<').next().expect("a cell"));
        assert!((value - lost(side)).abs() <= 0.05 + 1e-9, "{side}: {row}");
    }
    // What the pushes lost has not decided it.
    assert_eq!(text(part(&page, "<h1>", "</h1>")), sentences::RESIGNED);
    let now = text(part(&page, "<section class=\"bay now\"", "</section>"));
    assert!(now.contains("3 of 4"), "{now}");
    assert!(page.contains("id=\"played\""), "{page}");
}

#[tokio::test]
async fn a_ply_that_is_none_is_named() {
    let pages = Pages::new();
    let host = pages.visitor();
    let address = kuba(&host).await;
    analyzed(&pages, &host, &address).await;
    let beyond = host.get(&format!("{address}/analysis?ply=5")).await;
    assert_eq!(beyond.status_code(), StatusCode::NOT_FOUND);
    assert!(
        text(&beyond.text()).contains(&sentences::no_such_ply("5", 4)),
        "{}",
        beyond.text()
    );
    let none = host.get(&format!("{address}/analysis?ply=x")).await;
    assert_eq!(none.status_code(), StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn a_game_that_ended_over_a_roll_says_so() {
    let pages = Pages::new();
    let host = pages.visitor();
    let moves = ["A6", "A!"].map(str::to_owned).into_iter();
    let address = game_of_moves(&pages, ['A', 'C'], 10_000, moves).await;
    let json = analyzed(&pages, &host, &address).await;
    assert_eq!(json["plies"][0]["after"], Value::Null);
    let page = host.page(&format!("{address}/analysis?ply=1")).await;
    let now = text(part(&page, "<section class=\"bay now\"", "</section>"));
    assert!(
        now.contains("rolled") && now.contains(sentences::STILL_TO_CHOOSE),
        "{now}"
    );
}
