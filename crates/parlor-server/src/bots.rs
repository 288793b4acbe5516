//! The threads that bots think on: a few of their own, so that a bot never
//! delays a person's move.

use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use std::sync::{Arc, Mutex, mpsc};
use std::thread;

use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::log::Happening;
use crate::table::Thought;

/// A bounded pool of threads. What comes while all of them think waits in line.
#[derive(Debug)]
pub struct BotPool {
    tasks: mpsc::Sender<Task>,
    /// How long a bot may think by the clock.
    patience: Duration,
}

struct Task {
    thought: Thought,
    /// Told when a thread takes the task.
    begun: oneshot::Sender<()>,
    stop: Arc<AtomicBool>,
    answer: oneshot::Sender<Option<Happening>>,
}

impl BotPool {
    /// A pool of so many threads, at least one, that lets a bot think for so long.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn new(threads: usize, patience: Duration) -> std::io::Result<Self> {
        let (tasks, queue) = mpsc::channel::<Task>();
        let queue = Arc::new(Mutex::new(queue));
        for number in 0..threads.max(1) {
            let queue = Arc::clone(&queue);
            thread::Builder::new()
                .name(format!("bot-{number}"))
                .spawn(move || work(&queue))?;
        }
        Ok(Self { tasks, patience })
    }

    /// Lets a bot think, and gives what it does; none if that is nothing, or it
    /// fails.
    pub async fn think(&self, thought: Thought) -> Option<Happening> {
        let stop = Arc::new(AtomicBool::new(false));
        let (begun, has_begun) = oneshot::channel();
        let (answer, mut answered) = oneshot::channel();
        let task = Task {
            thought,
            begun,
            stop: Arc::clone(&stop),
            answer,
        };
        self.tasks.send(task).ok()?;
        // Waiting in line is not thinking.
        has_begun.await.ok()?;
        if let Ok(happening) = timeout(self.patience, &mut answered).await {
            return happening.ok()?;
        }
        stop.store(true, Ordering::Relaxed);
        answered.await.ok()?
    }
}

/// What a thread does until the pool is gone.
fn work(queue: &Mutex<mpsc::Receiver<Task>>) {
    loop {
        let next = match queue.lock() {
            Ok(queue) => queue.recv(),
            Err(_) => return,
        };
        let Ok(task) = next else {
            return;
        };
        // Nobody hears it if the game was put away meanwhile.
        let _ = task.begun.send(());
        // Nobody hears the answer if the game was ended meanwhile.
        let _ = task.answer.send(task.thought.think(&task.stop));
    }
}
