//! The time of solving Ludo, its proof included, next to the plain solver in the same run.
//!
//! One JSON object: seconds, opposite seats, two threads against the one that
//! the plain solver has. Its table of moves is made before the clock starts.

use std::io::{self, Write};
use std::time::Instant;

use ludo_solver::exact::{Seating, enclose, solve};
use parlor_testkit::plain_solver::PlainSolver;

/// Runs of the fast solver before and after the one run of the plain solver;
/// their sum is odd and has a middle.
const RUNS: [usize; 2] = [3, 2];

fn main() -> io::Result<()> {
    let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build();
    let threads = threads.map_err(io::Error::other)?;
    let solved = || {
        let enclosure = threads.install(|| enclose(&solve(Seating::Opposite, |_| {}).values));
        assert!(enclosure.is_ok_and(|enclosure| enclosure.width() <= 1e-12));
    };
    let mut plain = PlainSolver::new(['A', 'C']);

    // The first run warms caches and the threads, and counts for nothing.
    solved();
    let mut fast: Vec<f64> = (0..RUNS[0]).map(|_| seconds(solved)).collect();
    let slow = seconds(|| {
        plain.solve();
    });
    fast.extend((0..RUNS[1]).map(|_| seconds(solved)));
    fast.sort_by(f64::total_cmp);
    let fast = fast[fast.len() / 2];
    writeln!(
        io::stdout(),
        "{{\"name\":\"ludo-solve\",\"value\":{fast:.3},\"unit\":\"s\",\"reference\":{slow:.3},\"ratio\":{:.3}}}",
        slow / fast,
    )
}

#[expect(
    clippy::disallowed_methods,
    reason = "measuring time is what this program is for"
)]
fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}
