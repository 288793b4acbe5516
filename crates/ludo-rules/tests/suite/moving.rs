//! L-5 to L-12: what a move does.

use crate::support::{check, legal, roll, step, tokens};
use ludo_rules::{Move, NoEvents, Position, Seat, Step, Token};

#[test]
fn l_5_only_a_six_leaves_the_yard() {
    check("AH.H/CH.H A - -", "A6p", "AR.H/CH.H A + -");
    check("AH.H/CH.H A - -", "A6q", "AH.R/CH.H A + -");
    for value in 1..=5 {
        check("AH.H/CH.H A - -", &format!("A{value}p"), "refused L-5");
        check("AH.H/CH.H A - -", &format!("A{value}-"), "AH.H/CH.H C - -");
        assert_eq!(Step::YARD.after(roll(value)), None);
    }
    assert_eq!(Step::YARD.after(roll(6)), Some(Step::READY));
}

#[test]
fn l_5_moving_to_r_kicks_nobody() {
    // C's p stands on space 1, where A's steps begin.
    check("AH.H/C29.H A - -", "A6p", "AR.H/C29.H A + -");
}

#[test]
fn l_5_nothing_on_r_can_be_kicked() {
    // C's p comes to space 1, next to A's R.
    check("AR.R/C27.H C - -", "C2p", "AR.R/C29.H A - -");
}

#[test]
fn l_5_two_tokens_on_r_are_no_stack() {
    assert_eq!(legal("AR.R/CH.H A 4 -"), "p q");
    assert!(!tokens("AR.R/CH.H A - -").is_stacked(Seat::A));
    check("AR.R/CH.H A - -", "A4pq", "refused L-27");
    check("AR.R/CH.H A - -", "A4q", "AR.4/CH.H C - -");
}

#[test]
fn l_6_forward_by_the_roll() {
    for value in 1..=6 {
        assert_eq!(Step::READY.after(roll(value)), Some(step(value)));
        assert_eq!(step(33).after(roll(value)), Some(step(33 + value)));
        assert_eq!(step(51).after(roll(value)), Some(step(51 + value)));
    }
    check("AR.H/CH.H A + -", "A4p", "A4.H/CH.H C - -");
    check("A48.H/CH.H A - -", "A5p", "A53.H/CH.H C - -");
}

#[test]
fn l_7_the_end_needs_an_exact_roll() {
    check("A55.H/CH.H A - -", "A2p", "AE.H/CH.H C - -");
    check("A55.H/CH.H A - -", "A4p", "A55.H/CH.H C - -");
    check("A55.H/CH.H A - -", "A5p", "A54.H/CH.H C - -");
    check("A56.3/CH.H A - -", "A6p", "A52.3/CH.H A + -");
}

#[test]
fn l_7_a_bounce_for_every_home_square_and_roll() {
    for from in 51..=56 {
        for value in 1..=6 {
            let to = if from + value <= 57 {
                from + value
            } else {
                114 - (from + value)
            };
            assert_eq!(step(from).after(roll(value)), Some(step(to)));
            assert!(to >= 51, "a bounce never leaves the home squares");
        }
    }
}

#[test]
fn l_8_a_finished_token_never_moves_again() {
    // A common fault: a finished token bounces back out of E.
    for value in 1..=6 {
        assert_eq!(Step::FINISHED.after(roll(value)), None);
        let action = format!("A{value}p");
        check("AE.20/CH.H A - -", &action, "refused L-8");
    }
    check("AE.H/CH.H A - -", "A3-", "AE.H/CH.H C - -");
}

#[test]
fn l_9_only_the_landing_space_counts() {
    // C stands on spaces 8 and 9, A passes over one and lands on the other.
    check("A5.H/C36.37 A - -", "A3p", "A8.H/CH.37 C - -");
    check("A5.H/C36.37 A - -", "A4p", "A9.H/C36.H C - -");
    check("A5.H/C36.37 A - -", "A5p", "A10.H/C36.37 C - -");
}

#[test]
fn l_9_no_start_space_is_safe() {
    // B's p on its own start space 15, taken by A.
    check("A13.H/B1.H A - -", "A2p", "A15.H/BH.H B - -");
    // A's own start space 1 is taken by D coming round.
    check("A1.H/D11.H D - -", "D4p", "AH.H/D15.H A - -");
}

#[test]
fn l_9_home_squares_are_never_contested() {
    // Equal step counts on home squares are different squares.
    check("A49.H/C53.51 A - -", "A4p", "A53.H/C53.51 C - -");
}

#[test]
fn l_9_the_ends_are_never_contested() {
    // A common fault: E = E is taken for a kick.
    check("A55.3/CE.30 A - -", "A2p", "AE.3/CE.30 C - -");
}

#[test]
fn l_9_the_yards_are_never_contested() {
    // H is no space to meet on: nobody is kicked from one to another.
    check("AH.3/CH.H A - -", "A6p", "AR.3/CH.H A + -");
}

#[test]
fn l_9_victims_are_the_opponents_on_the_space() {
    let tokens = tokens("A2.H/B20.20/C40.7/D6.2 A - -");
    let victims = |seat, count| tokens.victims(seat, step(count)).collect::<Vec<_>>();
    assert_eq!(
        victims(Seat::A, 34),
        [(Seat::B, Token::P), (Seat::B, Token::Q)]
    );
    assert_eq!(victims(Seat::A, 12), [(Seat::C, Token::P)]);
    assert_eq!(victims(Seat::C, 16), [(Seat::D, Token::Q)]);
    assert_eq!(victims(Seat::A, 2), [], "its own token is no victim");
    assert_eq!(victims(Seat::A, 0), []);
    assert_eq!(victims(Seat::A, 57), []);
}

#[test]
fn l_10_a_stack_moves_as_one() {
    check("A20.20/CH.H A - -", "A3pq", "A23.23/CH.H C - -");
    check("A20.20/CH.H A - -", "A3p", "refused L-27");
    assert_eq!(legal("A20.20/CH.H A 3 -"), "pq");
}

#[test]
fn l_10_a_stack_is_made_by_meeting() {
    check("A20.18/CH.H A - -", "A2q", "A20.20/CH.H C - -");
    // On a home square.
    check("A53.50/CH.H A - -", "A3q", "A53.53/CH.H C - -");
    // By a bounce: 56 + 3 is 55.
    check("A56.55/CH.H A - -", "A3p", "A55.55/CH.H C - -");
    for (line, stacked) in [
        ("A1.1/CH.H A - -", true),
        ("A50.50/CH.H A - -", true),
        ("A51.51/CH.H A - -", true),
        ("A56.56/CH.H A - -", true),
        ("A20.21/CH.H A - -", false),
        ("AH.H/CH.H A - -", false),
    ] {
        assert_eq!(tokens(line).is_stacked(Seat::A), stacked, "{line}");
    }
}

#[test]
fn l_10_stacks_are_not_lost_on_home_squares() {
    assert_eq!(legal("A53.53/CH.H A 2 -"), "pq");
    check("A53.53/CH.H A - -", "A2pq", "A55.55/CH.H C - -");
}

#[test]
fn l_10_a_stack_kicks_like_a_single_token() {
    check("A5.5/C36.20 A - -", "A3pq", "A8.8/CH.20 C - -");
}

#[test]
fn l_10_a_stack_bounces_as_one() {
    check("A54.54/CH.H A - -", "A5pq", "A55.55/CH.H C - -");
}

#[test]
fn l_10_a_stack_reaches_the_end_as_one_and_finishes() {
    check("A54.54/B3.H/CH.H A - -", "A3pq", "AE.E/B3.H/CH.H B - A");
}

#[test]
fn l_11_a_kicked_stack_goes_home_unstacked() {
    check("A5.H/C36.36 A - -", "A3p", "A8.H/CH.H C - -");
    assert_eq!(legal("A8.H/CH.H C 6 -"), "p q");
}

#[test]
fn l_12_both_tokens_on_the_end_finish() {
    let one = tokens("AE.56/C20.H A - -");
    assert!(!one.has_finished(Seat::A));
    check("AE.56/B20.H/CH.H A - -", "A1q", "AE.E/B20.H/CH.H B - A");
    let position: Position = "AE.E/B20.H/CH.H B - A".parse().unwrap();
    assert!(position.tokens().has_finished(Seat::A));
    assert_eq!(position.winner(), Some(Seat::A));
    assert!(!position.is_over(), "play goes on for second place");
}

#[test]
fn l_12_the_first_to_finish_wins() {
    let position: Position = "AE.E/BE.E/C3.4/DH.H C - BA".parse().unwrap();
    assert_eq!(position.winner(), Some(Seat::B));
    let places = Seat::ALL.map(|seat| position.place(seat));
    assert_eq!(places, [Some(2), Some(1), None, None]);
}

#[test]
fn advance_refuses_what_is_not_legal_and_changes_nothing() {
    let before = tokens("A20.H/C3.3 A - -");
    for (seat, choice, value, rule) in [
        (Seat::B, Move::P, 3, "L-1"),
        (Seat::B, Move::Pass, 3, "L-1"),
        (Seat::A, Move::Q, 3, "L-5"),
        (Seat::A, Move::Stack, 3, "L-27"),
        (Seat::A, Move::Pass, 3, "L-14"),
        (Seat::C, Move::P, 3, "L-27"),
        (Seat::C, Move::Q, 3, "L-27"),
    ] {
        let mut after = before;
        let refused = after.advance(seat, choice, roll(value), &mut NoEvents);
        assert_eq!(refused.map_err(|error| error.rule()), Err(rule));
        assert_eq!(after, before);
    }
}
