//! The socket in the data folder of a running server, for its operator.
//!
//! The client sends one line of JSON, an [`OperatorCommand`], and gets one: `{"outcome": …}` or
//! `{"error": …}`. Only the user that the server runs as, and root, may use it.

use serde::{Deserialize, Serialize};

use super::{CommandReport, OperatorCommand, OperatorError};

/// The name of the socket in the data folder.
pub const SOCKET: &str = "control.sock";

/// The longest line that is read: some 50,000 games by their names.
const LONGEST: usize = 1 << 20;

/// The server's answer.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ControlReply {
    Outcome(CommandReport),
    Error(String),
}

/// Parses a line.
///
/// # Errors
/// What is wrong with it, and what would be right.
pub fn parse(line: &[u8]) -> Result<OperatorCommand, String> {
    if line.len() > LONGEST {
        return Err(format!(
            "a line has {LONGEST} bytes at most; ask for fewer games at once"
        ));
    }
    serde_json::from_slice(line).map_err(|error| {
        format!(
            "{error}; ask for {{\"end\":[…]}}, {{\"delete\":[…]}}, \
             {{\"prune\":{{\"before\":…,\"dry_run\":…}}}} or {{\"rule\":{{…}}}}"
        )
    })
}

#[cfg(unix)]
pub use self::unix::Control;
#[cfg(unix)]
pub(super) use self::unix::ask;

#[cfg(unix)]
mod unix {
    use core::time::Duration;
    use std::fs::{self, Permissions};
    use std::io;
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
    use std::path::{Path, PathBuf};

    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::{UnixListener, UnixStream};
    use tokio::time::timeout;

    use super::super::{Executor, Ruling, minute_of};
    use super::{
        CommandReport, ControlReply, LONGEST, OperatorCommand, OperatorError, SOCKET, parse,
    };
    use crate::service::Service;
    use crate::store::moderation::{Block, FoldedName};
    use parlor_table::id::GameId;

    /// The time in which a client must send its line, and read the answer.
    const READ_TIMEOUT: Duration = Duration::from_secs(10);

    /// The time that a client waits for the answer.
    const ANSWER_TIMEOUT: Duration = Duration::from_mins(30);

    /// The socket of a server that runs; gone with it.
    #[derive(Debug)]
    pub struct Control {
        listener: UnixListener,
        path: PathBuf,
        /// Whose server it is.
        owner: u32,
    }

    impl Control {
        /// Listens in a folder whose file of games this process has locked, so that
        /// a socket which is there is a dead server's.
        ///
        /// # Errors
        /// When the socket cannot be made there.
        pub fn listen(folder: &Path) -> io::Result<Self> {
            let path = folder.join(SOCKET);
            match fs::remove_file(&path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
            let listener = UnixListener::bind(&path)?;
            fs::set_permissions(&path, Permissions::from_mode(0o600))?;
            let owner = fs::metadata(&path)?.uid();
            Ok(Self {
                listener,
                path,
                owner,
            })
        }

        /// Serves one client after the other, until it is dropped.
        pub async fn serve(self, service: Service) {
            loop {
                match self.listener.accept().await {
                    Ok((stream, _)) => {
                        if let Err(error) = self.answer(stream, &service).await {
                            tracing::warn!(%error, "an operator command was not answered");
                        }
                    }
                    Err(error) => {
                        tracing::warn!(%error, "the control socket does not accept");
                        tokio::time::sleep(Duration::from_secs(1)).await;
                    }
                }
            }
        }

        async fn answer(&self, mut stream: UnixStream, service: &Service) -> io::Result<()> {
            let asks = stream.peer_cred()?.uid();
            let answer = if asks != self.owner && asks != 0 {
                ControlReply::Error("only the user whose server it is may ask".to_owned())
            } else {
                let line = timeout(READ_TIMEOUT, read_line(&mut stream)).await??;
                match parse(&line) {
                    Ok(wanted) => {
                        log(&wanted);
                        let outcome = Executor::Service(service).execute(&wanted).await;
                        outcome.map_or_else(
                            |error| ControlReply::Error(error.to_string()),
                            ControlReply::Outcome,
                        )
                    }
                    Err(wrong) => ControlReply::Error(wrong),
                }
            };
            let mut line = serde_json::to_vec(&answer).map_err(io::Error::other)?;
            line.push(b'\n');
            timeout(READ_TIMEOUT, stream.write_all(&line)).await?
        }
    }

    /// Logs a command that is to be executed, in fields that a person can read.
    fn log(wanted: &OperatorCommand) {
        let of_games = |command, games: &[GameId]| {
            let games: Vec<&str> = games.iter().map(GameId::as_str).collect();
            tracing::info!(command, games = games.join(" "), "operator command");
        };
        let of_name = |command, name: &FoldedName| {
            tracing::info!(command, name = name.as_str(), "operator command");
        };
        match wanted {
            OperatorCommand::End(games) => of_games("end", games),
            OperatorCommand::Delete(games) => of_games("delete", games),
            OperatorCommand::Prune { before, dry_run } => {
                let before = format!("{} UTC", minute_of(*before));
                tracing::info!(command = "prune", before, dry_run, "operator command");
            }
            OperatorCommand::Rule(Ruling::Hide(name)) => of_name("hide", name),
            OperatorCommand::Rule(Ruling::Allow(name)) => of_name("allow", name),
            OperatorCommand::Rule(Ruling::Forget(name)) => of_name("forget", name),
            OperatorCommand::Rule(Ruling::Block(Block { network, until })) => {
                let until = format!("{} UTC", minute_of(*until));
                tracing::info!(command = "block", %network, until, "operator command");
            }
            OperatorCommand::Rule(Ruling::Unblock(network)) => {
                tracing::info!(command = "unblock", %network, "operator command");
            }
        }
    }

    impl Drop for Control {
        fn drop(&mut self) {
            // What cannot be removed now is removed by the next server.
            let _ = fs::remove_file(&self.path);
        }
    }

    /// A line, or what is there of it when it is longer than any that is read.
    async fn read_line(stream: &mut UnixStream) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        let mut chunk = [0; 4096];
        while line.len() <= LONGEST {
            let read = stream.read(&mut chunk).await?;
            let Some(part) = chunk.get(..read).filter(|part| !part.is_empty()) else {
                break;
            };
            if let Some(end) = part.iter().position(|&byte| byte == b'\n') {
                line.extend_from_slice(&part[..end]);
                break;
            }
            line.extend_from_slice(part);
        }
        Ok(line)
    }

    /// Sends a command to the server that runs on a folder; `None` if none does.
    pub(in crate::operator) async fn ask(
        folder: &Path,
        wanted: &OperatorCommand,
    ) -> Result<Option<CommandReport>, OperatorError> {
        let path = folder.join(SOCKET);
        let mut stream = match UnixStream::connect(&path).await {
            Ok(stream) => stream,
            // A server that was killed leaves the socket behind.
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused
                ) =>
            {
                return Ok(None);
            }
            Err(reason) => return Err(OperatorError::Unanswered { path, reason }),
        };
        let answer = timeout(ANSWER_TIMEOUT, exchange(&mut stream, wanted)).await;
        match answer.unwrap_or_else(|late| Err(late.into())) {
            Ok(ControlReply::Outcome(outcome)) => Ok(Some(outcome)),
            Ok(ControlReply::Error(reason)) => Err(OperatorError::Refused {
                folder: folder.to_owned(),
                reason,
            }),
            Err(reason) => Err(OperatorError::Unanswered { path, reason }),
        }
    }

    async fn exchange(
        stream: &mut UnixStream,
        wanted: &OperatorCommand,
    ) -> io::Result<ControlReply> {
        let mut line = serde_json::to_vec(wanted).map_err(io::Error::other)?;
        line.push(b'\n');
        // A client without permission is answered before its line is read.
        let sent = stream.write_all(&line).await;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        if answer.is_empty() {
            sent?;
            return Err(io::Error::other(
                "the server ended before it answered; look at what was done, and ask again",
            ));
        }
        serde_json::from_slice(&answer).map_err(io::Error::other)
    }
}

#[cfg(not(unix))]
mod elsewhere {
    use std::io;
    use std::path::Path;

    use super::{CommandReport, OperatorCommand, OperatorError};
    use crate::service::Service;

    /// Here nobody can ask a server that runs.
    #[derive(Debug)]
    pub struct Control;

    impl Control {
        pub fn listen(_folder: &Path) -> io::Result<Self> {
            Ok(Self)
        }

        pub async fn serve(self, _service: Service) {}
    }

    pub(in crate::operator) async fn ask(
        _folder: &Path,
        _wanted: &OperatorCommand,
    ) -> Result<Option<CommandReport>, OperatorError> {
        Ok(None)
    }
}

#[cfg(not(unix))]
pub use self::elsewhere::Control;
#[cfg(not(unix))]
pub(super) use self::elsewhere::ask;
