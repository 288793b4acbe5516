//! Pages of others cannot use the cookies that browsers keep for us.

use axum::http::{Method, StatusCode};
use parlor_server::app::Site;
use serde_json::json;

use crate::support::{TestApp, action};

/// The headers of a request, and whether it is let in.
type Case = (&'static [(&'static str, &'static str)], bool);

const COOKIE: (&str, &str) = ("cookie", "parlor=cd");
const OURS: (&str, &str) = ("origin", "http://localhost");
const OTHER: (&str, &str) = ("origin", "http://evil.example");

/// For a site without a name that is asked for as `localhost`.
const UNNAMED: [Case; 24] = [
    (&[], true),
    (&[OURS], true),
    (&[OURS, COOKIE], true),
    (&[OTHER], false),
    (&[OTHER, COOKIE], false),
    (&[("origin", "null"), COOKIE], false),
    (&[("origin", "http://localhost:81"), COOKIE], false),
    (
        &[("origin", "http://localhost.evil.example"), COOKIE],
        false,
    ),
    (&[("origin", "localhost"), COOKIE], false),
    (&[COOKIE], false),
    (&[COOKIE, ("sec-fetch-site", "same-origin")], true),
    (&[COOKIE, ("sec-fetch-site", "cross-site")], false),
    (&[("sec-fetch-site", "cross-site")], false),
    (&[OTHER, ("sec-fetch-site", "same-origin")], false),
    // Old browsers say it by `Referer` alone.
    (&[COOKIE, ("referer", "http://localhost")], true),
    (
        &[COOKIE, ("referer", "http://localhost/new/kuba?a=b")],
        true,
    ),
    (
        &[COOKIE, ("referer", "http://evil.example/http://localhost/")],
        false,
    ),
    (
        &[COOKIE, ("referer", "http://localhost@evil.example/")],
        false,
    ),
    (
        &[COOKIE, ("referer", "http://localhost.evil.example/")],
        false,
    ),
    (&[COOKIE, ("referer", "about:blank")], false),
    (&[("referer", "http://evil.example/")], false),
    (&[OTHER, ("referer", "http://localhost/"), COOKIE], false),
    // What is shown to a proxy, or where no token counts, excuses nothing.
    (&[COOKIE, ("authorization", "Basic YTpi")], false),
    (&[COOKIE, ("authorization", "Bearer abab")], false),
];

#[tokio::test]
async fn a_browser_that_does_not_say_its_page_is_shown_what_to_do() {
    let app = TestApp::new();
    let answer = app.server.post("/api/games").add_header(COOKIE.0, COOKIE.1);
    let text = answer.await.text();
    assert!(
        text.contains("Referer") && text.contains("Origin"),
        "{text}"
    );
    let link = "http://evil.example/secret-page";
    let answer = app.server.post("/api/games").add_header("referer", link);
    let text = answer.await.text();
    assert!(!text.contains("secret-page"), "{text}");
}

#[tokio::test]
async fn only_a_bearer_token_excuses_a_cookie() {
    let app = TestApp::new();
    let table = app.kuba().await;
    let path = format!("/api/games/{}/actions", table.id);
    for (shown, status) in [
        (format!("Basic {}", table.tokens[0]), 403),
        (table.tokens[0].clone(), 403),
        (format!("Bearer {}", "0".repeat(64)), 401),
        (format!("bearer {}", table.tokens[0]), 200),
    ] {
        let request = app.server.post(&path).json(&action(1, "a", "65F"));
        let answer = request
            .add_header("authorization", &shown)
            .add_header(COOKIE.0, COOKIE.1)
            .await;
        assert_eq!(answer.status_code(), status, "{shown}");
    }
}

#[tokio::test]
async fn what_changes_something_has_to_come_from_a_page_of_ours() {
    let app = TestApp::new();
    for (headers, is_let_in) in UNNAMED {
        for path in ["/api/games", "/new/kuba"] {
            let mut request = app.server.post(path);
            for (name, value) in headers {
                request = request.add_header(*name, *value);
            }
            let answer = request.await;
            let is_forbidden = answer.status_code() == StatusCode::FORBIDDEN;
            assert_eq!(!is_forbidden, is_let_in, "{path} {headers:?}");
        }
    }
}

#[tokio::test]
async fn who_shows_a_token_needs_no_origin() {
    let app = TestApp::new();
    let table = app.kuba().await;
    let request = app.server.post(&format!("/api/games/{}/actions", table.id));
    let answer = request
        .authorization_bearer(&table.tokens[0])
        .add_header("cookie", "parlor=cd")
        .json(&action(1, "a", "65F"));
    answer.await.assert_status_ok();
    let request = app.server.post(&format!("/api/games/{}/actions", table.id));
    let answer = request
        .authorization_bearer(&table.tokens[1])
        .add_header("origin", "http://evil.example")
        .json(&action(2, "b", "06B"));
    answer.await.assert_status_forbidden();
}

#[tokio::test]
async fn looking_is_free() {
    let app = TestApp::new();
    for method in [Method::GET, Method::HEAD] {
        let request = app.server.method(method, "/");
        let answer = request
            .add_header("origin", "http://evil.example")
            .add_header("cookie", "parlor=cd");
        answer.await.assert_status_ok();
    }
}

#[tokio::test]
async fn a_site_with_a_name_is_its_own_origin() {
    let direct = TestApp::at(Site {
        public_url: Some("https://games.example.org".to_owned()),
        ..Site::default()
    });
    let proxied = TestApp::at(Site {
        public_url: Some("https://games.example.org".to_owned()),
        is_behind_proxy: true,
        ..Site::default()
    });
    for (app, host, origin, is_let_in) in [
        (
            &direct,
            "games.example.org",
            "https://games.example.org",
            true,
        ),
        (
            &direct,
            "games.example.org",
            "http://games.example.org",
            false,
        ),
        (
            &direct,
            "games.example.org",
            "https://games.example.org:8443",
            false,
        ),
        (&direct, "games.example.org", "https://example.org", false),
        (&direct, "games.example.org", "http://localhost", false),
        (&direct, "localhost", "http://localhost", true),
        (&direct, "localhost", "https://evil.example", false),
        // A proxy may ask for the name that it has for us.
        (&direct, "127.0.0.1:8000", "https://games.example.org", true),
        (
            &proxied,
            "127.0.0.1:8000",
            "https://games.example.org",
            true,
        ),
        (&proxied, "127.0.0.1:8000", "http://127.0.0.1:8000", false),
        (&proxied, "127.0.0.1:8000", "https://evil.example", false),
    ] {
        let request = app.server.post("/api/games").json(&json!({}));
        let answer = request
            .add_header("host", host)
            .add_header("origin", origin)
            .await;
        let is_forbidden = answer.status_code() == StatusCode::FORBIDDEN;
        assert_eq!(!is_forbidden, is_let_in, "{host} {origin}");
    }
}
