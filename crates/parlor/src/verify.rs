//! `parlor verify`: the rolls of records against the dice they commit to, logs against their hash
//! chain, and what was kept of one game against each other.

mod evidence;

use std::path::PathBuf;
use std::process::ExitCode;

use parlor_dice::{Bytes32, VerifiedDice, VerifyError};
use parlor_record::record::{AnyRecord, DiceAnswer, RecordSlice, split};
use parlor_table::receipt::Receipt;
use parlor_table::saved_log::SavedLog;

use crate::cli::OutputForm;
use crate::output;
use crate::replay::complaint;
use crate::whole;
use evidence::{Evidence, Finding, Verdict};

/// What is printed, and how much of it was not right.
struct Report {
    form: OutputForm,
    evidence: Evidence,
    verdicts: usize,
    doubtful: usize,
}

/// Verifies every log, record and receipt in the files and compares those of one game; prints one
/// line for each finding.
pub(crate) fn run(
    paths: &[PathBuf],
    key: Option<Bytes32>,
    form: OutputForm,
) -> anyhow::Result<ExitCode> {
    let mut report = Report {
        form,
        evidence: Evidence::by(key),
        verdicts: 0,
        doubtful: 0,
    };
    for path in paths {
        let (name, text) = whole::read(path, None)?;
        if SavedLog::is_meant(&text) {
            let finding = report.evidence.add_log(&name, &text);
            report.print(&finding)?;
        } else if Receipt::is_meant(&text) {
            let finding = report.evidence.add_receipt(&name, &text);
            report.print(&finding)?;
        } else {
            report.records(&name, &text)?;
        }
    }
    anyhow::ensure!(
        key.is_none() || report.doubtful > 0 || report.evidence.has_receipts(),
        "--key is for receipts, and none was given"
    );
    for finding in report.evidence.compared() {
        report.print(&finding)?;
    }
    if report.doubtful == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    if report.verdicts > 1 {
        output::note(&format!(
            "parlor: {} of {} verdicts are not `right`",
            report.doubtful, report.verdicts
        ));
    }
    Ok(ExitCode::from(crate::BAD_INPUT))
}

impl Report {
    fn count(&mut self, is_right: bool) {
        self.verdicts += 1;
        self.doubtful += usize::from(!is_right);
    }

    fn print(&mut self, finding: &Finding) -> anyhow::Result<()> {
        self.count(finding.verdict == Verdict::Right);
        match self.form {
            OutputForm::Text => {
                let Finding {
                    file,
                    verdict,
                    message,
                    ..
                } = finding;
                let line = format!("{file}: {}: {message}\n", verdict.as_str());
                output::write(line.as_bytes())
            }
            OutputForm::Json => output::print_json(finding),
        }
    }

    /// Verifies the records of a file.
    fn records(&mut self, name: &str, text: &str) -> anyhow::Result<()> {
        let mut records = 0_usize;
        for piece in split(text) {
            records += 1;
            self.record(name, piece)?;
        }
        anyhow::ensure!(
            records > 0,
            "no record in {name}; a record begins with the line `parlor-record 1` or is a JSON \
             object"
        );
        Ok(())
    }

    /// Prints the answer for one record.
    fn record(&mut self, name: &str, piece: RecordSlice<'_>) -> anyhow::Result<()> {
        let line = piece.lines_before + 1;
        let record = match AnyRecord::read(piece.text) {
            Ok(record) => record,
            Err(error) => {
                let error = error.after_lines(piece.lines_before);
                match self.form {
                    OutputForm::Text => output::note(&complaint(name, &error)),
                    OutputForm::Json => output::print_json(&error.answer())?,
                }
                self.count(false);
                return Ok(());
            }
        };
        let verified = record.verify_dice();
        self.count(verified.is_ok());
        match self.form {
            OutputForm::Text => {
                let sentence = sentence(&verified);
                output::write(format!("{name}:{line}: {sentence}\n").as_bytes())?;
            }
            OutputForm::Json => output::print_json(&DiceAnswer::of(line, &verified))?,
        }
        self.evidence.add_record(format!("{name}:{line}"), record);
        Ok(())
    }
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
