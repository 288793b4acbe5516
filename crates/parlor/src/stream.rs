//! Plays many games on all cores, in order and in constant memory.
//!
//! One thread reads chunks of whole lines, workers answer them, and the
//! calling thread writes the answers in the order of the chunks. Every queue
//! is bounded, so a slow reader of the output holds back the input.

use std::io::{self, IsTerminal as _, Read};
use std::num::NonZero;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::Context;
use parlor_record::{LineColumn, ReadError, as_text};
use parlor_view::printable;

use crate::cli::OutputForm;
use crate::input::{Chunk, Chunks, LONGEST_GAME, Source, TOO_LONG};
use crate::json;
use crate::output;
use crate::progress::Progress;

/// Reads the game in a text and appends its answer without a line end; the
/// number is the line on which the game begins.
pub(crate) type PlayGame = fn(&str, usize, AnswerFormat, &mut Vec<u8>) -> Result<(), ReadError>;

/// The form of the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AnswerFormat {
    pub(crate) form: OutputForm,
    pub(crate) detail: Detail,
}

/// The detail of the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// How the game ends.
    Result,
    /// Also every turn with its reasons.
    Explained,
}

/// The number of games played and refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct GameCounts {
    pub(crate) games: usize,
    pub(crate) refused: usize,
}

/// Plays every game of `source` and writes the answers to standard output.
pub(crate) fn run(
    source: Source,
    format: AnswerFormat,
    play_game: PlayGame,
) -> anyhow::Result<GameCounts> {
    let name: Arc<str> = source.name.into();
    // On a terminal the answers themselves show the progress.
    let progress = if io::stdout().is_terminal() {
        Progress::hidden()
    } else {
        Progress::of_bytes(source.size)
    };
    let workers = thread::available_parallelism().map_or(1, NonZero::get);
    let (to_workers, jobs) = sync_channel(2 * workers);
    let (to_writer, answers) = sync_channel(2 * workers);

    // The threads are detached: if the output is closed, the command ends at
    // once, even while a read waits for input.
    thread::spawn(move || read(source.reader, &to_workers, &to_writer));
    let jobs = Arc::new(Mutex::new(jobs));
    for _ in 0..workers {
        let work = Worker {
            play_game,
            format,
            name: Arc::clone(&name),
        };
        let jobs = Arc::clone(&jobs);
        thread::spawn(move || work.answer_all(&jobs));
    }
    write(&answers, format.form, &name, progress)
}

/// A chunk to answer, and the channel for its answers.
type ChunkJob = (Chunk, SyncSender<Answers>);

/// The channels that the writer reads, in the order of the input.
type AwaitedAnswers = io::Result<Receiver<Answers>>;

fn read(
    reader: Box<dyn Read + Send>,
    to_workers: &SyncSender<ChunkJob>,
    to_writer: &SyncSender<AwaitedAnswers>,
) {
    let mut chunks = Chunks::new(reader);
    loop {
        // A closed queue means that the writer has stopped: so does this.
        match chunks.next_chunk() {
            Ok(None) => return,
            Err(error) => {
                let _given_up = to_writer.send(Err(error));
                return;
            }
            Ok(Some(chunk)) => {
                let (answer, awaited) = sync_channel(1);
                if to_writer.send(Ok(awaited)).is_err() || to_workers.send((chunk, answer)).is_err()
                {
                    return;
                }
            }
        }
    }
}

/// The answers to one chunk.
#[derive(Debug, Default)]
struct Answers {
    /// For standard output.
    text: Vec<u8>,
    /// For standard error, each with the length of the `text` that precedes it.
    complaints: Vec<(usize, String)>,
    tally: GameCounts,
    /// The number of input bytes answered.
    bytes: usize,
}

/// The state of a worker.
struct Worker {
    play_game: PlayGame,
    format: AnswerFormat,
    name: Arc<str>,
}

impl Worker {
    fn answer_all(&self, jobs: &Mutex<Receiver<ChunkJob>>) {
        loop {
            let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok((chunk, answer)) = job else { return };
            if answer.send(self.answer(&chunk)).is_err() {
                return;
            }
        }
    }

    fn answer(&self, chunk: &Chunk) -> Answers {
        let mut answers = Answers::default();
        match chunk {
            Chunk::Lines { before, bytes } => {
                answers.bytes = bytes.len();
                answers.text.reserve(bytes.len());
                self.answer_lines(*before, bytes, &mut answers);
            }
            Chunk::Document { before, bytes } => {
                answers.bytes = bytes.len();
                self.play(*before, bytes, &mut answers);
            }
            Chunk::Refused(error) => self.refuse(error, &mut answers),
        }
        answers
    }

    fn answer_lines(&self, before: usize, bytes: &[u8], answers: &mut Answers) {
        // One check is faster; only if it fails, each line is checked.
        if let Ok(text) = str::from_utf8(bytes) {
            for (index, line) in text.split_terminator('\n').enumerate() {
                self.play_text(before + index, line, answers);
            }
        } else {
            for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
                self.play(before + index, line, answers);
            }
        }
    }

    fn play(&self, before: usize, bytes: &[u8], answers: &mut Answers) {
        match as_text(bytes) {
            Ok(text) => self.play_text(before, text, answers),
            Err(error) => self.refuse(&error.after_lines(before), answers),
        }
    }

    fn play_text(&self, before: usize, text: &str, answers: &mut Answers) {
        if text.trim_ascii().is_empty() {
            return;
        }
        if text.len() > LONGEST_GAME {
            let error = ReadError::new(LineColumn::START, TOO_LONG);
            return self.refuse(&error.after_lines(before), answers);
        }
        let length = answers.text.len();
        if self.format.form == OutputForm::Text && length > 0 {
            answers.text.push(b'\n');
        }
        match (self.play_game)(text, before + 1, self.format, &mut answers.text) {
            Ok(()) => {
                answers.tally.games += 1;
                answers.text.push(b'\n');
            }
            Err(error) => {
                answers.text.truncate(length);
                self.refuse(&error.after_lines(before), answers);
            }
        }
    }

    fn refuse(&self, error: &ReadError, answers: &mut Answers) {
        answers.tally.games += 1;
        answers.tally.refused += 1;
        match self.format.form {
            OutputForm::Json => {
                json::append(&error.answer(), &mut answers.text);
                answers.text.push(b'\n');
            }
            OutputForm::Text => answers
                .complaints
                .push((answers.text.len(), complaint(&self.name, error))),
        }
    }
}

/// The error for people: `games.jsonl:17:52: turn 4 … (L-23)`.
fn complaint(name: &str, error: &ReadError) -> String {
    let rule = error
        .kind()
        .rule()
        .map_or(String::new(), |rule| format!(" ({rule})"));
    // A text form may hold anything that would rearrange the terminal.
    printable(&format!("{name}:{}: {}{rule}", error.place(), error.kind()))
}

fn write(
    answers: &Receiver<AwaitedAnswers>,
    form: OutputForm,
    name: &str,
    mut progress: Progress,
) -> anyhow::Result<GameCounts> {
    let mut tally = GameCounts::default();
    for awaited in answers {
        let answers = awaited
            .with_context(|| format!("cannot read {name}"))?
            .recv()
            .context("a worker thread ended early; please report this")?;
        if form == OutputForm::Text && tally.games > tally.refused && !answers.text.is_empty() {
            output::write(b"\n")?;
        }
        let mut written = 0;
        for (until, complaint) in &answers.complaints {
            output::write(&answers.text[written..*until])?;
            output::note(complaint);
            written = *until;
        }
        output::write(&answers.text[written..])?;
        tally.games += answers.tally.games;
        tally.refused += answers.tally.refused;
        progress.advance(answers.bytes as u64);
    }
    progress.finish();
    Ok(tally)
}
