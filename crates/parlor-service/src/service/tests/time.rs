//! Time that passes while the server is away, and clocks that are wrong.

use core::time::Duration;
use std::sync::Arc;

use super::clocks::seconds;
use super::{Driver, HERE, NewPlayer, NewTable, Offer, Status, check_log, kuba, seat, table};
use crate::service::Settings;
use crate::store::memory::MemoryStore;
use crate::testing::Bench;
use parlor_table::table::{GameView, Occupant};
use parlor_table::timestamp::Timestamp;

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// Noon of some day.
const NOON: Timestamp = Timestamp(1_795_348_800_000);

/// A service that is started again over the same store, when its clock shows this.
fn again(bench: &Bench, now: Timestamp) -> Bench {
    Bench::at(now, Arc::clone(&bench.store), Settings::default())
}

fn new_bench() -> Bench {
    Bench::at(NOON, Arc::new(MemoryStore::default()), Settings::default())
}

/// A game in which A owes the bytes that it has committed to, and may be away for
/// six seconds.
async fn owing(bench: &Bench) -> Driver<'_> {
    let later = NewPlayer::Here(Offer::Later);
    let wanted = NewTable {
        away_after: Some(seconds(6)),
        ..table("ludo", None, vec![seat('A', later), seat('C', HERE)])
    };
    let (mut driver, _) = Driver::make(bench, &wanted).await;
    driver.commit('A', b"own words").await;
    driver
}

#[tokio::test(start_paused = true)]
async fn downtime_before_the_start_costs_nobody_the_seat() {
    let bench = new_bench();
    let mut driver = owing(&bench).await;
    bench.live(seconds(5));
    let again = again(&bench, NOON.after(10 * DAY));
    driver.bench = &again;
    assert_eq!(driver.view_for().await.status, Status::Waiting);
    again.live(seconds(5));
    tokio::time::sleep(seconds(60)).await;
    assert_eq!(
        driver.view_for().await.status,
        Status::Waiting,
        "one second is left"
    );
    driver
        .must(&['A'], &format!("reveal:{}", hex(b"own words")))
        .await;
    let view = driver.view_for().await;
    assert_eq!(view.status, Status::Playing);
    assert_eq!(view.seats[0].occupant, Occupant::Person);
    check_log(&again, &driver.id).await;
}

fn hex(bytes: &[u8]) -> String {
    hex::encode(bytes)
}

#[tokio::test(start_paused = true)]
async fn who_stays_away_while_the_server_is_awake_still_loses_the_seat() {
    let bench = new_bench();
    let mut driver = owing(&bench).await;
    let again = again(&bench, NOON.after(HOUR));
    driver.bench = &again;
    driver.view_for().await;
    again.live(seconds(6));
    let view = driver.until(|view| view.status == Status::Playing).await;
    assert_eq!(view.seats[0].occupant, Occupant::Bot("strong".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn downtime_and_sleep_in_mid_game_bring_no_bot() {
    let bench = new_bench();
    let wanted = NewTable {
        away_after: Some(seconds(60)),
        ..kuba("classroom")
    };
    let (mut driver, _) = Driver::make(&bench, &wanted).await;
    driver.must(&['W'], "65F").await;
    bench.live(seconds(59));
    bench.clock.pass(HOUR);
    tokio::time::sleep(HOUR).await;
    let is_played = |view: &GameView| view.seats[1].occupant == Occupant::Person;
    assert!(is_played(&driver.view_for().await), "the server slept");
    let again = again(&bench, NOON.after(2 * HOUR));
    driver.bench = &again;
    driver.view_for().await;
    again.live(seconds(59));
    tokio::time::sleep(HOUR).await;
    assert!(is_played(&driver.view_for().await), "it has begun anew");
    again.live(seconds(1));
    driver.until(|view| !is_played(view)).await;
}

/// As many games as asked for, in each of which a push was made.
async fn begun(bench: &Bench, games: usize) -> Vec<Driver<'_>> {
    let mut drivers = Vec::new();
    for _ in 0..games {
        let (mut driver, _) = Driver::make(bench, &kuba("classroom")).await;
        driver.must(&['W'], "65F").await;
        driver.must(&['B'], "05B").await;
        drivers.push(driver);
    }
    drivers
}

async fn sweep(bench: &Bench) -> usize {
    bench.service.sweep().await.expect("the store works")
}

async fn swept_hourly(bench: &Bench, hours: u32) -> usize {
    let mut ended = 0;
    for _ in 0..hours {
        bench.clock.pass(HOUR);
        bench.service.beat();
        ended += sweep(bench).await;
    }
    ended
}

#[tokio::test]
async fn a_clock_that_is_40_days_ahead_at_the_start_ends_nothing_until_it_is_set_right() {
    let bench = new_bench();
    let drivers = begun(&bench, 20).await;
    let ahead = again(&bench, NOON.after(40 * DAY));
    assert_eq!(sweep(&ahead).await, 0);
    // Somebody acts meanwhile, so that the latest entry is as far ahead.
    let mut driver = Driver {
        bench: &ahead,
        id: drivers[0].id.clone(),
        sent: 100,
    };
    driver.must(&['W'], "56L").await;
    assert_eq!(swept_hourly(&ahead, 23).await, 0);
    // Now it is set right.
    ahead.clock.set(NOON.after(DAY));
    ahead.service.beat();
    assert_eq!(swept_hourly(&ahead, 100).await, 0);
    // What is written then is no earlier than what was written before.
    driver.must(&['B'], "15B").await;
    let handle = ahead.service.game(&driver.id).await;
    let handle = handle.expect("the store works").expect("it is there");
    let times: Vec<_> = handle
        .table()
        .events(0, usize::MAX)
        .iter()
        .map(|event| event.at)
        .collect();
    assert!(times.is_sorted(), "{times:?}");
    assert_eq!(times[3], times[4]);
    check_log(&ahead, &driver.id).await;
}

#[tokio::test]
async fn a_clock_that_is_40_days_behind_at_the_start_ends_nothing_nor_does_setting_it_right() {
    let bench = new_bench();
    let _drivers = begun(&bench, 20).await;
    let behind = again(&bench, NOON.before(40 * DAY));
    // A game made by the wrong clock seems to be old by the right one.
    let (mut fresh, _) = Driver::make(&behind, &kuba("classroom")).await;
    assert_eq!(swept_hourly(&behind, 5).await, 0);
    behind.clock.set(NOON.after(HOUR));
    assert_eq!(swept_hourly(&behind, 23).await, 0);
    fresh.must(&['W'], "65F").await;
    fresh.must(&['B'], "05B").await;
    assert_eq!(swept_hourly(&behind, 24 * 28).await, 0);
    assert_eq!(fresh.view_for().await.status, Status::Playing);
}

#[tokio::test]
async fn a_clock_that_is_right_ends_a_few_games_at_once_and_at_last_all_that_were_left() {
    let bench = new_bench();
    let _drivers = begun(&bench, 70).await;
    let later = again(&bench, NOON.after(28 * DAY));
    assert_eq!(sweep(&later).await, 0, "the server was down for long");
    assert_eq!(swept_hourly(&later, 47).await, 0, "they are not old enough");
    assert_eq!(swept_hourly(&later, 1).await, 3);
    assert_eq!(swept_hourly(&later, 1).await, 3);
    assert_eq!(swept_hourly(&later, 70).await, 64);
}

#[tokio::test]
async fn games_that_were_over_for_long_are_deleted_a_few_at_once_if_that_is_wanted() {
    let bench = new_bench();
    let mut drivers = begun(&bench, 40).await;
    for driver in &mut drivers[1..] {
        driver.must(&['W'], "resign").await;
    }
    let deleted = async |bench: &Bench, hours: u32| {
        let mut deleted = 0;
        for _ in 0..hours {
            bench.clock.pass(HOUR);
            bench.service.beat();
            let old = bench.service.delete_old().await;
            deleted += old.expect("the store works");
        }
        deleted
    };
    let for_ever = again(&bench, NOON.after(400 * DAY));
    assert_eq!(deleted(&for_ever, 48).await, 0);
    let settings = Settings {
        keep_finished: Some(10 * DAY),
        ..Settings::default()
    };
    let ahead = Bench::at(NOON.after(40 * DAY), Arc::clone(&bench.store), settings);
    assert_eq!(deleted(&ahead, 23).await, 0, "the clock may be wrong");
    let right = Bench::at(NOON, Arc::clone(&bench.store), settings);
    assert_eq!(deleted(&right, 240).await, 0, "they are not old enough");
    assert_eq!(deleted(&right, 1).await, 2);
    assert_eq!(deleted(&right, 100).await, 37);
    let id = &drivers[5].id;
    assert!(
        right
            .service
            .game(id)
            .await
            .expect("the store works")
            .is_none()
    );
    assert!(
        right
            .service
            .game(&drivers[0].id)
            .await
            .expect("it works")
            .is_some()
    );
}

#[tokio::test]
async fn a_day_after_its_end_a_game_is_made_smaller_and_can_still_be_followed_by_another() {
    let bench = new_bench();
    let mut drivers = begun(&bench, 2).await;
    drivers[1].must(&['W'], "resign").await;
    let before = format!("{:?}", drivers[1].view_for().await);
    let archive = async |bench: &Bench| bench.service.archive().await.expect("the store works");
    bench.clock.pass(DAY);
    assert_eq!(archive(&bench).await, 0, "not yet");
    bench.clock.pass(seconds(1));
    assert_eq!(archive(&bench).await, 1);
    let later = again(&bench, NOON.after(2 * DAY));
    for driver in &mut drivers {
        driver.bench = &later;
    }
    assert_eq!(format!("{:?}", drivers[1].view_for().await), before);
    drivers[1].must(&['W'], "rematch").await;
    assert!(drivers[1].view_for().await.rematch.is_some());
    assert_eq!(
        archive(&later).await,
        0,
        "something has just happened in it"
    );
    check_log(&later, &drivers[1].id).await;
}

#[tokio::test]
async fn after_a_short_stop_an_hour_is_enough() {
    let bench = new_bench();
    let _drivers = begun(&bench, 1).await;
    bench.clock.pass(28 * DAY);
    let _other = begun(&bench, 1).await;
    let later = again(&bench, NOON.after(31 * DAY));
    assert_eq!(sweep(&later).await, 0);
    later.clock.pass(seconds(3_599));
    assert_eq!(sweep(&later).await, 0);
    later.clock.pass(seconds(1));
    assert_eq!(sweep(&later).await, 1);
}
