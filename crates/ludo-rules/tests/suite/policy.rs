//! L-15 to L-18: the priority policy, and the reason that it gives.

use crate::support::{roll, tokens};
use ludo_rules::{Decision, Move, Reason, Seat, priority};

/// States what seat A does with a roll, and why.
fn decides(line: &str, value: i64, choice: Move, reason: Reason) {
    let decision = priority(&tokens(line), Seat::A, roll(value));
    assert_eq!(
        decision,
        Decision { choice, reason },
        "{line} rolls {value}"
    );
}

#[test]
fn l_15_a_six_brings_a_token_out() {
    decides("AH.H/CH.H A - -", 6, Move::P, Reason::LeaveYard);
    decides("AH.20/CH.H A - -", 6, Move::P, Reason::LeaveYard);
    decides("A20.H/CH.H A - -", 6, Move::Q, Reason::LeaveYard);
    // Even if nothing else could move anyway.
    decides("AE.H/CH.H A - -", 6, Move::Q, Reason::LeaveYard);
}

#[test]
fn l_15_beats_finishing_and_kicking() {
    decides("A51.H/CH.H A - -", 6, Move::Q, Reason::LeaveYard);
    decides("A2.H/C36.H A - -", 6, Move::Q, Reason::LeaveYard);
}

#[test]
fn l_16_an_exact_roll_home_comes_first() {
    decides("A54.20/CH.H A - -", 3, Move::P, Reason::Finish);
    decides("A20.54/CH.H A - -", 3, Move::Q, Reason::Finish);
    decides("A51.R/CH.H A - -", 6, Move::P, Reason::Finish);
    // Also before a kick: q could kick C on space 8.
    decides("A54.5/C36.H A - -", 3, Move::P, Reason::Finish);
}

#[test]
fn l_16_a_bounce_is_no_finish() {
    decides("A55.20/CH.H A - -", 3, Move::Q, Reason::Furthest);
    decides("A55.20/CH.H A - -", 1, Move::Q, Reason::Furthest);
}

#[test]
fn l_17_a_kick_comes_before_the_furthest() {
    decides("A5.2/C36.H A - -", 3, Move::P, Reason::Kick);
    decides("A2.5/C36.H A - -", 3, Move::Q, Reason::Kick);
    // Of two tokens, the one that kicks, also if it is the furthest.
    decides("A5.30/C36.H A - -", 3, Move::P, Reason::Kick);
    decides("A30.5/C36.H A - -", 3, Move::Q, Reason::Kick);
}

#[test]
fn l_17_if_both_kick_the_furthest_does() {
    decides("A5.3/C36.34 A - -", 3, Move::Q, Reason::FurthestOfTwoKicks);
    decides("A3.5/C36.34 A - -", 3, Move::P, Reason::FurthestOfTwoKicks);
    decides("AR.R/C30.H A - -", 2, Move::P, Reason::FurthestOfTwoKicks);
}

#[test]
fn l_17_passing_over_is_no_kick() {
    decides("A5.2/C36.H A - -", 4, Move::Q, Reason::Furthest);
}

#[test]
fn l_18_the_token_further_from_the_end_moves() {
    decides("A5.2/CH.H A - -", 3, Move::Q, Reason::Furthest);
    decides("A2.5/CH.H A - -", 3, Move::P, Reason::Furthest);
    decides("A53.52/CH.H A - -", 6, Move::Q, Reason::Furthest);
    decides("A5.R/CH.H A - -", 6, Move::Q, Reason::Furthest);
}

#[test]
fn l_18_two_tokens_on_r_move_p() {
    decides("AR.R/CH.H A - -", 4, Move::P, Reason::Furthest);
}

#[test]
fn l_10_a_stack_leaves_no_choice() {
    decides("A20.20/CH.H A - -", 6, Move::Stack, Reason::Stack);
    decides("A54.54/CH.H A - -", 3, Move::Stack, Reason::Stack);
}

#[test]
fn l_14_one_token_leaves_no_choice() {
    decides("A20.H/CH.H A - -", 3, Move::P, Reason::OnlyOne);
    decides("AE.20/CH.H A - -", 6, Move::Q, Reason::OnlyOne);
    decides("AH.H/CH.H A - -", 3, Move::Pass, Reason::NothingMoves);
    decides("AE.H/CH.H A - -", 3, Move::Pass, Reason::NothingMoves);
}

#[test]
fn l_14_an_empty_seat_passes() {
    let decision = priority(&tokens("A20.H/CH.H A - -"), Seat::B, roll(6));
    assert_eq!(
        decision,
        Decision {
            choice: Move::Pass,
            reason: Reason::NothingMoves
        }
    );
}

#[test]
fn every_reason_names_its_rule() {
    let rules = [
        (Reason::NothingMoves, "L-14"),
        (Reason::OnlyOne, "L-14"),
        (Reason::Stack, "L-10"),
        (Reason::LeaveYard, "L-15"),
        (Reason::Finish, "L-16"),
        (Reason::Kick, "L-17"),
        (Reason::FurthestOfTwoKicks, "L-17"),
        (Reason::Furthest, "L-18"),
    ];
    for (reason, rule) in rules {
        assert_eq!(reason.rule(), rule);
    }
}
