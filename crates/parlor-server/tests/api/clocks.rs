//! Clocks, over HTTP.

use axum::http::StatusCode;
use axum::http::header::{ETAG, IF_NONE_MATCH};
use serde_json::{Value, json};

use crate::support::{Table, TestApp, action};

fn blitz(clock: &Value) -> Value {
    let seats = json!([{"seat": "W", "kind": "human"}, {"seat": "B", "kind": "human"}]);
    json!({"game": "kuba", "seats": seats, "clock": clock})
}

#[tokio::test]
async fn a_game_has_the_clocks_that_it_is_made_with() {
    let app = TestApp::new();
    let clock = json!({"initial_seconds": 300, "increment_seconds": 5});
    let table = Table::of(&app.make(blitz(&clock)).await);
    let seen = app.view_for(&table, None).await;
    let left = json!({"W": 300_000, "B": 300_000});
    let expected = json!({
        "initial_seconds": 300, "increment_seconds": 5, "running": null, "left_ms": left,
    });
    assert_eq!(seen["clock"], expected);
    for (seat, version, push) in [(0, 1, "65F"), (1, 2, "05B"), (0, 3, "56L")] {
        let (status, answer) = app.act(&table, seat, &action(version, push, push)).await;
        assert_eq!(status, 200, "{answer}");
    }
    assert_eq!(app.view_for(&table, None).await["clock"]["running"], "B");
    let events = app.server.get(&format!("/api/games/{}/events", table.id));
    let events: Value = events.await.json();
    assert_eq!(events[1]["clock_ms"], 300_000, "the first turn is free");
    assert_eq!(events[3]["clock_ms"], 305_000, "the next one gains");
}

#[tokio::test]
async fn while_a_clock_runs_no_answer_is_an_old_one() {
    let app = TestApp::new();
    let table = Table::of(&app.make(blitz(&json!({"initial_seconds": 60}))).await);
    for (version, status) in [(1, 304), (2, 304), (3, 200)] {
        let address = format!("/api/games/{}", table.id);
        let first = app.server.get(&address).await;
        let tag = first.header(ETAG);
        let second = app.server.get(&address).add_header(IF_NONE_MATCH, tag);
        assert_eq!(second.await.status_code().as_u16(), status, "{version}");
        let seat = usize::from(version == 2);
        let push = ["65F", "05B", "56L"][usize::try_from(version).expect("small") - 1];
        app.act(&table, seat, &action(version, push, push)).await;
    }
}

#[tokio::test]
async fn a_clock_that_is_none_is_refused_with_the_field() {
    let app = TestApp::new();
    for (clock, field) in [
        (json!({"initial_seconds": 9}), "clock"),
        (json!({"initial_seconds": -1}), "clock.initial_seconds"),
        (json!({"initial_seconds": 60, "days": 1}), "clock.days"),
        (json!([60, 5]), "clock"),
    ] {
        let answer = app.server.post("/api/games").json(&blitz(&clock)).await;
        assert_eq!(answer.status_code(), StatusCode::BAD_REQUEST, "{clock}");
        let body: Value = answer.json();
        assert_eq!(body["error"]["field"], field, "{body}");
    }
}
