//! What those who keep the server running ask.

use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use parlor_server::app::{Audience, Site};

use crate::asked_from;
use crate::support::TestApp;

/// Status and text of an answer to those who keep the server.
async fn probe(app: &TestApp, path: &str) -> (u16, String) {
    let answer = app.server.get(path).await;
    (answer.status_code().as_u16(), answer.text())
}

#[tokio::test(start_paused = true)]
async fn readiness_shows_whether_games_can_be_kept_and_liveness_does_not() {
    let app = TestApp::new();
    let ok = (200, "ok\n".to_owned());
    for (is_broken, is_ready) in [(false, true), (true, false), (false, true)] {
        if is_broken {
            app.store.breaks();
        } else {
            app.store.is_repaired();
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
        for path in ["/readyz", "/healthz"] {
            let answer = probe(&app, path).await;
            if is_ready {
                assert_eq!(answer, ok, "{path}");
            } else {
                let message = "games cannot be read or kept now: the disk is full\n";
                assert_eq!(answer, (503, message.to_owned()), "{path}");
            }
        }
        assert_eq!(probe(&app, "/livez").await, ok);
    }
    app.service.leave(Duration::ZERO);
    let leaving = (
        503,
        "the server is shutting down; try again in a moment\n".to_owned(),
    );
    assert_eq!(probe(&app, "/readyz").await, leaving);
    let table = app.kuba().await;
    app.play_on(&table, 1).await;
    app.service.close().await.expect("it closes");
    assert_eq!(probe(&app, "/readyz").await, leaving);
    assert_eq!(probe(&app, "/healthz").await, leaving);
    assert_eq!(probe(&app, "/livez").await, ok);
}

#[tokio::test(start_paused = true)]
async fn however_many_ask_whether_it_is_ready_it_is_tried_once_a_second() {
    let app = TestApp::new();
    assert_eq!(probe(&app, "/readyz").await.0, 200);
    app.store.breaks();
    for _ in 0..9 {
        assert_eq!(probe(&app, "/readyz").await.0, 200);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(probe(&app, "/readyz").await.0, 503);
    app.store.is_repaired();
    assert_eq!(probe(&app, "/readyz").await.0, 503);
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(probe(&app, "/readyz").await.0, 200);
}

#[tokio::test]
async fn figures_are_shown_on_this_machine_only_unless_wanted() {
    let private = TestApp::new();
    let public = TestApp::at(Site {
        metrics: Audience::Everybody,
        ..Site::default()
    });
    let proxied = TestApp::at(Site {
        is_behind_proxy: true,
        ..Site::default()
    });
    for (app, from, forwarded, status) in [
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
        let request = asked_from(app, from).get("/metrics");
        let request = match forwarded {
            "" => request,
            by => request.add_header("x-forwarded-for", by),
        };
        assert_eq!(request.await.status_code(), status, "{from} {forwarded}");
    }
    for name in ["forwarded", "via", "x-real-ip", "x-forwarded-proto"] {
        for app in [&private, &proxied] {
            let request = asked_from(app, "127.0.0.1:50000").get("/metrics");
            let answer = request.add_header(name, "x").await;
            answer.assert_status_forbidden();
        }
    }
    let unknown = private.server.get("/metrics").await;
    unknown.assert_status_forbidden();
}

#[tokio::test]
async fn by_a_token_figures_are_shown_anywhere_and_without_it_nowhere() {
    let app = TestApp::at(Site {
        metrics: Audience::with_token("open sesame"),
        ..Site::default()
    });
    for from in ["127.0.0.1:50000", "192.0.2.7:50000"] {
        for (shown, status) in [
            ("", 401),
            ("Bearer ", 401),
            ("Bearer open", 401),
            ("Basic open sesame", 401),
            ("Bearer open sesame", 200),
            ("bearer open sesame", 200),
        ] {
            let request = asked_from(&app, from).get("/metrics");
            let request = match shown {
                "" => request,
                shown => request.add_header("authorization", shown),
            };
            let answer = request.await;
            assert_eq!(answer.status_code(), status, "{from} {shown}");
            assert_eq!(
                answer.text().contains("parlor_requests_total"),
                status == 200
            );
        }
    }
}

#[tokio::test]
async fn figures_name_routes_and_no_games_or_keys() {
    let app = TestApp::new();
    let table = app.kuba().await;
    app.play_on(&table, 2).await;
    let link = format!("/games/{}/seats/W/{}", table.id, table.tokens[0]);
    app.server.get(&link).await;
    app.server.get("/no-such-page").await;
    let figures = asked_from(&app, "127.0.0.1:50000")
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

/// The figures of a server.
async fn figures(app: &TestApp) -> String {
    let request = asked_from(app, "127.0.0.1:50000").get("/metrics");
    request.await.text()
}

#[tokio::test]
async fn counters_are_there_before_they_count() {
    let figures = figures(&TestApp::new()).await;
    for name in [
        r#"parlor_store_errors_total{operation="read"}"#,
        r#"parlor_store_errors_total{operation="write"}"#,
        "parlor_missed_news_total",
        "parlor_games_taken_total",
        "parlor_foreign_messages_total",
        "parlor_unforwarded_total",
        "parlor_untold_news_total",
        "parlor_readers_dropped_total",
        "parlor_store_damaged",
    ] {
        let line = format!("\n{name} ");
        assert!(figures.contains(&line), "{name} is not in\n{figures}");
    }
}

#[tokio::test]
async fn every_figure_is_explained() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
    let read = |name: &str| std::fs::read_to_string(format!("{docs}/{name}")).expect("a document");
    let explained = format!("{}{}", read("running.md"), read("formats/http.md"));
    let app = TestApp::new();
    app.kuba().await;
    let figures = figures(&app).await;
    let names = figures.lines().filter_map(|line| {
        let name = line.strip_prefix("# TYPE ")?;
        name.split(' ').next()
    });
    for name in names {
        let is_explained = [format!("`{name}`"), format!("`{name}{{")]
            .iter()
            .any(|words| explained.contains(words));
        assert!(is_explained, "{name} is in no document");
    }
}

#[tokio::test(start_paused = true)]
async fn figures_show_readiness_as_the_probe_does() {
    let app = TestApp::new();
    let ready = "\nparlor_ready 1\n";
    assert!(figures(&app).await.contains(ready));
    app.store.breaks();
    // Tried once a second, whoever asks.
    assert!(figures(&app).await.contains(ready));
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(figures(&app).await.contains("\nparlor_ready 0\n"));
    assert_eq!(probe(&app, "/readyz").await.0, 503);
    app.store.is_repaired();
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(figures(&app).await.contains(ready));
    app.service.leave(Duration::ZERO);
    assert!(figures(&app).await.contains("\nparlor_ready 0\n"));
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
    let app = TestApp::new();
    let table = app.kuba().await;
    app.play_on(&table, 1).await;
    let link = format!("/games/{}/seats/W/{}", table.id, table.tokens[0]);
    let cookie = format!("parlor={}", "cd".repeat(32));
    app.server.get(&link).add_header("cookie", cookie).await;
    app.server.get("/j/K70M-31TR-1PWDV").await;
    let log = log.0.lock().expect("nobody panicked").clone();
    let log = String::from_utf8(log).expect("text");
    assert!(log.contains("/games/{id}/seats/{seat}/{key}"), "{log}");
    assert!(log.contains("/j/{code}"), "{log}");
    let code = "K70M-31TR-1PWDV".to_owned();
    for secret in [&table.tokens[0], &table.tokens[1], &code, &"cd".repeat(32)] {
        assert!(!log.contains(secret), "{secret} is in {log}");
    }
    // What goes well is in no log that is not asked for it, however many ask.
    let answered = log.lines().filter(|line| line.contains(r#""answered""#));
    let mut count = 0;
    for line in answered {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let is_failure = line["fields"]["status"].as_u64() >= Some(500);
        assert_eq!(line["level"], if is_failure { "INFO" } else { "DEBUG" });
        count += 1;
    }
    assert!(count >= 4, "{log}");
}
