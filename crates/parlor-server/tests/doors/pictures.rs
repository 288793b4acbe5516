//! Games as pictures.

use axum::http::StatusCode;
use serde_json::json;

use crate::support::{Table, TestApp};

/// The error page's sentences.
async fn refusal(app: &TestApp, address: &str, status: StatusCode) -> String {
    let answer = app.server.get(address).await;
    assert_eq!(answer.status_code(), status, "{address}");
    assert_eq!(answer.header("content-type"), "text/html; charset=utf-8");
    answer.text()
}

/// Makes two moves, and ends the game.
async fn end(app: &TestApp, table: &Table) {
    app.play_on(table, 2).await;
    let version = app.view_for(table, None).await["version"].clone();
    let gone = json!({"version": version, "action_id": "gone", "action": "resign"});
    let (status, answer) = app.act(table, 0, &gone).await;
    assert_eq!(status, 200, "{answer}");
}

#[tokio::test]
async fn a_game_is_a_picture_in_both_formats_for_pages_of_all_sites() {
    let app = TestApp::new();
    for table in [app.kuba().await, app.ludo().await] {
        let id = &table.id;
        let svg = app.server.get(&format!("/games/{id}.svg")).await;
        svg.assert_status_ok();
        assert_eq!(svg.header("content-type"), "image/svg+xml");
        assert!(svg.text().starts_with("<svg class="), "{}", svg.text());
        assert!(
            svg.text().contains("prefers-color-scheme"),
            "it follows its viewer"
        );
        let png = app.server.get(&format!("/games/{id}.png")).await;
        assert_eq!(png.header("content-type"), "image/png");
        assert!(png.as_bytes().starts_with(b"\x89PNG"));
        assert_eq!(png.as_bytes()[16..20], 768_u32.to_be_bytes());
        for answer in [svg, png] {
            assert_eq!(
                answer.header("cross-origin-resource-policy"),
                "cross-origin"
            );
            assert_eq!(
                answer.header("content-security-policy"),
                "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; \
                 base-uri 'none'; frame-ancestors 'none'"
            );
            assert_eq!(answer.header("cache-control"), "no-cache");
            assert!(answer.maybe_header("set-cookie").is_none());
        }
    }
}

#[tokio::test]
async fn a_game_that_is_over_has_a_film_without_scripts_for_pages_of_all_sites() {
    let app = TestApp::new();
    for table in [app.kuba().await, app.ludo().await] {
        let film = format!("/games/{}/film.svg", table.id);
        let early = refusal(&app, &film, StatusCode::CONFLICT).await;
        assert!(early.contains("This game goes on"), "{early}");
        end(&app, &table).await;
        let answer = app.server.get(&film).await;
        answer.assert_status_ok();
        assert_eq!(answer.header("content-type"), "image/svg+xml");
        let policy = "cross-origin-resource-policy";
        assert_eq!(answer.header(policy), "cross-origin");
        let caching = answer.header("cache-control");
        assert_eq!(caching, "public, max-age=86400, immutable");
        let svg = answer.text();
        assert!(svg.starts_with("<svg class="), "{svg}");
        assert!(svg.contains("@media (prefers-reduced-motion:no-preference){"));
        assert!(svg.contains("prefers-color-scheme") && !svg.contains("<script"));
        let dark = app.server.get(&format!("{film}?theme=dark")).await.text();
        assert!(dark.contains("@keyframes") && !dark.contains("prefers-color-scheme"));
        refusal(&app, &format!("{film}?theme=x"), StatusCode::BAD_REQUEST).await;
    }
    refusal(&app, "/games/x/film.svg", StatusCode::NOT_FOUND).await;
}

#[tokio::test]
async fn a_theme_is_as_asked_for() {
    let app = TestApp::new();
    let id = app.kuba().await.id;
    let mut pictures = Vec::new();
    for theme in ["", "light", "dark", "wood", "contrast"] {
        let theme = match theme {
            "" => String::new(),
            theme => format!("?theme={theme}"),
        };
        pictures.push(
            app.server
                .get(&format!("/games/{id}.svg{theme}"))
                .await
                .text(),
        );
    }
    let distinct: std::collections::BTreeSet<&String> = pictures.iter().collect();
    assert_eq!(distinct.len(), pictures.len());
    let light = app
        .server
        .get(&format!("/games/{id}.png?theme=light"))
        .await;
    let plain = app.server.get(&format!("/games/{id}.png")).await;
    assert_eq!(light.header("etag"), plain.header("etag"));
    let blue = format!("/games/{id}.svg?theme=blue");
    let says = refusal(&app, &blue, StatusCode::BAD_REQUEST).await;
    assert!(
        says.contains("No theme is called blue; there are light, dark, wood and contrast."),
        "{says}"
    );
}

#[tokio::test]
async fn a_position_is_asked_for_by_the_number_of_moves() {
    let app = TestApp::new();
    let table = app.kuba().await;
    let address = |query: &str| format!("/games/{}.svg{query}", table.id);
    let start = app.server.get(&address("")).await.text();
    app.play_on(&table, 2).await;
    let now = app.server.get(&address("")).await.text();
    assert_ne!(now, start);
    assert_eq!(app.server.get(&address("?ply=0")).await.text(), start);
    assert_eq!(app.server.get(&address("?ply=2")).await.text(), now);
    for (ply, status, words) in [
        (
            "3",
            StatusCode::NOT_FOUND,
            "There is no move 3. This game has 2 moves: ask for 0 to 2.",
        ),
        (
            "-1",
            StatusCode::BAD_REQUEST,
            "which -1 is not. This game has 2 moves: ask for 0 to 2.",
        ),
        ("", StatusCode::BAD_REQUEST, "ask for 0 to 2."),
        (
            "99999999999999999999",
            StatusCode::BAD_REQUEST,
            "ask for 0 to 2.",
        ),
        ("%3Cb%3E", StatusCode::BAD_REQUEST, "ask for 0 to 2."),
    ] {
        let says = refusal(&app, &address(&format!("?ply={ply}")), status).await;
        assert!(says.contains(words), "{ply}: {says}");
        assert!(!says.contains("<b>"), "{says}");
    }
    for name in ["2345678923456789.svg", "AAAA.png", ".svg", "x.gif"] {
        refusal(&app, &format!("/games/{name}"), StatusCode::NOT_FOUND).await;
    }
}

#[tokio::test]
async fn a_position_of_a_game_that_is_over_stays_and_one_of_another_is_revalidated() {
    let app = TestApp::new();
    let table = app.kuba().await;
    let address = format!("/games/{}.png?ply=0", table.id);
    let running = app.server.get(&address).await;
    assert_eq!(running.header("cache-control"), "no-cache");
    end(&app, &table).await;
    for query in ["?ply=1", ""] {
        let over = app
            .server
            .get(&format!("/games/{}.svg{query}", table.id))
            .await;
        assert_eq!(
            over.header("cache-control"),
            "public, max-age=86400, immutable"
        );
    }
    let last = app
        .server
        .get(&format!("/games/{}.svg", table.id))
        .await
        .text();
    let view = app.view_for(&table, None).await;
    assert_eq!(view["status"], "over");
    assert!(last.contains("resigned"), "it says how it ended: {last}");
}

#[tokio::test]
async fn a_known_picture_is_not_sent_again() {
    let app = TestApp::new();
    let table = app.kuba().await;
    let address = format!("/games/{}.svg", table.id);
    let first = app.server.get(&address).await;
    let tag = first.header("etag");
    let ask = |tag| app.server.get(&address).add_header("if-none-match", tag);
    let again = ask(tag.clone()).await;
    assert_eq!(again.status_code(), StatusCode::NOT_MODIFIED);
    assert!(again.as_bytes().is_empty());
    assert_eq!(
        (again.header("etag"), again.header("cache-control")),
        (tag.clone(), "no-cache".parse().expect("a value"))
    );
    app.play_on(&table, 1).await;
    let newer = ask(tag.clone()).await;
    newer.assert_status_ok();
    assert_ne!(newer.header("etag"), tag);
}

#[tokio::test]
async fn head_is_answered_without_the_picture() {
    let app = TestApp::new();
    let id = app.kuba().await.id;
    let head = app
        .server
        .method(axum::http::Method::HEAD, &format!("/games/{id}.png"))
        .await;
    head.assert_status_ok();
    assert_eq!(head.header("content-type"), "image/png");
    assert!(head.maybe_header("etag").is_some());
    assert!(head.as_bytes().is_empty());
}
