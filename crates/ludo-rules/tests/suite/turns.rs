//! L-13 and L-14: bonus rolls, and what can move.

use crate::support::{check, legal, roll, tokens};
use ludo_rules::{Seat, Token};

#[test]
fn l_13_a_first_six_gives_one_more_roll() {
    check("A20.H/CH.H A - -", "A6p", "A26.H/CH.H A + -");
    check("A20.H/CH.H A - -", "A5p", "A25.H/CH.H C - -");
}

#[test]
fn l_13_also_when_the_six_is_spent_on_leaving_the_yard() {
    check("AH.H/CH.H A - -", "A6p", "AR.H/CH.H A + -");
}

#[test]
fn l_13_a_six_on_the_bonus_roll_gives_none() {
    check("A26.H/CH.H A + -", "A6p", "A32.H/CH.H C - -");
    check("A26.H/CH.H A + -", "A2p", "A28.H/CH.H C - -");
}

#[test]
fn l_13_kicking_gives_no_extra_roll() {
    check("A5.H/C36.H A - -", "A3p", "A8.H/CH.H C - -");
}

#[test]
fn l_13_one_token_on_the_end_gives_no_extra_roll() {
    check("A54.H/CH.H A - -", "A3p", "AE.H/CH.H C - -");
    // But a first 6 that brings it there is still a first 6.
    check("A51.20/CH.H A - -", "A6p", "AE.20/CH.H A + -");
}

#[test]
fn l_13_who_finishes_with_a_six_has_no_bonus_roll() {
    check("AE.51/B3.H/CH.H A - -", "A6q", "AE.E/B3.H/CH.H B - A");
}

#[test]
fn l_14_what_can_move() {
    let tokens = tokens("AH.20/BR.56/CE.3/D5.5 A - -");
    let can = |seat, token| (1..=6).map(move |value| tokens.can_move(seat, token, roll(value)));
    let never = [false; 6];
    let always = [true; 6];
    let on_six = [false, false, false, false, false, true];
    for (seat, token, expected) in [
        (Seat::A, Token::P, on_six),
        (Seat::A, Token::Q, always),
        (Seat::B, Token::P, always),
        (Seat::B, Token::Q, always),
        (Seat::C, Token::P, never),
        (Seat::C, Token::Q, always),
        (Seat::D, Token::P, always),
    ] {
        assert_eq!(
            can(seat, token).collect::<Vec<_>>(),
            expected,
            "{seat}{token}"
        );
    }
}

#[test]
fn l_14_an_empty_seat_never_moves() {
    let tokens = tokens("A3.H/C5.H A - -");
    assert!(!tokens.can_move(Seat::B, Token::P, roll(6)));
    assert!(tokens.legal_moves(Seat::B, roll(6)).is_empty());
}

#[test]
fn l_14_nothing_blocks_the_way() {
    // Over C's stack on space 8 and D's token on space 7.
    check("A5.H/C36.36/D21.H A - -", "A4p", "A9.H/C36.36/D21.H C - -");
}

#[test]
fn l_14_moving_is_compulsory() {
    check("A20.H/CH.H A - -", "A3-", "refused L-14");
    check("AH.H/CH.H A - -", "A6-", "refused L-14");
    check("A56.E/CH.H A - -", "A5-", "refused L-14");
    check("A20.20/CH.H A - -", "A5-", "refused L-14");
}

#[test]
fn l_14_otherwise_the_roll_is_lost() {
    check("AH.H/CH.H A - -", "A5-", "AH.H/CH.H C - -");
    check("AE.H/CH.H A - -", "A5-", "AE.H/CH.H C - -");
    assert_eq!(legal("AE.H/CH.H A 5 -"), "-");
    assert_eq!(legal("AE.H/CH.H A 6 -"), "q");
}
