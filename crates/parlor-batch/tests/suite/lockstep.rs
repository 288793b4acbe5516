//! A batch equals games of `parlor-game` that are played one by one.

use kuba_rules::{Rules, Side};
use ludo_rules::{Action as LudoAction, Move, Roll, Seat};
use parlor_batch::{Batch, Lockstep, NO_ACTION, Options, OwnedArrays, kuba, ludo};
use parlor_game::{Game, Kuba, LiveGame, Ludo};
use proptest::prelude::*;

/// A live game that understands the numbers of a batch.
trait Numbered: Game {
    /// The numbers of the legal actions.
    fn numbers(game: &LiveGame<Self>) -> Vec<usize>;
    fn play_number(game: &mut LiveGame<Self>, number: i64);
}

impl Numbered for Kuba {
    fn numbers(game: &LiveGame<Self>) -> Vec<usize> {
        game.legal_actions().map(kuba::number).collect()
    }

    fn play_number(game: &mut LiveGame<Self>, number: i64) {
        game.play(kuba::action(number).unwrap()).unwrap();
    }
}

impl Numbered for Ludo {
    fn numbers(game: &LiveGame<Self>) -> Vec<usize> {
        game.legal_actions()
            .map(|action| ludo::number(action.choice))
            .collect()
    }

    fn play_number(game: &mut LiveGame<Self>, number: i64) {
        let position = *game.position();
        if let (Some(seat), Some(roll)) = (position.to_act(), position.roll_in_hand()) {
            let choice = ludo::choice(number).unwrap();
            game.play(LudoAction { seat, roll, choice }).unwrap();
        } else {
            let roll = Roll::ALL[usize::try_from(number).unwrap()];
            game.take_chance(roll).unwrap();
        }
    }
}

/// Plays `steps` steps in a batch and, game by game, with `LiveGame`, and compares everything that
/// the rules decide. Rolls that the batch draws are taken over from its positions.
fn compare<B, G>(
    mut batch: Batch<B>,
    start: &LiveGame<G>,
    steps: usize,
    roll_in_hand: impl Fn(&B::Position) -> Option<G::Chance>,
    columns: &[G::Seat],
) where
    G: Numbered<Position = B::Position>,
    B: Lockstep<Position: Eq>,
{
    let mut arrays = OwnedArrays::new(&batch);
    batch.write(arrays.as_arrays()).unwrap();
    let mut games = vec![start.clone(); batch.len()];
    let mut actions = vec![0; batch.len()];
    let (mut ended, mut truncated) = (0, 0);
    let begin = |game: &mut LiveGame<G>, position: &B::Position| {
        if let Some(roll) = roll_in_hand(position)
            && roll_in_hand(game.position()).is_none()
        {
            game.take_chance(roll).unwrap();
        }
    };
    for (index, game) in games.iter_mut().enumerate() {
        begin(game, batch.position(index).unwrap());
    }
    for _ in 0..steps {
        for (index, game) in games.iter().enumerate() {
            assert_eq!(game.position(), batch.position(index).unwrap());
            assert_eq!(game.counted(), u32::from(arrays.ply[index]));
            let mask = &arrays.action_mask[index * B::ACTIONS..][..B::ACTIONS];
            let legal = (0..B::ACTIONS).filter(|&action| mask[action]);
            let mut expected = G::numbers(game);
            expected.sort_unstable();
            assert!(legal.eq(expected), "{game:?}");
            let seat = match G::turn(game.position()) {
                parlor_game::Turn::Action(seat) => Some(seat),
                _ => None,
            };
            let number = seat.and_then(|seat| columns.iter().position(|&column| column == seat));
            let number = number.map_or(-1, |number| i8::try_from(number).unwrap());
            assert_eq!(arrays.to_act[index], number);
        }
        batch.sample(0, &mut actions).unwrap();
        batch.step(&actions, arrays.as_arrays()).unwrap();
        let mut finals = Vec::new();
        for (index, game) in games.iter_mut().enumerate() {
            G::play_number(game, actions[index]);
            let rewards = &arrays.rewards[index * columns.len()..][..columns.len()];
            let how = (arrays.terminated[index], arrays.truncated[index]);
            match game.ended_by() {
                None => {
                    assert_eq!(how, (false, false));
                    assert!(rewards.iter().all(|&reward| reward == 0.0));
                }
                Some(rule) => {
                    let is_limit = rule == G::LIMIT_RULE;
                    assert_eq!(how, (!is_limit, is_limit), "{rule}");
                    let last = (columns.len() - 1) as f32;
                    for standing in game.standings() {
                        let (best, worst) = (*standing.places.start(), *standing.places.end());
                        let mean = f32::midpoint(f32::from(best), f32::from(worst));
                        let expected = 1.0 - 2.0 * (mean - 1.0) / last;
                        let column = columns.iter().position(|&seat| seat == standing.seat);
                        assert!((rewards[column.unwrap()] - expected).abs() < 1e-6);
                    }
                    ended += 1;
                    truncated += usize::from(is_limit);
                    finals.push(index);
                    *game = start.clone();
                }
            }
            begin(game, batch.position(index).unwrap());
        }
        assert_eq!(finals, batch.final_indices());
        assert_eq!(
            batch.final_observations().len(),
            finals.len() * B::OBSERVATION
        );
    }
    assert!(ended > 0 || steps < 1000, "no game ended");
    assert!(
        truncated > 0 || batch.limit() > 100 || steps < 100,
        "no game met its limit"
    );
}

fn kuba(rules: Rules, options: Options, steps: usize) {
    let batch = kuba::Batch::new(8, kuba::Setup { rules }, options).unwrap();
    let limit = Some(u32::from(batch.limit()));
    let start = LiveGame::<Kuba>::start(rules, &Side::ALL, limit).unwrap();
    compare(batch, &start, steps, |_| None, &Side::ALL);
}

fn ludo(seats: &[Seat], chance: ludo::Chance, options: Options, steps: usize) {
    let setup = ludo::Setup::new(seats, chance).unwrap();
    let batch = ludo::Batch::new(8, setup, options).unwrap();
    let limit = Some(u32::from(batch.limit()));
    let start = LiveGame::<Ludo>::start(ludo_rules::Rules::Classic, seats, limit).unwrap();
    let in_hand = |position: &ludo_rules::Position| position.roll_in_hand();
    compare(batch, &start, steps, in_hand, seats);
}

#[test]
fn long_games_of_kuba_are_those_of_the_rules() {
    for rules in Rules::ALL {
        let options = Options {
            seed: 3,
            ..Options::default()
        };
        kuba(rules, options, 3_000);
    }
}

#[test]
fn long_games_of_ludo_are_those_of_the_rules() {
    for chance in [ludo::Chance::Sampled, ludo::Chance::Explicit] {
        let options = Options {
            seed: 3,
            ..Options::default()
        };
        ludo(&[Seat::A, Seat::C], chance, options, 3_000);
        ludo(&Seat::ALL, chance, options, 4_000);
    }
}

/// An action names a token, so the observation tells which is which. Rules: L-27.
#[test]
fn l_27_the_observation_shows_where_each_token_is() {
    let setup = ludo::Setup::new(&Seat::ALL, ludo::Chance::Explicit).unwrap();
    let mut batch = ludo::Batch::new(64, setup, Options::default()).unwrap();
    let mut arrays = OwnedArrays::new(&batch);
    let mut actions = vec![0; batch.len()];
    batch.reset(None, None, arrays.as_arrays()).unwrap();
    let mut is_ahead = [false; 2];
    for _ in 0..400 {
        let seen = arrays.observation.chunks_exact(ludo::OBSERVATION);
        for (position, seen) in batch.positions().zip(seen) {
            let viewer = position.to_act().expect("games begin anew").index();
            for (slot, tokens) in seen[..4 * 59].chunks_exact(59).enumerate() {
                let place = |bit: u8| tokens.iter().position(|&token| token & bit != 0);
                let steps = [1, 2].map(|bit| i8::try_from(place(bit).unwrap()).unwrap() - 1);
                let seat = Seat::ALL[(viewer + slot) % 4];
                let expected = position.tokens().steps(seat).unwrap();
                assert_eq!(steps, expected.map(ludo_rules::Step::value), "{position}");
                is_ahead[0] |= steps[0] > steps[1];
                is_ahead[1] |= steps[0] < steps[1];
            }
        }
        batch.sample(0, &mut actions).unwrap();
        batch.step(&actions, arrays.as_arrays()).unwrap();
    }
    assert_eq!(is_ahead, [true; 2]);
}

/// Back and forth until the position has come for the third time. Rules: K-12.
#[test]
fn k_12_a_repetition_is_a_draw_and_is_seen_before() {
    for autoreset in [true, false] {
        let options = Options {
            autoreset,
            ..Options::default()
        };
        let setup = kuba::Setup {
            rules: Rules::Tournament,
        };
        let mut batch = kuba::Batch::new(1, setup, options).unwrap();
        let mut arrays = OwnedArrays::new(&batch);
        batch.write(arrays.as_arrays()).unwrap();
        let seen = |observation: &[u8]| [observation[12 * 49], observation[13 * 49]];
        let pushes = ["00B", "06B", "20F", "26F"].repeat(2);
        for (number, push) in pushes.iter().enumerate() {
            assert_eq!(seen(&arrays.observation), [u8::from(number >= 4), 0]);
            assert!(!arrays.terminated[0]);
            let action = kuba::number(kuba_rules::Action::Push(push.parse().unwrap()));
            let action = i64::try_from(action).unwrap();
            batch.step(&[action], arrays.as_arrays()).unwrap();
        }
        assert_eq!((arrays.terminated[0], arrays.truncated[0]), (true, false));
        assert_eq!(arrays.rewards, [0.0, 0.0]);
        if autoreset {
            assert_eq!(batch.final_indices(), [0]);
            assert_eq!(seen(batch.final_observations()), [1, 1]);
            assert_eq!((arrays.ply[0], batch.episode(0)), (0, Some(1)));
        } else {
            assert!(batch.final_indices().is_empty());
            assert_eq!(seen(&arrays.observation), [1, 1]);
            assert_eq!(batch.ending(0).unwrap().rule, "K-12");
            assert_eq!((arrays.ply[0], arrays.to_act[0]), (8, -1));
            assert!(arrays.action_mask.iter().all(|&legal| !legal));
        }
    }
}

/// Without automatic reset, a game that is over stays as it is and takes no action.
#[test]
fn a_game_that_is_over_waits_for_its_reset() {
    let options = Options {
        autoreset: false,
        limit: Some(5),
        ..Options::default()
    };
    let setup = ludo::Setup::new(&[Seat::B, Seat::A], ludo::Chance::Sampled).unwrap();
    let mut batch = ludo::Batch::new(3, setup, options).unwrap();
    let mut arrays = OwnedArrays::new(&batch);
    let mut actions = vec![0; 3];
    for _ in 0..5 {
        batch.sample(0, &mut actions).unwrap();
        batch.step(&actions, arrays.as_arrays()).unwrap();
    }
    assert_eq!(arrays.truncated, [true; 3]);
    batch.sample(0, &mut actions).unwrap();
    assert_eq!(actions, [NO_ACTION; 3]);
    let before = arrays.clone();
    batch.step(&actions, arrays.as_arrays()).unwrap();
    assert_eq!(before, arrays);
    batch
        .reset(None, Some(&[false, true, false]), arrays.as_arrays())
        .unwrap();
    assert_eq!(arrays.truncated, [true, false, true]);
    assert_eq!((arrays.ply[1], arrays.to_act[1]), (0, 0), "B begins");
    assert_eq!(arrays.to_act[0], -1);
    let error = batch.step(&[-1, -1, -1], arrays.as_arrays()).unwrap_err();
    assert!(error.to_string().contains("game 1"), "{error}");
    let first = ludo::number(Move::Pass);
    let error = batch
        .step(&[i64::try_from(first).unwrap(), -1, -1], arrays.as_arrays())
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "action 0 of game 0 is refused: the game is over; reset it, or give it -1, which is no action (L-31)"
    );
}

/// Games that a mask leaves out stay as they are, their rows as well, and so do the draws.
#[test]
fn only_the_games_of_a_mask_are_played() {
    let options = Options {
        autoreset: false,
        limit: Some(40),
        seed: 3,
        ..Options::default()
    };
    let setup = ludo::Setup::new(&[Seat::A, Seat::C], ludo::Chance::Sampled).unwrap();
    let mut masked = ludo::Batch::new(2, setup.clone(), options).unwrap();
    let mut plain = ludo::Batch::new(2, setup, options).unwrap();
    let mut arrays = OwnedArrays::new(&masked);
    let mut expected = OwnedArrays::new(&plain);
    masked.write(arrays.as_arrays()).unwrap();
    plain.write(expected.as_arrays()).unwrap();
    let mut actions = vec![0; 2];
    for _ in 0..45 {
        plain.sample(0, &mut actions).unwrap();
        let first = [actions[0], 99];
        let begun = arrays.clone();
        masked
            .step_where(&first, &[true, false], arrays.as_arrays())
            .unwrap();
        assert_eq!(arrays.ply[1], begun.ply[1]);
        assert_eq!(arrays.rewards[2..], begun.rewards[2..]);
        assert_eq!(arrays.truncated[1], begun.truncated[1]);
        let second = [99, actions[1]];
        masked
            .step_where(&second, &[false, true], arrays.as_arrays())
            .unwrap();
        plain.step(&actions, expected.as_arrays()).unwrap();
        assert_eq!(arrays, expected);
    }
    assert_eq!(arrays.truncated, [true; 2]);
    let error = masked
        .step_where(&[-1, 99], &[true], arrays.as_arrays())
        .unwrap_err();
    assert!(error.to_string().contains("mask"), "{error}");
    let error = masked
        .step_where(&[99, 99], &[false, true], arrays.as_arrays())
        .unwrap_err();
    assert!(error.to_string().contains("game 1"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_games_of_kuba_are_those_of_the_rules(
        tournament: bool,
        seed: u64,
        first_environment: u32,
        limit in 1_u32..80,
        threads in 1_usize..4,
    ) {
        let rules = if tournament { Rules::Tournament } else { Rules::Classroom };
        let first_environment = first_environment.min(u32::MAX - 8);
        let options = Options { seed, first_environment, limit: Some(limit), threads, autoreset: true };
        kuba(rules, options, 120);
    }

    #[test]
    fn any_games_of_ludo_are_those_of_the_rules(
        seats in proptest::sample::subsequence(Seat::ALL.to_vec(), 2..=4).prop_shuffle(),
        explicit: bool,
        seed: u64,
        limit in 1_u32..80,
        threads in 1_usize..4,
    ) {
        let chance = if explicit { ludo::Chance::Explicit } else { ludo::Chance::Sampled };
        let options = Options { seed, limit: Some(limit), threads, ..Options::default() };
        ludo(&seats, chance, options, 200);
    }
}
