//! Output for people: plain lines on standard output, progress and errors on standard error.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

/// Prints one line on standard output.
///
/// # Errors
/// When standard output is closed.
pub(crate) fn say(line: impl Display) -> io::Result<()> {
    let mut output = io::stdout().lock();
    writeln!(output, "{line}")?;
    output.flush()
}

/// Prints one line of progress on standard error; standard output holds the result.
///
/// # Errors
/// When standard error is closed.
pub(crate) fn note(line: impl Display) -> io::Result<()> {
    writeln!(io::stderr().lock(), "{line}")
}

/// Prints the error with its causes on standard error and returns exit code 1.
pub(crate) fn fail(error: &anyhow::Error) -> ExitCode {
    // If standard error is closed too, the exit code is all that is left.
    drop(writeln!(io::stderr().lock(), "error: {error:#}"));
    ExitCode::FAILURE
}

/// Whether the reader of our output went away, as in `cargo xtask bench | head -1`.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
