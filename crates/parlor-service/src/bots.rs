//! The threads that bots think on, and that draw pictures: few enough that a bot never delays a person's move, and shared
//! among the networks of clients so that no client's games delay another's.
//!
//! A running task cannot be preempted. So fairness has two parts: of the waiting tasks, that of the
//! network with the fewest running tasks is next; and a network without a running task does not wait
//! for one of the usual threads but gets an extra one, with which they share the processors.

mod turns;

use core::panic::AssertUnwindSafe;
use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::panic::catch_unwind;
use std::sync::Arc;
use std::thread;

use parking_lot::{Condvar, Mutex};

use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};

use crate::client_net::{ClientNet, Prefix};
use crate::counts::Counts;
use parlor_table::log::GameEvent;
use parlor_table::table::BotTask;

pub use turns::Turns;

/// The number of extra threads, for networks without a running task.
const EXTRA_THREADS: usize = 8;

/// A bounded pool of threads with a queue.
#[derive(Debug)]
pub struct BotPool {
    line: Arc<BotQueue>,
    /// The time that a task may take.
    patience: Duration,
}

/// The share of the pool to which a task is charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The client that was in the game last.
    pub client: ClientNet,
    /// Whether a human plays in the game and so waits for the bot. Such tasks come first.
    pub is_awaited: bool,
}

#[derive(Debug)]
struct QueuedTask {
    share: Share,
    work: BotTask,
    sent: Instant,
    /// Signals that a thread has taken the task.
    begun: oneshot::Sender<()>,
    stop: Arc<AtomicBool>,
    answer: oneshot::Sender<Option<GameEvent>>,
}

/// The queue and the running tasks.
#[derive(Debug)]
struct BotQueue {
    state: Mutex<QueueState>,
    changed: Condvar,
}

#[derive(Debug)]
struct QueueState {
    /// The waiting tasks of each client, by whether they are awaited, the oldest first.
    waiting: HashMap<(bool, ClientNet), VecDeque<QueuedTask>>,
    /// The running tasks, by the networks of their clients.
    thinking_of: Counts<Prefix>,
    thinking: usize,
    /// The number of usual threads.
    threads: usize,
    is_closed: bool,
}

impl BotPool {
    /// A pool of `threads` usual threads, at least one, and the extra ones. A task is stopped after
    /// `patience`.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn new(threads: usize, patience: Duration) -> std::io::Result<Self> {
        let threads = threads.max(1);
        let line = Arc::new(BotQueue {
            state: Mutex::new(QueueState {
                waiting: HashMap::new(),
                thinking_of: Counts::default(),
                thinking: 0,
                threads,
                is_closed: false,
            }),
            changed: Condvar::new(),
        });
        let pool = Self { line, patience };
        for number in 0..threads + EXTRA_THREADS {
            let line = Arc::clone(&pool.line);
            thread::Builder::new()
                .name(format!("bot-{number}"))
                .spawn(move || line.work())?;
        }
        Ok(pool)
    }

    /// Runs a task; returns its event, `None` if it has none or fails.
    pub async fn think(&self, share: Share, bot_task: BotTask) -> Option<GameEvent> {
        let stop = Arc::new(AtomicBool::new(false));
        let (begun, has_begun) = oneshot::channel();
        let (answer, mut answered) = oneshot::channel();
        self.line.enter(QueuedTask {
            share,
            work: bot_task,
            sent: Instant::now(),
            begun,
            stop: Arc::clone(&stop),
            answer,
        });
        // Waiting in line is not thinking.
        has_begun.await.ok()?;
        if let Ok(event) = timeout(self.patience, &mut answered).await {
            return event.ok()?;
        }
        stop.store(true, Ordering::Relaxed);
        answered.await.ok()?
    }

    /// For long work of a thread of its own, which takes turns with the tasks here.
    pub fn turns(&self, client: ClientNet, stop: Arc<AtomicBool>) -> Turns {
        Turns::new(Arc::clone(&self.line), client, stop)
    }

    /// Runs other work for a client, after everything that a human waits for in a game; `None` if it
    /// panics, or the pool is dropped. It cannot be stopped, so it has to be short.
    pub async fn run<T: Send + 'static>(
        &self,
        client: ClientNet,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let share = Share {
            client,
            is_awaited: false,
        };
        let (answer, answered) = oneshot::channel();
        let task = BotTask::new(move |_| {
            if let Ok(result) = catch_unwind(AssertUnwindSafe(work)) {
                // The client may have gone meanwhile.
                let _ = answer.send(result);
            }
            None
        });
        self.think(share, task).await;
        answered.await.ok()
    }
}

impl Drop for BotPool {
    fn drop(&mut self) {
        self.line.state.lock().is_closed = true;
        self.line.changed.notify_all();
    }
}

impl BotQueue {
    fn enter(&self, task: QueuedTask) {
        let key = (task.share.is_awaited, task.share.client);
        let mut state = self.state.lock();
        state.waiting.entry(key).or_default().push_back(task);
        drop(state);
        metrics::gauge!("parlor_bot_queue").increment(1.0);
        // Not every thread may take it: one that may is among all.
        self.changed.notify_all();
    }

    /// Runs tasks until the pool is dropped.
    fn work(&self) {
        while let Some(task) = self.next() {
            metrics::gauge!("parlor_bot_queue").decrement(1.0);
            metrics::histogram!("parlor_bot_wait_seconds").record(task.sent.elapsed());
            // The game may have been evicted meanwhile.
            let _ = task.begun.send(());
            let event = task.work.think(&task.stop);
            self.state.lock().end(task.share.client);
            self.changed.notify_all();
            // The game may have ended meanwhile.
            let _ = task.answer.send(event);
        }
    }

    /// Waits for the next task that may start; `None` once the pool is dropped.
    fn next(&self) -> Option<QueuedTask> {
        let mut state = self.state.lock();
        loop {
            if state.is_closed {
                return None;
            }
            if let Some(task) = state.begin_next() {
                return Some(task);
            }
            self.changed.wait(&mut state);
        }
    }
}

impl QueueState {
    /// Takes the task that is next, if it may begin.
    fn begin_next(&mut self) -> Option<QueuedTask> {
        let under_way = |network| self.thinking_of.of(&network);
        let waiting = self
            .waiting
            .iter()
            .filter_map(|(&(is_awaited, client), tasks)| {
                let [widest, own] = [client.widest(), client.own()].map(under_way);
                Some(((!is_awaited, widest, own, tasks.front()?.sent), client))
            });
        let ((is_unawaited, of_widest, ..), client) =
            waiting.min_by_key(|(command, _)| *command)?;
        let has_turn = of_widest == 0 && !is_unawaited;
        if self.thinking >= self.threads && !has_turn {
            return None;
        }
        let Entry::Occupied(mut tasks) = self.waiting.entry((!is_unawaited, client)) else {
            return None;
        };
        let task = tasks.get_mut().pop_front();
        if tasks.get().is_empty() {
            tasks.remove();
        }
        self.thinking += 1;
        self.thinking_of.add(client.prefixes());
        task
    }

    /// Notes that a task of this client has ended.
    fn end(&mut self, client: ClientNet) {
        self.thinking -= 1;
        self.thinking_of.remove(client.prefixes());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use futures_util::FutureExt as _;

    use super::*;

    fn client(number: u8) -> ClientNet {
        ClientNet::of(Some([192, 0, number, 1].into()))
    }

    /// A pool whose tasks send their names, and wait until they are ended.
    struct PoolBench {
        pool: Arc<BotPool>,
        begun: mpsc::Receiver<&'static str>,
        begin: mpsc::Sender<&'static str>,
    }

    impl PoolBench {
        fn new(threads: usize) -> Self {
            let (begin, begun) = mpsc::channel();
            let pool = BotPool::new(threads, Duration::from_hours(1)).expect("threads");
            let pool = Arc::new(pool);
            Self { pool, begun, begin }
        }

        /// Lets a bot think for this client until what this gives is dropped.
        fn think(&self, of: u8, is_awaited: bool, name: &'static str) -> mpsc::Sender<()> {
            let (end, ended) = mpsc::channel::<()>();
            let begin = self.begin.clone();
            let bot_task = BotTask::new(move |_| {
                begin.send(name).expect("it is heard");
                ended.recv().expect_err("it ends when the sender is gone");
                None
            });
            let share = Share {
                client: client(of),
                is_awaited,
            };
            let (begun, _) = oneshot::channel();
            let (answer, _) = oneshot::channel();
            self.pool.line.enter(QueuedTask {
                share,
                work: bot_task,
                sent: Instant::now(),
                begun,
                stop: Arc::default(),
                answer,
            });
            end
        }

        fn begins(&self) -> &'static str {
            let begun = self.begun.recv_timeout(Duration::from_mins(1));
            begun.expect("a task begins")
        }

        /// Nothing begins, however long one waits; a moment must do.
        fn nothing_begins(&self) {
            let begun = self.begun.recv_timeout(Duration::from_millis(50));
            assert_eq!(begun, Err(mpsc::RecvTimeoutError::Timeout));
        }
    }

    #[test]
    fn who_takes_all_threads_delays_nobody_else() {
        let bench = PoolBench::new(2);
        let greedy: Vec<_> = (0..100).map(|_| bench.think(1, true, "greedy")).collect();
        assert_eq!([bench.begins(), bench.begins()], ["greedy"; 2]);
        bench.nothing_begins();
        let one = bench.think(2, true, "one");
        assert_eq!(bench.begins(), "one");
        let other = bench.think(3, true, "other");
        assert_eq!(bench.begins(), "other");
        // A client with a running task waits like everybody.
        let _more = bench.think(2, true, "one more");
        bench.nothing_begins();
        drop((one, other));
        // The extra threads are for newcomers only.
        assert_eq!(bench.begins(), "one more");
        drop(greedy);
    }

    #[test]
    fn many_addresses_of_one_network_are_one_newcomer() {
        let bench = PoolBench::new(1);
        let in_network = |host| ClientNet::of(Some([192, 0, 2, host].into()));
        let mut state = bench.pool.line.state.lock();
        state.thinking = 1;
        state.thinking_of.add(in_network(1).prefixes());
        drop(state);
        let _waits = bench.think(2, true, "a neighbor");
        bench.nothing_begins();
        let _begins = bench.think(3, true, "a newcomer");
        assert_eq!(bench.begins(), "a newcomer");
    }

    #[test]
    fn what_a_human_waits_for_comes_first() {
        let bench = PoolBench::new(1);
        let busy = bench.think(1, true, "busy");
        assert_eq!(bench.begins(), "busy");
        let _alone = bench.think(2, false, "bots among themselves");
        bench.nothing_begins();
        let _awaited = bench.think(1, true, "awaited");
        bench.nothing_begins();
        drop(busy);
        assert_eq!(bench.begins(), "awaited");
    }

    #[tokio::test]
    async fn other_work_has_its_result_and_waits_for_what_a_human_waits_for() {
        let bench = PoolBench::new(1);
        let busy = bench.think(1, true, "busy");
        assert_eq!(bench.begins(), "busy");
        let begin = bench.begin.clone();
        let work = bench
            .pool
            .run(client(2), move || begin.send("work").is_ok());
        let mut work = Box::pin(work);
        assert_eq!(work.as_mut().now_or_never(), None, "it is in the queue");
        let awaited = bench.think(1, true, "awaited");
        bench.nothing_begins();
        drop(busy);
        assert_eq!(bench.begins(), "awaited");
        drop(awaited);
        assert_eq!(work.await, Some(true));
        let failed: Option<()> = bench.pool.run(client(2), || panic!("a test panics")).await;
        assert_eq!(failed, None);
        assert_eq!(bench.pool.run(client(2), || 7).await, Some(7));
    }
}
