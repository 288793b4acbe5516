//! The English of the server: what the API and the pages have in common.

/// Lists every value of an error with what belongs to it. The `match` makes the compiler ask for a
/// value that is missing.
#[cfg(test)]
macro_rules! catalog {
    ($type:ident: $($name:ident $({ $($fields:tt)* })? $(( $($values:tt)* ))? => $row:expr;)+) => {{
        let all = vec![$(($type::$name $({ $($fields)* })? $(( $($values)* ))?, $row),)+];
        for (error, _) in &all {
            match error {
                $($type::$name { .. } => {})+
            }
        }
        all
    }};
}

mod chat;
mod command_error;
mod hint;
mod lobby;
mod moderation;
mod new_table;
mod study;

use core::ops::RangeInclusive;

pub(crate) use chat::chat_error;
pub(crate) use command_error::{command_error, parse_command_error};
pub(crate) use hint::{hint, lines, prospects};
pub(crate) use lobby::{challenge_error, challenge_status};
pub(crate) use moderation::{blocked, report_error};
pub(crate) use new_table::{
    name_error, new_table_error, too_many_games, too_many_new_games, too_many_programs,
};
pub(crate) use study::study_refusal;

/// The clause with a capital at its beginning.
pub(crate) fn capitalized(clause: &str) -> String {
    let mut letters = clause.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// The clause as a sentence: with a capital and a full stop.
pub(crate) fn sentence(clause: &str) -> String {
    format!("{}.", capitalized(clause))
}

/// How many may play: `two players`, `two to four players`.
pub(crate) fn players_in_words(players: &RangeInclusive<usize>) -> String {
    let word = |number: usize| match number {
        2 => "two".to_owned(),
        3 => "three".to_owned(),
        4 => "four".to_owned(),
        _ => number.to_string(),
    };
    let (least, most) = (word(*players.start()), word(*players.end()));
    if least == most {
        format!("{most} players")
    } else {
        format!("{least} to {most} players")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_many_play_is_said_in_words() {
        let said = [2..=2, 2..=4, 3..=4, 2..=6].map(|players| players_in_words(&players));
        assert_eq!(
            said,
            [
                "two players",
                "two to four players",
                "three to four players",
                "two to 6 players"
            ]
        );
    }
}
