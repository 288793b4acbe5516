//! The placements of both sides' marbles, up to the symmetries of the board.

use kuba_rules::Symmetry;
use kuba_rules::bitboard::BOARD;

use crate::board::{TURNS, turned};
use crate::combinations::{number, sets, subsets};

/// Numbers the placements of so many own and other marbles.
///
/// Those that are each other's images have one number, and one of them, the first by its marbles, is
/// the standard one.
#[derive(Debug)]
pub(crate) struct Coloring {
    /// By the number of the own marbles and that of the other ones among the cells left.
    entries: Vec<Entry>,
    /// The sets of other marbles for each set of own ones.
    others: usize,
    standard: Vec<Standard>,
}

/// The standard placement of a number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standard {
    pub(crate) own: u64,
    pub(crate) other: u64,
    /// Whether another symmetry than the identity leaves it as it is.
    pub(crate) is_symmetric: bool,
}

/// Which placement one is the image of: its number × 8, and a symmetry that makes it the standard
/// one; not the only one if that is symmetric.
#[derive(Clone, Copy, Debug)]
struct Entry(u32);

impl Entry {
    fn new(number: usize, to_standard: Symmetry) -> Self {
        let number = u32::try_from(number).expect("at most a few million");
        Self(number << 3 | u32::from(to_standard.number()))
    }

    const fn number(self) -> usize {
        (self.0 >> 3) as usize
    }

    const fn to_standard(self) -> Symmetry {
        TURNS[(self.0 & 7) as usize]
    }
}

impl Coloring {
    pub(crate) fn new(own: u8, other: u8) -> Self {
        let (own, other) = (usize::from(own), usize::from(other));
        let others = sets(49 - own, other);
        let mut coloring = Self {
            entries: Vec::new(),
            others,
            standard: Vec::new(),
        };
        let mut entries = vec![None; sets(49, own) * others];
        for own in subsets(BOARD, own) {
            for other in subsets(BOARD & !own, other) {
                if entries[coloring.place([own, other])].is_some() {
                    continue;
                }
                let number = coloring.standard.len();
                let mut images = 0;
                for &symmetry in TURNS {
                    let image = [turned(own, symmetry), turned(other, symmetry)];
                    let entry = &mut entries[coloring.place(image)];
                    images += usize::from(entry.is_none());
                    entry.get_or_insert(Entry::new(number, symmetry.inverse()));
                }
                coloring.standard.push(Standard {
                    own,
                    other,
                    is_symmetric: images < TURNS.len(),
                });
            }
        }
        coloring.entries = entries.into_iter().flatten().collect();
        coloring
    }

    /// The bytes of memory for so many placements, symmetric ones counted apart, while they are numbered.
    pub(crate) const fn bytes(placements: usize) -> usize {
        placements * size_of::<Option<Entry>>() + placements / 4 * size_of::<Standard>()
    }

    fn place(&self, [own, other]: [u64; 2]) -> usize {
        number(own, 0) * self.others + number(other, own)
    }

    /// The number of a placement, and a symmetry that makes it the standard one.
    pub(crate) fn number(&self, colored: [u64; 2]) -> (usize, Symmetry) {
        let entry = self.entries[self.place(colored)];
        (entry.number(), entry.to_standard())
    }

    pub(crate) fn standard(&self, number: usize) -> Standard {
        self.standard[number]
    }

    /// The number of placements, up to symmetry.
    pub(crate) fn len(&self) -> usize {
        self.standard.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placements_are_as_many_as_burnside_counts() {
        // Pairs: (49 × 48 + 4 reflections × 7 × 6) / 8; the two marbles differ.
        assert_eq!(Coloring::new(1, 1).len(), 315);
        // Two and one: (1176 × 47 + 4 reflections × 7 × (15 + 21) + 24 of the half turn) / 8.
        assert_eq!(Coloring::new(2, 1).len(), 7038);
    }

    #[test]
    fn every_placement_becomes_its_standard_by_the_symmetry_given() {
        let coloring = Coloring::new(1, 2);
        for own in subsets(BOARD, 1) {
            for other in subsets(BOARD & !own, 2) {
                let (number, symmetry) = coloring.number([own, other]);
                let standard = coloring.standard(number);
                let image = [turned(own, symmetry), turned(other, symmetry)];
                assert_eq!(image, [standard.own, standard.other]);
            }
        }
    }
}
