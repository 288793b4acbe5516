//! Steps that run at the same time, each in a process of its own.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Instant;
use std::{env, thread};

use anyhow::Context;
use wait4::Wait4 as _;

use crate::repository::Repository;
use crate::test::plan::TestStep;
use crate::test::report::{Measured, StepReport};

/// What runs a step.
pub(crate) trait Runner: Sync {
    /// Runs it to its end.
    fn run(&self, step: &TestStep) -> Measured;

    /// The file that its output goes to.
    fn log(&self, step: &TestStep) -> PathBuf;
}

/// The number of steps that run at a time: one per core, but two on a single core, since some wait,
/// and four at most, since more browsers at once exceed the time limits of their tests.
pub(crate) fn usual() -> usize {
    thread::available_parallelism().map_or(2, |cores| cores.get().clamp(2, 4))
}

/// Runs the steps, at most `lanes` at a time; whether all passed.
///
/// # Errors
/// When the report cannot be written; a failing step is counted there instead.
pub(crate) fn run<W: Write>(
    steps: &[TestStep],
    lanes: usize,
    runner: &impl Runner,
    report: &mut StepReport<W>,
) -> io::Result<bool> {
    let mut states = vec![StepState::Waiting; steps.len()];
    let (sender, ends) = mpsc::channel();
    thread::scope(|scope| {
        let mut running = 0;
        loop {
            while let Some((index, need)) = hopeless(steps, &states) {
                states[index] = StepState::Failed;
                report.skip(&steps[index], need)?;
            }
            while running < lanes
                && let Some(index) = next(steps, &states)
            {
                let step = &steps[index];
                states[index] = StepState::Running;
                running += 1;
                report.announce(step, Some(&runner.log(step)))?;
                let sender = sender.clone();
                scope.spawn(move || sender.send((index, runner.run(step))));
            }
            if running == 0 {
                break;
            }
            let (index, measured) = ends.recv().map_err(io::Error::other)?;
            running -= 1;
            let step = &steps[index];
            states[index] = if report.judge(step, &measured)? {
                StepState::Passed
            } else {
                StepState::Failed
            };
        }
        Ok(states.iter().all(|state| *state == StepState::Passed))
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StepState {
    Waiting,
    Running,
    Passed,
    Failed,
}

/// The state of the step of this name. One that is not of this run has ended well before it.
fn state(steps: &[TestStep], states: &[StepState], name: &str) -> StepState {
    steps
        .iter()
        .position(|step| step.name == name)
        .map_or(StepState::Passed, |index| states[index])
}

/// The first step that can start now.
fn next(steps: &[TestStep], states: &[StepState]) -> Option<usize> {
    let can_start = |index: &usize| {
        let step = &steps[*index];
        let is_over = |name: &&str| {
            matches!(
                state(steps, states, name),
                StepState::Passed | StepState::Failed
            )
        };
        states[*index] == StepState::Waiting
            && step
                .needs
                .iter()
                .all(|name| state(steps, states, name) == StepState::Passed)
            && step.after.iter().all(is_over)
    };
    (0..steps.len()).find(can_start)
}

/// A step that can never start, and what it needs that failed.
fn hopeless<'a>(steps: &[TestStep], states: &[StepState]) -> Option<(usize, &'a str)> {
    steps.iter().enumerate().find_map(|(index, step)| {
        let failed = step
            .needs
            .iter()
            .find(|name| state(steps, states, name) == StepState::Failed)?;
        (states[index] == StepState::Waiting).then_some((index, *failed))
    })
}

/// Runs a step as `xtask test --alone NAME`, its output in a file below the target folder.
#[derive(Debug)]
pub(crate) struct Processes {
    program: PathBuf,
    root: PathBuf,
    folder: PathBuf,
}

impl Processes {
    /// Copies this program to where no build of the steps replaces it.
    ///
    /// # Errors
    /// When the folder cannot be made or the copy not written.
    pub(crate) fn new(repository: &Repository) -> anyhow::Result<Processes> {
        let folder = repository.target("test");
        fs::create_dir_all(&folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
        let program = folder.join(format!("xtask{}", env::consts::EXE_SUFFIX));
        let own = env::current_exe().context("this program does not know where it is")?;
        fs::copy(&own, &program)
            .with_context(|| format!("cannot copy {} to {}", own.display(), program.display()))?;
        Ok(Processes {
            program,
            root: repository.root().to_owned(),
            folder,
        })
    }

    fn measured(&self, step: &TestStep, log: &Path) -> anyhow::Result<Measured> {
        let file = File::create(log).with_context(|| format!("cannot write {}", log.display()))?;
        let errors = file.try_clone().context("a file can be written to twice")?;
        #[expect(
            clippy::disallowed_methods,
            reason = "the time of a step is only printed"
        )]
        let start = Instant::now();
        let child = Command::new(&self.program)
            .args(["test", "--alone", step.name])
            .current_dir(&self.root)
            .stdin(Stdio::null())
            .stdout(file)
            .stderr(errors)
            .spawn()
            .with_context(|| format!("cannot start {}", self.program.display()))?;
        let used = child.wait4().context("cannot wait for the step")?;
        let printed = fs::read(log).with_context(|| format!("cannot read {}", log.display()))?;
        Ok(Measured {
            result: if used.status.success() {
                Ok(())
            } else {
                Err(anyhow::anyhow!("it ended with {}", used.status))
            },
            wall: start.elapsed(),
            processor: Some(used.rusage.utime + used.rusage.stime),
            printed: String::from_utf8_lossy(&printed).into_owned(),
        })
    }
}

impl Runner for Processes {
    fn run(&self, step: &TestStep) -> Measured {
        self.measured(step, &self.log(step))
            .unwrap_or_else(|error| Measured::nothing(Err(error)))
    }

    fn log(&self, step: &TestStep) -> PathBuf {
        self.folder.join(format!("{}.log", step.name))
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::Mutex;
    use std::time::Duration;

    use anyhow::anyhow;

    use super::{Runner, run};
    use crate::test::plan::TestStep;
    use crate::test::report::{Measured, StepReport};

    /// Notes when steps start and end, and fails those of some names.
    struct Fake {
        failing: &'static [&'static str],
        notes: Mutex<Vec<String>>,
    }

    impl Runner for Fake {
        fn run(&self, step: &TestStep) -> Measured {
            self.notes.lock().unwrap().push(format!("+{}", step.name));
            let fails = self.failing.contains(&step.name);
            let result = if fails { Err(anyhow!("wrong")) } else { Ok(()) };
            self.notes.lock().unwrap().push(format!("-{}", step.name));
            Measured::nothing(result)
        }

        fn log(&self, step: &TestStep) -> PathBuf {
            PathBuf::from(step.name)
        }
    }

    fn step(
        name: &'static str,
        needs: &'static [&'static str],
        after: &'static [&'static str],
    ) -> TestStep {
        TestStep {
            name,
            claim: "it holds",
            needs,
            after,
            budget: Duration::from_secs(1),
            work: |_| Ok(()),
        }
    }

    /// Whether all passed, what was noted, and the report.
    fn played(
        steps: &[TestStep],
        lanes: usize,
        failing: &'static [&'static str],
    ) -> (bool, Vec<String>, String) {
        let fake = Fake {
            failing,
            notes: Mutex::new(Vec::new()),
        };
        let mut printed = Vec::new();
        let mut report = StepReport::new(&mut printed, Duration::from_secs(1));
        let passed = run(steps, lanes, &fake, &mut report).unwrap();
        assert_eq!(report.summary().unwrap(), passed);
        let notes = fake.notes.into_inner().unwrap();
        (passed, notes, String::from_utf8(printed).unwrap())
    }

    #[test]
    fn in_one_lane_steps_run_in_the_order_of_the_list() {
        let steps = [
            step("a", &[], &[]),
            step("b", &[], &[]),
            step("c", &["a"], &[]),
        ];
        let (passed, notes, _) = played(&steps, 1, &[]);
        assert!(passed);
        assert_eq!(notes, ["+a", "-a", "+b", "-b", "+c", "-c"]);
    }

    #[test]
    fn a_step_waits_for_what_it_needs_and_for_what_it_comes_after() {
        let steps = [
            step("last", &["middle"], &[]),
            step("middle", &[], &["first"]),
            step("first", &[], &[]),
        ];
        for lanes in 1..4 {
            let (passed, notes, _) = played(&steps, lanes, &[]);
            assert!(passed);
            assert_eq!(
                notes,
                ["+first", "-first", "+middle", "-middle", "+last", "-last"]
            );
        }
    }

    #[test]
    fn after_a_failure_only_what_needs_it_is_left_out_and_named() {
        let steps = [
            step("build", &[], &[]),
            step("tests", &["build"], &[]),
            step("more", &["tests"], &[]),
            step("later", &[], &["build"]),
        ];
        let (passed, notes, printed) = played(&steps, 2, &["build"]);
        assert!(!passed);
        assert_eq!(notes, ["+build", "-build", "+later", "-later"]);
        assert!(
            printed.contains("tests: not run, as build failed"),
            "{printed}"
        );
        assert!(
            printed.contains("more: not run, as tests failed"),
            "{printed}"
        );
        assert!(printed.ends_with("\n1 passed, 3 failed\n"), "{printed}");
    }

    #[test]
    fn no_more_steps_run_at_a_time_than_there_are_lanes() {
        let steps: Vec<TestStep> = ["a", "b", "c", "d", "e"]
            .map(|name| step(name, &[], &[]))
            .to_vec();
        for lanes in 1..4 {
            let (_, notes, _) = played(&steps, lanes, &[]);
            let mut running = 0_usize;
            for note in notes {
                running = if note.starts_with('+') {
                    running + 1
                } else {
                    running - 1
                };
                assert!(running <= lanes);
            }
        }
    }
}
