//! Estimates and tables of them, for people and for programs.

use parlor_sim::statistics::Estimate;
use serde::Serialize;

/// A share of 1 in percent: `71.3 ± 1.1`.
pub(crate) fn percent(share: Estimate) -> String {
    plus_minus(
        share.map(|share| 100.0 * share),
        |value| format!("{value:.1}"),
        1,
    )
}

/// An estimate and how far its interval reaches, with so many digits after the
/// point; without it where a single deal says nothing.
pub(crate) fn plus_minus(
    estimate: Estimate,
    value: impl Fn(f64) -> String,
    digits: usize,
) -> String {
    let reach = estimate.reach();
    let value = value(estimate.value);
    if reach.is_finite() {
        format!("{value} ± {reach:.digits$}")
    } else {
        value
    }
}

/// Lines in columns: the first to the left, the others to the right.
pub(crate) fn aligned(lines: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = lines.iter().map(|line| line[column].chars().count());
        cells.max().unwrap_or(0)
    };
    let aligned = lines.iter().map(|line| {
        let cells = line.iter().enumerate().map(|(column, cell)| {
            let width = width(column);
            match column {
                0 => format!("{cell:<width$}"),
                _ => format!("{cell:>width$}"),
            }
        });
        let cells: Vec<String> = cells.collect();
        cells.join("  ") + "\n"
    });
    aligned.collect()
}

/// An estimate for programs.
#[derive(Serialize)]
pub(crate) struct JsonEstimate {
    value: f64,
    low: f64,
    high: f64,
}

impl From<Estimate> for JsonEstimate {
    fn from(Estimate { value, low, high }: Estimate) -> Self {
        Self { value, low, high }
    }
}
