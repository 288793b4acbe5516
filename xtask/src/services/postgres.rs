//! A PostgreSQL server with a data folder of its own, and a standby that follows it.
//!
//! Every server waits for the disk, as for proofs of durability it must.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail, ensure};

use super::process::{Process, children, exists, signal};
use crate::repository::Repository;

/// The Debian package.
pub(crate) const PACKAGE: &str = "postgresql";

/// Where Debian puts the programs of each version.
const VERSIONS: &str = "/usr/lib/postgresql";

/// The programs that are needed.
const NEEDED: [&str; 4] = ["initdb", "pg_basebackup", "postgres", "psql"];

/// The user that the server runs as where we are root, which it refuses.
const USER: &str = "postgres";

/// How often, and how long apart, it is looked whether a server takes part.
const LOOKS: u32 = 1_200;
const LOOK: Duration = Duration::from_millis(50);

/// Settings of every server. Where a proof kills it, it is to be back soon.
const SETTINGS: [(&str, &str); 9] = [
    ("listen_addresses", "127.0.0.1"),
    ("unix_socket_directories", ""),
    ("fsync", "on"),
    ("synchronous_commit", "on"),
    ("max_connections", "300"),
    ("logging_collector", "off"),
    ("wal_retrieve_retry_interval", "200ms"),
    ("wal_receiver_timeout", "10s"),
    ("wal_sender_timeout", "10s"),
];

/// The programs of PostgreSQL, and how they are started.
#[derive(Clone, Debug)]
pub(crate) struct PostgresPrograms {
    folder: PathBuf,
    /// Whether they are started as [`USER`].
    is_other_user: bool,
}

impl PostgresPrograms {
    /// Finds the programs, on the path or where Debian puts them.
    ///
    /// # Errors
    /// When they are not installed.
    pub(crate) fn find(repository: &Repository) -> anyhow::Result<PostgresPrograms> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::env::split_paths(&path).chain(versions());
        let has_all = |folder: &PathBuf| NEEDED.iter().all(|name| folder.join(name).is_file());
        let folder = folders.into_iter().find(has_all).with_context(|| {
            format!(
                "{} are neither on the path nor in {VERSIONS}/VERSION/bin; install the package \
                 {PACKAGE}",
                NEEDED.join(", ")
            )
        })?;
        Ok(PostgresPrograms {
            folder,
            is_other_user: repository.is_root()?,
        })
    }

    fn command(&self, name: &str) -> Command {
        let program = self.folder.join(name);
        if !self.is_other_user {
            return Command::new(program);
        }
        // It becomes the program, so that its number is the program's.
        let mut command = Command::new("setpriv");
        command
            .args(["--reuid", USER, "--regid", USER, "--clear-groups"])
            .arg(program)
            // The folder that we are in need not be one that the other user may enter.
            .current_dir("/");
        command
    }

    /// Runs a program to its end; returns what it prints.
    fn run(&self, name: &str, arguments: &[&str]) -> anyhow::Result<String> {
        let output = self.command(name).args(arguments).output();
        let output = output.with_context(|| format!("{name} cannot be started"))?;
        ensure!(
            output.status.success(),
            "`{name} {}` ended with {}: {}",
            arguments.join(" "),
            output.status,
            String::from_utf8_lossy(&output.stderr).trim()
        );
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// Makes a folder that the server may use, in place of an older one.
    ///
    /// # Errors
    /// When it cannot be made, or the server's user cannot come there.
    pub(crate) fn make_folder(&self, folder: &Path) -> anyhow::Result<()> {
        if folder.exists() {
            fs::remove_dir_all(folder)
                .with_context(|| format!("cannot remove {}", folder.display()))?;
        }
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        self.give(folder)
    }

    /// Gives a folder to the server's user.
    ///
    /// # Errors
    /// When that is not possible, or the user cannot come there.
    pub(crate) fn give(&self, folder: &Path) -> anyhow::Result<()> {
        if !self.is_other_user {
            return Ok(());
        }
        let given = Command::new("chown")
            .arg(format!("{USER}:{USER}"))
            .arg(folder)
            .status()?;
        ensure!(
            given.success(),
            "cannot give {} to {USER}",
            folder.display()
        );
        let reached = Command::new("setpriv")
            .args([
                "--reuid",
                USER,
                "--regid",
                USER,
                "--clear-groups",
                "test",
                "-w",
            ])
            .arg(folder)
            .status()?;
        ensure!(
            reached.success(),
            "the user {USER}, as which the server runs where we are root, cannot come to {}; let \
             others enter the folders above it (chmod o+x), or run this as another user",
            folder.display()
        );
        Ok(())
    }
}

/// The folders of installed versions, the newest first.
fn versions() -> Vec<PathBuf> {
    let listed = fs::read_dir(VERSIONS).into_iter().flatten().flatten();
    let mut versions: Vec<(u32, PathBuf)> = listed
        .filter_map(|entry| {
            let version = entry.file_name().to_str()?.parse().ok()?;
            Some((version, entry.path().join("bin")))
        })
        .collect();
    versions.sort_unstable();
    versions.into_iter().rev().map(|(_, path)| path).collect()
}

/// A server, running or killed.
#[derive(Debug)]
pub(crate) struct Postgres {
    programs: PostgresPrograms,
    data: PathBuf,
    port: u16,
    process: Option<Process>,
}

impl Postgres {
    /// Makes the data of a server in an empty folder, and starts it on a port, with these settings
    /// beside those of all.
    ///
    /// # Errors
    /// When it does not start.
    pub(crate) fn create(
        programs: &PostgresPrograms,
        folder: &Path,
        port: u16,
        settings: &[(&str, &str)],
    ) -> anyhow::Result<Postgres> {
        let data = folder.join("data");
        let data_text = data.to_string_lossy();
        programs.run(
            "initdb",
            &[
                "--pgdata",
                &data_text,
                "--username",
                USER,
                "--auth",
                "trust",
                "--encoding",
                "UTF8",
                "--locale",
                "C",
                // What is written first is not worth waiting for.
                "--no-sync",
                // A disk that fills up is full soon.
                "--wal-segsize",
                "1",
            ],
        )?;
        let mut text = fs::read_to_string(data.join("postgresql.conf"))?;
        for (name, value) in SETTINGS.iter().chain(settings) {
            writeln!(text, "{name} = '{value}'")?;
        }
        fs::write(data.join("postgresql.conf"), text)?;
        let mut server = Postgres {
            programs: programs.clone(),
            data,
            port,
            process: None,
        };
        server.start()?;
        Ok(server)
    }

    /// Copies a running server into an empty folder, and lets the copy follow it as the standby of this
    /// name.
    ///
    /// # Errors
    /// When that is not possible.
    pub(crate) fn standby(&self, folder: &Path, port: u16, name: &str) -> anyhow::Result<Postgres> {
        let data = folder.join("data");
        let data_text = data.to_string_lossy();
        let source = format!(
            "host=127.0.0.1 port={} user={USER} application_name={name}",
            self.port
        );
        self.programs.run(
            "pg_basebackup",
            &[
                "--pgdata",
                &data_text,
                "--dbname",
                &source,
                "--checkpoint",
                "fast",
                "--write-recovery-conf",
                "--no-sync",
            ],
        )?;
        let mut standby = Postgres {
            programs: self.programs.clone(),
            data,
            port,
            process: None,
        };
        standby.start()?;
        Ok(standby)
    }

    /// Starts the server and waits until it takes connections.
    ///
    /// # Errors
    /// When it does not.
    pub(crate) fn start(&mut self) -> anyhow::Result<()> {
        let mut command = self.programs.command("postgres");
        command
            .arg("-D")
            .arg(&self.data)
            .args(["-p", &self.port.to_string()]);
        let log = self.data.with_extension("log");
        // One that was killed has left its number, which another process may have by now.
        let _ = fs::remove_file(self.data.join("postmaster.pid"));
        let process = Process::start(command, &log)?;
        self.process = Some(process);
        for _ in 0..LOOKS {
            if self.psql("postgres", "SELECT 1").is_ok() {
                return Ok(());
            }
            ensure!(
                self.is_running(),
                "PostgreSQL has ended; its log is {}",
                log.display()
            );
            thread::sleep(LOOK);
        }
        bail!("PostgreSQL does not answer; its log is {}", log.display())
    }

    /// Whether its process has not ended.
    pub(crate) fn is_running(&mut self) -> bool {
        let process = self.process.as_mut();
        process.is_some_and(|process| process.is_running().unwrap_or(false))
    }

    /// The number of its first process, if it runs.
    pub(crate) fn process(&self) -> Option<u32> {
        self.process.as_ref().map(Process::id)
    }

    /// Where it listens.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Runs SQL in a database; returns what it prints.
    ///
    /// # Errors
    /// When the server cannot be reached, or refuses.
    pub(crate) fn psql(&self, database: &str, sql: &str) -> anyhow::Result<String> {
        let address = format!(
            "host=127.0.0.1 port={} user={USER} dbname={database} connect_timeout=5",
            self.port
        );
        self.programs.run(
            "psql",
            &[
                "--no-psqlrc",
                "--quiet",
                "--tuples-only",
                "--no-align",
                "--set=ON_ERROR_STOP=1",
                "--dbname",
                &address,
                "--command",
                sql,
            ],
        )
    }

    /// Waits until a standby confirms what is written.
    ///
    /// # Errors
    /// When none does.
    pub(crate) fn wait_for_standby(&self) -> anyhow::Result<()> {
        let question = "SELECT count(*) FROM pg_stat_replication \
                        WHERE state = 'streaming' AND sync_state IN ('sync', 'quorum')";
        for _ in 0..LOOKS {
            if self
                .psql("postgres", question)
                .is_ok_and(|count| count == "1")
            {
                return Ok(());
            }
            thread::sleep(LOOK);
        }
        bail!(
            "no standby follows the server on port {}; its log is {}",
            self.port,
            self.data.with_extension("log").display()
        )
    }

    /// Lets a standby take over, and waits until it takes writes.
    ///
    /// # Errors
    /// When it does not.
    pub(crate) fn promote(&self) -> anyhow::Result<()> {
        let promoted = self.psql("postgres", "SELECT pg_promote(true, 60)")?;
        ensure!(
            promoted == "t",
            "the standby does not take over: {promoted:?}"
        );
        Ok(())
    }

    /// Kills it with all its processes by SIGKILL.
    ///
    /// # Errors
    /// When the system cannot.
    pub(crate) fn kill(&mut self) -> anyhow::Result<()> {
        let Some(mut process) = self.process.take() else {
            return Ok(());
        };
        // Where it stands still, it begins no helper that would be missed; one that has ended has none.
        let _ = process.signal("STOP");
        let helpers = children(process.id());
        process.kill()?;
        for helper in &helpers {
            // Most have ended with it.
            let _ = signal(*helper, "KILL");
        }
        // As long as one is there, the server cannot be started again: they share its memory.
        for _ in 0..LOOKS {
            if !helpers.iter().any(|helper| exists(*helper)) {
                break;
            }
            thread::sleep(LOOK);
        }
        Ok(())
    }
}

/// The server with its processes.
impl Drop for Postgres {
    fn drop(&mut self) {
        let _ = self.kill();
    }
}

/// A server for tests, below a folder of the target folder.
///
/// # Errors
/// When it does not start.
pub(crate) fn for_tests(repository: &Repository, name: &str) -> anyhow::Result<Postgres> {
    let programs = PostgresPrograms::find(repository)?;
    let folder = repository.target("services").join(name);
    programs.make_folder(&folder)?;
    Postgres::create(&programs, &folder, super::free_port()?, &[])
}
