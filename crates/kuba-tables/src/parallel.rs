//! Parallel loops on the current thread pool; on one thread without the feature `threads`.

#[cfg(feature = "threads")]
use rayon::prelude::*;

/// Maps each number below `count`, in order.
pub(crate) fn map<R: Send>(count: usize, work: impl Fn(usize) -> R + Sync + Send) -> Vec<R> {
    #[cfg(feature = "threads")]
    let numbers = (0..count).into_par_iter();
    #[cfg(not(feature = "threads"))]
    let numbers = 0..count;
    numbers.map(work).collect()
}
