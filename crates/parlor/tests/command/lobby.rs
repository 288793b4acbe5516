//! The commands for who keeps a lobby, with a server that runs and without one.

use std::process::Output;

use parlor_service::store::Store as _;
use parlor_service::store::moderation::{FoldedName, ModerationWrite};
use parlor_service::store::sqlite::SqliteStore;
use parlor_table::timestamp::Timestamp;
use serde_json::{Value, json};

use super::serving::{Folder, Serving, TABLE, serve};
use super::{run, text, told, wrong};

fn lobby(data: &Folder, words: &[&str]) -> Output {
    let place = data.0.to_str().expect("a name in UTF-8");
    run(&[&["lobby"], words, &["--data", place]].concat(), "")
}

/// The file of a server that has had three reports of one name and one of another.
fn with_reports(data: &Folder) {
    let file = data.0.join("games.sqlite");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let store = SqliteStore::open(&file).await.expect("a new file");
        for (name, by) in [("Rude", 1), ("Rude", 2), ("Rude", 3), ("Ann\u{e9}", 1)] {
            let report = ModerationWrite::Report {
                name: FoldedName::of(name),
                by: format!("198.51.{by}.0/24").parse().expect("a network"),
                at: Timestamp(1_800_000_000_000),
            };
            let done = store.moderation().moderate(report).await;
            done.expect("it is kept");
        }
        store.close().await.expect("it closes");
    });
}

#[test]
fn a_keeper_reads_reports_and_decides() {
    let data = Folder::new("reports");
    with_reports(&data);
    assert_eq!(
        told(&lobby(&data, &["reports"])),
        "state        reports  last (UTC)        name\n\
         hidden             3  2027-01-15 08:00  rude\n\
         shown              1  2027-01-15 08:00  ann\u{e9}\n"
    );
    let said = told(&lobby(&data, &["allow", "RUDE"]));
    assert_eq!(
        said,
        "The name rude is shown from now on, whoever reports it.\n"
    );
    let said = told(&lobby(&data, &["allow", "Rude"]));
    assert_eq!(said, "The name rude was allowed already.\n");
    let said = told(&lobby(&data, &["hide", "Some Body"]));
    assert_eq!(said, "The name some body is hidden from now on.\n");
    let listed = told(&lobby(&data, &["reports", "--json"]));
    let listed: Vec<Value> = listed
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let last = 1_800_000_000_000_u64;
    assert_eq!(
        listed,
        [
            json!({"name": "rude", "reports": 3, "last": last, "decision": "shown", "hidden": false}),
            json!({"name": "ann\u{e9}", "reports": 1, "last": last, "decision": null, "hidden": false}),
            json!({"name": "some body", "reports": 0, "last": null, "decision": "hidden", "hidden": true}),
        ]
    );
    for name in ["", " ", "\u{202e}x", &*"x".repeat(41)] {
        for command in ["hide", "forget"] {
            let (code, said) = wrong(&lobby(&data, &[command, name]));
            assert_eq!(code, Some(2), "{said}");
            assert!(said.contains("a name has 1 to 40 characters"), "{said}");
        }
    }
}

#[test]
fn a_keeper_takes_back_what_was_decided() {
    let data = Folder::new("forget");
    with_reports(&data);
    for (command, name) in [("allow", "rude"), ("hide", "Some Body"), ("hide", "eve")] {
        told(&lobby(&data, &[command, name]));
    }
    let said = told(&lobby(&data, &["forget", "Rude", "SOME body", "rude"]));
    assert_eq!(
        said,
        "What you decided about the name rude is forgotten: reports count again.\n\
         What you decided about the name some body is forgotten: reports count again.\n"
    );
    // One about which nothing is decided is named, and the others are done.
    let again = lobby(&data, &["forget", "rude", "nobody at all", "eve"]);
    assert!(text(&again.stdout).contains("the name eve is forgotten"));
    let (code, said) = wrong(&again);
    assert_eq!(code, Some(1));
    assert_eq!(
        said,
        "parlor: nothing is decided about the name rude; `parlor lobby reports` shows what is\n\
         parlor: nothing is decided about the name nobody at all; `parlor lobby reports` shows \
         what is\n"
    );
    let listed = told(&lobby(&data, &["reports"]));
    let states: Vec<_> = listed
        .lines()
        .skip(1)
        .map(|line| line.split_whitespace().collect::<Vec<_>>())
        .map(|words| (words[0], words[words.len() - 1]))
        .collect();
    assert_eq!(states, [("hidden", "rude"), ("shown", "ann\u{e9}")]);
    let (code, said) = wrong(&lobby(&data, &["forget"]));
    assert_eq!(code, Some(2));
    assert!(said.contains("<NAME>"), "{said}");
}

#[test]
fn what_a_keeper_has_decided_is_copied_with_the_games() {
    let (data, to) = (Folder::new("kept"), Folder::new("kept-to"));
    with_reports(&data);
    told(&lobby(&data, &["hide", "Some Body"]));
    told(&lobby(&data, &["block", "192.0.2.0/24"]));
    let copy = || {
        let [from, to] = [&data, &to].map(|folder| folder.0.to_str().expect("a name in UTF-8"));
        run(&["games", "copy", "--data", from, to], "")
    };
    let said = told(&copy());
    let last = "Of the lobby: 3 names and 1 block copied, and compared.\n";
    assert!(said.ends_with(last), "{said}");
    for list in ["reports", "blocks"] {
        let words = [list, "--json"];
        assert_eq!(told(&lobby(&to, &words)), told(&lobby(&data, &words)));
    }
    let said = told(&copy());
    let last = "Of the lobby: 3 names and 1 block found there already, and compared.\n";
    assert!(said.ends_with(last), "{said}");
    told(&lobby(&to, &["allow", "rude"]));
    told(&lobby(&to, &["unblock", "192.0.2.0/24"]));
    let again = copy();
    let last = "Of the lobby: 0 names and 1 block copied, 2 names and 0 blocks found there \
                already, and compared.\n";
    assert!(
        text(&again.stdout).ends_with(last),
        "{}",
        text(&again.stdout)
    );
    let (code, said) = wrong(&again);
    assert_eq!(code, Some(1));
    assert_eq!(
        said,
        "parlor: the name rude: something else is decided about it there\n\
         parlor: 1 name or network of the lobby is not copied; `parlor lobby` decides about them \
         in the place where they are wrong\n"
    );
    let listed = told(&lobby(&to, &["reports"]));
    assert!(listed.contains("kept shown"), "{listed}");
}

#[test]
fn a_list_without_anything_says_so() {
    let data = Folder::new("nothing");
    let file = data.0.join("games.sqlite");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let store = SqliteStore::open(&file).await.expect("a new file");
        store.close().await.expect("it closes");
    });
    for (list, says) in [
        ("reports", "No name was reported or decided on.\n"),
        ("blocks", "No network is blocked.\n"),
    ] {
        let listed = lobby(&data, &[list]);
        assert_eq!(told(&listed), "", "a program reads no line");
        assert_eq!(text(&listed.stderr), says);
        let listed = lobby(&data, &[list, "--json"]);
        assert_eq!((told(&listed), text(&listed.stderr)), (String::new(), ""));
    }
}

#[test]
fn networks_are_blocked_and_what_is_none_is_refused() {
    let data = Folder::new("blocks");
    with_reports(&data);
    assert_eq!(told(&lobby(&data, &["blocks"])), "");
    let said = told(&lobby(&data, &["block", "192.0.2.0/24", "--days", "30"]));
    assert!(said.starts_with("192.0.2.0/24 is blocked until "), "{said}");
    told(&lobby(&data, &["block", "2001:db8::9"]));
    let listed = told(&lobby(&data, &["blocks"]));
    let networks: Vec<&str> = listed
        .lines()
        .filter_map(|line| line.split_whitespace().last())
        .collect();
    let expected = ["network", "192.0.2.0/24", "2001:db8::/64"];
    assert_eq!(networks, expected, "{listed}");
    assert!(
        listed.starts_with("until (UTC)       network\n"),
        "{listed}"
    );
    let listed = told(&lobby(&data, &["blocks", "--json"]));
    let first: Value = serde_json::from_str(listed.lines().next().expect("a line")).expect("JSON");
    assert_eq!(first["network"], "192.0.2.0/24");
    let said = told(&lobby(&data, &["unblock", "2001:db8::/64"]));
    assert_eq!(said, "2001:db8::/64 is no longer blocked.\n");
    let (code, said) = wrong(&lobby(&data, &["unblock", "2001:db8::/64"]));
    assert_eq!(code, Some(1));
    assert!(
        said.contains("2001:db8::/64 is not blocked; `parlor lobby blocks`"),
        "{said}"
    );
    for (network, says) in [
        (
            "example.org",
            "such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/48",
        ),
        ("0.0.0.0/0", "has 0 bits; a network of clients has 8 to 32"),
        ("192.0.2.7/24", "that network is 192.0.2.0/24"),
    ] {
        let (code, said) = wrong(&lobby(&data, &["block", network]));
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(says), "{said}");
    }
    for days in ["0", "3651", "-1", "x"] {
        let (code, said) = wrong(&lobby(&data, &["block", "192.0.2.7", "--days", days]));
        assert_eq!(code, Some(2), "{said}");
        let words = format!("'{days}' for '--days <N>': expected a whole number from 1 to 3650");
        assert!(said.contains(&words), "{said}");
    }
    let nothing = Folder::new("no-lobby");
    let (code, said) = wrong(&lobby(&nothing, &["block", "192.0.2.7"]));
    assert_eq!(code, Some(1));
    assert!(said.contains("no games are kept in"), "{said}");
}

/// The server writes, and does at once as it was told.
#[test]
fn a_server_that_runs_does_as_it_is_told() {
    let data = Folder::new("told");
    let mut command = serve();
    let command = command.args(["--listen", "127.0.0.1:0", "--data"]);
    let server = Serving::start(command.arg(&data.0));
    assert_eq!(server.ask("POST /api/games", TABLE).0, 201);
    told(&lobby(&data, &["block", "127.0.0.0/8"]));
    let (status, answer) = server.ask("POST /api/games", TABLE);
    assert_eq!(status, 403, "{answer}");
    assert!(
        answer.contains("the keeper of this server has blocked 127.0.0.0/8"),
        "{answer}"
    );
    assert_eq!(server.ask("GET /api/lobby", "").0, 200);
    assert!(told(&lobby(&data, &["blocks"])).contains("127.0.0.0/8"));
    told(&lobby(&data, &["unblock", "127.0.0.0/8"]));
    assert_eq!(server.ask("POST /api/games", TABLE).0, 201);
    let wish = r#"{"game":"kuba","name":"Rude"}"#;
    assert_eq!(server.ask("POST /api/lobby/challenges", wish).0, 201);
    told(&lobby(&data, &["hide", "rude"]));
    let (_, listed) = server.ask("GET /api/lobby", "");
    assert!(
        listed.contains("\"Somebody\"") && !listed.contains("Rude"),
        "{listed}"
    );
    told(&lobby(&data, &["forget", "rude"]));
    let (_, listed) = server.ask("GET /api/lobby", "");
    assert!(listed.contains("\"Rude\""), "{listed}");
    // What was done is in the log, in fields.
    let log = server.stop_with_log();
    let mut fields = log
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"))
        .map(|line| line["fields"].clone())
        .filter(|fields| fields["message"] == "operator command");
    let block = fields.next().expect("the first");
    assert_eq!(block["command"], "block");
    assert_eq!(block["network"], "127.0.0.0/8");
    let until = block["until"].as_str().expect("a time");
    assert!(until.ends_with(" UTC"), "{until}");
    let rest: Vec<Value> = fields.collect();
    let said = "operator command";
    assert_eq!(
        rest,
        [
            json!({"message": said, "command": "unblock", "network": "127.0.0.0/8"}),
            json!({"message": said, "command": "hide", "name": "rude"}),
            json!({"message": said, "command": "forget", "name": "rude"}),
        ]
    );
}
