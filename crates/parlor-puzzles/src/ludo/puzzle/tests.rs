use super::*;
use crate::ludo::RATINGS;

fn position(line: &str) -> Position {
    line.parse().unwrap()
}

fn puzzle(line: &str, chances: [f64; 2]) -> LudoPuzzle {
    LudoPuzzle::new(position(line), chances, 1_600).unwrap()
}

#[test]
fn the_best_choice_is_right_and_the_other_loses_the_difference() {
    let puzzle = puzzle("A52.47/C33.18 A 5 -", [0.739_5, 0.931_5]);
    let judge = |action: &str| puzzle.judge(action.parse().unwrap());
    let right = LudoVerdict::Right {
        rules: puzzle.right(),
    };
    let wrong = LudoVerdict::Wrong {
        loss: 0.192,
        rules: puzzle.wrong(),
    };
    assert_eq!(judge("A5q"), Ok(right));
    assert_eq!(judge("A5p"), Ok(wrong));
    assert!(puzzle.wrong().contains(&RuleOfThumb::End));
    assert!(puzzle.right().contains(&RuleOfThumb::Home));
}

#[test]
fn the_choice_of_q_may_be_wrong_as_well() {
    let puzzle = puzzle("A54.35/C8.11 A 4b -", [0.850_4, 0.810_3]);
    assert_eq!(puzzle.best().action.to_string(), "A4p");
    assert!(puzzle.is_bonus());
    let wrong = puzzle.judge("A4q".parse().unwrap());
    assert!(
        matches!(wrong, Ok(LudoVerdict::Wrong { rules, .. }) if rules.contains(&RuleOfThumb::Kick))
    );
}

#[test]
fn what_is_illegal_is_refused_by_its_rule() {
    let puzzle = puzzle("A52.47/C33.18 A 5 -", [0.739_5, 0.931_5]);
    for (action, rule) in [
        ("C5p", "L-28"),
        ("A4p", "L-29"),
        ("A5pq", "L-27"),
        ("A5-", "L-14"),
        ("B6-", "L-28"),
    ] {
        let refused = puzzle.judge(action.parse().unwrap()).unwrap_err();
        assert_eq!(refused.rule(), rule, "{action}");
    }
}

#[test]
fn every_rule_that_names_a_choice_is_wrong_or_right() {
    use RuleOfThumb::{Behind, Flee, Front, Home, Priority, Safe};

    let puzzle = puzzle("A40.45/C19.16 A 6 -", [0.672, 0.876]);
    assert_eq!(puzzle.wrong(), [Behind, Priority]);
    assert_eq!(puzzle.right(), [Home, Flee, Safe, Front]);
}

#[test]
fn what_is_no_puzzle_is_refused() {
    let refused = |line, chances, rating| {
        LudoPuzzle::new(position(line), chances, rating)
            .unwrap_err()
            .to_string()
    };
    let good = [0.4, 0.5];
    let line = "A52.47/C33.18 A 5 -";
    for (line, chances, rating, message) in [
        (
            "A1.2/B3.4/C5.6 A 5 -",
            good,
            1_500,
            "3 players sit at the table; the exact values are those of two",
        ),
        (
            "AH.47/C33.18 A 5 -",
            good,
            1_500,
            "there is no choice in AH.47/C33.18 A 5 -; a roll must be in hand with which p and q can both move (L-27)",
        ),
        (
            "A52.47/C33.18 A - -",
            good,
            1_500,
            "there is no choice in A52.47/C33.18 A - -; a roll must be in hand with which p and q can both move (L-27)",
        ),
        (line, [0.4, 1.1], 1_500, "chance 1.1 is not from 0 to 1"),
        (
            line,
            [f64::NAN, 0.5],
            1_500,
            "chance NaN is not from 0 to 1",
        ),
        (
            line,
            [0.5, 0.5],
            1_500,
            "the worse choice loses 0.000000000000; it must lose 0.005 or more to be called wrong",
        ),
        (line, good, 999, "rating 999 is not from 1000 to 2000"),
    ] {
        assert_eq!(refused(line, chances, rating), message);
    }
    assert!(LudoPuzzle::new(position(line), good, *RATINGS.end()).is_ok());
    assert!(LudoPuzzle::new(position(line), [0.4, 0.405], 1_500).is_ok());
}
