//! The program's puzzles of Ludo.

use std::collections::{BTreeMap, BTreeSet};

use ludo_rules::{Position, Seat, Setup};
use ludo_solver::exact::{Seating, Tablebase};
use parlor_puzzles::lines;
use parlor_puzzles::ludo::{
    GRADES, LEAST_LOSS, LudoPuzzle, LudoVerdict, Population, RuleOfThumb, all, find, representative,
};
use parlor_testkit::ludo_puzzle::{BeforeRoll, ClaimedChoice, PuzzleFault, check};

const FILE: &str = include_str!("../data/ludo.jsonl");

/// The 12 digits of a puzzle, and what the exact values may be off.
const TOLERANCE: f64 = 2e-12;

/// The exact chance of winning of the player to roll.
fn chance(before: BeforeRoll, seats: [char; 2]) -> f64 {
    let other = if seats[0] == before.seat {
        seats[1]
    } else {
        seats[0]
    };
    let seat = |letter| Seat::from_letter(letter).expect("a seat");
    let kind = if before.bonus {
        ludo_rules::RollKind::Bonus
    } else {
        ludo_rules::RollKind::First
    };
    let setup = Setup {
        tokens: vec![(seat(before.seat), before.own), (seat(other), before.other)],
        to_act: Some(seat(before.seat)),
        phase: ludo_rules::Phase::ToRoll(kind),
        finished: vec![],
    };
    let position = Position::try_from(setup).expect("play leads to it");
    let values = Tablebase::shared().values_for(&position);
    let value = values.and_then(|values| values.of(&position));
    value.expect("two are left, and a roll is due")
}

/// Checks these choices of a puzzle by the slow engine and the exact values.
fn checked(puzzle: &LudoPuzzle, choices: &[ClaimedChoice]) -> Result<f64, PuzzleFault> {
    let seats: Vec<char> = puzzle
        .position()
        .tokens()
        .seats()
        .iter()
        .map(Seat::letter)
        .collect();
    let seats = [seats[0], seats[1]];
    let line = puzzle.position().to_string();
    check(&line, choices, LEAST_LOSS, TOLERANCE, |before| {
        chance(before, seats)
    })
}

fn claimed(puzzle: &LudoPuzzle) -> Vec<ClaimedChoice> {
    let choices = puzzle.choices().iter().map(|choice| ClaimedChoice {
        action: choice.action.to_string(),
        chance: choice.chance,
        loss: choice.loss,
    });
    choices.collect()
}

/// `cargo xtask prove puzzles` does the same by the plain solver, which takes minutes.
#[test]
fn every_puzzle_is_that_of_the_slow_engine_and_the_exact_values() {
    for puzzle in all() {
        let result = checked(puzzle, &claimed(puzzle));
        assert!(result.is_ok(), "{}: {result:?}", puzzle.id());
    }
}

#[test]
fn planted_faults_are_found_in_every_puzzle() {
    let faults: [fn(&mut [ClaimedChoice]); 5] = [
        |choices| choices.iter_mut().for_each(|choice| choice.chance += 5e-12),
        |choices| {
            let [p, q] = choices else { return };
            std::mem::swap(&mut p.chance, &mut q.chance);
            std::mem::swap(&mut p.loss, &mut q.loss);
        },
        |choices| choices.swap(0, 1),
        |choices| choices.iter_mut().for_each(|choice| choice.loss = 0.0),
        |choices| choices[0].action = choices[1].action.clone(),
    ];
    for puzzle in all() {
        for (number, fault) in faults.iter().enumerate() {
            let mut choices = claimed(puzzle);
            fault(&mut choices);
            let result = checked(puzzle, &choices);
            assert!(result.is_err(), "{}: fault {number} passes", puzzle.id());
        }
    }
}

#[test]
fn every_rating_is_that_of_the_population() {
    let population = Population::default();
    for puzzle in all() {
        let best = puzzle.best().action.choice;
        let rating = population.rating(puzzle.position(), best, puzzle.loss());
        assert_eq!(puzzle.rating(), rating, "{}", puzzle.id());
    }
}

#[test]
fn every_answer_is_judged() {
    for puzzle in all() {
        for choice in puzzle.choices() {
            match puzzle.judge(choice.action).unwrap() {
                LudoVerdict::Right { rules } => {
                    assert_eq!(choice, puzzle.best());
                    assert_eq!(rules, puzzle.right());
                }
                LudoVerdict::Wrong { loss, rules } => {
                    assert!(loss >= LEAST_LOSS && (loss - choice.loss).abs() < 1e-15);
                    assert_eq!(rules, puzzle.wrong());
                    assert!(!rules.is_empty(), "{}", puzzle.id());
                }
            }
        }
    }
}

#[test]
fn the_file_is_as_it_is_written_and_has_every_puzzle_once() {
    let written: String = all()
        .iter()
        .map(|puzzle| lines::write(puzzle) + "\n")
        .collect();
    assert_eq!(written, FILE);
    let twins: BTreeSet<String> = all()
        .iter()
        .map(|puzzle| representative(puzzle.position()).unwrap().to_string())
        .collect();
    assert_eq!(twins.len(), all().len());
    for puzzle in all() {
        assert_eq!(find(puzzle.id()), Some(puzzle));
    }
}

#[test]
fn puzzles_are_many_and_varied() {
    assert!(all().len() >= 300, "{} puzzles", all().len());
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for puzzle in all() {
        let action = puzzle.best().action;
        let seats = puzzle
            .position()
            .tokens()
            .seats()
            .iter()
            .collect::<Vec<_>>();
        let seating = Seating::of([seats[0], seats[1]]).unwrap();
        let bonus = if puzzle.is_bonus() { " bonus" } else { "" };
        let size = match puzzle.loss() {
            loss if loss < 0.02 => "small",
            loss if loss < 0.08 => "middle",
            _ => "large",
        };
        for kind in [
            format!("roll {}{bonus}", action.roll),
            format!("grade {}", puzzle.grade()),
            format!("best {}", action.choice),
            format!("{seating}, {} to move", action.seat),
            format!("{size} loss"),
        ] {
            *kinds.entry(kind).or_default() += 1;
        }
        for rule in puzzle.wrong() {
            *kinds.entry(format!("{rule} wrong")).or_default() += 1;
        }
        for rule in puzzle.right() {
            *kinds.entry(format!("{rule} right")).or_default() += 1;
        }
    }
    let at_least = |kind: String, least: usize| {
        let count = kinds.get(&kind).copied().unwrap_or(0);
        assert!(count >= least, "{kind}: {count}\n{kinds:#?}");
    };
    for rule in RuleOfThumb::ALL {
        at_least(format!("{rule} wrong"), 10);
        at_least(format!("{rule} right"), 3);
    }
    for grade in GRADES {
        at_least(format!("grade {grade}"), 30);
    }
    for roll in 1..=5 {
        at_least(format!("roll {roll}"), 20);
    }
    for kind in ["roll 6", "roll 6 bonus"] {
        at_least(kind.to_owned(), 10);
    }
    for size in ["small", "middle", "large"] {
        at_least(format!("{size} loss"), 50);
    }
    for choice in ["p", "q"] {
        at_least(format!("best {choice}"), 100);
    }
    for side in ["opposite, A", "opposite, C", "adjacent, A", "adjacent, B"] {
        at_least(format!("{side} to move"), 50);
    }
}
