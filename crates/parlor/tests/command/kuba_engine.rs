//! The engine's protocol, through the command.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use crate::{parlor, quiet};

/// A conversation with the command.
struct Talk {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Talk {
    fn begin() -> Self {
        let mut child = parlor()
            .args(["kuba", "engine"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let input = child.stdin.take().expect("stdin is piped");
        let output = BufReader::new(child.stdout.take().expect("stdout is piped"));
        Self {
            child,
            input,
            output,
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the command reads");
    }

    /// The next line that begins so; those before it are passed over.
    fn hear(&mut self, begin: &str) -> String {
        let mut line = String::new();
        while !line.starts_with(begin) {
            line.clear();
            let read = self.output.read_line(&mut line).expect("a line");
            assert!(read > 0, "the command ended before it said {begin}");
        }
        line.trim_end().to_owned()
    }

    fn ends_well(mut self) {
        let status = self.child.wait().expect("the command ends");
        assert_eq!(status.code(), Some(0));
    }
}

#[test]
fn a_program_plays_a_few_moves() {
    let mut talk = Talk::begin();
    talk.say("kei");
    talk.hear("keiok");
    talk.say("setoption name rules value tournament");
    talk.say("isready");
    talk.hear("readyok");
    let mut moves = String::new();
    for _ in 0..6 {
        talk.say(&format!("position startpos{moves}"));
        talk.say("go nodes 500");
        let info = talk.hear("info depth 1 score ");
        assert!(info.contains(" nodes ") && info.contains(" nps ") && info.contains(" pv "));
        let best = talk.hear("bestmove ");
        if moves.is_empty() {
            moves.push_str(" moves");
        }
        moves.push_str(best.trim_start_matches("bestmove"));
    }
    talk.say("quit");
    talk.ends_well();
}

#[test]
fn endgame_tables_are_looked_into_as_the_option_says() {
    fn finds(talk: &mut Talk, score: &str) {
        talk.say("go nodes 1000");
        let info = talk.hear("info depth 1 score ");
        assert!(info.contains(score), "{info}");
        talk.hear("bestmove ");
    }

    let mut talk = Talk::begin();
    talk.say("position fen r6/7/7/7/7/6b/5w1 w6b6 w - c");
    finds(&mut talk, " score win 23 ");
    talk.say("setoption name tables value false");
    talk.say("setoption name hash value 1");
    finds(&mut talk, " score reds ");
    // The tests have a cache without tables of five marbles.
    talk.say("setoption name tables value true");
    talk.hear("info string tables: none are built");
    finds(&mut talk, " score win 23 ");
    talk.say("quit");
    talk.ends_well();
}

#[test]
fn a_search_without_limits_is_stopped() {
    let mut talk = Talk::begin();
    talk.say("go");
    talk.hear("info depth 3 ");
    talk.say("isready");
    talk.hear("readyok");
    talk.say("position startpos moves 65F");
    let refused = talk.hear("info string ");
    assert!(refused.contains("a search is under way"), "{refused}");
    talk.say("stop");
    talk.hear("bestmove ");
    talk.say("quit");
    talk.ends_well();
}

#[test]
fn a_search_that_quits_is_answered() {
    let mut talk = Talk::begin();
    talk.say("go");
    talk.say("quit");
    talk.hear("bestmove ");
    talk.ends_well();
}

#[test]
fn a_time_ends_a_search() {
    let mut talk = Talk::begin();
    talk.say("go movetime 1");
    talk.hear("bestmove ");
    talk.say("quit");
    talk.ends_well();
}

#[test]
fn a_script_is_answered_to_its_end() {
    let script = "\
setoption name rules value tournament
position startpos moves 00B 06B 20F 26F 00B 06B 20F 26F
go nodes 100
position fen 7/7/7/5wr/7/7/b6 w6b0 w - c
go nodes 100
position startpos moves 65F 65F
go depth 1";
    let answer = quiet(&["kuba", "engine"], script);
    let answered = |begin: &str| {
        let lines = answer.lines().filter(|line| line.starts_with(begin));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    // What is refused leaves the position before it.
    assert_eq!(
        answered("bestmove"),
        ["bestmove none", "bestmove 35R", "bestmove 35R"]
    );
    let strings = answered("info string");
    assert_eq!(strings[0], "info string the game is over (K-12)");
    assert!(strings[1].starts_with("info string error position: move 2, 65F: "));
    assert_eq!(answered("info depth 1 score win 1 nodes ").len(), 2);
}

#[test]
fn nothing_is_taken_of_a_line_that_is_too_long() {
    let line = |blanks| format!("position startpos moves 65F{}06L", " ".repeat(blanks));
    let longest = (1 << 20) - line(0).len();
    let script = [line(longest), line(longest + 1), "go depth 1".to_owned()].join("\n");
    let answer = quiet(&["kuba", "engine"], script.as_bytes());
    assert_eq!(answer.matches("info string error ").count(), 1, "{answer}");
    let played = quiet(&["kuba", "engine"], format!("{}\ngo depth 1", line(1)));
    assert_eq!(answer.lines().last(), played.lines().last());
}

#[test]
fn rubbish_ends_nothing() {
    let mut rubbish = b"\xff\xfe\x00\n\n\n".to_vec();
    rubbish.extend(b"x".repeat(3_000_000));
    rubbish.extend(b"\ngo depth\nposition fen\nisready\n");
    let answer = quiet(&["kuba", "engine"], rubbish);
    assert_eq!(answer.lines().last(), Some("readyok"), "{answer}");
    assert_eq!(answer.matches("longer than 1048576 bytes").count(), 1);
    assert!(
        answer
            .lines()
            .all(|line| line == "readyok" || line.starts_with("info string error "))
    );
}
