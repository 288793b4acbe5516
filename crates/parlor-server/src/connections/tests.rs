//! Under a clock that stands still while anything can be done, and else jumps to what comes next.

use core::convert::Infallible;
use core::future::Future;
use core::net::{Ipv4Addr, SocketAddr};
use core::sync::atomic::{AtomicUsize, Ordering};
use core::time::Duration;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::HeaderMap;
use axum::routing::get;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, duplex};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

use super::client_stream::{ClientStream, WRITE_TIMEOUT};
use super::guests::{Guests, TIME_TO_ASK};
use super::{BUFFER, FAREWELL, HEADER_READ_TIMEOUT, MOST_OF_CLIENT, serve};
use parlor_service::client_net::ClientNet;

/// What a client receives that sends these pieces with this much time between them, and after
/// how long the server closes the connection.
async fn closed_after(pieces: &[&'static [u8]], pause: Duration) -> (String, Duration) {
    let (mut client, server) = duplex(1 << 16);
    let pages = Router::new().route("/", get(async || "hello"));
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 1));
    let start = Instant::now();
    let served = tokio::spawn(async move {
        let guest = Guests::new(1, None).enter(ClientNet::of(Some(address.ip())));
        let ended = serve(server, address, guest, pages, core::future::pending()).await;
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

/// Clients of these addresses, one after the other, that say nothing; whether each is still there.
async fn silent(guests: &Arc<Guests>, clients: &[[u8; 4]]) -> Vec<bool> {
    let served: Vec<_> = clients
        .iter()
        .map(|&client| {
            let (end, server) = duplex(64);
            let address = SocketAddr::from((client, 1));
            let guest = guests.enter(ClientNet::of(Some(address.ip())));
            let pages = Router::new();
            let stop = core::future::pending();
            (
                end,
                tokio::spawn(serve(server, address, guest, pages, stop)),
            )
        })
        .collect();
    sleep(Duration::from_secs(1)).await;
    served.iter().map(|(_, task)| !task.is_finished()).collect()
}

#[tokio::test(start_paused = true)]
async fn of_the_silent_connections_of_a_client_the_oldest_make_room() {
    let guests = Guests::new(10_000, Some(MOST_OF_CLIENT));
    let mut clients = vec![[10, 0, 0, 1]; MOST_OF_CLIENT + 3];
    clients.extend([[10, 0, 0, 2]; 5]);
    let there = silent(&guests, &clients).await;
    assert!(there[..3].iter().all(|there| !there));
    assert!(there[3..].iter().all(|there| *there));
}

#[tokio::test(start_paused = true)]
async fn of_all_silent_connections_those_of_the_client_with_most_make_room() {
    for of_client in [None, Some(100)] {
        let guests = Guests::new(8, of_client);
        let mut clients = vec![[10, 0, 0, 2]; 2];
        clients.extend([[10, 0, 0, 1]; 6]);
        clients.extend([[10, 0, 0, 3]; 3]);
        let there = silent(&guests, &clients).await;
        let expected = [
            true, true, false, false, false, true, true, true, true, true, true,
        ];
        assert_eq!(there, expected);
    }
}

/// A place among the connections, for one alone.
fn place() -> OwnedSemaphorePermit {
    let places = Arc::new(Semaphore::new(1));
    places.try_acquire_owned().expect("it is free")
}

/// A connection of 10.0.0.1 to pages that answer at once or after five seconds.
fn connected(
    guests: &Arc<Guests>,
    stop: impl Future<Output = ()> + Send + 'static,
) -> (DuplexStream, JoinHandle<hyper::Result<()>>) {
    let (client, server) = duplex(1 << 16);
    let slow = get(async || {
        sleep(Duration::from_secs(5)).await;
        "slow"
    });
    let pages = Router::new()
        .route("/", get(async || "hello").post(async |body: String| body))
        .route("/slow", slow);
    let address = SocketAddr::from(([10, 0, 0, 1], 1));
    let guest = guests.enter(ClientNet::of(Some(address.ip())));
    let stream = ClientStream::new(server, place());
    (
        client,
        tokio::spawn(serve(stream, address, guest, pages, stop)),
    )
}

#[tokio::test(start_paused = true)]
async fn whoever_has_asked_once_makes_no_room() {
    let guests = Guests::new(10_000, Some(2));
    let (mut client, served) = connected(&guests, core::future::pending());
    let first = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    client.write_all(first).await.unwrap();
    sleep(Duration::from_millis(1)).await;
    assert_eq!(
        silent(&guests, &[[10, 0, 0, 1]; 3]).await,
        [false, true, true]
    );
    assert!(!served.is_finished());
    let last = b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    client.write_all(last).await.unwrap();
    let mut received = String::new();
    client.read_to_string(&mut received).await.unwrap();
    assert_eq!(received.matches("hello").count(), 2, "{received}");
}

#[tokio::test(start_paused = true)]
async fn where_room_is_scarce_the_longest_idle_of_the_client_with_most_go() {
    let guests = Guests::new(10_000, None);
    let get = |path: &str| format!("GET {path} HTTP/1.1\r\nHost: a\r\n\r\n");
    let mut many = Vec::new();
    for _ in 0..4 {
        let (mut client, served) = connected(&guests, core::future::pending());
        client.write_all(get("/").as_bytes()).await.unwrap();
        sleep(Duration::from_millis(1)).await;
        many.push((client, served));
    }
    // The first one asks again, and the last one is being answered.
    many[0].0.write_all(get("/").as_bytes()).await.unwrap();
    many[3].0.write_all(get("/slow").as_bytes()).await.unwrap();
    let other = guests.enter(ClientNet::of(Some([10, 0, 0, 2].into())));
    other.has_asked();
    other.has_answer();
    sleep(Duration::from_millis(1)).await;
    let there = |many: &[(DuplexStream, JoinHandle<_>)]| -> Vec<bool> {
        many.iter().map(|(_, task)| !task.is_finished()).collect()
    };
    for expected in [
        [true, false, true, true],
        [true, false, false, true],
        [false, false, false, true],
    ] {
        guests.make_room();
        sleep(Duration::from_millis(1)).await;
        assert_eq!(there(&many), expected);
    }
    let (client, _) = &mut many[3];
    sleep(Duration::from_secs(5)).await;
    client.write_all(get("/").as_bytes()).await.unwrap();
    let mut received = [0; 4096];
    let count = client.read(&mut received).await.unwrap();
    let received = String::from_utf8_lossy(&received[..count]);
    assert!(received.contains("slow"), "{received}");
}

#[tokio::test(start_paused = true)]
async fn whoever_has_just_come_is_not_the_one_who_goes() {
    let guests = Guests::new(10_000, None);
    let whole = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    let slow = b"GET /slow HTTP/1.1\r\nHost: a\r\n\r\n";
    for asked in [&whole[..], &slow[..]] {
        let (mut client, served) = connected(&guests, core::future::pending());
        client.write_all(asked).await.unwrap();
        sleep(Duration::from_millis(1)).await;
        let (mut newcomer, new) = connected(&guests, core::future::pending());
        guests.make_room();
        sleep(Duration::from_millis(100)).await;
        assert_eq!((served.is_finished(), new.is_finished()), (true, false));
        newcomer.write_all(whole).await.unwrap();
        let mut received = [0; 4096];
        let count = newcomer.read(&mut received).await.unwrap();
        assert!(received[..count].ends_with(b"hello"));
        // One that says nothing is no newcomer for long.
        let (silent, waited) = connected(&guests, core::future::pending());
        sleep(TIME_TO_ASK).await;
        guests.make_room();
        sleep(Duration::from_millis(1)).await;
        assert_eq!((waited.is_finished(), new.is_finished()), (true, false));
        drop((silent, newcomer));
        sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::test(start_paused = true)]
async fn somebody_goes_even_where_all_are_being_answered() {
    let guests = Guests::new(10_000, None);
    let whole = b"GET /slow HTTP/1.1\r\nHost: a\r\n\r\n";
    let mut many = Vec::new();
    for _ in 0..3 {
        let (mut client, served) = connected(&guests, core::future::pending());
        client.write_all(whole).await.unwrap();
        sleep(Duration::from_millis(1)).await;
        many.push((client, served));
    }
    guests.make_room();
    sleep(Duration::from_millis(100)).await;
    let there: Vec<bool> = many.iter().map(|(_, task)| !task.is_finished()).collect();
    assert_eq!(there, [false, true, true]);
}

#[tokio::test(start_paused = true)]
async fn a_body_that_never_comes_is_no_request_and_one_that_comes_is_answered() {
    let guests = Guests::new(10_000, Some(1));
    let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n";
    for (sent, is_kept) in [(head.to_owned(), false), (format!("{head}tulip"), true)] {
        let (mut client, served) = connected(&guests, core::future::pending());
        client.write_all(sent.as_bytes()).await.unwrap();
        sleep(Duration::from_millis(1)).await;
        let other = guests.enter(ClientNet::of(Some([10, 0, 0, 1].into())));
        sleep(Duration::from_millis(1)).await;
        assert_eq!(!served.is_finished(), is_kept, "{sent:?}");
        drop(other);
        if is_kept {
            let mut received = [0; 4096];
            let count = client.read(&mut received).await.unwrap();
            assert!(received[..count].ends_with(b"tulip"));
        }
    }
}

/// A connection to an answer without end, and how many bytes of it were made.
fn endless() -> (
    DuplexStream,
    JoinHandle<hyper::Result<()>>,
    Arc<AtomicUsize>,
) {
    let made = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&made);
    let pieces = move || {
        let made = Arc::clone(&counted);
        let pieces = futures_util::stream::repeat_with(move || {
            made.fetch_add(1024, Ordering::Relaxed);
            Ok::<_, Infallible>("x".repeat(1024))
        });
        async move { Body::from_stream(pieces) }
    };
    let pages = Router::new().route("/", get(pieces));
    let (client, server) = duplex(4096);
    let address = SocketAddr::from(([10, 0, 0, 1], 1));
    let guest = Guests::new(1, None).enter(ClientNet::of(Some(address.ip())));
    let stream = ClientStream::new(server, place());
    let served = serve(stream, address, guest, pages, core::future::pending());
    (client, tokio::spawn(served), made)
}

#[tokio::test(start_paused = true)]
async fn whoever_asks_and_does_not_read_keeps_little_and_is_dropped_in_time() {
    let (mut client, served, made) = endless();
    let start = Instant::now();
    let whole = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    client.write_all(whole).await.unwrap();
    let ended = served.await.unwrap();
    assert!(ended.is_err(), "it is cut");
    assert_eq!(start.elapsed(), WRITE_TIMEOUT);
    let made = made.load(Ordering::Relaxed);
    assert!(made <= BUFFER + 8 * 1024, "{made}");
}

#[tokio::test(start_paused = true)]
async fn whoever_reads_slowly_is_not_dropped() {
    let (mut client, served, _) = endless();
    let whole = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    client.write_all(whole).await.unwrap();
    let mut piece = [0; 1024];
    for _ in 0..100 {
        sleep(WRITE_TIMEOUT.mul_f64(0.9)).await;
        client.read_exact(&mut piece).await.unwrap();
    }
    assert!(!served.is_finished());
}

#[tokio::test(start_paused = true)]
async fn once_asked_to_stop_half_a_request_is_not_waited_for_and_a_slow_answer_is() {
    let guests = Guests::new(10_000, None);
    let whole = "GET /slow HTTP/1.1\r\nHost: a\r\n\r\n";
    for (sent, ends_after, answer) in [
        ("", Duration::ZERO, ""),
        ("GET / HT", FAREWELL, ""),
        (whole, Duration::from_secs(4), "slow"),
    ] {
        let second = Duration::from_secs(1);
        let (mut client, served) = connected(&guests, sleep(second));
        client.write_all(sent.as_bytes()).await.unwrap();
        let start = Instant::now();
        // A broken request gets an error, which is as good an end as any.
        let _ = served.await.unwrap();
        assert_eq!(start.elapsed(), second + ends_after, "{sent:?}");
        let mut received = String::new();
        client.read_to_string(&mut received).await.unwrap();
        assert!(received.ends_with(answer), "{received}");
    }
}

#[tokio::test(start_paused = true)]
async fn of_a_whole_address_its_host_counts() {
    let echo = get(async |headers: HeaderMap| {
        let hosts = headers.get_all("host").iter();
        let hosts: Vec<&str> = hosts.map(|host| host.to_str().unwrap()).collect();
        format!("<{}>", hosts.join(" "))
    });
    for (asked, hosts) in [
        ("/ HTTP/1.1\r\nHost: a", "<a>"),
        ("http://b/ HTTP/1.1\r\nHost: a", "<b>"),
        ("http://b:81 HTTP/1.1\r\nHost: b", "<b:81>"),
        ("http://who:why@b/ HTTP/1.1\r\nHost: a", "<b>"),
        ("http://b/ HTTP/1.1", "<b>"),
        ("http://b/ HTTP/1.1\r\nHost: a\r\nHost: c", "<a c>"),
    ] {
        let (mut client, server) = duplex(1 << 16);
        let pages = Router::new().route("/", echo.clone());
        let address = SocketAddr::from(([10, 0, 0, 1], 1));
        let guest = Guests::new(1, None).enter(ClientNet::of(Some(address.ip())));
        tokio::spawn(serve(
            server,
            address,
            guest,
            pages,
            core::future::pending(),
        ));
        let request = format!("GET {asked}\r\nConnection: close\r\n\r\n");
        client.write_all(request.as_bytes()).await.unwrap();
        let mut received = String::new();
        client.read_to_string(&mut received).await.unwrap();
        assert!(received.ends_with(hosts), "{asked} {received}");
    }
}
