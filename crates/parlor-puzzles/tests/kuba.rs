//! The program's puzzles of Kuba.

use std::collections::{BTreeMap, BTreeSet};

use kuba_rules::{Action, Setup, Symmetry};
use parlor_puzzles::kuba::{KubaPuzzle, Verdict, all, find};
use parlor_puzzles::lines;
use parlor_testkit::forced_win::{Flaw, check};

const FILE: &str = include_str!("../data/kuba.jsonl");

#[test]
fn every_puzzle_is_solved_again_by_trying_everything() {
    for puzzle in all() {
        let checked = check(puzzle.position(), puzzle.win(), puzzle.solution());
        assert!(checked.is_ok(), "{}: {checked:?}", puzzle.id());
    }
}

#[test]
fn a_wrong_length_and_a_line_cut_short_are_found_in_every_short_puzzle() {
    for puzzle in all().iter().filter(|puzzle| puzzle.win() <= 5) {
        let (position, win, line) = (puzzle.position(), puzzle.win(), puzzle.solution());
        let longer = check(position, win + 1, line);
        assert_eq!(longer, Err(Flaw::OtherLength(Some(win))), "{}", puzzle.id());
        let shorter = check(position, win - 1, line);
        assert_eq!(shorter, Err(Flaw::OtherLength(None)), "{}", puzzle.id());
        let cut = check(position, win, &line[..line.len() - 1]);
        assert_eq!(cut, Err(Flaw::NoEnd), "{}", puzzle.id());
    }
}

#[test]
fn the_file_is_as_it_is_written_and_has_no_twins() {
    let written: String = all()
        .iter()
        .map(|puzzle| lines::write(puzzle) + "\n")
        .collect();
    assert_eq!(written, FILE);
    let mut images = BTreeSet::new();
    for puzzle in all() {
        assert_eq!(find(puzzle.id()), Some(puzzle));
        let image = |symmetry: Symmetry| {
            let setup = symmetry.position(puzzle.position()).setup();
            Setup { ko: None, ..setup }.to_string()
        };
        let own: BTreeSet<String> = Symmetry::ALL.into_iter().map(image).collect();
        for image in own {
            assert!(images.insert(image), "{} has a twin", puzzle.id());
        }
    }
}

#[test]
fn puzzles_are_many_and_varied() {
    assert!(all().len() >= 500, "{} puzzles", all().len());
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for puzzle in all() {
        let rules = puzzle.position().rules();
        for kind in [
            format!("{rules} in {}", puzzle.win()),
            format!("{rules} by {}", puzzle.by().rule()),
            format!("grade {}", puzzle.grade()),
            format!("solver {}", puzzle.solver()),
        ] {
            *kinds.entry(kind).or_default() += 1;
        }
    }
    let at_least = |kind: String, least: usize| {
        let count = kinds.get(&kind).copied().unwrap_or(0);
        assert!(count >= least, "{kind}: {count}\n{kinds:#?}");
    };
    for win in [1, 3, 5, 7, 9] {
        at_least(format!("classroom in {win}"), 30);
    }
    for win in 1..=9 {
        at_least(format!("tournament in {win}"), 40);
    }
    for rules in ["classroom", "tournament"] {
        for rule in ["K-8", "K-9", "K-10"] {
            at_least(format!("{rules} by {rule}"), 50);
        }
    }
    for grade in 1..=5 {
        at_least(format!("grade {grade}"), 100);
    }
    for side in ["White", "Black"] {
        at_least(format!("solver {side}"), 300);
    }
}

/// Another legal action than this one, after these.
fn other_than(puzzle: &KubaPuzzle, before: &[Action], right: Action) -> Option<Action> {
    let position = puzzle.judge(before).position;
    let mut pushes = position.legal_moves().iter().map(Action::Push);
    pushes.find(|&push| push != right)
}

#[test]
fn the_solution_is_judged_step_by_step() {
    for puzzle in all() {
        let own: Vec<Action> = puzzle.own_actions().collect();
        let mut line = Vec::new();
        for (number, &action) in own.iter().enumerate() {
            let judgment = puzzle.judge(&own[..=number]);
            line.push(action);
            if number + 1 < own.len() {
                let Verdict::GoOn { reply } = judgment.verdict else {
                    panic!("{}: {judgment:?}", puzzle.id());
                };
                line.extend_from_slice(reply);
            } else {
                assert_eq!(judgment.verdict, Verdict::Solved, "{}", puzzle.id());
            }
            assert_eq!(judgment.line, line);
        }
        assert_eq!(line, puzzle.solution());
    }
}

#[test]
fn what_is_not_the_solution_is_wrong_unless_it_wins_at_once() {
    for puzzle in all() {
        let own: Vec<Action> = puzzle.own_actions().collect();
        for (number, &right) in own.iter().enumerate() {
            let Some(other) = other_than(puzzle, &own[..number], right) else {
                continue;
            };
            let mut played = own[..number].to_vec();
            played.push(other);
            let judgment = puzzle.judge(&played);
            let wrong = Verdict::Wrong {
                number,
                action: other,
            };
            let is_last = number + 1 == own.len();
            assert!(
                judgment.verdict == wrong || is_last && judgment.verdict == Verdict::Solved,
                "{}: {judgment:?}",
                puzzle.id()
            );
        }
    }
}

#[test]
fn what_is_not_legal_or_follows_the_end_is_refused_with_its_rule() {
    for puzzle in all() {
        let mut played: Vec<Action> = puzzle.own_actions().collect();
        let number = played.len();
        played.push(played[0]);
        let judgment = puzzle.judge(&played);
        let Verdict::Illegal {
            number: found,
            error,
            ..
        } = judgment.verdict
        else {
            panic!("{}: {judgment:?}", puzzle.id());
        };
        assert_eq!((found, error.rule()), (number, "K-16"));
        let end = puzzle.judge(&[Action::End]).verdict;
        assert!(matches!(end, Verdict::Illegal { number: 0, .. }), "{end:?}");
    }
}
