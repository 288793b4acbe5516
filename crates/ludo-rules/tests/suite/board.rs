//! L-1 to L-4: seats, tokens, step counts, and the names of the spaces.

use crate::support::step;
use ludo_rules::{
    Position, Roll, Script, Seat, SeatSet, SetupError, SetupErrors, Space, Step, Token, Tokens,
};

#[test]
fn l_1_two_to_four_distinct_seats() {
    use Seat::{A, B, C, D};
    for players in [&[A, C][..], &[D, A], &[B, C, D], &[D, C, B, A]] {
        assert!(Position::new(players).is_ok(), "{players:?}");
    }
    let reasons = |players: &[Seat]| Position::new(players).unwrap_err().0;
    assert_eq!(reasons(&[]), [SetupError::SeatCount { count: 0 }]);
    assert_eq!(reasons(&[B]), [SetupError::SeatCount { count: 1 }]);
    assert_eq!(
        reasons(&[B, B]),
        [
            SetupError::RepeatedSeat { seat: B },
            SetupError::SeatCount { count: 1 }
        ]
    );
    assert_eq!(
        reasons(&[A, B, C, D, A]),
        [SetupError::RepeatedSeat { seat: A }]
    );
    assert_eq!(
        Tokens::new(SeatSet::from_iter([D])),
        Err(SetupErrors(vec![SetupError::SeatCount { count: 1 }]))
    );
    assert!(Tokens::new(SeatSet::from_iter(Seat::ALL)).is_ok());
}

#[test]
fn l_1_clockwise_is_a_b_c_d() {
    let round: Vec<Seat> = core::iter::successors(Some(Seat::B), |seat| Some(seat.next()))
        .take(5)
        .collect();
    assert_eq!(round, [Seat::B, Seat::C, Seat::D, Seat::A, Seat::B]);
}

#[test]
fn l_1_a_list_keeps_its_order_for_reporting() {
    let script: Script = "D,A,B: A6 D6 D1".parse().unwrap();
    assert_eq!(script.players(), [Seat::D, Seat::A, Seat::B]);
    assert_eq!(
        script.report(&script.run()),
        ["43", "H", "R", "H", "H", "H"]
    );
}

#[test]
fn l_2_two_tokens_start_in_the_yard() {
    let position = Position::new(&[Seat::B, Seat::D]).unwrap();
    assert_eq!(position.to_string(), "BH.H/DH.H B - -");
    assert_eq!(Token::ALL.map(Token::letter), ['p', 'q']);
    assert_eq!(Token::P.other(), Token::Q);
    assert_eq!(Token::Q.other(), Token::P);
}

#[test]
fn l_3_a_step_count_says_what_kind_of_space_it_is() {
    for count in -1..=57 {
        let step = step(count);
        let kinds = [
            step.is_in_yard(),
            step.is_ready(),
            step.is_on_ring(),
            step.is_on_home_square(),
            step.is_finished(),
        ];
        let expected = [
            count == -1,
            count == 0,
            (1..=50).contains(&count),
            (51..=56).contains(&count),
            count == 57,
        ];
        assert_eq!(kinds, expected, "step {count}");
        assert_eq!(i64::from(step.value()), count);
    }
    for count in [i64::MIN, -2, 58, 255, 256, i64::MAX] {
        assert_eq!(Step::new(count).unwrap_err().value, count);
    }
}

#[test]
fn l_4_starts_and_last_ring_spaces() {
    assert_eq!(Seat::ALL.map(Seat::start), [1, 15, 29, 43]);
    assert_eq!(Seat::ALL.map(Seat::last_ring_space), [50, 8, 22, 36]);
}

#[test]
fn l_4_names_of_the_texts() {
    let name = |seat, count| step(count).space(seat).to_string();
    assert_eq!(
        Seat::ALL.map(|seat| name(seat, 20)),
        ["20", "34", "48", "6"]
    );
    assert_eq!(name(Seat::A, 51), "A1");
    assert_eq!(name(Seat::B, 56), "B6");
    assert_eq!(name(Seat::B, 55), "B5");
    assert_eq!(name(Seat::C, -1), "H");
    assert_eq!(name(Seat::C, 0), "R");
    assert_eq!(name(Seat::C, 57), "E");
}

#[test]
fn l_4_ring_space_56_is_never_called_0() {
    assert_eq!(step(42).space(Seat::B).to_string(), "56");
    assert_eq!(step(28).space(Seat::C).to_string(), "56");
    assert_eq!(step(14).space(Seat::D).to_string(), "56");
    assert_eq!(step(15).space(Seat::D).to_string(), "1");
}

#[test]
fn l_4_every_step_of_every_seat() {
    for seat in Seat::ALL {
        // Walk the ring space by space, as a player with a finger would.
        let mut space = seat.start();
        for count in 1..=50 {
            assert_eq!(step(count).ring_space(seat), Some(space), "{seat} {count}");
            assert_eq!(step(count).space(seat), Space::Ring(space));
            assert_eq!(space == seat.last_ring_space(), count == 50);
            space = if space == 56 { 1 } else { space + 1 };
        }
        for (number, count) in (1..).zip(51..=56) {
            assert_eq!(step(count).ring_space(seat), None);
            assert_eq!(step(count).space(seat), Space::HomeSquare { seat, number });
        }
        for off_ring in [Step::YARD, Step::READY, Step::FINISHED] {
            assert_eq!(off_ring.ring_space(seat), None);
        }
    }
}

#[test]
fn a_roll_is_1_to_6() {
    assert_eq!(Roll::ALL.map(Roll::value), [1, 2, 3, 4, 5, 6]);
    for (value, expected) in (1..).zip(Roll::ALL) {
        assert_eq!(Roll::new(value), Ok(expected));
        assert_eq!(expected.is_six(), value == 6);
    }
    for value in [i64::MIN, -1, 0, 7, 257, i64::MAX] {
        assert_eq!(Roll::new(value).unwrap_err().value, value);
    }
}

#[test]
fn letters_name_seats_and_tokens() {
    for seat in Seat::ALL {
        assert_eq!(Seat::from_letter(seat.letter()), Some(seat));
        assert_eq!(seat.to_string().parse(), Ok(seat));
    }
    for token in Token::ALL {
        assert_eq!(Token::from_letter(token.letter()), Some(token));
        assert_eq!(token.to_string(), token.letter().to_string());
    }
    for text in ["", "a", "E", "AB", "A ", " A", "1"] {
        assert_eq!(text.parse::<Seat>().unwrap_err().value, text);
    }
    assert_eq!(Token::from_letter('P'), None);
}

#[test]
fn a_set_of_seats_is_in_clockwise_order() {
    let mut seats = SeatSet::new();
    assert!(seats.is_empty());
    assert!(seats.insert(Seat::D));
    assert!(seats.insert(Seat::B));
    assert!(!seats.insert(Seat::D));
    assert!(!seats.is_empty());
    assert_eq!(seats.len(), 2);
    assert_eq!(seats.iter().collect::<Vec<_>>(), [Seat::B, Seat::D]);
    assert!(seats.contains(Seat::B) && !seats.contains(Seat::A));
    assert_eq!(seats.to_string(), "B,D");
    assert_eq!(SeatSet::from_iter([Seat::D, Seat::B]), seats);
}
