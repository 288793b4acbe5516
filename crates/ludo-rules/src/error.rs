//! Everything that can be wrong, each with the rule it breaks and the offending value.

use core::error::Error;
use core::fmt;

use crate::geometry::{Roll, Step, Token};
use crate::seat::{Seat, SeatSet};

/// A name that is no set of rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RulesError {
    /// What was given.
    pub value: String,
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { value } = self;
        write!(
            f,
            "{value:?} is no set of ludo rules; the one there is is \"classic\""
        )
    }
}

impl Error for RulesError {}

/// A text that is no seat. Rules: L-1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SeatError {
    /// What was given.
    pub value: String,
}

impl SeatError {
    /// The rule broken.
    pub const fn rule(&self) -> &'static str {
        "L-1"
    }
}

impl fmt::Display for SeatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { value } = self;
        write!(f, "{value:?} is no seat; the seats are A, B, C and D")
    }
}

impl Error for SeatError {}

/// A number that no die shows. Rules: L-5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RollError {
    /// What was given.
    pub value: i64,
}

impl RollError {
    /// The rule broken.
    pub const fn rule(&self) -> &'static str {
        "L-5"
    }
}

impl fmt::Display for RollError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { value } = self;
        write!(f, "{value} is no roll; a die shows 1 to 6")
    }
}

impl Error for RollError {}

/// A number that no token's step count can be. Rules: L-3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StepError {
    /// What was given.
    pub value: i64,
}

impl StepError {
    /// The rule broken.
    pub const fn rule(&self) -> &'static str {
        "L-3"
    }
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { value } = self;
        write!(
            f,
            "{value} is no step count; it is -1 (home yard) to 57 (the end)"
        )
    }
}

impl Error for StepError {}

/// Bits that pack no tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BitsError {
    /// What was given.
    pub bits: u64,
}

impl fmt::Display for BitsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { bits } = self;
        write!(f, "{bits:#x} packs no tokens that could stand on a board")
    }
}

impl Error for BitsError {}

/// A text that does not follow a notation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ParseError {
    /// The whole text.
    pub input: String,
    /// Where it goes wrong, in characters from 1; one past the last character
    /// if the text stops too early.
    pub column: usize,
    /// What would be right there.
    pub expected: &'static str,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            input,
            column,
            expected,
        } = self;
        write!(f, "column {column} of {input:?}: expected {expected}")
    }
}

impl Error for ParseError {}

/// Why a roll or a choice is refused. The position is then unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PlayError {
    /// Every place is taken. Rules: L-30.
    GameOver,
    /// A choice was given while the die is to be rolled. Rules: L-29.
    RollDue,
    /// A roll was given while one is to be answered. Rules: L-29.
    NoRollDue {
        /// The roll given.
        roll: Roll,
        /// The roll that is to be answered.
        in_hand: Roll,
    },
    /// Another seat is to act. Rules: L-28.
    WrongSeat {
        /// The seat given.
        seat: Seat,
        /// The seat to act.
        to_act: Seat,
    },
    /// The seat is not playing. Rules: L-1.
    NotSeated {
        /// The seat given.
        seat: Seat,
    },
    /// The token is in the yard. Rules: L-5.
    NeedsSix {
        /// The token given.
        token: Token,
        /// The roll that is no 6.
        roll: Roll,
    },
    /// The token is on the end. Rules: L-8.
    Finished {
        /// The token given.
        token: Token,
    },
    /// The token is one of a stack. Rules: L-27.
    SplitsStack {
        /// The token given.
        token: Token,
    },
    /// The tokens are no stack. Rules: L-27.
    NotAStack {
        /// Where `p` and `q` are.
        steps: [Step; 2],
    },
    /// A pass was given while something can move. Rules: L-14.
    MustMove {
        /// The roll that moves something.
        roll: Roll,
    },
}

impl PlayError {
    /// The rule broken.
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::NotSeated { .. } => "L-1",
            Self::NeedsSix { .. } => "L-5",
            Self::Finished { .. } => "L-8",
            Self::MustMove { .. } => "L-14",
            Self::SplitsStack { .. } | Self::NotAStack { .. } => "L-27",
            Self::WrongSeat { .. } => "L-28",
            Self::RollDue | Self::NoRollDue { .. } => "L-29",
            Self::GameOver => "L-30",
        }
    }
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over; nothing more can be played"),
            Self::RollDue => f.write_str("the die is to be rolled before anything moves"),
            Self::NoRollDue { roll, in_hand } => write!(
                f,
                "no roll is due, so {roll} cannot be taken; answer the {in_hand} in hand first"
            ),
            Self::WrongSeat { seat, to_act } => {
                write!(f, "it is not {seat}'s turn; {to_act} is to act")
            }
            Self::NotSeated { seat } => write!(f, "nobody plays at seat {seat}"),
            Self::NeedsSix { token, roll } => write!(
                f,
                "token {token} is in the home yard and leaves it only on a 6, not on a {roll}"
            ),
            Self::Finished { token } => {
                write!(f, "token {token} is on the end and never moves again")
            }
            Self::SplitsStack { token } => write!(
                f,
                "token {token} is part of a stack, which moves as one; choose pq"
            ),
            Self::NotAStack { steps: [p, q] } => write!(
                f,
                "p (step {p}) and q (step {q}) are no stack, so they do not move as one; choose one of them"
            ),
            Self::MustMove { roll } => write!(
                f,
                "a token can move {roll}, so passing is not allowed; choose what moves"
            ),
        }
    }
}

impl Error for PlayError {}

/// One reason why a set-up can arise in no game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SetupError {
    /// Fewer than two seats, or more than four. Rules: L-1.
    SeatCount {
        /// How many distinct seats there are.
        count: usize,
    },
    /// A seat stands twice in the list. Rules: L-1.
    RepeatedSeat {
        /// The seat.
        seat: Seat,
    },
    /// A step count outside −1 to 57. Rules: L-3.
    StepOutOfRange {
        /// Whose token.
        seat: Seat,
        /// Which one.
        token: Token,
        /// The step count given.
        value: i64,
    },
    /// Tokens of several players on one ring space. Rules: L-9.
    SharedSpace {
        /// The ring space, 1 to 56.
        space: u8,
        /// Whose tokens.
        seats: SeatSet,
    },
    /// The game goes on, but nobody is to act. Rules: L-29.
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
    /// The game is called over while several players are still on their way. Rules: L-30.
    OverTooEarly {
        /// Who is still on the way.
        unfinished: SeatSet,
    },
    /// The game goes on, but at most one player is still on the way. Rules: L-30.
    OverTooLate {
        /// Who is still on the way.
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
    /// A finisher stands twice in the list. Rules: L-30.
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
    /// The game is over, but its last player does not stand last among the
    /// finishers. Rules: L-30.
    LastPlaceMissing {
        /// The seat.
        seat: Seat,
    },
    /// A bonus roll, but neither token stands where a first 6 can have put it.
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
                write!(f, "{count} seats are taken; 2 to 4 can play")
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

/// Why a line is no position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PositionError {
    /// The line does not follow the notation.
    Notation(ParseError),
    /// It does, but no game can come to stand so.
    Setup(SetupErrors),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Notation(error) => error.fmt(f),
            Self::Setup(errors) => errors.fmt(f),
        }
    }
}

impl Error for PositionError {}

impl From<ParseError> for PositionError {
    fn from(error: ParseError) -> Self {
        Self::Notation(error)
    }
}

impl From<SetupErrors> for PositionError {
    fn from(errors: SetupErrors) -> Self {
        Self::Setup(errors)
    }
}

/// Why a script is refused; then nothing of it is played.
///
/// Rules: L-23. Entries count from 0 in the list they stand in. Values are
/// the text to show: a face that reads JSON or Python quotes them its way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ScriptError {
    /// The text names no players: there is no colon after them.
    NoPlayers {
        /// The whole text.
        value: String,
    },
    /// The players are no list of seats.
    PlayersNotAList {
        /// What was given.
        value: String,
    },
    /// The turns are no list.
    TurnsNotAList {
        /// What was given.
        value: String,
    },
    /// Fewer than two players, or more than four.
    PlayerCount {
        /// How many entries there are.
        count: usize,
    },
    /// An entry of the players list is no seat.
    UnknownPlayer {
        /// Which entry of the players list.
        entry: usize,
        /// What it is.
        value: String,
    },
    /// A seat stands twice in the players list.
    RepeatedPlayer {
        /// The later entry of the players list.
        entry: usize,
        /// The seat.
        seat: Seat,
    },
    /// A turn is no pair of a seat and a roll.
    NotAPair {
        /// Which entry of the turns list.
        entry: usize,
        /// What it is.
        value: String,
    },
    /// A turn's seat is none of A to D.
    UnknownSeat {
        /// Which entry of the turns list.
        entry: usize,
        /// What its seat is.
        value: String,
    },
    /// A turn's roll is no integer from 1 to 6.
    BadRoll {
        /// Which entry of the turns list.
        entry: usize,
        /// What its roll is.
        value: String,
    },
}

impl ScriptError {
    /// The rule broken.
    pub const fn rule(&self) -> &'static str {
        "L-23"
    }

    /// The entry that is wrong, from 0 in its list; `None` if it is the list itself.
    pub const fn entry(&self) -> Option<usize> {
        match self {
            Self::NoPlayers { .. }
            | Self::PlayersNotAList { .. }
            | Self::TurnsNotAList { .. }
            | Self::PlayerCount { .. } => None,
            Self::UnknownPlayer { entry, .. }
            | Self::RepeatedPlayer { entry, .. }
            | Self::NotAPair { entry, .. }
            | Self::UnknownSeat { entry, .. }
            | Self::BadRoll { entry, .. } => Some(*entry),
        }
    }

    /// The offending value, as text to show.
    pub fn value(&self) -> String {
        match self {
            Self::PlayerCount { count } => count.to_string(),
            Self::RepeatedPlayer { seat, .. } => seat.to_string(),
            Self::NoPlayers { value }
            | Self::PlayersNotAList { value }
            | Self::TurnsNotAList { value }
            | Self::UnknownPlayer { value, .. }
            | Self::NotAPair { value, .. }
            | Self::UnknownSeat { value, .. }
            | Self::BadRoll { value, .. } => value.clone(),
        }
    }
}

impl fmt::Display for ScriptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPlayers { value } => write!(
                f,
                "{value:?} names no players; a script is players, a colon and turns, as in A,B: A6 A4"
            ),
            Self::PlayersNotAList { value } => {
                write!(f, "the players are {value}; they must be a list of seats")
            }
            Self::TurnsNotAList { value } => write!(
                f,
                "the turns are {value}; they must be a list of pairs of seat and roll"
            ),
            Self::PlayerCount { count } => {
                write!(f, "{count} players are named; 2 to 4 can play")
            }
            Self::UnknownPlayer { entry, value } => write!(
                f,
                "entry {entry} of the players is {value}; the seats are A, B, C and D"
            ),
            Self::RepeatedPlayer { entry, seat } => write!(
                f,
                "entry {entry} of the players is {seat} again; each seat is named once"
            ),
            Self::NotAPair { entry, value } => write!(
                f,
                "entry {entry} of the turns is {value}; it must be a pair of seat and roll"
            ),
            Self::UnknownSeat { entry, value } => write!(
                f,
                "entry {entry} of the turns has seat {value}; the seats are A, B, C and D"
            ),
            Self::BadRoll { entry, value } => write!(
                f,
                "entry {entry} of the turns has roll {value}; a roll is an integer from 1 to 6"
            ),
        }
    }
}

impl Error for ScriptError {}

/// Nobody plays at the position asked for. Rules: L-24.
///
/// It prints the texts' own words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlayerNotFound;

impl PlayerNotFound {
    /// The rule broken.
    pub const fn rule(&self) -> &'static str {
        "L-24"
    }
}

impl fmt::Display for PlayerNotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Player not found!")
    }
}

impl Error for PlayerNotFound {}

/// Why `move_token` is refused; then nothing moves. Rules: L-25.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MoveTokenError {
    /// The name is neither `p` nor `q`.
    UnknownToken {
        /// What was given, as text to show.
        value: String,
    },
    /// The steps are no integer from 1 to 6.
    BadSteps {
        /// What was given, as text to show.
        value: String,
    },
    /// The player belongs to another game, or to an earlier one of this object.
    ForeignPlayer {
        /// The player's seat.
        seat: Seat,
    },
}

impl MoveTokenError {
    /// The rule broken.
    pub const fn rule(&self) -> &'static str {
        "L-25"
    }
}

impl fmt::Display for MoveTokenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownToken { value } => {
                write!(f, "{value} is no token; the tokens are \"p\" and \"q\"")
            }
            Self::BadSteps { value } => {
                write!(
                    f,
                    "{value} steps cannot be moved; give an integer from 1 to 6"
                )
            }
            Self::ForeignPlayer { seat } => write!(
                f,
                "player {seat} belongs to another game; ask this game for its player after play_game"
            ),
        }
    }
}

impl Error for MoveTokenError {}
