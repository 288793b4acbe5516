//! A hash of positions that never changes.

use crate::position::{Phase, Position, RollKind};
use crate::seat::Seat;

impl Position {
    /// A 64-bit hash that is the same on every machine and in every version.
    ///
    /// Equal positions have equal hashes, and everything that play depends on
    /// counts: tokens, seat to act, phase, roll in hand, finishing order. It is
    /// the 64-bit finalizer of `SplitMix64`, applied to the tokens' packing
    /// ([`Tokens::to_bits`](crate::Tokens::to_bits)), and again to that result
    /// exclusive-or the turn: bits 0–2 the seat to act (0 A … 3 D, 4 nobody),
    /// bits 3–5 the roll in hand (0 none), bit 6 set on a bonus roll, from bit 7
    /// on three bits for each finisher, the winner first (1 A … 4 D).
    pub fn stable_hash(&self) -> u64 {
        let to_act = self.to_act().map_or(4, |seat| seat.index() as u64);
        let roll = self
            .roll_in_hand()
            .map_or(0, |roll| u64::from(roll.value()));
        let bonus = match self.phase() {
            Phase::ToRoll(RollKind::Bonus) | Phase::ToChoose(RollKind::Bonus, _) => 1,
            Phase::ToRoll(RollKind::First) | Phase::ToChoose(RollKind::First, _) | Phase::Over => 0,
        };
        let order = self.finishing_order();
        let finished = (0..)
            .zip(order.iter())
            .fold(0, |bits, (place, seat): (u32, &Seat)| {
                bits | (seat.index() as u64 + 1) << (3 * place)
            });
        let turn = to_act | roll << 3 | bonus << 6 | finished << 7;
        mix(mix(self.tokens().to_bits()) ^ turn)
    }
}

/// The finalizer of `SplitMix64`: one-to-one, and every bit in moves half of the bits out.
const fn mix(bits: u64) -> u64 {
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
