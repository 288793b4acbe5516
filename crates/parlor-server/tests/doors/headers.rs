//! What every answer says to the browser.

use parlor_server::app::Site;

use crate::support::TestApp;

#[tokio::test]
async fn every_answer_has_the_headers() {
    let app = TestApp::new();
    let table = app.kuba().await;
    for path in [
        "/".to_owned(),
        "/healthz".to_owned(),
        "/nothing".to_owned(),
        "/api/nothing".to_owned(),
        format!("/games/{}", table.id),
        format!("/api/games/{}", table.id),
    ] {
        let answer = app.server.get(&path).await;
        for (name, value) in [
            (
                "content-security-policy",
                "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; \
                 img-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; \
                 frame-ancestors 'none'",
            ),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), value, "{path} {name}");
        }
        let caching = if path.starts_with("/api/games/") {
            // It has an ETag, by which it may be asked after.
            "private, no-cache"
        } else {
            "no-store"
        };
        assert_eq!(answer.header("cache-control"), caching, "{path}");
        assert!(
            answer.maybe_header("permissions-policy").is_some(),
            "{path}"
        );
        assert!(
            answer.maybe_header("strict-transport-security").is_none(),
            "{path}"
        );
    }
}

#[tokio::test]
async fn a_refusal_has_them_too() {
    let app = TestApp::new();
    let answer = app.server.post("/").add_header("origin", "null").await;
    answer.assert_status_forbidden();
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
}

#[tokio::test]
async fn a_site_with_tls_is_never_reached_without() {
    let app = TestApp::at(Site {
        public_url: Some("https://games.example.org".to_owned()),
        ..Site::default()
    });
    let answer = app
        .server
        .get("/")
        .add_header("host", "games.example.org")
        .await;
    answer.assert_header("strict-transport-security", "max-age=63072000");
}

#[tokio::test]
async fn what_is_for_players_is_in_no_search_engine() {
    let app = TestApp::new();
    let table = app.kuba().await;
    let id = &table.id;
    let seat = format!("/games/{id}/seats/W/{}", table.tokens[0]);
    let paths = [
        format!("/games/{id}"),
        format!("/games/{id}/replay"),
        "/games/2345678923456789".to_owned(),
        format!("/api/games/{id}"),
        format!("/api/games/{id}/record"),
        format!("/games/{id}.svg"),
        format!("/embed/games/{id}"),
        "/finished".to_owned(),
        "/imports/00112233445566778899aabbccddeeff".to_owned(),
        "/api/nothing".to_owned(),
        "/j/0000-0000-00000".to_owned(),
        seat,
    ];
    for path in paths {
        let answer = app.server.get(&path).await;
        assert_eq!(answer.header("x-robots-tag"), "noindex", "{path}");
    }
    for path in ["/", "/rules/kuba", "/new/ludo"] {
        let answer = app.server.get(path).await;
        assert!(answer.maybe_header("x-robots-tag").is_none(), "{path}");
    }
    for path in ["/new/ludo", "/theme"] {
        let answer = app.server.post(path).form(&[("theme", "dark")]).await;
        assert_eq!(answer.header("x-robots-tag"), "noindex", "{path}");
    }
}

#[tokio::test]
async fn no_answer_at_an_address_that_is_a_key_lets_it_be_told_to_others() {
    let app = TestApp::new();
    let table = app.kuba().await;
    let id = &table.id;
    let seat = format!("/games/{id}/seats/W/{}", table.tokens[0]);
    let code = "/j/0000-0000-00000".to_owned();
    let wrong = format!("/games/{id}/seats/W/{}", "0".repeat(64));
    let too_long = "w".repeat(5_000);
    for (path, name, status) in [
        (&seat, None, 200),
        (&wrong, None, 404),
        (&code, None, 404),
        (&code, Some("Eve"), 404),
        (&seat, Some(&*too_long), 422),
        (&seat, Some("Ann"), 303),
    ] {
        let request = match name {
            None => app.server.get(path),
            Some(name) => app.server.post(path).form(&[("name", name)]),
        };
        let answer = request.await;
        assert_eq!(answer.status_code(), status, "{path} {name:?}");
        assert_eq!(answer.header("referrer-policy"), "strict-origin", "{path}");
    }
    let no_form = app.server.post(&seat).text("no form").await;
    assert_eq!(no_form.status_code(), 415);
    assert_eq!(no_form.header("referrer-policy"), "strict-origin");
    // Nor a refusal of what has not come so far.
    for path in [&seat, &code] {
        let foreign = app
            .server
            .post(path)
            .add_header("origin", "https://evil.test");
        let answer = foreign.await;
        answer.assert_status_forbidden();
        assert_eq!(answer.header("referrer-policy"), "strict-origin", "{path}");
        let put = app.server.put(path).await;
        assert_eq!(put.status_code(), 405);
        assert_eq!(put.header("referrer-policy"), "strict-origin", "{path}");
    }
}
