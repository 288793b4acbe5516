//! Sockets: everything is told, in order and once, whenever one begins to
//! listen; and who sends too much, or does not listen, is left.

use std::time::Duration;

use axum::http::StatusCode;
use futures_util::future::join_all;
use futures_util::{SinkExt as _, StreamExt as _};
use parlor_server::app::{ClientLimits, Site};
use parlor_service::rate_limit::Rate;
use serde_json::{Value, json};
use tokio::io::DuplexStream;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::{ClientRequestBuilder, Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use crate::support::{Exchange, ORIGIN, Table, TestApp, action, without_receipt};

/// The buffers of a usual connection.
const USUAL: usize = 64 * 1024;

struct Socket(WebSocketStream<DuplexStream>);

/// Opens a socket; else the status.
async fn open(
    exchange: &Exchange,
    path: &str,
    headers: &[(&str, &str)],
    size: usize,
) -> Result<Socket, u16> {
    let address = format!("ws://localhost/api/games/{path}").parse();
    let mut request = ClientRequestBuilder::new(address.expect("an address"));
    for (name, value) in headers {
        request = request.with_header(*name, *value);
    }
    match client_async(request, exchange.wire(size)).await {
        Ok((socket, _)) => Ok(Socket(socket)),
        Err(Error::Http(response)) => Err(response.status().as_u16()),
        Err(error) => panic!("{error}"),
    }
}

async fn watch(exchange: &Exchange, table: &Table, after: u64) -> Socket {
    let path = format!("{}/socket?after={after}", table.id);
    open(exchange, &path, &[], USUAL).await.expect("it opens")
}

async fn join(exchange: &Exchange, table: &Table, seat: usize, after: u64) -> Socket {
    let path = format!("{}/socket?after={after}", table.id);
    let token = format!("Bearer {}", table.tokens[seat]);
    let headers = [("authorization", token.as_str())];
    open(exchange, &path, &headers, USUAL)
        .await
        .expect("it opens")
}

impl Socket {
    /// The next object; none if nothing comes.
    async fn next(&mut self) -> Option<Value> {
        let next = timeout(Duration::from_secs(5), self.0.next()).await;
        match next.ok()?? {
            Ok(Message::Text(text)) => Some(serde_json::from_str(&text).expect("JSON")),
            other => panic!("{other:?}"),
        }
    }

    async fn take(&mut self, count: usize) -> Vec<Value> {
        let mut taken = Vec::new();
        for _ in 0..count {
            taken.push(self.next().await.expect("one more"));
        }
        taken
    }

    async fn send(&mut self, value: &Value) {
        let text = value.to_string();
        self.0.send(Message::text(text)).await.expect("it is sent");
    }

    /// The code and the reason with which it is closed; objects before are
    /// passed over.
    async fn closed(&mut self) -> (u16, String) {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Close(Some(frame)))) => {
                    return (frame.code.into(), frame.reason.to_string());
                }
                Some(Ok(Message::Text(_) | Message::Ping(_))) => {}
                other => panic!("{other:?}"),
            }
        }
    }
}

async fn events(app: &TestApp, table: &Table) -> Vec<Value> {
    let path = format!("/api/games/{}/events", table.id);
    app.server.get(&path).await.json()
}

#[tokio::test]
async fn a_socket_resumes_from_every_version() {
    let app = TestApp::new();
    let exchange = app.exchange();
    let table = app.ludo().await;
    app.play_on(&table, 30).await;
    let all = events(&app, &table).await;
    for after in 0..=all.len() {
        let mut socket = watch(&exchange, &table, after as u64).await;
        assert_eq!(
            socket.take(all.len() - after).await,
            all[after..],
            "after {after}"
        );
    }
}

#[tokio::test]
async fn who_asks_is_shown_who_is_here_and_nobody_else_is() {
    let app = TestApp::new();
    let exchange = app.exchange();
    let table = app.kuba().await;
    let version = events(&app, &table).await.len() as u64;
    let path = format!("{}/socket?after={version}&presence=yes", table.id);
    let mut watcher = open(&exchange, &path, &[], USUAL).await.expect("it opens");
    assert_eq!(watcher.take(1).await, [json!({"here": []})]);
    let black = join(&exchange, &table, 1, version).await;
    assert_eq!(watcher.take(1).await, [json!({"here": ["B"]})]);
    let again = join(&exchange, &table, 1, version).await;
    let mut white = join(&exchange, &table, 0, version).await;
    drop((black, again));
    loop {
        match watcher.next().await {
            Some(told) if told == json!({"here": ["W"]}) => break,
            Some(told) => assert!(told["here"].is_array(), "{told}"),
            None => panic!("nobody is said to have gone"),
        }
    }
    white
        .send(&action(version, "the-push-of-white", "65F"))
        .await;
    assert_eq!(watcher.take(1).await[0]["action"], "65F");
    let wrong = format!("{}/socket?presence=no", table.id);
    assert_eq!(open(&exchange, &wrong, &[], USUAL).await.err(), Some(400));
}

#[tokio::test]
async fn a_long_game_is_reported_in_pieces_without_a_gap() {
    let app = TestApp::new();
    let exchange = app.exchange();
    let seats = ["A", "B", "C", "D"].map(|seat| json!({"seat": seat, "kind": "human"}));
    let table = Table::of(&app.make(json!({"game": "ludo", "seats": seats})).await);
    app.play_on(&table, 600).await;
    let all = events(&app, &table).await;
    assert!(all.len() > 256, "{} events", all.len());
    for after in [0, 1, all.len() - 256, all.len()] {
        let mut socket = watch(&exchange, &table, after as u64).await;
        assert_eq!(socket.take(all.len() - after).await, all[after..]);
    }
}

#[tokio::test]
async fn a_plain_request_for_a_socket_is_answered_by_what_it_needs() {
    let app = TestApp::new();
    let table = app.kuba().await;
    let path = format!("/api/games/{}/socket", table.id);
    let response = app.server.get(&path).await;
    response.assert_status(StatusCode::UPGRADE_REQUIRED);
    response.assert_header("upgrade", "websocket");
    response.assert_header("connection", "upgrade");
    response.assert_header("sec-websocket-version", "13");
    let error: Value = response.json();
    assert!(error["error"]["message"].is_string(), "{error}");
}

#[tokio::test]
async fn nobody_waits_after_a_version_that_is_not_yet() {
    let app = TestApp::new();
    let exchange = app.exchange();
    let table = app.kuba().await;
    let path = format!("{}/socket?after=2", table.id);
    let opened = open(&exchange, &path, &[], USUAL).await;
    assert_eq!(opened.err(), Some(400));
    app.play_on(&table, 1).await;
    assert!(open(&exchange, &path, &[], USUAL).await.is_ok());
}

#[tokio::test]
async fn what_happens_later_follows_without_a_gap() {
    let app = TestApp::new();
    let exchange = app.exchange();
    let table = app.ludo().await;
    app.play_on(&table, 10).await;
    let mut early = watch(&exchange, &table, 0).await;
    let mut late = watch(&exchange, &table, 11).await;
    app.play_on(&table, 40).await;
    let all = events(&app, &table).await;
    assert_eq!(all.len(), 51);
    assert_eq!(early.take(51).await, all);
    assert_eq!(late.take(40).await, all[11..]);
}

#[tokio::test]
async fn an_order_is_answered_and_its_event_reported_to_all() {
    let app = TestApp::new();
    let exchange = app.exchange();
    let table = app.kuba().await;
    let mut white = join(&exchange, &table, 0, 1).await;
    let mut black = join(&exchange, &table, 1, 1).await;
    white.send(&action(1, "a", "65F")).await;
    let both = white.take(2).await;
    let without = |one: &Value| {
        if one["result"].is_string() {
            without_receipt(one.clone(), &table.id)
        } else {
            one.clone()
        }
    };
    let both: Vec<Value> = both.iter().map(without).collect();
    let reply = json!({"action_id": "a", "result": "committed", "version": 2});
    assert!(both.contains(&reply), "{both:?}");
    let event = black.next().await.unwrap();
    assert!(both.contains(&event), "{both:?} {event}");
    assert_eq!(
        (&event["version"], &event["action"]),
        (&json!(2), &json!("65F"))
    );

    white.send(&action(1, "a", "65F")).await;
    let reply = json!({"action_id": "a", "result": "duplicate", "version": 2});
    let answer = white.next().await.unwrap();
    assert_eq!(without_receipt(answer, &table.id), reply);
    black.send(&action(1, "b", "06B")).await;
    let reply = json!({"action_id": "b", "result": "stale", "version": 2});
    assert_eq!(black.next().await, Some(reply));
    black.send(&action(2, "c", "33F")).await;
    let reply = black.next().await.unwrap();
    assert_eq!(
        (&reply["action_id"], &reply["result"], &reply["rule"]),
        (&json!("c"), &json!("rejected"), &json!("K-3"))
    );
    black.send(&json!({"version": "two"})).await;
    let reply = black.next().await.unwrap();
    assert_eq!(reply["error"]["field"], "version");
}

#[tokio::test]
async fn a_spectators_order_is_refused() {
    let app = TestApp::new();
    let exchange = app.exchange();
    let table = app.kuba().await;
    let mut socket = watch(&exchange, &table, 1).await;
    socket.send(&action(1, "a", "65F")).await;
    let reply = socket.next().await.unwrap();
    assert_eq!(reply["action_id"], "a");
    assert!(
        reply["error"]["message"]
            .as_str()
            .unwrap()
            .contains("needs a seat"),
        "{reply}"
    );
    assert_eq!(app.view_for(&table, None).await["version"], 1);
}

#[tokio::test]
async fn a_browser_plays_over_a_socket_with_its_cookie_and_origin() {
    let app = TestApp::new();
    let exchange = app.exchange();
    let cookie = format!("parlor={}", "cd".repeat(32));
    let seats = json!([{"seat": "W", "kind": "human"}, {"seat": "B", "kind": "human"}]);
    let made = app.server.post("/api/games");
    let made = made
        .add_header("cookie", cookie.clone())
        .add_header("origin", ORIGIN)
        .json(&json!({"game": "kuba", "seats": seats}))
        .await;
    let table = Table::of(&made.json());
    let path = format!("{}/socket?after=1", table.id);
    let headers = [("cookie", cookie.as_str()), ("origin", ORIGIN)];
    let mut socket = open(&exchange, &path, &headers, USUAL)
        .await
        .expect("it opens");
    socket.send(&action(1, "a", "65F")).await;
    let both = socket.take(2).await;
    assert!(
        both.iter().any(|one| one["result"] == "committed"),
        "{both:?}"
    );
}

#[tokio::test]
async fn sockets_of_other_sites_and_of_nobody_are_refused() {
    let app = TestApp::new();
    let exchange = app.exchange();
    let table = app.kuba().await;
    let path = format!("{}/socket", table.id);
    let cookie = format!("parlor={}", "cd".repeat(32));
    let token = format!("Bearer {}", "0".repeat(64));
    for (path, headers, status) in [
        (path.as_str(), vec![("origin", "https://evil.example")], 403),
        (&path, vec![("origin", "null")], 403),
        (&path, vec![("cookie", cookie.as_str())], 403),
        (&path, vec![("authorization", token.as_str())], 401),
        ("2345678923456789/socket", vec![], 404),
        (&format!("{path}?after=x"), vec![], 400),
        (&path, vec![("origin", ORIGIN)], 101),
    ] {
        let opened = open(&exchange, path, &headers, USUAL).await;
        assert_eq!(opened.err().unwrap_or(101), status, "{path} {headers:?}");
    }
}

#[tokio::test]
async fn a_message_of_more_than_4_kib_is_too_big() {
    let app = TestApp::new();
    let exchange = app.exchange();
    let table = app.kuba().await;
    for size in [4_097, 100_000] {
        let mut socket = join(&exchange, &table, 0, 0).await;
        // A large one may be cut off before it is all sent.
        let _ = socket.0.send(Message::text("x".repeat(size))).await;
        let (code, reason) = socket.closed().await;
        assert_eq!(
            (code, reason.contains("4096")),
            (1009, true),
            "{size} {reason}"
        );
    }
    let mut socket = join(&exchange, &table, 0, 1).await;
    socket
        .0
        .send(Message::text("x".repeat(4_096)))
        .await
        .expect("it is sent");
    assert!(socket.next().await.unwrap()["error"].is_object());
}

#[tokio::test]
async fn bytes_are_no_orders() {
    let app = TestApp::new();
    let exchange = app.exchange();
    let table = app.kuba().await;
    let mut socket = join(&exchange, &table, 0, 1).await;
    socket
        .0
        .send(Message::binary(vec![0]))
        .await
        .expect("it is sent");
    assert_eq!(socket.closed().await.0, 1003);
}

#[tokio::test]
async fn who_floods_is_left() {
    let app = TestApp::new();
    let exchange = app.exchange();
    let table = app.kuba().await;
    let mut player = join(&exchange, &table, 0, 1).await;
    let mut watcher = watch(&exchange, &table, 1).await;
    for (socket, most) in [(&mut player, 100), (&mut watcher, 50)] {
        for _ in 0..most {
            socket.send(&json!({})).await;
            socket.next().await.expect("it is answered");
        }
        // Some may have been given back meanwhile.
        for _ in 0..most {
            if socket.0.send(Message::text("{}")).await.is_err() {
                break;
            }
        }
        let (code, reason) = socket.closed().await;
        assert_eq!((code, reason.as_str()), (1008, "too many messages"));
    }
}

#[tokio::test(start_paused = true)]
async fn who_does_not_read_is_left_and_nothing_is_kept_for_them() {
    let app = TestApp::new();
    let exchange = app.exchange();
    let table = app.kuba().await;
    let path = format!("{}/socket?after=0", table.id);
    let mut socket = open(&exchange, &path, &[], 512).await.expect("it opens");
    app.play_on(&table, 20).await;
    sleep(Duration::from_secs(11)).await;
    let mut told = 0;
    while let Some(Ok(Message::Text(_))) = socket.0.next().await {
        told += 1;
    }
    assert!(told < 21, "{told} events were told");
}

#[tokio::test(start_paused = true)]
async fn who_answers_no_ping_is_left() {
    let app = TestApp::new();
    let exchange = app.exchange();
    let table = app.kuba().await;
    let mut silent = watch(&exchange, &table, 0).await;
    sleep(Duration::from_secs(61)).await;
    assert_eq!(
        silent.closed().await,
        (1008, "no answer to a ping".to_owned())
    );
}

#[tokio::test(start_paused = true)]
async fn who_answers_pings_stays() {
    let app = TestApp::new();
    let exchange = app.exchange();
    let table = app.kuba().await;
    let mut socket = watch(&exchange, &table, 1).await;
    for _ in 0..5 {
        let ping = socket.0.next().await.unwrap().unwrap();
        assert!(ping.is_ping(), "{ping:?}");
    }
    app.play_on(&table, 1).await;
    loop {
        match socket.0.next().await.unwrap().unwrap() {
            Message::Text(event) => {
                return assert!(event.contains(r#""version":2"#));
            }
            other => assert!(other.is_ping(), "{other:?}"),
        }
    }
}

#[tokio::test]
async fn a_server_that_closes_says_good_bye() {
    let app = TestApp::new();
    let exchange = app.exchange();
    let table = app.kuba().await;
    let mut socket = watch(&exchange, &table, 0).await;
    socket.next().await.expect("an event");
    app.service.close().await.expect("it closes");
    assert_eq!(
        socket.closed().await,
        (1001, "the server is shutting down".to_owned())
    );
}

#[tokio::test(start_paused = true)]
async fn the_sockets_of_a_server_that_drains_are_told_to_come_back_one_after_the_other() {
    let app = TestApp::new();
    let exchange = app.exchange();
    let table = app.kuba().await;
    let mut sockets = Vec::new();
    for _ in 0..8 {
        sockets.push(watch(&exchange, &table, 1).await);
    }
    let began = Instant::now();
    app.service.leave(Duration::from_mins(1));
    let moves = sockets.iter_mut().map(async |socket| {
        let (code, reason) = socket.closed().await;
        assert_eq!(code, 1012, "{reason}");
        began.elapsed().as_secs()
    });
    let mut moved = join_all(moves).await;
    moved.sort_unstable();
    assert!(moved[0] >= 15 && moved[7] <= 45, "{moved:?}");
    assert!(moved.windows(2).all(|pair| pair[1] > pair[0]), "{moved:?}");
    // The server still carries out what is sent meanwhile.
    app.play_on(&table, 1).await;
}

#[tokio::test]
async fn the_sockets_of_a_seat_share_its_pace() {
    let limits = ClientLimits {
        player: Some(Rate::new(1, 10)),
        ..ClientLimits::default()
    };
    let app = TestApp::limited(limits);
    let exchange = app.exchange();
    let table = app.kuba().await;
    let mut first = join(&exchange, &table, 0, 1).await;
    let mut second = join(&exchange, &table, 0, 1).await;
    let mut other = join(&exchange, &table, 1, 1).await;
    for _ in 0..10 {
        first.send(&json!({})).await;
        first.next().await.expect("it is answered");
    }
    for _ in 0..10 {
        if second.0.send(Message::text("{}")).await.is_err() {
            break;
        }
    }
    let (code, reason) = second.closed().await;
    assert_eq!((code, reason.as_str()), (1008, "too many messages"));
    other.send(&json!({})).await;
    assert!(other.next().await.is_some(), "the other seat has its own");
}

#[tokio::test]
async fn who_holds_a_seat_gets_in_though_many_watch() {
    let limits = ClientLimits {
        most_sockets: 10,
        most_sockets_of_a_game: 2,
        most_sockets_of_a_seat: 3,
        ..ClientLimits::default()
    };
    let app = TestApp::limited(limits);
    let exchange = app.exchange();
    let (one, other) = (app.kuba().await, app.kuba().await);
    let path = |table: &Table| format!("{}/socket", table.id);
    let _watchers = [
        watch(&exchange, &one, 0).await,
        watch(&exchange, &one, 0).await,
    ];
    assert_eq!(
        open(&exchange, &path(&one), &[], USUAL).await.err(),
        Some(503)
    );
    let mut players = Vec::new();
    for seat in [0, 1] {
        for _ in 0..3 {
            players.push(join(&exchange, &one, seat, 0).await);
        }
        let token = format!("Bearer {}", one.tokens[seat]);
        let headers = [("authorization", token.as_str())];
        let opened = open(&exchange, &path(&one), &headers, USUAL).await;
        assert_eq!(opened.err(), Some(429), "3 of a seat are the most");
    }
    // Eight are open: one more may watch, and the last is a player's.
    let _watcher = watch(&exchange, &other, 0).await;
    assert_eq!(
        open(&exchange, &path(&other), &[], USUAL).await.err(),
        Some(503)
    );
    players.push(join(&exchange, &other, 0, 0).await);
    let token = format!("Bearer {}", other.tokens[1]);
    let headers = [("authorization", token.as_str())];
    let opened = open(&exchange, &path(&other), &headers, USUAL).await;
    assert_eq!(opened.err(), Some(503), "ten are open");
}

#[tokio::test]
async fn only_so_many_are_open_from_one_address() {
    let limits = ClientLimits {
        most_sockets_of_a_client: 2,
        ..ClientLimits::default()
    };
    let app = TestApp::at(Site {
        limits,
        is_behind_proxy: true,
        ..Site::default()
    });
    let exchange = app.exchange();
    let table = app.kuba().await;
    let path = format!("{}/socket", table.id);
    let one = [("x-forwarded-for", "192.0.2.7")];
    let other = [("x-forwarded-for", "192.0.2.8")];
    let first = open(&exchange, &path, &one, USUAL).await.expect("it opens");
    let _second = open(&exchange, &path, &one, USUAL).await.expect("it opens");
    assert_eq!(open(&exchange, &path, &one, USUAL).await.err(), Some(429));
    let _third = open(&exchange, &path, &other, USUAL)
        .await
        .expect("it opens");
    drop(first);
    // The server hears of it a moment later.
    for _ in 0..100 {
        if open(&exchange, &path, &one, USUAL).await.is_ok() {
            return;
        }
        sleep(Duration::from_millis(10)).await;
    }
    panic!("the place is not given back");
}

#[tokio::test]
async fn only_so_many_watch_one_game() {
    let limits = ClientLimits {
        most_sockets: 3,
        most_sockets_of_a_game: 2,
        ..ClientLimits::default()
    };
    let app = TestApp::limited(limits);
    let exchange = app.exchange();
    let (one, other) = (app.kuba().await, app.kuba().await);
    let path = |table: &Table| format!("{}/socket", table.id);
    let (one, other) = (path(&one), path(&other));
    let first = open(&exchange, &one, &[], USUAL).await.expect("it opens");
    let _second = open(&exchange, &one, &[], USUAL).await.expect("it opens");
    assert_eq!(open(&exchange, &one, &[], USUAL).await.err(), Some(503));
    let _third = open(&exchange, &other, &[], USUAL).await.expect("it opens");
    assert_eq!(open(&exchange, &other, &[], USUAL).await.err(), Some(503));
    drop(first);
    // The server hears of it a moment later.
    for _ in 0..100 {
        if open(&exchange, &other, &[], USUAL).await.is_ok() {
            return;
        }
        sleep(Duration::from_millis(10)).await;
    }
    panic!("the place is not given back");
}

#[tokio::test]
async fn who_asks_for_it_hears_what_is_said_from_now_on() {
    let app = TestApp::new();
    let exchange = app.exchange();
    let table = app.kuba().await;
    let say = async |phrase: &str| {
        let request = app.server.post(&format!("/api/games/{}/phrases", table.id));
        let request = request.authorization_bearer(&table.tokens[0]);
        request
            .json(&json!({"phrase": phrase}))
            .await
            .assert_status_ok();
    };
    say("hello").await;
    let path = format!("{}/socket?after=1&phrases=yes", table.id);
    let mut listener = open(&exchange, &path, &[], USUAL).await.expect("it opens");
    // An answer to it shows that the socket listens.
    listener.send(&json!({})).await;
    listener.next().await.expect("an answer");
    say("thanks").await;
    let heard = listener.next().await.expect("it is told");
    let said = json!({"number": 2, "seat": "W", "phrase": "thanks", "text": "Thanks!"});
    assert_eq!(heard, json!({"said": said}));
}

#[tokio::test]
async fn who_looks_at_a_game_that_is_deleted_learns_it_at_once() {
    let app = TestApp::new();
    let exchange = app.exchange();
    let [table, other] = [app.kuba().await, app.kuba().await];
    let mut watcher = watch(&exchange, &table, 0).await;
    let mut player = join(&exchange, &table, 0, 0).await;
    let mut elsewhere = watch(&exchange, &other, 1).await;
    for socket in [&mut watcher, &mut player] {
        socket.next().await.expect("an event");
    }
    let id = table.id.parse().expect("a name");
    let deleted = app.service.delete(&id).await;
    assert!(deleted.expect("the store works"));
    for socket in [&mut watcher, &mut player] {
        let gone = (4404, "the game was deleted".to_owned());
        assert_eq!(socket.closed().await, gone);
    }
    let path = format!("{}/socket", table.id);
    let again = open(&exchange, &path, &[], USUAL).await;
    assert_eq!(again.err(), Some(404));
    // A page that was cut off meanwhile is told of no status.
    let of_page = open(&exchange, &path, &[("origin", ORIGIN)], USUAL).await;
    let mut of_page = of_page.unwrap_or_else(|status| panic!("refused: {status}"));
    let unknown = (4404, "there is no such game".to_owned());
    assert_eq!(of_page.closed().await, unknown);
    app.play_on(&other, 1).await;
    assert!(elsewhere.next().await.is_some(), "the other game goes on");
}
