//! Games of Colyseus: its binary messages, a byte for the kind, and `MessagePack` for the rest.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{Bytes, Message};

use super::socket::{Socket, connect};
use super::{Failure, Game};

/// The first byte of a message.
const JOIN_ROOM: u8 = 10;
const ROOM_DATA: u8 = 13;

/// What the first byte of a short text adds to its length.
const SHORT_TEXT: u8 = 0xa0;

/// The number of cells of the game. Below 128, a number is a byte.
const CELLS: u64 = 9;

const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// A game with the sockets of its players.
#[derive(Debug)]
pub(crate) struct Table {
    players: Vec<Socket>,
    moves: u64,
}

impl Table {
    pub(crate) async fn open(
        server: SocketAddr,
        number: u64,
        game: &Game,
    ) -> Result<Table, Failure> {
        let mut players = Vec::new();
        for session in &game.tokens {
            let path = format!("{}?sessionId={session}", game.id);
            let mut socket = connect(server, number, &path, None).await?;
            let hello = hear(&mut socket).await?;
            if hello.first() != Some(&JOIN_ROOM) {
                return Err(format!("{path} is answered by {hello:?}").into());
            }
            // It asks for what the room has sent meanwhile.
            socket.send(Message::binary(vec![JOIN_ROOM])).await?;
            players.push(socket);
        }
        Ok(Table { players, moves: 0 })
    }

    pub(crate) fn moves(&self) -> u64 {
        self.moves
    }

    /// The next move, as it is sent.
    pub(crate) fn next(&mut self) -> Message {
        let cell = self.moves % CELLS;
        self.moves += 1;
        Message::binary(message("write", cell))
    }

    /// Sends a move, and waits until the room says that it was made.
    pub(crate) async fn make(&mut self, action: Message) -> Result<(), Failure> {
        let seat = usize::try_from((self.moves - 1) % 2)?;
        let made = message("moved", self.moves);
        self.send(seat, action, &made).await
    }

    /// Asks how many moves the room has made, by one out of turn.
    pub(crate) async fn check(&mut self) -> Result<(), Failure> {
        let seat = usize::try_from((self.moves + 1) % 2)?;
        let action = Message::binary(message("write", 0));
        let refused = message("refused", self.moves);
        self.send(seat, action, &refused).await
    }

    /// Sends a message, and waits for an answer; the other player's moves may come before it.
    async fn send(&mut self, seat: usize, action: Message, wanted: &[u8]) -> Result<(), Failure> {
        let socket = &mut self.players[seat];
        socket.send(action).await?;
        let before = message("moved", 0);
        let answered = async {
            loop {
                let heard = hear(socket).await?;
                if heard == wanted {
                    return Ok::<(), Failure>(());
                }
                if heard.len() != before.len() || heard[..7] != before[..7] {
                    return Err(format!("{wanted:?} was expected, and not {heard:?}").into());
                }
            }
        };
        let answered = timeout(ANSWER_TIMEOUT, answered).await;
        answered.map_err(|_| format!("there is no answer {wanted:?}"))?
    }
}

/// A message with a name and a small number.
fn message(name: &str, number: u64) -> Vec<u8> {
    let length = u8::try_from(name.len()).unwrap_or(u8::MAX);
    let number = u8::try_from(number).unwrap_or(u8::MAX);
    let mut bytes = vec![ROOM_DATA, SHORT_TEXT + length];
    bytes.extend(name.bytes());
    bytes.push(number);
    bytes
}

/// The next message.
async fn hear(socket: &mut Socket) -> Result<Bytes, Failure> {
    loop {
        match socket.next().await.ok_or("the socket was closed")?? {
            Message::Binary(bytes) => return Ok(bytes),
            Message::Ping(_) => {}
            other => return Err(format!("the server says {other}").into()),
        }
    }
}
