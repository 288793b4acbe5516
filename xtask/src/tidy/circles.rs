//! Import circles: files of a crate that use each other, directly or through others.
//!
//! A parent and its child modules may use each other.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};

use crate::tidy::finding::{Finding, SourceFile};
use crate::tidy::layers::Crate;

/// The path of a module in its crate; empty for the root.
type Module = Vec<String>;

/// Every circle of files, once, and every source file that cannot be parsed.
pub(crate) fn check(crates: &[Crate], files: &[SourceFile]) -> Vec<Finding> {
    crates
        .iter()
        .flat_map(|member| {
            let folder = member.manifest.trim_end_matches("Cargo.toml");
            of_crate(&format!("{folder}src/"), files)
        })
        .collect()
}

fn of_crate(sources: &str, files: &[SourceFile]) -> Vec<Finding> {
    let modules: BTreeMap<Module, &SourceFile> = files
        .iter()
        .filter_map(|file| Some((module_of(file.path.strip_prefix(sources)?)?, file)))
        .collect();
    let mut findings = Vec::new();
    let mut uses: BTreeMap<&Module, BTreeSet<&Module>> = BTreeMap::new();
    for (module, file) in &modules {
        match syn::parse_file(&file.text) {
            Ok(parsed) => {
                let mut paths = Paths::new(module.clone());
                paths.visit_file(&parsed);
                let used = paths.found.iter().filter_map(|path| {
                    let (used, _) = longest_prefix(&modules, path)?;
                    let is_related = used.starts_with(module) || module.starts_with(used);
                    (!is_related).then_some(used)
                });
                uses.insert(module, used.collect());
            }
            Err(error) => findings.push(Finding::new(&file.path, 1, error.to_string())),
        }
    }
    let mut reported = BTreeSet::new();
    for module in modules.keys() {
        let circle: Vec<&Module> = reached(&uses, module)
            .into_iter()
            .filter(|other| reached(&uses, other).contains(module))
            .collect();
        if circle.len() > 1 && reported.insert(circle[0]) {
            let names: Vec<String> = circle.iter().map(|module| module.join("::")).collect();
            findings.push(Finding::new(
                &modules[circle[0]].path,
                1,
                format!(
                    "these files import each other in a circle: {}; move what they share below them",
                    names.join(", ")
                ),
            ));
        }
    }
    findings
}

/// The module that a file below `src` is; `None` for tests and other targets.
fn module_of(path: &str) -> Option<Module> {
    let parts: Vec<String> = path
        .strip_suffix(".rs")?
        .split('/')
        .map(str::to_owned)
        .collect();
    if parts.iter().any(|part| part == "tests") || parts[0] == "bin" {
        return None;
    }
    let is_root = parts.len() == 1 && (parts[0] == "lib" || parts[0] == "main");
    Some(if is_root { Vec::new() } else { parts })
}

/// The file, the root apart, in which the item with this path is.
fn longest_prefix<'a, T>(
    modules: &'a BTreeMap<Module, T>,
    path: &[String],
) -> Option<(&'a Module, &'a T)> {
    (1..=path.len())
        .rev()
        .find_map(|length| modules.get_key_value(&path[..length]))
}

/// The modules that one uses, directly or through others, in order.
fn reached<'a>(
    uses: &BTreeMap<&'a Module, BTreeSet<&'a Module>>,
    from: &Module,
) -> BTreeSet<&'a Module> {
    let mut reached = BTreeSet::new();
    let mut left: Vec<&Module> = uses.get(from).into_iter().flatten().copied().collect();
    while let Some(module) = left.pop() {
        if reached.insert(module) {
            left.extend(uses.get(module).into_iter().flatten());
        }
    }
    reached
}

/// Collects the paths of a file that begin at its crate, `self` or `super`.
struct Paths {
    /// The module whose items are visited; inline modules lengthen it.
    module: Module,
    found: BTreeSet<Vec<String>>,
}

impl Paths {
    fn new(module: Module) -> Self {
        Self {
            module,
            found: BTreeSet::new(),
        }
    }

    fn add(&mut self, path: &[String]) {
        let mut from = match path.first().map(String::as_str) {
            Some("crate") => Vec::new(),
            Some("self" | "super") => self.module.clone(),
            _ => return,
        };
        for part in path {
            match part.as_str() {
                "crate" | "self" => {}
                "super" => {
                    from.pop();
                }
                part => from.push(part.to_owned()),
            }
        }
        self.found.insert(from);
    }

    fn add_tree(&mut self, before: &[String], tree: &syn::UseTree) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            syn::UseTree::Path(path) => self.add_tree(&with(&path.ident), &path.tree),
            syn::UseTree::Name(name) => self.add(&with(&name.ident)),
            syn::UseTree::Rename(rename) => self.add(&with(&rename.ident)),
            syn::UseTree::Glob(_) => self.add(before),
            syn::UseTree::Group(group) => {
                for tree in &group.items {
                    self.add_tree(before, tree);
                }
            }
        }
    }
}

fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    let is_test = |attribute: &syn::Attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<syn::Path>()
                .is_ok_and(|condition| condition.is_ident("test") || condition.is_ident("doc"))
    };
    attributes.iter().any(is_test)
}

impl<'a> Visit<'a> for Paths {
    fn visit_item_mod(&mut self, item: &'a syn::ItemMod) {
        if !is_for_tests(&item.attrs) {
            self.module.push(item.ident.to_string());
            visit::visit_item_mod(self, item);
            self.module.pop();
        }
    }

    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        if !is_for_tests(&item.attrs) {
            self.add_tree(&[], &item.tree);
        }
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        let parts = path.segments.iter().map(|part| part.ident.to_string());
        self.add(&parts.collect::<Vec<_>>());
        visit::visit_path(self, path);
    }
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::finding::testing::{printed, source};
    use crate::tidy::layers::Crate;

    /// The findings in a crate with these files.
    fn findings(files: &[(&str, &str)]) -> Vec<String> {
        let member = Crate {
            name: "one".to_owned(),
            manifest: "crates/one/Cargo.toml".to_owned(),
            dependencies: Vec::new(),
            binaries: Vec::new(),
            is_default_member: true,
        };
        let files: Vec<_> = files
            .iter()
            .map(|(path, text)| source(&format!("crates/one/src/{path}"), text))
            .collect();
        printed(&check(&[member], &files))
    }

    #[test]
    fn files_that_use_each_other_are_found_once() {
        let found = findings(&[
            ("lib.rs", "mod a; mod b; mod c;"),
            ("a.rs", "use crate::b::{self, B};"),
            ("b.rs", "fn b() { super::c::deep(); }"),
            ("c.rs", "use super::a as other;"),
        ]);
        assert_eq!(
            found,
            [
                "crates/one/src/a.rs:1: these files import each other in a circle: a, b, c; \
                 move what they share below them"
            ]
        );
    }

    #[test]
    fn a_parent_and_its_child_may_use_each_other() {
        let found = findings(&[
            ("lib.rs", "mod a; use a::A;"),
            ("a.rs", "mod b; use self::b::B; pub struct A;"),
            ("a/b.rs", "use super::A; use crate::Root;"),
        ]);
        assert_eq!(found, [""; 0]);
    }

    #[test]
    fn tests_close_no_circle() {
        let found = findings(&[
            ("a.rs", "#[cfg(test)] mod tests { use crate::b::B; }"),
            ("a/tests.rs", "use crate::b::B;"),
            ("b.rs", "use crate::a::A;"),
        ]);
        assert_eq!(found, [""; 0]);
    }

    #[test]
    fn a_file_that_is_no_rust_is_found() {
        assert_eq!(findings(&[("a.rs", "fn")]).len(), 1);
    }
}
