//! Scripted games, counting, help and manuals.

use std::fmt::Write as _;
use std::fs;
use std::io::{Read, Write as _};
use std::path::PathBuf;
use std::process::Stdio;

use crate::{Scratch, parlor, quiet, run, text};

const GOLDEN: &str = r#"{"players":["A","B"],"turns":[["A",6],["A",4],["A",5],["A",4],["B",6],["B",4],["B",1],["B",2],["A",6],["A",4],["A",6],["A",3],["A",5],["A",1],["A",5],["A",4]]}"#;
const GOLDEN_ANSWER: &str = r#"{"spaces":["28","28","21","H"],"players":{"A":{"p":28,"q":28,"completed":false},"B":{"p":7,"q":-1,"completed":false}}}"#;
const KUBA: &str = r#"{"players":[["PlayerA","W"],["PlayerB","B"]],"moves":[["PlayerA",[6,5],"F"],["PlayerA",[6,5],"L"]],"rules":"classroom"}"#;
const KUBA_ANSWER: &str = r#"{"results":[true,false],"turn":"PlayerB","winner":null,"draw":false,"captured":{"PlayerA":0,"PlayerB":0},"count":[8,8,13],"board":["WW...BB","WW.R.BB","..RRR..",".RRRRR.","..RRRW.","BB.R.WW","BB....W"]}"#;

const LUDO_JSON: [&str; 3] = ["ludo", "script", "--json"];
const KUBA_JSON: [&str; 3] = ["kuba", "script", "--json"];

#[test]
fn l_21_golden_game_as_json_and_as_text() {
    assert_eq!(quiet(&LUDO_JSON, GOLDEN), format!("{GOLDEN_ANSWER}\n"));
    let words = "A,B: A6 A4 A5 A4 B6 B4 B1 B2 A6 A4 A6 A3 A5 A1 A5 A4\n";
    assert_eq!(quiet(&LUDO_JSON, words), format!("{GOLDEN_ANSWER}\n"));
}

#[test]
fn k_16_example_as_json() {
    assert_eq!(quiet(&KUBA_JSON, KUBA), format!("{KUBA_ANSWER}\n"));
}

#[test]
fn a_file_a_dash_and_standard_input_are_the_same() {
    let file = Scratch::new("same.jsonl", GOLDEN.as_bytes());
    let from_file = quiet(&["ludo", "script", file.path(), "--json"], "");
    assert_eq!(from_file, quiet(&["ludo", "script", "-", "--json"], GOLDEN));
    assert_eq!(from_file, quiet(&LUDO_JSON, GOLDEN));
}

#[test]
fn a_single_pretty_printed_object_is_accepted() {
    for (words, game, answer) in [
        (&LUDO_JSON, GOLDEN, GOLDEN_ANSWER),
        (&KUBA_JSON, KUBA, KUBA_ANSWER),
    ] {
        let value: serde_json::Value = serde_json::from_str(game).expect("JSON");
        let pretty = serde_json::to_string_pretty(&value).expect("JSON");
        assert_eq!(quiet(words, &pretty), format!("{answer}\n"));
        assert_eq!(
            quiet(words, format!("\n\n{pretty}\n\n")),
            format!("{answer}\n")
        );
        assert_eq!(
            quiet(words, pretty.replace('\n', "\r\n")),
            format!("{answer}\n")
        );
    }
}

#[test]
fn l_23_a_bad_game_gives_its_line_and_the_rest_still_run() {
    let input = format!(
        "{GOLDEN}\n\n  \n{{\"players\":[\"A\",\"B\"],\"turns\":[[\"A\",6],[\"A\",7]]}}\nA,B: A6\nhello\n{GOLDEN}\n"
    );
    let output = run(&LUDO_JSON, input);
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!(text(&output.stdout));
    insta::assert_snapshot!(text(&output.stderr), @r#"parlor: 2 of 5 games could not be played; see their lines of output"#);
}

#[test]
fn errors_for_people_name_file_line_and_column() {
    let file = Scratch::new(
        "errors.txt",
        "A,B: A6\nA,B: A6 A7\n{\"players\":[\"A\",\"B\"]}\n".as_bytes(),
    );
    let output = run(&["ludo", "script", file.path()], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).starts_with("Line 1: players A, B; 1 turn\n"));
    let stderr = text(&output.stderr).replace(file.path(), "errors.txt");
    insta::assert_snapshot!(stderr);
}

#[test]
fn errors_for_people_cannot_rearrange_the_terminal() {
    let output = run(&["ludo", "script"], "A,B: A\u{1b}[31m\n");
    let expected = "standard input:1:7: entry 0 of the turns has roll \\u{1b}[31m; a roll is an integer from 1 to 6 (L-23)\n";
    assert_eq!(text(&output.stderr), expected);
}

#[test]
fn a_truncated_first_line_does_not_swallow_the_others() {
    let input = format!("{}\n{GOLDEN}\n{GOLDEN}\n", &GOLDEN[..40]);
    let output = run(&LUDO_JSON, input);
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert!(
        lines[0].starts_with(r#"{"line":1,"error":{"rule":null,"#),
        "{}",
        lines[0]
    );
    assert_eq!(lines[1..], [GOLDEN_ANSWER; 2]);
}

#[test]
fn a_broken_pretty_printed_object_gives_one_error_on_its_line() {
    let output = run(
        &LUDO_JSON,
        "{\n  \"players\": [\"A\", \"B\"],\n  \"turns\": [\n    [\"A\", 6],\n  ]\n}\n",
    );
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!(text(&output.stdout));
}

#[test]
fn nothing_may_follow_a_pretty_printed_object() {
    let output = run(&LUDO_JSON, format!("{{\n{}\n{GOLDEN}\n", &GOLDEN[1..]));
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(lines[0], GOLDEN_ANSWER);
    assert!(
        lines[1].starts_with(r#"{"line":3,"error":{"rule":null,"#),
        "{}",
        lines[1]
    );
    assert_eq!(lines.len(), 2);
}

#[test]
fn windows_line_ends_and_a_byte_order_mark_do_no_harm() {
    let input =
        format!("\u{feff}{GOLDEN}\r\n\r\nA,B: A6 A4 A5 A4 B6 B4 B1 B2 A6 A4 A6 A3 A5 A1 A5 A4\r\n");
    assert_eq!(
        quiet(&LUDO_JSON, input),
        format!("{GOLDEN_ANSWER}\n{GOLDEN_ANSWER}\n")
    );
}

#[test]
fn bytes_that_are_no_text_spoil_only_their_line() {
    let mut input = format!("{GOLDEN}\nA,B: é").into_bytes();
    input.extend(b"\xff\n");
    input.extend(GOLDEN.as_bytes());
    let output = run(&LUDO_JSON, input);
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(lines.len(), 3);
    assert_eq!([lines[0], lines[2]], [GOLDEN_ANSWER; 2]);
    assert_eq!(
        lines[1],
        r#"{"line":2,"error":{"rule":null,"entry":null,"value":"0xff","message":"byte 0xff is not valid UTF-8; save the text as UTF-8 (column 7)"}}"#
    );
}

#[test]
fn a_hundred_thousand_games_stay_in_order() {
    let mut input = String::new();
    let mut expected = String::new();
    for game in 0..100_000_usize {
        // The number of the game, in base 6, as rolls of a seat that does not play.
        let (mut digits, mut rest) = (String::new(), game);
        while rest > 0 {
            write!(digits, " C{}", rest % 6 + 1).expect("a String takes all");
            rest /= 6;
        }
        let steps = game % 5 + 1;
        if game % 1000 == 999 {
            writeln!(input, "A,B:{digits} X").expect("a String takes all");
            writeln!(expected, "error {}", game + 1).expect("a String takes all");
        } else {
            writeln!(input, "A,B:{digits} A6 A{steps}").expect("a String takes all");
            writeln!(expected, "{steps}").expect("a String takes all");
        }
    }
    let output = run(&LUDO_JSON, input);
    assert_eq!(output.status.code(), Some(1));
    let mut got = String::new();
    for line in text(&output.stdout).lines() {
        let answer: serde_json::Value = serde_json::from_str(line).expect("JSON");
        match answer.get("line") {
            Some(line) => writeln!(got, "error {line}"),
            None => writeln!(got, "{}", answer["players"]["A"]["p"]),
        }
        .expect("a String takes all");
    }
    assert!(got == expected, "the answers are out of order");
}

#[test]
fn a_game_of_a_hundred_thousand_turns_is_one_game() {
    let input = format!("A,B: A6{}\n", " A1".repeat(100_000));
    let answer = quiet(&LUDO_JSON, input);
    assert!(
        answer.starts_with(r#"{"spaces":["E","H","H","H"]"#),
        "{answer}"
    );
}

#[test]
fn a_line_that_is_too_long_is_an_error_and_the_rest_still_run() {
    let long = format!("A,B:{}", " A1".repeat(8 << 20));
    let output = run(&LUDO_JSON, format!("{long}\n{GOLDEN}\n"));
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert!(
        lines[0].contains("longer than 16777216 bytes"),
        "{}",
        lines[0]
    );
    assert_eq!(lines[1], GOLDEN_ANSWER);
}

#[test]
fn answers_come_while_the_input_is_still_open() {
    let mut child = parlor()
        .args(LUDO_JSON)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let mut stdout = child.stdout.take().expect("stdout is piped");
    for _ in 0..3 {
        writeln!(stdin, "{GOLDEN}").expect("the command reads");
        let mut answer = vec![0; GOLDEN_ANSWER.len() + 1];
        stdout.read_exact(&mut answer).expect("the command answers");
        assert_eq!(text(&answer), format!("{GOLDEN_ANSWER}\n"));
    }
    drop(stdin);
    assert!(child.wait().expect("the command ends").success());
}

#[test]
fn a_broken_pipe_ends_quietly() {
    for words in [&["ludo", "script", "--json"][..], &["ludo", "script"], &[]] {
        let mut child = parlor()
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().expect("stdin is piped");
        // Goes on until the command stops reading; the end stays open, as a
        // command that waits for it would never end.
        let input = format!("{GOLDEN}\n").repeat(1000);
        let mut rounds = 0;
        while rounds < 10_000 && stdin.write_all(input.as_bytes()).is_ok() {
            rounds += 1;
        }
        assert!(rounds < 10_000, "the command should stop reading");
        let output = child.wait_with_output().expect("the command ends");
        assert_eq!(text(&output.stderr), "");
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn input_that_is_not_there_is_named() {
    for words in [&["ludo", "script"][..], &["kuba", "script", "--json"]] {
        let missing = run(&[words, &["no/such/file"]].concat(), "");
        assert_eq!(missing.status.code(), Some(1));
        assert_eq!(text(&missing.stdout), "");
        assert!(text(&missing.stderr).starts_with("parlor: cannot open no/such/file: "));

        let folder = run(&[words, &["."]].concat(), "");
        assert_eq!(folder.status.code(), Some(1));
        assert_eq!(
            text(&folder.stderr),
            "parlor: . is a folder; expected a file of games, one per line\n"
        );
    }
}

#[test]
fn no_games_are_zero_answers_to_a_program_and_an_error_to_a_person() {
    for nothing in ["", "\n\n", " \r\n\t", "\u{feff}"] {
        for game in ["ludo", "kuba"] {
            assert_eq!(quiet(&[game, "script", "--json"], nothing), "");

            let empty = run(&[game, "script"], nothing);
            assert_eq!(empty.status.code(), Some(1));
            assert_eq!(text(&empty.stdout), "");
            assert!(
                text(&empty.stderr)
                    .starts_with("parlor: no game in standard input; expected one per line")
            );
        }
    }
}

#[test]
fn a_list_and_utf_16_give_one_error_and_nothing_else() {
    let list = format!("\n [{GOLDEN},\n{GOLDEN}]\n{GOLDEN}\n").into_bytes();
    let utf_16: Vec<u8> = "\u{feff}A,B: A6\nA,B: A6\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    for (input, line, message) in [
        (
            list,
            2,
            "this is a JSON list; write one game a line, for example by `jq -c '.[]'`; \
             nothing of it is played (column 2)",
        ),
        (
            utf_16,
            1,
            "this looks like UTF-16; save it as UTF-8 (column 1)",
        ),
    ] {
        let output = run(&LUDO_JSON, input);
        assert_eq!(output.status.code(), Some(1));
        let error = format!(
            r#"{{"line":{line},"error":{{"rule":null,"entry":null,"value":null,"message":"{message}"}}}}"#
        );
        assert_eq!(text(&output.stdout), error + "\n");
    }
}

#[test]
fn a_cut_off_game_is_wrong_on_its_own_line() {
    let game = r#"{"players":["A","B"],"turns":[["A",6],["B",3]"#;
    let output = run(&LUDO_JSON, format!("{game}\n"));
    assert_eq!(output.status.code(), Some(1));
    let answer = text(&output.stdout);
    assert!(answer.starts_with(r#"{"line":1,"error":"#), "{answer}");
    assert!(answer.contains("(column 46)"), "{answer}");
}

/// Writing to this always fails as on a full disk.
#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error() {
    for words in [
        &["--help"][..],
        &["-V"],
        &["help", "ludo"],
        &["ludo", "script", "-h"],
        &["man"],
        &["completions", "bash"],
        &["ludo", "perft", "1"],
        &[],
    ] {
        let full = fs::File::options().write(true).open("/dev/full");
        let output = parlor()
            .args(words)
            .stdout(full.expect("Linux has it"))
            .output()
            .expect("the command starts");
        assert_eq!(output.status.code(), Some(1), "{words:?}");
        let message = text(&output.stderr);
        assert!(
            message.starts_with("parlor: cannot write to standard output: "),
            "{words:?}: {message}"
        );
    }
}

#[test]
fn wrong_usage_is_reported_in_plain_words() {
    for (game, most) in [("ludo", 20), ("kuba", 16)] {
        for depth in ["0", "-1", "1.5", "x", "99"] {
            let output = run(&[game, "perft", depth], "");
            let expected = format!(": expected a whole number from 1 to {most}\n");
            let message = text(&output.stderr);
            assert!(message.contains(&expected), "{message}");
        }
    }
    for (words, usage) in [
        (
            &["ludo", "perft", "2", "--seats", "A,A"][..],
            "Usage: parlor ludo perft ",
        ),
        (&["man", "nope"], "Usage: parlor man "),
    ] {
        let output = run(words, "");
        let message = text(&output.stderr);
        assert!(message.contains(usage), "{message}");
    }
}

#[test]
fn a_flag_may_be_repeated_and_the_last_counts() {
    assert_eq!(
        quiet(&["ludo", "script", "--json", "--json"], GOLDEN),
        format!("{GOLDEN_ANSWER}\n")
    );
    let words = ["ludo", "perft", "4", "--seats", "A,B", "--seats"];
    assert_eq!(
        quiet(&[&words[..], &["A, B,C ,D"]].concat(), ""),
        "1 7\n2 49\n3 343\n4 2401\n"
    );
    let words = ["kuba", "perft", "1", "--rules", "classroom", "--rules"];
    assert_eq!(quiet(&[&words[..], &["tournament"]].concat(), ""), "1 8\n");
}

#[test]
fn bad_usage_gives_two() {
    for words in [
        &["chess"][..],
        &["ludo"],
        &["ludo", "script", "--jsno"],
        &["ludo", "perft"],
        &["ludo", "perft", "0"],
        &["ludo", "perft", "21"],
        &["ludo", "perft", "-1"],
        &["ludo", "perft", "six"],
        &["ludo", "perft", "2", "--seats", "A"],
        &["ludo", "perft", "2", "--seats", "A,A"],
        &["ludo", "perft", "2", "--seats", "A,E"],
        &["kuba", "perft", "0"],
        &["kuba", "perft", "17"],
        &["kuba", "perft", "2", "--rules", "blitz"],
        &["kuba", "perft", "2", "--position", "nonsense"],
        &["completions", "cmd"],
        &["man", "ludo", "chess"],
    ] {
        let output = run(words, "");
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert_eq!(text(&output.stdout), "", "{words:?}");
        assert!(
            text(&output.stderr).starts_with("error: ") || words == ["ludo"],
            "{words:?}"
        );
    }
}

#[test]
fn perft_counts_one_line_a_depth() {
    assert_eq!(
        quiet(&["ludo", "perft", "5"], ""),
        "1 7\n2 49\n3 343\n4 2451\n5 17947\n"
    );
    assert_eq!(
        quiet(&["ludo", "perft", "4", "--seats", "A,B,C,D"], ""),
        "1 7\n2 49\n3 343\n4 2401\n"
    );
    assert_eq!(
        quiet(&["kuba", "perft", "5"], ""),
        "1 8\n2 64\n3 640\n4 6384\n5 70812\n"
    );
    assert_eq!(
        quiet(&["kuba", "perft", "5", "--rules", "tournament"], ""),
        "1 8\n2 64\n3 640\n4 6384\n5 70828\n"
    );
    let position = "ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 b - c";
    assert_eq!(
        quiet(&["kuba", "perft", "2", "--position", position], ""),
        "1 8\n2 64\n"
    );
    let rules = ["--rules", "tournament", "--position", position];
    assert_eq!(
        quiet(&[&["kuba", "perft", "2"][..], &rules].concat(), ""),
        "1 8\n2 64\n"
    );
}

#[test]
fn divide_names_every_push_before_the_total() {
    let counts = quiet(&["kuba", "perft", "3", "--divide"], "");
    let lines: Vec<(&str, u64)> = counts
        .lines()
        .map(|line| {
            let (name, count) = line.split_once(' ').expect("two words");
            (name, count.parse().expect("a count"))
        })
        .collect();
    let (total, pushes) = lines.split_last().expect("a total");
    assert_eq!(pushes.len(), 8);
    assert_eq!(*total, ("3", pushes.iter().map(|(_, count)| count).sum()));
    assert_eq!(total.1, 640);
}

#[test]
fn ludo_for_people() {
    insta::assert_snapshot!(quiet(
        &["ludo", "script"],
        "A,B: A6 A4\n\nC,D,A: C6 C6 D5 B6\n"
    ));
    insta::assert_snapshot!(quiet(
        &["ludo", "script", "--explain"],
        "A,C: A6 A1 C6 C6 C6 B2\n"
    ));
}

#[test]
fn kuba_for_people() {
    insta::assert_snapshot!(quiet(&["kuba", "script"], KUBA));
    let game = r#"{"players":[["Ann","B"],["\u001b[31mBob\n","W"]],"moves":[["Ann",[0,5],"B"],["Ann",[0,5],"B"],["\u001b[31mBob\n",[0,0],"x\u0007"],["zoo",[0],null],["\u001b[31mBob\n",[0,1],"R"]],"rules":"classroom"}"#;
    insta::assert_snapshot!(quiet(&["kuba", "script", "--explain"], game));
    insta::assert_snapshot!(quiet(
        &["kuba", "script"],
        r#"{"players":[["a","W"],["b","B"]],"moves":[]}"#
    ));
}

#[test]
fn k_12_the_push_that_draws_says_so() {
    // Both sides push marbles to and fro.
    let moves = r#"["a",[6,5],"F"],["b",[0,5],"B"],["a",[6,6],"L"],["b",[0,6],"L"],"#;
    let to_and_fro = [
        r#"["a",[6,5],"R"]"#,
        r#"["b",[0,5],"R"]"#,
        r#"["a",[6,6],"L"]"#,
        r#"["b",[0,6],"L"]"#,
    ]
    .join(",");
    let game = format!(
        r#"{{"players":[["a","W"],["b","B"]],"moves":[{moves}{to_and_fro},{to_and_fro}],"rules":"tournament"}}"#
    );
    let words = quiet(&["kuba", "script", "--explain"], &game);
    let told: Vec<&str> = words
        .lines()
        .filter(|line| line.contains("third time"))
        .collect();
    assert_eq!(
        told[0],
        "True   b pushes 05R: 1 marble moves right (K-4); \
         the position stands for the third time, a draw (K-12)."
    );
    let json = quiet(&["kuba", "script", "--explain", "--json"], &game);
    let answer: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(answer["draw"], true);
    assert_eq!(answer["explanation"][9], told[0][7..]);
}

#[test]
fn json_can_be_explained_too() {
    insta::assert_snapshot!(quiet(
        &["ludo", "script", "--json", "--explain"],
        "A,B: A6 A4"
    ));
    insta::assert_snapshot!(quiet(&["kuba", "script", "--json", "--explain"], KUBA));
}

#[test]
fn every_shell_gets_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = quiet(&["completions", shell], "");
        assert!(
            script.contains("parlor") && script.contains("perft"),
            "{shell}"
        );
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let page = quiet(&["man"], "");
    assert!(
        page.contains(".TH parlor 1") || page.contains(".TH PARLOR 1"),
        "{page}"
    );
    let page = quiet(&["man", "ludo", "script"], "");
    assert!(page.contains("parlor\\-ludo\\-script"), "{page}");

    let scratch = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("man");
    let folder = scratch.join("man1");
    quiet(
        &["man", "--dir", folder.to_str().expect("a plain path")],
        "",
    );
    let mut names: Vec<String> = fs::read_dir(&folder)
        .expect("the folder is there")
        .map(|entry| {
            entry
                .expect("readable")
                .file_name()
                .into_string()
                .expect("plain")
        })
        .collect();
    names.sort();
    fs::remove_dir_all(&scratch).expect("the scratch folder gives back");
    assert_eq!(
        names,
        [
            "parlor-backup.1",
            "parlor-check.1",
            "parlor-completions.1",
            "parlor-games-check.1",
            "parlor-games-copy.1",
            "parlor-games-delete.1",
            "parlor-games-end.1",
            "parlor-games-export.1",
            "parlor-games-list.1",
            "parlor-games-prune.1",
            "parlor-games-show.1",
            "parlor-games.1",
            "parlor-kuba-analyse.1",
            "parlor-kuba-engine.1",
            "parlor-kuba-hint.1",
            "parlor-kuba-match.1",
            "parlor-kuba-perft.1",
            "parlor-kuba-probe.1",
            "parlor-kuba-puzzles.1",
            "parlor-kuba-script.1",
            "parlor-kuba-selfplay.1",
            "parlor-kuba-simulate.1",
            "parlor-kuba-tables.1",
            "parlor-kuba.1",
            "parlor-lobby-allow.1",
            "parlor-lobby-block.1",
            "parlor-lobby-blocks.1",
            "parlor-lobby-forget.1",
            "parlor-lobby-hide.1",
            "parlor-lobby-reports.1",
            "parlor-lobby-unblock.1",
            "parlor-lobby.1",
            "parlor-ludo-analyse.1",
            "parlor-ludo-evaluate.1",
            "parlor-ludo-hint.1",
            "parlor-ludo-match.1",
            "parlor-ludo-perft.1",
            "parlor-ludo-puzzles.1",
            "parlor-ludo-script.1",
            "parlor-ludo-selfplay.1",
            "parlor-ludo-simulate.1",
            "parlor-ludo-solve.1",
            "parlor-ludo.1",
            "parlor-man.1",
            "parlor-record-convert.1",
            "parlor-record.1",
            "parlor-replay.1",
            "parlor-restore.1",
            "parlor-serve.1",
            "parlor-show.1",
            "parlor-verify.1",
            "parlor.1",
        ]
    );
}

/// The names in the `Commands:` section of a help, without `help` itself.
fn subcommands(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let entries = lines.take_while(|line| line.starts_with("  "));
    // A description that continues is indented further.
    let names = entries.filter(|line| !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_help_has_examples_and_fits_80_columns() {
    let mut waiting = vec![Vec::new()];
    let mut commands = 0;
    while let Some(words) = waiting.pop() {
        let words: Vec<String> = words;
        let arguments: Vec<&str> = words.iter().map(String::as_str).chain(["--help"]).collect();
        let help = quiet(&arguments, "");
        assert!(help.contains("Examples:\n  "), "{words:?}");
        for line in help.lines() {
            assert!(line.chars().count() <= 80, "{words:?}: {line}");
        }
        let longer = subcommands(&help).into_iter();
        waiting.extend(longer.map(|name| [words.clone(), vec![name]].concat()));
        commands += 1;
    }
    assert_eq!(
        commands, 52,
        "a page for each, as `parlor man --dir` writes"
    );
}

#[test]
fn both_spellings_of_analyze_work() {
    for game in ["ludo", "kuba"] {
        let [british, american] =
            ["analyse", "analyze"].map(|verb| quiet(&[game, verb, "--help"], ""));
        assert_eq!(british, american, "{game}");
    }
}
