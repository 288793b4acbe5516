//! What holds of the crate as its users see it.

#[cfg(feature = "png")]
mod vision;
