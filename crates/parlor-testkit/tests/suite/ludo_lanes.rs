//! Bulk play in lanes against the slow game under the same policy and dice.

use ludo_rules::{DEFAULT_ROLL_LIMIT, LaneTables, Seat, rolls_of_word};
use parlor_testkit::dice::SplitMix64;
use parlor_testkit::generate::{ludo::seats, seeded};
use parlor_testkit::slow_ludo::Live;
use rand::RngExt;

use crate::ludo_story::{letter, seat};

/// Games of one list of players: more than run in one loop.
const GAMES: u64 = 30;

#[test]
fn lanes_play_the_priority_policy_as_the_slow_game() {
    let tables = LaneTables::new();
    for seed in 0..400 {
        let mut rng = seeded(seed);
        let players = seats(&mut rng);
        // Limits that fall into the middle of a word of dice, and around the end of a game.
        let limit = if seed % 2 == 0 {
            rng.random_range(0..400)
        } else {
            DEFAULT_ROLL_LIMIT
        };
        let games = seed * 1_000..seed * 1_000 + GAMES;
        let fast_players: Vec<Seat> = players.iter().map(|&letter| seat(letter)).collect();
        let results = tables
            .play_games(&fast_players, games.clone(), limit, |game| {
                let mut random = SplitMix64::for_game(game);
                move || random.next_u64()
            })
            .unwrap();
        assert_eq!(results.len() as u64, GAMES);
        for (game, result) in games.zip(results) {
            let finished: Vec<char> = result.finished.iter().map(|&seat| letter(seat)).collect();
            let slow = play(&players, game, limit);
            assert_eq!(
                (finished, result.rolls),
                slow,
                "seed {seed}, game {game} of {players:?}, limit {limit}"
            );
        }
    }
}

/// Who finished in which order, and how many rolls that took.
fn play(players: &[char], game: u64, limit: u32) -> (Vec<char>, u32) {
    let mut random = SplitMix64::for_game(game);
    let mut dice = Vec::new();
    let mut slow = Live::new(players);
    let mut rolls = 0;
    while !slow.is_over() && rolls < limit {
        if dice.is_empty() {
            let word = rolls_of_word(random.next_u64());
            dice.extend(word.iter().rev().map(|roll| i64::from(roll.value())));
        }
        let roll = dice.pop().unwrap();
        assert!(slow.apply_roll(roll));
        assert!(slow.choose(slow.table.priority(slow.to_act, roll).0));
        rolls += 1;
    }
    (slow.finished, rolls)
}
