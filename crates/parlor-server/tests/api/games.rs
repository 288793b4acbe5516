//! Making games and looking at them.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

use axum::http::{Method, StatusCode};
use parlor_record::record::AnyRecord;
use parlor_server::api::read_action;
use serde_json::{Value, json};

use crate::support::{Table, TestApp};

#[tokio::test]
async fn a_game_is_made_with_a_token_and_an_address_for_each_person() {
    let app = TestApp::new();
    let made = app.server.post("/api/games").json(&json!({
        "game": "ludo", "rules": "classic", "limit": 100, "away_after_seconds": 60,
        "seats": [
            {"seat": "A", "kind": "human", "name": "Ann"},
            {"seat": "B", "kind": "invited"},
            {"seat": "C", "kind": "bot", "bot": "priority"},
        ],
    }));
    let made = made.await;
    made.assert_status(StatusCode::CREATED);
    let location = made.header("location");
    let made: Value = made.json();
    let id = made["id"].as_str().unwrap();
    assert_eq!(location, format!("/api/games/{id}"));
    assert_eq!(made["url"], format!("http://localhost/games/{id}"));
    assert_eq!(
        made["watch_url"],
        format!("http://localhost/games/{id}/watch")
    );
    let table = Table::of(&made);
    let invite = made["invite_url"].as_str().expect("somebody is invited");
    let code = invite.strip_prefix("http://localhost/j/").expect("a link");
    assert_eq!(code.len(), 15, "{code}");
    app.server
        .get(&format!("/j/{code}"))
        .await
        .assert_status_ok();
    assert_eq!(table.seats, ["A", "B"], "bots need no token");
    for (seat, token) in table.seats.iter().zip(&table.tokens) {
        let url = format!("http://localhost/games/{id}/seats/{seat}/{token}");
        assert!(made["seats"].to_string().contains(&url), "{made}");
    }
    let seen = app.view_for(&table, Some(&table.tokens[0])).await;
    assert_eq!(seen["status"], "waiting");
    assert_eq!(seen["you"], json!(["A"]));
    assert_eq!(seen["away_after_seconds"], 60);
    let seats = seen["seats"].as_array().unwrap();
    let facts: Vec<_> = seats
        .iter()
        .map(|seat| (&seat["name"], &seat["kind"], &seat["joined"], &seat["bot"]))
        .collect();
    assert_eq!(
        json!(facts),
        json!([
            ["Ann", "human", true, null],
            ["Player B", "human", false, null],
            ["Ledger", "bot", true, "priority"],
        ])
    );
}

#[tokio::test]
async fn a_game_whose_people_are_all_here_starts_at_once() {
    let app = TestApp::new();
    let table = app.ludo().await;
    let seen = app.view_for(&table, None).await;
    assert_eq!(seen["status"], "playing");
    assert_eq!(
        (&seen["to_act"], &seen["legal"]),
        (&json!("A"), &json!(["roll"]))
    );
    assert_eq!(seen["you"], json!([]));
    assert_eq!(seen["also"], json!([]), "a spectator may send nothing");
    for seat in seen["seats"].as_array().unwrap() {
        assert_eq!(seat["drawn_by"], "server");
        assert_eq!(seat["entropy"].as_str().map(str::len), Some(64));
    }
    let table = app.kuba().await;
    let seen = app.view_for(&table, Some(&table.tokens[1])).await;
    assert_eq!(seen["dice"], Value::Null);
    assert_eq!(seen["rules"], "classroom");
    assert_eq!(seen["legal"].as_array().map(Vec::len), Some(8));
    assert!(seen["also"].to_string().contains(r#""action":"resign""#));
}

#[tokio::test]
async fn a_game_has_the_members_that_the_documentation_shows() {
    const DOCUMENT: &str = include_str!("../../../../docs/formats/http.md");
    let example = DOCUMENT.split("## Reading a game").nth(1).unwrap();
    let example = example.split("```").nth(1).unwrap();
    let example: Value = serde_json::from_str(example.strip_prefix("json").unwrap()).unwrap();
    let app = TestApp::new();
    let table = app.kuba().await;
    let seen = app.view_for(&table, Some(&table.tokens[1])).await;
    let members = |value: &Value| -> BTreeSet<String> {
        value.as_object().unwrap().keys().cloned().collect()
    };
    assert_eq!(members(&seen), members(&example));
    assert_eq!(members(&seen["seats"][0]), members(&example["seats"][0]));
}

#[tokio::test]
async fn a_finished_game_says_how_it_ended_and_reveals_its_secret() {
    let app = TestApp::new();
    let table = app.ludo().await;
    app.play_on(&table, 3_000).await;
    let seen = app.view_for(&table, Some(&table.tokens[0])).await;
    assert_eq!(
        (&seen["status"], &seen["to_act"]),
        (&json!("over"), &Value::Null)
    );
    assert_eq!(seen["legal"], json!([]));
    assert_eq!(seen["result"]["ending"], "L-30");
    let winner = seen["result"]["places"][0][0].as_str().unwrap();
    assert_eq!(seen["result"]["returns"][winner], 1.0);
    assert_eq!(seen["dice"]["secret"].as_str().map(str::len), Some(64));
    assert_eq!(seen["also"], json!([{"seat": "A", "action": "rematch"}]));
}

/// Bodies with positions in which no game can begin.
fn positions_refused() -> Vec<Wrong> {
    let of = |game: &str, seats: &str, position: &str| {
        let seats = seats.chars().map(|seat| {
            let seat = seat.to_string();
            json!({"seat": seat, "kind": "human"})
        });
        let seats: Vec<Value> = seats.collect();
        json!({"game": game, "seats": seats, "position": position})
    };
    let wrong = |body: Value, field: &str, words| (body, 400, json!(field), words);
    let long = format!("A{}", "9".repeat(9_000));
    let mut other_rules = of("kuba", "WB", EMPTYING);
    other_rules["rules"] = json!("classroom");
    vec![
        wrong(of("ludo", "AC", ""), "position", "column 1"),
        wrong(of("ludo", "AC", &long), "position", "column"),
        wrong(
            of("kuba", "WB", "A20.H/C12.E A 6 -"),
            "position",
            "column 1",
        ),
        wrong(of("ludo", "AC", "AH.H/C12.E A 5b -"), "position", "(L-13)"),
        wrong(
            of("kuba", "WB", "wwwwwww/ww5/7/7/7/7/bb5 w0b0 w - c"),
            "position",
            "(K-1)",
        ),
        wrong(of("ludo", "AC", "AE.E/C12.E - - AC"), "position", "(L-30)"),
        wrong(
            of("ludo", "AB", "A20.H/C12.E A 6 -"),
            "seats",
            "play A, C; name exactly these",
        ),
        wrong(
            of("ludo", "CA", "A20.H/C12.E A 6 -"),
            "seats",
            "name A first",
        ),
        wrong(of("ludo", "AA", "A20.H/C12.E A 6 -"), "seats", "A, C"),
        wrong(of("kuba", "BW", EMPTYING), "seats", "name W first"),
        wrong(other_rules, "rules", "tournament rules"),
        (
            json!({"game": "ludo", "seats": [], "position": 6}),
            400,
            json!("position"),
            "expected a string",
        ),
    ]
}

/// Some pushes later in tournament rules.
const EMPTYING: &str = "ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - t";

#[tokio::test]
async fn a_game_begins_with_a_position_and_its_roll_in_hand() {
    let app = TestApp::new();
    let made = app.make(json!({
        "game": "ludo", "position": "A20.H/C12.E C 5 -",
        "seats": [{"seat": "C", "kind": "human"}, {"seat": "A", "kind": "human"}],
    }));
    let table = Table::of(&made.await);
    let seen = app.view_for(&table, None).await;
    assert_eq!(seen["position"], "A20.H/C12.E C 5 -");
    assert_eq!(
        (&seen["to_act"], &seen["legal"]),
        (&json!("C"), &json!(["C5p"]))
    );
    let events = app.server.get(&format!("/api/games/{}/events", table.id));
    let events: Value = events.await.json();
    assert_eq!(events[0]["position"], "A20.H/C12.E C 5 -");
}

/// A body, and the status, field and words that it is refused with.
type Wrong = (Value, u16, Value, &'static str);

#[tokio::test]
async fn a_wrong_body_is_refused_by_field_and_value() {
    let app = TestApp::new();
    let human = json!({"seat": "A", "kind": "human"});
    let with = |field: &str, value: Value| {
        let mut seat = human.clone();
        seat[field] = value;
        json!({"game": "ludo", "seats": [seat, {"seat": "C", "kind": "human"}]})
    };
    let opponent = json!({"seat": "C", "kind": "human"});
    let white = json!({"seat": "W", "kind": "human"});
    let wrong: Vec<Wrong> = vec![
        (json!([]), 400, Value::Null, "expected an object"),
        (
            json!(["ludo", null, []]),
            400,
            Value::Null,
            "expected an object",
        ),
        (
            json!({"game": "ludo", "seats": [["A", "human"]]}),
            400,
            json!("seats[0]"),
            "expected an object",
        ),
        (
            json!({"game": "chess", "seats": []}),
            400,
            json!("game"),
            "ludo and kuba",
        ),
        (
            json!({"game": 1, "seats": []}),
            400,
            json!("game"),
            "invalid type",
        ),
        (
            json!({"game": "ludo"}),
            400,
            Value::Null,
            "missing field `seats`",
        ),
        (
            json!({"game": "ludo", "seats": [human]}),
            400,
            json!("seats"),
            "2",
        ),
        (
            json!({"game": "ludo", "rules": "tournament", "seats": [human, human]}),
            400,
            json!("rules"),
            "classic",
        ),
        (
            with("kind", json!("robot")),
            400,
            json!("seats[0].kind"),
            "`human`",
        ),
        (
            with("color", json!("red")),
            400,
            json!("seats[0].color"),
            "unknown field",
        ),
        (
            with("seat", json!("AB")),
            400,
            json!("seats[0].seat"),
            "one letter",
        ),
        (
            with("seat", json!("X")),
            400,
            json!("seats[0].seat"),
            "A, B, C, D",
        ),
        (
            with("name", json!("x".repeat(41))),
            400,
            json!("seats[0].name"),
            "40",
        ),
        (
            with("name", json!("a\nb")),
            400,
            json!("seats[0].name"),
            "shown in a line",
        ),
        (
            with("bot", json!("priority")),
            400,
            json!("seats[0].bot"),
            "kind bot",
        ),
        (
            with("kind", json!("bot")),
            400,
            json!("seats[0].bot"),
            "which bot",
        ),
        (
            with("entropy", json!("now")),
            400,
            json!("seats[0].entropy"),
            "`later`",
        ),
        (
            json!({"game": "ludo", "limit": 0, "seats": []}),
            400,
            json!("limit"),
            "expected a whole number from 1",
        ),
        (
            json!({"game": "ludo", "away_after_seconds": 4, "seats": [human, opponent]}),
            400,
            json!("away_after_seconds"),
            "5 seconds",
        ),
        (
            json!({"game": "ludo", "away_after_seconds": -1, "seats": []}),
            400,
            json!("away_after_seconds"),
            "invalid value",
        ),
        (
            json!({"game": "ludo", "seats": [human, {"seat": "C", "kind": "bot", "bot": "deep"}]}),
            400,
            json!("seats[1].bot"),
            "priority",
        ),
        (
            json!({"game": "kuba", "seats": [
                {"seat": "W", "kind": "bot", "bot": "greedy"},
                {"seat": "B", "kind": "bot", "bot": "greedy"}]}),
            400,
            json!("seats"),
            "at least one seat is a human's",
        ),
        (
            json!({"game": "ludo", "seats":
            [human, {"seat": "C", "kind": "invited", "entropy": "later"}]}),
            400,
            json!("seats[1].entropy"),
            "kind human",
        ),
        (
            json!({"game": "kuba", "seats":
            [white, {"seat": "B", "kind": "human", "entropy": "later"}]}),
            400,
            json!("seats[1].entropy"),
            "nothing is rolled in kuba",
        ),
    ];
    let (wrong_positions, wrong) = (positions_refused(), wrong);
    for (body, status, field, words) in wrong.into_iter().chain(wrong_positions) {
        let answer = app.server.post("/api/games").json(&body).await;
        let error: Value = answer.json();
        let error = &error["error"];
        assert_eq!(answer.status_code(), status, "{body} {error}");
        assert_eq!(error["field"], field, "{body} {error}");
        let message = error["message"].as_str().unwrap();
        assert!(message.contains(words), "{body} {message}");
    }
    let seats = with("kind", json!("robot"));
    let answer = app.server.post("/api/games").json(&seats).await;
    assert_eq!(answer.json::<Value>()["error"]["value"], "robot");
    let answer = app
        .server
        .post("/api/games")
        .json(&json!({"game": "ludo", "seats": [human]}));
    assert_eq!(answer.await.json::<Value>()["error"]["rule"], "L-1");
}

#[tokio::test]
async fn a_body_that_is_not_json_says_so() {
    let app = TestApp::new();
    let post = |text: &'static str, kind: &'static str| {
        app.server.post("/api/games").text(text).content_type(kind)
    };
    post("{", "application/json")
        .await
        .assert_status(StatusCode::BAD_REQUEST);
    post("{} {}", "application/json")
        .await
        .assert_status(StatusCode::BAD_REQUEST);
    post("{}", "text/plain")
        .await
        .assert_status(StatusCode::UNSUPPORTED_MEDIA_TYPE);
    post("{}", "")
        .await
        .assert_status(StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let json = post("{}", "Application/JSON; charset=utf-8").await;
    assert!(json.text().contains("missing field"), "it is read");
}

#[tokio::test]
async fn a_body_of_more_than_16_kib_is_refused() {
    let app = TestApp::new();
    let name = "x".repeat(16 * 1024);
    let answer = app
        .server
        .post("/api/games")
        .json(&json!({"game": name}))
        .await;
    answer.assert_status(StatusCode::PAYLOAD_TOO_LARGE);
    assert!(answer.text().contains("16384"), "{}", answer.text());
}

#[tokio::test]
async fn who_has_too_many_games_is_asked_to_end_one() {
    let settings = parlor_service::service::Settings {
        most_games: 1,
        ..Default::default()
    };
    let app = TestApp::with(parlor_server::app::Site::default(), settings);
    let table = app.kuba().await;
    // Whoever has only made it would make room.
    app.view_for(&table, Some(&table.tokens[0])).await;
    let seats = json!([{"seat": "W", "kind": "human"}, {"seat": "B", "kind": "human"}]);
    let game = json!({"game": "kuba", "seats": seats});
    let answer = app.server.post("/api/games").json(&game).await;
    answer.assert_status(StatusCode::TOO_MANY_REQUESTS);
    answer.assert_header("retry-after", "60");
}

#[tokio::test]
async fn what_is_not_there_is_not_found_in_json() {
    let app = TestApp::new();
    for path in [
        "/api",
        "/api/nothing",
        "/api/games/2345678923456789",
        "/api/games/no-such-name",
        "/api/games/%ff",
        "/api/games/2345678923456789/events",
        "/api/games/2345678923456789/record",
        "/api/games/2345678923456789/record.json",
        "/api/games/2345678923456789/socket",
    ] {
        let answer = app.server.get(path).await;
        answer.assert_status(StatusCode::NOT_FOUND);
        let error: Value = answer.json();
        assert!(error["error"]["message"].is_string(), "{path} {error}");
    }
    let table = app.kuba().await;
    let path = format!("/api/games/{}", table.id);
    let answer = app.server.method(Method::DELETE, &path).await;
    answer.assert_status(StatusCode::METHOD_NOT_ALLOWED);
    answer.assert_header("allow", "GET,HEAD");
    assert!(answer.json::<Value>()["error"]["message"].is_string());
}

#[tokio::test]
async fn a_game_is_sent_again_only_when_it_has_changed() {
    let app = TestApp::new();
    let table = app.kuba().await;
    let path = format!("/api/games/{}", table.id);
    let first = app.server.get(&path).await;
    let tag = first.header("etag");
    let version = env!("CARGO_PKG_VERSION");
    assert!(
        tag.to_str().unwrap().contains(version),
        "another program may show it otherwise: {tag:?}"
    );
    first.assert_header("cache-control", "private, no-cache");
    let again = app
        .server
        .get(&path)
        .add_header("if-none-match", tag.clone());
    let again = again.await;
    again.assert_status(StatusCode::NOT_MODIFIED);
    again.assert_header("cache-control", "private, no-cache");
    let mine = app
        .server
        .get(&path)
        .add_header("if-none-match", tag.clone());
    let mine = mine.authorization_bearer(&table.tokens[0]).await;
    mine.assert_status_ok();
    app.play_on(&table, 1).await;
    let later = app.server.get(&path).add_header("if-none-match", tag);
    later.await.assert_status_ok();
    let nonsense = app
        .server
        .get(&path)
        .add_header("if-none-match", "nonsense");
    nonsense.await.assert_status_ok();
}

#[tokio::test]
async fn a_long_game_is_reported_page_by_page() {
    let app = TestApp::new();
    let id = app.long_kuba(2_500).await;
    let path = format!("/api/games/{id}/events");
    for (query, pages) in [
        ("", &[1_000, 1_000, 500][..]),
        ("?limit=1000&after=600", &[1_000, 900]),
        ("?limit=999&after=502", &[999, 999]),
        ("?after=2436&limit=64", &[64]),
        ("?after=2435&limit=65", &[65]),
        ("?limit=1&after=2498", &[1, 1]),
        ("?after=2500", &[0]),
        ("?after=18446744073709551615", &[0]),
    ] {
        let mut next = Some(format!("{path}{query}"));
        let mut versions = Vec::new();
        for &expected in pages {
            let asked = next.take().expect("there is another page");
            let answer = app.server.get(&asked).await;
            assert_eq!(answer.header("content-type"), "application/json");
            let page: Vec<Value> = answer.json();
            assert_eq!(page.len(), expected, "{asked}");
            versions.extend(page.iter().map(|event| event["version"].as_u64().unwrap()));
            next = answer.maybe_header("link").map(|link| {
                let link = link.to_str().expect("a text");
                let rest = link.strip_prefix('<').expect("an address");
                let next = rest.strip_suffix(">; rel=\"next\"").expect("the next page");
                next.to_owned()
            });
        }
        assert_eq!(next, None, "{query}");
        let first = versions.first().copied().unwrap_or(2_501);
        assert_eq!(versions, (first..=2_500).collect::<Vec<_>>(), "{query}");
    }
    for limit in ["0", "1001", "-1", "x", "", "1.5", "99999999999999999999"] {
        let answer = app.server.get(&format!("{path}?limit={limit}")).await;
        answer.assert_status(StatusCode::BAD_REQUEST);
        let error = &answer.json::<Value>()["error"];
        assert_eq!(error["field"], "limit", "{error}");
        assert_eq!(error["value"], limit, "{error}");
    }
}

#[tokio::test]
async fn many_events_are_compressed_to_their_end() {
    let app = TestApp::new();
    let table = app.ludo().await;
    app.play_on(&table, 300).await;
    let path = format!("/api/games/{}/events", table.id);
    for coding in ["gzip", "br"] {
        let answer = app.server.get(&path).add_header("Accept-Encoding", coding);
        let answer = answer.await;
        assert_eq!(answer.status_code(), 200);
        assert_eq!(answer.header("content-encoding"), coding);
        assert!(
            answer.as_bytes().len() > 1_000,
            "{}",
            answer.as_bytes().len()
        );
    }
}

#[tokio::test]
async fn a_long_game_that_many_ask_for_at_once_is_read_once() {
    let app = TestApp::new();
    let id = app.long_kuba(300).await.parse().expect("a name");
    let asked = (0..50).map(|_| app.service.game(&id));
    let found = futures_util::future::join_all(asked).await;
    assert!(found.iter().all(|found| matches!(found, Ok(Some(_)))));
    assert_eq!(app.store.logs_read.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn events_are_reported_after_any_version() {
    let app = TestApp::new();
    let table = app.kuba().await;
    app.play_on(&table, 5).await;
    let path = format!("/api/games/{}/events", table.id);
    let all: Vec<Value> = app.server.get(&path).await.json();
    let versions = all.iter().map(|event| event["version"].as_u64().unwrap());
    assert_eq!(versions.collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    assert_eq!(
        (&all[0]["seat"], &all[0]["action"]),
        (&Value::Null, &json!("create"))
    );
    assert_eq!(
        (&all[1]["seat"], &all[1]["action_id"]),
        (&json!("W"), &json!("1-0"))
    );
    assert!(
        all[1]["position"].as_str().unwrap().ends_with(" c"),
        "{}",
        all[1]
    );
    for after in 0..=7 {
        let some: Vec<Value> = app
            .server
            .get(&format!("{path}?after={after}"))
            .await
            .json();
        assert_eq!(some, all[all.len().min(after)..], "after {after}");
    }
    for query in [
        "after=x",
        "after=-1",
        "after=",
        "before=3",
        "after=1&after=2",
    ] {
        let answer = app.server.get(&format!("{path}?{query}")).await;
        answer.assert_status(StatusCode::BAD_REQUEST);
    }
}

#[tokio::test]
async fn records_can_be_read_back_in_both_forms() {
    let app = TestApp::new();
    for table in [app.kuba().await, app.ludo().await] {
        app.play_on(&table, 20).await;
        let path = format!("/api/games/{}/record", table.id);
        let text = app.server.get(&path).await;
        text.assert_header("content-type", "text/plain; charset=utf-8");
        let json = app.server.get(&format!("{path}.json")).await;
        json.assert_header("content-type", "application/json");
        let read = |text: &str| AnyRecord::read(text).expect("a record");
        assert_eq!(read(&text.text()), read(&json.text()));
    }
}

#[tokio::test]
async fn the_document_describes_every_way_in() {
    let app = TestApp::new();
    let document: Value = app.server.get("/api/openapi.json").await.json();
    let paths = document["paths"].as_object().unwrap();
    let known: Vec<&str> = paths.keys().map(String::as_str).collect();
    assert_eq!(
        known,
        [
            "/api/games",
            "/api/games/{id}",
            "/api/games/{id}/actions",
            "/api/games/{id}/analysis",
            "/api/games/{id}/events",
            "/api/games/{id}/log",
            "/api/games/{id}/phrases",
            "/api/games/{id}/receipt",
            "/api/games/{id}/record",
            "/api/games/{id}/record.json",
            "/api/games/{id}/socket",
            "/api/key",
            "/api/lobby",
            "/api/lobby/challenges",
            "/api/lobby/challenges/{id}",
            "/api/lobby/challenges/{id}/accept",
            "/api/lobby/reports",
            "/api/openapi.json",
            "/api/programs",
            "/api/programs/games",
        ]
    );
    for (path, item) in paths {
        for (method, operation) in item.as_object().unwrap() {
            let responses = operation["responses"].as_object().unwrap();
            for status in ["400", "403", "405", "413", "421", "429", "500", "503"] {
                let schema = &responses[status]["content"]["application/json"]["schema"]["$ref"];
                assert_eq!(
                    schema, "#/components/schemas/ErrorBody",
                    "{method} {path} {status}"
                );
            }
            for (status, header) in [
                ("405", "Allow"),
                ("429", "Retry-After"),
                ("503", "Retry-After"),
            ] {
                let header = &responses[status]["headers"][header];
                assert!(header["schema"].is_object(), "{method} {path} {status}");
            }
            assert!(operation["summary"].is_string(), "{method} {path}");
        }
    }
    let create = &document["paths"]["/api/games"]["post"];
    assert_eq!(
        create["security"],
        json!([{}, {"browser": []}, {"program": []}])
    );
    let act = &document["paths"]["/api/games/{id}/actions"]["post"];
    let examples = &act["requestBody"]["content"]["application/json"]["examples"];
    for example in examples.as_object().expect("examples").values() {
        let body = example["value"].to_string();
        assert!(read_action(body.as_bytes()).is_ok(), "{body}");
    }
    // Every schema that is named is there.
    let text = document.to_string();
    let named: BTreeSet<&str> = text
        .split("\"#/components/schemas/")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    for name in named {
        assert!(
            document["components"]["schemas"][name].is_object(),
            "{name}"
        );
    }
}
