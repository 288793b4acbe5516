//! `cargo xtask prove pages`: what a press costs, on the wire and in time, and whether pages jump.

use crate::prove::record_in_browser;
use crate::repository::Repository;

/// Plays whole games in a browser, against a server of its own.
///
/// # Errors
/// When a figure is worse than it may be.
pub(crate) fn run(repository: &Repository) -> anyhow::Result<()> {
    record_in_browser(repository, "pages", "weigh.js", &[])
}
