//! Sets of a given size by number.
//!
//! The sets of *k* of *n* things have the numbers 0 to C(*n*, *k*) − 1, in the order of their bit sets
//! as numbers: the set p₀ < p₁ < … has the number C(p₀, 1) + C(p₁, 2) + ….

/// The number of things to choose from: the cells of the board. Rules: K-1.
const THINGS: usize = 49;
/// The largest sets are those of the marbles of one kind in a table.
const LARGEST: usize = 4;

/// By n and k: the number of sets of k of n things.
const BINOMIALS: [[u32; LARGEST + 1]; THINGS + 1] = {
    let mut table = [[0; LARGEST + 1]; THINGS + 1];
    let mut n = 0;
    while n <= THINGS {
        table[n][0] = 1;
        let mut k = 1;
        while k <= LARGEST && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of sets of k of n things, n up to 49 and k up to 4.
pub(crate) const fn sets(n: usize, k: usize) -> usize {
    BINOMIALS[n][k] as usize
}

/// The number of a set of cells among the sets of its size of the cells that are not `taken`.
pub(crate) fn number(mut cells: u64, taken: u64) -> usize {
    let mut number = 0;
    let mut size = 0;
    while cells != 0 {
        let bit = cells.trailing_zeros();
        let below = (1 << bit) - 1;
        // A row of the padded board has one bit more than cells.
        let place = bit - bit / 8 - (taken & below).count_ones();
        size += 1;
        number += sets(place as usize, size);
        cells &= cells - 1;
    }
    number
}

/// The sets of `size` of the cells of `from`, in the order of their numbers; `size` is at least 1 and
/// at most the number of cells.
pub(crate) fn subsets(from: u64, size: usize) -> impl Iterator<Item = u64> {
    let cells = Cells::of(from);
    let first = (1_u64 << size) - 1;
    let end = 1_u64 << cells.count;
    core::iter::successors(Some(first), |&set| Some(next_of_its_size(set)))
        .take_while(move |&set| set < end)
        .map(move |set| cells.of_places(set))
}

/// The next larger number with as many bits set.
const fn next_of_its_size(set: u64) -> u64 {
    let lowest = set & set.wrapping_neg();
    let carried = set + lowest;
    carried | (((set ^ carried) >> 2) / lowest)
}

/// A list of cells, to choose from by place.
struct Cells {
    masks: [u64; THINGS],
    count: usize,
}

impl Cells {
    fn of(mut set: u64) -> Self {
        let mut cells = Self {
            masks: [0; THINGS],
            count: 0,
        };
        while set != 0 {
            cells.masks[cells.count] = set & set.wrapping_neg();
            cells.count += 1;
            set &= set - 1;
        }
        cells
    }

    fn of_places(&self, mut places: u64) -> u64 {
        let mut set = 0;
        while places != 0 {
            set |= self.masks[places.trailing_zeros() as usize];
            places &= places - 1;
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kuba_rules::bitboard::BOARD;

    #[test]
    fn subsets_come_in_the_order_of_their_numbers_and_are_all() {
        let taken = 0x0000_0200_0100_0041;
        for size in 1..=3 {
            let mut count = 0;
            for (place, set) in subsets(BOARD & !taken, size).enumerate() {
                assert_eq!(set & taken, 0);
                assert_eq!(set.count_ones() as usize, size);
                assert_eq!(number(set, taken), place);
                count += 1;
            }
            assert_eq!(count, sets(45, size));
        }
    }

    #[test]
    fn binomials_are_those_of_the_board() {
        assert_eq!(
            [1, 2, 3, 4].map(|k| sets(49, k)),
            [49, 1176, 18_424, 211_876]
        );
        assert_eq!(sets(2, 3), 0);
    }
}
