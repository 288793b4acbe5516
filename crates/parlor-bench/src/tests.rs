//! The opponents are what their documentation claims.

use kuba_rules::{Action, Outcome, Position, Rules};
use parlor_game::{Bot, Budget, Game, Kuba, LiveGame, contract};
use parlor_testkit::dice::SplitMix64;

use crate::{CaptureBot, Incumbent, MonteCarlo, Thinking, after, material};

const WIN: i32 = 10_000;

/// The value by plain minimax.
fn minimax(position: &Position, depth: u32, ply: i32) -> i32 {
    let mover = position.to_move();
    if let Some(winner) = position.outcome().and_then(Outcome::winner) {
        return if winner == mover {
            WIN - ply
        } else {
            ply - WIN
        };
    }
    if depth == 0 {
        return material(position, mover);
    }
    let actions: Vec<Action> = Kuba::legal_actions(position).collect();
    let values = actions.into_iter().map(|action| {
        let child = after(position, action);
        let pushes = u32::from(action != Action::End);
        let value = minimax(&child, depth - pushes, ply + pushes.cast_signed());
        if child.to_move() == mover {
            value
        } else {
            -value
        }
    });
    values.max().expect("a game that goes on has actions")
}

/// Positions as games at random come to them.
fn random_positions(rules: Rules, games: u64) -> Vec<Position> {
    let mut positions = Vec::new();
    for game in 0..games {
        let mut random = SplitMix64::for_game(game);
        let mut position = Position::start(rules);
        let pushes = 5 + random.next_u64() % 150;
        for _ in 0..pushes {
            let action = Kuba::random_action(&position, random.next_u64());
            let Some(next) = action.map(|action| after(&position, action)) else {
                break;
            };
            if next.is_over() {
                break;
            }
            position = next;
        }
        positions.push(position);
    }
    positions
}

#[test]
fn the_incumbent_finds_the_value_of_plain_minimax() {
    for rules in Rules::ALL {
        for position in random_positions(rules, 60) {
            for depth in 1..=4 {
                let game = LiveGame::new(position, None);
                let found = Incumbent::new(depth).search(&game, Budget::nodes(1));
                let found = found.expect("the game goes on");
                assert_eq!(
                    found.value,
                    minimax(&position, depth, 0),
                    "{position} at depth {depth}"
                );
            }
        }
    }
}

#[test]
fn the_incumbent_is_the_same_again_on_a_used_table() {
    let incumbent = Incumbent::new(5);
    for rules in Rules::ALL {
        for position in random_positions(rules, 10) {
            let game = LiveGame::new(position, None);
            let again = || incumbent.search(&game, Budget::nodes(1));
            let new = Incumbent::new(5).search(&game, Budget::nodes(1));
            assert_eq!((again(), again()), (new, new), "{position}");
        }
    }
}

#[test]
fn k_12_the_incumbent_takes_a_third_time_for_a_draw() {
    // White has three reds more, and both go back and forth.
    let start: Position = "w6/7/7/7/7/7/6b w3b0 w - t".parse().expect("a position");
    let mut game = LiveGame::<Kuba>::new(start, None);
    let back_and_forth = ["00B", "66F", "10F", "56B"];
    for push in back_and_forth.into_iter().cycle().take(7) {
        game.play(push.parse().expect("a push")).expect("legal");
    }
    let found = Incumbent::new(1).search(&game, Budget::nodes(1));
    let found = found.expect("the game goes on");
    assert_eq!((found.action.to_string().as_str(), found.value), ("56B", 0));
}

/// White's seventh red is at the edge.
const WIN_IN_ONE: &str = "w5b/7/7/5wr/7/7/b6 w6b0 w - c";

#[test]
fn everybody_who_looks_ahead_wins_in_one() {
    let position: Position = WIN_IN_ONE.parse().expect("a position");
    let game = LiveGame::<Kuba>::new(position, None);
    let bots: [&dyn Bot<Kuba>; 3] = [
        &CaptureBot,
        &Incumbent::default(),
        &MonteCarlo::new(Thinking::Budget),
    ];
    for bot in bots {
        let action = bot.choose(&game, Budget::nodes(2_000), 1);
        assert_eq!(
            action.map(|action| action.to_string()).as_deref(),
            Some("35R"),
            "{bot:?}"
        );
    }
}

#[test]
fn the_capture_bot_takes_a_marble_whenever_it_can() {
    for rules in Rules::ALL {
        for position in random_positions(rules, 100) {
            let side = position.to_move();
            let takes = |action: Action| {
                material(&after(&position, action), side) > material(&position, side)
            };
            let game = LiveGame::<Kuba>::new(position, None);
            let action = CaptureBot.choose(&game, Budget::nodes(1), 3);
            let action = action.expect("the game goes on");
            assert_eq!(takes(action), Kuba::legal_actions(&position).any(takes));
        }
    }
}

#[test]
fn the_opponents_keep_what_every_bot_promises() {
    let bots: [&dyn Bot<Kuba>; 3] = [
        &CaptureBot,
        &Incumbent::new(2),
        &MonteCarlo::new(Thinking::Budget),
    ];
    for bot in bots {
        let kept = contract::check_bot::<Kuba>(bot, Budget::nodes(20), 2, 60, 1);
        assert!(kept.is_ok(), "{kept:?}");
    }
}
