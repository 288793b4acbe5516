//! What is archived comes back, and nothing else passes for it.

use parlor_dice::Scheme;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::*;
use parlor_table::log::{DiceContribution, GameEvent, PlayerConfig, PlayerRequest, SeatConfig};

fn game(entries: Vec<LogEntry>) -> Archived {
    let secret = Bytes32([7; 32]);
    let seat = |seat, name: &str, player| SeatConfig {
        seat,
        name: Some(name.to_owned()),
        player,
        is_program: false,
    };
    Archived {
        config: GameConfig {
            game: "kuba".to_owned(),
            rules: "tournament".to_owned(),
            seats: vec![
                seat(
                    'W',
                    "Zoë\n\"",
                    PlayerConfig::Person(Some(DiceContribution::default())),
                ),
                seat('B', "Magpie", PlayerConfig::Bot("level-8".to_owned())),
            ],
            start: None,
            limit: 1000,
            away_after: None,
            clock: None,
            scheme: Scheme::V2,
            commitment: Bytes32::sha_256(&secret.0),
        },
        secret,
        keys: vec![
            ('W', KeyHash::from_bytes([1; 32])),
            ('B', KeyHash::from_bytes([2; 32])),
        ],
        entries,
    }
}

fn event() -> impl Strategy<Value = GameEvent> {
    let seat = prop::sample::select(vec!['W', 'B', 'Ü']);
    let spent =
        prop::option::of(any::<u32>().prop_map(|ms| core::time::Duration::from_millis(ms.into())));
    prop_oneof![
        Just(GameEvent::Created),
        (seat.clone(), any::<String>(), spent).prop_map(|(seat, action, spent)| GameEvent::Acted {
            seat,
            action,
            spent,
        }),
        (seat, any::<Vec<u8>>()).prop_map(|(seat, entropy)| GameEvent::Revealed { seat, entropy }),
        Just(GameEvent::Agreed {
            seat: 'W',
            to: PlayerRequest::Undo,
            spent: None
        }),
    ]
}

fn log() -> impl Strategy<Value = Vec<LogEntry>> {
    let at = prop_oneof![4 => 0..100_000_u64, 1 => 0..i64::MAX.unsigned_abs()];
    let entries = prop::collection::vec((at, any::<bool>(), event()), 0..40);
    let head = prop::option::of(any::<[u8; 32]>());
    (entries, head).prop_map(|(entries, head)| {
        let entry = |(version, (at, is_named, event)): (u64, (u64, bool, GameEvent))| LogEntry {
            version,
            at: Timestamp(at),
            idempotency_key: is_named.then(|| IdempotencyKey::of_archived(version)),
            event,
            head: None,
        };
        let mut entries: Vec<_> = (1..).zip(entries).map(entry).collect();
        if let Some(last) = entries.last_mut() {
            last.head = head.map(Bytes32);
        }
        entries
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(21),
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_game_comes_back_as_it_was(log in log(), commitment in prop::option::of(any::<[u8; 32]>())) {
        let mut game = game(log);
        if let Some(commitment) = commitment {
            game.config.commitment = Bytes32(commitment);
        }
        let packed = game.pack().expect("a game");
        let (config, made, version) = glance(&packed).expect("what was packed");
        prop_assert_eq!(&config, &game.config);
        prop_assert_eq!(version, game.entries.len() as u64);
        prop_assert_eq!(made, game.entries.first().map(|entry| entry.at).unwrap_or_default());
        prop_assert_eq!(Archived::unpack(&packed), Ok(game));
    }

    #[test]
    fn damage_is_an_error_or_another_game_and_never_a_panic(
        log in log(), cut in any::<prop::sample::Index>(), change in any::<(prop::sample::Index, u8)>(),
    ) {
        let packed = game(log).pack().expect("a game");
        let short = Archived::unpack(&packed[..cut.index(packed.len())]);
        prop_assert!(short.is_err(), "{:?}", short);
        let (place, byte) = change;
        let mut changed = packed.clone();
        changed[place.index(packed.len())] = byte;
        let _ = Archived::unpack(&changed);
        let _ = glance(&changed);
    }

    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in any::<Vec<u8>>()) {
        prop_assert!(Archived::unpack(&bytes).is_err());
        let formed = [&[FORMAT, 0][..], &[0; 32], &bytes].concat();
        let _ = Archived::unpack(&formed);
    }

    #[test]
    fn numbers_come_back(any in any::<u64>(), signed in any::<i64>()) {
        let mut bytes = Vec::new();
        number(&mut bytes, any);
        prop_assert_eq!(Rest(&bytes).number(), Ok(any));
        prop_assert_eq!(unzigzag(zigzag(signed)), signed);
    }
}

#[test]
fn a_number_of_more_than_64_bits_is_refused() {
    let largest = [&[0xff; 9][..], &[1]].concat();
    assert_eq!(Rest(&largest).number(), Ok(u64::MAX));
    for wrong in [[&[0xff; 9][..], &[2]].concat(), vec![0x80; 11]] {
        let error = Rest(&wrong).number().expect_err("too large");
        assert_eq!(error, "a number has more than 64 bits");
    }
}

#[test]
fn what_is_wrong_is_named() {
    let packed = game(Vec::new()).pack().expect("a game");
    let with = |place: usize, byte| {
        let mut changed = packed.clone();
        changed[place] = byte;
        Archived::unpack(&changed).expect_err("it is broken")
    };
    assert_eq!(with(0, 9), "its format is 9 instead of 2");
    assert_eq!(with(1, 5), "5 says nothing of the commitment: 0 or 1 does");
    // The letter of the first key becomes a part of the number.
    let many = with(34, 0xff);
    assert_eq!(many, "it is cut short: 11263 keys cannot follow");
    let numbered = LogEntry {
        version: 2,
        at: Timestamp(0),
        idempotency_key: None,
        event: GameEvent::Created,
        head: None,
    };
    let error = game(vec![numbered]).pack().expect_err("a gap");
    assert_eq!(error, "entry 2 should be numbered 1");
}

#[test]
fn a_text_that_claims_more_than_it_can_be_is_not_made_room_for() {
    let mut packed = vec![FORMAT, 0];
    packed.extend([0; 35]);
    let with = |length, compressed: &[u8]| {
        let mut packed = packed.clone();
        number(&mut packed, length);
        packed.extend(compressed);
        Archived::unpack(&packed).expect_err("no game")
    };
    let longer = "its text is longer than it can be";
    assert_eq!(with(u64::MAX, &[0; 100]), longer);
    assert_eq!(with(200_000, &[0; 100]), longer);
    let spaces = deflate(&vec![b' '; LONGEST]).expect("memory");
    assert!(spaces.len() < LONGEST / 900);
    assert_eq!(with(LONGEST as u64, &spaces), "a broken plan");
    assert_eq!(with(LONGEST as u64 + 1, &spaces), longer);
    let short = with(LONGEST as u64 - 1, &spaces);
    assert!(short.starts_with("its text is broken after "), "{short}");
}

#[test]
fn the_dictionary_stays_as_it_is() {
    let hash = Bytes32::sha_256(DICTIONARY).to_string();
    assert_eq!(
        hash, "c8c75c86bf8870e9b4ce08dd2545cf26abcafeaf18cbda3cfda548de98193c32",
        "games that were archived need the one of then: raise the format, and keep both"
    );
}
