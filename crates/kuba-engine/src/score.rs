//! What a position is worth.

use core::cmp::Ordering;
use core::fmt;

/// What a position is worth to its side to move.
///
/// The greater is the better: any win is better than any number of reds, and
/// the sooner the better; of losses the later is the better.
///
/// ```
/// use kuba_engine::Score;
///
/// let mut scores = [Score::Loss(4), Score::Reds(35), Score::Win(5), Score::Win(1)];
/// scores.sort();
/// assert_eq!(scores.map(|score| score.to_string()), ["loss 4", "reds 0.35", "win 5", "win 1"]);
/// assert_eq!(Score::Reds(-105).to_string(), "reds -1.05");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// Nothing is decided as far as the search has seen; so many hundredths of
    /// a captured red.
    Reds(i32),
    /// The side to move wins, with so many pushes of both sides until and with
    /// the deciding one; 0 if ending the turn decides. Rules: K-8, K-9, K-10.
    Win(u32),
    /// The side to move loses, after so many pushes of both sides.
    Loss(u32),
}

/// What the search reckons with: hundredths of a red, or a win, which is
/// [`WIN`] less the pushes to it.
pub(crate) type Value = i32;

/// A win without another push.
pub(crate) const WIN: Value = 30_000;
/// A draw, whoever is ahead. Rules: K-12, K-13.
pub(crate) const DRAW: Value = 0;
/// Beyond every value.
pub(crate) const INFINITY: Value = WIN + 1;
/// More pushes than any win takes that a search finds.
const LONGEST_WIN: Value = 2_000;
/// No evaluation goes beyond this, so that none looks like a win.
pub(crate) const MOST_REDS: Value = 20_000;

/// Whether the value is that of a win or a loss.
pub(crate) const fn is_decided(value: Value) -> bool {
    value.abs() > WIN - LONGEST_WIN
}

impl Score {
    pub(crate) fn of(value: Value) -> Self {
        let pushes = WIN.saturating_sub(value.abs()).unsigned_abs();
        match value {
            _ if !is_decided(value) => Self::Reds(value),
            0.. => Self::Win(pushes),
            _ => Self::Loss(pushes),
        }
    }

    /// The same score seen by the opponent.
    #[must_use]
    pub const fn for_opponent(self) -> Self {
        match self {
            Self::Reds(hundredths) => Self::Reds(-hundredths),
            Self::Win(pushes) => Self::Loss(pushes),
            Self::Loss(pushes) => Self::Win(pushes),
        }
    }

    /// The same score seen so many pushes earlier: what is decided takes as many
    /// more.
    pub(crate) const fn pushes_earlier(self, pushes: u32) -> Self {
        match self {
            Self::Reds(_) => self,
            Self::Win(more) => Self::Win(more.saturating_add(pushes)),
            Self::Loss(more) => Self::Loss(more.saturating_add(pushes)),
        }
    }

    /// What decides first, and what decides among equals.
    fn rank(self) -> (i8, i64) {
        match self {
            Self::Win(pushes) => (1, -i64::from(pushes)),
            Self::Reds(hundredths) => (0, i64::from(hundredths)),
            Self::Loss(pushes) => (-1, i64::from(pushes)),
        }
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// `reds 0.35`, `win 5` or `loss 4`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reds(hundredths) => {
                let sign = if *hundredths < 0 { "-" } else { "" };
                let hundredths = hundredths.unsigned_abs();
                write!(f, "reds {sign}{}.{:02}", hundredths / 100, hundredths % 100)
            }
            Self::Win(pushes) => write!(f, "win {pushes}"),
            Self::Loss(pushes) => write!(f, "loss {pushes}"),
        }
    }
}

/// Between which values the true one has to be known exactly.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    /// What the side to move has elsewhere already.
    pub(crate) alpha: Value,
    /// What the opponent has elsewhere already.
    pub(crate) beta: Value,
}

impl Window {
    /// The same window seen by the opponent.
    pub(crate) const fn turned(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Only wide enough to say whether a value is better than alpha.
    pub(crate) const fn shut(self) -> Self {
        Self {
            beta: self.alpha + 1,
            ..self
        }
    }

    /// Whether any value lies inside; not so for all nodes off the best line.
    pub(crate) const fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }
}
