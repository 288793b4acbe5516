//! Searches of single positions, each for as long as somebody looks at it: in turns with the bots, one a
//! visitor, few at a time, and none longer than it may be.
//!
//! Nothing that they find is kept here.

use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use std::collections::HashMap;
use std::sync::Arc;
use std::thread;

use parking_lot::Mutex;
use parlor_table::key::KeyHash;
use tokio::sync::{Semaphore, mpsc};

use crate::bots::{BotPool, Turns};
use crate::client_net::{ClientNet, Prefix};
use crate::counts::Counts;

/// The most searches that run at a time.
const MOST_RUNNING: usize = 4;

/// The most that wait or run, of all clients and of one.
const MOST_UNDER_WAY: usize = 64;
const MOST_OF_CLIENT: usize = 8;

/// The time of a processor that one may take.
const MOST_TIME: Duration = Duration::from_secs(10);

/// Whoever looks at a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Visitor {
    /// A browser with a cookie.
    Browser(KeyHash),
    /// Everything else of a client.
    Client(ClientNet),
}

/// Too many searches wait, in all or for this client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many positions are being searched; try again in a moment")]
pub struct TooManySearches;

/// The searches under way. Clones are the same.
#[derive(Clone, Debug)]
pub(crate) struct Searches {
    running: Arc<Semaphore>,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    /// What stops the search of each visitor.
    stops: HashMap<Visitor, Arc<AtomicBool>>,
    under_way: usize,
    of_clients: Counts<Prefix>,
}

/// The place of a search among the others, which may have to wait.
#[derive(Debug)]
pub struct SearchPlace {
    searches: Searches,
    turns: Turns,
    visitor: Visitor,
    client: ClientNet,
    stop: Arc<AtomicBool>,
}

/// A search under way, which is stopped when this is dropped.
#[derive(Debug)]
pub struct Search<T> {
    found: mpsc::UnboundedReceiver<T>,
    stop: Arc<AtomicBool>,
}

impl Default for Searches {
    fn default() -> Self {
        Self {
            running: Arc::new(Semaphore::new(MOST_RUNNING)),
            state: Arc::default(),
        }
    }
}

impl Searches {
    /// A place for the search of a visitor, which ends any other of theirs; `has_limits` is whether few
    /// may wait for one client.
    pub(crate) fn enter(
        &self,
        pool: &BotPool,
        visitor: Visitor,
        client: ClientNet,
        has_limits: bool,
    ) -> Result<SearchPlace, TooManySearches> {
        let mut state = self.state.lock();
        if let Some(older) = state.stops.get(&visitor) {
            older.store(true, Ordering::Relaxed);
        }
        let has_many = has_limits && state.of_clients.are_full(client, MOST_OF_CLIENT);
        if state.under_way >= MOST_UNDER_WAY || has_many {
            return Err(TooManySearches);
        }
        let stop = Arc::<AtomicBool>::default();
        state.stops.insert(visitor, Arc::clone(&stop));
        state.under_way += 1;
        state.of_clients.add(client.prefixes());
        metrics::gauge!("parlor_searches").increment(1.0);
        Ok(SearchPlace {
            searches: self.clone(),
            turns: pool.turns(client, Arc::clone(&stop)),
            visitor,
            client,
            stop,
        })
    }

    /// Stops all that are under way.
    pub(crate) fn stop(&self) {
        let state = self.state.lock();
        let stops = state.stops.values();
        stops.for_each(|stop| stop.store(true, Ordering::Relaxed));
    }
}

impl SearchPlace {
    /// Whether others are before it.
    pub fn has_to_wait(&self) -> bool {
        self.searches.running.available_permits() == 0
    }

    /// Begins, once it may, to search on a thread of its own. The work asks at every position whether it
    /// has to stop, and passes on what it finds.
    pub async fn begin<T: Send + 'static>(
        self,
        work: impl FnOnce(&dyn Fn() -> bool, &dyn Fn(T)) + Send + 'static,
    ) -> Search<T> {
        let (send, found) = mpsc::unbounded_channel();
        let search = Search {
            found,
            stop: Arc::clone(&self.stop),
        };
        let permit = Arc::clone(&self.searches.running).acquire_owned().await;
        let thread = thread::Builder::new().name("search".to_owned());
        let begun = thread.spawn(move || {
            // Both end with the thread.
            let (place, _permit) = (self, permit);
            let turns = &place.turns;
            let is_over = || turns.is_stopped() || turns.spent() >= MOST_TIME;
            work(&is_over, &|found| {
                // Whoever asked may have gone meanwhile.
                let _ = send.send(found);
            });
        });
        if let Err(error) = begun {
            tracing::error!(%error, "a position is not searched");
        }
        search
    }
}

impl Drop for SearchPlace {
    fn drop(&mut self) {
        let mut state = self.searches.state.lock();
        state.under_way -= 1;
        state.of_clients.remove(self.client.prefixes());
        let own = state.stops.get(&self.visitor);
        if own.is_some_and(|stop| Arc::ptr_eq(stop, &self.stop)) {
            state.stops.remove(&self.visitor);
        }
        metrics::gauge!("parlor_searches").decrement(1.0);
    }
}

impl<T> Search<T> {
    /// What it finds next; `None` once it is over.
    pub async fn next(&mut self) -> Option<T> {
        self.found.recv().await
    }
}

impl<T> Drop for Search<T> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    fn client(number: u8) -> ClientNet {
        ClientNet::of(Some([192, 0, number, 1].into()))
    }

    fn visitor(number: u8) -> Visitor {
        Visitor::Client(client(number))
    }

    fn pool() -> BotPool {
        BotPool::new(1, Duration::from_hours(1)).expect("threads")
    }

    /// Work that says that it has begun, and goes on until it is stopped.
    fn endless(is_over: &dyn Fn() -> bool, found: &dyn Fn(&'static str)) {
        found("begun");
        while !is_over() {}
    }

    #[tokio::test]
    async fn a_new_search_of_a_visitor_ends_the_older_and_leaving_ends_it() {
        let (searches, pool) = (Searches::default(), pool());
        let enter = || searches.enter(&pool, visitor(1), client(1), true);
        let mut first = enter().expect("a place").begin(endless).await;
        assert_eq!(first.next().await, Some("begun"));
        let second = enter().expect("a place").begin(endless).await;
        assert_eq!(first.next().await, None, "it has ended");
        let stop = Arc::clone(&second.stop);
        drop(second);
        assert!(stop.load(Ordering::Relaxed));
        while searches.state.lock().under_way > 0 {
            tokio::task::yield_now().await;
        }
        let state = searches.state.lock();
        assert!(state.stops.is_empty() && state.of_clients.of(&client(1).own()) == 0);
    }

    #[tokio::test]
    async fn few_run_at_a_time_and_who_has_gone_does_not_wait() {
        let (searches, pool) = (Searches::default(), pool());
        let mut running = Vec::new();
        for number in 0..4 {
            let place = searches.enter(&pool, visitor(number), client(number), true);
            let place = place.expect("a place");
            assert!(!place.has_to_wait());
            running.push(place.begin(endless).await);
        }
        let place = searches.enter(&pool, visitor(9), client(9), true);
        let place = place.expect("a place");
        assert!(place.has_to_wait());
        let mut waits = Box::pin(place.begin(endless));
        assert!(waits.as_mut().now_or_never().is_none());
        drop(running.pop());
        assert_eq!(waits.await.next().await, Some("begun"));
        searches.stop();
        for mut search in running {
            while search.next().await.is_some() {}
        }
    }

    #[test]
    fn one_client_takes_few_places() {
        let (searches, pool) = (Searches::default(), pool());
        let enter = |number: u8, of: u8| {
            let browser = Visitor::Browser(KeyHash::of_text(&number.to_string()));
            searches.enter(&pool, browser, client(of), true)
        };
        let places: Vec<_> = (0..8).map(|number| enter(number, 1)).collect();
        assert!(places.iter().all(Result::is_ok));
        assert_eq!(enter(8, 1).err(), Some(TooManySearches));
        assert!(enter(9, 2).is_ok());
    }
}
