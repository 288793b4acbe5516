//! A position: everything that decides what may be played next.

use crate::geometry::{Cell, Direction};
use crate::marble::{Marble, Side};
use crate::moves::{Move, Moves, MovesByCapture};
use crate::outcome::{Outcome, Win};
use crate::push;
use crate::rules::Rules;

/// The number of captured reds that wins. Rules: K-8.
pub const REDS_TO_WIN: u8 = 7;

/// A position of the game; always a valid one.
///
/// It consists of the cells, the captured reds, the side to move, whether its
/// turn is open (K-12), the ko push (K-7), and the rule set. All of these count
/// for equality and for the hash. Whether the game is over is not stored: it
/// follows. History (the repetitions of K-12, the limit of K-13) belongs to the
/// holder of the game: see [`Repetitions`](crate::Repetitions) and
/// [`PushLimit`](crate::PushLimit).
///
/// ```
/// use kuba_rules::{Cell, Direction, Marble, Move, Position, Rules};
///
/// let mut position = Position::start(Rules::Classroom);
/// position.play("65F".parse()?)?;
/// assert_eq!(position.marble(Cell::new(5, 5)?), Some(Marble::White));
/// assert_eq!(position.to_string(), "ww3bb/ww1r1bb/2rrr2/1rrrrr1/2rrrw1/bb1r1ww/bb4w w0b0 b - c");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The two sides' marbles, by [`Side::index`].
    pub(crate) marbles: [u64; 2],
    pub(crate) reds: u64,
    pub(crate) captured: [u8; 2],
    pub(crate) to_move: Side,
    /// K-12: the turn is open; its side pushes again or ends it.
    pub(crate) may_push_again: bool,
    /// K-7; also set when the game is over, because K-10 needs it.
    pub(crate) ko: Option<Move>,
    pub(crate) rules: Rules,
}

impl Position {
    /// The starting position, White to move.
    ///
    /// Rules: K-1, K-12 (White begins; in classroom rules see
    /// [`starting_with`](Self::starting_with)).
    pub const fn start(rules: Rules) -> Self {
        Self::starting_with(rules, Side::White)
    }

    /// The starting cells with either side to move.
    ///
    /// Rules: K-1, K-11 (either player may begin), K-12 (White begins, so Black
    /// to move is a set-up and not the start of a game).
    pub const fn starting_with(rules: Rules, to_move: Side) -> Self {
        Self {
            marbles: [0x0060_6000_0000_0303, 0x0003_0300_0000_6060],
            reds: 0x0000_081C_3E1C_0800,
            captured: [0, 0],
            to_move,
            may_push_again: false,
            ko: None,
            rules,
        }
    }

    /// The marble in a cell.
    pub const fn marble(&self, cell: Cell) -> Option<Marble> {
        let mask = cell.mask();
        if self.marbles[0] & mask != 0 {
            Some(Marble::White)
        } else if self.marbles[1] & mask != 0 {
            Some(Marble::Black)
        } else if self.reds & mask != 0 {
            Some(Marble::Red)
        } else {
            None
        }
    }

    /// The cells of all marbles of a kind, as a bitboard: cell (row, column) is
    /// bit 8 × row + column, and no other bit is ever set.
    ///
    /// ```
    /// use kuba_rules::{Marble, Position, Rules};
    ///
    /// let start = Position::start(Rules::Classroom);
    /// let reds = start.cells(Marble::Red);
    /// assert_eq!(reds.count_ones(), 13);
    /// assert_eq!(reds >> (8 * 3 + 1) & 1, 1); // row 3, column 1
    /// ```
    pub const fn cells(&self, marble: Marble) -> u64 {
        match marble {
            Marble::White => self.marbles[0],
            Marble::Black => self.marbles[1],
            Marble::Red => self.reds,
        }
    }

    pub(crate) const fn own(&self) -> u64 {
        self.marbles[self.to_move.index()]
    }

    pub(crate) const fn occupied(&self) -> u64 {
        self.marbles[0] | self.marbles[1] | self.reds
    }

    /// The number of marbles of a kind on the board: 0 to 8, 8 or 13.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a set of cells has at most 64 members"
    )]
    pub const fn count(&self, marble: Marble) -> u8 {
        self.cells(marble).count_ones() as u8
    }

    /// The number of reds a side has captured: 0 to 7. Rules: K-6.
    pub const fn captured(&self, side: Side) -> u8 {
        self.captured[side.index()]
    }

    /// The side to move; after the end, the side that would have been next.
    pub const fn to_move(&self) -> Side {
        self.to_move
    }

    /// Whether the turn is open: a push of it has captured or ejected a marble,
    /// so its side may push again or end it; never after the end. Rules: K-12, K-18.
    pub const fn may_push_again(&self) -> bool {
        self.may_push_again
    }

    /// The ko push, the one that would undo the opponent's last. Rules: K-7.
    pub const fn ko(&self) -> Option<Move> {
        self.ko
    }

    /// The rule set the game is played by.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The cells, row by row.
    pub fn board(&self) -> [[Option<Marble>; 7]; 7] {
        let mut board = [[None; 7]; 7];
        for cell in Cell::ALL {
            board[usize::from(cell.row())][usize::from(cell.column())] = self.marble(cell);
        }
        board
    }

    /// All legal pushes; empty once the game is over. Ending a turn is not a
    /// push: see [`may_push_again`](Self::may_push_again).
    ///
    /// Rules: K-3, K-5, K-7.
    pub const fn legal_moves(&self) -> Moves {
        if self.won_by_capture().is_some() {
            return Moves::NONE;
        }
        Moves {
            sources: self.sources(),
        }
    }

    /// The legal pushes grouped by what they take off the board; all empty once
    /// the game is over.
    ///
    /// Rules: K-3, K-4, K-5, K-6, K-7.
    ///
    /// ```
    /// use kuba_rules::Position;
    ///
    /// let position: Position = "7/5wr/7/4wrb/7/7/b6 w0b0 w - c".parse()?;
    /// let moves = position.legal_moves_by_capture();
    /// assert!(moves.reds.iter().map(|push| push.to_string()).eq(["15R"]));
    /// assert!(moves.marbles.iter().map(|push| push.to_string()).eq(["34R"]));
    /// assert_eq!(moves.quiet.len(), 4);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub const fn legal_moves_by_capture(&self) -> MovesByCapture {
        let [mut quiet, mut marbles, mut reds] = [self.legal_moves().sources; 3];
        let occupied = self.occupied();
        let ejects_marble = push::ejects(self.marbles[self.to_move.other().index()], occupied);
        let captures_red = push::ejects(self.reds, occupied);
        let mut direction = 0;
        while direction < quiet.len() {
            marbles[direction] &= ejects_marble[direction];
            reds[direction] &= captures_red[direction];
            quiet[direction] &= !(ejects_marble[direction] | captures_red[direction]);
            direction += 1;
        }
        MovesByCapture {
            quiet: Moves { sources: quiet },
            marbles: Moves { sources: marbles },
            reds: Moves { sources: reds },
        }
    }

    /// The legal pushes that take a marble of this kind off the board; empty for
    /// the mover's own (K-5), and once the game is over.
    ///
    /// Rules: K-3, K-4, K-5, K-6, K-7.
    pub const fn legal_captures(&self, marble: Marble) -> Moves {
        let moves = self.legal_moves_by_capture();
        match (marble, self.to_move) {
            (Marble::Red, _) => moves.reds,
            (Marble::White, Side::Black) | (Marble::Black, Side::White) => moves.marbles,
            (Marble::White, Side::White) | (Marble::Black, Side::Black) => Moves::NONE,
        }
    }

    /// The legal pushes, provided that neither side has won by capture.
    pub(crate) const fn sources(&self) -> [u64; 4] {
        let mut sources = push::sources(self.own(), self.occupied());
        if let Some(ko) = self.ko {
            sources[ko.direction.index()] &= !ko.cell.mask();
        }
        sources
    }

    /// Whether the side to move has a legal push, provided that neither side has
    /// won by capture. Nearly always the first direction has one.
    const fn can_push(&self) -> bool {
        self.can_push_toward(Direction::Left)
            || self.can_push_toward(Direction::Right)
            || self.can_push_toward(Direction::Forward)
            || self.can_push_toward(Direction::Backward)
    }

    #[inline]
    const fn can_push_toward(&self, direction: Direction) -> bool {
        let sources = push::sources_toward(direction, self.own(), self.occupied());
        match self.ko {
            Some(ko) if ko.direction.index() == direction.index() => sources & !ko.cell.mask() != 0,
            _ => sources != 0,
        }
    }

    /// Whether a side has won.
    #[inline]
    pub const fn is_over(&self) -> bool {
        self.win().is_some()
    }

    /// Which side has won and how; never a draw, which takes history.
    ///
    /// Rules: K-8, K-9, K-10.
    pub const fn outcome(&self) -> Option<Outcome> {
        match self.win() {
            Some((side, by)) => Some(Outcome::Won { side, by }),
            None => None,
        }
    }

    /// Rules: K-8, K-9, K-10 (only a side whose turn begins can be blocked, not
    /// one in the middle of its own).
    pub(crate) const fn win(&self) -> Option<(Side, Win)> {
        let won = self.won_by_capture();
        if won.is_some() || self.may_push_again || self.can_push() {
            return won;
        }
        Some((self.to_move.other(), Win::Blocked))
    }

    /// Rules: K-8, K-9.
    pub(crate) const fn won_by_capture(&self) -> Option<(Side, Win)> {
        let [white, black] = self.marbles;
        let [white_reds, black_reds] = self.captured;
        if white_reds >= REDS_TO_WIN {
            Some((Side::White, Win::Reds))
        } else if black_reds >= REDS_TO_WIN {
            Some((Side::Black, Win::Reds))
        } else if black == 0 {
            Some((Side::White, Win::Elimination))
        } else if white == 0 {
            Some((Side::Black, Win::Elimination))
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_half_a_cache_line() {
        assert_eq!(size_of::<Position>(), 32);
    }
}
