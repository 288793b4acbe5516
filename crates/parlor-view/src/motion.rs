//! What moves from one picture to the next, for front ends with animation.
//!
//! A motion ends where its piece is drawn, so that a front end shows the next
//! picture at once and lets the pieces arrive in it; without animation nothing
//! is missing. The front end decides the times, by `docs/design.md`.

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

/// Checks that a motion ends where its piece is drawn, and as large.
#[cfg(test)]
pub(crate) fn assert_arrives(motion: &Motion, svg: &str) {
    let Motion { piece, .. } = motion;
    let element = svg.split_once(&format!(" id=\"{piece}\""));
    let (_, rest) = element.unwrap_or_else(|| panic!("no {piece} is drawn"));
    let (placed, _) = rest.split_once('>').expect("an element ends");
    let transform = placed.split("transform=\"translate(").nth(1);
    let Some(transform) = transform else {
        // The die turns where it is.
        assert_eq!(motion.manner, Manner::Tumble, "{piece}");
        return;
    };
    let numbers: Vec<f64> = transform
        .split(['(', ')', ' ', '"'])
        .filter_map(|word| word.parse().ok())
        .collect();
    let (x, y) = *motion.way.last().expect("a way has an end");
    let drawn = [
        numbers[0],
        numbers[1],
        numbers.get(2).copied().unwrap_or(1.0),
    ];
    for (drawn, ends) in drawn.into_iter().zip([x, y, motion.sizes[1]]) {
        assert!(
            (drawn - ends).abs() < 0.01,
            "{motion:?} is drawn at {drawn}"
        );
    }
}
