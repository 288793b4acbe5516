//! The lobby.

pub(in crate::pages) const LOBBY_TITLE: &str = "Play with somebody";
pub(in crate::pages) const LOBBY_DESCRIPTION: &str =
    "Find somebody to play Ludo or Kuba with, or watch others play.";
pub(in crate::pages) const NOT_WAITING: &str = "You wait no more: your page was closed or did not answer for a while, you have stopped, or you have begun \
     another game.";
pub(in crate::pages) const NOBODY_WAS_PAIRED: &str =
    "Nobody has been paired for this yet, so it may take long.";

/// In a window that shows something else, once somebody has come to play.
pub(in crate::pages) const SOMEBODY_HAS_COME: &str = "Somebody has come: play";
pub(in crate::pages) const MORE_GO_ON: &str = "More games go on than are listed here.";

/// How many wait whom one may play with.
pub(in crate::pages) fn waiting_number(players: usize) -> String {
    match players {
        0 => "Nobody waits".to_owned(),
        1 => "1 player waits".to_owned(),
        players => format!("{players} players wait"),
    }
}

/// How many games can be watched.
pub(in crate::pages) fn watchable_number(games: usize, are_more: bool) -> String {
    match games {
        0 => "no game can be watched".to_owned(),
        games if are_more => format!("more than {games} games can be watched"),
        1 => "1 game can be watched".to_owned(),
        games => format!("{games} games can be watched"),
    }
}

/// Those who wait and are not listed.
pub(in crate::pages) fn more_wait(players: usize) -> String {
    match players {
        1 => "1 more player waits who is not listed here.".to_owned(),
        players => format!("{players} more players wait who are not listed here."),
    }
}

sentences! {
    /// Both numbers, read out when they change.
    numbers(waiting: &str, watchable: &str) => "{waiting}; {watchable}.";
    /// A clock, by its time and the seconds that it gains.
    clock_of(initial: &str, increment: u64) => "{initial} each, {increment} s more each turn";
    /// A game without a clock.
    away_for(time: &str) => "no clock, {time} to stay away";
    /// What no form of the lobby sends.
    wrong_what(value: &str, known: &str) => "The field what has the value {value}, which is no game here; it takes \
        {known}. Nothing was done: choose a game below.";
    wrong_pace(value: &str, known: &str) => "The field pace has the value {value}, which is no time here; it takes \
        {known}, or nothing for the usual one. Nothing was done: choose a time below.";
    few_were_paired(most: &str) => "The few who were paired for this have waited for up to {most}.";
    others_waited(count: usize, half: &str, most: &str) => "Of the last {count} who were paired for this, half \
        waited for up to {half}, and nobody for more than {most}.";
}
