//! The studies that are part of the crate.

use kuba_rules::Outcome;
use kuba_tables::{EndgameStudy, NotInTables, QUICK_MARBLES, Tables, Value, endgame_studies};

#[test]
fn every_line_of_a_study_is_legal_and_ends_the_game_for_its_side() {
    for study in endgame_studies() {
        let mut position = study.position;
        let winner = position.to_move();
        for push in &study.line {
            let mut legal = position.legal_moves().iter();
            assert!(legal.any(|one| one == *push), "{study}: {push}");
            position.play_unchecked(*push);
        }
        let outcome = position.outcome();
        assert!(
            matches!(outcome, Some(Outcome::Won { side, .. }) if side == winner),
            "{study}: {outcome:?}"
        );
    }
}

#[test]
fn the_studies_of_the_tables_in_the_program_are_theirs() {
    let small = Tables::embedded().studies();
    assert_eq!(endgame_studies()[..small.len()], small);
    for study in small {
        let pushes = u32::try_from(study.line.len()).expect("a few dozen");
        let mut position = study.position;
        for (made, push) in (0..).zip(&study.line) {
            let value = Tables::embedded().value(&position);
            let left = pushes - made;
            let expected = if left.is_multiple_of(2) {
                Value::Loss(left)
            } else {
                Value::Win(left)
            };
            assert_eq!(value, Ok(expected), "{study}");
            position.play_unchecked(*push);
        }
    }
}

#[test]
fn there_is_a_study_of_every_material_of_up_to_five_marbles() {
    let mut names: Vec<String> = endgame_studies().iter().map(EndgameStudy::name).collect();
    assert_eq!(names.len(), 15);
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 15);
    for study in endgame_studies() {
        assert!(
            NotInTables::check(&study.position, QUICK_MARBLES).is_ok(),
            "{study}"
        );
    }
}

#[test]
fn a_study_is_read_as_it_is_written_and_nothing_else_is_one() {
    for study in endgame_studies() {
        assert_eq!(study.to_string().parse().as_ref(), Ok(study));
    }
    for text in [
        "",
        "1-1-1-1",
        "1-1-1 | 1 1 1 | x | y",
        "1-1-1-1 | 1 1 1 | x | 65F",
    ] {
        assert!(text.parse::<EndgameStudy>().is_err(), "{text}");
    }
}
