//! `cargo xtask prove programs`: the example program of the documentation plays against people and bots, goes on
//! after the server was restarted, and bothers nobody.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use serde_json::{Value, json};

use super::{now, record, scratch, server_program};
use crate::python::{Interpreter, PROGRAM};
use crate::repository::Repository;
use crate::server::{ApiClient, ServerProcess};
use crate::terminal::say;

/// The example.
pub(crate) const EXAMPLE: &str = "docs/examples/program.py";

/// How long a game may take, and how often it is looked.
const PATIENCE: Duration = Duration::from_mins(2);
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// In how many moves who waits meanwhile asks again.
const ASKS_EVERY: u32 = 20;

/// The games of each kind in the short form.
const SHORT: u32 = 2;

/// The server's options: no share of one client, which all are.
const OPTIONS: [&str; 2] = ["--rate-limit", "0"];

/// Options of `cargo xtask prove programs`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Number of games: half of them against people, half against bots of the server
    #[arg(long, default_value_t = Options::default().games)]
    games: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options { games: 100 }
    }
}

/// Lets the example play.
///
/// # Errors
/// When a game does not come to its end, or is not what it should be.
pub(crate) fn run(repository: &Repository, options: &Options) -> anyhow::Result<()> {
    let figure = play(repository, options.games / 2, "programs")?;
    record(repository, "programs", &figure)
}

/// The same with a few games.
///
/// # Errors
/// As [`run`].
pub(crate) fn short(repository: &Repository) -> anyhow::Result<String> {
    play(repository, SHORT, "programs-short")
}

/// The example, which is stopped when this is dropped.
struct Example(Child);

impl Example {
    fn start(
        repository: &Repository,
        python: &Interpreter,
        folder: &Path,
        (address, name): (&str, &str),
        options: &[&str],
    ) -> anyhow::Result<Example> {
        let child = Command::new(python.program())
            .arg(repository.root().join(EXAMPLE))
            .args([address, "--name", name, "--token"])
            .arg(folder.join(format!("{name}.token")))
            .args(options)
            .stdout(Stdio::null())
            .spawn()
            .with_context(|| format!("{EXAMPLE} cannot be started"))?;
        Ok(Example(child))
    }

    fn has_ended(&mut self) -> anyhow::Result<bool> {
        match self.0.try_wait()? {
            None => Ok(false),
            Some(status) => {
                ensure!(status.success(), "{EXAMPLE} ended with {status}");
                Ok(true)
            }
        }
    }
}

impl Drop for Example {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn play(repository: &Repository, of_each: u32, folder: &str) -> anyhow::Result<String> {
    let program = server_program(repository)?;
    let folder = scratch(repository, folder)?;
    let data = folder.join("data");
    let python = Interpreter::ask(repository, PROGRAM)?;
    let began = now();
    let mut server = ServerProcess::start_with(&program, &data, &OPTIONS)?;
    let address = server.address().to_owned();
    let games = of_each.to_string();
    let start = |name: &str, options: &[&str]| {
        Example::start(repository, &python, &folder, (&address, name), options)
    };
    let mut in_lobby = start("Rook", &["--game", "kuba"])?;
    let mut with_bot = start(
        "Robin",
        &["--game", "ludo", "--bot", "priority", "--games", &games],
    )?;
    let client = server.client();
    // Somebody who waits meanwhile, whom no program may take.
    let alone = client.post(
        "/api/lobby/challenges",
        &json!({"game": "kuba", "rules": "tournament", "name": "Ann"}),
    )?;
    for game in 0..of_each {
        let accepted = accept(&client)?;
        let id = accepted["game"].as_str().context("no game")?;
        let token = accepted["token"].as_str().context("no token")?;
        let restarts = game == of_each / 2;
        for ply in 0_u32.. {
            if restarts && ply == 10 {
                server = server.restart(&program, &data, &OPTIONS)?;
            }
            if ply % ASKS_EVERY == 0 {
                still_waits(&client, &alone)?;
            }
            if !act(&client, id, token)? {
                break;
            }
        }
        check(&client, id)?;
        if (game + 1) % 10 == 0 {
            say(format!("   {} games against people", game + 1))?;
        }
    }
    let until = now() + PATIENCE * of_each;
    while !with_bot.has_ended()? {
        ensure!(!in_lobby.has_ended()?, "the program in the lobby has ended");
        ensure!(now() < until, "the games against bots take too long");
        still_waits(&client, &alone)?;
        thread::sleep(LOOK_EVERY);
    }
    drop(in_lobby);
    server.terminate()?;
    Ok(format!(
        "{EXAMPLE}: {of_each} games of Kuba against people who accepted its challenge and {of_each} of Ludo against a \
         bot, all to their end, over a restart of the server in the middle, in {:.0} s; everybody was shown that a \
         program plays, and who waited meanwhile was left alone",
        began.elapsed().as_secs_f64()
    ))
}

/// Accepts the challenge of the program, once it stands.
fn accept(client: &ApiClient) -> anyhow::Result<Value> {
    let until = now() + PATIENCE;
    while now() < until {
        let lobby = client.get("/api/lobby")?;
        let mut challenges = lobby["challenges"].as_array().into_iter().flatten();
        if let Some(of_program) = challenges.find(|challenge| challenge["program"] == true) {
            let id = of_program["id"].as_str().context("no id")?;
            let path = format!("/api/lobby/challenges/{id}/accept");
            return client.post(&path, &json!({"name": "Bob"}));
        }
        thread::sleep(LOOK_EVERY);
    }
    bail!("the program's challenge does not stand in the lobby")
}

/// Checks that who has posted a challenge waits for a person, and asks for them, so that it stands.
fn still_waits(client: &ApiClient, posted: &Value) -> anyhow::Result<()> {
    let id = posted["id"].as_str().context("no id")?;
    let token = posted["token"].as_str().context("no token")?;
    let state = client.get_as(&format!("/api/lobby/challenges/{id}"), token)?;
    ensure!(
        state["status"] == "waiting",
        "who waits for a person has found {state}"
    );
    Ok(())
}

/// Acts for a person if it is their turn; `false` once the game is over.
fn act(client: &ApiClient, game: &str, token: &str) -> anyhow::Result<bool> {
    let until = now() + PATIENCE;
    while now() < until {
        let state = client.state(game, token)?;
        if state["status"] == "over" {
            return Ok(false);
        }
        if state["to_act"] == state["you"][0] {
            let legal = state["legal"].as_array().context("no legal actions")?;
            let version = state["version"].as_u64().context("no version")?;
            // Not always the same, and the same each time that this is run.
            let choice = usize::try_from(version)? * 7 % legal.len();
            let sent = json!({
                "version": version, "action_id": format!("person-{version}"), "action": legal[choice],
            });
            client.act(game, token, &sent)?;
            return Ok(true);
        }
        thread::sleep(Duration::from_millis(2));
    }
    bail!("nothing is done in {game}")
}

/// Checks that a game has ended as it should, with one seat marked.
fn check(client: &ApiClient, game: &str) -> anyhow::Result<()> {
    let state = client.get(&format!("/api/games/{game}"))?;
    let seats = state["seats"].as_array().context("no seats")?;
    let programs = seats.iter().filter(|seat| seat["program"] == true).count();
    ensure!(programs == 1, "{game}: {programs} seats are marked");
    let ending = &state["result"]["ending"];
    ensure!(
        ending
            .as_str()
            .is_some_and(|ending| ending.starts_with('K')),
        "{game} ended by {ending}"
    );
    Ok(())
}
