//! Instructions a roll, a leaf and a ply, counted by callgrind.
//!
//! Each is the difference of two sizes of the same work, so that start-up and tables cancel out.

use anyhow::{Context, bail};
use serde::Deserialize;

use crate::bench::Build;
use crate::bench::figure::Figure;
use crate::repository::Repository;

/// A fixed piece of the throughput benchmark's work in two sizes.
#[derive(Clone, Copy, Debug)]
struct Workload {
    name: &'static str,
    /// What one unit of it is.
    unit: &'static str,
    small: u64,
    large: u64,
}

const WORKS: &[Workload] = &[
    Workload {
        name: "ludo-priority",
        unit: "instructions/roll",
        small: 2_000,
        large: 6_000,
    },
    Workload {
        name: "ludo-priority-portable",
        unit: "instructions/roll",
        small: 2_000,
        large: 6_000,
    },
    Workload {
        name: "ludo-priority-avx2",
        unit: "instructions/roll",
        small: 2_000,
        large: 6_000,
    },
    Workload {
        name: "kuba-perft",
        unit: "instructions/leaf",
        small: 6,
        large: 7,
    },
    Workload {
        name: "kuba-perft-avx2",
        unit: "instructions/leaf",
        small: 6,
        large: 7,
    },
    Workload {
        name: "kuba-random-avx2",
        unit: "instructions/ply",
        small: 2_000,
        large: 6_000,
    },
    Workload {
        name: "kuba-random",
        unit: "instructions/ply",
        small: 2_000,
        large: 6_000,
    },
];

/// A run under callgrind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counted {
    units: u64,
    instructions: u64,
}

/// The benchmark's count of its work.
#[derive(Debug, Deserialize)]
struct Done {
    done: u64,
}

/// Counts every work of the portable benchmark `program`. Valgrind knows no AVX-512.
///
/// # Errors
/// When valgrind is missing or a run fails.
pub(crate) fn measure(repository: &Repository, program: &str) -> anyhow::Result<Vec<Figure>> {
    if !repository.line("valgrind").argument("--version").succeeds() {
        bail!("instructions need valgrind; install it with: apt-get install -y valgrind");
    }
    let has_avx2 = has_avx2();
    let works = WORKS.iter();
    works
        .filter(|work| has_avx2 || !work.name.ends_with("avx2"))
        .map(|work| {
            let small = count(repository, program, work.name, work.small)?;
            let large = count(repository, program, work.name, work.large)?;
            Ok(Figure {
                name: format!("{}-instructions", work.name),
                value: per_unit(small, large).with_context(|| format!("counting {}", work.name))?,
                unit: work.unit.to_owned(),
                reference: None,
                ratio: None,
                build: Build::Portable.name().to_owned(),
            })
        })
        .collect()
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx2() -> bool {
    false
}

fn count(repository: &Repository, program: &str, name: &str, size: u64) -> anyhow::Result<Counted> {
    let line = repository
        .line("valgrind")
        .arguments([
            "--tool=callgrind",
            "--callgrind-out-file=/dev/null",
            program,
            "--count",
            name,
        ])
        .argument(size.to_string());
    let output = line.output()?;
    let (printed, report) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    if !output.status.success() {
        bail!("`{line}` ended with {}:\n{report}", output.status);
    }
    let Done { done: units } = serde_json::from_str(&printed)
        .with_context(|| format!("`{line}` printed no count: {printed}"))?;
    let instructions =
        collected(&report).with_context(|| format!("`{line}` collected nothing:\n{report}"))?;
    Ok(Counted {
        units,
        instructions,
    })
}

/// The sum that callgrind prints: `==1== Collected : 123`.
fn collected(report: &str) -> Option<u64> {
    report.lines().find_map(|line| {
        let (_, sum) = line.split_once("Collected : ")?;
        sum.trim().parse().ok()
    })
}

/// What one more unit costs.
fn per_unit(small: Counted, large: Counted) -> anyhow::Result<f64> {
    if large.units <= small.units || large.instructions < small.instructions {
        bail!("the larger size did no more than the smaller: {small:?}, {large:?}");
    }
    Ok((large.instructions - small.instructions) as f64 / (large.units - small.units) as f64)
}

#[cfg(test)]
mod tests {
    use super::{Counted, collected, per_unit};

    #[test]
    fn the_sum_is_read_from_callgrinds_report() {
        let report = "==12== Events    : Ir\n==12== Collected : 4567\n==12==\n";
        assert_eq!(collected(report), Some(4567));
        assert_eq!(collected("==12== Events : Ir\n"), None);
    }

    #[test]
    fn start_up_cancels_out() {
        let small = Counted {
            units: 10,
            instructions: 1_000_100,
        };
        let large = Counted {
            units: 30,
            instructions: 1_000_300,
        };
        assert!((per_unit(small, large).unwrap() - 10.0).abs() < 1e-9);
        assert!(per_unit(large, small).is_err());
    }
}
