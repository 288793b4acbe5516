//! Policies as arrays, their evaluation, and best responses to them.

use core::ops::ControlFlow;
use std::sync::LazyLock;

use ludo_rules::{Move, PairIndex, Seat, Step};
use ludo_solver::exact::{
    DECISIONS, DecisionPlace, Matchup, Policy, PolicyTableError, Seating, best_response, decisions,
};

use crate::{SEATS, position, values};

const PAIRS: usize = PairIndex::COUNT;

const OPPOSITE: [Seat; 2] = [Seat::A, Seat::C];

/// The priority policy of opposite seats.
static PRIORITY: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let policy = Policy::priority(Seating::Opposite);
    policy.to_choices().expect("it draws nothing")
});

/// The number of an entry for two pairs.
fn number(side: usize, own: [i64; 2], other: [i64; 2], decision: usize) -> usize {
    let pair = |steps: [i64; 2]| {
        let [one, two] = steps.map(|step| Step::new(step).expect("a step"));
        PairIndex::of(one, two).index()
    };
    ((side * PAIRS + pair(own)) * PAIRS + pair(other)) * DECISIONS + decision
}

#[test]
fn an_array_of_a_policy_is_that_policy() {
    for seating in Seating::ALL {
        let seats = SEATS
            .into_iter()
            .find(|&seats| Seating::of(seats) == Some(seating));
        let best = Policy::optimal(values(seats.expect("both seatings are there")));
        for policy in [Policy::random(seating), Policy::priority(seating), best] {
            let table = policy.to_choices().expect("it has no other probabilities");
            let again = Policy::from_choices(seating, &table).expect("it is a policy");
            assert_eq!(again.seating(), seating);
            assert!(again.to_choices() == Some(table), "{seating}");
        }
    }
}

#[test]
fn decisions_are_the_entries_with_two_different_moves() {
    for [first, second] in [[Seat::D, Seat::B], [Seat::B, Seat::A]] {
        let seats = [first, second];
        let seating = Seating::of(seats).expect("two seats");
        let table = Policy::random(seating).to_choices().expect("halves only");
        let mut places = table.iter().enumerate().filter(|&(_, &entry)| entry != 3);
        for (place, position) in decisions(seats) {
            let (number, entry) = places.next().expect("every decision has an entry");
            assert_eq!((place.number(), *entry), (number, 2));
            assert_eq!(DecisionPlace::of(seating, number), Some(place));
            let moves = position.legal_moves();
            assert_eq!(moves.as_slice(), [Move::P, Move::Q], "{position}");
            let mover = position.to_act().expect("a choice is due");
            let [p, q] = position
                .tokens()
                .steps(mover)
                .expect("the mover has tokens");
            assert!(p < q, "{position}");
        }
        assert_eq!(places.next(), None);
        assert_eq!(DecisionPlace::of(seating, table.len()), None);
    }
}

#[test]
fn a_place_is_shown_as_its_position() {
    let shown = |seats, number| {
        let seating = Seating::of(seats).expect("two seats");
        let place = DecisionPlace::of(seating, number).expect("it is in the array");
        place.position(seats).map(|position| position.to_string())
    };
    let pairs = ([3, 20], [-1, 50]);
    let line = |text: &str| Some(text.to_owned());
    let first = number(0, pairs.0, pairs.1, 5);
    assert_eq!(shown([Seat::D, Seat::B], first), line("BH.50/D3.20 D 6 -"));
    assert_eq!(shown([Seat::B, Seat::A], first), line("A3.20/BH.50 A 6 -"));
    let second = number(1, pairs.0, pairs.1, 6);
    assert_eq!(
        shown([Seat::B, Seat::A], second),
        line("AH.50/B3.20 B 6b -")
    );
    assert_eq!(
        shown(OPPOSITE, number(0, [57, 57], [1, 2], 0)),
        None,
        "over"
    );
    assert_eq!(
        shown(OPPOSITE, number(0, [1, 2], [29, 30], 0)),
        None,
        "one space"
    );
    assert_eq!(
        shown(OPPOSITE, number(0, [1, 2], [3, 4], 6)),
        None,
        "no bonus"
    );
}

#[test]
fn a_wrong_entry_is_found_at_its_place() {
    let (choice, no_choice) = (
        number(0, [3, 20], [-1, 50], 2),
        number(0, [-1, 20], [-1, 50], 2),
    );
    let wrong = |place: usize, value: u8| {
        let mut table = PRIORITY.clone();
        table[place] = value;
        let error = Policy::from_choices(Seating::Opposite, &table).expect_err("it is wrong");
        assert_eq!(error.place().map(DecisionPlace::number), Some(place));
        error
    };
    assert!(matches!(wrong(choice, 3), PolicyTableError::Missing { .. }));
    assert!(matches!(
        wrong(choice, 4),
        PolicyTableError::Unknown { value: 4, .. }
    ));
    assert!(matches!(
        wrong(no_choice, 0),
        PolicyTableError::NoChoice { value: 0, .. }
    ));
    assert!(matches!(
        wrong(no_choice, 255),
        PolicyTableError::Unknown { value: 255, .. }
    ));
    for value in [-0.5, 1.000_001, f32::NAN, f32::INFINITY] {
        let mut table = vec![0.25; PRIORITY.len()];
        table[no_choice] = value;
        table[choice] = value;
        let error = Policy::from_probabilities(Seating::Opposite, &table).expect_err("wrong");
        assert_eq!(error.place().map(DecisionPlace::number), Some(choice));
    }
    let short = &PRIORITY[1..];
    let error = Policy::from_choices(Seating::Opposite, short).expect_err("it is too short");
    assert_eq!(error.place(), None);
    let adjacent = Policy::from_choices(Seating::Adjacent, &PRIORITY).expect_err("one side");
    assert!(matches!(adjacent, PolicyTableError::Length { .. }));
}

#[test]
fn where_no_game_goes_on_nothing_is_looked_at() {
    let places = [
        number(0, [57, 57], [1, 2], 0),
        number(0, [1, 2], [57, 57], 0),
        number(0, [1, 2], [29, 30], 0),
        number(0, [1, 2], [3, 4], 6),
    ];
    let mut table = PRIORITY.clone();
    for place in places {
        assert_eq!(table[place], 3);
        table[place] = 77;
    }
    let policy = Policy::from_choices(Seating::Opposite, &table).expect("it is a policy");
    assert!(policy.to_choices().as_ref() == Some(&*PRIORITY));
}

#[test]
fn probabilities_of_the_rules_choices_give_the_published_chance() {
    // docs/ludo-solved/by-rule.json
    let table: Vec<f32> = PRIORITY.iter().map(|&entry| f32::from(entry % 3)).collect();
    let priority = Policy::from_probabilities(Seating::Opposite, &table).expect("it is a policy");
    assert_eq!(priority.to_choices(), None);
    let best = Policy::optimal(values(OPPOSITE));
    let matchup = Matchup::new(OPPOSITE, [&priority, &best]).expect("one seating");
    let found = matchup.evaluate(|_| {});
    assert!(
        (found.first_player - 0.458_558_385_018).abs() < 1e-12,
        "{found:?}"
    );
    assert!(
        (found.expected_rolls - 66.002_009_983_306).abs() < 1e-10,
        "{found:?}"
    );
}

#[test]
fn the_best_response_to_best_play_wins_as_often_as_best_play() {
    for seats in [[Seat::A, Seat::C], [Seat::B, Seat::A]] {
        let best = Policy::optimal(values(seats));
        let response = best_response(seats, &best, |_| ControlFlow::Continue(()));
        let first_player = response.expect("nothing stops it").first_player;
        let solved = values(seats).first_player(seats).expect("its seating");
        assert!(
            (first_player - solved).abs() < 1e-13,
            "{first_player} {solved}"
        );
    }
}

#[test]
fn evaluating_a_best_response_gives_its_chance() {
    let random = Policy::random(Seating::Opposite);
    let response = best_response(OPPOSITE, &random, |_| ControlFlow::Continue(()));
    let response = response.expect("nothing stops it");
    let matchup = Matchup::new(OPPOSITE, [&response.policy, &random]).expect("one seating");
    let found = matchup.evaluate(|_| {}).first_player;
    assert!(
        (found - response.first_player).abs() < 1e-13,
        "{found} {response:?}"
    );
    // Best play wins less often against it: 0.7945.
    assert!(found > 0.797, "{found}");
}

#[test]
fn what_breaks_stops_the_work() {
    let policy = Policy::random(Seating::Opposite);
    let matchup = || Matchup::new(OPPOSITE, [&policy, &policy]).expect("one seating");
    for allowed in [0, 2] {
        let mut calls = 0;
        let mut progress = |_| {
            calls += 1;
            if calls > allowed {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        assert_eq!(matchup().try_evaluate(&mut progress), None);
        assert_eq!(matchup().try_length_distribution(1e-9, &mut progress), None);
        assert!(
            matchup()
                .try_by_rule(values(OPPOSITE), &mut progress)
                .is_none()
        );
        assert!(best_response(OPPOSITE, &policy, &mut progress).is_none());
        assert_eq!(calls, allowed + 4);
    }
    let other = [Seat::A, Seat::B];
    assert!(best_response(other, &policy, |_| ControlFlow::Continue(())).is_none());
}

#[test]
fn a_start_is_before_a_roll_of_these_two() {
    let policy = Policy::random(Seating::Opposite);
    let starting_at = |position: &ludo_rules::Position| {
        let matchup = Matchup::new(OPPOSITE, [&policy, &policy]).expect("one seating");
        matchup.starting_at(position).is_some()
    };
    let before = position(OPPOSITE, [[1, 2], [3, 4]], ludo_rules::RollKind::First);
    let mut before = before.expect("it is possible");
    assert!(starting_at(&before));
    before
        .apply_roll(ludo_rules::Roll::SIX)
        .expect("a roll is due");
    assert!(!starting_at(&before));
    let others = position(
        [Seat::B, Seat::D],
        [[1, 2], [3, 4]],
        ludo_rules::RollKind::First,
    );
    assert!(!starting_at(&others.expect("it is possible")));
}
