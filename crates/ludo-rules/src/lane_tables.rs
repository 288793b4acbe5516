//! The tables behind bulk play: every pair of steps and roll, answered once.
//!
//! [`lanes`](crate::lanes) explains how they are used.

use core::cmp::Ordering;

use crate::geometry::{Roll, Step, Token};
use crate::moves::Move;
use crate::pairs::PairIndex;
use crate::priority::{Reason, priority};
use crate::seat::Seat;
use crate::tokens::Tokens;

/// The number of bits of a board's word that belong to a seat.
pub(crate) const QUARTER: u32 = 16;

/// The bits of a quarter that hold a pair: its number times eight, so that a
/// die completes it to a table index.
pub(crate) const PAIR: u64 = 0x3fff;
/// Above them: by how many seats the turn moves on.
pub(crate) const TURN_SHIFT: u32 = 14;
/// Both tokens on the end.
pub(crate) const FINISHED: u64 = packed(PairIndex::FINISHED) as u64;

/// The ring's spaces, 14 to a quarter, and the mark of seat A's quarter.
pub(crate) const SPACES: u64 = 0x7fff_7fff_7fff_7fff;
/// Marks seat A's quarter when it is the lowest.
pub(crate) const SEAT_A_MARK: u64 = 1 << 14;
/// Where the mark may be.
pub(crate) const SEAT_A_MARKS: u64 = 0x4000_4000_4000_4000;
/// The bit for everything off the ring. It never stays set.
const OFF_RING: u32 = 15;

const ENTRIES: usize = 1 << TURN_SHIFT;

/// What happens to a pair, in one word so that four entries share 16 bytes of
/// cache. From bit 0: landing bit, landing bit of the other token, bit left
/// (six bits each), and the new pair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LaneEntry(u32);

impl LaneEntry {
    const OTHER_SHIFT: u32 = 6;
    const LEFT_SHIFT: u32 = 12;
    const PAIR_SHIFT: u32 = 18;

    const fn new(landing: u32, left: u32, pair: PairIndex) -> Self {
        Self(
            landing
                | OFF_RING << Self::OTHER_SHIFT
                | left << Self::LEFT_SHIFT
                | packed(pair) << Self::PAIR_SHIFT,
        )
    }

    /// Names the space where the other token would have landed.
    const fn with_other_landing(self, other: Self) -> Self {
        let cleared = self.0 & !(63 << Self::OTHER_SHIFT);
        Self(cleared | (other.0 & 63) << Self::OTHER_SHIFT)
    }

    /// The ring space where the move ends, unless its own token waits there.
    #[inline]
    pub(crate) const fn landing(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// The ring space where the other token would land, if it may go first.
    #[inline]
    pub(crate) const fn other_landing(self) -> u64 {
        1 << (self.0 >> Self::OTHER_SHIFT & 63)
    }

    /// The ring space that the move leaves.
    #[inline]
    pub(crate) const fn left(self) -> u64 {
        1 << (self.0 >> Self::LEFT_SHIFT & 63)
    }

    /// The pair after the move, in the form of a quarter.
    #[inline]
    pub(crate) const fn pair(self) -> u64 {
        (self.0 >> Self::PAIR_SHIFT) as u64
    }
}

/// The order of a pair's two tokens after a move, compared with their order
/// before: a pair's number does not record which token is the smaller step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PairOrder {
    /// The smaller is still the smaller, or nothing moved.
    Same,
    /// The smaller has become the larger.
    Swapped,
    /// Both are on one step, where `p` counts as the smaller: it goes first (L-15, L-18).
    Equal,
}

impl PairOrder {
    /// From the step of the token that was the smaller, and that of the other.
    fn of([smaller, other]: [Step; 2]) -> Self {
        match smaller.cmp(&other) {
            Ordering::Less => Self::Same,
            Ordering::Greater => Self::Swapped,
            Ordering::Equal => Self::Equal,
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a pair's number is at most 1769"
)]
const fn packed(pair: PairIndex) -> u32 {
    (pair.index() as u32) << 3
}

/// The ring bit of a step in its own seat's frame.
fn ring_bit(step: Step) -> u32 {
    match u32::try_from(step.value() - 1) {
        Ok(space) if step.is_on_ring() => space / 14 * QUARTER + space % 14,
        _ => OFF_RING,
    }
}

/// The step of a seat on this ring bit of its own frame; `None` beyond its last
/// ring space.
fn step_at(bit: u32) -> Option<Step> {
    let space = bit / QUARTER * 14 + bit % QUARTER;
    Step::new(i64::from(space) + 1)
        .ok()
        .filter(|step| step.is_on_ring())
}

/// The look-up tables of bulk play. They take some 160 KiB and a moment to
/// build; share them.
///
/// ```
/// use ludo_rules::{DEFAULT_ROLL_LIMIT, LaneTables, Seat};
///
/// // Any source of random words will do; this one is SplitMix64.
/// let dice = |game: u64| {
///     let mut state = game.wrapping_mul(0xd134_2543_de82_ef95);
///     move || {
///         state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
///         let word = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
///         let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
///         word ^ (word >> 31)
///     }
/// };
/// let tables = LaneTables::new();
/// let results = tables.play_games(&Seat::ALL, 0..100, DEFAULT_ROLL_LIMIT, dice)?;
/// assert_eq!(results.len(), 100);
/// assert!(results.iter().all(|result| result.finished.len() == 4));
/// # Ok::<(), ludo_rules::SetupErrors>(())
/// ```
#[derive(Clone, Debug)]
pub struct LaneTables {
    /// What the policy does if nothing is kicked.
    moves: Box<[LaneEntry; ENTRIES]>,
    /// What happens if the other token is moved instead, by L-17.
    others: Box<[LaneEntry; ENTRIES]>,
    /// The order of the pair's tokens after each of the two.
    orders: Box<[[PairOrder; 2]; ENTRIES]>,
    /// The two steps of each pair, for finding the kicked.
    steps: Box<[[Step; 2]]>,
}

impl LaneTables {
    /// Builds the tables: the slow path plays every pair and roll.
    pub fn new() -> Self {
        let nothing = LaneEntry::new(OFF_RING, OFF_RING, PairIndex::START);
        let mut tables = Self {
            moves: table_of(nothing),
            others: table_of(nothing),
            orders: table_of([PairOrder::Same; 2]),
            steps: PairIndex::all().map(PairIndex::steps).collect(),
        };
        for pair in PairIndex::all() {
            for (die, roll) in Roll::ALL.into_iter().enumerate() {
                let index = packed(pair) as usize | die;
                let [main, other] = outcomes(pair, roll);
                [tables.moves[index], tables.others[index]] = [main.0, other.0];
                tables.orders[index] = [main.1, other.1];
            }
        }
        tables
    }

    /// What the mover, in the lowest quarter, does if nothing is kicked.
    #[inline]
    pub(crate) const fn main_move(&self, slots: u64, die: usize) -> LaneEntry {
        self.moves[table_index(slots, die)]
    }

    /// Decides by L-17 which token kicks and sends the kicked home: the slots with
    /// the victims in their yard, and the entry to carry out.
    #[cold]
    #[inline(never)]
    pub(crate) fn kick(&self, mut slots: u64, ring: u64, die: usize) -> (u64, LaneEntry) {
        let (entry, _) = self.kicking_move(slots, ring, die);
        for shift in [QUARTER, 2 * QUARTER, 3 * QUARTER] {
            // The landing as that seat sees it.
            let landing = entry.landing().rotate_right(shift);
            if let Some((home, _)) = self.kicked(slots >> shift & PAIR, landing) {
                slots = slots & !(PAIR << shift) | home << shift;
            }
        }
        (slots, entry)
    }

    /// The pair, in the form of a quarter, after an opponent has landed on this
    /// ring space of its own frame; `None` if it was not there. Rules: L-9, L-11.
    pub(crate) fn kicked(&self, pair: u64, landing: u64) -> Option<(u64, PairOrder)> {
        let step = step_at(landing.trailing_zeros())?;
        let [low, high] = self.steps(pair);
        let rest = match (low == step, high == step) {
            (false, false) => return None,
            (true, false) => [Step::YARD, high],
            (false, true) => [low, Step::YARD],
            (true, true) => [Step::YARD; 2],
        };
        let [one, other] = rest;
        let home = u64::from(packed(PairIndex::of(one, other)));
        Some((home, PairOrder::of(rest)))
    }

    /// What the mover, in the lowest quarter, does if it may kick: the entry of
    /// the token that goes by L-17, and the order of the two after it.
    pub(crate) fn kicking_move(&self, slots: u64, ring: u64, die: usize) -> (LaneEntry, PairOrder) {
        let index = table_index(slots, die);
        let [main, other] = self.orders[index];
        let entry = self.moves[index];
        if ring & entry.landing() != 0 {
            (entry, main)
        } else {
            (self.others[index], other)
        }
    }

    /// The order of the mover's tokens after the move without a kick.
    #[inline]
    pub(crate) const fn order(&self, slots: u64, die: usize) -> PairOrder {
        self.orders[table_index(slots, die)][0]
    }

    /// The two steps of a pair in the form of a quarter, the smaller first.
    pub(crate) fn steps(&self, pair: u64) -> [Step; 2] {
        self.steps
            .get(table_index(pair, 0) >> 3)
            .copied()
            .unwrap_or([Step::YARD; 2])
    }
}

impl Default for LaneTables {
    fn default() -> Self {
        Self::new()
    }
}

#[inline]
const fn table_index(slots: u64, die: usize) -> usize {
    (slots & PAIR) as usize | die
}

#[expect(
    clippy::unnecessary_box_returns,
    reason = "a table is too large to be handed over on the stack"
)]
fn table_of<T: Clone>(entry: T) -> Box<[T; ENTRIES]> {
    let entries = vec![entry; ENTRIES].into_boxed_slice();
    entries
        .try_into()
        .unwrap_or_else(|_| unreachable!("it was made this long"))
}

/// The entries of a pair and a roll: what the policy does where it kicks no
/// token, and the move of the other token where L-17 may prefer it. The smaller
/// step plays as `p`.
fn outcomes(pair: PairIndex, roll: Roll) -> [(LaneEntry, PairOrder); 2] {
    let [low, high] = pair.steps();
    // With everyone else in the yard no token can be kicked.
    let alone = Tokens::from_steps([(Seat::A, [low, high]), (Seat::C, [Step::YARD; 2])])
        .expect("tokens in the yard share no space");
    let stay = (
        LaneEntry::new(OFF_RING, OFF_RING, pair),
        PairOrder::of([low, high]),
    );
    let single = |token| {
        let [from, resting] = match token {
            Token::P => [low, high],
            Token::Q => [high, low],
        };
        from.after(roll).map_or(stay, |to| {
            // Meeting one's own token is a stack (L-10), whose bit is set already.
            let landing = if to == resting {
                OFF_RING
            } else {
                ring_bit(to)
            };
            let entry = LaneEntry::new(landing, ring_bit(from), PairIndex::of(to, resting));
            let order = match token {
                Token::P => PairOrder::of([to, resting]),
                Token::Q => PairOrder::of([resting, to]),
            };
            (entry, order)
        })
    };
    let decision = priority(&alone, Seat::A, roll);
    let [main, other] = match decision.choice {
        Move::P => [single(Token::P), single(Token::Q)],
        Move::Q => [single(Token::Q), single(Token::P)],
        Move::Pass => [stay, stay],
        Move::Stack => {
            let to = low.after(roll).expect("a stack moves with every roll");
            let stack = LaneEntry::new(ring_bit(to), ring_bit(low), PairIndex::of(to, to));
            [(stack, PairOrder::Equal), stay]
        }
    };
    match decision.reason {
        // Only where L-18 decided may a kick of the other token come first.
        Reason::Furthest => [(main.0.with_other_landing(other.0), main.1), other],
        _ => [main, stay],
    }
}
