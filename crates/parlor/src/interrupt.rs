//! Ctrl-C, and what else asks a command to end, for commands with partial results.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::{fs, process};

use anyhow::Context as _;
use tokio::runtime::Builder;

/// The exit code of a command that was interrupted: 128 and the signal's number.
const INTERRUPTED: i32 = 130;

/// What is removed when the command ends at once.
static UNFINISHED: Mutex<Option<PathBuf>> = Mutex::new(None);

/// Has this folder removed if the command is ended at once; nothing any more without one.
pub(crate) fn remove_at_once(folder: Option<&Path>) {
    let mut unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
    *unfinished = folder.map(Path::to_owned);
}

/// A flag that the first Ctrl-C, or on Unix the first SIGTERM, raises, so that the command
/// ends with its results so far; the second one ends it at once.
pub(crate) fn flag() -> anyhow::Result<&'static AtomicBool> {
    static FLAG: AtomicBool = AtomicBool::new(false);
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.context("cannot start the Ctrl-C handler")?;
    let mut asked = {
        let _in_runtime = runtime.enter();
        asked_to_stop()?
    };
    thread::spawn(move || {
        runtime.block_on(async {
            loop {
                asked().await;
                raise(&FLAG);
            }
        });
    });
    Ok(&FLAG)
}

/// Raises the flag, or ends the command if it is raised already.
fn raise(flag: &AtomicBool) {
    if flag.swap(true, Ordering::Relaxed) {
        at_once();
    }
}

/// Each call waits for the next Ctrl-C or, on Unix, SIGTERM. On Unix they are caught once this
/// has returned. SIGHUP is left alone: `nohup` has it ignored. To be called in a runtime.
pub(crate) fn asked_to_stop() -> anyhow::Result<impl AsyncFnMut()> {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};

        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        Ok(async move || {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
        })
    }
    #[cfg(not(unix))]
    {
        Ok(async || {
            if tokio::signal::ctrl_c().await.is_err() {
                // Without signals only the end of the process stops it.
                core::future::pending::<()>().await;
            }
        })
    }
}

#[expect(
    clippy::exit,
    reason = "the user interrupted twice, and what is half-written is removed"
)]
fn at_once() -> ! {
    let unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(folder) = &*unfinished {
        // Its name says what it is.
        let _unreported = fs::remove_dir_all(folder);
    }
    process::exit(INTERRUPTED)
}
