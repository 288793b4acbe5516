//! Programs that the commands start, printable as the line a person would type.

use std::fmt;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context, bail};

use crate::terminal::{note, say};

/// A program with its arguments, to be run in the repository's root or elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct CommandLine {
    program: String,
    arguments: Vec<String>,
    environment: Vec<(String, String)>,
    removed: Vec<String>,
    folder: PathBuf,
    is_elsewhere: bool,
}

impl CommandLine {
    /// `program` run in `folder`.
    pub(crate) fn new(program: impl Into<String>, folder: &Path) -> CommandLine {
        CommandLine {
            program: program.into(),
            arguments: Vec::new(),
            environment: Vec::new(),
            removed: Vec::new(),
            folder: folder.to_owned(),
            is_elsewhere: false,
        }
    }

    /// Runs it in another folder, which is shown with it.
    pub(crate) fn in_folder(mut self, folder: &Path) -> CommandLine {
        folder.clone_into(&mut self.folder);
        self.is_elsewhere = true;
        self
    }

    /// Adds one argument.
    pub(crate) fn argument(mut self, argument: impl Into<String>) -> CommandLine {
        self.arguments.push(argument.into());
        self
    }

    /// Adds several arguments.
    pub(crate) fn arguments<T: Into<String>>(
        mut self,
        arguments: impl IntoIterator<Item = T>,
    ) -> CommandLine {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Sets one environment variable.
    pub(crate) fn variable(mut self, name: &str, value: impl Into<String>) -> CommandLine {
        self.environment.push((name.to_owned(), value.into()));
        self
    }

    /// Removes one environment variable, if the caller has set it.
    pub(crate) fn without_variable(mut self, name: &str) -> CommandLine {
        self.removed.push(name.to_owned());
        self
    }

    /// Runs it with our own standard output and error.
    ///
    /// # Errors
    /// When it cannot be started or does not succeed.
    pub(crate) fn run(&self) -> anyhow::Result<()> {
        let status = self
            .command()
            .stdin(Stdio::null())
            .status()
            .with_context(|| format!("cannot start `{self}`"))?;
        if status.success() {
            return Ok(());
        }
        bail!("`{self}` ended with {status}")
    }

    /// Runs it as [`CommandLine::run`] does, after showing the line.
    ///
    /// # Errors
    /// When standard error is closed, or as [`CommandLine::run`].
    pub(crate) fn show_and_run(&self) -> anyhow::Result<()> {
        note(format!("$ {self}"))?;
        self.run()
    }

    /// Runs it and returns its output, whatever its exit status.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(crate) fn output(&self) -> anyhow::Result<Output> {
        self.command()
            .stdin(Stdio::null())
            .output()
            .with_context(|| format!("cannot start `{self}`"))
    }

    /// Runs it and returns its standard output as text; its standard error is our own.
    ///
    /// # Errors
    /// When it cannot be started, does not succeed, or prints no UTF-8.
    pub(crate) fn read(&self) -> anyhow::Result<String> {
        let output = self
            .command()
            .stdin(Stdio::null())
            .stderr(Stdio::inherit())
            .output()
            .with_context(|| format!("cannot start `{self}`"))?;
        if !output.status.success() {
            bail!("`{self}` ended with {}", output.status);
        }
        String::from_utf8(output.stdout).with_context(|| format!("`{self}` printed no UTF-8"))
    }

    /// Runs it, shows each line of its standard output as it comes, and returns the last; its standard
    /// error is our own.
    ///
    /// # Errors
    /// When it cannot be started, does not succeed, or prints nothing or no UTF-8.
    pub(crate) fn show_output(&self) -> anyhow::Result<String> {
        let mut child = self
            .command()
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start `{self}`"))?;
        let mut last = None;
        let output = child.stdout.take().context("standard output is a pipe")?;
        for line in BufReader::new(output).lines() {
            let line = line.with_context(|| format!("`{self}` printed no UTF-8"))?;
            say(&line)?;
            last = Some(line);
        }
        let status = child.wait()?;
        if !status.success() {
            bail!("`{self}` ended with {status}");
        }
        last.with_context(|| format!("`{self}` printed nothing"))
    }

    /// Whether it starts and succeeds; nothing is shown.
    pub(crate) fn succeeds(&self) -> bool {
        self.output().is_ok_and(|output| output.status.success())
    }

    /// The command for callers that need other streams.
    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).current_dir(&self.folder);
        for name in &self.removed {
            command.env_remove(name);
        }
        for (name, value) in &self.environment {
            command.env(name, value);
        }
        command
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_elsewhere {
            write!(
                formatter,
                "cd {} && ",
                quoted(&self.folder.to_string_lossy())
            )?;
        }
        for (name, value) in &self.environment {
            write!(formatter, "{name}={} ", quoted(value))?;
        }
        write!(formatter, "{}", quoted(&self.program))?;
        for argument in &self.arguments {
            write!(formatter, " {}", quoted(argument))?;
        }
        Ok(())
    }
}

/// The word as a POSIX shell reads it back.
fn quoted(word: &str) -> String {
    let is_plain =
        |character: char| character.is_ascii_alphanumeric() || "-_./=:,+@%".contains(character);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::CommandLine;

    #[test]
    fn prints_as_the_line_a_person_types() {
        let line = CommandLine::new("cargo", Path::new("/"))
            .variable("RUSTFLAGS", "-Ctarget-cpu=native -g")
            .arguments(["test", "--", "it's", ""]);
        assert_eq!(
            line.to_string(),
            r"RUSTFLAGS='-Ctarget-cpu=native -g' cargo test -- 'it'\''s' ''"
        );
    }

    #[test]
    fn another_folder_is_shown_and_used() {
        let line = CommandLine::new("pwd", Path::new("/"))
            .variable("X", "1")
            .in_folder(Path::new("/tmp"));
        assert_eq!(line.to_string(), "cd /tmp && X=1 pwd");
        assert_eq!(line.read().unwrap().trim(), "/tmp");
    }

    #[test]
    fn the_last_line_of_what_is_shown_is_returned() {
        let line = |script| CommandLine::new("sh", Path::new("/")).arguments(["-c", script]);
        assert_eq!(line("echo one; echo two").show_output().unwrap(), "two");
        assert!(line("echo one; exit 3").show_output().is_err());
        assert!(line("true").show_output().is_err());
    }

    #[test]
    fn a_variable_can_be_taken_away() {
        let line = CommandLine::new("sh", Path::new("/"))
            .variable("OTHER", "x")
            .without_variable("PATH");
        let command = line.command();
        let changes: Vec<_> = command.get_envs().collect();
        assert!(changes.contains(&("PATH".as_ref(), None)), "{changes:?}");
        assert!(changes.contains(&("OTHER".as_ref(), Some("x".as_ref()))));
    }

    #[test]
    fn a_failing_program_is_an_error_that_names_the_line() {
        let error = CommandLine::new("sh", Path::new("/"))
            .arguments(["-c", "exit 3"])
            .run()
            .unwrap_err();
        assert!(error.to_string().contains("sh -c 'exit 3'"), "{error}");
    }

    #[test]
    fn a_missing_program_is_an_error_that_names_it() {
        let error = CommandLine::new("no-such-program", Path::new("/"))
            .read()
            .unwrap_err();
        assert!(error.to_string().contains("no-such-program"), "{error}");
    }
}
