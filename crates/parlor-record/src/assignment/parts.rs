//! What the readers of both games share.

use crate::program::Value;

/// What is expected where a second game begins.
pub(super) const ONE_GAME: &str = "it is a second game; one is shown at a time";

/// Where a list stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Listed<'p, 'a> {
    /// The name that it was given.
    pub(super) name: Option<&'a str>,
    pub(super) value: Value<'p, 'a>,
}
