//! Random play.

use crate::geometry::Roll;
use crate::limit::RollLimit;
use crate::position::{Phase, Position};

/// A random game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Playout {
    /// The last position: over, or at the roll limit with a roll due.
    pub position: Position,
    /// The number of rolls answered.
    pub rolls: u32,
}

/// Plays on with fair rolls and random choices until the game is over or
/// `roll_limit` rolls have been answered.
///
/// Rules: L-27 (each choice is as likely as the others), L-30, L-31. `next`
/// gives uniform random words, one for each roll and its choice: the
/// probability of a roll is off by less than 2⁻⁶¹, that of a choice by less than
/// 2⁻⁶⁰. A roll in hand at the start counts; its word gives the choice alone.
///
/// ```
/// use ludo_rules::{DEFAULT_ROLL_LIMIT, Position, Seat, random_playout};
///
/// // Any source of random words will do; this one is a linear congruence.
/// let mut state: u64 = 1;
/// let mut next = || {
///     state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
///     state
/// };
/// let start = Position::new(&[Seat::A, Seat::C])?;
/// let playout = random_playout(start, DEFAULT_ROLL_LIMIT, &mut next);
/// assert!(playout.position.is_over());
/// # Ok::<(), ludo_rules::SetupErrors>(())
/// ```
#[expect(
    clippy::missing_panics_doc,
    reason = "a due roll is taken and a legal move is played, so it does not panic"
)]
pub fn random_playout(
    mut position: Position,
    roll_limit: u32,
    next: &mut impl FnMut() -> u64,
) -> Playout {
    let mut limit = RollLimit::new(roll_limit);
    while !limit.is_reached() && !position.is_over() {
        let mut word = next();
        if let Phase::ToRoll(_) = position.phase() {
            let roll = Roll::ALL[take_part(&mut word, Roll::ALL.len())];
            position.apply_roll(roll).expect("a roll is due");
        }
        let moves = position.legal_moves();
        let choice = moves.as_slice()[take_part(&mut word, moves.len())];
        position.play(choice).expect("it is one of the legal moves");
        limit.roll_answered();
    }
    Playout {
        position,
        rolls: limit.answered(),
    }
}

/// One of `parts` equal parts of a random word's range; the word becomes its
/// place within the part.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the product is split into its two words"
)]
#[inline]
pub(crate) const fn take_part(word: &mut u64, parts: usize) -> usize {
    let product = *word as u128 * parts as u128;
    *word = product as u64;
    (product >> 64) as usize
}
