//! `parlor record convert`: records between text and JSON.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use parlor_record::record::{AnyRecord, split};

use crate::cli::OutputForm;
use crate::output;
use crate::replay::complaint;
use crate::whole;

/// Rewrites every record of the file. The error of a bad one goes to standard
/// error, or takes its place in JSON.
pub(crate) fn run(file: Option<&PathBuf>, to: Option<OutputForm>) -> anyhow::Result<ExitCode> {
    let (name, text) = whole::read(file.map_or(Path::new("-"), PathBuf::as_path), None)?;
    let (mut records, mut refused) = (0_usize, 0_usize);
    let mut last_was_text = false;
    for piece in split(&text) {
        let is_json = piece.text.trim_ascii_start().starts_with('{');
        let form = to.unwrap_or(OutputForm::of(!is_json));
        let read =
            AnyRecord::read(piece.text).map_err(|error| error.after_lines(piece.lines_before));
        let record = match read {
            Ok(record) => record,
            Err(error) => {
                refused += 1;
                match form {
                    OutputForm::Text => output::note(&complaint(&name, &error)),
                    OutputForm::Json => output::print_json(&error.answer())?,
                }
                continue;
            }
        };
        let mut written = match form {
            OutputForm::Text => record.to_text(),
            OutputForm::Json => record.to_json(),
        };
        let is_text = form == OutputForm::Text;
        if records > 0 && (is_text || last_was_text) {
            written.insert(0, '\n');
        }
        if !written.ends_with('\n') {
            written.push('\n');
        }
        output::write(written.as_bytes())?;
        last_was_text = is_text;
        records += 1;
    }
    anyhow::ensure!(
        records + refused > 0,
        "no record in {name}; a record begins with the line `parlor-record 1` or is a JSON \
         object"
    );
    if refused == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    output::note(&format!(
        "parlor: {refused} of {} records could not be read",
        records + refused
    ));
    Ok(ExitCode::from(crate::BAD_INPUT))
}
