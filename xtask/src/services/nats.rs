//! A NATS server.

use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;

use anyhow::{Context, ensure};

use super::{Process, free_port, loopback};
use crate::server::ApiClient;

/// The program, from the Debian package of the same name.
const PROGRAM: &str = "nats-server";

/// How often, and how long apart, it is looked whether the server answers.
const LOOKS: u32 = 500;
const LOOK: Duration = Duration::from_millis(20);

/// A server that listens on this machine only.
#[derive(Debug)]
pub(crate) struct Nats {
    port: u16,
    /// Where it shows its figures.
    figures: u16,
    log: PathBuf,
    process: Option<Process>,
}

impl Nats {
    /// Starts a server whose output goes to a file.
    ///
    /// # Errors
    /// When it does not start.
    pub(crate) fn start(log: &Path) -> anyhow::Result<Nats> {
        let mut server = Nats {
            port: free_port()?,
            figures: free_port()?,
            log: log.to_owned(),
            process: None,
        };
        server.start_again()?;
        Ok(server)
    }

    /// Where it listens.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// The number of its process, if it runs.
    pub(crate) fn process(&self) -> Option<u32> {
        self.process.as_ref().map(Process::id)
    }

    /// How many messages it has received since it started.
    ///
    /// # Errors
    /// When it does not show that.
    pub(crate) fn messages(&self) -> anyhow::Result<u64> {
        let figures = ApiClient::of(&format!("http://{}", loopback(self.figures)));
        let figures = figures.get("/varz")?;
        let messages = figures["in_msgs"].as_u64();
        messages.with_context(|| format!("no in_msgs in {figures}"))
    }

    /// Kills it by SIGKILL.
    ///
    /// # Errors
    /// When the system cannot.
    pub(crate) fn kill(&mut self) -> anyhow::Result<()> {
        self.process
            .take()
            .map_or(Ok(()), |mut server| server.kill())
    }

    /// Starts it after it was killed, on the same port.
    ///
    /// # Errors
    /// When it does not start.
    pub(crate) fn start_again(&mut self) -> anyhow::Result<()> {
        let mut command = Command::new(PROGRAM);
        command
            .args(["--addr", "127.0.0.1", "--port", &self.port.to_string()])
            .args(["--http_port", &self.figures.to_string()]);
        self.process = Some(Process::start(command, &self.log)?);
        for _ in 0..LOOKS {
            if TcpStream::connect(loopback(self.port)).is_ok() {
                return Ok(());
            }
            thread::sleep(LOOK);
        }
        let is_there = TcpStream::connect(loopback(self.port)).is_ok();
        ensure!(
            is_there,
            "{PROGRAM} does not answer on port {}; its log is {}",
            self.port,
            self.log.display()
        );
        Ok(())
    }
}
