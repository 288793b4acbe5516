//! Python interpreters: which are installed, and which are new enough.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fmt, fs};

use anyhow::{Context, bail};

use crate::repository::Repository;

/// The interpreter that the tests use.
pub(crate) const PROGRAM: &str = "python3";

/// A Python program that succeeds where an environment for the wheel can be made.
pub(crate) const QUESTION: &str =
    "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 9))";

/// Prints the implementation, the version and the path of an interpreter in one line.
const IDENTITY: &str = "import platform, sys; \
    print(platform.python_implementation(), '.'.join(map(str, sys.version_info[:3])), sys.executable)";

/// The oldest that the wheel is for.
const OLDEST: Version = Version([3, 9, 0]);

/// Major, minor and micro.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Version([u32; 3]);

impl Version {
    fn parse(text: &str) -> Option<Version> {
        let numbers: Vec<u32> = text
            .split('.')
            .map(|number| number.parse().ok())
            .collect::<Option<_>>()?;
        Some(Version(numbers.try_into().ok()?))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [major, minor, micro] = self.0;
        write!(formatter, "{major}.{minor}.{micro}")
    }
}

/// An interpreter that can make an environment for the wheel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Interpreter {
    implementation: String,
    version: Version,
    program: String,
}

impl Interpreter {
    /// Asks this program.
    ///
    /// # Errors
    /// When it does not answer, is too old, or cannot make environments, with what would help.
    pub(crate) fn ask(repository: &Repository, program: &str) -> anyhow::Result<Interpreter> {
        let needed = "Python 3.9 or newer with venv is needed";
        let advice = "install it with: apt-get update && apt-get install -y python3-venv";
        let question = repository.line(program).arguments(["-c", IDENTITY]);
        let output = question
            .output()
            .with_context(|| format!("{needed}; {advice}"))?;
        let answer = String::from_utf8_lossy(&output.stdout);
        let interpreter = Interpreter::parse(&answer)
            .with_context(|| format!("`{program}` does not report its version: {answer}"))?;
        if interpreter.version < OLDEST {
            bail!("{needed}; this is {interpreter}");
        }
        let can_make_environments = repository
            .line(program)
            .arguments(["-c", QUESTION])
            .succeeds();
        if !can_make_environments {
            bail!("{needed}; {interpreter} has no venv; {advice}");
        }
        Ok(interpreter)
    }

    /// Reads what [`IDENTITY`] printed.
    fn parse(answer: &str) -> Option<Interpreter> {
        let (implementation, rest) = answer.trim_end().split_once(' ')?;
        let (version, program) = rest.split_once(' ')?;
        Some(Interpreter {
            implementation: implementation.to_owned(),
            version: Version::parse(version)?,
            program: program.to_owned(),
        })
    }

    /// Every interpreter on the path and among pyenv's, one of each version, oldest first.
    ///
    /// # Errors
    /// When pyenv's folder cannot be read.
    pub(crate) fn all(repository: &Repository) -> anyhow::Result<Vec<Interpreter>> {
        let mut found = BTreeMap::new();
        for program in candidates()? {
            // Some programs with such a name are stand-ins for one that is not installed.
            if let Ok(interpreter) = Interpreter::ask(repository, &program.to_string_lossy()) {
                found.entry(interpreter.version).or_insert(interpreter);
            }
        }
        Ok(found.into_values().collect())
    }

    /// Its version of Python.
    pub(crate) fn version(&self) -> Version {
        self.version
    }

    /// Its path.
    pub(crate) fn program(&self) -> &str {
        &self.program
    }
}

/// Its name and its path.
impl fmt::Display for Interpreter {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{} {} ({})",
            self.implementation, self.version, self.program
        )
    }
}

/// Programs that are named like an interpreter.
fn candidates() -> anyhow::Result<Vec<PathBuf>> {
    let mut folders: Vec<PathBuf> = env::var_os("PATH")
        .map(|path| env::split_paths(&path).collect())
        .unwrap_or_default();
    if let Some(versions) = env::home_dir().map(|home| home.join(".pyenv/versions"))
        && versions.is_dir()
    {
        for version in fs::read_dir(versions)? {
            folders.push(version?.path().join("bin"));
        }
    }
    let mut programs = Vec::new();
    for folder in folders {
        // A path may name folders that are not there.
        let Ok(entries) = fs::read_dir(&folder) else {
            continue;
        };
        let entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        programs.extend(
            entries
                .into_iter()
                .filter(|program| is_named_like_one(program)),
        );
    }
    Ok(programs)
}

/// `python3`, `python3.9`, `python3.13`, but not `python3-config` nor `python3.13t`.
fn is_named_like_one(program: &Path) -> bool {
    program
        .file_name()
        .and_then(|name| name.to_str()?.strip_prefix(PROGRAM))
        .is_some_and(|rest| {
            rest.is_empty()
                || rest
                    .strip_prefix('.')
                    .is_some_and(|minor| minor.parse::<u32>().is_ok())
        })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Interpreter, OLDEST, Version, is_named_like_one};

    #[test]
    fn an_interpreter_shows_who_it_is() {
        let parsed = Interpreter::parse("CPython 3.11.7 /opt/with a space/python3\n").unwrap();
        assert_eq!(parsed.version(), Version([3, 11, 7]));
        assert_eq!(parsed.program(), "/opt/with a space/python3");
        assert_eq!(
            parsed.to_string(),
            "CPython 3.11.7 (/opt/with a space/python3)"
        );
        for answer in [
            "",
            "CPython",
            "CPython 3.11",
            "CPython 3.11 /x",
            "CPython 3.x.1 /x",
        ] {
            assert_eq!(Interpreter::parse(answer), None, "{answer}");
        }
    }

    #[test]
    fn versions_are_compared_as_numbers() {
        assert!(Version([3, 8, 18]) < OLDEST);
        assert!(Version([3, 13, 0]) > OLDEST);
    }

    #[test]
    fn only_interpreters_are_asked() {
        for (name, is_one) in [
            ("python3", true),
            ("python3.9", true),
            ("python3.13", true),
            ("python3.13t", false),
            ("python3.", false),
            ("python3-config", false),
            ("python", false),
            ("ipython3", false),
        ] {
            assert_eq!(
                is_named_like_one(Path::new("/usr/bin").join(name).as_path()),
                is_one,
                "{name}"
            );
        }
    }
}
