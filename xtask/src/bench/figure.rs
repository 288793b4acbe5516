//! One measured figure, and figures as a table.

use std::fmt;

use anyhow::Context;
use serde::{Deserialize, Serialize};

use crate::bench::Build;

/// A figure as `cargo xtask bench --json` prints it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Figure {
    pub(crate) name: String,
    pub(crate) value: f64,
    pub(crate) unit: String,
    /// The same figure of the slow reference, if there is one.
    pub(crate) reference: Option<f64>,
    /// How many times as fast as the reference: `value` over `reference`, or for seconds
    /// `reference` over `value`.
    pub(crate) ratio: Option<f64>,
    /// `portable` or `native`; not known to the benchmark itself.
    #[serde(default)]
    pub(crate) build: String,
}

/// The figures that a benchmark of this build printed, one a line.
///
/// # Errors
/// When a line is not a figure.
pub(crate) fn read(printed: &str, build: Build) -> anyhow::Result<Vec<Figure>> {
    printed
        .lines()
        .map(|line| {
            let figure: Figure = serde_json::from_str(line)
                .with_context(|| format!("the benchmark printed no figure: {line}"))?;
            Ok(Figure {
                build: build.name().to_owned(),
                ..figure
            })
        })
        .collect()
}

impl Figure {
    /// The figure of a build with its reference.
    pub(crate) fn against(
        reference: f64,
        name: &str,
        value: f64,
        unit: &str,
        build: &str,
    ) -> Figure {
        Figure {
            name: name.to_owned(),
            value,
            unit: unit.to_owned(),
            reference: Some(reference),
            ratio: Some(value / reference),
            build: build.to_owned(),
        }
    }
}

/// A figure in words, for a row of docs/proofs.md.
impl fmt::Display for Figure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{} {} {}",
            self.name,
            scaled(self.value),
            self.unit
        )?;
        match (self.reference, self.ratio) {
            (Some(reference), Some(ratio)) if self.unit == "s" => {
                let (ratio, reference) = (scaled(ratio), scaled(reference));
                write!(formatter, " ({ratio} times as fast as {reference} s)")
            }
            (Some(reference), Some(ratio)) => {
                write!(formatter, " ({} × {})", scaled(ratio), scaled(reference))
            }
            _ => Ok(()),
        }
    }
}

/// The figures, one name a line, each build with its own reference and their ratio.
pub(crate) fn table(figures: &[Figure]) -> String {
    let mut rows = vec![
        [
            "",
            "",
            "portable",
            "reference",
            "ratio",
            "native",
            "reference",
            "ratio",
        ]
        .map(str::to_owned)
        .to_vec(),
    ];
    let mut names: Vec<(&str, &str)> = Vec::new();
    for figure in figures {
        let name = (figure.name.as_str(), figure.unit.as_str());
        if !names.contains(&name) {
            names.push(name);
        }
    }
    for (name, unit) in names {
        let mut row = vec![name.to_owned(), unit.to_owned()];
        for build in ["portable", "native"] {
            let figure = figures
                .iter()
                .find(|figure| figure.name == name && figure.build == build);
            let cell = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), scaled);
            row.push(cell(figure.map(|figure| figure.value)));
            row.push(cell(figure.and_then(|figure| figure.reference)));
            row.push(cell(figure.and_then(|figure| figure.ratio)));
        }
        rows.push(row);
    }
    aligned(&rows)
}

/// Columns padded to their widest cell: the first two to the left, numbers to the right.
fn aligned(rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or(0)
    };
    let lines: Vec<String> = rows
        .iter()
        .map(|row| {
            let cells: Vec<String> = row
                .iter()
                .enumerate()
                .map(|(column, cell)| {
                    let width = width(column);
                    if column < 2 {
                        format!("{cell:<width$}")
                    } else {
                        format!("{cell:>width$}")
                    }
                })
                .collect();
            cells.join("  ").trim_end().to_owned()
        })
        .collect();
    lines.join("\n")
}

/// Three significant digits or more, with k, M or G.
pub(crate) fn scaled(value: f64) -> String {
    let (value, suffix) = match value.abs() {
        size if size >= 1e9 => (value / 1e9, " G"),
        size if size >= 1e6 => (value / 1e6, " M"),
        size if size >= 1e4 => (value / 1e3, " k"),
        _ => (value, ""),
    };
    let decimals = match value.abs() {
        size if size >= 100.0 => 0,
        size if size >= 10.0 => 1,
        _ => 2,
    };
    format!("{value:.decimals$}{suffix}")
}

#[cfg(test)]
mod tests {
    use super::{Figure, read, scaled, table};
    use crate::bench::Build;

    #[test]
    fn figures_carry_the_build_they_were_measured_in() {
        let known =
            r#"{"name":"a","value":1,"unit":"x/s","reference":2,"ratio":0.5,"build":"portable"}"#;
        let unknown = r#"{"name":"b","value":1,"unit":"x/s","reference":null,"ratio":null}"#;
        let figures = read(&format!("{known}\n{unknown}\n"), Build::Native).unwrap();
        let builds: Vec<&str> = figures.iter().map(|figure| figure.build.as_str()).collect();
        assert_eq!(builds, ["native", "native"]);
    }

    #[test]
    fn a_line_that_is_no_figure_is_quoted() {
        let error = read("running 0 tests", Build::Native).unwrap_err();
        assert!(error.to_string().contains("running 0 tests"), "{error}");
    }

    #[test]
    fn numbers_keep_three_digits() {
        assert_eq!(scaled(141_234_567.0), "141 M");
        assert_eq!(scaled(1_412_345_678.0), "1.41 G");
        assert_eq!(scaled(33_333.0), "33.3 k");
        assert_eq!(scaled(2.0), "2.00");
    }

    #[test]
    fn of_seconds_fewer_are_faster() {
        let line = r#"{"name":"a","value":2,"unit":"s","reference":50,"ratio":25}"#;
        let figures = read(line, Build::Portable).unwrap();
        assert_eq!(
            figures[0].to_string(),
            "a 2.00 s (25.0 times as fast as 50.0 s)"
        );
    }

    #[test]
    fn both_builds_are_in_one_line() {
        let figures = [
            Figure::against(2e6, "ludo", 1e8, "rolls/s", "portable"),
            Figure::against(4e6, "ludo", 2e8, "rolls/s", "native"),
            Figure {
                name: "kuba".to_owned(),
                value: 61.5,
                unit: "instructions/ply".to_owned(),
                reference: None,
                ratio: None,
                build: "portable".to_owned(),
            },
        ];
        assert_eq!(
            table(&figures),
            "                        portable  reference  ratio  native  reference  ratio\n\
             ludo  rolls/s              100 M     2.00 M   50.0   200 M     4.00 M   50.0\n\
             kuba  instructions/ply      61.5          -      -       -          -      -"
        );
    }

    #[test]
    fn a_figure_reads_as_a_sentence() {
        let figure = Figure::against(2e6, "ludo", 1e8, "rolls/s", "portable");
        assert_eq!(figure.to_string(), "ludo 100 M rolls/s (50.0 × 2.00 M)");
    }

    #[test]
    fn a_figure_is_read_and_printed_in_the_agreed_shape() {
        let json = r#"{"name":"ludo","value":2.0,"unit":"rolls/s","reference":1.0,"ratio":2.0,"build":"portable"}"#;
        let figure: Figure = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&figure).unwrap(), json);
    }
}
