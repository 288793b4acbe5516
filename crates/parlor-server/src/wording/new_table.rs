//! Why no game can be created so, in words: the reason, and what would be right.

use parlor_game::AnyGame;
use parlor_service::service::{NewSeatError, NewTableError};

use super::players_in_words;

/// The message of the API, and with a capital and a full stop the sentence of a page.
pub(crate) fn new_table_error(error: &NewTableError) -> String {
    match error {
        NewTableError::UnknownGame { game } => {
            let names = AnyGame::NAMES.join(" and ");
            format!("there is no game {game:?}; the games are {names}")
        }
        NewTableError::UnknownRules { reason } | NewTableError::Start { reason, .. } => {
            reason.clone()
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
        NewSeatError::Name(error) => error.to_string(),
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

#[cfg(test)]
mod tests {
    use parlor_service::service::NameError;

    use super::*;

    #[test]
    fn every_error_of_a_new_game_has_its_message() {
        let text = |text: &str| text.to_owned();
        let seat = || NewSeatError::NoDice { game: "kuba" };
        let all = catalog! { NewTableError:
            UnknownGame { game: text("chess") }
                => "there is no game \"chess\"; the games are ludo and kuba";
            UnknownRules { reason: text("no rules blitz") } => "no rules blitz";
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
    }
}
