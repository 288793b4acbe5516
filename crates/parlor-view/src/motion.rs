//! What moves on the way from one picture to the next, for faces that show it
//! moving.
//!
//! A motion ends where its piece is drawn, so that a face shows the next picture
//! at once and lets the pieces arrive in it; whoever sees no motion misses
//! nothing. Times are the face's, by `docs/design.md`.

/// How a piece moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Manner {
    /// The die is rolled.
    Tumble,
    /// A token walks, space by space.
    Walk,
    /// A kicked token flies home. Rules: L-9.
    Fly,
    /// A piece makes room for another, or takes the room that one left.
    Settle,
    /// A marble moves with its run. Rules: K-4.
    Slide,
    /// A marble leaves the board. Rules: K-6.
    Leave,
}

impl Manner {
    /// The word for it: `walk`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Tumble => "tumble",
            Self::Walk => "walk",
            Self::Fly => "fly",
            Self::Settle => "settle",
            Self::Slide => "slide",
            Self::Leave => "leave",
        }
    }
}

/// A piece that moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Motion {
    /// The id that it has in the later picture: `token-Ap`, `marble-55`, `die`.
    pub piece: String,
    /// How it moves.
    pub manner: Manner,
    /// The points that its middle passes, in units of the picture; the last is
    /// where it is drawn.
    pub way: Vec<(f64, f64)>,
    /// How large it is where it begins and where it ends, as in the picture's
    /// own scale.
    pub sizes: [f64; 2],
}
