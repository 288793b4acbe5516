//! The session, line by line.

use core::time::Duration;

use kuba_rules::{Position, Rules, Side};

use super::{Effect, SearchRequest, Session, TablesOption};
use crate::{Engine, Limits, Report, Root};

const START: &str = "ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - c";
/// White's seventh red stands at the edge.
const WIN_IN_ONE: &str = "7/7/7/5wr/7/7/b6 w6b0 w - c";

fn session(lines: &[&str]) -> Session {
    let mut session = Session::default();
    for line in lines {
        assert_eq!(session.read(line), [], "{line}");
    }
    session
}

/// The one line that is answered.
fn said(session: &mut Session, line: &str) -> String {
    match &session.read(line)[..] {
        [Effect::Print(answer)] => answer.clone(),
        other => panic!("{line}: {other:?}"),
    }
}

fn request(session: &mut Session, line: &str) -> SearchRequest {
    match session.read(line).pop() {
        Some(Effect::Search(request)) => *request,
        other => panic!("{line}: {other:?}"),
    }
}

fn position(session: &mut Session) -> String {
    request(session, "go").root.position.to_string()
}

fn searched(request: &SearchRequest) -> Report {
    Engine::new(0).search(&request.root, &request.limits, &|| false, &mut |_| {})
}

#[test]
fn it_introduces_itself_and_says_what_can_be_set() {
    let effects = Session::default().read("kei");
    let lines: Vec<&str> = effects
        .iter()
        .map(|effect| match effect {
            Effect::Print(line) => line.as_str(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(lines[0].starts_with("id name Parlor Kuba "), "{lines:?}");
    assert!(
        lines.contains(
            &"option name rules type combo default classroom var classroom var tournament"
        )
    );
    assert!(lines.contains(&"option name threads type spin default 1 min 1 max 256"));
    assert!(lines.contains(&"option name keep type check default false"));
    assert_eq!(lines.last(), Some(&"keiok"));
}

#[test]
fn it_is_always_ready() {
    let mut session = Session::default();
    assert_eq!(said(&mut session, "isready"), "readyok");
    request(&mut session, "go");
    assert_eq!(said(&mut session, "isready"), "readyok");
}

#[test]
fn without_a_position_it_stands_at_the_start_of_the_rules_set() {
    assert_eq!(position(&mut Session::default()), START);
    let mut tournament = session(&["setoption name rules value tournament"]);
    let start = Position::start(Rules::Tournament).to_string();
    assert_eq!(position(&mut tournament), start);
    let mut again = session(&["position startpos moves 65F"]);
    assert_eq!(again.read("newgame"), [Effect::NewGame]);
    assert_eq!(position(&mut again), START);
}

#[test]
fn a_position_line_names_its_rules_or_has_those_set() {
    let tournament = "setoption name rules value tournament";
    let mut named = session(&[tournament, &format!("position fen {WIN_IN_ONE}")]);
    assert_eq!(position(&mut named), WIN_IN_ONE);
    let short = WIN_IN_ONE.trim_end_matches(" c");
    let mut unnamed = session(&[tournament, &format!("position fen {short}")]);
    assert_eq!(position(&mut unnamed), format!("{short} t"));
}

#[test]
fn blanks_do_not_matter() {
    let mut session = session(&["", "  \t ", "  position   startpos\tmoves  65F \r"]);
    let mut expected = Position::start(Rules::Classroom);
    expected
        .play("65F".parse().expect("a push"))
        .expect("legal");
    assert_eq!(position(&mut session), expected.to_string());
}

#[test]
fn k_11_either_side_may_begin_in_classroom_rules_only() {
    let mut black = session(&["position startpos moves 05B"]);
    let root = request(&mut black, "go").root;
    assert_eq!(root.position.to_move(), Side::White);
    let mut tournament = session(&["setoption name rules value tournament"]);
    let refused = said(&mut tournament, "position startpos moves 05B");
    assert!(refused.contains("move 1, 05B: "), "{refused}");
}

#[test]
fn k_12_moves_count_and_a_third_time_is_the_end() {
    let moves = ["00B", "06B", "20F", "26F"].repeat(2);
    let tournament = "setoption name rules value tournament";
    let twice = format!("position startpos moves {}", moves[..7].join(" "));
    let mut open = session(&[tournament, &twice]);
    let root = request(&mut open, "go").root;
    assert_eq!(
        root.repetitions
            .count_of(&Position::start(Rules::Tournament)),
        2
    );
    let thrice = format!("position startpos moves {}", moves.join(" "));
    let mut drawn = session(&[tournament, &thrice]);
    assert_eq!(
        drawn.read("go nodes 100"),
        [
            Effect::Print("info string the game is over (K-12)".to_owned()),
            Effect::Print("bestmove none".to_owned())
        ]
    );
}

#[test]
fn k_12_the_end_of_a_turn_is_a_move() {
    let open = "7/5wr/7/5wr/7/7/b6 w0b0 w - t";
    let mut session = session(&[&format!("position fen {open} moves 15R end")]);
    let position = request(&mut session, "go").root.position;
    assert_eq!(
        (position.to_move(), position.captured(Side::White)),
        (Side::Black, 1)
    );
}

#[test]
fn an_illegal_move_refuses_the_whole_position() {
    let mut session = session(&["position startpos moves 65F"]);
    let mut before = session.clone();
    for (line, reason) in [
        (
            "position startpos moves 65F 05B 22L",
            "position: move 3, 22L: the marble at (2, 2) is red; only your own marbles can be \
             pushed (K-3); the position is the one before",
        ),
        (
            "position startpos moves 65F 99X",
            "position: move 2: column 1 of \"99X\": found '9', expected a push such as 65F, or end; the \
             position is the one before",
        ),
        (
            "position",
            "position: write startpos or fen and a position line",
        ),
        (
            "position here",
            "position: write startpos or fen and a position line",
        ),
    ] {
        assert_eq!(
            said(&mut session, line),
            format!("info string error {reason}")
        );
    }
    let no_line = said(&mut session, "position fen 7/7 w0b0");
    assert!(
        no_line.starts_with("info string error position: column "),
        "{no_line}"
    );
    let impossible = said(&mut session, "position fen w6/7/7/7/7/7/7 w9b9 w - c");
    assert!(!impossible.contains('\n'), "{impossible}");
    assert_eq!(position(&mut session), position(&mut before));
}

#[test]
fn go_takes_limits_and_passes_over_what_it_does_not_know() {
    let limits = |line: &str| {
        let SearchRequest { limits, time, .. } = request(&mut Session::default(), line);
        (limits.nodes, limits.depth, time)
    };
    let deepest = Limits::DEEPEST;
    assert_eq!(limits("go"), (u64::MAX, deepest, None));
    assert_eq!(limits("go infinite"), (u64::MAX, deepest, None));
    assert_eq!(limits("go nodes 5"), (5, deepest, None));
    assert_eq!(limits("go depth 1000000"), (u64::MAX, deepest, None));
    let second = Some(Duration::from_secs(1));
    assert_eq!(limits("go depth 3 movetime 1000 nodes 7"), (7, 3, second));
    for (line, value) in [
        ("go nodes", "nothing"),
        ("go nodes 0", "\"0\""),
        ("go depth -1", "\"-1\""),
        ("go movetime soon", "\"soon\""),
    ] {
        let mut session = Session::default();
        let refused = said(&mut session, line);
        assert!(refused.starts_with("info string error go: "), "{refused}");
        assert!(refused.ends_with(&format!(", not {value}")), "{refused}");
        // Nothing was begun.
        request(&mut session, "go");
    }
}

#[test]
fn only_a_search_without_limits_is_unbounded() {
    let bounded = |line: &str| request(&mut Session::default(), line).is_bounded();
    assert!(!bounded("go"));
    assert!(bounded("go nodes 1") && bounded("go depth 1") && bounded("go movetime 1"));
}

#[test]
fn while_it_searches_it_can_be_asked_and_stopped_but_not_changed() {
    let mut session = Session::default();
    assert_eq!(session.read("stop"), []);
    request(&mut session, "go");
    for line in [
        "go",
        "position startpos",
        "newgame",
        "setoption name hash value 1",
    ] {
        let refused = said(&mut session, line);
        assert!(
            refused.contains("a search is under way; send stop"),
            "{refused}"
        );
    }
    assert_eq!(session.read("stop"), [Effect::Stop]);
    assert_eq!(session.read("quit"), [Effect::Quit]);
}

#[test]
fn every_search_ends_with_one_best_move() {
    let mut session = session(&[&format!("position fen {WIN_IN_ONE}")]);
    let request = request(&mut session, "go nodes 1000");
    let report = searched(&request);
    let best = |action: &str| [Effect::Print(format!("bestmove {action}"))];
    assert_eq!(session.finished(&report), best("35R"));
    // The next one can begin, and one that knows nothing still answers.
    session.read("go");
    let empty = Report {
        depth: 0,
        nodes: 0,
        lines: Vec::new(),
    };
    assert_eq!(session.finished(&empty), best("35R"));
}

#[test]
fn a_script_can_be_sent_at_once() {
    let mut session = Session::default();
    let first = request(&mut session, "go nodes 10");
    for line in [
        &format!("position fen {WIN_IN_ONE}"),
        "setoption name lines value 2",
        "go depth 1",
        "go nodes 7",
    ] {
        assert_eq!(session.read(line), [], "{line} waits");
    }
    let effects = session.finished(&searched(&first));
    let [Effect::Print(_), Effect::Search(second)] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!(second.root.position.to_string(), WIN_IN_ONE);
    assert_eq!((second.limits.depth, second.limits.lines), (1, 2));
    let effects = session.finished(&searched(second));
    let [Effect::Print(best), Effect::Search(third)] = &effects[..] else {
        panic!("{effects:?}");
    };
    assert_eq!((best.as_str(), third.limits.nodes), ("bestmove 35R", 7));
    assert_eq!(session.finished(&searched(third)).len(), 1);
}

#[test]
fn what_follows_a_stop_waits_for_the_answer() {
    let mut session = Session::default();
    let first = request(&mut session, "go");
    assert_eq!(session.read("stop"), [Effect::Stop]);
    assert_eq!(session.read(&format!("position fen {WIN_IN_ONE}")), []);
    assert_eq!(session.read("go depth 1"), []);
    let first = SearchRequest {
        limits: Limits::depth(1),
        ..first
    };
    let effects = session.finished(&searched(&first));
    assert!(matches!(
        &effects[..],
        [Effect::Print(_), Effect::Search(_)]
    ));
}

#[test]
fn quit_leaves_what_waits_and_what_follows() {
    let mut session = Session::default();
    let first = request(&mut session, "go nodes 10");
    assert_eq!(session.read("go nodes 20"), []);
    assert_eq!(session.read("quit"), [Effect::Quit]);
    assert_eq!(session.read("go nodes 30"), []);
    assert_eq!(session.finished(&searched(&first)).len(), 1);
}

#[test]
fn no_more_lines_wait_than_can_be_kept() {
    let mut session = Session::default();
    request(&mut session, "go nodes 10");
    let mut kept = 0;
    while session.read("newgame").is_empty() {
        kept += 1;
        assert!(kept <= 10_000);
    }
    assert!(kept >= 100);
}

#[test]
fn a_report_has_a_line_for_each_of_its_lines() {
    let mut session = session(&[&format!("position fen {WIN_IN_ONE}")]);
    let report = searched(&request(&mut session, "go depth 1"));
    let lines = session.info(&report, Duration::from_secs(2));
    let nodes = report.nodes;
    let expected = format!(
        "info depth {} score win 1 nodes {nodes} nps {} pv 35R",
        report.depth,
        nodes / 2
    );
    assert_eq!(lines, [expected]);

    session.finished(&report);
    session.read("setoption name lines value 2");
    let report = searched(&request(&mut session, "go depth 1"));
    let lines = session.info(&report, Duration::ZERO);
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines[0].contains(" line 1 score win 1 ") && lines[1].contains(" line 2 score "));
    assert!(lines[1].contains(" nps 0 pv "));
}

#[test]
fn options_are_set_or_refused_with_what_there_is() {
    let mut session = Session::default();
    assert_eq!(
        session.read("setoption name hash value 64"),
        [Effect::Resize(64)]
    );
    for (value, tables) in [
        ("false", TablesOption::Searched),
        ("embedded", TablesOption::Embedded),
        ("true", TablesOption::Built),
    ] {
        assert_eq!(
            session.read(&format!("setoption name tables value {value}")),
            [Effect::Tables(tables)]
        );
    }
    for (line, expected) in [
        (
            "setoption name speed value 9",
            "there is no option \"speed\"; the options are rules, hash, lines, threads, keep and tables",
        ),
        (
            "setoption rules classroom",
            "name is missing; write setoption name NAME value VALUE",
        ),
        (
            "setoption name rules",
            "value is missing; write setoption name NAME value VALUE",
        ),
        (
            "setoption name rules value chess",
            "there are no rules named \"chess\"; they are classroom or tournament",
        ),
        (
            "setoption name hash value 0",
            "hash must be a whole number from 1 to 4096, not \"0\"",
        ),
        (
            "setoption name threads value 0",
            "threads must be a whole number from 1 to 256, not \"0\"",
        ),
        (
            "setoption name threads value 257",
            "threads must be a whole number from 1 to 256, not \"257\"",
        ),
        (
            "setoption name threads value",
            "threads must be a whole number from 1 to 256, not nothing",
        ),
        (
            "setoption name tables value 5",
            "tables must be false, embedded or true, not \"5\"",
        ),
        (
            "setoption name keep value on",
            "keep must be true or false, not \"on\"",
        ),
    ] {
        let refused = said(&mut session, line);
        assert_eq!(refused, format!("info string error setoption: {expected}"));
    }
}

#[test]
fn threads_and_the_kept_table_go_along_with_every_search() {
    let options = |session: &mut Session| {
        let Limits { threads, keep, .. } = request(session, "go depth 1").limits;
        (threads, keep)
    };
    assert_eq!(options(&mut Session::default()), (1, false));
    let mut set = session(&[
        "setoption name threads value 256",
        "setoption name keep value true",
    ]);
    assert_eq!(options(&mut set), (256, true));
    let mut unset = session(&[
        "setoption name keep value true",
        "setoption name keep value false",
        "setoption name threads value 2",
    ]);
    said(&mut unset, "setoption name threads value 300");
    said(&mut unset, "setoption name keep value yes");
    assert_eq!(options(&mut unset), (2, false));
}

#[test]
fn rubbish_is_answered_on_one_short_line() {
    let mut session = Session::default();
    let long = "x".repeat(10_000);
    for line in ["uci", "\u{0}\u{1b}[31m", "ké", &long] {
        let answer = said(&mut session, line);
        assert!(answer.starts_with("info string error "), "{answer}");
        assert!(answer.chars().count() < 200 && !answer.contains(char::is_control));
    }
}

#[test]
fn the_root_is_the_game_that_was_sent() {
    let mut session = session(&["position startpos"]);
    let root = request(&mut session, "go").root;
    assert_eq!(root, Root::new(Position::start(Rules::Classroom)));
}
