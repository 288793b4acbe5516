//! Work on the rows of a table, on all threads of the pool that the caller is
//! in; on one thread without the feature `threads`.
//!
//! Every row is written by one closure call that depends on nothing another
//! call writes, so how the rows are shared out changes no bit of them.

#[cfg(feature = "threads")]
use rayon::prelude::*;

/// Calls `work(number, row)` for each row of this length.
pub(crate) fn rows<T: Send>(table: &mut [T], length: usize, work: impl Fn(usize, &mut [T]) + Sync) {
    #[cfg(feature = "threads")]
    let chunks = table.par_chunks_mut(length);
    #[cfg(not(feature = "threads"))]
    let chunks = table.chunks_mut(length);
    chunks
        .enumerate()
        .for_each(|(number, row)| work(number, row));
}

/// Calls `work` for each item, with a scratch pad that it must not depend on.
pub(crate) fn each_with<T: Send, S>(
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

/// Makes one value of each number below `count`, in order.
pub(crate) fn map<R: Send>(count: usize, work: impl Fn(usize) -> R + Sync + Send) -> Vec<R> {
    #[cfg(feature = "threads")]
    let numbers = (0..count).into_par_iter();
    #[cfg(not(feature = "threads"))]
    let numbers = 0..count;
    numbers.map(work).collect()
}

/// Does the work on a thread of the pool, so that its many small tasks are
/// handed over between threads that are awake.
pub(crate) fn inside<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    #[cfg(feature = "threads")]
    return rayon::scope(|_| work());
    #[cfg(not(feature = "threads"))]
    work()
}

/// Does the work apart from the pool that the caller may be in: what it shares
/// out goes to the threads of rayon's global pool, while the caller waits.
///
/// A thread of a pool that waits for work it has shared out takes on other work
/// of that pool meanwhile. What must be done before other such work can go on,
/// must therefore not be done in that pool.
pub(crate) fn apart<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    #[cfg(feature = "threads")]
    return std::thread::scope(|scope| scope.spawn(work).join())
        .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    #[cfg(not(feature = "threads"))]
    work()
}
