//! Those who watch: sockets that follow games at several nodes and move between them, and readers who
//! ask any node how a game stands.

use std::collections::HashMap;
use std::net::TcpStream;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use serde_json::Value;
use tungstenite::{ClientRequestBuilder, Error, HandshakeError, Message, WebSocket};

use super::caller::{Caller, Failure};
use super::finding::{Checker, Finding};
use super::history::{Event, Micros, Span, Witness};
use super::stage::{Counts, Game, Stage, lock};

/// How long a socket stays at a node, in milliseconds.
const STAYS: std::ops::Range<u64> = 1_500..15_000;

/// How long a socket waits for an event before it looks around, and for a connection.
const LISTEN: Duration = Duration::from_millis(200);
const CONNECT: Duration = Duration::from_secs(2);

/// How long a watcher waits before the next try.
const TRY_AGAIN: Duration = Duration::from_millis(100);

/// How long watchers may take to come to the last version of a game once all nodes are ready.
const CATCH_UP: Micros = 30_000_000;

/// How long a reader waits between two questions: one who asks any node for any game, and one who asks one
/// node for the game of one table.
const READ_EVERY: Duration = Duration::from_millis(25);
const LOOK_EVERY: Duration = Duration::from_millis(90);

type Socket = WebSocket<TcpStream>;

/// A client that follows the games of a table over sockets.
#[derive(Debug)]
pub(crate) struct Watcher<'a> {
    stage: &'a Stage,
    table: usize,
    number: u32,
    random: ChaCha8Rng,
    node: usize,
}

impl<'a> Watcher<'a> {
    /// The watcher of this number at a table.
    pub(crate) fn new(stage: &'a Stage, table: usize, number: usize, seed: u64) -> Watcher<'a> {
        Watcher {
            stage,
            table,
            number: u32::try_from(100 + 10 * table + number).unwrap_or_default(),
            random: ChaCha8Rng::seed_from_u64(seed),
            node: (table + number) % stage.balancer.nodes(),
        }
    }

    /// Watches until the stage is left and all was seen.
    pub(crate) fn watch(&mut self) {
        while !self.stage.is_closing() {
            match self.stage.game(self.table) {
                Some(game) => self.follow(&game),
                None => thread::sleep(TRY_AGAIN),
            }
        }
    }

    /// Follows a game to its last version.
    fn follow(&mut self, game: &Arc<Game>) {
        let mut seen = 0;
        let mut late_since = None;
        while !self.stage.findings.are_any() {
            if game.last().is_some_and(|last| seen >= last) {
                return self.rest(game);
            }
            self.follow_at(game, &mut seen);
            // Nobody is late as long as something is in the way.
            let is_behind = game.last().is_some_and(|last| seen < last);
            if !is_behind || !self.stage.balancer.are_all_ready() {
                late_since = None;
                continue;
            }
            let since = *late_since.get_or_insert(self.stage.now());
            if self.stage.now() - since > CATCH_UP {
                let what = format!(
                    "client {}: the sockets of {} show version {seen}, the last is {:?}",
                    self.number,
                    game.id(),
                    game.last()
                );
                self.stage
                    .findings
                    .note(Finding::new(Checker::Progress, what));
            }
        }
    }

    /// Waits for the next game of the table, or the end.
    fn rest(&self, game: &Arc<Game>) {
        let is_current = || {
            let current = self.stage.game(self.table);
            current.is_some_and(|current| Arc::ptr_eq(&current, game))
        };
        while is_current() && !self.stage.is_closing() {
            thread::sleep(TRY_AGAIN);
        }
    }

    /// Follows a game at one node for a while.
    fn follow_at(&mut self, game: &Game, seen: &mut u64) {
        let nodes = self.stage.balancer.nodes();
        let others = nodes.saturating_sub(1).max(1);
        let step = as_place(self.random.next_u64()) % others;
        self.node = (self.node + 1 + step) % nodes;
        let by = Witness {
            client: self.number,
            node: self.node,
        };
        let mut socket = match self.open(game, *seen) {
            Ok(socket) => socket,
            Err(Some(said)) => return self.stage.wrong(by, &said),
            Err(None) => return thread::sleep(TRY_AGAIN),
        };
        Counts::add(&self.stage.counts.sockets);
        let stays = STAYS.start + self.random.next_u64() % (STAYS.end - STAYS.start);
        let until = self.stage.now() + 1_000 * stays;
        while self.stage.now() < until && !self.stage.findings.are_any() {
            if game.last().is_some_and(|last| *seen >= last) {
                break;
            }
            match socket.read() {
                Ok(Message::Text(text)) => {
                    if !self.hear(game, text.as_str(), seen, by) {
                        return;
                    }
                }
                Ok(_) => {}
                Err(Error::Io(error))
                    if matches!(
                        error.kind(),
                        std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut
                    ) => {}
                Err(_) => return thread::sleep(TRY_AGAIN),
            }
        }
        // One that is not closed in order is closed all the same.
        let _ = socket.close(None);
    }

    /// Opens a socket for what comes after a version; else what no client should be answered.
    fn open(&self, game: &Game, after: u64) -> Result<Socket, Option<String>> {
        let host = self.stage.balancer.address(self.node);
        let host = host.trim_start_matches("http://");
        let address = host
            .parse()
            .map_err(|_| Some(format!("no address: {host}")))?;
        let stream = TcpStream::connect_timeout(&address, CONNECT).map_err(|_| None)?;
        let set = |timeout| stream.set_read_timeout(Some(timeout)).map_err(|_| None);
        set(CONNECT)?;
        let path = format!("ws://{host}/api/games/{}/socket?after={after}", game.id());
        let uri = path
            .parse()
            .map_err(|_| Some(format!("no address: {path}")))?;
        match tungstenite::client(
            ClientRequestBuilder::new(uri),
            stream.try_clone().map_err(|_| None)?,
        ) {
            Ok((socket, _)) => {
                set(LISTEN)?;
                Ok(socket)
            }
            Err(HandshakeError::Failure(Error::Http(response))) => {
                let status = response.status().as_u16();
                let said = response.into_body().unwrap_or_default();
                let said = String::from_utf8_lossy(&said).into_owned();
                Err((![500, 503].contains(&status)).then(|| format!("{path}: {status} {said}")))
            }
            Err(_) => Err(None),
        }
    }

    /// Notes an event; returns `false` if it is not the next one.
    fn hear(&self, game: &Game, text: &str, seen: &mut u64, by: Witness) -> bool {
        let at = self.stage.now();
        let value: Value = serde_json::from_str(text).unwrap_or_default();
        let Some(event) = self.stage.findings.check(Event::of(&value)) else {
            return false;
        };
        if event.version != *seen + 1 {
            let what = format!(
                "{by} has followed {} to version {seen}, and is sent {event:?}",
                game.id()
            );
            self.stage
                .findings
                .note(Finding::new(Checker::OnePrefix, what));
            return false;
        }
        *seen = event.version;
        Counts::add(&self.stage.counts.events);
        let shown = lock(&game.history).show(event, at, by);
        self.stage.findings.check(shown).is_some()
    }
}

fn as_place(number: u64) -> usize {
    usize::try_from(number).unwrap_or_default()
}

/// A client that asks how games stand.
///
/// One asks any node for any game, and must never see one go back. One asks a single node for every game
/// in turn: so it is known when a node that answers began to show a version, however long the player
/// waits for another that does not.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    stage: &'a Stage,
    number: u32,
    /// The only node that it asks, and the table for whose game. An answer that keeps one waiting hides no
    /// other game.
    place: Option<(usize, usize)>,
    random: ChaCha8Rng,
    caller: Caller,
    seen: HashMap<String, u64>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(
        stage: &'a Stage,
        number: usize,
        place: Option<(usize, usize)>,
        seed: u64,
    ) -> Reader<'a> {
        Reader {
            stage,
            number: u32::try_from(1_000 + number).unwrap_or_default(),
            place,
            random: ChaCha8Rng::seed_from_u64(seed),
            caller: Caller::new(),
            seen: HashMap::new(),
        }
    }

    /// Reads until the stage is to be left.
    pub(crate) fn read(&mut self) {
        while !self.stage.is_stopping() {
            let (game, pause) = if let Some((_, table)) = self.place {
                (self.stage.game(table), LOOK_EVERY)
            } else {
                let games = lock(&self.stage.games);
                let games: Vec<&Arc<Game>> = games.iter().flatten().collect();
                let choice = as_place(self.random.next_u64());
                let game = games.get(choice % games.len().max(1));
                (game.copied().cloned(), READ_EVERY)
            };
            if let Some(game) = game {
                self.ask(&game);
            }
            thread::sleep(pause);
        }
    }

    fn ask(&mut self, game: &Game) {
        let any = self.stage.balancer.any(&mut self.random);
        let node = self.place.map_or(any, |(node, _)| node);
        let asks_all_the_same = self.random.next_u64().is_multiple_of(8);
        if !self.stage.balancer.is_ready(node) && !asks_all_the_same {
            return;
        }
        let by = Witness {
            client: self.number,
            node,
        };
        let address = format!(
            "{}/api/games/{}",
            self.stage.balancer.address(node),
            game.id()
        );
        let sent = self.stage.now();
        let state = match self.caller.get(&address, None) {
            Ok(state) => state,
            Err(Failure::Again(_)) => return Counts::add(&self.stage.counts.failures),
            Err(Failure::Wrong(said)) => return self.stage.wrong(by, &said),
        };
        let span = Span {
            sent,
            answered: self.stage.now(),
        };
        Counts::add(&self.stage.counts.reads);
        let version = state["version"].as_u64().unwrap_or_default();
        let seen = self.seen.entry(game.id().to_owned()).or_default();
        if version < *seen {
            let what = format!(
                "{by} was shown version {version} of {} after version {seen}",
                game.id()
            );
            return self
                .stage
                .findings
                .note(Finding::new(Checker::Sessions, what));
        }
        *seen = version;
        let read = lock(&game.history).read(version, state["head"].as_str(), span, by);
        self.stage.findings.check(read);
    }
}
