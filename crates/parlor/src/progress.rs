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

    /// For a number of deals.
    pub(crate) fn of_deals(deals: u64) -> Self {
        let template = "{human_pos} of {human_len} deals {wide_bar} {eta} left";
        Self::new(Some(deals), template)
    }

    /// For a number of pairs of games by these rules.
    pub(crate) fn of_pairs(pairs: u64, rules: &str) -> Self {
        let template =
            format!("{rules}: {{human_pos}} of {{human_len}} pairs {{wide_bar}} {{eta}} left");
        Self::new(Some(pairs), &template)
    }

    /// For a number of plies.
    pub(crate) fn of_plies(plies: u64) -> Self {
        let template = "{human_pos} of {human_len} plies {wide_bar} {eta} left";
        Self::new(Some(plies), template)
    }

    /// For solving, in thousandths.
    pub(crate) fn of_solving(seating: &str) -> Self {
        let template =
            format!("solving two-player Ludo, {seating} seats {{wide_bar}} {{percent}} %");
        Self::new(Some(1000), &template)
    }

    /// For evaluating policies, in thousandths.
    pub(crate) fn of_evaluation() -> Self {
        Self::new(Some(1000), "evaluating the policies {wide_bar} {percent} %")
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

    /// So much more is done.
    pub(crate) fn advance(&mut self, more: u64) {
        self.bar.inc(more);
        if self.is_waiting && self.bar.elapsed() >= Self::AFTER {
            self.is_waiting = false;
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// Such a share is done of something that is counted in thousandths.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share of a thousand; what is no number counts as nothing"
    )]
    pub(crate) fn reach_share(&mut self, share: f64) {
        let position = (share.clamp(0.0, 1.0) * 1000.0) as u64;
        self.advance(position.saturating_sub(self.bar.position()));
    }

    /// All is done; nothing of it stays on the screen.
    pub(crate) fn finish(self) {
        self.bar.finish_and_clear();
    }
}
