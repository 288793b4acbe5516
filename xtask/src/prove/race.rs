//! `cargo xtask prove race`: many different moves on one version at the same time; exactly one is
//! committed in each round.

use std::sync::Barrier;
use std::thread;

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use crate::prove::{record, scratch};
use crate::repository::Repository;
use crate::server::{ActionResponse, ApiClient, NewGame, ServerProcess};
use crate::terminal::say;

/// The moves that are sent at the same time.
const MOVES: usize = 8;

/// Options of `cargo xtask prove race`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Number of rounds
    #[arg(long, default_value_t = Options::default().rounds)]
    pub(crate) rounds: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options { rounds: 10_000 }
    }
}

/// Sends different moves on one version from several threads, round after round.
///
/// # Errors
/// When none or more than one is committed, or the log differs.
pub(crate) fn run(repository: &Repository, options: &Options) -> anyhow::Result<()> {
    let figure = race(repository, options)?;
    record(repository, "race", &figure)
}

/// The same without the line for the document.
///
/// # Errors
/// As [`run`].
pub(crate) fn race(repository: &Repository, options: &Options) -> anyhow::Result<String> {
    let program = super::server_program(repository)?;
    let folder = scratch(repository, "race")?;
    let server = ServerProcess::start(&program, &folder)?;
    let figure = rounds(&[server.client()], options.rounds)?;
    server.terminate()?;
    Ok(figure)
}

/// The same at servers that run: each is sent as many of the moves as the others.
///
/// # Errors
/// As [`run`].
pub(crate) fn rounds(servers: &[ApiClient], rounds: u32) -> anyhow::Result<String> {
    let clients = servers.iter().cycle().take(MOVES).cloned();
    let clients: Vec<ApiClient> = clients.collect();
    let mut game = RaceGame::make(&clients[0])?;
    let mut games = 1;
    let mut round: u32 = 0;
    while round < rounds {
        // Of several servers, each is asked for the state in turn, and each has made every other game.
        let server = &clients[usize::try_from(round)? % MOVES];
        let state = server.get(&format!("/api/games/{}", game.game.id))?;
        let legal = state["legal"]
            .as_array()
            .context("no list of legal actions")?;
        if legal.len() < MOVES {
            // Fewer moves than players: the next game.
            for server in servers {
                game.check(server)?;
            }
            game = RaceGame::make(&clients[games % MOVES])?;
            games += 1;
            continue;
        }
        round += 1;
        game.round(&clients, &state, legal, round)?;
        if round.is_multiple_of(1_000) {
            say(format!("   {round} rounds"))?;
        }
    }
    for server in servers {
        game.check(server)?;
    }
    Ok(format!(
        "{rounds} rounds of {MOVES} different moves on one version over {games} games: exactly one committed \
         in each, {} refused as stale",
        u64::from(rounds) * (MOVES as u64 - 1)
    ))
}

struct RaceGame {
    game: NewGame,
    /// What was committed, by version from 2 on.
    committed: Vec<String>,
}

impl RaceGame {
    fn make(client: &ApiClient) -> anyhow::Result<RaceGame> {
        Ok(RaceGame {
            game: client.make_kuba()?,
            committed: Vec::new(),
        })
    }

    fn round(
        &mut self,
        clients: &[ApiClient],
        state: &Value,
        legal: &[Value],
        round: u32,
    ) -> anyhow::Result<()> {
        let version = state["version"].as_u64().context("no version")?;
        let token = self.game.token(state).context("nobody is to act")?;
        let barrier = Barrier::new(MOVES);
        let (id, barrier) = (&self.game.id, &barrier);
        let said: Vec<(Value, ActionResponse)> = thread::scope(|scope| {
            let sent: Vec<_> = clients
                .iter()
                .zip(legal)
                .enumerate()
                .map(|(number, (client, action))| {
                    scope.spawn(move || {
                        let body = json!({"version": version,
                            "action_id": format!("{round}-{number}"), "action": action});
                        barrier.wait();
                        let said = client.act(id, token, &body)?;
                        anyhow::Ok((action.clone(), said))
                    })
                })
                .collect();
            sent.into_iter()
                .map(|thread| thread.join().ok().context("a player panicked")?)
                .collect::<anyhow::Result<_>>()
        })?;
        let is_done =
            |said: &&(Value, ActionResponse)| said.1 == ActionResponse::Committed(version + 1);
        let done: Vec<_> = said.iter().filter(is_done).collect();
        let stale = said
            .iter()
            .filter(|said| said.1 == ActionResponse::Stale(version + 1))
            .count();
        ensure!(
            done.len() == 1 && stale == MOVES - 1,
            "round {round} on version {version} of {id}: {said:?}"
        );
        let action = done[0].0.as_str().context("no action")?;
        self.committed.push(action.to_owned());
        Ok(())
    }

    /// Whether the log holds what was committed, and nothing else.
    fn check(&self, client: &ApiClient) -> anyhow::Result<()> {
        let log = client.get(&format!("/api/games/{}/events?after=1", self.game.id))?;
        let log = log.as_array().context("no list of events")?;
        let kept: Vec<&str> = log
            .iter()
            .filter_map(|event| event["action"].as_str())
            .collect();
        ensure!(
            kept == self.committed,
            "the log of {} is another one",
            self.game.id
        );
        Ok(())
    }
}
