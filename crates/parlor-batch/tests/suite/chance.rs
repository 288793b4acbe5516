//! Where chance comes from: the seed, the environment and the episode, and nothing else.

use kuba_rules::Rules;
use ludo_rules::Seat;
use parlor_batch::{Batch, Lockstep, Options, OwnedArrays, kuba, ludo};
use proptest::prelude::*;

/// All arrays after each of some steps, drawn by the batch.
fn play<G: Lockstep>(batch: &mut Batch<G>, steps: usize) -> Vec<(Vec<i64>, OwnedArrays)> {
    let mut arrays = OwnedArrays::new(batch);
    batch.write(arrays.as_arrays()).unwrap();
    let mut actions = vec![0; batch.len()];
    let step = |_| {
        batch.sample(3, &mut actions).unwrap();
        batch.step(&actions, arrays.as_arrays()).unwrap();
        (actions.clone(), arrays.clone())
    };
    (0..steps).map(step).collect()
}

fn kuba(len: usize, options: Options) -> kuba::Batch {
    let setup = kuba::Setup {
        rules: Rules::Tournament,
    };
    kuba::Batch::new(len, setup, options).unwrap()
}

fn ludo(len: usize, chance: ludo::Chance, options: Options) -> ludo::Batch {
    let setup = ludo::Setup::new(&[Seat::A, Seat::B, Seat::D], chance).unwrap();
    ludo::Batch::new(len, setup, options).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn threads_make_no_difference(seed: u64, len in 1_usize..40, threads in 2_usize..9) {
        let one = Options { seed, limit: Some(30), ..Options::default() };
        let many = Options { threads, ..one };
        prop_assert!(play(&mut kuba(len, one), 70) == play(&mut kuba(len, many), 70));
        let sampled = ludo::Chance::Sampled;
        prop_assert!(play(&mut ludo(len, sampled, one), 70) == play(&mut ludo(len, sampled, many), 70));
        let (mut one, mut many) = (ludo(len, sampled, one), ludo(len, sampled, many));
        for _ in 0..2 {
            play(&mut one, 15);
            play(&mut many, 15);
            prop_assert_eq!(one.final_indices(), many.final_indices());
            prop_assert_eq!(one.final_observations(), many.final_observations());
        }
        prop_assert_eq!(one.final_indices().len(), len);
    }

    #[test]
    fn the_split_into_batches_makes_no_difference(seed: u64, first in 0_u32..1000, left in 1_usize..9, right in 1_usize..9) {
        let options = Options { seed, limit: Some(30), first_environment: first, ..Options::default() };
        let after = Options { first_environment: first + u32::try_from(left).unwrap(), ..options };
        let whole = play(&mut kuba(left + right, options), 70);
        let one = play(&mut kuba(left, options), 70);
        let other = play(&mut kuba(right, after), 70);
        for ((whole, one), other) in whole.iter().zip(&one).zip(&other) {
            prop_assert_eq!(&whole.0, &[one.0.clone(), other.0.clone()].concat());
            prop_assert_eq!(
                &whole.1.observation,
                &[one.1.observation.clone(), other.1.observation.clone()].concat()
            );
        }
    }

    #[test]
    fn a_seed_given_again_gives_the_same_games(seed: u64, other: u64) {
        let options = Options { seed, limit: Some(30), ..Options::default() };
        let mut batch = ludo(5, ludo::Chance::Sampled, options);
        let first = play(&mut batch, 70);
        let mut arrays = OwnedArrays::new(&batch);
        batch.reset(Some(other), None, arrays.as_arrays()).unwrap();
        play(&mut batch, 20);
        batch.reset(Some(seed), None, arrays.as_arrays()).unwrap();
        prop_assert!(first == play(&mut batch, 70));
    }
}

/// The rolls that a batch draws are those that it offers the caller of explicit chance.
#[test]
fn explicit_chance_can_take_the_rolls_of_sampled_chance() {
    let options = Options {
        seed: 11,
        limit: Some(40),
        ..Options::default()
    };
    let sampled = play(&mut ludo(6, ludo::Chance::Sampled, options), 200);
    let explicit = play(&mut ludo(6, ludo::Chance::Explicit, options), 401);
    // Every other step is a roll: after step 2n, choices n are due.
    for (number, (_, arrays)) in sampled.iter().enumerate() {
        let (_, rolled) = &explicit[2 * number + 2];
        assert_eq!(arrays.observation, rolled.observation, "step {number}");
        assert_eq!(arrays.action_mask, rolled.action_mask, "step {number}");
        let (_, chosen) = &explicit[2 * number + 1];
        assert_eq!(arrays.rewards, chosen.rewards, "step {number}");
        assert_eq!(chosen.to_act, [-1; 6]);
    }
}

/// Environments, episodes and streams differ.
#[test]
fn other_environments_play_other_games() {
    let mut batch = kuba(2, Options::default());
    let games = play(&mut batch, 60);
    let of = |game: usize| games.iter().map(move |(actions, _)| actions[game]);
    assert!(!of(0).eq(of(1)));
    let draw = |stream| {
        let mut actions = vec![0; 2];
        batch.sample(stream, &mut actions).unwrap();
        actions
    };
    assert_eq!(draw(0), draw(0));
    assert!((1..10).any(|stream| draw(stream) != draw(0)));
}

/// What a player draws depends on the game it plays in, and on nothing beside it.
#[test]
fn the_seeds_of_players_are_those_of_their_games() {
    let options = Options {
        first_environment: 5,
        ..Options::default()
    };
    let mut seen = std::collections::BTreeSet::new();
    let (mut three, mut last) = (
        kuba(3, options),
        kuba(
            1,
            Options {
                first_environment: 7,
                ..options
            },
        ),
    );
    for _ in 0..40 {
        let seeds: Vec<u64> = three.choice_seeds().collect();
        assert_eq!(seeds, three.choice_seeds().collect::<Vec<_>>());
        assert_eq!(seeds[2..], last.choice_seeds().collect::<Vec<_>>());
        assert!(seeds.iter().all(|&seed| seen.insert(seed)));
        play(&mut three, 1);
        play(&mut last, 1);
    }
}

/// Each legal action is drawn as often as the others, `end` too.
#[test]
fn samples_are_uniform_over_the_mask() {
    let position: kuba_rules::Position = "7/5wr/7/4wrb/7/7/b6 w0b0 w+ - t".parse().unwrap();
    let len = 60_000;
    let mut batch = kuba(len, Options::default());
    let mut arrays = OwnedArrays::new(&batch);
    batch
        .set_positions(&vec![position; len], arrays.as_arrays())
        .unwrap();
    let legal = arrays.action_mask[..197].iter().filter(|&&legal| legal);
    let legal = legal.count();
    assert!(legal > 4 && arrays.action_mask[kuba::END]);
    let mut actions = vec![0; len];
    batch.sample(0, &mut actions).unwrap();
    let mut counts = [0_u32; 197];
    for action in actions {
        counts[usize::try_from(action).unwrap()] += 1;
    }
    let expected = len as f64 / legal as f64;
    for (action, &count) in counts.iter().enumerate() {
        if arrays.action_mask[action] {
            let error = (f64::from(count) - expected).abs() / expected.sqrt();
            assert!(
                error < 5.0,
                "action {action} was drawn {count} times of {expected}"
            );
        } else {
            assert_eq!(count, 0, "action {action} is not legal");
        }
    }
}
