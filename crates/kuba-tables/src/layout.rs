//! The order of the states with given numbers of marbles.

use core::ops::{ControlFlow, Range};

use kuba_rules::bitboard::BOARD;
use rayon::prelude::*;

use crate::board::Board;
use crate::coloring::{Coloring, Standard};
use crate::combinations::{sets, subsets};

/// Numbers the states with so many own, other and red marbles.
///
/// A state is a board without a ko push, or with one of those that it can have (K-7). States are in
/// the order of the placement of the two sides' marbles, then of the reds; each board comes without a ko push first, then with each of its
/// [`ko_pushes`](Board::ko_pushes).
#[derive(Debug)]
pub(crate) struct Layout {
    reds: usize,
    /// The sets of reds for each placement of the others.
    red_sets: usize,
    /// For each placement, groups of eight sets of reds.
    groups: Vec<Group>,
    states: usize,
}

/// Eight boards whose states follow each other: in the upper half the number of their first state, in
/// the lower one four bits a board, the number of its ko pushes.
#[derive(Clone, Copy, Debug)]
struct Group(u64);

impl Group {
    const BOARDS: usize = 8;

    fn new(first: usize) -> Self {
        let first = u32::try_from(first).expect("tables of six marbles have 2 × 10⁹ states");
        Self(u64::from(first) << 32)
    }

    /// The same with so many states before it.
    fn after(self, states: usize) -> Self {
        Self(Self::new(states).0 + self.0)
    }

    /// Sets the number of ko pushes of a board.
    fn set(&mut self, place: usize, ko_pushes: usize) {
        debug_assert!(ko_pushes < 16, "a number of four bits");
        self.0 |= (ko_pushes as u64) << (4 * place);
    }

    /// The states of a board.
    const fn states(self, place: usize) -> usize {
        1 + (self.0 >> (4 * place) & 15) as usize
    }

    /// The number of a board's first state.
    const fn first(self, place: usize) -> usize {
        let before = self.0 & ((1 << (4 * place)) - 1);
        let pairs = (before & 0x0F0F_0F0F) + (before >> 4 & 0x0F0F_0F0F);
        let ko_pushes = (pairs.wrapping_mul(0x0101_0101) >> 24) & 0xFF;
        (self.0 >> 32) as usize + place + ko_pushes as usize
    }
}

/// The boards that a thread takes at a time, about.
pub(crate) const TASK: usize = 1 << 14;
/// The tasks between two reports: a fraction of a second.
pub(crate) const BATCH: usize = 64;

impl Layout {
    /// Numbers them on this thread.
    pub(crate) fn new(coloring: &Coloring, kind: [u8; 3]) -> Self {
        let mut layout = Self::empty(kind);
        let (groups, states) = layout.part(coloring, 0..coloring.len());
        layout.groups = groups;
        layout.states = states;
        layout
    }

    /// Numbers them on all threads, and asks several times a second whether to go on; `None` if not.
    pub(crate) fn number(
        coloring: &Coloring,
        kind: [u8; 3],
        mut go_on: impl FnMut() -> ControlFlow<()>,
    ) -> Option<Self> {
        let mut layout = Self::empty(kind);
        let groups = coloring.len() * layout.groups_of_placement();
        layout.groups.reserve_exact(groups);
        let size = TASK.div_ceil(layout.red_sets);
        let starts: Vec<usize> = (0..coloring.len()).step_by(size).collect();
        for batch in starts.chunks(BATCH) {
            let part = |&start: &usize| {
                let placements = start..coloring.len().min(start + size);
                layout.part(coloring, placements)
            };
            let parts: Vec<_> = batch.par_iter().map(part).collect();
            for (groups, states) in parts {
                let groups = groups.into_iter();
                layout
                    .groups
                    .extend(groups.map(|group| group.after(layout.states)));
                layout.states += states;
            }
            if go_on().is_break() {
                return None;
            }
        }
        Some(layout)
    }

    fn empty([own, other, reds]: [u8; 3]) -> Self {
        let reds = usize::from(reds);
        Self {
            reds,
            red_sets: sets(49 - usize::from(own + other), reds),
            groups: Vec::new(),
            states: 0,
        }
    }

    /// The groups of some placements, as if no others came before them, and the number of their states.
    fn part(&self, coloring: &Coloring, placements: Range<usize>) -> (Vec<Group>, usize) {
        let mut groups: Vec<Group> =
            Vec::with_capacity(placements.len() * self.groups_of_placement());
        let mut next = 0;
        for placement in placements {
            for (number, board) in self.boards(coloring.standard(placement)).enumerate() {
                let place = number % Group::BOARDS;
                if place == 0 {
                    groups.push(Group::new(next));
                }
                let ko_pushes = board.ko_pushes().len();
                let group = groups.last_mut().expect("one was begun");
                group.set(place, ko_pushes);
                next += 1 + ko_pushes;
            }
        }
        (groups, next)
    }

    /// The number of boards of each placement.
    pub(crate) const fn boards_of_placement(&self) -> usize {
        self.red_sets
    }

    /// The bytes of memory for a placement of so many marbles of the sides, with so many reds.
    pub(crate) const fn bytes_of_placement(marbles: usize, reds: usize) -> usize {
        sets(49 - marbles, reds).div_ceil(Group::BOARDS) * size_of::<Group>()
    }

    fn groups_of_placement(&self) -> usize {
        self.red_sets.div_ceil(Group::BOARDS)
    }

    /// The boards of a placement, in order.
    pub(crate) fn boards(&self, placement: Standard) -> impl Iterator<Item = Board> + use<> {
        let Standard { own, other, .. } = placement;
        let free = BOARD & !(own | other);
        subsets(free, self.reds).map(move |reds| Board { own, other, reds })
    }

    /// The first state of a board and the number of its states, by the numbers of its placement and
    /// of its set of reds.
    pub(crate) fn of_board(&self, placement: usize, reds: usize) -> (usize, usize) {
        let group = self.groups[placement * self.groups_of_placement() + reds / Group::BOARDS];
        let place = reds % Group::BOARDS;
        (group.first(place), group.states(place))
    }

    /// The first state of a placement; the number of all states for the number after the last one.
    pub(crate) fn of_placement(&self, placement: usize) -> usize {
        let group = self.groups.get(placement * self.groups_of_placement());
        group.map_or(self.states, |group| group.first(0))
    }

    /// The placement of a state, of so many.
    pub(crate) fn placement_of(&self, state: usize, placements: usize) -> usize {
        let (mut from, mut to) = (0, placements);
        while to - from > 1 {
            let middle = usize::midpoint(from, to);
            if self.of_placement(middle) <= state {
                from = middle;
            } else {
                to = middle;
            }
        }
        from
    }

    /// The number of states.
    pub(crate) const fn states(&self) -> usize {
        self.states
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_number_the_states_as_one_thread_does() {
        for kind in [[1, 1, 2], [2, 1, 1], [1, 1, 1]] {
            let coloring = Coloring::new(kind[0], kind[1]);
            let one = Layout::new(&coloring, kind);
            let threads = Layout::number(&coloring, kind, || ControlFlow::Continue(()));
            let threads = threads.expect("nothing stops it");
            assert_eq!(threads.states, one.states);
            let numbers = |layout: &Layout| -> Vec<u64> {
                layout.groups.iter().map(|group| group.0).collect()
            };
            assert_eq!(numbers(&threads), numbers(&one));
            assert!(Layout::number(&coloring, kind, || ControlFlow::Break(())).is_none());
        }
    }

    #[test]
    fn the_states_of_boards_follow_each_other() {
        let coloring = Coloring::new(1, 2);
        let layout = Layout::new(&coloring, [1, 2, 1]);
        let mut next = 0;
        for placement in 0..coloring.len() {
            assert_eq!(layout.of_placement(placement), next);
            for (reds, board) in layout.boards(coloring.standard(placement)).enumerate() {
                let (first, states) = layout.of_board(placement, reds);
                assert_eq!(first, next);
                assert_eq!(states, 1 + board.ko_pushes().len());
                next += states;
            }
        }
        assert_eq!(layout.of_placement(coloring.len()), next);
        assert_eq!(layout.states(), next);
    }
}
