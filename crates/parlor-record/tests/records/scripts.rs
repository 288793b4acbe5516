//! Scripted games as records.

use kuba_rules::Side;
use parlor_game::Kuba;
use parlor_record::kuba_script;
use parlor_record::record::{AnyRecord, Ending, Record, ScriptRecord};

const GOLDEN: &str = "A,B: A6 A4 A5 A4 B6 B4 B1 B2 A6 A4 A6 A3 A5 A1 A5 A4";

#[test]
fn l_19_the_golden_script_is_the_example_record() {
    let text = include_str!("../../../../docs/examples/ludo-script.record");
    let AnyRecord::LudoScript(record) = AnyRecord::read(text).expect("the example") else {
        panic!("the example is a script");
    };
    assert_eq!(record.script(), GOLDEN.parse().expect("a script"));
    let last = record.replay().last().expect("sixteen plies");
    assert_eq!(record.script().report(&last.after), ["28", "28", "21", "H"]);
    assert_eq!(record.at(16), Some(last.after));
    assert_eq!(record.at(0), Some(record.start()));
    assert_eq!(record.at(17), None);
    assert_eq!(last.number, 16);
}

#[test]
fn l_20_l_21_skipped_turns_and_the_order_of_the_players_are_kept() {
    let script = "C,A: B6 A6 A6 C1".parse().expect("a script");
    let record = ScriptRecord::new(&script);
    assert_eq!(record.plies().len(), 4);
    assert!(record.to_text().contains("seats: C, A\n"));
    assert!(record.to_text().contains("play: script\n"));
    let read = AnyRecord::read(&record.to_json()).expect("a record");
    assert_eq!(read, record.into());
}

fn kuba(json: &str) -> Record<Kuba> {
    Record::from(&kuba_script::read(json).expect("a script"))
}

#[test]
fn k_15_a_scripted_kuba_game_becomes_a_live_one_without_what_was_refused() {
    // Black is named second, but is the first to play something.
    let record = kuba(
        r#"{"players":[["Ann","W"],["Bob","B"]],"moves":[["Ann",[0,1],"R"],["Bob",[0,5],"B"],["Bob",[0,6],"B"],["Eve",[9,9],"X"],["Ann",[6,5],"F"],["Ann","end"]]}"#,
    );
    assert_eq!(record.opening().seats(), [Side::Black, Side::White]);
    let names: Vec<_> = record
        .opening()
        .players
        .iter()
        .map(|player| player.name.as_deref())
        .collect();
    assert_eq!(names, [Some("Bob"), Some("Ann")]);
    let acts: Vec<_> = record
        .plies()
        .iter()
        .map(|ply| ply.act().to_string())
        .collect();
    assert_eq!(acts, ["05B", "65F"]);
}

#[test]
fn k_11_a_scripted_game_in_which_nothing_was_played_begins_with_who_is_named_first() {
    let record = kuba(r#"{"players":[["","B"],["R","W"]],"moves":[]}"#);
    assert_eq!(record.opening().seats(), [Side::Black, Side::White]);
    assert_eq!(AnyRecord::read(&record.to_text()), Ok(record.into()));
}

#[test]
fn k_12_a_scripted_tournament_is_white_s_to_begin_and_drawn_by_repetition() {
    let moves = ["00B", "06B", "20F", "26F"].repeat(3);
    let moves: Vec<String> = (0..)
        .zip(&moves)
        .map(|(place, push)| {
            let name = if place % 2 == 0 { "w" } else { "b" };
            format!(
                "[\"{name}\",[{},{}],\"{}\"]",
                &push[..1],
                &push[1..2],
                &push[2..]
            )
        })
        .collect();
    let json = format!(
        r#"{{"players":[["b","B"],["w","W"]],"moves":[{}],"rules":"tournament"}}"#,
        moves.join(",")
    );
    let record = kuba(&json);
    assert_eq!(record.opening().seats(), [Side::White, Side::Black]);
    assert_eq!(
        record.plies().len(),
        8,
        "what comes after the draw is refused"
    );
    assert_eq!(record.ending(), Some(Ending::Rule("K-12")));
}
