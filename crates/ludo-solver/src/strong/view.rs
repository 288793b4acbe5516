//! What the network sees of a position.

use ludo_rules::{PairIndex, Phase, Position, RollKind, Seat, Step};

/// How many slots there are around the board, one for each seat.
pub(super) const SLOTS: usize = 4;

/// Seats are so many spaces apart, all around a ring of so many. Rules: L-4.
const BETWEEN_STARTS: i16 = 14;
const RING: i16 = 56;
const LAST_ON_RING: i16 = 50;

/// The steps −1 to 57 of one token.
const STEPS: usize = 59;

/// The stretches of the way in which a token can be, and the pairs of them.
const ZONES: usize = 9;
const ZONE_PAIRS: usize = ZONES * (ZONES + 1) / 2;

/// A player's own inputs: a token on this step; both on it; the pair of zones.
pub(super) const PLAYER_INPUTS: usize = 2 * STEPS + ZONE_PAIRS;

/// How far ahead of a token another player's is, in bands: each of the 12 spaces
/// that a 6 and its bonus roll reach (L-13), then six spaces at a time.
const NEAR: usize = 12;
const FAR: usize = 36;
const BANDS: usize = NEAR + (FAR - NEAR) / 6;

/// A band has an input for the number of tokens there, and one for the steps
/// that they would lose.
const HUNT_INPUTS: usize = 2 * BANDS;
const HUNTS: usize = SLOTS * (SLOTS - 1);

/// Tokens that are about to pass a start at which another player's waits, by
/// how far they have to go, for a token in the yard and for one on R.
const WAIT_BANDS: usize = 3;
const WAIT_INPUTS: usize = 2 * WAIT_BANDS;
const FIRST_WAIT: usize = HUNTS * HUNT_INPUTS;

/// Who is still playing, and whether the roll is a bonus roll: 8 and 8 cases.
const FIRST_CASE: usize = FIRST_WAIT + HUNTS * WAIT_INPUTS;
const CASES: usize = 16;

/// The inputs about the players' tokens together.
pub(super) const SHARED_INPUTS: usize = FIRST_CASE + CASES;

/// A player's tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Player {
    pub(super) pair: PairIndex,
    /// The lower first.
    steps: [Step; 2],
}

impl Player {
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

/// A position in which a roll is due, as the player who is to roll sees it.
///
/// Slot 0 is his, the others follow clockwise. Seats are 14 spaces apart all
/// around the board, so positions that differ by a turn of the board are one
/// view. Which of a player's tokens is `p` makes no difference either.
///
/// Rules: L-4, L-28.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct View {
    /// Nobody in an empty seat, and nobody who has finished.
    pub(super) players: [Option<Player>; SLOTS],
    kind: RollKind,
    to_roll: Seat,
}

impl View {
    /// What whoever is to roll sees; nothing unless a roll is due.
    pub(super) fn new(position: &Position) -> Option<Self> {
        let (Some(to_roll), Phase::ToRoll(kind)) = (position.to_act(), position.phase()) else {
            return None;
        };
        let tokens = position.tokens();
        let mut seat = to_roll;
        let players = [(); SLOTS].map(|()| {
            let steps = tokens.steps(seat).filter(|_| !tokens.has_finished(seat));
            seat = seat.next();
            steps.map(Player::new)
        });
        Some(Self {
            players,
            kind,
            to_roll,
        })
    }

    /// Values by slot as values by seat.
    pub(super) fn by_seat(&self, values: [f32; SLOTS]) -> [f32; SLOTS] {
        Seat::ALL.map(|seat| values[(seat.index() + SLOTS - self.to_roll.index()) % SLOTS])
    }

    /// Values by seat as values by slot.
    pub(super) fn by_slot(&self, values: [f32; SLOTS]) -> [f32; SLOTS] {
        let mut slot = self.to_roll.index();
        [(); SLOTS].map(|()| {
            let value = values[slot % SLOTS];
            slot += 1;
            value
        })
    }

    /// Names every input about the players together that is not 0, with its value.
    pub(super) fn shared_inputs(&self, mut each: impl FnMut(usize, f32)) {
        for hunter in 0..SLOTS {
            let Some(from) = self.players[hunter] else {
                continue;
            };
            for ahead in 1..SLOTS {
                if let Some(hunted) = self.players[(hunter + ahead) % SLOTS] {
                    let hunt = hunter * (SLOTS - 1) + ahead - 1;
                    meetings(from, hunted, ahead, hunt, &mut each);
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
        each(FIRST_CASE + who + bonus, 1.0);
    }
}

/// The inputs about the tokens of one player that are, or soon will be, in front
/// of another's, who sits so many seats behind him.
fn meetings(
    hunter: Player,
    hunted: Player,
    ahead: usize,
    hunt: usize,
    each: &mut impl FnMut(usize, f32),
) {
    let [rear, front] = hunter.steps;
    // Tokens that stand together hunt together.
    let hunters = if rear == front {
        &[rear][..]
    } else {
        &[rear, front]
    };
    for step in hunted.steps {
        if !step.is_on_ring() {
            continue;
        }
        let lost = f32::from(step.value()) * (1.0 / 50.0);
        let seats_ahead = i16::try_from(ahead).unwrap_or_default();
        // The same space, counted in steps of the hunter's.
        let there = (i16::from(step.value()) - 1 + seats_ahead * BETWEEN_STARTS) % RING + 1;
        for &from in hunters {
            let waits = from.is_in_yard() || from.is_ready();
            let to_start = usize::try_from(RING - there).unwrap_or_default();
            if waits && to_start < 6 * WAIT_BANDS {
                let kind = if from.is_ready() { WAIT_BANDS } else { 0 };
                each(FIRST_WAIT + hunt * WAIT_INPUTS + kind + to_start / 6, lost);
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
            each(hunt * HUNT_INPUTS + 2 * band, 1.0);
            each(hunt * HUNT_INPUTS + 2 * band + 1, lost);
        }
    }
}

/// The place of a step among all steps, 0 to 58.
fn row(step: Step) -> usize {
    usize::try_from(step.value() + 1).unwrap_or_default()
}

/// The stretch of the way that a step belongs to.
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
