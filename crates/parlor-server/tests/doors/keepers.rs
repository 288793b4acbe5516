//! What those who keep the server running ask.

use std::io::Write;
use std::sync::{Arc, Mutex};

use axum::http::StatusCode;
use parlor_server::web::{Audience, Site};

use crate::asked_from;
use crate::support::House;

#[tokio::test]
async fn health_tells_whether_games_can_be_kept() {
    let house = House::new();
    let answer = house.server.get("/healthz").await;
    answer.assert_status_ok();
    answer.assert_text("ok\n");
    house.store.breaks();
    let answer = house.server.get("/healthz").await;
    answer.assert_status(StatusCode::SERVICE_UNAVAILABLE);
    assert!(
        answer.text().contains("cannot read or keep"),
        "{}",
        answer.text()
    );
    house.store.is_repaired();
    house.server.get("/healthz").await.assert_status_ok();
    house.service.close().await.expect("it closes");
    let answer = house.server.get("/healthz").await;
    answer.assert_status(StatusCode::SERVICE_UNAVAILABLE);
    assert!(answer.text().contains("shutting down"), "{}", answer.text());
}

#[tokio::test]
async fn figures_are_shown_on_this_machine_only_unless_wanted() {
    let private = House::new();
    let public = House::at(Site {
        metrics: Audience::Everybody,
        ..Site::default()
    });
    let proxied = House::at(Site {
        is_behind_proxy: true,
        ..Site::default()
    });
    for (house, from, forwarded, status) in [
        (&private, "127.0.0.1:50000", "", 200),
        (&private, "[::1]:50000", "", 200),
        (&private, "192.0.2.7:50000", "", 403),
        (&private, "192.0.2.7:50000", "127.0.0.1", 403),
        (&public, "192.0.2.7:50000", "", 200),
        (&proxied, "127.0.0.1:50000", "192.0.2.7", 403),
        (&proxied, "127.0.0.1:50000", "", 200),
        (&proxied, "127.0.0.1:50000", "unknown", 403),
        (&proxied, "127.0.0.1:50000", "127.0.0.1", 403),
        (&private, "127.0.0.1:50000", "127.0.0.1", 403),
    ] {
        let request = asked_from(house, from).get("/metrics");
        let request = match forwarded {
            "" => request,
            by => request.add_header("x-forwarded-for", by),
        };
        assert_eq!(request.await.status_code(), status, "{from} {forwarded}");
    }
    for name in ["forwarded", "via", "x-real-ip", "x-forwarded-proto"] {
        for house in [&private, &proxied] {
            let request = asked_from(house, "127.0.0.1:50000").get("/metrics");
            let answer = request.add_header(name, "x").await;
            answer.assert_status_forbidden();
        }
    }
    let unknown = private.server.get("/metrics").await;
    unknown.assert_status_forbidden();
}

#[tokio::test]
async fn figures_name_routes_and_no_games_or_keys() {
    let house = House::new();
    let table = house.kuba().await;
    house.play_on(&table, 2).await;
    let link = format!("/games/{}/seats/W/{}", table.id, table.tokens[0]);
    house.server.get(&link).await;
    house.server.get("/no-such-page").await;
    let figures = asked_from(&house, "127.0.0.1:50000")
        .get("/metrics")
        .await
        .text();
    for figure in [
        r#"parlor_requests_total{route="/api/games",status="201"}"#,
        r#"parlor_requests_total{route="/api/games/{id}/actions",status="200"}"#,
        r#"parlor_requests_total{route="none",status="404"}"#,
        r#"parlor_request_seconds_bucket{route="/api/games/{id}",le="0.001"}"#,
        "parlor_games_loaded",
        "parlor_entries_total",
    ] {
        assert!(figures.contains(figure), "{figure} is not in\n{figures}");
    }
    for secret in [&table.id, &table.tokens[0]] {
        assert!(!figures.contains(secret), "{secret} is in\n{figures}");
    }
}

/// What was logged.
#[derive(Clone, Debug, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("nobody panicked").write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn the_log_names_routes_and_no_secrets() {
    let log = Log::default();
    let writer = log.clone();
    let logs = tracing_subscriber::fmt()
        .json()
        .with_max_level(tracing::Level::TRACE)
        .with_writer(move || writer.clone())
        .finish();
    // Of all threads: what a thread without a log meets first might be left out
    // for good, also here.
    tracing::subscriber::set_global_default(logs).expect("no other test logs");
    let house = House::new();
    let table = house.kuba().await;
    house.play_on(&table, 1).await;
    let link = format!("/games/{}/seats/W/{}", table.id, table.tokens[0]);
    let cookie = format!("parlor={}", "cd".repeat(32));
    house.server.get(&link).add_header("cookie", cookie).await;
    let log = log.0.lock().expect("nobody panicked").clone();
    let log = String::from_utf8(log).expect("text");
    assert!(log.contains("/games/{id}/seats/{seat}/{key}"), "{log}");
    for secret in [&table.tokens[0], &table.tokens[1], &"cd".repeat(32)] {
        assert!(!log.contains(secret), "{secret} is in {log}");
    }
}
