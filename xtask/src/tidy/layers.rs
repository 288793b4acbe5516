//! Which crate may use which. Arrows point down only.

use anyhow::Context;
use cargo_metadata::DependencyKind;

use crate::repository::Repository;
use crate::tidy::finding::{Finding, SourceFile, file, line_where};

/// A crate of the workspace, as far as the checks care.
#[derive(Clone, Debug)]
pub(crate) struct Crate {
    pub(crate) name: String,
    /// Path of its `Cargo.toml`, relative to the root.
    pub(crate) manifest: String,
    pub(crate) dependencies: Vec<Dependency>,
    pub(crate) binaries: Vec<String>,
    pub(crate) is_default_member: bool,
}

/// One of a crate's dependencies.
#[derive(Clone, Debug)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    pub(crate) kind: DependencyKind,
}

/// What a crate of this name is.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// Shipped. May use every crate of a lower layer.
    Layer(u8),
    /// Never shipped. May use every crate of a lower layer; only tests and other such crates use it.
    ForTests(u8),
    /// A developer tool: may use every crate, and no other crate uses it.
    Tool,
}

/// Every crate of the workspace.
const TABLE: &[(&str, Place)] = &[
    ("ludo-rules", Place::Layer(0)),
    ("kuba-rules", Place::Layer(0)),
    ("parlor-game", Place::Layer(1)),
    ("parlor-dice", Place::Layer(1)),
    ("parlor-cache", Place::Layer(1)),
    ("parlor-map", Place::Layer(1)),
    ("parlor-batch", Place::Layer(2)),
    ("parlor-bulk", Place::Layer(2)),
    ("parlor-record", Place::Layer(2)),
    ("parlor-view", Place::Layer(3)),
    ("ludo-solver", Place::Layer(2)),
    ("kuba-engine", Place::Layer(3)),
    ("kuba-tables", Place::Layer(2)),
    ("parlor-sim", Place::Layer(4)),
    ("parlor-selfplay", Place::Layer(6)),
    ("parlor-study", Place::Layer(4)),
    ("parlor-puzzles", Place::Layer(5)),
    ("parlor-players", Place::Layer(5)),
    ("parlor-table", Place::Layer(4)),
    ("parlor-service", Place::Layer(5)),
    ("parlor-server", Place::Layer(7)),
    ("parlor-py", Place::Layer(7)),
    ("parlor", Place::Layer(8)),
    // Its own tests compare the rules crates with its slow engines.
    ("parlor-testkit", Place::ForTests(1)),
    ("parlor-bench", Place::ForTests(5)),
    ("xtask", Place::Tool),
    ("fuzz", Place::Tool),
    ("web-tests", Place::Tool),
];

/// What the tests of a layer 0 crate may use from outside the workspace.
const TEST_LIBRARIES: &[&str] = &["insta", "proptest"];

fn place(name: &str) -> Option<Place> {
    TABLE
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, place)| *place)
}

/// Whether the crate is shipped to users.
pub(crate) fn is_shipped(name: &str) -> bool {
    matches!(place(name), Some(Place::Layer(_)))
}

/// The number of the layer; `None` for a developer tool or an unknown crate.
pub(crate) fn layer_of(name: &str) -> Option<u8> {
    match place(name)? {
        Place::Layer(layer) | Place::ForTests(layer) => Some(layer),
        Place::Tool => None,
    }
}

/// The crates of the workspace.
///
/// # Errors
/// When a manifest lies outside the root.
pub(crate) fn crates(repository: &Repository) -> anyhow::Result<Vec<Crate>> {
    let metadata = repository.metadata();
    let default_members = metadata.workspace_default_packages();
    metadata
        .workspace_packages()
        .into_iter()
        .map(|package| {
            let manifest = package
                .manifest_path
                .strip_prefix(repository.root())
                .with_context(|| format!("{} lies outside the root", package.manifest_path))?;
            let binaries = package.targets.iter().filter(|target| target.is_bin());
            let dependencies = package.dependencies.iter().map(|dependency| Dependency {
                name: dependency.name.clone(),
                kind: dependency.kind,
            });
            Ok(Crate {
                name: package.name.to_string(),
                manifest: manifest.to_string(),
                dependencies: dependencies.collect(),
                binaries: binaries.map(|target| target.name.clone()).collect(),
                is_default_member: default_members.iter().any(|member| member.id == package.id),
            })
        })
        .collect()
}

/// Every dependency that the table does not allow, and every crate it does not know.
pub(crate) fn check(crates: &[Crate], files: &[SourceFile]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for member in crates {
        let Some(place) = place(&member.name) else {
            findings.push(Finding::new(
                &member.manifest,
                1,
                format!(
                    "`{}` is on no layer; add it to the table in xtask/src/tidy/layers.rs",
                    member.name
                ),
            ));
            continue;
        };
        for dependency in &member.dependencies {
            if let Some(message) = objection(&member.name, place, dependency) {
                let line = file(files, &member.manifest).map_or(1, |manifest| {
                    line_of_dependency(&manifest.text, &dependency.name)
                });
                findings.push(Finding::new(&member.manifest, line, message));
            }
        }
    }
    findings
}

/// Why a dependency is not allowed; `None` if it is.
fn objection(user: &str, user_place: Place, dependency: &Dependency) -> Option<String> {
    let (layer, is_user_shipped) = match user_place {
        Place::Layer(layer) => (layer, true),
        Place::ForTests(layer) => (layer, false),
        Place::Tool => return None,
    };
    let used = dependency.name.as_str();
    let is_for_tests = dependency.kind == DependencyKind::Development;
    match place(used) {
        // From outside the workspace.
        None if layer > 0 => None,
        None if is_for_tests && TEST_LIBRARIES.contains(&used) => None,
        None if is_for_tests => Some(format!(
            "`{user}` tests with `{used}`; on layer 0 tests use {} only",
            TEST_LIBRARIES.join(" and ")
        )),
        None => Some(format!(
            "`{user}` uses `{used}`; a crate on layer 0 has no dependencies at all"
        )),
        Some(Place::Tool) => Some(format!(
            "`{user}` uses `{used}`; no crate uses a developer tool"
        )),
        Some(Place::ForTests(_)) if is_user_shipped && !is_for_tests => Some(format!(
            "`{user}` is shipped and uses `{used}`; only its tests may"
        )),
        // A crate may name itself for its tests, to switch on a feature.
        Some(Place::Layer(_)) if is_for_tests && used == user => None,
        Some(Place::Layer(lower) | Place::ForTests(lower)) => (lower >= layer).then(|| {
            format!(
                "`{user}` (layer {layer}) uses `{used}` (layer {lower}); arrows point down only"
            )
        }),
    }
}

fn line_of_dependency(manifest: &str, name: &str) -> usize {
    line_where(manifest, |line| {
        line.strip_prefix(name)
            .is_some_and(|rest| rest.starts_with([' ', '.', '=']))
    })
}

#[cfg(test)]
mod tests {
    use cargo_metadata::DependencyKind::{self, Build, Development, Normal};

    use super::{Crate, Dependency, check};
    use crate::tidy::finding::testing::{printed, source};

    /// The findings for one crate with one dependency.
    fn findings(name: &str, used: &str, kind: DependencyKind) -> Vec<String> {
        let member = Crate {
            name: name.to_owned(),
            manifest: format!("crates/{name}/Cargo.toml"),
            dependencies: vec![Dependency {
                name: used.to_owned(),
                kind,
            }],
            binaries: Vec::new(),
            is_default_member: true,
        };
        let manifest = source(
            &member.manifest,
            &format!("[dependencies]\n{used}.workspace = true\n"),
        );
        printed(&check(&[member], &[manifest]))
    }

    #[test]
    fn the_edges_of_the_table_pass() {
        for (user, used, kind) in [
            ("parlor-view", "ludo-rules", Normal),
            ("parlor-view", "parlor-record", Normal),
            ("parlor-record", "parlor-game", Normal),
            ("parlor-record", "parlor-dice", Normal),
            ("parlor-sim", "kuba-engine", Normal),
            ("parlor-server", "parlor-sim", Normal),
            ("parlor", "parlor-server", Normal),
            ("parlor", "clap", Normal),
            ("kuba-rules", "proptest", Development),
            ("ludo-solver", "parlor-testkit", Development),
            ("parlor-testkit", "kuba-rules", Development),
            ("parlor-bench", "parlor-testkit", Normal),
            ("parlor-bench", "parlor-sim", Normal),
            ("xtask", "parlor-bench", Normal),
        ] {
            assert_eq!(findings(user, used, kind), [""; 0], "{user} -> {used}");
        }
    }

    #[test]
    fn an_edge_that_points_up_or_sideways_is_found_with_its_line() {
        assert_eq!(
            findings("parlor-view", "parlor-sim", Normal),
            [
                "crates/parlor-view/Cargo.toml:2: `parlor-view` (layer 3) uses `parlor-sim` \
              (layer 4); arrows point down only"
            ]
        );
        for (user, used, kind) in [
            ("ludo-rules", "kuba-rules", Normal),
            ("ludo-rules", "parlor-view", Development),
            ("ludo-solver", "parlor-view", Normal),
            ("kuba-engine", "parlor-view", Normal),
            ("parlor-py", "parlor-server", Normal),
            ("parlor-game", "parlor", Build),
            ("kuba-rules", "parlor-testkit", Development),
            ("parlor-testkit", "ludo-solver", Development),
            ("ludo-solver", "parlor-bench", Development),
        ] {
            assert_eq!(findings(user, used, kind).len(), 1, "{user} -> {used}");
        }
    }

    #[test]
    fn layer_0_has_no_dependencies_at_all() {
        assert_eq!(findings("ludo-rules", "serde", Normal).len(), 1);
        assert_eq!(findings("ludo-rules", "cc", Build).len(), 1);
        assert_eq!(findings("ludo-rules", "rand", Development).len(), 1);
    }

    #[test]
    fn nothing_shipped_uses_a_developer_tool_or_a_crate_for_tests() {
        assert_eq!(findings("parlor", "parlor-testkit", Normal).len(), 1);
        assert_eq!(findings("parlor-py", "parlor-testkit", Build).len(), 1);
        assert_eq!(findings("parlor", "xtask", Development).len(), 1);
        assert_eq!(findings("parlor-record", "fuzz", Build).len(), 1);
    }

    #[test]
    fn a_crate_that_the_table_does_not_know_is_found() {
        let found = findings("chess-rules", "serde", Normal);
        assert!(
            found[0].contains("`chess-rules` is on no layer"),
            "{found:?}"
        );
    }
}
