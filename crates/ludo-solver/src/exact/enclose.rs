//! Bounds around solved values, and the check that they hold.
//!
//! The bounds are the solved value minus and plus a multiple of the expected
//! number of rolls to come. An error that every backup makes a little larger has
//! this shape, so one backup of a bound stays within the bound, with a margin of
//! the multiple for one roll. [`certify`](super::certify), which shares no code
//! with this module or the solver, decides whether it does.
//!
//! To guess bounds from converged values, and then to check that they are
//! inductive, is the idea of A. Hartmanns and B. L. Kaminski, "Optimistic Value
//! Iteration", Computer Aided Verification (CAV) 2020, for Markov decision
//! processes.

use core::error::Error;
use core::fmt;
use core::ops::ControlFlow;

use ludo_rules::{PairIndex, RollKind, Seat, Step};

use super::block_matrix::{BlockMatrix, LANES, RowLanes};
use super::certify::{self, Bounds, CertifyError, Claim, ONE};
use super::decision::RollDecision;
use super::numbering::{self, PAIRS};
use super::objective::Objective;
use super::policy::{self, ActionMasks};
use super::seating::Seating;
use super::sweep::Sweeper;
use super::transitions::Transitions;
use super::value_tables::ValueTables;
use super::values::Values;
use crate::parallel;

/// Choices whose values differ by less count as equal in bounds.
const TIE_TOLERANCE: f64 = 1e-12;

/// Iteration stops at this change of the expected number of rolls. Every backup
/// takes one roll off it, and the bounds have the rest of that roll as a margin.
const ROLLS_TOLERANCE: f64 = 0.5;

/// The approximate number of rolls in a game for each step left: a first guess, which
/// saves sweeps.
const ROLLS_PER_STEP: f64 = 0.3;

/// The margin of the bounds for each expected roll, in units of 2⁻⁶⁰: 3.5e-15.
const MARGIN_PER_ROLL: f64 = 4000.0;

/// About how much of the work it is to find bounds; the rest is to check them.
const SHARE_OF_CLAIMS: f64 = 0.5;

/// The expected number of rolls to come if both play near-optimally, and prefer the
/// longer game among nearly equal choices.
struct ExpectedRolls(ActionMasks);

impl Objective for ExpectedRolls {
    const TERMINAL_VALUE: f64 = 0.0;

    type ActionMask = u16;

    #[inline(always)]
    fn action_masks(&self, player: usize, own: usize, other: usize) -> &[RowLanes<u16>] {
        self.0[player].block(own, other).lanes()
    }

    #[inline(always)]
    fn choice_value(decision: RollDecision, mask: u16, p: f64, q: f64) -> f64 {
        let p = if decision.allows_p(mask) { p } else { 0.0 };
        let q = if decision.allows_q(mask) { q } else { 0.0 };
        if p < q { q } else { p }
    }

    #[inline(always)]
    fn reward(
        &self,
        _: usize,
        _: RollKind,
        _: usize,
        _: usize,
    ) -> impl Fn(usize) -> RowLanes<f64> + '_ {
        |_| [1.0; LANES]
    }

    #[inline(always)]
    fn opponent_value(value: f64) -> f64 {
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
/// The head of the module `certify` proves that bounds which pass the check enclose
/// the exact values.
///
/// # Errors
/// [`EnclosureError`] if the bounds do not hold: the values are not those of best
/// play to about 14 digits.
#[expect(clippy::missing_panics_doc, reason = "its own callback never breaks")]
pub fn enclose(values: &Values) -> Result<Enclosure, EnclosureError> {
    let enclosure = try_enclose(values, |_| ControlFlow::Continue(()))?;
    Ok(enclosure.expect("nothing stops it"))
}

/// The same. Calls `progress` with the estimated share of the work that is done, 0 to 1, many times
/// a second; `Ok(None)` if it breaks.
///
/// # Errors
/// As [`enclose`].
pub fn try_enclose(
    values: &Values,
    mut progress: impl FnMut(f64) -> ControlFlow<()> + Send,
) -> Result<Option<Enclosure>, EnclosureError> {
    parallel::in_pool(|| {
        let progress: &mut dyn FnMut(f64) -> ControlFlow<()> = &mut progress;
        let Some(claims) = claims(values, &mut |done| progress(done * SHARE_OF_CLAIMS)) else {
            return Ok(None);
        };
        let mut width = 0;
        let mut residual = 0;
        for side in 0..claims.len() {
            let opponent = values.seating().other(side);
            let mut progress = |done: f64| {
                let done = (side as f64 + done) / claims.len() as f64;
                progress(SHARE_OF_CLAIMS + done * (1.0 - SHARE_OF_CLAIMS))
            };
            let checked = certify::check(&claims[side], &claims[opponent], &mut progress);
            let checked = checked.map_err(|at| EnclosureError::new(values.seating(), side, at))?;
            let Some(checked) = checked else {
                return Ok(None);
            };
            width = checked.width.max(width);
            residual = checked.residual.max(residual);
        }
        let [width, residual] = [width, residual].map(round_up);
        Ok(Some(Enclosure {
            claims,
            width,
            residual,
        }))
    })
}

/// The values minus and plus a multiple of the expected rolls; `None` if `progress` breaks.
fn claims(values: &Values, progress: &mut dyn FnMut(f64) -> ControlFlow<()>) -> Option<Vec<Claim>> {
    let seating = values.seating();
    let transitions = Transitions::new(seating);
    let tables = policy::value_tables(&transitions, values);
    let rolls = expected_rolls(&transitions, &tables, progress)?;
    let claim = |side: usize| {
        let opponent = seating.other(side);
        // The player is to roll, so the values are those of the opponent, who waits.
        let (waiting, rolls) = (&tables.waiting[opponent], &rolls[opponent]);
        let mut bounds = vec![Bounds::NOTHING; PAIRS * PAIRS];
        parallel::for_each_row(&mut bounds, PAIRS, |own, row| {
            let own = numbering::rank_of(own);
            let (waiting, rolls) = (waiting.column(own), rolls.column(own));
            for (other, bounds) in row.iter_mut().enumerate() {
                let other = numbering::rank_of(other);
                let value = to_units(1.0 - waiting[other]);
                let margin = truncated(MARGIN_PER_ROLL * rolls[other]);
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
    Some((0..seating.sides()).map(claim).collect())
}

/// By side, the expected number of rolls to come when the opponent is about to make a
/// first roll, to about one roll; `None` if `progress` breaks.
fn expected_rolls(
    transitions: &Transitions,
    tables: &ValueTables,
    progress: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Option<Vec<BlockMatrix<f64>>> {
    let objective = ExpectedRolls(policy::near_optimal_actions(
        transitions,
        tables,
        TIE_TOLERANCE,
    ));
    let sides: Vec<usize> = (0..tables.waiting.len()).collect();
    let guess =
        |own, other| ROLLS_PER_STEP * (numbering::steps_left(own) + numbering::steps_left(other));
    let mut rolls = ValueTables::new::<ExpectedRolls>(sides.len(), guess);
    let sweeper = Sweeper::new(transitions, &sides);
    let mut sweeps = 0.0;
    let swept = sweeper.iterate(&mut rolls, &objective, |_| ROLLS_TOLERANCE, &mut |_| {
        sweeps += 1.0;
        progress(sweeps / (sweeps + 1.0))
    });
    swept.is_continue().then_some(rolls.waiting)
}

/// A number from 0 to 1 in units of 2⁻⁶⁰.
fn to_units(value: f64) -> u64 {
    truncated(value * ONE as f64)
}

/// A whole number of units.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is not negative and at most 2⁶⁰, so it fits"
)]
const fn truncated(units: f64) -> u64 {
    units as u64
}

/// Units of 2⁻⁶⁰ as a number that is not smaller.
fn round_up(units: u64) -> f64 {
    (units as f64).next_up() / ONE as f64
}

/// Units of 2⁻⁶⁰ as a number that is not larger.
fn round_down(units: u64) -> f64 {
    ((units as f64) / ONE as f64).next_down().max(0.0)
}

impl Enclosure {
    /// The largest distance between the two bounds of a position.
    pub const fn width(&self) -> f64 {
        self.width
    }

    /// The largest difference between a value and its Bellman backup.
    pub const fn residual(&self) -> f64 {
        self.residual
    }

    /// The bounds of the first player's chance of winning; `None` if these seats are
    /// not of this seating.
    pub fn first_player(&self, seats: [Seat; 2]) -> Option<[f64; 2]> {
        let seating = Seating::of(seats)?;
        let claim = self.claims.get(seating.side(seats[0], seats[1]))?;
        let is_seating = Seating::of([claim.seat, claim.opponent]) == Some(seating);
        let start = PairIndex::START.index() * PAIRS + PairIndex::START.index();
        let bounds = claim.bounds[start];
        is_seating.then(|| [round_down(bounds.low), round_up(bounds.high)])
    }
}

/// A position at which no bounds hold: the values are wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EnclosureError {
    /// The mover's seat and step counts, in a seating like that of the values.
    pub mover: (Seat, [Step; 2]),
    /// The opponent's seat and step counts.
    pub opponent: (Seat, [Step; 2]),
}

impl EnclosureError {
    fn new(seating: Seating, side: usize, at: CertifyError) -> Self {
        let [seat, opponent] = seating.seats(side);
        Self {
            mover: (seat, at.own.steps()),
            opponent: (opponent, at.other.steps()),
        }
    }
}

impl fmt::Display for EnclosureError {
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

impl Error for EnclosureError {}

#[cfg(test)]
mod tests;
