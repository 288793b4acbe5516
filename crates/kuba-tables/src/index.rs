//! The number of every position in the tables.

use core::ops::{ControlFlow, Range};
use std::sync::OnceLock;

use kuba_rules::{Move, Position, Symmetry};

use crate::board::{Board, TURNS, turned};
use crate::coloring::Coloring;
use crate::combinations::{number, sets};
use crate::layout::Layout;
use crate::material::Material;

/// Numbers the states of all materials up to a number of marbles: what a symmetry makes of a state has
/// the same number.
///
/// Some numbers are of no state, because a state that is its own mirror image would have several: the smallest is its number.
#[derive(Debug)]
pub(crate) struct Index {
    marbles: u8,
    /// By numbers of own and other marbles: see [`of_counts`].
    colorings: Vec<OnceLock<Coloring>>,
    /// By numbers of own, other and red marbles.
    layouts: Vec<OnceLock<Layout>>,
    /// In the order of their first states.
    sections: Vec<Section>,
    /// By material: the place of its section.
    places: Vec<Option<u16>>,
}

/// The states of a material.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Section {
    pub(crate) material: Material,
    /// The number of its first state.
    pub(crate) first: usize,
    pub(crate) states: usize,
}

/// Where the states of a board are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// The number of the state without a ko push; those with one come next.
    pub(crate) first: usize,
    /// The number of states.
    pub(crate) states: usize,
    /// The symmetries that make the board the one whose states these are, a bit each.
    symmetries: u8,
}

/// The most of each kind that [`of_counts`] has room for.
const SIZE: usize = 8;

/// The place in a list by counts.
fn of_counts<const N: usize>(counts: [u8; N]) -> usize {
    counts
        .into_iter()
        .fold(0, |place, count| place * SIZE + usize::from(count))
}

impl Index {
    /// The index up to this many marbles. It numbers the boards of a kind when one is asked for.
    pub(crate) fn new(marbles: u8) -> Self {
        let mut index = Self {
            marbles,
            colorings: unset(SIZE.pow(2)),
            layouts: unset(SIZE.pow(3)),
            sections: Vec::new(),
            places: vec![None; SIZE.pow(4)],
        };
        for &(kind, states) in kinds(marbles) {
            index.add_sections(kind, states);
        }
        index
    }

    /// Numbers the boards of these sections now, on all threads, and asks several times a second whether
    /// to go on.
    ///
    /// One that is asked for before is numbered on one thread: a pool of threads could need it for other
    /// work of its own meanwhile, and would wait for itself.
    pub(crate) fn number(
        &self,
        sections: &[Section],
        mut go_on: impl FnMut() -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for section in sections {
            let Material {
                own, other, reds, ..
            } = section.material;
            let kind = [own, other, reds];
            let place = &self.layouts[of_counts(kind)];
            if place.get().is_none() {
                let coloring = self.coloring(own, other);
                let Some(layout) = Layout::number(coloring, kind, &mut go_on) else {
                    return ControlFlow::Break(());
                };
                // Whoever was faster has found the same.
                let _same = place.set(layout);
            }
            let states = self.layout(kind).states();
            assert_eq!(states, section.states, "{}", section.material);
        }
        ControlFlow::Continue(())
    }

    /// The bytes of memory that it takes when the boards of all kinds are numbered, at most.
    pub(crate) fn memory(&self) -> usize {
        let placements = |own, other| sets(49, own) * sets(49 - own, other);
        let kinds = kinds(self.marbles).map(|(kind, _)| kind.map(usize::from));
        let of_kind = kinds.map(|[own, other, reds]| {
            // A placement in eight is numbered, and somewhat more that are symmetric.
            let numbered = placements(own, other).div_ceil(8) * 9 / 8;
            let layout = numbered * Layout::bytes_of_placement(own + other, reds);
            // A coloring serves all numbers of reds, of which there is always one.
            let coloring = if reds == 1 {
                Coloring::bytes(placements(own, other))
            } else {
                0
            };
            layout + coloring
        });
        of_kind.sum()
    }

    /// Adds the materials of a kind after those that are there.
    fn add_sections(&mut self, [own, other, reds]: [u8; 3], states: usize) {
        for needed in 1..=reds {
            let material = Material {
                own,
                other,
                reds,
                needed,
            };
            let place = u16::try_from(self.sections.len()).expect("a few dozen");
            self.places[of_material(material)] = Some(place);
            self.sections.push(Section {
                material,
                first: self.states(),
                states,
            });
        }
    }

    /// The most marbles on a board.
    pub(crate) const fn marbles(&self) -> u8 {
        self.marbles
    }

    pub(crate) fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// The number of numbers.
    pub(crate) fn states(&self) -> usize {
        self.sections
            .last()
            .map_or(0, |last| last.first + last.states)
    }

    /// The placements of both sides' marbles of a material.
    pub(crate) fn coloring_of(&self, material: Material) -> &Coloring {
        self.coloring(material.own, material.other)
    }

    /// The order of the states of a material.
    pub(crate) fn layout_of(&self, material: Material) -> &Layout {
        self.layout([material.own, material.other, material.reds])
    }

    fn coloring(&self, own: u8, other: u8) -> &Coloring {
        self.colorings[of_counts([own, other])].get_or_init(|| Coloring::new(own, other))
    }

    fn layout(&self, kind: [u8; 3]) -> &Layout {
        let [own, other, _] = kind;
        self.layouts[of_counts(kind)].get_or_init(|| Layout::new(self.coloring(own, other), kind))
    }

    /// The number of a state; the material is that of the board, and in the tables.
    pub(crate) fn state(&self, material: Material, board: Board, ko: Option<Move>) -> usize {
        let place = self.place(material, board);
        ko.map_or(place.first, |push| place.with_ko(board, push))
    }

    /// A position of the state of a section, by its number there.
    pub(crate) fn position(&self, section: Section, state: usize) -> Position {
        let coloring = self.coloring_of(section.material);
        let layout = self.layout_of(section.material);
        let placement = layout.placement_of(state, coloring.len());
        let boards = layout.boards(coloring.standard(placement)).enumerate();
        for (reds, board) in boards {
            let (first, states) = layout.of_board(placement, reds);
            if state < first + states {
                let ko = (state - first).checked_sub(1);
                let ko = ko.and_then(|place| board.ko_pushes().get(place));
                return section.material.position(board, ko);
            }
        }
        unreachable!("the placement has the state")
    }

    /// Where the states of a board are; the material is that of the board, and in the tables.
    pub(crate) fn place(&self, material: Material, board: Board) -> Place {
        let section = self.places[of_material(material)].expect("the caller made sure");
        let section = self.sections[usize::from(section)];
        let coloring = self.coloring_of(material);
        let (placement, to_standard) = coloring.number(board.colored());
        let standard = coloring.standard(placement);
        let taken = standard.own | standard.other;
        let number_of_reds = |symmetry| number(turned(board.reds, symmetry), taken);
        let (reds, symmetries) = if standard.is_symmetric {
            // Several symmetries lead to the standard placement; the smallest number decides.
            let of_all = TURNS.iter().filter(|&&symmetry| {
                board.colored().map(|cells| turned(cells, symmetry))
                    == [standard.own, standard.other]
            });
            of_all.fold((usize::MAX, 0), |(least, those), &symmetry| {
                let reds = number_of_reds(symmetry);
                let bit = 1 << symmetry.number();
                match reds.cmp(&least) {
                    core::cmp::Ordering::Less => (reds, bit),
                    core::cmp::Ordering::Equal => (least, those | bit),
                    core::cmp::Ordering::Greater => (least, those),
                }
            })
        } else {
            (number_of_reds(to_standard), 1 << to_standard.number())
        };
        let (first, states) = self.layout_of(material).of_board(placement, reds);
        Place {
            first: section.first + first,
            states,
            symmetries,
        }
    }
}

impl Section {
    /// The numbers of its states.
    pub(crate) const fn range(&self) -> Range<usize> {
        self.first..self.first + self.states
    }
}

impl Place {
    /// The number of the state with this ko push; the board is the one that the place was found by, and
    /// the push one of its [`ko_pushes`](Board::ko_pushes).
    pub(crate) fn with_ko(self, board: Board, push: Move) -> usize {
        let mut symmetries = self.symmetries();
        let first = symmetries.next().expect("one leads there");
        let pushes = board.turned(first).ko_pushes();
        let of = |symmetry: Symmetry| pushes.place(symmetry.push(push));
        let place = symmetries.chain([first]).filter_map(of).min();
        self.first + 1 + place.expect("a ko push is one of those that the board can have")
    }

    fn symmetries(self) -> impl Iterator<Item = Symmetry> {
        let those = self.symmetries;
        let has = move |symmetry: &Symmetry| those >> symmetry.number() & 1 != 0;
        TURNS.iter().copied().filter(has)
    }
}

fn unset<T>(length: usize) -> Vec<OnceLock<T>> {
    core::iter::repeat_with(OnceLock::new)
        .take(length)
        .collect()
}

fn of_material(material: Material) -> usize {
    of_counts(material.counts())
}

/// The numbers of own, other and red marbles on a board, and of the states that have them: in the
/// order of the tables, and part of the file format.
const KINDS: [([u8; 3], usize); 20] = [
    ([1, 1, 1], 15_709),
    ([1, 1, 2], 360_495),
    ([1, 2, 1], 359_292),
    ([2, 1, 1], 359_288),
    ([1, 1, 3], 5_395_485),
    ([1, 2, 2], 8_052_302),
    ([1, 3, 1], 5_549_550),
    ([2, 1, 2], 8_052_134),
    ([2, 2, 1], 8_704_793),
    ([3, 1, 1], 5_549_529),
    ([1, 1, 4], 59_221_635),
    ([1, 2, 3], 117_643_772),
    ([1, 3, 2], 121_411_320),
    ([1, 4, 1], 63_166_831),
    ([2, 1, 3], 117_640_328),
    ([2, 2, 2], 190_149_083),
    ([2, 3, 1], 136_935_449),
    ([3, 1, 2], 121_410_459),
    ([3, 2, 1], 136_935_470),
    ([4, 1, 1], 63_166_704),
];

/// Those with up to this many marbles.
fn kinds(marbles: u8) -> impl Iterator<Item = &'static ([u8; 3], usize)> {
    KINDS
        .iter()
        .filter(move |(kind, _)| kind.iter().sum::<u8>() <= marbles)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::size::{MAX_MARBLES, MIN_MARBLES, QUICK_MARBLES};

    #[test]
    fn every_kind_of_board_has_the_states_that_the_format_says() {
        // A build of six marbles, whose boards are a billion, makes sure of its own.
        let index = Index::new(QUICK_MARBLES);
        let numbered = index.number(index.sections(), || ControlFlow::Continue(()));
        assert!(numbered.is_continue());
        for &(kind, states) in kinds(QUICK_MARBLES) {
            assert_eq!(index.layout(kind).states(), states, "{kind:?}");
        }
    }

    #[test]
    fn smaller_tables_are_the_beginning_of_larger_ones() {
        let materials = |marbles| {
            let index = Index::new(marbles);
            let sections = index.sections().iter();
            sections
                .map(|section| (section.first, section.material))
                .collect::<Vec<_>>()
        };
        let all = materials(MAX_MARBLES);
        for marbles in MIN_MARBLES..MAX_MARBLES {
            assert!(all.starts_with(&materials(marbles)));
        }
    }

    #[test]
    fn the_position_of_a_number_has_that_number() {
        let index = Index::new(4);
        for &section in index.sections() {
            for state in (0..section.states).step_by(997) {
                let position = index.position(section, state);
                let (material, board) = (Material::of(&position), Board::of(&position));
                assert_eq!(material, section.material);
                let number = index.state(material, board, position.ko());
                // The numbers of no state lead to that of their position.
                let again = index.position(section, number - section.first);
                assert!(TURNS.iter().any(|turn| turn.position(&position) == again));
                assert!(number <= section.first + state);
            }
        }
    }
}
