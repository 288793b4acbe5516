//! Games that are brought back to an earlier moment go on with dice that nobody has seen.

use std::path::PathBuf;
use std::sync::Arc;

use parlor_record::record::AnyRecord;
use parlor_service::operator::{self, DatabaseUrl, OperatorError, Restored};
use parlor_service::service::{NewPlayer, Offer, Service};
use parlor_service::store::Store;
use parlor_service::store::postgres::{PostgresOptions, PostgresStore};
use parlor_service::store::shared::Membership;
use parlor_service::store::sqlite::{FILE, SqliteStore};
use parlor_table::id::GameId;
use parlor_table::log::EndReason;
use parlor_table::receipt::{Receipt, ReceiptKey};
use parlor_table::table::Status;
use tempfile::TempDir;

use crate::databases::{Database, LEASE};
use crate::players::{HERE, handle, make, play, play_to, rolls, service, view};
use crate::server::Server;

/// A node over a database, with a lease that a test can wait for.
async fn node(url: &str) -> Service {
    let options = PostgresOptions {
        lease: LEASE,
        ..PostgresOptions::new(url, "a", Membership::Member)
    };
    service(Arc::new(PostgresStore::open(options).await.unwrap()))
}

async fn restore(url: &str, copied: Option<&PathBuf>) -> Result<Restored, OperatorError> {
    let url = DatabaseUrl::from(url.to_owned());
    operator::restore_database(&url, copied.map(PathBuf::as_path), &mut |_| {}).await
}

/// A game of Ludo in play for which the server draws all bytes, one that waits for its players, and one
/// of Kuba.
async fn games(node: &Service) -> [GameId; 3] {
    let ludo = make(node, "ludo", &[('A', HERE), ('C', HERE)], None).await;
    play_to(node, &ludo, &['A', 'C'], 5).await;
    let later = || NewPlayer::Here(Offer::Later);
    let waiting = make(node, "ludo", &[('A', later()), ('C', later())], None).await;
    let kuba = make(node, "kuba", &[('W', HERE), ('B', HERE)], None).await;
    play(node, &kuba, &['W', 'B'], 3).await;
    [ludo, waiting, kuba]
}

/// Checks that games which are restored to after `known` rolls, of those `seen`, go on otherwise.
async fn check_new_dice(
    node: &Service,
    [ludo, waiting, kuba]: &[GameId; 3],
    known: usize,
    seen: &[String],
) {
    let ended = view(node, waiting).await;
    assert_eq!(ended.result.unwrap().reason, Some(EndReason::Restored));
    assert_eq!(view(node, kuba).await.status, Status::Playing);
    let renewed = view(node, ludo).await;
    assert_eq!(renewed.dice.unwrap().epoch, 1);
    assert_eq!(rolls(node, ludo).await, seen[..known]);
    play_to(node, ludo, &['A', 'C'], seen.len()).await;
    let anew = rolls(node, ludo).await;
    assert_eq!(anew[..known], seen[..known]);
    assert_ne!(
        anew[known..seen.len()],
        seen[known..],
        "6^20 to 1 that they differ"
    );
    play(node, ludo, &['A', 'C'], 10_000).await;
    play(node, kuba, &['W', 'B'], 2).await;
    let text = handle(node, ludo).await.record_text();
    let record = AnyRecord::read(&text).unwrap();
    assert!(record.verify_dice().is_ok(), "{}", &*text);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_lost_is_brought_back_to_a_moment_with_new_dice() {
    let mut server = Server::start().await;
    let before = node(&server.url()).await;
    let games = games(&before).await;
    let [ludo, _, kuba] = &games;
    let key = before.receipt_key().await.unwrap();
    let base = server.back_up();
    // What comes after the copy is in the archived log alone.
    play_to(&before, ludo, &['A', 'C'], 12).await;
    let known = rolls(&before, ludo).await.len();
    let later = make(&before, "kuba", &[('W', HERE), ('B', HERE)], None).await;
    let playing = handle(&before, ludo).await;
    let version = playing.version();
    let receipt = before.receipt(&playing, version).await.unwrap().unwrap();
    let mut at_moment = Vec::new();
    for id in games.iter().chain([&later]) {
        at_moment.push((id.clone(), handle(&before, id).await.log_text()));
    }
    server.remember("noon").await;
    play_to(&before, ludo, &['A', 'C'], known + 20).await;
    let seen = rolls(&before, ludo).await;
    play(&before, kuba, &['W', 'B'], 4).await;
    let lost = make(&before, "kuba", &[('W', HERE), ('B', HERE)], None).await;
    before.close().await.unwrap();
    server.restore(base, "noon").await;

    let restored = restore(&server.url(), None).await.unwrap();
    assert_eq!(restored.games, 4);
    assert_eq!(restored.renewed, games[..1]);
    assert_eq!(restored.ended, games[1..2]);
    assert_eq!(restored.damaged, []);
    let after = node(&server.url()).await;
    assert!(after.game(&lost).await.unwrap().is_none());
    for (id, log) in at_moment {
        let now = handle(&after, &id).await.log_text();
        let (lines, now): (Vec<_>, Vec<_>) = (log.lines().collect(), now.lines().collect());
        // The last line sums up.
        let entries = lines.len() - 1;
        assert_eq!(now[..entries], lines[..entries], "{id}");
        let has_more = now.len() > lines.len();
        assert_eq!(has_more, games[..2].contains(&id), "{id}: {now:?}");
    }
    assert_eq!(after.receipt_key().await.unwrap(), key);
    let playing = handle(&after, ludo).await;
    let again = after.receipt(&playing, version).await.unwrap();
    assert_eq!(
        again,
        Some(receipt.clone()),
        "it was signed before the moment"
    );
    let text = serde_json::to_string(&receipt).unwrap();
    Receipt::read(&text, Some(key)).unwrap();
    check_new_dice(&after, &games, known, &seen).await;
    after.close().await.unwrap();
}

/// A backup of a folder with games, from which more was rolled; these, the number of rolls that the
/// backup has, and all of them.
async fn backup() -> (TempDir, PathBuf, [GameId; 3], Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join(FILE)).await.unwrap();
    let store: Arc<dyn Store> = Arc::new(store);
    let before = service(store);
    let games = games(&before).await;
    before.receipt_key().await.unwrap();
    let copy = folder.path().join("copy.sqlite");
    operator::back_up(folder.path(), &copy, false, &mut |_| {})
        .await
        .unwrap();
    play_to(&before, &games[0], &['A', 'C'], 25).await;
    let seen = rolls(&before, &games[0]).await;
    before.close().await.unwrap();
    (folder, copy, games, seen)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_a_folder_is_brought_into_a_database_with_new_dice() {
    let (_folder, copy, games, seen) = backup().await;
    let database = Database::new().await;
    let restored = restore(&database.url, Some(&copy)).await.unwrap();
    assert_eq!((restored.games, &*restored.damaged), (3, &[][..]));
    assert_eq!(
        (&*restored.renewed, &*restored.ended),
        (&games[..1], &games[1..2])
    );
    let source = SqliteStore::open_read_only(&copy).await.unwrap();
    let secret = source.stored_secret_of_receipts().await.unwrap().unwrap();
    source.close().await.unwrap();
    let after = node(&database.url).await;
    let key = ReceiptKey::of_secret(&secret).public();
    assert_eq!(after.receipt_key().await.unwrap(), key);
    check_new_dice(&after, &games, 5, &seen).await;
    after.close().await.unwrap();
    let error = restore(&database.url, Some(&copy)).await.unwrap_err();
    assert!(matches!(error, OperatorError::HasGames(_)), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_is_not_restored_where_that_would_do_harm() {
    let (folder, copy, ..) = backup().await;
    let database = Database::new().await;
    let error = restore(&database.url, None).await.unwrap_err().to_string();
    assert!(error.contains("no games are kept in it"), "{error}");
    let missing = folder.path().join("missing");
    let error = restore(&database.url, Some(&missing)).await.unwrap_err();
    assert!(matches!(error, OperatorError::NoCopy { .. }), "{error}");
    let running = node(&database.url).await;
    for copied in [None, Some(&copy)] {
        let error = restore(&database.url, copied)
            .await
            .unwrap_err()
            .to_string();
        assert!(error.contains("node a uses it already"), "{error}");
    }
    running.close().await.unwrap();
}
