//! One node: the real program over the database, at a port that stays the same.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::Context;

use crate::services::Process;

/// What every node is started with.
#[derive(Clone, Debug)]
pub(crate) struct NodeOptions {
    pub(crate) database: String,
    /// `None`: a single node.
    pub(crate) nats: Option<String>,
    /// More options of `parlor serve`.
    pub(crate) more: Vec<String>,
}

/// What a node uses for its clock: a library that adds to the system's time what is in a file.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    pub(crate) library: PathBuf,
    pub(crate) file: PathBuf,
}

impl Clock {
    /// Sets the clock off by this much from now on, also in a node that runs.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(crate) fn set(&self, seconds: i64) -> anyhow::Result<()> {
        // Never shortened: the node has mapped it.
        let mut options = File::options();
        options.write(true).create(true).truncate(false);
        let written = options
            .open(&self.file)
            .and_then(|mut file| file.write_all(&seconds.to_ne_bytes()));
        written.with_context(|| format!("cannot write {}", self.file.display()))
    }
}

/// A place for a node.
#[derive(Debug)]
pub(crate) struct Node {
    /// From 0 on.
    number: usize,
    port: u16,
    log: PathBuf,
    options: NodeOptions,
    clock: Option<Clock>,
    program: PathBuf,
    /// The name of the last that was started, and how many have had another before.
    name: String,
    names: u32,
    process: Option<Process>,
    /// Whether one is to run.
    is_wanted: bool,
}

impl Node {
    pub(crate) fn new(
        number: usize,
        port: u16,
        program: &Path,
        log: &Path,
        options: NodeOptions,
        clock: Option<Clock>,
    ) -> Node {
        Node {
            number,
            port,
            log: log.to_owned(),
            options,
            clock,
            program: program.to_owned(),
            name: format!("node-{}", number + 1),
            names: 0,
            process: None,
            is_wanted: false,
        }
    }

    /// Its number, from 0 on.
    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// Where it listens: `http://127.0.0.1:PORT`.
    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// The file with its output.
    pub(crate) fn log(&self) -> &Path {
        &self.log
    }

    /// The number of its process, if it runs.
    pub(crate) fn process(&self) -> Option<u32> {
        self.process.as_ref().map(Process::id)
    }

    /// Its clock, if it has one of its own.
    pub(crate) fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Starts it; it may wait for the lease of the one before it that had the same name.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(crate) fn start(&mut self) -> anyhow::Result<()> {
        let mut command = Command::new(&self.program);
        command
            .args(["serve", "--listen", &format!("127.0.0.1:{}", self.port)])
            .args(["--database-url", &self.options.database])
            .args(["--node", &self.name, "--rate-limit", "0"])
            .args(&self.options.more);
        if let Some(nats) = &self.options.nats {
            command.args(["--nats", nats]);
        }
        if let Some(Clock { library, file }) = &self.clock {
            command.env("LD_PRELOAD", library).env("PARLOR_CLOCK", file);
        }
        command.env("RUST_LOG", "warn,async_nats=off");
        self.is_wanted = true;
        self.process = Some(Process::start(command, &self.log)?);
        Ok(())
    }

    /// Starts it under another name.
    ///
    /// # Errors
    /// As [`Node::start`].
    pub(crate) fn start_as_another(&mut self) -> anyhow::Result<()> {
        self.names += 1;
        self.name = format!("node-{}-{}", self.number + 1, self.names);
        self.start()
    }

    /// Uses another program from the next start on.
    pub(crate) fn update(&mut self, program: &Path) {
        program.clone_into(&mut self.program);
    }

    /// Kills it by SIGKILL.
    ///
    /// # Errors
    /// When the system cannot.
    pub(crate) fn kill(&mut self) -> anyhow::Result<()> {
        self.is_wanted = false;
        self.process.take().map_or(Ok(()), |mut node| node.kill())
    }

    /// Sends it a signal, if it runs.
    ///
    /// # Errors
    /// When the system cannot.
    pub(crate) fn signal(&self, name: &str) -> anyhow::Result<()> {
        let node = self.process.as_ref();
        node.map_or(Ok(()), |node| node.signal(name))
    }

    /// Ends it by SIGTERM.
    ///
    /// # Errors
    /// When it does not end in time.
    pub(crate) fn terminate(&mut self, patience: Duration) -> anyhow::Result<()> {
        self.is_wanted = false;
        let Some(mut node) = self.process.take() else {
            return Ok(());
        };
        node.signal("TERM")?;
        node.wait(patience)
            .with_context(|| format!("node {} got SIGTERM", self.name))?;
        Ok(())
    }

    /// Starts it again if it has ended by itself, as the system does with services; returns whether it
    /// had.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(crate) fn supervise(&mut self) -> anyhow::Result<bool> {
        if !self.is_wanted {
            return Ok(false);
        }
        let has_ended = match &mut self.process {
            Some(node) => !node.is_running()?,
            None => true,
        };
        if has_ended {
            self.start()?;
        }
        Ok(has_ended)
    }
}
