//! Names that are reported and hidden, and networks that are blocked.

use core::time::Duration;

use super::nodes::Nodes;
use super::{Bench, Driver, kuba, maker};
use crate::client_net::ClientNet;
use crate::clock::TimeSource as _;
use crate::operator::Ruling;
use crate::service::{
    ChallengeError, CommandOutcome, CreateError, Maker, NewPlayer, ReportError, SeenName, UNNAMED,
    Wanted,
};
use crate::store::moderation::{Block, FoldedName, HIDES, MOST_REPORTS};
use parlor_table::command::CommandKind;
use parlor_table::id::GameId;
use parlor_table::log::DiceContribution;
use parlor_table::table::GameView;
use parlor_table::timestamp::{Timestamp, milliseconds};

fn wanted(game: &str, name: Option<&str>) -> Wanted {
    Wanted {
        game: game.to_owned(),
        rules: None,
        clock: None,
        away_after: None,
        name: name.map(str::to_owned),
    }
}

fn net(network: u8, host: u8) -> ClientNet {
    ClientNet::of(Some([198, 51, network, host].into()))
}

fn from(net: ClientNet) -> Maker {
    Maker { net, ..maker(None) }
}

async fn post(bench: &Bench, wanted: &Wanted, by: ClientNet) -> GameId {
    let posted = bench.service.post_challenge(wanted, from(by)).await;
    posted.expect("it is posted").id
}

async fn report(bench: &Bench, seen: &SeenName, by: ClientNet) -> Result<(), ReportError> {
    bench.service.report_name(seen, by).await
}

/// Has as many networks report it as hide it.
async fn report_widely(bench: &Bench, seen: &SeenName) {
    for network in 1..=u8::try_from(HIDES).expect("a few") {
        let reported = report(bench, seen, net(network, 1)).await;
        reported.expect("it is taken");
    }
}

async fn decide(bench: &Bench, ruling: Ruling) {
    let decided = bench.service.moderate(ruling.into()).await;
    decided.expect("the store works");
}

/// The names of those who wait, as all see them.
async fn listed(bench: &Bench) -> Vec<Option<String>> {
    let waiting = bench.service.challenges().await.expect("the store works");
    waiting.into_iter().map(|known| known.posted.name).collect()
}

fn names(names: &[&str]) -> Vec<Option<String>> {
    names.iter().map(|name| Some((*name).to_owned())).collect()
}

#[tokio::test]
async fn a_name_that_several_networks_report_is_hidden_until_a_keeper_decides() {
    let bench = Bench::default();
    let id = post(&bench, &wanted("kuba", Some("Rude")), net(9, 9)).await;
    let seen = SeenName::Challenge(id.clone());
    // Many addresses of one network are one.
    for host in 0..100 {
        report(&bench, &seen, net(1, host))
            .await
            .expect("it is taken");
    }
    report(&bench, &seen, net(2, 1)).await.expect("it is taken");
    assert_eq!(listed(&bench).await, names(&["Rude"]));
    report(&bench, &seen, net(3, 1)).await.expect("it is taken");
    assert_eq!(listed(&bench).await, names(&[UNNAMED]));
    // They themselves are called as they wish, until they play with somebody.
    let own = bench.service.challenge(&id).await.expect("the store works");
    assert_eq!(
        own.expect("it is there").posted.name.as_deref(),
        Some("Rude")
    );
    decide(&bench, Ruling::Allow(FoldedName::of("RUDE"))).await;
    assert_eq!(listed(&bench).await, names(&["Rude"]));
    report(&bench, &seen, net(4, 1)).await.expect("it is taken");
    assert_eq!(
        listed(&bench).await,
        names(&["Rude"]),
        "the keeper has seen it"
    );
    decide(&bench, Ruling::Hide(FoldedName::of("rude "))).await;
    let accepted = bench
        .service
        .accept_challenge(&id, Some("rUDE".to_owned()), from(net(8, 8)))
        .await
        .expect("they play");
    let handle = bench.service.game(&accepted.game).await.expect("a store");
    let view = handle.expect("a game").view_for(&[]);
    let mut seats: Vec<&str> = view.seats.iter().map(|seat| &*seat.name).collect();
    seats.sort_unstable();
    assert_eq!(seats, [UNNAMED, "Somebody (2)"]);
    // Which is no name of anybody's.
    for seat in view.seats {
        let seen = SeenName::Seat(accepted.game.clone(), seat.seat);
        let refused = report(&bench, &seen, net(1, 1)).await;
        assert!(matches!(refused, Err(ReportError::NoName)), "{refused:?}");
    }
}

#[tokio::test]
async fn names_at_seats_are_reported_where_somebody_has_given_one() {
    let bench = Bench::default();
    let first = post(&bench, &wanted("kuba", Some("Rude")), net(9, 9)).await;
    post(&bench, &wanted("kuba", None), net(8, 8)).await;
    let handle = bench.service.game(&first).await.expect("the store works");
    let handle = handle.expect("they play");
    let view = handle.view_for(&[]);
    let seat = |name: &str| {
        let mut seats = view.seats.iter();
        seats
            .find(|seat| (seat.name == name) == (name == "Rude"))
            .map(|seat| seat.seat)
    };
    let (rude, unnamed) = (seat("Rude").expect("a seat"), seat("").expect("another"));
    report_widely(&bench, &SeenName::Seat(first.clone(), rude)).await;
    let shown = bench.service.with_names_hidden(handle.view_for(&[])).await;
    let shown = shown.expect("the store works");
    assert!(shown.seats.iter().all(|seat| seat.name != "Rude"));
    assert!(shown.seats.iter().any(|seat| seat.name == UNNAMED));
    let refused = report(&bench, &SeenName::Seat(first.clone(), unnamed), net(1, 1)).await;
    assert!(matches!(refused, Err(ReportError::NoName)), "{refused:?}");
    let mut by_link = kuba("classroom");
    by_link.seats[0].name = Some("Ruder".to_owned());
    let (by_link, _) = Driver::make(&bench, &by_link).await;
    let seen = SeenName::Seat(by_link.id.clone(), 'W');
    report(&bench, &seen, net(1, 1)).await.expect("it is taken");
    let nobody: GameId = "2222222222222222".parse().expect("a name");
    for seen in [
        SeenName::Seat(first.clone(), 'A'),
        SeenName::Seat(nobody.clone(), 'W'),
        SeenName::Challenge(nobody),
    ] {
        let refused = report(&bench, &seen, net(1, 1)).await;
        assert!(
            matches!(refused, Err(ReportError::NothingThere)),
            "{seen:?}"
        );
    }
    let unnamed = post(&bench, &wanted("ludo", None), net(7, 7)).await;
    let refused = report(&bench, &SeenName::Challenge(unnamed), net(1, 1)).await;
    assert!(matches!(refused, Err(ReportError::NoName)), "{refused:?}");
}

/// Who meets others takes no hidden name, however it is typed: neither with a seat, nor while waiting, nor in a rematch.
#[tokio::test]
async fn a_hidden_name_is_taken_at_no_seat() {
    let bench = Bench::default();
    decide(&bench, Ruling::Hide(FoldedName::of("Rude"))).await;
    let look_alike = || Some("R\u{fe0f}u d\u{435}".to_owned());
    let mut table = kuba("classroom");
    table.seats[0].name = Some("Rude".to_owned());
    table.seats[1].player = NewPlayer::Elsewhere;
    let (mut driver, _) = Driver::make(&bench, &table).await;
    let name = |view: &GameView, seat| {
        let mut seats = view.seats.iter();
        let found = seats.find(|state| state.seat == seat);
        found.expect("a seat").name.clone()
    };
    let joins = CommandKind::Join {
        name: look_alike(),
        dice: DiceContribution::default(),
    };
    let joined = driver.want(&['B'], joins).await;
    assert!(matches!(joined, CommandOutcome::Committed(_)), "{joined:?}");
    let view = driver.view_for().await;
    // Whoever makes a table for friends is called as they wish.
    assert_eq!([name(&view, 'W'), name(&view, 'B')], ["Rude", "Player B"]);
    driver.must(&['W'], "resign").await;
    driver.must(&['W'], "rematch").await;
    let rematch = driver.view_for().await.rematch.expect("a rematch");
    let handle = bench.service.game(&rematch).await.expect("a store");
    let view = handle.expect("a game").view_for(&[]);
    assert!(
        view.seats.iter().all(|seat| seat.name != "Rude"),
        "{view:?}"
    );
    // Nor while they wait for others.
    let mut table = kuba("classroom");
    table.seats[1].player = NewPlayer::Elsewhere;
    let (mut driver, _) = Driver::make(&bench, &table).await;
    let named = CommandKind::Name(look_alike().expect("a name"));
    let named = driver.want(&['W'], named).await;
    assert!(matches!(named, CommandOutcome::Committed(_)), "{named:?}");
    assert_eq!(name(&driver.view_for().await, 'W'), UNNAMED);
}

#[tokio::test]
async fn what_a_keeper_allows_is_shown_beside_hidden_look_alikes() {
    let bench = Bench::default();
    let id = post(&bench, &wanted("kuba", Some("Burn")), net(9, 9)).await;
    let rude = post(&bench, &wanted("ludo", Some("Bum")), net(8, 8)).await;
    report_widely(&bench, &SeenName::Challenge(rude)).await;
    assert_eq!(listed(&bench).await, names(&[UNNAMED, UNNAMED]));
    decide(&bench, Ruling::Allow(FoldedName::of("burn"))).await;
    assert_eq!(listed(&bench).await, names(&["Burn", UNNAMED]));
    decide(&bench, Ruling::Forget(FoldedName::of("burn"))).await;
    assert_eq!(listed(&bench).await, names(&[UNNAMED, UNNAMED]));
    let own = bench.service.challenge(&id).await.expect("the store works");
    assert!(own.is_some());
}

#[tokio::test]
async fn a_network_reports_so_many_names_in_an_hour() {
    let bench = Bench::default();
    bench.clock.pass(Duration::from_hours(2));
    let mut wanted = wanted("kuba", None);
    let mut seen = Vec::new();
    for number in 0..=MOST_REPORTS {
        // None fits another.
        wanted.away_after = Some(Duration::from_secs(100 + number));
        wanted.name = Some(format!("Name {number}"));
        let by = net(u8::try_from(100 + number).expect("a few"), 1);
        seen.push(SeenName::Challenge(post(&bench, &wanted, by).await));
    }
    let (last, others) = seen.split_last().expect("some");
    for (host, seen) in (1..).zip(others) {
        report(&bench, seen, net(1, host))
            .await
            .expect("it is taken");
    }
    let refused = report(&bench, last, net(1, 77)).await;
    assert!(matches!(refused, Err(ReportError::TooMany)), "{refused:?}");
    report(&bench, last, net(2, 1))
        .await
        .expect("another network");
    bench.clock.pass(Duration::from_mins(61));
    report(&bench, last, net(1, 77))
        .await
        .expect("an hour later");
}

/// A keeper's word at one node applies at all.
#[tokio::test]
async fn who_is_blocked_only_looks_on_until_the_time_is_over() {
    let nodes = Nodes::apart();
    let [one, other] = &nodes.benches;
    let waits = post(other, &wanted("kuba", Some("Eve")), net(1, 1)).await;
    let stays = post(other, &wanted("ludo", Some("Bob")), net(2, 1)).await;
    other
        .service
        .look_at_lobby()
        .await
        .expect("the store works");
    let block = Block {
        network: "198.51.1.0/24".parse().expect("a network"),
        until: later(other, Duration::from_hours(1)),
    };
    decide(one, Ruling::Block(block)).await;
    other
        .service
        .look_at_lobby()
        .await
        .expect("the store works");
    let gone = one
        .service
        .challenge(&waits)
        .await
        .expect("the store works");
    assert_eq!(gone, None);
    for bench in [one, other] {
        let wish = wanted("kuba", None);
        let posted = bench.service.post_challenge(&wish, from(net(1, 2)));
        let refused = posted.await.err();
        assert!(
            matches!(refused, Some(ChallengeError::Create(CreateError::Blocked(by))) if by == block),
            "{refused:?}"
        );
        let accepted = bench
            .service
            .accept_challenge(&stays, None, from(net(1, 3)));
        let refused = accepted.await.err();
        assert!(
            matches!(
                refused,
                Some(ChallengeError::Create(CreateError::Blocked(_)))
            ),
            "{refused:?}"
        );
        let created = bench
            .service
            .create(&kuba("classroom"), from(net(1, 4)))
            .await;
        assert!(matches!(created, Err(CreateError::Blocked(_))));
        let refused = report(bench, &SeenName::Challenge(stays.clone()), net(1, 1)).await;
        assert!(
            matches!(refused, Err(ReportError::Blocked(_))),
            "{refused:?}"
        );
        // Others may, and all may look.
        let created = bench
            .service
            .create(&kuba("classroom"), from(net(2, 4)))
            .await;
        created.expect("it is made");
        assert_eq!(listed(bench).await, names(&["Bob"]));
    }
    for bench in [one, other] {
        bench.clock.pass(Duration::from_hours(2));
        let created = bench
            .service
            .create(&kuba("classroom"), from(net(1, 4)))
            .await;
        created.expect("the time is over");
    }
    // Or it is ended before.
    let until = later(other, Duration::from_hours(99));
    decide(one, Ruling::Block(Block { until, ..block })).await;
    let created = one
        .service
        .create(&kuba("classroom"), from(net(1, 4)))
        .await;
    assert!(matches!(created, Err(CreateError::Blocked(_))));
    decide(one, Ruling::Unblock(block.network)).await;
    let created = one
        .service
        .create(&kuba("classroom"), from(net(1, 4)))
        .await;
    created.expect("it is made");
}

fn later(bench: &Bench, time: Duration) -> Timestamp {
    Timestamp(bench.clock.now().0 + milliseconds(time))
}
