//! Bounds around solved values, and the check that they hold.
//!
//! The bounds are the solved value, less and more a multiple of the expected
//! number of rolls to come. That is the shape which an error takes that every
//! step of looking ahead makes a little larger, and so the bounds hold by one
//! step of looking ahead, with as much to spare as the multiple allows for a
//! roll. Whether they do is decided by [`certify`](super::certify), which
//! shares no code with this module or the solver.

use core::error::Error;
use core::fmt;

use ludo_rules::{PairIndex, Seat, Step};

use super::board::Board;
use super::certify::{self, Bounds, Broken, Claim, ONE};
use super::decision::Decision;
use super::goal::{Bonus, Goal};
use super::known::Known;
use super::numbering::{self, PAIRS};
use super::policy::{self, NearlyBest};
use super::seating::Seating;
use super::sweep::Sweeper;
use super::tiles::{LANES, Lanes, Tiled};
use super::values::Values;
use crate::parallel;

/// Choices whose values differ by less are taken for equal when bounds are made.
const TIE: f64 = 1e-12;

/// By how much the expected number of rolls may still change in a sweep: what
/// is left of the one roll that a step takes off it is what the bounds have to
/// spare.
const SETTLED: f64 = 0.5;

/// About how many rolls a game lasts for each step that is left to go. A guess
/// to begin with: the nearer, the fewer sweeps.
const A_STEP: f64 = 0.3;

/// How much a value may be off after one step of looking ahead, in units of
/// 2⁻⁶⁰, for each expected roll to come: 3.5e-15.
const A_ROLL: f64 = 4000.0;

/// The expected number of rolls to come if both play nearly best, and of
/// choices that are nearly equal take the one that makes the game longer.
struct RollsToCome(NearlyBest);

impl Goal for RollsToCome {
    const AT_THE_END: f64 = 0.0;

    type Hint = u16;

    #[inline(always)]
    fn hints(&self, player: usize, own: usize, other: usize) -> &[Lanes<u16>] {
        self.0[player].tile(own, other).lanes()
    }

    #[inline(always)]
    fn choose(decision: Decision, marks: u16, p: f64, q: f64) -> f64 {
        let p = if decision.by_p(marks) { p } else { 0.0 };
        let q = if decision.by_q(marks) { q } else { 0.0 };
        if p < q { q } else { p }
    }

    #[inline(always)]
    fn gain(&self, _: usize, _: Bonus, _: usize, _: usize) -> impl Fn(usize) -> Lanes<f64> + '_ {
        |_| [1.0; LANES]
    }

    #[inline(always)]
    fn to_the_other(value: f64) -> f64 {
        value
    }
}

/// Proof that the value of every position of a seating lies between two bounds.
#[derive(Clone, Debug)]
pub struct Enclosure {
    claims: Vec<Claim>,
    width: f64,
    residual: f64,
}

/// Puts bounds around values and checks them.
///
/// The argument why bounds that pass the check enclose the exact values stands
/// at the head of the module `certify`.
///
/// # Errors
/// [`NotEnclosed`] if the bounds do not hold, as with values that are not those
/// of best play to about 14 digits.
pub fn enclose(values: &Values) -> Result<Enclosure, NotEnclosed> {
    parallel::inside(|| {
        let claims = claims(values);
        let mut width = 0;
        let mut residual = 0;
        for side in 0..claims.len() {
            let opponent = values.seating().other(side);
            let checked = certify::check(&claims[side], &claims[opponent]);
            let checked = checked.map_err(|at| NotEnclosed::new(values.seating(), side, at))?;
            width = checked.width.max(width);
            residual = checked.residual.max(residual);
        }
        let [width, residual] = [width, residual].map(upward);
        Ok(Enclosure {
            claims,
            width,
            residual,
        })
    })
}

/// The values less and more a multiple of the rolls to come.
fn claims(values: &Values) -> Vec<Claim> {
    let seating = values.seating();
    let board = Board::new(seating);
    let known = policy::tables(&board, values);
    let rolls = rolls_to_come(&board, &known);
    let claim = |side: usize| {
        let opponent = seating.other(side);
        // Where he is to roll, his opponent is the one who waits.
        let (waiting, rolls) = (&known.waiting[opponent], &rolls[opponent]);
        let mut bounds = vec![Bounds::NOTHING; PAIRS * PAIRS];
        parallel::rows(&mut bounds, PAIRS, |own, row| {
            let own = numbering::rank_of(own);
            for (other, bounds) in row.iter_mut().enumerate() {
                let other = numbering::rank_of(other);
                let value = fixed(1.0 - waiting.at(other, own));
                let margin = whole(A_ROLL * rolls.at(other, own));
                *bounds = Bounds {
                    low: value.saturating_sub(margin),
                    high: (value + margin).min(ONE),
                };
            }
        });
        let [seat, opponent] = seating.seats(side);
        Claim {
            seat,
            opponent,
            bounds,
        }
    };
    (0..seating.sides()).map(claim).collect()
}

/// For each side, how many rolls are still to be expected when the opponent is
/// about to make a first roll, to about a roll.
fn rolls_to_come(board: &Board, known: &Known) -> Vec<Tiled<f64>> {
    let goal = RollsToCome(policy::nearly_best(board, known, TIE));
    let sides: Vec<usize> = (0..known.waiting.len()).collect();
    let guess = |own, other| A_STEP * (numbering::steps_left(own) + numbering::steps_left(other));
    let mut tables = Known::new::<RollsToCome>(sides.len(), guess);
    let sweeper = Sweeper::new(board, &sides);
    sweeper.settle(&mut tables, &goal, |_| SETTLED, &mut |_| ());
    tables.waiting
}

/// A number from 0 to 1 in units of 2⁻⁶⁰.
fn fixed(value: f64) -> u64 {
    whole(value * ONE as f64)
}

/// A number of units.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is not negative and at most 2⁶⁰, which a cast leaves whole"
)]
const fn whole(units: f64) -> u64 {
    units as u64
}

/// Units of 2⁻⁶⁰ as a number that is not smaller.
fn upward(units: u64) -> f64 {
    (units as f64).next_up() / ONE as f64
}

/// Units of 2⁻⁶⁰ as a number that is not larger.
fn downward(units: u64) -> f64 {
    ((units as f64) / ONE as f64).next_down().max(0.0)
}

impl Enclosure {
    /// The largest distance between the two bounds of a position.
    pub const fn width(&self) -> f64 {
        self.width
    }

    /// How far a value is at most from what one step of looking ahead gives.
    pub const fn residual(&self) -> f64 {
        self.residual
    }

    /// Between which bounds the chance of winning lies of the player who
    /// begins, `seats` being his seat and his opponent's; none if they do not
    /// sit like this.
    pub fn first_player(&self, seats: [Seat; 2]) -> Option<[f64; 2]> {
        let seating = Seating::of(seats)?;
        let claim = self.claims.get(seating.side(seats[0], seats[1]))?;
        let sit_so = Seating::of([claim.seat, claim.opponent]) == Some(seating);
        let start = PairIndex::START.index() * PAIRS + PairIndex::START.index();
        let bounds = claim.bounds[start];
        sit_so.then(|| [downward(bounds.low), upward(bounds.high)])
    }
}

/// Values around which no bounds hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NotEnclosed {
    /// The mover's seat and step counts, in a seating like that of the values.
    pub mover: (Seat, [Step; 2]),
    /// The opponent's.
    pub opponent: (Seat, [Step; 2]),
}

impl NotEnclosed {
    fn new(seating: Seating, side: usize, at: Broken) -> Self {
        let [seat, opponent] = seating.seats(side);
        Self {
            mover: (seat, at.own.steps()),
            opponent: (opponent, at.other.steps()),
        }
    }
}

impl fmt::Display for NotEnclosed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |(seat, steps): (Seat, [Step; 2])| {
            let [p, q] = steps.map(Step::value);
            format!("{seat} with tokens on steps {p} and {q}")
        };
        write!(
            formatter,
            "the values are not those of best play: no bounds hold for {} about to roll against {}",
            name(self.mover),
            name(self.opponent),
        )
    }
}

impl Error for NotEnclosed {}

#[cfg(test)]
mod tests;
