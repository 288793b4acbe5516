//! Packed states: what is saved can be loaded, and nothing else.

use kuba_rules::Rules;
use ludo_rules::Seat;
use parlor_batch::{Batch, Lockstep, Options, OwnedArrays, kuba, ludo};
use proptest::prelude::*;

/// Plays some steps, then loads what was saved into another batch, whose positions must be the same.
fn round_trip<G: Lockstep>(mut batch: Batch<G>, mut other: Batch<G>, steps: usize) {
    let mut arrays = OwnedArrays::new(&batch);
    let mut actions = vec![0; batch.len()];
    for _ in 0..steps {
        batch.sample(0, &mut actions).unwrap();
        batch.step(&actions, arrays.as_arrays()).unwrap();
    }
    let mut state = vec![0xFF; batch.len() * G::STATE];
    batch.save(&mut state).unwrap();
    other.load(&state, arrays.as_arrays()).unwrap();
    assert!(batch.positions().eq(other.positions()));
    assert!(arrays.ply.iter().all(|&ply| ply == 0));
    let mut again = vec![0; state.len()];
    other.save(&mut again).unwrap();
    assert_eq!(state, again);
}

fn kuba(rules: Rules, autoreset: bool) -> kuba::Batch {
    let options = Options {
        autoreset,
        ..Options::default()
    };
    kuba::Batch::new(16, kuba::Setup { rules }, options).unwrap()
}

fn ludo(seats: &[Seat], chance: ludo::Chance, autoreset: bool) -> ludo::Batch {
    let options = Options {
        autoreset,
        ..Options::default()
    };
    let setup = ludo::Setup::new(seats, chance).unwrap();
    ludo::Batch::new(16, setup, options).unwrap()
}

#[test]
fn what_was_saved_is_loaded() {
    for steps in [0, 1, 2, 17, 60, 1_200] {
        for autoreset in [true, false] {
            for rules in Rules::ALL {
                round_trip(kuba(rules, autoreset), kuba(rules, autoreset), steps);
            }
            for chance in [ludo::Chance::Sampled, ludo::Chance::Explicit] {
                for seats in [&[Seat::D, Seat::B][..], &Seat::ALL] {
                    let batch = || ludo(seats, chance, autoreset);
                    round_trip(batch(), batch(), steps);
                }
            }
        }
    }
}

/// A state with a roll due gets the roll of the batch that loads it.
#[test]
fn what_is_drawn_after_a_load_is_the_batchs_own() {
    let seats = [Seat::A, Seat::C];
    let explicit = ludo(&seats, ludo::Chance::Explicit, true);
    let mut state = vec![0; 16 * ludo::STATE];
    explicit.save(&mut state).unwrap();
    let mut sampled = ludo(&seats, ludo::Chance::Sampled, true);
    let mut arrays = OwnedArrays::new(&sampled);
    let mut rolls = Vec::new();
    for _ in 0..2 {
        sampled.load(&state, arrays.as_arrays()).unwrap();
        assert_eq!(arrays.to_act, [0; 16]);
        rolls.push(
            sampled
                .positions()
                .map(ludo_rules::Position::roll_in_hand)
                .collect::<Vec<_>>(),
        );
    }
    assert_ne!(rolls[0], rolls[1], "each load is an episode of its own");
}

#[test]
fn a_game_that_was_over_is_loaded_as_over() {
    let over: kuba_rules::Position = "7/7/7/5w1/7/7/b6 w7b0 b - c".parse().unwrap();
    assert!(over.is_over());
    for autoreset in [true, false] {
        let mut batch = kuba(Rules::Classroom, autoreset);
        let mut arrays = OwnedArrays::new(&batch);
        batch
            .set_positions(&[over; 16], arrays.as_arrays())
            .unwrap();
        assert_eq!(arrays.terminated, [true; 16]);
        assert!(arrays.rewards.iter().all(|&reward| reward == 0.0));
        let mut actions = [0; 16];
        batch.sample(0, &mut actions).unwrap();
        assert_eq!(actions, [-1; 16]);
        batch.step(&actions, arrays.as_arrays()).unwrap();
        assert_eq!(arrays.terminated, [!autoreset; 16]);
        assert!(batch.final_indices().is_empty());
    }
}

/// The message with which a state is refused; nothing has changed then.
fn refused<G: Lockstep>(mut batch: Batch<G>, change: impl Fn(&mut [u8])) -> String {
    let mut state = vec![0; 16 * G::STATE];
    batch.save(&mut state).unwrap();
    change(&mut state[3 * G::STATE..][..G::STATE]);
    let mut arrays = OwnedArrays::new(&batch);
    let positions: Vec<_> = batch.positions().copied().collect();
    let before = arrays.clone();
    let error = batch.load(&state, arrays.as_arrays()).unwrap_err();
    assert_eq!(arrays, before);
    assert!(batch.positions().eq(&positions));
    let message = error.to_string();
    let start = "the state of game 3 cannot be loaded: ";
    message.strip_prefix(start).unwrap_or(&message).to_owned()
}

#[test]
fn impossible_states_of_kuba_are_refused_with_the_reason() {
    type Change = fn(&mut [u8]);
    let cases: [(Change, &str); 8] = [
        (
            |s| s[8] |= 1,
            "the cell 00 holds a marble of white and one of black; a cell holds one",
        ),
        (
            |s| s[16] |= 128,
            "the bits 0x80 of a board are no cells; cell (row, column) is bit 8 * row + column",
        ),
        (
            |s| s[26] = 8,
            "the bytes 26 and 28 to 31 are 8 and [0, 0, 0, 0]; the first is at most 7, the others are 0",
        ),
        (
            |s| s[31] = 1,
            "the bytes 26 and 28 to 31 are 0 and [0, 0, 0, 1]; the first is at most 7, the others are 0",
        ),
        (
            |s| s[27] = 197,
            "the byte 27 is 197; it is the number of the ko push, 0 to 195, or 196 for none",
        ),
        (
            |s| s[26] = 4,
            "it is played by tournament rules, and the games of this batch by classroom rules",
        ),
        (|s| s[24] = 200, "(K-"),
        (|s| s[26] = 2, "(K-"),
    ];
    for (change, message) in cases {
        let refusal = refused(kuba(Rules::Classroom, true), change);
        assert!(refusal.contains(message), "{refusal}");
    }
}

#[test]
fn impossible_states_of_ludo_are_refused_with_the_reason() {
    type Change = fn(&mut [u8]);
    let cases: [(Change, &str); 6] = [
        (
            |s| s[7] = 0xFF,
            "packs no tokens that could stand on a board",
        ),
        (|s| s[8] = 1, "B is to act but does not play"),
        (
            |s| s[8] = 7,
            "nobody is to act, though the game is not over",
        ),
        (
            |s| s[8] = 7 << 3,
            "its turn is 0x38, which no turn is packed as",
        ),
        (
            |s| s[15] = 1,
            "its turn is 0x100000000000000, which no turn is packed as",
        ),
        (
            |s| s[0] = 3,
            "A,B play in it, and A,C in the games of this batch",
        ),
    ];
    for (change, message) in cases {
        let batch = ludo(&[Seat::A, Seat::C], ludo::Chance::Explicit, true);
        let refusal = refused(batch, change);
        assert!(refusal.contains(message), "{refusal}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    /// A state with any byte changed is refused, or it is another position that packs as itself.
    #[test]
    fn hostile_states_are_refused_or_are_positions(
        changes in proptest::collection::vec((0_usize..32, any::<u8>()), 1..4),
        tournament: bool,
    ) {
        let rules = if tournament { Rules::Tournament } else { Rules::Classroom };
        let batch = kuba::Batch::new(1, kuba::Setup { rules }, Options::default()).unwrap();
        hostile(batch, &changes);
        let setup = ludo::Setup::new(&[Seat::A, Seat::C], ludo::Chance::Explicit).unwrap();
        let batch = ludo::Batch::new(1, setup, Options::default()).unwrap();
        hostile(batch, &changes);
    }
}

fn hostile<G: Lockstep>(mut batch: Batch<G>, changes: &[(usize, u8)]) {
    let mut state = vec![0; G::STATE];
    batch.save(&mut state).unwrap();
    for &(place, byte) in changes {
        state[place % G::STATE] = byte;
    }
    let mut arrays = OwnedArrays::new(&batch);
    if batch.load(&state, arrays.as_arrays()).is_ok() {
        let mut again = vec![0; G::STATE];
        batch.save(&mut again).unwrap();
        assert_eq!(state, again);
        // It can be played on.
        let mut actions = [0];
        for _ in 0..20 {
            batch.sample(0, &mut actions).unwrap();
            batch.step(&actions, arrays.as_arrays()).unwrap();
        }
    }
}
