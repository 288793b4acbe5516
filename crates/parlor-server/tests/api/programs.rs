//! Programs with tokens of their own: they look for games, are told of them, play, and are known as programs.

use core::time::Duration;

use axum::body::{Body, BodyDataStream};
use axum::http::{Request, StatusCode};
use futures_util::StreamExt as _;
use parlor_service::rate_limit::Rate;
use parlor_service::service::Settings;
use parlor_table::key::Key;
use serde_json::{Value, json};
use tokio::time::timeout;
use tower::ServiceExt as _;

use crate::support::{TestApp, action};
use parlor_server::app::{ClientLimits, Site};

async fn register(app: &TestApp) -> String {
    let answer = app.server.post("/api/programs").json(&json!({})).await;
    answer.assert_status(StatusCode::CREATED);
    let token = answer.json::<Value>()["token"].clone();
    token.as_str().expect("a token").to_owned()
}

/// Sends a body with a token, if there is one; the status and the answer.
async fn post(app: &TestApp, path: &str, token: Option<&str>, body: &Value) -> (u16, Value) {
    let mut request = app.server.post(path).json(body);
    if let Some(token) = token {
        request = request.authorization_bearer(token);
    }
    let answer = request.await;
    let body = serde_json::from_str(&answer.text()).unwrap_or(Value::Null);
    (answer.status_code().as_u16(), body)
}

/// The open stream of a program's games.
struct Stream(BodyDataStream);

impl Stream {
    async fn open(app: &TestApp, token: &str) -> (StatusCode, Self) {
        let request = Request::get("/api/programs/games")
            .header("Host", "localhost")
            .header("Authorization", format!("Bearer {token}"))
            .body(Body::empty())
            .expect("a request");
        let answer = app.router.clone().oneshot(request).await;
        let answer = answer.expect("an answer");
        (answer.status(), Self(answer.into_body().into_data_stream()))
    }

    /// The next line; `None` at the end.
    async fn line(&mut self) -> Option<String> {
        let next = timeout(Duration::from_secs(20), self.0.next());
        let line = next.await.expect("a line in time")?;
        let line = String::from_utf8(line.expect("a piece").to_vec()).expect("text");
        Some(line.strip_suffix('\n').expect("a whole line").to_owned())
    }

    /// The next game.
    async fn game(&mut self) -> Value {
        loop {
            let line = self.line().await.expect("the stream goes on");
            if !line.is_empty() {
                return serde_json::from_str(&line).expect("JSON");
            }
        }
    }
}

#[tokio::test]
async fn a_program_waits_in_the_lobby_and_plays_with_who_accepts() {
    let app = TestApp::new();
    let token = register(&app).await;
    let (status, mut stream) = Stream::open(&app, &token).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(stream.line().await.as_deref(), Some(""), "there is none");
    let wanted = json!({"game": "kuba", "name": "Rook"});
    let (status, posted) = post(&app, "/api/lobby/challenges", Some(&token), &wanted).await;
    assert_eq!(status, 201);
    // The same once more is the same.
    let (status, again) = post(&app, "/api/lobby/challenges", Some(&token), &wanted).await;
    assert_eq!((status, &again["id"]), (201, &posted["id"]));
    assert_eq!(again["token"], Value::Null);
    // It is told what it is, and paired with nobody.
    let ann = json!({"game": "kuba", "name": "Ann"});
    let (_, waiting) = post(&app, "/api/lobby/challenges", None, &ann).await;
    let lobby: Value = app.server.get("/api/lobby").await.json();
    let marks: Vec<(&Value, &Value)> = lobby["challenges"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|challenge| (&challenge["name"], &challenge["program"]))
        .collect();
    assert_eq!(
        marks,
        [
            (&json!("Rook"), &json!(true)),
            (&json!("Ann"), &json!(false))
        ]
    );
    // It may not choose a person.
    let of_ann = format!(
        "/api/lobby/challenges/{}/accept",
        waiting["id"].as_str().expect("an id")
    );
    let (status, refused) = post(&app, &of_ann, Some(&token), &json!({})).await;
    assert_eq!(status, 403, "{refused}");
    // A person may choose it.
    let of_rook = format!(
        "/api/lobby/challenges/{}/accept",
        posted["id"].as_str().expect("an id")
    );
    let (status, accepted) = post(&app, &of_rook, None, &json!({"name": "Bob"})).await;
    assert_eq!(status, 201);
    let game = stream.game().await;
    assert_eq!(game["id"], accepted["game"]);
    let own = game["you"][0].as_str().expect("a seat").to_owned();
    for seat in game["seats"].as_array().expect("seats") {
        assert_eq!(seat["program"], json!(seat["seat"] == own.as_str()));
        assert_eq!(seat["kind"], "human");
        // Also where there are names alone: in lists, records and pictures.
        let name = if seat["program"] == true {
            "Rook (bot)"
        } else {
            "Bob"
        };
        assert_eq!(seat["name"], name);
    }
    // The page says so, too.
    let page = app
        .server
        .get(&format!("/games/{}", game["id"].as_str().expect("an id")))
        .await;
    assert!(page.text().contains("somebody’s bot"));
    let page = app.server.get("/lobby").await;
    assert!(!page.text().contains("Rook</strong>"), "it waits no more");
    // Both play by their tokens, and the program hears of each action.
    let path = format!("/api/games/{}/actions", game["id"].as_str().expect("an id"));
    let bobs = accepted["token"].as_str().expect("a token");
    let mut game = game;
    for _ in 0..4 {
        let version = game["version"].as_u64().expect("a version");
        let legal = game["legal"][0].as_str().expect("an action");
        let is_own = game["to_act"] == own.as_str();
        let by = if is_own { &token } else { bobs };
        let sent = action(version, &version.to_string(), legal);
        let (status, done) = post(&app, &path, Some(by), &sent).await;
        assert_eq!(status, 200, "{done}");
        game = stream.game().await;
        assert_eq!(game["version"], version + 1);
    }
    let version = game["version"].as_u64().expect("a version");
    let (status, _) = post(&app, &path, Some(bobs), &action(version, "r", "resign")).await;
    assert_eq!(status, 200);
    let game = stream.game().await;
    assert_eq!(
        (&game["status"], &game["result"]["ending"]),
        (&json!("over"), &json!("resignation"))
    );
    // Who comes back is not told of what is over.
    let (_, mut again) = Stream::open(&app, &token).await;
    assert_eq!(again.line().await.as_deref(), Some(""));
}

#[tokio::test]
async fn who_comes_back_finds_the_games_and_several_at_once() {
    let app = TestApp::new();
    let token = register(&app).await;
    let other = register(&app).await;
    let seats =
        json!([{"seat": "W", "kind": "human"}, {"seat": "B", "kind": "bot", "bot": "random"}]);
    let wanted = json!({"game": "kuba", "seats": seats});
    let mut made = Vec::new();
    for _ in 0..3 {
        let (status, game) = post(&app, "/api/games", Some(&token), &wanted).await;
        assert_eq!(status, 201);
        made.push(game["id"].clone());
    }
    let (_, mut stream) = Stream::open(&app, &token).await;
    let mut found = Vec::new();
    for _ in 0..3 {
        let game = stream.game().await;
        assert_eq!(game["you"], json!(["W"]));
        found.push(game["id"].clone());
    }
    made.sort_by_key(Value::to_string);
    found.sort_by_key(Value::to_string);
    assert_eq!(found, made);
    let (_, mut none) = Stream::open(&app, &other).await;
    assert_eq!(none.line().await.as_deref(), Some(""));
    // Once the server is about to end, all streams do.
    app.service.stop_accepting();
    while stream.line().await.is_some() {}
}

/// A person may give up before the program has looked.
#[tokio::test]
async fn a_game_that_is_over_at_once_is_told() {
    let app = TestApp::new();
    let token = register(&app).await;
    let seats =
        json!([{"seat": "W", "kind": "human"}, {"seat": "B", "kind": "bot", "bot": "random"}]);
    let wanted = json!({"game": "kuba", "seats": seats});
    let begin_and_end = async || {
        let (_, made) = post(&app, "/api/games", Some(&token), &wanted).await;
        let id = made["id"].as_str().expect("an id").to_owned();
        let path = format!("/api/games/{id}/actions");
        let (status, _) = post(&app, &path, Some(&token), &action(1, "r", "resign")).await;
        assert_eq!(status, 200);
        id
    };
    begin_and_end().await;
    let (_, mut stream) = Stream::open(&app, &token).await;
    assert_eq!(
        stream.line().await.as_deref(),
        Some(""),
        "it was over before"
    );
    for _ in 0..2 {
        let ended = begin_and_end().await;
        let game = stream.game().await;
        assert_eq!(
            (&game["id"], &game["status"]),
            (&json!(ended), &json!("over"))
        );
    }
}

#[tokio::test]
async fn a_program_plays_at_all_its_seats() {
    let app = TestApp::new();
    let token = register(&app).await;
    let seats = json!([{"seat": "W", "kind": "human"}, {"seat": "B", "kind": "human"}]);
    let wanted = json!({"game": "kuba", "seats": seats});
    let (_, made) = post(&app, "/api/games", Some(&token), &wanted).await;
    let path = format!("/api/games/{}", made["id"].as_str().expect("an id"));
    let read = app.server.get(&path).authorization_bearer(&token).await;
    assert_eq!(read.json::<Value>()["you"], json!(["W", "B"]));
    let actions = format!("{path}/actions");
    for (version, key, push) in [(1, "a", "65F"), (2, "b", "05B")] {
        let sent = action(version, key, push);
        let (status, done) = post(&app, &actions, Some(&token), &sent).await;
        assert_eq!(status, 200, "{push}: {done}");
    }
}

#[tokio::test]
async fn two_programs_play_when_one_accepts_the_other() {
    let app = TestApp::new();
    let (one, other) = (register(&app).await, register(&app).await);
    let wanted = json!({"game": "ludo", "name": "Rook"});
    let (_, posted) = post(&app, "/api/lobby/challenges", Some(&one), &wanted).await;
    let (_, second) = post(&app, "/api/lobby/challenges", Some(&other), &wanted).await;
    // Nor is a program paired with a program unasked.
    let lobby: Value = app.server.get("/api/lobby").await.json();
    assert_eq!(lobby["challenges"].as_array().map(Vec::len), Some(2));
    let of = |posted: &Value| {
        format!(
            "/api/lobby/challenges/{}/accept",
            posted["id"].as_str().expect("an id")
        )
    };
    let (status, own) = post(&app, &of(&second), Some(&other), &json!({})).await;
    assert_eq!(status, 409, "{own}");
    let (status, accepted) = post(&app, &of(&posted), Some(&other), &json!({})).await;
    assert_eq!(status, 201, "{accepted}");
    let id = accepted["game"].as_str().expect("an id");
    let game: Value = app.server.get(&format!("/api/games/{id}")).await.json();
    for seat in game["seats"].as_array().expect("seats") {
        assert_eq!(seat["program"], json!(true));
    }
}

#[tokio::test]
async fn only_tokens_of_programs_open_what_is_theirs() {
    let app = TestApp::new();
    let table = app.kuba().await;
    let seats_token = table.tokens[0].clone();
    let made_up = Key::of_bytes([5; 32]).reveal();
    for token in [&*seats_token, &*made_up, "abc", ""] {
        let (status, _) = Stream::open(&app, token).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED, "{token:?}");
        let wanted = json!({"game": "kuba"});
        let (status, refused) = post(&app, "/api/lobby/challenges", Some(token), &wanted).await;
        assert_eq!(status, 401, "{token:?} {refused}");
        assert!(
            refused["error"]["message"]
                .as_str()
                .is_some_and(|told| told.contains("/api/programs"))
        );
    }
    let token = register(&app).await;
    let unknown = app.server.get("/api/programs/games?after=1");
    let unknown = unknown.authorization_bearer(&token).await;
    assert_eq!(unknown.status_code(), StatusCode::BAD_REQUEST);
    let (status, refused) = post(&app, "/api/programs", None, &json!({"name": "Rook"})).await;
    assert_eq!(status, 400, "{refused}");
    assert_eq!(refused["error"]["field"], "name");
}

#[tokio::test]
async fn a_client_gets_so_many_tokens() {
    let settings = Settings {
        new_programs: Some(Rate::every(Duration::from_hours(1), 3)),
        ..Settings::default()
    };
    let app = TestApp::with(
        Site {
            is_behind_proxy: true,
            ..Site::default()
        },
        settings,
    );
    let ask = async |from: &str| {
        let request = app.server.post("/api/programs").json(&json!({}));
        let answer = request.add_header("x-forwarded-for", from).await;
        (answer.status_code().as_u16(), answer.text())
    };
    for _ in 0..3 {
        assert_eq!(ask("192.0.2.1").await.0, 201);
    }
    let (status, text) = ask("192.0.2.1").await;
    assert_eq!(status, 429);
    assert!(text.contains("tokens for programs"), "{text}");
    assert_eq!(ask("198.51.100.1").await.0, 201);
}

#[tokio::test]
async fn a_client_has_so_many_streams() {
    let app = TestApp::limited(ClientLimits {
        most_sockets_of_a_client: 2,
        ..ClientLimits::default()
    });
    let token = register(&app).await;
    let (_, first) = Stream::open(&app, &token).await;
    let (_, _second) = Stream::open(&app, &token).await;
    assert_eq!(
        Stream::open(&app, &token).await.0,
        StatusCode::TOO_MANY_REQUESTS
    );
    drop(first);
    assert_eq!(Stream::open(&app, &token).await.0, StatusCode::OK);
}

/// A game of Kuba or Ludo in which a person waits for somebody who is invited: its id, the token of their seat, and
/// that of the person's.
async fn inviting(app: &TestApp, game: &str, invited: Value) -> (String, String, String) {
    let host = if game == "ludo" { "A" } else { "W" };
    let seats = json!([{"seat": host, "kind": "human", "name": "Ann"}, invited]);
    let (status, made) = post(
        app,
        "/api/games",
        None,
        &json!({"game": game, "seats": seats}),
    )
    .await;
    assert_eq!(status, 201, "{made}");
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    let seats = &made["seats"];
    (
        text(&made["id"]),
        text(&seats[1]["token"]),
        text(&seats[0]["token"]),
    )
}

#[tokio::test]
async fn a_program_takes_a_seat_to_which_somebody_was_invited() {
    let app = TestApp::new();
    let token = register(&app).await;
    let (_, mut stream) = Stream::open(&app, &token).await;
    assert_eq!(stream.line().await.as_deref(), Some(""));
    for (game, seat, planned, given, shown) in [
        ("kuba", "B", Value::Null, json!("Rook"), "Rook (bot)"),
        ("kuba", "B", Value::Null, Value::Null, "Somebody (bot)"),
        ("ludo", "C", json!("Bob"), Value::Null, "Bob (bot)"),
    ] {
        let mut invited = json!({"seat": seat, "kind": "invited"});
        if planned.is_string() {
            invited["name"] = planned;
        }
        let (id, of_seat, anns) = inviting(&app, game, invited).await;
        let path = format!("/api/games/{id}/actions");
        let mut join = action(1, "j", "join");
        if given.is_string() {
            join["name"] = given;
        }
        // Without the token of the seat it is told what to do.
        let (status, refused) = post(&app, &path, Some(&token), &join).await;
        assert_eq!(status, 401);
        let message = refused["error"]["message"].as_str().expect("a message");
        assert!(message.contains("\"seat_token\""), "{message}");
        join["seat_token"] = json!(of_seat);
        // Sent twice it is done once.
        for result in ["committed", "duplicate"] {
            let (status, done) = post(&app, &path, Some(&token), &join).await;
            assert_eq!((status, &done["result"]), (200, &json!(result)), "{done}");
        }
        // It is told of the game as of any other, and everybody sees that it plays.
        let told = stream.game().await;
        assert_eq!((&told["id"], &told["you"]), (&json!(id), &json!([seat])));
        let seen: Value = app.server.get(&format!("/api/games/{id}")).await.json();
        let seats = seen["seats"].as_array().expect("seats");
        assert_eq!(
            (&seats[0]["name"], &seats[0]["program"]),
            (&json!("Ann"), &json!(false))
        );
        assert_eq!(
            (&seats[1]["name"], &seats[1]["program"]),
            (&json!(shown), &json!(true))
        );
        let page = app.server.get(&format!("/games/{id}")).await.text();
        assert!(page.contains("somebody’s bot"), "{page}");
        // The saved log has the name, and no mark that others do not know.
        let log = app.server.get(&format!("/games/{id}/log")).await.text();
        assert!(log.contains(shown) && !log.contains("\"program\""), "{log}");
        // It plays by its own token, also the next game.
        let (status, done) = post(&app, &path, Some(&token), &action(2, "r", "resign")).await;
        assert_eq!(status, 200, "{done}");
        let (status, done) = post(&app, &path, Some(&anns), &action(3, "again", "rematch")).await;
        assert_eq!(status, 200, "{done}");
        loop {
            let told = stream.game().await;
            if told["id"] == json!(id) {
                continue;
            }
            let own = &told["you"][0];
            for seat in told["seats"].as_array().expect("seats") {
                assert_eq!(seat["program"], json!(seat["seat"] == *own), "{seat}");
            }
            break;
        }
    }
}

#[tokio::test]
async fn a_seat_is_given_to_no_program_that_may_not_have_it() {
    let app = TestApp::new();
    let token = register(&app).await;
    let (id, of_seat, anns) = inviting(&app, "kuba", json!({"seat": "B", "kind": "invited"})).await;
    let (_, of_other, _) = inviting(&app, "kuba", json!({"seat": "B", "kind": "invited"})).await;
    let path = format!("/api/games/{id}/actions");
    let with = |key: &str, word: &str, seat_token: Value| {
        let mut sent = action(1, key, word);
        sent["seat_token"] = seat_token;
        sent
    };
    for (status, bearer, sent, says) in [
        (
            401,
            None,
            with("a", "join", json!(of_seat)),
            "/api/programs",
        ),
        (
            401,
            Some(&of_seat),
            with("b", "join", json!(of_seat)),
            "/api/programs",
        ),
        (
            401,
            Some(&anns),
            with("c", "join", json!(of_seat)),
            "/api/programs",
        ),
        (
            401,
            Some(&token),
            with("d", "join", json!(of_other)),
            "belongs to no seat of this game",
        ),
        (
            401,
            Some(&token),
            with("e", "join", json!(token)),
            "belongs to no seat of this game",
        ),
        (
            400,
            Some(&token),
            with("f", "join", json!("abc")),
            "64 hexadecimal digits",
        ),
        (
            400,
            Some(&token),
            with("g", "join", json!("")),
            "64 hexadecimal digits",
        ),
        (400, Some(&token), with("h", "join", json!(7)), "string"),
        (
            400,
            Some(&token),
            with("i", "resign", json!(of_seat)),
            "join or commit",
        ),
        (
            400,
            Some(&token),
            with("i", "65F", json!(of_seat)),
            "join or commit",
        ),
    ] {
        let (answered, refused) = post(&app, &path, bearer.map(String::as_str), &sent).await;
        assert_eq!(answered, status, "{sent} {refused}");
        let message = refused["error"]["message"].as_str().expect("a message");
        assert!(message.contains(says), "{sent} {message}");
        assert!(!refused.to_string().contains(&of_seat), "{refused}");
    }
    let mut sent = with("j", "join", json!(of_seat));
    sent["seat"] = json!("W");
    let (status, refused) = post(&app, &path, Some(&token), &sent).await;
    assert_eq!(status, 422, "{refused}");
    sent = with("k", "join", json!(of_seat));
    sent["name"] = json!("x".repeat(41));
    let (status, refused) = post(&app, &path, Some(&token), &sent).await;
    assert_eq!((status, &refused["error"]["field"]), (400, &json!("name")));
    // A person has joined: neither another program, nor one that repeats what they have sent, takes the seat.
    let (status, _) = post(&app, &path, Some(&of_seat), &action(1, "bob", "join")).await;
    assert_eq!(status, 200);
    let (status, refused) = post(
        &app,
        &path,
        Some(&token),
        &with("l", "join", json!(of_seat)),
    )
    .await;
    assert_eq!((status, &refused["result"]), (409, &json!("stale")));
    let mut late = with("l", "join", json!(of_seat));
    late["version"] = json!(2);
    let (status, refused) = post(&app, &path, Some(&token), &late).await;
    assert_eq!((status, &refused["result"]), (422, &json!("rejected")));
    post(
        &app,
        &path,
        Some(&token),
        &with("bob", "join", json!(of_seat)),
    )
    .await;
    let (status, refused) = post(&app, &path, Some(&token), &action(2, "m", "resign")).await;
    assert_eq!(status, 401, "{refused}");
    let seen: Value = app.server.get(&format!("/api/games/{id}")).await.json();
    assert_eq!(seen["seats"][1]["program"], json!(false));
}
