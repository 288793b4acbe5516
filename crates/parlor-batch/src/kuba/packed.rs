//! Positions in 32 bytes.

use kuba_rules::{Action, Cell, Marble, Position, Rules, Setup, Side};

use super::numbers::{action, number};

/// The bytes of a packed position.
pub const STATE: usize = 32;

/// The ko push's byte if there is none: the number of no push.
const NO_KO: u8 = 196;

const BLACK_TO_MOVE: u8 = 1;
const MAY_PUSH_AGAIN: u8 = 2;
const TOURNAMENT: u8 = 4;

pub(super) fn pack(position: &Position, state: &mut [u8]) {
    let (boards, rest) = state.split_at_mut(24);
    let cells = Marble::ALL.map(|marble| position.cells(marble));
    for (bytes, cells) in boards.chunks_exact_mut(8).zip(cells) {
        bytes.copy_from_slice(&cells.to_le_bytes());
    }
    let flag = |set: bool, bit: u8| if set { bit } else { 0 };
    let ko = position.ko().map(|push| number(Action::Push(push)));
    rest.copy_from_slice(&[
        position.captured(Side::White),
        position.captured(Side::Black),
        flag(position.to_move() == Side::Black, BLACK_TO_MOVE)
            | flag(position.may_push_again(), MAY_PUSH_AGAIN)
            | flag(position.rules() == Rules::Tournament, TOURNAMENT),
        ko.and_then(|ko| u8::try_from(ko).ok()).unwrap_or(NO_KO),
        0,
        0,
        0,
        0,
    ]);
}

pub(super) fn unpack(state: &[u8]) -> Result<Position, String> {
    let state: &[u8; STATE] = state
        .try_into()
        .map_err(|_| format!("it has {} bytes; a state has {STATE}", state.len()))?;
    let (boards, _) = state.as_chunks::<8>();
    let mut setup = Setup {
        cells: [[None; 7]; 7],
        captured: [state[24], state[25]],
        to_move: side(state[26]),
        may_push_again: state[26] & MAY_PUSH_AGAIN != 0,
        ko: ko(state[27])?,
        rules: rules(state[26]),
    };
    let mut boards_left = [boards[0], boards[1], boards[2]].map(u64::from_le_bytes);
    for cell in Cell::ALL {
        let bit = 1 << (8 * cell.row() + cell.column());
        for (marble, board) in Marble::ALL.into_iter().zip(&mut boards_left) {
            if *board & bit == 0 {
                continue;
            }
            *board ^= bit;
            let place = &mut setup.cells[usize::from(cell.row())][usize::from(cell.column())];
            if let Some(first) = place.replace(marble) {
                return Err(format!(
                    "the cell {cell} holds a marble of {first} and one of {marble}; a cell holds one"
                ));
            }
        }
    }
    if let Some(board) = boards_left.iter().find(|&&board| board != 0) {
        return Err(format!(
            "the bits {board:#x} of a board are no cells; cell (row, column) is bit 8 * row + column"
        ));
    }
    let is_unused = |byte: &u8| *byte == 0;
    if state[26] > 7 || !state[28..].iter().all(is_unused) {
        return Err(format!(
            "the bytes 26 and 28 to 31 are {} and {:?}; the first is at most 7, the others are 0",
            state[26],
            &state[28..]
        ));
    }
    Position::try_from(setup).map_err(|errors| errors.to_string())
}

const fn side(flags: u8) -> Side {
    if flags & BLACK_TO_MOVE != 0 {
        Side::Black
    } else {
        Side::White
    }
}

const fn rules(flags: u8) -> Rules {
    if flags & TOURNAMENT != 0 {
        Rules::Tournament
    } else {
        Rules::Classroom
    }
}

fn ko(byte: u8) -> Result<Option<kuba_rules::Move>, String> {
    match action(byte.into()) {
        Some(Action::Push(push)) => Ok(Some(push)),
        Some(Action::End) => Ok(None),
        None => Err(format!(
            "the byte 27 is {byte}; it is the number of the ko push, 0 to 195, or 196 for none"
        )),
    }
}
