//! What a position is worth without looking ahead.

use std::sync::LazyLock;

use kuba_rules::{Marble, Position};

use crate::score::{MOST_REDS, Value};

/// The evaluation: a sum over the seven rows and seven columns.
///
/// The one idea: everything that a push does, and everything that decides
/// whether it is legal but the memory of K-7, happens in one line of seven
/// cells. So threats, exposure, room and place are features of lines, and as a
/// line has only 4⁷ fillings, what they are worth is looked up.
#[derive(Debug)]
pub(crate) struct Evaluation {
    /// By how far the line is from the edge (0 to 3) and its filling: bit n of
    /// the lower seven is cell n not empty for the side to move's purposes:
    /// own or red; bit n of the upper seven is enemy or red.
    lines: [Box<[i16]>; 4],
    weights: Weights,
}

const FILLINGS: usize = 1 << 14;

/// What features are worth, in hundredths of a captured red.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    /// Captured reds, by how many.
    pub(crate) reds: [Value; 8],
    /// Marbles left, by how many.
    pub(crate) marbles: [Value; 9],
    /// Having the move.
    pub(crate) tempo: Value,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            reds: [0, 100, 200, 310, 430, 570, 740, 0],
            marbles: [0, 100, 400, 600, 760, 910, 1050, 1180, 1300],
            tempo: 10,
        }
    }
}

impl Evaluation {
    /// The evaluation that the engine uses.
    pub(crate) fn standard() -> &'static Self {
        static STANDARD: LazyLock<Evaluation> =
            LazyLock::new(|| Evaluation::new(Weights::default()));
        &STANDARD
    }

    fn new(weights: Weights) -> Self {
        Self {
            lines: core::array::from_fn(|_| vec![0; FILLINGS].into()),
            weights,
        }
    }

    /// What the position is worth to its side to move.
    pub(crate) fn of(&self, position: &Position) -> Value {
        let side = position.to_move();
        let other = side.other();
        let own = position.cells(Marble::from(side));
        let enemy = position.cells(Marble::from(other));
        let reds = position.cells(Marble::Red);
        let lines = self.lines(own | reds, enemy | reds);
        let weights = &self.weights;
        let reds = weights.reds[usize::from(position.captured(side) & 7)]
            - weights.reds[usize::from(position.captured(other) & 7)];
        let marbles = weights.marbles[own.count_ones() as usize]
            - weights.marbles[enemy.count_ones() as usize];
        (lines + reds + marbles + weights.tempo).clamp(-MOST_REDS, MOST_REDS)
    }

    fn lines(&self, own_or_red: u64, enemy_or_red: u64) -> Value {
        let columns = [own_or_red, enemy_or_red].map(transposed);
        let mut sum = 0;
        for [own, enemy] in [[own_or_red, enemy_or_red], columns] {
            let lines = own.to_le_bytes().into_iter().zip(enemy.to_le_bytes());
            for ((own, enemy), class) in lines.zip(CLASSES) {
                let filling = usize::from(own) | usize::from(enemy) << 7;
                sum += Value::from(self.lines[class][filling]);
            }
        }
        sum
    }
}

/// By line: how far it is from the edge.
const CLASSES: [usize; 7] = [0, 1, 2, 3, 2, 1, 0];

/// The board with rows and columns exchanged.
const fn transposed(cells: u64) -> u64 {
    let mut cells = cells;
    let mut swap = (cells ^ (cells >> 7)) & 0x00AA_00AA_00AA_00AA;
    cells ^= swap ^ (swap << 7);
    swap = (cells ^ (cells >> 14)) & 0x0000_CCCC_0000_CCCC;
    cells ^= swap ^ (swap << 14);
    swap = (cells ^ (cells >> 28)) & 0x0000_0000_F0F0_F0F0;
    cells ^ swap ^ (swap << 28)
}
