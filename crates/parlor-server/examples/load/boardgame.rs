//! Games of boardgame.io: events of socket.io, version 5 of its protocol, as texts over a WebSocket.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use super::socket::{Socket, connect};
use super::{Failure, Game};

const PATH: &str = "socket.io/?EIO=4&transport=websocket";

/// The namespace, which is the game's name.
const NAMESPACE: &str = "/cells,";

/// What packets begin with.
const OPENED: &str = "0";
const PING: &str = "2";
const PONG: &str = "3";
const CONNECT: &str = "40";
const EVENT: &str = "42";

/// The number of cells of the game.
const CELLS: u64 = 9;

/// The server says nothing at all to a move that it refuses.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// A game with the sockets of its players.
#[derive(Debug)]
pub(crate) struct Table {
    players: Vec<Socket>,
    game: String,
    credentials: [String; 2],
    moves: u64,
}

impl Table {
    pub(crate) async fn open(
        server: SocketAddr,
        number: u64,
        game: &Game,
    ) -> Result<Table, Failure> {
        let mut players = Vec::new();
        for (seat, credentials) in game.tokens.iter().enumerate() {
            let player = seat.to_string();
            let (socket, state) = enter(server, number, game, Some((&player, credentials))).await?;
            if state["_stateID"] != 0 {
                return Err(format!("the game {} has begun: {state}", game.id).into());
            }
            players.push(socket);
        }
        Ok(Table {
            players,
            game: game.id.clone(),
            credentials: game.tokens.clone(),
            moves: 0,
        })
    }

    pub(crate) fn moves(&self) -> u64 {
        self.moves
    }

    /// The next move, as it is sent.
    pub(crate) fn next(&mut self) -> Message {
        let seat = self.moves % 2;
        let credentials = &self.credentials[usize::from(seat == 1)];
        let player = seat.to_string();
        let action = json!({"type": "MAKE_MOVE", "payload": {
            "type": "write",
            "args": [self.moves % CELLS],
            "playerID": player,
            "credentials": credentials,
        }});
        let message = event(&json!(["update", action, self.moves, self.game, player]));
        self.moves += 1;
        message
    }

    /// Sends a move, and waits for the state after it.
    pub(crate) async fn make(&mut self, action: Message) -> Result<(), Failure> {
        let seat = usize::try_from((self.moves - 1) % 2)?;
        let socket = &mut self.players[seat];
        socket.send(action).await?;
        let wanted = self.moves;
        let answered = async {
            loop {
                let state = hear(socket, "update").await?;
                // Updates of the other player's moves come first.
                if state["_stateID"].as_u64() >= Some(wanted) {
                    return Ok::<Value, Failure>(state);
                }
            }
        };
        let state = timeout(ANSWER_TIMEOUT, answered).await;
        let state =
            state.map_err(|_| format!("move {wanted} of {} is not answered", self.game))??;
        expect(&self.game, &state, wanted)
    }
}

/// Asks for the state of a game anew.
pub(crate) async fn check(server: SocketAddr, game: &Game, moves: u64) -> Result<(), Failure> {
    let (_, state) = enter(server, 0, game, None).await?;
    expect(&game.id, &state, moves)
}

/// A state after this number of moves.
fn expect(game: &str, state: &Value, moves: u64) -> Result<(), Failure> {
    if state["_stateID"] != moves || state["G"]["moves"] != moves {
        return Err(format!("after {moves} moves of {game} the server has {state}").into());
    }
    Ok(())
}

/// Connects as a player with credentials, or as a spectator; the state that the server sends.
async fn enter(
    server: SocketAddr,
    number: u64,
    game: &Game,
    player: Option<(&str, &String)>,
) -> Result<(Socket, Value), Failure> {
    let mut socket = connect(server, number, PATH, None).await?;
    packet(&mut socket, OPENED).await?;
    let hello = Message::text(format!("{CONNECT}{NAMESPACE}"));
    socket.send(hello).await?;
    packet(&mut socket, CONNECT).await?;
    let (player, credentials) = player.unzip();
    let sync = event(&json!(["sync", game.id, player, credentials, 2]));
    socket.send(sync).await?;
    let mut synced = hear(&mut socket, "sync").await?;
    Ok((socket, synced["state"].take()))
}

fn event(arguments: &Value) -> Message {
    Message::text(format!("{EVENT}{NAMESPACE}{arguments}"))
}

/// The second argument of the next event of this name; the first is the game's id.
async fn hear(socket: &mut Socket, name: &str) -> Result<Value, Failure> {
    loop {
        let text = packet(socket, EVENT).await?;
        let arguments = text.strip_prefix(NAMESPACE).ok_or("another namespace")?;
        let mut arguments: Value = serde_json::from_str(arguments)?;
        if arguments[0] == name {
            return Ok(arguments[2].take());
        }
    }
}

/// What follows in the next packet that begins like this.
async fn packet(socket: &mut Socket, start: &str) -> Result<String, Failure> {
    loop {
        let message = socket.next().await.ok_or("the socket was closed")??;
        let Message::Text(text) = message else {
            continue;
        };
        if text.as_str() == PING {
            socket.send(Message::text(PONG)).await?;
        } else if let Some(rest) = text.strip_prefix(start) {
            return Ok(rest.to_owned());
        }
    }
}
