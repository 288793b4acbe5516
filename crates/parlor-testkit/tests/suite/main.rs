//! Fast against slow: the rules crates must do what the slow engines do.
//!
//! Every game is made from a seed. A difference is reported with the seed and
//! the shortest beginning of the game that shows it.

#![expect(
    clippy::unwrap_used,
    reason = "the engines are fed what they accept; a test that cannot go on has failed"
)]

mod kuba_calls;
mod kuba_playouts;
mod kuba_positions;
mod kuba_story;
mod ludo_lanes;
mod ludo_live;
mod ludo_scripts;
mod ludo_story;
mod perft;

use std::fmt::Debug;

/// The first call after which the engines differ, and how.
struct Difference {
    call: usize,
    message: String,
}

/// Says that two things differ unless they are equal.
fn same<T: PartialEq + Debug>(what: &str, fast: &T, slow: &T) -> Result<(), String> {
    if fast == slow {
        Ok(())
    } else {
        Err(format!("{what}: fast {fast:?}, slow {slow:?}"))
    }
}

/// Fails with everything that is needed to see a difference again.
fn report<C: Debug>(seed: u64, start: &impl Debug, calls: &[C], outcome: Result<(), Difference>) {
    if let Err(Difference { call, message }) = outcome {
        let played: Vec<String> = calls
            .iter()
            .take(call + 1)
            .map(|call| format!("  {call:?}"))
            .collect();
        panic!(
            "seed {seed}, from {start:?}\n{}\ndiffers at the last: {message}",
            played.join("\n")
        );
    }
}
