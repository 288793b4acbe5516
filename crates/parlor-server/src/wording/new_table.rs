//! Why no game can be created so, in words: the reason, and what would be right.

use parlor_game::AnyGame;
use parlor_service::rate_limit::RateLimited;
use parlor_service::service::{LONGEST_NAME, NameError, NewSeatError, NewTableError, TooManyGames};

use super::players_in_words;

/// The message of the API, and with a capital and a full stop the sentence of a page.
pub(crate) fn new_table_error(error: &NewTableError) -> String {
    match error {
        NewTableError::UnknownGame { game } => {
            let names = AnyGame::NAMES.join(" and ");
            format!("there is no game {game:?}; the games are {names}")
        }
        NewTableError::UnknownRules { reason }
        | NewTableError::Position { reason, .. }
        | NewTableError::Start { reason, .. } => reason.clone(),
        NewTableError::PositionOver { rule } => format!(
            "the game is over in this position ({rule}); begin with one in which a seat is to act"
        ),
        NewTableError::OtherRules { position } => {
            format!("the position is one of {position} rules; name these or none")
        }
        NewTableError::OnlyBots => {
            "bots alone play no game here: at least one seat is a human's".to_owned()
        }
        NewTableError::AwayAfter => {
            "a seat may stay away for 5 seconds to 30 days until a bot takes it over".to_owned()
        }
        NewTableError::Clock => {
            "a clock begins with 10 seconds to 3 hours, and gains 0 to 180 seconds with every turn"
                .to_owned()
        }
        NewTableError::Seat { error, .. } => new_seat_error(error),
    }
}

fn new_seat_error(error: &NewSeatError) -> String {
    match error {
        NewSeatError::Unknown { seat, known } => {
            let known: Vec<String> = known.iter().map(char::to_string).collect();
            let known = known.join(", ");
            format!("there is no seat {seat:?}; the seats are {known}")
        }
        NewSeatError::Name(error) => name_error(error),
        NewSeatError::NameTaken { name } => {
            format!("another seat has the name {name:?}; choose a different one")
        }
        NewSeatError::UnknownBot { bot, game, known } => {
            let known = known.join(", ");
            format!("there is no bot {bot:?} for {game}; there are {known}")
        }
        NewSeatError::BotElsewhere {
            bot,
            players,
            seats,
        } => {
            let players = players_in_words(players);
            format!("{bot} plays only with {players}; this game has {seats}")
        }
        NewSeatError::NoDice { game } => {
            format!("nothing is rolled in {game}, so there is nothing to give")
        }
    }
}

/// Why a text cannot be a player's name.
pub(crate) fn name_error(error: &NameError) -> String {
    match error {
        NameError::Length => format!("a name has 1 to {LONGEST_NAME} characters"),
        NameError::NotALine(name) => format!(
            "the name {name:?} has characters that cannot be shown in a line: controls, or ones \
             that reverse the direction of the text"
        ),
    }
}

/// Why there is no room for another game.
pub(crate) fn too_many_games(games: TooManyGames) -> String {
    match games {
        TooManyGames::OfBrowser { open } => {
            format!("you have {open} games going on, and may have no more; finish or end one first")
        }
        TooManyGames::OfNetwork { network, open } => format!(
            "{open} games made from {network} go on, and there may be no more; finish or end one \
             first"
        ),
        TooManyGames::OfServer { open } => {
            format!("{open} games go on here, and somebody is in each; try again later")
        }
    }
}

/// That a client has created games too fast.
pub(crate) fn too_many_new_games(limited: RateLimited) -> String {
    format!("too many new games; try again in {} s", limited.seconds())
}

/// Why a client is given no token for a program now.
pub(crate) fn too_many_programs(limited: RateLimited) -> String {
    format!(
        "this client was given many tokens for programs, each of which can be used for ever; another one \
         in {} s",
        limited.seconds()
    )
}

#[cfg(test)]
mod tests {
    use parlor_service::client_net::ClientNet;

    use super::*;

    #[test]
    fn every_error_of_a_new_game_has_its_message() {
        let text = |text: &str| text.to_owned();
        let seat = || NewSeatError::NoDice { game: "kuba" };
        let all = catalog! { NewTableError:
            UnknownGame { game: text("chess") }
                => "there is no game \"chess\"; the games are ludo and kuba";
            UnknownRules { reason: text("no rules blitz") } => "no rules blitz";
            Position { rule: Some("L-2"), reason: text("the set-up is impossible") }
                => "the set-up is impossible";
            PositionOver { rule: "L-30" }
                => "the game is over in this position (L-30); begin with one in which a seat is \
                to act";
            OtherRules { position: text("classroom") }
                => "the position is one of classroom rules; name these or none";
            Start { rule: Some("L-1"), reason: text("two to four play") } => "two to four play";
            OnlyBots => "bots alone play no game here: at least one seat is a human's";
            AwayAfter => "a seat may stay away for 5 seconds to 30 days until a bot takes it over";
            Clock => "a clock begins with 10 seconds to 3 hours, and gains 0 to 180 seconds with \
                every turn";
            Seat { place: 1, error: seat() }
                => "nothing is rolled in kuba, so there is nothing to give";
        };
        for (error, message) in all {
            assert_eq!(new_table_error(&error), message);
        }
        let all = catalog! { NewSeatError:
            Unknown { seat: 'W', known: vec!['A', 'B'] }
                => "there is no seat 'W'; the seats are A, B";
            Name(NameError::Length) => "a name has 1 to 40 characters";
            NameTaken { name: text("Ann") }
                => "another seat has the name \"Ann\"; choose a different one";
            UnknownBot { bot: text("deep"), game: "kuba", known: vec![text("random"), text("greedy")] }
                => "there is no bot \"deep\" for kuba; there are random, greedy";
            BotElsewhere { bot: text("optimal"), players: 2..=2, seats: 3 }
                => "optimal plays only with two players; this game has 3";
            NoDice { game: "kuba" } => "nothing is rolled in kuba, so there is nothing to give";
        };
        for (error, message) in all {
            assert_eq!(new_seat_error(&error), message);
        }
        let all = catalog! { NameError:
            Length => "a name has 1 to 40 characters";
            NotALine(text("\u{202e}x"))
                => "the name \"\\u{202e}x\" has characters that cannot be shown in a line: \
                controls, or ones that reverse the direction of the text";
        };
        for (error, message) in all {
            assert_eq!(name_error(&error), message);
        }
    }

    #[test]
    fn every_reason_why_there_is_no_room_for_a_game_has_its_message() {
        let network = ClientNet::of(Some([192, 0, 2, 1].into())).widest();
        let all = catalog! { TooManyGames:
            OfBrowser { open: 100 }
                => "you have 100 games going on, and may have no more; finish or end one first";
            OfNetwork { network, open: 200 }
                => "200 games made from 192.0.2.0/24 go on, and there may be no more; finish or \
                end one first";
            OfServer { open: 9 }
                => "9 games go on here, and somebody is in each; try again later";
        };
        for (games, message) in all {
            assert_eq!(too_many_games(games), message);
        }
    }
}
