//! Ludo under the priority policy.
//!
//! **A step is a byte.** A game is the steps of eight tokens, −1 to 57 as the rules count them, and a block
//! holds one byte of each of its games. The seats stand in their order from the mover on, so that passing
//! the turn moves six of the eight up; and each seat's two tokens are in order, since the policy asks only
//! which of them is further from the end.
//!
//! **The home squares are out of reach.** A token beyond the ring has bit 6 set as well, which keeps the order, and
//! no ring space that an opponent may land on is such a number; so finding the kicked is a comparison.
//!
//! **Dice.** A word times 216 has three dice in what overflows, and times 36 two, exactly those
//! of [`rolls_of_word`](ludo_rules::rolls_of_word): six times six times six is 216. So eight dice take three long
//! multiplications, and the rest is bytes.

mod block;
mod bytes;
mod dice;

use core::ops::Range;

use ludo_rules::{BulkResult, Position, ROLLS_PER_WORD, Seat, SetupErrors};

use self::block::Block;
use self::bytes::any;
use self::dice::dice_of;
use crate::path::{Path, Work};

/// Plays these games to their ends and gives their results, by number.
///
/// Rules: L-13, L-15, L-16, L-17, L-18, L-28, L-30, L-31. Every seat plays the priority policy. `dice` makes a
/// game's source of random words from the game's number, and
/// [`rolls_of_word`](ludo_rules::rolls_of_word) says which rolls a word gives. A result depends on the players, the
/// limit and the words alone, and is that of
/// [`LaneTables::play_games`](ludo_rules::LaneTables::play_games).
///
/// # Errors
/// [`SetupErrors`] unless 2 to 4 distinct seats play.
pub fn play_games<D: FnMut() -> u64>(
    path: Path,
    players: &[Seat],
    games: Range<u64>,
    roll_limit: u32,
    dice: impl FnMut(u64) -> D,
) -> Result<Vec<BulkResult>, SetupErrors> {
    // It checks the players.
    Position::new(players)?;
    let work = Bulk {
        players,
        games,
        roll_limit,
        dice,
    };
    Ok(path.run::<64, 64, 128, _>(work))
}

struct Bulk<'a, F> {
    players: &'a [Seat],
    games: Range<u64>,
    roll_limit: u32,
    dice: F,
}

/// The game in a lane.
#[derive(Clone, Copy, Debug)]
struct Progress {
    /// Its place among the results; none once the games have run out.
    place: Option<usize>,
    /// The rolls of its words.
    rolls: u32,
}

impl<D: FnMut() -> u64, F: FnMut(u64) -> D> Work for Bulk<'_, F> {
    type Output = Vec<BulkResult>;

    #[inline(always)]
    fn run<const N: usize>(mut self) -> Vec<BulkResult> {
        const ROLLS: u32 = ROLLS_PER_WORD as u32;
        let nobody = BulkResult {
            finished: [].into_iter().collect(),
            rolls: 0,
        };
        let count = self.games.end.saturating_sub(self.games.start);
        let mut results = vec![nobody; usize::try_from(count).expect("the results fit in memory")];
        let mut waiting = self.games.clone().enumerate();
        let mut streams = Vec::with_capacity(N);
        let mut lanes = [Progress {
            place: None,
            rolls: 0,
        }; N];
        for ((place, game), lane) in waiting.by_ref().take(N).zip(&mut lanes) {
            streams.push((self.dice)(game));
            lane.place = Some(place);
        }
        let mut open = streams.len();
        let start = Block::<1>::start(self.players);
        let mut block = Block::<N>::start(self.players);
        let mut words = [0; N];
        while open > 0 {
            for (word, stream) in words.iter_mut().zip(&mut streams) {
                *word = stream();
            }
            block.begin_word();
            for (number, die) in (0..).zip(dice_of(&mut words)) {
                block.answer(die, number);
            }
            let mut at_limit: [i8; N] = [0; N];
            for (is_at_limit, lane) in at_limit.iter_mut().zip(&mut lanes) {
                lane.rolls = lane.rolls.saturating_add(ROLLS);
                *is_at_limit = -i8::from(lane.rolls >= self.roll_limit);
            }
            if !any(&at_limit) && !any(block.over()) {
                continue;
            }
            for (number, lane) in lanes.iter_mut().enumerate() {
                if block.over()[number] == 0 && at_limit[number] == 0 {
                    continue;
                }
                let before = lane.rolls - ROLLS;
                let left = self.roll_limit - before;
                let rolls = left.min(ROLLS);
                let Some(result) = block.result(number, self.players, rolls, left > ROLLS) else {
                    continue;
                };
                block.set(number, &start);
                lane.rolls = 0;
                let Some(place) = lane.place else {
                    continue;
                };
                results[place] = BulkResult {
                    rolls: before + result.rolls,
                    ..result
                };
                if let Some((place, game)) = waiting.next() {
                    streams[number] = (self.dice)(game);
                    lane.place = Some(place);
                } else {
                    lane.place = None;
                    open -= 1;
                }
            }
        }
        results
    }
}
