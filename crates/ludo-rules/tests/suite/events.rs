//! The events of each action, and the spaces that a walk visits.

use crate::support::{check_events, roll, step, tell, tokens};
use ludo_rules::{EventSink, Seat, Step, Token, Walk};

#[test]
fn leaving_the_yard_is_reported() {
    check_events("AH.H/CH.H A - -", "A6q", &["Aq leaves"]);
    // R is no stack (L-5).
    check_events("AR.H/CH.H A + -", "A6q", &["Aq leaves"]);
}

#[test]
fn a_walk_is_reported_space_by_space() {
    check_events("AR.H/CH.H A + -", "A3p", &["Ap 0>3: 1 2 3"]);
    check_events("BH.40/CH.H B - -", "B4q", &["Bq 40>44: 55 56 1 2"]);
    check_events("A48.H/CH.H A - -", "A5p", &["Ap 48>53: 49 50 A1 A2 A3"]);
}

#[test]
fn a_bounce_is_reported_with_the_way_back() {
    check_events(
        "A55.H/CH.H A - -",
        "A5p",
        &["Ap 55>54: A6 E A6 A5 A4", "Ap bounces 3 to 54"],
    );
    check_events(
        "A56.56/CH.H A - -",
        "A2pq",
        &["Apq 56>56: E A6", "Apq bounces 1 to 56"],
    );
    check_events(
        "A51.20/CH.H A - -",
        "A6p",
        &["Ap 51>57: A2 A3 A4 A5 A6 E", "Ap ends"],
    );
}

#[test]
fn a_kick_is_reported_for_each_token() {
    check_events(
        "A5.H/C36.36 A - -",
        "A3p",
        &["Ap 5>8: 6 7 8", "A kicks Cp on 8", "A kicks Cq on 8"],
    );
    check_events(
        "A5.5/C2.36 A - -",
        "A3pq",
        &["Apq 5>8: 6 7 8", "A kicks Cq on 8"],
    );
}

#[test]
fn a_stack_is_reported_when_it_is_made() {
    check_events(
        "A20.18/CH.H A - -",
        "A2q",
        &["Aq 18>20: 19 20", "A stacks at 20"],
    );
    check_events(
        "A56.55/CH.H A - -",
        "A3p",
        &["Ap 56>55: E A6 A5", "Ap bounces 2 to 55", "A stacks at 55"],
    );
    check_events("A20.20/CH.H A - -", "A2pq", &["Apq 20>22: 21 22"]);
}

#[test]
fn finishing_and_places_are_reported() {
    check_events(
        "AE.54/B3.H/C20.H A - -",
        "A3q",
        &["Aq 54>57: A5 A6 E", "Aq ends", "A has finished", "A is 1."],
    );
    check_events(
        "A56.56/C20.H A - -",
        "A1pq",
        &[
            "Apq 56>57: E",
            "Apq ends",
            "A has finished",
            "A is 1.",
            "C is 2.",
        ],
    );
    check_events(
        "AE.56/BE.E/C20.H/DE.E A - DB",
        "A1q",
        &[
            "Aq 56>57: E",
            "Aq ends",
            "A has finished",
            "A is 3.",
            "C is 4.",
        ],
    );
    check_events("A56.H/C20.H A - -", "A1p", &["Ap 56>57: E", "Ap ends"]);
}

#[test]
fn a_lost_roll_is_reported() {
    check_events("AH.H/CH.H A - -", "A4-", &["A loses 4"]);
}

#[test]
fn l_25_parting_a_stack_is_reported() {
    let move_one = |line, value| {
        let mut tokens = tokens(line);
        let mut events = Vec::new();
        let moved = tokens.move_token(Seat::A, Token::Q, roll(value), &mut events);
        let told: Vec<String> = events.into_iter().map(tell).collect();
        (moved, told.join(", "), tokens.steps(Seat::A))
    };
    assert_eq!(
        move_one("A20.20/CH.H A - -", 3),
        (
            true,
            "Aq 20>23: 21 22 23, Aq parts at 20".to_owned(),
            Some([step(20), step(23)])
        )
    );
    // Who parts from a stack may bounce right back to it.
    assert_eq!(
        move_one("A56.56/CH.H A - -", 2),
        (
            true,
            "Aq 56>56: E A6, Aq bounces 1 to 56, Aq parts at 56, A stacks at 56".to_owned(),
            Some([step(56), step(56)])
        )
    );
    assert_eq!(
        move_one("A54.54/CH.H A - -", 3),
        (
            true,
            "Aq 54>57: A5 A6 E, Aq parts at 54, Aq ends".to_owned(),
            Some([step(54), Step::FINISHED])
        )
    );
    for (line, value) in [("A20.H/CH.H A - -", 5), ("A20.E/CH.H A - -", 6)] {
        let (moved, told, _) = move_one(line, value);
        assert_eq!((moved, told.as_str()), (false, ""), "{line}");
    }
}

#[test]
fn paths_of_every_kind() {
    let path = |count, value| {
        let spaces: Vec<String> = Walk::new(Seat::D, step(count), roll(value))
            .into_iter()
            .map(|space| space.to_string())
            .collect();
        spaces.join(" ")
    };
    assert_eq!(path(-1, 6), "R");
    assert_eq!(path(-1, 5), "");
    assert_eq!(path(0, 1), "43");
    assert_eq!(path(12, 4), "55 56 1 2");
    assert_eq!(path(56, 6), "E D6 D5 D4 D3 D2");
    assert_eq!(path(57, 6), "");
}

#[test]
fn any_sink_can_listen() {
    struct Count(usize);
    impl EventSink for Count {
        fn event(&mut self, _: ludo_rules::Event) {
            self.0 += 1;
        }
    }
    let mut position: ludo_rules::Position = "A5.H/C36.36 A 3 -".parse().unwrap();
    let mut count = Count(0);
    position.play_into(ludo_rules::Move::P, &mut count).unwrap();
    assert_eq!(count.0, 3);
}
