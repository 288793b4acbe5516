//! Doing something in a game: what is done is done once, by the right one, and
//! kept before it is answered.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::support::{ORIGIN, Table, TestApp, action, without_receipt};

#[tokio::test]
async fn what_is_committed_is_answered_with_its_version() {
    let app = TestApp::new();
    let table = app.kuba().await;
    let answer = app.act(&table, 0, &action(1, "a", "65F")).await;
    assert_eq!(answer, (200, json!({"result": "committed", "version": 2})));
}

#[tokio::test]
async fn a_password_that_a_proxy_asks_for_is_not_for_us() {
    let app = TestApp::new();
    let cookie = format!("parlor={}", "cd".repeat(32));
    let basic = "Basic YW5uOnNlY3JldA==";
    let seats = json!([{"seat": "W", "kind": "human"}, {"seat": "B", "kind": "invited"}]);
    let made = app.server.post("/api/games");
    let made = made
        .add_header("cookie", &cookie)
        .add_header("authorization", basic)
        .add_header("origin", ORIGIN)
        .json(&json!({"game": "kuba", "seats": seats}))
        .await;
    let table = Table::of(&made.json());
    let path = format!("/api/games/{}", table.id);
    for (cookie, you) in [(cookie.as_str(), json!(["W"])), ("a=b", json!([]))] {
        let seen = app.server.get(&path).add_header("cookie", cookie);
        let seen = seen.add_header("authorization", basic).await;
        seen.assert_status_ok();
        assert_eq!(seen.json::<Value>()["you"], you);
    }
}

#[tokio::test]
async fn the_same_action_sent_again_is_not_done_again() {
    let app = TestApp::new();
    let table = app.kuba().await;
    for number in 0..3 {
        let result = ["committed", "duplicate", "duplicate"][number];
        let answer = app.act(&table, 0, &action(1, "a", "65F")).await;
        assert_eq!(answer, (200, json!({"result": result, "version": 2})));
    }
    app.act(&table, 1, &action(2, "b", "06B")).await;
    let answer = app.act(&table, 0, &action(1, "a", "65F")).await;
    assert_eq!(
        answer,
        (200, json!({"result": "duplicate", "version": 2})),
        "also later"
    );
    assert_eq!(app.view_for(&table, None).await["version"], 3);
}

#[tokio::test]
async fn who_has_not_seen_the_last_move_is_shown_the_version() {
    let app = TestApp::new();
    let table = app.kuba().await;
    app.act(&table, 0, &action(1, "a", "65F")).await;
    for version in [0, 1, 3, u64::MAX] {
        let answer = app.act(&table, 1, &action(version, "b", "06B")).await;
        assert_eq!(
            answer,
            (409, json!({"result": "stale", "version": 2})),
            "{version}"
        );
    }
}

#[tokio::test]
async fn what_the_rules_forbid_is_rejected_with_the_rule() {
    let app = TestApp::new();
    let table = app.kuba().await;
    for (seat, sent, rule) in [
        (0, "33F", json!("K-3")),
        (0, "roll", Value::Null),
        (0, "end", json!("K-12")),
        (0, "nonsense", Value::Null),
        (0, "offer-draw", Value::Null),
        (0, "rematch", Value::Null),
    ] {
        let (status, answer) = app.act(&table, seat, &action(1, "a", sent)).await;
        assert_eq!(
            (status, &answer["result"]),
            (422, &json!("rejected")),
            "{sent} {answer}"
        );
        assert_eq!(answer["rule"], rule, "{sent} {answer}");
        assert!(answer["message"].is_string(), "{sent} {answer}");
    }
    assert_eq!(
        app.view_for(&table, None).await["version"],
        1,
        "nothing has changed"
    );
}

#[tokio::test]
async fn a_token_speaks_for_its_own_seat_only() {
    let app = TestApp::new();
    let table = app.ludo().await;
    let (status, answer) = app.act(&table, 1, &action(1, "a", "roll")).await;
    assert_eq!((status, &answer["rule"]), (422, &json!("L-28")), "{answer}");
    let mut named = action(1, "a", "resign");
    named["seat"] = json!("A");
    let (status, answer) = app.act(&table, 1, &named).await;
    assert_eq!(status, 422, "{answer}");
    assert!(
        answer["message"].as_str().unwrap().contains("not yours"),
        "{answer}"
    );
    let (status, _) = app.act(&table, 0, &action(1, "a", "roll")).await;
    assert_eq!(status, 200);
}

#[tokio::test]
async fn nobody_acts_without_the_token_of_a_seat() {
    let app = TestApp::new();
    let table = app.kuba().await;
    let other = app.kuba().await;
    let path = format!("/api/games/{}/actions", table.id);
    let body = action(1, "a", "65F");
    for shown in [
        None,
        Some(format!("Bearer {}", other.tokens[0])),
        Some(format!("Bearer {}", "0".repeat(64))),
        Some("Bearer".to_owned()),
        Some("Bearer x".to_owned()),
        Some(format!("Basic {}", table.tokens[0])),
        Some(table.tokens[0].clone()),
    ] {
        let mut request = app.server.post(&path).json(&body);
        if let Some(shown) = &shown {
            request = request.add_header("authorization", shown);
        }
        let answer = request.await;
        answer.assert_status(StatusCode::UNAUTHORIZED);
        answer.assert_header("www-authenticate", "Bearer");
        assert!(answer.json::<Value>()["error"]["message"].is_string());
    }
    let wrong = app.server.get(&format!("/api/games/{}", table.id));
    let wrong = wrong.authorization_bearer(&other.tokens[0]).await;
    wrong.assert_status(StatusCode::UNAUTHORIZED);
    let nowhere = app
        .server
        .post("/api/games/2345678923456789/actions")
        .json(&body)
        .await;
    nowhere.assert_status(StatusCode::NOT_FOUND);
    assert_eq!(app.view_for(&table, None).await["version"], 1);
}

#[tokio::test]
async fn a_browser_plays_with_its_cookie() {
    let app = TestApp::new();
    let cookie = format!("parlor={}", "cd".repeat(32));
    let seats = json!([{"seat": "W", "kind": "human"}, {"seat": "B", "kind": "invited"}]);
    let made = app.server.post("/api/games");
    let made = made
        .add_header("cookie", cookie.clone())
        .add_header("origin", ORIGIN)
        .json(&json!({"game": "kuba", "seats": seats}))
        .await;
    let table = Table::of(&made.json());
    app.act(&table, 1, &action(1, "j", "join")).await;
    let path = format!("/api/games/{}/actions", table.id);
    let act = |version: u64, id: &str, word: &str| {
        let request = app.server.post(&path).json(&action(version, id, word));
        request
            .add_header("cookie", cookie.clone())
            .add_header("origin", ORIGIN)
    };
    let answer = act(2, "a", "65F").await;
    assert_eq!(
        without_receipt(answer.json(), &table.id),
        json!({"result": "committed", "version": 3})
    );
    let answer = act(3, "b", "06B").await;
    answer.assert_status(StatusCode::UNPROCESSABLE_ENTITY);
    let seen = app.server.get(&format!("/api/games/{}", table.id));
    let seen: Value = seen.add_header("cookie", cookie).await.json();
    assert_eq!(seen["you"], json!(["W"]));
}

#[tokio::test]
async fn a_wrong_action_is_refused_by_field_and_value() {
    let app = TestApp::new();
    let table = app.kuba().await;
    let valid = action(1, "a", "65F");
    let with = |field: &str, value: Value| {
        let mut body = valid.clone();
        body[field] = value;
        body
    };
    for (body, field, words) in [
        (json!({}), Value::Null, "missing field `version`"),
        (
            with("version", json!("1")),
            json!("version"),
            "whole number from 0",
        ),
        (
            with("version", json!(1.5)),
            json!("version"),
            "whole number from 0",
        ),
        (
            with("version", json!(-1)),
            json!("version"),
            "whole number from 0",
        ),
        (
            with("version", json!(true)),
            json!("version"),
            "whole number from 0",
        ),
        (with("action_id", json!("")), json!("action_id"), "1 to 64"),
        (
            with("action_id", json!("ä")),
            json!("action_id"),
            "visible ASCII",
        ),
        (
            with("action_id", json!("archived-1")),
            json!("action_id"),
            "do not begin with archived-",
        ),
        (
            with("action_id", json!("x".repeat(65))),
            json!("action_id"),
            "1 to 64",
        ),
        (
            with("action", json!("a\nb")),
            json!("action"),
            "one short word",
        ),
        (
            with("action", json!("x".repeat(600))),
            json!("action"),
            "one short word",
        ),
        (
            with("action", json!("commit:abc")),
            json!("action"),
            "64 hexadecimal",
        ),
        (
            with("action", json!("reveal:abc")),
            json!("action"),
            "256 bytes",
        ),
        (with("seat", json!("WB")), json!("seat"), "one letter"),
        (with("name", json!("Ann")), json!("name"), "join"),
        (with("color", json!("W")), json!("color"), "unknown field"),
    ] {
        let (status, answer) = app.act(&table, 0, &body).await;
        let error = &answer["error"];
        assert_eq!((status, &error["field"]), (400, &field), "{body} {answer}");
        let message = error["message"].as_str().unwrap();
        assert!(message.contains(words), "{body} {message}");
    }
    assert_eq!(app.view_for(&table, None).await["version"], 1);
}

#[tokio::test]
async fn nothing_is_committed_that_the_store_does_not_hold() {
    let app = TestApp::new();
    let table = app.kuba().await;
    app.store.breaks();
    let request = app.server.post(&format!("/api/games/{}/actions", table.id));
    let answer = request
        .authorization_bearer(&table.tokens[0])
        .json(&action(1, "a", "65F"))
        .await;
    answer.assert_status(StatusCode::SERVICE_UNAVAILABLE);
    answer.assert_header("retry-after", "5");
    let said = |message: &str| json!({"error": {"message": message}});
    let message = "the server's disk is full; whether this was done is not known: send the same \
                   again, with the same action_id, in a moment";
    assert_eq!(answer.json::<Value>(), said(message));
    let seats = json!([{"seat": "W", "kind": "human"}, {"seat": "B", "kind": "human"}]);
    let game = json!({"game": "kuba", "seats": seats});
    let made = app.server.post("/api/games").json(&game).await;
    made.assert_status(StatusCode::SERVICE_UNAVAILABLE);
    // Nothing that was sent had a name.
    let message = "the server's disk is full; try again in a moment";
    assert_eq!(made.json::<Value>(), said(message));
    app.store.is_repaired();
    let answer = app.act(&table, 0, &action(1, "a", "65F")).await;
    assert_eq!(answer, (200, json!({"result": "committed", "version": 2})));
}

#[tokio::test]
async fn a_server_that_closes_takes_nothing_and_says_when_to_try_again() {
    let app = TestApp::new();
    let table = app.kuba().await;
    app.service.close().await.expect("it closes");
    let request = app.server.post(&format!("/api/games/{}/actions", table.id));
    let answer = request
        .authorization_bearer(&table.tokens[0])
        .json(&action(1, "a", "65F"))
        .await;
    answer.assert_status(StatusCode::SERVICE_UNAVAILABLE);
    assert!(answer.maybe_header("retry-after").is_some());
    let message = "the server is shutting down; try again in a moment";
    assert_eq!(answer.json::<Value>()["error"]["message"], message);
}

#[tokio::test]
async fn who_joins_may_say_what_they_are_called() {
    let app = TestApp::new();
    let made = app.make(json!({"game": "kuba", "seats": [
        {"seat": "W", "kind": "invited"}, {"seat": "B", "kind": "human"},
    ]}));
    let table = Table::of(&made.await);
    let mut join = action(1, "a", "join");
    join["name"] = json!("x".repeat(41));
    let (status, answer) = app.act(&table, 0, &join).await;
    assert_eq!((status, &answer["error"]["field"]), (400, &json!("name")));
    join["name"] = json!(" <b>Ann</b> ");
    assert_eq!(app.act(&table, 0, &join).await.0, 200);
    let seen = app.view_for(&table, None).await;
    assert_eq!(seen["seats"][0]["name"], "<b>Ann</b>");
}
