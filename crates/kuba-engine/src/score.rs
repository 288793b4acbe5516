//! Scores, values and alpha-beta windows.

use core::cmp::Ordering;
use core::fmt;

use kuba_rules::Side;

/// The score of a position for its side to move.
///
/// Ordered: any win is better than any number of reds, a sooner win better than
/// a later one, a later loss better than a sooner one.
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
    /// Undecided as far as the search saw: hundredths of a captured red.
    Reds(i32),
    /// The side to move wins after this many pushes of both sides, the deciding
    /// one included; 0 if ending the turn wins. Rules: K-8, K-9, K-10.
    Win(u32),
    /// The side to move loses after this many pushes of both sides.
    Loss(u32),
}

/// A value inside the search: hundredths of a red, or for a win [`WIN`] minus
/// the pushes to it.
pub(crate) type Value = i32;

/// A win at this node.
pub(crate) const WIN: Value = 30_000;
/// A draw. Rules: K-12, K-13.
pub(crate) const DRAW: Value = 0;
/// Greater than every value.
pub(crate) const INFINITY: Value = WIN + 1;
/// Greater than the length in pushes of any win that a search finds.
const MAX_WIN_LENGTH: Value = 2_000;
/// The greatest evaluation, clearly below any win.
pub(crate) const MAX_EVALUATION: Value = 20_000;

/// Whether the value is that of a win or a loss.
pub(crate) const fn is_decided(value: Value) -> bool {
    value.abs() > WIN - MAX_WIN_LENGTH
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

    /// The same score for the opponent.
    #[must_use]
    pub const fn for_opponent(self) -> Self {
        match self {
            Self::Reds(hundredths) => Self::Reds(-hundredths),
            Self::Win(pushes) => Self::Loss(pushes),
            Self::Loss(pushes) => Self::Win(pushes),
        }
    }

    /// The score as one number, greater for better: reds in hundredths, a win in n pushes 30,000 − n,
    /// a loss in n pushes −30,000 + n.
    ///
    /// ```
    /// use kuba_engine::Score;
    ///
    /// let scores = [Score::Reds(-105), Score::Win(5), Score::Loss(4)];
    /// assert_eq!(scores.map(Score::to_i16), [-105, 29_995, -29_996]);
    /// ```
    pub fn to_i16(self) -> i16 {
        let value = match self {
            Self::Reds(hundredths) => hundredths.clamp(-MAX_EVALUATION, MAX_EVALUATION),
            Self::Win(pushes) => pushes_away(pushes),
            Self::Loss(pushes) => -pushes_away(pushes),
        };
        // A win is 30,000 at most.
        i16::try_from(value).unwrap_or(i16::MAX)
    }

    /// By how many reds White is ahead if this is the score for `side`; infinite for a
    /// forced win, negative for Black.
    pub fn lead(self, side: Side) -> f64 {
        let reds = match self {
            Self::Reds(hundredths) => f64::from(hundredths) / 100.0,
            Self::Win(_) => f64::INFINITY,
            Self::Loss(_) => f64::NEG_INFINITY,
        };
        match side {
            Side::White => reds,
            Side::Black => -reds,
        }
    }

    /// The score of a position `pushes` earlier in the line: a decision is that
    /// much further away.
    pub(crate) const fn pushes_earlier(self, pushes: u32) -> Self {
        match self {
            Self::Reds(_) => self,
            Self::Win(more) => Self::Win(more.saturating_add(pushes)),
            Self::Loss(more) => Self::Loss(more.saturating_add(pushes)),
        }
    }

    /// The sort key: kind first, then amount or length.
    fn rank(self) -> (i8, i64) {
        match self {
            Self::Win(pushes) => (1, -i64::from(pushes)),
            Self::Reds(hundredths) => (0, i64::from(hundredths)),
            Self::Loss(pushes) => (-1, i64::from(pushes)),
        }
    }
}

/// The value of a win after this many pushes, which is greater than every evaluation.
fn pushes_away(pushes: u32) -> Value {
    let pushes = Value::try_from(pushes).unwrap_or(MAX_WIN_LENGTH);
    WIN - pushes.min(MAX_WIN_LENGTH)
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

/// An alpha-beta window: values inside it must be exact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    /// The side to move already has this much elsewhere.
    pub(crate) alpha: Value,
    /// The opponent already allows no more than this elsewhere.
    pub(crate) beta: Value,
}

impl Window {
    /// The window for the opponent.
    pub(crate) const fn negated(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// The null window at alpha: it only asks whether a value is greater.
    pub(crate) const fn null_window(self) -> Self {
        Self {
            beta: self.alpha + 1,
            ..self
        }
    }

    /// Whether the window is wider than a null window, as on the principal
    /// variation.
    pub(crate) const fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }
}
