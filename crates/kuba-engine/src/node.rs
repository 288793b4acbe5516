//! A position with its incremental search state.

use kuba_rules::hash::{OPEN_TURN_KEY, captured_key, ko_key, marble_key, rules_key, side_key};
use kuba_rules::{Action, Cell, Direction, Marble, Move, Position, Rules, Side};

/// A position in a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) position: Position,
    /// The part of the stable hash that comes from the cells and the side to
    /// move: what K-12 counts.
    pub(crate) board_key: u64,
    /// The number of pushes since the root.
    pub(crate) pushes: u16,
    /// The number of actions since the last capture, or since the root: no older
    /// position can recur.
    pub(crate) reversible: u16,
}

impl Node {
    pub(crate) fn root(position: Position) -> Self {
        Self {
            board_key: board_key(&position),
            position,
            pushes: 0,
            reversible: 0,
        }
    }

    /// The node after a legal action.
    #[inline]
    pub(crate) fn after(&self, action: Action) -> Self {
        let position = position_after(&self.position, action);
        let before = &self.position;
        let mut board_key = self.board_key;
        if position.to_move() != before.to_move() {
            board_key ^= side_key(Side::Black);
        }
        // A moving marble changes two cells, one that leaves the board only one.
        let mut captures = false;
        for marble in Marble::ALL {
            let mut changed = position.cells(marble) ^ before.cells(marble);
            while changed != 0 {
                board_key ^= MARBLES[marble as usize][changed.trailing_zeros() as usize];
                changed &= changed - 1;
                captures = !captures;
            }
        }
        debug_assert_eq!(
            board_key,
            self::board_key(&position),
            "incremental and recomputed hash agree"
        );
        let pushed = u16::from(action != Action::End);
        Self {
            position,
            board_key,
            pushes: self.pushes + pushed,
            reversible: if captures { 0 } else { self.reversible + 1 },
        }
    }

    /// The node after a null move: the turn passes without a push. `None` after
    /// the end.
    pub(crate) fn passed(&self) -> Option<Self> {
        Some(Self {
            position: self.position.passed()?,
            board_key: self.board_key ^ side_key(Side::Black),
            pushes: self.pushes,
            reversible: 0,
        })
    }

    /// The stable hash of the position.
    #[inline]
    pub(crate) fn key(&self) -> u64 {
        let position = &self.position;
        let mut key = self.board_key;
        for side in Side::ALL {
            key ^= CAPTURED[side.index()][usize::from(position.captured(side) & 7)];
        }
        if position.may_push_again() {
            key ^= OPEN_TURN_KEY;
        }
        if let Some(push) = position.ko() {
            key ^= KO[usize::from(push_code(push))];
        }
        if position.rules() == Rules::Tournament {
            key ^= const { rules_key(Rules::Tournament) };
        }
        debug_assert_eq!(
            key,
            position.stable_hash(),
            "incremental and recomputed hash agree"
        );
        key
    }
}

/// The position after a legal action.
#[inline]
pub(crate) fn position_after(position: &Position, action: Action) -> Position {
    let mut position = *position;
    match action {
        Action::Push(push) => position.play_unchecked(push),
        Action::End => position
            .end_turn()
            .expect("the search ends open turns only"),
    }
    position
}

/// The hash of what K-12 compares: the cells and the side to move.
pub(crate) fn board_key(position: &Position) -> u64 {
    let marbles = Cell::ALL
        .into_iter()
        .filter_map(|cell| Some(marble_key(position.marble(cell)?, cell)));
    marbles.fold(side_key(position.to_move()), |key, marble| key ^ marble)
}

/// A push in a byte: 4 × (8 × row + column) + (0 L, 1 R, 2 F, 3 B).
pub(crate) const fn push_code(push: Move) -> u8 {
    let cell = 8 * push.cell.row() + push.cell.column();
    4 * cell + push.direction as u8
}

/// The action with this code: `end`, or the push of [`push_code`].
#[inline]
pub(crate) fn action_of(code: u8) -> Action {
    ACTIONS[usize::from(code)]
}

/// The code of `end`: that of a push outside the board, which no push has.
pub(crate) const END_CODE: u8 = u8::MAX;
/// The code of no action.
pub(crate) const NO_CODE: u8 = u8::MAX - 1;

/// [`marble_key`] by kind and bit.
static MARBLES: [[u64; 64]; 3] = {
    let mut keys = [[0; 64]; 3];
    let mut number = 0;
    while number < Cell::ALL.len() {
        let cell = Cell::ALL[number];
        let bit = 8 * cell.row() as usize + cell.column() as usize;
        let mut kind = 0;
        while kind < Marble::ALL.len() {
            keys[kind][bit] = marble_key(Marble::ALL[kind], cell);
            kind += 1;
        }
        number += 1;
    }
    keys
};

/// [`captured_key`] by side and count.
static CAPTURED: [[u64; 8]; 2] = {
    let mut keys = [[0; 8]; 2];
    let mut count = 0;
    while count < 8 {
        keys[0][count as usize] = captured_key(Side::White, count);
        keys[1][count as usize] = captured_key(Side::Black, count);
        count += 1;
    }
    keys
};

/// Every action by its code.
static ACTIONS: [Action; 256] = {
    let mut actions = [Action::End; 256];
    let mut number = 0;
    while number < Cell::ALL.len() {
        let mut direction = 0;
        while direction < Direction::ALL.len() {
            let push = Move {
                cell: Cell::ALL[number],
                direction: Direction::ALL[direction],
            };
            actions[push_code(push) as usize] = Action::Push(push);
            direction += 1;
        }
        number += 1;
    }
    actions
};

/// [`ko_key`] by the push's code.
static KO: [u64; 256] = {
    let mut keys = [0; 256];
    let mut code = 0;
    while code < keys.len() {
        if let Action::Push(push) = ACTIONS[code] {
            keys[code] = ko_key(Some(push));
        }
        code += 1;
    }
    keys
};
