//! Which hosts are answered to: a page of somebody else cannot make its name
//! lead to a server on this machine.

use axum::body::Body;
use axum::http::{Request, StatusCode};
use parlor_server::app::Site;
use serde_json::{Value, json};
use tower::ServiceExt as _;

use crate::asked_from;
use crate::support::TestApp;

const HERE: &str = "127.0.0.1:50000";
const ELSEWHERE: &str = "192.0.2.7:50000";

#[tokio::test]
async fn only_hosts_of_ours_are_answered_to() {
    let unnamed = TestApp::new();
    let proxied = TestApp::at(Site {
        is_behind_proxy: true,
        ..Site::default()
    });
    let named = TestApp::at(Site {
        public_url: Some("https://games.example.org".to_owned()),
        ..Site::default()
    });
    for (app, from, host, is_answered) in [
        (&unnamed, HERE, "localhost:8000", true),
        (&unnamed, HERE, "LocalHost", true),
        (&unnamed, HERE, "127.0.0.1:8000", true),
        (&unnamed, HERE, "[::1]:8000", true),
        (&unnamed, HERE, "192.168.1.5:8000", true),
        (&unnamed, HERE, "evil.example", false),
        (&unnamed, HERE, "localhost.evil.example", false),
        (&unnamed, HERE, "127.0.0.1.evil.example", false),
        (&unnamed, ELSEWHERE, "club.example", true),
        (&proxied, HERE, "club.example", true),
        (&named, HERE, "localhost:8000", true),
        (&named, HERE, "games.example.org", true),
        (&named, ELSEWHERE, "games.example.org", true),
        (&named, ELSEWHERE, "Games.Example.Org:443", true),
        (&named, ELSEWHERE, "games.example.org:8443", false),
        (&named, ELSEWHERE, "evil.example", false),
        (&named, ELSEWHERE, "192.0.2.1", false),
    ] {
        let server = asked_from(app, from);
        let answer = server
            .get("/api/openapi.json")
            .add_header("host", host)
            .await;
        let expected = if is_answered { 200 } else { 421 };
        assert_eq!(answer.status_code(), expected, "{from} {host}");
        if !is_answered {
            assert!(answer.text().contains("--public-url"), "{}", answer.text());
        }
        let health = server.get("/healthz").add_header("host", host).await;
        health.assert_status_ok();
    }
}

#[tokio::test]
async fn two_hosts_are_refused_whatever_they_are() {
    let app = TestApp::new();
    for path in ["/", "/healthz", "/api/openapi.json"] {
        for hosts in [["localhost", "localhost"], ["localhost", "evil.example"]] {
            let mut request = Request::get(path);
            for host in hosts {
                request = request.header("host", host);
            }
            let request = request.body(Body::empty()).expect("a request");
            let answer = app.router.clone().oneshot(request).await;
            let Ok(answer) = answer;
            assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{path} {hosts:?}");
        }
    }
}

#[tokio::test]
async fn a_request_without_a_proper_host_is_refused() {
    let app = TestApp::new();
    for host in ["", "a b", "http://localhost"] {
        let answer = app.server.get("/").add_header("host", host).await;
        answer.assert_status_bad_request();
        // HTTP/1.0, by which some look after a server, knows no host.
        let here = asked_from(&app, HERE);
        for path in ["/healthz", "/metrics"] {
            let answer = here.get(path).add_header("host", host).await;
            answer.assert_status_ok();
        }
    }
    let rebound = asked_from(&app, HERE).get("/metrics");
    let rebound = rebound.add_header("host", "evil.example").await;
    rebound.assert_status(StatusCode::MISDIRECTED_REQUEST);
}

#[tokio::test]
async fn addresses_are_those_by_which_the_site_is_reached() {
    let named = TestApp::at(Site {
        public_url: Some("https://games.example.org/".to_owned()),
        ..Site::default()
    });
    let seats = json!([{"seat": "W", "kind": "human"}, {"seat": "B", "kind": "human"}]);
    let game = json!({"game": "kuba", "seats": seats});
    let made = named.server.post("/api/games").json(&game).await;
    let url = made.json::<Value>()["url"].to_string();
    assert!(
        url.starts_with("\"https://games.example.org/games/"),
        "{url}"
    );
    let unnamed = TestApp::new();
    let made = unnamed
        .server
        .post("/api/games")
        .add_header("host", "127.0.0.1:8123");
    let url = made.json(&game).await.json::<Value>()["url"].to_string();
    assert!(url.starts_with("\"http://127.0.0.1:8123/games/"), "{url}");
}
