//! A store that fails, before or after it has kept what it was given.

use core::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, OnceLock};

use core::time::Duration;

use parlor_dice::Bytes32;

use super::clocks::{blitz, left, seconds};
use super::{Driver, HERE, NewPlayer, NewTable, Status, check_log, kuba, seat, table};
use crate::service::{CommandOutcome as Done, ServiceError, Settings};
use crate::store::lobby::LobbyStore;
use crate::store::memory::MemoryStore;
use crate::store::moderation::ModerationStore;
use crate::store::{
    Append, Appended, Created, Holding, Invite, ListedGame, NewGame, OpenGameCounts, Outage,
    OverGames, Store, StoreError, StoreFuture, StoredGame,
};
use crate::testing::{Bench, StillClock};
use parlor_table::command::CommandKind;
use parlor_table::id::GameId;
use parlor_table::key::KeyHash;
use parlor_table::log::LogEntry;
use parlor_table::timestamp::Timestamp;

/// How a store fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Fault {
    Nothing,
    /// It refuses, and keeps nothing.
    Before,
    /// It keeps, and then fails to say so.
    After,
    /// It has the next code of an invitation already.
    Code,
}

/// How long a slow store takes to write.
const SLOWNESS: Duration = Duration::from_millis(900);

#[derive(Debug, Default)]
struct Faulty {
    inside: MemoryStore,
    fault: AtomicU8,
    /// The clock that goes on while something is written.
    slow_by: OnceLock<Arc<StillClock>>,
}

impl Faulty {
    fn fail(&self, fault: Fault) {
        self.fault.store(fault as u8, Ordering::Relaxed);
    }

    fn fails(&self, fault: Fault) -> bool {
        self.fault.load(Ordering::Relaxed) == fault as u8
    }

    fn failure<T>() -> Result<T, StoreError> {
        Err(StoreError::Unavailable {
            store: "the test's store".to_owned(),
            outage: Outage::Unknown,
            reason: "the test wants it to fail".to_owned(),
        })
    }
}

impl Store for Faulty {
    fn create(&self, game: NewGame) -> StoreFuture<'_, Created> {
        if self.fails(Fault::Code) {
            self.fail(Fault::Nothing);
            return Box::pin(async { Ok(Created::CodeTaken) });
        }
        self.inside.create(game)
    }

    fn append(&self, append: Append) -> StoreFuture<'_, Appended> {
        Box::pin(async move {
            if self.fails(Fault::Before) {
                return Self::failure();
            }
            if let Some(clock) = self.slow_by.get() {
                clock.pass(SLOWNESS);
            }
            let kept = self.inside.append(append).await;
            if self.fails(Fault::After) {
                return Self::failure();
            }
            kept
        })
    }

    fn game<'a>(&'a self, id: &'a GameId) -> StoreFuture<'a, Option<StoredGame>> {
        self.inside.game(id)
    }

    fn entries<'a>(&'a self, id: &'a GameId, after: u64) -> StoreFuture<'a, Vec<LogEntry>> {
        self.inside.entries(id, after)
    }

    fn invite(&self, code: KeyHash) -> StoreFuture<'_, Option<Invite>> {
        self.inside.invite(code)
    }

    fn invitation_to<'a>(
        &'a self,
        id: &'a GameId,
    ) -> StoreFuture<'a, Option<(KeyHash, Vec<char>)>> {
        self.inside.invitation_to(id)
    }

    fn hold(&self, holding: Holding) -> StoreFuture<'_, ()> {
        self.inside.hold(holding)
    }

    fn held(&self, browser: KeyHash, most: u32) -> StoreFuture<'_, Vec<Holding>> {
        self.inside.held(browser, most)
    }

    fn holdings_of<'a>(&'a self, id: &'a GameId) -> StoreFuture<'a, Vec<Holding>> {
        self.inside.holdings_of(id)
    }

    fn count_open(&self, browser: Option<KeyHash>) -> StoreFuture<'_, OpenGameCounts> {
        self.inside.count_open(browser)
    }

    fn idle(&self, since: Timestamp, most: u32) -> StoreFuture<'_, Vec<GameId>> {
        self.inside.idle(since, most)
    }

    fn archive(&self, since: Timestamp) -> StoreFuture<'_, u64> {
        self.inside.archive(since)
    }

    fn over(&self, since: Timestamp, most: u32) -> StoreFuture<'_, Vec<GameId>> {
        self.inside.over(since, most)
    }

    fn count_over(&self) -> StoreFuture<'_, Option<OverGames>> {
        self.inside.count_over()
    }

    fn list<'a>(
        &'a self,
        after: Option<&'a GameId>,
        most: u32,
    ) -> StoreFuture<'a, Vec<ListedGame>> {
        self.inside.list(after, most)
    }

    fn delete<'a>(&'a self, id: &'a GameId) -> StoreFuture<'a, bool> {
        self.inside.delete(id)
    }

    fn latest(&self) -> StoreFuture<'_, Option<Timestamp>> {
        self.inside.latest()
    }

    fn secret_of_receipts(&self, fresh: Bytes32) -> StoreFuture<'_, Bytes32> {
        self.inside.secret_of_receipts(fresh)
    }

    fn stored_secret_of_receipts(&self) -> StoreFuture<'_, Option<Bytes32>> {
        self.inside.stored_secret_of_receipts()
    }

    fn check(&self) -> StoreFuture<'_, ()> {
        if self.fails(Fault::Before) {
            return Box::pin(async { Self::failure() });
        }
        self.inside.check()
    }

    fn moderation(&self) -> &dyn ModerationStore {
        self.inside.moderation()
    }

    fn lobby(&self) -> &dyn LobbyStore {
        self.inside.lobby()
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        self.inside.close()
    }
}

#[tokio::test]
async fn what_the_store_has_not_kept_is_not_acknowledged_and_can_be_sent_again() {
    let store = Arc::new(Faulty::default());
    let bench = Bench::over(Arc::clone(&store) as Arc<dyn Store>, Settings::default());
    let (mut driver, _) = Driver::make(&bench, &kuba("classroom")).await;
    let command = driver.command(1, &['W'], CommandKind::Act("65F".to_owned()));
    store.fail(Fault::Before);
    for _ in 0..3 {
        let answer = bench.service.execute(&driver.id, &command).await;
        assert!(matches!(answer, Err(ServiceError::Store(_))), "{answer:?}");
        assert_eq!(
            driver.view_for().await.version,
            1,
            "nothing is shown that is not kept"
        );
    }
    store.fail(Fault::Nothing);
    assert_eq!(driver.send(&command).await, Done::Committed(2));
    assert_eq!(driver.send(&command).await, Done::Duplicate(2));
}

#[tokio::test]
async fn what_the_store_has_kept_without_saying_so_is_found_when_it_is_sent_again() {
    let store = Arc::new(Faulty::default());
    let bench = Bench::over(Arc::clone(&store) as Arc<dyn Store>, Settings::default());
    let (mut driver, _) = Driver::make(&bench, &kuba("classroom")).await;
    let command = driver.command(1, &['W'], CommandKind::Act("65F".to_owned()));
    store.fail(Fault::After);
    let answer = bench.service.execute(&driver.id, &command).await;
    assert!(matches!(answer, Err(ServiceError::Store(_))), "{answer:?}");
    store.fail(Fault::Nothing);
    assert_eq!(driver.send(&command).await, Done::Duplicate(2));
    assert_eq!(driver.view_for().await.moves.len(), 1);
    driver.must(&['B'], "05B").await;
}

#[tokio::test]
async fn for_a_code_that_leads_to_another_game_another_is_drawn() {
    let store = Arc::new(Faulty::default());
    let bench = Bench::over(Arc::clone(&store) as Arc<dyn Store>, Settings::default());
    store.fail(Fault::Code);
    let seats = vec![seat('W', HERE), seat('B', NewPlayer::Elsewhere)];
    let (_, made) = Driver::make(&bench, &table("kuba", None, seats)).await;
    let code = made.code.expect("somebody is invited");
    let (handle, seats) = bench
        .service
        .invited(&code)
        .await
        .expect("the store works")
        .expect("it leads to the game");
    assert_eq!((handle.id(), seats), (&made.id, vec!['B']));
}

/// Lets bots play on alone while the store fails so for a while: it is played
/// to its end all the same, and its log can be read again.
async fn bots_play_through(fault: Fault) {
    let store = Arc::new(Faulty::default());
    let bench = Bench::over(Arc::clone(&store) as Arc<dyn Store>, Settings::default());
    let bot = |letter| seat(letter, NewPlayer::Bot("random".to_owned()));
    let wanted = NewTable {
        limit: core::num::NonZeroU32::new(40),
        ..table("ludo", None, vec![seat('A', HERE), bot('B'), bot('C')])
    };
    let (mut driver, _) = Driver::make(&bench, &wanted).await;
    driver.must(&['A'], "resign").await;
    for version in [4, 5, 10] {
        driver.until(|view| view.version >= version).await;
        store.fail(fault);
        tokio::time::sleep(Duration::from_millis(1500)).await;
        store.fail(Fault::Nothing);
    }
    driver.until(|view| view.status == Status::Over).await;
    check_log(&bench, &driver.id).await;
}

#[tokio::test]
async fn what_the_server_does_itself_survives_a_store_that_refuses() {
    bots_play_through(Fault::Before).await;
}

#[tokio::test]
async fn what_the_server_does_itself_survives_a_store_that_keeps_without_saying_so() {
    bots_play_through(Fault::After).await;
}

#[tokio::test]
async fn two_services_over_one_store_never_contradict_each_other() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::default());
    let one = Bench::over(Arc::clone(&store), Settings::default());
    let other = Bench::over(store, Settings::default());
    let (mut here, _) = Driver::make(&one, &kuba("classroom")).await;
    let mut there = Driver {
        bench: &other,
        id: here.id.clone(),
        sent: 1_000,
    };
    assert_eq!(there.view_for().await.version, 1);
    here.must(&['W'], "65F").await;
    // A client of the one is understood by the other.
    let here_next = there.command(2, &['W'], CommandKind::Act("66F".to_owned()));
    assert!(matches!(there.send(&here_next).await, Done::Rejected(_)));
    let late = there.command(1, &['W'], CommandKind::Act("66F".to_owned()));
    assert_eq!(there.send(&late).await, Done::Stale(2));
    there.must(&['B'], "05B").await;
    let again = here.command(2, &['B'], CommandKind::Act("06B".to_owned()));
    assert_eq!(here.send(&again).await, Done::Stale(3));
    assert_eq!(
        here.view_for().await.position,
        there.view_for().await.position
    );
}

#[tokio::test]
async fn what_the_disk_needs_is_nobodys_time() {
    let store = Arc::new(Faulty::default());
    let bench = Bench::over(Arc::clone(&store) as Arc<dyn Store>, Settings::default());
    let (mut driver, _) = Driver::make(&bench, &blitz("kuba", &['W', 'B'])).await;
    let slow = store.slow_by.set(Arc::clone(&bench.clock));
    slow.expect("it is set once");
    for (seat, push) in [('W', "65F"), ('B', "05B"), ('W', "56L")] {
        driver.must(&[seat], push).await;
    }
    assert_eq!(left(&driver.view_for().await), [seconds(65), seconds(60)]);
    bench.live(seconds(3));
    assert_eq!(left(&driver.view_for().await), [seconds(65), seconds(57)]);
}

#[tokio::test(start_paused = true)]
async fn while_nothing_can_be_written_down_the_clock_stands() {
    let store = Arc::new(Faulty::default());
    let bench = Bench::over(Arc::clone(&store) as Arc<dyn Store>, Settings::default());
    let (mut driver, _) = Driver::make(&bench, &blitz("kuba", &['W', 'B'])).await;
    driver.must(&['W'], "65F").await;
    driver.must(&['B'], "05B").await;
    bench.live(seconds(10));
    store.fail(Fault::Before);
    let command = driver.command(3, &['W'], CommandKind::Act("56L".to_owned()));
    let answer = bench.service.execute(&driver.id, &command).await;
    assert!(answer.is_err(), "{answer:?}");
    bench.live(seconds(100));
    assert_eq!(left(&driver.view_for().await)[0], seconds(50));
    store.fail(Fault::Nothing);
    // The owner finds out by itself.
    tokio::time::sleep(seconds(5)).await;
    bench.live(seconds(10));
    assert_eq!(left(&driver.view_for().await)[0], seconds(40));
    assert_eq!(driver.send(&command).await, Done::Committed(4));
    assert_eq!(left(&driver.view_for().await)[0], seconds(45));
    check_log(&bench, &driver.id).await;
}
