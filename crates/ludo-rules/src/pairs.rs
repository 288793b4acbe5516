//! A player's two tokens as one small number.

use crate::geometry::Step;

/// An unordered pair of step counts, numbered 0 to 1769.
///
/// The choice of `p` among the two tokens matters in play for names alone, so a
/// table about one player needs only a row for each of the 59 × 60 / 2 unordered
/// pairs. Number 0 is both in the yard, the last is both on the end.
///
/// ```
/// use ludo_rules::{PairIndex, Step};
///
/// let pair = PairIndex::of(Step::new(20)?, Step::YARD);
/// assert_eq!(pair, PairIndex::of(Step::YARD, Step::new(20)?));
/// assert_eq!(pair.steps(), [Step::YARD, Step::new(20)?]);
/// # Ok::<(), ludo_rules::StepError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PairIndex(u16);

impl PairIndex {
    /// The number of pairs.
    pub const COUNT: usize = 1770;

    /// Both tokens in the yard.
    pub const START: Self = Self(0);

    /// Both tokens on the end.
    pub const FINISHED: Self = Self(1769);

    /// The number of two steps, in either order.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a pair's number is at most 1769"
    )]
    pub const fn of(one: Step, other: Step) -> Self {
        let (one, other) = (one.index(), other.index());
        let (low, high) = if one < other {
            (one, other)
        } else {
            (other, one)
        };
        Self((high * (high + 1) / 2 + low) as u16)
    }

    /// Every pair, by number.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=Self::FINISHED.0).map(Self)
    }

    /// The pair's number, 0 to 1769.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The pair with this number.
    pub const fn from_index(index: u16) -> Option<Self> {
        if index <= Self::FINISHED.0 {
            Some(Self(index))
        } else {
            None
        }
    }

    /// The two steps, the smaller first.
    #[expect(
        clippy::missing_panics_doc,
        reason = "every pair was made of two steps, so it does not panic"
    )]
    pub fn steps(self) -> [Step; 2] {
        let number = self.index();
        // The largest triangular number that fits belongs to the larger step.
        let root = (8 * number + 1).isqrt();
        let high = (root - 1) / 2;
        [number - high * (high + 1) / 2, high]
            .map(|index| Step::from_index(index).expect("both parts of a pair are steps"))
    }
}
