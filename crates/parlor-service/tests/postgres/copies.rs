//! All games are moved between a folder and a database, in either direction, and nothing of them is
//! lost.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use parlor_dice::Bytes32;
use parlor_service::client_net::ClientNet;
use parlor_service::operator::{self, Copied, CopiedKeeping, OperatorError, Place};
use parlor_service::service::NewPlayer;
use parlor_service::store::moderation::{
    Block, FoldedName, Moderated, ModerationWrite, NameDecision,
};
use parlor_service::store::sqlite::{FILE, SqliteStore};
use parlor_service::store::{Holding, Store};
use parlor_table::id::GameId;
use parlor_table::receipt::ReceiptKey;
use parlor_table::timestamp::Timestamp;
use tempfile::TempDir;

use crate::databases::Database;
use crate::fixture::key;
use crate::players::{HERE, make, play, service};

/// A folder with the games of a release and newer ones: played, archived, with an invitation, with
/// seats held since different moments, and with receipts.
async fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data-folders/0.1/games.sqlite");
    let file = folder.path().join(FILE);
    fs::copy(kept, &file).unwrap();
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&file).await.unwrap());
    let node = service(Arc::clone(&store));
    let browser = Some(key(3));
    let archived = make(&node, "kuba", &[('W', HERE), ('B', HERE)], browser).await;
    play(&node, &archived, &['W', 'B'], 1_000).await;
    assert!(store.archive(Timestamp(u64::MAX)).await.unwrap() > 0);
    let ludo = make(&node, "ludo", &[('A', HERE), ('C', HERE)], browser).await;
    play(&node, &ludo, &['A', 'C'], 12).await;
    let over = make(&node, "ludo", &[('A', HERE), ('C', HERE)], browser).await;
    play(&node, &over, &['A', 'C'], 1_000).await;
    let invited = [('W', HERE), ('B', NewPlayer::Elsewhere)];
    let invited = make(&node, "kuba", &invited, browser).await;
    let since = Timestamp(1_800_000_000_000);
    for (browser, game, seat) in [(4, &ludo, 'C'), (5, &invited, 'B'), (6, &archived, 'W')] {
        let (browser, game) = (key(browser), game.clone());
        let holding = Holding {
            browser,
            game,
            seat,
            since,
        };
        store.hold(holding).await.unwrap();
    }
    node.receipt_key().await.unwrap();
    keep_lobby(&*store).await;
    node.close().await.unwrap();
    folder
}

/// Three names, one of them reported by clients of several networks, and a block.
async fn keep_lobby(store: &dyn Store) {
    let nets = [Some([198, 51, 100, 7]), Some([198, 51, 9, 7]), None];
    let report = |net: Option<[u8; 4]>| ModerationWrite::Report {
        name: FoldedName::of("Eve"),
        by: ClientNet::of(net.map(Into::into)).widest(),
        at: Timestamp(1_800_000_000_000),
    };
    let decide = |name, decision| ModerationWrite::Decide(FoldedName::of(name), decision);
    let block = Block {
        network: "2001:db8::/48".parse().unwrap(),
        until: Timestamp(1_900_000_000_000),
    };
    let decisions = [
        decide("ann", NameDecision::Shown),
        decide("rude", NameDecision::Hidden),
        ModerationWrite::Block(block),
    ];
    for write in nets.map(report).into_iter().chain(decisions) {
        let done = store.moderation().moderate(write).await.unwrap();
        assert_eq!(done, Moderated::Done);
    }
}

fn at(folder: &TempDir) -> Place {
    Place::from(folder.path())
}

async fn copy(from: &Place, to: &Place) -> Result<Copied, OperatorError> {
    operator::copy(from, to, &mut |_| {}).await
}

async fn copied(from: &Place, to: &Place) -> Copied {
    copy(from, to).await.unwrap()
}

/// Everything in a place, as text.
async fn everything(place: &Place) -> Vec<String> {
    let store = operator::read(place).await.unwrap();
    let mut all = vec![
        format!("{:?}", store.stored_secret_of_receipts().await),
        format!("{:?}", store.moderation().watched_names().await.unwrap()),
        format!("{:?}", store.moderation().rulings().await.unwrap().blocks),
    ];
    for listed in operator::list(&*store).await.unwrap() {
        let id = &listed.id;
        all.push(format!(
            "{listed:?} {:?} {:?} {:?} {:?}",
            store.game(id).await.unwrap().unwrap(),
            store.entries(id, 0).await.unwrap(),
            store.holdings_of(id).await.unwrap(),
            store.invitation_to(id).await.unwrap(),
        ));
        let table = operator::table(&*store, id).await;
        all.extend(table.map(|table| table.unwrap().record_text()));
    }
    store.close().await.unwrap();
    all
}

/// The games of a place that go on, or are over.
async fn ids(place: &Place, is_over: bool) -> Vec<GameId> {
    let store = operator::read(place).await.unwrap();
    let listed = operator::list(&*store).await.unwrap();
    store.close().await.unwrap();
    let listed = listed.into_iter().filter(|game| game.is_over == is_over);
    listed.map(|game| game.id).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_games_are_moved_there_and_back_as_they_are() {
    let (from, database) = (folder().await, Database::new().await);
    let back = tempfile::tempdir().unwrap();
    let kept = everything(&at(&from)).await;
    let there = copied(&at(&from), &database.place()).await;
    assert_eq!((there.games, there.found), (12, 0));
    assert!(there.damaged.is_empty() && there.differing.is_empty());
    assert_eq!(everything(&database.place()).await, kept);
    // Again, nothing is written.
    let again = copied(&at(&from), &database.place()).await;
    assert_eq!((again.games, again.found), (0, there.games));
    assert_eq!((again.entries, again.found_entries), (0, there.entries));
    assert_eq!((there.keeping.names, there.keeping.blocks), (3, 1));
    let found = CopiedKeeping {
        found_names: 3,
        found_blocks: 1,
        ..CopiedKeeping::default()
    };
    assert_eq!(again.keeping, found);
    let home = copied(&database.place(), &at(&back)).await;
    assert_eq!(home, there);
    assert_eq!(everything(&at(&back)).await, kept);
    assert_eq!(everything(&at(&from)).await, kept, "it was only read");
    // Between two of a kind, too.
    let (other, last) = (Database::new().await, tempfile::tempdir().unwrap());
    assert_eq!(copied(&database.place(), &other.place()).await, there);
    assert_eq!(copied(&at(&back), &at(&last)).await, there);
    assert_eq!(everything(&other.place()).await, kept);
    assert_eq!(everything(&at(&last)).await, kept);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_was_moved_goes_on_and_its_receipts_are_signed_as_before() {
    let (from, database) = (folder().await, Database::new().await);
    let place = at(&from);
    let store = operator::read(&place).await.unwrap();
    let secret = store.stored_secret_of_receipts().await.unwrap();
    store.close().await.unwrap();
    copied(&place, &database.place()).await;
    let node = service(database.open("a").await);
    let signed_by = ReceiptKey::of_secret(&secret.unwrap()).public();
    assert_eq!(node.receipt_key().await.unwrap(), signed_by);
    let store = database.open("b").await;
    let held = store.held(key(3), 9).await.unwrap();
    let ludo = held.iter().find(|holding| holding.seat == 'A').unwrap();
    play(&node, &ludo.game, &['A', 'C'], 10).await;
    store.close().await.unwrap();
    node.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_an_interrupted_copy_has_left_is_completed_and_what_differs_is_left() {
    let (from, database) = (folder().await, Database::new().await);
    let kept = everything(&at(&from)).await;
    copied(&at(&from), &database.place()).await;
    let (open, over) = (
        ids(&database.place(), false).await,
        ids(&database.place(), true).await,
    );
    // As it is left between the first part of a game and its last entry, and before that.
    let cut = |id: &GameId| {
        format!(
            "DELETE FROM parlor.entry WHERE game = '{id}' AND version =
                 (SELECT version FROM parlor.log WHERE game = '{id}');
             UPDATE parlor.log SET version = version - 1 WHERE game = '{id}';
             UPDATE parlor.game SET is_over = false WHERE id = '{id}';"
        )
    };
    for id in [&over[0], &over[1]] {
        database.run(&cut(id)).await;
    }
    let unheld = "DELETE FROM parlor.holding WHERE game = ";
    database.run(&format!("{unheld} '{}'", over[1])).await;
    database
        .run(&format!("DELETE FROM parlor.log WHERE game = '{0}'; DELETE FROM parlor.game WHERE id = '{0}';
             DELETE FROM parlor.entry WHERE game = '{0}'; DELETE FROM parlor.invite WHERE game = '{0}';
             DELETE FROM parlor.holding WHERE game = '{0}'", open[0]))
        .await;
    let completed = copied(&at(&from), &database.place()).await;
    assert_eq!((completed.games, completed.found), (3, 9), "{completed:?}");
    assert_eq!(everything(&database.place()).await, kept);
    // Other games are never touched.
    for (id, sql, how) in [
        (
            &over[0],
            format!("{0} {0}", cut(&over[0])),
            "entries there instead of",
        ),
        (
            &over[1],
            format!(
                "UPDATE parlor.game SET is_over = false WHERE id = '{}'",
                over[1]
            ),
            "it goes on there",
        ),
        (
            &open[0],
            format!(
                "UPDATE parlor.game SET secret = sha256('x') WHERE id = '{}'",
                open[0]
            ),
            "the secret of its dice differs",
        ),
        (
            &open[1],
            format!(
                "UPDATE parlor.entry SET at = at + 1 WHERE game = '{}'",
                open[1]
            ),
            "entry 1 differs",
        ),
        (
            &open[2],
            format!(
                "INSERT INTO parlor.holding VALUES ('{}', 87, sha256('x'), 1)",
                open[2]
            ),
            "who holds its seats differs",
        ),
    ] {
        database.run(&sql).await;
        let before = everything(&database.place()).await;
        let left = copied(&at(&from), &database.place()).await;
        let found = left.differing.iter().find(|(differs, _)| differs == id);
        let (_, said) = found.unwrap_or_else(|| panic!("{id}: {left:?}"));
        assert!(said.contains(how), "{said}");
        assert_eq!(left.games, 0);
        assert_eq!(everything(&database.place()).await, before);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damaged_games_are_named_and_the_others_are_copied() {
    let (from, database) = (folder().await, Database::new().await);
    copied(&at(&from), &database.place()).await;
    let open = ids(&database.place(), false).await;
    let (entry, plan, gap) = (&open[0], &open[1], &open[2]);
    database
        .run(&format!(
            "UPDATE parlor.entry SET happening = '{{' WHERE game = '{entry}' AND version = 1;
             UPDATE parlor.game SET plan = '{{' WHERE id = '{plan}';
             UPDATE parlor.game SET is_over = true WHERE id = '{gap}'"
        ))
        .await;
    let to = tempfile::tempdir().unwrap();
    let left = copied(&database.place(), &at(&to)).await;
    let mut named: Vec<&GameId> = left.damaged.iter().map(|(id, _)| id).collect();
    named.sort();
    assert_eq!(named, [entry, plan, gap]);
    assert_eq!(left.games, 9);
    assert_eq!(ids(&at(&to), false).await.len(), open.len() - 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_target_that_signs_receipts_by_another_secret_is_refused_untouched() {
    let (from, database) = (folder().await, Database::new().await);
    let store = database.open("a").await;
    let secret = store.secret_of_receipts(Bytes32([9; 32])).await.unwrap();
    store.close().await.unwrap();
    let error = copy(&at(&from), &database.place()).await.unwrap_err();
    assert!(matches!(error, OperatorError::OtherReceipts), "{error}");
    let store = database.open("a").await;
    assert_eq!(store.list(None, 9).await.unwrap(), []);
    assert_eq!(
        store.stored_secret_of_receipts().await.unwrap(),
        Some(secret)
    );
    store.close().await.unwrap();
    // A source that has signed nothing is no other.
    let empty = tempfile::tempdir().unwrap();
    let file = empty.path().join(FILE);
    SqliteStore::open(&file)
        .await
        .unwrap()
        .close()
        .await
        .unwrap();
    assert_eq!(
        copied(&at(&empty), &database.place()).await,
        Copied::default()
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_place_that_a_server_uses_is_refused_on_either_side() {
    let (from, database) = (folder().await, Database::new().await);
    let other = tempfile::tempdir().unwrap();
    let node = database.open_for_long("a").await;
    for (from, to) in [
        (at(&from), database.place()),
        (database.place(), at(&other)),
    ] {
        let error = copy(&from, &to).await.unwrap_err().to_string();
        assert!(
            error.contains("node a uses it already; stop that one first"),
            "{error}"
        );
    }
    node.close().await.unwrap();
    let server = SqliteStore::open(&from.path().join(FILE)).await.unwrap();
    for (from, to) in [(at(&from), database.place()), (database.place(), at(&from))] {
        let error = copy(&from, &to).await.unwrap_err().to_string();
        assert!(
            error.contains("another server uses it; stop that one"),
            "{error}"
        );
    }
    server.close().await.unwrap();
    for place in [at(&from), database.place()] {
        let error = copy(&place, &place).await.unwrap_err();
        assert!(matches!(error, OperatorError::SamePlace(_)), "{error}");
    }
    // Nothing is read where nothing is, and nothing is made.
    let nothing = Database::new().await;
    let error = copy(&nothing.place(), &at(&other))
        .await
        .unwrap_err()
        .to_string();
    assert!(error.contains("no games are kept in it"), "{error}");
    let error = copy(&at(&other), &database.place()).await.unwrap_err();
    assert!(matches!(error, OperatorError::NoGames(_)), "{error}");
    assert!(!other.path().join(FILE).exists());
}
