//! Connections: accepted, bounded, and served by HTTP/1.1 alone.

mod client_stream;
mod guests;
mod watched;

use core::convert::Infallible;
use core::future::Future;
use core::net::SocketAddr;
use core::pin::pin;
use core::time::Duration;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::header::HOST;
use axum::http::{Request, StatusCode};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tower::ServiceExt as _;

use crate::connections::client_stream::ClientStream;
use crate::connections::guests::{Guest, Guests};
use crate::connections::watched::{Answering, Question, WatchedBody};
use parlor_service::client_net::ClientNet;
use parlor_service::service::Service;

/// The most open connections, if the system allows that.
const MOST: u64 = 20_000;

/// Files that are not for connections: those of the store, and what a library opens for a moment.
const KEPT_BACK: u64 = 64;

/// How many connections of one client may be open that have not yet sent a whole request.
/// Whoever uses a browser has some for a moment; a school behind one address has fewer at a time.
const MOST_OF_CLIENT: usize = 200;

/// How long the head of a request may take, counted from the start of the connection or from the
/// answer before.
const HEADER_READ_TIMEOUT: Duration = Duration::from_secs(30);

/// The number of connections below which the operator is warned.
const FEW: u64 = 1_000 - KEPT_BACK;

/// How much of a request's head, and of an answer that is not taken, is kept in memory.
const BUFFER: usize = 32 * 1024;

/// How much of its answers the system keeps of a connection until they are taken; Linux keeps
/// twice as much.
const SEND_BUFFER: usize = 64 * 1024;

/// How long the system tries to send what nobody takes.
#[cfg(any(target_os = "linux", target_os = "android"))]
const UNACKNOWLEDGED: Duration = Duration::from_secs(15);

/// The time for running responses after the stop signal.
const DRAIN: Duration = Duration::from_millis(1_500);

/// How long a connection without an answer under way stays open then.
const FAREWELL: Duration = Duration::from_millis(500);

/// The same for one that has asked before and makes room for another.
const DISMISSED: Duration = Duration::from_millis(50);

/// The most open connections here, after raising the limit of open files.
pub(crate) fn most() -> u32 {
    let files = rlimit::increase_nofile_limit(MOST + KEPT_BACK).unwrap_or_else(|error| {
        tracing::warn!(%error, "how many files may be open is not known");
        MOST
    });
    let most = files.saturating_sub(KEPT_BACK).clamp(1, MOST);
    if most < FEW {
        tracing::warn!(
            files,
            most,
            "the system lets this program open few files, so few connections can be open; allow \
             65536 (`ulimit -Hn 65536`, in a systemd unit LimitNOFILE=65536)"
        );
    } else if most < MOST {
        tracing::info!(most, "the system bounds the open connections (ulimit -n)");
    }
    u32::try_from(most).unwrap_or(u32::MAX)
}

/// Bounds what the system keeps of answers that nobody takes, for every connection that is taken
/// from here: the buffer, and how long it is tried to send what is in it.
pub(crate) fn bound_buffers(listener: &TcpListener) {
    let socket = SockRef::from(listener);
    if let Err(error) = socket.set_send_buffer_size(SEND_BUFFER) {
        tracing::debug!(%error, "the size of send buffers could not be set");
    }
    #[cfg(any(target_os = "linux", target_os = "android"))]
    if let Err(error) = socket.set_tcp_user_timeout(Some(UNACKNOWLEDGED)) {
        tracing::debug!(%error, "how long unread answers are kept could not be set");
    }
}

/// Accepts up to `most` connections at a time until the stop signal, and then waits a while for the
/// open ones.
pub(crate) async fn accept(
    listener: &TcpListener,
    pages: &Router,
    service: &Service,
    most: u32,
    is_behind_proxy: bool,
    stop: impl Future<Output = ()>,
) {
    let places = Arc::new(Semaphore::new(most as usize));
    // Below this somebody goes whenever somebody comes, so that nobody waits for a place.
    let few = (most as usize / 16).clamp(1, 256);
    // Of a proxy's connections nobody knows from here for whom they are.
    let of_client = (!is_behind_proxy).then_some(MOST_OF_CLIENT);
    // The other half is for those who ask.
    let guests = Guests::new(most as usize / 2, of_client);
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
        // No more places are to be had only if they are closed, which nobody does.
        let Ok(place) = place else { break };
        match taken {
            Ok((stream, client)) => {
                let (pages, service) = (pages.clone(), service.clone());
                let guest = guests.enter(ClientNet::of(Some(client.ip())));
                if places.available_permits() < few {
                    guests.make_room();
                }
                tokio::spawn(async move {
                    // A move is a small packet that somebody waits for.
                    if let Err(error) = stream.set_nodelay(true) {
                        tracing::debug!(%error, "no delay could not be set");
                    }
                    let stream = ClientStream::new(stream, place);
                    let served = serve(stream, client, guest, pages, service.closed());
                    if let Err(error) = served.await {
                        tracing::debug!(%error, "a connection ended early");
                    }
                });
            }
            // Too many files are open, or the client has gone already.
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                guests.make_room();
                sleep(Duration::from_millis(100)).await;
            }
        }
    }
    // Every connection holds one.
    if timeout(DRAIN, places.acquire_many(most)).await.is_err() {
        tracing::warn!("some connections were cut, as their answers were not taken in time");
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
    let answer = {
        let guest = Arc::clone(&guest);
        service_fn(move |request: Request<Incoming>| {
            let answering = Answering::new(&guest);
            let mut request = request.map(|body| Body::new(Question::new(body, &guest)));
            request.extensions_mut().insert(ConnectInfo(client));
            name_host(&mut request);
            let (pages, guest) = (pages.clone(), Arc::clone(&guest));
            async move {
                let response = pages.oneshot(request).await?;
                if response.status() == StatusCode::SWITCHING_PROTOCOLS {
                    guest.becomes_socket();
                }
                Ok::<_, Infallible>(response.map(|body| WatchedBody::new(body, answering)))
            }
        })
    };
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_READ_TIMEOUT)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(stream), answer)
        .with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        ended = connection.as_mut() => return ended,
        () = guest.dismissed() => {
            tracing::debug!(%client, "a connection made room for another");
            if guest.has_ever_asked() {
                // One that is idle closes at once; a request that has just come is answered.
                connection.as_mut().graceful_shutdown();
                let _ = timeout(DISMISSED, connection).await;
            }
            return Ok(());
        }
        () = stop => connection.as_mut().graceful_shutdown(),
    }
    loop {
        let ended = timeout(FAREWELL, connection.as_mut()).await;
        match ended {
            Ok(ended) => return ended,
            // Half a request, or somebody who does not read.
            Err(_) if !guest.is_busy() => return Ok(()),
            Err(_) => {}
        }
    }
}

/// Of a request for a whole address, `GET http://a/ HTTP/1.1`, the host in the address is the one
/// that is asked for, whatever the header says (RFC 9112, section 3.2.2). Two headers stay, to be
/// refused.
fn name_host(request: &mut Request<Body>) {
    let Some(authority) = request.uri().authority() else {
        return;
    };
    let host = authority.as_str().rsplit('@').next().unwrap_or_default();
    let is_single = request.headers().get_all(HOST).iter().nth(1).is_none();
    if let (true, Ok(host)) = (is_single, host.parse()) {
        request.headers_mut().insert(HOST, host);
    }
}

#[cfg(test)]
mod tests;
