//! Kuba by the classroom rules: random play and leaf counts.
//!
//! **A random game is seven words.** The cells of the side to move, of the other and of all marbles; where the ko push
//! has its bits; how many reds each side still needs. All games of a block push at once, so that changing sides is
//! an exchange of names.
//!
//! **No table.** Which push a random word picks is found by counting bits in parts of a word, in halves from
//! the row on; and the run that a push moves by doubling: cells that stand one, two and four steps further
//! on. A direction is a rotation, so that all four are one calculation.
//!
//! **A leaf count makes no leaf.** Nor does it make the positions before the leaves: a lane has a position two plies
//! above them, and what all its pushes do to the answers is counted as bits in a few words.

mod answers;
mod choice;
mod games;
mod leaves;
mod node;
mod runs;
mod words;

use core::ops::Range;

use kuba_rules::{Playout, Position, Rules};

use self::games::Playouts;
use self::leaves::Leaves;
use crate::path::Path;
use crate::random::Source;

/// Plays these random games of a source from a position and returns their results, by number; each is what
/// [`random_playout`](kuba_rules::random_playout) makes of its words.
///
/// Games of the tournament rules, where a repetition ends a game, are played one after the other.
///
/// Rules: K-3 to K-10, K-13.
pub fn random_playouts(
    path: Path,
    position: Position,
    source: Source,
    games: Range<u64>,
    limit: u32,
) -> Vec<Playout> {
    // The vectors of 128 bits have no shifts by lane, without which one game after the other is faster.
    let is_wide = matches!(path, Path::Avx2 | Path::Avx512);
    if position.rules() == Rules::Tournament || position.is_over() || !is_wide {
        let words = games.map(|game| {
            let mut words = source.words(game);
            move || words.draw()
        });
        return kuba_rules::random_playouts(position, limit, words);
    }
    path.run::<4, 16, 16, _>(Playouts {
        position,
        source,
        games,
        limit,
    })
}

/// As [`kuba_rules::count_leaves`], in lanes.
///
/// Only games by the classroom rules are counted in lanes: in those of the tournament rules a side that captures
/// answers itself.
///
/// Rules: K-3 to K-9, K-11.
pub fn count_leaves(path: Path, position: &Position, depth: u32) -> u64 {
    if position.rules() == Rules::Tournament || position.is_over() || depth < 2 {
        return kuba_rules::count_leaves(position, depth);
    }
    path.run::<4, 8, 8, _>(Leaves { position, depth })
}
