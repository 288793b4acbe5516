//! The two readings of Kuba scripts against each other, and the shapes of answers.

use kuba_rules::NoEvents;
use proptest::prelude::*;

use super::{Answer, Attempt, Script, read, read_exactly, read_fast};
use crate::damage::{assert_no_raw_control_characters, damaged};

const EXAMPLE: &str = r#"{"players":[["PlayerA","W"],["PlayerB","B"]],"moves":[["PlayerA",[6,5],"F"],["PlayerA",[6,5],"L"]]}"#;

fn results(script: &Script<'_>) -> (Vec<bool>, kuba_rules::KubaGame) {
    let mut game = script.game();
    let attempts = script.attempts().iter();
    let results = attempts
        .map(|attempt| attempt.try_in(&mut game, &mut NoEvents).is_ok())
        .collect();
    (results, game)
}

fn answer(text: &str) -> String {
    let script = read(text).expect("a right game");
    let (results, game) = results(&script);
    serde_json::to_string(&Answer::new(&script, &game, results)).expect("plain data")
}

/// What the moves give between `PlayerA`, white, and `PlayerB`, black.
fn verdicts(rules: &str, moves: &str) -> Vec<bool> {
    let text = format!(
        r#"{{"players":[["PlayerA","W"],["PlayerB","B"]],"moves":{moves},"rules":"{rules}"}}"#
    );
    results(&read(&text).expect(&text)).0
}

#[test]
fn k_16_example_answers_to_the_letter() {
    assert_eq!(
        answer(EXAMPLE),
        r#"{"results":[true,false],"turn":"PlayerB","winner":null,"draw":false,"captured":{"PlayerA":0,"PlayerB":0},"count":[8,8,13],"board":["WW...BB","WW.R.BB","..RRR..",".RRRRR.","..RRRW.","BB.R.WW","BB....W"]}"#
    );
}

#[test]
fn k_15_nobody_is_to_move_before_the_first_push() {
    assert_eq!(
        answer(r#"{"players":[["b","B"],["a","W"]],"moves":[]}"#),
        r#"{"results":[],"turn":null,"winner":null,"draw":false,"captured":{"b":0,"a":0},"count":[8,8,13],"board":["WW...BB","WW.R.BB","..RRR..",".RRRRR.","..RRR..","BB.R.WW","BB...WW"]}"#
    );
}

#[test]
fn k_14_names_may_be_any_two_texts() {
    let text = r#"{"players":[["","W"],["\"\u00e9\n","B"]],"moves":[["\"é\n",[0,5],"B"]]}"#;
    let answer = answer(text);
    assert!(
        answer.contains(r#""captured":{"":0,"\"é\n":0}"#),
        "{answer}"
    );
    assert!(answer.contains(r#""turn":"""#), "{answer}");
}

#[test]
fn k_16_nonsense_inside_a_move_is_refused_not_an_error() {
    for bad in [
        r#"[5,[6,5],"F"]"#,
        r#"[null,"end"]"#,
        r#"["nobody",[6,5],"F"]"#,
        r#"["PlayerA",[6,true],"F"]"#,
        r#"["PlayerA",[6,5.0],"F"]"#,
        r#"["PlayerA",[6,5e0],"F"]"#,
        r#"["PlayerA",[7,5],"F"]"#,
        r#"["PlayerA",[-1,5],"F"]"#,
        r#"["PlayerA",[6,99999999999999999999],"F"]"#,
        r#"["PlayerA",[6],"F"]"#,
        r#"["PlayerA",[6,5,0],"F"]"#,
        r#"["PlayerA","65","F"]"#,
        r#"["PlayerA",{"row":6},"F"]"#,
        r#"["PlayerA",[6,5],"f"]"#,
        r#"["PlayerA",[6,5],""]"#,
        r#"["PlayerA",[6,5],"LR"]"#,
        r#"["PlayerA",[6,5],null]"#,
        r#"["PlayerA","end","F"]"#,
    ] {
        let moves = format!(r#"[{bad},["PlayerA",[6,5],"F"]]"#);
        assert_eq!(verdicts("classroom", &moves), [false, true], "{bad}");
    }
}

#[test]
fn k_16_minus_zero_is_the_integer_zero() {
    assert_eq!(verdicts("classroom", r#"[["PlayerA",[-0,0],"R"]]"#), [true]);
}

#[test]
fn k_18_a_turn_ends_only_in_tournament_rules() {
    let moves = r#"[["PlayerA","end"],["PlayerA",[5,6],"L"],["PlayerA","end"],["PlayerB",[0,5],"B"],
        ["PlayerA",[5,5],"L"],["PlayerB",[0,6],"L"],["PlayerA",[5,4],"L"],["PlayerA","end"]]"#;
    let pushes = [false, true, false, true, true, true, true];
    assert_eq!(
        verdicts("classroom", moves),
        [&pushes[..], &[false]].concat()
    );
    assert_eq!(
        verdicts("tournament", moves),
        [&pushes[..], &[true]].concat()
    );
}

#[test]
fn the_fast_reading_takes_the_usual_forms() {
    for text in [
        EXAMPLE,
        r#"{"players":[["a","W"],["b","B"]],"moves":[["a","end"],["zoo",[9,9],"X"]],"rules":"tournament"}"#,
        " { \"players\" : [ [ \"a\" , \"W\" ] , [ \"b\" , \"B\" ] ] ,\r\n \"moves\" : [ ] } ",
    ] {
        let fast = read_fast(text).expect(text);
        assert_eq!(Ok(fast), read_exactly(text));
    }
}

#[test]
fn the_exact_reading_takes_any_order_of_keys_and_escapes() {
    let text = r#"{"rules":"classroom","moves":[["\u0061",[6,5],"\u0046"]],"players":[["a","W"],["b","B"]]}"#;
    assert_eq!(read_fast(text), None);
    let script = read(text).expect(text);
    assert_eq!(script.names(), ["a", "b"]);
    assert_eq!(
        script.attempts(),
        [Attempt::Push {
            name: "a".into(),
            coordinates: (6, 5),
            direction: "F".into()
        }]
    );
}

#[test]
fn an_attempt_shows_what_was_tried() {
    let text = r#"{"players":[["a","W"],["b","B"]],"moves":[["a",[6,5],"F"],["a",[7,5],"F"],["a",[6,5],"f"],["a","end"],["a",[6,"x"],5]]}"#;
    let script = read(text).expect(text);
    let shown: Vec<String> = script.attempts().iter().map(Attempt::to_string).collect();
    assert_eq!(
        shown,
        ["65F", "(7, 5) F", "(6, 5) f", "end", r#"[6,"x"] 5"#]
    );
}

#[test]
fn no_string_holds_a_raw_control_character() {
    let text = r#"{"players":[["a","W"],["b","B"]],"moves":[["a",[6,5],"F"],["a","end"]],"rules":"classroom"}"#;
    assert_no_raw_control_characters(text, |text| {
        assert_eq!(read_fast(text), None, "{text:?}");
        read(text).is_ok()
    });
}

fn names() -> impl Strategy<Value = [String; 2]> {
    let name = prop_oneof!["[a-c]{0,2}", any::<String>()];
    [name.clone(), name].prop_filter("two different names", |[a, b]| a != b)
}

/// A game of calls, most of them nonsense.
fn games() -> impl Strategy<Value = String> {
    let call = (0..4_usize, 0..8_i64, 0..8_i64, 0..6_usize);
    (names(), any::<bool>(), prop::collection::vec(call, 0..40)).prop_map(
        |([a, b], is_tournament, calls)| {
            let moves: Vec<serde_json::Value> = calls
                .into_iter()
                .map(|(who, row, column, way)| {
                    let name = [a.as_str(), b.as_str(), "zoo", "é"][who];
                    if way == 5 {
                        return serde_json::json!([name, "end"]);
                    }
                    let direction = ["L", "R", "F", "B", "X"][way];
                    serde_json::json!([name, [row, column], direction])
                })
                .collect();
            let players = serde_json::json!([[a, "W"], [b, "B"]]);
            let moves = serde_json::Value::from(moves);
            let rules = if is_tournament {
                r#","rules":"tournament""#
            } else {
                ""
            };
            format!(r#"{{"players":{players},"moves":{moves}{rules}}}"#)
        },
    )
}

proptest! {
    #[test]
    fn the_two_readings_give_the_same_game(text in games()) {
        let exact = read_exactly(&text).expect("a right game");
        prop_assert_eq!(read(&text).expect("a right game"), exact.clone());
        if let Some(fast) = read_fast(&text) {
            prop_assert_eq!(fast, exact);
        }
    }

    #[test]
    fn the_fast_reading_agrees_or_gives_up(text in games(), place: usize) {
        for text in damaged(&text, place) {
            if let Some(fast) = read_fast(&text) {
                prop_assert_eq!(Ok(fast), read_exactly(&text), "{}", text);
            }
            if let Err(error) = read(&text) {
                let line = text.split('\n').nth(error.place().line - 1).expect("the line is there");
                prop_assert!(error.place().column <= line.chars().count() + 1, "{} in {:?}", error, text);
            }
        }
    }

    #[test]
    fn any_text_is_read_without_a_panic(text: String) {
        if let Ok(script) = read(&text) {
            results(&script);
        }
    }
}
