//! How the games of a match begin.

use core::fmt;
use std::str::FromStr;

use kuba_engine::{OPENING_PUSHES, fair_openings};
use kuba_rules::{Position, Rules};
use parlor_game::Kuba;
use parlor_sim::Deals;
use serde::{Serialize, Serializer};

/// The longest opening of random pushes.
const LONGEST: u32 = 100;
/// The name of the fair openings.
const FAIR: &str = "fair";

/// How the games of a match begin: `fair`, or a number of random pushes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Opening {
    /// Each of [`fair_openings`] once, in an order of the seed; where there are no more, as many random
    /// pushes.
    #[default]
    Fair,
    /// So many random pushes, up to 100.
    Random(u32),
}

impl Opening {
    /// So many random pushes; `None` for more than 100.
    pub fn random(pushes: u32) -> Option<Self> {
        (pushes <= LONGEST).then_some(Self::Random(pushes))
    }

    /// The deals of a seed that begin so.
    pub fn deals(self, rules: Rules, seed: u64) -> Deals<Kuba> {
        let deals = Deals::new(Position::start(rules), seed);
        match self {
            Self::Fair => deals
                .with_openings(fair_openings(rules).to_vec())
                .with_opening(OPENING_PUSHES),
            Self::Random(pushes) => deals.with_opening(pushes),
        }
    }
}

impl FromStr for Opening {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == FAIR {
            return Ok(Self::Fair);
        }
        let pushes = text.parse().ok();
        pushes.and_then(Self::random).ok_or_else(|| {
            format!("{text:?} is no opening; expected {FAIR}, or a number of random pushes from 0 to {LONGEST}")
        })
    }
}

/// `fair`, or the number.
impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fair => f.write_str(FAIR),
            Self::Random(pushes) => write!(f, "{pushes}"),
        }
    }
}

/// The text `fair`, or the number.
impl Serialize for Opening {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Fair => serializer.serialize_str(FAIR),
            Self::Random(pushes) => serializer.serialize_u32(*pushes),
        }
    }
}
