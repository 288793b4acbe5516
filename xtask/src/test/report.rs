//! Steps that are announced, measured and counted.

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use crate::test::plan::TestStep;

/// A step that has run.
#[derive(Debug)]
pub(crate) struct Measured {
    pub(crate) result: anyhow::Result<()>,
    pub(crate) wall: Duration,
    /// Of all its processes; nothing where they are ours.
    pub(crate) processor: Option<Duration>,
    /// Everything that it printed, where that was not to be seen.
    pub(crate) printed: String,
}

impl Measured {
    /// Work done here and now, its output as it comes.
    #[expect(
        clippy::disallowed_methods,
        reason = "the time of a step is only printed"
    )]
    pub(crate) fn of(work: impl FnOnce() -> anyhow::Result<()>) -> Measured {
        let start = Instant::now();
        let result = work();
        Measured {
            wall: start.elapsed(),
            ..Measured::nothing(result)
        }
    }

    /// A result that took no time.
    pub(crate) fn nothing(result: anyhow::Result<()>) -> Measured {
        Measured {
            result,
            wall: Duration::ZERO,
            processor: None,
            printed: String::new(),
        }
    }
}

/// The steps taken so far, reported to `output`.
#[derive(Debug)]
pub(crate) struct StepReport<W> {
    output: W,
    start: Instant,
    budget: Duration,
    rows: Vec<SummaryRow>,
}

/// A step in the summary.
#[derive(Debug)]
struct SummaryRow {
    step: TestStep,
    has_passed: bool,
    wall: Duration,
    processor: Option<Duration>,
}

impl SummaryRow {
    fn is_over_budget(&self) -> bool {
        self.wall > self.step.budget
    }
}

impl<W: Write> StepReport<W> {
    /// No step yet; all together are to take no longer than `budget`.
    #[expect(
        clippy::disallowed_methods,
        reason = "the time of the steps is only printed"
    )]
    pub(crate) fn new(output: W, budget: Duration) -> StepReport<W> {
        StepReport {
            output,
            start: Instant::now(),
            budget,
            rows: Vec::new(),
        }
    }

    /// Says what begins; where its output can be followed, if not here.
    ///
    /// # Errors
    /// When the output is closed.
    pub(crate) fn announce(&mut self, step: &TestStep, log: Option<&Path>) -> io::Result<()> {
        match log {
            None => writeln!(self.output, "\n== {}: {}", step.name, step.claim)?,
            Some(log) => writeln!(
                self.output,
                "{} {}: {} ({})",
                clock(self.start.elapsed()),
                step.name,
                step.claim,
                log.display()
            )?,
        }
        self.output.flush()
    }

    /// Counts a step and prints how it ended, with its last line, or with its whole output if it
    /// failed; whether it passed.
    ///
    /// # Errors
    /// When the output is closed.
    pub(crate) fn judge(&mut self, step: &TestStep, measured: &Measured) -> io::Result<bool> {
        let row = SummaryRow {
            step: *step,
            has_passed: measured.result.is_ok(),
            wall: measured.wall,
            processor: measured.processor,
        };
        let now = clock(self.start.elapsed());
        let took = seconds(measured.wall);
        let over = if row.is_over_budget() {
            format!(", over its budget of {}", seconds(step.budget))
        } else {
            String::new()
        };
        match &measured.result {
            Ok(()) => {
                writeln!(self.output, "{now} {} passed in {took}{over}", step.name)?;
                if let Some(line) = measured.printed.trim_end().lines().next_back() {
                    writeln!(self.output, "      {}", line.trim())?;
                }
            }
            Err(error) => {
                for line in measured.printed.lines() {
                    writeln!(self.output, "   | {line}")?;
                }
                writeln!(
                    self.output,
                    "{now} {} FAILED in {took}{over}: {error:#}",
                    step.name
                )?;
            }
        }
        self.output.flush()?;
        let has_passed = row.has_passed;
        self.rows.push(row);
        Ok(has_passed)
    }

    /// Counts a step as failed that cannot run.
    ///
    /// # Errors
    /// When the output is closed.
    pub(crate) fn skip(&mut self, step: &TestStep, need: &str) -> io::Result<()> {
        writeln!(
            self.output,
            "{} {}: not run, as {need} failed",
            clock(self.start.elapsed()),
            step.name
        )?;
        self.rows.push(SummaryRow {
            step: *step,
            has_passed: false,
            wall: Duration::ZERO,
            processor: None,
        });
        self.output.flush()
    }

    /// Lists what each step took, names what failed with the command to run it again, and on the
    /// last line how many passed and failed; whether all of them passed.
    ///
    /// # Errors
    /// When the output is closed.
    pub(crate) fn summary(&mut self) -> io::Result<bool> {
        let total = self.start.elapsed();
        let processor: Duration = self.rows.iter().filter_map(|row| row.processor).sum();
        let output = &mut self.output;
        writeln!(
            output,
            "\n{:<20} {:>8} {:>10} {:>8}",
            "step", "time", "processor", "budget"
        )?;
        let line = |name: &str, wall, processor: Option<Duration>, budget, remark: &str| {
            let processor = processor.map_or_else(|| "-".to_owned(), seconds);
            let line = format!(
                "{name:<20} {:>8} {processor:>10} {:>8}  {remark}",
                seconds(wall),
                seconds(budget)
            );
            line.trim_end().to_owned()
        };
        for row in &self.rows {
            let remark = match (row.has_passed, row.is_over_budget()) {
                (false, _) => "FAILED",
                (true, true) => "over budget",
                (true, false) => "",
            };
            let TestStep { name, budget, .. } = row.step;
            writeln!(
                output,
                "{}",
                line(name, row.wall, row.processor, budget, remark)
            )?;
        }
        let remark = if total > self.budget {
            "over budget"
        } else {
            ""
        };
        let processor = Some(processor).filter(|processor| !processor.is_zero());
        writeln!(
            output,
            "{}\n",
            line("everything", total, processor, self.budget, remark)
        )?;
        let failed: Vec<&SummaryRow> = self.rows.iter().filter(|row| !row.has_passed).collect();
        for SummaryRow { step, .. } in &failed {
            writeln!(
                output,
                "{} failed; run it again with: {}",
                step.name,
                step.rerun()
            )?;
        }
        writeln!(
            output,
            "{} passed, {} failed",
            self.rows.len() - failed.len(),
            failed.len()
        )?;
        output.flush()?;
        Ok(failed.is_empty())
    }
}

/// `12.3 s`.
fn seconds(duration: Duration) -> String {
    format!("{:.1} s", duration.as_secs_f64())
}

/// Minutes and seconds since the start, `03:07`.
fn clock(duration: Duration) -> String {
    let seconds = duration.as_secs();
    format!("{:02}:{:02}", seconds / 60, seconds % 60)
}
