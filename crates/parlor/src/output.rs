//! Writing to the two standard streams.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;
use serde_json::json;

/// Says something to the person at the terminal, on standard error.
///
/// A message that cannot be shown has nowhere to be reported either.
pub(crate) fn note(message: &str) {
    let _unreported = writeln!(io::stderr().lock(), "{message}");
}

/// Whether an error only says that nobody reads the output any more, as in
/// `parlor … | head`: no fault, and nothing is left to do.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// Shows what is to be said about the command line: help, the version, or what
/// is wrong with it. Any other error stays one.
pub(crate) fn show_usage(error: anyhow::Error) -> anyhow::Result<ExitCode> {
    let usage: clap::Error = error.downcast()?;
    let code = u8::try_from(usage.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from);
    let shown = usage.print().and_then(|()| io::stdout().flush());
    // As in `note`, what cannot be shown there has nowhere to be reported.
    if !usage.use_stderr() {
        shown.context(CANNOT_WRITE)?;
    }
    Ok(code)
}

const CANNOT_WRITE: &str = "cannot write to standard output";

/// Writes to standard output, at once.
pub(crate) fn write(text: &[u8]) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout
        .write_all(text)
        .and_then(|()| stdout.flush())
        .context(CANNOT_WRITE)
}

/// Writes what is wrong with the position line that a command was given, for
/// programs.
pub(crate) fn refuse_position(
    rule: Option<&str>,
    value: &str,
    message: &str,
) -> anyhow::Result<()> {
    let answer = json!({"line": 1, "error": {
        "rule": rule,
        "entry": null,
        "value": value,
        "message": message,
    }});
    write(format!("{answer}\n").as_bytes())
}

/// `1 move`, `2 moves`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{ending}")
}
