//! Positions in 16 bytes.

use ludo_rules::{Phase, Position, Roll, RollKind, Seat, Setup, Tokens};

/// The bytes of a packed position.
pub const STATE: usize = 16;

const NOBODY: u64 = 4;
const ROLL: u32 = 3;
const BONUS: u32 = 6;
const FINISHERS: u32 = 7;

pub(super) fn pack(position: &Position, state: &mut [u8]) {
    let (tokens, turn) = state.split_at_mut(8);
    tokens.copy_from_slice(&position.tokens().to_bits().to_le_bytes());
    turn.copy_from_slice(&turn_word(position).to_le_bytes());
}

/// The turn as [`Position::stable_hash`] packs it.
fn turn_word(position: &Position) -> u64 {
    let to_act = position.to_act().map_or(NOBODY, |seat| seat.index() as u64);
    let (kind, roll) = match position.phase() {
        Phase::ToRoll(kind) => (Some(kind), 0),
        Phase::ToChoose(kind, roll) => (Some(kind), u64::from(roll.value())),
        Phase::Over => (None, 0),
    };
    let bonus = u64::from(kind == Some(RollKind::Bonus));
    let mut word = to_act | roll << ROLL | bonus << BONUS;
    for (place, seat) in (0..).zip(position.finishing_order().iter()) {
        word |= (seat.index() as u64 + 1) << (FINISHERS + 3 * place);
    }
    word
}

pub(super) fn unpack(state: &[u8]) -> Result<Position, String> {
    let state: &[u8; STATE] = state
        .try_into()
        .map_err(|_| format!("it has {} bytes; a state has {STATE}", state.len()))?;
    let (words, _) = state.as_chunks::<8>();
    let [bits, turn] = [words[0], words[1]].map(u64::from_le_bytes);
    let tokens = Tokens::from_bits(bits).map_err(|error| error.to_string())?;
    let is_no_turn = || format!("its turn is {turn:#x}, which no turn is packed as");
    let setup = Setup {
        tokens: tokens
            .iter()
            .map(|(seat, steps)| (seat, steps.map(|step| i64::from(step.value()))))
            .collect(),
        to_act: seat(turn & 7),
        phase: phase(turn).ok_or_else(is_no_turn)?,
        finished: (0..4)
            .map_while(|place| (turn >> (FINISHERS + 3 * place) & 7).checked_sub(1))
            .filter_map(seat)
            .collect(),
    };
    let position = Position::try_from(setup).map_err(|errors| errors.to_string())?;
    if turn_word(&position) == turn {
        Ok(position)
    } else {
        Err(is_no_turn())
    }
}

fn seat(number: u64) -> Option<Seat> {
    let number = usize::try_from(number).ok()?;
    Seat::ALL.get(number).copied()
}

fn phase(turn: u64) -> Option<Phase> {
    let kind = if turn >> BONUS & 1 != 0 {
        RollKind::Bonus
    } else {
        RollKind::First
    };
    match (turn & 7, turn >> ROLL & 7) {
        (NOBODY, _) => Some(Phase::Over),
        (_, 0) => Some(Phase::ToRoll(kind)),
        (_, roll) => {
            let roll = Roll::new(i64::try_from(roll).ok()?).ok()?;
            Some(Phase::ToChoose(kind, roll))
        }
    }
}
