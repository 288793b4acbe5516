//! The connections that have not yet sent a whole request: many cost an attacker nothing.
//!
//! Nobody is turned away. Whoever comes when there are too many takes the place of the one that has
//! waited longest: a browser asks at once, and so is soon none of these.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::client_net::ClientNet;

/// Those who wait, of all clients.
#[derive(Debug)]
pub(super) struct Waiting {
    most: usize,
    most_of_client: Option<usize>,
    queues: Mutex<Queues>,
}

#[derive(Debug, Default)]
struct Queues {
    all: usize,
    of_clients: HashMap<ClientNet, VecDeque<Arc<Notify>>>,
}

/// One connection; when it is dropped it no longer waits.
#[derive(Debug)]
pub(super) struct Guest {
    waiting: Arc<Waiting>,
    client: ClientNet,
    dismissal: Arc<Notify>,
}

impl Waiting {
    /// Nobody yet, and at most so many, in all and of each client.
    pub(super) fn new(most: usize, most_of_client: Option<usize>) -> Arc<Self> {
        Arc::new(Self {
            most,
            most_of_client,
            queues: Mutex::default(),
        })
    }

    /// One more, in whose place another may have to go.
    pub(super) fn enter(self: &Arc<Self>, client: ClientNet) -> Guest {
        let dismissal = Arc::new(Notify::new());
        let mut queues = self.queues();
        let queue = queues.of_clients.entry(client).or_default();
        queue.push_back(Arc::clone(&dismissal));
        let is_many = self.most_of_client.is_some_and(|most| queue.len() > most);
        queues.all += 1;
        if is_many {
            queues.dismiss(client);
        } else if queues.all > self.most {
            queues.dismiss_one();
        }
        drop(queues);
        Guest {
            waiting: Arc::clone(self),
            client,
            dismissal,
        }
    }

    /// Sends away, if anybody waits, whoever has waited longest of the client that has most.
    pub(super) fn dismiss_one(&self) {
        self.queues().dismiss_one();
    }

    fn queues(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queues {
    fn dismiss_one(&mut self) {
        let most = self.of_clients.iter().max_by_key(|(_, queue)| queue.len());
        if let Some((&client, _)) = most {
            self.dismiss(client);
        }
    }

    fn dismiss(&mut self, client: ClientNet) {
        let first = self.of_clients.get(&client).and_then(VecDeque::front);
        if let Some(first) = first.cloned() {
            first.notify_one();
            self.remove(client, &first);
        }
    }

    /// Takes one out, if it still waits.
    fn remove(&mut self, client: ClientNet, dismissal: &Arc<Notify>) {
        let Some(queue) = self.of_clients.get_mut(&client) else {
            return;
        };
        if let Some(place) = queue.iter().position(|other| Arc::ptr_eq(other, dismissal)) {
            queue.remove(place);
            self.all -= 1;
        }
        if queue.is_empty() {
            self.of_clients.remove(&client);
        }
    }
}

impl Guest {
    /// It has sent a whole request, and is never sent away from here on.
    pub(super) fn has_asked(&self) {
        self.waiting.queues().remove(self.client, &self.dismissal);
    }

    /// Waits until it is sent away.
    pub(super) async fn dismissed(&self) {
        self.dismissal.notified().await;
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.has_asked();
    }
}
