//! Random playouts: the same pushes made on the slow game end the same way.

use kuba_rules::{Draw, Outcome, random_move, random_playout, random_playouts};
use parlor_testkit::dice::SplitMix64;
use parlor_testkit::generate::{kuba, seeded};
use parlor_testkit::slow_kuba::SlowKuba;
use rand::RngExt;

use crate::kuba_positions::position;
use crate::kuba_story::{at, direction, won_by};

/// Games of one set-up: more than are played side by side.
const GAMES: u64 = 20;

#[test]
fn playouts_end_as_the_slow_game() {
    let mut endings = [0_u32; 3];
    for seed in 0..500 {
        let start = kuba::setup(seed);
        let limit = seeded(seed).random_range(1..300);
        let position = position(&start).unwrap();
        let together = random_playouts(position, limit, (0..GAMES).map(|game| words(seed, game)));
        assert_eq!(together.len() as u64, GAMES);
        for (game, playout) in (0..GAMES).zip(together) {
            let told = format!(
                "seed {seed}, game {game}, limit {limit}, {:?}",
                start.position_line()
            );
            let alone = random_playout(position, limit, &mut words(seed, game));
            assert_eq!(playout, alone, "side by side and alone: {told}");
            let slow = play(words(seed, game), start.clone(), limit);
            assert_eq!((playout.outcome, playout.pushes), slow, "{told}");
            endings[match playout.outcome {
                Outcome::Won { .. } => 0,
                Outcome::Drawn(Draw::Repetition) => 1,
                Outcome::Drawn(Draw::PushLimit) => 2,
            }] += 1;
        }
    }
    assert!(
        endings.into_iter().all(|count| count >= 100),
        "won, repeated, limit: {endings:?}"
    );
}

/// The random words of one game.
fn words(seed: u64, game: u64) -> impl FnMut() -> u64 {
    let mut random = SplitMix64::for_game(seed * GAMES + game);
    move || random.next_u64()
}

/// Makes the pushes that the random words pick, and judges by the slow game alone.
///
/// Rules: K-12, K-13
fn play(mut next: impl FnMut() -> u64, mut slow: SlowKuba, limit: u32) -> (Outcome, u32) {
    let mut fast = position(&slow).unwrap();
    let mut pushes = 0;
    loop {
        let push = random_move(&fast, next()).unwrap();
        fast.play(push).unwrap();
        let name = slow.current_turn().unwrap().to_string();
        slow.make_move(&name, at(push.cell), direction(push.direction))
            .unwrap();
        pushes += 1;
        if let Some(outcome) = fast.outcome() {
            let Outcome::Won { by, .. } = outcome else {
                panic!("a position alone is never drawn")
            };
            assert_eq!(Some(won_by(by)), slow.won_by());
            return (outcome, pushes);
        }
        if slow.is_draw() {
            return (Outcome::Drawn(Draw::Repetition), pushes);
        }
        if pushes == limit {
            return (Outcome::Drawn(Draw::PushLimit), pushes);
        }
    }
}
