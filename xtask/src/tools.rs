//! Cargo tools at pinned versions, installed below the target folder and nowhere else.

use anyhow::Context;

use crate::repository::Repository;

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

/// Changes the code in small ways and checks that a test notices.
pub(crate) const CARGO_MUTANTS: Tool = Tool {
    name: "cargo-mutants",
    version: "27.1.0",
};

impl Tool {
    /// The path of its program. Cargo installs it, unless exactly this version is installed.
    ///
    /// # Errors
    /// When the installation fails, with the line that would install it by hand.
    pub(crate) fn ensure(self, repository: &Repository) -> anyhow::Result<String> {
        let Tool { name, version } = self;
        let folder = repository.target_text("tools");
        let install = repository
            // It only starts other programs.
            .cargo(&["install", "--debug", "--locked", "--version"])
            .argument(format!("={version}"))
            .arguments(["--root", &folder, name]);
        install
            .run()
            .with_context(|| format!("{name} {version} is needed; install it with: {install}"))?;
        Ok(format!("{folder}/bin/{name}"))
    }
}
