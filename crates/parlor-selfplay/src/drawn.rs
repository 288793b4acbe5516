//! Games that no bot draws, counted as they are played: in lanes where there is a way.
//!
//! `docs/formats/random-games.md` specifies them. They are those of position 0.

use core::ops::Range;

use kuba_rules::{Position, Side};
use ludo_rules::Seat;
use parlor_bulk::{Path, Source};
use parlor_game::{Game, Ludo};

use crate::playouts::LUDO_ENDINGS;
use crate::seats::index;
use crate::tally::Tally;

/// What the games are drawn by, and how long they may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Draws {
    pub(crate) seed: u64,
    pub(crate) limit: u32,
}

impl Draws {
    const fn source(self) -> Source {
        Source {
            seed: self.seed,
            position: 0,
        }
    }

    /// These games of Ludo among these seats, the first of which begins, all by the priority policy.
    /// Rules: L-30, L-31.
    pub(crate) fn count_by_priority(self, seats: &[Seat], games: Range<u64>) -> Tally {
        let index = |seat: Seat| index(seats, seat);
        let [whole, cut] = LUDO_ENDINGS;
        let mut tally = Tally::new(seats.len());
        let (path, source) = (Path::best(), self.source());
        let played = parlor_bulk::ludo::play_games(path, seats, source, games, self.limit);
        for game in played.expect("the seats can play") {
            let rule = if game.finished.len() == seats.len() {
                whole
            } else {
                cut
            };
            let places = game.finished.iter().copied().map(index).zip(1..);
            tally.count(game.rolls, rule, places);
        }
        tally
    }

    /// The same with random choices. Rules: L-27, L-30, L-31.
    pub(crate) fn count_random_ludo(self, seats: &[Seat], games: Range<u64>) -> Tally {
        let start = ludo_rules::Position::new(seats).expect("the seats can play");
        let mut tally = Tally::new(seats.len());
        for game in games {
            let mut words = self.source().words(game);
            let played = Ludo::random_playout(&start, self.limit, &mut || words.draw());
            let alone = played.standings.iter().filter_map(|standing| {
                let place = standing.own_place()?;
                Some((index(seats, standing.seat), place.into()))
            });
            tally.count(played.counted, played.ended_by, alone);
        }
        tally
    }

    /// These random games of Kuba from a position. Rules: K-8 to K-10, K-13.
    pub(crate) fn count_kuba(self, start: Position, games: Range<u64>) -> Tally {
        let mut tally = Tally::new(Side::ALL.len());
        let (path, source) = (Path::best(), self.source());
        for game in parlor_bulk::kuba::random_playouts(path, start, source, games, self.limit) {
            let places = game.outcome.winner().map(|winner| {
                let index = |side| usize::from(side == Side::Black);
                [(index(winner), 1), (index(winner.other()), 2)]
            });
            let places = places.into_iter().flatten();
            tally.count(game.pushes, game.outcome.rule(), places);
        }
        tally
    }
}
