//! Of several nodes one owns a game, and only that one appends to it.

use std::time::Duration;

use parlor_service::store::lobby::ChallengeState;
use parlor_service::store::postgres::{PostgresOptions, PostgresStore};
use parlor_service::store::shared::{Claimed, Epoch, Membership, SharedStore as _};
use parlor_service::store::{Append, Appended, Created, NewGame, Store as _, StoreError};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::databases::{Database, LEASE};
use crate::fixture::{append, append_as, create, game_id, holding, keep, key, new_game, versions};
use crate::lobby::{challenge, pairing, waiting, waiting_of};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_was_taken_is_written_by_its_new_owner_alone() {
    let database = Database::new().await;
    let (one, other) = (database.open_for_long("a").await, database.open("b").await);
    create(&*one, new_game(1)).await;
    keep(&*one, append(1, 2, "first")).await;
    let owned = other.claim(&game_id(1), None).await.unwrap();
    assert_eq!(owned, Claimed::Other(one.session(), Epoch(0)));
    let taken = other.claim(&game_id(1), Some(Epoch(0))).await.unwrap();
    assert_eq!(taken, Claimed::Own(Epoch(1)));
    // The first knows nothing yet.
    let fenced = one.append(append(1, 3, "late")).await.unwrap();
    assert_eq!(fenced, Appended::Fenced(Epoch(1)));
    let again = one.append(append(1, 2, "first")).await.unwrap();
    assert_eq!(again, Appended::Duplicate(2));
    let rematch = NewGame {
        follows: Some(append(1, 3, "rematch")),
        ..new_game(2)
    };
    let created = one.create(rematch).await.unwrap();
    assert_eq!(created, Created::Stale);
    let by_owner = Append {
        epoch: Epoch(1),
        ..append(1, 3, "next")
    };
    keep(&*other, by_owner).await;
    assert_eq!(versions(&*one, 1).await, [1, 2, 3]);
    assert_eq!(one.claim(&game_id(9), None).await.unwrap(), Claimed::NoGame);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_that_take_a_game_at_once_the_last_one_writes() {
    let database = Database::new().await;
    let (one, other) = (database.open("a").await, database.open("b").await);
    create(&*one, new_game(1)).await;
    let mut version = 1;
    for round in 0..40_u64 {
        let mut tasks = JoinSet::new();
        for (number, store) in (0..).zip([&one, &other, &one, &other]) {
            let store = std::sync::Arc::clone(store);
            tasks.spawn(async move {
                let id = game_id(1);
                let standing = store.standing(vec![id.clone()]).await.unwrap();
                let seen = standing[0].unwrap().epoch;
                let Claimed::Own(epoch) = store.claim(&id, Some(seen)).await.unwrap() else {
                    return None;
                };
                let name = format!("{round}-{number}");
                let append = Append {
                    epoch,
                    ..append(1, version + 1, &name)
                };
                let appended = store.append(append).await.unwrap();
                (appended == Appended::Done).then_some(epoch)
            });
        }
        let wrote: Vec<Epoch> = tasks.join_all().await.into_iter().flatten().collect();
        assert!(wrote.len() <= 1, "in round {round}: {wrote:?}");
        version += wrote.len() as u64;
        assert_eq!(*versions(&*other, 1).await.last().unwrap(), version);
    }
    assert!(version > 10, "somebody wrote: {version}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_games_of_a_node_that_ended_are_free() {
    let database = Database::new().await;
    let (one, other) = (database.open("a").await, database.open("b").await);
    create(&*one, new_game(1)).await;
    create(&*one, new_game(2)).await;
    one.close().await.unwrap();
    let taken = other.claim(&game_id(1), None).await.unwrap();
    assert_eq!(taken, Claimed::Own(Epoch(1)));
    let again = other.claim(&game_id(1), None).await.unwrap();
    assert_eq!(again, Claimed::Own(Epoch(2)), "each time by a new epoch");
    let standing = other
        .standing(vec![game_id(2), game_id(3), game_id(1)])
        .await;
    let standing = standing.unwrap();
    assert_eq!(standing[0].unwrap().owner, None);
    assert_eq!(standing[1], None);
    assert_eq!(standing[2].unwrap().owner, Some(other.session()));
    let names: Vec<_> = other.nodes().await.unwrap();
    assert_eq!(names.len(), 1, "{names:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_lives_for_as_long_as_it_says_so_whatever_clocks_show() {
    let database = Database::new().await;
    let (one, other) = (database.open("a").await, database.open("b").await);
    create(&*one, new_game(1)).await;
    sleep(LEASE * 2).await;
    let owned = other.claim(&game_id(1), None).await.unwrap();
    assert_eq!(owned, Claimed::Other(one.session(), Epoch(0)));
    // As if the node were frozen: its lease ends by the clock of the database.
    database
        .run("UPDATE parlor.node SET until = clock_timestamp() WHERE name = 'a'")
        .await;
    let taken = other.claim(&game_id(1), None).await.unwrap();
    assert_eq!(taken, Claimed::Own(Epoch(1)));
    sleep(LEASE).await;
    let standing = other.standing(vec![game_id(1)]).await.unwrap();
    assert_eq!(standing[0].unwrap().owner, Some(other.session()));
    let fenced = one.append(append(1, 2, "late")).await.unwrap();
    assert_eq!(fenced, Appended::Fenced(Epoch(1)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_comes_to_hold_a_seat_is_counted() {
    let database = Database::new().await;
    let store = database.open("a").await;
    create(&*store, new_game(1)).await;
    let holders = async || {
        let standing = store.standing(vec![game_id(1)]).await.unwrap();
        standing[0].unwrap().holders
    };
    assert_eq!(holders().await, 0);
    for (browser, seat, counted) in [(1, 'W', 1), (1, 'W', 1), (2, 'W', 2), (1, 'B', 3)] {
        store.hold(holding(browser, 1, seat, 5)).await.unwrap();
        assert_eq!(holders().await, counted);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_archived_game_has_one_owner_as_well() {
    let database = Database::new().await;
    let (one, other) = (database.open_for_long("a").await, database.open("b").await);
    create(&*one, new_game(1)).await;
    let end = Append {
        ends: true,
        ..append(1, 2, "end")
    };
    keep(&*one, end).await;
    let later = parlor_table::timestamp::Timestamp(u64::MAX);
    assert_eq!(one.archive(later).await.unwrap(), 1);
    let taken = other.claim(&game_id(1), Some(Epoch(0))).await.unwrap();
    assert_eq!(taken, Claimed::Own(Epoch(1)));
    let fenced = one.append(append(1, 3, "rematch")).await.unwrap();
    assert_eq!(fenced, Appended::Fenced(Epoch(1)));
    let by_owner = Append {
        epoch: Epoch(1),
        ..append_as(1, crate::fixture::acted(3, None))
    };
    keep(&*other, by_owner).await;
    assert_eq!(versions(&*one, 1).await, [1, 2, 3]);
}

/// Opens a store, and why that fails.
async fn refused(options: PostgresOptions) -> String {
    match PostgresStore::open(options).await {
        Err(error @ StoreError::CannotOpen { .. }) => error.to_string(),
        Err(error) => panic!("{error}"),
        Ok(store) => panic!("{store:?} is open"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_is_alone_lets_no_other_in() {
    let database = Database::new().await;
    let alone = PostgresOptions {
        lease: Duration::from_mins(2),
        ..database.options("a", Membership::Alone)
    };
    let alone = PostgresStore::open(alone).await.unwrap();
    for membership in [Membership::Alone, Membership::Member] {
        let error = refused(database.options("b", membership)).await;
        assert!(error.contains("node a uses it already"), "{error}");
    }
    let visitor = database.options("command", Membership::Visitor);
    let visitor = PostgresStore::open(visitor).await.unwrap();
    assert_eq!(
        visitor.nodes().await.unwrap().len(),
        1,
        "a visitor is no node"
    );
    alone.close().await.unwrap();
    // A visitor is in nobody's way.
    let member = database.open_for_long("b").await;
    let error = refused(database.options("c", Membership::Alone)).await;
    assert!(error.contains("node b uses it already"), "{error}");
    visitor.close().await.unwrap();
    member.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_nodes_of_one_name_the_later_one_waits_and_is_refused() {
    let database = Database::new().await;
    let one = database.open_for_long("a").await;
    let error = refused(database.options("a", Membership::Member)).await;
    assert!(error.contains("a node named a uses it already"), "{error}");
    assert!(error.contains("--node"), "{error}");
    // One that was killed is not waited for longer than its lease.
    drop(one);
    database
        .run("UPDATE parlor.node SET session = 1, until = clock_timestamp() + interval '0.5 s'")
        .await;
    let waiting = database.options("a", Membership::Member);
    let opened = tokio::time::timeout(Duration::from_secs(5), PostgresStore::open(waiting)).await;
    opened.unwrap().unwrap().close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_waits_at_a_node_that_ended_waits_no_more_unless_they_move() {
    let database = Database::new().await;
    let (one, other) = (database.open("a").await, database.open_for_long("b").await);
    for number in 1..=2 {
        one.lobby().post(challenge(number)).await.unwrap();
    }
    other.lobby().post(challenge(3)).await.unwrap();
    let is_here = |state: &ChallengeState| *state == ChallengeState::Waiting { is_here: true };
    let here: Vec<bool> = other
        .lobby()
        .waiting()
        .await
        .unwrap()
        .iter()
        .map(|challenge| is_here(&challenge.state))
        .collect();
    assert_eq!(here, [false, false, true]);
    assert!(other.lobby().move_here(&game_id(2)).await.unwrap());
    // It is for the node at which they wait to find out that they have left.
    let both = || vec![game_id(2), game_id(3)];
    assert_eq!(one.lobby().withdraw_here(both()).await.unwrap(), 0);
    one.lobby().post(challenge(4)).await.unwrap();
    let theirs = [game_id(2), game_id(4)];
    assert_eq!(waiting_of(&*other, key(100)).await, theirs);
    one.close().await.unwrap();
    assert_eq!(waiting(&*other).await, [game_id(2), game_id(3)]);
    assert_eq!(waiting_of(&*other, key(100)).await, [game_id(2)]);
    // They may still come to another node.
    assert_eq!(other.lobby().withdraw_lost().await.unwrap(), 0);
    let long_ago = "UPDATE parlor.challenge SET made = made - interval '2 hours'";
    database.run(long_ago).await;
    assert_eq!(other.lobby().withdraw_lost().await.unwrap(), 2);
    assert_eq!(other.lobby().challenge(&game_id(1)).await.unwrap(), None);
}

/// Rounds of two nodes that pair the same people at once: nobody waits for a lock, and nobody is lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_nodes_that_pair_the_same_people_one_does() {
    let database = Database::new().await;
    let (one, other) = (
        database.open_for_long("a").await,
        database.open_for_long("b").await,
    );
    for round in 0..20_u64 {
        let numbers: Vec<u64> = (0..6).map(|place| round * 6 + place + 1).collect();
        for &number in &numbers {
            one.lobby().post(challenge(number)).await.unwrap();
        }
        let mut tasks = JoinSet::new();
        for (node, store) in (0..).zip([&one, &other]) {
            for place in 0..6_u64 {
                let (store, numbers) = (std::sync::Arc::clone(store), numbers.clone());
                tasks.spawn(async move {
                    let partner = (place + 1 + 2 * node) % 6;
                    let game = 1_000 + round * 12 + 6 * node + place;
                    let number = |place: u64| numbers[usize::try_from(place).unwrap()];
                    let pair = pairing(game, [number(place), number(partner)]);
                    store.create(pair).await.unwrap() == Created::Done
                });
            }
        }
        let paired = tasks.join_all().await.into_iter().filter(|done| *done);
        let paired = paired.count();
        let left = waiting(&*other).await;
        assert_eq!(left.len(), 6 - 2 * paired, "in round {round}");
        assert!(paired > 0, "in round {round}");
        other.lobby().withdraw(left).await.unwrap();
    }
}
