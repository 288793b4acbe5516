//! Writing to the two standard streams.

use core::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;
use serde::Serialize;
use serde_json::json;

use crate::json;

/// Prints a note for the user on standard error.
///
/// A message that cannot be shown has nowhere to be reported either.
pub(crate) fn note(message: &str) {
    let _unreported = writeln!(io::stderr().lock(), "{message}");
}

/// Whether an error is a broken pipe, as in `parlor … | head`: not a failure, and
/// nothing is left to do.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// Prints the help, the version, or a usage error of the command line. Any other
/// error is returned.
pub(crate) fn show_usage(error: anyhow::Error) -> anyhow::Result<ExitCode> {
    let usage: clap::Error = error.downcast()?;
    let code = u8::try_from(usage.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from);
    let shown = usage.print().and_then(|()| io::stdout().flush());
    // As in `note`, a failure to print on standard error cannot be reported.
    if !usage.use_stderr() {
        shown.context(CANNOT_WRITE)?;
    }
    Ok(code)
}

const CANNOT_WRITE: &str = "cannot write to standard output";

/// Writes to standard output and flushes it.
pub(crate) fn write(text: &[u8]) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout
        .write_all(text)
        .and_then(|()| stdout.flush())
        .context(CANNOT_WRITE)
}

/// Prints a result as one JSON object, or as text.
pub(crate) fn print_result<T: Serialize>(
    is_json: bool,
    json: impl FnOnce() -> T,
    text: impl FnOnce() -> String,
) -> anyhow::Result<ExitCode> {
    if is_json {
        print_json(&json())?;
    } else {
        write(text().as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Prints a value as JSON on a line of its own.
pub(crate) fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    write(format!("{}\n", json::text(value)).as_bytes())
}

/// An error in a position or a game.
#[derive(Debug)]
pub(crate) struct InputError {
    /// The rule that it breaks, or by which there is no result.
    pub(crate) rule: Option<&'static str>,
    /// The position as it was given, or the name of the game's file.
    pub(crate) value: String,
    /// The reason, and what was expected.
    pub(crate) message: String,
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for InputError {}

/// With `--json`, prints a refusal on standard output; otherwise returns it as an
/// error like any other.
pub(crate) fn print_refusal(
    done: anyhow::Result<ExitCode>,
    is_json: bool,
) -> anyhow::Result<ExitCode> {
    let error = match done {
        Err(error) if is_json => error,
        done => return done,
    };
    let InputError {
        rule,
        value,
        message,
    } = error.downcast()?;
    print_json(&json!({"line": 1, "error": {
        "rule": rule,
        "entry": null,
        "value": value,
        "message": message,
    }}))?;
    Ok(ExitCode::from(crate::BAD_INPUT))
}

/// `1 move`, `2 moves`, `2 pushes`.
pub(crate) fn count(number: impl TryInto<u64>, noun: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    let ending = match noun {
        _ if number == 1 => "",
        "push" => "es",
        _ => "s",
    };
    format!("{number} {noun}{ending}")
}
