//! The third-party licenses of what is distributed: which crates are in it, and the texts under
//! which they may be.
//!
//! Cargo knows the crates, and their sources hold the texts. Where a crate leaves the choice, the
//! texts are those of MIT alone, the shortest; a text that several crates share is there once.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;

use anyhow::{Context, bail};
use cargo_metadata::Package;
use cargo_metadata::camino::Utf8Path;

use crate::repository::Repository;

/// A generated list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct List {
    /// The package whose dependencies it is about.
    package: &'static str,
    /// Where it lies in the repository.
    pub(crate) path: &'static str,
}

/// That of the program, which prints it, and that of the wheel, which holds it as a file.
pub(crate) const LISTS: [List; 2] = [
    List {
        package: "parlor",
        path: "crates/parlor/third-party-licenses.txt",
    },
    List {
        package: "parlor-py",
        path: "python/third-party-licenses.txt",
    },
];

/// The systems that `deny.toml` names.
const TARGETS: [&str; 5] = [
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "x86_64-apple-darwin",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-msvc",
];

const INTRODUCTION: &str = "\
Third-party software. Made by `cargo xtask regen`; do not edit.

What follows is built for Linux, macOS or Windows from the software listed here,
each under its own license. The source of a crate is at
https://crates.io/crates/NAME/VERSION. Where a crate leaves the choice between
MIT and other licenses, only the text of MIT follows, unless it holds none.
";

/// The text of the Apache License 2.0.
const APACHE: &str = include_str!("../../../LICENSE-APACHE");

/// The text of our own MIT license, of which only the copyright line is our own.
const MIT: &str = include_str!("../../../LICENSE-MIT");

/// Something that is built in.
#[derive(Debug, PartialEq, Eq)]
struct LicensedPart {
    /// Its name and version.
    name: String,
    /// An SPDX expression, or words.
    license: String,
    texts: Vec<String>,
}

/// The list for the package, from the sources that cargo has fetched.
///
/// # Errors
/// When cargo fails, or a crate has neither a license text nor the MIT license.
pub(crate) fn document(repository: &Repository, list: List) -> anyhow::Result<String> {
    let mut parts = Vec::new();
    let mut has_sqlite = false;
    let wanted = dependencies(repository, list.package)?;
    for package in &repository.metadata().packages {
        let is_wanted = wanted.contains(&(package.name.to_string(), package.version.to_string()));
        if is_wanted && package.source.is_some() {
            let all = &repository.metadata().packages;
            parts.push(
                part(package, all).with_context(|| format!("the license of {}", package.id))?,
            );
            has_sqlite |= package.name.as_str() == "libsqlite3-sys";
        }
    }
    parts.sort_by(|one, other| one.name.cmp(&other.name));
    if has_sqlite {
        parts.push(LicensedPart {
            name: "SQLite, which libsqlite3-sys holds".to_owned(),
            license: "public domain".to_owned(),
            texts: Vec::new(),
        });
    }
    parts.push(LicensedPart {
        name: "the Rust standard library".to_owned(),
        license: "MIT OR Apache-2.0".to_owned(),
        texts: vec![mit("the Rust Project contributors")],
    });
    written(&parts)
}

/// The names and versions of the package and of what is compiled for it, procedural macros, which
/// write code that stays, among them.
fn dependencies(
    repository: &Repository,
    package: &str,
) -> anyhow::Result<BTreeSet<(String, String)>> {
    let tree = repository
        .cargo(&["tree", "--locked", "--color=never", "--edges=normal"])
        .arguments(["--prefix=none", "--format={p}", "--package", package])
        .arguments(TARGETS.iter().flat_map(|target| ["--target", target]))
        .read()?;
    Ok(named(&tree))
}

/// The names and versions in lines like `serde v1.0.0 (proc-macro) (*)`.
fn named(tree: &str) -> BTreeSet<(String, String)> {
    tree.lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            let name = words.next()?;
            let version = words.next()?.strip_prefix('v')?;
            Some((name.to_owned(), version.to_owned()))
        })
        .collect()
}

/// The crate with the texts in its source; without any, with those of another crate from the same
/// repository under the same license.
fn part(package: &Package, all: &[Package]) -> anyhow::Result<LicensedPart> {
    let license = package.license.clone().context("it names no license")?;
    let mut texts = texts(package, &license)?;
    let is_sibling = |other: &&Package| {
        package.repository.is_some()
            && (&other.repository, &other.license) == (&package.repository, &package.license)
    };
    if texts.is_empty() && !alternatives(&license).contains(&"MIT") {
        for sibling in all.iter().filter(is_sibling) {
            if texts.is_empty() {
                texts = self::texts(sibling, &license)?;
            }
        }
        if texts.is_empty() && license == "Apache-2.0" {
            // The text is the same for all who use it, and names nobody.
            texts.push(tidied(APACHE));
        }
        if texts.is_empty() {
            bail!("there is no text of {license} in {}", package.manifest_path);
        }
    }
    if texts.is_empty() {
        texts.push(mit(&if package.authors.is_empty() {
            format!("the authors of {}", package.name)
        } else {
            package.authors.join(", ")
        }));
    }
    Ok(LicensedPart {
        name: format!("{} {}", package.name, package.version),
        license,
        texts,
    })
}

/// The texts in the source of a crate under this license.
fn texts(package: &Package, license: &str) -> anyhow::Result<Vec<String>> {
    let folder = package.manifest_path.parent().context("it has no folder")?;
    let mut files = license_files(folder)?;
    files.sort_unstable();
    let mut texts = Vec::new();
    for file in chosen(license, &files) {
        let text = fs::read_to_string(folder.join(file))
            .with_context(|| format!("cannot read {file} as UTF-8"))?;
        if !is_link(&text) {
            texts.push(tidied(&text));
        }
    }
    Ok(texts)
}

/// The files of a crate that are about its license, as paths below its folder.
fn license_files(folder: &Utf8Path) -> anyhow::Result<Vec<String>> {
    let mut files = Vec::new();
    for entry in folder.read_dir_utf8()? {
        let entry = entry?;
        let name = entry.file_name();
        if !is_about_license(name) {
            continue;
        }
        if entry.file_type()?.is_dir() {
            for inner in entry.path().read_dir_utf8()? {
                files.push(format!("{name}/{}", inner?.file_name()));
            }
        } else {
            files.push(name.to_owned());
        }
    }
    Ok(files)
}

fn is_about_license(name: &str) -> bool {
    let name = name.to_lowercase();
    ["licen", "unlicense", "copying", "copyright", "notice"]
        .iter()
        .any(|start| name.starts_with(start))
}

/// The licenses of which any one will do, if there is a choice between whole licenses or only one;
/// none for what is more entangled.
fn alternatives(expression: &str) -> Vec<&str> {
    if expression.contains(" AND ") || expression.contains('(') {
        return Vec::new();
    }
    expression
        .split('/')
        .flat_map(|words| words.split(" OR "))
        .map(str::trim)
        .collect()
}

/// The files that go along: without those of the other licenses where there is one of MIT.
fn chosen<'a>(expression: &str, files: &'a [String]) -> Vec<&'a str> {
    let holds = |file: &str, license: &str| {
        // `Apache-2.0` is `LICENSE-APACHE`.
        let family = license.split(['-', ' ']).next().unwrap_or(license);
        file.to_lowercase().contains(&family.to_lowercase())
    };
    let alternatives = alternatives(expression);
    let is_mit = |file: &str| holds(file, "MIT");
    let has_choice = alternatives.contains(&"MIT") && files.iter().any(|file| is_mit(file));
    let is_left_out = |file: &str| {
        let is_another = alternatives.iter().any(|license| holds(file, license));
        has_choice && is_another && !is_mit(file)
    };
    files
        .iter()
        .map(String::as_str)
        .filter(|file| !is_left_out(file))
        .collect()
}

/// Whether the text is only the path of another file, as a symbolic link is packed by some.
fn is_link(text: &str) -> bool {
    text.split_whitespace().nth(1).is_none()
}

/// The MIT license of these holders.
fn mit(holders: &str) -> String {
    let lines: Vec<String> = MIT
        .trim()
        .lines()
        .map(|line| {
            if line.starts_with("Copyright") {
                format!("Copyright (c) {holders}")
            } else {
                line.to_owned()
            }
        })
        .collect();
    lines.join("\n")
}

/// The text without a byte order mark, carriage returns, blanks at the ends of lines, and empty
/// lines around it.
fn tidied(text: &str) -> String {
    let lines: Vec<&str> = text
        .trim_start_matches('\u{feff}')
        .lines()
        .map(str::trim_end)
        .collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

/// The parts, then each text once, below those that it is for.
fn written(parts: &[LicensedPart]) -> anyhow::Result<String> {
    let mut document = INTRODUCTION.to_owned();
    document.push('\n');
    let width = parts.iter().map(|part| part.name.len()).max().unwrap_or(0);
    for LicensedPart { name, license, .. } in parts {
        writeln!(document, "{name:<width$}  {license}")?;
    }
    // Texts that differ in how they are broken into lines are one.
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect();
    let mut shared: Vec<(Vec<String>, &str, Vec<&str>)> = Vec::new();
    for part in parts {
        for text in &part.texts {
            let key: Vec<String> = words(text);
            match shared.iter_mut().find(|(known, ..)| *known == key) {
                Some((.., names)) => names.push(&part.name),
                None => shared.push((key, text, vec![&part.name])),
            }
        }
    }
    for (_, text, mut names) in shared {
        names.dedup();
        let rule = "=".repeat(80);
        writeln!(document, "\n{rule}\n{}\n\n{text}", names.join("\n"))?;
    }
    Ok(document)
}

#[cfg(test)]
mod tests {
    use super::{
        LicensedPart, alternatives, chosen, is_about_license, is_link, mit, named, tidied, written,
    };

    #[test]
    fn crates_are_read_from_the_tree_once_each() {
        let tree = "parlor v0.1.0 (/work)\nserde v1.0.2\nmime v0.3.0-rc.1 (proc-macro)\n\
            serde v1.0.2 (*)\n\n";
        let names: Vec<(String, String)> = named(tree).into_iter().collect();
        let expected = [
            ("mime", "0.3.0-rc.1"),
            ("parlor", "0.1.0"),
            ("serde", "1.0.2"),
        ];
        assert_eq!(
            names,
            expected.map(|(a, b)| (a.to_owned(), b.to_owned())).to_vec()
        );
    }

    #[test]
    fn files_about_the_license_are_known_by_their_names() {
        for name in [
            "LICENSE",
            "licence.md",
            "license-mit",
            "LICENSES",
            "COPYING",
            "NOTICE",
            "UNLICENSE",
        ] {
            assert!(is_about_license(name), "{name}");
        }
        for name in ["README.md", "src", "deny.toml", "Cargo.toml"] {
            assert!(!is_about_license(name), "{name}");
        }
    }

    #[test]
    fn a_choice_is_between_whole_licenses_only() {
        assert_eq!(alternatives("MIT/Apache-2.0"), ["MIT", "Apache-2.0"]);
        assert_eq!(
            alternatives("Apache-2.0 WITH LLVM-exception OR MIT"),
            ["Apache-2.0 WITH LLVM-exception", "MIT"]
        );
        assert_eq!(alternatives("MIT"), ["MIT"]);
        assert!(alternatives("MIT AND BSD-3-Clause").is_empty());
        assert!(alternatives("(MIT OR Apache-2.0) AND Unicode-3.0").is_empty());
    }

    #[test]
    fn of_a_choice_the_texts_of_mit_are_taken_and_no_other_is_lost() {
        let check = |expression: &str, files: &[&str], expected: &[&str]| {
            let files: Vec<String> = files.iter().map(|&file| file.to_owned()).collect();
            assert_eq!(chosen(expression, &files), expected, "{expression}");
        };
        check(
            "MIT OR Apache-2.0",
            &[
                "COPYRIGHT",
                "LICENSE-APACHE",
                "LICENSE-MIT",
                "LICENSE-THIRD-PARTY",
            ],
            &["COPYRIGHT", "LICENSE-MIT", "LICENSE-THIRD-PARTY"],
        );
        check(
            "Unlicense OR MIT",
            &["COPYING", "LICENSE-MIT", "UNLICENSE"],
            &["COPYING", "LICENSE-MIT"],
        );
        check(
            "Apache-2.0 OR MIT",
            &["LICENSES/Apache-2.0.txt", "LICENSES/MIT.txt"],
            &["LICENSES/MIT.txt"],
        );
        // No choice, or nothing that says it is MIT's: everything goes along.
        let all = ["LICENSE-APACHE", "LICENSE-MIT", "LICENSE-UNICODE"];
        check("(MIT OR Apache-2.0) AND Unicode-3.0", &all, &all);
        check(
            "MIT OR Apache-2.0",
            &["LICENSE-APACHE"],
            &["LICENSE-APACHE"],
        );
        check(
            "Apache-2.0 OR BSL-1.0",
            &["LICENSE-APACHE"],
            &["LICENSE-APACHE"],
        );
    }

    #[test]
    fn a_crate_without_a_text_gets_that_of_mit_with_its_own_holders() {
        let text = mit("Ada <ada@example.org>");
        assert!(
            text.contains("\nCopyright (c) Ada <ada@example.org>\n"),
            "{text}"
        );
        assert_eq!(text.matches("Copyright").count(), 1);
        assert!(
            text.contains("THE SOFTWARE IS PROVIDED \"AS IS\""),
            "{text}"
        );
    }

    #[test]
    fn a_path_is_no_text() {
        assert!(is_link("../LICENSE-MIT"));
        assert!(is_link("\n"));
        assert!(!is_link("Be kind."));
    }

    #[test]
    fn texts_are_tidied() {
        assert_eq!(tidied("\u{feff}\r\nOne \r\n\tTwo\r\n\r\n"), "One\n\tTwo");
    }

    #[test]
    fn a_text_that_two_share_is_there_once_whatever_its_lines() {
        let part = |name: &str, texts: &[&str]| LicensedPart {
            name: name.to_owned(),
            license: "MIT".to_owned(),
            texts: texts.iter().map(|&text| text.to_owned()).collect(),
        };
        let document = written(&[
            part("a 1.0.0", &["Be kind."]),
            part("long-name 2.0.0", &["Be\nkind.", "And brave."]),
        ])
        .unwrap();
        let (_, rest) = document.split_once("\n\n").unwrap();
        let (_, rest) = rest.split_once("\n\n").unwrap();
        let rule = "=".repeat(80);
        assert_eq!(
            rest,
            format!(
                "a 1.0.0          MIT\nlong-name 2.0.0  MIT\n\n\
                {rule}\na 1.0.0\nlong-name 2.0.0\n\nBe kind.\n\n\
                {rule}\nlong-name 2.0.0\n\nAnd brave.\n"
            )
        );
    }
}
