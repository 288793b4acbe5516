//! `parlor kuba engine`: the engine for other programs.
//!
//! Three threads: one reads lines, one searches, and this one alone speaks to
//! the session and writes. They meet in one channel, so whatever happens at the
//! same time is answered in one order.

use std::io::{self, BufRead, Read};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use kuba_engine::protocol::{DEFAULT_HASH, Order, Request, Session};
use kuba_engine::{Engine, Report, TableError};

use crate::clock::{self, Deadline};
use crate::output;

/// The longest line that is read, in bytes: a game of tens of thousands of
/// pushes.
const LONGEST_LINE: u64 = 1 << 20;

/// Answers lines until `quit` or the end of the input.
pub(super) fn run() -> anyhow::Result<ExitCode> {
    let (events, heard) = mpsc::channel();
    let (jobs, waiting) = mpsc::channel();
    let searches = events.clone();
    thread::Builder::new()
        .spawn(move || search(&waiting, &searches))
        .context("the thread that searches cannot be started")?;
    thread::Builder::new()
        .spawn(move || read_lines(&events))
        .context("the thread that reads cannot be started")?;
    let mut conversation = Conversation {
        session: Session::default(),
        jobs,
        under_way: None,
        is_ending: false,
    };
    for event in heard {
        conversation.hear(event)?;
        if conversation.is_ending && conversation.under_way.is_none() {
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What the threads tell.
enum Event {
    Line(String),
    /// A line that is longer than any that is taken.
    TooLong,
    /// There is nothing more to read; why, if it could not be read.
    End(Option<io::Error>),
    /// A report, and how long after the beginning of its search.
    Report(Report, Duration),
    /// The last report of a search.
    Finished(Report),
    /// There is no table of the size asked for; the one before stays.
    Refused(TableError),
}

/// What the thread that searches is to do next.
enum Job {
    Search(Box<Request>, Arc<AtomicBool>),
    Resize(usize),
}

/// A conversation, as the thread that writes sees it.
struct Conversation {
    session: Session,
    jobs: Sender<Job>,
    under_way: Option<UnderWay>,
    /// Whether it is over as soon as no search is under way.
    is_ending: bool,
}

/// A search that is under way.
struct UnderWay {
    stop: Arc<AtomicBool>,
    is_bounded: bool,
}

impl Conversation {
    fn hear(&mut self, event: Event) -> anyhow::Result<()> {
        match event {
            Event::Line(line) => {
                for order in self.session.read(&line) {
                    self.follow(order)?;
                }
            }
            Event::TooLong => write(&format!(
                "info string error the line is longer than {LONGEST_LINE} bytes; nothing of it is taken"
            ))?,
            Event::Report(report, elapsed) => {
                for line in self.session.told(&report, elapsed) {
                    write(&line)?;
                }
            }
            Event::Finished(report) => {
                self.under_way = None;
                for order in self.session.finished(&report) {
                    self.follow(order)?;
                }
            }
            Event::Refused(error) => write(&format!("info string error setoption: {error}"))?,
            Event::End(error) => {
                // A search that comes to its end by itself is waited for.
                if self
                    .under_way
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

    fn follow(&mut self, order: Order) -> anyhow::Result<()> {
        match order {
            Order::Say(line) => write(&line)?,
            Order::Search(request) => {
                let stop = Arc::new(AtomicBool::new(false));
                self.under_way = Some(UnderWay {
                    stop: Arc::clone(&stop),
                    is_bounded: request.is_bounded(),
                });
                self.send(Job::Search(request, stop))?;
            }
            Order::Resize(mebibytes) => self.send(Job::Resize(mebibytes))?,
            Order::Stop => self.stop(),
            Order::Quit => {
                self.stop();
                self.is_ending = true;
            }
            _ => {}
        }
        Ok(())
    }

    fn stop(&self) {
        if let Some(search) = &self.under_way {
            search.stop.store(true, Ordering::Relaxed);
        }
    }

    fn send(&self, job: Job) -> anyhow::Result<()> {
        let sent = self.jobs.send(job);
        sent.ok().context("the thread that searches has ended")
    }
}

fn write(line: &str) -> anyhow::Result<()> {
    output::write(format!("{line}\n").as_bytes())
}

/// Hands over the lines of standard input, each whatever bytes it holds.
fn read_lines(events: &Sender<Event>) {
    let mut input = io::stdin().lock();
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        // One byte more than a line may have, for its end.
        let mut line = input.by_ref().take(LONGEST_LINE + 1);
        let read = line.read_until(b'\n', &mut bytes);
        let event = match read {
            Ok(0) => Event::End(None),
            Ok(_) if line.limit() == 0 && bytes.last() != Some(&b'\n') => {
                match input.skip_until(b'\n') {
                    Ok(_) => Event::TooLong,
                    Err(error) => Event::End(Some(error)),
                }
            }
            Ok(_) => Event::Line(String::from_utf8_lossy(&bytes).into_owned()),
            Err(error) => Event::End(Some(error)),
        };
        let is_end = matches!(event, Event::End(_));
        if events.send(event).is_err() || is_end {
            return;
        }
    }
}

/// Searches whatever there is to be searched, one after the other.
fn search(jobs: &Receiver<Job>, events: &Sender<Event>) {
    let mut engine = Engine::new(DEFAULT_HASH);
    for job in jobs {
        let (request, stop) = match job {
            Job::Resize(mebibytes) => {
                match Engine::try_new(mebibytes) {
                    Ok(resized) => engine = resized,
                    Err(error) => {
                        // Once nobody listens the process is about to end.
                        let _unheard = events.send(Event::Refused(error));
                    }
                }
                continue;
            }
            Job::Search(request, stop) => (request, stop),
        };
        let start = clock::now();
        let deadline = Deadline::after(request.time);
        let is_stopped = || deadline.is_past() || stop.load(Ordering::Relaxed);
        let report = engine.search(&request.root, &request.limits, &is_stopped, &mut |report| {
            // Once nobody listens the process is about to end.
            let _unheard = events.send(Event::Report(report.clone(), start.elapsed()));
        });
        if events.send(Event::Finished(report)).is_err() {
            return;
        }
    }
}
