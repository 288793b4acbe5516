//! Everything that takes part: databases, NATS, nodes, and a proxy on each way between them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail, ensure};

use super::node::{Clock, Node, NodeOptions};
use crate::prove::now;
use crate::repository::{Repository, make_empty};
use crate::services::free_port;
use crate::services::nats::Nats;
use crate::services::postgres::{Postgres, PostgresPrograms};
use crate::services::proxy::Proxy;

/// The database of the nodes.
pub(crate) const DATABASE: &str = "parlor";

/// How long it may take until all nodes are ready.
const READY: Duration = Duration::from_mins(1);

/// How long a node may take to end after SIGTERM.
pub(crate) const END: Duration = Duration::from_secs(30);

/// Settings of its server beside those of all.
pub(crate) const SETTINGS: [(&str, &str); 1] = [("max_wal_size", "256MB")];

/// The library that sets clocks off, made of this.
const CLOCK: &str = include_str!("clock.c");

/// The bytes of a file system that is small enough to be filled.
const SMALL_DISK: &str = "2g";

/// What the names of folders for databases begin with.
const PLACE: &str = "database-";

/// Notes when another node appends an entry than the one that owns the game.
const AUDIT: &str = "
CREATE SCHEMA audit;
CREATE TABLE audit.append (game text, version bigint, epoch bigint, owner text, writer text);
CREATE FUNCTION audit.note() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    owner_name text := 'parlor ' || (SELECT name FROM parlor.node WHERE session = NEW.owner);
    writer_name text := current_setting('application_name');
BEGIN
    IF owner_name IS DISTINCT FROM writer_name THEN
        INSERT INTO audit.append VALUES (NEW.game, NEW.version, NEW.epoch, owner_name, writer_name);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER note AFTER UPDATE OF version ON parlor.log FOR EACH ROW
    WHEN (OLD.version <> NEW.version) EXECUTE FUNCTION audit.note();";

/// Entries that somebody has appended who did not own the game.
const FOREIGN: &str = "
SELECT format('version %s of %s was written by %s in epoch %s, which is that of %s',
              version, game, writer, epoch, owner)
FROM audit.append LIMIT 1";

/// Games in which a version is missing or there twice.
const GAPS: &str = "
SELECT format('%s has %s entries up to version %s', game, count(*), max(version))
FROM parlor.entry GROUP BY game HAVING count(*) <> max(version) LIMIT 1";

/// What takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) nodes: usize,
    /// Whether a standby confirms what is written.
    pub(crate) has_standby: bool,
    /// Whether databases are on file systems that are small enough to be filled.
    pub(crate) has_small_disks: bool,
    /// Whether there is a proxy on each way, nodes have clocks of their own, and it is noted who writes.
    pub(crate) has_proxies: bool,
}

/// The proxies of a node.
#[derive(Debug)]
pub(crate) struct Ways {
    /// To each of two places of databases.
    pub(crate) databases: Vec<Proxy>,
    pub(crate) nats: Proxy,
}

/// A folder for the data of a server, perhaps a file system of its own.
#[derive(Debug)]
struct Place {
    folder: PathBuf,
    is_mounted: bool,
}

impl Place {
    fn make(programs: &PostgresPrograms, folder: &Path, is_small: bool) -> anyhow::Result<Place> {
        make_empty(folder)?;
        let mut place = Place {
            folder: folder.to_owned(),
            is_mounted: false,
        };
        if is_small {
            let mounted = Command::new("mount")
                .args([
                    "-t",
                    "tmpfs",
                    "-o",
                    &format!("size={SMALL_DISK}"),
                    "parlor-proof",
                ])
                .arg(folder)
                .output()
                .context("`mount` cannot be started")?;
            ensure!(
                mounted.status.success(),
                "a disk that can be filled is a small tmpfs, which cannot be mounted at {}: {}; run \
                 this as root, or leave that fault out with --without full-disk",
                folder.display(),
                String::from_utf8_lossy(&mounted.stderr).trim()
            );
            place.is_mounted = true;
        }
        programs.give(folder)?;
        Ok(place)
    }

    /// Removes all that is in it.
    fn clear(&self) -> anyhow::Result<()> {
        let data = self.folder.join("data");
        if data.exists() {
            fs::remove_dir_all(&data)
                .with_context(|| format!("cannot remove {}", data.display()))?;
        }
        Ok(())
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if self.is_mounted {
            unmount(&self.folder);
        }
    }
}

/// Unmounts a small disk, if it is one; what still uses it is detached with it.
fn unmount(folder: &Path) {
    let mut command = Command::new("umount");
    command.arg("--lazy").arg(folder).stderr(Stdio::null());
    let _ = command.status();
}

/// Lets go of what a run in this folder has left that was interrupted.
pub(crate) fn release(folder: &Path) {
    let Ok(left) = fs::read_dir(folder) else {
        return;
    };
    for entry in left.flatten() {
        if entry.file_name().to_string_lossy().starts_with(PLACE) {
            unmount(&entry.path());
        }
    }
}

/// Everything that takes part. What is first is dropped first.
#[derive(Debug)]
pub(crate) struct Network {
    pub(crate) nodes: Vec<Node>,
    pub(crate) ways: Vec<Ways>,
    /// At each place the server that runs there.
    servers: Vec<Option<Postgres>>,
    /// The place of the one that takes writes.
    primary: usize,
    pub(crate) nats: Nats,
    places: Vec<Place>,
    ports: Vec<u16>,
    standbys: u32,
    has_standby: bool,
    /// The program, and a copy, the "new version" of an update.
    programs: Vec<PathBuf>,
}

impl Network {
    /// Starts it all in a folder, and waits until every node is ready.
    ///
    /// # Errors
    /// When something does not start.
    pub(crate) fn start(
        repository: &Repository,
        program: &Path,
        folder: &Path,
        size: Size,
        more: &[&str],
    ) -> anyhow::Result<Network> {
        let programs = PostgresPrograms::find(repository)?;
        let mut places = Vec::new();
        let mut ports = Vec::new();
        for number in 0..=usize::from(size.has_standby) {
            let place = folder.join(format!("{PLACE}{}", number + 1));
            places.push(Place::make(&programs, &place, size.has_small_disks)?);
            ports.push(free_port()?);
        }
        let mut settings = SETTINGS.to_vec();
        if size.has_standby {
            settings.push(("synchronous_standby_names", "*"));
        }
        let primary = Postgres::create(&programs, &places[0].folder, ports[0], &settings)?;
        let nats = Nats::start(&folder.join("nats.log"))?;
        let mut network = Network {
            nodes: Vec::new(),
            ways: Vec::new(),
            servers: vec![Some(primary)],
            primary: 0,
            nats,
            places,
            ports,
            standbys: 0,
            has_standby: size.has_standby,
            programs: vec![program.to_owned()],
        };
        if size.has_standby {
            network.servers.push(None);
            network.build_standby()?;
        }
        network
            .primary()?
            .psql("postgres", &format!("CREATE DATABASE {DATABASE}"))?;
        network.add_nodes(folder, size, more)?;
        Ok(network)
    }

    fn add_nodes(&mut self, folder: &Path, size: Size, more: &[&str]) -> anyhow::Result<()> {
        let library = folder.join("clock.so");
        if size.has_proxies {
            build_clock(folder, &library)?;
            // Copies, so that a build meanwhile changes nothing.
            let program = self.programs.remove(0);
            for name in ["parlor-now", "parlor-next"] {
                let copy = folder.join(name);
                fs::copy(&program, &copy)
                    .with_context(|| format!("cannot write {}", copy.display()))?;
                self.programs.push(copy);
            }
        }
        for number in 0..size.nodes {
            let mut ports = self.ports.clone();
            let mut nats = self.nats.port();
            let mut clock = None;
            if size.has_proxies {
                let databases = ports.iter().map(|port| Proxy::start(*port));
                let ways = Ways {
                    databases: databases.collect::<anyhow::Result<_>>()?,
                    nats: Proxy::start(nats)?,
                };
                ports = ways.databases.iter().map(Proxy::port).collect();
                nats = ways.nats.port();
                self.ways.push(ways);
                let file = folder.join(format!("clock-{}", number + 1));
                let library = library.clone();
                let of_node = Clock { library, file };
                of_node.set(0)?;
                clock = Some(of_node);
            }
            let hosts: Vec<String> = ports
                .iter()
                .map(|port| format!("127.0.0.1:{port}"))
                .collect();
            let options = NodeOptions {
                database: format!("postgres://postgres@{}/{DATABASE}", hosts.join(",")),
                nats: (size.nodes > 1).then(|| format!("nats://127.0.0.1:{nats}")),
                more: more.iter().map(|option| (*option).to_owned()).collect(),
            };
            let log = folder.join(format!("node-{}.log", number + 1));
            let program = &self.programs[0];
            let mut node = Node::new(number, free_port()?, program, &log, options, clock);
            node.start()?;
            // The first makes the tables.
            wait_until_ready(&mut node)?;
            self.nodes.push(node);
        }
        if size.has_proxies {
            self.primary()?.psql(DATABASE, AUDIT)?;
        }
        Ok(())
    }

    /// The addresses of the nodes.
    pub(crate) fn addresses(&self) -> Vec<String> {
        self.nodes.iter().map(Node::address).collect()
    }

    /// The database that takes writes.
    ///
    /// # Errors
    /// When there is none.
    pub(crate) fn primary(&self) -> anyhow::Result<&Postgres> {
        let primary = self.servers[self.primary].as_ref();
        primary.context("no database takes writes")
    }

    fn primary_mut(&mut self) -> anyhow::Result<&mut Postgres> {
        let primary = self.servers[self.primary].as_mut();
        primary.context("no database takes writes")
    }

    /// Kills the database that takes writes. The one at the same place may be started again, if no
    /// standby takes over.
    ///
    /// # Errors
    /// When the system cannot.
    pub(crate) fn kill_primary(&mut self) -> anyhow::Result<()> {
        self.primary_mut()?.kill()
    }

    /// Starts the database that took writes again.
    ///
    /// # Errors
    /// When it does not start.
    pub(crate) fn restart_primary(&mut self) -> anyhow::Result<()> {
        self.primary_mut()?.start()?;
        self.wait_for_standby()
    }

    fn wait_for_standby(&self) -> anyhow::Result<()> {
        if self.has_standby {
            self.primary()?.wait_for_standby()?;
        }
        Ok(())
    }

    /// Lets the standby take over from the database that was killed, and builds a new standby.
    ///
    /// # Errors
    /// When that fails.
    pub(crate) fn fail_over(&mut self) -> anyhow::Result<()> {
        self.servers[self.primary] = None;
        self.primary = 1 - self.primary;
        self.primary()?.promote()?;
        self.build_standby()
    }

    /// Builds a standby at the place that is free.
    fn build_standby(&mut self) -> anyhow::Result<()> {
        let free = 1 - self.primary;
        self.places[free].clear()?;
        self.standbys += 1;
        let name = format!("standby{}", self.standbys);
        let standby =
            self.primary()?
                .standby(&self.places[free].folder, self.ports[free], &name)?;
        self.servers[free] = Some(standby);
        self.wait_for_standby()
    }

    /// The standby, if there is one.
    pub(crate) fn standby(&self) -> Option<&Postgres> {
        self.servers.get(1 - self.primary)?.as_ref()
    }

    /// Kills the standby.
    ///
    /// # Errors
    /// When there is none.
    pub(crate) fn kill_standby(&mut self) -> anyhow::Result<()> {
        let standby = self.servers[1 - self.primary].as_mut();
        standby.context("there is no standby")?.kill()
    }

    /// Starts the standby again.
    ///
    /// # Errors
    /// When it does not start.
    pub(crate) fn restart_standby(&mut self) -> anyhow::Result<()> {
        let standby = self.servers[1 - self.primary].as_mut();
        standby.context("there is no standby")?.start()?;
        self.wait_for_standby()
    }

    /// Fills the disk of the database that takes writes, to the last byte.
    ///
    /// # Errors
    /// When the system cannot.
    pub(crate) fn fill_disk(&self) -> anyhow::Result<()> {
        let place = &self.places[self.primary];
        ensure!(
            place.is_mounted,
            "{} is no small disk",
            place.folder.display()
        );
        let ballast = place.folder.join("ballast");
        // It ends by an error once there is no room left.
        Command::new("dd")
            .args(["if=/dev/zero", "bs=64k", "status=none"])
            .arg(format!("of={}", ballast.display()))
            .output()
            .context("`dd` cannot be started")?;
        Ok(())
    }

    /// Makes room again, and starts the database if it has ended.
    ///
    /// # Errors
    /// When it does not start.
    pub(crate) fn free_disk(&mut self) -> anyhow::Result<()> {
        let ballast = self.places[self.primary].folder.join("ballast");
        fs::remove_file(&ballast)
            .with_context(|| format!("cannot remove {}", ballast.display()))?;
        // One that is about to end has time to.
        thread::sleep(Duration::from_millis(300));
        let primary = self.primary_mut()?;
        if !primary.is_running() {
            primary.start()?;
        }
        for _ in 0..200 {
            if self.primary()?.psql("postgres", "SELECT 1").is_ok() {
                return self.wait_for_standby();
            }
            if !self.primary_mut()?.is_running() {
                self.primary_mut()?.start()?;
            }
            thread::sleep(Duration::from_millis(100));
        }
        bail!("the database does not recover after its disk was full")
    }

    /// The program of an update, which is the other one than last time.
    pub(crate) fn next_program(&self, update: usize) -> &Path {
        &self.programs[update % self.programs.len()]
    }

    /// Starts nodes that have ended by themselves; returns how many.
    ///
    /// # Errors
    /// When one cannot be started.
    pub(crate) fn supervise(&mut self) -> anyhow::Result<u32> {
        let mut restarted = 0;
        for node in &mut self.nodes {
            restarted += u32::from(node.supervise()?);
        }
        Ok(restarted)
    }

    /// An entry that was appended by a node that did not own the game, in words.
    ///
    /// # Errors
    /// When the database cannot say.
    pub(crate) fn foreign_entry(&self) -> anyhow::Result<Option<String>> {
        self.found(FOREIGN)
    }

    /// A game with a gap in the database, in words.
    ///
    /// # Errors
    /// When the database cannot say.
    pub(crate) fn gap(&self) -> anyhow::Result<Option<String>> {
        self.found(GAPS)
    }

    fn found(&self, question: &str) -> anyhow::Result<Option<String>> {
        let found = self.primary()?.psql(DATABASE, question)?;
        Ok((!found.is_empty()).then_some(found))
    }

    /// Ends all nodes in order and starts them anew, with nothing of a game in memory.
    ///
    /// # Errors
    /// When one does not end, or does not start.
    pub(crate) fn start_anew(&mut self) -> anyhow::Result<()> {
        for node in &mut self.nodes {
            node.terminate(END)?;
        }
        for node in &mut self.nodes {
            node.start_as_another()?;
        }
        self.nodes.iter_mut().try_for_each(wait_until_ready)
    }
}

/// Waits until a node is ready.
///
/// # Errors
/// When it is not after a minute.
pub(crate) fn wait_until_ready(node: &mut Node) -> anyhow::Result<()> {
    let client = crate::server::ApiClient::of(&node.address());
    let began = now();
    while began.elapsed() < READY {
        if client.ask("/readyz").is_ok_and(|(status, _)| status == 200) {
            return Ok(());
        }
        node.supervise()?;
        thread::sleep(Duration::from_millis(50));
    }
    bail!(
        "node {} is not ready after {READY:?}; its log is {}",
        node.number() + 1,
        node.log().display()
    )
}

/// Builds the library that sets clocks off.
fn build_clock(folder: &Path, library: &Path) -> anyhow::Result<()> {
    let source = folder.join("clock.c");
    fs::write(&source, CLOCK).with_context(|| format!("cannot write {}", source.display()))?;
    let built = Command::new("cc")
        .args(["-O1", "-shared", "-fPIC", "-o"])
        .arg(library)
        .arg(&source)
        .output()
        .context("`cc` cannot be started")?;
    ensure!(
        built.status.success(),
        "clock.c does not build: {}",
        String::from_utf8_lossy(&built.stderr)
    );
    Ok(())
}
