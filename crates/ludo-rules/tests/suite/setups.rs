//! Set-ups: every reason why a position is impossible is found, and only those.

use crate::support::step;
use ludo_rules::{
    Phase, Position, PositionError, Roll, RollKind, Seat, SeatSet, Setup, SetupError, SetupErrors,
    Token, Tokens,
};

/// The reasons why a well-written line is impossible.
fn reasons(line: &str) -> Vec<SetupError> {
    match line.parse::<Position>() {
        Ok(position) => {
            assert_eq!(position.to_string(), line);
            Vec::new()
        }
        Err(PositionError::Setup(SetupErrors(reasons))) => reasons,
        Err(other) => panic!("{line}: {other}"),
    }
}

fn seats(seats: &[Seat]) -> SeatSet {
    seats.iter().copied().collect()
}

const FIRST: Phase = Phase::ToRoll(RollKind::First);

#[test]
fn l_1_seats_are_counted_and_distinct() {
    use Seat::{A, B};
    let impossible = |tokens: &[Seat]| {
        let setup = Setup {
            tokens: tokens.iter().map(|&seat| (seat, [-1, -1])).collect(),
            to_act: Some(A),
            phase: FIRST,
            finished: vec![],
        };
        Position::try_from(setup).unwrap_err().0
    };
    assert_eq!(
        impossible(&[]),
        [
            SetupError::SeatCount { count: 0 },
            SetupError::ToActNotSeated { seat: A },
        ]
    );
    assert_eq!(impossible(&[A]), [SetupError::SeatCount { count: 1 }]);
    assert_eq!(
        impossible(&[A, B, A]),
        [SetupError::RepeatedSeat { seat: A }]
    );
    assert_eq!(
        impossible(&[A, A]),
        [
            SetupError::RepeatedSeat { seat: A },
            SetupError::SeatCount { count: 1 },
        ]
    );
}

#[test]
fn l_3_steps_are_in_range() {
    let setup = Setup {
        tokens: vec![(Seat::A, [-2, 57]), (Seat::C, [58, i64::MAX])],
        to_act: Some(Seat::A),
        phase: FIRST,
        finished: vec![],
    };
    let out = |seat, token, value| SetupError::StepOutOfRange { seat, token, value };
    assert_eq!(
        Position::try_from(setup).unwrap_err().0,
        [
            out(Seat::A, Token::P, -2),
            out(Seat::C, Token::P, 58),
            out(Seat::C, Token::Q, i64::MAX),
        ]
    );
}

#[test]
fn l_9_no_ring_space_is_shared() {
    use Seat::{A, B, C, D};
    let shared = |space, names: &[Seat]| SetupError::SharedSpace {
        space,
        seats: seats(names),
    };
    assert_eq!(reasons("A8.H/C36.H A - -"), [shared(8, &[A, C])]);
    assert_eq!(reasons("A20.H/B6.H/C48.H A - -"), [shared(20, &[A, B, C])]);
    assert_eq!(
        reasons("A8.20/C36.48 A - -"),
        [shared(8, &[A, C]), shared(20, &[A, C])]
    );
    assert_eq!(
        reasons("A20.20/B6.H/C48.48/D34.3 A - -"),
        [shared(20, &[A, B, C, D])]
    );
    assert_eq!(reasons("B42.H/D14.14 B - -"), [shared(56, &[B, D])]);
    assert_eq!(reasons("A1.H/C29.H A - -"), [shared(1, &[A, C])]);
    // The same step counts elsewhere are different spaces.
    assert_eq!(reasons("A8.R/C8.R A - -"), []);
    assert_eq!(reasons("A52.E/C52.E A - -"), []);
    assert_eq!(
        Tokens::from_steps([
            (A, [step(8), step(9)]),
            (C, [step(36), step(37)]),
            (A, [step(1), step(2)]),
        ]),
        Err(SetupErrors(vec![
            SetupError::RepeatedSeat { seat: A },
            shared(8, &[A, C]),
            shared(9, &[A, C]),
        ]))
    );
}

#[test]
fn l_12_the_finished_are_the_finishers() {
    use Seat::{A, B, C};
    assert_eq!(
        reasons("AE.E/B3.H/C4.H B - -"),
        [SetupError::FinisherMissing { seat: A }]
    );
    assert_eq!(
        reasons("AE.3/B4.H/C5.H B - A"),
        [SetupError::FinisherUnfinished { seat: A }]
    );
    assert_eq!(
        reasons("AE.E/B3.H/C4.H B - BA"),
        [SetupError::FinisherUnfinished { seat: B }]
    );
    assert_eq!(
        reasons("AE.E/B3.H/C4.H B - AD"),
        [SetupError::FinisherNotSeated { seat: Seat::D }]
    );
    let setup = Setup {
        tokens: vec![(A, [57, 57]), (B, [3, -1]), (C, [4, -1])],
        to_act: Some(B),
        phase: FIRST,
        finished: vec![A, A, A],
    };
    assert_eq!(
        Position::try_from(setup).unwrap_err().0,
        [SetupError::RepeatedFinisher { seat: A }; 2]
    );
}

#[test]
fn l_13_a_bonus_roll_follows_a_six() {
    let refused = [SetupError::BonusWithoutSix { seat: Seat::A }];
    for tokens in ["H.H", "1.H", "5.5", "4.H"] {
        for phase in ["+", "1b", "6b"] {
            let line = format!("A{tokens}/C20.H A {phase} -");
            assert_eq!(reasons(&line), refused, "{line}");
        }
    }
    for tokens in ["R.H", "H.R", "6.H", "50.1", "3.51", "H.56", "E.H"] {
        for phase in ["+", "1b", "6b"] {
            let line = format!("A{tokens}/C20.H A {phase} -");
            assert_eq!(reasons(&line), [], "{line}");
        }
    }
}

#[test]
fn l_28_the_seat_to_act_plays() {
    assert_eq!(
        reasons("A3.H/C5.H B - -"),
        [SetupError::ToActNotSeated { seat: Seat::B }]
    );
    assert_eq!(
        reasons("AE.E/B3.H/C5.H A - A"),
        [SetupError::ToActFinished { seat: Seat::A }]
    );
    assert_eq!(
        reasons("AE.E/B3.H/C5.H A + A"),
        [SetupError::ToActFinished { seat: Seat::A }]
    );
}

#[test]
fn l_29_somebody_is_to_act() {
    for phase in [FIRST, Phase::ToChoose(RollKind::First, Roll::SIX)] {
        let setup = Setup {
            tokens: vec![(Seat::A, [3, -1]), (Seat::C, [5, -1])],
            to_act: None,
            phase,
            finished: vec![],
        };
        assert_eq!(
            Position::try_from(setup).unwrap_err().0,
            [SetupError::NobodyToAct]
        );
    }
}

#[test]
fn l_30_the_game_ends_when_one_is_left() {
    use Seat::{A, B, C};
    assert_eq!(
        reasons("AE.E/C5.H C - A"),
        [SetupError::OverTooLate {
            unfinished: seats(&[C])
        }]
    );
    assert_eq!(
        reasons("AE.E/CE.E C - AC"),
        [
            SetupError::ToActFinished { seat: C },
            SetupError::OverTooLate {
                unfinished: seats(&[])
            }
        ]
    );
    assert_eq!(
        reasons("AE.E/B3.H/C5.H - - A"),
        [SetupError::OverTooEarly {
            unfinished: seats(&[B, C])
        }]
    );
    assert_eq!(reasons("AE.E/CE.E - - AC"), [SetupError::EveryoneFinished]);
    let setup = Setup {
        tokens: vec![(A, [57, 57]), (C, [5, -1])],
        to_act: Some(C),
        phase: Phase::Over,
        finished: vec![A, C],
    };
    assert_eq!(
        Position::try_from(setup).unwrap_err().0,
        [SetupError::ToActThoughOver { seat: C }]
    );
}

#[test]
fn l_30_the_one_left_stands_last() {
    use Seat::{A, C};
    assert_eq!(
        reasons("AE.E/C5.H - - A"),
        [SetupError::LastPlaceMissing { seat: C }]
    );
    assert_eq!(
        reasons("AE.E/C5.H - - CA"),
        [SetupError::LastPlaceMissing { seat: C }]
    );
    assert_eq!(
        reasons("AE.E/C5.H - - C"),
        [SetupError::FinisherMissing { seat: A }]
    );
    assert_eq!(
        reasons("AE.E/C5.H - - -"),
        [
            SetupError::FinisherMissing { seat: A },
            SetupError::LastPlaceMissing { seat: C }
        ]
    );
    assert_eq!(reasons("AE.E/C5.H - - AC"), []);
}

#[test]
fn every_reason_is_listed() {
    use Seat::{A, B, C, D};
    let setup = Setup {
        tokens: vec![(A, [8, 99]), (C, [36, 57]), (A, [57, 57]), (B, [57, 57])],
        to_act: Some(D),
        phase: Phase::Over,
        finished: vec![D, C, D],
    };
    assert_eq!(
        Position::try_from(setup).unwrap_err().0,
        [
            SetupError::StepOutOfRange {
                seat: A,
                token: Token::Q,
                value: 99
            },
            SetupError::RepeatedSeat { seat: A },
            SetupError::SharedSpace {
                space: 8,
                seats: seats(&[A, C])
            },
            SetupError::FinisherNotSeated { seat: D },
            SetupError::FinisherUnfinished { seat: C },
            SetupError::RepeatedFinisher { seat: D },
            SetupError::FinisherMissing { seat: B },
            SetupError::ToActThoughOver { seat: D },
            SetupError::OverTooEarly {
                unfinished: seats(&[A, C])
            },
        ]
    );
}
