//! Writing to the two standard streams.

use std::io::{self, Write};

use anyhow::Context;

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

/// Writes to standard output, at once.
pub(crate) fn write(text: &[u8]) -> anyhow::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout
        .write_all(text)
        .and_then(|()| stdout.flush())
        .context("cannot write to standard output")
}

/// `1 move`, `2 moves`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{ending}")
}

/// A text from outside with its control characters escaped, so that it cannot
/// rearrange a terminal.
pub(crate) fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() {
            shown.extend(character.escape_unicode());
        } else {
            shown.push(character);
        }
    }
    shown
}
