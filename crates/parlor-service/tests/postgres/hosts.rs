//! Of several servers of a database, the one that takes writes is used, and of two that do the one that
//! has taken over.

use std::ffi::OsString;
use std::time::Duration;

use parlor_service::operator::{self, OperatorCommand, Place};
use parlor_service::store::postgres::{PostgresOptions, PostgresStore};
use parlor_service::store::shared::Membership;
use parlor_service::store::{Outage, Store as _, StoreError};
use tokio::time::{sleep, timeout};

use crate::fixture::{append, create, game_id, keep, new_game, versions};
use crate::server::{Copy, Server};

/// The address of a database at several servers.
fn at(servers: &[&Server]) -> String {
    let hosts: Vec<String> = servers.iter().map(|server| server.host()).collect();
    format!("postgres://postgres@{}/parlor", hosts.join(","))
}

async fn opened(servers: &[&Server]) -> Result<PostgresStore, StoreError> {
    let options = PostgresOptions {
        lease: Duration::from_mins(2),
        ..PostgresOptions::new(&at(servers), "a", Membership::Member)
    };
    PostgresStore::open(options).await
}

/// Waits until a standby has a game.
async fn followed(standby: &Server, game: u64) {
    let options = PostgresOptions::new(&at(&[standby]), "reader", Membership::Reader);
    let follows = async {
        loop {
            if let Ok(store) = PostgresStore::open(options.clone()).await
                && store.game(&game_id(game)).await.unwrap().is_some()
            {
                return;
            }
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(Duration::from_secs(20), follows).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_that_take_writes_the_one_that_has_taken_over_is_used() {
    let old = Server::start().await;
    let new = old.copied(Copy::Standby);
    let store = opened(&[&old, &new]).await.unwrap();
    create(&store, new_game(1)).await;
    followed(&new, 1).await;
    new.promote().await;
    // A node that runs finds out once its connections are gone, though the old server takes writes.
    old.cut().await;
    keep(&store, append(1, 2, "first")).await;
    assert_eq!(versions(&store, 1).await, [1, 2]);
    store.close().await.unwrap();
    // One that starts looks at both.
    for servers in [[&old, &new], [&new, &old]] {
        let store = opened(&servers).await.unwrap();
        assert_eq!(versions(&store, 1).await, [1, 2]);
        store.close().await.unwrap();
    }
    // Not named with the other, the old one cannot be told from what it was.
    let visitor = PostgresOptions::new(&at(&[&old]), "b", Membership::Visitor);
    let store = PostgresStore::open(visitor).await.unwrap();
    assert_eq!(versions(&store, 1).await, [1]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_that_take_writes_of_which_none_has_taken_over_are_refused() {
    let one = Server::start().await;
    opened(&[&one]).await.unwrap().close().await.unwrap();
    // One server by two names is one.
    opened(&[&one, &one]).await.unwrap().close().await.unwrap();
    let copy = one.copied(Copy::Writable);
    let other = Server::start().await;
    for second in [&copy, &other] {
        let error = opened(&[&one, second]).await.unwrap_err().to_string();
        let words = format!("{} and {} both take writes", one.host(), second.host());
        assert!(error.contains(&words), "{error}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_none_takes_writes_each_is_named_with_its_reason() {
    let first = Server::start().await;
    let standby = first.copied(Copy::Standby);
    let store = opened(&[&first, &standby]).await.unwrap();
    create(&store, new_game(1)).await;
    followed(&standby, 1).await;
    first.stop("fast");
    let (dead, idle) = (first.host(), standby.host());
    let explains = |reason: &str| {
        assert!(
            reason.contains("of its hosts none takes writes"),
            "{reason}"
        );
        assert!(reason.contains(&format!("{dead}: ")), "{reason}");
        assert!(reason.contains(&format!("{idle} is a standby")), "{reason}");
        assert!(reason.contains("promote a standby"), "{reason}");
    };
    let error = store.append(append(1, 2, "first")).await.unwrap_err();
    let StoreError::Unavailable { outage, reason, .. } = error else {
        panic!("{error}");
    };
    assert_eq!(outage, Outage::Unknown);
    explains(&reason);
    explains(&opened(&[&first, &standby]).await.unwrap_err().to_string());
    // What only reads is content with the standby, by itself or beside the one that is gone.
    for servers in [&[&standby][..], &[&first, &standby]] {
        let place = Place::from(OsString::from(at(servers)));
        let store = operator::read(&place).await.unwrap();
        let games = operator::list(&*store).await.unwrap();
        assert_eq!(games.len(), 1);
        assert!(operator::table(&*store, &game_id(1)).await.is_ok());
        store.close().await.unwrap();
    }
    let place = Place::from(OsString::from(at(&[&standby])));
    let end = OperatorCommand::End(vec![game_id(1)]);
    let error = operator::change(&place, &end).await.unwrap_err();
    assert!(error.to_string().contains("it is a standby"), "{error}");
}
