//! Finds and runs `parlor-check`, the checker of the Python package.

use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::process::{Command, ExitCode, Stdio};

use anyhow::Context;

use crate::output;

/// The checker's own program.
const PROGRAM: &str = "parlor-check";

/// Interpreters whose environment may hold it, though its program is not on the path.
const INTERPRETERS: [&str; 2] = ["python3", "python"];

/// Runs the same program as Python runs nothing of the working folder: `-m` would look there first,
/// where the files to be checked may be.
const START: &str = "import sys; sys.path[:] = filter(None, sys.path); \
    from parlor.check.start import main; sys.exit(main())";

/// Succeeds where it can be run.
const QUESTION: &str = "import sys; sys.path[:] = filter(None, sys.path); import parlor.check";

/// The checker cannot be run.
const NOT_FOUND: u8 = 2;

/// Runs the checker with these arguments; its exit code.
///
/// # Errors
/// When it is there but cannot be started.
pub(crate) fn run(arguments: &[OsString]) -> anyhow::Result<ExitCode> {
    match become_program(Command::new(PROGRAM).args(arguments)) {
        Ok(code) => return Ok(code),
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error).with_context(|| format!("cannot run {PROGRAM}")),
    }
    let Some(interpreter) = INTERPRETERS.into_iter().find(|one| has_module(one)) else {
        output::note(&format!(
            "parlor: {PROGRAM} is not installed; install it with: pip install parlor-games"
        ));
        return Ok(ExitCode::from(NOT_FOUND));
    };
    become_program(
        Command::new(interpreter)
            .args(["-c", START])
            .args(arguments),
    )
    .with_context(|| format!("cannot run {interpreter}"))
}

/// Replaces this process by another program (exec), so that signals reach it; on a system without
/// exec, runs it and returns its exit code.
#[cfg(unix)]
fn become_program(command: &mut Command) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;

    Err(command.exec())
}

#[cfg(not(unix))]
fn become_program(command: &mut Command) -> io::Result<ExitCode> {
    Ok(exit_code(command.status()?.code()))
}

/// Whether the environment of an interpreter holds the checker.
fn has_module(interpreter: &str) -> bool {
    Command::new(interpreter)
        .args(["-c", QUESTION])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// The checker's exit code; [`NOT_FOUND`] if a signal ended it.
#[cfg(not(unix))]
fn exit_code(code: Option<i32>) -> ExitCode {
    let code = code.and_then(|code| u8::try_from(code).ok());
    ExitCode::from(code.unwrap_or(NOT_FOUND))
}
