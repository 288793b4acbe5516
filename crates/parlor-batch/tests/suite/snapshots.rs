//! Snapshots: what is restored plays on as it would have, and other bytes are refused.

use kuba_rules::Rules;
use ludo_rules::Seat;
use parlor_batch::{Batch, Lockstep, Options, OwnedArrays, kuba, ludo};
use proptest::prelude::*;

const GAMES: usize = 6;

fn kuba(rules: Rules, options: Options) -> kuba::Batch {
    kuba::Batch::new(GAMES, kuba::Setup { rules }, options).unwrap()
}

fn ludo(chance: ludo::Chance, options: Options) -> ludo::Batch {
    let setup = ludo::Setup::new(&[Seat::D, Seat::A, Seat::B], chance).unwrap();
    ludo::Batch::new(GAMES, setup, options).unwrap()
}

/// Plays some steps, in games that are over and wait for a reset none.
fn play<G: Lockstep>(batch: &mut Batch<G>, arrays: &mut OwnedArrays, steps: usize) {
    let mut actions = vec![0; batch.len()];
    for _ in 0..steps {
        batch.sample(0, &mut actions).unwrap();
        batch.step(&actions, arrays.as_arrays()).unwrap();
    }
}

/// Plays, restores into another batch, and plays both on: everything must be the same, and so must
/// the bytes.
fn goes_on<G: Lockstep>(make: impl Fn(u64) -> Batch<G>, seed: u64, before: usize, after: usize) {
    let (mut batch, mut other) = (make(seed), make(!seed));
    let (mut arrays, mut others) = (OwnedArrays::new(&batch), OwnedArrays::new(&other));
    play(&mut batch, &mut arrays, before);
    play(&mut other, &mut others, 9);
    let snapshot = batch.snapshot();
    other.restore(&snapshot).unwrap();
    assert_eq!(other.snapshot(), snapshot);
    assert_eq!(other.final_indices(), batch.final_indices());
    assert_eq!(other.final_observations(), batch.final_observations());
    batch.write(arrays.as_arrays()).unwrap();
    other.write(others.as_arrays()).unwrap();
    assert!(arrays == others);
    for _ in 0..after {
        play(&mut batch, &mut arrays, 1);
        play(&mut other, &mut others, 1);
        assert!(arrays == others);
    }
    assert_eq!(other.snapshot(), batch.snapshot());
    assert!(batch.choice_seeds().eq(other.choice_seeds()));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_restored_plays_on_as_it_would_have(
        seed: u64, before in 0_usize..150, autoreset: bool, limit in 20_u32..200
    ) {
        let options = |seed| Options { seed, autoreset, limit: Some(limit), ..Options::default() };
        for rules in Rules::ALL {
            goes_on(|seed| kuba(rules, options(seed)), seed, before, 60);
        }
        for chance in [ludo::Chance::Sampled, ludo::Chance::Explicit] {
            goes_on(|seed| ludo(chance, options(seed)), seed, before, 60);
        }
    }

    /// No byte and no length makes it panic, and what is refused changes nothing.
    #[test]
    fn other_bytes_are_refused_or_are_another_snapshot(
        seed: u64, steps in 0_usize..60, places in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        cut in any::<prop::sample::Index>()
    ) {
        let options = Options { seed, limit: Some(30), ..Options::default() };
        let mut batch = kuba(Rules::Tournament, options);
        let mut arrays = OwnedArrays::new(&batch);
        play(&mut batch, &mut arrays, steps);
        let snapshot = batch.snapshot();
        prop_assert!(batch.restore(&snapshot[..cut.index(snapshot.len())]).is_err());
        prop_assert!(batch.restore(&[&snapshot[..], &[0]].concat()).is_err());
        prop_assert_eq!(&batch.snapshot(), &snapshot);
        let mut other = snapshot.clone();
        for (place, byte) in places {
            let place = place.index(other.len());
            other[place] = byte;
        }
        if batch.restore(&other).is_ok() {
            play(&mut batch, &mut arrays, 40);
        } else {
            prop_assert_eq!(&batch.snapshot(), &snapshot);
        }
    }
}

/// The history of K-12: the game is a draw at the third time, not at the first after the restoring.
#[test]
fn what_has_been_seen_is_restored() {
    let options = Options {
        autoreset: false,
        ..Options::default()
    };
    let mut batch = kuba(Rules::Tournament, options);
    let mut arrays = OwnedArrays::new(&batch);
    let pushes = ["00B", "06B", "20F", "26F"].map(|push| {
        let number = kuba::number(push.parse().unwrap());
        i64::try_from(number).unwrap()
    });
    for action in pushes.repeat(2).into_iter().take(7) {
        batch.step(&[action; GAMES], arrays.as_arrays()).unwrap();
        let mut other = kuba(Rules::Tournament, options);
        other.restore(&batch.snapshot()).unwrap();
        batch = other;
    }
    assert!(batch.ending(0).is_none());
    batch.step(&[pushes[3]; GAMES], arrays.as_arrays()).unwrap();
    assert_eq!(batch.ending(0).map(|ending| ending.rule), Some("K-12"));
    let mut other = kuba(Rules::Tournament, options);
    other.restore(&batch.snapshot()).unwrap();
    assert_eq!(other.ending(0), batch.ending(0));
}

#[test]
fn why_bytes_are_refused_is_said() {
    let options = Options::default();
    let mut batch = kuba(Rules::Classroom, options);
    let snapshot = batch.snapshot();
    let of = |batch: &mut kuba::Batch, bytes: &[u8]| batch.restore(bytes).unwrap_err().to_string();
    let mut newer = snapshot.clone();
    newer[0] = 2;
    let mut more = snapshot.clone();
    more[5] = 7;
    // The low byte of the actions in game 0.
    let mut longer = snapshot;
    longer[9 + 14] = 1;
    let tournament = kuba(Rules::Tournament, options).snapshot();
    for (bytes, message) in [
        (&[][..], "no snapshot of such a batch: it ends early"),
        (&newer, "it is of another version"),
        (&more, "it has another number of games"),
        (
            &longer,
            "the state of game 0 cannot be loaded: it has 0 plies and 1 actions",
        ),
        (
            &tournament,
            "it is played by tournament rules, and the games of this batch by classroom",
        ),
    ] {
        let found = of(&mut batch, bytes);
        assert!(found.contains(message), "{found}");
    }
}
