//! A socket of a game, and moves drawn for it.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use kuba_rules::{Position, Rules};
use serde_json::{Value, json};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::{ClientRequestBuilder, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use super::{Failure, Game};

/// How many sockets come from one address: no more than a visitor may open.
const FROM_ONE_ADDRESS: u64 = 100;

/// Constants of a linear congruential generator (Knuth, MMIX).
const MULTIPLIER: u64 = 6_364_136_223_846_793_005;
const INCREMENT: u64 = 1_442_695_040_888_963_407;

pub(crate) type Socket = WebSocketStream<TcpStream>;

/// Opens the socket of a player, or of somebody who watches; the number gives the client's address.
pub(crate) async fn open(
    server: SocketAddr,
    number: u64,
    game: &Game,
    token: Option<&String>,
) -> Result<Socket, Failure> {
    let path = format!("api/games/{}/socket", game.id);
    connect(server, number, &path, token).await
}

/// Opens a socket under a path of a server.
pub(crate) async fn connect(
    server: SocketAddr,
    number: u64,
    path: &str,
    token: Option<&String>,
) -> Result<Socket, Failure> {
    let socket = TcpSocket::new_v4()?;
    let from = u8::try_from(2 + number / FROM_ONE_ADDRESS)?;
    socket.bind(SocketAddr::new(Ipv4Addr::new(127, 0, 0, from).into(), 0))?;
    let stream = socket.connect(server).await?;
    stream.set_nodelay(true)?;
    let address = format!("ws://{server}/{path}");
    let mut request = ClientRequestBuilder::new(address.parse()?);
    if let Some(token) = token {
        request = request.with_header("Authorization", format!("Bearer {token}"));
    }
    let (socket, _) = client_async(request, stream).await?;
    Ok(socket)
}

/// The next object on a socket.
pub(crate) async fn hear(socket: &mut Socket) -> Result<Value, Failure> {
    loop {
        match socket.next().await.ok_or("the socket was closed")?? {
            Message::Text(text) => return Ok(serde_json::from_str(&text)?),
            Message::Ping(_) => {}
            other => return Err(format!("the server says {other}").into()),
        }
    }
}

/// A game as its players see it.
#[derive(Debug)]
pub(crate) struct Play {
    position: Position,
    random: u64,
    version: u64,
    moves: u64,
}

impl Play {
    /// A game that begins after this version.
    pub(crate) fn after(version: u64) -> Self {
        Self {
            position: Position::start(Rules::Classroom),
            random: 1,
            version,
            moves: 0,
        }
    }

    /// The number of moves so far.
    pub(crate) fn moves(&self) -> u64 {
        self.moves
    }

    /// The next move, as it is sent; `None` if there is none.
    pub(crate) fn next(&mut self) -> Result<Option<Message>, Failure> {
        self.random = MULTIPLIER.wrapping_mul(self.random).wrapping_add(INCREMENT);
        let legal: Vec<_> = self.position.legal_moves().iter().collect();
        let choice = usize::try_from(self.random >> 33)? % legal.len().max(1);
        let Some(&push) = legal.get(choice) else {
            return Ok(None);
        };
        self.position.play(push)?;
        let action = json!({
            "version": self.version,
            "action_id": format!("load-{:08}", self.moves),
            "action": push.to_string(),
        });
        self.version += 1;
        self.moves += 1;
        Ok(Some(Message::text(action.to_string())))
    }
}

/// Sends a move, and waits until it is committed.
pub(crate) async fn make(player: &mut Socket, action: Message) -> Result<(), Failure> {
    player.send(action.clone()).await?;
    let said = loop {
        let heard = hear(player).await?;
        if heard.get("result").is_some() || heard.get("error").is_some() {
            break heard;
        }
    };
    if said["result"] != "committed" {
        return Err(format!("to {action} the server says {said}").into());
    }
    Ok(())
}

/// The times at these percentages of a sorted list, in milliseconds.
pub(crate) fn milliseconds<const N: usize>(times: &[Duration], percent: [usize; N]) -> [f64; N] {
    percent.map(|percent| {
        let place = (times.len() * percent / 100).min(times.len().saturating_sub(1));
        times
            .get(place)
            .map_or(0.0, |time| time.as_secs_f64() * 1_000.0)
    })
}
