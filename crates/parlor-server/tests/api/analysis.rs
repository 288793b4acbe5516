//! The analysis of a game, over HTTP.

use core::time::Duration;

use axum::http::StatusCode;
use parlor_record::record::AnyRecord;
use parlor_study::Study;
use serde_json::{Value, json};

use crate::support::{Table, TestApp};

/// A game of Kuba of two pushes, in which White has resigned.
async fn ended(app: &TestApp) -> Table {
    let table = app.kuba().await;
    for (version, (seat, action)) in (1..).zip([(0, "65F"), (1, "05B"), (0, "resign")]) {
        let action = json!({
            "version": version,
            "action_id": format!("{version:032x}"),
            "action": action,
        });
        let (status, answer) = app.act(&table, seat, &action).await;
        assert_eq!(status, 200, "{answer}");
    }
    table
}

#[tokio::test]
async fn an_analysis_is_begun_and_read_by_anybody_and_is_what_the_command_prints() {
    let app = TestApp::new();
    let table = ended(&app).await;
    let address = format!("/api/games/{}/analysis", table.id);
    let none = app.server.get(&address).await;
    none.assert_status(StatusCode::NOT_FOUND);
    let begun = app.server.post(&address).json(&json!({})).await;
    begun.assert_status(StatusCode::ACCEPTED);
    assert_eq!(begun.json::<Value>()["plies"], 2);
    let analysis = loop {
        let answer = app.server.get(&address).await;
        if answer.status_code() != StatusCode::ACCEPTED {
            break answer;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    };
    analysis.assert_status_ok();
    assert_eq!(analysis.header("content-type"), "application/json");
    let record = app
        .server
        .get(&format!("/api/games/{}/record", table.id))
        .await;
    let record = AnyRecord::read(&record.text()).expect("a record");
    let study = Study::of(&record, &())
        .expect("it can be")
        .expect("nobody stops it");
    assert_eq!(analysis.text(), format!("{}\n", study.json()));
    assert_eq!(analysis.json::<Value>()["nodes"], 100_000);
    // It is kept.
    let again = app.server.post(&address).json(&json!({})).await;
    again.assert_status_ok();
    assert_eq!(again.text(), analysis.text());
}

#[tokio::test]
async fn what_cannot_be_analyzed_is_refused() {
    let app = TestApp::new();
    let table = app.kuba().await;
    let address = format!("/api/games/{}/analysis", table.id);
    for answer in [
        app.server.get(&address).await,
        app.server.post(&address).json(&json!({})).await,
    ] {
        answer.assert_status(StatusCode::CONFLICT);
    }
    let resign = json!({"version": 1, "action_id": "1", "action": "resign"});
    app.act(&table, 0, &resign).await;
    let empty = app.server.post(&address).json(&json!({})).await;
    empty.assert_status(StatusCode::UNPROCESSABLE_ENTITY);
    let ended = ended(&app).await;
    let address = format!("/api/games/{}/analysis", ended.id);
    let more = app.server.post(&address).json(&json!({"nodes": 5})).await;
    more.assert_status(StatusCode::BAD_REQUEST);
    assert_eq!(more.json::<Value>()["error"]["field"], "nodes");
    let nowhere = app.server.get("/api/games/23456789bcdfghjk/analysis").await;
    nowhere.assert_status(StatusCode::NOT_FOUND);
}
