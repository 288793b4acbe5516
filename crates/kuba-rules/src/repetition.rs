//! The draw by repetition, which takes a game's history. Rules: K-12.

use core::fmt;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::marble::Side;
use crate::position::Position;
use crate::rules::Rules;

/// How often a turn must begin with the same position. Rules: K-12.
const COUNTS_TO_DRAW: u32 = 3;

/// Counts the positions of one game each time a turn begins.
///
/// Rules: K-12 (the 49 cells and the side to move; in tournament rules only).
///
/// ```
/// use kuba_rules::{Position, Repetitions, Rules};
///
/// let mut position = Position::start(Rules::Tournament);
/// let mut repetitions = Repetitions::new(&position);
/// for push in ["00B", "06B", "20F", "26F"].repeat(2) {
///     position.play(push.parse()?)?;
///     repetitions.turn_began(&position);
/// }
/// assert!(repetitions.is_draw());
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repetitions {
    /// How often each position has been counted.
    counts: BTreeMap<RepetitionKey, u32>,
    drawn: bool,
}

/// Whether a turn that counts begins with the position. Rules: K-12.
const fn begins_turn(position: &Position) -> bool {
    matches!(position.rules(), Rules::Tournament)
        && !position.may_push_again()
        && !position.is_over()
}

/// White, black and red cells, and the side to move.
type RepetitionKey = (u64, u64, u64, Side);

const fn key(position: &Position) -> RepetitionKey {
    let [white, black] = position.marbles;
    (white, black, position.reds, position.to_move())
}

/// The first push of a game on these cells.
fn position_of((white, black, reds, to_move): RepetitionKey) -> Position {
    Position {
        marbles: [white, black],
        reds,
        ..Position::starting_with(Rules::Tournament, to_move)
    }
}

impl Repetitions {
    /// A counter for a game that begins with this position.
    pub fn new(position: &Position) -> Self {
        let mut repetitions = Self {
            counts: BTreeMap::new(),
            drawn: false,
        };
        repetitions.turn_began(position);
        repetitions
    }

    /// Counts the position if a turn begins with it, and returns how often it has
    /// been counted now. Call it after every action.
    ///
    /// In classroom rules, in the middle of a turn and after a win it counts
    /// nothing and returns 0.
    pub fn turn_began(&mut self, position: &Position) -> u32 {
        self.count(position, 1)
    }

    fn count(&mut self, position: &Position, times: u32) -> u32 {
        if !begins_turn(position) {
            return 0;
        }
        let count = self.counts.entry(key(position)).or_default();
        *count = count.saturating_add(times);
        self.drawn |= *count >= COUNTS_TO_DRAW;
        *count
    }

    /// Takes back the last call of [`turn_began`](Self::turn_began), which had this position.
    pub fn take_back(&mut self, position: &Position) {
        if !begins_turn(position) {
            return;
        }
        let Entry::Occupied(mut count) = self.counts.entry(key(position)) else {
            return;
        };
        *count.get_mut() -= 1;
        if *count.get() == 0 {
            count.remove();
        }
        self.drawn &= self.counts.values().any(|count| *count >= COUNTS_TO_DRAW);
    }

    /// How often a position has been counted.
    pub fn count_of(&self, position: &Position) -> u32 {
        self.counts.get(&key(position)).copied().unwrap_or_default()
    }

    /// Every position counted and how often, in an order that depends on the
    /// positions alone. Each is White's or Black's first push on those cells:
    /// no captured reds, no ko push.
    ///
    /// Collecting them makes an equal counter again.
    pub fn iter(&self) -> impl Iterator<Item = (Position, u32)> {
        self.counts
            .iter()
            .map(|(&key, &count)| (position_of(key), count))
    }

    /// Whether some position has been counted for the third time.
    pub const fn is_draw(&self) -> bool {
        self.drawn
    }
}

impl FromIterator<(Position, u32)> for Repetitions {
    /// A counter with these counts; positions that are never counted are left
    /// out.
    fn from_iter<I: IntoIterator<Item = (Position, u32)>>(counts: I) -> Self {
        let mut repetitions = Self {
            counts: BTreeMap::new(),
            drawn: false,
        };
        for (position, times) in counts {
            if times > 0 {
                repetitions.count(&position, times);
            }
        }
        repetitions
    }
}

/// As [`Repetitions`] for a game that is played on and on: fast enough for random
/// games and for thousands of games side by side.
///
/// Marbles never come back, so no position from before a capture can occur again;
/// those are forgotten.
///
/// ```
/// use kuba_rules::{Position, Rules, TurnCounts};
///
/// let mut position = Position::start(Rules::Tournament);
/// let mut counts = TurnCounts::new();
/// let mut seen = vec![counts.turn_began(&position)];
/// for push in ["00B", "06B", "20F", "26F"].repeat(2) {
///     position.play(push.parse()?)?;
///     seen.push(counts.turn_began(&position));
/// }
/// assert_eq!(seen, [1, 1, 1, 1, 2, 2, 2, 2, TurnCounts::DRAW]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct TurnCounts {
    /// The positions by which turns began.
    keys: Vec<RepetitionKey>,
    /// The number of them in each slot. Only a slot with enough of them needs a
    /// closer look.
    slots: [u8; 1 << Self::SLOT_BITS],
}

impl TurnCounts {
    /// The count that is a draw. Rules: K-12.
    pub const DRAW: u32 = COUNTS_TO_DRAW;

    const SLOT_BITS: u32 = 10;

    /// A counter that has counted nothing, not even the start of the game.
    pub const fn new() -> Self {
        Self {
            keys: Vec::new(),
            slots: [0; 1 << Self::SLOT_BITS],
        }
    }

    /// Counts the position if a turn begins with it, and returns how often it has
    /// been counted now. Call it with the start and after every action.
    ///
    /// In classroom rules, in the middle of a turn and after a win it counts
    /// nothing and returns 0. Rules: K-12.
    pub fn turn_began(&mut self, position: &Position) -> u32 {
        if position.may_push_again() {
            self.forget();
        }
        if !begins_turn(position) {
            return 0;
        }
        let key = key(position);
        if self.add(key) <= 1 {
            return 1;
        }
        self.count_of(key)
    }

    /// The positions counted, the oldest first, each as often as it was. They are those of
    /// [`Repetitions::iter`]; counting them in this order makes an equal counter again.
    ///
    /// ```
    /// use kuba_rules::{Position, Rules, TurnCounts};
    ///
    /// let start = Position::start(Rules::Tournament);
    /// let mut counts = TurnCounts::new();
    /// counts.turn_began(&start);
    /// assert!(counts.iter().eq([start]));
    /// ```
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Position> {
        self.keys.iter().map(|&key| position_of(key))
    }

    /// Forgets every position, for another game or because a marble has left the
    /// board.
    pub fn forget(&mut self) {
        if !self.keys.is_empty() {
            self.keys.clear();
            self.slots.fill(0);
        }
    }

    /// Counts the position, with which a turn begins, and returns whether that
    /// makes a draw. Rules: K-12.
    #[inline]
    pub(crate) fn began(&mut self, position: &Position) -> bool {
        let key = key(position);
        u32::from(self.add(key)) >= COUNTS_TO_DRAW && self.count_of(key) >= COUNTS_TO_DRAW
    }

    /// Adds a position, and returns the number of those in its slot.
    #[inline]
    fn add(&mut self, key: RepetitionKey) -> u8 {
        self.keys.push(key);
        let slot = &mut self.slots[Self::slot(key)];
        *slot = slot.saturating_add(1);
        *slot
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "a game of four billion turns would not fit into memory"
    )]
    fn count_of(&self, key: RepetitionKey) -> u32 {
        self.keys.iter().filter(|&&other| other == key).count() as u32
    }

    const fn slot((white, black, reds, to_move): RepetitionKey) -> usize {
        // Any odd numbers without a pattern spread the cells.
        let mixed = white.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ black.wrapping_mul(0xBF58_476D_1CE4_E5B9)
            ^ reds.wrapping_mul(0x94D0_49BB_1331_11EB);
        let mixed = (mixed ^ to_move as u64).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        (mixed >> (u64::BITS - Self::SLOT_BITS)) as usize
    }
}

impl Default for TurnCounts {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for TurnCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turns = self.keys.len();
        f.debug_struct("TurnCounts")
            .field("turns", &turns)
            .finish_non_exhaustive()
    }
}
