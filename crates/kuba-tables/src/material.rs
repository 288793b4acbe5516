//! What is on the board, and how many reds each side still needs.

use core::fmt;

use kuba_rules::{Marble, Move, Position, REDS_TO_WIN, Rules, Setup};

use crate::board::{Board, MOVER};

/// How many marbles are on the board, as the side to move sees them.
///
/// No red is missing: those that are not on the board have been captured. As the thirteen reds are
/// one less than twice the seven that win (K-8), the sides need one red more between them than are on the board, and a position that
/// is not won has at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Material {
    /// Marbles of the side to move, at least 1.
    pub own: u8,
    /// Marbles of the other side, at least 1.
    pub other: u8,
    /// Reds on the board, at least 1.
    pub reds: u8,
    /// Reds that the side to move needs to win, 1 to `reds`. The other side needs
    /// `reds` + 1 − `needed`.
    pub needed: u8,
}

impl Material {
    /// That of a position, provided that no red is missing and that it is not won by capture.
    pub(crate) fn of(position: &Position) -> Self {
        let side = position.to_move();
        Self {
            own: position.count(side.into()),
            other: position.count(side.other().into()),
            reds: position.count(Marble::Red),
            needed: REDS_TO_WIN - position.captured(side),
        }
    }

    /// Own marbles, those of the other side, reds, and the reds that the side to move needs.
    pub(crate) const fn counts(self) -> [u8; 4] {
        let Self {
            own,
            other,
            reds,
            needed,
        } = self;
        [own, other, reds, needed]
    }

    /// The number of marbles on the board.
    pub const fn marbles(self) -> u8 {
        self.own + self.other + self.reds
    }

    /// Reds that the other side needs to win.
    pub const fn needed_by_other(self) -> u8 {
        self.reds + 1 - self.needed
    }

    /// The same as the other side sees it.
    pub(crate) const fn for_other(self) -> Self {
        Self {
            own: self.other,
            other: self.own,
            reds: self.reds,
            needed: self.needed_by_other(),
        }
    }

    /// Before the other side has captured a red, as that side sees it. Rules: K-6.
    pub(crate) const fn before_red(self) -> Self {
        let before = self.for_other();
        Self {
            reds: before.reds + 1,
            needed: before.needed + 1,
            ..before
        }
    }

    /// Before the other side has ejected a marble, as that side sees it. Rules: K-6.
    pub(crate) const fn before_marble(self) -> Self {
        let before = self.for_other();
        Self {
            other: before.other + 1,
            ..before
        }
    }

    /// A board of this material as a position with White to move, with one of its
    /// [`ko_pushes`](Board::ko_pushes) or none.
    pub(crate) fn position(self, board: Board, ko: Option<Move>) -> Position {
        let mut captured = [0; 2];
        captured[MOVER.index()] = REDS_TO_WIN - self.needed;
        captured[MOVER.other().index()] = REDS_TO_WIN - self.needed_by_other();
        let setup = Setup {
            cells: board.cells(),
            captured,
            to_move: MOVER,
            may_push_again: false,
            ko,
            rules: Rules::Classroom,
        };
        Position::try_from(setup).expect("a board of its own material is possible")
    }
}

/// `2 own, 1 enemy, 2 red; needs 1, the other 2`.
impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            own,
            other,
            reds,
            needed,
        } = self;
        let by_other = self.needed_by_other();
        write!(
            f,
            "{own} own, {other} enemy, {reds} red; needs {needed}, the other {by_other}"
        )
    }
}
