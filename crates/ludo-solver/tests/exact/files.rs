//! The file format: lossless, and invalid files are rejected.

use ludo_rules::{RollKind, Seat};
use ludo_solver::exact::{FileError, Seating, Values};
use parlor_testkit::dice::SplitMix64;
use sha2::{Digest, Sha256};

use crate::{SEATS, position, random_steps, solved, values};

const HEADER: usize = 24;
const CHECKSUM: usize = 32;

/// The 16-bit form of the smaller tables.
fn quantized() -> Vec<u8> {
    values([Seat::A, Seat::C]).quantized().to_bytes()
}

fn error(bytes: &[u8]) -> FileError {
    Values::from_bytes(bytes).expect_err("it is wrong")
}

/// Replaces the checksum by the right one.
fn signed(mut bytes: Vec<u8>) -> Vec<u8> {
    let content = bytes.len() - CHECKSUM;
    let checksum = Sha256::digest(&bytes[..content]);
    bytes[content..].copy_from_slice(&checksum);
    bytes
}

#[test]
fn both_forms_of_both_seatings_are_read_as_they_were_written() {
    for seating in Seating::ALL {
        let exact = &solved(seating).0.values;
        for (values, bytes_a_value) in [(exact.clone(), 8), (exact.quantized(), 2)] {
            let bytes = values.to_bytes();
            assert_eq!(
                bytes.len(),
                HEADER + values.states() * bytes_a_value + CHECKSUM
            );
            let read = Values::from_bytes(&bytes).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!((read.seating(), read.states()), (seating, values.states()));
            assert_eq!(read.is_exact(), bytes_a_value == 8);
            assert!(read.to_bytes() == bytes, "{seating}: other bytes");
        }
        assert!(exact.quantized().quantized().to_bytes() == exact.quantized().to_bytes());
    }
}

#[test]
fn the_short_form_is_off_by_no_more_than_it_says() {
    for seats in SEATS {
        let exact = values(seats);
        let short = exact.quantized();
        let mut random = SplitMix64::for_game(6);
        let mut farthest: f64 = 0.0;
        for _ in 0..100_000 {
            let steps = random_steps(&mut random);
            if let Some(position) = position(seats, steps, RollKind::First) {
                let [exact, short] = [exact, &short].map(|values| values.of(&position));
                let off = exact.expect("two are left") - short.expect("two are left");
                farthest = farthest.max(off.abs());
            }
        }
        // Rounding adds the last digits of 1 − value.
        assert!(farthest <= Values::QUANTIZATION_ERROR + 1e-15, "{farthest}");
        assert!(farthest > 0.99 * Values::QUANTIZATION_ERROR, "{farthest}");
    }
}

#[test]
fn a_file_cut_off_anywhere_is_refused() {
    let bytes = quantized();
    for length in 0..8 {
        assert_eq!(error(&bytes[..length]), FileError::Foreign);
    }
    for found in 8..HEADER {
        let expected = HEADER;
        assert_eq!(
            error(&bytes[..found]),
            FileError::Length { found, expected }
        );
    }
    let expected = bytes.len();
    let some = [
        HEADER,
        HEADER + 1,
        expected / 2,
        expected - CHECKSUM,
        expected - 1,
    ];
    for found in some {
        assert_eq!(
            error(&bytes[..found]),
            FileError::Length { found, expected }
        );
    }
    let message = error(&bytes[..100]).to_string();
    assert_eq!(message, "the file is cut off: it has 100 bytes of 6265856");
}

#[test]
fn a_file_that_is_too_long_is_refused() {
    let mut bytes = quantized();
    let expected = bytes.len();
    bytes.push(0);
    let found = expected + 1;
    assert_eq!(error(&bytes), FileError::Length { found, expected });
}

#[test]
fn a_file_altered_anywhere_is_refused() {
    let mut bytes = quantized();
    let mut random = SplitMix64::for_game(7);
    let length = bytes.len() as u64 - HEADER as u64;
    let ends = [
        HEADER,
        bytes.len() - CHECKSUM - 1,
        bytes.len() - CHECKSUM,
        bytes.len() - 1,
    ];
    let random =
        (0..12).map(|_| HEADER + usize::try_from(random.next_u64() % length).expect("small"));
    for place in random.chain(ends).collect::<Vec<_>>() {
        bytes[place] ^= 1 << (place % 8);
        assert_eq!(error(&bytes), FileError::Altered, "byte {place}");
        bytes[place] ^= 1 << (place % 8);
    }
    assert!(Values::from_bytes(&bytes).is_ok());
}

#[test]
fn each_part_of_the_head_is_judged_by_itself() {
    let whole = quantized();
    let with = |place: usize, new: &[u8]| {
        let mut bytes = whole.clone();
        bytes[place..place + new.len()].copy_from_slice(new);
        error(&signed(bytes))
    };
    assert_eq!(with(0, b"p"), FileError::Foreign);
    assert_eq!(error(b"GIF89a and more than a head"), FileError::Foreign);
    assert_eq!(with(8, &[2, 1]), FileError::Version { found: 258 });
    assert_eq!(with(10, &[32]), FileError::Bits { found: 32 });
    assert_eq!(with(11, &[2]), FileError::Seating { found: 2 });
    let found = b"modern".to_vec();
    assert_eq!(with(12, b"modern\0\0"), FileError::Rules { found });
    assert_eq!(with(20, &[0, 0, 1, 0]), FileError::Solver { found: 65_536 });
    // Another size or seating is another length.
    assert!(matches!(with(10, &[64]), FileError::Length { .. }));
    assert!(matches!(with(11, &[1]), FileError::Length { .. }));
}

#[test]
fn a_number_that_is_no_chance_is_refused_under_a_right_checksum() {
    let whole = values([Seat::A, Seat::C]).to_bytes();
    for wrong in [
        f64::NAN,
        f64::INFINITY,
        -f64::MIN_POSITIVE,
        1.0_f64.next_up(),
        -1.0,
    ] {
        let mut bytes = whole.clone();
        bytes[HEADER + 8 * 1_000_000..][..8].copy_from_slice(&wrong.to_le_bytes());
        let FileError::Value { found } = error(&signed(bytes)) else {
            panic!("{wrong} is refused for another reason");
        };
        assert_eq!(found.to_bits(), wrong.to_bits());
    }
}

#[test]
fn every_refusal_says_what_was_found_and_what_would_be_right() {
    let refusals = [
        (FileError::Foreign, "PLUDOVAL"),
        (FileError::Version { found: 9 }, "format 9"),
        (FileError::Solver { found: 7 }, "version 7"),
        (
            FileError::Rules {
                found: b"new\xff".to_vec(),
            },
            "\"new\u{fffd}\"; these are classic",
        ),
        (
            FileError::Seating { found: 3 },
            "0 (opposite) and 1 (adjacent)",
        ),
        (FileError::Bits { found: 8 }, "64 and 16"),
        (FileError::Altered, "checksum"),
        (FileError::Value { found: f64::NAN }, "NaN"),
    ];
    for (error, part) in refusals {
        let message = error.to_string();
        assert!(message.contains(part), "{message}");
    }
}
