//! The numbers of actions.

use kuba_rules::{Action, Cell, Direction, Move};

/// The number of actions.
pub const ACTIONS: usize = 197;

/// The number of `end`, which ends an open turn. Rules: K-12.
pub const END: usize = 196;

/// The action with this number; `None` if there is none.
///
/// ```
/// use kuba_rules::Action;
/// use parlor_batch::kuba::{action, number};
///
/// assert_eq!(action(196), Some(Action::End));
/// assert_eq!(action(190), Some(Action::Push("65F".parse()?)));
/// assert_eq!(number(Action::Push("65F".parse()?)), 190);
/// assert_eq!(action(-1), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline]
pub fn action(number: i64) -> Option<Action> {
    let number = usize::try_from(number).ok()?;
    match Cell::ALL.get(number / 4) {
        Some(&cell) => Some(Action::Push(Move {
            cell,
            direction: Direction::ALL[number % 4],
        })),
        None => (number == END).then_some(Action::End),
    }
}

/// The number of an action: (row × 7 + column) × 4 + the direction's place in L, R, F, B for a push,
/// 196 for `end`.
#[inline]
pub fn number(action: Action) -> usize {
    match action {
        Action::Push(Move { cell, direction }) => {
            (usize::from(cell.row()) * 7 + usize::from(cell.column())) * 4 + direction.index()
        }
        Action::End => END,
    }
}
