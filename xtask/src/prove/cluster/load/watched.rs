//! Thousands of sockets over three nodes, with a move now and then.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::Value;

use super::{Load, hosts, made, start};
use crate::prove::cluster::network::Network;
use crate::prove::cluster::node::Node;
use crate::prove::cluster::usage::Usage;
use crate::prove::now;
use crate::terminal::say;

/// How many times as long thousands of sockets are watched.
const WATCHED: u64 = 5;

/// Seconds for which these stay open when nobody moves any more. Then it is measured what they cost, but
/// for the first seconds and the last.
const QUIET_SECONDS: u64 = 24;
const QUIET_BEGINS: Duration = Duration::from_secs(20);
const QUIET_ENDS: Duration = Duration::from_secs(1);

/// How often it is noted what is used meanwhile; each time costs the database a connection.
const NOTE: Duration = Duration::from_secs(4);

/// Moves a second over all sockets, and the sockets of a game.
const MOVES: f64 = 200.0;
const SOCKETS_OF_GAME: usize = 4;

/// Files of a generator beside its sockets.
const OTHER_FILES: usize = 500;

/// The most generators.
const GENERATORS: usize = 4;

impl Load<'_> {
    /// Plays with so many moves a second in all, which many watch; several generators have equal parts of
    /// the games, since none may have files for all.
    pub(super) fn watched(
        &self,
        program: &Path,
        sockets: usize,
        files: usize,
    ) -> anyhow::Result<String> {
        let of_generator = files.saturating_sub(OTHER_FILES) / SOCKETS_OF_GAME;
        let wanted = sockets / SOCKETS_OF_GAME;
        let generators = wanted.div_ceil(of_generator.max(1)).clamp(1, GENERATORS);
        let games = wanted.min(generators * of_generator);
        if games < wanted {
            say(format!(
                "   a process may have only {files} files; raise `ulimit -Hn`"
            ))?;
        }
        ensure!(games > 0, "too few files may be open; raise `ulimit -Hn`");
        let network = start(self.repository, program, 3, true)?;
        let addresses = network.addresses();
        let processes = network.nodes.iter().filter_map(Node::process);
        let processes: Vec<String> = processes.map(|process| process.to_string()).collect();
        let seconds = self.seconds * WATCHED;
        let before = Usage::of(&network)?;
        let made = made(&addresses, games)?;
        let loaded = (Usage::of(&network)? - before).memory / games as f64;
        let pause = games as f64 / MOVES;
        let arguments = [
            "watched".to_owned(),
            hosts(&addresses),
            processes.join(","),
            seconds.to_string(),
            pause.to_string(),
            QUIET_SECONDS.to_string(),
        ];
        let lines: Vec<&[u8]> = made.split_inclusive(|byte| *byte == b'\n').collect();
        let is_over = AtomicBool::new(false);
        let (figures, notes) = thread::scope(|scope| {
            let (arguments, is_over) = (&arguments, &is_over);
            let generating: Vec<_> = lines
                .chunks(lines.len().div_ceil(generators))
                .map(|part| {
                    scope.spawn(move || {
                        let figures = self.generate(arguments, &part.concat());
                        // What is noted counts until the first has closed its sockets.
                        is_over.store(true, Ordering::Relaxed);
                        figures
                    })
                })
                .collect();
            let noting = scope.spawn(|| notes(&network, is_over));
            let figures = generating
                .into_iter()
                .map(|generating| generating.join().ok().context("a generator panicked")?);
            let figures = figures.collect::<anyhow::Result<Vec<Value>>>();
            let noted = noting.join().ok().context("the notes panicked")?;
            anyhow::Ok((figures?, noted?))
        })?;
        let each = |name: &'static str| figures.iter().filter_map(move |of| of[name].as_f64());
        let sum = |name| each(name).sum::<f64>();
        let most = |name| each(name).fold(0.0, f64::max);
        Ok(format!(
            "{} sockets over 3 nodes with a standby, {MOVES:.0} moves a second for {seconds} s: {} \
             moves, all committed; from who moves to who watches at another node {:.1} ms (median), {:.1} \
             ms (99 of 100), {:.1} ms (all); {:.1} KiB of memory a socket, {:.1} KiB a game at the node that \
             made it; {}",
            sum("sockets"),
            sum("moves"),
            most("median_ms"),
            most("p99_ms"),
            most("most_ms"),
            // Each generator has seen the memory that the sockets of all took.
            most("bytes_a_socket") / 1024.0 / figures.len() as f64,
            loaded / 1024.0,
            quiet(&notes)?.each(games as f64, "a second of a game in which nobody moves")
        ))
    }
}

/// Notes what is used, until it is over.
fn notes(network: &Network, is_over: &AtomicBool) -> anyhow::Result<Vec<(Instant, Usage)>> {
    let mut notes = Vec::new();
    while !is_over.load(Ordering::Relaxed) {
        notes.push((now(), Usage::of(network)?));
        thread::sleep(NOTE);
    }
    Ok(notes)
}

/// What is used in a second when nobody moves, which is so at the end.
fn quiet(notes: &[(Instant, Usage)]) -> anyhow::Result<Usage> {
    let (end, _) = notes.last().context("nothing was noted")?;
    let mut noted = notes.iter().filter(|(at, _)| {
        let before = end.duration_since(*at);
        (QUIET_ENDS..=QUIET_BEGINS).contains(&before)
    });
    let (from, first) = noted.next().context("too little was noted")?;
    let (to, last) = noted.next_back().context("too little was noted")?;
    Ok((*last - *first).a_second(to.duration_since(*from)))
}
