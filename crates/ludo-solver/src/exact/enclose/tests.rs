//! The check accepts valid bounds and rejects all others.

use std::sync::LazyLock;

use parlor_testkit::dice::SplitMix64;

use super::*;
use crate::exact::solve;

static OPPOSITE: LazyLock<Values> = LazyLock::new(|| solve(Seating::Opposite, |_| {}).values);
static OPPOSITE_CLAIM: LazyLock<Claim> = LazyLock::new(|| claimed(&OPPOSITE).remove(0));
static ADJACENT_CLAIMS: LazyLock<Vec<Claim>> =
    LazyLock::new(|| claimed(&solve(Seating::Adjacent, |_| {}).values));

/// 1e-12 in units of 2⁻⁶⁰.
const WIDTH: u64 = truncated(1e-12 * ONE as f64);

/// The claims about these values.
fn claimed(values: &Values) -> Vec<Claim> {
    claims(values, &mut |_| ControlFlow::Continue(())).expect("nothing stops it")
}

/// Checks a claim to the end.
fn check(claim: &Claim, of_opponent: &Claim) -> Result<certify::Checked, CertifyError> {
    let checked = certify::check(claim, of_opponent, &mut |_| ControlFlow::Continue(()))?;
    Ok(checked.expect("nothing stops it"))
}

/// A random position in which nobody has finished.
fn somewhere(random: &mut SplitMix64) -> CertifyError {
    let mut pair = || {
        let number = random.next_u64() % (PAIRS as u64 - 1);
        let number = u16::try_from(number).expect("it is small");
        PairIndex::from_index(number).expect("it is a pair")
    };
    CertifyError {
        own: pair(),
        other: pair(),
    }
}

fn bounds(claim: &mut Claim, at: CertifyError) -> &mut Bounds {
    &mut claim.bounds[at.own.index() * PAIRS + at.other.index()]
}

#[test]
fn the_bounds_of_the_solved_values_hold() {
    let claim = &*OPPOSITE_CLAIM;
    let checked = check(claim, claim).expect("they hold");
    assert!(checked.width <= WIDTH, "{}", checked.width);
    let [one, other] = [&ADJACENT_CLAIMS[0], &ADJACENT_CLAIMS[1]];
    for (claim, of_opponent) in [(one, other), (other, one)] {
        let checked = check(claim, of_opponent).expect("they hold");
        assert!(checked.width <= WIDTH, "{}", checked.width);
    }
}

#[test]
fn one_bound_moved_inward_by_1e_13_anywhere_is_found() {
    let mut claim = OPPOSITE_CLAIM.clone();
    let mut random = SplitMix64::for_game(1);
    for number in 0..8 {
        let at = somewhere(&mut random);
        let right = *bounds(&mut claim, at);
        let moved = bounds(&mut claim, at);
        if number % 2 == 0 {
            moved.low += WIDTH / 10;
        } else {
            moved.high -= WIDTH / 10;
        }
        assert_eq!(check(&claim, &claim), Err(at), "number {number}");
        *bounds(&mut claim, at) = right;
    }
}

#[test]
fn both_bounds_moved_together_by_1e_12_anywhere_are_found() {
    let mut claim = OPPOSITE_CLAIM.clone();
    let mut random = SplitMix64::for_game(2);
    for number in 0..4 {
        let at = somewhere(&mut random);
        let right = *bounds(&mut claim, at);
        let Bounds { low, high } = right;
        let moved = bounds(&mut claim, at);
        *moved = if number % 2 == 0 {
            Bounds {
                low: low + WIDTH,
                high: high + WIDTH,
            }
        } else {
            Bounds {
                low: low - WIDTH,
                high: high - WIDTH,
            }
        };
        assert!(check(&claim, &claim).is_err(), "number {number}");
        *bounds(&mut claim, at) = right;
    }
}

#[test]
fn bounds_that_are_none_are_refused_at_their_place() {
    let mut claim = OPPOSITE_CLAIM.clone();
    let mut random = SplitMix64::for_game(3);
    let at = somewhere(&mut random);
    let Bounds { low, high } = *bounds(&mut claim, at);
    let wrong = [
        Bounds {
            low: high,
            high: low,
        },
        Bounds { low, high: ONE + 1 },
        Bounds {
            low: u64::MAX,
            high: u64::MAX,
        },
    ];
    for wrong in wrong {
        *bounds(&mut claim, at) = wrong;
        assert!(check(&claim, &claim).is_err(), "{wrong:?}");
    }
}

#[test]
fn to_claim_nothing_is_right_and_says_nothing() {
    let claim = Claim {
        bounds: vec![Bounds::NOTHING; PAIRS * PAIRS],
        ..OPPOSITE_CLAIM.clone()
    };
    let checked = check(&claim, &claim).expect("chances lie between 0 and 1");
    assert_eq!(checked.width, ONE);
}

#[test]
fn bounds_of_other_seats_are_refused() {
    let [one, other] = [&ADJACENT_CLAIMS[0], &ADJACENT_CLAIMS[1]];
    // Whose bounds they are decides, and against whom they are claimed.
    assert!(check(one, one).is_err());
    assert!(check(other, other).is_err());
    let turned = |claim: &Claim| Claim {
        seat: claim.opponent,
        opponent: claim.seat,
        bounds: claim.bounds.clone(),
    };
    assert!(check(&turned(one), &turned(other)).is_err());
    let opposite = &*OPPOSITE_CLAIM;
    let moved = Claim {
        opponent: Seat::B,
        ..opposite.clone()
    };
    assert!(check(&moved, &moved).is_err());
    let moved = Claim {
        opponent: Seat::C,
        ..one.clone()
    };
    assert!(check(&moved, &moved).is_err());
    // Opposite players are alike, whichever of them it is.
    let turned = turned(opposite);
    assert_eq!(check(&turned, &turned), check(opposite, opposite));
}

#[test]
fn values_that_are_not_exact_cannot_be_enclosed() {
    let error = enclose(&OPPOSITE.quantized()).expect_err("they are rounded");
    let message = error.to_string();
    assert!(
        message.starts_with(
            "the values are not those of best play: no bounds hold for A with tokens on steps "
        ),
        "{message}"
    );
    assert!(
        message.ends_with("about to roll against C with tokens on steps -1 and -1"),
        "{message}"
    );
}
