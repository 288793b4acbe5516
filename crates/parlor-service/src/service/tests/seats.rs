//! Who may sit where, join, come back, and play again.

use std::sync::Arc;

use super::{
    Command, CommandError, CommandOutcome, Driver, HERE, NewPlayer, NewTable, Status, kuba, ludo,
    seat, table, taken_over,
};
use crate::service::{CreateError, Held, MOST_HOLDERS, NewSeatError, NewTableError, Settings};
use crate::store::memory::MemoryStore;
use crate::testing::{Bench, maker};
use parlor_table::command::CommandKind;
use parlor_table::id::GameId;
use parlor_table::key::{Key, KeyHash};

#[tokio::test]
async fn on_one_screen_a_rematch_begins_at_once_and_a_game_that_never_began_has_none() {
    let bench = Bench::default();
    let (mut driver, _) = Driver::make(&bench, &ludo()).await;
    driver.must(&['C'], "resign").await;
    driver.must(&['A', 'C'], "rematch").await;
    driver.id = driver.view_for().await.rematch.expect("a game follows");
    assert_eq!(driver.view_for().await.status, Status::Playing);

    let seats = vec![seat('A', HERE), seat('C', NewPlayer::Elsewhere)];
    let (mut driver, _) = Driver::make(&bench, &table("ludo", None, seats)).await;
    driver.must(&['A'], "abandon").await;
    let error = driver.refused(&['A'], "rematch").await;
    assert_eq!(error, CommandError::NeverBegan);
}

#[tokio::test]
async fn in_a_rematch_a_name_that_was_given_moves_on_and_a_usual_one_stays() {
    let bench = Bench::default();
    let mut wanted = kuba("classroom");
    wanted.seats[0].name = Some("Ann".to_owned());
    let (mut driver, _) = Driver::make(&bench, &wanted).await;
    for names in [["Player W", "Ann"], ["Ann", "Player B"]] {
        driver.must(&['W'], "resign").await;
        driver.must(&['W', 'B'], "rematch").await;
        driver.id = driver.view_for().await.rematch.expect("a game follows");
        let view = driver.view_for().await;
        let seats = view.seats.iter().map(|seat_state| &*seat_state.name);
        assert!(seats.eq(names), "{:?}", view.seats);
    }
}

#[tokio::test]
async fn in_a_rematch_a_person_who_is_called_like_a_default_keeps_the_name() {
    let bench = Bench::default();
    let mut wanted = kuba("classroom");
    wanted.seats[0].name = Some("Player W".to_owned());
    let (mut driver, _) = Driver::make(&bench, &wanted).await;
    driver.must(&['W'], "resign").await;
    driver.must(&['W', 'B'], "rematch").await;
    driver.id = driver.view_for().await.rematch.expect("a game follows");
    let view = driver.view_for().await;
    let seats = view.seats.iter().map(|seat_state| &*seat_state.name);
    // Both are shown with this name, as nobody has given the other one.
    assert!(seats.eq(["Player W", "Player W"]), "{:?}", view.seats);
}

#[tokio::test]
async fn nobody_joins_a_game_of_dice_without_a_part_in_them() {
    let bench = Bench::default();
    let seats = vec![seat('A', HERE), seat('C', NewPlayer::Elsewhere)];
    let (mut driver, _) = Driver::make(&bench, &table("ludo", None, seats)).await;
    let error = driver.refused(&['C'], "join").await;
    assert_eq!(error, CommandError::NoCommitment);
}

#[tokio::test]
async fn the_same_nonce_makes_one_game() {
    let bench = Bench::default();
    let wanted = NewTable {
        nonce: Some([7; 16]),
        ..ludo()
    };
    let made = bench.service.create(&wanted, maker(None)).await;
    let made = made.expect("it can be made");
    let again = bench.service.create(&wanted, maker(None)).await;
    let again = again.expect("it was made");
    assert_eq!((made.id, made.keys.len()), (again.id, 2));
    assert!(again.keys.is_empty(), "a key is shown once");
}

#[tokio::test]
async fn a_browser_is_given_the_game_of_its_nonce_where_there_is_room_for_no_other() {
    let settings = Settings {
        most_games: 2,
        most_games_held: 1,
        ..Settings::default()
    };
    let bench = Bench::over(Arc::new(MemoryStore::default()), settings);
    let browser = |digits: &str| Some(digits.repeat(32).parse::<Key>().expect("a key").hash());
    let wanted = |nonce: u8| NewTable {
        nonce: Some([nonce; 16]),
        ..ludo()
    };
    let made = bench.service.create(&wanted(7), maker(browser("ab"))).await;
    let made = made.expect("there is room");
    let again = bench.service.create(&wanted(7), maker(browser("ab"))).await;
    assert_eq!(again.expect("it was made").id, made.id);
    let refused = bench.service.create(&wanted(8), maker(browser("ab"))).await;
    assert!(
        matches!(refused, Err(CreateError::TooMany(_))),
        "{refused:?}"
    );
    let other = bench.service.create(&wanted(7), maker(browser("cd"))).await;
    let other = other.expect("there is room for somebody else");
    assert_ne!(other.id, made.id, "a nonce is its browser's own");
    assert_eq!(other.keys.len(), 2);
}

#[tokio::test]
async fn an_action_id_belongs_to_who_used_it() {
    let bench = Bench::default();
    let (mut driver, _) = Driver::make(&bench, &kuba("classroom")).await;
    let mine = driver.command(1, &['W'], "65F".parse().expect("a command"));
    assert_eq!(driver.send(&mine).await, CommandOutcome::Committed(2));
    let theirs = Command {
        expected_version: 2,
        by: vec!['B'],
        kind: "05B".parse().expect("a command"),
        ..mine
    };
    let answer = driver.send(&theirs).await;
    assert!(
        matches!(
            &answer,
            CommandOutcome::Rejected(CommandError::KeyUsed { .. })
        ),
        "{answer:?}"
    );
}

#[tokio::test]
async fn names_that_cannot_be_shown_in_a_line_are_refused() {
    let bench = Bench::default();
    let named = |name: &str| {
        let mut table = ludo();
        table.seats[0].name = Some(name.to_owned());
        table
    };
    for name in [
        "Zoë",
        "李雷",
        "Ana María de los Ángeles",
        "O'Neil <b>",
        "👩\u{200d}👧",
    ] {
        let made = bench.service.create(&named(name), maker(None)).await;
        assert!(made.is_ok(), "{name}");
    }
    let long = "long ".repeat(9);
    for name in ["a\u{7}b", "\u{202e}evil", "\u{200b}", &long] {
        let made = bench.service.create(&named(name), maker(None)).await;
        assert!(made.is_err(), "{name:?}");
    }
}

#[tokio::test]
async fn a_seat_takes_a_persons_devices_and_not_a_crowd() {
    let bench = Bench::default();
    let (driver, made) = Driver::make(&bench, &ludo()).await;
    let handle = bench.service.game(&driver.id).await;
    let handle = handle.expect("the store works").expect("it is there");
    let (seat, key) = &made.keys[0];
    let new_key = || Key::draw(bench.service.randomness()).expect("randomness");
    let mut held = Vec::new();
    for _ in 0..MOST_HOLDERS + 2 {
        let holding = bench.service.hold(&handle, *seat, key, new_key().hash());
        held.push(holding.await.expect("the store works"));
    }
    let done = held.iter().filter(|held| **held == Held::Done).count();
    assert_eq!((done, held.last()), (MOST_HOLDERS, Some(&Held::TooMany)));
    let stranger = new_key();
    let wrong = bench
        .service
        .hold(&handle, *seat, &stranger, stranger.hash());
    assert_eq!(wrong.await.expect("the store works"), Held::WrongKey);
}

#[tokio::test(start_paused = true)]
async fn while_a_bot_fills_in_nothing_is_taken_back_and_nothing_abandoned() {
    let bench = Bench::default();
    let mut driver = taken_over(&bench).await;
    let error = driver.refused(&['W'], "ask-undo").await;
    assert_eq!(error, CommandError::PlayerAway);
    let error = driver.refused(&['W'], "abandon").await;
    assert_eq!(error, CommandError::OthersPlay);
}

#[tokio::test]
async fn nobody_takes_the_name_of_another_player_at_the_table() {
    let bench = Bench::default();
    let seats = vec![
        seat('A', HERE),
        seat('B', NewPlayer::Elsewhere),
        seat('C', NewPlayer::Bot("priority".to_owned())),
    ];
    let named = |names: [Option<&str>; 2]| {
        let mut wanted = table("ludo", None, seats.clone());
        for (seat, name) in wanted.seats.iter_mut().zip(names) {
            seat.name = name.map(str::to_owned);
        }
        wanted
    };
    for names in [
        [Some("Ann"), Some("ann")],
        [Some("Ledger"), None],
        [Some("Player B"), None],
    ] {
        match bench.service.create(&named(names), maker(None)).await {
            Err(CreateError::Wrong(NewTableError::Seat { error, .. })) => {
                assert!(matches!(error, NewSeatError::NameTaken { .. }), "{error:?}");
            }
            other => panic!("{names:?}: {other:?}"),
        }
    }
    let (mut driver, _) = Driver::make(&bench, &named([Some("Ann"), None])).await;
    let join = |name: &str| CommandKind::Join {
        name: Some(name.to_owned()),
        dice: bench
            .service
            .drawn_contribution()
            .expect("there is randomness"),
    };
    for name in ["ANN", "ledger"] {
        match driver.want(&['B'], join(name)).await {
            CommandOutcome::Rejected(CommandError::NameTaken { .. }) => {}
            other => panic!("{name}: {other:?}"),
        }
    }
    assert!(matches!(
        driver.want(&['B'], join("Bob")).await,
        CommandOutcome::Committed(_)
    ));
}

#[tokio::test]
async fn a_name_that_nobody_sees_is_none() {
    let bench = Bench::default();
    let named = |name: &str| {
        let mut wanted = ludo();
        wanted.seats[0].name = Some(name.to_owned());
        wanted
    };
    for name in [
        "\u{3164}",
        "\u{ad}\u{ad}",
        "An\u{2028}n",
        "\u{2800}",
        "\u{fe0f}",
        "\u{e0041}",
    ] {
        let made = bench.service.create(&named(name), maker(None)).await;
        assert!(made.is_err(), "{name:?}");
    }
    for name in ["Zoë ❤\u{fe0f}", "👩\u{200d}🚀", "नि\u{200d}"] {
        let made = bench.service.create(&named(name), maker(None)).await;
        assert!(made.is_ok(), "{name:?}: {made:?}");
    }
}

#[tokio::test]
async fn a_key_is_for_its_own_seat_of_its_own_game() {
    let bench = Bench::default();
    let seats = || vec![seat('W', HERE), seat('B', NewPlayer::Elsewhere)];
    let (_, made) = Driver::make(&bench, &table("kuba", None, seats())).await;
    let (_, other) = Driver::make(&bench, &table("kuba", None, seats())).await;
    let handle = async |id: &GameId| {
        let found = bench.service.game(id).await.expect("the store works");
        found.expect("it is there")
    };
    let [one, other_one] = [handle(&made.id).await, handle(&other.id).await];
    let browsers = ["the one", "the other"].map(KeyHash::of_text);
    let taken = bench.service.hold_taken(&one, 'B', browsers[0]).await;
    let taken = taken.expect("the store works").expect("few hold it");
    for (seat, key) in made.keys.iter().chain([&('B', taken)]) {
        assert_eq!(one.seat_of(key), Some(*seat));
        assert_eq!(other_one.seat_of(key), None, "of another game");
        let others = if *seat == 'W' { 'B' } else { 'W' };
        for (handle, seat) in [(&one, others), (&other_one, *seat)] {
            let held = bench.service.hold(handle, seat, key, browsers[1]).await;
            assert_eq!(held.expect("the store works"), Held::WrongKey);
            assert!(handle.held_by(&browsers[1]).is_empty());
        }
    }
}
