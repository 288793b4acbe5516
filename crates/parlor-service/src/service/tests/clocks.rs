//! Clocks: when they run, what they charge, and what happens when one has run
//! out.

use core::time::Duration;
use std::sync::Arc;

use parlor_record::record::Ending;

use super::{CommandError, CommandOutcome, Driver, HERE, NewTable, Status, check_log, seat, table};
use crate::service::{CreateError, NewPlayer, NewTableError, Settings};
use crate::testing::{Bench, maker};
use parlor_table::log::TimeControl;
use parlor_table::table::{GameView, Occupant};

pub(super) const fn seconds(number: u64) -> Duration {
    Duration::from_secs(number)
}

/// A game between persons with a minute each, and five seconds for every turn.
pub(super) fn blitz(game: &str, seats: &[char]) -> NewTable {
    let seats = seats.iter().map(|&letter| seat(letter, HERE));
    NewTable {
        clock: Some(TimeControl {
            initial: seconds(60),
            increment: seconds(5),
        }),
        ..table(game, None, seats.collect())
    }
}

/// What is left on the clocks.
pub(super) fn left(view: &GameView) -> Vec<Duration> {
    view.seats
        .iter()
        .filter_map(|seat| seat.time_left)
        .collect()
}

/// A game of Kuba in which both have pushed, so that White's clock runs.
async fn begun(bench: &Bench) -> Driver<'_> {
    let (mut driver, _) = Driver::make(bench, &blitz("kuba", &['W', 'B'])).await;
    driver.must(&['W'], "65F").await;
    driver.must(&['B'], "05B").await;
    driver
}

#[tokio::test]
async fn a_clock_runs_once_everybody_has_acted_and_gains_with_every_turn() {
    let bench = Bench::default();
    let (mut driver, _) = Driver::make(&bench, &blitz("kuba", &['W', 'B'])).await;
    for (seat, push) in [('W', "65F"), ('B', "05B")] {
        bench.live(seconds(600));
        assert_eq!(driver.view_for().await.running, None);
        driver.must(&[seat], push).await;
    }
    assert_eq!(driver.view_for().await.running, Some('W'));
    bench.live(seconds(20));
    assert_eq!(left(&driver.view_for().await), [seconds(40), seconds(60)]);
    driver.must(&['W'], "56L").await;
    let view = driver.view_for().await;
    assert_eq!(view.running, Some('B'));
    assert_eq!(left(&view), [seconds(45), seconds(60)]);
    let handle = bench.service.game(&driver.id).await;
    let handle = handle.expect("the store works").expect("it is there");
    let record = handle.record_text().to_string();
    assert!(record.contains("56L [clock 0:00:45]"), "{record}");
    assert_eq!(
        handle.table().events(3, usize::MAX)[0].time_left,
        Some(seconds(45))
    );
    check_log(&bench, &driver.id).await;
}

#[tokio::test]
async fn a_roll_and_its_answer_are_one_turn() {
    let bench = Bench::default();
    let (mut driver, _) = Driver::make(&bench, &blitz("ludo", &['A', 'C'])).await;
    while driver.view_for().await.running.is_none() {
        let view = driver.view_for().await;
        driver.must(&['A', 'C'], &view.legal[0]).await;
    }
    let before = driver.view_for().await;
    let seat = before.to_act.expect("it goes on");
    let place = usize::from(seat == 'C');
    let mut spent = Duration::ZERO;
    while driver.view_for().await.to_act == Some(seat) {
        bench.live(seconds(7));
        spent += seconds(7);
        let view = driver.view_for().await;
        driver.must(&[seat], &view.legal[0]).await;
    }
    let after = left(&driver.view_for().await);
    assert!(spent >= seconds(14), "a roll, and its answer");
    assert_eq!(after[place] + spent, left(&before)[place] + seconds(5));
    assert_eq!(after[1 - place], left(&before)[1 - place]);
}

#[tokio::test(start_paused = true)]
async fn whose_time_is_over_has_lost_to_the_other_of_two() {
    let bench = Bench::default();
    let driver = begun(&bench).await;
    bench.live(seconds(60));
    let view = driver.until(|view| view.status == Status::Over).await;
    let result = view.result.clone().expect("it is over");
    assert_eq!(result.ending, Ending::Time);
    assert_eq!(result.places, [['B'], ['W']]);
    assert_eq!(left(&view)[0], Duration::ZERO);
    let events = bench.service.game(&driver.id).await;
    let events = events.expect("the store works").expect("it is there");
    assert_eq!(events.table().events(3, usize::MAX)[0].action, "time");
    check_log(&bench, &driver.id).await;
}

/// Else whoever stays away would get a move by a bot, and their time back.
#[tokio::test(start_paused = true)]
async fn while_a_clock_runs_no_bot_fills_in_for_who_stays_away() {
    let bench = Bench::default();
    let wanted = NewTable {
        away_after: Some(seconds(10)),
        ..blitz("kuba", &['W', 'B'])
    };
    let (mut driver, _) = Driver::make(&bench, &wanted).await;
    driver.must(&['W'], "65F").await;
    driver.must(&['B'], "05B").await;
    bench.live(seconds(40));
    tokio::time::sleep(seconds(40)).await;
    let view = driver.view_for().await;
    assert_eq!((view.running, view.version), (Some('W'), 3));
    assert_eq!(left(&view)[0], seconds(20));
    bench.live(seconds(20));
    let view = driver.until(|view| view.status == Status::Over).await;
    assert_eq!(view.result.expect("it is over").ending, Ending::Time);
}

#[tokio::test(start_paused = true)]
async fn among_more_a_bot_takes_the_seat_of_whose_time_is_over() {
    let bench = Bench::default();
    let (mut driver, _) = Driver::make(&bench, &blitz("ludo", &['A', 'B', 'C'])).await;
    while driver.view_for().await.running.is_none() {
        let view = driver.view_for().await;
        driver.must(&['A', 'B', 'C'], &view.legal[0]).await;
    }
    let late = driver.view_for().await.running.expect("a clock runs");
    bench.live(seconds(70));
    let is_bots = |view: &GameView| {
        let seat_state = view.seats.iter().find(|seat_state| seat_state.seat == late);
        seat_state.is_some_and(|seat_state| matches!(seat_state.occupant, Occupant::Bot(_)))
    };
    assert_eq!(driver.until(is_bots).await.status, Status::Playing);
    tokio::time::resume();
    driver.until(|view| view.running.is_some()).await;
    assert_eq!(
        driver.refused(&[late], "return").await,
        CommandError::NotReplaced
    );
    check_log(&bench, &driver.id).await;
}

#[tokio::test]
async fn whatever_ends_the_game_the_clocks_stand_as_they_stood_then() {
    let both = ['W', 'B'];
    for (by, kind) in [
        (&both[..1], "resign"),
        (&both[1..], "resign"),
        (&both[..], "abandon"),
        (&both[..], "offer-draw"),
    ] {
        let bench = Bench::default();
        let mut wanted = blitz("kuba", &both);
        wanted.rules = Some("tournament".to_owned());
        let (mut driver, _) = Driver::make(&bench, &wanted).await;
        driver.must(&['W'], "65F").await;
        driver.must(&['B'], "05B").await;
        bench.live(seconds(12));
        driver.must(by, kind).await;
        bench.live(seconds(12));
        let view = driver.view_for().await;
        assert_eq!(view.status, Status::Over, "{kind}");
        assert_eq!(left(&view), [seconds(48), seconds(60)], "{kind} by {by:?}");
        check_log(&bench, &driver.id).await;
    }
}

#[tokio::test]
async fn a_draw_that_is_agreed_on_stops_the_clock_and_one_that_is_offered_does_not() {
    let bench = Bench::default();
    let mut wanted = blitz("kuba", &['W', 'B']);
    wanted.rules = Some("tournament".to_owned());
    let (mut driver, _) = Driver::make(&bench, &wanted).await;
    driver.must(&['W'], "65F").await;
    driver.must(&['B'], "05B").await;
    for (seat, kind) in [('W', "offer-draw"), ('B', "accept-draw")] {
        bench.live(seconds(12));
        driver.must(&[seat], kind).await;
    }
    bench.live(seconds(12));
    let view = driver.view_for().await;
    assert_eq!(view.status, Status::Over);
    assert_eq!(left(&view), [seconds(36), seconds(60)]);
    check_log(&bench, &driver.id).await;
}

/// Else another's resignation would give or cost the one to act some time.
#[tokio::test]
async fn among_more_who_resigns_stops_their_own_clock_alone() {
    let bench = Bench::default();
    let (mut driver, _) = Driver::make(&bench, &blitz("ludo", &['A', 'B', 'C'])).await;
    while driver.view_for().await.running.is_none() {
        let view = driver.view_for().await;
        driver.must(&['A', 'B', 'C'], &view.legal[0]).await;
    }
    let before = driver.view_for().await;
    let runs = before.running.expect("a clock runs");
    let place = before
        .seats
        .iter()
        .position(|seat_state| seat_state.seat == runs);
    let place = place.expect("it is somebody's");
    let other = before.seats[(place + 1) % 3].seat;
    bench.live(seconds(12));
    driver.must(&[other], "resign").await;
    assert_eq!(driver.view_for().await.running, Some(runs));
    bench.live(seconds(12));
    driver.must(&[runs], "resign").await;
    let after = left(&driver.view_for().await);
    assert_eq!(after[place] + seconds(24), left(&before)[place]);
    check_log(&bench, &driver.id).await;
}

#[tokio::test]
async fn what_comes_after_the_time_is_over_is_not_done() {
    let bench = Bench::default();
    let mut driver = begun(&bench).await;
    let command = driver.command(3, &['W'], "56L".parse().expect("a command"));
    bench.live(seconds(60));
    assert_eq!(driver.send(&command).await, CommandOutcome::Stale(4));
    assert_eq!(driver.view_for().await.status, Status::Over);
}

#[tokio::test(start_paused = true)]
async fn a_pause_of_the_server_costs_nobody_time() {
    let bench = Bench::default();
    let mut driver = begun(&bench).await;
    bench.live(seconds(59));
    bench.clock.pass(Duration::from_hours(1));
    tokio::time::sleep(seconds(30)).await;
    assert_eq!(left(&driver.view_for().await)[0], seconds(1));
    driver.must(&['W'], "56L").await;
    assert_eq!(left(&driver.view_for().await)[0], seconds(6));
}

#[tokio::test]
async fn looking_a_game_up_costs_nobody_time() {
    let bench = Bench::default();
    let mut driver = begun(&bench).await;
    bench.live(seconds(10));
    let command = driver.command(3, &['W'], "56L".parse().expect("a command"));
    let answer = bench
        .service
        .execute_after(&driver.id, &command, seconds(4))
        .await;
    answer.expect("the store works");
    assert_eq!(left(&driver.view_for().await)[0], seconds(60 - 6 + 5));
}

#[tokio::test]
async fn what_came_before_its_turn_was_shown_ends_the_run_as_well() {
    let bench = Bench::default();
    let (mut driver, _) = Driver::make(&bench, &blitz("ludo", &['A', 'C'])).await;
    while driver.view_for().await.running.is_none() {
        let view = driver.view_for().await;
        driver.must(&['A', 'C'], &view.legal[0]).await;
    }
    let before = driver.view_for().await;
    let seat = before.running.expect("a clock runs");
    assert_eq!(before.legal, ["roll"]);
    bench.live(seconds(10));
    // It has waited since before the run began, so nothing is charged for it.
    let roll = driver.command(before.version, &[seat], "roll".parse().expect("a command"));
    let answer = bench
        .service
        .execute_after(&driver.id, &roll, seconds(30))
        .await;
    answer.expect("the store works");
    bench.live(seconds(3));
    let after = driver.view_for().await;
    assert_eq!(after.running, Some(seat));
    let place = usize::from(seat == 'C');
    assert_eq!(left(&after)[place] + seconds(3), left(&before)[place]);
}

#[tokio::test]
async fn a_restart_costs_nobody_time() {
    let bench = Bench::default();
    let mut driver = begun(&bench).await;
    bench.live(seconds(10));
    driver.must(&['W'], "56L").await;
    bench.live(seconds(10));
    let again = Bench::over(Arc::clone(&bench.store), Settings::default());
    again.clock.pass(Duration::from_hours(5));
    driver.bench = &again;
    let view = driver.view_for().await;
    assert_eq!(view.running, Some('B'));
    assert_eq!(left(&view), [seconds(55), seconds(60)]);
    again.live(seconds(2));
    assert_eq!(left(&driver.view_for().await), [seconds(55), seconds(58)]);
}

/// What ends games that were left reads each of them, though nobody looks.
#[tokio::test(start_paused = true)]
async fn after_a_restart_no_clock_runs_before_somebody_looks() {
    let bench = Bench::default();
    bench.clock.pass(Duration::from_hours(1_000));
    let mut driver = begun(&bench).await;
    let again = Bench::over(Arc::clone(&bench.store), Settings::default());
    again.clock.pass(Duration::from_hours(1_025));
    assert_eq!(again.service.sweep().await.expect("the store works"), 0);
    again.live(seconds(600));
    tokio::time::sleep(seconds(600)).await;
    driver.bench = &again;
    let view = driver.view_for().await;
    assert_eq!((view.status, view.running), (Status::Playing, Some('W')));
    assert_eq!(left(&view), [seconds(60), seconds(60)]);
    again.live(seconds(10));
    assert_eq!(left(&driver.view_for().await)[0], seconds(50));
}

#[tokio::test]
async fn a_bot_has_no_clock_and_by_the_clock_nothing_is_taken_back() {
    let bench = Bench::default();
    let mut wanted = blitz("kuba", &['W', 'B']);
    wanted.seats[1].player = NewPlayer::Bot("greedy".to_owned());
    let (mut driver, _) = Driver::make(&bench, &wanted).await;
    driver.must(&['W'], "65F").await;
    let view = driver.until(|view| view.to_act == Some('W')).await;
    assert_eq!(left(&view), [seconds(60)]);
    assert_eq!(view.running, Some('W'));
    let error = driver.refused(&['W'], "ask-undo").await;
    assert_eq!(error, CommandError::UndoOnClock);
}

#[tokio::test]
async fn a_clock_that_nobody_can_play_by_is_refused() {
    let bench = Bench::default();
    for (initial, increment) in [(9, 0), (10_801, 0), (60, 181)] {
        let wanted = NewTable {
            clock: Some(TimeControl {
                initial: seconds(initial),
                increment: seconds(increment),
            }),
            ..blitz("kuba", &['W', 'B'])
        };
        match bench.service.create(&wanted, maker(None)).await {
            Err(CreateError::Wrong(error)) => assert_eq!(error, NewTableError::Clock),
            other => panic!("{other:?}"),
        }
    }
}
