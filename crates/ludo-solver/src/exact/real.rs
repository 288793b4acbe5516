//! Numbers of either precision, and wide instructions where there are such.

use core::ops::{Add, Div, Sub};

/// `f32` or `f64`.
pub(super) trait Real:
    Copy + Send + Sync + PartialOrd + Add<Output = Self> + Sub<Output = Self> + Div<Output = Self>
{
    const ZERO: Self;
    const ONE: Self;
    const SIX: Self;

    /// The larger of two numbers.
    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        if self < other { other } else { self }
    }

    /// How far apart two numbers are.
    #[inline(always)]
    fn distance(self, other: Self) -> Self {
        (self - other).larger(other - self)
    }
}

impl Real for f32 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    const SIX: Self = 6.0;
}

impl Real for f64 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    const SIX: Self = 6.0;
}

/// Does the work with the widest instructions that the machine has. Adding,
/// dividing and comparing give the same bits in all of them.
#[inline(always)]
pub(super) fn vectorised<R>(work: impl FnOnce() -> R) -> R {
    pulp::Arch::new().dispatch(work)
}
