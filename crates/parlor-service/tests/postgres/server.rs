//! A PostgreSQL server of a test's own, which archives its log and can be brought back to a moment.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, query_scalar, raw_sql};
use tempfile::TempDir;
use tokio::time::{sleep, timeout};

/// Where Debian has the programs of its versions.
const PROGRAMS: &str = "/usr/lib/postgresql";

/// How long a server may take to be there.
const START_TIMEOUT: Duration = Duration::from_secs(20);

/// A server, stopped when it is dropped.
#[derive(Debug)]
pub(crate) struct Server {
    folder: TempDir,
    port: u16,
    /// The folder of the data of the server that runs.
    data: PathBuf,
}

impl Server {
    /// A new server with a database `parlor`, whose log is archived.
    pub(crate) async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let port = free_port();
        let data = folder.path().join("data");
        if is_root() {
            must(Command::new("chown").arg("postgres").arg(folder.path()));
        }
        let server = Self { folder, port, data };
        let archive = server.archive();
        must(program("mkdir").arg(&archive));
        must(
            program("initdb")
                .args([
                    "--no-sync",
                    "--auth=trust",
                    "--username=postgres",
                    "--encoding=UTF8",
                ])
                .arg(&server.data),
        );
        server.configure(&format!(
            "port = {port}
             listen_addresses = '127.0.0.1'
             unix_socket_directories = ''
             fsync = off
             archive_mode = on
             archive_command = 'cp \"%p\" \"{archive}/%f\"'\n",
            archive = archive.display()
        ));
        server.run_over_data();
        server.execute("postgres", "CREATE DATABASE parlor").await;
        server
    }

    /// The address of the database.
    pub(crate) fn url(&self) -> String {
        self.at("parlor")
    }

    fn at(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }

    fn archive(&self) -> PathBuf {
        self.folder.path().join("archive")
    }

    /// Copies the data, as it is now, while the server runs.
    pub(crate) fn back_up(&self) -> PathBuf {
        let base = self.folder.path().join("base");
        must(
            program("pg_basebackup")
                .args(["--checkpoint=fast", "--no-sync", "--dbname"])
                .arg(self.at("postgres"))
                .arg("--pgdata")
                .arg(&base),
        );
        base
    }

    /// A server over a copy of the data: a standby, or one that takes writes as this one does.
    pub(crate) fn copied(&self, copy: Copy) -> Self {
        let folder = tempfile::tempdir().unwrap();
        if is_root() {
            must(Command::new("chown").arg("postgres").arg(folder.path()));
        }
        let data = folder.path().join("data");
        let mut base = program("pg_basebackup");
        base.args(["--checkpoint=fast", "--no-sync", "--dbname"])
            .arg(self.at("postgres"))
            .arg("--pgdata")
            .arg(&data);
        if copy == Copy::Standby {
            base.arg("--write-recovery-conf");
        }
        must(&mut base);
        let port = free_port();
        let server = Self { folder, port, data };
        server.configure(&format!("port = {port}\narchive_mode = off\n"));
        server.run_over_data();
        server
    }

    /// Has a standby take over.
    pub(crate) async fn promote(&self) {
        self.execute("postgres", "SELECT pg_promote()").await;
    }

    /// Its host and port.
    pub(crate) fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// Ends all connections to the database.
    pub(crate) async fn cut(&self) {
        let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                   WHERE datname = 'parlor' AND pid <> pg_backend_pid()";
        self.execute("parlor", cut).await;
    }

    /// Gives this moment a name.
    pub(crate) async fn remember(&self, moment: &str) {
        let remember = format!("SELECT pg_create_restore_point('{moment}')");
        self.execute("parlor", &remember).await;
    }

    /// Stops the server, whose data are lost, and starts one over a copy, which repeats the archived log
    /// up to a moment.
    pub(crate) async fn restore(&mut self, base: PathBuf, moment: &str) {
        self.stop("fast");
        must(program("rm").arg("-r").arg(&self.data));
        self.data = base;
        self.configure(&format!(
            "restore_command = 'cp \"{archive}/%f\" \"%p\"'
             recovery_target_name = '{moment}'
             recovery_target_action = 'promote'\n",
            archive = self.archive().display()
        ));
        must(program("touch").arg(self.data.join("recovery.signal")));
        self.run_over_data();
        let promoted = async {
            let is_recovering = "SELECT pg_is_in_recovery()";
            let mut connection = PgConnection::connect(&self.url()).await.unwrap();
            while query_scalar(is_recovering)
                .fetch_one(&mut connection)
                .await
                .unwrap()
            {
                sleep(Duration::from_millis(50)).await;
            }
        };
        timeout(START_TIMEOUT, promoted).await.unwrap();
    }

    pub(crate) async fn execute(&self, database: &str, sql: &str) {
        let mut connection = PgConnection::connect(&self.at(database)).await.unwrap();
        let sql = AssertSqlSafe(sql.to_owned());
        connection.execute(raw_sql(sql)).await.unwrap();
    }

    /// Adds settings.
    fn configure(&self, settings: &str) {
        let file = self.data.join("postgresql.conf");
        let text = fs::read_to_string(&file).unwrap();
        // Root may write to it, and it stays the server's.
        fs::write(&file, text + settings).unwrap();
    }

    fn run_over_data(&self) {
        let log = self.folder.path().join("log");
        let started = run(program("pg_ctl")
            .args(["start", "--wait", "--silent", "--pgdata"])
            .arg(&self.data)
            .arg("--log")
            .arg(&log));
        let log = || fs::read_to_string(&log).unwrap_or_default();
        assert!(started, "the server does not start: {}", log());
    }

    pub(crate) fn stop(&self, mode: &str) -> Output {
        program("pg_ctl")
            .args(["stop", "--wait", "--silent", "--mode", mode, "--pgdata"])
            .arg(&self.data)
            .output()
            .unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop("immediate");
    }
}

/// What becomes of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Copy {
    Standby,
    Writable,
}

fn free_port() -> u16 {
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    free.local_addr().unwrap().port()
}

/// Whether this is root, as which PostgreSQL does not run.
fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().unwrap();
    id.stdout.trim_ascii() == b"0"
}

/// A program, of PostgreSQL or any other, as a user as which PostgreSQL runs.
fn program(name: &str) -> Command {
    let path = newest_programs().map(|folder| folder.join(name));
    let path = path.filter(|path| path.exists()).unwrap_or(name.into());
    let mut command = if is_root() {
        let mut command = Command::new("runuser");
        command.args(["-u", "postgres", "--"]).arg(path);
        command
    } else {
        Command::new(path)
    };
    command.current_dir("/");
    command
}

/// The folder of the programs of the newest version that Debian has; elsewhere they are on the PATH.
fn newest_programs() -> Option<PathBuf> {
    let versions = fs::read_dir(PROGRAMS).ok()?;
    let versions = versions.filter_map(|version| {
        let name = version.ok()?.file_name().into_string().ok()?;
        name.parse::<u32>().ok()
    });
    let newest = versions.max()?;
    Some(Path::new(PROGRAMS).join(format!("{newest}/bin")))
}

/// Runs a program, which must work.
fn must(command: &mut Command) {
    assert!(run(command), "{command:?} fails");
}

/// Runs a program; returns whether it worked. It may leave a server behind, which must hold no pipe.
fn run(command: &mut Command) -> bool {
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).status();
    let status = status.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    status.success()
}
