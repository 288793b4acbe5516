//! The real server under test: the built program over a folder of its own, and a client for its
//! API.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use serde_json::{Value, json};
use ureq::{Agent, RequestBuilder};

/// A free port of this machine.
const ANY_PORT: &str = "127.0.0.1:0";

/// A running server.
#[derive(Debug)]
pub(crate) struct ServerProcess {
    child: Child,
    address: String,
}

impl ServerProcess {
    /// Starts the program over a folder, at a free port of this machine and without limits on
    /// requests.
    ///
    /// # Errors
    /// When it does not start, or does not print its address.
    pub(crate) fn start(program: &Path, data: &Path) -> anyhow::Result<ServerProcess> {
        ServerProcess::start_with(program, data, &["--rate-limit", "0"])
    }

    /// The same with these options, and with the limits on requests that they leave.
    ///
    /// # Errors
    /// As [`ServerProcess::start`].
    pub(crate) fn start_with(
        program: &Path,
        data: &Path,
        options: &[&str],
    ) -> anyhow::Result<ServerProcess> {
        ServerProcess::start_by(Command::new(program), ANY_PORT, data, options)
    }

    /// The same with a limit on open files, and more options.
    ///
    /// # Errors
    /// As [`ServerProcess::start`].
    pub(crate) fn start_with_files(
        program: &Path,
        data: &Path,
        files: u32,
        options: &[&str],
    ) -> anyhow::Result<ServerProcess> {
        let mut shell = Command::new("sh");
        shell
            .arg("-c")
            .arg(format!("ulimit -n {files}; exec \"$0\" \"$@\""))
            .arg(program);
        let all = [&["--rate-limit", "0"], options].concat();
        ServerProcess::start_by(shell, ANY_PORT, data, &all)
    }

    /// Stops it in order, and starts it again at the same address.
    ///
    /// # Errors
    /// As [`ServerProcess::terminate`] and [`ServerProcess::start`].
    pub(crate) fn restart(
        self,
        program: &Path,
        data: &Path,
        options: &[&str],
    ) -> anyhow::Result<ServerProcess> {
        let address = self.address.clone();
        let listen = address.strip_prefix("http://").context("no address")?;
        self.terminate()?;
        ServerProcess::start_by(Command::new(program), listen, data, options)
    }

    /// By the program, or by one that becomes it.
    fn start_by(
        mut program: Command,
        listen: &str,
        data: &Path,
        options: &[&str],
    ) -> anyhow::Result<ServerProcess> {
        let mut child = program
            .args(["serve", "--listen", listen])
            .args(options)
            .arg("--data")
            .arg(data)
            .env("RUST_LOG", "warn")
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{} cannot be started", program.get_program().display()))?;
        let output = child.stdout.take().context("its output is read")?;
        let mut server = ServerProcess {
            child,
            address: String::new(),
        };
        let mut first = String::new();
        BufReader::new(output).read_line(&mut first)?;
        first
            .split_whitespace()
            .find(|word| word.starts_with("http://"))
            .with_context(|| format!("the server does not print its address: {first:?}"))?
            .clone_into(&mut server.address);
        Ok(server)
    }

    /// Where it listens: `http://127.0.0.1:PORT`.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// The number of its process.
    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    /// A client of its own.
    pub(crate) fn client(&self) -> ApiClient {
        ApiClient::of(&self.address)
    }

    /// Kills it by SIGKILL, which it cannot handle.
    ///
    /// # Errors
    /// When the system cannot.
    pub(crate) fn kill(mut self) -> anyhow::Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Asks it to stop by SIGTERM, and waits.
    ///
    /// # Errors
    /// When it does not end in order.
    pub(crate) fn terminate(mut self) -> anyhow::Result<()> {
        let process = self.child.id().to_string();
        let signaled = Command::new("kill").args(["-TERM", &process]).status()?;
        ensure!(signaled.success(), "`kill -TERM {process}` failed");
        let ended = self.child.wait()?;
        ensure!(
            ended.success(),
            "after SIGTERM, the server ended with {ended}"
        );
        Ok(())
    }
}

/// A proof that fails leaves no server behind.
impl Drop for ServerProcess {
    fn drop(&mut self) {
        // One that has ended cannot be killed, and need not be.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A program that speaks to the server.
#[derive(Clone, Debug)]
pub(crate) struct ApiClient {
    agent: Agent,
    address: String,
    /// The address that it claims to forward for, as a proxy does; none if empty.
    forwarded_for: String,
}

/// A game that was made.
#[derive(Clone, Debug)]
pub(crate) struct NewGame {
    pub(crate) id: String,
    /// The seats of people, each with its token.
    pub(crate) tokens: Vec<(String, String)>,
}

impl NewGame {
    /// The game in the server's response to a request for one.
    ///
    /// # Errors
    /// When the answer has no name, or a seat no token.
    pub(crate) fn of(made: &Value) -> anyhow::Result<NewGame> {
        let text = |value: &Value, name: &str| {
            let text = value[name].as_str().map(str::to_owned);
            text.with_context(|| format!("no {name} in {value}"))
        };
        let seats = made["seats"].as_array();
        let seats = seats.with_context(|| format!("no seats in {made}"))?.iter();
        let tokens = seats.map(|seat| Ok((text(seat, "seat")?, text(seat, "token")?)));
        Ok(NewGame {
            id: text(made, "id")?,
            tokens: tokens.collect::<anyhow::Result<_>>()?,
        })
    }

    /// The token of the player to move in a state of the game; `None` if that is a bot, or the game is
    /// over.
    pub(crate) fn token(&self, state: &Value) -> Option<&str> {
        let to_act = state["to_act"].as_str()?;
        let (_, token) = self.tokens.iter().find(|(seat, _)| seat == to_act)?;
        Some(token)
    }
}

/// The server's response to an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ActionResponse {
    /// It is on disk, under this version.
    Committed(u64),
    /// It was before, under this version.
    Duplicate(u64),
    /// The game has gone on to this version.
    Stale(u64),
    /// It is not allowed.
    Rejected,
}

impl ApiClient {
    /// A client of what answers at this address, `http://HOST:PORT`.
    pub(crate) fn of(address: &str) -> ApiClient {
        let agent = Agent::config_builder()
            .timeout_global(Some(Duration::from_secs(30)))
            .http_status_as_error(false)
            .build();
        ApiClient {
            agent: agent.into(),
            address: address.to_owned(),
            forwarded_for: String::new(),
        }
    }

    /// The status and the text of what is under a path.
    ///
    /// # Errors
    /// When the server cannot be reached.
    pub(crate) fn ask(&self, path: &str) -> anyhow::Result<(u16, String)> {
        self.ask_as(path, None)
    }

    /// The same for the holder of this token.
    fn ask_as(&self, path: &str, token: Option<&str>) -> anyhow::Result<(u16, String)> {
        let mut request = self.agent.get(format!("{}{path}", self.address));
        if let Some(token) = token {
            request = request.header("Authorization", format!("Bearer {token}"));
        }
        let mut answer = self.marked(request).call()?;
        let text = answer.body_mut().read_to_string()?;
        Ok((answer.status().as_u16(), text))
    }

    /// The same as a proxy that asks for a client at this address.
    pub(crate) fn forwarded_for(mut self, address: &str) -> ApiClient {
        address.clone_into(&mut self.forwarded_for);
        self
    }

    /// A request as it is sent by this client.
    fn marked<B>(&self, request: RequestBuilder<B>) -> RequestBuilder<B> {
        match &*self.forwarded_for {
            "" => request,
            address => request.header("X-Forwarded-For", address),
        }
    }

    /// The state of a game as the seat of a token is shown it.
    ///
    /// # Errors
    /// As [`ApiClient::get`].
    pub(crate) fn state(&self, game: &str, token: &str) -> anyhow::Result<Value> {
        self.get_as(&format!("/api/games/{game}"), token)
    }

    /// The JSON under a path, as the holder of a token is shown it.
    ///
    /// # Errors
    /// As [`ApiClient::get`].
    pub(crate) fn get_as(&self, path: &str, token: &str) -> anyhow::Result<Value> {
        let text = done(path, self.ask_as(path, Some(token))?)?;
        Ok(serde_json::from_str(&text)?)
    }

    /// The JSON under a path.
    ///
    /// # Errors
    /// When the server cannot be reached, or refuses.
    pub(crate) fn get(&self, path: &str) -> anyhow::Result<Value> {
        Ok(serde_json::from_str(&self.text(path)?)?)
    }

    /// The text under a path.
    ///
    /// # Errors
    /// When the server cannot be reached, or refuses.
    pub(crate) fn text(&self, path: &str) -> anyhow::Result<String> {
        done(path, self.ask(path)?)
    }

    /// Sends JSON to a path.
    ///
    /// # Errors
    /// When the server cannot be reached, or refuses.
    pub(crate) fn send(&self, path: &str, body: &Value) -> anyhow::Result<()> {
        let request = self.agent.post(format!("{}{path}", self.address));
        let status = self.marked(request).send_json(body)?.status().as_u16();
        ensure!((200..300).contains(&status), "POST {path}: {status}");
        Ok(())
    }

    /// Sends JSON to a path; the JSON of the answer.
    ///
    /// # Errors
    /// When the server cannot be reached, refuses, or answers no JSON.
    pub(crate) fn post(&self, path: &str, body: &Value) -> anyhow::Result<Value> {
        let request = self.agent.post(format!("{}{path}", self.address));
        let mut answer = self.marked(request).send_json(body)?;
        let text = answer.body_mut().read_to_string()?;
        let text = done(path, (answer.status().as_u16(), text))?;
        Ok(serde_json::from_str(&text)?)
    }

    /// Makes a game.
    ///
    /// # Errors
    /// When the server cannot be reached, refuses, or answers as [`NewGame::of`] cannot read it.
    pub(crate) fn make(&self, game: &Value) -> anyhow::Result<NewGame> {
        let (status, made) = self.try_make(game)?;
        ensure!(status == 201, "POST /api/games: {status} {made}");
        NewGame::of(&made)
    }

    /// Requests a game; returns the status and the response.
    ///
    /// # Errors
    /// When the server cannot be reached, or answers no JSON.
    pub(crate) fn try_make(&self, game: &Value) -> anyhow::Result<(u16, Value)> {
        let request = self.agent.post(format!("{}/api/games", self.address));
        let mut answer = self.marked(request).send_json(game)?;
        let text = answer.body_mut().read_to_string()?;
        let said = serde_json::from_str(&text);
        let said = said.with_context(|| format!("POST /api/games: {text:?}"))?;
        Ok((answer.status().as_u16(), said))
    }

    /// Makes a game of Kuba between two people.
    ///
    /// # Errors
    /// As [`ApiClient::make`].
    pub(crate) fn make_kuba(&self) -> anyhow::Result<NewGame> {
        self.make(&json!({"game": "kuba", "rules": "classroom", "seats": [
            {"seat": "W", "kind": "human"}, {"seat": "B", "kind": "human"}]}))
    }

    /// Sends an action.
    ///
    /// # Errors
    /// When the server cannot be reached, or answers something else than it should.
    pub(crate) fn act(
        &self,
        game: &str,
        token: &str,
        action: &Value,
    ) -> anyhow::Result<ActionResponse> {
        let request = self
            .agent
            .post(format!("{}/api/games/{game}/actions", self.address))
            .header("Authorization", format!("Bearer {token}"));
        let mut answer = self.marked(request).send_json(action)?;
        let status = answer.status().as_u16();
        let text = answer.body_mut().read_to_string()?;
        let said: Value = serde_json::from_str(&text)
            .with_context(|| format!("the server answers {status} {text:?}"))?;
        let version = said["version"].as_u64();
        match (status, said["result"].as_str(), version) {
            (200, Some("committed"), Some(version)) => Ok(ActionResponse::Committed(version)),
            (200, Some("duplicate"), Some(version)) => Ok(ActionResponse::Duplicate(version)),
            (409, Some("stale"), Some(version)) => Ok(ActionResponse::Stale(version)),
            (422, Some("rejected"), _) => Ok(ActionResponse::Rejected),
            _ => bail!("to {action} the server answers {status} {text}"),
        }
    }
}

/// The text of an answer to a request for this path, if that was done.
fn done(path: &str, (status, text): (u16, String)) -> anyhow::Result<String> {
    ensure!((200..300).contains(&status), "{path}: {status} {text}");
    Ok(text)
}
