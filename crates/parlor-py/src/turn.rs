//! The turn to load or to solve.

use core::cell::Cell;
use core::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use core::time::Duration;
use std::{process, thread};

use pyo3::prelude::*;

use crate::signals::check_signals;

/// The time between two looks at a thread that is at it.
const LOOK: Duration = Duration::from_millis(20);

/// The turn of a thread to load or to solve, which one thread of the process has at a time.
pub(crate) struct Turn;

/// Who has the turn: the process in the upper half, its thread in the lower, and 0 for nobody. A
/// forked process inherits the number, but not the thread.
static HOLDER: AtomicU64 = AtomicU64::new(0);

impl Turn {
    /// Waits for the turn; `None` if this thread has it already, and so must not wait for itself.
    ///
    /// # Errors
    /// What a signal raises meanwhile.
    pub(crate) fn wait() -> PyResult<Option<Self>> {
        let own = u64::from(process::id()) << 32 | u64::from(thread_number());
        loop {
            let holder = HOLDER.load(Ordering::Acquire);
            if holder == own {
                return Ok(None);
            }
            let is_free = holder == 0 || holder >> 32 != own >> 32;
            if is_free {
                let taken =
                    HOLDER.compare_exchange(holder, own, Ordering::AcqRel, Ordering::Acquire);
                if taken.is_ok() {
                    return Ok(Some(Self));
                }
            }
            check_signals()?;
            thread::sleep(LOOK);
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        HOLDER.store(0, Ordering::Release);
    }
}

/// A number that no other thread of this process has.
fn thread_number() -> u32 {
    static THREADS: AtomicU32 = AtomicU32::new(1);
    thread_local! {
        static NUMBER: Cell<u32> = const { Cell::new(0) };
    }
    NUMBER.with(|number| {
        if number.get() == 0 {
            number.set(THREADS.fetch_add(1, Ordering::Relaxed));
        }
        number.get()
    })
}
