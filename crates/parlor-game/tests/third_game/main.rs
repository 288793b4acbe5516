//! A third game needs nothing but its own crate and one registration.

mod heap;

use heap::{Heap, faults};
use parlor_game::{Bot, Budget, Game, LiveGame, RandomBot, Turn, contract};

/// Parlor with one game more: the registration, a line longer.
mod registered {
    use super::heap::Heap;

    parlor_game::any_game! {
        Ludo(parlor_game::Ludo),
        Kuba(parlor_game::Kuba),
        Heap(Heap),
    }
}

use registered::AnyGame;

#[test]
fn the_third_game_keeps_its_promises() {
    let summary = contract::check::<Heap>(50, 100, 1).unwrap_or_else(|broken| panic!("{broken}"));
    assert_eq!((summary.tables, summary.games), (2, 100));
}

/// The promise that a faulty game breaks.
fn broken_by<const FAULT: u8>() -> String {
    contract::check::<Heap<FAULT>>(50, 100, 1)
        .expect_err("the suite must see the fault")
        .to_string()
}

#[test]
fn the_suite_sees_every_fault() {
    let seen = [
        (
            broken_by::<{ faults::UNSURE_CHANCE }>(),
            "the probabilities of chance must add up to one (at 10 X -)",
        ),
        (
            broken_by::<{ faults::TAKES_TOO_MANY }>(),
            "an action that is not legal must be refused",
        ),
        (
            broken_by::<{ faults::FORGETS_THE_TOSS }>(),
            "a refused action must change nothing",
        ),
        (
            broken_by::<{ faults::TWO_WINNERS }>(),
            "the places must be shared out without a gap",
        ),
        (
            broken_by::<{ faults::HIDES_AN_ACTION }>(),
            "an action that is not legal must be refused",
        ),
        (
            broken_by::<{ faults::SAYS_NOTHING }>(),
            "something must happen in an action",
        ),
        (
            broken_by::<{ faults::SECOND_BEGINS }>(),
            "the seat named first must begin",
        ),
        (
            broken_by::<{ faults::PLAYS_ALONE }>(),
            "too few seats, too many and one twice must be refused",
        ),
        (
            broken_by::<{ faults::PLAYS_ON }>(),
            "a limit of 0 must play nothing",
        ),
        (
            broken_by::<{ faults::NEVER_ENDS }>(),
            "a rule must end the game exactly when nothing is due",
        ),
        (
            broken_by::<{ faults::ONE_LETTER }>(),
            "every seat must have a letter of its own",
        ),
        (
            broken_by::<{ faults::NAMELESS_REFUSAL }>(),
            "a refusal must name its rule",
        ),
    ];
    assert_eq!(seen.len(), usize::from(faults::COUNT));
    for (told, expected) in seen {
        assert!(
            told.starts_with("heap: ") && told.contains(expected),
            "{told}"
        );
    }
}

#[test]
fn one_line_of_registration_makes_it_one_of_any_game() {
    assert_eq!(AnyGame::NAMES, ["ludo", "kuba", "heap"]);
    let mut any = AnyGame::start("heap", "plain", &['Y', 'X'], None).expect("a game");
    assert!(matches!(any, AnyGame::Heap(_)));
    let game = any.held_mut();
    assert_eq!((game.name(), game.rules()), ("heap", "plain".to_owned()));
    let outcomes: Vec<String> = game
        .chance_outcomes()
        .iter()
        .map(|(outcome, probability)| format!("{outcome}: {probability}"))
        .collect();
    assert_eq!(outcomes, ["3: 2/3", "1: 1/3"]);
    for (toss, take) in [("3", "3of3"), ("3", "3of3"), ("3", "3of3"), ("1", "1of1")] {
        game.take_chance(toss).expect("a toss");
        game.play(take).expect("an action");
    }
    assert_eq!((game.turn(), game.ended_by()), (Turn::Over, Some("H-3")));
    let first = game.standings().first().map(|standing| standing.seat);
    assert_eq!(first, Some('X'));
    assert!(matches!(
        AnyGame::from_position("7 X 3", None),
        Ok(AnyGame::Heap(_))
    ));
}

#[test]
fn any_bot_plays_the_third_game() {
    let bots: [&dyn Bot<Heap>; 2] = [&RandomBot, &RandomBot];
    let mut game = LiveGame::<Heap>::start("plain", &['X', 'Y'], None).expect("a game");
    for (seed, bot) in (0..).zip(bots.into_iter().cycle()) {
        match game.turn() {
            Turn::Chance(_) => {
                assert_eq!(bot.choose(&game, Budget::nodes(1), seed), None);
                let toss = <Heap>::random_chance(game.position(), seed << 60).expect("a toss");
                game.take_chance(toss).expect("a toss is due");
            }
            Turn::Action(_) => {
                let take = bot
                    .choose(&game, Budget::nodes(1), seed)
                    .expect("an action");
                game.play(take).expect("bots play legal actions");
            }
            Turn::Over => return assert_eq!(game.ended_by(), Some("H-3")),
        }
    }
}
