//! Progress bars of long tasks.

use std::io::{self, IsTerminal as _};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// The progress of a long task, shown on a terminal only, and only after
/// [`AFTER`](Self::AFTER).
pub(crate) struct Progress {
    bar: ProgressBar,
    is_waiting: bool,
}

impl Progress {
    const AFTER: Duration = Duration::from_secs(2);

    /// For an input of `size` bytes, if known.
    pub(crate) fn of_bytes(size: Option<u64>) -> Self {
        let template = match size {
            Some(_) => "{bytes} of {total_bytes} {wide_bar} {bytes_per_sec}, {eta} left",
            None => "{bytes} read, {bytes_per_sec}",
        };
        Self::new(size, template)
    }

    /// For a number of items: `3 of 100 deals`.
    pub(crate) fn of_items(total: u64, items: &str) -> Self {
        let template = format!("{{human_pos}} of {{human_len}} {items} {{wide_bar}} {{eta}} left");
        Self::new(Some(total), &template)
    }

    /// For a task measured in thousandths.
    pub(crate) fn of_task(task: &str) -> Self {
        Self::new(Some(1000), &format!("{task} {{wide_bar}} {{percent}} %"))
    }

    /// For a task that shows its own progress.
    pub(crate) fn hidden() -> Self {
        Self {
            bar: ProgressBar::hidden(),
            is_waiting: false,
        }
    }

    fn new(length: Option<u64>, template: &str) -> Self {
        let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.expect("the templates are well-formed"));
        Self {
            bar,
            is_waiting: io::stderr().is_terminal(),
        }
    }

    /// Adds to what is done.
    pub(crate) fn advance(&mut self, more: u64) {
        self.bar.inc(more);
        if self.is_waiting && self.bar.elapsed() >= Self::AFTER {
            self.is_waiting = false;
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// Sets the share that is done of a task.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share of a thousand; NaN becomes 0"
    )]
    pub(crate) fn reach_share(&mut self, share: f64) {
        let position = (share.clamp(0.0, 1.0) * 1000.0) as u64;
        self.advance(position.saturating_sub(self.bar.position()));
    }

    /// Writes to the screen while the bar is not there.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Removes the bar from the screen.
    pub(crate) fn finish(self) {
        self.bar.finish_and_clear();
    }
}
