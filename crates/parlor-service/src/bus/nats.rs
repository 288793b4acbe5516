//! The way to the other nodes by NATS: one subject for news, and one for each node's questions.
//!
//! A message is 32 bytes of HMAC-SHA-256 (RFC 2104), by a key that is in the database, over the subject
//! and the text in JSON that follows. So a program that uses the same NATS, or another cluster, can
//! neither be mistaken for a node nor be disturbed by one.

use core::time::Duration;
use std::collections::HashMap;
use std::sync::Arc;

use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event, Message, ServerAddr, Subscriber};
use futures_util::StreamExt as _;
use hmac::{Hmac, KeyInit as _, Mac as _};
use parking_lot::Mutex;
use parlor_dice::Bytes32;
use percent_encoding::percent_decode_str;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use tokio::sync::{Semaphore, mpsc};
use tokio::time::timeout;
use tracing::{Instrument as _, Span};

use super::lateness::Lateness;
use super::{Answer, Bus, News, Question, Reply};
use crate::repeated::Repeated;
use crate::service::Service;
use crate::store::shared::Session;
use crate::trace;

/// How long to wait for an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(2);

/// How long the first connection may take before the node goes on without it.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

/// How often the connection is tried to be proved, so that one which is dead is soon given up.
const PING_EVERY: Duration = Duration::from_secs(2);

/// How long the last news may take.
const LEAVE_TIMEOUT: Duration = Duration::from_millis(500);

/// The number of questions that are answered at a time.
const MOST_ANSWERED: usize = 512;

/// The most news that wait to be told; more are lost.
const MOST_UNTOLD: usize = 4_096;

/// The bytes of the code in front of a message.
const CODE: usize = 32;

/// That there is no connection, by what the library says of it.
static UNCONNECTED: Repeated = Repeated::new();

/// Why NATS is not used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NatsError {
    /// It is no address.
    #[error("{0} is no address of NATS; expected one such as nats://nats.example.org:4222")]
    Address(String),
    /// The library refuses.
    #[error("{address} cannot be used: {reason}")]
    Refused {
        /// Where.
        address: String,
        /// Why.
        reason: String,
    },
}

/// The way to the other nodes by NATS.
#[derive(Debug)]
pub struct NatsBus {
    client: Client,
    session: Session,
    /// The code of nothing yet, by the key.
    code: Hmac<Sha256>,
    /// What is still to be told, in order.
    news: mpsc::Sender<Vec<u8>>,
    /// How many there were.
    numbered: Mutex<u64>,
    /// The beginning of all subjects: each database has one of its own.
    prefix: String,
    lateness: Lateness,
}

/// News, and whose they are.
#[derive(Debug, Serialize, Deserialize)]
struct Told {
    by: Session,
    /// Its number among the node's news, from 1: one that was heard is not heard again.
    number: u64,
    /// When, by the steady clock of that node.
    sent_ms: i64,
    news: News,
    /// The trace that they are part of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    trace: Option<String>,
}

/// A question, and whose it is.
#[derive(Debug, Serialize, Deserialize)]
struct Asked {
    by: Session,
    /// When, by the steady clock of that node.
    sent_ms: i64,
    question: Question,
    /// The trace that it is part of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    trace: Option<String>,
}

impl NatsBus {
    /// Connects to NATS at these addresses, separated by commas, as a node; with the key that all nodes
    /// over the database have. One that does not answer is tried again in the background.
    ///
    /// # Errors
    /// When it is no address, or refuses for good.
    ///
    /// # Panics
    /// Never: a key may have any length.
    pub async fn connect(
        addresses: &str,
        node: &str,
        session: Session,
        key: Bytes32,
    ) -> Result<Self, NatsError> {
        let servers = addresses.split(',').map(|address| {
            let parsed = address.trim().parse::<ServerAddr>();
            parsed.map_err(|_| NatsError::Address(without_password(address)))
        });
        let servers = servers.collect::<Result<Vec<_>, _>>()?;
        let shown = without_password(addresses);
        let name = shown.clone();
        let options = credentials(&servers)
            .name(format!("parlor {node}"))
            .ping_interval(PING_EVERY)
            .request_timeout(Some(ANSWER_TIMEOUT))
            .connection_timeout(CONNECT_TIMEOUT)
            .retry_on_initial_connect()
            .event_callback(move |event| {
                let name = name.clone();
                async move {
                    match event {
                        Event::Connected => {
                            // What has failed before is over.
                            let _ = UNCONNECTED.works();
                            tracing::info!(nats = name, "connected");
                        }
                        event => {
                            if let Some(times) = UNCONNECTED.failed(&event) {
                                tracing::warn!(nats = name, %event, times, "other nodes");
                            }
                        }
                    }
                }
            });
        let connected = options.connect(servers).await;
        let client = connected.map_err(|error| NatsError::Refused {
            address: shown,
            reason: error.to_string(),
        })?;
        // The first half of a hash names the database, and says nothing of the key.
        let database = Bytes32::sha_256(&key.0).to_string();
        let prefix = format!("parlor.{}", &database[..16]);
        let code = Hmac::new_from_slice(&key.0).expect("a key may have any length");
        let (news, told) = mpsc::channel(MOST_UNTOLD);
        tokio::spawn(publish(client.clone(), news_subject(&prefix), told));
        let bus = Self {
            client,
            session,
            code,
            news,
            numbered: Mutex::default(),
            prefix,
            lateness: Lateness::new(),
        };
        bus.wait_until_connected().await;
        Ok(bus)
    }

    /// Waits a moment for the first connection.
    async fn wait_until_connected(&self) {
        let connected = async {
            while !self.is_connected() {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        if timeout(CONNECT_TIMEOUT, connected).await.is_err() {
            tracing::warn!("NATS does not answer; until it does, nodes find out by the database");
        }
    }

    /// Hears what others tell and answers what they ask, until the connection is closed.
    ///
    /// # Errors
    /// When NATS takes no subscription.
    pub async fn listen(self: Arc<Self>, service: Service) -> Result<(), NatsError> {
        let news = self.subscribe(news_subject(&self.prefix)).await?;
        let questions = self.subscribe(self.node_subject(self.session)).await?;
        tokio::join!(
            self.hear(news, &service),
            Arc::clone(&self).answer(questions, &service)
        );
        Ok(())
    }

    async fn subscribe(&self, subject: String) -> Result<Subscriber, NatsError> {
        let subscribed = self.client.subscribe(subject).await;
        subscribed.map_err(|error| NatsError::Refused {
            address: "NATS".to_owned(),
            reason: error.to_string(),
        })
    }

    async fn hear(&self, mut messages: Subscriber, service: &Service) {
        let mut heard: HashMap<Session, u64> = HashMap::new();
        while let Some(message) = messages.next().await {
            match self.open::<Told>(&message) {
                Some(Told { by, .. }) if by == self.session => {}
                // Somebody has sent it again.
                Some(Told { by, number, .. }) if heard.get(&by) >= Some(&number) => {
                    note_foreign(&message);
                }
                Some(Told {
                    by,
                    number,
                    sent_ms,
                    news,
                    trace,
                }) => {
                    heard.insert(by, number);
                    self.lateness.of(by, sent_ms);
                    if matches!(news, News::Left) {
                        self.lateness.forget(by);
                    }
                    // Most are part of none.
                    let span = trace.map_or_else(Span::none, |trace| {
                        let span = tracing::info_span!(
                            target: trace::TARGET, parent: None, "news", otel.kind = "consumer"
                        );
                        trace::follow(&span, Some(trace));
                        span
                    });
                    span.in_scope(|| service.hear(by, news));
                }
                None => note_foreign(&message),
            }
        }
    }

    async fn answer(self: Arc<Self>, mut messages: Subscriber, service: &Service) {
        let places = Arc::new(Semaphore::new(MOST_ANSWERED));
        while let Some(message) = messages.next().await {
            let Some(asked) = self.open::<Asked>(&message) else {
                note_foreign(&message);
                continue;
            };
            let Ok(place) = Arc::clone(&places).acquire_owned().await else {
                return;
            };
            let way = self.lateness.of(asked.by, asked.sent_ms);
            let question = asked.question.after(way);
            let span = tracing::info_span!(
                target: trace::TARGET, parent: None, "answer", otel.kind = "server"
            );
            trace::follow(&span, asked.trace);
            let (bus, service) = (Arc::clone(&self), service.clone());
            let answer = async move {
                let reply = service.answer(question).await;
                if let Some(subject) = message.reply {
                    let sealed = bus.seal(&subject, &reply);
                    // Who asked finds out by the store.
                    let _ = bus.client.publish(subject, sealed.into()).await;
                }
                drop(place);
            };
            tokio::spawn(answer.instrument(span));
        }
    }

    /// The next news, sealed; `numbered` is how many there were before.
    fn told(&self, news: News, numbered: &mut u64) -> Vec<u8> {
        *numbered += 1;
        let told = Told {
            by: self.session,
            number: *numbered,
            sent_ms: self.lateness.now_ms(),
            news,
            trace: trace::carried(),
        };
        self.seal(&news_subject(&self.prefix), &told)
    }

    fn node_subject(&self, Session(session): Session) -> String {
        format!("{}.node.{session}", self.prefix)
    }

    fn code(&self, subject: &str, text: &[u8]) -> Hmac<Sha256> {
        let mut code = self.code.clone();
        code.update(subject.as_bytes());
        code.update(&[0]);
        code.update(text);
        code
    }

    /// A message for a subject.
    fn seal(&self, subject: &str, message: &impl Serialize) -> Vec<u8> {
        let text = serde_json::to_vec(message).expect("no message has a key that is no text");
        let mut sealed = self.code(subject, &text).finalize().into_bytes().to_vec();
        sealed.extend(text);
        sealed
    }

    /// What a node has sent; `None` if none of ours did.
    fn open<T: DeserializeOwned>(&self, message: &Message) -> Option<T> {
        self.open_as(&message.subject, &message.payload)
    }

    fn open_as<T: DeserializeOwned>(&self, subject: &str, payload: &[u8]) -> Option<T> {
        let (code, text) = payload.split_at_checked(CODE)?;
        self.code(subject, text).verify_slice(code).ok()?;
        serde_json::from_slice(text).ok()
    }
}

/// The subject of news.
fn news_subject(prefix: &str) -> String {
    format!("{prefix}.news")
}

/// Tells what is to be told, in order.
async fn publish(client: Client, subject: String, mut told: mpsc::Receiver<Vec<u8>>) {
    while let Some(sealed) = told.recv().await {
        // Who does not hear it finds out by looking.
        let _ = client.publish(subject.clone(), sealed.into()).await;
    }
}

/// The user and password, or the token, of the first address that has one: `nats://USER:PASSWORD@HOST` or
/// `nats://TOKEN@HOST`.
fn credentials(servers: &[ServerAddr]) -> ConnectOptions {
    let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    let known = servers.iter().find_map(|server| {
        let user = server.username().filter(|user| !user.is_empty())?;
        Some((decoded(user), server.password().map(decoded)))
    });
    match known {
        Some((user, Some(password))) => ConnectOptions::with_user_and_password(user, password),
        Some((token, None)) => ConnectOptions::with_token(token),
        None => ConnectOptions::new(),
    }
}

/// Notes a message that no node of this version has sent.
fn note_foreign(message: &Message) {
    metrics::counter!("parlor_foreign_messages_total").increment(1);
    tracing::debug!(subject = %message.subject, "a message that is not ours");
}

/// The addresses as they may be shown.
fn without_password(addresses: &str) -> String {
    let shown = addresses.split(',').map(|address| {
        let (scheme, rest) = match address.split_once("://") {
            Some((scheme, rest)) => (format!("{scheme}://"), rest),
            None => (String::new(), address),
        };
        let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
        format!("{scheme}{host}")
    });
    shown.collect::<Vec<_>>().join(",")
}

impl Bus for NatsBus {
    fn tell(&self, news: News) {
        if !self.is_connected() {
            return;
        }
        // They are sent in the order of their numbers.
        let mut numbered = self.numbered.lock();
        let sealed = self.told(news, &mut numbered);
        if self.news.try_send(sealed).is_err() {
            metrics::counter!("parlor_untold_news_total").increment(1);
        }
    }

    fn ask(&self, node: Session, question: Question) -> Answer<'_, Option<Reply>> {
        Box::pin(async move {
            if !self.is_connected() {
                return None;
            }
            let subject = self.node_subject(node);
            let question = Asked {
                by: self.session,
                sent_ms: self.lateness.now_ms(),
                question,
                trace: trace::carried(),
            };
            let sealed = self.seal(&subject, &question);
            let asked = self.client.request(subject, sealed.into());
            let answer = timeout(ANSWER_TIMEOUT, asked).await.ok()?.ok()?;
            let reply = self.open(&answer);
            if reply.is_none() {
                note_foreign(&answer);
            }
            reply
        })
    }

    fn leave(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            let subject = news_subject(&self.prefix);
            let sealed = self.told(News::Left, &mut self.numbered.lock());
            let left = async {
                let _ = self.client.publish(subject, sealed.into()).await;
                let _ = self.client.flush().await;
            };
            // Who does not hear it finds out by the database.
            if self.is_connected() {
                let _ = timeout(LEAVE_TIMEOUT, left).await;
            }
        })
    }

    fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }
}
