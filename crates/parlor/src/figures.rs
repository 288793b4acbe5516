//! Estimates and tables of them as text.

use parlor_sim::statistics::Estimate;

/// A share of 1 in percent: `71.3 ± 1.1`.
pub(crate) fn percent(share: Estimate) -> String {
    plus_minus(
        share.map(|share| 100.0 * share),
        |value| format!("{value:.1}"),
        1,
    )
}

/// An estimate ± half its interval, with `digits` decimals; without the interval
/// if a single deal gives none.
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

/// Points of Elo's scale: `+35 ± 12`; `over +400` where the interval has no upper
/// end, as where nothing was lost. Never without the interval.
pub(crate) fn elo(elo: Estimate) -> String {
    match (elo.low.is_finite(), elo.high.is_finite()) {
        (true, true) => plus_minus(elo, |elo| format!("{elo:+.0}"), 0),
        (true, false) => format!("over {:+.0}", elo.low),
        (false, true) => format!("under {:+.0}", elo.high),
        (false, false) => "too few games".to_owned(),
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

#[cfg(test)]
mod tests {
    use parlor_sim::statistics::Pentanomial;

    use super::*;

    #[test]
    fn elo_is_never_printed_without_its_interval() {
        let text = |pairs| elo(Pentanomial(pairs).elo());
        for few in [[0, 0, 1, 0, 1], [1, 0, 0, 0, 1], [0, 1, 1, 0, 0]] {
            assert_eq!(text(few), "too few games", "{few:?}");
        }
        assert!(text([0, 0, 1, 0, 0]).starts_with("+0 ± "));
        assert!(text([0, 0, 0, 0, 1]).starts_with("over -"));
        assert!(text([0, 0, 0, 0, 8]).starts_with("over +"));
        assert!(text([8, 0, 0, 0, 0]).starts_with("under -"));
        assert!(text([3, 10, 20, 12, 5]).contains(" ± "));
    }
}
