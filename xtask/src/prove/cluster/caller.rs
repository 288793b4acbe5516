//! Requests to nodes, of which any may fail.

use std::time::Duration;

use anyhow::Context as _;
use serde_json::{Value, json};
use ureq::Agent;

use crate::server::NewGame;

/// How long a client waits for a node before it goes to another.
const CONNECT_TIMEOUT: Duration = Duration::from_millis(700);
const ANSWER_TIMEOUT: Duration = Duration::from_secs(4);

/// The response to an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Committed(Receipt),
    Duplicate(Receipt),
    Stale(u64),
    Rejected(String),
}

/// An acknowledgement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Receipt {
    pub(crate) version: u64,
    /// The head of the log by the signed receipt.
    pub(crate) head: Option<String>,
    /// The signed receipt, as JSON.
    pub(crate) signed: Option<String>,
}

/// Why there is no response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// None came, or the node cannot serve now: the same may be sent again, here or elsewhere.
    Again(String),
    /// The node says what no client should hear.
    Wrong(String),
}

/// A client of all nodes.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    agent: Agent,
}

impl Caller {
    pub(crate) fn new() -> Caller {
        let agent = Agent::config_builder()
            .timeout_connect(Some(CONNECT_TIMEOUT))
            .timeout_global(Some(ANSWER_TIMEOUT))
            .http_status_as_error(false)
            .build();
        Caller {
            agent: agent.into(),
        }
    }

    /// The JSON at an address, for the holder of a token or anybody.
    pub(crate) fn get(&self, address: &str, token: Option<&str>) -> Result<Value, Failure> {
        let text = self.text(address, token)?;
        serde_json::from_str(&text).map_err(|error| Failure::Again(format!("{address}: {error}")))
    }

    /// The text at an address.
    pub(crate) fn text(&self, address: &str, token: Option<&str>) -> Result<String, Failure> {
        let mut request = self.agent.get(address);
        if let Some(token) = token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        let (status, text) = received(request.call())?;
        match status {
            200 => Ok(text),
            _ => Err(refused(address, status, &text)),
        }
    }

    /// Makes a game.
    pub(crate) fn make(&self, node: &str, game: &Value) -> Result<NewGame, Failure> {
        let address = format!("{node}/api/games");
        let (status, text) = received(self.agent.post(&address).send_json(game))?;
        let made = || NewGame::of(&serde_json::from_str(&text)?);
        match status {
            201 => made().map_err(|error| Failure::Wrong(format!("{address}: {error}"))),
            _ => Err(refused(&address, status, &text)),
        }
    }

    /// Sends an action.
    pub(crate) fn act(
        &self,
        node: &str,
        game: &str,
        token: &str,
        (version, action_id, action): (u64, &str, &str),
    ) -> Result<Answer, Failure> {
        let address = format!("{node}/api/games/{game}/actions");
        let request = self
            .agent
            .post(&address)
            .header("Authorization", format!("Bearer {token}"));
        let body = json!({"version": version, "action_id": action_id, "action": action});
        let (status, text) = received(request.send_json(body))?;
        let said: Value = serde_json::from_str(&text).unwrap_or_default();
        let receipt = || {
            anyhow::Ok(Receipt {
                version: said["version"].as_u64().context("no version")?,
                head: said["receipt"]["head"].as_str().map(str::to_owned),
                signed: said.get("receipt").map(Value::to_string),
            })
        };
        let wrong = |_| Failure::Wrong(format!("{address}: {status} {text}"));
        match (status, said["result"].as_str()) {
            (200, Some("committed")) => Ok(Answer::Committed(receipt().map_err(wrong)?)),
            (200, Some("duplicate")) => Ok(Answer::Duplicate(receipt().map_err(wrong)?)),
            (409, Some("stale")) => Ok(Answer::Stale(receipt().map_err(wrong)?.version)),
            (422, Some("rejected")) => Ok(Answer::Rejected(said["message"].to_string())),
            _ => Err(refused(&address, status, &text)),
        }
    }
}

/// The status and the text of a response.
fn received(
    response: Result<ureq::http::Response<ureq::Body>, ureq::Error>,
) -> Result<(u16, String), Failure> {
    let again = |error: ureq::Error| Failure::Again(error.to_string());
    let mut response = response.map_err(again)?;
    let text = response.body_mut().read_to_string().map_err(again)?;
    Ok((response.status().as_u16(), text))
}

/// What a refusal means.
fn refused(address: &str, status: u16, text: &str) -> Failure {
    let said = format!("{address}: {status} {text}");
    match status {
        503 => Failure::Again(said),
        _ => Failure::Wrong(said),
    }
}
