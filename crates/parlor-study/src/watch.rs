//! How an analysis takes turns with other work.

/// Whoever waits for an analysis. `()` is nobody, who waits to its end.
pub trait Watch {
    /// Whether to stop; asked at every position of a search, so it has to be quick.
    fn is_stopped(&self) -> bool {
        false
    }

    /// A ply is judged. It may wait, so that others have their turn.
    fn judged(&self) {}
}

impl Watch for () {}
