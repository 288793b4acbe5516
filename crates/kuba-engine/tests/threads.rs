//! Searches by several threads, and searches that keep the table.

use std::cell::Cell as Counter;
use std::panic::{AssertUnwindSafe, catch_unwind};

use kuba_engine::{Engine, Limits, Pruning, Report, Root, Score};
use kuba_rules::{Action, Position, Rules};

mod random_positions;

use random_positions::positions;

fn search(engine: &mut Engine, root: &Root, limits: Limits) -> Report {
    engine.search(root, &limits, &|| false, &mut |_| {})
}

fn on_threads(threads: usize, nodes: u64) -> Limits {
    Limits {
        threads,
        ..Limits::nodes(nodes)
    }
}

/// Checks that every line can be played.
fn check_lines(root: &Root, report: &Report) {
    assert!(!report.lines.is_empty(), "{}", root.position);
    for line in &report.lines {
        let mut after = root.position;
        for action in &line.actions {
            after.play_action(*action).expect("a line is legal");
        }
    }
}

#[test]
fn games_by_two_to_four_threads_are_legal_to_their_end() {
    let mut engine = Engine::new(1);
    for number in 0..6 {
        let mut root = Root {
            pushes_left: Some(40),
            ..Root::new(Position::start(Rules::ALL[number % 2]))
        };
        let limits = Limits {
            keep: number < 3,
            lines: 1 + number % 2,
            ..on_threads(2 + number % 3, 2_000)
        };
        engine.new_game();
        while !root.is_over() {
            let mut depth = 0;
            let report = engine.search(&root, &limits, &|| false, &mut |report| {
                assert!(report.depth > depth && report.nodes <= limits.nodes);
                depth = report.depth;
                check_lines(&root, report);
            });
            check_lines(&root, &report);
            assert!(report.depth >= depth);
            assert!(report.nodes <= limits.nodes, "all threads count");
            let action = report.best().expect("the game is not over");
            root.position.play_action(action).expect("it is legal");
            root.repetitions.turn_began(&root.position);
            if let (Action::Push(_), Some(left)) = (action, &mut root.pushes_left) {
                *left -= 1;
            }
        }
    }
}

#[test]
fn threads_without_pruning_find_the_value_of_one() {
    let mut engine = Engine::new(1);
    for position in positions(40, 8) {
        let score = |engine: &mut Engine, threads| {
            let limits = Limits {
                pruning: Pruning::Off,
                threads,
                ..Limits::depth(3)
            };
            search(engine, &Root::new(position), limits).lines[0].score
        };
        assert_eq!(score(&mut engine, 3), score(&mut engine, 1), "{position}");
    }
}

#[test]
fn a_stop_ends_all_threads_and_is_asked_for_before_every_node_of_one() {
    let root = Root::new(Position::start(Rules::Tournament));
    let mut engine = Engine::new(1);
    for most in [0, 1, 2, 10, 1_000] {
        let asked = Counter::new(0_u64);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() > most
        };
        let report = engine.search(&root, &on_threads(4, u64::MAX), &stop, &mut |_| {});
        // Each call but the last was for a node of the calling thread; the others
        // look at their flag before each of theirs, or this would not return.
        assert_eq!(asked.get(), most + 1);
        assert!(report.nodes >= most && report.best().is_some());
    }
}

#[test]
fn the_calling_thread_has_its_share_of_the_nodes() {
    let root = Root::new(Position::start(Rules::Classroom));
    for nodes in [0, 1, 7, 100, 3_000] {
        let asked = Counter::new(0_u64);
        let stop = || {
            asked.set(asked.get() + 1);
            false
        };
        let limits = on_threads(4, nodes);
        let report = Engine::new(1).search(&root, &limits, &stop, &mut |_| {});
        assert!(asked.get() >= nodes / 4 && report.nodes <= nodes);
        assert!(report.best().is_some());
    }
}

#[test]
fn a_panic_ends_all_threads_and_is_not_lost() {
    let root = Root::new(Position::start(Rules::Classroom));
    let mut engine = Engine::new(1);
    let limits = on_threads(3, u64::MAX);
    let caught = catch_unwind(AssertUnwindSafe(|| {
        engine.search(&root, &limits, &|| false, &mut |_| panic!("told"))
    }));
    let reason = caught.expect_err("it panicked");
    assert_eq!(reason.downcast_ref(), Some(&"told"));
    assert!(search(&mut engine, &root, on_threads(3, 1_000)).depth > 0);
}

#[test]
fn any_number_of_threads_and_a_game_that_is_over_are_no_trouble() {
    let root = Root::new(Position::start(Rules::Classroom));
    let mut engine = Engine::new(0);
    let one = search(&mut engine, &root, on_threads(1, 500));
    assert_eq!(search(&mut engine, &root, on_threads(0, 500)), one);
    assert!(search(&mut engine, &root, on_threads(usize::MAX, 500)).nodes <= 500);
    let over = Root {
        pushes_left: Some(0),
        ..root
    };
    let report = search(&mut engine, &over, on_threads(4, 500));
    assert_eq!((report.best(), report.nodes), (None, 0));
}

#[test]
fn what_is_kept_shortens_the_next_search_until_a_new_game() {
    let root = Root::new(Position::start(Rules::Classroom));
    let keeping = Limits {
        keep: true,
        ..Limits::depth(7)
    };
    let mut engine = Engine::new(4);
    let first = search(&mut engine, &root, keeping);
    assert_eq!(first, search(&mut Engine::new(4), &root, Limits::depth(7)));
    let again = search(&mut engine, &root, keeping);
    assert!(again.nodes < first.nodes / 2, "{} nodes", again.nodes);
    engine.new_game();
    assert_eq!(search(&mut engine, &root, keeping), first);
    // Without the option nothing is kept.
    assert_eq!(search(&mut engine, &root, Limits::depth(7)), first);
}

#[test]
fn a_weak_search_leaves_nothing_to_a_strong_one() {
    let root = Root::new(Position::start(Rules::Tournament));
    let keeping = Limits {
        keep: true,
        ..Limits::depth(5)
    };
    let fresh = search(&mut Engine::new(1), &root, keeping);
    for other in [
        Limits {
            noise: 50,
            ..keeping
        },
        Limits {
            blunders: 50,
            ..keeping
        },
        Limits {
            pruning: Pruning::Off,
            depth: 2,
            ..keeping
        },
    ] {
        let mut engine = Engine::new(1);
        search(&mut engine, &root, other);
        assert_eq!(search(&mut engine, &root, keeping), fresh, "{other:?}");
    }
}

#[test]
fn games_with_a_kept_table_repeat_themselves_on_one_thread() {
    let play = || {
        let mut engine = Engine::new(1);
        let mut root = Root::new(Position::start(Rules::Tournament));
        let limits = Limits {
            keep: true,
            ..Limits::nodes(1_500)
        };
        let mut reports = Vec::new();
        while !root.is_over() && reports.len() < 30 {
            let report = search(&mut engine, &root, limits);
            root.position
                .play_action(report.best().expect("it is not over"))
                .expect("legal");
            root.repetitions.turn_began(&root.position);
            reports.push(report);
        }
        reports
    };
    let played = play();
    assert_eq!(played, play());
    let wins = played
        .iter()
        .filter(|report| matches!(report.lines[0].score, Score::Reds(_)));
    assert!(wins.count() > 0);
}
