//! How good a choice was, in a word.

use core::fmt;

/// How good a choice was, by what it lost against the best one.
///
/// The bounds are taken from what random play loses on the exact tables
/// (`examples/measure_losses.rs`): half of its choices are best, and each of
/// the other labels gets about an eighth. They are small beside those of chess
/// because Ludo's choices matter little one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Label {
    /// It lost nothing.
    Best,
    /// It lost less than 1 point of a hundred.
    Good,
    /// It lost less than 2.5 points.
    Inaccuracy,
    /// It lost less than 6 points.
    Mistake,
    /// It lost more than that.
    Blunder,
}

impl Label {
    /// Every label, the best first.
    pub const ALL: [Self; 5] = [
        Self::Best,
        Self::Good,
        Self::Inaccuracy,
        Self::Mistake,
        Self::Blunder,
    ];

    /// The label of a choice that loses so much of the chance, 0 to 1.
    pub fn of_loss(loss: f64) -> Self {
        let worse = Self::ALL.into_iter().rev();
        let mut labels = worse.filter(|label| label.least_loss() <= loss);
        labels.next().unwrap_or(Self::Best)
    }

    /// The least that a choice with this label loses. What is less than a good
    /// one loses is the rounding of the values.
    pub const fn least_loss(self) -> f64 {
        match self {
            Self::Best => 0.0,
            Self::Good => 1e-9,
            Self::Inaccuracy => 0.01,
            Self::Mistake => 0.025,
            Self::Blunder => 0.06,
        }
    }

    /// The label in a word: `best`, `inaccuracy`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    /// The mark that commentators put behind a move: `?!` to `??`; empty for
    /// a good one.
    pub const fn mark(self) -> &'static str {
        match self {
            Self::Best | Self::Good => "",
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The place in [`Label::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Label {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}
