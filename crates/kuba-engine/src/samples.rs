//! The positions that the evaluation is trained on.

use kuba_rules::Position;

use crate::features::View;

/// A training position: its search score and its game's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrainingSample {
    /// A quiet position.
    pub(crate) view: View,
    /// The search score for the side to move, in hundredths of a red.
    pub(crate) score: i16,
    /// Twice the game's result for the side to move: 2, 1 or 0.
    pub(crate) result: u8,
}

/// The log-odds of a hundredth of a red.
pub(crate) const ODDS: f64 = 1.0 / 250.0;

impl TrainingSample {
    /// The bytes of a sample in a file.
    pub const BYTES: usize = 17;

    /// A position with its score in hundredths of a red, and twice the result.
    pub(crate) fn new(position: &Position, score: i32, result: u8) -> Self {
        let limits = i32::from(i16::MIN)..=i32::from(i16::MAX);
        let score = score.clamp(*limits.start(), *limits.end());
        Self {
            view: View::of(position),
            score: i16::try_from(score).expect("it is clamped"),
            result,
        }
    }

    /// The target win probability: the search score with weight `trust`, the
    /// result with the rest.
    pub(crate) fn chance(&self, trust: f64) -> f64 {
        trust * logistic(f64::from(self.score) * ODDS) + (1.0 - trust) * probability(self.result)
    }

    /// The sample in a file: seven bytes of cells for each side, two of the score,
    /// one with the captured reds (three bits each) and the result (two bits).
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let [own, enemy] = [self.view.own, self.view.enemy].map(u64::to_le_bytes);
        let [own_reds, enemy_reds] = self.view.captured;
        let mut bytes = [0; Self::BYTES];
        bytes[..7].copy_from_slice(&own[..7]);
        bytes[7..14].copy_from_slice(&enemy[..7]);
        bytes[14..16].copy_from_slice(&self.score.to_le_bytes());
        bytes[16] = own_reds | enemy_reds << 3 | self.result << 6;
        bytes
    }

    /// The sample that [`to_bytes`](Self::to_bytes) wrote.
    pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        let cells = |first: usize| {
            let mut word = [0; 8];
            word[..7].copy_from_slice(&bytes[first..first + 7]);
            u64::from_le_bytes(word)
        };
        Self {
            view: View {
                own: cells(0),
                enemy: cells(7),
                captured: [bytes[16] & 7, bytes[16] >> 3 & 7],
            },
            score: i16::from_le_bytes([bytes[14], bytes[15]]),
            result: bytes[16] >> 6,
        }
    }
}

/// Twice a result as a win probability.
pub(crate) fn probability(result: u8) -> f64 {
    f64::from(result) / 2.0
}

/// The logistic function, by arithmetic alone: `exp` of the standard library
/// differs between platforms, and the same samples must give the same files.
pub(crate) fn logistic(odds: f64) -> f64 {
    1.0 / (1.0 + exp(-odds))
}

/// eˣ with a relative error below 10⁻¹³, for |x| up to 700; beyond, that of 700.
fn exp(x: f64) -> f64 {
    const PARTS: f64 = 1024.0;
    // (1 + t)^1024 by ten squarings, where 1 + t = e^(x / 1024) by its series, and
    // of t alone, which keeps its digits.
    let x = x.clamp(-700.0, 700.0) / PARTS;
    let series = (1..=12)
        .rev()
        .fold(0.0, |sum, n| (sum + 1.0) * x / f64::from(n));
    let power = (0..10).fold(series, |t, _| t * (t + 2.0));
    power + 1.0
}
