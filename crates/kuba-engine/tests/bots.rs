//! The Kuba bots satisfy the contract of bots, and play as documented.

use kuba_engine::{GreedyBot, levels};
use kuba_rules::{Position, Rules, Side};
use parlor_game::{Bot, Budget, Kuba, Level, LiveGame, RandomBot, Standing, Turn, contract};

#[test]
fn the_levels_are_named_and_ordered_and_keep_their_promises() {
    let levels = levels();
    let titles = levels.iter().map(|level| (level.name(), level.title));
    assert_eq!(
        titles.collect::<Vec<_>>(),
        [
            ("random", "Drift"),
            ("level-1", "Pebble"),
            ("level-2", "Chalk"),
            ("greedy", "Magpie"),
            ("level-3", "Clay"),
            ("level-4", "Slate"),
            ("level-5", "Flint"),
            ("level-6", "Agate"),
            ("level-7", "Garnet"),
            ("level-8", "Onyx"),
        ]
    );
    // With less to think, so that it takes no minutes.
    let hasty: Vec<Level<Kuba>> = levels
        .into_iter()
        .map(|level| Level {
            nodes: level.nodes.min(200),
            ..level
        })
        .collect();
    let summary =
        contract::check_levels(&hasty, 2, 60, 1).unwrap_or_else(|broken| panic!("{broken}"));
    assert_eq!((summary.tables, summary.games), (30, 60));
}

/// What greedy does in a position, whatever the seed: every answer it gives.
fn greedy(position: &str) -> Vec<String> {
    let position: Position = position
        .parse()
        .unwrap_or_else(|error| panic!("{position}: {error}"));
    let game = LiveGame::<Kuba>::new(position, None);
    let mut answers: Vec<String> = (0..100)
        .filter_map(|seed| GreedyBot.choose(&game, Budget::nodes(1), seed))
        .map(|action| action.to_string())
        .collect();
    answers.sort();
    answers.dedup();
    answers
}

#[test]
fn k_8_k_9_k_10_a_win_at_once_comes_first() {
    // The seventh red, though a black marble could be taken too.
    assert_eq!(greedy("w5b/7/7/5wr/7/4b2/1w4b w6b0 w - c"), ["35R"]);
    // The last black marble, though a red could be taken too.
    assert_eq!(greedy("7/5wr/7/5wb/7/7/7 w0b0 w - c"), ["35R"]);
}

#[test]
fn it_takes_reds_and_enemy_marbles_alike() {
    assert_eq!(greedy("7/5wr/7/5wb/7/2b4/7 w0b0 w - c"), ["15R", "35R"]);
}

#[test]
fn it_does_not_take_what_loses() {
    // 43R captures a red, and leaves 43, where it blocks Black's path to the seventh.
    assert_eq!(
        greedy("w6/7/7/3r3/3wrrr/3b3/3r3 w0b6 w - c"),
        ["00B", "00R"]
    );
}

#[test]
fn it_prefers_to_take_without_being_taken() {
    // 43R and 11L take a red each, but 43 guards the marble below.
    assert_eq!(greedy("7/rw5/7/7/3wrrr/3b3/3w3 w0b0 w - c"), ["11L"]);
}

#[test]
fn k_12_a_quiet_push_that_protects_goes_before_the_end_of_the_turn() {
    let open = "7/6w/7/7/7/3b3/3w3 w1b0 w+ - t";
    assert_eq!(greedy(open), ["63F", "63L", "63R"]);
    let safe = "7/6w/7/7/7/b6/3w3 w1b0 w+ - t";
    assert_eq!(greedy(safe), ["end"]);
}

#[test]
fn k_12_it_pushes_on_while_it_takes_and_then_ends_its_turn() {
    // Two reds at the edge: the second is taken in the same turn.
    let position: Position = "7/5wr/7/5wr/7/7/b6 w0b0 w - t".parse().expect("a position");
    let mut game = LiveGame::<Kuba>::new(position, None);
    let mut played = Vec::new();
    while game.turn() == Turn::Action(Side::White) {
        let action = GreedyBot
            .choose(&game, Budget::nodes(1), 1)
            .expect("an action is due");
        played.push(action.to_string());
        game.play(action).expect("a legal action");
    }
    played.sort();
    assert_eq!(played, ["15R", "35R", "end"]);
}

/// Greedy's points against random in so many games with each side beginning
/// for it, a draw half.
fn score(rules: Rules, games: u64) -> f64 {
    let mut points = 0.0;
    for (greedy, seed) in Side::ALL
        .into_iter()
        .flat_map(|side| (0..games).map(move |n| (side, n)))
    {
        let mut game = LiveGame::<Kuba>::start(rules, &Side::ALL, Some(1_000)).expect("two");
        let mut step = 0;
        while let Turn::Action(side) = game.turn() {
            let bot: &dyn Bot<Kuba> = if side == greedy {
                &GreedyBot
            } else {
                &RandomBot
            };
            let action = bot.choose(&game, Budget::nodes(1), seed << 32 | step);
            game.play(action.expect("an action is due"))
                .expect("a legal action");
            step += 1;
        }
        let standings = game.standings();
        let own = standings.iter().find(|standing| standing.seat == greedy);
        points += own.map_or(0.0, Standing::returns);
    }
    points
}

#[test]
fn greedy_beats_random_clearly_by_both_rule_sets() {
    for rules in Rules::ALL {
        let points = score(rules, 50);
        assert!(points > 90.0, "{rules}: {points} of 100");
    }
}
