//! Persons who play, and keep a ledger of what was acknowledged.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use serde_json::{Value, json};

use super::caller::{Answer, Caller, Failure, Receipt};
use super::finding::{Checker, Finding};
use super::history::{Acknowledged, Event, Log, Micros, Span, Witness};
use super::stage::{Counts, Finished, Game, Move, Stage, lock};
use super::verify::Verifier;

/// How long a player waits before asking again whose turn it is, and before sending again what was not
/// answered.
const LOOK_AGAIN: Duration = Duration::from_millis(15);
const TRY_AGAIN: Duration = Duration::from_millis(60);

/// The events of a log that are asked for at a time.
const PAGE: usize = 1_000;

/// One of so many actions is sent to two nodes at once, is sent against another action on the same
/// version, or is a resignation.
const TWICE: u64 = 16;
const RIVALS: u64 = 16;
const RESIGNS: u64 = 400;

/// The kinds of tables.
const KINDS: [fn() -> Value; 10] = [
    || {
        table(
            "ludo",
            "classic",
            &[human("A"), bot("C", "priority")],
            &json!({}),
        )
    },
    || {
        table(
            "kuba",
            "classroom",
            &[human("W"), human("B")],
            &json!({"limit": 200}),
        )
    },
    || {
        table(
            "kuba",
            "tournament",
            &[human("W"), bot("B", "greedy")],
            &json!({"limit": 120}),
        )
    },
    || table("ludo", "classic", &[human("A"), human("C")], &clock(10_800)),
    || {
        table(
            "kuba",
            "classroom",
            &[human("W"), invited("B")],
            &clock(10_800),
        )
    },
    || {
        let seats = [
            bot("A", "random"),
            human("B"),
            bot("C", "priority"),
            human("D"),
        ];
        table("ludo", "classic", &seats, &json!({}))
    },
    || table("kuba", "classroom", &[human("W"), human("B")], &clock(10)),
    || {
        table(
            "ludo",
            "classic",
            &[human("A"), invited("B")],
            &json!({"limit": 90}),
        )
    },
    || {
        table(
            "kuba",
            "classroom",
            &[bot("W", "level-1"), human("B")],
            &json!({"limit": 100}),
        )
    },
    || {
        table(
            "ludo",
            "classic",
            &[human("A"), bot("C", "random")],
            &clock(12),
        )
    },
];

fn table(game: &str, rules: &str, seats: &[Value], more: &Value) -> Value {
    let mut table = json!({"game": game, "rules": rules, "seats": seats});
    for (name, value) in more.as_object().into_iter().flatten() {
        table[name] = value.clone();
    }
    table
}

fn human(seat: &str) -> Value {
    json!({"seat": seat, "kind": "human"})
}

fn invited(seat: &str) -> Value {
    json!({"seat": seat, "kind": "invited"})
}

fn bot(seat: &str, bot: &str) -> Value {
    json!({"seat": seat, "kind": "bot", "bot": bot})
}

/// No time is added, so that the clock shows exactly what was charged.
fn clock(seconds: u32) -> Value {
    json!({"clock": {"initial_seconds": seconds, "increment_seconds": 0}, "limit": 120})
}

/// The number of kinds of tables.
pub(crate) const TABLES: usize = KINDS.len();

/// A person at a table.
#[derive(Debug)]
pub(crate) struct Player<'a> {
    stage: &'a Stage,
    verifier: &'a Verifier,
    table: usize,
    /// 0 makes the games.
    place: usize,
    number: u32,
    random: ChaCha8Rng,
    caller: Caller,
    /// The newest version of the game that this player was shown.
    seen: u64,
    game: Option<Arc<Game>>,
    failed: Option<usize>,
}

impl<'a> Player<'a> {
    pub(crate) fn new(
        stage: &'a Stage,
        verifier: &'a Verifier,
        (table, place): (usize, usize),
        seed: u64,
    ) -> Player<'a> {
        Player {
            stage,
            verifier,
            table,
            place,
            number: u32::try_from(2 * table + place).unwrap_or_default(),
            random: ChaCha8Rng::seed_from_u64(seed),
            caller: Caller::new(),
            seen: 0,
            game: None,
            failed: None,
        }
    }

    /// Whether one in so many times is now.
    fn one_in(&mut self, times: u64) -> bool {
        self.random.next_u64().is_multiple_of(times)
    }

    fn by(&self, node: usize) -> Witness {
        Witness {
            client: self.number,
            node,
        }
    }

    /// Plays until the stage is to be left.
    pub(crate) fn play(&mut self) {
        while !self.stage.is_stopping() {
            let current = self.stage.game(self.table);
            let is_same = match (&current, &self.game) {
                (Some(current), Some(game)) => Arc::ptr_eq(current, game),
                (None, None) => true,
                _ => false,
            };
            if !is_same {
                self.seen = 0;
                self.game = current;
            }
            match self.game.clone() {
                Some(game) => self.step(&game),
                None if self.place == 0 => self.make(),
                None => thread::sleep(LOOK_AGAIN),
            }
        }
    }

    fn make(&mut self) {
        let wanted = KINDS[self.table % KINDS.len()]();
        let node = self.node("new");
        match self.caller.make(self.stage.balancer.address(node), &wanted) {
            Ok(made) => {
                Counts::add(&self.stage.counts.made);
                let game = Game::new(made, self.table, wanted["game"] == "ludo");
                lock(&self.stage.games)[self.table] = Some(game);
            }
            Err(failure) => self.fail(node, failure),
        }
    }

    /// The node for the next request.
    fn node(&mut self, game: &str) -> usize {
        let failed = self.failed.take();
        self.stage.balancer.route(game, failed, &mut self.random)
    }

    fn fail(&mut self, node: usize, failure: Failure) {
        match failure {
            Failure::Again(_) => {
                Counts::add(&self.stage.counts.failures);
                self.failed = Some(node);
                thread::sleep(TRY_AGAIN);
            }
            Failure::Wrong(said) => self.stage.wrong(self.by(node), &said),
        }
    }

    /// The tokens of this player's seats: of all human seats those of an even or odd place.
    fn tokens<'g>(&self, game: &'g Game) -> Vec<&'g (String, String)> {
        let of_player = |place: usize| place % 2 == self.place;
        let tokens = game.made.tokens.iter().enumerate();
        tokens
            .filter(|(place, _)| of_player(*place))
            .map(|(_, token)| token)
            .collect()
    }

    /// Looks at the game, and does what is to be done.
    fn step(&mut self, game: &Arc<Game>) {
        let tokens = self.tokens(game);
        let Some((_, first)) = tokens.first() else {
            return thread::sleep(LOOK_AGAIN);
        };
        let Some((state, node)) = self.read(game, first) else {
            return;
        };
        if state["status"] == "over" {
            return match self.place {
                0 => self.end(game, &state, node),
                _ => thread::sleep(LOOK_AGAIN),
            };
        }
        let version = state["version"].as_u64().unwrap_or_default();
        let also = state["also"].as_array().into_iter().flatten();
        let joins = also
            .filter(|choice| choice["action"] == "join")
            .find_map(|choice| tokens.iter().find(|(seat, _)| choice["seat"] == **seat));
        if let Some((_, token)) = joins {
            self.send(game, token, version, "join", node);
            return;
        }
        let to_act = state["to_act"].as_str();
        // A seat that was given up is played by a bot.
        let seats = state["seats"].as_array().into_iter().flatten();
        let is_bots = |seat: &str| {
            let mut seats = seats.clone();
            seats.any(|state| state["seat"] == *seat && !state["bot"].is_null())
        };
        let mine = tokens
            .iter()
            .find(|(seat, _)| Some(&**seat) == to_act && !is_bots(seat));
        let legal: Vec<&str> = state["legal"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let (Some((_, token)), false) = (mine, legal.is_empty()) else {
            return thread::sleep(LOOK_AGAIN);
        };
        thread::sleep(Duration::from_millis(self.random.next_u64() % 25));
        let mut choose =
            || legal[usize::try_from(self.random.next_u64()).unwrap_or(0) % legal.len()];
        let (action, rival) = (choose(), choose());
        if self.one_in(RESIGNS) {
            self.send(game, token, version, "resign", node);
        } else if self.one_in(TWICE) {
            self.send_twice(game, token, version, [action, action]);
        } else if self.one_in(RIVALS) && action != rival {
            self.send_twice(game, token, version, [action, rival]);
        } else {
            self.send(game, token, version, action, node);
        }
    }

    /// The state of a game as a seat is shown it, and the node that showed it.
    fn read(&mut self, game: &Game, token: &str) -> Option<(Value, usize)> {
        let node = self.node(game.id());
        let address = format!(
            "{}/api/games/{}",
            self.stage.balancer.address(node),
            game.id()
        );
        let sent = self.stage.now();
        let state = match self.caller.get(&address, Some(token)) {
            Ok(state) => state,
            Err(failure) => {
                self.fail(node, failure);
                return None;
            }
        };
        let span = Span {
            sent,
            answered: self.stage.now(),
        };
        Counts::add(&self.stage.counts.reads);
        let version = state["version"].as_u64().unwrap_or_default();
        let head = state["head"].as_str();
        let by = self.by(node);
        if version < self.seen {
            let what = format!(
                "{by} was shown version {version} of {} after version {}",
                game.id(),
                self.seen
            );
            self.stage
                .findings
                .note(Finding::new(Checker::Sessions, what));
            return None;
        }
        self.seen = version;
        let read = lock(&game.history).read(version, head, span, by);
        self.stage.findings.check(read)?;
        Some((state, node))
    }

    /// Sends an action until it is answered.
    fn send(&mut self, game: &Game, token: &str, version: u64, action: &str, node: usize) {
        let sending = Sending {
            stage: self.stage,
            caller: self.caller.clone(),
            game,
            token,
            version,
            action,
            action_id: format!("{:016x}", self.random.next_u64()),
            number: self.number,
            began: self.stage.now(),
            may_be_there: false,
        };
        let seed = self.random.next_u64();
        if let Some(seen) = sending.until_answered(node, seed) {
            self.seen = self.seen.max(seen);
        }
    }

    /// Sends two actions on one version to two nodes at once, or the same one twice: by a key of its
    /// own, it is done once.
    fn send_twice(&mut self, game: &Game, token: &str, version: u64, actions: [&str; 2]) {
        let first = self.stage.balancer.any(&mut self.random);
        let second = (first + 1) % self.stage.balancer.nodes();
        let ids = [self.random.next_u64(), self.random.next_u64()].map(|id| format!("{id:016x}"));
        let is_same = actions[0] == actions[1];
        let seed = self.random.next_u64();
        // Of both: the other one may have done it before this one is on its way.
        let began = self.stage.now();
        let sending = |number: usize| Sending {
            stage: self.stage,
            caller: self.caller.clone(),
            game,
            token,
            version,
            action: actions[number],
            action_id: ids[if is_same { 0 } else { number }].clone(),
            number: self.number,
            began,
            may_be_there: is_same,
        };
        let seen = thread::scope(|scope| {
            let other = sending(1);
            let other = scope.spawn(move || other.until_answered(second, seed ^ 1));
            let seen = sending(0).until_answered(first, seed);
            seen.max(other.join().unwrap_or_default())
        });
        if let Some(seen) = seen {
            self.seen = self.seen.max(seen);
        }
    }

    /// Compares a game that is over with all that was seen of it, and begins another.
    fn end(&mut self, game: &Arc<Game>, state: &Value, node: usize) {
        let wants_rematch = state["rematch"].is_null() && self.one_in(2);
        if wants_rematch && let Some((_, token)) = self.tokens(game).first() {
            let version = state["version"].as_u64().unwrap_or_default();
            self.send(game, token, version, "rematch", node);
            return;
        }
        let Some(log) = self.log(game) else {
            return;
        };
        let (Some(last), true) = (log.events.last(), self.stage.finish(game, &log)) else {
            return;
        };
        let node = log.by.node;
        let receipt = lock(&game.receipt).clone();
        let address = self.stage.balancer.address(node);
        match self
            .verifier
            .verify(&self.caller, address, game, receipt.as_deref())
        {
            Ok(Ok(())) => Counts::add(&self.stage.counts.verified),
            Ok(Err(finding)) => return self.stage.findings.note(finding),
            Err(failure) => return self.fail(node, failure),
        }
        lock(&self.stage.finished).push(Finished {
            id: game.id().to_owned(),
            version: last.version,
            head: last.head.clone(),
        });
        game.last.store(last.version, Ordering::Release);
        let next = state["rematch"].as_str().map(|id| {
            Counts::add(&self.stage.counts.rematches);
            let mut made = game.made.clone();
            id.clone_into(&mut made.id);
            self.rotated(made, game)
        });
        lock(&self.stage.games)[self.table] = next.flatten();
    }

    /// The rematch of a game: the same tokens, for other seats.
    fn rotated(&mut self, mut made: crate::server::NewGame, game: &Game) -> Option<Arc<Game>> {
        for (seat, token) in &mut made.tokens {
            let address = loop {
                let node = self.node(&made.id);
                let address = format!(
                    "{}/api/games/{}",
                    self.stage.balancer.address(node),
                    made.id
                );
                match self.caller.get(&address, Some(token)) {
                    Ok(state) => break state,
                    Err(failure) => self.fail(node, failure),
                }
                if self.stage.findings.are_any() {
                    return None;
                }
            };
            address["you"][0].as_str()?.clone_into(seat);
        }
        Some(Game::new(made, self.table, game.is_ludo))
    }

    /// The whole log of a game.
    pub(crate) fn log(&mut self, game: &Game) -> Option<Log> {
        let mut log: Vec<Event> = Vec::new();
        loop {
            let node = self.node(game.id());
            let address = format!(
                "{}/api/games/{}/events?after={}",
                self.stage.balancer.address(node),
                game.id(),
                log.len()
            );
            let sent = self.stage.now();
            match self.caller.get(&address, None) {
                Ok(page) => {
                    let page = page.as_array().cloned().unwrap_or_default();
                    let events = page.iter().map(Event::of).collect::<Result<Vec<_>, _>>();
                    log.extend(self.stage.findings.check(events)?);
                    if page.len() < PAGE {
                        let answered = self.stage.now();
                        return Some(Log {
                            events: log,
                            span: Span { sent, answered },
                            by: self.by(node),
                        });
                    }
                }
                Err(failure) => self.fail(node, failure),
            }
            if self.stage.findings.are_any() {
                return None;
            }
        }
    }

    /// Looks at the game of the table for the last time, when no person plays any more.
    pub(crate) fn look_back(&mut self) {
        let Some(game) = self.stage.game(self.table) else {
            return;
        };
        let Some(log) = self.log(&game) else {
            return;
        };
        if self.stage.finish(&game, &log) {
            let last = log.events.len() as u64;
            game.last.store(last, Ordering::Release);
        }
    }
}

/// An action that is sent until it is answered.
struct Sending<'a> {
    stage: &'a Stage,
    caller: Caller,
    game: &'a Game,
    token: &'a str,
    version: u64,
    action: &'a str,
    action_id: String,
    number: u32,
    /// When it may have been sent first.
    began: Micros,
    /// Whether the same is sent by another thread.
    may_be_there: bool,
}

impl Sending<'_> {
    /// Sends it first to this node; returns the version that the game has come to, if that is known.
    fn until_answered(&self, mut node: usize, seed: u64) -> Option<u64> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        loop {
            let sent = self.stage.now();
            let balancer = &self.stage.balancer;
            let action = (self.version, &*self.action_id, self.action);
            let address = balancer.address(node);
            let answer = self.caller.act(address, self.game.id(), self.token, action);
            let answered = self.stage.now();
            let by = Witness {
                client: self.number,
                node,
            };
            match answer {
                Ok(answer) => {
                    let span = Span {
                        sent: self.began,
                        answered,
                    };
                    return self.note(answer, span, sent, by);
                }
                Err(Failure::Again(_)) => {
                    Counts::add(&self.stage.counts.failures);
                    if self.stage.findings.are_any() {
                        return None;
                    }
                    thread::sleep(TRY_AGAIN);
                    node = balancer.route(self.game.id(), Some(node), &mut random);
                }
                Err(Failure::Wrong(said)) => {
                    self.stage.wrong(by, &said);
                    return None;
                }
            }
        }
    }

    fn note(&self, answer: Answer, span: Span, sent_last: u64, by: Witness) -> Option<u64> {
        let counts = &self.stage.counts;
        let (receipt, is_first) = match answer {
            Answer::Committed(receipt) => (receipt, true),
            // Also to what was sent once: the node had passed it on, and no answer came back.
            Answer::Duplicate(receipt) => {
                Counts::add(&counts.duplicates);
                (receipt, false)
            }
            Answer::Stale(version) => {
                Counts::add(&counts.stale);
                let mut history = lock(&self.game.history);
                if version == self.version {
                    drop(history);
                    self.stage
                        .wrong(by, "stale, though the game is at the version of the action");
                    return None;
                }
                // It was sent last at this time: what came before does not tell.
                let span = Span {
                    sent: sent_last,
                    ..span
                };
                let read = history.read(version, None, span, by);
                history.refuse(&self.action_id);
                drop(history);
                return self.stage.findings.check(read).map(|()| version);
            }
            Answer::Rejected(why) => {
                let what = format!("rejected, to the legal action {}: {why}", self.action);
                self.stage.wrong(by, &what);
                return None;
            }
        };
        let Receipt {
            version,
            head,
            signed,
        } = receipt;
        if version != self.version + 1 {
            let what = format!(
                "{by} sent {} on version {} of {}, and it was acknowledged as version {version}",
                self.action,
                self.version,
                self.game.id()
            );
            self.stage
                .findings
                .note(Finding::new(Checker::Acknowledged, what));
            return None;
        }
        let acknowledged = Acknowledged {
            action_id: self.action_id.clone(),
            action: self.action.to_owned(),
            version,
            head,
            span,
            sent_last,
        };
        if signed.is_some() {
            *lock(&self.game.receipt) = signed;
        }
        let noted = lock(&self.game.history).acknowledge(acknowledged, by);
        self.stage.findings.check(noted)?;
        if is_first || !self.may_be_there {
            Counts::add(&counts.acknowledged);
        }
        lock(&self.stage.moves).push(Move {
            table: self.game.table,
            span,
        });
        Some(version)
    }
}
