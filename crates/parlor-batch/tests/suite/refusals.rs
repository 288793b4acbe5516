//! What is refused changes nothing, and the error names the place, the value and what is right.

use kuba_rules::Rules;
use ludo_rules::Seat;
use parlor_batch::{Batch, ConfigError, Lockstep, Options, OwnedArrays, kuba, ludo};
use proptest::prelude::*;

fn kuba(rules: Rules) -> kuba::Batch {
    kuba::Batch::new(3, kuba::Setup { rules }, Options::default()).unwrap()
}

fn ludo(chance: ludo::Chance) -> ludo::Batch {
    let setup = ludo::Setup::new(&[Seat::A, Seat::C], chance).unwrap();
    ludo::Batch::new(3, setup, Options::default()).unwrap()
}

/// The message with which these actions are refused; nothing has changed then.
fn refused<G: Lockstep>(batch: &mut Batch<G>, actions: &[i64]) -> String {
    let mut arrays = OwnedArrays::new(batch);
    batch.write(arrays.as_arrays()).unwrap();
    let (positions, before): (Vec<_>, _) = (batch.positions().copied().collect(), arrays.clone());
    let error = batch.step(actions, arrays.as_arrays()).unwrap_err();
    assert_eq!(before, arrays);
    assert!(batch.positions().eq(&positions));
    error.to_string()
}

#[test]
fn illegal_actions_of_kuba_name_index_value_and_rule() {
    let mut batch = kuba(Rules::Classroom);
    let legal = 190; // 65F
    for (action, message) in [
        (-1, "no action has this number; they are 0 to 196 (K-16)"),
        (197, "no action has this number; they are 0 to 196 (K-16)"),
        (
            i64::MIN,
            "no action has this number; they are 0 to 196 (K-16)",
        ),
        (
            196,
            "the turn cannot be ended; in tournament rules it can once a push of it has taken a marble off (K-12)",
        ),
        (
            8,
            "the cell (0, 2) is empty; name the cell of one of your own marbles (K-3)",
        ),
        (
            20,
            "the marble at (0, 5) is black; only your own marbles can be pushed (K-3)",
        ),
    ] {
        assert_eq!(
            refused(&mut batch, &[legal, action, 500]),
            format!("action {action} of game 1 is refused: {message}")
        );
    }
}

#[test]
fn illegal_actions_of_ludo_name_index_value_and_rule() {
    let mut explicit = ludo(ludo::Chance::Explicit);
    for action in [-1, 6, i64::MAX] {
        assert_eq!(
            refused(&mut explicit, &[0, 5, action]),
            format!(
                "action {action} of game 2 is refused: a roll is due; its numbers are 0 (for a 1) to 5 (for a 6) (L-5)"
            )
        );
    }
    let mut arrays = OwnedArrays::new(&explicit);
    explicit.step(&[5, 5, 0], arrays.as_arrays()).unwrap();
    for (actions, message) in [
        (
            [4, 1, 0],
            "action 4 of game 0 is refused: no choice has this number; they are 0 (-), 1 (p), 2 (q) and 3 (pq) (L-27)",
        ),
        (
            [1, 0, 0],
            "action 0 of game 1 is refused: a token can move 6, so passing is not allowed; choose what moves (L-14)",
        ),
        (
            [1, 2, 1],
            "action 1 of game 2 is refused: token p is in the home yard and leaves it only on a 6, not on a 1 (L-5)",
        ),
        (
            [1, 3, 0],
            "action 3 of game 1 is refused: p (step -1) and q (step -1) are no stack, so they do not move as one; choose one of them (L-27)",
        ),
    ] {
        assert_eq!(refused(&mut explicit, &actions), message);
    }
}

#[test]
fn arrays_of_a_wrong_length_are_named() {
    type Shorten = fn(&mut OwnedArrays);
    let cases: [(Shorten, &str); 7] = [
        (
            |a| a.observation.truncate(a.observation.len() - 1),
            "observation has 2645 elements; a batch of 3 games needs 2646",
        ),
        (
            |a| a.action_mask.truncate(a.action_mask.len() - 1),
            "action_mask has 590 elements; a batch of 3 games needs 591",
        ),
        (
            |a| a.to_act.truncate(a.to_act.len() - 1),
            "to_act has 2 elements; a batch of 3 games needs 3",
        ),
        (
            |a| a.rewards.push(0.0),
            "rewards has 7 elements; a batch of 3 games needs 6",
        ),
        (
            |a| a.terminated.clear(),
            "terminated has 0 elements; a batch of 3 games needs 3",
        ),
        (
            |a| a.truncated.push(true),
            "truncated has 4 elements; a batch of 3 games needs 3",
        ),
        (
            |a| a.ply.clear(),
            "ply has 0 elements; a batch of 3 games needs 3",
        ),
    ];
    for (shorten, message) in cases {
        let mut batch = kuba(Rules::Classroom);
        let mut arrays = OwnedArrays::new(&batch);
        shorten(&mut arrays);
        let message = format!("the array {message}");
        let state = {
            let mut state = vec![0; 3 * kuba::STATE];
            batch.save(&mut state).unwrap();
            state
        };
        let refusals = [
            batch
                .step(&[190; 3], arrays.as_arrays())
                .unwrap_err()
                .to_string(),
            batch.write(arrays.as_arrays()).unwrap_err().to_string(),
            batch
                .reset(None, None, arrays.as_arrays())
                .unwrap_err()
                .to_string(),
            batch
                .load(&state, arrays.as_arrays())
                .unwrap_err()
                .to_string(),
        ];
        assert_eq!(
            refusals,
            [message.clone(), message.clone(), message.clone(), message]
        );
        assert!(
            batch
                .positions()
                .all(|&p| p == kuba_rules::Position::start(Rules::Classroom))
        );
        assert_eq!(batch.episode(0), Some(0));
    }
}

#[test]
fn inputs_of_a_wrong_length_are_named() {
    let mut batch = kuba(Rules::Classroom);
    let mut arrays = OwnedArrays::new(&batch);
    assert_eq!(
        refused(&mut batch, &[190; 4]),
        "the array actions has 4 elements; a batch of 3 games needs 3"
    );
    let error = batch.reset(Some(1), Some(&[true]), arrays.as_arrays());
    assert_eq!(error.unwrap_err().array, "mask");
    let error = batch.sample(0, &mut [0; 2]);
    assert_eq!(error.unwrap_err().array, "actions");
    let error = batch.save(&mut [0; 31]);
    assert_eq!(error.unwrap_err().expected, 96);
    let error = batch.load(&[0; 31], arrays.as_arrays()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the array state has 31 elements; a batch of 3 games needs 96"
    );
    let error = batch.set_positions(&[], arrays.as_arrays()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the array positions has 0 elements; a batch of 3 games needs 3"
    );
}

#[test]
fn configurations_that_make_no_sense_are_refused() {
    let make = |len, options| {
        let setup = kuba::Setup::default();
        kuba::Batch::new(len, setup, options).unwrap_err()
    };
    let options = Options::default();
    assert!(matches!(
        make(0, options),
        ConfigError::Len { len: 0, first: 0 }
    ));
    assert!(matches!(
        make(usize::MAX, options),
        ConfigError::Len { first: 0, .. }
    ));
    assert_eq!(
        make((1 << 24) + 1, options).to_string(),
        "16777217 games from environment 0 on are too few or too many; a batch has 1 to 16777216, \
         and environments are numbered from 0 to 4294967295"
    );
    let last = Options {
        first_environment: u32::MAX,
        ..options
    };
    assert!(matches!(
        make(2, last),
        ConfigError::Len {
            len: 2,
            first: u32::MAX
        }
    ));
    assert!(kuba::Batch::new(1, kuba::Setup::default(), last).is_ok());
    for limit in [0, 65_536] {
        let error = make(
            1,
            Options {
                limit: Some(limit),
                ..options
            },
        );
        assert_eq!(
            error.to_string(),
            format!("the limit is {limit}; it is a number from 1 to 65535 (K-13)")
        );
    }
    for threads in [0, 1025] {
        let error = make(1, Options { threads, ..options });
        assert_eq!(
            error.to_string(),
            format!("the number of threads is {threads}; it is from 1 to 1024")
        );
    }
    let error = ludo::Setup::new(&[Seat::A, Seat::A], ludo::Chance::Sampled).unwrap_err();
    assert_eq!(
        error.to_string(),
        "seat A is taken twice; one player sits at a seat (L-1); the number of seats taken is 1; a game takes 2 to 4 (L-1)"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever the actions are, a step is played in all games or in none.
    #[test]
    fn hostile_actions_are_all_played_or_none(
        actions in proptest::collection::vec(-2_i64..200, 3),
        tournament: bool,
    ) {
        let mut batch = kuba(if tournament { Rules::Tournament } else { Rules::Classroom });
        let mut arrays = OwnedArrays::new(&batch);
        batch.write(arrays.as_arrays()).unwrap();
        let legal = |(game, &action): (usize, &i64)| {
            usize::try_from(action).is_ok_and(|action| action < 197 && arrays.action_mask[game * 197 + action])
        };
        let all = actions.iter().enumerate().all(legal);
        let before = arrays.clone();
        let result = batch.step(&actions, arrays.as_arrays());
        prop_assert_eq!(result.is_ok(), all);
        if !all {
            prop_assert!(before == arrays);
        }
    }
}
