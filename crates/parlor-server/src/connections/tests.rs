//! Under a clock that stands still while anything can be done, and else jumps to what comes next.

use core::future::Future;
use core::net::{Ipv4Addr, SocketAddr};
use core::time::Duration;
use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, duplex};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

use super::waiting::Waiting;
use super::{FAREWELL, HEADER_READ_TIMEOUT, MOST_OF_CLIENT, serve};
use crate::client_net::ClientNet;

/// What a client receives that sends these pieces with this much time between them, and after
/// how long the server closes the connection.
async fn closed_after(pieces: &[&'static [u8]], pause: Duration) -> (String, Duration) {
    let (mut client, server) = duplex(1 << 16);
    let pages = Router::new().route("/", get(async || "hello"));
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 1));
    let start = Instant::now();
    let served = tokio::spawn(async move {
        let guest = Waiting::new(1, None).enter(ClientNet::of(Some(address.ip())));
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
async fn silent(waiting: &Arc<Waiting>, clients: &[[u8; 4]]) -> Vec<bool> {
    let served: Vec<_> = clients
        .iter()
        .map(|&client| {
            let (end, server) = duplex(64);
            let address = SocketAddr::from((client, 1));
            let guest = waiting.enter(ClientNet::of(Some(address.ip())));
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
    let waiting = Waiting::new(10_000, Some(MOST_OF_CLIENT));
    let mut clients = vec![[10, 0, 0, 1]; MOST_OF_CLIENT + 3];
    clients.extend([[10, 0, 0, 2]; 5]);
    let there = silent(&waiting, &clients).await;
    assert!(there[..3].iter().all(|there| !there));
    assert!(there[3..].iter().all(|there| *there));
}

#[tokio::test(start_paused = true)]
async fn of_all_silent_connections_those_of_the_client_with_most_make_room() {
    for of_client in [None, Some(100)] {
        let waiting = Waiting::new(8, of_client);
        let mut clients = vec![[10, 0, 0, 2]; 2];
        clients.extend([[10, 0, 0, 1]; 6]);
        clients.extend([[10, 0, 0, 3]; 3]);
        let there = silent(&waiting, &clients).await;
        let expected = [
            true, true, false, false, false, true, true, true, true, true, true,
        ];
        assert_eq!(there, expected);
    }
}

/// A connection of 10.0.0.1 to pages that answer at once or after five seconds.
fn connected(
    waiting: &Arc<Waiting>,
    stop: impl Future<Output = ()> + Send + 'static,
) -> (DuplexStream, JoinHandle<hyper::Result<()>>) {
    let (client, server) = duplex(1 << 16);
    let slow = get(async || {
        sleep(Duration::from_secs(5)).await;
        "slow"
    });
    let pages = Router::new()
        .route("/", get(async || "hello"))
        .route("/slow", slow);
    let address = SocketAddr::from(([10, 0, 0, 1], 1));
    let guest = waiting.enter(ClientNet::of(Some(address.ip())));
    (
        client,
        tokio::spawn(serve(server, address, guest, pages, stop)),
    )
}

#[tokio::test(start_paused = true)]
async fn whoever_has_asked_once_makes_no_room() {
    let waiting = Waiting::new(10_000, Some(2));
    let (mut client, served) = connected(&waiting, core::future::pending());
    let first = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    client.write_all(first).await.unwrap();
    sleep(Duration::from_millis(1)).await;
    assert_eq!(
        silent(&waiting, &[[10, 0, 0, 1]; 3]).await,
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
async fn once_told_to_stop_half_a_request_is_not_waited_for_and_a_slow_answer_is() {
    let waiting = Waiting::new(10_000, None);
    let whole = "GET /slow HTTP/1.1\r\nHost: a\r\n\r\n";
    for (sent, ends_after, answer) in [
        ("", Duration::ZERO, ""),
        ("GET / HT", FAREWELL, ""),
        (whole, Duration::from_secs(4), "slow"),
    ] {
        let second = Duration::from_secs(1);
        let (mut client, served) = connected(&waiting, sleep(second));
        client.write_all(sent.as_bytes()).await.unwrap();
        let start = Instant::now();
        // A broken request is told as an error, which is as good an end as any.
        let _ = served.await.unwrap();
        assert_eq!(start.elapsed(), second + ends_after, "{sent:?}");
        let mut received = String::new();
        client.read_to_string(&mut received).await.unwrap();
        assert!(received.ends_with(answer), "{received}");
    }
}
