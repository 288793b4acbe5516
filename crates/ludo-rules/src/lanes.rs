//! Many games at once under the priority policy, as fast as one core can.
//!
//! The slow path ([`Position`](crate::Position) and [`priority`](fn@crate::priority))
//! defines Ludo; this module only arranges its results so that a roll is one
//! table look-up and a few register operations. Tests compare the two, game
//! for game.
//!
//! **One look-up a roll.** Take the opponents away, and what the priority
//! policy does with a roll depends on the player's own two tokens alone. That
//! is a table of 1770 pairs × 6 rolls, filled by the slow path. Each
//! entry packs where the pair goes, and two ring spaces: where the move lands,
//! and where the other token would have landed if L-17 allows it to go first.
//! If neither holds a token, no move kicks and the entry is what happens. A
//! kick is the rare path; there the other token goes if it alone kicks.
//!
//! **The mover's frame.** The board is stored as the mover sees it: two 64-bit
//! words of four 16-bit quarters, one quarter a seat, the mover's lowest. In
//! one word a quarter holds the seat's pair; in the other, one bit for each of
//! the 14 ring spaces from the seat's start on that holds a token.
//! Passing the turn rotates both by as many quarters as seats are passed, so
//! that neither the seat nor the ring's 56 spaces need any arithmetic.
//! All players' tokens can share the bits, because a token never moves to the
//! space it comes from, and a move onto one's own token is a stack, never a
//! kick: the table knows it and names no landing space.
//!
//! **Eight rolls a word.** A random word times six has the roll in the upper
//! word and fresh fraction in the lower, so one word gives eight dice, each off
//! from even chances by less than 2⁻⁴³.
//!
//! **Lanes.** One game is a chain: look-up, update, rotation, next look-up.
//! Several games in one loop fill each other's waiting. A game's dice depend
//! on its number alone, so lanes change no result.

use core::ops::Range;

use crate::geometry::Roll;
use crate::lane_tables::{
    FINISHED, LaneTables, PAIR, QUARTER, SEAT_A_MARK, SEAT_A_MARKS, SPACES, TURN_SHIFT,
};
use crate::playout::take_part;
use crate::position::{FinishingOrder, Position};
use crate::seat::{Seat, SeatSet};
use crate::setup_error::SetupErrors;

/// The number of dice that one random word gives.
pub const ROLLS_PER_WORD: u8 = 8;

/// The number of games in one loop: enough to hide the latency of a look-up,
/// few enough for their state to stay in registers.
const LANES: usize = 4;

/// The die that gives a bonus roll, as [`take_die`] counts.
const SIX: usize = 5;
/// More than any die.
const NO_DIE: usize = 8;

/// The dice in a random word, in the order in which they are rolled.
///
/// Rules: L-5. If the word is uniform, each die is uniform to within 2⁻⁴³.
///
/// ```
/// let rolls = ludo_rules::rolls_of_word(0x8000_0000_0000_0000);
/// assert_eq!(rolls.map(|roll| roll.value()), [4, 1, 1, 1, 1, 1, 1, 1]);
/// ```
pub fn rolls_of_word(mut word: u64) -> [Roll; ROLLS_PER_WORD as usize] {
    [(); ROLLS_PER_WORD as usize].map(|()| Roll::ALL[take_die(&mut word)])
}

/// The next die of a word, 0 to 5, and what is left of the word.
#[inline]
const fn take_die(word: &mut u64) -> usize {
    take_part(word, 6)
}

/// The result of one game of a bulk run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BulkResult {
    /// All seats in the order of finishing, the one left last; after a roll limit
    /// only those that had finished. Rules: L-30, L-31.
    pub finished: FinishingOrder,
    /// The number of rolls answered.
    pub rolls: u32,
}

impl LaneTables {
    /// Plays these games to their ends and gives their results, by number.
    ///
    /// Rules: L-13, L-15, L-16, L-17, L-18, L-28, L-30, L-31. Every seat plays
    /// the priority policy. `dice` makes a game's source of random words from
    /// the game's number; [`rolls_of_word`] turns a word into rolls. A
    /// result depends on the players, the limit and the words alone.
    ///
    /// # Errors
    /// [`SetupErrors`] unless 2 to 4 distinct seats play.
    pub fn play_games<D: FnMut() -> u64>(
        &self,
        players: &[Seat],
        games: Range<u64>,
        roll_limit: u32,
        mut dice: impl FnMut(u64) -> D,
    ) -> Result<Vec<BulkResult>, SetupErrors> {
        let start = Position::new(players)?;
        let (board, playing) = (LaneState::new(&start), start.tokens().seats());
        let mut waiting = games.enumerate().map(|(place, game)| Lane {
            dice: dice(game),
            board,
            progress: LaneProgress {
                place,
                playing,
                finished: FinishingOrder::NOBODY,
                rolls: 0,
                roll_limit,
                is_over: false,
            },
        });
        let mut results = Vec::new();
        let mut lanes: Vec<Lane<D>> = waiting.by_ref().take(LANES).collect();
        while let Ok(full) = <&mut [_; LANES]>::try_from(lanes.as_mut_slice()) {
            self.play_word_in_all(full);
            let mut index = 0;
            while let Some(lane) = lanes.get_mut(index) {
                if !lane.progress.is_over {
                    index += 1;
                    continue;
                }
                lane.progress.record(&mut results);
                match waiting.next() {
                    Some(next) => *lane = next,
                    None => drop(lanes.swap_remove(index)),
                }
            }
        }
        // The last games are too few to fill the lanes.
        for mut lane in lanes {
            while !lane.progress.is_over {
                self.play_word(&mut lane);
            }
            lane.progress.record(&mut results);
        }
        Ok(results)
    }

    /// Plays one word's rolls in a single lane.
    fn play_word<D: FnMut() -> u64>(&self, lane: &mut Lane<D>) {
        let mut word = (lane.dice)();
        for roll in 0..ROLLS_PER_WORD {
            self.answer(&mut lane.board, &mut word, &mut lane.progress, roll);
        }
        lane.progress.word_played();
    }

    /// Plays one word's rolls in every lane, roll by roll.
    ///
    /// The lanes are written out as local variables, so that the compiler keeps
    /// them in registers.
    fn play_word_in_all<D: FnMut() -> u64>(&self, lanes: &mut [Lane<D>; LANES]) {
        let [a, b, c, d] = lanes;
        let [mut board_a, mut board_b, mut board_c, mut board_d] =
            [a.board, b.board, c.board, d.board];
        let [mut word_a, mut word_b, mut word_c, mut word_d] =
            [(a.dice)(), (b.dice)(), (c.dice)(), (d.dice)()];
        for roll in 0..ROLLS_PER_WORD {
            self.answer(&mut board_a, &mut word_a, &mut a.progress, roll);
            self.answer(&mut board_b, &mut word_b, &mut b.progress, roll);
            self.answer(&mut board_c, &mut word_c, &mut c.progress, roll);
            self.answer(&mut board_d, &mut word_d, &mut d.progress, roll);
        }
        [a.board, b.board, c.board, d.board] = [board_a, board_b, board_c, board_d];
        for lane in lanes {
            lane.progress.word_played();
        }
    }

    /// Takes the next die of the word, answers it and passes the turn.
    #[expect(
        clippy::inline_always,
        reason = "a call would put the lanes' registers into memory"
    )]
    #[inline(always)]
    fn answer(&self, board: &mut LaneState, word: &mut u64, progress: &mut LaneProgress, roll: u8) {
        let die = take_die(word);
        let mut entry = self.main_move(board.slots, die);
        if board.ring & entry.landing() != 0 || board.ring & entry.other_landing() != 0 {
            (board.slots, entry) = self.kick(board.slots, board.ring, die);
        }
        board.ring = (board.ring | entry.landing()) & !entry.left() & SPACES;
        board.slots = board.slots & !PAIR | entry.pair();
        if entry.pair() == FINISHED {
            *board = progress.finish(*board, roll);
            return;
        }
        // Rules: L-13.
        let again = die + board.bonus == SIX;
        board.bonus = usize::from(again) * NO_DIE;
        board.pass(if again { 0 } else { board.seats_to_next() });
    }
}

/// One game's tokens and turn, as the mover sees them.
#[derive(Clone, Copy, Debug)]
struct LaneState {
    /// A quarter a seat: its slot, and by how many seats the turn moves on.
    slots: u64,
    /// The ring spaces that hold a token, and seat A's mark.
    ring: u64,
    /// [`NO_DIE`] on a bonus roll, otherwise 0: with it no die is a first 6.
    bonus: usize,
}

impl LaneState {
    /// Four seats with all tokens in the yard: every game's start, apart from the
    /// seats that play. After the end a lane plays the rest of its word here, too
    /// few rolls for any seat to finish.
    const EMPTY: Self = Self {
        slots: 0x4000_4000_4000_4000,
        ring: SEAT_A_MARK,
        bonus: 0,
    };

    fn new(start: &Position) -> Self {
        let mut board = Self::EMPTY;
        board.set_turns(start.tokens().seats());
        // From A on to the seat that begins.
        let seats = Seat::ALL.into_iter();
        for _ in seats.take_while(|&seat| start.to_act() != Some(seat)) {
            board.pass(1);
        }
        board
    }

    /// By how many seats the turn moves on, 1 to 3.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "only the two lowest bits are kept"
    )]
    #[inline]
    const fn seats_to_next(&self) -> u32 {
        (self.slots >> TURN_SHIFT) as u32 & 3
    }

    /// Moves the turn on by this number of seats. Rules: L-28.
    #[inline]
    const fn pass(&mut self, seats: u32) {
        self.slots = self.slots.rotate_right(seats * QUARTER);
        self.ring = self.ring.rotate_right(seats * QUARTER);
    }

    /// The seat whose turn it is.
    fn mover(&self) -> Seat {
        let seats_to_a = (self.ring & SEAT_A_MARKS).trailing_zeros() / QUARTER;
        match seats_to_a {
            1 => Seat::D,
            2 => Seat::C,
            3 => Seat::B,
            _ => Seat::A,
        }
    }

    /// Notes at each seat how far the next one of `playing` is. Rules: L-28.
    fn set_turns(&mut self, playing: SeatSet) {
        let thrice_round = u32::from(playing.bits()) * 0b1_0001_0001;
        let after_mover = thrice_round >> (self.mover().index() + 1);
        for place in 0..4 {
            // At least two play, so from each of them it is 1 to 3 seats.
            let seats_on = u64::from((after_mover >> place).trailing_zeros() + 1) & 3;
            let shift = place * QUARTER + TURN_SHIFT;
            self.slots = self.slots & !(3 << shift) | seats_on << shift;
        }
    }
}

/// One game in progress.
#[derive(Debug)]
struct Lane<D> {
    dice: D,
    board: LaneState,
    progress: LaneProgress,
}

/// The part of a game's state that is rarely needed.
#[derive(Clone, Copy, Debug)]
struct LaneProgress {
    /// The game's place among the results.
    place: usize,
    /// The seats that have not finished.
    playing: SeatSet,
    finished: FinishingOrder,
    /// The rolls of all words before this one; at the end, of the game.
    rolls: u32,
    roll_limit: u32,
    is_over: bool,
}

impl LaneProgress {
    /// Gives the mover of the board the next place, and the board as the next
    /// player sees it. Rules: L-12, L-13 (no bonus roll), L-28, L-30.
    #[cold]
    #[inline(never)]
    fn finish(&mut self, mut board: LaneState, roll: u8) -> LaneState {
        let rolls = self.rolls.saturating_add(u32::from(roll) + 1);
        // Rules: L-31.
        if self.is_over || rolls > self.roll_limit {
            return LaneState::EMPTY;
        }
        let mover = board.mover();
        self.finished.push(mover);
        self.playing = self.playing.without(mover);
        let mut playing = self.playing.iter();
        if let (Some(last), None) = (playing.next(), playing.next()) {
            self.finished.push(last);
            self.rolls = rolls;
            self.is_over = true;
            return LaneState::EMPTY;
        }
        board.set_turns(self.playing);
        board.bonus = 0;
        board.pass(board.seats_to_next());
        board
    }

    /// Counts a word's rolls, unless the game ended within it. Rules: L-31.
    fn word_played(&mut self) {
        if !self.is_over {
            self.rolls = self.rolls.saturating_add(u32::from(ROLLS_PER_WORD));
            if self.rolls >= self.roll_limit {
                self.rolls = self.roll_limit;
                self.is_over = true;
            }
        }
    }

    fn record(self, results: &mut Vec<BulkResult>) {
        let Self {
            place,
            finished,
            rolls,
            ..
        } = self;
        let result = BulkResult { finished, rolls };
        // Games end in another order than they begin; later ones fill the gaps.
        if results.len() <= place {
            results.resize(place + 1, result);
        }
        results[place] = result;
    }
}
