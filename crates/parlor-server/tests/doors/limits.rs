//! Nobody takes so much that too little is left for others.

use std::time::Duration;

use axum::http::StatusCode;
use axum_test::TestServer;
use parlor_server::app::{ClientLimits, Site};
use parlor_service::rate_limit::Rate;
use parlor_service::service::Settings;
use serde_json::{Value, json};

use crate::asked_from;
use crate::support::TestApp;

/// A site with these limits and no others.
fn site(address: Option<u32>, session: Option<u32>) -> Site {
    let rate = |at_once: u32| Rate::new(1, at_once);
    Site {
        limits: ClientLimits {
            address: address.map(rate),
            session: session.map(rate),
            ..ClientLimits::default()
        },
        ..Site::default()
    }
}

/// How many games one client may make.
fn making(at_once: u32) -> Settings {
    Settings {
        new_games: Some(Rate::new(1, at_once)),
        ..Settings::default()
    }
}

/// How many requests are answered before the first that is too many.
async fn answered(server: &TestServer, headers: &[(&str, &str)]) -> usize {
    for count in 0..100 {
        let mut request = server.get("/api/key");
        for (name, value) in headers {
            request = request.add_header(*name, *value);
        }
        let answer = request.await;
        if answer.status_code() == StatusCode::TOO_MANY_REQUESTS {
            let wait = answer.header("retry-after");
            let wait: u64 = wait.to_str().expect("a text").parse().expect("seconds");
            assert!((1..=2).contains(&wait), "{wait}");
            return count;
        }
        answer.assert_status_ok();
    }
    100
}

#[tokio::test]
async fn an_address_that_floods_is_slowed_down() {
    let app = TestApp::at(site(Some(10), None));
    let one = asked_from(&app, "192.0.2.7:50000");
    let again = asked_from(&app, "192.0.2.7:50001");
    let other = asked_from(&app, "192.0.2.8:50000");
    assert!((10..=12).contains(&answered(&one, &[]).await));
    assert!(answered(&again, &[]).await <= 1, "whatever the port");
    assert!((10..=12).contains(&answered(&other, &[]).await));
}

#[tokio::test]
async fn who_tries_codes_is_soon_slowed_down() {
    let app = TestApp::at(site(Some(1_000), None));
    let tries = async |from, code: &str| {
        let client = asked_from(&app, from);
        for count in 0..100 {
            let answer = client.get(&format!("/j/{code}")).await;
            if answer.status_code() == StatusCode::TOO_MANY_REQUESTS {
                return count;
            }
        }
        100
    };
    for (from, code) in [
        ("192.0.2.7:50000", "0000-0000-00000"),
        ("198.51.100.7:50000", "no-code"),
    ] {
        let tried = tries(from, code).await;
        assert!((10..=12).contains(&tried), "{tried}");
    }
    // Not even the right code is answered then, nor is it a try.
    let made = app
        .server
        .post("/api/games")
        .json(&json!({"game": "kuba", "seats": [
            {"seat": "W", "kind": "human"}, {"seat": "B", "kind": "invited"},
        ]}));
    let made: Value = made.await.json();
    let invite = made["invite_url"].as_str().expect("a link");
    let (_, code) = invite.split_once("/j/").expect("a code");
    assert!(tries("192.0.2.7:50000", code).await <= 1);
    assert_eq!(tries("203.0.113.7:50000", code).await, 100);
}

#[tokio::test]
async fn a_network_of_ipv6_counts_as_one_address() {
    let app = TestApp::at(site(Some(10), None));
    let one = asked_from(&app, "[2001:db8::1]:50000");
    let neighbor = asked_from(&app, "[2001:db8::ffff:2]:50000");
    let other = asked_from(&app, "[2001:db8:0:1::1]:50000");
    assert!((10..=12).contains(&answered(&one, &[]).await));
    assert!(answered(&neighbor, &[]).await <= 1);
    assert!((10..=12).contains(&answered(&other, &[]).await));
}

#[tokio::test]
async fn behind_a_proxy_the_last_address_that_it_names_counts() {
    let direct = TestApp::at(site(Some(10), None));
    let server = asked_from(&direct, "192.0.2.7:50000");
    assert!((10..=12).contains(&answered(&server, &[("x-forwarded-for", "1.1.1.1")]).await));
    let lie = [("x-forwarded-for", "2.2.2.2")];
    assert!(answered(&server, &lie).await <= 1, "nobody is believed");

    let proxied = TestApp::at(Site {
        is_behind_proxy: true,
        ..site(Some(10), None)
    });
    let server = asked_from(&proxied, "127.0.0.1:50000");
    let one = [("x-forwarded-for", "9.9.9.9, 1.1.1.1")];
    let same = [("x-forwarded-for", "8.8.8.8, 1.1.1.1")];
    let other = [("x-forwarded-for", "1.1.1.1, 2.2.2.2")];
    assert!((10..=12).contains(&answered(&server, &one).await));
    assert!(answered(&server, &same).await <= 1);
    assert!((10..=12).contains(&answered(&server, &other).await));
}

#[tokio::test]
async fn an_address_is_read_with_its_port_and_an_unreadable_one_is_nobodys() {
    let proxied = TestApp::at(Site {
        is_behind_proxy: true,
        ..site(Some(10), None)
    });
    let server = asked_from(&proxied, "127.0.0.1:50000");
    for (first, others) in [
        ("1.2.3.4", ["1.2.3.4:5678", "::ffff:1.2.3.4"]),
        ("[2001:db8::1]:80", ["[2001:db8::1]", "2001:db8::1"]),
        ("unknown", ["_hidden", "1.2.3.4.5"]),
    ] {
        let first = [("x-forwarded-for", first)];
        assert!((10..=12).contains(&answered(&server, &first).await));
        for other in others {
            let other = [("x-forwarded-for", other)];
            assert!(answered(&server, &other).await <= 1, "{other:?}");
        }
    }
    assert!(
        (10..=12).contains(&answered(&server, &[]).await),
        "who is unknown is not the proxy"
    );
    let least = [("x-forwarded-for", "::")];
    assert!(
        (10..=12).contains(&answered(&server, &least).await),
        "who is unknown is in no network of IPv6"
    );
}

#[tokio::test]
async fn who_is_unknown_is_refused_without_the_name_of_a_network() {
    let proxied = Site {
        is_behind_proxy: true,
        ..Site::default()
    };
    let settings = Settings {
        most_games_of_client: Some(1),
        ..Settings::default()
    };
    let app = TestApp::with(proxied, settings);
    let server = asked_from(&app, "127.0.0.1:50000");
    let game = json!({"game": "kuba", "seats": [
        {"seat": "W", "kind": "human"}, {"seat": "B", "kind": "human"}]});
    let make = async |client: &str| {
        let request = server.post("/api/games").json(&game);
        request.add_header("x-forwarded-for", client).await
    };
    let made: Value = make("unknown").await.json();
    let path = format!("/api/games/{}", made["id"].as_str().expect("a name"));
    let token = made["seats"][0]["token"].as_str().expect("a token");
    let view = server.get(&path).authorization_bearer(token);
    view.add_header("x-forwarded-for", "unknown")
        .await
        .assert_status_ok();
    let refused = make("_hidden").await;
    assert_eq!(refused.status_code(), StatusCode::TOO_MANY_REQUESTS);
    let message = "1 games made from an unknown address go on, and there may be no more; finish \
                   or end one first";
    assert_eq!(refused.json::<Value>()["error"]["message"], message);
    make("::").await.assert_status(StatusCode::CREATED);
}

#[tokio::test]
async fn what_pages_of_others_ask_for_does_not_count() {
    let app = TestApp::with(site(Some(10), None), making(1));
    let server = asked_from(&app, "192.0.2.7:50000");
    for _ in 0..20 {
        let request = server.post("/new/kuba");
        let answer = request.add_header("origin", "http://evil.example").await;
        answer.assert_status_forbidden();
    }
    assert!((10..=12).contains(&answered(&server, &[]).await));
}

#[tokio::test]
async fn who_asks_for_other_hosts_is_slowed_down() {
    let app = TestApp::at(site(Some(10), None));
    let server = asked_from(&app, "127.0.0.1:50000");
    let mut misdirected = 0;
    for _ in 0..20 {
        let answer = server.get("/").add_header("host", "evil.example").await;
        misdirected += usize::from(answer.status_code() == StatusCode::MISDIRECTED_REQUEST);
    }
    assert!((10..=12).contains(&misdirected), "{misdirected}");
}

#[tokio::test]
async fn a_session_that_floods_is_slowed_down_wherever_it_comes_from() {
    let app = TestApp::at(site(None, Some(10)));
    let one = asked_from(&app, "192.0.2.7:50000");
    let other = asked_from(&app, "192.0.2.8:50000");
    let cookie = format!("parlor={}", "cd".repeat(32));
    let cookie = [("cookie", cookie.as_str())];
    assert!((10..=12).contains(&answered(&one, &cookie).await));
    assert!(answered(&other, &cookie).await <= 1);
    let token = format!("Bearer {}", "ab".repeat(32));
    let token = [("authorization", token.as_str())];
    assert!((10..=12).contains(&answered(&one, &token).await));
    assert_eq!(answered(&other, &[]).await, 100, "nobody's session");
}

#[tokio::test]
async fn only_so_many_games_are_made_from_one_address() {
    let app = TestApp::with(site(None, None), making(3));
    let seats = json!([{"seat": "W", "kind": "human"}, {"seat": "B", "kind": "human"}]);
    let game = json!({"game": "kuba", "seats": seats});
    let mut made = 0;
    for _ in 0..10 {
        let answer = app.server.post("/api/games").json(&game).await;
        made += usize::from(answer.status_code() == StatusCode::CREATED);
    }
    assert!((3..=4).contains(&made), "{made}");
    let empty: [(&str, &str); 0] = [];
    let answer = app.server.post("/new/kuba").form(&empty).await;
    answer.assert_status(StatusCode::TOO_MANY_REQUESTS);
    assert!(
        answer.text().contains("<html"),
        "a page says so to a person"
    );
    app.server.get("/api/openapi.json").await.assert_status_ok();
}

/// How many of so many games are made.
async fn made(server: &TestServer, forwarded: Option<&str>, wanted: usize) -> usize {
    let seats = json!([{"seat": "W", "kind": "human"}, {"seat": "B", "kind": "human"}]);
    let game = json!({"game": "kuba", "seats": seats});
    let mut made = 0;
    for _ in 0..wanted {
        let mut request = server.post("/api/games").json(&game);
        if let Some(forwarded) = forwarded {
            request = request.add_header("x-forwarded-for", forwarded);
        }
        made += usize::from(request.await.status_code() == StatusCode::CREATED);
    }
    made
}

#[tokio::test]
async fn the_owner_of_the_machine_makes_as_many_games_as_there_is_room_for() {
    let direct = TestApp::with(site(None, None), making(3));
    let here = asked_from(&direct, "[::1]:50000");
    assert_eq!(made(&here, None, 10).await, 10);
    let through = made(&here, Some("192.0.2.7"), 10).await;
    assert!((3..=4).contains(&through), "a proxy asks: {through}");
    let behind_proxy = Site {
        is_behind_proxy: true,
        ..site(None, None)
    };
    let proxied = TestApp::with(behind_proxy, making(3));
    let here = asked_from(&proxied, "127.0.0.1:50000");
    for forwarded in [Some("127.0.0.1"), Some("192.0.2.7"), Some("unknown")] {
        let through = made(&here, forwarded, 10).await;
        assert!((3..=4).contains(&through), "{forwarded:?} {through}");
    }
}

#[tokio::test]
async fn for_long_one_game_is_made_a_minute() {
    let minutely = Settings::default().new_games;
    assert_eq!(minutely, Some(Rate::every(Duration::from_mins(1), 300)));
    let settings = Settings {
        new_games: Some(Rate::every(Duration::from_mins(1), 2)),
        ..Settings::default()
    };
    let app = TestApp::with(Site::default(), settings);
    let server = asked_from(&app, "192.0.2.7:50000");
    assert_eq!(made(&server, None, 5).await, 2);
    let seats = json!([{"seat": "W", "kind": "human"}, {"seat": "B", "kind": "human"}]);
    let game = json!({"game": "kuba", "seats": seats});
    let answer = server.post("/api/games").json(&game).await;
    answer.assert_status(StatusCode::TOO_MANY_REQUESTS);
    let wait = answer.header("retry-after");
    let wait: u64 = wait.to_str().expect("a text").parse().expect("seconds");
    assert!((30..=61).contains(&wait), "{wait}");
}

#[tokio::test]
async fn a_game_that_cannot_be_made_is_not_counted() {
    let app = TestApp::with(Site::default(), making(3));
    let server = asked_from(&app, "192.0.2.7:50000");
    for wrong in [json!({}), json!({"game": "chess", "seats": []})] {
        for _ in 0..5 {
            let answer = server.post("/api/games").json(&wrong).await;
            answer.assert_status(StatusCode::BAD_REQUEST);
        }
    }
    assert_eq!(made(&server, None, 3).await, 3);
}

#[tokio::test]
async fn a_form_of_more_than_16_kib_is_refused() {
    let app = TestApp::new();
    let form = [("name", "x".repeat(16 * 1024))];
    let answer = app.server.post("/new/kuba").form(&form).await;
    answer.assert_status(StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn a_record_may_be_longer_than_a_form_and_says_itself_what_is_too_long() {
    let app = TestApp::new();
    let send = |size: usize| {
        let kind = "multipart/form-data; boundary=x7";
        let request = app.server.post("/import").bytes(vec![b'x'; size].into());
        request.content_type(kind)
    };
    let kept = send(100_000).await;
    kept.assert_status(StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let long = send(10_000_000).await;
    long.assert_status(StatusCode::PAYLOAD_TOO_LARGE);
    assert!(long.text().contains("2097152 bytes"), "{}", long.text());
    let endless = app.server.post("/import");
    let endless = endless.add_header("content-length", "99999999999").await;
    endless.assert_status(StatusCode::PAYLOAD_TOO_LARGE);
    assert!(!endless.text().contains("2097152 bytes"));
}
