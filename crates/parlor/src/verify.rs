//! `parlor verify`: the rolls of records against the dice they commit to.

use std::path::Path;
use std::process::ExitCode;

use parlor_dice::{VerifiedDice, VerifyError};
use parlor_record::record::{AnyRecord, DiceAnswer, RecordSlice, split};

use crate::cli::OutputForm;
use crate::output;
use crate::replay::complaint;
use crate::whole;

/// Verifies every record of the file and prints one line for each.
pub(crate) fn run(path: &Path, form: OutputForm) -> anyhow::Result<ExitCode> {
    let (name, text) = whole::read(path, None)?;
    let (mut records, mut doubtful) = (0_usize, 0_usize);
    for piece in split(&text) {
        records += 1;
        if !verify(&name, piece, form)? {
            doubtful += 1;
        }
    }
    anyhow::ensure!(
        records > 0,
        "no record in {name}; a record begins with the line `parlor-record 1` or is a JSON \
         object"
    );
    if doubtful == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    if records > 1 {
        output::note(&format!(
            "parlor: {doubtful} of {records} records could not be verified"
        ));
    }
    Ok(ExitCode::from(crate::BAD_INPUT))
}

/// Prints the answer for one record, and returns whether its dice are right.
fn verify(name: &str, piece: RecordSlice<'_>, form: OutputForm) -> anyhow::Result<bool> {
    let line = piece.lines_before + 1;
    let record = match AnyRecord::read(piece.text) {
        Ok(record) => record,
        Err(error) => {
            let error = error.after_lines(piece.lines_before);
            match form {
                OutputForm::Text => output::note(&complaint(name, &error)),
                OutputForm::Json => output::print_json(&error.answer())?,
            }
            return Ok(false);
        }
    };
    let verified = record.verify_dice();
    match form {
        OutputForm::Text => {
            let sentence = sentence(&verified);
            output::write(format!("{name}:{line}: {sentence}\n").as_bytes())?;
        }
        OutputForm::Json => output::print_json(&DiceAnswer::of(line, &verified))?,
    }
    Ok(verified.is_ok())
}

fn sentence(verified: &Result<VerifiedDice, VerifyError>) -> String {
    match verified {
        Ok(verified) => format!("right: {}", right(verified)),
        Err(error @ VerifyError::WrongRoll { .. }) => format!("wrong: {error}"),
        Err(error) => format!("unknown: {error}"),
    }
}

fn right(verified: &VerifiedDice) -> String {
    let VerifiedDice {
        rolls,
        never_joined,
        never_revealed,
        ..
    } = verified;
    let lists = [
        ("never joined", never_joined),
        ("never revealed their bytes", never_revealed),
    ];
    let lists = lists.into_iter().filter(|(_, seats)| !seats.is_empty());
    let lacking = lists.map(|(what, seats)| {
        let seats: Vec<String> = seats.iter().map(char::to_string).collect();
        format!("; {what}: {}", seats.join(", "))
    });
    let lacking = lacking.collect::<Vec<_>>().concat();
    match rolls {
        0 if !lacking.is_empty() => {
            format!("nothing was rolled, and the secret is the one that was committed to{lacking}")
        }
        0 => "there is no roll to verify".to_owned(),
        1 => "the one roll is that of its dice".to_owned(),
        rolls => format!("all {rolls} rolls are those of its dice"),
    }
}
