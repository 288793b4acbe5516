//! Looking ahead by whole rolls, with the network at the end.

use ludo_rules::{Move, Position, Roll, Seat};

use super::network::Network;
use super::view::{SLOTS, View};

/// Each seat's chance of finishing next.
pub(super) type Chances = [f32; SLOTS];

/// How chances are found: the network, asked so many rolls ahead.
///
/// The players are taken to choose, each for himself, the move that gives him
/// the best chance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lookahead<'a> {
    pub(super) network: &'a Network,
    /// How many places were taken when the question was asked: who takes the
    /// next one has finished next.
    pub(super) places: usize,
}

/// The best answer to a roll.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub(super) choice: Move,
    /// The position after it.
    pub(super) after: Position,
    pub(super) chances: Chances,
}

impl<'a> Lookahead<'a> {
    /// For the place that is open in this position.
    pub(super) fn new(network: &'a Network, position: &Position) -> Self {
        Self {
            network,
            places: position.finishing_order().len(),
        }
    }

    /// The chances in a position in which a roll is due, or in which somebody
    /// has just finished.
    pub(super) fn before_roll(self, position: &Position, rolls: u8) -> Chances {
        if let Some(next) = position.finishing_order().get(self.places) {
            return Seat::ALL.map(|seat| f32::from(u8::from(seat == *next)));
        }
        let Some(fewer) = rolls.checked_sub(1) else {
            let view = View::new(position);
            return view.map_or([0.0; SLOTS], |view| {
                view.by_seat(self.network.chances(&view))
            });
        };
        let mut mean = [0.0; SLOTS];
        self.each_roll(position, fewer, |_, best| {
            for (mean, chance) in mean.iter_mut().zip(best.chances) {
                *mean += chance * (1.0 / 6.0);
            }
        });
        mean
    }

    /// The best answer to each of the six rolls, looking so many rolls further ahead.
    pub(super) fn each_roll(
        self,
        position: &Position,
        rolls: u8,
        mut tell: impl FnMut(Roll, &Best),
    ) {
        let mut last: Option<Best> = None;
        for roll in Roll::ALL {
            let mut rolled = *position;
            rolled.apply_roll(roll).expect("a roll is due");
            // Most rolls that move nothing lead to the same position.
            let passed = last.filter(|best| best.choice == Move::Pass);
            let best = match (passed, rolled.legal_moves().as_slice()) {
                (Some(best), [Move::Pass]) => best,
                _ => self.best(&rolled, rolls),
            };
            tell(roll, &best);
            last = Some(best);
        }
    }

    /// The best answer to the roll in hand, looking so many rolls further
    /// ahead; the first of several that are equally good.
    pub(super) fn best(self, rolled: &Position, rolls: u8) -> Best {
        let seat = rolled.to_act().expect("a roll is in hand");
        let mut answers = self.answers(rolled, rolls);
        let first = answers.next().expect("every roll has an answer");
        answers.fold(first, |best, answer| {
            if answer.chances[seat.index()] > best.chances[seat.index()] {
                answer
            } else {
                best
            }
        })
    }

    /// Every answer to the roll in hand.
    pub(super) fn answers(
        self,
        rolled: &Position,
        rolls: u8,
    ) -> impl Iterator<Item = Best> + use<'a> {
        let rolled = *rolled;
        rolled.legal_moves().iter().map(move |choice| {
            let mut after = rolled;
            after.play(choice).expect("it is one of the legal moves");
            Best {
                choice,
                after,
                chances: self.before_roll(&after, rolls),
            }
        })
    }
}
