//! The tiny third game of `parlor-game`'s tests: records are for any game.

#[allow(dead_code, reason = "the contract needs more of it than records do")]
#[path = "../../../parlor-game/tests/third_game/heap.rs"]
mod heap;

pub(crate) use heap::Heap;
