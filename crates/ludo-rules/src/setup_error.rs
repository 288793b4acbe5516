//! Why a set-up is no position.

use core::error::Error;
use core::fmt;

use crate::geometry::Token;
use crate::seat::{Seat, SeatSet};

/// One reason why a set-up is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SetupError {
    /// Fewer than two seats, or more than four. Rules: L-1.
    SeatCount {
        /// The number of distinct seats.
        count: usize,
    },
    /// A seat is twice in the list. Rules: L-1.
    RepeatedSeat {
        /// The seat.
        seat: Seat,
    },
    /// A step count outside −1 to 57. Rules: L-3.
    StepOutOfRange {
        /// The token's seat.
        seat: Seat,
        /// The token.
        token: Token,
        /// The step count given.
        value: i64,
    },
    /// Tokens of several players on one ring space. Rules: L-9.
    SharedSpace {
        /// The ring space, 1 to 56.
        space: u8,
        /// The tokens' seats.
        seats: SeatSet,
    },
    /// The game goes on, but no seat is to act. Rules: L-29.
    NobodyToAct,
    /// The seat to act is not playing. Rules: L-28.
    ToActNotSeated {
        /// The seat.
        seat: Seat,
    },
    /// The seat to act has finished already. Rules: L-28.
    ToActFinished {
        /// The seat.
        seat: Seat,
    },
    /// The game is over, but a seat is to act. Rules: L-30.
    ToActThoughOver {
        /// The seat.
        seat: Seat,
    },
    /// The game is over in the set-up, but several players have not finished. Rules: L-30.
    OverTooEarly {
        /// The seats that have not finished.
        unfinished: SeatSet,
    },
    /// The game goes on, but at most one player has not finished. Rules: L-30.
    OverTooLate {
        /// The seats that have not finished.
        unfinished: SeatSet,
    },
    /// Every player's tokens are on the end; the last player cannot get there,
    /// because the game ends before. Rules: L-30.
    EveryoneFinished,
    /// A finisher is not playing. Rules: L-30.
    FinisherNotSeated {
        /// The seat.
        seat: Seat,
    },
    /// A finisher is twice in the list. Rules: L-30.
    RepeatedFinisher {
        /// The seat.
        seat: Seat,
    },
    /// A finisher's tokens are not both on the end, and it is not the last
    /// player of a game that is over. Rules: L-12, L-30.
    FinisherUnfinished {
        /// The seat.
        seat: Seat,
    },
    /// A player with both tokens on the end is no finisher. Rules: L-12.
    FinisherMissing {
        /// The seat.
        seat: Seat,
    },
    /// The game is over, but its last player is not the last of the finishers.
    /// Rules: L-30.
    LastPlaceMissing {
        /// The seat.
        seat: Seat,
    },
    /// A bonus roll, but neither token is where a first 6 can have put it.
    /// Rules: L-13.
    BonusWithoutSix {
        /// The seat.
        seat: Seat,
    },
}

impl SetupError {
    /// The rule broken.
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::SeatCount { .. } | Self::RepeatedSeat { .. } => "L-1",
            Self::StepOutOfRange { .. } => "L-3",
            Self::SharedSpace { .. } => "L-9",
            Self::FinisherUnfinished { .. } | Self::FinisherMissing { .. } => "L-12",
            Self::BonusWithoutSix { .. } => "L-13",
            Self::ToActNotSeated { .. } | Self::ToActFinished { .. } => "L-28",
            Self::NobodyToAct => "L-29",
            Self::ToActThoughOver { .. }
            | Self::OverTooEarly { .. }
            | Self::OverTooLate { .. }
            | Self::EveryoneFinished
            | Self::FinisherNotSeated { .. }
            | Self::RepeatedFinisher { .. }
            | Self::LastPlaceMissing { .. } => "L-30",
        }
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SeatCount { count } => {
                write!(
                    f,
                    "the number of seats taken is {count}; a game takes 2 to 4"
                )
            }
            Self::RepeatedSeat { seat } => {
                write!(f, "seat {seat} is taken twice; one player sits at a seat")
            }
            Self::StepOutOfRange { seat, token, value } => write!(
                f,
                "{seat}'s token {token} has step count {value}; it is -1 (home yard) to 57 (the end)"
            ),
            Self::SharedSpace { space, seats } => write!(
                f,
                "tokens of {seats} share ring space {space}; the last to come would have kicked the others"
            ),
            Self::NobodyToAct => {
                f.write_str("nobody is to act, though the game is not over; name a seat")
            }
            Self::ToActNotSeated { seat } => {
                write!(
                    f,
                    "{seat} is to act but does not play; name a seat that does"
                )
            }
            Self::ToActFinished { seat } => write!(
                f,
                "{seat} is to act but has finished; name a seat that is still on its way"
            ),
            Self::ToActThoughOver { seat } => {
                write!(f, "{seat} is to act, though the game is over; name nobody")
            }
            Self::OverTooEarly { unfinished } => write!(
                f,
                "the game is called over while {unfinished} are on their way; it ends when one is left"
            ),
            Self::OverTooLate { unfinished } if unfinished.is_empty() => {
                f.write_str("the game goes on, though nobody is on the way any more")
            }
            Self::OverTooLate { unfinished } => write!(
                f,
                "the game goes on, though only {unfinished} is on the way; it ends when one is left"
            ),
            Self::EveryoneFinished => f.write_str(
                "all tokens are on the end; the game ends while the last player is on the way",
            ),
            Self::FinisherNotSeated { seat } => {
                write!(f, "{seat} is among the finishers but does not play")
            }
            Self::RepeatedFinisher { seat } => {
                write!(f, "{seat} stands twice among the finishers")
            }
            Self::FinisherUnfinished { seat } => write!(
                f,
                "{seat} is among the finishers, but its tokens are not both on the end"
            ),
            Self::FinisherMissing { seat } => write!(
                f,
                "{seat}'s tokens are both on the end, but it is not among the finishers"
            ),
            Self::LastPlaceMissing { seat } => write!(
                f,
                "the game is over, so {seat}, the one left, must stand last among the finishers"
            ),
            Self::BonusWithoutSix { seat } => write!(
                f,
                "{seat} cannot have a bonus roll: its first 6 would have left a token on R or on a step from 6 on"
            ),
        }
    }
}

impl Error for SetupError {}

/// Every reason why a set-up is impossible; never empty.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SetupErrors(pub Vec<SetupError>);

impl fmt::Display for SetupErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, reason) in self.0.iter().enumerate() {
            if place > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{reason} ({})", reason.rule())?;
        }
        Ok(())
    }
}

impl Error for SetupErrors {}
