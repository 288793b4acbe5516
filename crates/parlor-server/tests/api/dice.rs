//! Bytes for the dice, committed to and revealed by programs.

use parlor_dice::{Bytes32, Scheme};
use parlor_record::record::AnyRecord;
use parlor_service::store::shared::Epoch;
use parlor_service::store::{Append, Appended, Store as _};
use parlor_table::log::LogEntry;
use serde_json::{Value, json};

use crate::support::{Table, TestApp, action, commitment};

/// A game of Ludo in which A commits later, and C is invited.
async fn waiting(app: &TestApp) -> Table {
    let made = app.make(json!({"game": "ludo", "seats": [
        {"seat": "A", "kind": "human", "entropy": "later"},
        {"seat": "C", "kind": "invited"},
    ]}));
    Table::of(&made.await)
}

/// The message with which A's bytes are refused, after this commitment, when C has joined.
async fn refusal(app: &TestApp, table: &Table, commitment: &str, bytes: &[u8]) -> String {
    let commit = action(1, "commit", &format!("commit:{commitment}"));
    assert_eq!(app.act(table, 0, &commit).await.0, 200);
    assert_eq!(app.act(table, 1, &action(2, "join", "join")).await.0, 200);
    let reveal = action(3, "reveal", &format!("reveal:{}", hex::encode(bytes)));
    let (status, answer) = app.act(table, 0, &reveal).await;
    assert_eq!((status, &answer["result"]), (422, &json!("rejected")));
    assert_eq!(app.view_for(table, None).await["status"], "waiting");
    answer["message"].as_str().expect("a message").to_owned()
}

#[tokio::test]
async fn a_commitment_in_the_body_of_a_new_game_is_refused_with_what_to_send_instead() {
    let app = TestApp::new();
    let digits = Bytes32::sha_256(b"words").to_string();
    for (kind, given) in [
        ("human", json!(digits)),
        ("invited", json!(digits)),
        ("human", json!(7)),
        ("human", json!(["x"])),
    ] {
        let body = json!({"game": "ludo", "seats": [
            {"seat": "A", "kind": "human"},
            {"seat": "C", "kind": kind, "commitment": given},
        ]});
        let answer = app.server.post("/api/games").json(&body).await;
        assert_eq!(answer.status_code(), 400, "{body}");
        let error = &answer.json::<Value>()["error"];
        assert_eq!(error["field"], "seats[1].commitment");
        assert_eq!(error["value"], given);
        let message = error["message"].as_str().expect("a message");
        assert!(message.contains(r#""entropy": "later""#), "{message}");
    }
}

#[tokio::test]
async fn a_commitment_of_another_seat_or_game_cannot_be_revealed() {
    let app = TestApp::new();
    let other = waiting(&app).await.id;
    for seat_and_game in [('C', None), ('A', Some(&*other))] {
        let table = waiting(&app).await;
        let (seat, game) = seat_and_game;
        let copied = commitment(game.unwrap_or(&table.id), seat, b"words");
        let message = refusal(&app, &table, &copied, b"words").await;
        let own = commitment(&table.id, 'A', b"words");
        assert!(message.contains(&own), "{message}");
        assert!(message.contains(&copied), "{message}");
    }
    // As version 1 had them.
    let table = waiting(&app).await;
    let plain = Bytes32::sha_256(b"words").to_string();
    refusal(&app, &table, &plain, b"words").await;
}

#[tokio::test]
async fn a_reveal_without_the_salt_that_was_committed_to_is_refused() {
    let app = TestApp::new();
    let table = waiting(&app).await;
    let salted = [&b"cat"[..], &[7; 16]].concat();
    let committed = commitment(&table.id, 'A', &salted);
    refusal(&app, &table, &committed, b"cat").await;
    let reveal = action(3, "all", &format!("reveal:{}", hex::encode(&salted)));
    assert_eq!(app.act(&table, 0, &reveal).await.0, 200);
    // The bytes of a program are its own, so none of them is a salt.
    let seat = &app.view_for(&table, None).await["seats"][0];
    assert_eq!(seat["entropy"], hex::encode(&salted));
    assert_eq!(seat["salt"], Value::Null);
}

#[tokio::test]
async fn who_commits_to_bytes_reveals_them_when_all_are_in() {
    let app = TestApp::new();
    let made = app.make(json!({"game": "ludo", "seats": [
        {"seat": "A", "kind": "human", "entropy": "later"},
        {"seat": "B", "kind": "human", "entropy": "later"},
        {"seat": "C", "kind": "invited"},
    ]}));
    let table = Table::of(&made.await);
    let steps = [
        (
            0,
            format!("commit:{}", commitment(&table.id, 'A', &[7; 32])),
            200,
        ),
        (0, format!("reveal:{}", "07".repeat(32)), 422),
        (
            1,
            format!("commit:{}", commitment(&table.id, 'B', b"later")),
            200,
        ),
        (2, "join".to_owned(), 200),
        (0, format!("reveal:{}", "08".repeat(32)), 422),
        (0, format!("reveal:{}", "07".repeat(32)), 200),
        (1, "reveal:6c61746572".to_owned(), 200),
        (0, "roll".to_owned(), 200),
    ];
    let mut version = 1;
    for (step, (seat, word, expected)) in steps.into_iter().enumerate() {
        let seen = app.view_for(&table, Some(&table.tokens[seat])).await;
        let is_offered = seen["also"].to_string().contains(r#""reveal:""#);
        // From when all are in until the right bytes are there.
        let is_due = word.starts_with("reveal:") && step > 3;
        assert_eq!(is_offered, is_due, "{word} {seen}");
        let sent = action(version, &step.to_string(), &word);
        let (status, answer) = app.act(&table, seat, &sent).await;
        assert_eq!(status, expected, "{word} {answer}");
        version = answer["version"].as_u64().unwrap_or(version);
    }
    let seen = app.view_for(&table, None).await;
    assert_eq!(seen["dice"]["scheme"], Scheme::V2.as_str());
    let seats = seen["seats"].as_array().expect("seats");
    let drawn: Vec<_> = seats.iter().map(|seat| &seat["drawn_by"]).collect();
    assert_eq!(json!(drawn), json!(["player", "player", "server"]));
    let by_server = hex::decode(seats[2]["entropy"].as_str().expect("digits"));
    let by_server = by_server.expect("bytes");
    let committed = commitment(&table.id, 'C', &by_server);
    assert_eq!(
        (by_server.len(), &seats[2]["commitment"]),
        (32, &json!(committed))
    );
    let record = app.server.get(&format!("/api/games/{}/record", table.id));
    let record = AnyRecord::read(&record.await.text()).expect("a record");
    assert!(record.verify_dice().is_err(), "the secret is to come");
}

/// Restores a game, as if nobody had seen anything since the backup.
async fn restore(app: &TestApp, table: &Table) {
    let id = table.id.parse().expect("a name");
    let handle = app.service.game(&id).await.expect("the store works");
    let handle = handle.expect("it is there");
    let entry = {
        let state = handle.table();
        let seats = state.redrawn().expect("it can go on");
        let drawn = seats.into_iter().map(|seat| (seat, vec![9; 32]));
        let event = state.restored(drawn.collect());
        state.sealed(LogEntry {
            version: state.version() + 1,
            at: state.touched(),
            idempotency_key: None,
            event,
            head: None,
        })
    };
    let version = entry.version;
    let append = Append {
        game: id,
        entry,
        ends: false,
        epoch: Epoch::default(),
    };
    let appended = app.store.append(append).await.expect("the store works");
    assert_eq!(appended, Appended::Done);
    // Whoever has seen more than the server has it read the log.
    let (status, answer) = app
        .act(table, 0, &action(version, "behind", "ask-draw"))
        .await;
    assert_eq!(status, 422, "{answer}");
}

#[tokio::test]
async fn programs_commit_and_reveal_anew_after_a_game_was_restored() {
    let app = TestApp::new();
    let table = waiting(&app).await;
    let commit = |bytes: &[u8]| format!("commit:{}", commitment(&table.id, 'A', bytes));
    let reveal = |bytes: &[u8]| format!("reveal:{}", hex::encode(bytes));
    let send = async |seat: usize, word: &str| {
        let version = app.view_for(&table, None).await["version"].clone();
        let key = format!("{version}-{}", word.len());
        let version = version.as_u64().expect("a number");
        app.act(&table, seat, &action(version, &key, word)).await
    };
    assert_eq!(send(0, &commit(b"words")).await.0, 200);
    assert_eq!(send(1, "join").await.0, 200);
    assert_eq!(send(0, &reveal(b"words")).await.0, 200);
    app.play_on(&table, 6).await;
    let before = app.view_for(&table, None).await;
    assert_eq!(before["dice"]["epoch"], 0);
    assert_eq!(before["dice"]["agreeing"], false);
    restore(&app, &table).await;
    let view = app.view_for(&table, Some(&table.tokens[0])).await;
    assert_eq!(view["status"], "playing");
    assert_eq!(
        (&view["to_act"], &view["legal"]),
        (&Value::Null, &json!([]))
    );
    assert_eq!(view["position"], before["position"]);
    assert_eq!(view["dice"]["agreeing"], true);
    let owes = |view: &Value| [0, 1].map(|seat| view["seats"][seat]["owes_commitment"].clone());
    assert_eq!(owes(&view), [json!(true), json!(false)]);
    assert_eq!(view["seats"][0]["commitment"], Value::Null);
    assert_eq!(view["seats"][1]["drawn_by"], "server");
    assert_eq!(view["seats"][1]["entropy"], Value::Null);
    let also = view["also"].as_array().expect("a list");
    assert!(
        also.contains(&json!({"seat": "A", "action": "join"})),
        "{also:?}"
    );
    let (status, answer) = send(0, "roll").await;
    assert_eq!((status, &answer["result"]), (422, &json!("rejected")));
    let message = answer["message"].as_str().expect("a message");
    assert!(message.contains("waits for seat A"), "{message}");
    let (status, answer) = send(0, &commit(b"words")).await;
    assert_eq!(status, 422);
    let message = answer["message"].as_str().expect("a message");
    assert!(message.contains("before in this game"), "{message}");
    assert_eq!(send(0, &commit(b"other")).await.0, 200);
    assert_eq!(send(0, &reveal(b"wrong")).await.0, 422);
    assert_eq!(send(0, &reveal(b"other")).await.0, 200);
    let view = loop {
        let view = app.view_for(&table, None).await;
        if view["dice"]["agreeing"] == false {
            break view;
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(view["dice"]["epoch"], 1);
    assert!(view["to_act"].is_string(), "{view}");
    assert_eq!(view["seats"][0]["entropy"], hex::encode(b"other"));
    assert_eq!(view["seats"][1]["entropy"], hex::encode([9; 32]));
    app.play_on(&table, 20).await;
    assert_eq!(send(0, "resign").await.0, 200);
    let record = app.server.get(&format!("/api/games/{}/record", table.id));
    let record = AnyRecord::read(&record.await.text()).expect("a record");
    assert!(record.verify_dice().expect("its own rolls").rolls > 0);
}
