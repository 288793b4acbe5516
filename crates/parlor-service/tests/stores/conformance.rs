//! One suite, and every store passes it.

use std::sync::Arc;

use parlor_service::store::Store as _;
use parlor_service::store::memory::MemoryStore;
use parlor_service::store::sqlite::SqliteStore;
use proptest::prelude::*;

use crate::checks::Shared;
use crate::fixture::place;
use crate::model::{cases, compare, question};

/// A test a check, for each store.
macro_rules! conformance {
    ($($check:ident)*) => {
        mod memory {
            use super::*;
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $check() {
                    crate::checks::$check(Arc::new(MemoryStore::default())).await;
                }
            )*
        }
        mod sqlite {
            use super::*;
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $check() {
                    let (_folder, _, store) = crate::fixture::sqlite().await;
                    crate::checks::$check(store.clone()).await;
                    store.close().await.expect("everything is written");
                }
            )*
        }
    };
}

crate::checks::every_check!(conformance);

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn every_store_answers_as_the_model(questions in prop::collection::vec(question(), 1..150)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.expect("a runtime");
        let memory: Shared = Arc::new(MemoryStore::default());
        runtime.block_on(compare("memory", questions.clone(), async |opened| {
            opened.unwrap_or_else(|| Arc::clone(&memory))
        }));
        let (_folder, file) = place();
        runtime.block_on(compare("SQLite", questions, async |opened| {
            if let Some(opened) = opened {
                opened.close().await.expect("everything is written");
            }
            let store = SqliteStore::open(&file).await.expect("a file, or none");
            let store: Shared = Arc::new(store);
            store
        }));
    }
}
