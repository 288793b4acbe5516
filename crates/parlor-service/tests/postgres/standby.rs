//! While the standby that a commit waits for is gone, nothing is acknowledged, and the server is not
//! filled with what waits.

use std::sync::Arc;
use std::time::Duration;

use parlor_service::store::postgres::{PostgresOptions, PostgresStore};
use parlor_service::store::shared::{Claimed, Epoch, Membership, SharedStore as _};
use parlor_service::store::{Appended, Outage, Store as _, StoreError};
use sqlx::postgres::PgConnection;
use sqlx::{Connection as _, query_scalar};
use tokio::time::timeout;

use crate::fixture::{append, create, game_id, keep, new_game, versions};
use crate::server::Server;

/// Has commits wait for a standby of this name; for none if it is empty.
async fn wait_for(server: &Server, standby: &str) {
    let set = format!("ALTER SYSTEM SET synchronous_standby_names = '{standby}'");
    server.execute("parlor", &set).await;
    server.execute("parlor", "SELECT pg_reload_conf()").await;
    let mut beside = PgConnection::connect(&server.url()).await.unwrap();
    let is_set = async {
        loop {
            let shown: String = query_scalar("SHOW synchronous_standby_names")
                .fetch_one(&mut beside)
                .await
                .unwrap();
            if shown == standby {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(Duration::from_secs(5), is_set).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_its_standby_nothing_is_acknowledged_and_one_process_waits() {
    let server = Server::start().await;
    let options = PostgresOptions {
        lease: Duration::from_mins(2),
        ..PostgresOptions::new(&server.url(), "a", Membership::Member)
    };
    let store = Arc::new(PostgresStore::open(options).await.unwrap());
    for game in 0..3 {
        create(&*store, new_game(game)).await;
    }
    wait_for(&server, "gone").await;
    for game in [0, 1, 2, 1, 2] {
        let error = store.append(append(game, 2, "first")).await.unwrap_err();
        let StoreError::Unavailable { outage, reason, .. } = &error else {
            panic!("{error}");
        };
        assert_eq!(*outage, Outage::Unconfirmed);
        assert!(reason.contains("a standby that should confirm"), "{reason}");
        // Nobody sees it, either.
        assert_eq!(versions(&*store, game).await, [1]);
    }
    // A game can still be taken, as an entry by that must wait as well.
    let claimed = store.claim(&game_id(1), None).await.unwrap();
    assert_eq!(claimed, Claimed::Own(Epoch(1)));
    let mut beside = PgConnection::connect(&server.url()).await.unwrap();
    let waiting: i64 =
        query_scalar("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
            .fetch_one(&mut beside)
            .await
            .unwrap();
    assert_eq!(waiting, 1);
    wait_for(&server, "").await;
    // What was not acknowledged was kept all the same, once.
    let again = async {
        loop {
            match store.append(append(0, 2, "first")).await {
                Ok(appended) => return appended,
                Err(StoreError::Unavailable { .. }) => {}
                Err(error) => panic!("{error}"),
            }
        }
    };
    let again = timeout(Duration::from_secs(30), again).await.unwrap();
    assert_eq!(again, Appended::Duplicate(2));
    keep(&*store, append(2, 2, "first")).await;
    store.close().await.unwrap();
}
