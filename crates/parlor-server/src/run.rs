//! A server from its start to its end.

use core::future::Future;
use core::net::SocketAddr;
use core::pin::pin;
use core::time::Duration;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use tower::ServiceExt as _;

use crate::bots::BotPool;
use crate::clock::SystemClock;
use crate::randomness::SystemRandomness;
use crate::service::{Service, ServiceError, Settings};
use crate::store::sqlite::SqliteStore;
use crate::store::{Store, StoreError};
use crate::waking::BEAT;
use crate::web::{App, Site, router};

/// The file that games are kept in, in the server's folder.
const FILE: &str = "games.sqlite";

/// How long a bot may think.
const THOUGHT: Duration = Duration::from_secs(2);

/// How often games are looked for that nobody went on with.
const SWEEP: Duration = Duration::from_hours(1);

/// How long the answers under way may take once the server is told to stop.
const DRAIN: Duration = Duration::from_secs(10);

/// How long the head of a request may take, counted from the start of the connection or from the
/// answer before.
const HEADER_READ_TIMEOUT: Duration = Duration::from_secs(30);

/// How many connections may be open.
const MOST_CONNECTIONS: u32 = 20_000;

/// How many ports are tried for a free one.
const PORTS: u16 = 100;

/// What a server is told.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where it listens.
    pub listen: Listen,
    /// The folder that games are kept in; made if it is not there.
    pub data: PathBuf,
    /// How the site is reached.
    pub site: Site,
    /// What the game service is set to.
    pub settings: Settings,
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
    /// The system failed otherwise.
    #[error(transparent)]
    System(#[from] io::Error),
}

/// A server that listens, and answers once it runs.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    app: App,
}

impl Server {
    /// Opens the store and begins to listen.
    ///
    /// # Errors
    /// Why it cannot.
    pub async fn start(options: Options) -> Result<Self, ServerError> {
        let store = open(&options.data).await?;
        let listener = listen(options.listen).await?;
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let bots = BotPool::new(threads.saturating_sub(1).max(1), THOUGHT)?;
        let service = Service::new(
            store,
            Arc::new(SystemClock),
            Arc::new(SystemRandomness),
            bots,
            options.settings,
        );
        let site = options.site;
        Ok(Self {
            listener,
            app: App { service, site },
        })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// When the system cannot say.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers until it is told to stop: then it takes nothing new, finishes
    /// what was begun, and closes the store.
    ///
    /// # Errors
    /// What went wrong on the way.
    pub async fn run(
        self,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServerError> {
        let service = self.app.service.clone();
        let sweeper = tokio::spawn(sweep(service.clone()));
        let heart = tokio::spawn(beat(service.clone()));
        let stopping = {
            let service = service.clone();
            async move {
                stop.await;
                tracing::info!("stopping");
                service.take_nothing_more();
            }
        };
        accept(&self.listener, &router(self.app), &service, stopping).await;
        sweeper.abort();
        heart.abort();
        Ok(service.close().await?)
    }
}

/// Takes connections until it is told to stop, and then waits a while for those
/// that are open.
async fn accept(
    listener: &TcpListener,
    pages: &Router,
    service: &Service,
    stop: impl Future<Output = ()>,
) {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS as usize));
    let mut stop = pin!(stop);
    loop {
        let taken = async {
            let place = Arc::clone(&places).acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, taken) = tokio::select! {
            taken = taken => taken,
            () = &mut stop => break,
        };
        match taken {
            Ok((stream, client)) => {
                let (pages, service) = (pages.clone(), service.clone());
                tokio::spawn(async move {
                    // A move is a small packet that somebody waits for.
                    if let Err(error) = stream.set_nodelay(true) {
                        tracing::debug!(%error, "no delay could not be set");
                    }
                    let served = serve_connection(stream, client, pages, service.closed());
                    if let Err(error) = served.await {
                        tracing::debug!(%error, "a connection ended early");
                    }
                    drop(place);
                });
            }
            // Too many files are open, or the client has gone already.
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                sleep(Duration::from_millis(100)).await;
            }
        }
    }
    // Every connection holds one.
    if timeout(DRAIN, places.acquire_many(MOST_CONNECTIONS))
        .await
        .is_err()
    {
        tracing::warn!("some answers were not done in time");
    }
}

/// Answers the requests of a connection, by HTTP/1.1 alone; after `stop` only the one under way.
///
/// # Errors
/// When the connection fails, what comes is not HTTP/1.1, or the head of a request is not whole in
/// [`HEADER_READ_TIMEOUT`].
async fn serve_connection(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    client: SocketAddr,
    pages: Router,
    stop: impl Future<Output = ()>,
) -> hyper::Result<()> {
    let answer = service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(client));
        pages.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_READ_TIMEOUT)
        .serve_connection(TokioIo::new(stream), answer)
        .with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        ended = connection.as_mut() => return ended,
        () = stop => connection.as_mut().graceful_shutdown(),
    }
    connection.await
}

/// The store in the folder of a server.
async fn open(folder: &Path) -> Result<Arc<dyn Store>, ServerError> {
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

/// Keeps the clock going that players' clocks follow.
async fn beat(service: Service) {
    let mut ticks = interval(BEAT);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        service.beat();
    }
}

/// Ends, now and then, the games that nobody went on with.
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
    }
}

#[cfg(test)]
mod tests {
    use core::net::{Ipv4Addr, SocketAddr};
    use core::time::Duration;

    use axum::Router;
    use axum::routing::get;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, duplex};
    use tokio::time::{Instant, sleep};

    use super::{HEADER_READ_TIMEOUT, serve_connection};

    /// What a client receives that sends these pieces with this much time between them, and after
    /// how long the server closes the connection.
    ///
    /// The clock stands still while anything can be done, and else jumps to what comes next.
    async fn closed_after(pieces: &[&'static [u8]], pause: Duration) -> (String, Duration) {
        let (mut client, server) = duplex(1 << 16);
        let pages = Router::new().route("/", get(async || "hello"));
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 1));
        let start = Instant::now();
        let served = tokio::spawn(async move {
            let ended = serve_connection(server, address, pages, core::future::pending()).await;
            (ended, start.elapsed())
        });
        for piece in pieces {
            // The server may have gone already.
            let _ = client.write_all(piece).await;
            sleep(pause).await;
        }
        let mut received = Vec::new();
        client.read_to_end(&mut received).await.unwrap();
        let (_, after) = served.await.unwrap();
        (String::from_utf8(received).unwrap(), after)
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_never_sends_a_whole_head_is_closed_in_time() {
        let slow: Vec<&[u8]> = b"GET / HTTP/1.1\r\nA: b\r\nC: d\r\n".chunks(1).collect();
        let minute = Duration::from_mins(1);
        for (pieces, pause) in [
            (&[][..], Duration::ZERO),
            (&[&b"P"[..]][..], Duration::ZERO),
            (&[&b"GET / HTTP/1.1\r\nHost: a\r\n"[..]][..], Duration::ZERO),
            (
                &[&b"GET / HTTP/1.1\r\nHost: a\r\n"[..], b"A: b\r\n"][..],
                minute,
            ),
            (&slow[..], Duration::from_secs(2)),
        ] {
            let (received, after) = closed_after(pieces, pause).await;
            assert_eq!(after, HEADER_READ_TIMEOUT, "{pieces:?} {received}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_second_request_has_no_more_time_than_the_first() {
        let first = &b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"[..];
        for pieces in [&[first][..], &[first, b"G"][..]] {
            let (received, after) = closed_after(pieces, Duration::from_secs(1)).await;
            assert!(received.ends_with("hello"), "{received}");
            assert!(
                after <= HEADER_READ_TIMEOUT + Duration::from_secs(2),
                "{after:?}"
            );
        }
    }

    #[tokio::test(start_paused = true)]
    async fn http_2_is_not_spoken_and_its_preface_closes_the_connection_at_once() {
        let preface = &b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0"[..];
        let (received, after) = closed_after(&[preface], Duration::ZERO).await;
        assert_eq!(after, Duration::ZERO);
        assert!(
            received.is_empty() || received.starts_with("HTTP/1.1 4"),
            "{received}"
        );
    }
}
