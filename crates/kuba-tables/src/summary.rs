//! What the tables say about each material.

use kuba_rules::Position;
use rayon::prelude::*;

use crate::material::Material;
use crate::tables::Tables;
use crate::value::{ENDLESS, UNUSED, Value};

/// The positions of a material, counted. Those that are each other's images count once, and the same
/// board with and without a ko push (K-7) is two positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The material, as the side to move sees it.
    pub material: Material,
    /// Those won for the side to move.
    pub won: usize,
    /// Those lost.
    pub lost: usize,
    /// Those that neither side can win by force.
    pub endless: usize,
    /// The longest win and the first position that takes it; `None` if none is won.
    pub longest_win: Option<(u32, Position)>,
}

impl Summary {
    /// The number of positions.
    pub const fn positions(&self) -> usize {
        self.won + self.lost + self.endless
    }
}

impl Tables {
    /// A summary for each material, the fewest marbles first.
    pub fn summaries(&self) -> Vec<Summary> {
        let sections = self.index().sections();
        let summaries = sections.par_iter().map(|&section| {
            let values = &self.values()[section.range()];
            let mut counts = [0; 256];
            for &value in values {
                counts[usize::from(value)] += 1;
            }
            let mut summary = Summary {
                material: section.material,
                won: 0,
                lost: 0,
                endless: 0,
                longest_win: None,
            };
            for code in ENDLESS..UNUSED {
                let count = counts[usize::from(code)];
                match Value::of(code) {
                    Value::Endless => summary.endless += count,
                    Value::Loss(_) => summary.lost += count,
                    Value::Win(_) if count == 0 => {}
                    Value::Win(pushes) => {
                        summary.won += count;
                        let state = values.iter().position(|&value| value == code);
                        summary.longest_win =
                            state.map(|state| (pushes, self.index().position(section, state)));
                    }
                }
            }
            summary
        });
        summaries.collect()
    }
}
