//! The engine keeps its promises.

use std::cell::Cell as Counter;

use kuba_engine::{Endgames, Engine, EngineBot, Limits, Pruning, Report, Root, Score, bench};
use kuba_rules::{Action, Cell, Marble, Outcome, Position, Rules, Setup, Side};
use parlor_game::{Bot, Budget, Kuba, LiveGame};

mod random_positions;

use random_positions::positions;

fn position(text: &str) -> Position {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn search(engine: &mut Engine, root: &Root, limits: Limits) -> Report {
    engine.search(root, &limits, &|| false, &mut |_| {})
}

#[test]
fn the_search_behaves_as_it_did() {
    assert_eq!(bench(), 41_983);
}

#[test]
fn the_answer_depends_on_nothing_searched_before() {
    let limits = Limits {
        lines: 2,
        noise: 20,
        seed: 7,
        ..Limits::nodes(3_000)
    };
    let mut used = Engine::new(1);
    for position in positions(10, 2) {
        let root = Root::new(position);
        let fresh = search(&mut Engine::new(1), &root, limits);
        assert_eq!(search(&mut used, &root, limits), fresh);
        assert_eq!(search(&mut used, &root, limits), fresh);
    }
}

#[test]
fn a_stop_is_answered_before_the_next_node() {
    let root = Root::new(Position::start(Rules::Tournament));
    let mut engine = Engine::new(1);
    for most in [0, 1, 2, 10, 1_000, 12_345] {
        let asked = Counter::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > most
        };
        let report = engine.search(&root, &Limits::nodes(u64::MAX), &stop, &mut |_| {});
        assert_eq!((report.nodes, asked.get()), (most, most + 1));
        assert!(report.best().is_some(), "there always is an answer");
        let counted = search(&mut engine, &root, Limits::nodes(most));
        assert_eq!(counted, report, "a limit of nodes is a stop");
    }
}

#[test]
fn lines_are_legal_and_reported_the_best_first() {
    let mut engine = Engine::new(1);
    for position in positions(20, 3) {
        let limits = Limits {
            lines: 4,
            ..Limits::nodes(4_000)
        };
        let report = search(&mut engine, &Root::new(position), limits);
        let firsts: Vec<Action> = report.lines.iter().map(|line| line.actions[0]).collect();
        let legal = position.legal_moves().len() + usize::from(position.may_push_again());
        assert_eq!(firsts.len(), legal.min(4), "{position}");
        for (place, line) in report.lines.iter().enumerate() {
            assert!(!firsts[..place].contains(&line.actions[0]), "{position}");
            let mut after = position;
            for action in &line.actions {
                after.play_action(*action).expect("a line is legal");
            }
        }
        if report.depth > 0 {
            assert!(
                report
                    .lines
                    .is_sorted_by(|one, other| one.score >= other.score)
            );
        }
    }
}

#[test]
fn nothing_is_searched_once_the_game_is_over() {
    let won = position("7/7/7/5w1/7/7/b6 w7b0 b - c");
    let drawn = Root {
        pushes_left: Some(0),
        ..Root::new(Position::start(Rules::Classroom))
    };
    for root in [Root::new(won), drawn] {
        let report = search(&mut Engine::new(0), &root, Limits::nodes(10));
        assert_eq!((report.best(), report.nodes), (None, 0));
    }
}

#[test]
fn k_12_a_third_count_is_a_draw_and_who_is_behind_goes_for_it() {
    // Black is lost but for the draw: 44L brings about what stood twice.
    let mut game = LiveGame::<Kuba>::new(Position::start(Rules::Tournament), None);
    for push in ["00B", "06B", "20F", "26F", "00B", "06B", "20F"] {
        game.play(push.parse().expect("a push")).expect("legal");
    }
    let mut third = game.clone();
    third.play("26F".parse().expect("a push")).expect("legal");
    assert_eq!(third.ended_by(), Some("K-12"));
    let limits = Limits {
        pruning: Pruning::Off,
        lines: 99,
        ..Limits::depth(1)
    };
    let report = search(&mut Engine::new(1), &Root::from(&game), limits);
    let draw = report
        .lines
        .iter()
        .find(|line| line.actions[0].to_string() == "26F");
    assert_eq!(draw.map(|line| line.score), Some(Score::Reds(0)));
}

/// What becomes of a cell by one of the eight symmetries of the board.
fn moved(cell: Cell, symmetry: u8) -> (usize, usize) {
    let (row, column) = (usize::from(cell.row()), usize::from(cell.column()));
    let (row, column) = if symmetry & 1 == 0 {
        (row, column)
    } else {
        (column, row)
    };
    let row = if symmetry & 2 == 0 { row } else { 6 - row };
    (
        row,
        if symmetry & 4 == 0 {
            column
        } else {
            6 - column
        },
    )
}

/// The position by a symmetry of the board, and of the colors if it is 8 or
/// more; without a ko push.
fn by_symmetry(position: &Position, symmetry: u8) -> Position {
    let setup = position.setup();
    let mut image = Setup {
        cells: [[None; 7]; 7],
        ko: None,
        ..setup
    };
    let exchanges = symmetry & 8 != 0;
    for cell in Cell::ALL {
        let (row, column) = moved(cell, symmetry);
        image.cells[row][column] = match position.marble(cell) {
            Some(Marble::White) if exchanges => Some(Marble::Black),
            Some(Marble::Black) if exchanges => Some(Marble::White),
            marble => marble,
        };
    }
    if exchanges {
        image.to_move = image.to_move.other();
        image.captured.reverse();
    }
    image.try_into().expect("a symmetry keeps a position valid")
}

#[test]
fn symmetric_positions_have_the_same_score() {
    let mut engine = Engine::new(1);
    for position in positions(15, 4) {
        for depth in 0..=2 {
            // What order actions come in must not matter, so every one is
            // searched.
            let limits = Limits {
                pruning: Pruning::Off,
                ..Limits::depth(depth)
            };
            let scores: Vec<Score> = (0..16)
                .map(|symmetry| Root::new(by_symmetry(&position, symmetry)))
                .map(|root| search(&mut engine, &root, limits).lines[0].score)
                .collect();
            assert!(
                scores.iter().all(|score| *score == scores[0]),
                "{position}: {scores:?}"
            );
        }
    }
}

#[test]
fn wins_that_are_found_are_played_out() {
    let mut engine = Engine::new(4);
    let mut played = 0;
    for position in positions(60, 5) {
        let limits = Limits::nodes(20_000);
        let mut root = Root::new(position);
        let report = search(&mut engine, &root, limits);
        let Score::Win(pushes) = report.lines[0].score else {
            continue;
        };
        let winner = position.to_move();
        let mut left = i64::from(pushes);
        while !root.is_over() {
            let report = search(&mut engine, &root, limits);
            let action = report.best().expect("the game is not over");
            left -= i64::from(action != Action::End);
            root.position.play_action(action).expect("it is legal");
            root.repetitions.turn_began(&root.position);
        }
        let outcome = root.position.outcome().and_then(Outcome::winner);
        assert_eq!(outcome, Some(winner), "{position}");
        assert!(
            left >= 0,
            "{position}: a win in {pushes} took {} more",
            -left
        );
        played += 1;
    }
    assert!(played > 10, "only {played} wins were found");
}

#[test]
fn the_bot_keeps_to_its_budget_and_answers_at_once_where_there_is_no_choice() {
    let bot = EngineBot::new("engine", 1);
    let game = LiveGame::<Kuba>::start(Rules::Classroom, &Side::ALL, None).expect("two");
    let chosen = |nodes, seed| bot.choose(&game, Budget::nodes(nodes), seed);
    assert!(chosen(1, 0).is_some());
    assert_eq!(
        chosen(2_000, 1),
        chosen(2_000, 2),
        "the seed is for noise only"
    );
    let over = LiveGame::<Kuba>::new(position("7/7/7/5w1/7/7/b6 w7b0 b - c"), None);
    assert_eq!(bot.choose(&over, Budget::nodes(10), 0), None);
}

/// Positions won in a known number of pushes, found by looking at everything
/// (the example `find_wins`).
const WINS: &str = include_str!("wins.txt");

#[test]
fn k_8_k_9_k_10_the_wins_of_the_suite_are_found_no_sooner_and_no_later() {
    let mut engine = Engine::new(4);
    let mut rules = Vec::new();
    for line in WINS.lines().filter(|line| !line.starts_with('#')) {
        let (text, win) = line.split_once(" | ").expect("a position and a win");
        let (pushes, rule) = win.split_once(' ').expect("a length and a rule");
        let pushes: u32 = pushes.parse().expect("a number");
        let root = Root::new(position(text));
        let full = |depth| Limits {
            pruning: Pruning::Off,
            ..Limits::depth(depth)
        };
        let exact = search(&mut engine, &root, full(pushes));
        assert_eq!(exact.lines[0].score, Score::Win(pushes), "{line}");
        let sooner = search(&mut engine, &root, full(pushes - 1)).lines[0].score;
        assert!(!matches!(sooner, Score::Win(_)), "{line}: {sooner}");
        let played = search(&mut engine, &root, Limits::nodes(200_000));
        let score = played.lines[0].score;
        assert!(
            matches!(score, Score::Win(found) if found >= pushes),
            "{line}: {score}"
        );
        rules.push(rule);
    }
    for rule in ["K-8", "K-9", "K-10"] {
        assert!(rules.contains(&rule), "no win by {rule} in the suite");
    }
}

/// Decided endgames and their exact values, drawn from the tables (the example `endgames` of
/// `kuba-tables`).
const ENDGAMES: &str = include_str!("endgames.txt");

#[test]
fn the_score_of_a_decided_endgame_never_contradicts_the_tables() {
    let mut engine = Engine::new(4).with_endgames(Endgames::Searched);
    let mut exact = 0;
    for line in ENDGAMES.lines().filter(|line| !line.starts_with('#')) {
        let (text, value) = line.split_once(" | ").expect("a position and a value");
        let (kind, pushes) = value.split_once(' ').expect("a kind and a length");
        let pushes: u32 = pushes.parse().expect("a number");
        let report = search(
            &mut engine,
            &Root::new(position(text)),
            Limits::nodes(10_000),
        );
        let score = report.lines[0].score;
        let agrees = match score {
            Score::Reds(_) => true,
            // A proof may be longer than the shortest, but never shorter.
            Score::Win(found) => kind == "win" && found >= pushes,
            Score::Loss(found) => kind == "loss" && found >= pushes,
        };
        assert!(agrees, "{line}: {score}");
        exact += u32::from(score.to_string() == value);
    }
    assert!(exact >= 16, "only {exact} of the endgames are exact");
}

#[test]
fn endgames_in_the_tables_are_exact_at_once_and_played_to_the_end() {
    let mut engine = Engine::new(1);
    for line in ENDGAMES.lines().filter(|line| !line.starts_with('#')) {
        let (text, value) = line.split_once(" | ").expect("a position and a value");
        let start = position(text);
        let marbles = Marble::ALL
            .map(|marble| start.count(marble))
            .iter()
            .sum::<u8>();
        if marbles <= 4 {
            let found = search(&mut engine, &Root::new(start), Limits::nodes(10_000));
            let found = &found.lines[0];
            assert_eq!(found.score.to_string(), value, "{line}");
            let mut place = start;
            for action in &found.actions {
                place.play_action(*action).expect("a legal push");
            }
            assert!(place.is_over(), "{line}: {:?}", found.actions);
            assert!(
                value.ends_with(&format!(" {}", found.actions.len())),
                "{line}"
            );
        }
    }
}

#[test]
fn k_13_a_win_beyond_the_push_limit_is_none() {
    let root = Root::new(position("r6/7/7/7/7/6b/5w1 w6b6 w - c"));
    for (left, is_won) in [(23, true), (22, false)] {
        let root = Root {
            pushes_left: Some(left),
            ..root.clone()
        };
        let report = search(&mut Engine::new(4), &root, Limits::nodes(200_000));
        let found = report.lines[0].score;
        assert_eq!(found == Score::Win(23), is_won, "{left}: {found}");
    }
}

#[test]
fn an_endless_endgame_is_a_draw_by_the_tables() {
    let tables = kuba_tables::Tables::embedded();
    let text = "7/7/7/3r3/7/w6/6b w6b6 w - c";
    assert_eq!(
        tables.value(&position(text)),
        Ok(kuba_tables::Value::Endless)
    );
    let report = search(
        &mut Engine::new(1),
        &Root::new(position(text)),
        Limits::nodes(1_000),
    );
    assert_eq!(report.lines[0].score, Score::Reds(0));
}

#[test]
fn a_win_by_zugzwang_is_found_no_longer_than_it_is() {
    let root = Root::new(position("r6/7/7/7/7/6b/5w1 w6b6 w - c"));
    let mut engine = Engine::new(4).with_endgames(Endgames::Searched);
    let report = search(&mut engine, &root, Limits::nodes(100_000));
    assert_eq!(report.lines[0].score, Score::Win(23));
}

#[test]
fn a_table_beyond_all_memory_is_refused() {
    let refused = Engine::try_new(usize::MAX).expect_err("no machine has so much");
    assert_eq!(refused.mebibytes, usize::MAX);
    assert!(refused.to_string().contains(&usize::MAX.to_string()));
    assert!(Engine::try_new(0).is_ok());
}
