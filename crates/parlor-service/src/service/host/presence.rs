//! Who is in a game: the seats whose players are connected, at this node and at others, and when a
//! player was last there.

use std::collections::HashMap;
use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::watch;
use tokio::time::Duration;

use crate::client_net::ClientNet;
use crate::store::shared::Session;
use crate::uptime_clock::UptimeClock;

/// The time after which what another node has told of its connections counts no more. It tells it anew
/// before that.
const TOLD_FOR: Duration = Duration::from_secs(45);

/// Who is in a game.
#[derive(Debug)]
pub(super) struct Presence {
    uptime: Arc<UptimeClock>,
    bots_wait: Duration,
    connected: Mutex<Connected>,
    /// The seats whose players are connected anywhere, once for each connection.
    all: watch::Sender<Vec<char>>,
    /// When a player was last here, and from where.
    attended: Mutex<Option<Attended>>,
}

/// The seats whose players are connected, once for each connection.
#[derive(Debug, Default)]
struct Connected {
    here: Vec<char>,
    /// At other nodes, and when they told it.
    elsewhere: HashMap<Session, (Vec<char>, Duration)>,
}

/// A visit of a player.
#[derive(Clone, Copy, Debug)]
struct Attended {
    /// The uptime.
    at: Duration,
    by: ClientNet,
    /// Whether they have visited the game, rather than only created it.
    has_come: bool,
}

impl Presence {
    /// Nobody is there yet.
    pub(super) fn new(uptime: Arc<UptimeClock>, bots_wait: Duration) -> Self {
        Self {
            uptime,
            bots_wait,
            connected: Mutex::default(),
            all: watch::Sender::default(),
            attended: Mutex::default(),
        }
    }

    /// The seats whose players are connected, each time that changes.
    pub(super) fn watch(&self) -> watch::Receiver<Vec<char>> {
        self.all.subscribe()
    }

    /// The seats whose players are connected to this node.
    pub(super) fn here(&self) -> Vec<char> {
        self.connected.lock().here.clone()
    }

    /// Notes a visit; `has_come` is whether the client has visited the game, rather than created it.
    pub(super) fn visit(&self, by: ClientNet, has_come: bool) {
        let at = self.uptime.now();
        *self.attended.lock() = Some(Attended { at, by, has_come });
    }

    /// Whether a player is here, or was recently.
    pub(super) fn is_attended(&self) -> bool {
        let attended = *self.attended.lock();
        let ago = |attended: Attended| self.uptime.now().saturating_sub(attended.at);
        !self.all.borrow().is_empty()
            || attended.is_some_and(|attended| ago(attended) < self.bots_wait)
    }

    /// The player's client that was here last, and the uptime of that. To have created the game does
    /// not count: a thousand are created in a second, and left.
    pub(super) fn last_visit(&self) -> Option<(ClientNet, Duration)> {
        let Attended { at, by, .. } =
            (*self.attended.lock()).filter(|attended| attended.has_come)?;
        self.is_attended().then_some((by, at))
    }

    /// The client that was here last.
    pub(super) fn last_client(&self) -> ClientNet {
        let attended = *self.attended.lock();
        attended.map_or(ClientNet::of(None), |attended| attended.by)
    }

    /// The players of these seats have connected to this node.
    pub(super) fn connect(&self, seats: &[char]) {
        self.connected.lock().here.extend(seats);
        self.publish();
    }

    /// They have gone, and were here until now.
    pub(super) fn disconnect(&self, seats: &[char]) {
        if let Some(attended) = self.attended.lock().as_mut() {
            attended.at = self.uptime.now();
        }
        {
            let here = &mut self.connected.lock().here;
            for seat in seats {
                if let Some(place) = here.iter().position(|other| other == seat) {
                    here.swap_remove(place);
                }
            }
        }
        self.publish();
    }

    /// The players of these seats are connected to another node.
    pub(super) fn hear(&self, node: Session, seats: Vec<char>) {
        let told = (seats, self.uptime.now());
        self.connected.lock().elsewhere.insert(node, told);
        self.publish();
    }

    /// Forgets what nodes have told that tell nothing any more.
    pub(super) fn forget_old(&self) {
        let now = self.uptime.now();
        let is_new = |at: Duration| now.saturating_sub(at) < TOLD_FOR;
        self.connected
            .lock()
            .elsewhere
            .retain(|_, (_, at)| is_new(*at));
        self.publish();
    }

    fn publish(&self) {
        let connected = self.connected.lock();
        let elsewhere = connected.elsewhere.values().flat_map(|(seats, _)| seats);
        let mut seats: Vec<char> = connected.here.iter().chain(elsewhere).copied().collect();
        seats.sort_unstable();
        self.all.send_if_modified(|all| {
            let has_changed = *all != seats;
            *all = seats;
            has_changed
        });
    }
}
