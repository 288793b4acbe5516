use super::{Acknowledged, Event, History, Log, Span, Witness};
use crate::prove::cluster::finding::{Checker, Finding};

const BY: Witness = Witness { client: 1, node: 0 };
const OTHER: Witness = Witness { client: 2, node: 1 };

fn span(sent: u64, answered: u64) -> Span {
    Span { sent, answered }
}

fn acknowledged(version: u64, sent: u64, answered: u64) -> Acknowledged {
    Acknowledged {
        action_id: format!("id-{version}"),
        action: format!("action-{version}"),
        version,
        head: Some(format!("head-{version}")),
        span: span(sent, answered),
        sent_last: sent,
    }
}

fn event(version: u64) -> Event {
    Event {
        version,
        seat: Some("W".to_owned()),
        action: format!("action-{version}"),
        action_id: Some(format!("id-{version}")),
        head: format!("head-{version}"),
        clock_ms: None,
    }
}

fn bots(version: u64) -> Event {
    Event {
        seat: Some("B".to_owned()),
        action_id: None,
        ..event(version)
    }
}

fn timed(version: u64, seat: &str, seconds: u64) -> Event {
    Event {
        seat: Some(seat.to_owned()),
        clock_ms: Some(1_000 * seconds),
        ..event(version)
    }
}

/// Two acknowledged actions and one of a bot between them, seen by both clients.
fn played() -> (History, Vec<Event>) {
    let mut history = History::new("g");
    history.acknowledge(acknowledged(1, 10, 20), BY).unwrap();
    history.show(bots(2), 25, OTHER).unwrap();
    history
        .read(2, Some("head-2"), span(24, 30), OTHER)
        .unwrap();
    history.acknowledge(acknowledged(3, 32, 40), BY).unwrap();
    (history, vec![event(1), bots(2), event(3)])
}

/// A log that was asked for after 90 s.
fn shown(events: &[Event]) -> Log {
    Log {
        events: events.to_vec(),
        span: span(90_000_000, 91_000_000),
        by: BY,
    }
}

fn checker(checked: Result<(), Finding>) -> Checker {
    checked.unwrap_err().checker
}

#[test]
fn what_was_played_in_order_is_one_history() {
    let (mut history, log) = played();
    history.finish(&shown(&log)).unwrap();
    // Again with what a bot has added since.
    let more = [log.as_slice(), &[bots(4)]].concat();
    history.finish(&shown(&more)).unwrap();
}

#[test]
fn a_lost_action_is_found() {
    let (mut history, log) = played();
    let lost = checker(history.finish(&shown(&log[..2])));
    assert_eq!(lost, Checker::Acknowledged);
    let (mut history, mut log) = played();
    log[2].action_id = Some("other".to_owned());
    assert_eq!(checker(history.finish(&shown(&log))), Checker::Acknowledged);
}

#[test]
fn a_doubled_action_is_found() {
    let (mut history, mut log) = played();
    log.push(Event {
        action_id: Some("id-1".to_owned()),
        ..event(4)
    });
    assert_eq!(checker(history.finish(&shown(&log))), Checker::Acknowledged);
}

#[test]
fn an_action_that_was_refused_and_is_there_is_found() {
    let (mut history, mut log) = played();
    history.refuse("id-4");
    log.push(event(4));
    assert_eq!(checker(history.finish(&shown(&log))), Checker::Acknowledged);
}

#[test]
fn a_gap_is_found() {
    let (mut history, mut log) = played();
    log.push(bots(5));
    assert_eq!(checker(history.finish(&shown(&log))), Checker::Gaps);
}

#[test]
fn what_was_seen_beyond_the_end_of_the_log_is_found() {
    let (mut history, log) = played();
    history.show(bots(4), 89_999_999, BY).unwrap();
    assert_eq!(checker(history.finish(&shown(&log))), Checker::OnePrefix);
}

#[test]
fn bots_may_go_on_once_the_log_was_asked_for() {
    let (mut history, log) = played();
    history.show(bots(4), 90_000_001, OTHER).unwrap();
    history.finish(&shown(&log)).unwrap();
}

#[test]
fn a_read_of_what_was_over_when_it_was_asked_for_is_found() {
    let (mut history, _) = played();
    // While the action was under way, either version may be shown.
    history
        .read(2, Some("head-2"), span(35, 39), OTHER)
        .unwrap();
    let stale = checker(history.read(2, Some("head-2"), span(41, 45), OTHER));
    assert_eq!(stale, Checker::Linearizable);
}

#[test]
fn a_version_that_was_seen_before_it_can_have_begun_is_found() {
    let mut history = History::new("g");
    history.show(event(2), 5, OTHER).unwrap();
    history.acknowledge(acknowledged(1, 10, 20), BY).unwrap();
    let log = [event(1), event(2)];
    assert_eq!(checker(history.finish(&shown(&log))), Checker::Linearizable);
}

#[test]
fn two_histories_of_one_version_are_found() {
    let (mut history, _) = played();
    let other_head = history.read(3, Some("other"), span(41, 45), OTHER);
    assert_eq!(checker(other_head), Checker::OnePrefix);
    let changed = Event {
        action: "another".to_owned(),
        ..event(3)
    };
    history.show(event(3), 45, OTHER).unwrap();
    assert_eq!(checker(history.show(changed, 50, BY)), Checker::OnePrefix);
    let two_bots = Event {
        action: "another".to_owned(),
        ..bots(2)
    };
    assert_eq!(checker(history.show(two_bots, 50, BY)), Checker::Bots);
}

#[test]
fn a_clock_that_was_charged_more_than_clients_waited_is_found() {
    let seconds = 1_000_000;
    let played = |left: u64| {
        let mut history = History::new("g");
        history.show(timed(1, "W", 100), seconds, OTHER).unwrap();
        history
            .show(timed(2, "B", 100), 2 * seconds, OTHER)
            .unwrap();
        let sent = acknowledged(3, 12 * seconds, 13 * seconds);
        history.acknowledge(sent, BY).unwrap();
        let log = [timed(1, "W", 100), timed(2, "B", 100), timed(3, "W", left)];
        history.finish(&shown(&log))
    };
    // Shown at 2 s and answered at 12 s: 10 s, and the tolerance.
    played(88).unwrap();
    assert_eq!(checker(played(87)), Checker::Clocks);
}

#[test]
fn a_flag_that_fell_before_its_time_is_found() {
    let seconds = 1_000_000;
    let fallen = |at: u64| {
        let mut history = History::new("g");
        history.show(timed(1, "W", 10), seconds, OTHER).unwrap();
        history.show(timed(2, "B", 10), 2 * seconds, OTHER).unwrap();
        let flag = Event {
            action: "time".to_owned(),
            action_id: None,
            clock_ms: None,
            ..timed(3, "W", 0)
        };
        history.show(flag.clone(), at * seconds, OTHER).unwrap();
        let log = [timed(1, "W", 10), timed(2, "B", 10), flag];
        history.finish(&shown(&log))
    };
    fallen(12).unwrap();
    assert_eq!(checker(fallen(9)), Checker::Clocks);
}
