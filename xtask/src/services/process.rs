//! A program that runs until it is stopped or dropped.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::str::FromStr;
use std::thread;
use std::time::Duration;

use anyhow::{Context, ensure};

/// How often it is looked whether a program has ended.
const LOOK: Duration = Duration::from_millis(10);

/// How many parts of a second Linux counts processor time in, on all its platforms.
const TICKS: f64 = 100.0;

/// A running program.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    log: PathBuf,
}

impl Process {
    /// Starts a program, whose output goes to the end of a file.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(crate) fn start(mut command: Command, log: &Path) -> anyhow::Result<Process> {
        let file = File::options()
            .create(true)
            .append(true)
            .open(log)
            .with_context(|| format!("cannot write {}", log.display()))?;
        let child = command
            .stdin(Stdio::null())
            .stdout(file.try_clone()?)
            .stderr(file)
            .spawn()
            .with_context(|| format!("{} cannot be started", command.get_program().display()))?;
        Ok(Process {
            child,
            log: log.to_owned(),
        })
    }

    /// Its number.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Whether it has not ended.
    ///
    /// # Errors
    /// When the system cannot say.
    pub(crate) fn is_running(&mut self) -> anyhow::Result<bool> {
        Ok(self.child.try_wait()?.is_none())
    }

    /// Sends it a signal: `STOP`, `CONT`, `TERM`.
    ///
    /// # Errors
    /// When the system cannot.
    pub(crate) fn signal(&self, name: &str) -> anyhow::Result<()> {
        signal(self.id(), name)
    }

    /// Kills it by SIGKILL, which it cannot handle.
    ///
    /// # Errors
    /// When the system cannot.
    pub(crate) fn kill(&mut self) -> anyhow::Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Waits until it has ended.
    ///
    /// # Errors
    /// When it has not after this time.
    pub(crate) fn wait(&mut self, patience: Duration) -> anyhow::Result<ExitStatus> {
        let mut waited = Duration::ZERO;
        loop {
            if let Some(status) = self.child.try_wait()? {
                return Ok(status);
            }
            ensure!(
                waited < patience,
                "process {} has not ended after {patience:?}; its log is {}",
                self.id(),
                self.log.display()
            );
            thread::sleep(LOOK);
            waited += LOOK;
        }
    }
}

/// A test that fails leaves nothing behind.
impl Drop for Process {
    fn drop(&mut self) {
        // One that has ended cannot be killed, and need not be.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a signal to a process.
///
/// # Errors
/// When the system cannot.
pub(super) fn signal(process: u32, name: &str) -> anyhow::Result<()> {
    let sent = Command::new("kill")
        .arg(format!("-{name}"))
        .arg(process.to_string())
        .stderr(Stdio::null())
        .status()
        .context("`kill` cannot be started")?;
    ensure!(sent.success(), "`kill -{name} {process}` failed");
    Ok(())
}

/// The processes that a process has started and that have not ended.
pub(super) fn children(process: u32) -> Vec<u32> {
    let listed = fs::read_dir("/proc").into_iter().flatten().flatten();
    listed
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|id| parent(*id) == Some(process))
        .collect()
}

/// Whether there is a process of this number, or what it has left for its parent to read.
pub(super) fn exists(process: u32) -> bool {
    Path::new("/proc").join(process.to_string()).exists()
}

/// The process that has started this one.
fn parent(process: u32) -> Option<u32> {
    statistics(process, 1)
}

/// The seconds of processor time that a process has used, with all that it has started.
///
/// Of those that have ended, it knows by having waited for them.
pub(crate) fn processor_seconds(process: u32) -> f64 {
    let own: u64 = (11..15)
        .filter_map(|field| statistics::<u64>(process, field))
        .sum();
    let of_children: f64 = children(process).into_iter().map(processor_seconds).sum();
    own as f64 / TICKS + of_children
}

/// The bytes of memory that a process has.
pub(crate) fn resident_bytes(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(1024 * kilobytes)
}

/// A field of the system's statistics of a process, counted from its state on.
fn statistics<T: FromStr>(process: u32, field: usize) -> Option<T> {
    let status = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name before it is in parentheses and may contain spaces.
    let (_, rest) = status.rsplit_once(')')?;
    rest.split_whitespace().nth(field)?.parse().ok()
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::Command;
    use std::time::Duration;
    use std::{env, fs, process};

    use super::{Process, children, processor_seconds, resident_bytes};

    #[test]
    fn a_program_is_signaled_waited_for_and_killed_when_dropped() {
        let log = env::temp_dir().join(format!("parlor-xtask-process-{}", process::id()));
        let mut sleep = Command::new("sleep");
        sleep.arg("60");
        let mut first = Process::start(sleep, &log).unwrap();
        assert!(children(process::id()).contains(&first.id()));
        assert!(first.is_running().unwrap());
        assert!(first.wait(Duration::ZERO).is_err());
        first.signal("TERM").unwrap();
        assert!(!first.wait(Duration::from_secs(20)).unwrap().success());
        assert!(!first.is_running().unwrap());

        let mut shell = Command::new("sh");
        shell.args(["-c", "echo started; exec sleep 60"]);
        let second = Process::start(shell, &log).unwrap();
        let id = second.id();
        drop(second);
        assert!(!children(process::id()).contains(&id));
        fs::remove_file(&log).unwrap();
    }

    #[test]
    fn processor_time_counts_what_a_process_has_started_and_memory_is_known() {
        let before = processor_seconds(process::id());
        let counts = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done";
        let counted = Command::new("sh").args(["-c", counts]).status().unwrap();
        assert!(counted.success());
        assert!(processor_seconds(process::id()) > before);
        assert!(resident_bytes(process::id()).unwrap() > 1024 * 1024);
        assert_eq!(resident_bytes(u32::MAX), None);
    }
}
