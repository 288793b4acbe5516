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
use crate::random::{Source, WordsInLanes};

/// Plays these games of a source to their ends and gives their results, by number.
///
/// Rules: L-13, L-15, L-16, L-17, L-18, L-28, L-30, L-31. Every seat plays the priority policy.
/// [`rolls_of_word`](ludo_rules::rolls_of_word) says which rolls a word gives. A result is that of
/// [`LaneTables::play_games`](ludo_rules::LaneTables::play_games) by the same words.
///
/// # Errors
/// [`SetupErrors`] unless 2 to 4 distinct seats play.
pub fn play_games(
    path: Path,
    players: &[Seat],
    source: Source,
    games: Range<u64>,
    roll_limit: u32,
) -> Result<Vec<BulkResult>, SetupErrors> {
    // It checks the players.
    Position::new(players)?;
    let work = Bulk {
        players,
        source,
        games,
        roll_limit,
    };
    Ok(path.run::<64, 64, 128, _>(work))
}

struct Bulk<'a> {
    players: &'a [Seat],
    source: Source,
    games: Range<u64>,
    roll_limit: u32,
}

/// The game in a lane.
#[derive(Clone, Copy, Debug)]
struct Progress {
    /// Its place among the results; none once the games have run out.
    place: Option<usize>,
    /// The rolls of its words.
    rolls: u32,
}

impl Work for Bulk<'_> {
    type Output = Vec<BulkResult>;

    #[inline(always)]
    fn run<const N: usize>(self) -> Vec<BulkResult> {
        const ROLLS: u32 = ROLLS_PER_WORD as u32;
        let nobody = BulkResult {
            finished: [].into_iter().collect(),
            rolls: 0,
        };
        let count = self.games.end.saturating_sub(self.games.start);
        let mut results = vec![nobody; usize::try_from(count).expect("the results fit in memory")];
        let mut waiting = self.games.clone().enumerate();
        let mut words = WordsInLanes::<N>::new();
        let mut open = 0;
        let mut lanes = [Progress {
            place: None,
            rolls: 0,
        }; N];
        for (number, (place, game)) in waiting.by_ref().take(N).enumerate() {
            words.set(number, &self.source.words(game));
            lanes[number].place = Some(place);
            open += 1;
        }
        let start = Block::<1>::start(self.players);
        let mut block = Block::<N>::start(self.players);
        while open > 0 {
            block.begin_word();
            for (number, die) in (0..).zip(dice_of(&mut words.draw())) {
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
                    words.set(number, &self.source.words(game));
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
