//! A spectator is told nothing that is secret.

use parlor_dice::Bytes32;
use serde_json::json;

use crate::support::{Table, TestApp, action, commitment};

/// Everything that a spectator can read of a game, in one text.
async fn told(app: &TestApp, table: &Table) -> String {
    let path = format!("/api/games/{}", table.id);
    let mut told = String::new();
    for part in ["", "/events", "/record", "/record.json"] {
        let answer = app.server.get(&format!("{path}{part}")).await;
        answer.assert_status_ok();
        told += &answer.text();
    }
    told
}

#[tokio::test]
async fn a_spectator_never_reads_a_secret() {
    let app = TestApp::new();
    let mine = Bytes32::sha_256(b"mine");
    let made = app.make(json!({"game": "ludo", "seats": [
        {"seat": "A", "kind": "human", "entropy": "later"},
        {"seat": "B", "kind": "human"},
        {"seat": "C", "kind": "invited"},
    ]}));
    let table = Table::of(&made.await);
    let word = format!("commit:{}", commitment(&table.id, 'A', &mine.0));
    app.act(&table, 0, &action(1, "commit", &word)).await;
    let mut seen_of_all = Vec::new();
    let mut watch = async |secrets: &[String]| {
        let told = told(&app, &table).await;
        for secret in table.tokens.iter().chain(secrets) {
            assert!(!told.contains(secret), "{secret} is told: {told}");
        }
        seen_of_all.push(told);
    };
    // The bytes of A are A's alone, and those of B and C are kept.
    watch(&[mine.to_string()]).await;
    let (_, answer) = app.act(&table, 2, &action(2, "join", "join")).await;
    assert_eq!(answer["version"], 3);
    watch(&[mine.to_string()]).await;
    let word = format!("reveal:{mine}");
    app.act(&table, 0, &action(3, "reveal", &word)).await;
    watch(&[]).await;
    app.play_on(&table, 200).await;
    watch(&[]).await;
    let seen = app.view_for(&table, None).await;
    assert_eq!(seen["status"], "playing");
    let kept: Vec<&str> = seen["seats"].as_array().unwrap()[1..]
        .iter()
        .map(|seat| seat["entropy"].as_str().expect("it is revealed"))
        .collect();
    for (seat, word) in [(0, "resign"), (1, "resign"), (2, "abandon")] {
        insist(&app, &table, seat, word).await;
    }
    let end = app.view_for(&table, None).await;
    let secret = end["dice"]["secret"].as_str().expect("it is revealed");
    for (moment, told) in seen_of_all.iter().enumerate() {
        assert!(
            !told.contains(secret),
            "the server's secret is told at {moment}"
        );
        for kept in &kept {
            let is_told = told.contains(kept);
            assert_eq!(
                is_told,
                2 <= moment,
                "{kept} is told when all are in: {moment}"
            );
        }
    }
}

/// Does something, however often a bot is faster.
async fn insist(app: &TestApp, table: &Table, seat: usize, word: &str) {
    for attempt in 0..100 {
        let version = app.view_for(table, None).await["version"].clone();
        let version = version.as_u64().expect("a number");
        let sent = action(version, &format!("{word}-{seat}-{attempt}"), word);
        let (status, answer) = app.act(table, seat, &sent).await;
        match status {
            200 => return,
            409 => {}
            _ => panic!("{word} {answer}"),
        }
    }
    panic!("the bots are always faster");
}
