//! Both forms, there and back.

use ludo_rules::{Players, Roll, Script, ScriptTurn, Seat};
use parlor_game::{Game, Kuba, Ludo};
use parlor_record::record::{AnyRecord, Clock, Record, ScriptRecord, split};
use proptest::prelude::*;

use crate::support::{Plan, Words, plan, record};
use crate::third_game::Heap;

/// Both forms bring back the record, its writing and its checksum.
pub(crate) fn check(record: &AnyRecord) -> Result<(), TestCaseError> {
    let (text, json) = (record.to_text(), record.to_json());
    for form in [&text, &json] {
        let back = AnyRecord::read(form);
        let back = back.map_err(|error| TestCaseError::fail(format!("{error}\n{form}")))?;
        prop_assert_eq!(&back, record, "{}", form);
        prop_assert_eq!(back.to_text(), text.clone());
        prop_assert_eq!(back.to_json(), json.clone());
    }
    prop_assert!(!json.contains('\n'), "JSON is one line");
    let header = record.header_json();
    let header = header.strip_suffix('}').unwrap_or(&header);
    let plies = json.strip_prefix(header);
    prop_assert!(
        plies.is_some_and(|plies| plies.starts_with(r#","actions":["#)),
        "{}",
        header
    );
    check_width(&text)?;
    prop_assert_eq!(serde_json::to_string(record).expect("plain data"), json);
    let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    let back = AnyRecord::read(&windows);
    prop_assert_eq!(back.as_ref(), Ok(record));
    Ok(())
}

/// No line that begins with a ply is wider than 80 columns; one thing that is
/// longer stands on a line of its own.
fn check_width(text: &str) -> Result<(), TestCaseError> {
    let plies = text.split_once("\n\n").map_or("", |(_, plies)| plies);
    for line in plies.lines() {
        let is_wide = line.chars().count() > 80;
        prop_assert!(!is_wide || line.starts_with("     "), "{}", line);
    }
    Ok(())
}

fn check_alone<G: Game>(record: &Record<G>) -> Result<(), TestCaseError> {
    for form in [record.to_text(), record.to_json()] {
        let back = Record::<G>::read(&form);
        prop_assert_eq!(back.as_ref(), Ok(record), "{}", form);
    }
    Ok(())
}

fn check_of<G: Game>(plan: &Plan) -> Result<(), TestCaseError>
where
    AnyRecord: From<Record<G>>,
{
    let record = record::<G>(plan);
    check_alone(&record)?;
    check(&record.into())
}

fn script(plan: &Plan) -> ScriptRecord {
    let mut words = Words(plan.seed);
    let count = 2 + words.below(3);
    let mut seats = Seat::ALL.to_vec();
    seats.rotate_left(words.below(4));
    let players = Players::check(seats.into_iter().take(count).map(Ok)).expect("players");
    let turns = (0..plan.plies).map(|_| ScriptTurn {
        seat: Seat::ALL[words.below(4)],
        roll: Roll::ALL[words.below(6)],
    });
    let mut record = ScriptRecord::new(&Script::new(players, turns.collect()));
    record.date = plan.date.map(|date| date.parse().expect("a date"));
    for (key, value) in &plan.header {
        record.set_field(key, value.clone()).expect("unknown");
    }
    for (seat, name) in Seat::ALL.into_iter().zip(&plan.names) {
        if let Some(name) = name {
            record.set_name(seat, name);
        }
    }
    for (number, comment) in (1..).step_by(5).zip(&plan.comments) {
        if let Some(notes) = record.notes_mut(number) {
            notes.comment = Some(comment.clone());
            notes.clock = Clock::from_milliseconds(plan.seed >> 20);
        }
    }
    record
}

proptest! {
    #[test]
    fn every_kuba_record_survives_both_forms(plan in plan()) {
        check_of::<Kuba>(&plan)?;
    }

    #[test]
    fn every_ludo_record_survives_both_forms(plan in plan()) {
        check_of::<Ludo>(&plan)?;
    }

    #[test]
    fn every_scripted_record_survives_both_forms(plan in plan()) {
        check(&script(&plan).into())?;
    }

    #[test]
    fn every_record_of_a_third_game_survives_both_forms(plan in plan()) {
        let record = record::<Heap>(&plan);
        check_alone(&record)?;
    }

    #[test]
    fn several_records_of_both_forms_are_split(plans in proptest::collection::vec(plan(), 0..4)) {
        let records: Vec<AnyRecord> = plans.iter().map(|plan| match plan.seed % 3 {
            0 => record::<Kuba>(plan).into(),
            1 => record::<Ludo>(plan).into(),
            _ => script(plan).into(),
        }).collect();
        let texts: Vec<String> = records.iter().map(AnyRecord::to_text).collect();
        let lines: Vec<String> = records.iter().map(AnyRecord::to_json).collect();
        let twice = [&records[..], &records[..]].concat();
        // The text form ends only where another begins.
        let mixed = format!("{}\n{}", lines.join("\n"), texts.join("\n\n"));
        for (all, wanted) in [(texts.concat(), &records[..]), (lines.join("\n"), &records[..]), (mixed, &twice[..])] {
            let read: Result<Vec<AnyRecord>, _> = AnyRecord::read_all(&all).collect();
            prop_assert_eq!(read.as_deref(), Ok(wanted), "{}", all);
            let rejoined: String = split(&all).map(|piece| piece.text).collect();
            prop_assert_eq!(rejoined.trim(), all.trim());
        }
    }

    #[test]
    fn no_text_panics_and_every_error_has_its_place(text in crate::support::hostile_text(), plan in plan(), place in any::<u64>()) {
        let record = record::<Kuba>(&plan);
        for form in [record.to_text(), record.to_json(), String::new()] {
            let mut places = form.char_indices().map(|(place, _)| place).chain([form.len()]);
            let at = Words(place).below(form.chars().count() + 1);
            let at = places.nth(at).expect("a place in the text");
            let damaged = format!("{}{text}{}", &form[..at], &form[at..]);
            if let Err(error) = AnyRecord::read(&damaged) {
                let lines = damaged.split('\n').count();
                prop_assert!((1..=lines).contains(&error.place().line), "{error}\n{damaged}");
                let message = serde_json::to_string(&error.answer()).expect("plain data");
                prop_assert!(message.len() < 3000, "{}", message);
            }
        }
    }
}
