//! Checking that the values lie between two bounds, by the rules alone.
//!
//! This module does not know how bounds are found, and shares nothing with the
//! code that finds them but the rules and the thread pool. It makes its own tables
//! of moves from the rules, numbers pairs as the rules do, and calculates in whole
//! numbers, so that every inequality below is decided exactly.
//!
//! # Why the check encloses the values
//!
//! For a position `s` before a first roll let `V(s)` be the mover's chance of
//! winning when both play optimally, and let `T` be the Bellman operator: roll,
//! make the best choice by the values of the positions that the choices lead to,
//! and hand over to the opponent, whose chance is one minus the mover's. Bounds
//! `L ≤ U` are accepted if at every position
//!
//! > `L(s) ≤ T(U)(s)` and `U(s) ≥ T(L)(s)`,
//!
//! where `T(U)` uses the upper bound of the opponent, which is the worst for the
//! mover, and `T(L)` the lower.
//!
//! *Claim: then `L ≤ V ≤ U` at every position.* Look at the game from the first
//! player's side: let `f` be `L` in their positions and `1 − U` in the second
//! player's, and `g` be `U` and `1 − L`. Let `S` be the Bellman operator from the
//! first player's side, a maximum in their positions and a minimum in the second's. `S` is
//! monotone, and the two conditions say `f ≤ S(f)` and `g ≥ S(g)`. Hence
//! `f ≤ S(f) ≤ S(S(f)) ≤ …`, and downward for `g`.
//!
//! These sequences come to one and the same limit, since the game ends with
//! certainty however it is played: *from every position, and whatever both
//! choose, the game is over within `N` rolls with a chance of at least `p > 0`,
//! with `N` and `p` the same for all positions.* Let every roll from now on be
//! a 1. A 1 brings nobody out of the yard, never bounces (56 + 1 = 57), and
//! must be moved if any token can move (L-14), one step forward; a kick sends a
//! token to the yard, where it now stays. A token has at most 57 steps to go,
//! so after at most 2 × 57 turns of each every token is in the yard or on the
//! end, and only passes are left. Unless the game is over, the player to roll
//! has a token in the yard. Let that player roll a 6: a token has to leave the yard
//! (nothing else can move), and the bonus roll be a 1; then again ones, until
//! this token is on the end (there is nobody on the ring to kick it or to be
//! kicked). Repeat it if the other token is in the yard, and the player has finished.
//! This series of rolls depends on the choices made, but at each of at most `N`
//! rolls one face of six goes on with it, so `p = 6^−N` will do.
//!
//! One application of `S` is a roll or two. So after `N` of them, two functions that differ
//! by at most `d` differ by at most `(1 − p) d`: whatever the players do, what
//! is left of the difference is weighted with the chance that the game goes on.
//! By Banach's theorem `S` has one fixed point, and every sequence `S(S(…))`
//! tends to it. That is `V` from the first player's side, since `n` applications
//! give the value of the game that is broken off after `n` turns, and hardly any
//! game lasts longer when `n` is large. So `f ≤ V ≤ g`. ∎
//!
//! The argument is that of L. S. Shapley, "Stochastic Games", Proceedings of the
//! National Academy of Sciences 39 (1953), 1095–1100, for games that stop with
//! certainty. The same holds for positions before a bonus roll and after a roll,
//! whose values are one backup away; their bounds follow from those before a first
//! roll.

use core::ops::ControlFlow;

use ludo_rules::{NoEvents, PairIndex, Roll, Seat, Step, Tokens};

use crate::parallel;

const PAIRS: usize = PairIndex::COUNT;

/// The number of the pair that has finished, the last of all.
const FINISHED: usize = PairIndex::FINISHED.index();

/// The number of the opponent's pairs that are checked together.
const BATCH: usize = 128;

/// 1 as a bound: bounds are whole numbers of 2⁻⁶⁰.
pub(super) const ONE: u64 = 1 << 60;

/// Bounds of a mover's chance of winning, in units of 2⁻⁶⁰.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub(super) low: u64,
    pub(super) high: u64,
}

impl Bounds {
    /// The bounds that claim nothing.
    pub(super) const NOTHING: Self = Self { low: 0, high: ONE };

    const CERTAIN: Self = Self {
        low: ONE,
        high: ONE,
    };

    /// The bounds of the player who waits. (A claim above 1 is rejected at its
    /// own position.)
    const fn of_opponent(self) -> Self {
        Self {
            low: ONE.saturating_sub(self.high),
            high: ONE.saturating_sub(self.low),
        }
    }

    fn better_of(self, other: Self) -> Self {
        Self {
            low: self.low.max(other.low),
            high: self.high.max(other.high),
        }
    }

    const fn plus(self, other: Self) -> Self {
        Self {
            low: self.low + other.low,
            high: self.high + other.high,
        }
    }

    /// A sixth, rounded outward.
    const fn sixth(self) -> Self {
        Self {
            low: self.low / 6,
            high: self.high.div_ceil(6),
        }
    }

    const fn width(self) -> u64 {
        self.high.saturating_sub(self.low)
    }

    const fn middle(self) -> u64 {
        self.low.midpoint(self.high)
    }
}

/// The claimed bounds of a player about to make a first roll: rows by the player's
/// own pair, columns by the opponent's. Pairs are numbered by [`PairIndex`].
#[derive(Clone, Debug)]
pub(super) struct Claim {
    pub(super) seat: Seat,
    pub(super) opponent: Seat,
    pub(super) bounds: Vec<Bounds>,
}

/// The result of a check, in units of 2⁻⁶⁰.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Checked {
    /// The largest distance between two bounds, before a first roll and before
    /// a bonus roll.
    pub(super) width: u64,
    /// The largest difference between the middle of two bounds and the backup of
    /// the middles.
    pub(super) residual: u64,
}

/// A position where bounds do not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CertifyError {
    /// The mover's pair.
    pub(super) own: PairIndex,
    /// The opponent's pair.
    pub(super) other: PairIndex,
}

/// Checks the claim about a player against the claim about the opponent. Calls `progress` with the
/// share that is done after every [`BATCH`] of the opponent's pairs; `None` if it breaks.
///
/// # Errors
/// The first position at which a bound does not hold, in the order of the opponent's pair.
pub(super) fn check(
    claim: &Claim,
    of_opponent: &Claim,
    progress: &mut dyn FnMut(f64) -> ControlFlow<()>,
) -> Result<Option<Checked>, CertifyError> {
    let game = MoverRules::new(claim.seat, claim.opponent);
    let backup = |other: usize| game.backup(&of_opponent.bounds, other);
    // Before the mover's bonus roll, against every pair that a kick may leave.
    let kicked = parallel::map(PAIRS, |other| {
        let pair = pair(other);
        pair.steps().contains(&Step::YARD).then(|| backup(other).1)
    });
    let check = |other: usize| {
        let (one_to_five, bonus) = backup(other);
        let after = game.after_landing.iter().map(|after| {
            let kicked = kicked[usize::from(after[other])].as_deref();
            kicked
                .filter(|_| usize::from(after[other]) != other)
                .unwrap_or(&bonus)
        });
        let after: Vec<&[Bounds]> = after.collect();
        let mut checked = Checked::default();
        for own in 0..FINISHED {
            let claimed = claim.bounds[own * PAIRS + other];
            let six = best(game.choices[own][5], |own, landing| after[landing][own]);
            let sum = one_to_five[own].plus(six);
            // Both sides times six, so that nothing has to be rounded.
            let holds = claimed.low <= claimed.high
                && claimed.high <= ONE
                && 6 * claimed.low <= sum.low
                && 6 * claimed.high >= sum.high;
            if !holds {
                return Err(CertifyError {
                    own: pair(own),
                    other: pair(other),
                });
            }
            let width = claimed.width().max(bonus[own].width());
            checked.width = checked.width.max(width);
            let residual = (6 * claimed.middle()).abs_diff(sum.middle());
            checked.residual = checked.residual.max(residual.div_ceil(6));
        }
        Ok(checked)
    };
    let mut all = Checked::default();
    for first in (0..FINISHED).step_by(BATCH) {
        let end = FINISHED.min(first + BATCH);
        for row in parallel::map(end - first, |number| check(first + number)) {
            let row = row?;
            all.width = all.width.max(row.width);
            all.residual = all.residual.max(row.residual);
        }
        if progress(end as f64 / FINISHED as f64).is_break() {
            return Ok(None);
        }
    }
    Ok(Some(all))
}

/// The pair with this number.
fn pair(index: usize) -> PairIndex {
    let index = u16::try_from(index).expect("a pair's number is below 1770");
    PairIndex::from_index(index).expect("it numbers a row or a column")
}

/// A choice: the mover's pair after it, and the step on the ring where the token
/// lands, 0 if elsewhere.
#[derive(Clone, Copy, Debug)]
struct Choice {
    own: u16,
    landing: u8,
}

/// The better of a roll's choices by the bounds of their successors.
fn best([one, other]: [Choice; 2], bounds: impl Fn(usize, usize) -> Bounds) -> Bounds {
    let after = |choice: Choice| bounds(choice.own.into(), choice.landing.into());
    after(one).better_of(after(other))
}

/// The moves of a player against an opponent, taken from the rules.
#[derive(Debug)]
struct MoverRules {
    /// The choices by pair and roll; a single choice is listed twice.
    choices: Vec<[[Choice; 2]; 6]>,
    /// The opponent's pair after the mover has landed, by step and pair.
    after_landing: Vec<Vec<u16>>,
}

impl MoverRules {
    fn new(seat: Seat, opponent: Seat) -> Self {
        let after_landing = (0..=50).map(|step| {
            let pairs = PairIndex::all().map(|pair| after_landing([seat, opponent], step, pair));
            pairs.map(number).collect()
        });
        Self {
            choices: PairIndex::all()
                .map(|pair| choices([seat, opponent], pair))
                .collect(),
            after_landing: after_landing.collect(),
        }
    }

    /// Backs up the claims of the opponent, who waits with one pair, for each pair of
    /// the mover: the sum over the rolls 1 to 5, and the bounds before a bonus roll.
    fn backup(&self, of_opponent: &[Bounds], other: usize) -> (Vec<Bounds>, Vec<Bounds>) {
        let rows = self.after_landing.iter().map(|after| {
            let row = usize::from(after[other]) * PAIRS;
            &of_opponent[row..row + PAIRS]
        });
        let rows: Vec<&[Bounds]> = rows.collect();
        let waiting = |own: usize, landing: usize| {
            if own == FINISHED {
                Bounds::CERTAIN
            } else {
                rows[landing][own].of_opponent()
            }
        };
        let backups = self.choices.iter().enumerate().map(|(own, choices)| {
            if own == FINISHED {
                return (Bounds::CERTAIN, Bounds::CERTAIN);
            }
            let best = choices.map(|choices| best(choices, waiting));
            let nothing = Bounds { low: 0, high: 0 };
            let five = best[..5].iter().copied().fold(nothing, Bounds::plus);
            (five, five.plus(best[5]).sixth())
        });
        backups.unzip()
    }
}

/// The number of a pair.
fn number(pair: PairIndex) -> u16 {
    u16::try_from(pair.index()).expect("a pair's number is below 1770")
}

fn choices([seat, opponent]: [Seat; 2], pair: PairIndex) -> [[Choice; 2]; 6] {
    let stay = Choice {
        own: number(pair),
        landing: 0,
    };
    let tokens = Tokens::from_steps([(seat, pair.steps()), (opponent, [Step::YARD; 2])])
        .expect("nobody meets a player in the yard");
    Roll::ALL.map(|roll| {
        let choices: Vec<Choice> = tokens
            .legal_moves(seat, roll)
            .iter()
            .map(|choice| {
                let mut after = tokens;
                let advanced = after.advance(seat, choice, roll, &mut NoEvents);
                advanced.expect("it is one of the legal moves");
                let [p, q] = after.steps(seat).expect("the seat is taken");
                let moved = choice.tokens().first().map(|token| [p, q][token.index()]);
                let landing = moved.filter(|step| step.is_on_ring());
                Choice {
                    own: number(PairIndex::of(p, q)),
                    landing: landing.map_or(0, |step| step.value().unsigned_abs()),
                }
            })
            .collect();
        match choices[..] {
            [one] => [one; 2],
            [one, other] => [one, other],
            _ => [stay; 2],
        }
    })
}

/// The opponent's pair after the mover has landed on a step of the ring. Rules:
/// L-9, L-11.
fn after_landing([seat, opponent]: [Seat; 2], step: i64, pair: PairIndex) -> PairIndex {
    let step = Step::new(step).expect("a step on the ring is one");
    let tokens = Tokens::from_steps([(seat, [Step::YARD; 2]), (opponent, pair.steps())])
        .expect("nobody meets a player in the yard");
    let mut steps = tokens.steps(opponent).expect("the seat is taken");
    for (_, token) in tokens.victims(seat, step) {
        steps[token.index()] = Step::YARD;
    }
    PairIndex::of(steps[0], steps[1])
}
