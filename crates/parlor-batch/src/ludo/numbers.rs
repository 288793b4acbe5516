//! The numbers of choices.

use ludo_rules::Move;

/// The number of choices.
pub const ACTIONS: usize = 4;

/// By number: `-`, `p`, `q`, `pq`.
const CHOICES: [Move; ACTIONS] = [Move::Pass, Move::P, Move::Q, Move::Stack];

/// The choice with this number; `None` if there is none.
///
/// ```
/// use ludo_rules::Move;
/// use parlor_batch::ludo::{choice, number};
///
/// assert_eq!([0, 1, 2, 3].map(choice), ["-", "p", "q", "pq"].map(|text| text.parse().ok()));
/// assert_eq!(number(Move::Stack), 3);
/// assert_eq!(choice(4), None);
/// ```
#[inline]
pub fn choice(number: i64) -> Option<Move> {
    let number = usize::try_from(number).ok()?;
    CHOICES.get(number).copied()
}

/// The number of a choice: 0 for `-`, 1 for `p`, 2 for `q`, 3 for `pq`.
#[inline]
pub const fn number(choice: Move) -> usize {
    match choice {
        Move::Pass => 0,
        Move::P => 1,
        Move::Q => 2,
        Move::Stack => 3,
    }
}
