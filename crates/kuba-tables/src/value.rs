//! What a position is worth, and the byte that stores it.

use core::cmp::Ordering;
use core::fmt;

/// The value of a position for its side to move, if both play as well as can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move wins after this many pushes of both sides, the deciding one included; the
    /// other side cannot hold out longer.
    Win(u32),
    /// The side to move loses after this many pushes of both sides, and cannot hold out longer; after
    /// none if it is blocked (K-10).
    Loss(u32),
    /// Neither side can force a win: the game goes on for ever.
    Endless,
}

impl Value {
    /// What this value of the position after a push makes of the position before it, where no other
    /// push is better. It is that push's value for the side that makes it.
    #[must_use]
    pub const fn one_push_earlier(self) -> Self {
        match self {
            Self::Win(pushes) => Self::Loss(pushes + 1),
            Self::Loss(pushes) => Self::Win(pushes + 1),
            Self::Endless => Self::Endless,
        }
    }

    /// The sort key: a sooner win is better than a later one, any win better than an endless game, and a later loss
    /// better than a sooner one.
    fn rank(self) -> (i8, i64) {
        match self {
            Self::Win(pushes) => (1, -i64::from(pushes)),
            Self::Endless => (0, 0),
            Self::Loss(pushes) => (-1, i64::from(pushes)),
        }
    }

    /// The value of a stored byte.
    pub(crate) fn of(code: u8) -> Self {
        match code.checked_sub(1).map(u32::from) {
            None => Self::Endless,
            Some(pushes) if pushes.is_multiple_of(2) => Self::Loss(pushes),
            Some(pushes) => Self::Win(pushes),
        }
    }
}

/// The better value for the side to move is greater.
impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// `win 5`, `loss 4` or `endless`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(pushes) => write!(f, "win {pushes}"),
            Self::Loss(pushes) => write!(f, "loss {pushes}"),
            Self::Endless => f.write_str("endless"),
        }
    }
}

/// The byte of a position that is endless, and of one that is not decided yet.
pub(crate) const ENDLESS: u8 = 0;
/// The byte of a number without a position: its position has a smaller number, as its own mirror image.
pub(crate) const UNUSED: u8 = 255;
/// The most pushes that a byte can store.
pub(crate) const MAX_PUSHES: u8 = UNUSED - 2;

/// The byte of a win or a loss after this many pushes, up to [`MAX_PUSHES`]: one more. Turns alternate, so an odd number of
/// pushes is a win of the side to move, and an even one a loss.
pub(crate) const fn code(pushes: u8) -> u8 {
    pushes + 1
}

/// Whether a byte is that of a win for the side to move.
pub(crate) const fn is_win(code: u8) -> bool {
    code != ENDLESS && code.is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sooner_win_is_best_and_a_sooner_loss_worst() {
        let sorted = [
            Value::Loss(0),
            Value::Loss(8),
            Value::Endless,
            Value::Win(9),
            Value::Win(1),
        ];
        assert!(sorted.is_sorted());
        let text = sorted.map(|value| value.one_push_earlier().to_string());
        assert_eq!(text, ["win 1", "win 9", "endless", "loss 10", "loss 2"]);
    }

    #[test]
    fn a_byte_tells_wins_from_losses_by_their_length() {
        assert_eq!(Value::of(ENDLESS), Value::Endless);
        for pushes in 0..=MAX_PUSHES {
            let value = Value::of(code(pushes));
            let expected = match pushes % 2 {
                0 => Value::Loss(pushes.into()),
                _ => Value::Win(pushes.into()),
            };
            assert_eq!(value, expected);
            assert_eq!(is_win(code(pushes)), matches!(value, Value::Win(_)));
            assert_ne!(code(pushes), UNUSED);
        }
    }
}
