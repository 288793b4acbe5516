//! Lookahead search by whole rolls, with the network at the leaves.
//!
//! This is the max^n search of C. A. Luckhardt and K. B. Irani, "An Algorithmic
//! Solution of N-Person Games", AAAI 1986, with chance nodes for the rolls: each
//! player is taken to maximize their own component of the value.

use ludo_rules::{Move, Position, Roll, Seat};

use super::features::{Features, SLOTS};
use super::network::Network;

/// Each seat's chance of finishing next.
pub(super) type SlotChances = [f32; SLOTS];

/// A search for the place that is open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lookahead<'a> {
    pub(super) network: &'a Network,
    /// The number of places taken at the root: the player who takes the next one has
    /// finished next.
    pub(super) places: usize,
}

/// A choice for a roll, and its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) choice: Move,
    /// The position after it.
    pub(super) after: Position,
    pub(super) chances: SlotChances,
}

impl<'a> Lookahead<'a> {
    /// For the place that is open in this position.
    pub(super) fn new(network: &'a Network, position: &Position) -> Self {
        Self {
            network,
            places: position.finishing_order().len(),
        }
    }

    /// The chances in a position in which a roll is due or a player has just finished,
    /// `rolls` deep.
    pub(super) fn before_roll(self, position: &Position, rolls: u8) -> SlotChances {
        if let Some(next) = position.finishing_order().get(self.places) {
            return Seat::ALL.map(|seat| f32::from(u8::from(seat == *next)));
        }
        let Some(fewer) = rolls.checked_sub(1) else {
            let features = Features::new(position);
            return features.map_or([0.0; SLOTS], |features| {
                features.by_seat(self.network.chances(&features))
            });
        };
        let mut mean = [0.0; SLOTS];
        self.for_each_roll(position, fewer, |_, best| {
            for (mean, chance) in mean.iter_mut().zip(best.chances) {
                *mean += chance * (1.0 / 6.0);
            }
        });
        mean
    }

    /// Calls `visit` with each of the six rolls and its best choice, `rolls` deep.
    pub(super) fn for_each_roll(
        self,
        position: &Position,
        rolls: u8,
        mut visit: impl FnMut(Roll, &Candidate),
    ) {
        let mut last: Option<Candidate> = None;
        for roll in Roll::ALL {
            let mut rolled = *position;
            rolled.apply_roll(roll).expect("a roll is due");
            // Most rolls that move nothing lead to the same position.
            let passed = last.filter(|best| best.choice == Move::Pass);
            let best = match (passed, rolled.legal_moves().as_slice()) {
                (Some(best), [Move::Pass]) => best,
                _ => self.best(&rolled, rolls),
            };
            visit(roll, &best);
            last = Some(best);
        }
    }

    /// The best choice for the roll in hand, the first of equals, `rolls` deep.
    pub(super) fn best(self, rolled: &Position, rolls: u8) -> Candidate {
        let seat = rolled.to_act().expect("a roll is in hand");
        let mut candidates = self.candidates(rolled, rolls);
        let first = candidates.next().expect("every roll has a choice");
        candidates.fold(first, |best, candidate| {
            if candidate.chances[seat.index()] > best.chances[seat.index()] {
                candidate
            } else {
                best
            }
        })
    }

    /// Every choice for the roll in hand, `rolls` deep.
    pub(super) fn candidates(
        self,
        rolled: &Position,
        rolls: u8,
    ) -> impl Iterator<Item = Candidate> + use<'a> {
        let rolled = *rolled;
        rolled.legal_moves().iter().map(move |choice| {
            let mut after = rolled;
            after.play(choice).expect("it is one of the legal moves");
            Candidate {
                choice,
                after,
                chances: self.before_roll(&after, rolls),
            }
        })
    }
}
