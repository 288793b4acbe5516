//! Looking for somebody to play with, over HTTP.

use parlor_service::service::Settings;
use serde_json::{Value, json};

use crate::support::TestApp;

/// Posts a challenge; its id and token.
async fn post(app: &TestApp, wanted: &Value) -> (String, String) {
    let posted = app.server.post("/api/lobby/challenges").json(wanted).await;
    posted.assert_status(axum::http::StatusCode::CREATED);
    let posted: Value = posted.json();
    let text = |field: &str| posted[field].as_str().expect("a text").to_owned();
    (text("id"), text("token"))
}

/// What a request is answered with: the status and the body.
async fn ask(
    app: &TestApp,
    method: &str,
    path: &str,
    token: &str,
    body: Option<&Value>,
) -> (u16, Value) {
    let path = format!("/api/lobby{path}");
    let mut request = match method {
        "GET" => app.server.get(&path),
        "DELETE" => app.server.delete(&path),
        _ => app.server.post(&path),
    };
    if !token.is_empty() {
        request = request.authorization_bearer(token);
    }
    if let Some(body) = body {
        request = request.json(body);
    }
    let answer = request.await;
    let text = answer.text();
    let body = serde_json::from_str(&text).unwrap_or(Value::Null);
    (answer.status_code().as_u16(), body)
}

#[tokio::test]
async fn two_who_look_play_and_their_game_can_be_watched() {
    let app = TestApp::new();
    let clock = json!({"initial_seconds": 300, "increment_seconds": 5});
    let ann = json!({"game": "kuba", "name": "Ann", "clock": clock});
    let (first, first_token) = post(&app, &ann).await;
    let (_, lobby) = ask(&app, "GET", "", "", None).await;
    assert_eq!(
        lobby,
        json!({"challenges": [{
            "id": first, "game": "kuba", "rules": "classroom", "clock": clock,
            "away_after_seconds": 120, "name": "Ann", "program": false, "waited_seconds": 0,
        }], "more_challenges": false, "games": [], "more_games": false})
    );
    let at_first = format!("/challenges/{first}");
    let (status, waits) = ask(&app, "GET", &at_first, &first_token, None).await;
    let waiting = json!({"status": "waiting", "waited_seconds": 0, "others_waited_seconds": []});
    assert_eq!((status, waits), (200, waiting));
    let bob = json!({"game": "kuba", "rules": "classroom", "name": "Bob", "clock": clock});
    let (second, second_token) = post(&app, &bob).await;
    let (_, paired) = ask(&app, "GET", &at_first, &first_token, None).await;
    assert_eq!(paired["status"], "paired");
    let game = paired["game"].as_str().expect("a game").to_owned();
    let at_second = format!("/challenges/{second}?wait=25");
    let (_, other) = ask(&app, "GET", &at_second, &second_token, None).await;
    assert_eq!(other["game"], game);
    assert_ne!(other["seat"], paired["seat"]);
    assert!(
        paired["url"]
            .as_str()
            .expect("a URL")
            .ends_with(&format!("/games/{game}"))
    );
    // The token of the challenge is that of the seat.
    let is_white = paired["seat"] == "W";
    let white = if is_white {
        &first_token
    } else {
        &second_token
    };
    let action = json!({"version": 1, "action_id": "first-move", "action": "56L"});
    let address = format!("/api/games/{game}/actions");
    let moved = app
        .server
        .post(&address)
        .authorization_bearer(white)
        .json(&action)
        .await;
    moved.assert_status_ok();
    let (_, lobby) = ask(&app, "GET", "", "", None).await;
    assert_eq!(lobby["challenges"], json!([]));
    let games = lobby["games"].as_array().expect("a list");
    assert_eq!(games.len(), 1);
    assert_eq!(
        (&games[0]["id"], &games[0]["version"]),
        (&json!(game), &json!(2))
    );
    let mut names: Vec<&str> = games[0]["players"]
        .as_array()
        .expect("names")
        .iter()
        .filter_map(Value::as_str)
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["Ann", "Bob"]);
    // A game by link is in no list.
    app.kuba().await;
    let (_, lobby) = ask(&app, "GET", "", "", None).await;
    assert_eq!(lobby["games"].as_array().map(Vec::len), Some(1));
    // Who looks next is told how long these have waited.
    let (third, third_token) = post(&app, &ann).await;
    let at_third = format!("/challenges/{third}");
    let (_, waits) = ask(&app, "GET", &at_third, &third_token, None).await;
    assert_eq!(waits["others_waited_seconds"], json!([0]));
    let (status, answer) = ask(&app, "DELETE", &at_first, &first_token, None).await;
    assert_eq!((status, &answer["game"]), (409, &json!(game)));
}

#[tokio::test]
async fn a_challenge_is_accepted_once_and_not_by_its_poster() {
    let app = TestApp::new();
    let ludo = json!({"game": "ludo", "away_after_seconds": 60});
    let (id, token) = post(&app, &ludo).await;
    let at = format!("/challenges/{id}/accept");
    let (status, refused) = ask(&app, "POST", &at, &token, Some(&json!({}))).await;
    assert_eq!(status, 409, "{refused}");
    let (status, accepted) = ask(&app, "POST", &at, "", Some(&json!({"name": "Eve"}))).await;
    assert_eq!((status, &accepted["game"]), (201, &json!(id)));
    let state = app
        .server
        .get(&format!("/api/games/{id}"))
        .authorization_bearer(accepted["token"].as_str().expect("a token"))
        .await;
    state.assert_status_ok();
    let (status, refused) = ask(&app, "POST", &at, "", Some(&json!({}))).await;
    assert_eq!(status, 404, "{refused}");
    let (_, paired) = ask(&app, "GET", &format!("/challenges/{id}"), &token, None).await;
    assert_eq!(paired["game"], id);
    assert_ne!(paired["seat"], accepted["seat"]);
    let (other, token) = post(&app, &ludo).await;
    let (status, _) = ask(
        &app,
        "DELETE",
        &format!("/challenges/{other}"),
        &token,
        None,
    )
    .await;
    assert_eq!(status, 204);
    let (status, _) = ask(
        &app,
        "DELETE",
        &format!("/challenges/{other}"),
        &token,
        None,
    )
    .await;
    assert_eq!(status, 404);
}

#[tokio::test]
async fn what_is_wrong_is_said_with_its_place() {
    let app = TestApp::new();
    let wrong = [
        (json!({"game": "chess"}), "game"),
        (json!({"game": "kuba", "rules": "classic"}), "rules"),
        (
            json!({"game": "kuba", "clock": {"initial_seconds": 1}}),
            "clock",
        ),
        (
            json!({"game": "kuba", "away_after_seconds": 4}),
            "away_after_seconds",
        ),
        (json!({"game": "kuba", "name": "x".repeat(41)}), "name"),
        (json!({"game": "kuba", "name": "a\u{202e}b"}), "name"),
        (json!({"game": "kuba", "seats": []}), "seats"),
    ];
    for (wanted, field) in wrong {
        let (status, answer) = ask(&app, "POST", "/challenges", "", Some(&wanted)).await;
        assert_eq!(
            (status, &answer["error"]["field"]),
            (400, &json!(field)),
            "{answer}"
        );
    }
    let (id, token) = post(&app, &json!({"game": "kuba"})).await;
    let at = format!("/challenges/{id}");
    for (path, name, value, says) in [
        (
            "?page=2".to_owned(),
            "page",
            "2",
            "the parameter \"page\" is not known here; this address has no parameters",
        ),
        (
            format!("{at}?patience=1"),
            "patience",
            "1",
            "the parameter \"patience\" is not known here; this address has the form ?wait=SECONDS",
        ),
        (
            format!("{at}?wait=0&wait=5"),
            "wait",
            "5",
            "the parameter \"wait\" is there twice; this address has the form ?wait=SECONDS",
        ),
        (
            format!("{at}?wait=soon"),
            "wait",
            "soon",
            "wait is a number of seconds, from 0 to 25",
        ),
    ] {
        let (status, answer) = ask(&app, "GET", &path, &token, None).await;
        let error = json!({"field": name, "value": value, "message": says});
        assert_eq!((status, &answer["error"]), (400, &error), "{path}");
    }
    // Neither a long name nor odd bytes are repeated.
    let long = format!("?{}=1", "x".repeat(5_000));
    for path in [&*long, "?%ff=%fe", "?=", "?a"] {
        let (status, answer) = ask(&app, "GET", path, "", None).await;
        assert_eq!(status, 400, "{path}: {answer}");
        assert!(answer.to_string().len() < 300, "{answer}");
    }
    for (path, token, wanted) in [
        (at.clone(), "", 401),
        (at.clone(), &"0".repeat(64), 401),
        (at.clone(), "short", 401),
        (format!("{at}?wait=26"), &token, 400),
        (format!("{at}?wait=-1"), &token, 400),
        (format!("{at}?patience=1"), &token, 400),
        ("/challenges/2222222222222222".to_owned(), &token, 404),
        ("/challenges/nonsense".to_owned(), &token, 404),
        (format!("{at}?wait=0"), &token, 200),
    ] {
        let (status, answer) = ask(&app, "GET", &path, token, None).await;
        assert_eq!(status, wanted, "{path}: {answer}");
    }
    let body = json!({"name": "\n"});
    let (status, answer) = ask(&app, "POST", &format!("{at}/accept"), "", Some(&body)).await;
    assert_eq!(status, 201, "a blank name is none: {answer}");
}

#[tokio::test]
async fn a_store_that_fails_and_a_full_lobby_are_said() {
    let app = TestApp::with(
        parlor_server::app::Site::default(),
        Settings {
            most_challenges_of_client: Some(1),
            ..Settings::default()
        },
    );
    let (id, token) = post(&app, &json!({"game": "kuba"})).await;
    let ludo = json!({"game": "ludo"});
    let (status, answer) = ask(&app, "POST", "/challenges", "", Some(&ludo)).await;
    assert_eq!(status, 429, "{answer}");
    app.store.breaks();
    for (method, path, body) in [
        ("GET", String::new(), None),
        ("GET", format!("/challenges/{id}"), None),
        ("DELETE", format!("/challenges/{id}"), None),
        ("POST", "/challenges".to_owned(), Some(&ludo)),
        ("POST", format!("/challenges/{id}/accept"), Some(&json!({}))),
    ] {
        let (status, answer) = ask(&app, method, &path, &token, body).await;
        assert_eq!(status, 503, "{method} {path}: {answer}");
        assert!(!answer.to_string().contains("/secret/place"), "{answer}");
    }
}

#[tokio::test]
async fn a_program_that_moves_in_none_of_its_games_begins_no_more() {
    let app = TestApp::with(
        parlor_server::app::Site {
            is_behind_proxy: true,
            ..parlor_server::app::Site::default()
        },
        Settings {
            most_unplayed: Some(2),
            ..Settings::default()
        },
    );
    // Behind a proxy, so that nobody is the owner of the machine.
    let from = async |last: u8, method: &str, path: &str, body: &Value| {
        let path = format!("/api/lobby/challenges{path}");
        let request = match method {
            "POST" => app.server.post(&path).json(body),
            _ => app.server.get(&path),
        };
        let answer = request
            .add_header("x-forwarded-for", format!("192.0.2.{last}"))
            .await;
        (answer.status_code().as_u16(), answer.json::<Value>())
    };
    let mut waiting = Vec::new();
    for seconds in 60..63 {
        let wanted = json!({"game": "kuba", "away_after_seconds": seconds});
        let (_, posted) = from(1, "POST", "", &wanted).await;
        waiting.push(format!("/{}/accept", posted["id"].as_str().expect("an id")));
    }
    for (path, wanted) in waiting.iter().zip([201, 201, 429]) {
        let (status, answer) = from(2, "POST", path, &json!({})).await;
        assert_eq!(status, wanted, "{answer}");
    }
    let (status, refused) = from(2, "POST", "", &json!({"game": "ludo"})).await;
    assert_eq!(status, 429, "{refused}");
    assert_eq!(
        refused["error"]["message"],
        "nobody has moved yet in 2 games that were begun in the lobby from 192.0.2.2/32; try again once somebody has"
    );
}
