//! `cargo xtask prove crash`: the server is killed in mid-game, again and again; no
//! acknowledged move is lost, and none is applied twice.

use std::collections::HashSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::{Context, ensure};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};

use crate::prove::{record, scratch};
use crate::repository::Repository;
use crate::server::{ActionResponse, ApiClient, NewGame, ServerProcess};
use crate::terminal::say;

/// The players at the same time.
const PLAYERS: usize = 8;

/// Options of `cargo xtask prove crash`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Number of times the server is killed
    #[arg(long, default_value_t = Options::default().kills)]
    pub(crate) kills: u32,
    /// Seed of the moves and of the times of the kills
    #[arg(long, default_value_t = Options::default().seed)]
    pub(crate) seed: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            kills: 200,
            seed: 1,
        }
    }
}

/// Kills the server again and again, and compares its state with what it had acknowledged.
///
/// # Errors
/// When a move is lost, applied twice, or changed.
pub(crate) fn run(repository: &Repository, options: &Options) -> anyhow::Result<()> {
    let figure = crash(repository, options)?;
    record(repository, "crash", &figure)
}

/// The same without the line for the document.
///
/// # Errors
/// As [`run`].
pub(crate) fn crash(repository: &Repository, options: &Options) -> anyhow::Result<String> {
    let program = super::server_program(repository)?;
    let folder = scratch(repository, "crash")?;
    let mut random = ChaCha8Rng::seed_from_u64(options.seed);
    let mut players: Vec<CrashPlayer> = (0..PLAYERS)
        .map(|number| CrashPlayer::new(number, random.next_u64()))
        .collect();
    for kill in 1..=options.kills {
        let server = ServerProcess::start(&program, &folder)?;
        check(&server.client(), &mut players)?;
        let wait = Duration::from_millis(30 + random.next_u64() % 300);
        play(server, &mut players, wait)?;
        if kill % 20 == 0 {
            let moves: u64 = players.iter().map(|player| player.acknowledged).sum();
            say(format!("   {kill} kills, {moves} moves acknowledged"))?;
        }
    }
    let server = ServerProcess::start(&program, &folder)?;
    let client = server.client();
    check(&client, &mut players)?;
    let finished = verify(&program, &client, &mut players)?;
    server.terminate()?;

    let sum = |count: fn(&CrashPlayer) -> u64| -> u64 { players.iter().map(count).sum() };
    let acknowledged = sum(|player| player.acknowledged);
    ensure!(acknowledged > 0, "nobody played");
    Ok(format!(
        "{} kills by SIGKILL, {PLAYERS} players: {acknowledged} moves acknowledged, 0 lost, 0 applied \
         twice; {} under way when it was killed, of which {} were on disk; the records of {finished} \
         finished games replayed and their dice computed again",
        options.kills,
        sum(|player| player.in_flight),
        sum(|player| player.in_flight_kept),
    ))
}

/// Lets all players play, and kills the server after a while.
fn play(server: ServerProcess, players: &mut [CrashPlayer], wait: Duration) -> anyhow::Result<()> {
    let is_killed = AtomicBool::new(false);
    thread::scope(|scope| {
        let tasks: Vec<_> = players
            .iter_mut()
            .map(|player| {
                let client = server.client();
                let is_killed = &is_killed;
                scope.spawn(move || player.play(&client, is_killed))
            })
            .collect();
        thread::sleep(wait);
        is_killed.store(true, Ordering::Release);
        server.kill()?;
        for task in tasks {
            task.join().ok().context("a player panicked")??;
        }
        Ok(())
    })
}

/// Compares the server's state with what it had acknowledged.
fn check(client: &ApiClient, players: &mut [CrashPlayer]) -> anyhow::Result<()> {
    for player in players {
        player.check(client)?;
    }
    Ok(())
}

/// Checks every finished game once more: its log, its plies and its dice. Returns their number.
fn verify(
    program: &Path,
    client: &ApiClient,
    players: &mut [CrashPlayer],
) -> anyhow::Result<usize> {
    let mut verified = 0;
    for game in players.iter_mut().flat_map(|player| &mut player.finished) {
        game.check_log(client)?;
        let path = format!("/api/games/{}", game.id);
        let record = client.get(&format!("{path}/record.json"))?;
        let plies = record["actions"]
            .as_array()
            .context("a record has plies")?
            .len();
        let actions = game.log.iter().filter(|event| is_action(event)).count();
        ensure!(
            plies == actions,
            "{} has {actions} actions in its log and {plies} in its record",
            game.id
        );
        let file = tempfile(&client.text(&format!("{path}/record"))?)?;
        let status = Command::new(program)
            .arg("verify")
            .arg(&file)
            .stdout(Stdio::null())
            .status();
        std::fs::remove_file(&file)?;
        ensure!(
            status?.success(),
            "the record of {} does not verify",
            game.id
        );
        verified += 1;
    }
    Ok(verified)
}

/// Whether an event of a log is an action of the game.
fn is_action(event: &Value) -> bool {
    let word = event["action"].as_str().unwrap_or_default();
    !matches!(word, "create" | "roll")
}

/// A file with this text.
fn tempfile(text: &str) -> anyhow::Result<std::path::PathBuf> {
    let file = std::env::temp_dir().join(format!("parlor-crash-{}.record", std::process::id()));
    std::fs::write(&file, text)?;
    Ok(file)
}

/// A player of one game after the other.
#[derive(Debug)]
struct CrashPlayer {
    number: usize,
    random: ChaCha8Rng,
    game: Option<CrashGame>,
    finished: Vec<CrashGame>,
    acknowledged: u64,
    in_flight: u64,
    in_flight_kept: u64,
}

/// A game under way, and what the server has acknowledged in it.
#[derive(Debug)]
struct CrashGame {
    id: String,
    tokens: Vec<(String, String)>,
    said: Vec<(u64, Sent)>,
    /// What was sent without a response so far.
    pending: Option<Sent>,
    /// The log as it was read last.
    log: Vec<Value>,
}

#[derive(Clone, Debug)]
struct Sent {
    token: String,
    version: u64,
    action_id: String,
    action: String,
}

impl Sent {
    fn body(&self) -> Value {
        json!({"version": self.version, "action_id": self.action_id, "action": self.action})
    }
}

impl CrashPlayer {
    fn new(number: usize, seed: u64) -> CrashPlayer {
        CrashPlayer {
            number,
            random: ChaCha8Rng::seed_from_u64(seed),
            game: None,
            finished: Vec::new(),
            acknowledged: 0,
            in_flight: 0,
            in_flight_kept: 0,
        }
    }

    /// The games that are played: alone, against bots, and against oneself.
    fn table(&self) -> Value {
        let human = |seat: &str| json!({"seat": seat, "kind": "human"});
        let bot = |seat: &str, bot: &str| json!({"seat": seat, "kind": "bot", "bot": bot});
        match self.number % 4 {
            0 => {
                json!({"game": "ludo", "rules": "classic", "seats": [human("A"), bot("C", "priority")]})
            }
            1 => {
                json!({"game": "kuba", "rules": "tournament", "seats": [human("W"), bot("B", "greedy")]})
            }
            2 => json!({"game": "ludo", "rules": "classic",
                "seats": [human("B"), human("D"), bot("A", "random"), bot("C", "priority")]}),
            _ => json!({"game": "kuba", "rules": "classroom", "seats": [human("W"), human("B")]}),
        }
    }

    /// Plays until the server stops.
    fn play(&mut self, client: &ApiClient, is_killed: &AtomicBool) -> anyhow::Result<()> {
        loop {
            match self.step(client) {
                Ok(()) => {}
                // What it still said must be right; that it says nothing more is no wonder.
                Err(error) if is_killed.load(Ordering::Acquire) && error.is::<ureq::Error>() => {
                    return Ok(());
                }
                Err(error) => return Err(error.context("while the server was up")),
            }
        }
    }

    fn step(&mut self, client: &ApiClient) -> anyhow::Result<()> {
        let table = self.table();
        let game = match &mut self.game {
            Some(game) => game,
            None => self.game.insert(CrashGame::make(client, &table)?),
        };
        let state = client.get(&format!("/api/games/{}", game.id))?;
        if state["status"] == "over" {
            self.finished.extend(self.game.take());
            return Ok(());
        }
        let to_act = state["to_act"].as_str().unwrap_or_default();
        let mine = game.tokens.iter().find(|(seat, _)| seat == to_act);
        let legal = state["legal"]
            .as_array()
            .context("no list of legal actions")?;
        let (Some((_, token)), false) = (mine, legal.is_empty()) else {
            thread::sleep(Duration::from_millis(2));
            return Ok(());
        };
        let choice = usize::try_from(self.random.next_u64() % legal.len() as u64)?;
        let sent = Sent {
            token: token.clone(),
            version: state["version"].as_u64().context("no version")?,
            action_id: format!("{:016x}", self.random.next_u64()),
            action: legal[choice].as_str().context("no action")?.to_owned(),
        };
        game.pending = Some(sent.clone());
        self.in_flight += 1;
        let said = client.act(&game.id, &sent.token, &sent.body())?;
        self.in_flight -= 1;
        game.pending = None;
        match said {
            ActionResponse::Committed(version) => {
                self.acknowledged += 1;
                game.said.push((version, sent));
                Ok(())
            }
            other => anyhow::bail!("to a legal action of the seat to act: {other:?}"),
        }
    }

    /// Compares the server's log with everything that it has acknowledged, and sends again what it has
    /// not answered.
    fn check(&mut self, client: &ApiClient) -> anyhow::Result<()> {
        // The others are looked at again at the end.
        if let Some(game) = self.finished.last_mut() {
            game.check_log(client)?;
        }
        let Some(game) = &mut self.game else {
            return Ok(());
        };
        game.check_log(client)?;
        if let Some(sent) = game.pending.take() {
            let said = client.act(&game.id, &sent.token, &sent.body())?;
            match said {
                ActionResponse::Committed(version) => game.said.push((version, sent)),
                ActionResponse::Duplicate(version) => {
                    self.in_flight_kept += 1;
                    game.said.push((version, sent));
                }
                other => anyhow::bail!("what was under way, sent again, gives {other:?}"),
            }
            self.acknowledged += 1;
            game.check_log(client)?;
        }
        Ok(())
    }
}

impl CrashGame {
    fn make(client: &ApiClient, table: &Value) -> anyhow::Result<CrashGame> {
        let NewGame { id, tokens } = client.make(table)?;
        Ok(CrashGame {
            id,
            tokens,
            said: Vec::new(),
            pending: None,
            log: Vec::new(),
        })
    }

    fn check_log(&mut self, client: &ApiClient) -> anyhow::Result<()> {
        let log = client.get(&format!("/api/games/{}/events?after=0", self.id))?;
        let log = log.as_array().context("no list of events")?.clone();
        for (version, event) in (1_u64..).zip(&log) {
            ensure!(
                event["version"] == version,
                "a gap before version {version} of {}",
                self.id
            );
        }
        ensure!(
            log.starts_with(&self.log),
            "the log of {} has changed behind its end",
            self.id
        );
        let ids: Vec<&str> = log
            .iter()
            .filter_map(|event| event["action_id"].as_str())
            .collect();
        let distinct: HashSet<&str> = ids.iter().copied().collect();
        ensure!(
            distinct.len() == ids.len(),
            "an action of {} was applied twice",
            self.id
        );
        for (version, sent) in &self.said {
            let event = log.get(usize::try_from(*version - 1)?);
            let is_kept = event.is_some_and(|event| {
                event["action_id"] == *sent.action_id && event["action"] == *sent.action
            });
            ensure!(
                is_kept,
                "{} was acknowledged as version {version} of {}, but there stands {event:?}",
                sent.action,
                self.id
            );
        }
        self.log = log;
        Ok(())
    }
}
