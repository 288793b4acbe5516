//! What the record readers hold to, whatever they are given.

use parlor_record::as_text;
use parlor_record::record::{AnyRecord, RecordError, split};

use crate::reading::check_refusal;

/// Reads the bytes as one record and as many.
pub(crate) fn check(bytes: &[u8]) {
    let Ok(text) = as_text(bytes) else {
        return;
    };
    match AnyRecord::read(text) {
        Ok(record) => check_record(&record),
        Err(error) => check_error(&error, text),
    }
    let pieces = split(text).map(|piece| piece.text.len());
    assert!(
        pieces.sum::<usize>() <= text.len(),
        "records do not share a part of the text"
    );
    for read in AnyRecord::read_all(text) {
        match read {
            Ok(record) => check_record(&record),
            Err(error) => check_error(&error, text),
        }
    }
}

fn check_record(record: &AnyRecord) {
    let (text, json) = (record.to_text(), record.to_json());
    for form in [&text, &json] {
        let back = AnyRecord::read(form);
        let back = back.unwrap_or_else(|error| panic!("what is written is read: {error}\n{form}"));
        assert_eq!(&back, record, "{form}");
        assert_eq!((&back.to_text(), &back.to_json()), (&text, &json));
    }
    match record {
        AnyRecord::Kuba(record) => assert_eq!(record.replay().count(), record.plies().len()),
        AnyRecord::Ludo(record) => assert_eq!(record.replay().count(), record.plies().len()),
        AnyRecord::LudoScript(record) => {
            assert_eq!(record.replay().count(), record.plies().len());
        }
    }
}

fn check_error(error: &RecordError, text: &str) {
    check_refusal(error.place(), &error.answer(), text.len());
}
