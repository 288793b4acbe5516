//! Requests to servers, over connections that are kept.

use std::net::SocketAddr;
use std::sync::Mutex;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use hyper::Request;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};

use super::Failure;

/// How long a connection may be idle to be used again: servers close those that are idle for longer.
const IDLE: Duration = Duration::from_secs(10);

/// How long an answer may take: the longest poll, and some more.
const ANSWER: Duration = Duration::from_secs(40);

/// The longest answer.
const LONGEST: usize = 4 << 20;

/// What is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Question<'a> {
    pub(crate) method: &'a str,
    pub(crate) path: String,
    pub(crate) token: Option<&'a str>,
    pub(crate) body: Option<Value>,
}

/// An answer.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Value,
}

/// The connections of one client.
#[derive(Debug)]
pub(crate) struct Connections {
    servers: Vec<SocketAddr>,
    idle: Vec<Mutex<Vec<Idle>>>,
}

#[derive(Debug)]
struct Idle {
    connection: SendRequest<String>,
    since: Instant,
}

impl Connections {
    pub(crate) fn new(servers: &[SocketAddr]) -> Self {
        Self {
            servers: servers.to_vec(),
            idle: servers.iter().map(|_| Mutex::default()).collect(),
        }
    }

    /// The number of servers.
    pub(crate) fn servers(&self) -> usize {
        self.servers.len()
    }

    /// Asks a server, by its number. Dropped before the answer is there, it closes the connection.
    pub(crate) async fn ask(&self, server: usize, asked: &Question<'_>) -> Result<Answer, Failure> {
        match timeout(ANSWER, self.exchange(server, asked)).await {
            Ok(answer) => answer,
            Err(_) => Err(format!("no answer within {ANSWER:?}").into()),
        }
    }

    async fn exchange(&self, server: usize, asked: &Question<'_>) -> Result<Answer, Failure> {
        let mut connection = match self.kept(server) {
            Some(connection) => connection,
            None => self.connect(server).await?,
        };
        let mut request = Request::builder()
            .method(asked.method)
            .uri(&*asked.path)
            .header("Host", self.servers[server].to_string());
        if let Some(token) = asked.token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        let mut body = String::new();
        if let Some(value) = &asked.body {
            request = request.header("Content-Type", "application/json");
            body = value.to_string();
        }
        connection.ready().await?;
        let answer = connection.send_request(request.body(body)?).await?;
        let status = answer.status().as_u16();
        let text = to_bytes(Body::new(answer.into_body()), LONGEST).await?;
        self.keep(server, connection);
        let body = match &*text {
            [] => Value::Null,
            text => serde_json::from_slice(text)?,
        };
        Ok(Answer { status, body })
    }

    fn kept(&self, server: usize) -> Option<SendRequest<String>> {
        let mut idle = self.idle[server].lock().ok()?;
        idle.retain(|idle| idle.since.elapsed() < IDLE && !idle.connection.is_closed());
        Some(idle.pop()?.connection)
    }

    fn keep(&self, server: usize, connection: SendRequest<String>) {
        if let Ok(mut idle) = self.idle[server].lock() {
            let since = Instant::now();
            idle.push(Idle { connection, since });
        }
    }

    async fn connect(&self, server: usize) -> Result<SendRequest<String>, Failure> {
        let stream = TcpStream::connect(self.servers[server]).await?;
        stream.set_nodelay(true)?;
        let (sender, connection) = handshake(TokioIo::new(stream)).await?;
        // It ends with its sender; what breaks it is the sender's error.
        tokio::spawn(connection);
        Ok(sender)
    }
}
