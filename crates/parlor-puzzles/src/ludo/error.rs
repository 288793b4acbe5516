//! Why something is no puzzle of Ludo.

use ludo_rules::{Position, PositionError};

use super::difficulty::{GRADES, RATINGS};
use super::puzzle::LEAST_LOSS;
use crate::id::{PuzzleId, PuzzleIdError};

/// Why something is no puzzle of Ludo.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LudoPuzzleError {
    /// The name is none.
    #[error("id {value:?}: {cause}")]
    Id {
        /// What is written.
        value: String,
        /// Why it is no name.
        #[source]
        cause: PuzzleIdError,
    },
    /// The name is that of another position.
    #[error("id is {found}; the name of this position is {expected}")]
    OtherId {
        /// The name that is written.
        found: PuzzleId,
        /// The name that the position has.
        expected: PuzzleId,
    },
    /// The position is none.
    #[error("position {value:?}: {cause}")]
    Position {
        /// What is written.
        value: String,
        /// Why it is no position.
        #[source]
        cause: PositionError,
    },
    /// The players are more than two.
    #[error("{count} players sit at the table; the exact values are those of two")]
    Players {
        /// Their number.
        count: usize,
    },
    /// There is nothing to choose.
    #[error(
        "there is no choice in {position}; a roll must be in hand with which p and q can both move (L-27)"
    )]
    NoChoice {
        /// The position.
        position: Position,
    },
    /// The choices are not those of the position.
    #[error("choices are {found}; in this position they are {expected}, in this order")]
    Choices {
        /// The actions that are written.
        found: String,
        /// The legal actions.
        expected: String,
    },
    /// A chance is no chance.
    #[error("chance {value} is not from 0 to 1")]
    Chance {
        /// The number.
        value: f64,
    },
    /// A chance has more digits than are certain.
    #[error("{action}: chance {value} has more than 12 digits after the point")]
    Digits {
        /// The choice.
        action: String,
        /// The chance.
        value: f64,
    },
    /// A loss does not follow from the chances.
    #[error("{action}: loss is {found:.12}; by the chances it is {expected:.12}")]
    Loss {
        /// The choice.
        action: String,
        /// The loss that is written.
        found: f64,
        /// The best chance minus that of the choice.
        expected: f64,
    },
    /// Both choices are about as good.
    #[error(
        "the worse choice loses {loss:.12}; it must lose {LEAST_LOSS} or more to be called wrong"
    )]
    TooClose {
        /// What the worse choice loses.
        loss: f64,
    },
    /// The rules of thumb are others.
    #[error("{name} is [{found}]; the rules of thumb say [{expected}]")]
    RulesOfThumb {
        /// `wrong` or `right`.
        name: &'static str,
        /// The names that are written.
        found: String,
        /// The names in this position.
        expected: String,
    },
    /// The rating is none.
    #[error("rating {value} is not from {} to {}", RATINGS.start(), RATINGS.end())]
    Rating {
        /// The number.
        value: u16,
    },
    /// The grade does not follow from the rating.
    #[error("grade is {found}; a rating of {rating} is grade {expected} of {}", GRADES.end())]
    Grade {
        /// The grade that is written.
        found: u8,
        /// The rating.
        rating: u16,
        /// The grade of the rating.
        expected: u8,
    },
}
