//! What is no database of ours, or one that fails, is refused in words, and nothing is half done.

use std::sync::Arc;
use std::time::Duration;

use parlor_service::store::moderation::{Block, Moderated, ModerationWrite};
use parlor_service::store::postgres::{PostgresOptions, PostgresStore};
use parlor_service::store::shared::Membership;
use parlor_service::store::{Appended, Outage, Store, StoreError};
use parlor_table::timestamp::Timestamp;
use sqlx::{Executor as _, query_scalar};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::databases::{Database, at_server};
use crate::fixture::{append, create, game_id, keep, new_game, versions};
use crate::lobby::{challenge, pairing};

/// Why a database at this address is not opened.
async fn refused(url: &str) -> String {
    let options = PostgresOptions::new(url, "a", Membership::Member);
    match PostgresStore::open(options).await {
        Err(error @ StoreError::CannotOpen { .. }) => error.to_string(),
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("{url} is open"),
    }
}

#[tokio::test]
async fn an_address_where_nothing_answers_is_refused_with_its_name() {
    let error = refused("postgres://parlor:hunter2@127.0.0.1:1/parlor").await;
    assert!(
        error.starts_with("postgres://parlor@127.0.0.1:1/parlor cannot be opened"),
        "{error}"
    );
    assert!(
        error.contains("does not answer") && !error.contains("hunter2"),
        "{error}"
    );
    let error = refused(&at_server("no_such_database")).await;
    assert!(
        error.contains("create the database with `createdb`"),
        "{error}"
    );
    let error = refused(&at_server("postgres").replace("postgres@", "nobody_here@")).await;
    assert!(
        error.contains("check the role, and its password") && error.contains("PGPASSFILE"),
        "{error}"
    );
}

#[tokio::test]
async fn a_database_of_another_program_is_refused_and_left_as_it_is() {
    let database = Database::new().await;
    database
        .run("CREATE SCHEMA parlor; CREATE TABLE parlor.guests (name text)")
        .await;
    let error = refused(&database.url).await;
    assert!(
        error.contains("its schema `parlor` is another program's"),
        "{error}"
    );
    let tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'parlor'";
    let tables: i64 = query_scalar(tables)
        .fetch_one(&mut database.beside().await)
        .await
        .unwrap();
    assert_eq!(tables, 1);
    // What others have elsewhere in the same database is nobody's business.
    let database = Database::new().await;
    database
        .run("CREATE TABLE game (id text); CREATE TABLE state (x text)")
        .await;
    database.open("a").await.close().await.unwrap();
}

#[tokio::test]
async fn an_encoding_without_every_letter_is_refused() {
    let database = Database::with("ENCODING 'SQL_ASCII' LOCALE 'C'").await;
    let error = refused(&database.url).await;
    assert!(error.contains("its encoding is SQL_ASCII"), "{error}");
}

#[tokio::test]
async fn a_role_that_may_make_no_schema_is_told_so() {
    let database = Database::new().await;
    let role = format!("guest_{}", std::process::id());
    database.run(&format!("CREATE ROLE {role} LOGIN")).await;
    let error = refused(&database.url.replace("postgres@", &format!("{role}@"))).await;
    assert!(error.contains("the role may not do this"), "{error}");
    database.run(&format!("DROP ROLE {role}")).await;
}

#[tokio::test]
async fn nodes_of_an_older_program_go_on_until_a_newer_one_shuts_them_out() {
    let database = Database::new().await;
    let store = database.open("a").await;
    create(&*store, new_game(1)).await;
    // What a newer program adds does not hinder this one.
    database
        .run(
            "ALTER TABLE parlor.game ADD COLUMN rating integer;
             CREATE TABLE parlor.newer (id text PRIMARY KEY);
             UPDATE parlor.state SET value = '4' WHERE name = 'format'",
        )
        .await;
    keep(&*store, append(1, 2, "go-on")).await;
    create(&*store, new_game(2)).await;
    let other = database.open("b").await;
    assert_eq!(versions(&*other, 1).await, [1, 2]);
    other.close().await.unwrap();
    assert!(store.damage().is_none());
    // What this one cannot use is not written by it.
    database
        .run("UPDATE parlor.state SET value = '4' WHERE name = 'reader'")
        .await;
    let error = refused(&database.url).await;
    assert!(
        error.contains("its format is 4, and this program knows 3"),
        "{error}"
    );
    let shut_out = async {
        while store.damage().is_none() {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(Duration::from_secs(5), shut_out).await.unwrap();
    let error = store.append(append(1, 3, "late")).await.unwrap_err();
    assert!(error.to_string().contains("update this node"), "{error}");
}

/// A node of the older program goes on, as no more than its statements is needed for it.
#[tokio::test]
async fn a_database_of_format_1_gets_a_lobby() {
    let database = Database::new().await;
    database
        .run(include_str!("../../src/store/postgres/schema.sql"))
        .await;
    database
        .run(
            "INSERT INTO parlor.node VALUES
                 (7, 'older', 'member', true, clock_timestamp() + interval '1 hour')",
        )
        .await;
    let store = database.open("a").await;
    for number in 1..=2 {
        store.lobby().post(challenge(number)).await.unwrap();
    }
    create(&*store, pairing(1, [1, 2])).await;
    keep(&*store, append(1, 2, "move")).await;
    assert_eq!(store.lobby().watchable(9).await.unwrap(), [game_id(1)]);
    let state = "SELECT value FROM parlor.state WHERE name = 'format'
                 UNION ALL SELECT value FROM parlor.state WHERE name = 'reader'";
    let mut beside = database.beside().await;
    let state: Vec<String> = query_scalar(state).fetch_all(&mut beside).await.unwrap();
    assert_eq!(state, ["3", "1"]);
    // The next one finds it made.
    database.open("b").await.close().await.unwrap();
}

/// As a node of format 2 uses it, which knows nothing of names and networks.
#[tokio::test]
async fn a_database_of_format_2_gets_reports_and_blocks() {
    let database = Database::new().await;
    for step in [
        include_str!("../../src/store/postgres/schema.sql"),
        include_str!("../../src/store/postgres/from_1_to_2.sql"),
        "INSERT INTO parlor.node VALUES
             (7, 'older', 'member', true, clock_timestamp() + interval '1 hour')",
    ] {
        database.run(step).await;
    }
    let store = database.open("a").await;
    let block = Block {
        network: "192.0.2.0/24".parse().unwrap(),
        until: Timestamp(9),
    };
    let written = store.moderation().moderate(ModerationWrite::Block(block));
    assert_eq!(written.await.unwrap(), Moderated::Done);
    let rulings = store.moderation().rulings().await.unwrap();
    assert_eq!(rulings.blocks, [block]);
    let reader = "SELECT value FROM parlor.state WHERE name = 'reader'";
    let mut beside = database.beside().await;
    let reader: String = query_scalar(reader).fetch_one(&mut beside).await.unwrap();
    assert_eq!(reader, "1", "the older node may go on");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_that_open_a_new_database_each_finds_it_made() {
    let database = Database::new().await;
    let mut tasks = JoinSet::new();
    for number in 0..8 {
        let database = database.clone();
        tasks.spawn(async move { database.open(&format!("node-{number}")).await });
    }
    let stores = tasks.join_all().await;
    create(&*stores[0], new_game(1)).await;
    for store in &stores {
        assert_eq!(versions(&**store, 1).await, [1]);
    }
}

#[tokio::test]
async fn after_its_connections_were_cut_it_goes_on_and_knows_what_it_kept() {
    let database = Database::new().await;
    let store = database.open("a").await;
    create(&*store, new_game(1)).await;
    for version in 2..8 {
        let cut = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                   WHERE datname = current_database() AND pid <> pg_backend_pid()";
        database.run(cut).await;
        assert_eq!(versions(&*store, 1).await.len() as u64, version - 1);
        keep(&*store, append(1, version, &format!("{version}"))).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_it_is_cut_off_what_is_answered_is_kept_once() {
    let database = Database::new().await;
    let store = database.open("a").await;
    for game in 0..4 {
        create(&*store, new_game(game)).await;
    }
    let mut tasks = JoinSet::new();
    for game in 0..4 {
        let store: Arc<dyn Store> = store.clone();
        tasks.spawn(async move {
            let mut version = 1;
            while version < 150 {
                let name = format!("{}", version + 1);
                match store.append(append(game, version + 1, &name)).await {
                    Ok(Appended::Done | Appended::Duplicate(_)) => version += 1,
                    Ok(other) => panic!("{other:?}"),
                    Err(StoreError::Unavailable { .. }) => {}
                    Err(error) => panic!("{error}"),
                }
            }
        });
    }
    while !tasks.is_empty() {
        let cut = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
                   WHERE datname = current_database() AND pid <> pg_backend_pid()";
        database.run(cut).await;
        let soon = timeout(Duration::from_millis(5), tasks.join_next()).await;
        if let Ok(Some(ended)) = soon {
            ended.unwrap();
        }
    }
    for game in 0..4 {
        assert_eq!(versions(&*store, game).await, (1..=150).collect::<Vec<_>>());
    }
}

#[tokio::test]
async fn a_database_that_takes_no_writes_is_told_apart() {
    let database = Database::new().await;
    let store = database.open("a").await;
    create(&*store, new_game(1)).await;
    let name = database.url.rsplit('/').next().unwrap().to_owned();
    database
        .run(&format!(
            "ALTER DATABASE {name} SET default_transaction_read_only = on"
        ))
        .await;
    let cut = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
               WHERE datname = current_database() AND pid <> pg_backend_pid()";
    database.run(cut).await;
    let error = store.append(append(1, 2, "late")).await.unwrap_err();
    assert!(
        matches!(
            error,
            StoreError::Unavailable {
                outage: Outage::ReadOnly,
                ..
            }
        ),
        "{error}"
    );
    assert!(store.check().await.is_err());
    assert_eq!(versions(&*store, 1).await, [1], "it can still be read");
    // Sessions that began meanwhile stay as they are: they are not used any more.
    let reset = format!("ALTER DATABASE {name} RESET default_transaction_read_only");
    Database::server().run(&reset).await;
    store.check().await.unwrap();
    keep(&*store, append(1, 2, "late")).await;
}

#[tokio::test]
async fn tables_that_were_removed_are_an_error_that_says_so() {
    let database = Database::new().await;
    let store = database.open("a").await;
    create(&*store, new_game(1)).await;
    database
        .beside()
        .await
        .execute("DROP SCHEMA parlor CASCADE")
        .await
        .unwrap();
    for error in [
        store.game(&game_id(1)).await.unwrap_err(),
        store.append(append(1, 2, "late")).await.unwrap_err(),
        store.check().await.unwrap_err(),
    ] {
        assert!(
            matches!(
                error,
                StoreError::Unavailable {
                    outage: Outage::Moved,
                    ..
                }
            ),
            "{error}"
        );
    }
}

#[tokio::test]
async fn damaged_rows_are_named_and_hinder_no_others() {
    let database = Database::new().await;
    let store = database.open("a").await;
    create(&*store, new_game(1)).await;
    create(&*store, new_game(2)).await;
    database
        .run(&format!(
            "UPDATE parlor.entry SET happening = '{{' WHERE game = '{id}';
             UPDATE parlor.game SET secret = 'short' WHERE id = '{id}'",
            id = game_id(1)
        ))
        .await;
    let error = store.game(&game_id(1)).await.unwrap_err().to_string();
    assert!(
        error.contains(game_id(1).as_str()) && error.contains("5 bytes"),
        "{error}"
    );
    let error = store.entries(&game_id(1), 0).await.unwrap_err().to_string();
    assert!(error.contains("entry 1 has a broken happening"), "{error}");
    assert_eq!(versions(&*store, 2).await, [1]);
}

/// Refuses what needs room on the disk, as a full one does: entries, and files of new tables.
const FULL: &str = "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
         RAISE 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
     CREATE FUNCTION no_file() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
         RAISE 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$;
     CREATE TRIGGER full_disk BEFORE INSERT ON parlor.entry EXECUTE FUNCTION full_disk();
     CREATE EVENT TRIGGER no_file ON ddl_command_start WHEN TAG IN ('CREATE TABLE AS')
         EXECUTE FUNCTION no_file()";

#[tokio::test]
async fn after_a_write_for_which_there_is_no_room_it_is_not_ready_until_there_is() {
    let database = Database::new().await;
    let store = database.open_for_long("a").await;
    create(&*store, new_game(1)).await;
    database.run(FULL).await;
    // What goes into pages that are there is still written, and nobody has found out.
    store.check().await.unwrap();
    let is_full = |error: StoreError| {
        let StoreError::Unavailable { outage, .. } = error else {
            panic!("{error}");
        };
        outage == Outage::DiskFull
    };
    assert!(is_full(
        store.append(append(1, 2, "first")).await.unwrap_err()
    ));
    for _ in 0..2 {
        assert!(is_full(store.check().await.unwrap_err()));
    }
    database
        .run("DROP EVENT TRIGGER no_file; DROP TRIGGER full_disk ON parlor.entry")
        .await;
    store.check().await.unwrap();
    keep(&*store, append(1, 2, "first")).await;
    // What was tried has left nothing.
    let tables = "SELECT count(*) FROM pg_tables WHERE tablename = 'room'";
    let tables: i64 = query_scalar(tables)
        .fetch_one(&mut database.beside().await)
        .await
        .unwrap();
    assert_eq!(tables, 0);
}

#[tokio::test]
async fn a_role_that_may_make_no_tables_is_ready_after_a_failure() {
    let database = Database::new().await;
    database.open("a").await.close().await.unwrap();
    let role = format!("limited_{}", std::process::id());
    database
        .run(&format!(
            "CREATE ROLE {role} LOGIN; GRANT USAGE ON SCHEMA parlor TO {role};
             GRANT ALL ON ALL TABLES IN SCHEMA parlor TO {role}"
        ))
        .await;
    let url = database.url.replace("postgres@", &format!("{role}@"));
    let options = PostgresOptions::new(&url, "b", Membership::Member);
    let store = PostgresStore::open(options).await.unwrap();
    database
        .run("ALTER TABLE parlor.game ADD CONSTRAINT none CHECK (false) NOT VALID")
        .await;
    store.create(new_game(1)).await.unwrap_err();
    store.check().await.unwrap();
    store.close().await.unwrap();
    database
        .run(&format!("DROP OWNED BY {role}; DROP ROLE {role}"))
        .await;
}
