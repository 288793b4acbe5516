//! The log over HTTP: its chain, its receipts, and the key that signs them.

use axum::http::StatusCode;
use parlor_dice::{Bytes32, Scheme};
use parlor_table::receipt::{Receipt, ReceiptError};
use parlor_table::saved_log::SavedLog;
use serde_json::{Value, json};

use crate::support::{Table, TestApp, action};

/// The log of a game as anybody may save it.
async fn saved(app: &TestApp, table: &Table) -> SavedLog {
    let answer = app
        .server
        .get(&format!("/api/games/{}/log", table.id))
        .await;
    answer.assert_header("content-type", "application/x-ndjson");
    SavedLog::read(&answer.text()).expect("a log")
}

async fn key(app: &TestApp) -> Bytes32 {
    let answer: Value = app.server.get("/api/key").await.json();
    assert_eq!(answer["algorithm"], "Ed25519");
    answer["key"]
        .as_str()
        .expect("a key")
        .parse()
        .expect("32 bytes")
}

#[tokio::test]
async fn views_events_records_and_the_log_have_one_head() {
    let app = TestApp::new();
    for table in [app.kuba().await, app.ludo().await] {
        app.play_on(&table, 12).await;
        let view = app.view_for(&table, None).await;
        let version = view["version"].as_u64().expect("a number");
        let log = saved(&app, &table).await;
        let head = |version| log.head_of(version).expect("an entry").to_string();
        assert_eq!(
            (log.version(), view["head"].as_str()),
            (version, Some(&*head(version)))
        );
        let events: Value = app
            .server
            .get(&format!("/api/games/{}/events", table.id))
            .await
            .json();
        for event in events.as_array().expect("a list") {
            let version = event["version"].as_u64().expect("a number");
            assert_eq!(event["head"], head(version), "{event}");
        }
        let record = format!("/api/games/{}/record.json", table.id);
        let record: Value = app.server.get(&record).await.json();
        assert_eq!(record["log_head"], format!("{version} {}", head(version)));
    }
}

#[tokio::test]
async fn whoever_acts_gets_a_receipt_for_the_entry_by_the_key_of_the_store() {
    let app = TestApp::new();
    let key = key(&app).await;
    let table = app.kuba().await;
    let path = format!("/api/games/{}", table.id);
    let acted = app.server.post(&format!("{path}/actions"));
    let acted = acted.authorization_bearer(&table.tokens[0]);
    let answer: Value = acted.json(&action(1, "a", "65F")).await.json();
    let (receipt, entry) =
        Receipt::read(&answer["receipt"].to_string(), Some(key)).expect("a receipt");
    assert_eq!(entry.version, 2);
    assert!(
        receipt.entry.contains(r#""action":"65F""#),
        "{}",
        receipt.entry
    );
    assert_eq!(saved(&app, &table).await.head_of(2), Some(receipt.head));
    // Anybody gets the same, also later.
    app.act(&table, 1, &action(2, "b", "06B")).await;
    let asked: Value = app
        .server
        .get(&format!("{path}/receipt?version=2"))
        .await
        .json();
    assert_eq!(asked, answer["receipt"]);
    let last: Value = app.server.get(&format!("{path}/receipt")).await.json();
    assert_eq!(last["head"], app.view_for(&table, None).await["head"]);
    for wrong in ["0", "4", "18446744073709551615"] {
        let refused = app
            .server
            .get(&format!("{path}/receipt?version={wrong}"))
            .await;
        refused.assert_status(StatusCode::NOT_FOUND);
        let message = refused.json::<Value>()["error"]["message"].clone();
        assert_eq!(
            message,
            format!("there is no entry {wrong}; the last one is 3")
        );
    }
    for wrong in ["version=", "version=-1", "version=x", "version=1&version=2"] {
        let refused = app.server.get(&format!("{path}/receipt?{wrong}")).await;
        refused.assert_status(StatusCode::BAD_REQUEST);
        assert_eq!(refused.json::<Value>()["error"]["field"], "version");
    }
}

#[tokio::test]
async fn a_receipt_of_another_store_is_none_of_this_one() {
    let (ours, theirs) = (TestApp::new(), TestApp::new());
    let table = theirs.kuba().await;
    let receipt = format!("/api/games/{}/receipt", table.id);
    let receipt = theirs.server.get(&receipt).await.text();
    let (key, expected) = (key(&theirs).await, key(&ours).await);
    assert!(Receipt::read(&receipt, Some(key)).is_ok());
    let refused = Receipt::read(&receipt, Some(expected));
    assert_eq!(refused, Err(ReceiptError::OtherKey { key, expected }));
}

#[tokio::test]
async fn a_log_has_what_everybody_may_know_and_nothing_more() {
    let app = TestApp::new();
    let seats = json!([
        {"seat": "A", "kind": "human"},
        {"seat": "C", "kind": "human", "entropy": "later"},
    ]);
    let table = Table::of(&app.make(json!({"game": "ludo", "seats": seats})).await);
    let path = format!("/api/games/{}/log", table.id);
    let early = app.server.get(&path).await.text();
    assert!(
        !early.contains("escrowed") && !early.contains("revealed"),
        "{early}"
    );
    let commitment = Scheme::V2.commitment(&table.id, 'C', b"my own words");
    let commit = action(1, "a", &format!("commit:{commitment}"));
    assert_eq!(app.act(&table, 1, &commit).await.0, 200);
    let reveal = action(2, "b", &format!("reveal:{}", hex::encode(b"my own words")));
    assert_eq!(app.act(&table, 1, &reveal).await.0, 200);
    // What the server drew for A is everybody's once all are in; its secret is not.
    let begun = app.server.get(&path).await.text();
    assert!(
        begun.contains("\"revealed\"") && !begun.contains("\"secret\""),
        "{begun}"
    );
    app.act(&table, 0, &action(3, "c", "roll")).await;
    app.act(&table, 0, &action(4, "d", "resign")).await;
    let log = saved(&app, &table).await;
    let table = log.table(log.version()).expect("it was played so");
    let verified = table.record().verify_dice().expect("its dice");
    assert_eq!(verified.rolls, 1);
}
