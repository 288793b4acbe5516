//! Every step of the lessons, by the rules.

use parlor_game::{AnyGame, TextGame as _};

use super::attempt::{Verdict, attempt};
use super::catalog;
use super::lesson::{Goal, Lesson, Step};
use crate::pages::game_info::GAMES;

/// A way to the goal of each step of each lesson.
const KUBA: &[&[&str]] = &[
    &["33F", "22F"],
    &["50R", "31F.32R"],
    &["31R", "30R", "21R"],
    &["35R", "25R", "42R"],
    &["44R", "16F.13R.14R", "36F"],
    &["60F", "60F.33R"],
    &["45R", "16F", "53F"],
    &["34R.35R", "35R.end"],
];
const LUDO: &[&[&str]] = &[
    &["roll", "roll.A6p", "roll.A4p"],
    &["roll.A5p", "roll.A4p"],
    &["roll.A4p", "roll.A5pq"],
    &["roll.A3p", "roll.A3p"],
    &["roll.A3p", "roll.A5p", "roll.A6p.roll.A6p"],
];

/// The steps of every lesson, with their addresses and the way to their goals.
fn steps() -> Vec<(String, &'static Step, &'static str)> {
    let mut steps = Vec::new();
    for (game, ways) in [("kuba", KUBA), ("ludo", LUDO)] {
        let lessons = catalog::of(game);
        assert_eq!(lessons.len(), ways.len(), "{game}");
        for ((number, lesson), ways) in (1..).zip(lessons).zip(ways) {
            assert_eq!(lesson.steps.len(), ways.len(), "{}", lesson.title);
            for ((place, step), way) in (1..).zip(lesson.steps).zip(*ways) {
                steps.push((format!("/learn/{game}/{number}?step={place}"), step, *way));
            }
        }
    }
    steps
}

/// The address of every step, with the way to its goal.
pub(in crate::pages) fn ways() -> Vec<(String, &'static str)> {
    let steps = steps().into_iter();
    steps.map(|(address, _, way)| (address, way)).collect()
}

/// The address of every lesson, with the rules that it shows.
pub(in crate::pages) fn cited() -> Vec<(String, &'static [&'static str])> {
    let mut cited = Vec::new();
    for game in &*GAMES {
        for (number, lesson) in (1..).zip(catalog::of(game.name)) {
            cited.push((format!("/learn/{}/{number}", game.name), lesson.rules));
        }
    }
    cited
}

#[test]
fn every_step_begins_with_a_position_is_not_solved_yet_and_can_be() {
    for (address, step, way) in steps() {
        let game = AnyGame::from_position(step.start, None);
        let game = game.unwrap_or_else(|error| panic!("{address}: {error}"));
        assert_eq!(game.position(), step.start, "{address}");
        let named = match step.goal {
            Goal::Ludo(_) => "ludo",
            Goal::Kuba(_) => "kuba",
        };
        assert_eq!(game.name(), named, "{address}");
        let begun = attempt(step, "").expect("no moves");
        assert_eq!(begun.verdict, Verdict::Open, "{address}");
        // Nor is it before the last move of the way to it.
        let mut moves: Vec<&str> = way.split('.').collect();
        assert!(moves.len() <= step.moves, "{address}");
        let reached = attempt(step, way).unwrap_or_else(|error| panic!("{address}: {error}"));
        assert_eq!(reached.verdict, Verdict::Reached, "{address}: {way}");
        moves.pop();
        let before = attempt(step, &moves.join(".")).expect("the same moves");
        assert_eq!(before.verdict, Verdict::Open, "{address}");
    }
}

/// Plays every line of a step from these moves on, and counts those that end.
fn play_all(step: &Step, moves: &mut Vec<String>, ends: &mut [usize; 2]) {
    let line = moves.join(".");
    let tried = attempt(step, &line).unwrap_or_else(|error| panic!("{line}: {error}"));
    match tried.verdict {
        Verdict::Reached => ends[0] += 1,
        Verdict::Missed => ends[1] += 1,
        Verdict::Open => {
            let legal = tried.scene.legal();
            assert!(!legal.is_empty(), "{line}: the reader has nothing to do");
            for action in legal {
                moves.push(action);
                play_all(step, moves, ends);
                moves.pop();
            }
        }
    }
}

#[test]
fn whatever_one_does_a_step_ends_within_its_moves_and_can_be_solved() {
    for (address, step, _) in steps() {
        let mut ends = [0; 2];
        play_all(step, &mut Vec::new(), &mut ends);
        assert!(ends[0] > 0, "{address}");
    }
}

#[test]
fn a_step_is_short_and_says_what_it_is_about() {
    for game in &*GAMES {
        for Lesson {
            title,
            about,
            rules: cited,
            steps,
        } in catalog::of(game.name)
        {
            assert!((1..=4).contains(&steps.len()), "{title}");
            assert!(
                !title.is_empty() && !about.is_empty() && !cited.is_empty(),
                "{title}"
            );
            for step in *steps {
                let sentences = step.says.matches(['.', '?', '!']).count();
                assert!((1..=2).contains(&sentences), "{title}: {}", step.says);
                assert!(
                    step.task.ends_with('.') && step.right.ends_with('.'),
                    "{title}"
                );
                assert!(step.task.len() <= 80, "{title}: {}", step.task);
            }
        }
    }
}
