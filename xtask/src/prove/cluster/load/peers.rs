//! Servers of other makers, measured by the same generator: boardgame.io, which keeps games in memory or
//! in PostgreSQL, and Colyseus, which keeps them in memory.
//!
//! Their games are as light as can be, two players who write into cells in turn, while Parlor checks the
//! rules of Kuba. They run in Node's production mode, in one process, as their makers start them.

use std::fs;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use super::{GAMES, Load, made_by};
use crate::prove::cluster::network::SETTINGS;
use crate::prove::scratch;
use crate::repository::Repository;
use crate::server::{ApiClient, NewGame};
use crate::services::postgres::{Postgres, PostgresPrograms};
use crate::services::{Process, free_port, loopback};
use crate::test::web;

/// The npm project with the servers, by its path in the repository, and its files.
const PROJECT: &str = "xtask/peers";
const FILES: [&str; 4] = [
    "package.json",
    "package-lock.json",
    "boardgame.js",
    "colyseus.js",
];

/// The database of boardgame.io.
const DATABASE: &str = "boardgame";

/// The moves of all games that it has stored.
const STORED: &str = r#"SELECT sum((state->'G'->>'moves')::int) FROM "Games""#;

/// How often, and how long apart, it is looked whether a server answers.
const LOOKS: u32 = 500;
const LOOK: Duration = Duration::from_millis(20);

/// A server to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Peer {
    BoardgameInMemory,
    BoardgameInPostgres,
    Colyseus,
}

impl Peer {
    pub(super) const ALL: [Peer; 3] = [
        Peer::BoardgameInMemory,
        Peer::BoardgameInPostgres,
        Peer::Colyseus,
    ];

    /// What it is, and what a confirmed move is worth.
    pub(super) fn name(self) -> &'static str {
        match self {
            Peer::BoardgameInMemory => "boardgame.io in memory",
            Peer::BoardgameInPostgres => {
                "boardgame.io with PostgreSQL, which confirms a move before it is stored"
            }
            Peer::Colyseus => "Colyseus, which stores nothing",
        }
    }

    /// The name by which the generator knows its protocol.
    fn protocol(self) -> &'static str {
        match self {
            Peer::BoardgameInMemory | Peer::BoardgameInPostgres => "boardgame",
            Peer::Colyseus => "colyseus",
        }
    }

    /// How many games are made for a second: more than are begun.
    fn games_a_second(self) -> usize {
        match self {
            Peer::BoardgameInMemory => 200,
            Peer::BoardgameInPostgres => 40,
            Peer::Colyseus => 1_000,
        }
    }

    fn make(self, client: &ApiClient) -> anyhow::Result<NewGame> {
        match self {
            Peer::BoardgameInMemory | Peer::BoardgameInPostgres => boardgame_match(client),
            Peer::Colyseus => colyseus_room(client),
        }
    }
}

/// Puts the servers next to the packages that they need, and installs these.
///
/// # Errors
/// When the packages cannot be installed.
pub(super) fn install(repository: &Repository) -> anyhow::Result<PathBuf> {
    let folder = repository.target("peers");
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    for name in FILES {
        let from = repository.root().join(PROJECT).join(name);
        let copied = fs::copy(&from, folder.join(name));
        copied.with_context(|| format!("cannot copy {}", from.display()))?;
    }
    web::install(repository, &folder)?;
    Ok(folder)
}

impl Load<'_> {
    /// Plays at another server as fast as moves are answered, and counts what it has stored.
    pub(super) fn peer(&self, peer: Peer) -> anyhow::Result<Value> {
        let folder = scratch(self.repository, "cluster-load")?;
        let port = free_port()?;
        let mut command = Command::new("node");
        command
            .current_dir(self.repository.target("peers"))
            .arg(format!("{}.js", peer.protocol()))
            .arg(port.to_string())
            .env("NODE_ENV", "production");
        let mut database = None;
        if peer == Peer::BoardgameInPostgres {
            let server = self.database(&folder)?;
            command.arg(format!(
                "postgres://postgres@127.0.0.1:{}/{DATABASE}",
                server.port()
            ));
            database = Some(server);
        }
        let log = folder.join("peer.log");
        let mut server = Process::start(command, &log)?;
        for _ in 0..LOOKS {
            if TcpStream::connect(loopback(port)).is_ok() || !server.is_running()? {
                break;
            }
            thread::sleep(LOOK);
        }
        let host = loopback(port).to_string();
        let client = ApiClient::of(&format!("http://{host}"));
        let count = self.games(peer.games_a_second());
        let games = made_by(count, |_| peer.make(&client));
        let games = games.with_context(|| format!("the server's log is {}", log.display()))?;
        let arguments = [
            "peer".to_owned(),
            peer.protocol().to_owned(),
            host,
            self.seconds.to_string(),
            GAMES.to_string(),
        ];
        let figures = self.generate(&arguments, &games)?;
        if let Some(database) = database {
            let stored = database.psql(DATABASE, STORED)?;
            let confirmed = figures["moves"].to_string();
            ensure!(
                stored == confirmed,
                "{confirmed} moves were confirmed, and {stored} are stored"
            );
        }
        server.kill()?;
        Ok(figures)
    }

    /// A database like that of one node without a standby.
    fn database(&self, folder: &Path) -> anyhow::Result<Postgres> {
        let programs = PostgresPrograms::find(self.repository)?;
        let place = folder.join("database");
        programs.make_folder(&place)?;
        let server = Postgres::create(&programs, &place, free_port()?, &SETTINGS)?;
        server.psql("postgres", &format!("CREATE DATABASE {DATABASE}"))?;
        Ok(server)
    }
}

/// A match with the credentials of both players.
fn boardgame_match(client: &ApiClient) -> anyhow::Result<NewGame> {
    let made = client.post("/games/cells/create", &json!({"numPlayers": 2}))?;
    let id = text(&made, "matchID")?;
    let mut tokens = Vec::new();
    for seat in ["0", "1"] {
        let player = json!({"playerID": seat, "playerName": seat});
        let joined = client.post(&format!("/games/cells/{id}/join"), &player)?;
        tokens.push((seat.to_owned(), text(&joined, "playerCredentials")?));
    }
    Ok(NewGame { id, tokens })
}

/// A room with a seat for each of two players; its id is the path of its sockets.
fn colyseus_room(client: &ApiClient) -> anyhow::Result<NewGame> {
    let first = client.post("/matchmake/create/cells", &json!({}))?;
    let room = text(&first["room"], "roomId")?;
    let second = client.post(&format!("/matchmake/joinById/{room}"), &json!({}))?;
    Ok(NewGame {
        id: format!("{}/{room}", text(&first["room"], "processId")?),
        tokens: vec![
            ("0".to_owned(), text(&first, "sessionId")?),
            ("1".to_owned(), text(&second, "sessionId")?),
        ],
    })
}

fn text(value: &Value, name: &str) -> anyhow::Result<String> {
    let text = value[name].as_str().map(str::to_owned);
    text.with_context(|| format!("no {name} in {value}"))
}
