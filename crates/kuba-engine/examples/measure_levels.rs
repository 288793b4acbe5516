//! How each level for people does against the one below, and the first
//! against a bot that takes a marble when it can and else plays at random.
//!
//! `cargo run --release -p kuba-engine --example measure_levels` plays a
//! hundred games for each, after openings of six random pushes, each opening
//! once with either side; another number of games, and of levels, may follow.

use std::error::Error;

use kuba_engine::graded_levels;
use kuba_rules::{Action, Rules, Side, random_move};
use parlor_game::{Bot, Budget, Kuba, LiveGame, Standing, Turn};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Takes a marble when it can, else plays any push.
#[derive(Debug)]
struct Taker;

impl Bot<Kuba> for Taker {
    fn name(&self) -> &'static str {
        "taker"
    }

    fn choose(&self, game: &LiveGame<Kuba>, _: Budget<'_>, seed: u64) -> Option<Action> {
        let word = ChaCha8Rng::seed_from_u64(seed).next_u64();
        let position = game.position();
        let moves = position.legal_moves_by_taking();
        let mut taking: Vec<_> = moves.reds.chain(moves.marbles).collect();
        if taking.is_empty() {
            let random = random_move(position, word).map(Action::Push);
            return if position.may_push_again() {
                Some(Action::End)
            } else {
                random
            };
        }
        let place = (u128::from(word) * taking.len() as u128) >> 64;
        Some(Action::Push(
            taking.swap_remove(usize::try_from(place).ok()?),
        ))
    }
}

#[expect(clippy::print_stdout, reason = "it tells what it has measured")]
fn main() -> Result<(), Box<dyn Error>> {
    let games: u64 = std::env::args()
        .nth(1)
        .map_or(Ok(100), |word| word.parse())?;
    let most: usize = std::env::args().nth(2).map_or(Ok(8), |word| word.parse())?;
    let levels = graded_levels();
    for rules in Rules::ALL {
        let mut below: (&dyn Bot<Kuba>, u64) = (&Taker, 1);
        for level in levels.iter().take(most) {
            let mut points = 0.0;
            for game in 0..games {
                points += score(rules, game, (&*level.bot, level.nodes), below)?;
            }
            let share = 100.0 * points / games as f64;
            println!(
                "{rules}: {} scores {share:.0} % against {}",
                level.name(),
                below.0.name()
            );
            below = (&*level.bot, level.nodes);
        }
    }
    Ok(())
}

/// What the first gets out of a game against the second.
fn score(
    rules: Rules,
    game: u64,
    first: (&dyn Bot<Kuba>, u64),
    second: (&dyn Bot<Kuba>, u64),
) -> Result<f64, Box<dyn Error>> {
    let mut opening = ChaCha8Rng::seed_from_u64(game / 2);
    let mut words = ChaCha8Rng::seed_from_u64(!game);
    let of_first = Side::ALL[usize::try_from(game % 2)?];
    let mut live = LiveGame::<Kuba>::start(rules, &Side::ALL, Some(400))?;
    for _ in 0..6 {
        if let Some(push) = random_move(live.position(), opening.next_u64()) {
            live.play(Action::Push(push))?;
        }
    }
    while let Turn::Action(side) = live.turn() {
        let (bot, nodes) = if side == of_first { first } else { second };
        let action = bot.choose(&live, Budget::nodes(nodes), words.next_u64());
        live.play(action.ok_or("a bot has no answer")?)?;
    }
    let standings = live.standings();
    let own = standings.iter().find(|standing| standing.seat == of_first);
    Ok(own.map_or(0.0, Standing::returns))
}
