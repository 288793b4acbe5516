//! A process whose lines are read and written by threads of their own.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::deadline::now;

/// The longest line that is read, in bytes.
pub(super) const LONGEST_LINE: u64 = 1 << 16;
/// The lines that wait to be looked at; a program that writes more has to wait.
const WAITING_LINES: usize = 256;
/// What is kept of the standard error, in bytes: its end.
const LAST_WORDS: usize = 2_000;
/// How often a wait looks whether it is still wanted.
const LOOK: Duration = Duration::from_millis(20);
/// The time to end after the end of output, or after `quit`.
const TIME_TO_END: Duration = Duration::from_millis(500);

/// What came out of a process.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Output {
    /// A line without its end; what is not UTF-8 is replaced.
    Line(String),
    /// A line of more than [`LONGEST_LINE`] bytes, after which nothing more is read.
    TooLong,
    /// The end of the output.
    End,
}

/// Why there is no output.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Wait {
    /// The time is over.
    Over,
    /// It is no longer wanted.
    Stopped,
}

/// A running process, the leader of its group; it is ended with its group when it is dropped.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    /// `None` once the input is closed.
    input: Option<Sender<String>>,
    output: Receiver<Output>,
    errors: JoinHandle<()>,
    last_words: Arc<Mutex<VecDeque<u8>>>,
}

impl Process {
    /// Starts a program with its arguments.
    ///
    /// # Errors
    /// That of the system.
    pub(super) fn start(words: &[String]) -> io::Result<Self> {
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::NotFound)?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        {
            use std::os::unix::process::CommandExt as _;
            // A group of its own, so that all that it starts can be ended, and Ctrl-C is ours.
            command.process_group(0);
        }
        let mut child = command.spawn()?;
        let pipe = || io::Error::other("its standard streams are not there");
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = streams else {
            return Err(pipe());
        };
        let last_words = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&last_words);
        let (input, lines) = mpsc::channel();
        let (sender, output) = mpsc::sync_channel(WAITING_LINES);
        let begun = begin(move || write_lines(stdin, &lines))
            .and_then(|_| begin(move || read_lines(BufReader::new(stdout), &sender)))
            .and_then(|_| begin(move || keep_last_words(stderr, &kept)));
        match begun {
            Ok(errors) => Ok(Self {
                child,
                input: Some(input),
                output,
                errors,
                last_words,
            }),
            Err(error) => {
                end(&mut child);
                Err(error)
            }
        }
    }

    /// Writes a line, without waiting for the process to read it.
    pub(super) fn write(&self, line: &str) {
        if let Some(input) = &self.input {
            // A process that is gone is noticed when its answer is awaited.
            let _unread = input.send(format!("{line}\n"));
        }
    }

    /// The next output, awaited until then or until it is stopped.
    pub(super) fn read(
        &self,
        deadline: Instant,
        is_stopped: &dyn Fn() -> bool,
    ) -> Result<Output, Wait> {
        loop {
            if is_stopped() {
                return Err(Wait::Stopped);
            }
            let left = deadline.saturating_duration_since(now());
            match self.output.recv_timeout(left.min(LOOK)) {
                Ok(output) => return Ok(output),
                Err(RecvTimeoutError::Disconnected) => return Ok(Output::End),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Wait::Over),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Ends it, and returns how it ended by itself, if it did, and the end of its standard error.
    pub(super) fn end(mut self) -> (Option<ExitStatus>, String) {
        let has_ended = has_ended_within(&self.child, TIME_TO_END);
        let status = end(&mut self.child);
        let deadline = now() + TIME_TO_END;
        while !self.errors.is_finished() && now() < deadline {
            thread::sleep(Duration::from_millis(5));
        }
        let kept = self
            .last_words
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = kept.iter().copied().collect();
        let words = String::from_utf8_lossy(&bytes).trim().to_owned();
        (status.filter(|_| has_ended), words)
    }

    /// Asks all to end, and waits a moment for them together; those that go on are ended when they
    /// are dropped.
    pub(super) fn quit(processes: &mut [Self]) {
        for process in &mut *processes {
            process.write("quit");
            process.input = None;
        }
        let deadline = now() + TIME_TO_END;
        for process in processes {
            // What it still writes must not hold it up.
            while !matches!(
                process.read(deadline, &|| false),
                Ok(Output::End | Output::TooLong) | Err(_)
            ) {}
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        end(&mut self.child);
    }
}

/// Begins a thread.
fn begin(work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().spawn(work)
}

/// Ends the process and its group, if it has not ended before.
fn end(child: &mut Child) -> Option<ExitStatus> {
    kill_group(child);
    // On other systems than Unix this is all that there is.
    let _gone = child.kill();
    child.wait().ok()
}

/// Ends the group of a process that has not been waited for, so that its number is still its own.
#[cfg(unix)]
fn kill_group(child: &Child) {
    use rustix::process::{Signal, kill_process_group};

    if let Some(pid) = pid(child) {
        // Without a member there is nothing to end.
        let _gone = kill_process_group(pid, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}

#[cfg(unix)]
fn pid(child: &Child) -> Option<rustix::process::Pid> {
    rustix::process::Pid::from_raw(i32::try_from(child.id()).ok()?)
}

/// Whether the process ends by itself within this time; it is not waited for.
#[cfg(unix)]
fn has_ended_within(child: &Child, time: Duration) -> bool {
    use rustix::process::{WaitId, WaitIdOptions, waitid};

    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    let deadline = now() + time;
    loop {
        let ended = pid(child).map(|pid| waitid(WaitId::Pid(pid), options));
        match ended {
            Some(Ok(None)) if now() < deadline => thread::sleep(Duration::from_millis(5)),
            ended => return matches!(ended, Some(Ok(Some(_)))),
        }
    }
}

#[cfg(not(unix))]
fn has_ended_within(_: &Child, time: Duration) -> bool {
    thread::sleep(time);
    false
}

fn write_lines(mut input: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if input.write_all(line.as_bytes()).is_err() || input.flush().is_err() {
            return;
        }
    }
}

fn read_lines(mut output: impl BufRead, lines: &SyncSender<Output>) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        // One byte more than a line may have, for its line feed.
        let mut line = output.by_ref().take(LONGEST_LINE + 1);
        let read = line.read_until(b'\n', &mut bytes);
        let event = match read {
            Ok(0) | Err(_) => Output::End,
            Ok(_) if line.limit() == 0 && bytes.last() != Some(&b'\n') => Output::TooLong,
            Ok(_) => Output::Line(String::from_utf8_lossy(&bytes).trim().to_owned()),
        };
        let is_last = !matches!(event, Output::Line(_));
        if lines.send(event).is_err() || is_last {
            return;
        }
    }
}

fn keep_last_words(mut errors: impl Read, kept: &Mutex<VecDeque<u8>>) {
    let mut bytes = [0; 4_096];
    while let Ok(count @ 1..) = errors.read(&mut bytes) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(&bytes[..count]);
        let more = kept.len().saturating_sub(LAST_WORDS);
        kept.drain(..more);
    }
}
