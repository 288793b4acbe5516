//! Connections: taken, bounded, and answered by HTTP/1.1 alone.

mod counted;
mod waiting;

use core::future::Future;
use core::net::SocketAddr;
use core::pin::pin;
use core::sync::atomic::{AtomicUsize, Ordering};
use core::time::Duration;
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
use tokio::time::{sleep, timeout};
use tower::ServiceExt as _;

use crate::client_net::ClientNet;
use crate::connections::counted::Counted;
use crate::connections::waiting::{Guest, Waiting};
use crate::service::Service;

/// How many connections may be open, where the system lets so many be.
const MOST: u64 = 20_000;

/// Files that are not for connections: those of the store, and what a library opens for a moment.
const KEPT_BACK: u64 = 64;

/// How many connections of one client may be open that have not yet sent a whole request.
/// Whoever uses a browser has some for a moment; a school behind one address has fewer at a time.
const MOST_OF_CLIENT: usize = 200;

/// How long the head of a request may take, counted from the start of the connection or from the
/// answer before.
const HEADER_READ_TIMEOUT: Duration = Duration::from_secs(30);

/// How long the answers under way may take once the server is told to stop.
const DRAIN: Duration = Duration::from_secs(10);

/// How long a connection without an answer under way stays open then.
const FAREWELL: Duration = Duration::from_secs(1);

/// How many connections may be open here, after as many files as the system lets the program have
/// have been asked for.
pub(crate) fn most() -> u32 {
    let files = rlimit::increase_nofile_limit(MOST + KEPT_BACK).unwrap_or_else(|error| {
        tracing::warn!(%error, "how many files may be open is not known");
        MOST
    });
    let most = files.saturating_sub(KEPT_BACK).clamp(1, MOST);
    if most < MOST {
        tracing::info!(most, "the system bounds the open connections (ulimit -n)");
    }
    u32::try_from(most).unwrap_or(u32::MAX)
}

/// Takes at most so many connections at a time until it is told to stop, and then waits a while
/// for those that are open.
pub(crate) async fn accept(
    listener: &TcpListener,
    pages: &Router,
    service: &Service,
    most: u32,
    is_behind_proxy: bool,
    stop: impl Future<Output = ()>,
) {
    let places = Arc::new(Semaphore::new(most as usize));
    // Of a proxy's connections nobody knows from here for whom they are.
    let of_client = (!is_behind_proxy).then_some(MOST_OF_CLIENT);
    // The other half is for those who ask.
    let waiting = Waiting::new(most as usize / 2, of_client);
    let mut stop = pin!(stop);
    loop {
        let taken = async {
            if places.available_permits() == 0 {
                waiting.dismiss_one();
            }
            let place = Arc::clone(&places).acquire_owned().await;
            (place, listener.accept().await)
        };
        let (place, taken) = tokio::select! {
            taken = taken => taken,
            () = &mut stop => break,
        };
        // No more places are to be had only if they are closed, which nobody does.
        let Ok(place) = place else { break };
        match taken {
            Ok((stream, client)) => {
                let (pages, service) = (pages.clone(), service.clone());
                let guest = waiting.enter(ClientNet::of(Some(client.ip())));
                tokio::spawn(async move {
                    // A move is a small packet that somebody waits for.
                    if let Err(error) = stream.set_nodelay(true) {
                        tracing::debug!(%error, "no delay could not be set");
                    }
                    let stream = Counted::new(stream, place);
                    let served = serve(stream, client, guest, pages, service.closed());
                    if let Err(error) = served.await {
                        tracing::debug!(%error, "a connection ended early");
                    }
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
    if timeout(DRAIN, places.acquire_many(most)).await.is_err() {
        tracing::warn!("some answers were not done in time");
    }
}

/// Answers the requests of a connection; after `stop` only those under way.
///
/// # Errors
/// When the connection fails, what comes is not HTTP/1.1, or the head of a request is not whole in
/// [`HEADER_READ_TIMEOUT`].
async fn serve(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    client: SocketAddr,
    guest: Guest,
    pages: Router,
    stop: impl Future<Output = ()>,
) -> hyper::Result<()> {
    let guest = Arc::new(guest);
    let under_way = Arc::new(AtomicUsize::new(0));
    let answer = {
        let (guest, under_way) = (Arc::clone(&guest), Arc::clone(&under_way));
        service_fn(move |request: Request<Incoming>| {
            guest.has_asked();
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(client));
            let (pages, under_way) = (pages.clone(), Arc::clone(&under_way));
            async move {
                under_way.fetch_add(1, Ordering::Relaxed);
                let answer = pages.oneshot(request).await;
                under_way.fetch_sub(1, Ordering::Relaxed);
                answer
            }
        })
    };
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_READ_TIMEOUT)
        .serve_connection(TokioIo::new(stream), answer)
        .with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        ended = connection.as_mut() => return ended,
        () = guest.dismissed() => {
            tracing::debug!(%client, "a connection without a request made room for another");
            return Ok(());
        }
        () = stop => connection.as_mut().graceful_shutdown(),
    }
    loop {
        let ended = timeout(FAREWELL, connection.as_mut()).await;
        match ended {
            Ok(ended) => return ended,
            // Half a request, or somebody who does not read.
            Err(_) if under_way.load(Ordering::Relaxed) == 0 => return Ok(()),
            Err(_) => {}
        }
    }
}

#[cfg(test)]
mod tests;
