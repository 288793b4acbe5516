//! What goes wrong with files, and what a person is told then.

use std::fs::{self, File, OpenOptions};
use std::io::{Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use parlor_dice::Bytes32;
use parlor_service::store::sqlite::SqliteStore;
use parlor_service::store::{Append, Appended, Outage, Store, StoreError};
use parlor_table::timestamp::Timestamp;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _, query_scalar, raw_sql};

use crate::fixture::{append, create, game_id, keep, new_game, place, sqlite, versions};

/// Opens what cannot be opened; what is said after the name of the file.
async fn refused(file: &Path) -> (StoreError, String) {
    let error = SqliteStore::open(file).await;
    let error = error.expect_err("a file that cannot be used");
    let text = error.to_string();
    let reason = text.strip_prefix(&file.display().to_string());
    let reason = reason.expect("the name of the file").trim().to_owned();
    (error, reason)
}

/// A connection beside the store's, as of another program.
async fn beside(file: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().create_if_missing(true);
    let other = options.filename(file).connect().await;
    other.expect("a database")
}

async fn run(other: &mut SqliteConnection, sql: &'static str) {
    raw_sql(sql).execute(other).await.expect("right SQL");
}

/// A file with some games, closed.
async fn filled(file: &Path) {
    let store = SqliteStore::open(file).await.expect("a new file");
    for game in 1..=20 {
        create(&store, new_game(game)).await;
        for version in 2..=20 {
            keep(&store, append(game, version, &format!("action-{version}"))).await;
        }
    }
    store.close().await.expect("everything is written");
}

#[tokio::test]
async fn a_file_opened_again_has_everything() {
    let (_folder, file, store) = sqlite().await;
    create(&*store, new_game(1)).await;
    keep(&*store, append(1, 2, "first")).await;
    let before = store.game(&game_id(1)).await.unwrap();
    let entries = store.entries(&game_id(1), 0).await.unwrap();
    let secret = store.secret_of_receipts(Bytes32([7; 32])).await.unwrap();
    store.close().await.unwrap();
    // All is in the file itself, and nothing in SQLite's log beside it.
    let copy = file.with_file_name("copy.sqlite");
    fs::copy(&file, &copy).unwrap();
    let store = SqliteStore::open(&copy).await.unwrap();
    assert_eq!(store.game(&game_id(1)).await.unwrap(), before);
    assert_eq!(store.entries(&game_id(1), 0).await.unwrap(), entries);
    let kept = store.secret_of_receipts(Bytes32([8; 32])).await;
    assert_eq!((kept.unwrap(), secret), (secret, Bytes32([7; 32])));
    keep(&store, append(1, 3, "second")).await;
}

#[tokio::test]
async fn what_was_answered_before_closing_is_kept_and_what_waits_is_answered() {
    let (_folder, file, store) = sqlite().await;
    create(&*store, new_game(1)).await;
    let (appended, closed) = tokio::join!(store.append(append(1, 2, "last")), store.close());
    closed.unwrap();
    appended.unwrap();
    let store = SqliteStore::open(&file).await.unwrap();
    assert_eq!(versions(&store, 1).await, [1, 2]);
}

#[cfg(unix)]
#[tokio::test]
async fn nobody_else_may_read_the_secrets() {
    use std::os::unix::fs::PermissionsExt as _;
    let (_folder, file, store) = sqlite().await;
    create(&*store, new_game(1)).await;
    for end in ["", "-wal"] {
        let file = file.with_file_name(format!("games.sqlite{end}"));
        let mode = fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{}", file.display());
    }
}

#[tokio::test]
async fn a_second_server_is_refused_until_the_first_has_closed() {
    let (_folder, file, store) = sqlite().await;
    let (error, reason) = refused(&file).await;
    assert!(matches!(error, StoreError::CannotOpen { .. }));
    assert_eq!(
        reason,
        "cannot be opened: another server uses it; stop that one, or name another folder"
    );
    create(&*store, new_game(1)).await;
    store.close().await.unwrap();
    SqliteStore::open(&file).await.unwrap();
}

#[tokio::test]
async fn places_where_no_file_can_be_are_refused() {
    let (folder, file) = place();
    fs::create_dir(&file).unwrap();
    let (_, reason) = refused(&file).await;
    assert!(reason.contains("Is a directory"), "{reason}");

    let below = folder.path().join("file").join("games.sqlite");
    File::create(folder.path().join("file")).unwrap();
    let (_, reason) = refused(&below).await;
    assert!(reason.contains("Not a directory"), "{reason}");

    let (_, reason) = refused(&folder.path().join("nowhere/games.sqlite")).await;
    assert!(reason.contains("No such file or directory"), "{reason}");
    assert!(
        reason.ends_with("name a file in a folder that this program may write to"),
        "{reason}"
    );
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_folder_that_nobody_may_write_to_is_refused() {
    // Not even root may make files there.
    let (_, reason) = refused(Path::new("/proc/games.sqlite")).await;
    assert!(reason.starts_with("cannot be opened: "), "{reason}");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_name_that_is_no_text_is_refused() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let (folder, _) = place();
    let (_, reason) = refused(&folder.path().join(OsStr::from_bytes(b"\xff"))).await;
    assert!(reason.contains("its name is not UTF-8"), "{reason}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn files_of_others_are_refused_and_left_as_they_are() {
    let (_folder, file) = place();
    let mut other = beside(&file).await;
    run(&mut other, "CREATE TABLE theirs (x)").await;
    other.close().await.unwrap();
    let theirs = fs::read(&file).unwrap();
    let (_, reason) = refused(&file).await;
    assert_eq!(
        reason,
        "cannot be opened: it is another program's database; name another file"
    );
    assert_eq!(fs::read(&file).unwrap(), theirs);

    let (_folder, file) = place();
    let text = "My games:\n".repeat(1000);
    fs::write(&file, &text).unwrap();
    let (_, reason) = refused(&file).await;
    assert!(reason.contains("it is no SQLite database"), "{reason}");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}

#[tokio::test]
async fn a_newer_format_is_refused_and_left_as_it_is() {
    let (_folder, file, store) = sqlite().await;
    store.close().await.unwrap();
    let mut other = beside(&file).await;
    run(&mut other, "PRAGMA user_version = 10").await;
    other.close().await.unwrap();
    let newer = fs::read(&file).unwrap();
    let (_, reason) = refused(&file).await;
    assert_eq!(
        reason,
        "cannot be opened: its format is 10, and this program knows 9; \
         use the version of the program that wrote it, or a newer one"
    );
    assert_eq!(fs::read(&file).unwrap(), newer);
}

#[tokio::test]
async fn a_file_that_another_program_holds_is_refused() {
    let (_folder, file, store) = sqlite().await;
    store.close().await.unwrap();
    let mut other = beside(&file).await;
    run(&mut other, "PRAGMA locking_mode = EXCLUSIVE").await;
    run(&mut other, "BEGIN EXCLUSIVE; CREATE TABLE theirs (x)").await;
    let (_, reason) = refused(&file).await;
    assert_eq!(
        reason,
        "cannot be opened: database is locked \
         (another program holds it; close that program, or wait for it)"
    );
    other.close().await.unwrap();
    SqliteStore::open(&file).await.unwrap();
}

#[tokio::test]
async fn while_another_program_writes_nothing_is_kept_and_afterwards_it_goes_on() {
    let (_folder, file, store) = sqlite().await;
    create(&*store, new_game(1)).await;
    let mut other = beside(&file).await;
    run(&mut other, "BEGIN IMMEDIATE").await;
    let (one, two) = tokio::join!(store.append(append(1, 2, "one")), store.create(new_game(2)));
    let words = format!(
        "{} cannot be written or read now: database is locked \
         (another program holds it; close that program, or wait for it)",
        file.display()
    );
    assert_eq!(one.unwrap_err().to_string(), words);
    assert_eq!(two.unwrap_err().to_string(), words);
    assert_eq!(store.check().await.unwrap_err().to_string(), words);
    assert_eq!(versions(&*store, 1).await, [1]);
    run(&mut other, "ROLLBACK").await;
    store.check().await.unwrap();
    keep(&*store, append(1, 2, "one")).await;
    create(&*store, new_game(2)).await;
}

#[tokio::test]
async fn a_damaged_file_is_refused() {
    let (_folder, file) = place();
    filled(&file).await;
    let whole = fs::read(&file).unwrap();
    let middle = whole.len() / 2;

    // Cut off in the middle of a page, and between two.
    for length in [middle - 100, middle / 4096 * 4096] {
        fs::write(&file, &whole[..length]).unwrap();
        let (error, reason) = refused(&file).await;
        assert!(matches!(error, StoreError::Damaged { .. }), "{reason}");
        assert!(reason.contains("bring it back from a copy"), "{reason}");
    }
    // The heads of all pages but the first overwritten.
    let mut bytes = whole.clone();
    for page in bytes.chunks_mut(4096).skip(1) {
        page[..64].fill(0xa5);
    }
    fs::write(&file, bytes).unwrap();
    let (error, reason) = refused(&file).await;
    assert!(matches!(error, StoreError::Damaged { .. }), "{reason}");

    // The head of the file overwritten.
    let mut bytes = whole.clone();
    bytes[..100].fill(0xa5);
    fs::write(&file, bytes).unwrap();
    let (error, reason) = refused(&file).await;
    assert!(matches!(error, StoreError::CannotOpen { .. }), "{reason}");

    // And nothing was done to it: whole again, it is as it was.
    fs::write(&file, whole).unwrap();
    let store = SqliteStore::open(&file).await.unwrap();
    assert_eq!(versions(&store, 20).await, (1..=20).collect::<Vec<_>>());
}

/// Waits until the whole file was read; what is wrong with it then.
async fn found(store: &SqliteStore, is_found: impl Fn(Option<&str>) -> bool) -> Option<String> {
    for _ in 0..2_000 {
        let damage = store.damage().map(|damage| damage.to_string());
        if is_found(damage.as_deref()) {
            return damage;
        }
        tokio::time::sleep(core::time::Duration::from_millis(5)).await;
    }
    panic!("the file was not read")
}

/// Whether the file says that a server has it open, or had when it was killed.
async fn says_open(file: &Path) -> bool {
    let options = SqliteConnectOptions::new().filename(file).read_only(true);
    let mut other = options.connect().await.expect("a database");
    let row = sqlx::query("SELECT 1 FROM state WHERE name = 'open'");
    let row = row.fetch_optional(&mut other).await.expect("format 2");
    row.is_some()
}

/// A file as a server leaves it that is killed: a copy of one that is open.
async fn killed(file: &Path) {
    let (_folder, open) = place();
    let store = SqliteStore::open(&open).await.expect("a new file");
    for game in 1..=20 {
        create(&store, new_game(game)).await;
    }
    for end in ["", "-wal"] {
        let [from, to] = [&open, file].map(|file| {
            let mut name = file.as_os_str().to_owned();
            name.push(end);
            name
        });
        fs::copy(from, to).expect("a copy");
    }
    store.close().await.expect("everything is written");
}

#[tokio::test]
async fn after_an_unclean_end_the_file_is_read_wholly_and_closed_in_order_if_it_is_sound() {
    let (_folder, file) = place();
    killed(&file).await;
    let store = SqliteStore::open(&file).await.unwrap();
    assert_eq!(versions(&store, 20).await, [1]);
    assert!(says_open(&file).await);
    store.close().await.unwrap();
    // It may have been closed before all of it was read: then that is done next time.
    for _ in 0..50 {
        if !says_open(&file).await {
            break;
        }
        let store = SqliteStore::open(&file).await.unwrap();
        tokio::time::sleep(core::time::Duration::from_millis(50)).await;
        store.close().await.unwrap();
    }
    assert!(!says_open(&file).await);
}

#[tokio::test]
async fn damage_after_an_unclean_end_is_found_while_the_rest_is_served_and_again_next_time() {
    let (_folder, file) = place();
    filled(&file).await;
    let mut other = beside(&file).await;
    run(&mut other, "INSERT INTO state VALUES ('open', 'killed')").await;
    other.close().await.unwrap();
    // A page that is not looked at when the file is opened: one of many leaves.
    let mut bytes = fs::read(&file).unwrap();
    let last = bytes.len() - 4096;
    bytes[last..].fill(0xa5);
    fs::write(&file, bytes).unwrap();
    for _ in 0..2 {
        let store = SqliteStore::open(&file).await.unwrap();
        let damage = found(&store, |damage| damage.is_some()).await.unwrap();
        assert!(damage.starts_with(&file.display().to_string()), "{damage}");
        assert!(damage.contains("bring it back from a copy"), "{damage}");
        let mut served = 0;
        for game in 1..=20 {
            served += usize::from(store.entries(&game_id(game), 0).await.is_ok());
        }
        assert!(served > 10, "{served}");
        store.close().await.unwrap();
        assert!(says_open(&file).await);
    }
}

#[tokio::test]
async fn after_a_clean_end_not_all_of_the_file_is_read() {
    let (_folder, file) = place();
    filled(&file).await;
    assert!(!says_open(&file).await);
    let mut bytes = fs::read(&file).unwrap();
    let last = bytes.len() - 4096;
    bytes[last..].fill(0xa5);
    fs::write(&file, bytes).unwrap();
    let store = SqliteStore::open(&file).await.unwrap();
    assert!(says_open(&file).await);
    store.close().await.unwrap();
    assert!(!says_open(&file).await, "nobody has looked");
}

#[tokio::test]
async fn damage_anywhere_is_an_error_that_names_the_file_and_never_a_panic() {
    let (_folder, file) = place();
    filled(&file).await;
    let whole = fs::read(&file).unwrap();
    let name = file.display().to_string();
    let check = |error: StoreError| assert!(error.to_string().starts_with(&name), "{error}");
    // 97 has no part in the size of a page, so that all places of one come up.
    for place in (0..whole.len()).step_by(4096 + 97) {
        fs::write(&file, &whole).unwrap();
        let mut damaged = OpenOptions::new().write(true).open(&file).unwrap();
        let offset = u64::try_from(place).unwrap();
        damaged.seek(SeekFrom::Start(offset)).unwrap();
        damaged.write_all(&[0xa5; 24]).unwrap();
        match SqliteStore::open(&file).await {
            Err(error) => check(error),
            Ok(store) => {
                for game in 1..=20 {
                    let game = game_id(game);
                    store.entries(&game, 0).await.map_or_else(check, drop);
                    store.game(&game).await.map_or_else(check, drop);
                }
                let append = store.append(append(1, 21, "more")).await;
                append.map_or_else(check, drop);
                store.close().await.map_or_else(check, drop);
            }
        }
    }
}

/// The file whose name is that of another and this end.
fn named(file: &Path, end: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(end);
    name.into()
}

#[tokio::test]
async fn a_check_really_writes_and_leaves_nothing() {
    let (_folder, file, store) = sqlite().await;
    create(&*store, new_game(1)).await;
    let log = named(&file, "-wal");
    let before = fs::metadata(&log).unwrap().len();
    for _ in 0..20 {
        store.check().await.unwrap();
    }
    let after = fs::metadata(&log).unwrap().len();
    assert!(after >= before + 64 * 1024, "{before} {after}");
    assert!(
        after <= before + 128 * 1024,
        "it grows once: {before} {after}"
    );
    keep(&*store, append(1, 2, "one")).await;
    assert_eq!(store.count_open(None).await.unwrap().all, 1);
    store.close().await.unwrap();
    let mut other = beside(&file).await;
    let games: i64 = query_scalar("SELECT count(*) FROM game")
        .fetch_one(&mut other)
        .await
        .unwrap();
    assert_eq!(games, 1);
    let store = SqliteStore::open(&file).await.unwrap();
    assert_eq!(versions(&store, 1).await, [1, 2]);
}

/// Nothing is kept, and a check says why.
async fn keeps_nothing(store: &SqliteStore, version: u64, outage: Outage, why: &str) {
    let name = format!("action-{version}");
    let appended = store.append(append(1, version, &name)).await;
    for error in [appended.map(drop), store.check().await] {
        let error = error.expect_err("nobody would ever read it again");
        assert!(error.to_string().contains(why), "{error} {why}");
        let StoreError::Unavailable { outage: known, .. } = error else {
            panic!("{error}");
        };
        assert_eq!(known, outage, "{why}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn into_a_file_that_was_deleted_or_replaced_nothing_is_written() {
    let (folder, file, store) = sqlite().await;
    create(&*store, new_game(1)).await;
    keep(&*store, append(1, 2, "one")).await;
    let aside = folder.path().join("aside");
    for path in [&file, &named(&file, "-wal")] {
        let why = format!(
            "{} was deleted or replaced under the server",
            path.file_name().unwrap().display()
        );
        fs::rename(path, &aside).unwrap();
        keeps_nothing(&store, 3, Outage::Moved, &why).await;
        fs::copy(&aside, path).unwrap();
        keeps_nothing(&store, 3, Outage::Moved, &why).await;
        fs::rename(&aside, path).unwrap();
        store.check().await.unwrap();
    }
    keep(&*store, append(1, 3, "two")).await;
    // The whole folder goes, and another comes.
    let elsewhere = tempfile::tempdir().unwrap();
    let moved = elsewhere.path().join("moved");
    fs::rename(folder.path(), &moved).unwrap();
    keeps_nothing(&store, 4, Outage::Moved, "games.sqlite was deleted").await;
    fs::create_dir(folder.path()).unwrap();
    let other = SqliteStore::open(&file).await.unwrap();
    create(&other, new_game(1)).await;
    keeps_nothing(
        &store,
        4,
        Outage::Moved,
        "games.sqlite was deleted or replaced",
    )
    .await;
    store.close().await.unwrap();
    // What ends leaves the other alone.
    keep(&other, append(1, 2, "theirs")).await;
    other.close().await.unwrap();
    let other = SqliteStore::open(&file).await.unwrap();
    assert_eq!(versions(&other, 1).await, [1, 2]);
    let store = SqliteStore::open(&moved.join("games.sqlite"))
        .await
        .unwrap();
    assert_eq!(versions(&store, 1).await, [1, 2, 3]);
}

#[cfg(unix)]
#[tokio::test]
async fn a_lock_that_was_removed_is_taken_again_by_one_of_two() {
    let (_folder, file, store) = sqlite().await;
    create(&*store, new_game(1)).await;
    let lock = named(&file, ".lock");
    fs::remove_file(&lock).unwrap();
    keep(&*store, append(1, 2, "one")).await;
    let (_, reason) = refused(&file).await;
    assert!(reason.contains("another server uses it"), "{reason}");

    fs::remove_file(&lock).unwrap();
    let other = SqliteStore::open(&file).await.unwrap();
    keeps_nothing(
        &store,
        3,
        Outage::Locked,
        "another server may have taken it",
    )
    .await;
    keep(&other, append(1, 3, "theirs")).await;
    other.close().await.unwrap();
    drop(other);
    store.check().await.unwrap();
    assert_eq!(versions(&*store, 1).await, [1, 2, 3]);
}

#[tokio::test]
async fn a_file_that_became_empty_is_refused_and_a_new_one_is_not() {
    let (_folder, file) = place();
    File::create(&file).unwrap();
    filled(&file).await;
    File::create(&file).unwrap();
    let (_, reason) = refused(&file).await;
    assert!(
        reason.starts_with("cannot be opened: it is empty, though a server has used it"),
        "{reason}"
    );
    fs::remove_file(&file).unwrap();
    SqliteStore::open(&file).await.unwrap();
}

#[tokio::test]
async fn a_damaged_archived_game_is_named_and_others_are_written_beside_it() {
    let (_folder, file, store) = sqlite().await;
    for number in [1, 2] {
        create(&*store, new_game(number)).await;
        let end = append(number, 2, "end");
        keep(&*store, Append { ends: true, ..end }).await;
    }
    create(&*store, new_game(3)).await;
    let archived = store.archive(Timestamp(u64::MAX)).await;
    assert_eq!(archived.unwrap(), 2);
    let mut other = beside(&file).await;
    run(
        &mut other,
        "UPDATE archived SET packed = substr(packed, 1, 40) WHERE number = 1",
    )
    .await;
    let words = format!(
        "{} is damaged: game {}: it is cut short; ",
        file.display(),
        game_id(1)
    );
    for error in [
        store.game(&game_id(1)).await.unwrap_err(),
        store.entries(&game_id(1), 0).await.unwrap_err(),
        store.list(None, 9).await.unwrap_err(),
    ] {
        assert!(error.to_string().starts_with(&words), "{error}");
    }
    let (damaged, sound) = tokio::join!(
        store.append(append(1, 3, "rematch")),
        store.append(append(3, 2, "move"))
    );
    assert_eq!(damaged.unwrap(), Appended::Stale(0));
    assert_eq!(sound.unwrap(), Appended::Done);
    assert_eq!(versions(&*store, 2).await, [1, 2]);
    assert!(
        store.delete(&game_id(1)).await.unwrap(),
        "it can be done without"
    );
    assert_eq!(store.list(None, 9).await.unwrap().len(), 2);
}

#[tokio::test]
async fn a_game_that_cannot_be_read_hinders_no_other_from_being_archived() {
    let (_folder, file, store) = sqlite().await;
    for number in 1..=40 {
        create(&*store, new_game(number)).await;
        let end = append(number, 2, "end");
        keep(&*store, Append { ends: true, ..end }).await;
    }
    let mut other = beside(&file).await;
    run(
        &mut other,
        "UPDATE entry SET happening = '{' WHERE version = 2 AND game <=
         (SELECT id FROM game ORDER BY id LIMIT 1 OFFSET 17)",
    )
    .await;
    let archive = async || store.archive(Timestamp(u64::MAX)).await.unwrap();
    assert_eq!((archive().await, archive().await), (22, 0));
    assert_eq!(store.count_over().await.unwrap().unwrap().all, 40);
}
