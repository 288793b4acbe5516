//! Steps that are announced, timed and counted.

use std::io::{self, Write};
use std::time::Instant;

use crate::shell::Line;

/// The steps taken so far, told to `output`.
#[derive(Debug)]
pub(crate) struct Steps<W> {
    output: W,
    passed: usize,
    failed: Vec<Failure>,
}

#[derive(Debug)]
struct Failure {
    name: String,
    rerun: String,
}

impl<W: Write> Steps<W> {
    /// No step yet.
    pub(crate) fn new(output: W) -> Steps<W> {
        Steps {
            output,
            passed: 0,
            failed: Vec::new(),
        }
    }

    /// A step that is one program; whether it passed.
    ///
    /// # Errors
    /// When the output is closed; a failing program is counted instead.
    pub(crate) fn line(&mut self, name: &str, says: &str, line: &Line) -> io::Result<bool> {
        self.announce(name, says)?;
        writeln!(self.output, "   $ {line}")?;
        self.judge(name, &line.to_string(), || line.run())
    }

    /// A step that is any work; `rerun` is the command that repeats it. Whether it passed.
    ///
    /// # Errors
    /// When the output is closed; failing work is counted instead.
    pub(crate) fn work(
        &mut self,
        name: &str,
        says: &str,
        rerun: &str,
        work: impl FnOnce() -> anyhow::Result<()>,
    ) -> io::Result<bool> {
        self.announce(name, says)?;
        self.judge(name, rerun, work)
    }

    fn announce(&mut self, name: &str, says: &str) -> io::Result<()> {
        writeln!(self.output, "\n== {name}: {says}")?;
        self.output.flush()
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "how long a step takes is told to a person only"
    )]
    fn judge(
        &mut self,
        name: &str,
        rerun: &str,
        work: impl FnOnce() -> anyhow::Result<()>,
    ) -> io::Result<bool> {
        self.output.flush()?;
        let start = Instant::now();
        let result = work();
        let seconds = start.elapsed().as_secs_f64();
        let has_passed = result.is_ok();
        match result {
            Ok(()) => {
                self.passed += 1;
                writeln!(self.output, "   {name} passed ({seconds:.1} s)")?;
            }
            Err(error) => {
                self.failed.push(Failure {
                    name: name.to_owned(),
                    rerun: rerun.to_owned(),
                });
                writeln!(self.output, "   {name} FAILED ({seconds:.1} s): {error:#}")?;
            }
        }
        Ok(has_passed)
    }

    /// Names what failed with the command to run it again, and on the last line how many passed
    /// and failed; whether all of them passed.
    ///
    /// # Errors
    /// When the output is closed.
    pub(crate) fn summary(&mut self) -> io::Result<bool> {
        writeln!(self.output)?;
        for failure in &self.failed {
            writeln!(
                self.output,
                "{} failed; run it again with: {}",
                failure.name, failure.rerun
            )?;
        }
        writeln!(
            self.output,
            "{} passed, {} failed",
            self.passed,
            self.failed.len()
        )?;
        self.output.flush()?;
        Ok(self.failed.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use anyhow::bail;

    use super::Steps;
    use crate::shell::Line;

    fn program(name: &str) -> Line {
        Line::new(name, Path::new("/"))
    }

    #[test]
    fn what_passes_and_what_fails_is_counted_and_later_steps_still_run() {
        let mut printed = Vec::new();
        let mut steps = Steps::new(&mut printed);
        assert!(
            !steps
                .work("a", "first", "again a", || bail!("wrong"))
                .unwrap()
        );
        assert!(steps.line("b", "second", &program("true")).unwrap());
        assert!(!steps.line("c", "third", &program("false")).unwrap());
        assert!(!steps.summary().unwrap());
        let printed = String::from_utf8(printed).unwrap();
        assert!(
            printed.contains("== b: second\n   $ true\n   b passed"),
            "{printed}"
        );
        assert!(
            printed.ends_with(
                "\na failed; run it again with: again a\n\
                 c failed; run it again with: false\n\
                 1 passed, 2 failed\n"
            ),
            "{printed}"
        );
    }

    #[test]
    fn a_run_without_failures_succeeds() {
        let mut printed = Vec::new();
        let mut steps = Steps::new(&mut printed);
        steps.work("a", "first", "again a", || Ok(())).unwrap();
        assert!(steps.summary().unwrap());
        assert!(printed.ends_with(b"\n1 passed, 0 failed\n"));
    }
}
