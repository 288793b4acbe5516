//! `cargo xtask prove lighthouse`: the home page, scripted games, the pages of games, and what one studies
//! of them, rated by Lighthouse.

use core::time::Duration;
use std::fs;
use std::thread::sleep;

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use crate::prove::{record, scratch, server_program};
use crate::repository::Repository;
use crate::server::ServerProcess;

/// The version, since ratings differ between versions.
const LIGHTHOUSE: &str = "lighthouse@13.5.0";

/// The categories, and the least score of each, out of 100.
const CATEGORIES: [&str; 3] = ["performance", "accessibility", "best-practices"];
const LEAST: f64 = 98.0;

/// The page of a scripted game.
const SCRIPT: &str = "/script?players=AB&turns=A6.A4.A5.A4.B6.B4.B1.B2.A6.A4.A6.A3.A5.A1.A5.A4";

/// The flags of the browser.
const BROWSER: &str = "--headless --no-sandbox --disable-gpu --disable-dev-shm-usage";

/// Between two looks at what takes a while.
const MOMENT: Duration = Duration::from_millis(20);

/// Rates the pages of a server of its own.
///
/// # Errors
/// When a page cannot be rated, or scores too little.
pub(crate) fn run(repository: &Repository) -> anyhow::Result<()> {
    let program = server_program(repository)?;
    let folder = scratch(repository, "lighthouse")?;
    let tool = repository.target("prove").join("lighthouse-tool");
    fs::create_dir_all(&tool)?;
    repository
        .line("npm")
        .arguments(["install", "--no-audit", "--no-fund", "--prefix"])
        .argument(tool.to_string_lossy())
        .argument(LIGHTHOUSE)
        .run()?;
    let chromium = repository
        .line("sh")
        .arguments(["-c", "command -v chromium-headless-shell"])
        .read()?;
    let server = ServerProcess::start(&program, &folder.join("data"))?;
    let address = server.address();
    let mut pages = vec![
        ("home", address.to_owned()),
        ("learn", format!("{address}/learn")),
        ("lesson", format!("{address}/learn/kuba/4")),
        ("puzzles", format!("{address}/puzzles")),
        ("puzzle of Kuba", format!("{address}/puzzles/k-c25cdeb1")),
        ("puzzle of Ludo", format!("{address}/puzzles/l-2b2a87c7")),
        ("rules", format!("{address}/rules/kuba")),
        ("script form", format!("{address}/script")),
        ("script", format!("{address}{SCRIPT}")),
    ];
    for game in ["ludo", "kuba"] {
        let [first, second] = if game == "ludo" {
            ["A", "C"]
        } else {
            ["W", "B"]
        };
        let made = server.client().make(&json!({"game": game, "seats": [
            {"seat": first, "kind": "human"}, {"seat": second, "kind": "human"}]}))?;
        pages.push((
            game,
            format!("{}/games/{}/watch", server.address(), made.id),
        ));
        let over = finished(&server, game)?;
        for study in ["replay", "analysis"] {
            let url = format!("{}/games/{over}/{study}", server.address());
            pages.push((study, url));
        }
    }
    let mut scores = Vec::new();
    let mut least = f64::INFINITY;
    for (name, url) in &pages {
        let report = folder.join(format!("{name}.json"));
        repository
            .line(tool.join("node_modules/.bin/lighthouse").to_string_lossy())
            .argument(url)
            .arguments(["--quiet", "--output=json"])
            .argument(format!("--only-categories={}", CATEGORIES.join(",")))
            .argument(format!("--output-path={}", report.display()))
            .argument(format!("--chrome-flags={BROWSER}"))
            .variable("CHROME_PATH", chromium.trim())
            .run()?;
        let report: Value = serde_json::from_str(&fs::read_to_string(&report)?)?;
        let mut points = Vec::new();
        for category in CATEGORIES {
            let score = report["categories"][category]["score"].as_f64();
            let score = score.with_context(|| format!("{url} has no points for {category}"))?;
            let score = (100.0 * score).round();
            least = least.min(score);
            points.push(format!("{category} {score}"));
        }
        scores.push(format!("{name}: {}", points.join(", ")));
    }
    server.terminate()?;
    let sentence = format!(
        "{LIGHTHOUSE}, as on a slow telephone: {}",
        scores.join("; ")
    );
    record(repository, "lighthouse", &sentence)?;
    ensure!(least >= LEAST, "{least} points are fewer than {LEAST}");
    Ok(())
}

/// A game against a bot, played to its end with the first action that there is each time, and
/// analyzed; its id.
fn finished(server: &ServerProcess, game: &str) -> anyhow::Result<String> {
    let client = server.client();
    let seats = if game == "ludo" {
        json!([{"seat": "A", "kind": "human"}, {"seat": "C", "kind": "bot", "bot": "priority"}])
    } else {
        json!([{"seat": "W", "kind": "human"}, {"seat": "B", "kind": "bot", "bot": "level-3"}])
    };
    let made = client.make(&json!({"game": game, "seats": seats}))?;
    let (_, token) = &made.tokens[0];
    for turn in 0.. {
        let state = client.state(&made.id, token)?;
        if state["status"] == "over" {
            break;
        }
        let Some(token) = made.token(&state) else {
            sleep(MOMENT);
            continue;
        };
        let action = json!({
            "version": state["version"],
            "action_id": format!("{turn:032x}"),
            "action": state["legal"][0],
        });
        client.act(&made.id, token, &action)?;
    }
    let path = format!("/api/games/{}/analysis", made.id);
    client.send(&path, &json!({}))?;
    while client.ask(&path)?.0 == 202 {
        sleep(MOMENT);
    }
    Ok(made.id)
}
