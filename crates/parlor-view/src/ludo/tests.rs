//! Boards and sentences of Ludo, as a person sees them.

use insta::assert_snapshot;
use ludo_rules::{Action, Event, Move, Position, Roll, Script, Seat, Step, Tokens, Walk};

use super::{action, board, event, explain, status, turn};

fn step(count: i64) -> Step {
    Step::new(count).expect("a step count")
}

fn roll(value: i64) -> Roll {
    Roll::new(value).expect("a roll")
}

fn tokens<const N: usize>(steps: [(Seat, [i64; 2]); N]) -> Tokens {
    Tokens::from_steps(steps.map(|(seat, pair)| (seat, pair.map(step)))).expect("a set-up")
}

/// The explained lines of a script, one a roll.
fn explained(script: &str) -> String {
    let script: Script = script.parse().expect("a script");
    let mut tokens = script.start();
    let lines: Vec<String> = script
        .turns()
        .iter()
        .map(|&turn| {
            let mut events = Vec::new();
            let outcome = tokens.play_turn(turn, &mut events);
            explain(turn, outcome, &events, &tokens)
        })
        .collect();
    lines.join("\n")
}

#[test]
fn l_4_board_at_the_start() {
    let seats = Seat::ALL.into_iter().collect();
    assert_snapshot!(board(&Tokens::new(seats).expect("four seats")));
}

#[test]
fn l_10_board_crowded() {
    assert_snapshot!(board(&tokens([
        (Seat::A, [0, 0]),
        (Seat::B, [53, 53]),
        (Seat::C, [50, 1]),
        (Seat::D, [28, 28]),
    ])));
}

#[test]
fn l_12_board_at_the_end() {
    assert_snapshot!(board(&tokens([
        (Seat::A, [57, 57]),
        (Seat::B, [57, 57]),
        (Seat::C, [57, 52]),
        (Seat::D, [57, 57]),
    ])));
}

#[test]
fn board_of_the_golden_game() {
    assert_snapshot!(board(&tokens([(Seat::A, [28, 28]), (Seat::B, [7, -1])])));
}

#[test]
fn l_4_board_in_every_seats_corner() {
    assert_snapshot!(board(&tokens([
        (Seat::A, [1, 50]),
        (Seat::B, [1, 50]),
        (Seat::C, [1, 50]),
        (Seat::D, [1, 50]),
    ])));
    assert_snapshot!(board(&tokens([
        (Seat::A, [0, 56]),
        (Seat::B, [0, 51]),
        (Seat::C, [0, 56]),
        (Seat::D, [0, 51]),
    ])));
}

#[test]
fn every_board_fits_a_terminal() {
    for p in -1..=57 {
        for q in -1..=57 {
            let drawn = board(&tokens([(Seat::A, [p, q]), (Seat::C, [-1, -1])]));
            let widths: Vec<usize> = drawn.lines().map(|line| line.chars().count()).collect();
            assert!(widths.len() <= 34, "{p} {q}: {} lines", widths.len());
            assert!(widths.iter().all(|&width| width <= 79), "{p} {q}:\n{drawn}");
            let ruled = widths.iter().filter(|&&width| width == 76).count();
            assert_eq!(ruled, 31, "{p} {q}:\n{drawn}");
        }
    }
}

#[test]
fn l_3_every_token_shows_once() {
    for p in -1..=57 {
        for q in -1..=57 {
            let drawn = board(&tokens([(Seat::B, [p, q]), (Seat::D, [-1, -1])]));
            let shown = |mark: &str| {
                drawn
                    .lines()
                    .take(31)
                    .filter(|line| line.contains(mark))
                    .count()
            };
            let together = p == q;
            let expected = match (p, q) {
                (0, 0) => ["●p,q", "●p,q"],
                (57, 57) => ["p and q are on E", "E:2"],
                _ if together && p > 0 => ["●Bpq", "●Bpq"],
                (57, _) => ["p is on E", "●Bq"],
                (_, 57) => ["●Bp", "q is on E"],
                _ => ["●Bp", "●Bq"],
            };
            for mark in expected {
                assert_eq!(shown(mark), 1, "{mark} with {p} {q}:\n{drawn}");
            }
        }
    }
}

#[test]
fn sentences_of_the_golden_game() {
    assert_snapshot!(explained(
        "A,B: A6 A4 A5 A4 B6 B4 B1 B2 A6 A4 A6 A3 A5 A1 A5 A4"
    ));
}

#[test]
fn sentences_of_every_reason() {
    let fifty = "A5 A5 A5 A5 A5 A5 A5 A5 A5 A5";
    let scripts = [
        ("L-14", "A,B: A3 A6 A4".to_owned()),
        ("L-7, L-8", format!("A,B: A6 {fifty} A5 A4 A5 A3 A2")),
        ("L-9", "A,B: B6 B4 A6 A5 A5 A5 A3".to_owned()),
        ("L-10, L-11", "A,D: A6 A6 A4 A4 D6 D5 D5 D5 D3".to_owned()),
        (
            "L-12, L-20",
            format!("A,B: A6 A6 A5 A5 {} A5 A2 A6 C4 B6", &fifty[3..]),
        ),
        ("L-15", "A,B: B6 B5 A6 A5 A5 A3 A6".to_owned()),
        ("L-16", format!("A,B: A6 {fifty} A4 A6 A3")),
        ("L-17", "A,B: A6 A5 A5 A3 A6 B6 B4 A5".to_owned()),
        (
            "L-17 twice",
            "A,B,D: A6 A5 A5 A3 A6 B6 B4 D6 D5 D5 D5 D4 A5".to_owned(),
        ),
        (
            "L-17 twice from R",
            "A,D: A6 A6 D6 D5 D5 D5 D4 A5".to_owned(),
        ),
        ("L-18", "A,B: A6 A6 A3 A5 A3".to_owned()),
    ];
    let sentences: Vec<String> = scripts
        .iter()
        .map(|(rules, script)| format!("{rules}: {script}\n{}\n", explained(script)))
        .collect();
    assert_snapshot!(sentences.join("\n"));
}

#[test]
fn sentences_of_every_event() {
    let (seat, choice) = (Seat::B, Move::Q);
    let stack = Move::Stack;
    let token = ludo_rules::Token::Q;
    let walk = |choice, from: i64, to: i64, value| Event::Moved {
        seat,
        choice,
        from: step(from),
        to: step(to),
        path: Walk::new(seat, step(from), roll(value)),
    };
    let events = [
        Event::LeftYard { seat, token },
        walk(choice, 0, 4, 4),
        walk(stack, 48, 53, 5),
        walk(choice, 56, 52, 6),
        Event::Bounced {
            seat,
            choice,
            back: 5,
            at: step(52),
        },
        Event::Bounced {
            seat,
            choice: stack,
            back: 1,
            at: step(56),
        },
        Event::Kicked {
            by: Seat::D,
            seat,
            token,
            space: 20,
        },
        Event::Parted {
            seat,
            token,
            at: step(9),
        },
        Event::Stacked { seat, at: step(54) },
        Event::ReachedEnd { seat, choice },
        Event::ReachedEnd {
            seat,
            choice: stack,
        },
        Event::Finished { seat },
        Event::Placed { seat, place: 1 },
        Event::Placed { seat, place: 2 },
        Event::Passed {
            seat,
            roll: roll(3),
        },
    ];
    let sentences: Vec<String> = events.iter().map(event).collect();
    assert_snapshot!(sentences.join("\n"));
}

#[test]
fn l_29_sentences_of_a_live_game() {
    let mut position: Position = "A54.E/B54.E/CH.H C - -".parse().expect("a position");
    let mut sentences = vec![turn(&position)];
    for played in ["C2-", "A3p", "A1p", "B6p", "B3p"] {
        let played: Action = played.parse().expect("an action");
        let mut events = Vec::new();
        let result = position.play_action_into(played, &mut events);
        sentences.push(match result {
            Ok(()) => action(played, &events),
            Err(error) => error.to_string(),
        });
        sentences.push(turn(&position));
    }
    assert_snapshot!(sentences.join("\n"));
}

#[test]
fn l_29_every_phase_has_its_sentence() {
    let lines = [
        "AH.H/CH.H A - -",
        "AR.H/CH.H A + -",
        "AR.H/CH.H A 3 -",
        "AR.H/CH.H A 3b -",
    ];
    let sentences: Vec<String> = lines
        .iter()
        .map(|line| turn(&line.parse().expect("a position")))
        .collect();
    assert_snapshot!(sentences.join("\n"));
}

#[test]
fn l_21_status_keeps_the_players_order() {
    let tokens = tokens([
        (Seat::A, [28, 28]),
        (Seat::B, [57, 57]),
        (Seat::C, [0, 0]),
        (Seat::D, [55, -1]),
    ]);
    assert_snapshot!(status(&tokens, &[Seat::C, Seat::A, Seat::B, Seat::D]));
}
