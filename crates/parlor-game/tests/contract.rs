//! Every registered game keeps what a game promises.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parlor_game::{
    AnyGame, Bot, Budget, Game, Kuba, Level, LiveGame, Ludo, RandomBot, TextGame, Turn, contract,
};

#[test]
fn ludo_keeps_its_promises() {
    let summary = contract::check::<Ludo>(1, 600, 1).unwrap_or_else(|broken| panic!("{broken}"));
    // Two, three and four players in every order: 12 + 24 + 24.
    assert_eq!(summary.tables, 60);
    assert!(summary.positions > 20_000, "{summary:?}");
    let rules: Vec<&str> = summary.endings.keys().copied().collect();
    assert_eq!(rules, ["L-30", "L-31"]);
}

#[test]
fn kuba_keeps_its_promises() {
    let summary = contract::check::<Kuba>(40, 300, 1).unwrap_or_else(|broken| panic!("{broken}"));
    // K-11: either may begin; K-12: White begins.
    assert_eq!(summary.tables, 3);
    assert!(summary.positions > 10_000, "{summary:?}");
}

#[test]
fn kuba_keeps_its_promises_near_every_end() {
    let ended = |position: &str, rule: &str| {
        let start = position.parse().expect("a position");
        let summary = contract::check_from::<Kuba>(&start, 40, 60, 1)
            .unwrap_or_else(|broken| panic!("{broken}"));
        let count = summary.endings.get(rule).copied().unwrap_or_default();
        assert!(count > 0, "{rule}: {summary:?}");
    };
    ended("7/7/7/5wr/7/7/b6 w6b0 w - c", "K-8");
    ended("7/7/7/5wb/7/7/7 w0b0 w - c", "K-9");
    ended("7/2w4/1wbw3/7/2w4/7/7 w0b0 w - c", "K-10");
    ended("w6/7/7/7/7/7/6b w0b0 w - t", "K-12");
    ended("w6/7/7/7/7/7/6b w0b0 w - c", "K-13");
    // An open turn, which may be ended.
    ended("w6/7/7/3wrr1/7/7/5rb w5b0 w - t", "K-8");
}

/// A game as a face holds it.
fn any(game: &str, rules: &str, seats: &[char], limit: Option<u32>) -> AnyGame {
    AnyGame::start(game, rules, seats, limit).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn what_cannot_begin_says_why() {
    let refused = |game: &str, rules: &str, seats: &[char]| {
        let error = AnyGame::start(game, rules, seats, None).expect_err("refused");
        (error.value().to_owned(), error.rule(), error.to_string())
    };
    let told = [
        refused("chess", "classic", &['A', 'B']),
        refused("ludo", "blitz", &['A', 'B']),
        refused("ludo", "classic", &['A', 'E']),
        refused("ludo", "classic", &['A']),
        refused("kuba", "tournament", &['B', 'W']),
        refused("kuba", "classroom", &['W']),
    ];
    let expected = [
        (
            "chess",
            None,
            "there is no game \"chess\"; the games are ludo, kuba",
        ),
        ("blitz", None, "blitz"),
        ("E", None, "there is no seat 'E'; the seats are A, B, C, D"),
        ("A", Some("L-1"), "a game takes 2 to 4 (L-1)"),
        (
            "BW",
            Some("K-12"),
            "White begins in tournament rules, not Black (K-12)",
        ),
        (
            "W",
            Some("K-14"),
            "the seats are W; Kuba is played by two, W and B (K-14)",
        ),
    ];
    for ((value, rule, message), (expected_value, expected_rule, part)) in told.iter().zip(expected)
    {
        assert_eq!((value.as_str(), *rule), (expected_value, expected_rule));
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn a_position_says_of_which_game_it_is() {
    let ludo = AnyGame::from_position("AR.H/CH.H A + -", None).expect("a position of Ludo");
    assert!(matches!(ludo, AnyGame::Ludo(_)));
    let start = any("kuba", "tournament", &['W', 'B'], None);
    let again = AnyGame::from_position(&start.position(), None).expect("of Kuba");
    assert_eq!(again, start);
    let error = AnyGame::from_position("nonsense", None).expect_err("no position");
    let told = error.to_string();
    assert!(
        told.contains("as one of ludo: ") && told.contains("as one of kuba: "),
        "{told}"
    );
}

#[test]
fn l_29_a_roll_that_is_no_roll_is_refused() {
    let mut game = any("ludo", "classic", &['A', 'C'], None);
    let error = game.take_chance("7").expect_err("no roll");
    assert_eq!(
        error.to_string(),
        "chance cannot bring \"7\"; it can bring 1, 2, 3, 4, 5, 6"
    );
    game.take_chance("3").expect("a roll");
    let error = game.take_chance("3").expect_err("a choice is due");
    assert_eq!(
        error.to_string(),
        "nothing is to be rolled, so chance cannot bring \"3\""
    );
    for (action, rule) in [
        ("A6p", Some("L-29")),
        ("C3-", Some("L-28")),
        ("A3p", Some("L-5")),
        ("A7p", None),
    ] {
        let error = game.play(action).expect_err("refused");
        assert_eq!((error.rule(), error.value()), (rule, action), "{error}");
    }
    game.play("A3-").expect("the only answer");
    assert_eq!(game.position(), "AH.H/CH.H C - -");
}

#[test]
fn l_31_the_limit_shares_the_places_that_are_left() {
    let mut game = any("ludo", "classic", &['A', 'B', 'C'], Some(2));
    for (roll, action) in [("1", "A1-"), ("2", "B2-")] {
        game.take_chance(roll).expect("a roll is due");
        game.play(action).expect("nothing can move");
    }
    assert_eq!((game.turn(), game.ended_by()), (Turn::Over, Some("L-31")));
    assert!(game.chance_outcomes().is_empty());
    assert!(
        game.standings()
            .iter()
            .all(|standing| standing.places == (1..=3))
    );
    let error = game.take_chance("1").expect_err("the limit is reached");
    assert_eq!(
        error.to_string(),
        "the game's limit is reached; nothing more can be played"
    );
}

#[test]
fn k_13_the_limit_draws_unless_the_push_wins() {
    let limited = |push: &str| {
        let mut game =
            AnyGame::from_position("7/7/7/5wr/7/7/b6 w6b0 w - c", Some(1)).expect("a position");
        game.play(push).expect("a legal push");
        let again = game.play("00R").expect_err("it is over");
        (game.ended_by(), game.standings(), again.rule())
    };
    let (ended_by, standings, refused_by) = limited("35F");
    assert_eq!((ended_by, refused_by), (Some("K-13"), Some("K-13")));
    assert!(standings.iter().all(|standing| standing.places == (1..=2)));
    let (ended_by, standings, refused_by) = limited("35R");
    assert_eq!((ended_by, refused_by), (Some("K-8"), Some("K-16")));
    assert_eq!((standings[0].seat, standings[0].returns()), ('W', 1.0));
}

#[test]
fn k_12_an_open_turn_may_be_ended_and_end_does_not_count() {
    let mut game =
        AnyGame::from_position("7/7/7/w4wr/7/7/b6 w0b0 w - t", Some(2)).expect("a position");
    assert!(!game.legal_actions().contains(&"end".to_owned()));
    game.play("35R").expect("a push that captures");
    assert_eq!(game.turn(), Turn::Action('W'));
    assert_eq!(game.legal_actions().last().map(String::as_str), Some("end"));
    game.play("end").expect("his turn is open");
    assert_eq!((game.turn(), game.ended_by()), (Turn::Action('B'), None));
    game.play("60F").expect("a push");
    assert_eq!(game.ended_by(), Some("K-13"));
}

#[test]
fn a_stopped_bot_sees_the_flag() {
    let stop = AtomicBool::new(false);
    let budget = Budget::nodes(5).until(&stop);
    assert_eq!((budget.node_limit(), budget.is_stopped()), (5, false));
    stop.store(true, Ordering::Relaxed);
    assert!(budget.is_stopped());
}

#[test]
fn k_12_a_drawn_game_says_that_it_is_drawn() {
    let mut game = any("kuba", "tournament", &['W', 'B'], None);
    for push in ["00B", "06B", "20F", "26F"].repeat(2) {
        game.play(push).expect("a push to and fro");
    }
    let error = game.play("00B").expect_err("the third time");
    assert_eq!(error.rule(), Some("K-12"));
    assert_eq!(
        error.to_string(),
        "the game is drawn; nothing more can be played"
    );
    assert_eq!((game.turn(), game.legal_actions().len()), (Turn::Over, 0));
}

#[test]
fn l_5_chance_gives_each_face_a_sixth_of_the_words() {
    let start = Ludo::start(ludo_rules::Rules::Classic, &ludo_rules::Seat::ALL).expect("four");
    let sixth = u64::MAX / 6;
    let face = |word| Ludo::random_chance(&start, word).map(ludo_rules::Roll::value);
    for number in 0..6 {
        let first = u64::from(number) * sixth;
        assert_eq!(face(first), Some(number + 1));
        assert_eq!(face(first + sixth - 1), Some(number + 1));
    }
    // Sixths are rounded down; what is left over is the last face's.
    assert_eq!(face(u64::MAX), Some(6));
}

#[test]
fn a_live_game_shows_its_limit_and_a_bot_its_name() {
    let seats = [ludo_rules::Seat::A, ludo_rules::Seat::C];
    let game = LiveGame::<Ludo>::start(ludo_rules::Rules::Classic, &seats, Some(7)).expect("two");
    assert_eq!((game.limit(), game.counted()), (Some(7), 0));
    assert_eq!(Bot::<Ludo>::name(&RandomBot), "random");
    assert_eq!(RandomBot.choose(&game, Budget::nodes(1), 1), None);
}

#[test]
fn the_random_bot_keeps_a_bots_promises_in_both_games() {
    let summary = contract::check_bot::<Ludo>(&RandomBot, Budget::nodes(1), 2, 200, 1)
        .unwrap_or_else(|broken| panic!("{broken}"));
    assert_eq!((summary.tables, summary.games), (60, 120));
    let summary = contract::check_bot::<Kuba>(&RandomBot, Budget::nodes(1), 20, 300, 1)
        .unwrap_or_else(|broken| panic!("{broken}"));
    assert_eq!((summary.tables, summary.games), (3, 60));
    assert!(summary.positions > 3_000, "{summary:?}");
}

/// A bot that answers wrongly in a way of its own.
#[derive(Debug)]
struct Faulty {
    name: &'static str,
    answer: fn(&LiveGame<Kuba>, u64) -> Option<kuba_rules::Action>,
    asked: AtomicBool,
}

impl Bot<Kuba> for Faulty {
    fn name(&self) -> &str {
        self.name
    }

    fn choose(
        &self,
        game: &LiveGame<Kuba>,
        _: Budget<'_>,
        seed: u64,
    ) -> Option<kuba_rules::Action> {
        // Every other time it is asked it answers as if the seed were another.
        let again = self.asked.fetch_xor(true, Ordering::Relaxed) && self.name == "forgetful";
        (self.answer)(game, if again { !seed } else { seed })
    }
}

#[test]
fn a_bot_that_breaks_a_promise_is_seen() {
    let broken_by = |name, answer| {
        let asked = AtomicBool::new(false);
        let bot = Faulty {
            name,
            answer,
            asked,
        };
        contract::check_bot::<Kuba>(&bot, Budget::nodes(1), 1, 20, 1)
            .expect_err("the suite must see the fault")
            .to_string()
    };
    let random = |game: &LiveGame<Kuba>, seed| RandomBot.choose(game, Budget::nodes(1), seed);
    let told = [
        (broken_by("Shouting", random), "must be in lower case"),
        (
            broken_by("silent", |_, _| None),
            "must choose a legal action",
        ),
        (
            broken_by("stuck", |_, _| "00B".parse().ok()),
            "must choose a legal action",
        ),
        (
            broken_by("forgetful", random),
            "must answer the same question in the same way",
        ),
        (
            broken_by("tireless", |game, seed| {
                RandomBot
                    .choose(game, Budget::nodes(1), seed)
                    .or_else(|| "00B".parse().ok())
            }),
            "must choose nothing after the end",
        ),
    ];
    for (message, part) in told {
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn levels_that_break_a_promise_are_seen() {
    let random = || Level::<Ludo> {
        bot: Arc::new(RandomBot),
        title: "Random",
        says: "Plays at random.",
        nodes: 1,
        players: Level::<Ludo>::ANY_TABLE,
    };
    let narrow = Level {
        players: 2..=2,
        ..random()
    };
    let summary = contract::check_levels(&[random()], 1, 20, 1);
    assert_eq!(summary.map(|summary| summary.tables), Ok(60));
    let broken_by = |levels: &[Level<Ludo>]| {
        contract::check_levels(levels, 1, 20, 1)
            .expect_err("the suite must see the fault")
            .to_string()
    };
    let changed = |change: fn(&mut Level<Ludo>)| {
        let mut level = random();
        change(&mut level);
        broken_by(&[level])
    };
    let told = [
        (broken_by(&[]), "a bot where 2 play"),
        (broken_by(&[narrow]), "a bot where 3 play"),
        (broken_by(&[random(), random()]), "its name must be its own"),
        (changed(|level| level.title = "random"), "a capital"),
        (changed(|level| level.says = "at random"), "a sentence"),
        (changed(|level| level.nodes = 0), "a node"),
        (changed(|level| level.players = 1..=4), "able to play"),
    ];
    for (message, part) in told {
        assert!(message.contains(part), "{message}");
    }
}
