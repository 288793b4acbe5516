//! One Bellman backup, by the slow engine and by the rules: the values are those of
//! best play exactly if it changes nothing.

use ludo_rules::{Phase, Position, Roll, RollKind, Rules, Seat, Setup};
use ludo_solver::exact::Seating;
use parlor_testkit::slow_ludo::Live;
use parlor_testkit::{dice::SplitMix64, slow_ludo};

use crate::{random_positions, solved, values};

/// The rounding error of a sum of seven values.
const ROUNDING: f64 = 1e-14;

/// The value for the player to act in a position of the slow engine.
fn of(live: &Live) -> f64 {
    let line = live.position_line();
    let position: Position = line
        .parse()
        .unwrap_or_else(|error| panic!("{line}: {error}"));
    let seats = [live.table.players[0].seat, live.table.players[1].seat]
        .map(|letter| Seat::from_letter(letter).expect("a seat"));
    values(seats).of(&position).expect("two are left")
}

/// The value for a given player, who need not be the one to act.
fn of_player(live: &Live, seat: char) -> f64 {
    if live.is_over() {
        return if live.finished[0] == seat { 1.0 } else { 0.0 };
    }
    let value = of(live);
    if live.to_act == seat {
        value
    } else {
        1.0 - value
    }
}

/// The same position in the slow engine.
fn slow(position: &Position) -> Live {
    let tokens = position.tokens();
    let letters: Vec<char> = tokens.seats().iter().map(Seat::letter).collect();
    let mut live = Live::new(&letters);
    for (seat, steps) in tokens.iter() {
        for (token, step) in steps.into_iter().enumerate() {
            live.table.put(seat.letter(), token, step.value().into());
        }
    }
    live.to_act = position.to_act().expect("it goes on").letter();
    live.phase = slow_ludo::Phase::ToRoll {
        bonus: position.phase() == Phase::ToRoll(RollKind::Bonus),
    };
    live
}

#[test]
fn looking_ahead_with_the_slow_engine_gives_the_same_value() {
    for kind in [RollKind::First, RollKind::Bonus] {
        for position in random_positions(1, kind).take(4_000) {
            let live = slow(&position);
            let mut sum = 0.0;
            for roll in 1..=6 {
                let mut rolled = live.clone();
                assert!(rolled.apply_roll(roll));
                let best = rolled.choices().into_iter().map(|choice| {
                    let mut chosen = rolled.clone();
                    assert!(chosen.choose(choice));
                    of_player(&chosen, live.to_act)
                });
                sum += best.reduce(f64::max).expect("there is always a choice");
            }
            let off = (of(&live) - sum / 6.0).abs();
            assert!(off <= ROUNDING, "{position}: off by {off:e}");
        }
    }
}

#[test]
fn the_best_move_never_worsens_the_value() {
    for kind in [RollKind::First, RollKind::Bonus] {
        for position in random_positions(2, kind).take(4_000) {
            let seat = position.to_act().expect("it goes on");
            let other = position
                .tokens()
                .seats()
                .iter()
                .find(|&other| other != seat);
            let values = values([seat, other.expect("two play")]);
            let mut sum = 0.0;
            for roll in Roll::ALL {
                let mut rolled = position;
                rolled.apply_roll(roll).expect("a roll is due");
                let value = values.of(&rolled).expect("two are left");
                sum += value;
                let choices = values.choices(&rolled).expect("a choice is due");
                let legal: Vec<_> = rolled.legal_moves().iter().collect();
                assert_eq!(
                    choices.iter().map(|choice| choice.0).collect::<Vec<_>>(),
                    legal
                );
                assert!(choices.iter().all(|&(_, after)| after <= value), "{rolled}");
                let best = values.best_move(&rolled).expect("a choice is due");
                assert!(choices.contains(&(best, value)), "{rolled}");
                let mut after = rolled;
                after.play(best).expect("it is legal");
                let to_mover = match (values.of(&after), after.to_act()) {
                    (None, None) => 1.0,
                    (Some(value), Some(next)) if next == seat => value,
                    (Some(value), _) => 1.0 - value,
                    (None, Some(_)) => panic!("{after}: two are left"),
                };
                assert!((to_mover - value).abs() <= ROUNDING, "{rolled}");
            }
            let before = values.of(&position).expect("two are left");
            assert!((sum / 6.0 - before).abs() <= ROUNDING, "{position}");
        }
    }
}

#[test]
fn the_names_of_a_players_tokens_mean_nothing() {
    for position in random_positions(3, RollKind::First).take(1_000) {
        let mut setup = position.setup();
        for (_, steps) in &mut setup.tokens {
            steps.swap(0, 1);
        }
        let turned = Position::try_from(setup).expect("it is the same");
        let seating = two(&position);
        let of = |position| solved(seating).0.values.of(position);
        assert!(
            of(&position).is_some() && of(&position) == of(&turned),
            "{position}"
        );
    }
}

fn two(position: &Position) -> Seating {
    let seats: Vec<Seat> = position.tokens().seats().iter().collect();
    Seating::of([seats[0], seats[1]]).expect("two seats")
}

#[test]
fn those_who_have_finished_do_not_matter() {
    let mut random = SplitMix64::for_game(4);
    for position in random_positions(4, RollKind::First).take(1_000) {
        let mut setup = position.setup();
        let gone: Vec<Seat> = Seat::ALL
            .into_iter()
            .filter(|&seat| {
                !position.tokens().is_seated(seat) && random.next_u64().is_multiple_of(2)
            })
            .collect();
        setup
            .tokens
            .extend(gone.iter().map(|&seat| (seat, [57, 57])));
        setup.finished.clone_from(&gone);
        let with_them = Position::try_from(setup).unwrap_or_else(|error| panic!("{error}"));
        let seating = two(&position);
        let values = &solved(seating).0.values;
        assert_eq!(values.of(&with_them), values.of(&position), "{with_them}");
        let mut rolled = with_them;
        rolled.apply_roll(Roll::SIX).expect("a roll is due");
        assert!(values.best_move(&rolled).is_some());
    }
}

#[test]
fn where_no_values_apply_there_are_none() {
    let new = |seats: &[Seat]| Position::new(seats).expect("they can play");
    for seating in Seating::ALL {
        let values = &solved(seating).0.values;
        for many in [&[Seat::A, Seat::B, Seat::C][..], &Seat::ALL] {
            let mut position = new(many);
            assert_eq!(values.of(&position), None);
            position.apply_roll(Roll::SIX).expect("a roll is due");
            assert_eq!(
                (values.of(&position), values.choices(&position)),
                (None, None)
            );
            assert_eq!(values.best_move(&position), None);
        }
        let other = if seating == Seating::Opposite {
            Seat::B
        } else {
            Seat::C
        };
        assert_eq!(values.of(&new(&[Seat::A, other])), None, "another seating");
        let over = Setup {
            tokens: vec![(Seat::A, [57, 57]), (Seat::B, [3, 57]), (Seat::C, [57, 57])],
            to_act: None,
            phase: Phase::Over,
            finished: vec![Seat::C, Seat::A, Seat::B],
        };
        let over = Position::try_from(over).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((values.of(&over), values.choices(&over)), (None, None));
        // Before the roll there is a value, but no choice.
        let due = random_positions(5, RollKind::First).find(|found| two(found) == seating);
        let due = due.expect("there are many");
        assert!(values.of(&due).is_some() && values.choices(&due).is_none());
    }
    assert_eq!(
        Rules::default(),
        Rules::Classic,
        "these values are about the classic rules"
    );
}
