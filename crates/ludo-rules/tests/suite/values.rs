//! Positions as values: packing, hashing, set-ups, rule sets, choices.

use crate::support::{step, tokens};
use ludo_rules::{Move, Moves, PairIndex, Position, Rules, Seat, Step, Token, Tokens};

#[test]
fn tokens_pack_into_bits() {
    let packed = tokens("AH.R/C57.1 A - -".replace("57", "56").as_str()).to_bits();
    // Seats A and C; A's q on R is 1; C's p on 56 is 57, its q on 1 is 2.
    let expected = 0b0101 | 1 << (4 + 6) | 57 << (4 + 24) | 2 << (4 + 30);
    assert_eq!(packed, expected);
    for line in [
        "AH.H/BH.H A - -",
        "A20.20/B56.E/CR.R/D1.50 B - -",
        "AE.E/BE.E/C3.H/DE.E - - ABDC",
    ] {
        let tokens = tokens(line);
        assert_eq!(Tokens::from_bits(tokens.to_bits()), Ok(tokens));
    }
}

#[test]
fn bits_that_pack_no_tokens_are_refused() {
    let shared = 0b0101 | 21 << 4 | 49 << (4 + 24);
    for bits in [
        0,
        0b0001,
        0b0101 | 59 << 4,
        0b0101 | 1 << (4 + 12),
        0b0101 | 1 << 52,
        0b0101 | 1 << 63,
        shared,
        u64::MAX,
    ] {
        assert_eq!(Tokens::from_bits(bits).unwrap_err().bits, bits, "{bits:#x}");
    }
    assert!(Tokens::from_bits(shared + (1 << 4)).is_ok());
}

#[test]
fn stable_hashes_never_change() {
    for (line, hash) in [
        ("AH.H/BH.H A - -", 0xd7f0_30fc_3e74_beda),
        ("AH.H/BH.H B - -", 0xb29a_3bd0_6eed_afe8),
        ("AH.H/CH.H A - -", 0xe7ff_9472_093d_02b5),
        ("AR.H/CH.H A + -", 0x26d9_d67d_387d_86dd),
        ("AR.H/CH.H A 6b -", 0x4aed_7f37_0a3d_0675),
        ("A3.H/CH.H A 6 -", 0xbf2d_63e5_69bd_4949),
        ("AE.E/B3.H/C12.E B - A", 0x8bc6_e70e_413f_3655),
        ("AE.E/BE.E/C20.H/DE.E - - DBAC", 0xd916_e85d_6eee_b416),
        ("AE.E/BE.E/C20.H/DE.E - - BDAC", 0xaceb_3067_ccd5_a4b9),
    ] {
        let position: Position = line.parse().unwrap();
        assert_eq!(
            position.stable_hash(),
            hash,
            "{line}: {:#x}",
            position.stable_hash()
        );
    }
}

#[test]
fn set_ups_say_what_the_position_is() {
    for line in [
        "AH.H/BH.H A - -",
        "A20.20/B56.E/CR.R/D1.50 B 4b -",
        "AE.E/BE.E/C20.H/DE.E - - DBAC",
    ] {
        let position: Position = line.parse().unwrap();
        assert_eq!(Position::try_from(position.setup()), Ok(position));
        assert_eq!(Position::try_from(&position.setup()), Ok(position));
    }
}

#[test]
fn the_one_rule_set_has_a_name() {
    assert_eq!(Rules::default().to_string(), "classic");
    assert_eq!("classic".parse(), Ok(Rules::Classic));
    assert_eq!("Classic".parse::<Rules>().unwrap_err().value, "Classic");
}

#[test]
fn choices_read_like_a_list() {
    let moves: Moves = tokens("A3.4/CH.H A - -").legal_moves(Seat::A, ludo_rules::Roll::SIX);
    assert_eq!(moves.len(), 2);
    assert!(!moves.is_empty());
    assert_eq!(moves.as_slice(), [Move::P, Move::Q]);
    assert_eq!(moves.iter().len(), 2);
    assert_eq!(moves.into_iter().collect::<Vec<_>>(), [Move::P, Move::Q]);
    assert!(moves.contains(Move::Q) && !moves.contains(Move::Stack));
    assert_eq!(format!("{moves:?}"), "[P, Q]");
}

#[test]
fn choices_name_their_tokens() {
    let tokens = Move::ALL.map(Move::tokens);
    let expected: [&[Token]; 4] = [&[Token::P], &[Token::Q], &[Token::P, Token::Q], &[]];
    assert_eq!(tokens, expected);
    assert_eq!(Token::ALL.map(Move::from), [Move::P, Move::Q]);
}

#[test]
fn tokens_show_where_they_are() {
    let tokens = tokens("A20.H/C51.E A - -");
    assert_eq!(tokens.steps(Seat::A), Some([step(20), Step::YARD]));
    assert_eq!(tokens.steps(Seat::B), None);
    assert!(tokens.is_seated(Seat::C) && !tokens.is_seated(Seat::D));
    let names = |seat| {
        tokens
            .spaces(seat)
            .map(|both| both.map(|space| space.to_string()))
    };
    assert_eq!(names(Seat::C), Some(["C1".to_owned(), "E".to_owned()]));
    assert_eq!(names(Seat::D), None);
    assert_eq!(tokens.iter().count(), 2);
}

#[test]
fn pairs_are_numbered_without_gaps() {
    let pairs: Vec<PairIndex> = PairIndex::all().collect();
    assert_eq!(pairs.len(), PairIndex::COUNT);
    for (index, pair) in (0..).zip(pairs) {
        assert_eq!(pair.index(), usize::from(index));
        assert_eq!(PairIndex::from_index(index), Some(pair));
        let [low, high] = pair.steps();
        assert!(low <= high);
        assert_eq!(PairIndex::of(low, high), pair);
        assert_eq!(PairIndex::of(high, low), pair);
    }
    assert_eq!(PairIndex::START.steps(), [Step::YARD; 2]);
    assert_eq!(PairIndex::FINISHED.steps(), [Step::FINISHED; 2]);
    assert_eq!(PairIndex::from_index(1770), None);
}
