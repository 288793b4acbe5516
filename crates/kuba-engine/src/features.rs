//! The handcrafted features of one line of seven cells.

use kuba_rules::{Marble, Position};

/// The number of fillings of a line, including impossible ones.
pub(crate) const FILLINGS: usize = 1 << 14;
/// The kinds of lines, by the distance from the edge, 0 to 3.
pub(crate) const KINDS: usize = 4;
/// The features of a line for one side.
pub(crate) const OF_SIDE: usize = 6;
/// The features of a line: those of the side to move, those of the other side,
/// and the squares of marbles.
pub(crate) const OF_LINE: usize = 2 * OF_SIDE + PLACES;
/// Distinct squares: the kind of line, and the distance from its end.
const PLACES: usize = KINDS * KINDS;

const CELLS: u8 = 0x7F;
const LAST: u8 = 1 << 6;

/// One line from the view of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BoardLine {
    own: u8,
    enemy: u8,
    reds: u8,
}

/// The effect of a push toward the last cell of a line.
enum Push {
    CapturesRed,
    EjectsMarble,
    Moves(BoardLine),
}

impl BoardLine {
    /// The line of a filling: bit n of the lower seven is set if cell n holds
    /// an own marble or a red, bit n of the upper seven if it holds an enemy
    /// marble or a red.
    fn of(filling: u16) -> Self {
        let half = |shift: u32| u8::try_from(filling >> shift & u16::from(CELLS));
        let [own, enemy] = [0, 7].map(|shift| half(shift).expect("seven bits"));
        Self {
            own: own & !enemy,
            enemy: enemy & !own,
            reds: own & enemy,
        }
    }

    fn map(self, change: impl Fn(u8) -> u8) -> Self {
        Self {
            own: change(self.own),
            enemy: change(self.enemy),
            reds: change(self.reds),
        }
    }

    fn reversed(self) -> Self {
        self.map(|cells| cells.reverse_bits() >> 1)
    }

    fn for_opponent(self) -> Self {
        Self {
            own: self.enemy,
            enemy: self.own,
            ..self
        }
    }

    const fn occupied(self) -> u8 {
        self.own | self.enemy | self.reds
    }

    /// The legal pushes toward the last cell. Rules: K-3, K-4, K-5, K-6.
    fn pushes(self) -> impl Iterator<Item = Push> {
        let occupied = self.occupied();
        let with_room = self.own & !(occupied << 1);
        (0..7).filter_map(move |cell| {
            let marble = with_room & 1 << cell;
            // The carry of the addition runs through the run and stops in the gap.
            let run = occupied & !(occupied + marble);
            let moved = || self.map(|cells| (cells & !run | (cells & run) << 1) & CELLS);
            if marble == 0 {
                None
            } else if run & LAST == 0 {
                Some(Push::Moves(moved()))
            } else if self.reds & LAST != 0 {
                Some(Push::CapturesRed)
            } else {
                (self.enemy & LAST != 0).then_some(Push::EjectsMarble)
            }
        })
    }

    /// Feature counts for pushes toward the last cell: captures of reds and of
    /// marbles, quiet pushes, captures of reds and of marbles by a second push
    /// after a quiet one; and own marbles blocked at the edge, which cannot be
    /// captured along this line.
    fn counts(self) -> [i16; OF_SIDE] {
        let mut counts = [0; OF_SIDE];
        for push in self.pushes() {
            match push {
                Push::CapturesRed => counts[0] += 1,
                Push::EjectsMarble => counts[1] += 1,
                Push::Moves(after) => {
                    counts[2] += 1;
                    for next in after.pushes() {
                        match next {
                            Push::CapturesRed => counts[3] += 1,
                            Push::EjectsMarble => counts[4] += 1,
                            Push::Moves(_) => {}
                        }
                    }
                }
            }
        }
        // Own behind own at the edge: K-5 blocks the push.
        counts[5] += i16::from(self.own & LAST != 0 && self.own & LAST >> 1 != 0);
        counts
    }
}

/// The features of one of the [`lines`](View::lines) of a position.
pub(crate) fn features(line: u16) -> [i16; OF_LINE] {
    let mut features = [0; OF_LINE];
    let kind = usize::from(line) / FILLINGS;
    let line = BoardLine::of(line);
    for (side, line) in [line, line.for_opponent()].into_iter().enumerate() {
        for toward in [line, line.reversed()] {
            for (number, count) in toward.counts().into_iter().enumerate() {
                features[side * OF_SIDE + number] += count;
            }
        }
    }
    for cell in 0..7 {
        let place = 2 * OF_SIDE + kind * KINDS + cell.min(6 - cell);
        features[place] += i16::from(line.own >> cell & 1) - i16::from(line.enemy >> cell & 1);
    }
    features
}

/// What an evaluation sees of a position: the board as the side to move sees it,
/// without what only legality needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct View {
    /// The cells of own marbles and of reds.
    pub(crate) own: u64,
    /// The cells of enemy marbles and of reds.
    pub(crate) enemy: u64,
    /// The reds captured by the side to move and by the other.
    pub(crate) captured: [u8; 2],
}

impl View {
    #[inline]
    pub(crate) fn of(position: &Position) -> Self {
        let side = position.to_move();
        let reds = position.cells(Marble::Red);
        let [own, enemy] = [side, side.other()].map(|side| position.cells(side.into()) | reds);
        let captured = [side, side.other()].map(|side| position.captured(side));
        Self {
            own,
            enemy,
            captured,
        }
    }

    /// The marbles on the board of the side to move and of the other.
    #[inline]
    pub(crate) const fn marbles(&self) -> [u32; 2] {
        let alone = self.own ^ self.enemy;
        [
            (self.own & alone).count_ones(),
            (self.enemy & alone).count_ones(),
        ]
    }

    /// The fourteen lines, each as its kind times [`FILLINGS`] plus its filling.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "sixteen bits of the word are what is wanted"
    )]
    pub(crate) fn lines(&self) -> [u16; 14] {
        let [row_0, row_1] = fillings(self.own, self.enemy);
        let [column_0, column_1] = fillings(transposed(self.own), transposed(self.enemy));
        core::array::from_fn(|number| {
            let line = number % 7;
            let fillings = match (number < 7, line % 2) {
                (true, 0) => row_0,
                (true, _) => row_1,
                (false, 0) => column_0,
                (false, _) => column_1,
            };
            KIND_OF_LINE[line] << 14 | (fillings >> (line / 2 * 16)) as u16
        })
    }

    /// The captured reds and the marbles left as an index: from the lowest bit,
    /// three bits for the reds of the side to move and three for the other's, four
    /// for the marbles of the side to move and four for the other's.
    #[inline]
    pub(crate) fn material(&self) -> usize {
        let [own_reds, enemy_reds] = self.captured.map(|reds| usize::from(reds & 7));
        let [own, enemy] = self.marbles().map(|count| count as usize & 15);
        own_reds | enemy_reds << 3 | own << 6 | enemy << 10
    }
}

/// The fillings of the rows 0, 2, 4 and 6, from the lowest bit on sixteen bits
/// for each, and of the rows 1, 3 and 5.
const fn fillings(own: u64, enemy: u64) -> [u64; 2] {
    const EVEN: u64 = 0x007F_007F_007F_007F;
    [
        own & EVEN | (enemy & EVEN) << 7,
        own >> 8 & EVEN | (enemy >> 8 & EVEN) << 7,
    ]
}

/// The same line from its other end.
pub(crate) fn mirrored(line: u16) -> u16 {
    let reversed = |half: u16| (half & 0x7F).reverse_bits() >> 9;
    line & !0x3FFF | reversed(line >> 7) << 7 | reversed(line)
}

/// The distance of each line from the edge.
const KIND_OF_LINE: [u16; 7] = [0, 1, 2, 3, 2, 1, 0];

/// The transposed board, by swapping blocks of one, two and four cells across the
/// diagonal (H. S. Warren, *Hacker's Delight*, 2nd edition 2012, section 7-3).
const fn transposed(cells: u64) -> u64 {
    let cells = exchanged(cells, 7, 0x00AA_00AA_00AA_00AA);
    let cells = exchanged(cells, 14, 0x0000_CCCC_0000_CCCC);
    exchanged(cells, 28, 0x0000_0000_F0F0_F0F0)
}

/// The bits under the mask exchanged with those `by` above them (delta swap).
const fn exchanged(cells: u64, by: u32, mask: u64) -> u64 {
    let differing = (cells ^ (cells >> by)) & mask;
    cells ^ differing ^ (differing << by)
}
