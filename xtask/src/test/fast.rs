//! `cargo xtask test --fast`: format, lints, and the tests of what changed.

use std::collections::BTreeSet;
use std::io;
use std::process::ExitCode;
use std::time::Duration;

use cargo_metadata::Metadata;

use crate::built;
use crate::repository::Repository;
use crate::terminal::say;
use crate::test::changes::Changes;
use crate::test::report::{Measured, StepReport};
use crate::test::{exit_code, plan, python, rust, web};

/// How long it takes on two idle cores once everything is built, at most.
const BUDGET: Duration = Duration::from_mins(5);

/// The steps that are quick enough to run whatever changed.
const ALWAYS: [&str; 4] = ["prerequisites", "format", "tidy", "clippy"];

/// The files that define the dependencies, and how they are checked.
const DEPENDENCIES: [&str; 4] = [
    "Cargo.toml",
    "Cargo.lock",
    "deny.toml",
    "requirements-deny.txt",
];

/// The Python tests that are quick and cover most of the package and of the checker.
const PYTHON_TESTS: [&str; 5] = [
    "test_arguments.py",
    "test_check_command.py",
    "test_classes.py",
    "test_package.py",
    "test_wheel.py",
];

/// The browser tests that look at every page and play a whole game of Kuba.
const WEB_TEST: &str = "pages.spec.js";

/// Runs the steps for the change, one after the other.
///
/// # Errors
/// When git cannot list what changed, or standard output is closed; a failing step shows in the
/// exit code.
pub(crate) fn run(repository: &Repository, since: Option<&str>) -> anyhow::Result<ExitCode> {
    let changes = Changes::since(repository, since)?;
    let touched = TouchedTests::by(&changes.files, repository.metadata());
    say(format!(
        "{} files differ from {}; tests of: {}",
        changes.files.len(),
        changes.since,
        touched.in_words()
    ))?;

    let mut report = StepReport::new(io::stdout(), BUDGET);
    let mut take = |name: &str, work: &dyn Fn() -> anyhow::Result<()>| -> anyhow::Result<()> {
        let step = plan::step(name)?;
        report.announce(step, None)?;
        report.judge(step, &Measured::of(work))?;
        Ok(())
    };
    let mut steps: Vec<&str> = ALWAYS.to_vec();
    if touched.python.is_some() {
        steps.extend([
            "python-tools",
            "python-format",
            "python-lints",
            "python-source",
        ]);
    }
    if touched.has_dependencies {
        steps.push("deny");
    }
    if touched.has_documents {
        steps.push("generated");
    }
    for name in steps {
        let step = plan::step(name)?;
        take(name, &|| (step.work)(repository))?;
    }
    if !touched.packages.is_empty() {
        let packages = touched
            .packages
            .iter()
            .map(|name| format!("--package={name}"));
        let line = rust::cargo_test(repository).arguments(packages);
        take("tests", &|| line.show_and_run())?;
    }
    if let Some(files) = &touched.python {
        take("python-wheel", &|| python::wheel(repository))?;
        take("python-types", &|| python::types(repository))?;
        let tests = python::tests(repository, |name| {
            PYTHON_TESTS.contains(&name) || files.contains(name)
        })?;
        take("python-package-tests", &|| {
            python::pytest(repository, &tests)?.show_and_run()
        })?;
    }
    if let Some(files) = &touched.web {
        take("web-tools", &|| web::tools(repository))?;
        take("web-types", &|| web::types(repository))?;
        let mut files = files.clone();
        files.insert(WEB_TEST.to_owned());
        let files: Vec<String> = files.into_iter().collect();
        take("web-tests", &|| {
            // Building for release would take longer than the tests.
            let build = repository.cargo(&["build", "--package=parlor", "--locked"]);
            let program = built::program(build, "parlor")?;
            web::playwright(repository, &files, program.as_str()).show_and_run()
        })?;
    }
    Ok(exit_code(report.summary()?))
}

/// What has tests that a change may break, judged by paths alone.
#[derive(Debug, Default, PartialEq, Eq)]
struct TouchedTests {
    /// The crates with a changed file.
    packages: BTreeSet<String>,
    /// The changed files with Python tests, by their names, where anything of the Python package
    /// changed.
    python: Option<BTreeSet<String>>,
    /// The changed files with browser tests, by their names, where the pages or the tests changed.
    web: Option<BTreeSet<String>>,
    /// Whether one of [`DEPENDENCIES`] changed.
    has_dependencies: bool,
    /// Whether a document changed that may show the output of commands.
    has_documents: bool,
}

impl TouchedTests {
    fn by(files: &BTreeSet<String>, metadata: &Metadata) -> TouchedTests {
        let root = &metadata.workspace_root;
        let packages: Vec<(String, String)> = metadata
            .workspace_packages()
            .into_iter()
            .filter_map(|package| {
                let folder = package.manifest_path.parent()?.strip_prefix(root).ok()?;
                Some((format!("{folder}/"), package.name.to_string()))
            })
            .collect();
        TouchedTests::among(files, &packages)
    }

    /// The same by the folders of the crates.
    fn among(files: &BTreeSet<String>, packages: &[(String, String)]) -> TouchedTests {
        let mut touched = TouchedTests::default();
        for file in files {
            let mut owners = packages
                .iter()
                .filter(|(folder, _)| file.starts_with(folder));
            if let Some((_, name)) = owners.next() {
                touched.packages.insert(name.clone());
            }
            let name = file.rsplit('/').next().unwrap_or(file);
            if file.starts_with("python/") || file.starts_with("crates/parlor-py/") {
                let tests = touched.python.get_or_insert_default();
                if file.starts_with("python/tests/test_") {
                    tests.insert(name.to_owned());
                }
            }
            let is_page = ["assets/", "templates/", "src/pages/"]
                .iter()
                .any(|folder| file.starts_with(&format!("crates/parlor-server/{folder}")));
            if file.starts_with("web-tests/") || is_page {
                let tests = touched.web.get_or_insert_default();
                if name.ends_with(".spec.js") {
                    tests.insert(name.to_owned());
                }
            }
            touched.has_dependencies |= DEPENDENCIES.contains(&name);
            if file == "README.md" || file.starts_with("docs/") {
                touched.has_documents = true;
            }
        }
        touched
    }

    fn in_words(&self) -> String {
        let mut words: Vec<&str> = self.packages.iter().map(String::as_str).collect();
        let parts = [
            (self.python.is_some(), "the Python package"),
            (self.web.is_some(), "the pages"),
            (self.has_dependencies, "the dependencies"),
            (self.has_documents, "the documents"),
        ];
        words.extend(parts.iter().filter(|(is, _)| *is).map(|(_, word)| word));
        if words.is_empty() {
            return "nothing".to_owned();
        }
        words.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::TouchedTests;

    fn touched_by(file: &str) -> TouchedTests {
        let packages = [("crates/parlor/".to_owned(), "parlor".to_owned())];
        TouchedTests::among(&[file.to_owned()].into(), &packages)
    }

    #[test]
    fn dependencies_are_checked_where_a_file_about_them_changed() {
        for file in [
            "Cargo.lock",
            "Cargo.toml",
            "crates/parlor/Cargo.toml",
            "deny.toml",
            "xtask/requirements-deny.txt",
        ] {
            assert!(touched_by(file).has_dependencies, "{file}");
        }
        for file in ["crates/parlor/src/main.rs", "clippy.toml", "README.md"] {
            assert!(!touched_by(file).has_dependencies, "{file}");
        }
        assert_eq!(
            touched_by("crates/parlor/Cargo.toml").in_words(),
            "parlor, the dependencies"
        );
    }
}
