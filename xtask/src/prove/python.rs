//! `cargo xtask prove python`: the wheel in every interpreter on this machine.

use anyhow::bail;

use crate::prove::record;
use crate::python::{Interpreter, Python};
use crate::repository::Repository;
use crate::terminal::say;

/// Installs the wheel alone in each interpreter and runs the testers there.
///
/// # Errors
/// When the wheel does not build, or a tester fails, after all were tried.
pub(crate) fn run(repository: &Repository) -> anyhow::Result<()> {
    let python = Python::new(repository);
    let wheel = python.wheel(&python.tools()?)?;
    let interpreters = Interpreter::all(repository)?;
    let mut failed = Vec::new();
    for interpreter in &interpreters {
        say(format!("\n{interpreter}"))?;
        let result = python.bare(interpreter, &wheel).and_then(|bare| {
            bare.python(&["-W", "error", "-m", "unittest"])
                .arguments(["LudoGameTester", "KubaGameTester"])
                .run()
        });
        if let Err(error) = result {
            say(format!("FAILED: {error:#}"))?;
            failed.push(interpreter.version().to_string());
        }
    }
    if !failed.is_empty() {
        bail!("the wheel fails in Python {}", failed.join(", "));
    }
    let versions: Vec<String> = interpreters
        .iter()
        .map(|interpreter| interpreter.version().to_string())
        .collect();
    let figure = format!(
        "one wheel, installed alone in Python {}: both testers pass",
        versions.join(", ")
    );
    record(repository, "python", &figure)
}
