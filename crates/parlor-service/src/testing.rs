//! What tests of this crate and of front ends share: a clock that stands still until it is set,
//! randomness that can be repeated, and a service over a store in memory.

use core::ops::RangeInclusive;
use core::sync::atomic::{AtomicU64, Ordering};
use core::time::Duration;
use std::sync::Arc;

use ludo_rules::Action;
use parlor_dice::Bytes32;
use parlor_game::{Bot, Budget, Level, LiveGame, Ludo, RandomBot};

use crate::bots::BotPool;
use crate::client_net::ClientNet;
use crate::clock::TimeSource;
use crate::service::{CommandOutcome, Maker, Service, Settings};
use crate::store::Store;
use crate::store::memory::MemoryStore;
use crate::uptime_clock::HEARTBEAT;
use parlor_table::command::Command;
use parlor_table::id::GameId;
use parlor_table::key::KeyHash;
use parlor_table::randomness::{Randomness, RandomnessError};
use parlor_table::timestamp::{Timestamp, milliseconds};

/// A clock that moves when a test moves it.
#[derive(Debug, Default)]
pub struct StillClock {
    now: AtomicU64,
    steady: AtomicU64,
}

impl StillClock {
    /// Lets time pass.
    pub fn pass(&self, time: Duration) {
        let time = milliseconds(time);
        self.now.fetch_add(time, Ordering::Relaxed);
        self.steady.fetch_add(time, Ordering::Relaxed);
    }

    /// Sets it to a time, as one sets a clock that was wrong.
    pub fn set(&self, now: Timestamp) {
        self.now.store(now.0, Ordering::Relaxed);
    }
}

impl TimeSource for StillClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.now.load(Ordering::Relaxed))
    }

    fn steady(&self) -> Duration {
        Duration::from_millis(self.steady.load(Ordering::Relaxed))
    }
}

/// The SHA-256 of 0, 1, 2, … in a row.
#[derive(Debug, Default)]
pub struct CountingRandomness(AtomicU64);

impl Randomness for CountingRandomness {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), RandomnessError> {
        for chunk in bytes.chunks_mut(32) {
            let number = self.0.fetch_add(1, Ordering::Relaxed);
            let digest = Bytes32::sha_256(&number.to_be_bytes());
            chunk.copy_from_slice(&digest.0[..chunk.len()]);
        }
        Ok(())
    }
}

/// A service in memory, its clock, and its store.
#[derive(Debug)]
pub struct Bench {
    /// The service.
    pub service: Service,
    /// Its clock.
    pub clock: Arc<StillClock>,
    /// Its store.
    pub store: Arc<dyn Store>,
}

impl Default for Bench {
    fn default() -> Self {
        Self::over(Arc::new(MemoryStore::default()), Settings::default())
    }
}

impl Bench {
    /// A service over this store.
    pub fn over(store: Arc<dyn Store>, settings: Settings) -> Self {
        Self::at(Timestamp::default(), store, settings)
    }

    /// The same, started when its clock shows this.
    ///
    /// # Panics
    /// When the system gives no thread for the bots.
    pub fn at(now: Timestamp, store: Arc<dyn Store>, settings: Settings) -> Self {
        let clock = Arc::new(StillClock::default());
        clock.set(now);
        let bots = BotPool::new(1, Duration::from_secs(5)).expect("a thread");
        let service = Service::new(
            Arc::clone(&store),
            Arc::clone(&clock) as Arc<dyn TimeSource>,
            // No two start at one time and draw the same.
            Arc::new(CountingRandomness(AtomicU64::new(now.0))),
            bots,
            settings,
        );
        Self {
            service,
            clock,
            store,
        }
    }

    /// Lets time pass in which the server is awake.
    pub fn live(&self, time: Duration) {
        let mut left = time;
        while !left.is_zero() {
            let beat = left.min(HEARTBEAT);
            self.clock.pass(beat);
            self.service.beat();
            left -= beat;
        }
    }
}

/// Has the player who is to move first in a game do so.
///
/// # Panics
/// When there is no such game, or somebody has moved.
pub async fn move_first(service: &Service, game: &GameId) {
    let handle = service.game(game).await.expect("the store works");
    let (seat, action) = match handle.expect("it is there").view_for(&[]).game {
        "kuba" => ('W', "65F"),
        _ => ('A', "roll"),
    };
    let command = Command {
        expected_version: 1,
        idempotency_key: "first-move".parse().expect("a name"),
        by: vec![seat],
        seat: None,
        kind: action.parse().expect("an action"),
    };
    let done = service.execute(game, &command).await;
    let done = done.expect("the store works");
    assert!(
        matches!(done, Some(CommandOutcome::Committed(2))),
        "{done:?}"
    );
}

/// Who wants a game with this browser, from a network of documents (RFC 5737).
pub fn maker(browser: Option<KeyHash>) -> Maker {
    Maker {
        is_program: false,
        browser,
        net: ClientNet::of(Some([192, 0, 2, 1].into())),
        is_owner: false,
    }
}

/// A bot of Ludo with a name of its own, that plays at random.
#[derive(Debug)]
struct NamedBot(&'static str);

impl Bot<Ludo> for NamedBot {
    fn name(&self) -> &str {
        self.0
    }

    fn choose(&self, game: &LiveGame<Ludo>, budget: Budget<'_>, seed: u64) -> Option<Action> {
        RandomBot.choose(game, budget, seed)
    }
}

/// A level of Ludo that is offered where so many play.
pub fn level(name: &'static str, players: RangeInclusive<usize>) -> Level<Ludo> {
    Level {
        bot: Arc::new(NamedBot(name)),
        title: "Named",
        says: "Plays at random, under a name of its own.",
        nodes: 1,
        players,
    }
}
