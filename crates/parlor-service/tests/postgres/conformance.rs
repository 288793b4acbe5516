//! The suite of all stores.

use parlor_service::store::Store as _;
use proptest::prelude::*;

use crate::checks::Shared;
use crate::databases::Database;
use crate::model::{cases, compare, question};

/// A test a check.
macro_rules! conformance {
    ($($check:ident)*) => {
        $(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $check() {
                let database = Database::new().await;
                let store = database.open("a").await;
                crate::checks::$check(store.clone()).await;
                store.close().await.expect("everything is written");
            }
        )*
    };
}

crate::checks::every_check!(conformance);

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn it_answers_as_the_model(questions in prop::collection::vec(question(), 1..150)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(async {
            let database = Database::new().await;
            compare("PostgreSQL", questions, async |opened| {
                if let Some(opened) = opened {
                    opened.close().await.expect("everything is written");
                }
                let store: Shared = database.open("a").await;
                store
            })
            .await;
        });
    }
}
