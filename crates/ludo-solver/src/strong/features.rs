//! The input features of the network.

use ludo_rules::{PairIndex, Phase, Position, RollKind, Seat, Step};

/// The number of slots around the board, one for each seat.
pub(super) const SLOTS: usize = 4;

/// The distance between the starts of adjacent seats, and the length of the ring. Rules: L-4.
const BETWEEN_STARTS: i16 = 14;
const RING: i16 = 56;
const LAST_ON_RING: i16 = 50;

/// The number of steps of a token: −1 to 57.
const STEPS: usize = 59;

/// The zones of a token's path, and the pairs of them.
const ZONES: usize = 9;
const ZONE_PAIRS: usize = ZONES * (ZONES + 1) / 2;

/// The inputs of one player: a token on a step; both tokens on it; the pair of zones.
pub(super) const PLAYER_INPUTS: usize = 2 * STEPS + ZONE_PAIRS;

/// The distance from a token to an opponent's ahead of it, in bands: each of the 12
/// spaces that a 6 and its bonus roll reach (L-13), then six spaces at a time.
const NEAR: usize = 12;
const FAR: usize = 36;
const BANDS: usize = NEAR + (FAR - NEAR) / 6;

/// A band has an input for the number of tokens in it, and one for the steps that
/// they would lose.
const THREAT_INPUTS: usize = 2 * BANDS;
const SEAT_PAIRS: usize = SLOTS * (SLOTS - 1);

/// Tokens about to pass an opponent's start, by their distance, for an opponent's token
/// in the yard and for one on R.
const WAIT_BANDS: usize = 3;
const WAIT_INPUTS: usize = 2 * WAIT_BANDS;
const WAIT_START: usize = SEAT_PAIRS * THREAT_INPUTS;

/// The players left, and whether the roll is a bonus roll: 8 and 8 cases.
const CASE_START: usize = WAIT_START + SEAT_PAIRS * WAIT_INPUTS;
const CASES: usize = 16;

/// The number of inputs about several players together.
pub(super) const SHARED_INPUTS: usize = CASE_START + CASES;

/// A player's tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PlayerFeatures {
    pub(super) pair: PairIndex,
    /// The smaller first.
    steps: [Step; 2],
}

impl PlayerFeatures {
    pub(super) fn new([p, q]: [Step; 2]) -> Self {
        Self {
            pair: PairIndex::of(p, q),
            steps: if p <= q { [p, q] } else { [q, p] },
        }
    }

    /// The three inputs of this player that are 1; all others are 0.
    pub(super) fn inputs(self) -> [usize; 3] {
        let [low, high] = self.steps.map(row);
        let [low_zone, high_zone] = self.steps.map(zone);
        [
            low,
            if low == high { STEPS + high } else { high },
            2 * STEPS + high_zone * (high_zone + 1) / 2 + low_zone,
        ]
    }
}

/// The features of a position in which a roll is due, from the side of the player to
/// roll.
///
/// Slot 0 is that player's, the others follow clockwise. Seats are 14 spaces apart all
/// around the board, so positions that differ by a rotation have the same features.
/// They do not depend on which of a player's tokens is `p` either.
///
/// Rules: L-4, L-28.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Features {
    /// `None` for empty seats and players who have finished.
    pub(super) players: [Option<PlayerFeatures>; SLOTS],
    kind: RollKind,
    to_roll: Seat,
}

impl Features {
    /// The features of a position; `None` unless a roll is due.
    pub(super) fn new(position: &Position) -> Option<Self> {
        let (Some(to_roll), Phase::ToRoll(kind)) = (position.to_act(), position.phase()) else {
            return None;
        };
        let tokens = position.tokens();
        let mut seat = to_roll;
        let players = [(); SLOTS].map(|()| {
            let steps = tokens.steps(seat).filter(|_| !tokens.has_finished(seat));
            seat = seat.next();
            steps.map(PlayerFeatures::new)
        });
        Some(Self {
            players,
            kind,
            to_roll,
        })
    }

    /// Converts values by slot to values by seat.
    pub(super) fn by_seat(&self, values: [f32; SLOTS]) -> [f32; SLOTS] {
        Seat::ALL.map(|seat| values[(seat.index() + SLOTS - self.to_roll.index()) % SLOTS])
    }

    /// Converts values by seat to values by slot.
    pub(super) fn by_slot(&self, values: [f32; SLOTS]) -> [f32; SLOTS] {
        let mut slot = self.to_roll.index();
        [(); SLOTS].map(|()| {
            let value = values[slot % SLOTS];
            slot += 1;
            value
        })
    }

    /// Calls `each` with every nonzero input about several players, and its value.
    pub(super) fn shared_inputs(&self, mut each: impl FnMut(usize, f32)) {
        for attacker in 0..SLOTS {
            let Some(from) = self.players[attacker] else {
                continue;
            };
            for ahead in 1..SLOTS {
                if let Some(target) = self.players[(attacker + ahead) % SLOTS] {
                    let seat_pair = attacker * (SLOTS - 1) + ahead - 1;
                    threat_inputs(from, target, ahead, seat_pair, &mut each);
                }
            }
        }
        let others = self.players[1..].iter().enumerate();
        let playing = others.filter(|(_, player)| player.is_some());
        let who = playing.fold(0, |who, (slot, _)| who | 1 << slot);
        let bonus = match self.kind {
            RollKind::First => 0,
            RollKind::Bonus => CASES / 2,
        };
        each(CASE_START + who + bonus, 1.0);
    }
}

/// The inputs about the target's tokens that are, or soon will be, in front of the
/// attacker's, who sits `ahead` seats behind the target.
fn threat_inputs(
    attacker: PlayerFeatures,
    target: PlayerFeatures,
    ahead: usize,
    seat_pair: usize,
    each: &mut impl FnMut(usize, f32),
) {
    let [rear, front] = attacker.steps;
    // Two tokens on one step are one attacker.
    let attackers = if rear == front {
        &[rear][..]
    } else {
        &[rear, front]
    };
    for step in target.steps {
        if !step.is_on_ring() {
            continue;
        }
        let lost = f32::from(step.value()) * (1.0 / 50.0);
        let seats_ahead = i16::try_from(ahead).unwrap_or_default();
        // The same space, counted in the attacker's steps.
        let there = (i16::from(step.value()) - 1 + seats_ahead * BETWEEN_STARTS) % RING + 1;
        for &from in attackers {
            let waits = from.is_in_yard() || from.is_ready();
            let to_start = usize::try_from(RING - there).unwrap_or_default();
            if waits && to_start < 6 * WAIT_BANDS {
                let kind = if from.is_ready() { WAIT_BANDS } else { 0 };
                each(
                    WAIT_START + seat_pair * WAIT_INPUTS + kind + to_start / 6,
                    lost,
                );
            }
            if there > LAST_ON_RING {
                continue;
            }
            // From the yard it takes a 6 to come to R, which is step 0.
            let from = if from.is_in_yard() {
                -6
            } else {
                i16::from(from.value())
            };
            let band = match usize::try_from(there - from) {
                Ok(distance @ 1..=NEAR) => distance - 1,
                Ok(distance @ 1..=FAR) => NEAR + (distance - NEAR - 1) / 6,
                _ => continue,
            };
            each(seat_pair * THREAT_INPUTS + 2 * band, 1.0);
            each(seat_pair * THREAT_INPUTS + 2 * band + 1, lost);
        }
    }
}

/// The index of a step among all steps, 0 to 58.
fn row(step: Step) -> usize {
    usize::try_from(step.value() + 1).unwrap_or_default()
}

/// The zone of a step.
const fn zone(step: Step) -> usize {
    match step.value() {
        ..=-1 => 0,
        0 => 1,
        1..=10 => 2,
        11..=20 => 3,
        21..=30 => 4,
        31..=40 => 5,
        41..=50 => 6,
        51..=56 => 7,
        57.. => 8,
    }
}
