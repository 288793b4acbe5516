//! What other sites, search engines and telephones get.

use axum::http::StatusCode;
use parlor_server::app::Site;
use serde_json::{Value, json};

use crate::support::TestApp;

/// The one page that may be in a frame of another site.
#[tokio::test]
async fn the_page_for_frames_may_be_framed_by_all_and_no_other() {
    let app = TestApp::new();
    let id = app.kuba().await.id;
    for (path, status) in [
        (format!("/embed/games/{id}"), StatusCode::OK),
        (format!("/embed/games/{id}?theme=dark"), StatusCode::OK),
        (
            format!("/embed/games/{id}?theme=blue"),
            StatusCode::BAD_REQUEST,
        ),
        (
            format!("/embed/games/{id}?after=x"),
            StatusCode::BAD_REQUEST,
        ),
        (
            "/embed/games/2345678923456789".to_owned(),
            StatusCode::NOT_FOUND,
        ),
    ] {
        let answer = app.server.get(&path).await;
        assert_eq!(answer.status_code(), status, "{path}");
        let policy = answer.header("content-security-policy");
        let policy = policy.to_str().expect("a text");
        assert!(policy.ends_with("frame-ancestors *"), "{path}: {policy}");
        assert!(policy.contains("form-action 'none'"), "{path}: {policy}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "same-origin"),
            ("cache-control", "no-store"),
            ("x-robots-tag", "noindex"),
        ] {
            assert_eq!(answer.header(name), value, "{path} {name}");
        }
        assert!(answer.maybe_header("x-frame-options").is_none(), "{path}");
    }
    for path in [
        format!("/games/{id}"),
        format!("/games/{id}/watch"),
        format!("/games/{id}.svg"),
        "/embed".to_owned(),
        "/embed/games/x/y".to_owned(),
        "/".to_owned(),
        "/finished".to_owned(),
        "/favicon.ico".to_owned(),
    ] {
        let answer = app.server.get(&path).await;
        let policy = answer.header("content-security-policy");
        let policy = policy.to_str().expect("a text");
        assert!(
            policy.ends_with("frame-ancestors 'none'"),
            "{path}: {policy}"
        );
    }
}

#[tokio::test]
async fn the_page_for_frames_only_watches_and_has_no_cookies() {
    let app = TestApp::new();
    let table = app.kuba().await;
    let path = format!("/embed/games/{}", table.id);
    let plain = app.server.get(&path).await;
    assert!(plain.maybe_header("set-cookie").is_none());
    let cookies = "parlor=abc; parlor-theme=dark; parlor-turns=yes";
    let known = app.server.get(&path).add_header("cookie", cookies).await;
    assert_eq!(known.text(), plain.text(), "it reads none");
    assert!(known.maybe_header("set-cookie").is_none());
    let page = plain.text();
    assert!(
        !page.contains("<form") && !page.contains("<button") && !page.contains("data-theme"),
        "{page}"
    );
    assert!(
        page.contains("<a href=\"/\" target=\"_blank\" rel=\"noopener\">Play at Parlor"),
        "{page}"
    );
    assert!(page.contains("Kuba: "), "it names who plays: {page}");
    let dark = app.server.get(&format!("{path}?theme=dark")).await.text();
    assert!(
        dark.contains("<html lang=\"en\" data-theme=\"dark\">"),
        "{dark}"
    );
    assert!(
        dark.contains(&format!(
            "<noscript><meta http-equiv=\"refresh\" content=\"1; url={path}?after="
        )),
        "{dark}"
    );
    assert!(
        dark.contains("&#38;theme=dark") || dark.contains("&amp;theme=dark"),
        "{dark}"
    );
}

#[tokio::test]
async fn what_is_said_of_a_game_is_what_a_spectator_sees_and_escaped() {
    let app = TestApp::at(Site {
        public_url: Some("https://games.example.org".to_owned()),
        ..Site::default()
    });
    let get = |path: String| {
        app.server
            .get(&path)
            .add_header("host", "games.example.org")
    };
    let seats = json!([
        {"seat": "W", "kind": "human", "name": "\"><script>"},
        {"seat": "B", "kind": "human"},
    ]);
    let made = app
        .server
        .post("/api/games")
        .add_header("host", "games.example.org");
    let made: Value = made
        .json(&json!({"game": "kuba", "seats": seats}))
        .await
        .json();
    let id = made["id"].as_str().expect("a text");
    for path in [format!("/games/{id}"), format!("/games/{id}/watch")] {
        let page = get(path.clone()).await.text();
        let url = format!("<meta property=\"og:url\" content=\"https://games.example.org{path}\">");
        let image = format!(
            "<meta property=\"og:image\" content=\"https://games.example.org/games/{id}.png\">"
        );
        for tag in [
            &*url,
            &image,
            "<meta name=\"twitter:card\" content=\"summary\">",
            "og:title",
            "name=\"description\"",
        ] {
            assert!(page.contains(tag), "{tag} {page}");
        }
        assert!(!page.contains("\"><script>"), "{page}");
    }
    for path in ["/", "/rules/kuba", "/rules/ludo/sheet"] {
        let page = get(path.to_owned()).await.text();
        let image =
            "<meta property=\"og:image\" content=\"https://games.example.org/icons/512.png\">";
        assert!(
            page.contains(image) && page.contains("name=\"description\""),
            "{path}: {page}"
        );
    }
}

#[tokio::test]
async fn icons_and_the_manifest_are_where_systems_look() {
    let app = TestApp::new();
    let ico = app.server.get("/favicon.ico").await;
    assert_eq!(ico.header("content-type"), "image/x-icon");
    assert!(ico.as_bytes().starts_with(&[0, 0, 1, 0]));
    assert_eq!(ico.header("cache-control"), "public, max-age=86400");
    let manifest = app.server.get("/manifest.webmanifest").await;
    assert_eq!(manifest.header("content-type"), "application/manifest+json");
    let manifest: Value = manifest.json();
    assert_eq!(manifest["background_color"], "#f7e8c8");
    let icons = manifest["icons"].as_array().expect("a list");
    let mut named: Vec<(String, u32)> = icons
        .iter()
        .map(|icon| {
            let size = icon["sizes"].as_str().expect("a text").split('x').next();
            let size = size.and_then(|size| size.parse().ok()).expect("a number");
            (icon["src"].as_str().expect("a text").to_owned(), size)
        })
        .collect();
    assert_eq!(named.len(), 3);
    named.push(("/apple-touch-icon.png".to_owned(), 180));
    for (path, size) in named {
        let icon = app.server.get(&path).await;
        icon.assert_status_ok();
        assert_eq!(icon.header("content-type"), "image/png");
        assert_eq!(icon.as_bytes()[16..20], size.to_be_bytes(), "{path}");
    }
    app.server
        .get("/icons/9.png")
        .await
        .assert_status_not_found();
    let home = app.server.get("/").await.text();
    for link in [
        "/favicon.ico",
        "/apple-touch-icon.png",
        "/manifest.webmanifest",
    ] {
        assert!(home.contains(link), "{link}");
    }
    assert_eq!(home.matches("name=\"theme-color\"").count(), 2, "{home}");
    let dark = app
        .server
        .get("/")
        .add_header("cookie", "parlor-theme=dark")
        .await
        .text();
    assert!(
        dark.contains("<meta name=\"theme-color\" content=\"#16142a\">"),
        "{dark}"
    );
}

#[tokio::test]
async fn crawlers_are_kept_from_games() {
    let app = TestApp::new();
    let robots = app.server.get("/robots.txt").await;
    assert_eq!(robots.header("content-type"), "text/plain; charset=utf-8");
    let robots = robots.text();
    let (all, previews) = robots.split_once("\n\n").expect("two groups");
    for line in [
        "Disallow: /games/",
        "Disallow: /j/",
        "Disallow: /embed/",
        "Disallow: /api/",
        "Allow: /",
    ] {
        assert!(all.lines().any(|other| other == line), "{line}");
    }
    for line in ["Disallow: /games/*/seats/", "Disallow: /j/"] {
        assert!(previews.contains(line), "{previews}");
    }
}
