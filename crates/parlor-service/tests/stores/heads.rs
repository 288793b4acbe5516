//! What every store must keep so that logs can be proved: their heads, and the secret of receipts.

use std::sync::Arc;

use parlor_dice::Bytes32;
use parlor_table::timestamp::Timestamp;
use tokio::task::JoinSet;

use crate::checks::Shared;
use crate::fixture::{append, create, game_id, keep, new_game};

pub(crate) async fn heads_come_back_and_of_archived_games_the_last(store: Shared) {
    create(&*store, new_game(1)).await;
    let head = |version: u64| Bytes32::sha_256(&version.to_be_bytes());
    for version in 2..=4 {
        let mut append = append(1, version, &format!("a{version}"));
        append.entry.head = Some(head(version));
        append.ends = version == 4;
        keep(&*store, append).await;
    }
    let heads = async || -> Vec<Option<Bytes32>> {
        let entries = store.entries(&game_id(1), 0).await.unwrap();
        entries.iter().map(|entry| entry.head).collect()
    };
    assert_eq!(
        heads().await,
        [None, Some(head(2)), Some(head(3)), Some(head(4))]
    );
    assert_eq!(store.archive(Timestamp(u64::MAX)).await.unwrap(), 1);
    assert_eq!(heads().await, [None, None, None, Some(head(4))]);
    // Gone on with, it has what is left.
    let mut append = append(1, 5, "a5");
    append.entry.head = Some(head(5));
    keep(&*store, append).await;
    assert_eq!(
        heads().await,
        [None, None, None, Some(head(4)), Some(head(5))]
    );
}

pub(crate) async fn one_secret_signs_receipts_for_ever(store: Shared) {
    let mut tasks = JoinSet::new();
    for byte in 0..20 {
        let store = Arc::clone(&store);
        tasks.spawn(async move { store.secret_of_receipts(Bytes32([byte; 32])).await.unwrap() });
    }
    let secrets = tasks.join_all().await;
    let first = secrets[0];
    assert!(secrets.iter().all(|secret| *secret == first));
    assert_eq!(
        store.secret_of_receipts(Bytes32([99; 32])).await.unwrap(),
        first
    );
}

pub(crate) async fn a_secret_of_receipts_is_not_drawn_by_reading_it(store: Shared) {
    let stored = async || store.stored_secret_of_receipts().await.unwrap();
    assert_eq!(stored().await, None);
    let secret = store.secret_of_receipts(Bytes32([7; 32])).await.unwrap();
    assert_eq!(stored().await, Some(secret));
}
