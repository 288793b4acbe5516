//! The behavior of the search in one number.

use crate::engine::Engine;
use crate::limits::{Limits, Root};

/// Openings, middle games and endings by both rule sets, some with a ko
/// push or an open turn.
const POSITIONS: [&str; 10] = [
    "ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - c",
    "w3bb1/1wwr1bb/1wrrr2/1rrrrr1/bbrrr2/bb1r1ww/4ww1 w0b0 w - c",
    "1w2b2/1wwr1b1/w1rrrbb/1rrrrr1/2rrrw1/bb1r1ww/bb4w w0b0 b - c",
    "6b/wwww1b1/rrrbb2/1bbrrrr/2rrr1w/1b1rrw1/b2rww1 w0b0 w - c",
    "7/2w1r2/1rb1w2/2rbr2/3w1b1/1b1r3/4w2 w4b4 b - c",
    "ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrr2/bb1r1ww/bb3ww w0b0 w - t",
    "1w3b1/wwwr1b1/2rrr1b/1rrrrrb/2rrr1w/bb1r1ww/1bb2w1 w0b0 w - t",
    "5bb/ww1r1bb/wwrrr2/1rrrrr1/2rrr2/bbrww2/1b3ww w0b0 b - t",
    "6b/wwww1b1/rrrbb2/1bbrrrr/2rrr1w/1b1rrw1/b2rww1 w0b0 w - t",
    "7/2w1r2/1rb1w2/2rbr2/3w1b1/1b1r3/4w2 w4b3 b - t",
];
/// The depth of each search.
const DEPTH: u32 = 7;

/// The nodes of a search of fixed positions: a signature of the search and the
/// evaluation, the same on every machine, that changes with their behavior.
///
/// # Panics
/// Never: the positions are fixed.
pub fn bench() -> u64 {
    let mut engine = Engine::new(1);
    let nodes = POSITIONS.iter().map(|position| {
        let root = Root::new(position.parse().expect("a position"));
        let limits = Limits::depth(DEPTH);
        engine.search(&root, &limits, &|| false, &mut |_| {}).nodes
    });
    nodes.sum()
}
