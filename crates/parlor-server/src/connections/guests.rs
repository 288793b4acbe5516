//! Who is connected, and who goes first when room is scarce: many open connections cost an
//! attacker nothing.
//!
//! Nobody is turned away. Whoever comes takes the place of another of the client that has most
//! connections: of the one that has waited longest to ask its first question, if that is a while,
//! else of the one that has been idle longest, else of the one that has been answered longest. A
//! browser asks at once, so it is soon none of the first; and a single client crowds out itself,
//! not others. Sockets are not counted here, as they have limits of their own.

use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use parking_lot::Mutex;

use tokio::sync::Notify;
use tokio::time::Instant;

use parlor_service::client_net::ClientNet;

/// How long whoever comes may take to ask before they have to go for others: longer than the way
/// there and back, or only those would be answered who came when there was room.
pub(super) const TIME_TO_ASK: Duration = Duration::from_secs(2);

/// How often the log says that connections were closed to make room.
const WARNED_EVERY: Duration = Duration::from_mins(1);

/// All connections but those that have become sockets.
#[derive(Debug)]
pub(super) struct Guests {
    most_silent: usize,
    most_silent_of_client: Option<usize>,
    register: Mutex<Register>,
}

#[derive(Debug, Default)]
struct Register {
    /// Numbers are given in the order in which guests enter a list.
    last_number: u64,
    silent: usize,
    clients: HashMap<ClientNet, Lists>,
    dismissed: u64,
    warned: Option<Instant>,
}

/// The guests of one client in each state, the longest there first.
#[derive(Debug, Default)]
struct Lists([BTreeMap<u64, GuestEntry>; 3]);

/// How a guest is dismissed, and since when it is in its list.
#[derive(Debug)]
struct GuestEntry {
    dismissal: Arc<Notify>,
    since: Instant,
}

/// What a connection does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GuestState {
    /// It has not yet sent a whole request.
    Silent,
    /// It has been answered, and has not sent another whole request.
    Idle,
    /// It is being answered.
    Busy,
}

/// One connection; it is forgotten when it is dropped.
#[derive(Debug)]
pub(super) struct Guest {
    guests: Arc<Guests>,
    client: ClientNet,
    dismissal: Arc<Notify>,
    /// Its state and number; none once it is a socket or was dismissed.
    place: Mutex<Option<(GuestState, u64)>>,
    has_asked: AtomicBool,
}

impl Guests {
    /// Nobody yet, and at most so many that are silent, in all and of each client.
    pub(super) fn new(most_silent: usize, most_silent_of_client: Option<usize>) -> Arc<Self> {
        Arc::new(Self {
            most_silent,
            most_silent_of_client,
            register: Mutex::default(),
        })
    }

    /// One more, in whose place another may have to go.
    pub(super) fn enter(self: &Arc<Self>, client: ClientNet) -> Guest {
        let dismissal = Arc::new(Notify::new());
        let mut register = self.register.lock();
        let number = register.add(client, GuestState::Silent, &dismissal);
        let of_client = register.count(client, GuestState::Silent);
        let most = self.most_silent_of_client;
        if most.is_some_and(|most| of_client > most) {
            register.dismiss_first(client, GuestState::Silent);
        } else if register.silent > self.most_silent {
            register.dismiss_silent();
        }
        drop(register);
        Guest {
            guests: Arc::clone(self),
            client,
            dismissal,
            place: Mutex::new(Some((GuestState::Silent, number))),
            has_asked: AtomicBool::new(false),
        }
    }

    /// Dismisses somebody, if there is anybody who is no socket.
    pub(super) fn make_room(&self) {
        self.register.lock().dismiss_one();
    }
}

impl Register {
    fn count(&self, client: ClientNet, state: GuestState) -> usize {
        let lists = self.clients.get(&client);
        lists.map_or(0, |lists| lists.0[state as usize].len())
    }

    fn add(&mut self, client: ClientNet, state: GuestState, dismissal: &Arc<Notify>) -> u64 {
        self.last_number += 1;
        self.silent += usize::from(state == GuestState::Silent);
        let lists = self.clients.entry(client).or_default();
        let entry = GuestEntry {
            dismissal: Arc::clone(dismissal),
            since: Instant::now(),
        };
        lists.0[state as usize].insert(self.last_number, entry);
        self.last_number
    }

    /// Takes one out; whether it was there.
    fn remove(&mut self, client: ClientNet, state: GuestState, number: u64) -> bool {
        let Some(lists) = self.clients.get_mut(&client) else {
            return false;
        };
        let is_there = lists.0[state as usize].remove(&number).is_some();
        if lists.0.iter().all(BTreeMap::is_empty) {
            self.clients.remove(&client);
        }
        self.silent -= usize::from(is_there && state == GuestState::Silent);
        is_there
    }

    /// The client for which this is most.
    fn largest(&self, size: impl Fn(&Lists) -> usize) -> Option<ClientNet> {
        let clients = self.clients.iter();
        let largest = clients.max_by_key(|(_, lists)| size(lists));
        largest.map(|(&client, _)| client)
    }

    fn dismiss_silent(&mut self) {
        if let Some(client) = self.largest(|lists| lists.0[GuestState::Silent as usize].len()) {
            self.dismiss_first(client, GuestState::Silent);
        }
    }

    fn dismiss_one(&mut self) {
        let all = |lists: &Lists| lists.0.iter().map(BTreeMap::len).sum();
        let Some(client) = self.largest(all) else {
            return;
        };
        let first = |state| {
            let lists = self.clients.get(&client)?;
            lists.0[state as usize].values().next()
        };
        let is_late = |entry: &GuestEntry| entry.since.elapsed() >= TIME_TO_ASK;
        let state = if first(GuestState::Silent).is_some_and(is_late) {
            GuestState::Silent
        } else if first(GuestState::Idle).is_some() {
            GuestState::Idle
        } else if first(GuestState::Busy).is_some() {
            GuestState::Busy
        } else {
            GuestState::Silent
        };
        self.dismiss_first(client, state);
    }

    fn dismiss_first(&mut self, client: ClientNet, state: GuestState) {
        let lists = self.clients.get(&client);
        let first = lists.and_then(|lists| lists.0[state as usize].first_key_value());
        let Some((&number, entry)) = first else {
            return;
        };
        entry.dismissal.notify_one();
        self.remove(client, state, number);
        metrics::counter!("parlor_connections_dismissed_total").increment(1);
        self.dismissed += 1;
        let now = Instant::now();
        let is_due = |warned: Instant| now.duration_since(warned) >= WARNED_EVERY;
        if self.warned.is_none_or(is_due) {
            self.warned = Some(now);
            let closed = core::mem::take(&mut self.dismissed);
            tracing::warn!(
                closed,
                "too many connections are open: of the address that has most, those without a request \
                 are closed, and the longest idle"
            );
        }
    }
}

impl Guest {
    /// It has sent a whole request.
    pub(super) fn has_asked(&self) {
        self.has_asked.store(true, Ordering::Relaxed);
        self.enter(Some(GuestState::Busy));
    }

    /// It has its whole answer.
    pub(super) fn has_answer(&self) {
        self.enter(Some(GuestState::Idle));
    }

    /// It is never dismissed from here on.
    pub(super) fn becomes_socket(&self) {
        self.enter(None);
    }

    /// Whether it has ever sent a whole request.
    pub(super) fn has_ever_asked(&self) -> bool {
        self.has_asked.load(Ordering::Relaxed)
    }

    /// Whether it is being answered.
    pub(super) fn is_busy(&self) -> bool {
        matches!(*self.place.lock(), Some((GuestState::Busy, _)))
    }

    /// Changes its state, unless it is a socket or was dismissed.
    fn enter(&self, state: Option<GuestState>) {
        let mut place = self.place.lock();
        let Some((old, number)) = *place else { return };
        let mut register = self.guests.register.lock();
        let was_there = register.remove(self.client, old, number);
        let state = state.filter(|_| was_there);
        *place = state.map(|state| {
            let number = register.add(self.client, state, &self.dismissal);
            (state, number)
        });
    }

    /// Waits until it is dismissed.
    pub(super) async fn dismissed(&self) {
        self.dismissal.notified().await;
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.enter(None);
    }
}
