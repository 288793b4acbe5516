//! `parlor kuba engine`: the engine for other programs.
//!
//! Three threads: one reads lines, one searches, and the main one owns the
//! session and writes. They send their events to one channel, which serializes
//! them.

use std::io::{self, BufRead, Read};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use kuba_engine::protocol::{DEFAULT_HASH, Effect, SearchRequest, Session, TablesOption};
use kuba_engine::{Endgames, Engine, Report, TableError};
use kuba_tables::{EMBEDDED_MARBLES, QUICK_MARBLES, cache};

use crate::output;
use crate::tables::cache_folder;
use parlor_players::{Deadline, now};

/// The longest line that is read, in bytes: a game of tens of thousands of
/// pushes.
const LONGEST_LINE: u64 = 1 << 20;

/// Answers lines until `quit` or the end of the input.
pub(super) fn run() -> anyhow::Result<ExitCode> {
    let (events, received) = mpsc::channel();
    let (jobs, pending) = mpsc::channel();
    let searches = events.clone();
    thread::Builder::new()
        .spawn(move || search(&pending, &searches))
        .context("cannot start the search thread")?;
    thread::Builder::new()
        .spawn(move || read_lines(&events))
        .context("cannot start the input thread")?;
    let mut conversation = Conversation {
        session: Session::default(),
        jobs,
        searching: None,
        is_ending: false,
    };
    for event in received {
        conversation.handle(event)?;
        if conversation.is_ending && conversation.searching.is_none() {
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// An event from another thread.
enum EngineEvent {
    Line(String),
    /// A line beyond the length limit.
    TooLong,
    /// The end of the input, with the error if it could not be read.
    End(Option<io::Error>),
    /// A report, and the time since the start of its search.
    Report(Report, Duration),
    /// The last report of a search.
    Finished(Report),
    /// No table of the requested size; the previous one remains.
    Refused(TableError),
    /// No endgame tables larger than those in the program are built.
    NoneBuilt,
}

/// A job of the search thread.
enum EngineJob {
    Search(Box<SearchRequest>, Arc<AtomicBool>),
    Resize(usize),
    Tables(TablesOption),
    NewGame,
}

/// The state of the main thread.
struct Conversation {
    session: Session,
    jobs: Sender<EngineJob>,
    searching: Option<RunningSearch>,
    /// Whether it ends with the current search.
    is_ending: bool,
}

/// The current search.
struct RunningSearch {
    stop: Arc<AtomicBool>,
    is_bounded: bool,
}

impl Conversation {
    fn handle(&mut self, event: EngineEvent) -> anyhow::Result<()> {
        match event {
            EngineEvent::Line(line) => {
                for effect in self.session.read(&line) {
                    self.perform(effect)?;
                }
            }
            EngineEvent::TooLong => write(&format!(
                "info string error the line is longer than {LONGEST_LINE} bytes and is ignored"
            ))?,
            EngineEvent::Report(report, elapsed) => {
                for line in self.session.info(&report, elapsed) {
                    write(&line)?;
                }
            }
            EngineEvent::Finished(report) => {
                self.searching = None;
                for effect in self.session.finished(&report) {
                    self.perform(effect)?;
                }
            }
            EngineEvent::Refused(error) => write(&format!("info string error setoption: {error}"))?,
            EngineEvent::NoneBuilt => write(
                "info string tables: none are built, which parlor kuba tables does; those in the \
                 program are used",
            )?,
            EngineEvent::End(error) => {
                // A search with limits is allowed to finish.
                if self
                    .searching
                    .as_ref()
                    .is_some_and(|search| !search.is_bounded)
                {
                    self.stop();
                }
                self.is_ending = true;
                if let Some(error) = error {
                    return Err(error).context("cannot read standard input");
                }
            }
        }
        Ok(())
    }

    fn perform(&mut self, effect: Effect) -> anyhow::Result<()> {
        match effect {
            Effect::Print(line) => write(&line)?,
            Effect::Search(request) => {
                let stop = Arc::new(AtomicBool::new(false));
                self.searching = Some(RunningSearch {
                    stop: Arc::clone(&stop),
                    is_bounded: request.is_bounded(),
                });
                self.send(EngineJob::Search(request, stop))?;
            }
            Effect::Resize(mebibytes) => self.send(EngineJob::Resize(mebibytes))?,
            Effect::Tables(tables) => self.send(EngineJob::Tables(tables))?,
            Effect::NewGame => self.send(EngineJob::NewGame)?,
            Effect::Stop => self.stop(),
            Effect::Quit => {
                self.stop();
                self.is_ending = true;
            }
            _ => {}
        }
        Ok(())
    }

    fn stop(&self) {
        if let Some(search) = &self.searching {
            search.stop.store(true, Ordering::Relaxed);
        }
    }

    fn send(&self, job: EngineJob) -> anyhow::Result<()> {
        let sent = self.jobs.send(job);
        sent.ok().context("the search thread has ended")
    }
}

fn write(line: &str) -> anyhow::Result<()> {
    output::write(format!("{line}\n").as_bytes())
}

/// Sends the lines of standard input as events, valid UTF-8 or not.
fn read_lines(events: &Sender<EngineEvent>) {
    let mut input = io::stdin().lock();
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        // One byte more than a line may have, for its line feed.
        let mut line = input.by_ref().take(LONGEST_LINE + 1);
        let read = line.read_until(b'\n', &mut bytes);
        let event = match read {
            Ok(0) => EngineEvent::End(None),
            Ok(_) if line.limit() == 0 && bytes.last() != Some(&b'\n') => {
                match input.skip_until(b'\n') {
                    Ok(_) => EngineEvent::TooLong,
                    Err(error) => EngineEvent::End(Some(error)),
                }
            }
            Ok(_) => EngineEvent::Line(String::from_utf8_lossy(&bytes).into_owned()),
            Err(error) => EngineEvent::End(Some(error)),
        };
        let is_end = matches!(event, EngineEvent::End(_));
        if events.send(event).is_err() || is_end {
            return;
        }
    }
}

/// Performs the jobs in order.
fn search(jobs: &Receiver<EngineJob>, events: &Sender<EngineEvent>) {
    let mut engine = Engine::new(DEFAULT_HASH);
    for job in jobs {
        let (request, stop) = match job {
            EngineJob::Resize(mebibytes) => {
                match Engine::try_new(mebibytes) {
                    Ok(resized) => engine = resized.with_endgames(engine.endgames().clone()),
                    Err(error) => {
                        // Without a receiver, the process is about to exit.
                        let _unheard = events.send(EngineEvent::Refused(error));
                    }
                }
                continue;
            }
            EngineJob::Tables(tables) => {
                let endgames = match tables {
                    TablesOption::Searched => Endgames::Searched,
                    TablesOption::Embedded => Endgames::Embedded,
                    TablesOption::Built => built().unwrap_or_else(|| {
                        let _unheard = events.send(EngineEvent::NoneBuilt);
                        Endgames::Embedded
                    }),
                };
                engine.set_endgames(endgames);
                continue;
            }
            EngineJob::NewGame => {
                engine.new_game();
                continue;
            }
            EngineJob::Search(request, stop) => (request, stop),
        };
        let start = now();
        let deadline = Deadline::after(request.time);
        let is_stopped = || deadline.is_past() || stop.load(Ordering::Relaxed);
        let report = engine.search(&request.root, &request.limits, &is_stopped, &mut |report| {
            // Without a receiver, the process is about to exit.
            let _unheard = events.send(EngineEvent::Report(report.clone(), start.elapsed()));
        });
        if events.send(EngineEvent::Finished(report)).is_err() {
            return;
        }
    }
}

/// The largest endgame tables that were built. Those that took hours are left to `parlor kuba probe`: a search
/// would wait seconds for its first look at each material.
fn built() -> Option<Endgames> {
    let folder = cache_folder()?;
    let tables = cache::load_largest(&folder, EMBEDDED_MARBLES + 1..=QUICK_MARBLES)?;
    Some(Endgames::Built(Arc::new(tables)))
}
