//! The thread pool.

use core::num::NonZero;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::collections::BTreeMap;
use std::sync::mpsc;
use std::thread;

use rayon::{ThreadPool, ThreadPoolBuilder};

/// The only thread pool of the project.
///
/// Its results never depend on the number of threads.
///
/// ```
/// use core::num::NonZero;
/// use core::ops::ControlFlow;
/// use parlor_sim::Pool;
///
/// let pool = Pool::new(NonZero::new(2))?;
/// let mut squares = Vec::new();
/// pool.in_order(1_000, |number| number * number, |square| {
///     squares.push(square);
///     if square < 16 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// });
/// assert_eq!(squares, [0, 1, 4, 9, 16]);
/// # Ok::<(), parlor_sim::PoolError>(())
/// ```
#[derive(Debug)]
pub struct Pool(ThreadPool);

/// The threads cannot be started.
#[derive(Debug, thiserror::Error)]
#[error("{threads} threads cannot be started: {cause}; ask for fewer")]
pub struct PoolError {
    threads: usize,
    #[source]
    cause: rayon::ThreadPoolBuildError,
}

impl Pool {
    /// A pool of `threads` threads, by default one per core.
    ///
    /// # Errors
    /// [`PoolError`] if they cannot be started.
    pub fn new(threads: Option<NonZero<usize>>) -> Result<Self, PoolError> {
        let threads = threads
            .or_else(|| thread::available_parallelism().ok())
            .map_or(1, NonZero::get);
        // Always explicit: by default rayon would read the environment.
        let built = ThreadPoolBuilder::new().num_threads(threads).build();
        built
            .map(Self)
            .map_err(|cause| PoolError { threads, cause })
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.0.current_num_threads()
    }

    /// Runs the work in the pool: rayon calls inside it use these threads
    /// only.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        self.0.install(work)
    }

    /// Runs the jobs 0, 1, … below `count` in parallel and passes their results
    /// to `take` in that order, on the calling thread, until `take` breaks.
    ///
    /// Jobs begun before the break are finished, and their results discarded.
    /// On a thread of the pool itself, which cannot wait for itself, the jobs
    /// run one after the other.
    pub fn in_order<T: Send>(
        &self,
        count: u64,
        job: impl Fn(u64) -> T + Sync,
        mut take: impl FnMut(T) -> ControlFlow<()>,
    ) {
        if self.0.current_thread_index().is_some() {
            let _broken_off = (0..count).try_for_each(|number| take(job(number)));
            return;
        }
        let next = AtomicU64::new(0);
        let is_broken_off = AtomicBool::new(false);
        let (sender, results) = mpsc::channel();
        self.0.in_place_scope(|scope| {
            // Each thread has one worker, which no other can steal: a job that
            // waits for inner jobs must not start another outer one meanwhile.
            let (next, is_broken_off, job) = (&next, &is_broken_off, &job);
            scope.spawn_broadcast(move |_, _| {
                while !is_broken_off.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count || sender.send((number, job(number))).is_err() {
                        return;
                    }
                }
            });
            let mut awaited = 0;
            let mut early = BTreeMap::new();
            for (number, result) in results {
                early.insert(number, result);
                while let Some(result) = early.remove(&awaited) {
                    awaited += 1;
                    if take(result).is_break() {
                        is_broken_off.store(true, Ordering::Relaxed);
                        return;
                    }
                }
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The results in the order in which they are taken, up to this one.
    fn taken(threads: usize, count: u64, last: u64) -> Vec<u64> {
        let pool = Pool::new(NonZero::new(threads)).expect("a few threads");
        let mut taken = Vec::new();
        pool.in_order(
            count,
            |number| {
                // The earlier jobs take longer, so that they end out of order.
                (0..(count - number) * 1_000).fold(number, |kept, _| std::hint::black_box(kept))
            },
            |number| {
                taken.push(number);
                if number == last {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        taken
    }

    #[test]
    fn results_come_in_order_whatever_the_number_of_threads() {
        for threads in 1..=4 {
            assert_eq!(taken(threads, 100, 100), (0..100).collect::<Vec<_>>());
            assert_eq!(taken(threads, 100, 17), (0..=17).collect::<Vec<_>>());
            assert_eq!(taken(threads, 0, 0), []);
        }
    }

    #[test]
    fn a_thread_of_the_pool_can_share_out_work_again() {
        let pool = Pool::new(NonZero::new(2)).expect("a few threads");
        let mut sums = Vec::new();
        let sum = |number| {
            let mut sum = 0;
            pool.in_order(
                number,
                |inner| inner,
                |inner| {
                    sum += inner;
                    ControlFlow::Continue(())
                },
            );
            sum
        };
        pool.in_order(5, sum, |sum| {
            sums.push(sum);
            ControlFlow::Continue(())
        });
        assert_eq!(sums, [0, 0, 1, 3, 6]);
    }

    #[test]
    fn work_inside_sees_the_threads_of_the_pool() {
        let pool = Pool::new(NonZero::new(3)).expect("a few threads");
        assert_eq!(
            (pool.threads(), pool.install(rayon::current_num_threads)),
            (3, 3)
        );
    }
}
