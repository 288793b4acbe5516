//! The attempts of the engine's levels at a puzzle.

use kuba_engine::graded_levels;
use parlor_game::LiveGame;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::judge::Verdict;
use super::puzzle::KubaPuzzle;
use super::rating::{ATTEMPTS, LEVELS};

/// The puzzle with the rating that it has once all levels have tried it.
pub(super) fn tried(puzzle: KubaPuzzle) -> KubaPuzzle {
    let solved = attempts(&puzzle);
    puzzle.rated(solved)
}

/// How many of its attempts each level solves; the same for the same puzzle.
fn attempts(puzzle: &KubaPuzzle) -> [u32; LEVELS] {
    let levels = graded_levels();
    core::array::from_fn(|number| {
        let level = &levels[number];
        let solves = |attempt: &u32| {
            let mut seeds = ChaCha8Rng::seed_from_u64(puzzle.position().stable_hash());
            seeds.set_stream(u64::from(*attempt));
            let mut played = Vec::new();
            let mut game = LiveGame::new(*puzzle.position(), None);
            let mut plies = 0;
            loop {
                let chosen = level.bot.choose(&game, level.budget(), seeds.next_u64());
                played.extend(chosen);
                let judgment = puzzle.judge(&played);
                if !matches!(judgment.verdict, Verdict::GoOn { .. }) || chosen.is_none() {
                    return judgment.verdict == Verdict::Solved;
                }
                for &action in &judgment.line[plies..] {
                    game.play(action).expect("the line is legal");
                }
                plies = judgment.line.len();
            }
        };
        let solved = (0..ATTEMPTS[number]).filter(solves).count();
        u32::try_from(solved).expect("there are few attempts")
    })
}
