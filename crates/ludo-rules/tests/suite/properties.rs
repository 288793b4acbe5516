//! Properties of whole games, over random dice and choices.

use crate::support::{legal, words};
use ludo_rules::{
    Action, Event, LaneTables, LudoGame, Move, Phase, Position, Roll, Script, Seat, Setup, Step,
    Token, Tokens, rolls_of_word,
};
use proptest::prelude::*;

/// Players in any order.
fn players() -> impl Strategy<Value = Vec<Seat>> {
    (Just(Seat::ALL.to_vec()).prop_shuffle(), 2..=4_usize).prop_map(|(mut seats, count)| {
        seats.truncate(count);
        seats
    })
}

/// Rolls and wishes; [`play_out`] makes a game of them.
fn dice() -> impl Strategy<Value = Vec<(usize, usize)>> {
    prop::collection::vec((0..6_usize, 0..2_usize), 0..250)
}

/// Every position of a game, and the action that led to it. A wish of 1 takes
/// the last choice there is, otherwise the first.
fn play_out(players: &[Seat], dice: &[(usize, usize)]) -> Vec<(Position, Option<Action>)> {
    let mut position = Position::new(players).unwrap();
    let mut game = vec![(position, None)];
    for &(die, wish) in dice {
        let Some(seat) = position.to_act() else { break };
        let roll = Roll::ALL[die];
        position.apply_roll(roll).unwrap();
        let choices = position.legal_moves();
        let choice = choices.as_slice()[wish.min(choices.len() - 1)];
        position.play(choice).unwrap();
        game.push((position, Some(Action { seat, roll, choice })));
    }
    game
}

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 64,
        failure_persistence: None,
        rng_seed: prop::test_runner::RngSeed::Fixed(1),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn legal_moves_are_exactly_what_can_be_played(players in players(), dice in dice()) {
        for (position, _) in play_out(&players, &dice) {
            let mut roll_due = position;
            for choice in Move::ALL {
                prop_assert!(roll_due.play(choice).is_err());
            }
            for roll in Roll::ALL {
                let mut rolled = position;
                if rolled.apply_roll(roll).is_err() {
                    prop_assert!(position.is_over());
                    continue;
                }
                let choices = rolled.legal_moves();
                prop_assert!(!choices.is_empty());
                for choice in Move::ALL {
                    let mut next = rolled;
                    let played = next.play(choice);
                    prop_assert_eq!(played.is_ok(), choices.contains(choice));
                    prop_assert_eq!(played.is_err(), next == rolled);
                }
            }
        }
    }

    #[test]
    fn no_token_is_lost_and_none_is_where_it_cannot_be(players in players(), dice in dice()) {
        for (position, _) in play_out(&players, &dice) {
            let tokens = position.tokens();
            prop_assert_eq!(tokens.seats().len(), players.len());
            prop_assert_eq!(Tokens::from_steps(tokens.iter()), Ok(*tokens));
            prop_assert_eq!(Tokens::from_bits(tokens.to_bits()), Ok(*tokens));
            prop_assert_eq!(Position::try_from(position.setup()), Ok(position));
        }
    }

    #[test]
    fn events_show_every_change(players in players(), dice in dice()) {
        let game = play_out(&players, &dice);
        for (before, after) in game.iter().zip(&game[1..]) {
            let mut told = before.0;
            let mut events = Vec::new();
            told.play_action_into(after.1.unwrap(), &mut events).unwrap();
            prop_assert_eq!(told, after.0);
            // Replay the events alone.
            let mut steps: Vec<(Seat, [Step; 2])> = before.0.tokens().iter().collect();
            let mut set = |seat, token: Token, step| {
                for (_, steps) in steps.iter_mut().filter(|(other, _)| *other == seat) {
                    steps[token.index()] = step;
                }
            };
            for event in events {
                match event {
                    Event::LeftYard { seat, token } => set(seat, token, Step::READY),
                    Event::Moved { seat, choice, to, path, .. } => {
                        prop_assert_eq!(path.into_iter().last(), Some(to.space(seat)));
                        for &token in choice.tokens() {
                            set(seat, token, to);
                        }
                    }
                    Event::Kicked { seat, token, .. } => set(seat, token, Step::YARD),
                    _ => {}
                }
            }
            let replayed: Vec<_> = after.0.tokens().iter().collect();
            prop_assert_eq!(steps, replayed);
        }
    }

    #[test]
    fn turning_the_board_turns_the_game(players in players(), dice in dice()) {
        let turned: Vec<Seat> = players.iter().map(|seat| seat.next()).collect();
        let (game, other) = (play_out(&players, &dice), play_out(&turned, &dice));
        prop_assert_eq!(game.len(), other.len());
        for ((position, _), (turned, _)) in game.iter().zip(&other) {
            let turn = |seats: &[Seat]| seats.iter().map(|seat| seat.next()).collect::<Vec<_>>();
            prop_assert_eq!(position.to_act().map(Seat::next), turned.to_act());
            prop_assert_eq!(position.phase(), turned.phase());
            prop_assert_eq!(&turn(&position.finishing_order())[..], &turned.finishing_order()[..]);
            for (seat, steps) in position.tokens().iter() {
                prop_assert_eq!(turned.tokens().steps(seat.next()), Some(steps));
            }
        }
    }

    #[test]
    fn what_is_written_is_read(players in players(), dice in dice()) {
        for (position, action) in play_out(&players, &dice) {
            prop_assert_eq!(position.to_string().parse(), Ok(position));
            if let Some(action) = action {
                prop_assert_eq!(action.to_string().parse(), Ok(action));
            }
        }
    }

    #[test]
    fn refused_actions_change_nothing(players in players(), dice in dice()) {
        for (position, _) in play_out(&players, &dice).into_iter().step_by(7) {
            for seat in Seat::ALL {
                for roll in Roll::ALL {
                    for choice in Move::ALL {
                        let mut next = position;
                        if next.play_action(Action { seat, roll, choice }).is_err() {
                            prop_assert_eq!(next, position);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn set_ups_never_panic_and_only_true_positions_come_out(
        tokens in prop::collection::vec((0..4_usize, -3..60_i64, -3..60_i64), 0..6),
        to_act in prop::option::of(0..4_usize),
        phase in 0..15_usize,
        finished in prop::collection::vec(0..4_usize, 0..5),
    ) {
        let kinds = [ludo_rules::RollKind::First, ludo_rules::RollKind::Bonus];
        let phases: Vec<Phase> = kinds
            .into_iter()
            .flat_map(|kind| {
                let chosen = Roll::ALL.map(|roll| Phase::ToChoose(kind, roll));
                chosen.into_iter().chain([Phase::ToRoll(kind)])
            })
            .chain([Phase::Over])
            .collect();
        let setup = Setup {
            tokens: tokens.into_iter().map(|(seat, p, q)| (Seat::ALL[seat], [p, q])).collect(),
            to_act: to_act.map(|seat| Seat::ALL[seat]),
            phase: phases[phase],
            finished: finished.into_iter().map(|seat| Seat::ALL[seat]).collect(),
        };
        match Position::try_from(&setup) {
            Ok(position) => prop_assert_eq!(position.to_string().parse(), Ok(position)),
            Err(errors) => prop_assert!(!errors.0.is_empty()),
        }
    }

    #[test]
    fn no_text_panics(text in ".{0,40}", line in "[A-EHR0-9./ bpq+-]{0,30}") {
        for text in [text, line] {
            if let Ok(position) = text.parse::<Position>() {
                prop_assert_eq!(position.to_string(), text.clone());
            }
            if let Ok(action) = text.parse::<Action>() {
                prop_assert_eq!(action.to_string(), text.clone());
            }
            if let Ok(script) = text.parse::<Script>() {
                prop_assert_eq!(script.to_string().parse(), Ok(script));
            }
        }
    }

    #[test]
    fn the_class_and_the_script_agree(
        players in players(),
        turns in prop::collection::vec((0..4_usize, 1..=6_i64), 0..120),
    ) {
        let names: Vec<String> = players.iter().map(ToString::to_string).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let turns: Vec<(&str, i64)> = turns
            .into_iter()
            .map(|(seat, roll)| (["A", "B", "C", "D"][seat], roll))
            .collect();
        let script = Script::parse(&names, turns.iter().copied()).unwrap();
        prop_assert_eq!(LaneTables::new().run(&script), script.run());
        let mut game = LudoGame::new();
        prop_assert_eq!(game.play_game(&names, &turns), Ok(script.report(&script.run())));
        for name in names {
            let player = game.get_player_by_position(name).unwrap();
            let steps = [player.get_token_p_step_count(), player.get_token_q_step_count()];
            let seat = player.position();
            prop_assert_eq!(script.run().steps(seat).map(|both| both.map(Step::value)), Some(steps));
            prop_assert_eq!(script.run().has_finished(seat), player.get_completed());
        }
    }
}

#[test]
fn equal_hashes_are_rare() {
    let mut hashes = std::collections::BTreeMap::new();
    for seed in 0..20 {
        let mut words = words(seed);
        let mut position = Position::new(&Seat::ALL).unwrap();
        while !position.is_over() {
            for roll in rolls_of_word(words()) {
                if position.apply_roll(roll).is_err() {
                    break;
                }
                let line = position.to_string();
                let known = hashes.entry(position.stable_hash()).or_insert(line.clone());
                assert_eq!(*known, line);
                position.play(position.legal_moves().as_slice()[0]).unwrap();
            }
        }
    }
    assert!(hashes.len() > 2_000, "{}", hashes.len());
}

#[test]
fn a_line_without_a_roll_has_no_choices() {
    assert_eq!(legal("A20.H/CH.H A - -"), "");
    assert_eq!(legal("A26.H/CH.H A + -"), "");
    assert_eq!(legal("AE.E/CH.H - - AC"), "");
}
