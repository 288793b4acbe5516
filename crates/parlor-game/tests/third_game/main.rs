//! A third game needs nothing but its own crate and one registration.

mod heap;

use heap::{Heap, Plain, Player, faults};
use parlor_game::{Bot, Budget, Game, LiveGame, RandomBot, TextGame, Turn, contract};

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
    // Fifty games to the end from each start, and one that a small limit ends.
    assert_eq!((summary.tables, summary.games), (2, 102));
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
        (
            broken_by::<{ faults::ONE_HASH }>(),
            "different positions must have different hashes",
        ),
        (
            broken_by::<{ faults::TOSSES_AFTER_THE_END }>(),
            "chance that is not due must be refused",
        ),
        (
            broken_by::<{ faults::TOSSES_TWICE }>(),
            "chance must be refused when an action is due",
        ),
        (
            broken_by::<{ faults::FORGETS_EVENTS }>(),
            "events must be appended",
        ),
        (
            broken_by::<{ faults::NAMELESS_END }>(),
            "the rule that ends the game must have a name",
        ),
        (
            broken_by::<{ faults::FIRST_ACTION }>(),
            "random actions must differ",
        ),
        (
            broken_by::<{ faults::FIRST_TOSS }>(),
            "chance must not always bring the same",
        ),
        (
            broken_by::<{ faults::NO_PLAYOUT }>(),
            "a random game must play something",
        ),
        (
            broken_by::<{ faults::NAMELESS_LIMIT }>(),
            "the limit must have a rule",
        ),
        (
            broken_by::<{ faults::NEVER_COUNTS }>(),
            "a random game must play something",
        ),
        (
            broken_by::<{ faults::NOBODY_STARTS }>(),
            "must be able to play",
        ),
        (
            broken_by::<{ faults::TWICE_LEGAL }>(),
            "no legal action must stand twice",
        ),
        (
            broken_by::<{ faults::OTHER_TOSS }>(),
            "an action must name the outcome that it answers",
        ),
        (
            broken_by::<{ faults::TOLD_OTHERWISE }>(),
            "sending events must not change what happens",
        ),
        (
            broken_by::<{ faults::NO_SECOND }>(),
            "every seat that plays must have one standing",
        ),
        (
            broken_by::<{ faults::NO_ROUND_TRIP }>(),
            "a position must be read as it is printed",
        ),
        (
            broken_by::<{ faults::ACTION_READ_OTHERWISE }>(),
            "an action must be read as it is printed",
        ),
        (
            broken_by::<{ faults::TWO_LINES }>(),
            "a position must print as one line",
        ),
        (
            broken_by::<{ faults::CHANGES_SEATS }>(),
            "the seats must be",
        ),
        (
            broken_by::<{ faults::LOUD_NAME }>(),
            "must be a word in lower case",
        ),
        (
            broken_by::<{ faults::SURE_OF_NOTHING }>(),
            "a rule must end the game exactly when nothing is due",
        ),
        (
            broken_by::<{ faults::FICKLE }>(),
            "the same words must give the same game",
        ),
    ];
    assert_eq!(seen.len(), usize::from(faults::COUNT));
    let wrong: Vec<_> = seen
        .iter()
        .filter(|(told, expected)| !told.contains(expected))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn one_line_of_registration_makes_it_one_of_any_game() {
    assert_eq!(AnyGame::NAMES, ["ludo", "kuba", "heap"]);
    let mut game = AnyGame::start("heap", "plain", &['Y', 'X'], None).expect("a game");
    assert!(matches!(game, AnyGame::Heap(_)));
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
    let mut game = LiveGame::<Heap>::start(Plain, &[Player::X, Player::Y], None).expect("a game");
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
