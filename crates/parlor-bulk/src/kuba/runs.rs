//! Directions, and the runs of marbles that pushes move. Rules: K-2, K-4.

// The numbers of the directions, as in `Direction::index`; the last bit tells a direction from its opposite.
pub(super) const LEFT: usize = 0;
pub(super) const RIGHT: usize = 1;
pub(super) const FORWARD: usize = 2;
pub(super) const BACKWARD: usize = 3;

/// By direction, the cells at the edge that lies there.
pub(super) const EDGES: [u64; 4] = {
    let (column, row) = (0x0001_0101_0101_0101, 0x7F);
    [column, column << 6, row, row << 48]
};

/// All marbles, doubled up in each direction to find runs in steps of one, two and four cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Runs {
    occupied: u64,
    doubled: [Doubled; 4],
}

/// The cells that are occupied like the one before them, and like the three before them.
#[derive(Clone, Copy, Debug)]
struct Doubled {
    two: u64,
    four: u64,
}

impl Doubled {
    #[inline(always)]
    const fn new(direction: usize, occupied: u64) -> Self {
        let two = occupied & step(direction, occupied);
        let four = two & step(direction, step(direction, two));
        Self { two, four }
    }
}

impl Runs {
    #[inline(always)]
    pub(super) const fn new(occupied: u64) -> Self {
        Self {
            occupied,
            doubled: [
                Doubled::new(LEFT, occupied),
                Doubled::new(RIGHT, occupied),
                Doubled::new(FORWARD, occupied),
                Doubled::new(BACKWARD, occupied),
            ],
        }
    }

    /// The marbles from these on in a direction, up to a gap; these are the first of their runs.
    #[inline(always)]
    pub(super) const fn from(&self, direction: usize, first: u64) -> u64 {
        if direction == RIGHT {
            // A carry runs through a run, and no further than the padding.
            return self.occupied & !(self.occupied + first);
        }
        let Doubled { two, four } = self.doubled[direction];
        let run = first | step(direction, first) & self.occupied;
        let run = run | step(direction, step(direction, run)) & two;
        let by_two = step(direction, step(direction, run));
        run | step(direction, step(direction, by_two)) & four
    }
}

/// Every cell moved one step. Those that leave the board land in the padding or nowhere.
#[inline(always)]
pub(super) const fn step(direction: usize, cells: u64) -> u64 {
    match direction {
        LEFT => cells >> 1,
        RIGHT => cells << 1,
        FORWARD => cells >> 8,
        _ => cells << 8,
    }
}
