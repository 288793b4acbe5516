//! How a policy chooses between the two actions of a decision: by bits, or with a
//! probability.

use super::decision::RollDecision;

/// The choices of a policy in one position, for all seven decisions.
pub(super) trait Mixing: Copy + Default + Send + Sync {
    /// The value of a choice, given the value of each action.
    fn value(self, decision: RollDecision, p: f64, q: f64) -> f64;
}

/// Bit [`RollDecision::index`] for moving `p`, eight bits above it for moving `q`; both
/// for a draw between them.
impl Mixing for u16 {
    #[inline(always)]
    fn value(self, decision: RollDecision, p: f64, q: f64) -> f64 {
        let one = if decision.allows_p(self) { p } else { q };
        let other = if decision.allows_q(self) { q } else { p };
        (one + other) * 0.5
    }
}

/// The probability of moving `q`, by decision.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Probabilities(pub(super) [f32; 7]);

impl Mixing for Probabilities {
    /// With the probabilities 0, ½ and 1 the result has the bits of that of a mask: the
    /// products with them are exact.
    #[inline(always)]
    fn value(self, decision: RollDecision, p: f64, q: f64) -> f64 {
        let weight = f64::from(self.0[decision.index()]);
        p * (1.0 - weight) + q * weight
    }
}

impl From<u16> for Probabilities {
    fn from(mask: u16) -> Self {
        Self(RollDecision::ALL.map(|decision| {
            match (decision.allows_p(mask), decision.allows_q(mask)) {
                (true, false) => 0.0,
                (false, true) => 1.0,
                _ => 0.5,
            }
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_made_of_a_mask_give_its_bits() {
        for mask in [0x7f00, 0x007f, 0x7f7f, 0x2a55, 0x6b3c] {
            for decision in RollDecision::ALL {
                for [p, q] in [[0.1, 0.7], [1.0 / 3.0, 1.0 / 7.0], [0.0, 1.0]] {
                    let [by_bits, by_weight] = [
                        mask.value(decision, p, q),
                        Probabilities::from(mask).value(decision, p, q),
                    ];
                    assert_eq!(
                        by_bits.to_bits(),
                        by_weight.to_bits(),
                        "{mask:#x} {decision:?}"
                    );
                }
            }
        }
    }
}
