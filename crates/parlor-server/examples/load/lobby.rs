//! Clients that look in the lobby for somebody to play with, leave and come back.

use std::io::Write as _;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use super::Failure;
use super::http::{Connections, Question};
use super::looker::{Looker, told};

/// How often somebody looks for a game, in all: the pauses are such that this comes of it.
const POSTS_A_SECOND: f64 = 100.0;

/// How long it may take until nobody is in the list after everybody has left.
const CLEARED: Duration = Duration::from_secs(20);

/// How many look again at the same time, when all is over.
const LOOKING_AGAIN: usize = 32;

/// What is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) servers: Vec<SocketAddr>,
    pub(crate) clients: u32,
    pub(crate) lasts: Duration,
    /// Until when clients vanish, who are then in the list for a while.
    pub(crate) vanish: Duration,
    pub(crate) seed: u64,
}

impl Plan {
    /// The mean pause of a client between two games.
    pub(crate) fn pause(&self) -> Duration {
        Duration::from_secs_f64(f64::from(self.clients) / POSTS_A_SECOND)
    }
}

/// What a client has seen. Times are in microseconds since the beginning.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Seen {
    /// Time begins.
    Began,
    /// A challenge of its own.
    Challenge(Challenge),
    /// It has accepted that of another.
    Acceptance {
        client: u32,
        name: String,
        of: String,
        sent: u64,
        told: Option<Told>,
        end: End,
    },
    /// Who sits in a game, as the client with this name was shown it.
    Seats {
        game: String,
        name: String,
        seats: Vec<(String, String)>,
    },
    /// A server did not answer, or answered that it cannot.
    Trouble { node: usize, at: u64, what: String },
    /// An answer that should not be.
    Wrong { what: String },
    /// A challenge of this name that its poster has left, and that waits for them to come back.
    Remembered { name: String },
    /// When nobody was in the list any more after all had left, or who still was.
    Cleared {
        node: usize,
        after: Option<u64>,
        left: Vec<String>,
    },
}

/// A challenge of a client's own.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Challenge {
    pub(crate) client: u32,
    /// What the client is called in this game alone.
    pub(crate) name: String,
    /// Equal if they fit.
    pub(crate) terms: u32,
    /// Its id; `None` if there was no answer.
    pub(crate) id: Option<String>,
    pub(crate) sent: u64,
    /// From when till when the client was there and the challenge stood.
    pub(crate) stood: Vec<(u64, u64)>,
    /// When it was last asked for.
    pub(crate) asked: u64,
    pub(crate) told: Vec<Told>,
    pub(crate) end: End,
    /// When it was over.
    pub(crate) ended: u64,
    /// Whether its node failed it, and whether another has answered then.
    pub(crate) was_failed: bool,
    pub(crate) was_moved: bool,
    /// How often the answer to a withdrawal was that somebody is about to accept it.
    pub(crate) about_to: u32,
    /// Whether it had led to a game when it was withdrawn.
    pub(crate) was_too_late: bool,
    #[serde(skip)]
    pub(crate) token: String,
}

/// A game and a seat, as they were told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Told {
    pub(crate) at: u64,
    pub(crate) game: String,
    pub(crate) seat: String,
}

/// How it ended for a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum End {
    /// In a game.
    Paired,
    /// Withdrawn, as was answered.
    Withdrawn,
    /// It was no more.
    Missing,
    /// The client has stopped to ask.
    Vanished,
    /// There was no answer.
    Lost,
}

/// What all clients share.
#[derive(Debug)]
pub(crate) struct Log {
    began: Instant,
    seen: Mutex<Vec<Seen>>,
}

impl Log {
    pub(crate) fn began(&self) -> Instant {
        self.began
    }

    /// Microseconds since the beginning.
    pub(crate) fn now(&self) -> u64 {
        u64::try_from(self.began.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    pub(crate) fn note(&self, seen: Seen) {
        self.lock().push(seen);
    }

    pub(crate) fn wrong(&self, what: String) {
        self.note(Seen::Wrong { what });
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Seen>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Lets all clients look for games until the time is up, and writes what they have seen: one object a line.
pub(crate) async fn look_all(plan: Plan) -> Result<(), Failure> {
    // Each has a connection or two to every server.
    rlimit::increase_nofile_limit(u64::MAX)?;
    write(&[Seen::Began])?;
    let plan = Arc::new(plan);
    let log = Arc::new(Log {
        began: Instant::now(),
        seen: Mutex::default(),
    });
    let mut clients = JoinSet::new();
    for client in 0..plan.clients {
        let looker = Looker::new(client, Arc::clone(&plan), Arc::clone(&log));
        clients.spawn(looker.live());
    }
    while let Some(lived) = clients.join_next().await {
        lived?;
    }
    clear(&plan, &log).await?;
    look_again(&plan, &log).await?;
    let seen = log.lock();
    write(&seen)
}

/// Waits until nobody is in the list, at any server.
async fn clear(plan: &Plan, log: &Log) -> Result<(), Failure> {
    let connections = Connections::new(&plan.servers);
    let began = Instant::now();
    for node in 0..plan.servers.len() {
        loop {
            let answer = connections.ask(node, &listing()).await?;
            let left = listed(&answer.body);
            let after = began.elapsed();
            let is_clear = left.is_empty() && answer.status == 200;
            if is_clear || after > CLEARED {
                let after = u64::try_from(after.as_micros())?;
                let after = is_clear.then_some(after);
                log.note(Seen::Cleared { node, after, left });
                break;
            }
            sleep(Duration::from_millis(200)).await;
        }
    }
    Ok(())
}

pub(crate) fn listing() -> Question<'static> {
    Question {
        method: "GET",
        path: "/api/lobby".to_owned(),
        token: None,
        body: None,
    }
}

/// The ids of the challenges in the list.
pub(crate) fn listed(lobby: &Value) -> Vec<String> {
    let challenges = lobby["challenges"].as_array().into_iter().flatten();
    let ids = challenges.filter_map(|challenge| challenge["id"].as_str());
    ids.map(str::to_owned).collect()
}

/// Asks for every challenge once more, also for those whose poster has vanished.
async fn look_again(plan: &Plan, log: &Arc<Log>) -> Result<(), Failure> {
    let mut parts = JoinSet::new();
    for part in 0..LOOKING_AGAIN {
        let (servers, log) = (plan.servers.clone(), Arc::clone(log));
        parts.spawn(async move {
            let connections = Connections::new(&servers);
            let count = log.lock().len();
            for place in (part..count).step_by(LOOKING_AGAIN) {
                let seen = log.lock().get(place).cloned();
                let Some(Seen::Challenge(challenge)) = seen else {
                    continue;
                };
                let Some(id) = &challenge.id else { continue };
                let node = place % servers.len();
                let path = format!("/api/lobby/challenges/{id}");
                let question = Question {
                    method: "GET",
                    path: path.clone(),
                    token: Some(&challenge.token),
                    body: None,
                };
                let answer = connections.ask(node, &question).await?;
                if answer.status == 404 {
                    if challenge.end == End::Paired {
                        log.wrong(format!("{path} of a pair was answered with 404 in the end"));
                    }
                    continue;
                }
                if challenge.end == End::Vanished && answer.body["status"] == "waiting" {
                    let name = challenge.name;
                    log.note(Seen::Remembered { name });
                    continue;
                }
                let Some(told) = told(&answer.body, log.now()) else {
                    log.wrong(format!(
                        "GET {path} was answered in the end with {} {}, after it was {:?}",
                        answer.status, answer.body, challenge.end
                    ));
                    continue;
                };
                let question = Question {
                    path: format!("/api/games/{}", told.game),
                    ..question
                };
                let game = connections.ask(node, &question).await?;
                super::looker::note_seats(&log, &challenge.name, &told, &game);
                if let Some(Seen::Challenge(challenge)) = log.lock().get_mut(place) {
                    challenge.told.push(told);
                }
            }
            Ok::<(), Failure>(())
        });
    }
    while let Some(part) = parts.join_next().await {
        part??;
    }
    Ok(())
}

fn write(seen: &[Seen]) -> Result<(), Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for seen in seen {
        writeln!(out, "{}", json!(seen))?;
    }
    out.flush()?;
    Ok(())
}
