//! Speed and strength: the benchmarks of the fast paths, and the opponents that
//! the Kuba engine is measured against.
//!
//! The design decision: it is above everything that it measures, so that the
//! solver and the engine can use the judges of `parlor-testkit` in their tests.
//!
//! The opponents are bots as others would write them. They play on the fast
//! board of `kuba-rules`, and each is the fastest plain form of its idea, so
//! that beating it means something. No front end offers them.
//!
//! * [`CaptureBot`] captures if it can, else plays at random;
//! * [`Incumbent`] is what Kuba programs have been so far: alpha-beta to a fixed
//!   depth;
//! * [`MonteCarlo`] is plain Monte Carlo tree search over random games.
//!
//! The program `kuba_strength` plays the engine against them, for `cargo xtask
//! prove match`; `script_load` and the benchmarks `throughput` and `solving`
//! measure speed, for `cargo xtask bench`.

mod capture;
mod incumbent;
mod monte_carlo;

#[cfg(test)]
mod tests;

pub use capture::CaptureBot;
pub use incumbent::Incumbent;
pub use monte_carlo::{MonteCarlo, Thinking};

use kuba_rules::{Action, Position, Side};

/// Marbles taken off by one side less those by the other: a red counts one and
/// an enemy marble two.
fn material(position: &Position, side: Side) -> i32 {
    let taken = |side: Side| {
        let left = position.count(side.other().into());
        i32::from(position.captured(side)) - 2 * i32::from(left)
    };
    taken(side) - taken(side.other())
}

/// The position after a legal action.
fn after(position: &Position, action: Action) -> Position {
    let mut after = *position;
    after
        .play_action(action)
        .expect("only legal actions are tried");
    after
}
