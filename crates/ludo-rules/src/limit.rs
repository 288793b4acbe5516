//! The roll limit that a match driver may set, and the standings it leaves.

use core::ops::RangeInclusive;

use crate::position::Position;
use crate::seat::Seat;

/// The roll limit unless another is set. Rules: L-31.
pub const DEFAULT_ROLL_LIMIT: u32 = 10_000;

/// Counts the rolls of one game toward a limit.
///
/// Rules: L-31. A roll counts when it is answered, a pass included. The rules
/// themselves have no limit, so the count belongs to the holder of the game.
///
/// ```
/// use ludo_rules::RollLimit;
///
/// let mut limit = RollLimit::new(2);
/// limit.roll_answered();
/// assert!(!limit.is_reached());
/// limit.roll_answered();
/// assert!(limit.is_reached());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RollLimit {
    limit: u32,
    answered: u32,
}

impl RollLimit {
    /// A limit of `limit` rolls, none answered yet.
    pub const fn new(limit: u32) -> Self {
        Self { limit, answered: 0 }
    }

    /// Counts one answered roll.
    pub const fn roll_answered(&mut self) {
        self.answered = self.answered.saturating_add(1);
    }

    /// The number of rolls answered.
    pub const fn answered(&self) -> u32 {
        self.answered
    }

    /// The number of rolls allowed.
    pub const fn limit(&self) -> u32 {
        self.limit
    }

    /// Whether no more rolls may be played.
    pub const fn is_reached(&self) -> bool {
        self.answered >= self.limit
    }
}

impl Default for RollLimit {
    fn default() -> Self {
        Self::new(DEFAULT_ROLL_LIMIT)
    }
}

/// One player's place, or the places that several share.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Standing {
    /// The player's seat.
    pub seat: Seat,
    /// The place from 1; several if the unfinished share them.
    pub places: RangeInclusive<u8>,
}

/// The places of all players if the game stops here, the best first.
///
/// Rules: L-30 (the finishers' places), L-31 (the unfinished share the rest).
///
/// ```
/// use ludo_rules::{Position, Seat, standings};
///
/// let position: Position = "AE.E/BH.3/C7.H B - A".parse()?;
/// let places: Vec<_> = standings(&position).into_iter().map(|s| (s.seat, s.places)).collect();
/// assert_eq!(places, [(Seat::A, 1..=1), (Seat::B, 2..=3), (Seat::C, 2..=3)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn standings(position: &Position) -> Vec<Standing> {
    let finished = position.finishing_order();
    let seats = position.tokens().seats();
    let placed = (1..).zip(finished.iter()).map(|(place, &seat)| Standing {
        seat,
        places: place..=place,
    });
    let rest = seats.iter().filter(|seat| !finished.contains(seat));
    let last_place = rest
        .clone()
        .fold(finished.last_place(), |place, _| place + 1);
    let shared = finished.last_place() + 1..=last_place;
    placed
        .chain(rest.map(|seat| Standing {
            seat,
            places: shared.clone(),
        }))
        .collect()
}
