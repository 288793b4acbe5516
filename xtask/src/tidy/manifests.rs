//! The workspace's manifests and cargo's settings.

use crate::tidy::finding::{Finding, SourceFile, file, line_where};
use crate::tidy::layers::Crate;

/// The crates that a plain `cargo build` leaves out.
const NOT_DEFAULT: &[&str] = &["parlor-py", "parlor-bench", "xtask", "fuzz", "web-tests"];

/// The one crate with an exception from `unsafe_code = "forbid"`, and so with lints of its own.
const WITH_UNSAFE_CODE: &str = "parlor-map";

const ROOT_MANIFEST: &str = "Cargo.toml";
const CARGO_SETTINGS: &str = ".cargo/config.toml";

/// Checks lints, default members, the one binary, the lock file and cargo's settings.
pub(crate) fn check(crates: &[Crate], files: &[SourceFile], paths: &[String]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for member in crates {
        let text = file(files, &member.manifest).map_or("", |manifest| manifest.text.as_str());
        if member.name == WITH_UNSAFE_CODE {
            let root = file(files, ROOT_MANIFEST).map_or("", |manifest| manifest.text.as_str());
            if lints(text, "lints") != lints(&except_unsafe_code(root), "workspace.lints") {
                findings.push(Finding::new(
                    &member.manifest,
                    line_where(text, |line| line.starts_with("[lints")),
                    "has other lints than the workspace; copy them, with unsafe_code = \"deny\"",
                ));
            }
            continue;
        }
        if value(text, "lints", "workspace") != Some("true") {
            findings.push(Finding::new(
                &member.manifest,
                1,
                "does not inherit the workspace's lints; add [lints] workspace = true",
            ));
        }
    }
    findings.extend(default_members(crates, files));
    findings.extend(settings(files, paths));
    findings
}

/// The workspace's manifest as the one crate with unsafe code repeats it: what is forbidden there has
/// no exception, and what is denied can have one, where the code gives the reason.
fn except_unsafe_code(root: &str) -> String {
    root.replace("unsafe_code = \"forbid\"", "unsafe_code = \"deny\"")
}

/// The lines of all lints below `[section.…]`, without comments.
fn lints<'a>(toml: &'a str, section: &str) -> Vec<(&'a str, &'a str)> {
    let mut tool = None;
    let mut lints = Vec::new();
    for line in toml.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix('[') {
            let header = header.trim_end_matches(']');
            let below = header.strip_prefix(section);
            tool = below.and_then(|below| below.strip_prefix('.'));
        } else if let Some(tool) = tool
            && !line.is_empty()
            && !line.starts_with('#')
        {
            lints.push((tool, line));
        }
    }
    lints
}

fn default_members(crates: &[Crate], files: &[SourceFile]) -> Vec<Finding> {
    let line = file(files, ROOT_MANIFEST).map_or(1, |manifest| {
        line_where(&manifest.text, |line| line.starts_with("default-members"))
    });
    let finding = |message: String| Finding::new(ROOT_MANIFEST, line, message);
    let mut findings = Vec::new();
    for member in crates {
        let ought_to_be = !NOT_DEFAULT.contains(&member.name.as_str());
        if ought_to_be && !member.is_default_member {
            findings.push(finding(format!(
                "default-members lacks `{}`; add it",
                member.name
            )));
        }
        if !ought_to_be && member.is_default_member {
            findings.push(finding(format!(
                "default-members names `{}`, which users do not build; take it out",
                member.name
            )));
        }
    }
    let binaries: Vec<&str> = crates
        .iter()
        .filter(|member| member.is_default_member)
        .flat_map(|member| member.binaries.iter().map(String::as_str))
        .collect();
    if binaries != ["parlor"] {
        findings.push(finding(format!(
            "default-members hold the binaries [{}]; `cargo run` needs exactly one, `parlor`",
            binaries.join(", ")
        )));
    }
    findings
}

fn settings(files: &[SourceFile], paths: &[String]) -> Vec<Finding> {
    let mut findings = Vec::new();
    if !paths.iter().any(|path| path == "Cargo.lock") {
        findings.push(Finding::new(
            "Cargo.lock",
            1,
            "is missing or ignored by git; commit it, so that everyone builds the same",
        ));
    }
    for path in paths {
        let name = path.rsplit('/').next().unwrap_or(path);
        if name == "rust-toolchain" || name == "rust-toolchain.toml" {
            findings.push(Finding::new(
                path,
                1,
                "pins a toolchain; set rust-version in Cargo.toml instead",
            ));
        }
    }
    if let Some(config) = file(files, CARGO_SETTINGS) {
        if value(&config.text, "build", "target").is_some() {
            let line = line_where(&config.text, |line| line.trim_start().starts_with("target"));
            findings.push(Finding::new(
                CARGO_SETTINGS,
                line,
                "sets build.target; remove it, the binary belongs in target/release",
            ));
        }
        for (index, line) in config.text.lines().enumerate() {
            if line.contains("target-cpu") {
                findings.push(Finding::new(
                    CARGO_SETTINGS,
                    index + 1,
                    "sets target-cpu; remove it, builds are portable (`cargo xtask bench` has both)",
                ));
            }
        }
    }
    findings
}

/// The value of `key` in `[section]`, as written; the subset of TOML that manifests use.
fn value<'a>(toml: &'a str, section: &str, key: &str) -> Option<&'a str> {
    let mut current = "";
    let dotted = format!("{section}.{key}");
    for line in toml.lines() {
        let line = line.trim();
        if let Some(header) = line.strip_prefix('[') {
            current = header.trim_end_matches(']').trim();
            continue;
        }
        let Some((left, right)) = line.split_once('=') else {
            continue;
        };
        let left = left.trim();
        if (current == section && left == key) || (current.is_empty() && left == dotted) {
            return Some(right.trim());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{check, value};
    use crate::tidy::finding::SourceFile;
    use crate::tidy::finding::testing::{printed, source};
    use crate::tidy::layers::Crate;

    const LINTS: &str = "[package]\nname = \"x\"\n\n[lints]\nworkspace = true\n";

    fn member(name: &str, is_default_member: bool, binaries: &[&str]) -> Crate {
        Crate {
            name: name.to_owned(),
            manifest: format!("{name}/Cargo.toml"),
            dependencies: Vec::new(),
            binaries: binaries.iter().map(|&name| name.to_owned()).collect(),
            is_default_member,
        }
    }

    fn healthy() -> (Vec<Crate>, Vec<SourceFile>, Vec<String>) {
        let crates = vec![
            member("parlor", true, &["parlor"]),
            member("ludo-rules", true, &[]),
            member("xtask", false, &["xtask"]),
        ];
        let mut files: Vec<SourceFile> = crates
            .iter()
            .map(|member| source(&member.manifest, LINTS))
            .collect();
        files.push(source("Cargo.toml", "[workspace]\ndefault-members = []\n"));
        files.push(source(".cargo/config.toml", "[alias]\nxtask = \"run\"\n"));
        (crates, files, vec!["Cargo.lock".to_owned()])
    }

    fn findings(crates: &[Crate], files: &[SourceFile], paths: &[String]) -> Vec<String> {
        printed(&check(crates, files, paths))
    }

    #[test]
    fn a_healthy_workspace_passes() {
        let (crates, files, paths) = healthy();
        assert_eq!(findings(&crates, &files, &paths), [""; 0]);
    }

    #[test]
    fn a_crate_without_the_lints_is_found() {
        let (crates, mut files, paths) = healthy();
        files[1].text = "[package]\nworkspace = true\n".to_owned();
        let found = findings(&crates, &files, &paths);
        assert!(
            found[0].starts_with("ludo-rules/Cargo.toml:1: does not inherit"),
            "{found:?}"
        );
    }

    #[test]
    fn the_crate_with_unsafe_code_has_the_other_lints() {
        let root = "[workspace.lints.rust]\nunsafe_code = \"forbid\"\nmissing_docs = \"warn\"\n";
        let own = "[lints.rust]\nunsafe_code = \"deny\"\nmissing_docs = \"warn\"\n";
        for (text, count) in [
            (own, 0),
            ("[lints.rust]\nunsafe_code = \"deny\"\n", 1),
            (
                "[lints.rust]\nunsafe_code = \"allow\"\nmissing_docs = \"warn\"\n",
                1,
            ),
            (LINTS, 1),
        ] {
            let (mut crates, mut files, paths) = healthy();
            crates.push(member("parlor-map", true, &[]));
            files.push(source("parlor-map/Cargo.toml", text));
            for manifest in files.iter_mut().filter(|file| file.path == "Cargo.toml") {
                manifest.text.push_str(root);
            }
            assert_eq!(findings(&crates, &files, &paths).len(), count, "{text}");
        }
    }

    #[test]
    fn default_members_are_everything_that_users_build() {
        let (mut crates, files, paths) = healthy();
        crates[1].is_default_member = false;
        let found = findings(&crates, &files, &paths);
        assert_eq!(
            found,
            ["Cargo.toml:2: default-members lacks `ludo-rules`; add it"]
        );

        let (mut crates, files, paths) = healthy();
        crates[2].is_default_member = true;
        let found = findings(&crates, &files, &paths);
        assert_eq!(
            found.len(),
            2,
            "xtask itself, and its second binary: {found:?}"
        );
    }

    #[test]
    fn exactly_one_binary_is_built() {
        let (mut crates, files, paths) = healthy();
        crates[0].binaries.clear();
        assert_eq!(findings(&crates, &files, &paths).len(), 1);
    }

    #[test]
    fn the_lock_file_is_committed_and_no_toolchain_is_pinned() {
        let (crates, files, _) = healthy();
        let found = findings(&crates, &files, &["rust-toolchain.toml".to_owned()]);
        assert_eq!(found.len(), 2, "{found:?}");
    }

    #[test]
    fn cargo_settings_keep_builds_plain() {
        for (settings, line) in [
            ("[build]\ntarget = \"x86_64-unknown-linux-musl\"\n", 2),
            ("build.target = \"x\"\n", 1),
            ("[build]\n\nrustflags = [\"-Ctarget-cpu=native\"]\n", 3),
        ] {
            let (crates, mut files, paths) = healthy();
            files.retain(|file| file.path != ".cargo/config.toml");
            files.push(source(".cargo/config.toml", settings));
            let found = findings(&crates, &files, &paths);
            assert_eq!(found.len(), 1, "{settings}");
            if settings.starts_with('[') {
                assert!(
                    found[0].starts_with(&format!(".cargo/config.toml:{line}:")),
                    "{found:?}"
                );
            }
        }
    }

    #[test]
    fn values_are_read_from_their_own_section_only() {
        assert_eq!(value("[a]\nx = 1\n[b]\nx = 2\n", "b", "x"), Some("2"));
        assert_eq!(value("[a]\nx = 1\n", "b", "x"), None);
        assert_eq!(
            value("lints.workspace = true\n", "lints", "workspace"),
            Some("true")
        );
    }
}
