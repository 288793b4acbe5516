//! `parlor verify` of logs and receipts: what a server could do to a log, and what of it is found.

use parlor_dice::{Bytes32, Scheme};
use parlor_table::chain::{self, EntryLine};
use parlor_table::command::{Command, CommandKind};
use parlor_table::id::GameId;
use parlor_table::log::{
    DiceContribution, GameConfig, GameEvent, LogEntry, PlayerConfig, SeatConfig,
};
use parlor_table::receipt::ReceiptKey;
use parlor_table::saved_log::SavedLog;
use parlor_table::table::{AnyTable, Status, set};
use parlor_table::timestamp::Timestamp;

use crate::{Scratch, run, text};

const SECRET: Bytes32 = Bytes32([0x5e; 32]);
const WORDS: &[u8] = b"bytes of my own";

/// A game on a server.
struct Server {
    id: GameId,
    table: Box<dyn AnyTable>,
    key: ReceiptKey,
}

impl Server {
    /// A game of Ludo between A, who commits and reveals, and C, whose bytes the server drew.
    fn ludo(id: &str) -> Self {
        let drawn = DiceContribution {
            escrowed: Some(vec![7; 32]),
            drawn_by_server: true,
            ..DiceContribution::default()
        };
        let id: GameId = id.parse().expect("a name");
        let seat = |seat, player| SeatConfig {
            seat,
            name: None,
            player,
            is_program: false,
        };
        let drawn = drawn.committed(Scheme::V2, &id, 'C');
        Self::new(
            &id,
            "ludo",
            "classic",
            vec![
                seat('A', PlayerConfig::Person(None)),
                seat('C', PlayerConfig::Person(Some(drawn))),
            ],
        )
    }

    fn new(id: &GameId, game: &str, rules: &str, seats: Vec<SeatConfig>) -> Self {
        let config = GameConfig {
            game: game.to_owned(),
            rules: rules.to_owned(),
            seats,
            start: None,
            limit: 300,
            away_after: None,
            clock: None,
            scheme: Scheme::V2,
            commitment: Bytes32::sha_256(&SECRET.0),
        };
        let table = set(id, &config, SECRET).expect("it can be played");
        let key = ReceiptKey::of_secret(&Bytes32([9; 32]));
        let mut server = Self {
            id: id.clone(),
            table,
            key,
        };
        server.write(GameEvent::Created);
        server
    }

    fn write(&mut self, event: GameEvent) {
        let version = self.table.version() + 1;
        let entry = LogEntry {
            version,
            at: Timestamp(1_795_298_400_000 + version),
            idempotency_key: None,
            event,
            head: None,
        };
        self.table.apply(entry).expect("it can follow");
    }

    /// Does what a seat wants, and answers with a receipt.
    fn act(&mut self, seat: char, word: &str) -> String {
        let command = Command {
            expected_version: self.table.version(),
            idempotency_key: format!("x{}", self.table.version()).parse().expect("a key"),
            by: vec![seat],
            seat: Some(seat),
            kind: word.parse().expect("a command"),
        };
        let event = self.table.decide(&command).expect("it may be done");
        self.write(event);
        self.receipt(self.table.version())
    }

    fn receipt(&self, version: u64) -> String {
        let line = self.table.entry_line(version).expect("an entry");
        serde_json::to_string(&self.key.sign(line)).expect("plain data")
    }

    /// A commits and reveals; returns the receipt for that.
    fn reveal(&mut self) -> String {
        let commitment = Scheme::V2.commitment(self.id.as_str(), 'A', WORDS);
        self.act('A', &format!("commit:{commitment}"));
        self.act('A', &CommandKind::Reveal(WORDS.to_vec()).word())
    }

    /// Plays so many actions.
    fn play(&mut self, actions: usize) {
        for _ in 0..actions {
            let view = self.table.view_for(&[]);
            let Some(seat) = view.to_act.filter(|_| view.status == Status::Playing) else {
                return;
            };
            self.act(seat, &view.legal[0]);
        }
    }
}

/// A game of Ludo that is over.
fn played(id: &str) -> Server {
    let mut server = Server::ludo(id);
    server.reveal();
    server.play(20);
    server.act('A', "resign");
    server
}

/// Verifies files with these contents, which are called `1`, `2` and so on; the exit code and the lines.
fn verify(name: &str, options: &[&str], contents: &[&str]) -> (Option<i32>, String) {
    let named = contents.iter().zip(1..);
    let files = named
        .map(|(content, number)| Scratch::new(&format!("log-{name}-{number}"), content.as_bytes()));
    let files: Vec<Scratch> = files.collect();
    let paths = files.iter().map(Scratch::path);
    let words: Vec<&str> = ["verify"]
        .into_iter()
        .chain(options.iter().copied())
        .chain(paths)
        .collect();
    let output = run(&words, "");
    let mut lines = text(&output.stdout).to_owned();
    for (file, number) in files.iter().zip(1..) {
        lines = lines.replace(file.path(), &format!("{number}"));
    }
    (output.status.code(), lines)
}

/// The same log with one line changed and all later ones chained anew, as a server would write it.
fn rewritten(log: &str, entry: usize, from: &str, to: &str) -> String {
    let mut lines: Vec<String> = log.lines().map(str::to_owned).collect();
    assert!(lines[entry].contains(from), "{}", lines[entry]);
    lines[entry] = lines[entry].replace(from, to);
    let closing = lines.pop().expect("the last line");
    let mut before = chain::hash_of(&lines[0]);
    for line in &mut lines[1..] {
        let mut read: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let old = read["before"].as_str().expect("a hash").to_owned();
        *line = line.replace(&old, &before.to_string());
        read["before"] = before.to_string().into();
        before = chain::hash_of(line);
    }
    let closed: serde_json::Value = serde_json::from_str(&closing).expect("JSON");
    let head = closed["head"].as_str().expect("a hash");
    lines.push(closing.replace(head, &before.to_string()));
    lines.join("\n")
}

/// The entry of the first line that has these words.
fn entry_with(log: &str, words: &str) -> usize {
    let mut lines = log.lines();
    lines
        .position(|line| line.contains(words))
        .expect("an entry")
}

#[test]
fn a_log_its_record_and_its_receipts_agree() {
    let server = played("2222222233333333");
    let (log, record) = (server.table.log_text(), server.table.record_text());
    let version = server.table.version();
    let receipt = server.receipt(4);
    let key = server.key.public().to_string();
    let (code, lines) = verify("right", &["--key", &key], &[&log, &record, &receipt]);
    assert_eq!(code, Some(0), "{lines}");
    let head = server.table.head_of(version).expect("an entry");
    assert!(lines.contains(&format!(
        "1: right: its {version} entries lead to the head {head}; all "
    )));
    assert!(
        lines.contains(&format!(
            "2:1: right: its head is that of entry {version} in 1"
        )),
        "{lines}"
    );
    assert!(
        lines.contains("3: right: it is for entry 4 in 1"),
        "{lines}"
    );
    // A record that was saved while the game went on has the head of then.
    let mut early = Server::ludo("2222222233333333");
    early.reveal();
    early.play(20);
    let early = early.table.record_text();
    let (_, lines) = verify("early", &[], &[&log, &early]);
    let before = version - 1;
    assert!(
        lines.contains(&format!(
            "2:1: right: its head is that of entry {before} in 1"
        )),
        "{lines}"
    );
}

#[test]
fn the_first_entry_that_differs_is_named() {
    let log = played("2222222233333333").table.log_text();
    let at = entry_with(&log, "\"happening\":\"rolled\"");
    let changed = log.replace("1795298400005", "1795298400006");
    assert_ne!(changed, log);
    let (code, lines) = verify("changed", &[], &[&changed]);
    assert_eq!(code, Some(1));
    let named = "1: wrong: entry 5 is not the one that was written: its line has the SHA-256 ";
    assert!(lines.starts_with(named), "{lines}");
    // A server that changes an entry writes all later ones anew.
    let other = rewritten(&log, at, "\"at\":", "\"at\":1");
    let (code, lines) = verify("rewritten", &[], &[&log, &other]);
    assert_eq!(code, Some(1));
    let named = format!("2: wrong: entry {at} is another than in 1, the first that differs");
    assert!(lines.contains(&named), "{lines}");
    let (code, lines) = verify("rewritten-json", &["--json"], &[&log, &other]);
    assert_eq!(code, Some(1));
    let last: serde_json::Value =
        serde_json::from_str(lines.lines().last().expect("a line")).expect("JSON");
    assert_eq!(
        (&last["verdict"], &last["entry"]),
        (&"wrong".into(), &at.into())
    );
}

#[test]
fn a_record_tells_that_its_log_was_written_anew() {
    let server = played("2222222233333333");
    let (log, record) = (server.table.log_text(), server.table.record_text());
    let other = rewritten(&log, 3, "\"at\":", "\"at\":1");
    let (code, lines) = verify("record", &[], &[&other, &record]);
    assert_eq!(code, Some(1));
    let version = server.table.version();
    assert!(
        lines.contains(&format!(
            "2:1: wrong: its head is not that of entry {version} in 1"
        )),
        "{lines}"
    );
    // A record whose plies somebody changed, with the right head.
    let mut other = Server::ludo("2222222233333333");
    other.reveal();
    other.play(19);
    other.act('A', "resign");
    let head = format!(
        "log_head: {version} {}",
        server.table.head_of(version).expect("an entry")
    );
    let forged = other.table.record_text();
    let lines = forged.lines().map(|line| match line {
        line if line.starts_with("log_head: ") => Some(head.clone()),
        line if line.starts_with("checksum: ") => None,
        line => Some(line.to_owned()),
    });
    let forged: Vec<String> = lines.flatten().collect();
    let (code, lines) = verify("forged", &[], &[&log, &format!("{}\n", forged.join("\n"))]);
    assert_eq!(code, Some(1));
    assert!(lines.contains("is not that of its log, 1"), "{lines}");
}

#[test]
fn a_reveal_that_the_server_dropped_is_proved_by_its_receipt() {
    let mut honest = Server::ludo("2222222233333333");
    let receipt = honest.reveal();
    let revealed = honest.table.version();
    // The server says that nothing came, and has a bot play on.
    let mut dropped = Server::ludo("2222222233333333");
    let commitment = Scheme::V2.commitment("2222222233333333", 'A', WORDS);
    dropped.act('A', &format!("commit:{commitment}"));
    dropped.write(GameEvent::Resigned {
        seat: 'A',
        bot: Some("strong".to_owned()),
        spent: None,
    });
    let log = dropped.table.log_text();
    let key = honest.key.public().to_string();
    let (code, lines) = verify("dropped", &["--key", &key], &[&log, &receipt]);
    assert_eq!(code, Some(1));
    assert!(lines.contains(&format!(
        "2: right: entry {revealed} of the game 2222222233333333 was signed"
    )));
    let proof = format!("2: wrong: entry {revealed} in 1 is not the one that was signed");
    assert!(lines.contains(&proof), "{lines}");
    // Cut off before the reveal, it is missed as well.
    let mut cut = Server::ludo("2222222233333333");
    cut.act('A', &format!("commit:{commitment}"));
    let (_, lines) = verify("cut", &[], &[&cut.table.log_text(), &receipt]);
    let proof = format!(
        "2: unknown: entry {revealed} was signed, and 1 ends with entry {}: it was saved before, or",
        revealed - 1
    );
    assert!(lines.contains(&proof), "{lines}");
}

#[test]
fn two_entries_that_were_signed_under_one_number_prove_two_logs() {
    let mut one = Server::ludo("2222222233333333");
    one.reveal();
    one.play(1);
    let mut other = Server::ludo("2222222233333333");
    other.reveal();
    other.act('A', "resign");
    let version = one.table.version();
    let receipts = [one.receipt(version), other.receipt(version)];
    let (code, lines) = verify("two", &[], &[&receipts[0], &receipts[1]]);
    assert_eq!(code, Some(1));
    let proof = format!(
        "2: wrong: another entry {version} of the same game was signed by the same key in 1"
    );
    assert!(lines.contains(&proof), "{lines}");
    // Another game may have an entry of this number.
    let mut third = Server::ludo("3333333322222222");
    third.reveal();
    third.play(1);
    let (code, _) = verify("games", &[], &[&receipts[0], &third.receipt(version)]);
    assert_eq!(code, Some(0));
}

#[test]
fn a_receipt_of_another_store_proves_nothing_about_this_one() {
    let server = played("2222222233333333");
    let theirs = ReceiptKey::of_secret(&Bytes32([8; 32]));
    let line = server.table.entry_line(4).expect("an entry");
    let forged = serde_json::to_string(&theirs.sign(line)).expect("plain data");
    let key = server.key.public().to_string();
    let (code, lines) = verify(
        "store",
        &["--key", &key],
        &[&server.table.log_text(), &forged],
    );
    assert_eq!(code, Some(1));
    assert!(
        lines.contains("2: wrong: the receipt is of another store"),
        "{lines}"
    );
    assert!(!lines.contains("2: right"), "{lines}");
    let wrong = run(&["verify", "--key", "00", "-"], "");
    assert_eq!(wrong.status.code(), Some(2));
    let why = text(&wrong.stderr);
    assert!(why.contains("it must be 64 hexadecimal digits"), "{why}");
}

#[test]
fn a_roll_that_is_not_of_the_dice_is_named_with_its_entry() {
    let log = played("2222222233333333").table.log_text();
    // A roll with which nothing could move: another such roll leaves the rest as it was.
    let lost = |face: &str| {
        log.lines().zip(0..).find_map(|(line, at)| {
            let is_lost = line.contains(&format!("\"roll\":\"{face}\""));
            let next = log.lines().nth(at + 1)?;
            (is_lost && next.contains("-\"")).then_some(at)
        })
    };
    let (at, face) = ["1", "2", "3", "4", "5"]
        .iter()
        .find_map(|face| Some((lost(face)?, *face)))
        .expect("a roll in vain");
    let other = if face == "1" { "2" } else { "1" };
    let forged = rewritten(
        &log,
        at,
        &format!("\"roll\":\"{face}\""),
        &format!("\"roll\":\"{other}\""),
    );
    let answer = log.lines().nth(at + 1).expect("its answer");
    let answer: EntryLine = serde_json::from_str(answer).expect("an entry");
    let GameEvent::Acted { action, .. } = answer.event else {
        panic!("a roll is answered");
    };
    let forged = rewritten(&forged, at + 1, &action, &action.replace(face, other));
    assert!(SavedLog::read(&forged).is_ok());
    let (code, lines) = verify("roll", &[], &[&forged]);
    assert_eq!(code, Some(1));
    let named = format!("1: wrong: entry {at}, ply ");
    assert!(lines.starts_with(&named), "{lines}");
}

#[test]
fn a_log_of_kuba_has_no_dice_and_one_of_a_game_in_play_is_unknown() {
    let seat = |seat| SeatConfig {
        seat,
        name: None,
        player: PlayerConfig::Person(Some(DiceContribution::default())),
        is_program: false,
    };
    let id = "2222222233333333".parse().expect("a name");
    let mut kuba = Server::new(&id, "kuba", "classroom", vec![seat('W'), seat('B')]);
    kuba.play(6);
    let (log, record) = (kuba.table.log_text(), kuba.table.record_json());
    let (code, lines) = verify("kuba", &[], &[&log, &record]);
    assert_eq!(code, Some(0));
    assert!(
        lines.starts_with("1: right: its 7 entries lead to the head "),
        "{lines}"
    );
    assert!(
        lines.contains("2:1: right: its head is that of entry 7 in 1"),
        "{lines}"
    );
    let mut ludo = Server::ludo("2222222233333333");
    ludo.reveal();
    ludo.play(3);
    let (code, lines) = verify("in-play", &[], &[&ludo.table.log_text()]);
    assert_eq!(code, Some(1));
    assert!(
        lines.starts_with("1: unknown: its 6 entries lead to the head "),
        "{lines}"
    );
    assert!(lines.contains("dice.secret is missing"), "{lines}");
}

/// The record with a line changed, and without its checksum.
fn changed(record: &str, from: &str, to: &str) -> String {
    assert!(record.contains(from), "{record}");
    let lines = record
        .lines()
        .filter(|line| !line.starts_with("checksum: "));
    let lines: Vec<&str> = lines.collect();
    format!("{}\n", lines.join("\n").replace(from, to))
}

#[test]
fn whatever_of_a_record_its_log_settles_is_compared() {
    let server = played("2222222233333333");
    let (log, record) = (server.table.log_text(), server.table.record_text());
    for (name, from, to, found) in [
        (
            "winner",
            "result: C, A",
            "result: A, C",
            "its result or ending is not that of its log",
        ),
        (
            "limit",
            "limit: 300",
            "limit: 301",
            "its names, rules, limit or dice are not those",
        ),
        (
            "drawn",
            "A.drawn_by: player",
            "A.drawn_by: server",
            "its names, rules, limit or dice",
        ),
    ] {
        let (code, lines) = verify(name, &[], &[&log, &changed(&record, from, to)]);
        assert_eq!(code, Some(1), "{lines}");
        assert!(
            lines.contains("2:1: wrong: ") && lines.contains(found),
            "{lines}"
        );
    }
    // What anybody may add is no difference.
    let noted = changed(
        &record,
        "limit: 300",
        "limit: 300\ndate: 2026-11-26\nmine: yes",
    );
    let (code, lines) = verify("noted", &[], &[&log, &noted]);
    assert_eq!(code, Some(0), "{lines}");
}

#[test]
fn what_is_not_compared_is_said() {
    let server = played("2222222233333333");
    let (log, record) = (server.table.log_text(), server.table.record_text());
    let version = server.table.version();
    let head = server.table.head_of(version).expect("an entry");
    let headless = changed(&record, &format!("log_head: {version} {head}\n"), "");
    let other = played("3333333322222222");
    for (name, content, found) in [
        ("headless", headless, "2:1: unknown: it has no log_head"),
        (
            "game",
            other.table.record_text(),
            "2:1: unknown: no log of its game",
        ),
        (
            "receipt",
            other.receipt(4),
            "2: unknown: no log of its game",
        ),
    ] {
        let (code, lines) = verify(name, &[], &[&log, &content]);
        assert_eq!(code, Some(1), "{lines}");
        assert!(lines.contains(found), "{lines}");
    }
    // What was saved before is no proof of anything, and a longer log settles it.
    let mut early = Server::ludo("2222222233333333");
    early.reveal();
    early.play(4);
    let early = early.table.log_text();
    let receipt = server.receipt(version);
    let (code, lines) = verify("early-log", &[], &[&early, &receipt, &record]);
    assert_eq!(code, Some(1), "{lines}");
    assert!(
        !lines.contains("wrong") && lines.contains("it was saved before"),
        "{lines}"
    );
    // Only the dice of the early one are unknown.
    let (_, lines) = verify("both-logs", &[], &[&early, &log, &receipt, &record]);
    assert_eq!(lines.matches("unknown").count(), 1, "{lines}");
    assert!(!lines.contains("wrong"), "{lines}");
    let keyed = run(
        &["verify", "--key", &server.key.public().to_string(), "-"],
        &log,
    );
    assert_eq!(keyed.status.code(), Some(1));
    assert!(text(&keyed.stderr).contains("--key is for receipts"));
}

#[test]
fn a_receipt_that_somebody_signed_with_a_key_of_their_own_accuses_nobody() {
    let server = played("2222222233333333");
    let log = server.table.log_text();
    let own = ReceiptKey::of_secret(&Bytes32([8; 32]));
    let line = server.table.entry_line(4).expect("an entry");
    let line = line.replace("\"at\":1795298400004", "\"at\":1795298400005");
    let forged = serde_json::to_string(&own.sign(line)).expect("plain data");
    let (code, lines) = verify("own-key", &[], &[&log, &forged, &server.receipt(4)]);
    assert_eq!(code, Some(1));
    assert!(
        lines.contains("2: unknown: entry 4 in 1 is not the one that was signed"),
        "{lines}"
    );
    assert!(lines.contains("3: unknown: an entry of the same game was signed by another key in 2"));
    assert!(!lines.contains("wrong"), "{lines}");
}

#[test]
fn two_receipts_that_do_not_follow_each_other_prove_two_logs() {
    let mut one = Server::ludo("2222222233333333");
    one.reveal();
    one.play(1);
    let version = one.table.version();
    // In the other one, A's seat was given to a bot for a while.
    let mut other = Server::ludo("2222222233333333");
    other.reveal();
    let (seat, bot) = ('A', "random".to_owned());
    other.write(GameEvent::TakenOver { seat, bot });
    other.act('A', "return");
    let (code, lines) = verify(
        "follow",
        &[],
        &[&one.receipt(version), &other.receipt(version + 1)],
    );
    assert_eq!(code, Some(1), "{lines}");
    assert!(lines.contains("do not follow each other"), "{lines}");
}
