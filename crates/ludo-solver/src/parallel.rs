//! Parallel loops on the current thread pool; on one thread without the feature
//! `threads`.
//!
//! Every closure call writes its own item and reads nothing that another call
//! writes, so the number of threads changes no bit of the results.

#[cfg(feature = "threads")]
use rayon::prelude::*;

/// Calls `work(number, row)` for each row of this length.
pub(crate) fn for_each_row<T: Send>(
    table: &mut [T],
    length: usize,
    work: impl Fn(usize, &mut [T]) + Sync,
) {
    #[cfg(feature = "threads")]
    let chunks = table.par_chunks_mut(length);
    #[cfg(not(feature = "threads"))]
    let chunks = table.chunks_mut(length);
    chunks
        .enumerate()
        .for_each(|(number, row)| work(number, row));
}

/// Calls `work` for each item, with a scratch buffer whose contents are arbitrary.
pub(crate) fn for_each_with<T: Send, S>(
    items: &mut [T],
    scratch: impl Fn() -> S + Sync + Send,
    work: impl Fn(&mut S, &mut T) + Sync + Send,
) {
    #[cfg(feature = "threads")]
    items.par_iter_mut().for_each_init(scratch, work);
    #[cfg(not(feature = "threads"))]
    {
        let mut scratch = scratch();
        items.iter_mut().for_each(|item| work(&mut scratch, item));
    }
}

/// Maps each number below `count`, in order.
pub(crate) fn map<R: Send>(count: usize, work: impl Fn(usize) -> R + Sync + Send) -> Vec<R> {
    #[cfg(feature = "threads")]
    let numbers = (0..count).into_par_iter();
    #[cfg(not(feature = "threads"))]
    let numbers = 0..count;
    numbers.map(work).collect()
}

/// Runs `work` on a thread of the pool, so that its many small tasks are exchanged
/// between threads that are awake.
pub(crate) fn in_pool<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    #[cfg(feature = "threads")]
    return rayon::scope(|_| work());
    #[cfg(not(feature = "threads"))]
    work()
}

/// Runs `work` outside the current pool: its parallel loops use rayon's global pool,
/// while the caller blocks.
///
/// A pool thread that waits for its own subtasks steals other tasks of the pool
/// meanwhile. If such a task waited for `work`, it would wait forever.
pub(crate) fn outside_pool<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    #[cfg(feature = "threads")]
    return std::thread::scope(|scope| scope.spawn(work).join())
        .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    #[cfg(not(feature = "threads"))]
    work()
}
