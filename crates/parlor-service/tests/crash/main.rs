//! A process is killed while it writes; what it was told is kept is there.
//!
//! The process is this test program itself, started again to run the same test:
//! with a file to write in its environment, it is the one that is killed.
//!
//! No other test is in this program: a child has the lock of every file that is open, until it has
//! begun to run its own program.

#![expect(
    clippy::unwrap_used,
    reason = "a helper of tests that cannot go on fails the test"
)]

#[expect(dead_code, reason = "the tests of all stores use the rest")]
#[path = "../stores/fixture.rs"]
mod fixture;
mod rounds;

use std::path::Path;
use std::sync::Arc;

use parlor_service::store::Store;
use parlor_service::store::sqlite::SqliteStore;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_is_there_after_a_crash_and_nothing_is_there_twice() {
    let (_folder, file) = fixture::place();
    let test = "what_was_acknowledged_is_there_after_a_crash_and_nothing_is_there_twice";
    rounds::rounds(test, file.to_str().unwrap(), 1, async |file| {
        let store = SqliteStore::open(Path::new(file)).await.unwrap();
        let store: Arc<dyn Store> = Arc::new(store);
        store
    })
    .await;
}
