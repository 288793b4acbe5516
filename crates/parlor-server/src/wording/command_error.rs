//! Why a command is not carried out, in words: the reason, and what would be right.

use parlor_table::command::{MOST_ENTROPY, ParseCommandError};
use parlor_table::table::CommandError;

/// The message of the API, and with a capital and a full stop the sentence of a page.
pub(crate) fn command_error(error: &CommandError) -> String {
    match error {
        CommandError::Unreadable(error) => parse_command_error(*error),
        CommandError::NotYourSeat { seat } => format!("seat {seat} is not yours"),
        CommandError::NoSeat => "only the holder of a seat can do that".into(),
        CommandError::SeatUnclear => "say for which of your seats".into(),
        CommandError::GameOver { ending, .. } => format!("the game is over ({ending})"),
        CommandError::NotBegun { waiting_for } => {
            let seats: Vec<String> = waiting_for.iter().map(char::to_string).collect();
            let seats = seats.join(" and ");
            format!("the game has not begun; it waits for seat {seats}")
        }
        CommandError::NobodyToAct { .. } => "nobody is to act any more".into(),
        CommandError::NotYourTurn { to_act, .. } => {
            format!("it is not your turn; {to_act} is to act")
        }
        CommandError::BotPlays { seat } => {
            format!("a bot plays for {seat}; come back to the seat first")
        }
        CommandError::NoDice => "no die is rolled in this game; send a push, such as 65F".into(),
        CommandError::RollInHand { actions } => {
            let actions = actions.join(" or ");
            format!("the roll in hand is to be answered first, by {actions}")
        }
        CommandError::DiceNotReady => "the dice are not ready yet".into(),
        CommandError::UnknownAction { reason, legal } => {
            format!("{reason}; you may send {}", legal.join(", "))
        }
        CommandError::Illegal { reason, .. } => reason.clone(),
        CommandError::SeatTaken { seat } => format!("seat {seat} is taken already"),
        CommandError::NoCommitment => {
            "whoever joins gives a part to the dice: send commit: and a commitment".into()
        }
        CommandError::NothingToCommit => {
            "no die is rolled in this game, so there is nothing to commit to".into()
        }
        CommandError::NameTaken { seat, name } => {
            format!("seat {seat} has the name {name:?}; choose a different one")
        }
        CommandError::NameTooLate => "names are given before the game begins".into(),
        CommandError::TooManyNames { most } => {
            format!("names were given {most} times already; play with the one that you have")
        }
        CommandError::EpochPending { waiting_for } => {
            let seats: Vec<String> = waiting_for.iter().map(char::to_string).collect();
            let waits = match &*seats {
                [] => "goes on in a moment".to_owned(),
                seats => format!(
                    "waits for seat {} to give to the dice anew",
                    seats.join(" and ")
                ),
            };
            format!("the game was restored from a backup; it {waits}")
        }
        CommandError::AlreadyCommitted { seat } => {
            format!("seat {seat} has committed already; the game waits for others")
        }
        CommandError::RepeatedCommitment { seat, commitment } => {
            format!(
                "seat {seat} has made the commitment {commitment} before in this game, so its bytes \
                 may be known; commit to new bytes"
            )
        }
        CommandError::NothingToReveal { seat } => {
            format!("seat {seat} has nothing to reveal")
        }
        CommandError::RevealTooEarly => {
            "bytes are revealed only when everybody has committed to theirs".into()
        }
        CommandError::WrongBytes {
            seat,
            computed,
            committed,
        } => {
            format!(
                "the commitment of seat {seat} to these bytes would be {computed}, but it is \
                 {committed}"
            )
        }
        CommandError::AskerAbsent => "only a person at the table can ask".into(),
        CommandError::RequestPending => {
            "something is asked already; it must be answered first".into()
        }
        CommandError::RequestDeclined => {
            "that was declined; ask again after the next action".into()
        }
        CommandError::TooManyRequests { requests, most } => {
            format!(
                "a game has at most {most} requests more than moves played, and this one has had \
                 {requests}; play on"
            )
        }
        CommandError::NoDraws => "in these rules nobody can agree on a draw".into(),
        CommandError::NobodyToDrawWith => "a bot does not agree on a draw".into(),
        CommandError::UndoOnClock => "by the clock nothing is taken back".into(),
        CommandError::PlayerAway => "somebody is away, and a bot cannot agree for them".into(),
        CommandError::NothingToUndo => {
            "nothing of yours can be taken back: a roll never is, nor what came before one".into()
        }
        CommandError::HintOnClock => "by the clock there are no hints".into(),
        CommandError::HintOutOfTurn => "a hint is for who is to act".into(),
        CommandError::HintBeforeRoll => "a hint is about what to choose; roll first".into(),
        CommandError::HintWithoutChoice => "there is only one thing to do".into(),
        CommandError::HintExists => "there is a hint already".into(),
        CommandError::NoRequest => "nobody asks for that".into(),
        CommandError::NotYoursToAnswer => "it is for the others to answer that".into(),
        CommandError::SeatGivenUp { seat } => {
            format!("seat {seat} was given up already")
        }
        CommandError::NotReplaced => "no bot plays in your place".into(),
        CommandError::OthersPlay => "others play on; you may resign".into(),
        CommandError::NotOver => "the game is not over yet".into(),
        CommandError::NeverBegan => "the game never began; make a new one".into(),
        CommandError::RematchMade { game } => {
            format!("the next game was made already: {game}")
        }
        CommandError::RematchOfService => "the next game is for the service to make".into(),
        CommandError::KeyUsed { key } => {
            format!("somebody else has used the action_id {key}; draw a new one")
        }
    }
}

/// Why a text is not a command.
pub(crate) fn parse_command_error(error: ParseCommandError) -> String {
    match error {
        ParseCommandError::TooLong => {
            "an action is one short word, such as roll, A6p, 65F or resign".into()
        }
        ParseCommandError::Commitment => {
            "after commit: come the 64 hexadecimal digits of a commitment".into()
        }
        ParseCommandError::Bytes => {
            format!("after reveal: come at most {MOST_ENTROPY} bytes as hexadecimal digits")
        }
    }
}

#[cfg(test)]
mod tests {
    use parlor_dice::Bytes32;
    use parlor_record::record::Ending;

    use super::*;

    #[test]
    fn every_error_of_a_command_has_its_rule_and_its_message() {
        let none: Option<&str> = None;
        let text = |text: &str| text.to_owned();
        let all = catalog! { CommandError:
            Unreadable(ParseCommandError::TooLong)
                => (none, "an action is one short word, such as roll, A6p, 65F or resign");
            NotYourSeat { seat: 'C' }
                => (none, "seat C is not yours");
            NoSeat
                => (none, "only the holder of a seat can do that");
            SeatUnclear
                => (none, "say for which of your seats");
            GameOver { ending: Ending::Rule("K-8"), rule: Some("K-8") }
                => (Some("K-8"), "the game is over (K-8)");
            NotBegun { waiting_for: vec!['A', 'C'] }
                => (none, "the game has not begun; it waits for seat A and C");
            NobodyToAct { rule: Some("L-30") }
                => (Some("L-30"), "nobody is to act any more");
            NotYourTurn { to_act: 'B', rule: "K-11" }
                => (Some("K-11"), "it is not your turn; B is to act");
            BotPlays { seat: 'A' }
                => (none, "a bot plays for A; come back to the seat first");
            NoDice
                => (none, "no die is rolled in this game; send a push, such as 65F");
            RollInHand { actions: vec![text("A6p"), text("A6q")] }
                => (Some("L-29"), "the roll in hand is to be answered first, by A6p or A6q");
            DiceNotReady
                => (none, "the dice are not ready yet");
            UnknownAction { reason: text("no push"), legal: vec![text("65F"), text("50R")] }
                => (none, "no push; you may send 65F, 50R");
            Illegal { rule: "K-3", reason: text("no room") }
                => (Some("K-3"), "no room");
            SeatTaken { seat: 'C' }
                => (none, "seat C is taken already");
            NoCommitment
                => (none, "whoever joins gives a part to the dice: send commit: and a commitment");
            NothingToCommit
                => (none, "no die is rolled in this game, so there is nothing to commit to");
            NameTaken { seat: 'A', name: text("Ann") }
                => (none, "seat A has the name \"Ann\"; choose a different one");
            NameTooLate
                => (none, "names are given before the game begins");
            TooManyNames { most: 100 }
                => (none, "names were given 100 times already; play with the one that you have");
            EpochPending { waiting_for: vec!['A', 'C'] }
                => (none, "the game was restored from a backup; it waits for seat A and C to give to \
                    the dice anew");
            AlreadyCommitted { seat: 'A' }
                => (none, "seat A has committed already; the game waits for others");
            RepeatedCommitment { seat: 'A', commitment: Bytes32([7; 32]) }
                => (none, "seat A has made the commitment \
                    0707070707070707070707070707070707070707070707070707070707070707 before in this \
                    game, so its bytes may be known; commit to new bytes");
            NothingToReveal { seat: 'A' }
                => (none, "seat A has nothing to reveal");
            RevealTooEarly
                => (none, "bytes are revealed only when everybody has committed to theirs");
            WrongBytes {
                seat: 'A', computed: Bytes32([0xab; 32]), committed: Bytes32([0xcd; 32])
            }
                => (none, "the commitment of seat A to these bytes would be \
                 abababababababababababababababababababababababababababababababab, but it is \
                 cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd");
            AskerAbsent
                => (none, "only a person at the table can ask");
            RequestPending
                => (none, "something is asked already; it must be answered first");
            RequestDeclined
                => (none, "that was declined; ask again after the next action");
            TooManyRequests { requests: 307, most: 300 }
                => (none, "a game has at most 300 requests more than moves played, and this one has had 307; \
                 play on");
            NoDraws
                => (none, "in these rules nobody can agree on a draw");
            NobodyToDrawWith
                => (none, "a bot does not agree on a draw");
            UndoOnClock
                => (none, "by the clock nothing is taken back");
            PlayerAway
                => (none, "somebody is away, and a bot cannot agree for them");
            NothingToUndo
                => (none, "nothing of yours can be taken back: a roll never is, nor what came before one");
            HintOnClock
                => (none, "by the clock there are no hints");
            HintOutOfTurn
                => (none, "a hint is for who is to act");
            HintBeforeRoll
                => (none, "a hint is about what to choose; roll first");
            HintWithoutChoice
                => (none, "there is only one thing to do");
            HintExists
                => (none, "there is a hint already");
            NoRequest
                => (none, "nobody asks for that");
            NotYoursToAnswer
                => (none, "it is for the others to answer that");
            SeatGivenUp { seat: 'D' }
                => (none, "seat D was given up already");
            NotReplaced
                => (none, "no bot plays in your place");
            OthersPlay
                => (none, "others play on; you may resign");
            NotOver
                => (none, "the game is not over yet");
            NeverBegan
                => (none, "the game never began; make a new one");
            RematchMade { game: "23456789bcdfghjk".parse().expect("an id") }
                => (none, "the next game was made already: 23456789bcdfghjk");
            RematchOfService
                => (none, "the next game is for the service to make");
            KeyUsed { key: "8d1f0c".parse().expect("a key") }
                => (none, "somebody else has used the action_id 8d1f0c; draw a new one");
        };
        for (error, (rule, message)) in all {
            assert_eq!((error.rule(), &*command_error(&error)), (rule, message));
        }
    }

    #[test]
    fn every_text_that_is_not_a_command_has_its_message() {
        let said = |word: &str| {
            let parsed = word.parse::<parlor_table::command::CommandKind>();
            parse_command_error(parsed.expect_err("it is not a command"))
        };
        assert_eq!(
            ["roll\n", "commit:1", "reveal:xy"].map(said),
            [
                "an action is one short word, such as roll, A6p, 65F or resign",
                "after commit: come the 64 hexadecimal digits of a commitment",
                "after reveal: come at most 256 bytes as hexadecimal digits",
            ]
        );
    }
}
