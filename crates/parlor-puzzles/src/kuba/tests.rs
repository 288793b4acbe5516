//! What is read, what is refused, and that mining does not depend on threads.

use core::num::NonZero;
use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;

use kuba_rules::Rules;
use parlor_sim::Pool;

use super::{KubaPuzzle, Mine};
use crate::lines;

const LINE: &str = r#"{"id":"k-a34c75c4","position":"b6/1rw3b/1wrbbw1/2rbwrr/4bw1/3rww1/7 w6b1 w - t","win":3,"by":"K-8","solution":["12L","00R","11L"],"solved":[0,1,3,3,8,14,16,1],"rating":1673,"grade":2}"#;

fn error(text: &str) -> String {
    let read = lines::read::<KubaPuzzle>(text);
    read.expect_err("it is wrong").to_string()
}

#[test]
fn a_puzzle_is_written_as_it_is_read() {
    let puzzles: Vec<KubaPuzzle> = lines::read(LINE).expect("a puzzle");
    assert_eq!(lines::write(&puzzles[0]), LINE);
}

#[test]
fn each_thing_that_can_be_wrong_is_refused_with_its_value() {
    for (right, wrong, message) in [
        (
            "k-a34c75c4",
            "k-a34c75c5",
            "id: k-a34c75c5 is not the name of the position; that is k-a34c75c4",
        ),
        ("k-a34c75c4", "k-A", r#"id: "k-A" is no name"#),
        ("w6b1 w - t", "w6b1 w - x", "position: column"),
        (
            "b6/1rw3b/1wrbbw1/2rbwrr/4bw1/3rww1/7 w6b1",
            "7/7/7/7/7/7/b5w w7b0",
            "a puzzle begins with a turn",
        ),
        ("12L", "12X", "solution: action 1: column 3"),
        ("00R", "00L", "solution: action 2, 00L"),
        (
            r#""00R","11L""#,
            r#""00R""#,
            "solution: it ends without a win of White, the side to move",
        ),
        (
            r#""12L","00R","11L""#,
            "",
            "solution: it ends without a win of White",
        ),
        (
            r#""win":3"#,
            r#""win":5"#,
            "win: 5 is written, and the solution has 3",
        ),
        (
            "K-8",
            "K-9",
            r#"by: "K-9" is written, and the solution wins by K-8"#,
        ),
        (
            "14,16,1]",
            "14,17,1]",
            "solved: 17 of level 7; it tries 16 times",
        ),
        (
            "1673",
            "1674",
            "rating: 1674 is written; by what the levels solved it is 1673",
        ),
        (
            r#""grade":2"#,
            r#""grade":3"#,
            "grade: 3 is written; that of the rating is 2",
        ),
        (r#""win":3"#, r#""win":-3"#, "invalid value: integer `-3`"),
        (
            r#""grade":2"#,
            r#""grade":2,"more":1"#,
            "unknown field `more`",
        ),
        (r#","grade":2"#, "", "missing field `grade`"),
    ] {
        assert!(LINE.contains(right), "{right}");
        let found = error(&format!("{LINE}\n{}", LINE.replacen(right, wrong, 1)));
        assert!(
            found.starts_with("line 2: ") && found.contains(message),
            "{wrong}: {found}"
        );
    }
}

#[test]
fn mining_finds_the_same_on_any_number_of_threads_and_no_more_of_a_kind_than_asked_for() {
    let mine = Mine::new(Rules::ALL.to_vec(), 3, 1);
    let found = |threads| {
        let pool = Pool::new(NonZero::new(threads)).expect("a few threads");
        let (mut games, mut found) = (0, Vec::new());
        mine.run(&pool, 8, &AtomicBool::new(false), |more, puzzles| {
            games += more;
            found.extend(puzzles);
            ControlFlow::Continue(())
        });
        assert_eq!(games, 8);
        found
    };
    let alone = found(1);
    assert_eq!(alone, found(3));
    assert!(!alone.is_empty());
    for (number, puzzle) in alone.iter().enumerate() {
        let kind = |puzzle: &KubaPuzzle| (puzzle.position().rules(), puzzle.win(), puzzle.by());
        assert!(
            alone[..number]
                .iter()
                .all(|other| kind(other) != kind(puzzle))
        );
    }
}

#[test]
fn a_mine_without_an_end_in_sight_stops_when_it_is_told() {
    let mine = Mine::new(Rules::ALL.to_vec(), 3, 1);
    let pool = Pool::new(NonZero::new(2)).expect("two threads");
    mine.run(&pool, u64::MAX, &AtomicBool::new(true), |_, _| {
        panic!("stopped before")
    });
    let mut games = 0;
    mine.run(&pool, u64::MAX, &AtomicBool::new(false), |more, _| {
        games += more;
        ControlFlow::Break(())
    });
    assert_eq!(games, 1);
}
