//! Reporting names, and what blocked networks are answered, over HTTP.

use axum::http::StatusCode;
use parlor_server::app::Site;
use parlor_service::store::Store as _;
use parlor_service::store::moderation::{Block, HIDES, ModerationWrite};
use parlor_table::timestamp::Timestamp;
use serde_json::{Value, json};

use crate::support::{TestApp, action};

/// A server whose clients are told apart by what its proxy says.
fn behind_proxy() -> TestApp {
    TestApp::at(Site {
        is_behind_proxy: true,
        ..Site::default()
    })
}

/// What a request from a network is answered with: the status and the body.
async fn post(app: &TestApp, network: u64, path: &str, body: &Value) -> (u16, Value) {
    let from = format!("198.51.{network}.7");
    let request = app.server.post(path).json(body);
    let answer = request.add_header("x-forwarded-for", from).await;
    let body = serde_json::from_str(&answer.text()).unwrap_or(Value::Null);
    (answer.status_code().as_u16(), body)
}

async fn report(app: &TestApp, network: u64, body: &Value) -> (u16, Value) {
    post(app, network, "/api/lobby/reports", body).await
}

async fn lobby(app: &TestApp) -> Value {
    app.server.get("/api/lobby").await.json()
}

#[tokio::test]
async fn a_name_that_networks_report_is_hidden_in_the_lobby() {
    let app = behind_proxy();
    let challenges = "/api/lobby/challenges";
    let rude = json!({"game": "kuba", "name": "Rude"});
    let (_, posted) = post(&app, 100, challenges, &rude).await;
    let by_challenge = json!({"challenge": posted["id"]});
    for network in [1, 1, 1, 2] {
        assert_eq!(
            report(&app, network, &by_challenge).await,
            (204, Value::Null)
        );
    }
    assert_eq!(lobby(&app).await["challenges"][0]["name"], "Rude");
    let ann = json!({"game": "kuba", "name": "Ann"});
    let (_, ann) = post(&app, 101, challenges, &ann).await;
    // Whoever has White moves: then the game is listed.
    let id = posted["id"].as_str().expect("an id");
    let mut moved = 0;
    for token in [&posted["token"], &ann["token"]] {
        let sent = app.server.post(&format!("/api/games/{id}/actions"));
        let sent = sent.authorization_bearer(token.as_str().expect("a token"));
        let done = sent.json(&action(1, "first", "65F")).await;
        moved += u8::from(done.status_code() == StatusCode::OK);
    }
    assert_eq!(moved, 1);
    let listed = lobby(&app).await;
    let game = &listed["games"][0];
    let (id, players) = (&game["id"], game["players"].as_array().expect("names"));
    let at = players
        .iter()
        .position(|name| name == "Rude")
        .expect("there");
    let seat = ["W", "B"][at];
    let by_seat = json!({"game": id, "seat": seat});
    assert_eq!(report(&app, 2, &by_seat).await.0, 204, "counted before");
    let shown = |lobby: &Value| lobby["games"][0]["players"][at].clone();
    assert_eq!(shown(&lobby(&app).await), "Rude");
    assert_eq!(report(&app, HIDES, &by_seat).await.0, 204);
    assert_eq!(shown(&lobby(&app).await), "Somebody");
}

#[tokio::test]
async fn what_is_no_report_is_refused_with_its_field() {
    let app = behind_proxy();
    let nobody = "2222222222222222";
    for (body, status, field) in [
        (json!({}), 400, Value::Null),
        (json!({"challenge": nobody, "seat": "W"}), 400, Value::Null),
        (json!({"game": nobody}), 400, Value::Null),
        (json!({"game": nobody, "seat": "WW"}), 400, json!("seat")),
        (json!({"name": "Rude"}), 400, json!("name")),
        (json!({"challenge": 7}), 400, json!("challenge")),
        (json!({"challenge": "nonsense"}), 404, json!("challenge")),
        (json!({"challenge": nobody}), 404, Value::Null),
        (json!({"game": nobody, "seat": "W"}), 404, Value::Null),
    ] {
        let (answered, error) = report(&app, 1, &body).await;
        assert_eq!(answered, status, "{body}: {error}");
        assert_eq!(error["error"]["field"], field, "{body}: {error}");
    }
    // Nobody has given a name.
    let by_link = app.kuba().await;
    let seat = json!({"game": by_link.id, "seat": "W"});
    assert_eq!(report(&app, 1, &seat).await.0, 404);
}

#[tokio::test]
async fn one_network_cannot_report_without_end() {
    let app = behind_proxy();
    let mut taken = 0;
    for number in 0..12 {
        let wish = json!({"game": "kuba", "name": format!("Name {number}"),
            "away_after_seconds": 100 + number});
        let (_, posted) = post(&app, 100 + number, "/api/lobby/challenges", &wish).await;
        let (status, error) = report(&app, 1, &json!({"challenge": posted["id"]})).await;
        match status {
            204 => taken += 1,
            _ => assert!(
                error["error"]["message"]
                    .as_str()
                    .expect("words")
                    .contains("10 names")
            ),
        }
    }
    assert_eq!(taken, 10);
}

#[tokio::test]
async fn who_is_blocked_reads_and_does_nothing_else() {
    let app = behind_proxy();
    let wish = json!({"game": "kuba", "name": "Bob"});
    let (_, posted) = post(&app, 2, "/api/lobby/challenges", &wish).await;
    let block = Block {
        network: "198.51.1.0/24".parse().expect("a network"),
        until: Timestamp(4_102_444_800_000),
    };
    let written = app
        .store
        .moderation()
        .moderate(ModerationWrite::Block(block));
    written.await.expect("the store works");
    app.service.look_at_lobby().await.expect("the store works");
    let id = posted["id"].as_str().expect("an id");
    let seats = json!([{"seat": "W", "kind": "human"}, {"seat": "B", "kind": "human"}]);
    for (path, body) in [
        ("/api/lobby/challenges".to_owned(), json!({"game": "ludo"})),
        (format!("/api/lobby/challenges/{id}/accept"), json!({})),
        ("/api/lobby/reports".to_owned(), json!({"challenge": id})),
        (
            "/api/games".to_owned(),
            json!({"game": "kuba", "seats": seats}),
        ),
        ("/api/programs".to_owned(), json!({})),
    ] {
        let (status, error) = post(&app, 1, &path, &body).await;
        assert_eq!(status, 403, "{path}: {error}");
        let message = error["error"]["message"].as_str().expect("words");
        let says = "the keeper of this server has blocked 198.51.1.0/24 until 2100-01-01 00:00 UTC";
        assert!(message.starts_with(says), "{message}");
    }
    let read = app
        .server
        .get("/api/lobby")
        .add_header("x-forwarded-for", "198.51.1.7");
    read.await.assert_status(StatusCode::OK);
    let (status, _) = post(
        &app,
        3,
        &format!("/api/lobby/challenges/{id}/accept"),
        &json!({}),
    )
    .await;
    assert_eq!(status, 201);
}
