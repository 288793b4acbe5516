//! Random games from given positions, as `docs/formats/random-games.md` specifies them.

use core::ops::Range;
use core::sync::atomic::{AtomicBool, Ordering};

use kuba_rules::Side;
use parlor_bulk::{Path, Source};
use parlor_game::{Game, Ludo};
use parlor_sim::{Pool, in_blocks};

/// The random games that one thread plays at a time.
const BLOCK: u64 = 1_024;

/// Playouts of each of some positions, one position after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Playouts {
    /// The winner: in Ludo 0 for A to 3 for D, in Kuba 0 for White and 1 for Black; −1 for nobody.
    pub winner: Vec<i8>,
    /// The number of pushes made, or of rolls answered.
    pub plies: Vec<u32>,
    /// How it ended: a place in [`LUDO_ENDINGS`] or [`KUBA_ENDINGS`].
    pub ended_by: Vec<u8>,
    /// In Ludo, the places of A to D: 0 for a seat that nobody has taken, or that the limit kept from
    /// finishing. Empty in Kuba.
    pub places: Vec<u8>,
}

/// The rules that end a game of Ludo.
pub const LUDO_ENDINGS: [&str; 2] = ["L-30", "L-31"];

/// The rules that end a game of Kuba.
pub const KUBA_ENDINGS: [&str; 5] = ["K-8", "K-9", "K-10", "K-12", "K-13"];

impl Playouts {
    fn append(&mut self, more: Self) {
        self.winner.extend(more.winner);
        self.plies.extend(more.plies);
        self.ended_by.extend(more.ended_by);
        self.places.extend(more.places);
    }

    fn push(&mut self, winner: Option<i8>, plies: u32, rule: &str, endings: &[&str]) {
        self.winner.push(winner.unwrap_or(-1));
        self.plies.push(plies);
        self.ended_by.push(ending(rule, endings));
    }
}

/// The place of a rule among those that end a game.
pub(crate) fn ending(rule: &str, endings: &[&str]) -> u8 {
    let ending = (0..).zip(endings).find(|&(_, &known)| known == rule);
    let (number, _) = ending.expect("every rule that ends a game is known");
    number
}

/// Plays `count` random games from each position of Ludo, by [`Game::random_playout`]. Nobody's history is
/// known. `None` if the flag was raised.
///
/// A game is a function of the seed, the place of its position in the list, and its number.
pub fn ludo(
    positions: &[ludo_rules::Position],
    count: u64,
    seed: u64,
    limit: u32,
    pool: &Pool,
    stop: &AtomicBool,
) -> Option<Playouts> {
    all(positions.len(), count, pool, stop, |games| {
        let mut playouts = Playouts::default();
        for (position, number) in numbers(games, count) {
            let start = &positions[position];
            let source = Source {
                seed,
                position: position as u64,
            };
            let mut words = source.words(number);
            let played = Ludo::random_playout(start, limit, &mut || words.draw());
            let mut places = [0; 4];
            for standing in &played.standings {
                places[standing.seat.index()] = standing.own_place().unwrap_or(0);
            }
            let winner = (0..).zip(places).find(|&(_, place)| place == 1);
            playouts.push(
                winner.map(|(seat, _)| seat),
                played.counted,
                played.ended_by,
                &LUDO_ENDINGS,
            );
            playouts.places.extend(places);
        }
        playouts
    })
}

/// As [`ludo`], from positions of Kuba.
#[expect(
    clippy::missing_panics_doc,
    reason = "the games are numbered by their positions"
)]
pub fn kuba(
    positions: &[kuba_rules::Position],
    count: u64,
    seed: u64,
    limit: u32,
    pool: &Pool,
    stop: &AtomicBool,
) -> Option<Playouts> {
    all(positions.len(), count, pool, stop, |games| {
        let mut playouts = Playouts::default();
        let mut first = games.start;
        while first < games.end {
            // The games of one position are played side by side.
            let position = first / count;
            let last = ((position + 1) * count).min(games.end);
            let start = positions[usize::try_from(position).expect("there are so many")];
            let source = Source { seed, position };
            let games = first - position * count..last - position * count;
            let path = Path::best();
            for played in parlor_bulk::kuba::random_playouts(path, start, source, games, limit) {
                let winner = played.outcome.winner().map(|side| match side {
                    Side::White => 0,
                    Side::Black => 1,
                });
                let rule = played.outcome.rule();
                playouts.push(winner, played.pushes, rule, &KUBA_ENDINGS);
            }
            first = last;
        }
        playouts
    })
}

/// The position and the number of each of these games.
fn numbers(games: Range<u64>, count: u64) -> impl Iterator<Item = (usize, u64)> {
    games.map(move |game| {
        let position = usize::try_from(game / count).expect("there are so many positions");
        (position, game % count)
    })
}

fn all(
    positions: usize,
    count: u64,
    pool: &Pool,
    stop: &AtomicBool,
    work: impl Fn(Range<u64>) -> Playouts + Sync,
) -> Option<Playouts> {
    let mut playouts = Playouts::default();
    let games = (positions as u64).saturating_mul(count);
    in_blocks(
        pool,
        0..games,
        BLOCK,
        |games| (!stop.load(Ordering::Relaxed)).then(|| work(games)),
        |part| match part {
            Some(part) => {
                playouts.append(part);
                core::ops::ControlFlow::Continue(())
            }
            None => core::ops::ControlFlow::Break(()),
        },
    );
    let is_whole = playouts.winner.len() as u64 == games;
    is_whole.then_some(playouts)
}
