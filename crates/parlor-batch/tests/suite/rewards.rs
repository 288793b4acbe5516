//! Rewards: zero-sum, by places, in the order of the seats as given.

use ludo_rules::Seat;
use parlor_batch::{Options, OwnedArrays, ludo};

/// The rewards after A has moved its last token home with the six in hand.
fn after(seats: &[Seat], line: &str, limit: Option<u32>) -> (Vec<f32>, bool) {
    let options = Options {
        limit,
        ..Options::default()
    };
    let setup = ludo::Setup::new(seats, ludo::Chance::Sampled).unwrap();
    let mut batch = ludo::Batch::new(1, setup, options).unwrap();
    let mut arrays = OwnedArrays::new(&batch);
    let position = line.parse().unwrap();
    batch
        .set_positions(&[position], arrays.as_arrays())
        .unwrap();
    batch.step(&[1], arrays.as_arrays()).unwrap();
    (arrays.rewards, arrays.terminated[0])
}

#[test]
fn l_30_the_first_of_two_gets_one_and_the_other_minus_one() {
    let line = "A51.E/C3.H A 6 -";
    assert_eq!(
        after(&[Seat::A, Seat::C], line, None),
        (vec![1.0, -1.0], true)
    );
    assert_eq!(
        after(&[Seat::C, Seat::A], line, None),
        (vec![-1.0, 1.0], true)
    );
}

#[test]
fn l_30_the_places_of_three_and_four_get_equal_steps() {
    let line = "A51.E/BE.E/C3.H A 6 B";
    let seats = [Seat::C, Seat::A, Seat::B];
    assert_eq!(after(&seats, line, None), (vec![-1.0, 0.0, 1.0], true));
    let line = "A51.E/BE.E/C3.H/DE.E A 6 DB";
    let (rewards, is_over) = after(&Seat::ALL, line, None);
    assert!(is_over);
    for (reward, expected) in rewards.iter().zip([-1.0 / 3.0, 1.0 / 3.0, -1.0, 1.0]) {
        assert!((reward - expected).abs() < 1e-6, "{rewards:?}");
    }
    assert!(rewards.iter().sum::<f32>().abs() < 1e-6);
}

/// Rules: L-31.
#[test]
fn l_31_the_unfinished_share_what_is_left_at_the_limit() {
    let line = "A20.E/BE.E/C3.H/D4.5 A 6 B";
    let (rewards, is_over) = after(&Seat::ALL, line, Some(1));
    assert!(!is_over);
    for (reward, expected) in rewards
        .iter()
        .zip([-1.0 / 3.0, 1.0, -1.0 / 3.0, -1.0 / 3.0])
    {
        assert!((reward - expected).abs() < 1e-6, "{rewards:?}");
    }
}

/// The final observation is seen by the player who moved last.
#[test]
fn the_final_observation_is_that_of_the_last_mover() {
    let setup = ludo::Setup::new(&[Seat::A, Seat::C], ludo::Chance::Sampled).unwrap();
    let mut batch = ludo::Batch::new(1, setup, Options::default()).unwrap();
    let mut arrays = OwnedArrays::new(&batch);
    let position = "AH.3/C51.E C 6 -".parse().unwrap();
    batch
        .set_positions(&[position], arrays.as_arrays())
        .unwrap();
    batch.step(&[1], arrays.as_arrays()).unwrap();
    let seen = batch.final_observations();
    // Both tokens of the viewer, and none of the other's, are on the end.
    assert_eq!((seen[58], seen[2 * 59 + 58]), (3, 0));
    assert_eq!((arrays.to_act[0], arrays.ply[0]), (0, 0));
}
