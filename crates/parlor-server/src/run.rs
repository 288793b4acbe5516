//! A server from its start to its end.

use core::net::SocketAddr;
use core::time::Duration;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};

use crate::app::{App, Site};
use crate::connections;
use crate::web::{begin_to_count, router};
use parlor_dice::Bytes32;
use parlor_service::bots::BotPool;
use parlor_service::bus::Bus;
use parlor_service::bus::nats::{NatsBus, NatsError};
use parlor_service::clock::SystemClock;
use parlor_service::operator::Control;
use parlor_service::randomness::SystemRandomness;
use parlor_service::repeated::Repeated;
use parlor_service::service::{Service, ServiceError, Settings};
use parlor_service::store::postgres::{PostgresOptions, PostgresStore};
use parlor_service::store::sqlite::FILE;
use parlor_service::store::sqlite::SqliteStore;
use parlor_service::store::{Store, StoreError};
use parlor_service::uptime_clock::HEARTBEAT;
use parlor_table::randomness::Randomness;

/// How long a bot may think.
const BOT_TIMEOUT: Duration = Duration::from_secs(2);

/// How often idle and old games are looked for.
const SWEEP: Duration = Duration::from_hours(1);

/// How often a node looks what others do.
const LOOK_AT_OTHERS: Duration = Duration::from_secs(1);

/// How often the lobby is looked at, and how long others may call before that is done at once.
const LOOK_AT_LOBBY: Duration = Duration::from_secs(1);
const CALLED_TO_LOBBY: Duration = Duration::from_millis(100);

/// The number of ports tried.
const PORTS: u16 = 100;

/// The options of a server.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// Where it listens.
    pub listen: Listen,
    /// Where games are kept.
    pub games: Games,
    /// The site.
    pub site: Site,
    /// The settings of the game service.
    pub settings: Settings,
    /// The time for which it still answers after the first stop signal, reporting that it is not ready;
    /// a second signal ends it.
    pub drain: Duration,
}

/// Where a server keeps its games.
#[derive(Clone, Debug)]
pub enum Games {
    /// In a file of SQLite in this folder, which is made if it is not there.
    Folder(PathBuf),
    /// In a PostgreSQL database, as one of its nodes.
    Database {
        /// The database, and this node.
        options: PostgresOptions,
        /// The address of NATS, by which nodes hear of each other.
        nats: Option<String>,
    },
}

/// Where a server listens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listen {
    /// Here, or nowhere.
    At(SocketAddr),
    /// At the first free port from this one on.
    FirstFreeFrom(SocketAddr),
}

/// Why a server could not start, or not end in order.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServerError {
    /// The folder for games cannot be made.
    #[error("the folder {} cannot be made", .folder.display())]
    Folder {
        /// Which.
        folder: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// It cannot listen there.
    #[error("cannot listen at {address}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why not.
        source: io::Error,
    },
    /// The games cannot be read or kept.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The service did not end in order.
    #[error(transparent)]
    Service(#[from] ServiceError),
    /// NATS cannot be used.
    #[error(transparent)]
    Nats(#[from] NatsError),
    /// A node over the same database uses another NATS.
    #[error(
        "node {0} uses the same database and does not answer by this NATS; give all nodes over a \
         database the same --nats, or this one another database"
    )]
    OtherCluster(String),
    /// The system failed otherwise.
    #[error(transparent)]
    System(#[from] io::Error),
}

/// A server that listens, and answers once it runs.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    most_connections: u32,
    /// The operator's socket; `None` if it cannot be created.
    control: Option<Control>,
    /// The way to other nodes, if there may be others.
    bus: Option<Arc<NatsBus>>,
    app: App,
    drain: Duration,
}

impl Server {
    /// Opens the store and begins to listen.
    ///
    /// # Errors
    /// Why it cannot.
    pub async fn start(options: ServerOptions) -> Result<Self, ServerError> {
        // Before anything that is counted.
        begin_to_count();
        let most_connections = connections::most();
        let nodes = match &options.games {
            Games::Database { options, nats } => Some((options.node.clone(), nats.clone())),
            Games::Folder(_) => None,
        };
        let (store, control) = open(options.games).await?;
        let bus = match nodes {
            Some((node, Some(nats))) => connect(&*store, &node, &nats).await?,
            _ => None,
        };
        let listener = listen(options.listen).await?;
        connections::bound_buffers(&listener);
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let bots = BotPool::new(threads.saturating_sub(1).max(1), BOT_TIMEOUT)?;
        let service = Service::new(
            store,
            Arc::new(SystemClock),
            Arc::new(SystemRandomness),
            bots,
            options.settings,
        );
        if let Some(bus) = &bus {
            service.join(Arc::clone(bus) as Arc<dyn Bus>);
            if let Some(node) = service.unreached().await? {
                service.close().await?;
                return Err(ServerError::OtherCluster(node));
            }
        }
        let mut site = options.site;
        // A socket holds a connection for long; the other half is for those who ask.
        let half = (most_connections as usize).div_ceil(2);
        site.limits.most_sockets = site.limits.most_sockets.min(half);
        Ok(Self {
            listener,
            most_connections,
            control,
            bus,
            app: App { service, site },
            drain: options.drain,
        })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// When the system cannot say.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until the stop signal, and then for [`ServerOptions::drain`] or until the next one. After
    /// that it accepts nothing new, finishes what was begun, and closes the store.
    ///
    /// # Errors
    /// What went wrong on the way.
    pub async fn run(self, mut stop_signal: impl AsyncFnMut()) -> Result<(), ServerError> {
        let service = self.app.service.clone();
        let sweeper = tokio::spawn(sweep(service.clone()));
        let heart = tokio::spawn(beat(service.clone()));
        let watcher = tokio::spawn(watch_others(service.clone()));
        let lobby = tokio::spawn(watch_lobby(service.clone()));
        let listener_to_nodes = self
            .bus
            .map(|bus| tokio::spawn(listen_to(bus, service.clone())));
        let drain = self.drain;
        let control = self.control.map(|control| control.serve(service.clone()));
        let control = control.map(tokio::spawn);
        let stopping = {
            let service = service.clone();
            async move {
                stop_signal().await;
                tracing::info!("stopping");
                service.leave(drain);
                if timeout(drain, stop_signal()).await.is_ok() {
                    tracing::info!("stopping at once");
                }
                service.stop_accepting();
            }
        };
        let is_behind_proxy = self.app.site.is_behind_proxy;
        let (listener, pages) = (&self.listener, router(self.app));
        connections::accept(
            listener,
            &pages,
            &service,
            self.most_connections,
            is_behind_proxy,
            stopping,
        )
        .await;
        sweeper.abort();
        heart.abort();
        watcher.abort();
        lobby.abort();
        if let Some(listener) = listener_to_nodes {
            listener.abort();
        }
        if let Some(control) = control {
            control.abort();
            // What it has begun with the store is ended before that is closed.
            let _ = control.await;
        }
        Ok(service.close().await?)
    }
}

/// The store of a server, and the operator's socket where there is a folder for it.
async fn open(games: Games) -> Result<(Arc<dyn Store>, Option<Control>), ServerError> {
    match games {
        Games::Folder(folder) => {
            let store = open_folder(&folder).await?;
            let control = Control::listen(&folder);
            let control = control.inspect_err(|error| {
                tracing::warn!(%error, "games can be ended or deleted only while no server runs");
            });
            Ok((store, control.ok()))
        }
        Games::Database { options, .. } => {
            Ok((Arc::new(PostgresStore::open(options).await?), None))
        }
    }
}

/// The way to the other nodes over a store.
async fn connect(
    store: &dyn Store,
    node: &str,
    nats: &str,
) -> Result<Option<Arc<NatsBus>>, ServerError> {
    let Some(shared) = store.shared() else {
        return Ok(None);
    };
    let randomness: &dyn Randomness = &SystemRandomness;
    let fresh = randomness.bytes().map_err(ServiceError::from)?;
    let key = shared.cluster_key(Bytes32(fresh)).await?;
    let bus = NatsBus::connect(nats, node, shared.session(), key).await?;
    Ok(Some(Arc::new(bus)))
}

/// Hears and answers other nodes.
async fn listen_to(bus: Arc<NatsBus>, service: Service) {
    if let Err(error) = bus.listen(service).await {
        tracing::error!(%error, "other nodes cannot be heard; they are found out about by the database");
    }
}

/// The store in the folder of a server.
async fn open_folder(folder: &Path) -> Result<Arc<dyn Store>, ServerError> {
    std::fs::create_dir_all(folder).map_err(|source| ServerError::Folder {
        folder: folder.to_owned(),
        source,
    })?;
    Ok(Arc::new(SqliteStore::open(&folder.join(FILE)).await?))
}

async fn listen(at: Listen) -> Result<TcpListener, ServerError> {
    let (first, tries) = match at {
        Listen::At(address) => (address, 1),
        Listen::FirstFreeFrom(address) => (address, PORTS),
    };
    let mut address = first;
    let mut last = None;
    for port in (first.port()..=u16::MAX).take(usize::from(tries)) {
        address.set_port(port);
        match TcpListener::bind(address).await {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => last = Some(error),
            Err(source) => return Err(ServerError::Listen { address, source }),
        }
    }
    let source = last.unwrap_or_else(|| io::ErrorKind::AddrInUse.into());
    Err(ServerError::Listen { address, source })
}

/// Advances the uptime clock.
async fn beat(service: Service) {
    let mut ticks = interval(HEARTBEAT);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        service.beat();
    }
}

/// Looks what other nodes do.
async fn watch_others(service: Service) {
    let unknown = Repeated::new();
    let mut ticks = interval(LOOK_AT_OTHERS);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        match service.look_at_others().await {
            Ok(()) => {
                if let Some(times) = unknown.works() {
                    tracing::info!(times, "it is known again what other nodes do");
                }
            }
            Err(error) => {
                if let Some(times) = unknown.failed(&error) {
                    tracing::warn!(%error, times, "it is not known what other nodes do");
                }
            }
        }
    }
}

/// Looks after those who wait for somebody to play with.
async fn watch_lobby(service: Service) {
    let unknown = Repeated::new();
    let mut ticks = interval(LOOK_AT_LOBBY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            () = service.called_to_lobby() => sleep(CALLED_TO_LOBBY).await,
        }
        match service.look_at_lobby().await {
            Ok(()) => {
                if let Some(times) = unknown.works() {
                    tracing::info!(times, "it is known again who waits in the lobby");
                }
            }
            Err(error) => {
                if let Some(times) = unknown.failed(&error) {
                    tracing::warn!(%error, times, "it is not known who waits in the lobby");
                }
            }
        }
    }
}

/// Regularly ends idle games, deletes old ones, and archives finished ones.
async fn sweep(service: Service) {
    let mut ticks = interval(SWEEP);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        match timeout(SWEEP, service.sweep()).await {
            Ok(Ok(0)) => {}
            Ok(Ok(ended)) => tracing::info!(ended, "games that nobody went on with were ended"),
            Ok(Err(error)) => tracing::warn!(%error, "no game could be ended"),
            Err(_) => tracing::warn!("ending old games takes too long"),
        }
        match timeout(SWEEP, service.delete_old()).await {
            Ok(Ok(0)) => {}
            Ok(Ok(deleted)) => tracing::info!(deleted, "games that were over for long are deleted"),
            Ok(Err(error)) => tracing::warn!(%error, "no game could be deleted"),
            Err(_) => tracing::warn!("deleting old games takes too long"),
        }
        // The first time this may take long; requests are served meanwhile.
        match service.archive().await {
            Ok(0) => {}
            Ok(archived) => tracing::info!(archived, "games that are over were made smaller"),
            Err(error) => tracing::warn!(%error, "no game could be made smaller"),
        }
    }
}
