//! Cargo tools at pinned versions, installed below the target folder and nowhere else.

use std::fs;
use std::path::Path;

use anyhow::Context;

use crate::repository::Repository;
use crate::shell::Line;
use crate::terminal::say;

/// A tool from crates.io at one version.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tool {
    name: &'static str,
    version: &'static str,
}

/// Builds and runs fuzz targets.
pub(crate) const CARGO_FUZZ: Tool = Tool {
    name: "cargo-fuzz",
    version: "0.13.2",
};

/// Changes the code in small ways and looks whether a test notices.
pub(crate) const CARGO_MUTANTS: Tool = Tool {
    name: "cargo-mutants",
    version: "27.1.0",
};

impl Tool {
    /// The path of its program, after installing it if this version is not there yet.
    ///
    /// # Errors
    /// When the installation fails, with the line that would install it by hand.
    pub(crate) fn ensure(self, repository: &Repository) -> anyhow::Result<String> {
        let record = fs::read_to_string(repository.target("tools/.crates.toml"));
        let program = repository.target_text(&format!("tools/bin/{}", self.name));
        let is_there =
            record.is_ok_and(|record| self.is_recorded(&record)) && Path::new(&program).is_file();
        if is_there {
            return Ok(program);
        }
        let install = self.installation(repository);
        say(format!(
            "installing {} {}: {install}",
            self.name, self.version
        ))?;
        install.run().with_context(|| {
            format!(
                "{} {} is needed; install it with: {install}",
                self.name, self.version
            )
        })?;
        Ok(program)
    }

    fn installation(self, repository: &Repository) -> Line {
        repository
            // It only starts other programs.
            .cargo(&["install", "--debug", "--locked", "--force", "--version"])
            .argument(format!("={}", self.version))
            .argument("--root")
            .argument(repository.target_text("tools"))
            .argument(self.name)
    }

    /// Whether cargo's own list of installed crates names exactly this version.
    fn is_recorded(self, record: &str) -> bool {
        record.contains(&format!("\"{} {} (", self.name, self.version))
    }
}

#[cfg(test)]
mod tests {
    use super::Tool;

    #[test]
    fn only_exactly_the_pinned_version_counts() {
        let tool = Tool {
            name: "cargo-fuzz",
            version: "0.13.2",
        };
        let record = |version: &str| {
            format!("[v1]\n\"cargo-fuzz {version} (registry+https://x)\" = [\"cargo-fuzz\"]\n")
        };
        assert!(tool.is_recorded(&record("0.13.2")));
        assert!(!tool.is_recorded(&record("0.13.20")));
        assert!(!tool.is_recorded(&record("0.13.1")));
        assert!(!tool.is_recorded(""));
    }
}
