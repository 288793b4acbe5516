//! The programs that cargo builds, found in cargo's messages and not at a guessed path.

use anyhow::{Context, bail};
use cargo_metadata::Message;
use cargo_metadata::camino::Utf8PathBuf;

use crate::repository::Repository;
use crate::shell::CommandLine;

/// Builds with this line of cargo and returns the path of the program of the target `name`.
///
/// # Errors
/// When it does not build, or builds no such program.
pub(crate) fn program(build: CommandLine, name: &str) -> anyhow::Result<Utf8PathBuf> {
    let build = build.argument("--message-format=json-render-diagnostics");
    executable(&build.read()?, name).with_context(|| format!("`{build}`"))
}

/// Builds an example of a crate as users build programs, and returns its path.
///
/// # Errors
/// As [`program`].
pub(crate) fn example(
    repository: &Repository,
    package: &str,
    name: &str,
) -> anyhow::Result<Utf8PathBuf> {
    let build = repository
        .cargo(&["build", "--release", "--locked"])
        .arguments(["--package", package, "--example", name]);
    program(build, name)
}

/// The program of the target `name` in cargo's messages.
fn executable(messages: &str, name: &str) -> anyhow::Result<Utf8PathBuf> {
    for message in Message::parse_stream(messages.as_bytes()) {
        if let Message::CompilerArtifact(artifact) = message?
            && artifact.target.name == name
            && let Some(program) = artifact.executable
        {
            return Ok(program);
        }
    }
    bail!("cargo built no program `{name}`")
}

#[cfg(test)]
mod tests {
    use super::executable;

    /// Cargo's message after building the target `name`.
    fn message(name: &str, executable: &str) -> String {
        let profile = r#"{"opt_level":"3","debuginfo":0,"debug_assertions":false,"overflow_checks":false,"test":false}"#;
        format!(
            r#"{{"reason":"compiler-artifact","package_id":"path+file:///a#{name}@0.1.0","manifest_path":"/a/Cargo.toml","target":{{"kind":["bin"],"crate_types":["bin"],"name":"{name}","src_path":"/a/main.rs","edition":"2024","doc":true,"doctest":false,"test":true}},"profile":{profile},"features":[],"filenames":[],"executable":{executable},"fresh":true}}"#
        )
    }

    #[test]
    fn the_program_is_the_one_that_cargo_names() {
        let messages = [
            message("other", r#""/target/release/other""#),
            // The library of the same name.
            message("parlor", "null"),
            message("parlor", r#""/elsewhere/parlor""#),
            r#"{"reason":"build-finished","success":true}"#.to_owned(),
        ]
        .join("\n");
        assert_eq!(
            executable(&messages, "parlor").unwrap(),
            "/elsewhere/parlor"
        );
    }

    #[test]
    fn without_such_a_program_there_is_an_error_that_names_it() {
        let error = executable(&message("other", r#""/target/other""#), "parlor").unwrap_err();
        assert!(error.to_string().contains("`parlor`"), "{error}");
        assert!(executable("", "parlor").is_err());
    }
}
