//! Why a command is not carried out.

use parlor_dice::Bytes32;
use parlor_record::record::Ending;

use crate::command::ParseCommandError;
use crate::id::{GameId, IdempotencyKey};

/// Why a command is not carried out; nothing has changed. Front ends put it into words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// The text is not a command.
    Unreadable(ParseCommandError),
    /// The seat is not one of the sender's.
    NotYourSeat {
        /// The seat.
        seat: char,
    },
    /// The sender has no seat.
    NoSeat,
    /// The sender has several seats, and has named none.
    SeatUnclear,
    /// The game is over; `rule` is the rule that ended it, where the command is one of play.
    GameOver {
        /// Why it is over.
        ending: Ending,
        /// The rule, if there is one.
        rule: Option<&'static str>,
    },
    /// These seats have yet to join, or to reveal their bytes.
    NotBegun {
        /// The seats.
        waiting_for: Vec<char>,
    },
    /// No seat is to act.
    NobodyToAct {
        /// The rule, if there is one.
        rule: Option<&'static str>,
    },
    /// Another seat is to act.
    NotYourTurn {
        /// The seat to act.
        to_act: char,
        /// The rule that forbids it.
        rule: &'static str,
    },
    /// A bot plays for the seat to act.
    BotPlays {
        /// The seat.
        seat: char,
    },
    /// The game has no dice to roll.
    NoDice,
    /// A roll is in hand, and one of these actions must answer it. Rules: L-29.
    RollInHand {
        /// The legal actions, in notation.
        actions: Vec<String>,
    },
    /// The dice are not complete.
    DiceNotReady,
    /// The text is not an action of the game, for the reason that its notation gives.
    UnknownAction {
        /// The reason.
        reason: String,
        /// What the seat to act may send.
        legal: Vec<String>,
    },
    /// The game forbids the action, for the reason that its rules give.
    Illegal {
        /// The rule.
        rule: &'static str,
        /// The reason.
        reason: String,
    },
    /// Somebody has joined at the seat.
    SeatTaken {
        /// The seat.
        seat: char,
    },
    /// A player joins a game with dice without a commitment.
    NoCommitment,
    /// A player commits to bytes in a game without dice.
    NothingToCommit,
    /// Another seat is shown with the name.
    NameTaken {
        /// The seat.
        seat: char,
        /// The name.
        name: String,
    },
    /// A name is given after the game has begun.
    NameTooLate,
    /// Names were given this many times, the most of a game.
    TooManyNames {
        /// The number.
        most: usize,
    },
    /// The game goes on once everybody has contributed to the dice anew.
    EpochPending {
        /// The seats that have yet to commit or to reveal.
        waiting_for: Vec<char>,
    },
    /// The seat has committed for the epoch that is agreed on.
    AlreadyCommitted {
        /// The seat.
        seat: char,
    },
    /// The seat has made this commitment before in this game, so its bytes may be known.
    RepeatedCommitment {
        /// The seat.
        seat: char,
        /// The commitment.
        commitment: Bytes32,
    },
    /// The seat has no bytes to reveal.
    NothingToReveal {
        /// The seat.
        seat: char,
    },
    /// Not everybody has committed.
    RevealTooEarly,
    /// The bytes are not those that the seat committed to.
    WrongBytes {
        /// The seat.
        seat: char,
        /// The commitment of the seat to the bytes.
        computed: Bytes32,
        /// The commitment.
        committed: Bytes32,
    },
    /// The asker does not play, or a bot plays for them.
    AskerAbsent,
    /// A request is pending.
    RequestPending,
    /// The same request was declined since the last action.
    RequestDeclined,
    /// The game has had too many requests: more than its plies and `most`.
    TooManyRequests {
        /// The requests so far.
        requests: usize,
        /// The most requests beyond the plies.
        most: usize,
    },
    /// The rules know no agreed draw.
    NoDraws,
    /// Nobody but bots could agree on a draw.
    NobodyToDrawWith,
    /// Games with clocks have no undo.
    UndoOnClock,
    /// A bot plays for somebody who would have to agree.
    PlayerAway,
    /// The seat has no last action that can be taken back.
    NothingToUndo,
    /// Games with clocks have no hints.
    HintOnClock,
    /// Only the seat to act can have a hint.
    HintOutOfTurn,
    /// The die must be rolled first.
    HintBeforeRoll,
    /// There is one legal action.
    HintWithoutChoice,
    /// There is a hint, or one is being searched for.
    HintExists,
    /// No such request is pending.
    NoRequest,
    /// The request is for other seats to answer.
    NotYoursToAnswer,
    /// The seat was given up.
    SeatGivenUp {
        /// The seat.
        seat: char,
    },
    /// No bot plays for the sender.
    NotReplaced,
    /// The game cannot be abandoned, because others play.
    OthersPlay,
    /// A rematch needs a game that is over.
    NotOver,
    /// A game that never began has no rematch.
    NeverBegan,
    /// The rematch exists.
    RematchMade {
        /// Its id.
        game: GameId,
    },
    /// A rematch is created by the service, not by the table.
    RematchOfService,
    /// Another player has used the idempotency key.
    KeyUsed {
        /// The key.
        key: IdempotencyKey,
    },
}

impl CommandError {
    /// The rule that forbids the command, if one does.
    pub const fn rule(&self) -> Option<&'static str> {
        match self {
            Self::GameOver { rule, .. } | Self::NobodyToAct { rule } => *rule,
            Self::NotYourTurn { rule, .. } | Self::Illegal { rule, .. } => Some(rule),
            Self::RollInHand { .. } => Some("L-29"),
            _ => None,
        }
    }
}
