//! Fixed phrases, over HTTP.

use serde_json::{Value, json};

use crate::support::{Table, TestApp};

/// Says something with the token of a seat; the status and the answer.
async fn say(app: &TestApp, table: &Table, seat: usize, phrase: Value) -> (u16, Value) {
    let request = app.server.post(&format!("/api/games/{}/phrases", table.id));
    let request = request.authorization_bearer(&table.tokens[seat]);
    let answer = request.json(&phrase).await;
    (answer.status_code().as_u16(), answer.json())
}

#[tokio::test]
async fn what_is_said_is_reported_and_is_no_part_of_the_game() {
    let app = TestApp::new();
    let table = app.kuba().await;
    let (status, answer) = say(&app, &table, 1, json!({"phrase": "well-played"})).await;
    let said = json!({"number": 1, "seat": "B", "phrase": "well-played", "text": "Well played!"});
    assert_eq!((status, answer), (200, json!({"said": said})));
    let seen = app.view_for(&table, None).await;
    assert_eq!(seen["version"], 1, "nothing is written down");
}

#[tokio::test]
async fn who_may_not_speak_is_shown_why() {
    let app = TestApp::new();
    let table = app.kuba().await;
    for _ in 0..3 {
        assert_eq!(say(&app, &table, 0, json!({"phrase": "oops"})).await.0, 200);
    }
    let (status, answer) = say(&app, &table, 0, json!({"phrase": "oops"})).await;
    assert_eq!(status, 429, "{answer}");
    let (status, answer) = say(&app, &table, 1, json!({"phrase": "you fool"})).await;
    assert_eq!((status, &answer["error"]["field"]), (400, &json!("phrase")));
    let (status, answer) = say(&app, &table, 1, json!({"phrase": "bye", "seat": "W"})).await;
    assert_eq!(status, 422, "{answer}");
    let address = format!("/api/games/{}/phrases", table.id);
    let stranger = app.server.post(&address).json(&json!({"phrase": "bye"}));
    assert_eq!(stranger.await.status_code().as_u16(), 401);

    let seats = json!([{"seat": "W", "kind": "human"}, {"seat": "B", "kind": "invited"}]);
    let table = Table::of(&app.make(json!({"game": "kuba", "seats": seats})).await);
    let (status, answer) = say(&app, &table, 1, json!({"phrase": "hello"})).await;
    assert_eq!(status, 422, "nobody has joined: {answer}");
}
