//! A node is killed while it writes; what it was told is kept is there.

use std::sync::Arc;

use parlor_service::store::Store;
use parlor_service::store::postgres::{PostgresOptions, PostgresStore};
use parlor_service::store::shared::Membership;

use crate::databases::Database;
use crate::rounds::{PLACE, rounds};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_is_there_after_a_crash_and_nothing_is_there_twice() {
    // The process that is killed is given one, and could not drop its own.
    let database = match std::env::var_os(PLACE) {
        Some(_) => Database::server(),
        None => Database::new().await,
    };
    let test = "crash::what_was_acknowledged_is_there_after_a_crash_and_nothing_is_there_twice";
    rounds(test, &database.url, 4, async |url| {
        // The lease of one that was killed has not ended yet.
        let node = format!("node-{}", getrandom::u64().unwrap());
        let options = PostgresOptions::new(url, &node, Membership::Member);
        let store: Arc<dyn Store> = Arc::new(PostgresStore::open(options).await.unwrap());
        store
    })
    .await;
}
