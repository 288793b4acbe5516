//! The table of the layers in `ARCHITECTURE.md`: each crate of the workspace with its layer.

use crate::tidy::finding::{Finding, SourceFile, file, line_where};
use crate::tidy::layers::{Crate, layer_of};

const DOCUMENT: &str = "ARCHITECTURE.md";

const HEADER: &str = "| layer | crate |";

/// The layer of a developer tool in the document.
const NO_LAYER: &str = "–";

/// A crate in the document's table.
#[derive(Debug)]
struct TableRow<'a> {
    line: usize,
    layer: &'a str,
    name: &'a str,
    /// Where its link leads.
    folder: &'a str,
}

/// Every crate that is in the table wrongly, twice or not at all, and every one that is gone.
pub(crate) fn check(crates: &[Crate], files: &[SourceFile]) -> Vec<Finding> {
    let text = file(files, DOCUMENT).map_or("", |document| document.text.as_str());
    let entries = entries(text);
    let mut findings = Vec::new();
    for member in crates {
        // A crate that is on no layer is a finding of its own, in the other table.
        let layer = layer_of(&member.name).map_or(NO_LAYER.to_owned(), |layer| layer.to_string());
        let folder = member.manifest.trim_end_matches("/Cargo.toml");
        let row = format!("| {layer} | [`{}`]({folder}) |", member.name);
        let mut of_crate = entries.iter().filter(|entry| entry.name == member.name);
        match of_crate.next() {
            None => findings.push(Finding::new(
                DOCUMENT,
                line_where(text, |line| line.starts_with(HEADER)),
                format!(
                    "the table of the layers lacks `{}`; write `{row}`",
                    member.name
                ),
            )),
            Some(entry) if entry.layer != layer || entry.folder != folder => {
                findings.push(Finding::new(
                    DOCUMENT,
                    entry.line,
                    format!(
                        "`{}` is on layer {} at `{}`; write `{row}`",
                        member.name, entry.layer, entry.folder
                    ),
                ));
            }
            Some(_) => {}
        }
        findings.extend(of_crate.map(|entry| {
            let message = format!("`{}` is in the table twice; remove one", member.name);
            Finding::new(DOCUMENT, entry.line, message)
        }));
    }
    for entry in &entries {
        if crates.iter().all(|member| member.name != entry.name) {
            let message = format!("there is no crate `{}`; remove it", entry.name);
            findings.push(Finding::new(DOCUMENT, entry.line, message));
        }
    }
    findings
}

/// The crates of the rows `| layer | [`name`](folder), … | … |` under the table's header.
fn entries(text: &str) -> Vec<TableRow<'_>> {
    let rows = text
        .lines()
        .enumerate()
        .skip_while(|(_, line)| !line.starts_with(HEADER))
        .take_while(|(_, line)| line.starts_with('|'))
        .filter_map(|(index, line)| {
            let mut cells = line.split('|').skip(1).map(str::trim);
            Some((index + 1, cells.next()?, cells.next()?))
        });
    rows.flat_map(|(line, layer, links)| {
        links.split("[`").skip(1).filter_map(move |link| {
            let (name, rest) = link.split_once("`](")?;
            let (folder, _) = rest.split_once(')')?;
            Some(TableRow {
                line,
                layer,
                name,
                folder,
            })
        })
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::finding::testing::{printed, source};
    use crate::tidy::layers::Crate;

    const TABLE: &str = "\
# Layers

| layer | crate | what it is |
|---|---|---|
| 0 | [`ludo-rules`](crates/ludo-rules) | rules |
| – | [`xtask`](xtask), [`fuzz`](fuzz) | tools, see [`parlor`](x) |

| 7 | [`other`](table) | not of this table |
";

    /// The findings for this document in a workspace of three crates.
    fn findings(text: &str) -> Vec<String> {
        let crates = ["crates/ludo-rules", "xtask", "fuzz"].map(|folder| Crate {
            name: folder.trim_start_matches("crates/").to_owned(),
            manifest: format!("{folder}/Cargo.toml"),
            dependencies: Vec::new(),
            binaries: Vec::new(),
            is_default_member: false,
        });
        printed(&check(&crates, &[source("ARCHITECTURE.md", text)]))
    }

    #[test]
    fn a_table_that_agrees_passes() {
        assert_eq!(findings(TABLE), [""; 0]);
    }

    #[test]
    fn another_layer_and_another_folder_are_found_with_their_line() {
        for (right, wrong) in [
            ("| 0 |", "| 1 |"),
            ("| 0 |", "| – |"),
            ("(crates/ludo-rules)", "(ludo-rules)"),
        ] {
            let found = findings(&TABLE.replace(right, wrong));
            assert_eq!(found.len(), 1, "{found:?}");
            assert!(found[0].starts_with("ARCHITECTURE.md:5: "), "{found:?}");
            let row = "write `| 0 | [`ludo-rules`](crates/ludo-rules) |`";
            assert!(found[0].ends_with(row), "{found:?}");
        }
    }

    #[test]
    fn a_crate_that_is_missing_doubled_or_gone_is_found() {
        assert_eq!(
            findings(&TABLE.replace(", [`fuzz`](fuzz)", "")),
            [
                "ARCHITECTURE.md:3: the table of the layers lacks `fuzz`; write `| – | [`fuzz`](fuzz) |`"
            ]
        );
        assert_eq!(
            findings(&TABLE.replace("[`xtask`](xtask)", "[`xtask`](xtask), [`xtask`](xtask)")),
            ["ARCHITECTURE.md:6: `xtask` is in the table twice; remove one"]
        );
        assert_eq!(
            findings(&TABLE.replace("[`xtask`](xtask)", "[`xtask`](xtask), [`chess`](chess)")),
            ["ARCHITECTURE.md:6: there is no crate `chess`; remove it"]
        );
        // Without the table all three are missing.
        assert_eq!(findings("# Layers\n").len(), 3);
    }
}
