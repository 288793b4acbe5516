//! Random play: every step is legal play, every roll and choice has its chance.

use ludo_rules::{Move, Phase, Playout, Position, Roll, Seat, random_playout};

use crate::support::words;

/// The words 6 × `part` / 2⁶⁴ of which is the die, and the rest of it the choice.
const fn word(die: u64, choice: u64) -> u64 {
    let sixth = (1 << 63) / 3;
    die * sixth + choice * (sixth / 2) + sixth / 4
}

#[test]
fn l_30_a_playout_goes_on_to_the_end() {
    for (seed, count) in (0..).zip([2, 3, 4].repeat(12)) {
        let seats = &Seat::ALL[..count];
        let playout = random_playout(Position::new(seats).unwrap(), u32::MAX, &mut words(seed));
        assert!(playout.position.is_over());
        assert_eq!(playout.position.finishing_order().len(), seats.len());
        assert!(playout.rolls >= 20);
    }
}

#[test]
fn l_31_a_playout_stops_at_the_limit_with_a_roll_due() {
    let start = Position::new(&Seat::ALL).unwrap();
    let whole = random_playout(start, u32::MAX, &mut words(5));
    for limit in [0, 1, 2, 30, whole.rolls - 1, whole.rolls, whole.rolls + 1] {
        let cut = random_playout(start, limit, &mut words(5));
        assert_eq!(cut.rolls, limit.min(whole.rolls));
        assert_eq!(cut == whole, limit >= whole.rolls, "{limit}");
        let is_due = matches!(cut.position.phase(), Phase::ToRoll(_));
        assert_eq!(is_due, limit < whole.rolls);
    }
}

#[test]
fn l_27_a_word_is_a_die_and_a_choice() {
    let start: Position = "A20.10/CH.H A - -".parse().unwrap();
    for die in 0..6 {
        for (choice, token) in [Move::P, Move::Q].into_iter().enumerate() {
            let mut expected = start;
            expected.apply_roll(Roll::ALL[die]).unwrap();
            expected.play(token).unwrap();
            let played = random_playout(start, 1, &mut || word(die as u64, choice as u64));
            assert_eq!(played.position, expected, "{die} {token}");
        }
    }
}

#[test]
fn a_roll_in_hand_is_answered_first_and_counts() {
    let start: Position = "A20.10/CH.H A 3 -".parse().unwrap();
    for (word, line) in [(0, "A23.10/CH.H C - -"), (u64::MAX, "A20.13/CH.H C - -")] {
        let position = line.parse().unwrap();
        let played = random_playout(start, 1, &mut || word);
        assert_eq!(played, Playout { position, rolls: 1 });
    }
}

#[test]
fn a_game_that_is_over_stays_so_and_takes_no_word() {
    let over: Position = "AE.E/CH.H - - AC".parse().unwrap();
    let playout = random_playout(over, 100, &mut || unreachable!("no word is needed"));
    assert_eq!(
        playout,
        Playout {
            position: over,
            rolls: 0
        }
    );
}
