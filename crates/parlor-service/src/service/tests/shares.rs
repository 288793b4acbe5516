//! That nobody takes what others need: bots that think for nobody, and all the room for games.

use core::net::IpAddr;
use core::time::Duration;
use std::sync::Arc;

use super::{Driver, GameView, HERE, NewPlayer, NewTable, Status, kuba, ludo, seat, table};
use crate::client_net::ClientNet;
use crate::rate_limit::Rate;
use crate::service::{CreateError, Maker, NewTableError, Service, Settings, TooManyGames};
use crate::store::memory::MemoryStore;
use crate::testing::{Bench, maker};
use parlor_table::id::GameId;

fn bot(letter: char) -> super::NewSeat {
    seat(letter, NewPlayer::Bot("random".to_owned()))
}

fn net(address: &str) -> ClientNet {
    let address: IpAddr = address.parse().expect("an address");
    ClientNet::of(Some(address))
}

fn from(address: &str) -> Maker {
    Maker {
        net: net(address),
        ..maker(None)
    }
}

fn bench(settings: Settings) -> Bench {
    Bench::over(Arc::new(MemoryStore::default()), settings)
}

async fn make(service: &Service, table: &NewTable, from: Maker) -> GameId {
    service.create(table, from).await.expect("there is room").id
}

async fn is_over(service: &Service, id: &GameId) -> bool {
    let handle = service.game(id).await.expect("the store works");
    handle.expect("it is there").view_for(&[]).status == Status::Over
}

/// Gives bots all the time they need, had they something to do.
async fn while_bots_could_act() {
    tokio::time::sleep(Duration::from_millis(100)).await;
}

#[tokio::test]
async fn bots_alone_are_no_game() {
    let bench = Bench::default();
    for table in [
        table("kuba", None, vec![bot('W'), bot('B')]),
        table("ludo", None, "ABCD".chars().map(bot).collect()),
    ] {
        match bench.service.create(&table, maker(None)).await {
            Err(CreateError::Wrong(error)) => assert_eq!(error, NewTableError::OnlyBots),
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn bots_wait_while_only_onlookers_are_there_and_go_on_when_a_player_is() {
    let settings = Settings {
        bots_wait: Duration::ZERO,
        ..Settings::default()
    };
    let bench = bench(settings);
    let wanted = table("kuba", Some("tournament"), vec![bot('W'), seat('B', HERE)]);
    let (driver, _) = Driver::make(&bench, &wanted).await;
    let handle = bench
        .service
        .game(&driver.id)
        .await
        .expect("the store works");
    let handle = handle.expect("it is there");
    let onlooker = handle.attend(Vec::new(), net("198.51.100.1"));
    while_bots_could_act().await;
    assert_eq!(handle.version(), 1, "the bot's turn, and nobody is there");
    let player = handle.attend(vec!['B'], net("192.0.2.1"));
    driver.until(|view| view.to_act == Some('B')).await;
    drop((onlooker, player));
}

#[tokio::test]
async fn after_a_restart_bots_wait_for_somebody_with_a_seat_also_one_that_was_given_up() {
    let one = Bench::default();
    let wanted = table("ludo", None, vec![seat('A', HERE), bot('B'), bot('C')]);
    let (mut driver, made) = Driver::make(&one, &wanted).await;
    let settings = Settings {
        bots_wait: Duration::ZERO,
        ..Settings::default()
    };
    let other = Bench::over(Arc::clone(&one.store), settings);
    driver.bench = &other;
    driver.must(&['A'], "resign").await;
    let version = driver.view_for().await.version;
    while_bots_could_act().await;
    assert_eq!(driver.view_for().await.version, version);
    let handle = other
        .service
        .game(&driver.id)
        .await
        .expect("the store works");
    let handle = handle.expect("it is there");
    let seat = handle
        .seat_of(&made.keys[0].1)
        .expect("the key is still known");
    let _attendance = handle.attend(vec![seat], net("192.0.2.1"));
    driver.until(|view| view.status == Status::Over).await;
}

#[tokio::test(start_paused = true)]
async fn bots_that_fill_in_rest_when_everybody_has_been_gone_for_a_while() {
    let bench = Bench::default();
    let wanted = NewTable {
        away_after: Some(Duration::from_mins(20)),
        ..kuba("classroom")
    };
    let (mut driver, _) = Driver::make(&bench, &wanted).await;
    driver.must(&['W'], "65F").await;
    bench.live(Duration::from_mins(20));
    driver
        .until(|view| view.seats[1].occupant != parlor_table::table::Occupant::Person)
        .await;
    tokio::time::resume();
    let version = driver.view_for().await.version;
    while_bots_could_act().await;
    assert_eq!(
        driver.view_for().await.version,
        version,
        "nobody for 20 minutes"
    );
    let handle = bench
        .service
        .game(&driver.id)
        .await
        .expect("the store works");
    handle.expect("it is there").attended_by(net("192.0.2.1"));
    driver
        .until(|view: &GameView| view.to_act == Some('W'))
        .await;
}

#[tokio::test]
async fn a_network_has_its_share_of_games_and_wider_ones_have_theirs() {
    let settings = Settings {
        most_games_of_client: Some(2),
        new_games: None,
        ..Settings::default()
    };
    let bench = bench(settings);
    let service = &bench.service;
    let begun = async |address: &str| {
        let made = service.create(&kuba("classroom"), from(address)).await?;
        let mut driver = Driver {
            bench: &bench,
            id: made.id.clone(),
            sent: 0,
        };
        driver.must(&['W'], "65F").await;
        driver.must(&['B'], "05B").await;
        Ok::<_, CreateError>(made.id)
    };
    let first = begun("2001:db8::1").await.expect("there is room");
    begun("2001:db8::2").await.expect("there is room");
    match begun("2001:db8::3").await {
        Err(CreateError::TooMany(TooManyGames::OfNetwork { network, .. })) => {
            assert_eq!(network.to_string(), "2001:db8::/64");
        }
        other => panic!("{other:?}"),
    }
    // Of a /56 eight, of a /48 thirty-two.
    let mut made = 0;
    for network in 0..100 {
        let address = format!("2001:db8:0:{network:x}::1");
        made += usize::from(begun(&address).await.is_ok());
    }
    assert_eq!(made, 6, "eight of the /56");
    for network in 0x100..0x1000 {
        let address = format!("2001:db8:0:{network:x}::1");
        made += usize::from(begun(&address).await.is_ok());
    }
    assert_eq!(made, 30, "32 of the /48");
    begun("2001:db8:1::1")
        .await
        .expect("there is room for others");
    let owner = Maker {
        is_owner: true,
        ..from("2001:db8::1")
    };
    let made = make(service, &ludo(), owner).await;
    let handle = service.game(&made).await.expect("the store works");
    handle.expect("it is there").attended_by(net("2001:db8::1"));
    // What is over makes room.
    let mut driver = Driver {
        bench: &bench,
        id: first,
        sent: 100,
    };
    driver.must(&['W'], "resign").await;
    assert!(
        begun("2001:db8::1").await.is_err(),
        "the owner's game counts"
    );
}

#[tokio::test]
async fn a_game_that_is_refused_is_not_counted_as_made() {
    let settings = Settings {
        most_games_of_client: Some(1),
        new_games: Some(Rate::every(Duration::from_hours(1), 2)),
        ..Settings::default()
    };
    let bench = bench(settings);
    let (service, wanted) = (&bench.service, kuba("classroom"));
    let mut driver = Driver {
        bench: &bench,
        id: make(service, &wanted, from("192.0.2.1")).await,
        sent: 0,
    };
    driver.must(&['W'], "65F").await;
    for _ in 0..5 {
        let refused = service.create(&wanted, from("192.0.2.1")).await;
        assert!(
            matches!(refused, Err(CreateError::TooMany(_))),
            "{refused:?}"
        );
    }
    driver.must(&['W'], "resign").await;
    make(service, &wanted, from("192.0.2.1")).await;
}

#[tokio::test]
async fn games_that_never_began_make_room_in_their_own_network() {
    let settings = Settings {
        most_games_of_client: Some(2),
        new_games: None,
        bots_wait: Duration::from_mins(10),
        ..Settings::default()
    };
    let bench = bench(settings);
    let service = &bench.service;
    let first = make(service, &ludo(), from("192.0.2.1")).await;
    bench.live(Duration::from_secs(1));
    let games = [first, make(service, &ludo(), from("192.0.2.1")).await];
    for id in &games {
        let handle = service.game(id).await.expect("the store works");
        handle.expect("it is there").attended_by(net("192.0.2.1"));
    }
    let refused = service.create(&ludo(), from("192.0.2.1")).await;
    assert!(
        matches!(refused, Err(CreateError::TooMany(_))),
        "somebody is there: {refused:?}"
    );
    bench.live(Duration::from_mins(11));
    make(service, &ludo(), from("192.0.2.1")).await;
    let over = [
        is_over(service, &games[0]).await,
        is_over(service, &games[1]).await,
    ];
    assert_eq!(over, [true, false]);
}

#[tokio::test]
async fn a_newcomer_gets_a_game_from_whoever_has_most_and_nobodys_that_is_there() {
    let settings = Settings {
        most_games: 4,
        most_games_of_client: None,
        new_games: None,
        ..Settings::default()
    };
    let bench = bench(settings);
    let service = &bench.service;
    let played = async |address: &str| {
        let id = make(service, &kuba("classroom"), from(address)).await;
        let mut driver = Driver {
            bench: &bench,
            id: id.clone(),
            sent: 0,
        };
        driver.must(&['W'], "65F").await;
        driver.must(&['B'], "05B").await;
        bench.live(Duration::from_secs(10));
        id
    };
    // The oldest game of all is nobody's who has many.
    let alone = played("198.51.100.1").await;
    let greedy = [played("192.0.2.1").await, played("192.0.2.2").await];
    let invited = make(service, &ludo(), from("203.0.113.1")).await;
    let handle = service.game(&invited).await.expect("the store works");
    handle.expect("it is there").attended_by(net("203.0.113.1"));
    let somebody = "233.252.0.1";
    let refused = service.create(&ludo(), from(somebody)).await;
    assert!(
        matches!(refused, Err(CreateError::TooMany(_))),
        "somebody is in each: {refused:?}"
    );
    bench.live(Duration::from_mins(11));
    let state = async |id: &GameId| is_over(service, id).await;
    played(somebody).await;
    assert!(state(&invited).await, "what never began goes first");
    bench.live(Duration::from_mins(11));
    let handle = service.game(&greedy[0]).await.expect("the store works");
    let handle = handle.expect("it is there");
    let here = handle.attend(vec!['W'], net("192.0.2.1"));
    played("203.0.113.1").await;
    let over = [
        state(&alone).await,
        state(&greedy[0]).await,
        state(&greedy[1]).await,
    ];
    assert_eq!(over, [false, false, true], "the network that has most");
    drop(here);
}

#[tokio::test]
async fn who_makes_games_and_never_comes_to_them_keeps_nobody_out() {
    let settings = Settings {
        most_games: 20,
        most_games_of_client: Some(10),
        new_games: None,
        ..Settings::default()
    };
    let bench = bench(settings);
    let service = &bench.service;
    let player = make(service, &ludo(), from("192.0.2.1")).await;
    let handle = service.game(&player).await.expect("the store works");
    handle.expect("it is there").attended_by(net("192.0.2.1"));
    for network in 0..100 {
        let address = format!("2001:db8:{network:x}::1");
        make(service, &ludo(), from(&address)).await;
    }
    make(service, &ludo(), from("198.51.100.1")).await;
    let open = bench.store.count_open(None).await.expect("the store works");
    assert_eq!(open.all, 20);
    assert!(!is_over(service, &player).await);
}

#[tokio::test]
async fn who_comes_to_all_of_their_games_keeps_no_newcomer_out() {
    let settings = Settings {
        most_games: 10,
        most_games_of_client: Some(3),
        new_games: None,
        ..Settings::default()
    };
    let bench = bench(settings);
    let service = &bench.service;
    let visited = async |address: &str| {
        let id = make(service, &ludo(), from(address)).await;
        let handle = service.game(&id).await.expect("the store works");
        handle.expect("it is there").attended_by(net(address));
        bench.live(Duration::from_secs(1));
        id
    };
    let player = visited("192.0.2.1").await;
    let mut greedy = Vec::new();
    for network in 0..9 {
        greedy.push(visited(&format!("2001:db8:0:{network:x}00::1")).await);
    }
    // The first is there again, and by a socket.
    let handle = service.game(&greedy[0]).await.expect("the store works");
    let handle = handle.expect("it is there");
    let here = handle.attend(vec!['A'], net("2001:db8::1"));
    let mut newcomers = Vec::new();
    for network in 0..6 {
        newcomers.push(visited(&format!("198.51.{network}.1")).await);
    }
    let refused = service.create(&ludo(), from("203.0.113.1")).await;
    assert!(
        matches!(refused, Err(CreateError::TooMany(_))),
        "somebody is in each: {refused:?}"
    );
    let mut over = Vec::new();
    for id in &greedy {
        over.push(is_over(service, id).await);
    }
    let kept = [0, 7, 8].map(|place| over[place]);
    assert_eq!(kept, [false; 3], "those that it came to last: {over:?}");
    assert_eq!(over.iter().filter(|is_over| **is_over).count(), 6);
    for id in newcomers.iter().chain([&player]) {
        assert!(!is_over(service, id).await);
    }
    drop(here);
}

#[tokio::test]
async fn games_from_before_the_start_make_room_too() {
    let one = Bench::default();
    let old = make(&one.service, &ludo(), from("192.0.2.1")).await;
    let settings = Settings {
        most_games: 1,
        ..Settings::default()
    };
    let other = Bench::over(Arc::clone(&one.store), settings);
    other.clock.pass(Duration::from_mins(1));
    make(&other.service, &ludo(), from("198.51.100.1")).await;
    assert!(is_over(&other.service, &old).await);
}
