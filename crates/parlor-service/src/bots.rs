//! The threads that bots think on: few enough that a bot never delays a person's move, and shared
//! among the networks of clients so that no client's games delay another's.
//!
//! A thought cannot be set aside once it has begun. So fairness has two parts: of those that wait,
//! the network with the fewest thoughts under way is next; and a network with none under way need
//! not wait for a thread of the usual ones, but gets one more, which shares the processors with
//! them by the system's own slices.

use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::thread;

use parking_lot::{Condvar, Mutex};

use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};

use crate::client_net::{ClientNet, Prefix};
use crate::counts::Counts;
use parlor_table::log::GameEvent;
use parlor_table::table::Thought;

/// How many threads there are beside the usual ones, for networks that have no thought under way.
const EXTRA_THREADS: usize = 8;

/// A bounded pool of threads. What comes while all of them think waits in line.
#[derive(Debug)]
pub struct BotPool {
    line: Arc<Line>,
    /// How long a bot may think by the clock.
    patience: Duration,
}

/// For whom a bot thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The client that was in the game last.
    pub client: ClientNet,
    /// Whether a human plays in the game, and so waits for the bot. Such thoughts come before all
    /// others.
    pub is_awaited: bool,
}

#[derive(Debug)]
struct Task {
    share: Share,
    thought: Thought,
    sent: Instant,
    /// Signals that a thread has taken the task.
    begun: oneshot::Sender<()>,
    stop: Arc<AtomicBool>,
    answer: oneshot::Sender<Option<GameEvent>>,
}

/// Those who wait and those who think.
#[derive(Debug)]
struct Line {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    /// What waits, for each client and by whether it is awaited, the oldest first.
    waiting: HashMap<(bool, ClientNet), VecDeque<Task>>,
    /// The thoughts under way, by the networks of their clients.
    thinking_of: Counts<Prefix>,
    thinking: usize,
    /// How many thoughts may be under way whoever they are for.
    threads: usize,
    is_closed: bool,
}

impl BotPool {
    /// A pool of so many threads, at least one, and some that only a network uses that has no
    /// thought under way; it lets a bot think for so long.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn new(threads: usize, patience: Duration) -> std::io::Result<Self> {
        let threads = threads.max(1);
        let line = Arc::new(Line {
            state: Mutex::new(State {
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

    /// Lets a bot think, and gives what it does; none if that is nothing, or it
    /// fails.
    pub async fn think(&self, share: Share, thought: Thought) -> Option<GameEvent> {
        let stop = Arc::new(AtomicBool::new(false));
        let (begun, has_begun) = oneshot::channel();
        let (answer, mut answered) = oneshot::channel();
        self.line.enter(Task {
            share,
            thought,
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
}

impl Drop for BotPool {
    fn drop(&mut self) {
        self.line.state.lock().is_closed = true;
        self.line.changed.notify_all();
    }
}

impl Line {
    fn enter(&self, task: Task) {
        let key = (task.share.is_awaited, task.share.client);
        let mut state = self.state.lock();
        state.waiting.entry(key).or_default().push_back(task);
        drop(state);
        metrics::gauge!("parlor_bot_queue").increment(1.0);
        // Not every thread may take it: one that may is among all.
        self.changed.notify_all();
    }

    /// What a thread does until the pool is gone.
    fn work(&self) {
        while let Some(task) = self.next() {
            metrics::gauge!("parlor_bot_queue").decrement(1.0);
            metrics::histogram!("parlor_bot_wait_seconds").record(task.sent.elapsed());
            // Nobody hears it if the game was put away meanwhile.
            let _ = task.begun.send(());
            let event = task.thought.think(&task.stop);
            self.state.lock().end(task.share.client);
            self.changed.notify_all();
            // Nobody hears the answer if the game was ended meanwhile.
            let _ = task.answer.send(event);
        }
    }

    /// Waits for the next task that may begin; `None` once the pool is gone.
    fn next(&self) -> Option<Task> {
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

impl State {
    /// Takes the task that is next, if it may begin.
    fn begin_next(&mut self) -> Option<Task> {
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

    /// A thought for this client is at its end.
    fn end(&mut self, client: ClientNet) {
        self.thinking -= 1;
        self.thinking_of.remove(client.prefixes());
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn client(number: u8) -> ClientNet {
        ClientNet::of(Some([192, 0, number, 1].into()))
    }

    /// A pool whose thoughts tell their names, and wait to be told to end.
    struct Bench {
        pool: Arc<BotPool>,
        told: mpsc::Receiver<&'static str>,
        tell: mpsc::Sender<&'static str>,
    }

    impl Bench {
        fn new(threads: usize) -> Self {
            let (tell, told) = mpsc::channel();
            let pool = BotPool::new(threads, Duration::from_hours(1)).expect("threads");
            let pool = Arc::new(pool);
            Self { pool, told, tell }
        }

        /// Lets a bot think for this client until what this gives is dropped.
        fn think(&self, of: u8, is_awaited: bool, name: &'static str) -> mpsc::Sender<()> {
            let (end, ended) = mpsc::channel::<()>();
            let tell = self.tell.clone();
            let thought = Thought::new(move |_| {
                tell.send(name).expect("it is heard");
                ended.recv().expect_err("it ends when the sender is gone");
                None
            });
            let share = Share {
                client: client(of),
                is_awaited,
            };
            let (begun, _) = oneshot::channel();
            let (answer, _) = oneshot::channel();
            self.pool.line.enter(Task {
                share,
                thought,
                sent: Instant::now(),
                begun,
                stop: Arc::default(),
                answer,
            });
            end
        }

        fn begins(&self) -> &'static str {
            let told = self.told.recv_timeout(Duration::from_mins(1));
            told.expect("a thought begins")
        }

        /// Nothing begins, however long one waits; a moment must do.
        fn nothing_begins(&self) {
            let told = self.told.recv_timeout(Duration::from_millis(50));
            assert_eq!(told, Err(mpsc::RecvTimeoutError::Timeout));
        }
    }

    #[test]
    fn who_takes_all_threads_delays_nobody_else() {
        let bench = Bench::new(2);
        let greedy: Vec<_> = (0..100).map(|_| bench.think(1, true, "greedy")).collect();
        assert_eq!([bench.begins(), bench.begins()], ["greedy"; 2]);
        bench.nothing_begins();
        let one = bench.think(2, true, "one");
        assert_eq!(bench.begins(), "one");
        let other = bench.think(3, true, "other");
        assert_eq!(bench.begins(), "other");
        // Who has a thought under way waits like everybody.
        let _more = bench.think(2, true, "one more");
        bench.nothing_begins();
        drop((one, other));
        // The threads for newcomers are not for whoever came before.
        assert_eq!(bench.begins(), "one more");
        drop(greedy);
    }

    #[test]
    fn many_addresses_of_one_network_are_one_newcomer() {
        let bench = Bench::new(1);
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
        let bench = Bench::new(1);
        let busy = bench.think(1, true, "busy");
        assert_eq!(bench.begins(), "busy");
        let _alone = bench.think(2, false, "bots among themselves");
        bench.nothing_begins();
        let _awaited = bench.think(1, true, "awaited");
        bench.nothing_begins();
        drop(busy);
        assert_eq!(bench.begins(), "awaited");
    }
}
