//! Positions shown, records replayed and converted.

use std::fs;
use std::path::PathBuf;

use insta::assert_snapshot;
use serde_json::Value;

use crate::{Scratch, quiet, run, text};

const KUBA_START: &str = "ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - c";

/// A tournament game with names, a comment and a clock.
const KUBA_RECORD: &str = "\
parlor-record 1
game: kuba
rules: tournament
seats: W, B
W: Ann
B: Bob
B.bot: greedy
date: 2026-11-20

  1. 01B 05B 21R 60R 22R {a black one off}
  6. 23R end [clock 0:09:41.5]
";

/// A live game of Ludo that its limit ends.
const LUDO_RECORD: &str = "\
parlor-record 1
game: ludo
seats: C, A
limit: 4
result: A=C

  1. C6q C4q A1- C2q
";

fn told(words: &[&str], input: &str, code: i32) -> String {
    let output = run(words, input);
    assert_eq!(output.status.code(), Some(code), "{}", text(&output.stderr));
    format!("{}{}", text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_position_of_ludo_is_shown() {
    assert_snapshot!(quiet(&["show", "A28.28/C12.R A 4 -"], ""));
    assert_snapshot!(quiet(&["show", "A28.28/C12.R A 4 -", "--alt-text"], ""));
    assert_snapshot!(quiet(&["show", "A28.28/C12.R A - -", "--json"], ""));
}

#[test]
fn older_spellings_are_understood() {
    let shown = |option| quiet(&["show", KUBA_START, option], "");
    assert_eq!(shown("--describe"), shown("--alt-text"));
    let played = |verb| quiet(&["ludo", verb, "--deals", "2", "--json"], "");
    assert_eq!(played("tournament"), played("match"));
    let bot = "engine:nodes=9,evaluation=by-hand";
    let words = ["kuba", "match", bot, "engine:nodes=9", "--pairs", "1"];
    assert!(quiet(&words, "").contains(bot));
}

#[test]
fn a_position_of_kuba_is_shown() {
    assert_snapshot!(quiet(&["show", KUBA_START], ""));
    assert_snapshot!(quiet(&["show", KUBA_START, "--json"], ""));
}

#[test]
fn a_position_comes_from_a_file_or_standard_input_too() {
    let shown = quiet(&["show", KUBA_START], "");
    let file = Scratch::new("start.position", format!("\n{KUBA_START}\r\n").as_bytes());
    assert_eq!(quiet(&["show", file.path()], ""), shown);
    assert_eq!(quiet(&["show", "-"], KUBA_START), shown);
}

#[test]
fn a_record_is_replayed_and_shown() {
    assert_snapshot!(quiet(&["replay", "-"], KUBA_RECORD));
    assert_snapshot!(quiet(&["replay", "-", "--explain"], KUBA_RECORD));
    assert_snapshot!(quiet(&["replay", "-", "--at", "3"], KUBA_RECORD));
    assert_snapshot!(quiet(&["show", "-"], KUBA_RECORD));
}

#[test]
fn l_31_a_limit_ends_a_replay() {
    assert_snapshot!(quiet(&["replay", "-", "--explain"], LUDO_RECORD));
    let shown: Value =
        serde_json::from_str(&quiet(&["show", "-", "--json"], LUDO_RECORD)).expect("JSON");
    assert_eq!(shown["ending"], "L-31");
    assert_eq!(shown["result"], serde_json::json!([["A", "C"]]));
    assert_eq!(shown["legal"], serde_json::json!([]));
}

#[test]
fn a_replay_as_json_has_every_ply() {
    let replayed = quiet(&["replay", "-", "--json"], KUBA_RECORD);
    assert_snapshot!(replayed);
    let replayed: Value = serde_json::from_str(&replayed).expect("JSON");
    let plies = replayed["plies"].as_array().expect("a list");
    assert_eq!(plies.len(), 7);
    let part = quiet(&["replay", "-", "--json", "--at", "2"], KUBA_RECORD);
    let part: Value = serde_json::from_str(&part).expect("JSON");
    assert_eq!(part["plies"].as_array().map(Vec::len), Some(2));
    assert_eq!(part["end"]["position"], plies[1]["position"]);
}

#[test]
fn l_19_a_script_becomes_a_record_and_is_replayed() {
    let script = "A,B: A6 A4 A5 A4 B6 B4 B1 B2 A6 A4 A6 A3 A5 A1 A5 A4";
    let record = quiet(&["ludo", "script", "--record"], script);
    assert_snapshot!(record);
    let explained = quiet(&["replay", "-", "--explain"], &record);
    let played = quiet(&["ludo", "script", "--explain"], script);
    let sentences = |told: &str| -> Vec<String> {
        let rolled = told.lines().filter(|line| line.contains(" rolled "));
        let from = |line: &str| {
            line.trim_start_matches(|c: char| c == ' ' || c.is_ascii_digit())
                .to_owned()
        };
        rolled.map(from).collect()
    };
    assert_eq!(sentences(&explained), sentences(&played));
    let end: Value = serde_json::from_str(&quiet(&["show", "-", "--json"], &record)).expect("JSON");
    assert_eq!(end["spaces"], serde_json::json!(["28", "28", "21", "H"]));
    assert_eq!(end["position"], Value::Null);
}

#[test]
fn k_16_a_record_leaves_out_what_was_refused() {
    let script = r#"{"players":[["Ann","B"],["Bob","W"]],"moves":[["Ann",[0,5],"B"],["Ann",[0,5],"B"],["Bob",[0,1],"B"]]}"#;
    assert_snapshot!(quiet(&["kuba", "script", "--record"], script));
    // One answer a game, as without it; a bad game is told in its place.
    let lines = format!("{script}\n{{}}\n{script}\n");
    let output = run(&["kuba", "script", "--record", "--json"], &lines);
    assert_eq!(output.status.code(), Some(1));
    let answers: Vec<Value> = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(answers.len(), 3);
    assert_eq!(answers[0]["parlor_record"], 1);
    assert_eq!(answers[1]["line"], 2);
    assert_eq!(answers[2], answers[0]);
}

#[test]
fn many_records_are_converted_there_and_back() {
    let script = "A,B: A6 A4\nC,D: C6 C6 C1\n";
    let texts = quiet(&["ludo", "script", "--record"], script) + "\n" + KUBA_RECORD;
    let lines = quiet(&["record", "convert"], &texts);
    assert_eq!(lines.lines().count(), 3);
    let again = quiet(&["record", "convert", "--to", "text"], &lines);
    assert_eq!(quiet(&["record", "convert", "-"], &again), lines);
    assert_eq!(quiet(&["record", "convert", "--to", "json"], &lines), lines);
}

#[test]
fn a_bad_record_says_where_and_why_and_the_rest_is_converted() {
    let bad = KUBA_RECORD.replace("21R", "21L");
    assert_snapshot!(told(&["replay", "-"], &bad, 1));
    assert_snapshot!(told(&["replay", "-", "--json"], &bad, 1));
    let both = format!("{bad}\n{KUBA_RECORD}");
    let output = run(&["record", "convert"], &both);
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(lines.len(), 2);
    assert!(
        lines[0].starts_with(r#"{"line":10,"error":{"rule":"#),
        "{}",
        lines[0]
    );
    assert!(
        lines[1].starts_with(r#"{"parlor_record":1,"#),
        "{}",
        lines[1]
    );
    let output = run(&["record", "convert", "--to", "text"], &both);
    assert!(text(&output.stderr).starts_with("standard input:10:"));
    assert!(text(&output.stdout).starts_with("parlor-record 1\n"));
}

#[test]
fn what_cannot_be_shown_says_why() {
    assert_snapshot!(told(&["show", "x y"], "", 1));
    assert_snapshot!(told(&["show", "x y", "--json"], "", 1));
    assert_snapshot!(told(&["show", "missing-file"], "", 1));
    assert_snapshot!(told(&["show", "-"], "", 1));
    assert_snapshot!(told(&["show", "-"], "a\nb\n", 1));
    assert_snapshot!(told(&["replay", "-", "--at", "8"], KUBA_RECORD, 1));
    assert_snapshot!(told(&["replay", "-"], "hello", 1));
    assert_snapshot!(told(&["record", "convert"], "\n", 1));
    let folder = env!("CARGO_TARGET_TMPDIR");
    let output = run(&["replay", folder], "");
    assert_eq!(output.status.code(), Some(1));
    let output = run(&["replay", "-"], b"\xff\xfe");
    assert!(
        text(&output.stderr).contains("UTF-8"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn only_one_form_can_be_asked_for() {
    let output = run(&["show", KUBA_START, "--svg", "--json"], "");
    assert_eq!(output.status.code(), Some(2));
    let output = run(&["show", KUBA_START, "--png", "--width", "5"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output.stderr).contains("16"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn a_recorded_game_is_drawn_as_a_film() {
    let film = quiet(&["replay", "-", "--film"], KUBA_RECORD);
    assert!(film.starts_with("<svg ") && film.contains("@keyframes"));
    let dark = quiet(&["replay", "-", "--film", "--theme", "dark"], LUDO_RECORD);
    assert!(dark.contains("@keyframes") && !dark.contains("prefers-color-scheme"));
    for more in [
        &["--at", "3"][..],
        &["--svg"],
        &["--explain"],
        &["--id", "x"],
    ] {
        let words = [&["replay", "-", "--film"], more].concat();
        assert_eq!(run(&words, KUBA_RECORD).status.code(), Some(2), "{more:?}");
    }
    let passes = "A1- C1- ".repeat(300);
    let long = format!("parlor-record 1\ngame: ludo\nseats: A, C\n\n{passes}A1-");
    let output = run(&["replay", "-", "--film"], long);
    assert!(!output.status.success());
    let says = text(&output.stderr);
    assert!(says.contains("601 plies") && says.contains("600"), "{says}");
}

#[test]
fn pictures_go_to_standard_output_or_to_a_file() {
    let svg = quiet(&["show", KUBA_START, "--svg"], "");
    assert!(
        svg.starts_with("<svg ") && svg.ends_with("</svg>\n"),
        "{svg}"
    );
    let dark = quiet(&["show", KUBA_START, "--svg", "--theme", "dark"], "");
    assert!(!dark.contains("prefers-color-scheme") && svg.contains("prefers-color-scheme"));
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("board.png");
    let name = path.to_str().expect("a plain path");
    let words = [
        "replay", "-", "--at", "3", "--png", "--width", "64", "-o", name,
    ];
    assert_eq!(quiet(&words, KUBA_RECORD), "");
    let png = fs::read(&path).expect("the picture is there");
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
    let output = run(&["show", KUBA_START, "--png", "--width", "64"], "");
    assert!(output.stdout.starts_with(b"\x89PNG\r\n\x1a\n"));
    fs::remove_file(&path).expect("it can go");
    let missing = path.join("nowhere").join("board.svg");
    let missing = missing.to_str().expect("a plain path");
    let output = run(&["show", KUBA_START, "--svg", "-o", missing], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr).contains("cannot write"),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn names_cannot_steer_the_terminal() {
    let hostile = KUBA_RECORD.replace("W: Ann", "W: Ann\u{202e}\u{7}");
    let told = quiet(&["replay", "-", "--explain"], &hostile);
    assert!(told.contains(r"Ann\u{202e}\u{7}"), "{told}");
    let svg = quiet(&["show", "-", "--svg"], hostile.replace("Bob", "<Bob>&\"'"));
    assert!(svg.contains("&lt;Bob&gt;&amp;") && !svg.contains('\u{7}'));
}

#[test]
fn a_game_that_the_players_ended_is_not_shown_as_going_on() {
    let ended = |ending: &str| {
        let record = KUBA_RECORD.replace("date: 2026-11-20", ending);
        let shown = quiet(&["show", "-"], &record);
        let described = quiet(&["replay", "-", "--alt-text"], &record);
        let json: Value =
            serde_json::from_str(&quiet(&["show", "-", "--json"], &record)).expect("JSON");
        let told: Vec<String> = shown.lines().skip(14).map(str::to_owned).collect();
        let first = described.lines().take(2).collect::<Vec<_>>().join("\n");
        assert_eq!(
            (&json["to_act"], &json["legal"]),
            (&Value::Null, &Value::Array(vec![]))
        );
        format!(
            "{}\n{first}\n{} {}",
            told.join("\n").trim(),
            json["ending"],
            json["result"]
        )
    };
    let told = [
        ended("result: B, W\nending: resignation"),
        ended("result: W, B\nending: time"),
        ended("ending: agreement"),
        ended("ending: abandoned"),
    ];
    assert_snapshot!(told.join("\n\n"));
    // Before its last ply the game went on.
    let record = KUBA_RECORD.replace("date: 2026-11-20", "ending: abandoned");
    let before = quiet(&["replay", "-", "--at", "3"], &record);
    assert!(
        before.contains("Bob is to move.") && before.contains("Legal: "),
        "{before}"
    );
}

#[test]
fn several_records_are_not_taken_for_one() {
    let both = format!("{KUBA_RECORD}\n{KUBA_RECORD}");
    assert_snapshot!(told(&["replay", "-"], &both, 1));
    let lines = quiet(&["record", "convert"], &both);
    assert!(told(&["show", "-"], &lines, 1).contains("several records"));
}

#[test]
fn pictures_of_one_page_have_ids_of_their_own() {
    let svg = quiet(&["show", KUBA_START, "--svg", "--id", "left-"], "");
    assert!(svg.contains(r#"id="left-title""#) && !svg.contains(r#" id="title""#));
    for words in [["--id", "left-"], ["--theme", "dark"], ["--width", "64"]] {
        let output = run(&[&["show", KUBA_START], &words[..]].concat(), "");
        assert_eq!(output.status.code(), Some(2), "{words:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_is_written_as_what_it_is() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("output");
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).expect("a folder");
    let write = |name: &str| {
        let path = folder.join(name);
        run(
            &[
                "show",
                KUBA_START,
                "-o",
                path.to_str().expect("a plain path"),
            ],
            "",
        )
    };
    let shown = quiet(&["show", KUBA_START], "");
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("it is there");
    let mode = |name: &str| {
        let about = fs::metadata(folder.join(name)).expect("it is there");
        about.permissions().mode() & 0o777
    };

    assert_eq!(write("new").status.code(), Some(0));
    assert_eq!(read("new"), shown);

    // A private file stays private, and a link a link.
    fs::write(folder.join("private"), "before").expect("a file");
    let private = fs::Permissions::from_mode(0o600);
    fs::set_permissions(folder.join("private"), private).expect("its mode");
    symlink("private", folder.join("link")).expect("a link");
    assert_eq!(write("link").status.code(), Some(0));
    assert_eq!((read("private"), mode("private")), (shown.clone(), 0o600));
    assert!(
        fs::symlink_metadata(folder.join("link"))
            .expect("a link")
            .is_symlink()
    );
    symlink("later", folder.join("nowhere")).expect("a link");
    assert_eq!(write("nowhere").status.code(), Some(0));
    assert_eq!(read("later"), shown);

    // A file that must not be written is not.
    fs::write(folder.join("kept"), "before").expect("a file");
    fs::set_permissions(folder.join("kept"), fs::Permissions::from_mode(0o444)).expect("its mode");
    assert_eq!(write("kept").status.code(), Some(1));
    assert_eq!(read("kept"), "before");

    // A pipe is written to, not replaced.
    let pipe = folder.join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo starts").success());
    let reader = std::thread::spawn(move || fs::read_to_string(pipe).expect("what is written"));
    assert_eq!(write("pipe").status.code(), Some(0));
    assert_eq!(reader.join().expect("the reader ends"), shown);
    let left: Vec<_> = fs::read_dir(&folder)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name())
        .filter(|name| name.to_string_lossy().contains(".part"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
    fs::remove_dir_all(&folder).expect("it can go");
}
