//! Plays many games at once over sockets, at one server or at several nodes: the generator of
//! `cargo xtask prove load` and of `cargo xtask prove cluster --load`.
//!
//! It reads games of Kuba from standard input, one JSON object a line, `{"id":…,"tokens":[WHITE,BLACK]}`,
//! and prints figures as one JSON object. ADDRESSES and PROCESSES are lists with commas between.
//!
//! - `load watched ADDRESSES PROCESSES SECONDS PAUSE QUIET`: in every game a move is made each PAUSE
//!   seconds, and two watch it, of several nodes at others than the players; it is measured how long a move
//!   takes to them, and how much memory the processes take for the sockets. These stay open for QUIET
//!   seconds more.
//! - `load fast ADDRESSES SECONDS GAMES AWAY`: so many games are played at a time, as fast as moves are
//!   answered, at the node of the game (the first game is of the first node, and so on in turn), or AWAY
//!   nodes after it; it is measured how many there are, and how long their answers take.
//! - `load peer boardgame|colyseus ADDRESS SECONDS GAMES`: the same with games of another server, as
//!   `xtask/peers` has them: their ids, and what each player enters with. Afterwards the server is asked
//!   how many moves it has made.
//! - `load lobby ADDRESSES CLIENTS SECONDS VANISHING SEED`: CLIENTS look in the lobby for somebody to play with, leave
//!   and come back, and until VANISHING seconds some vanish; no games are read, and what they were answered is printed,
//!   one JSON object a line. The generator of `cargo xtask prove lobby`.

mod boardgame;
mod colyseus;
mod draw;
mod fast;
mod http;
mod lobby;
mod looker;
mod socket;
mod table;
mod watched;

use std::error::Error;
use std::io::{self, Write as _};
use std::net::SocketAddr;
use std::time::Duration;

use serde::Deserialize;

use self::table::Program;

const USAGE: &str = "usage: load watched ADDRESSES PROCESSES SECONDS PAUSE QUIET, or load fast \
                     ADDRESSES SECONDS GAMES AWAY, or load peer boardgame|colyseus ADDRESS SECONDS GAMES, \
                     or load lobby ADDRESSES CLIENTS SECONDS VANISHING SEED";

type Failure = Box<dyn Error + Send + Sync>;

#[derive(Debug, Deserialize)]
struct Game {
    id: String,
    tokens: [String; 2],
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    if let ["lobby", addresses, clients, lasts, vanish, seed] = words.as_slice() {
        let plan = lobby::Plan {
            servers: servers(addresses)?,
            clients: clients.parse()?,
            lasts: Duration::from_secs(lasts.parse()?),
            vanish: Duration::from_secs(vanish.parse()?),
            seed: seed.parse()?,
        };
        return lobby::look_all(plan).await;
    }
    let games: Vec<Game> = io::stdin()
        .lines()
        .map(|line| Ok(serde_json::from_str(&line?)?))
        .collect::<Result<_, Failure>>()?;
    let figures = match words.as_slice() {
        ["watched", addresses, processes, lasts, pause, quiet] => {
            let plan = watched::Plan {
                servers: servers(addresses)?,
                processes: processes
                    .split(',')
                    .map(str::parse)
                    .collect::<Result<_, _>>()?,
                lasts: Duration::from_secs(lasts.parse()?),
                pause: Duration::from_secs_f64(pause.parse()?),
                quiet: Duration::from_secs(quiet.parse()?),
            };
            watched::play_all(&plan, &games).await?
        }
        ["fast", addresses, lasts, at_a_time, away] => {
            let plan = fast::Plan {
                program: Program::Parlor,
                servers: servers(addresses)?,
                lasts: Duration::from_secs(lasts.parse()?),
                at_a_time: at_a_time.parse()?,
                away: away.parse()?,
            };
            fast::play_all(plan, games).await?
        }
        ["peer", peer, address, lasts, at_a_time] => {
            let plan = fast::Plan {
                program: match *peer {
                    "boardgame" => Program::Boardgame,
                    "colyseus" => Program::Colyseus,
                    _ => return Err(USAGE.into()),
                },
                servers: servers(address)?,
                lasts: Duration::from_secs(lasts.parse()?),
                at_a_time: at_a_time.parse()?,
                away: 0,
            };
            fast::play_all(plan, games).await?
        }
        _ => return Err(USAGE.into()),
    };
    writeln!(io::stdout(), "{figures}")?;
    Ok(())
}

fn servers(addresses: &str) -> Result<Vec<SocketAddr>, Failure> {
    let servers = addresses.split(',').map(str::parse);
    Ok(servers.collect::<Result<_, _>>()?)
}
