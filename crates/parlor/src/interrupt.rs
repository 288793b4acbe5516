//! Ctrl-C for commands with partial results.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::Context as _;
use tokio::runtime::Builder;
use tokio::signal;

/// The exit code of a command that was interrupted: 128 and the signal's number.
const INTERRUPTED: i32 = 130;

/// A flag that the first Ctrl-C raises, so that the command ends with its results
/// so far; the second one ends it at once.
pub(crate) fn flag() -> anyhow::Result<&'static AtomicBool> {
    static FLAG: AtomicBool = AtomicBool::new(false);
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.context("cannot start the Ctrl-C handler")?;
    thread::spawn(move || {
        runtime.block_on(async {
            // Where Ctrl-C cannot be waited for, it ends the command anyway.
            while signal::ctrl_c().await.is_ok() {
                if FLAG.swap(true, Ordering::Relaxed) {
                    at_once();
                }
            }
        });
    });
    Ok(&FLAG)
}

#[expect(
    clippy::exit,
    reason = "the user interrupted twice, and nothing is half-written"
)]
fn at_once() -> ! {
    process::exit(INTERRUPTED)
}
