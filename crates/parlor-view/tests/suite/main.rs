//! What holds of the crate as its users see it.

mod third_game;
#[cfg(feature = "png")]
mod vision;
