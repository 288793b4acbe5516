//! How good a choice was, in a word.

use core::fmt;

/// How good a choice was, by its loss against the best one, on each game's own
/// scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Label {
    /// It lost nothing.
    Best,
    /// It lost something, but little.
    Good,
    /// It lost more than it should.
    Inaccuracy,
    /// It lost much.
    Mistake,
    /// It may have lost the game.
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

    /// The label of a choice with this loss; `least` has the least loss of each
    /// label but the best.
    ///
    /// ```
    /// use parlor_game::Label;
    ///
    /// let labels = [0, 1, 49, 50, 300].map(|loss| Label::of(loss, [1, 50, 100, 250]).name());
    /// assert_eq!(labels, ["best", "good", "good", "inaccuracy", "blunder"]);
    /// ```
    pub fn of<T: PartialOrd + Copy>(loss: T, least: [T; 4]) -> Self {
        let reached = least.iter().filter(|&least| *least <= loss).count();
        Self::ALL[reached]
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
