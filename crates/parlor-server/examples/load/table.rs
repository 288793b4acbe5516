//! A game with the sockets of its two players, at Parlor or at another server.

use std::net::SocketAddr;

use tokio_tungstenite::tungstenite::Message;

use super::socket::{Play, Socket, hear, make, open};
use super::{Failure, Game, boardgame, colyseus};

/// The program that serves the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Program {
    Parlor,
    Boardgame,
    Colyseus,
}

#[derive(Debug)]
pub(crate) enum Table {
    Parlor(Vec<Socket>, Play),
    Boardgame(boardgame::Table),
    Colyseus(colyseus::Table),
}

impl Table {
    /// Opens the sockets of a game that has not begun.
    pub(crate) async fn open(
        program: Program,
        server: SocketAddr,
        number: u64,
        game: &Game,
    ) -> Result<Table, Failure> {
        Ok(match program {
            Program::Parlor => {
                let mut players = Vec::new();
                for token in &game.tokens {
                    players.push(open(server, number, game, Some(token)).await?);
                }
                let created = hear(&mut players[0]).await?;
                let version = created["version"].as_u64().ok_or("no version")?;
                Table::Parlor(players, Play::after(version))
            }
            Program::Boardgame => {
                Table::Boardgame(boardgame::Table::open(server, number, game).await?)
            }
            Program::Colyseus => {
                Table::Colyseus(colyseus::Table::open(server, number, game).await?)
            }
        })
    }

    /// The number of moves so far.
    pub(crate) fn moves(&self) -> u64 {
        match self {
            Table::Parlor(_, play) => play.moves(),
            Table::Boardgame(table) => table.moves(),
            Table::Colyseus(table) => table.moves(),
        }
    }

    /// The next move, as the player to move sends it; `None` if there is none.
    pub(crate) fn next(&mut self) -> Result<Option<Message>, Failure> {
        match self {
            Table::Parlor(_, play) => play.next(),
            Table::Boardgame(table) => Ok(Some(table.next())),
            Table::Colyseus(table) => Ok(Some(table.next())),
        }
    }

    /// Sends that move, and waits until it is confirmed.
    pub(crate) async fn make(&mut self, action: Message) -> Result<(), Failure> {
        match self {
            Table::Parlor(players, play) => {
                let player = usize::try_from((play.moves() - 1) % 2)?;
                make(&mut players[player], action).await
            }
            Table::Boardgame(table) => table.make(action).await,
            Table::Colyseus(table) => table.make(action).await,
        }
    }
}
