//! L-27 to L-30: the live game.

use crate::support::{check, legal, roll};
use ludo_rules::{Move, Phase, PlayError, Position, RollKind, Seat};

#[test]
fn l_27_each_token_that_can_move_is_a_choice() {
    assert_eq!(legal("A20.30/CH.H A 3 -"), "p q");
    assert_eq!(legal("A20.H/CH.H A 3 -"), "p");
    assert_eq!(legal("AH.30/CH.H A 3 -"), "q");
    assert_eq!(legal("AR.R/CH.H A 3 -"), "p q");
    assert_eq!(legal("AH.H/CH.H A 6 -"), "p q");
    assert_eq!(legal("AH.20/CH.H A 6b -"), "p q");
    assert_eq!(legal("AH.H/CH.H A 3 -"), "-");
}

#[test]
fn l_27_a_stack_is_one_choice_and_never_split() {
    for line in ["A20.20/CH.H A 3 -", "A56.56/CH.H A 6 -"] {
        assert_eq!(legal(line), "pq");
    }
    check("A20.20/CH.H A - -", "A3q", "refused L-27");
    check("A20.21/CH.H A - -", "A3pq", "refused L-27");
}

#[test]
fn l_27_on_a_six_a_player_need_not_leave_the_yard() {
    check("A20.H/CH.H A - -", "A6p", "A26.H/CH.H A + -");
}

#[test]
fn l_28_the_seat_named_first_begins() {
    use Seat::{A, B, C};
    let order = |players: &[Seat]| {
        let mut position = Position::new(players).unwrap();
        let turns = players.iter().map(|_| {
            let seat = position.to_act().unwrap();
            position.apply_roll(roll(1)).unwrap();
            position.play(Move::Pass).unwrap();
            seat
        });
        let mut seats: Vec<Seat> = turns.collect();
        seats.extend(position.to_act());
        seats
    };
    assert_eq!(order(&[C, A, B]), [C, A, B, C]);
    assert_eq!(order(&[B, A, C]), [B, C, A, B]);
    assert_eq!(order(&[C, A]), [C, A, C]);
}

#[test]
fn l_28_a_finished_player_is_skipped() {
    check(
        "AE.E/B3.H/C5.H/DH.H D - A",
        "D1-",
        "AE.E/B3.H/C5.H/DH.H B - A",
    );
    check(
        "AE.E/B3.H/CE.E/DH.H B - AC",
        "B1p",
        "AE.E/B4.H/CE.E/DH.H D - AC",
    );
}

#[test]
fn l_28_nobody_plays_out_of_turn() {
    check("AH.H/CH.H A - -", "C6p", "refused L-28");
    check("AH.H/CH.H A - -", "B6p", "refused L-28");
}

#[test]
fn l_29_a_roll_then_a_choice() {
    let mut position = Position::new(&[Seat::A, Seat::C]).unwrap();
    assert_eq!(position.phase(), Phase::ToRoll(RollKind::First));
    assert_eq!(position.roll_in_hand(), None);
    assert!(position.legal_moves().is_empty());
    assert_eq!(position.play(Move::P), Err(PlayError::RollDue));

    position.apply_roll(roll(6)).unwrap();
    assert_eq!(position.to_string(), "AH.H/CH.H A 6 -");
    assert_eq!(position.phase(), Phase::ToChoose(RollKind::First, roll(6)));
    assert_eq!(position.roll_in_hand(), Some(roll(6)));
    let refused = PlayError::NoRollDue {
        roll: roll(2),
        in_hand: roll(6),
    };
    assert_eq!(position.apply_roll(roll(2)), Err(refused));
    assert_eq!(position.to_string(), "AH.H/CH.H A 6 -");

    position.play(Move::Q).unwrap();
    assert_eq!(position.phase(), Phase::ToRoll(RollKind::Bonus));
    assert!(position.legal_moves().is_empty());
    position.apply_roll(roll(2)).unwrap();
    assert_eq!(position.to_string(), "AH.R/CH.H A 2b -");
    position.play(Move::Q).unwrap();
    assert_eq!(position.to_string(), "AH.2/CH.H C - -");
}

#[test]
fn l_29_an_action_needs_a_roll_to_be_due() {
    check("AH.H/CH.H A 6 -", "A6p", "refused L-29");
    check("AH.H/CH.H A 6 -", "A5-", "refused L-29");
}

#[test]
fn l_29_a_bonus_roll_can_be_a_pass() {
    // The first 6 brought the last token but one home.
    check("AE.H/CH.H A + -", "A3-", "AE.H/CH.H C - -");
}

#[test]
fn l_30_with_two_players_the_first_finish_ends_the_game() {
    check("AE.54/C20.H A - -", "A3q", "AE.E/C20.H - - AC");
    check("A54.54/C20.H A - -", "A3pq", "AE.E/C20.H - - AC");
}

#[test]
fn l_30_places_follow_the_order_of_finishing() {
    check("AE.54/B3.H/C20.H A - -", "A3q", "AE.E/B3.H/C20.H B - A");
    check("AE.54/BE.E/C20.H A - B", "A3q", "AE.E/BE.E/C20.H - - BAC");
    check(
        "AE.54/BE.E/C20.H/DE.E A - DB",
        "A3q",
        "AE.E/BE.E/C20.H/DE.E - - DBAC",
    );
    let over: Position = "AE.E/BE.E/C20.H/DE.E - - DBAC".parse().unwrap();
    assert!(over.is_over());
    assert_eq!(
        Seat::ALL.map(|seat| over.place(seat)),
        [Some(3), Some(2), Some(4), Some(1)]
    );
    assert_eq!(over.winner(), Some(Seat::D));
}

#[test]
fn l_30_nothing_is_played_after_the_end() {
    let over: Position = "AE.E/C20.H - - AC".parse().unwrap();
    assert_eq!(over.phase(), Phase::Over);
    assert_eq!(over.to_act(), None);
    assert!(over.legal_moves().is_empty());
    let mut after = over;
    assert_eq!(after.apply_roll(roll(3)), Err(PlayError::GameOver));
    assert_eq!(after.play(Move::P), Err(PlayError::GameOver));
    assert_eq!(after, over);
    check("AE.E/C20.H - - AC", "C3p", "refused L-30");
    check("AE.E/C20.H - - AC", "A3-", "refused L-30");
}

#[test]
fn play_reports_what_play_with_events_does() {
    let before: Position = "A5.H/C36.H A 3 -".parse().unwrap();
    let (mut silent, mut told) = (before, before);
    silent.play(Move::P).unwrap();
    assert_eq!(told.play_with_events(Move::P).unwrap().len(), 2);
    assert_eq!(silent, told);
    let mut refused = before;
    assert!(refused.play_with_events(Move::Q).is_err());
    assert_eq!(refused, before);
}
