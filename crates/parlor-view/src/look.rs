//! The two ways in which a board is drawn.

/// How a board is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Look {
    /// Flat and exact, with the numbers and letters of spaces and pieces: for documents, records
    /// and whoever wants to read them.
    #[default]
    Diagram,
    /// As one plays on it: full colors, pieces with a body, no numbers and letters.
    Board,
}
