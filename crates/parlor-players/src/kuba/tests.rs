//! Descriptions of the engine, and what becomes of its options.

use core::sync::atomic::AtomicBool;

use kuba_rules::{Position, Rules};
use parlor_game::{Budget, Kuba, LiveGame};
use parlor_sim::{GameSoFar, Player};

use super::BotSpec;

fn spec(text: &str) -> BotSpec {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The actions of a game of the entrant with itself.
fn game(player: &dyn Player<Kuba>, number: u64) -> Vec<String> {
    let start = Position::start(Rules::Classroom);
    let mut game = LiveGame::<Kuba>::new(start, Some(20));
    let mut actions = Vec::new();
    let stop = AtomicBool::new(false);
    loop {
        let so_far = GameSoFar {
            number,
            start: &start,
            actions: &actions,
            game: &game,
        };
        let budget = Budget::nodes(u64::MAX).until(&stop);
        let choice = player
            .next_action(&so_far, budget, 0)
            .expect("it does not fail");
        let Some(choice) = choice else { break };
        game.play(choice.action).expect("a legal action");
        actions.push(choice.action);
    }
    player.game_over(number);
    actions.iter().map(ToString::to_string).collect()
}

#[test]
fn a_kept_table_lasts_for_one_game_and_changes_its_play() {
    let keeping = spec("engine:nodes=2000,keep=true")
        .entrant()
        .expect("an entrant");
    let first = game(&*keeping.player, 0);
    assert_eq!(first.len(), 20);
    assert_eq!(game(&*keeping.player, 1), first, "nothing is left of it");
    let other = spec("engine:nodes=2000,keep=false")
        .entrant()
        .expect("an entrant");
    assert_ne!(game(&*other.player, 0), first);
}

#[test]
fn several_threads_play_legally_with_and_without_a_clock_and_a_kept_table() {
    for options in [
        "nodes=500",
        "time=2",
        "nodes=500,keep=true",
        "time=2,keep=true",
    ] {
        let text = format!("engine:threads=3,{options}");
        let entrant = spec(&text).entrant().expect("an entrant");
        assert!(!game(&*entrant.player, 0).is_empty(), "{text}");
        assert!(!spec(&text).is_repeatable());
    }
    assert!(spec("engine:threads=1,keep=true").is_repeatable());
}

#[test]
fn options_of_the_engine_are_refused_by_name() {
    let expected = |text: &str| text.parse::<BotSpec>().expect_err(text);
    for value in ["0", "257", "-1", "two", ""] {
        let text = format!("engine:threads={value}");
        let error = expected(&text);
        assert!(
            error.contains("expected a whole number from 1 to 256"),
            "{error}"
        );
    }
    let error = expected("engine:keep=on");
    assert!(error.contains("expected true or false"), "{error}");
    let error = expected("engine:keep=true,keep=true");
    assert!(error.contains("is given twice"), "{error}");
    for text in ["level-3:threads=2", "level-8:keep=false"] {
        let error = spec(text).entrant().expect_err(text);
        assert!(error.contains("is nodes; depth, time, hash, threads, keep and"));
    }
    let error = spec("engine:keep=true").bot().expect_err("no game");
    assert!(error.contains("keep=true is for matches"), "{error}");
}
