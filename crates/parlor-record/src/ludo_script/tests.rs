//! The two readings of Ludo scripts against each other, and the shapes of answers.

use ludo_rules::{Players, Roll, Script, ScriptTurn, Seat};
use proptest::prelude::*;

use super::{Answer, read, read_exactly, read_fast};
use crate::damage::{assert_no_raw_control_characters, damaged};

const GOLDEN: &str = r#"{"players":["A","B"],"turns":[["A",6],["A",4],["A",5],["A",4],["B",6],["B",4],["B",1],["B",2],["A",6],["A",4],["A",6],["A",3],["A",5],["A",1],["A",5],["A",4]]}"#;
const GOLDEN_WORDS: &str = "A,B: A6 A4 A5 A4 B6 B4 B1 B2 A6 A4 A6 A3 A5 A1 A5 A4";

fn answer(text: &str) -> String {
    let script = read(text).expect("a right game");
    serde_json::to_string(&Answer::of(&script)).expect("plain data")
}

#[test]
fn l_21_golden_game_answers_to_the_letter() {
    let expected = r#"{"spaces":["28","28","21","H"],"players":{"A":{"p":28,"q":28,"completed":false},"B":{"p":7,"q":-1,"completed":false}}}"#;
    assert_eq!(answer(GOLDEN), expected);
    assert_eq!(answer(GOLDEN_WORDS), expected);
}

#[test]
fn l_21_players_keep_the_order_of_the_list() {
    assert_eq!(
        answer("C,A: A6 C6 C1"),
        r#"{"spaces":["29","H","R","H"],"players":{"C":{"p":1,"q":-1,"completed":false},"A":{"p":0,"q":-1,"completed":false}}}"#
    );
}

#[test]
fn l_26_completed_is_true_with_both_tokens_on_e() {
    let stack = "A,B: A6 A6 A1 A1".to_owned() + &" A5".repeat(11) + " A1";
    assert_eq!(
        answer(&stack),
        r#"{"spaces":["E","E","H","H"],"players":{"A":{"p":57,"q":57,"completed":true},"B":{"p":-1,"q":-1,"completed":false}}}"#
    );
}

#[test]
fn every_space_name_is_that_of_the_rules() {
    for seat in Seat::ALL {
        for step in (-1..=57).map(|value| ludo_rules::Step::new(value).expect("-1 to 57")) {
            assert_eq!(super::space_name(seat, step), step.space(seat).to_string());
        }
    }
}

#[test]
fn the_fast_reading_takes_the_usual_forms() {
    for text in [
        GOLDEN,
        r#"{"players":["A","B","C","D"],"turns":[]}"#,
        " { \"players\" : [ \"A\" , \"B\" ] ,\r\n \"turns\" : [ [ \"A\" , 6 ] ] }\n",
    ] {
        let fast = read_fast(text).expect(text);
        assert_eq!(Ok(fast), read_exactly(text));
    }
}

#[test]
fn the_exact_reading_takes_unusual_but_right_forms() {
    for text in [
        r#"{"turns":[["A",6]],"players":["A","B"]}"#,
        r#"{"pl\u0061yers":["\u0041","B"],"turns":[["\u0041",6]]}"#,
    ] {
        assert_eq!(read_fast(text), None);
        let script = read(text).expect(text);
        assert_eq!(script.to_string(), "A,B: A6");
    }
}

#[test]
fn the_text_form_may_be_spaced_freely() {
    let script = read("\t B , A :B6\u{a0}B4  A1\r\n").expect("blanks do not matter");
    assert_eq!(script.to_string(), "B,A: B6 B4 A1");
}

#[test]
fn deep_nesting_is_refused_without_a_deep_stack() {
    for opening in ["[", r#"{"a":"#, r#"{"players":[["#] {
        read(&opening.repeat(200_000)).expect_err("never closed");
    }
    let nested = format!(
        r#"{{"players":["A","B"],"turns":{}{}}}"#,
        "[".repeat(200_000),
        "]".repeat(200_000)
    );
    let error = read(&nested).expect_err("no list of pairs");
    assert_eq!(error.kind().rule(), Some("L-23"));
    assert_eq!(error.kind().entry(), Some(0));
}

#[test]
fn no_string_holds_a_raw_control_character() {
    let text = r#"{"players":["A","B"],"turns":[["A",6],["B",4]]}"#;
    assert_no_raw_control_characters(text, |text| {
        assert_eq!(read_fast(text), None, "{text:?}");
        read(text).is_ok()
    });
}

fn scripts() -> impl Strategy<Value = Script> {
    let seats = Just(Seat::ALL.to_vec())
        .prop_shuffle()
        .prop_flat_map(|seats| (2..=4_usize).prop_map(move |count| seats[..count].to_vec()));
    let turn = (0..4_usize, 1..=6_i64).prop_map(|(seat, roll)| ScriptTurn {
        seat: Seat::ALL[seat],
        roll: Roll::new(roll).expect("1 to 6"),
    });
    (seats, prop::collection::vec(turn, 0..60)).prop_map(|(seats, turns)| {
        let players = Players::check(seats.into_iter().map(Ok));
        Script::new(players.expect("distinct seats"), turns)
    })
}

fn as_json(script: &Script) -> String {
    let players: Vec<String> = script.players().iter().map(Seat::to_string).collect();
    let turns: Vec<(String, u8)> = script
        .turns()
        .iter()
        .map(|turn| (turn.seat.to_string(), turn.roll.value()))
        .collect();
    serde_json::json!({ "players": players, "turns": turns }).to_string()
}

proptest! {
    #[test]
    fn parse_after_print_is_the_same_game(script in scripts()) {
        prop_assert_eq!(read(&script.to_string()), Ok(script.clone()));
        prop_assert_eq!(read(&as_json(&script)), Ok(script));
    }

    #[test]
    fn the_fast_reading_agrees_or_gives_up(script in scripts(), place: usize) {
        for text in damaged(&as_json(&script), place) {
            if let Some(fast) = read_fast(&text) {
                prop_assert_eq!(Ok(fast), read_exactly(&text), "{}", text);
            }
        }
    }

    #[test]
    fn an_error_lies_within_the_text(script in scripts(), place: usize) {
        for text in [as_json(&script), script.to_string()] {
            for text in damaged(&text, place) {
                if let Err(error) = read(&text) {
                    let line = text.split('\n').nth(error.place().line - 1).expect("the line is there");
                    prop_assert!(error.place().column <= line.chars().count() + 1, "{} in {:?}", error, text);
                }
            }
        }
    }

    #[test]
    fn any_text_is_read_without_a_panic(text: String) {
        if let Ok(script) = read(&text) {
            prop_assert_eq!(read(&script.to_string()), Ok(script));
        }
    }
}
