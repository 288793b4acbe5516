//! What the keeper of a server does with its games: while it runs, by the socket in
//! its folder; while none runs, on the file; and copies of it.

#![expect(
    clippy::unwrap_used,
    reason = "a helper of tests that cannot go on fails the test"
)]

use core::net::SocketAddr;
use core::time::Duration;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use parlor_record::record::{AnyRecord, Ending};
use parlor_server::app::Site;
use parlor_server::run::{Games, Listen, Server, ServerError, ServerOptions};
use parlor_service::clock::{SystemClock, TimeSource as _};
use parlor_service::operator::{self, CommandReport, OperatorCommand, OperatorError};
use parlor_service::service::Settings;
use parlor_service::store::ListedGame;
use parlor_service::store::sqlite::SqliteStore;
use parlor_table::id::GameId;
use parlor_table::log::EndReason;
use parlor_table::table::{GameView, Status};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, raw_sql};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
#[cfg(unix)]
use tokio::net::UnixStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// Games of the data folder that the tests of `data_folders` explain.
const LUDO: &str = "ff2b52k6jj6bdgf8";
const LUDO_WAITING: &str = "g97ckhgg57c5k489";
const KUBA: &str = "9kfk4565gfk3k8kb";
const KUBA_OVER: &str = "337jc59d94j9fjd2";
const NOWHERE: &str = "2222222222222222";

fn id(name: &str) -> GameId {
    name.parse().unwrap()
}

/// A folder with games of a release, which goes with the test.
fn folder() -> TempDir {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../parlor-service/tests/data-folders/0.1/games.sqlite");
    let folder = tempfile::tempdir().unwrap();
    fs::copy(kept, folder.path().join("games.sqlite")).unwrap();
    folder
}

/// A server that runs over a folder.
struct Running {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    ends: JoinHandle<Result<(), ServerError>>,
}

impl Running {
    async fn over(folder: &Path) -> Self {
        let options = ServerOptions {
            listen: Listen::At("127.0.0.1:0".parse().unwrap()),
            games: Games::Folder(folder.to_owned()),
            site: Site::default(),
            settings: Settings::default(),
            drain: Duration::ZERO,
        };
        let server = Server::start(options).await.unwrap();
        let address = server.address().unwrap();
        let (stop, stopped) = oneshot::channel();
        let mut stopped = Some(stopped);
        let stopped = async move || {
            if let Some(stopped) = stopped.take() {
                let _ = stopped.await;
            }
        };
        let ends = tokio::spawn(server.run(stopped));
        Self {
            address,
            stop,
            ends,
        }
    }

    /// Status and all of the answer to a request.
    async fn get(&self, path: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let address = self.address;
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        (status, answer)
    }

    async fn stop(self) {
        self.stop.send(()).unwrap();
        self.ends.await.unwrap().unwrap();
    }
}

async fn seen(folder: &Path, name: &str) -> GameView {
    let store = operator::read(&folder.into()).await.unwrap();
    let table = operator::table(&*store, &id(name)).await.unwrap();
    store.close().await.unwrap();
    table.expect("it is there").view_for(&[])
}

async fn listed(folder: &Path) -> Vec<ListedGame> {
    let store = operator::read(&folder.into()).await.unwrap();
    let listed = operator::list(&*store).await.unwrap();
    store.close().await.unwrap();
    listed
}

fn names(listed: &[ListedGame]) -> Vec<&str> {
    listed.iter().map(|game| game.id.as_str()).collect()
}

/// Ends, deletes and prunes, whoever does it.
async fn changes(folder: &Path) {
    let wanted = OperatorCommand::End(vec![id(LUDO), id(KUBA_OVER), id(NOWHERE)]);
    let outcome = operator::change(&folder.into(), &wanted).await.unwrap();
    assert_eq!(outcome.done, [id(LUDO)]);
    let why = |name: &str| outcome.left.iter().find(|(game, _)| *game == id(name));
    assert_eq!(why(KUBA_OVER).unwrap().1, "it is over already");
    assert_eq!(why(NOWHERE).unwrap().1, "there is no such game");
    let ended = seen(folder, LUDO).await;
    assert_eq!(ended.status, Status::Over);
    let result = ended.result.unwrap();
    assert_eq!(
        (result.ending, result.reason),
        (Ending::Abandoned, Some(EndReason::Operator))
    );
    assert!(ended.dice.unwrap().secret.is_some());

    let wanted = OperatorCommand::Delete(vec![id(KUBA), id(NOWHERE)]);
    let outcome = operator::change(&folder.into(), &wanted).await.unwrap();
    assert_eq!(outcome.done, [id(KUBA)]);
    assert_eq!(outcome.left.len(), 1);
    let left = listed(folder).await;
    assert_eq!(left.len(), 7);
    assert!(!names(&left).contains(&KUBA));

    // Nothing that goes on is pruned, however old it is, nor what was just ended.
    let before = left
        .iter()
        .find(|game| game.id == id(LUDO))
        .unwrap()
        .touched;
    let prune = |dry_run| OperatorCommand::Prune { before, dry_run };
    let told = operator::change(&folder.into(), &prune(true))
        .await
        .unwrap();
    assert_eq!(told.done.len(), 2, "{told:?}");
    assert!(told.done.contains(&id(KUBA_OVER)));
    assert_eq!(listed(folder).await.len(), 7);
    let done = operator::change(&folder.into(), &prune(false))
        .await
        .unwrap();
    assert_eq!(done, told);
    let left = listed(folder).await;
    assert_eq!(left.len(), 5);
    assert!(names(&left).contains(&LUDO));
    let again = operator::change(&folder.into(), &prune(false))
        .await
        .unwrap();
    assert_eq!(again, CommandReport::default());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_are_ended_deleted_and_pruned_while_no_server_runs() {
    let folder = folder();
    changes(folder.path()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_are_ended_deleted_and_pruned_by_the_server_that_runs() {
    let folder = folder();
    let server = Running::over(folder.path()).await;
    // They are loaded, as somebody looks at them.
    for name in [LUDO, KUBA, KUBA_OVER] {
        assert_eq!(server.get(&format!("/api/games/{name}")).await.0, 200);
    }
    changes(folder.path()).await;
    for name in [KUBA, KUBA_OVER] {
        for path in ["/api/games/", "/games/"] {
            let (status, words) = server.get(&format!("{path}{name}")).await;
            assert_eq!(status, 404, "{words}");
            assert!(words.to_lowercase().contains("no game"), "{words}");
        }
    }
    let (_, page) = server.get(&format!("/games/{LUDO}")).await;
    assert!(
        page.contains("The operator of this server ended it"),
        "{page}"
    );
    let (_, state) = server.get(&format!("/api/games/{LUDO}")).await;
    assert!(state.contains("\"reason\":\"keeper\""), "{state}");
    server.stop().await;
    assert!(!folder.path().join(operator::SOCKET).exists());
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_servers_user_may_ask_and_a_dead_servers_socket_is_in_nobodys_way() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = folder();
    let socket = folder.path().join(operator::SOCKET);
    drop(std::os::unix::net::UnixListener::bind(&socket).unwrap());
    assert!(socket.exists(), "a server was killed");
    let wanted = OperatorCommand::End(vec![id(LUDO)]);
    let outcome = operator::change(&folder.path().into(), &wanted)
        .await
        .unwrap();
    assert_eq!(outcome.done, [id(LUDO)]);
    let server = Running::over(folder.path()).await;
    let mode = fs::metadata(&socket).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    server.stop().await;
}

/// What a server answers to some bytes.
#[cfg(unix)]
async fn asked(folder: &Path, bytes: &[u8]) -> String {
    let mut stream = UnixStream::connect(folder.join(operator::SOCKET))
        .await
        .unwrap();
    // It may have answered before it has read everything.
    let _ = stream.write_all(bytes).await;
    let _ = stream.shutdown().await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8(answer).unwrap()
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_wish_is_answered_by_what_would_be_one() {
    let folder = folder();
    let server = Running::over(folder.path()).await;
    for bytes in [
        &b""[..],
        b"\n",
        b"{}\n",
        b"{\"end\":[\"../../etc\"]}\n",
        b"{\"end\":[],\"delete\":[]}\n",
        b"{\"prune\":{\"before\":-1,\"dry_run\":false}}\n",
        b"{\"prune\":{\"before\":1}}\n",
        b"\xff\xfe\n",
    ] {
        let answer = asked(folder.path(), bytes).await;
        assert!(answer.starts_with("{\"error\":"), "{bytes:?}: {answer}");
        assert!(answer.contains("ask for"), "{answer}");
    }
    let long = vec![b'['; 3 << 20];
    let answer = asked(folder.path(), &long).await;
    assert!(
        answer.is_empty() || answer.contains("bytes at most"),
        "{answer}"
    );
    assert_eq!(
        asked(folder.path(), b"{\"end\":[]}").await,
        "{\"outcome\":{\"done\":[],\"left\":[]}}\n"
    );
    assert_eq!(listed(folder.path()).await.len(), 8);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_is_made_while_the_server_runs_and_is_whole() {
    let folder = folder();
    let server = Running::over(folder.path()).await;
    let copy = folder.path().join("copy.sqlite");
    let copied = operator::back_up(folder.path(), &copy, false, &mut |_| {})
        .await
        .unwrap();
    assert!(copied.damaged.is_empty());
    assert_eq!(copied.bytes, fs::metadata(&copy).unwrap().len());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = fs::metadata(&copy).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let again = operator::back_up(folder.path(), &copy, false, &mut |_| {}).await;
    assert!(matches!(again, Err(OperatorError::Exists(_))), "{again:?}");
    // Not even by force over what the games are kept in.
    for own in [
        "games.sqlite",
        "games.sqlite-wal",
        "games.sqlite.lock",
        "control.sock",
    ] {
        let over =
            operator::back_up(folder.path(), &folder.path().join(own), true, &mut |_| {}).await;
        assert!(
            matches!(over, Err(OperatorError::OwnFile(_))),
            "{own}: {over:?}"
        );
    }
    fs::write(&copy, "another file").unwrap();
    operator::back_up(folder.path(), &copy, true, &mut |_| {})
        .await
        .unwrap();
    let mut left: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with("copy"))
        .collect();
    left.sort();
    assert_eq!(left, ["copy.sqlite"]);
    server.stop().await;
    let store = SqliteStore::open_read_only(&copy).await.unwrap();
    let (games, wrong) = operator::check(&store, &mut |_| {}).await.unwrap();
    assert_eq!((games, wrong), (8, Vec::new()));
    let nowhere = operator::back_up(&folder.path().join("nowhere"), &copy, true, &mut |_| {}).await;
    assert!(
        matches!(nowhere, Err(OperatorError::NoGames(_))),
        "{nowhere:?}"
    );
    let unwritable = folder.path().join("nowhere/copy.sqlite");
    operator::back_up(folder.path(), &unwritable, true, &mut |_| {})
        .await
        .unwrap_err();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_with_a_damaged_game_names_it_and_takes_the_place_of_no_other() {
    let folder = folder();
    let copy = folder.path().join("copy.sqlite");
    operator::back_up(folder.path(), &copy, false, &mut |_| {})
        .await
        .unwrap();
    let sound = fs::read(&copy).unwrap();
    let damage = async |sql: &'static str| {
        let games = SqliteConnectOptions::new().filename(folder.path().join("games.sqlite"));
        let mut connection = games.connect().await.unwrap();
        raw_sql(sql).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    };
    damage("DELETE FROM entry WHERE version = 3 AND game = (SELECT max(id) FROM game)").await;
    damage(
        "UPDATE entry SET happening = '{' WHERE version = 2 AND game = (SELECT min(id) FROM game)",
    )
    .await;
    // It can be read, and not be played. Rules: L-12
    damage(
        "UPDATE entry SET happening = replace(happening, 'A5-', 'A5p')
         WHERE version = 3 AND game = 'ff2b52k6jj6bdgf8'",
    )
    .await;
    let over = operator::back_up(folder.path(), &copy, true, &mut |_| {}).await;
    assert!(
        matches!(&over, Err(OperatorError::DamagedCopy { damaged: 3, .. })),
        "{over:?}"
    );
    assert_eq!(fs::read(&copy).unwrap(), sound);
    let other = folder.path().join("other.sqlite");
    let copied = operator::back_up(folder.path(), &other, true, &mut |_| {})
        .await
        .unwrap();
    let what: Vec<_> = copied.damaged.iter().map(|(_, what)| &**what).collect();
    assert!(
        what[0].contains("entry 2 has a broken happening"),
        "{what:?}"
    );
    assert!(what[1].contains("leaves it only on a 6"), "{what:?}");
    assert_eq!(
        what[2],
        "entry 4 of the log cannot follow those before it: the last entry is 2"
    );
    // What is left comes back, and is named again.
    let restored = operator::restore(folder.path(), &other, &mut |_| {})
        .await
        .unwrap();
    assert_eq!(restored.damaged, copied.damaged);
    assert_eq!(restored.games, 8);
    assert!(!restored.ended.contains(&id(LUDO)), "{restored:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_file_that_was_replaced_is_kept() {
    let folder = folder();
    let copy = folder.path().join("copy.sqlite");
    operator::back_up(folder.path(), &copy, false, &mut |_| {})
        .await
        .unwrap();
    let mut replaced = BTreeSet::new();
    for _ in 0..5 {
        let restored = operator::restore(folder.path(), &copy, &mut |_| {})
            .await
            .unwrap();
        replaced.insert(restored.replaced.unwrap());
    }
    assert_eq!(replaced.len(), 5);
    assert!(replaced.iter().all(|file| file.exists()), "{replaced:?}");
}

/// The dice of the copy would fall as they have fallen since.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_that_is_brought_back_has_no_dice_that_somebody_has_seen() {
    let folder = folder();
    let copy = folder.path().join("copy.sqlite");
    operator::back_up(folder.path(), &copy, false, &mut |_| {})
        .await
        .unwrap();
    let wanted = OperatorCommand::Delete(vec![id(KUBA)]);
    operator::change(&folder.path().into(), &wanted)
        .await
        .unwrap();

    let server = Running::over(folder.path()).await;
    let refused = operator::restore(folder.path(), &copy, &mut |_| {})
        .await
        .unwrap_err();
    assert!(
        refused.to_string().contains("another server uses it"),
        "{refused}"
    );
    server.stop().await;

    let restored = operator::restore(folder.path(), &copy, &mut |_| {})
        .await
        .unwrap();
    assert_eq!(restored.games, 8);
    let mut ended = restored.ended.clone();
    ended.sort();
    assert_eq!(ended, [id("9f2j52258jc29495"), id(LUDO), id(LUDO_WAITING)]);
    let replaced = restored.replaced.unwrap();
    let before = SqliteStore::open_read_only(&replaced).await.unwrap();
    assert_eq!(operator::list(&before).await.unwrap().len(), 7);
    assert!(copy.exists());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = fs::metadata(folder.path().join("games.sqlite")).unwrap();
        assert_eq!(mode.permissions().mode() & 0o777, 0o600);
    }

    let server = Running::over(folder.path()).await;
    let (_, page) = server.get(&format!("/games/{LUDO}")).await;
    assert!(
        page.contains("The server was restored from a copy"),
        "{page}"
    );
    let (_, state) = server.get(&format!("/api/games/{LUDO}")).await;
    assert!(
        state.contains("\"ending\":\"abandoned\",\"reason\":\"restored\""),
        "{state}"
    );
    let (_, state) = server.get(&format!("/api/games/{KUBA}")).await;
    assert!(state.contains("\"status\":\"playing\""), "{state}");
    server.stop().await;

    let store = operator::read(&folder.path().into()).await.unwrap();
    let table = operator::table(&*store, &id(LUDO)).await.unwrap().unwrap();
    let record = AnyRecord::read(&table.record_text()).unwrap();
    assert!(record.verify_dice().is_ok(), "its secret is shown");
    let names: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.contains("restoring"))
        .collect();
    assert!(names.is_empty(), "{names:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_whole_copy_changes_nothing() {
    let folder = folder();
    let file = folder.path().join("games.sqlite");
    let before = fs::read(&file).unwrap();
    let copy: PathBuf = folder.path().join("copy.sqlite");
    let refused = async |what: &str| {
        let error = operator::restore(folder.path(), &copy, &mut |_| {})
            .await
            .unwrap_err();
        assert!(error.to_string().contains("copy.sqlite"), "{what}: {error}");
        assert_eq!(fs::read(&file).unwrap(), before, "{what}");
        assert!(!folder.path().join("games.sqlite.restoring").exists());
        error.to_string()
    };
    refused("missing").await;
    fs::write(&copy, "no copy at all\n".repeat(1_000)).unwrap();
    refused("text").await;
    fs::write(&copy, "").unwrap();
    let error = refused("empty").await;
    assert!(error.contains("is empty; name a file"), "{error}");
    fs::write(&copy, &before[..before.len() / 2]).unwrap();
    refused("cut").await;
    let mut damaged = before.clone();
    let last = damaged.len() - 4096;
    damaged[last..].fill(0xa5);
    fs::write(&copy, damaged).unwrap();
    refused("damaged").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_there_are_no_games_none_are_made() {
    let folder = tempfile::tempdir().unwrap();
    let wanted = OperatorCommand::Prune {
        before: SystemClock.now().before(Duration::from_hours(1)),
        dry_run: true,
    };
    let error = operator::change(&folder.path().into(), &wanted)
        .await
        .unwrap_err();
    assert!(error.to_string().contains("--data"), "{error}");
    assert!(operator::read(&folder.path().into()).await.is_err());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
