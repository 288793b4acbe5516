//! The built command, as a person and as a program meet it.

mod analysis;
#[cfg(unix)]
mod check;
mod keeping;
mod kuba_analysis;
mod kuba_engine;
mod kuba_match;
mod kuba_tables;
mod licenses;
#[cfg(unix)]
mod lobby;
mod logs;
mod puzzles;
mod records;
mod scripts;
mod selfplay;
mod serving;
mod solving;
mod tournament;
#[cfg(feature = "otlp")]
mod traces;
mod verify;

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{self, Command, Output, Stdio};

pub(crate) fn parlor() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
    for name in ["PARLOR_CACHE", "PARLOR_DATABASE_URL", "PARLOR_NATS"] {
        command.env_remove(name);
    }
    // Help wraps at this width where it is set.
    command.env_remove("COLUMNS");
    // What it keeps stays among the tests' own files.
    let cache = concat!(env!("CARGO_TARGET_TMPDIR"), "/cache");
    command.env("XDG_CACHE_HOME", cache);
    // Games of other versions of the program, which may be in a folder of the user's, are none of theirs.
    let games = format!("{}/data-{}", env!("CARGO_TARGET_TMPDIR"), process::id());
    command.env("XDG_DATA_HOME", games);
    command
}

/// Runs the command with these words and this standard input.
pub(crate) fn run(words: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = parlor()
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let input = input.as_ref().to_vec();
    // From another thread, as the command answers while it reads.
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("the command ends");
    // The command may end without reading everything.
    drop(writer.join().expect("the writer does not panic"));
    output
}

pub(crate) fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).expect("the command writes UTF-8")
}

/// Standard output of a run that must succeed without a word on standard error.
pub(crate) fn quiet(words: &[&str], input: impl AsRef<[u8]>) -> String {
    let output = run(words, input);
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    text(&output.stdout).to_owned()
}

/// A file that lives as long as the value.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str, content: &[u8]) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::write(&path, content).expect("the scratch folder takes files");
        Self(path)
    }

    pub(crate) fn path(&self) -> &str {
        self.0.to_str().expect("a plain path")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(fs::remove_file(&self.0));
    }
}

/// What a command printed; it must have worked.
pub(crate) fn told(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// Its exit code, and what it said was wrong.
pub(crate) fn wrong(output: &Output) -> (Option<i32>, String) {
    let said = String::from_utf8(output.stderr.clone()).expect("text");
    (output.status.code(), said)
}
