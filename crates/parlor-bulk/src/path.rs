//! Which instructions the lanes are computed with.

use core::fmt;

/// The instructions that the games are played with. All give the same results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Path {
    /// One game at a time, with no vector: what any processor does.
    Scalar,
    /// The vectors that every processor of the target has: on x86-64 SSE2, of 128 bits.
    Portable,
    /// AVX2, of 256 bits, and what comes with it (x86-64-v3).
    Avx2,
    /// AVX-512 (x86-64-v4).
    Avx512,
}

impl Path {
    /// All paths, the narrowest first.
    pub const ALL: [Self; 4] = [Self::Scalar, Self::Portable, Self::Avx2, Self::Avx512];

    /// The widest path that this processor has.
    pub fn best() -> Self {
        let mut all = Self::ALL.into_iter().rev();
        all.find(|path| path.is_available())
            .unwrap_or(Self::Portable)
    }

    /// Whether this processor has it.
    pub fn is_available(self) -> bool {
        match self {
            Self::Scalar | Self::Portable => true,
            Self::Avx2 => simd::avx2().is_some(),
            Self::Avx512 => simd::avx512().is_some(),
        }
    }

    /// `scalar`, `portable`, `avx2` or `avx512`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Scalar => "scalar",
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// Does the work with so many lanes: one on [`Path::Scalar`], and these on the others. A path that this
    /// processor does not have is [`Path::Portable`].
    #[inline]
    pub(crate) fn run<const PORTABLE: usize, const AVX2: usize, const AVX512: usize, W: Work>(
        self,
        work: W,
    ) -> W::Output {
        match self {
            Self::Scalar => work.run::<1>(),
            Self::Avx2 if let Some(simd) = simd::avx2() => simd::run::<AVX2, _, _>(simd, work),
            Self::Avx512 if let Some(simd) = simd::avx512() => {
                simd::run::<AVX512, _, _>(simd, work)
            }
            _ => work.run::<PORTABLE>(),
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Work in lanes. All that it calls must be inlined, so that it is compiled for the path.
pub(crate) trait Work {
    type Output;

    /// Does it with so many lanes.
    fn run<const N: usize>(self) -> Self::Output;
}

#[cfg(target_arch = "x86_64")]
mod simd {
    use pulp::{NullaryFnOnce, Simd};

    use super::Work;

    pub(super) fn avx2() -> Option<pulp::x86::V3> {
        pulp::x86::V3::try_new()
    }

    pub(super) fn avx512() -> Option<pulp::x86::V4> {
        pulp::x86::V4::try_new()
    }

    /// Does the work, compiled for these instructions.
    pub(super) fn run<const N: usize, S: Simd, W: Work>(simd: S, work: W) -> W::Output {
        struct Call<W, const N: usize>(W);

        impl<W: Work, const N: usize> NullaryFnOnce for Call<W, N> {
            type Output = W::Output;

            #[inline(always)]
            fn call(self) -> W::Output {
                self.0.run::<N>()
            }
        }

        simd.vectorize(Call::<W, N>(work))
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod simd {
    use super::Work;

    /// Instructions that this target does not have.
    #[derive(Clone, Copy)]
    pub(super) enum Never {}

    pub(super) fn avx2() -> Option<Never> {
        None
    }

    pub(super) fn avx512() -> Option<Never> {
        None
    }

    pub(super) fn run<const N: usize, S, W: Work>(_: S, work: W) -> W::Output {
        work.run::<N>()
    }
}
