//! The Ludo bots pass the bot contract, and play their policies.

use ludo_rules::{Rules, Seat, Token};
use ludo_solver::{PriorityBot, levels};
use parlor_game::{Bot, Budget, Game, LiveGame, Ludo, RandomBot, Turn, contract};
use parlor_testkit::slow_ludo::SlowTokens;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

#[test]
fn the_levels_are_named_and_ordered_and_keep_their_promises() {
    let levels = levels();
    let titles = levels.iter().map(|level| (level.name(), level.title));
    assert_eq!(
        titles.collect::<Vec<_>>(),
        [
            ("random", "Tumble"),
            ("priority", "Ledger"),
            ("optimal", "Oracle"),
            ("strong", "Sage")
        ]
    );
    let summary =
        contract::check_levels(&levels, 3, 400, 1).unwrap_or_else(|broken| panic!("{broken}"));
    assert_eq!((summary.tables, summary.games), (192, 576));
}

/// Plays a game, and calls `ask` before every action; returns the index of the winning
/// bot, if any.
fn play(
    bots: [&dyn Bot<Ludo>; 2],
    seed: u64,
    mut ask: impl FnMut(&LiveGame<Ludo>),
) -> Option<usize> {
    let seats = [Seat::A, Seat::C];
    let mut game = LiveGame::<Ludo>::start(Rules::Classic, &seats, Some(2_000)).expect("two");
    let mut words = ChaCha8Rng::seed_from_u64(seed);
    loop {
        let word = words.next_u64();
        match game.turn() {
            Turn::Chance(_) => {
                let roll = Ludo::random_chance(game.position(), word).expect("a roll is due");
                game.take_chance(roll).expect("a roll is due");
            }
            Turn::Action(seat) => {
                ask(&game);
                let bot = bots[usize::from(seat != Seat::A)];
                let action = bot
                    .choose(&game, Budget::nodes(1), word)
                    .expect("an action is due");
                game.play(action).expect("a legal action");
            }
            Turn::Over => {
                let winner = game.position().winner()?;
                return Some(usize::from(winner != Seat::A));
            }
        }
    }
}

/// The choice of the slow engine, which was written from the rules alone.
fn by_the_rules(game: &LiveGame<Ludo>) -> String {
    let position = game.position();
    let letters: Vec<char> = position.tokens().seats().iter().map(Seat::letter).collect();
    let mut table = SlowTokens::new(&letters);
    for (seat, steps) in position.tokens().iter() {
        for token in Token::ALL {
            let step = i64::from(steps[token.index()].value());
            table.put(seat.letter(), token.index(), step);
        }
    }
    let seat = position.to_act().expect("somebody chooses").letter();
    let roll = position.roll_in_hand().expect("a roll is in hand").value();
    let (choice, _) = table.priority(seat, roll.into());
    format!("{seat}{roll}{choice}")
}

#[test]
fn l_15_to_l_18_priority_plays_the_policy_in_thousands_of_positions() {
    let mut asked = 0_u32;
    let mut compare = |game: &LiveGame<Ludo>| {
        let action = PriorityBot
            .choose(game, Budget::nodes(1), 0)
            .expect("an action is due");
        assert_eq!(
            action.to_string(),
            by_the_rules(game),
            "{}",
            game.position()
        );
        asked += 1;
    };
    for seed in 0..200 {
        play([&RandomBot, &RandomBot], seed, &mut compare);
        play([&PriorityBot, &RandomBot], seed, &mut compare);
    }
    assert!(asked > 10_000, "{asked}");
}

#[test]
fn priority_beats_random_clearly() {
    let mut won = 0_u32;
    for seed in 0..200 {
        won += u32::from(play([&PriorityBot, &RandomBot], seed, |_| ()) == Some(0));
        won += u32::from(play([&RandomBot, &PriorityBot], seed, |_| ()) == Some(1));
    }
    assert!(won > 240, "{won} of 400");
}
