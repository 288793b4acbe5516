//! Exact probabilities.

use core::fmt;

/// How likely a chance outcome is: a fraction above 0 and at most 1.
///
/// It is exact, so that those of a position add up to exactly one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Probability {
    numerator: u32,
    denominator: u32,
}

impl Probability {
    /// `cases` out of `out_of` equally likely ones, reduced; `None` for no case, or
    /// for more cases than there are.
    pub const fn new(cases: u32, out_of: u32) -> Option<Self> {
        if cases == 0 || cases > out_of {
            return None;
        }
        let (mut common, mut rest) = (cases, out_of);
        while rest != 0 {
            (common, rest) = (rest, common % rest);
        }
        Some(Self {
            numerator: cases / common,
            denominator: out_of / common,
        })
    }

    /// The numerator of the reduced fraction.
    pub const fn numerator(self) -> u32 {
        self.numerator
    }

    /// The denominator of the reduced fraction.
    pub const fn denominator(self) -> u32 {
        self.denominator
    }

    /// The nearest floating-point number.
    pub fn value(self) -> f64 {
        f64::from(self.numerator) / f64::from(self.denominator)
    }

    /// Its share of the 2⁶⁴ words, rounded down.
    pub(crate) fn of_words(self) -> u64 {
        let words = (u128::from(self.numerator) << 64) / u128::from(self.denominator);
        u64::try_from(words).unwrap_or(u64::MAX)
    }
}

impl fmt::Display for Probability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_fractions_above_0_and_up_to_1_are_probabilities() {
        assert_eq!(Probability::new(0, 6), None);
        assert_eq!(Probability::new(7, 6), None);
        assert_eq!(Probability::new(0, 0), None);
        let sixth = Probability::new(1, 6).expect("a probability");
        assert_eq!(sixth.to_string(), "1/6");
        assert_eq!(Probability::new(4, 24), Some(sixth));
        assert!((sixth.value() - 1.0 / 6.0).abs() < 1e-16);
        assert_eq!(sixth.of_words(), 0x2aaa_aaaa_aaaa_aaaa);
        assert_eq!(Probability::new(3, 3).expect("one").of_words(), u64::MAX);
    }
}
