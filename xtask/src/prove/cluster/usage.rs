//! What the parts of a cluster use: processor time, log, storage, messages and memory.

use std::iter;
use std::ops::Sub;
use std::time::Duration;

use super::network::{DATABASE, Network};
use super::node::Node;
use crate::services::postgres::Postgres;
use crate::services::{processor_seconds, resident_bytes};

/// The bytes of its log that a database has written, and that its games take.
const WRITTEN: &str = "SELECT (pg_current_wal_lsn() - '0/0'::pg_lsn)::text || ' ' || pg_database_size(current_database())";

/// What has been used since the start, all nodes together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Usage {
    /// In seconds of a processor.
    pub(super) nodes: f64,
    pub(super) database: f64,
    pub(super) standby: f64,
    pub(super) nats: f64,
    /// In bytes.
    pub(super) log: f64,
    pub(super) stored: f64,
    pub(super) memory: f64,
    /// Messages that NATS has received.
    pub(super) messages: f64,
}

impl Usage {
    /// Reads it of a network that runs.
    ///
    /// # Errors
    /// When the database or NATS does not answer.
    pub(super) fn of(network: &Network) -> anyhow::Result<Usage> {
        let nodes = || network.nodes.iter().filter_map(Node::process);
        let primary = network.primary()?;
        let written = primary.psql(DATABASE, WRITTEN)?;
        let mut written = written.split_whitespace().map(str::parse::<f64>);
        let mut next = || written.next().unwrap_or(Ok(0.0));
        let seconds = |process: Option<u32>| process.map_or(0.0, processor_seconds);
        Ok(Usage {
            nodes: nodes().map(processor_seconds).sum(),
            database: seconds(primary.process()),
            standby: seconds(network.standby().and_then(Postgres::process)),
            nats: seconds(network.nats.process()),
            log: next()?,
            stored: next()?,
            memory: nodes().filter_map(resident_bytes).sum::<u64>() as f64,
            messages: network.nats.messages()? as f64,
        })
    }

    /// What a second of this time takes.
    pub(super) fn a_second(&self, time: Duration) -> Usage {
        let seconds = time.as_secs_f64();
        Usage {
            nodes: self.nodes / seconds,
            database: self.database / seconds,
            standby: self.standby / seconds,
            nats: self.nats / seconds,
            log: self.log / seconds,
            stored: self.stored / seconds,
            memory: self.memory / seconds,
            messages: self.messages / seconds,
        }
    }

    /// What each of so many things takes, in words.
    pub(super) fn each(&self, count: f64, thing: &str) -> String {
        let micros = [
            (self.nodes, "nodes"),
            (self.database, "database"),
            (self.standby, "standby"),
            (self.nats, "NATS"),
        ];
        let micros = micros.map(|(seconds, what)| (what, seconds * 1e6 / count));
        let times = micros.iter().filter(|(_, micros)| *micros >= 0.05);
        let times = times.map(|(what, micros)| format!("{what} {micros:.1} µs"));
        let amounts = [
            (self.log, 1.0, "bytes of log"),
            (self.stored, 1.0, "bytes stored"),
            (self.messages, 0.01, "messages by NATS"),
        ];
        let amounts = amounts.map(|(amount, least, what)| (amount / count, least, what));
        let amounts = amounts.iter().filter(|(each, least, _)| each >= least);
        let amounts = amounts.map(|(each, least, what)| {
            let places = usize::from(*least < 1.0) * 2;
            format!("{each:.places$} {what}")
        });
        let processors = format!("processor time ({})", times.collect::<Vec<_>>().join(", "));
        let all: Vec<String> = iter::once(processors).chain(amounts).collect();
        format!("{thing} takes {}", all.join(", "))
    }
}

impl Sub for Usage {
    type Output = Usage;

    fn sub(self, before: Usage) -> Usage {
        Usage {
            nodes: self.nodes - before.nodes,
            database: self.database - before.database,
            standby: self.standby - before.standby,
            nats: self.nats - before.nats,
            log: self.log - before.log,
            stored: self.stored - before.stored,
            memory: self.memory - before.memory,
            messages: self.messages - before.messages,
        }
    }
}
