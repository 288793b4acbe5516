//! How answers are compressed, and which are not.

use std::io::Read as _;

use axum::http::{Method, StatusCode};
use axum_test::TestResponse;

use crate::support::{ORIGIN, TestApp};

/// What clients say that accept no coding, or say so in no way that can be read.
const NOTHING: [&str; 7] = [
    "identity",
    "*;q=0",
    "gzip;q=0, br;q=0",
    "identity;q=0",
    "deflate, zstd",
    "gzip;q=much, br;q=2",
    ";;,=;q",
];

async fn asked(app: &TestApp, path: &str, accepts: &str) -> TestResponse {
    app.server
        .get(path)
        .add_header("accept-encoding", accepts)
        .await
}

fn coding(answer: &TestResponse) -> Option<String> {
    let coding = answer.maybe_header("content-encoding");
    coding.map(|coding| coding.to_str().expect("text").to_owned())
}

/// The text of an answer, in whatever coding it is.
fn decoded(answer: &TestResponse) -> String {
    let bytes: &[u8] = answer.as_bytes();
    let mut text = String::new();
    match coding(answer).as_deref() {
        Some("br") => brotli::Decompressor::new(bytes, 4096).read_to_string(&mut text),
        Some("gzip") => flate2::read::GzDecoder::new(bytes).read_to_string(&mut text),
        _ => return answer.text(),
    }
    .expect("its coding");
    text
}

/// The address of the style sheet, and of a script.
async fn assets(app: &TestApp) -> [String; 2] {
    let table = app.kuba().await;
    let page = app.server.get(&format!("/games/{}", table.id)).await.text();
    [".css", "/game.js"].map(|ending| {
        let (before, _) = page.split_once(&format!("{ending}\"")).expect("the asset");
        let (_, address) = before.rsplit_once('"').expect("its address");
        format!("{address}{ending}")
    })
}

#[tokio::test]
async fn pages_and_the_api_are_compressed_as_the_client_likes() {
    let app = TestApp::new();
    let table = app.kuba().await;
    for path in [
        "/rules/ludo".to_owned(),
        "/nothing".to_owned(),
        format!("/api/games/{}", table.id),
    ] {
        let plain = app.server.get(&path).await;
        assert_eq!(coding(&plain), None, "{path}");
        for (accepts, wanted) in [
            ("gzip", "gzip"),
            ("br", "br"),
            ("gzip, deflate, br, zstd", "br"),
            ("br;q=0.5, gzip", "gzip"),
        ] {
            let answer = asked(&app, &path, accepts).await;
            assert_eq!(coding(&answer).as_deref(), Some(wanted), "{path} {accepts}");
            assert_eq!(answer.status_code(), plain.status_code(), "{path}");
            assert_eq!(decoded(&answer), plain.text(), "{path} {accepts}");
            assert!(answer.as_bytes().len() < plain.as_bytes().len(), "{path}");
            let varies = answer.iter_headers_by_name("vary");
            let by_coding = varies.filter(|by| *by == "accept-encoding").count();
            assert_eq!(by_coding, 1, "{path}");
        }
        for accepts in NOTHING {
            let answer = asked(&app, &path, accepts).await;
            assert_eq!(coding(&answer), None, "{path} {accepts}");
            assert_eq!(
                answer.status_code(),
                plain.status_code(),
                "{path} {accepts}"
            );
            assert_eq!(answer.text(), plain.text(), "{path} {accepts}");
        }
    }
}

#[tokio::test]
async fn assets_are_kept_compressed_and_are_forever_in_every_coding() {
    let app = TestApp::new();
    for path in assets(&app).await {
        let plain = app.server.get(&path).await;
        let accepted = ["gzip", "br"].map(|accepts| (accepts, Some(accepts)));
        for (accepts, wanted) in accepted
            .into_iter()
            .chain(NOTHING.map(|nothing| (nothing, None)))
        {
            let answer = asked(&app, &path, accepts).await;
            assert_eq!(coding(&answer).as_deref(), wanted, "{path} {accepts}");
            assert_eq!(decoded(&answer), plain.text(), "{path} {accepts}");
            for name in ["content-type", "cache-control"] {
                assert_eq!(answer.header(name), plain.header(name), "{path} {accepts}");
            }
            let varies: Vec<_> = answer.iter_headers_by_name("vary").collect();
            assert_eq!(varies, ["accept-encoding"], "{path} {accepts}");
            let again = asked(&app, &path, accepts).await;
            assert_eq!(again.as_bytes(), answer.as_bytes(), "{path} {accepts}");
            // Its length is known, as that of a text that is kept.
            let head = app.server.method(Method::HEAD, &path);
            let head = head.add_header("accept-encoding", accepts).await;
            assert_eq!(
                head.header("content-length"),
                answer.as_bytes().len().to_string()
            );
            assert_eq!(coding(&head).as_deref(), wanted, "{path} {accepts}");
            assert!(head.as_bytes().is_empty(), "{path} {accepts}");
        }
    }
}

#[tokio::test]
async fn what_another_site_can_cause_with_a_cookie_is_not_compressed() {
    let app = TestApp::new();
    for (from, cookie, is_compressed) in [
        (None, None, true),
        // An older browser does not say from where.
        (None, Some("a=b"), false),
        (Some("same-origin"), Some("a=b"), true),
        (Some("none"), Some("a=b"), true),
        (Some("same-site"), Some("a=b"), false),
        (Some("cross-site"), Some("a=b"), false),
        (Some("nonsense"), None, false),
    ] {
        let mut request = app.server.get("/").add_header("accept-encoding", "gzip");
        if let Some(from) = from {
            request = request.add_header("sec-fetch-site", from);
        }
        if let Some(cookie) = cookie {
            request = request.add_header("cookie", cookie);
        }
        let answer = request.await;
        answer.assert_status_ok();
        assert_eq!(
            coding(&answer).is_some(),
            is_compressed,
            "{from:?} {cookie:?}"
        );
    }
}

#[tokio::test]
async fn a_head_and_an_unchanged_game_have_no_body_in_any_coding() {
    let app = TestApp::new();
    let table = app.kuba().await;
    let path = format!("/api/games/{}", table.id);
    let head = app.server.method(Method::HEAD, &path);
    let head = head.add_header("accept-encoding", "gzip").await;
    head.assert_status_ok();
    assert!(head.as_bytes().is_empty());
    let tag = asked(&app, &path, "br").await.header("etag");
    let again = app.server.get(&path).add_header("if-none-match", tag);
    let again = again.add_header("accept-encoding", "br").await;
    again.assert_status(StatusCode::NOT_MODIFIED);
    assert_eq!(coding(&again), None);
    assert!(again.as_bytes().is_empty());
}

#[tokio::test]
async fn who_accepts_no_coding_is_served_all_the_same() {
    let app = TestApp::new();
    let made = app.server.post("/new/kuba").add_header("origin", ORIGIN);
    let made = made.add_header("accept-encoding", "*;q=0");
    let made = made.form(&[("seat-W", "here"), ("seat-B", "here")]).await;
    made.assert_status(StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn a_visit_is_a_fifth_of_what_it_was() {
    let app = TestApp::new();
    let table = app.kuba().await;
    let game = format!("/games/{}", table.id);
    for path in ["/", &game, "/rules/ludo"] {
        let plain = app.server.get(path).await.as_bytes().len();
        let small = asked(&app, path, "br").await.as_bytes().len();
        assert!(small * 5 < plain, "{path}: {small} of {plain} bytes");
    }
}
