//! The sentences of the pages, one function or constant for each.
//!
//! Pages and their tests take them from here, so that a change of wording is a change of this file
//! and of the snapshot of its tests. The parts of a page decide which sentence to show. Fixed
//! headings and labels are in the templates; titles of choices are next to their values.

use parlor_record::record::Ending;
use parlor_view::ordinal;

/// Makes a function of each sentence with gaps; the gaps are its arguments.
macro_rules! sentences {
    ($($(#[$doc:meta])* $name:ident($($gap:ident: $type:ty),+) => $sentence:literal;)+) => {$(
        $(#[$doc])*
        pub(in crate::pages) fn $name($($gap: $type),+) -> String {
            format!($sentence)
        }
    )+};
}

mod import;
mod lab;
mod learn;
mod lobby;
mod onward;
mod puzzles;
mod replay;
mod reports;
mod rules;
mod script;
mod steps;
mod studies;
mod study;
#[cfg(test)]
mod tests;
mod verify;

pub(in crate::pages) use import::*;
pub(in crate::pages) use lab::*;
pub(in crate::pages) use learn::*;
pub(in crate::pages) use lobby::*;
pub(in crate::pages) use onward::*;
pub(in crate::pages) use puzzles::*;
pub(in crate::pages) use replay::*;
pub(in crate::pages) use reports::*;
pub(in crate::pages) use rules::*;
pub(in crate::pages) use script::*;
pub(in crate::pages) use steps::*;
pub(in crate::pages) use studies::*;
pub(in crate::pages) use study::*;
pub(in crate::pages) use verify::*;

sentences! {
    /// The title of a window: first what a glance at it has to show.
    title(first: &str, place: &str) => "{first} – {place} – Parlor";
    /// That the parameters of an address cannot be read.
    unreadable_query(reason: &str) => "The address cannot be read: {reason}.";
}

// The state of a game.

pub(super) const GAME_WAITS_FOR_YOU: &str = "The game waits for you";
pub(super) const WAITING_FOR_PLAYERS: &str = "Waiting for players";
pub(super) const NEXT_GAME_WAITS_FOR_YOU: &str = "The next game waits for you";
pub(super) const GAME_OVER: &str = "Game over";
pub(super) const YOU_ARE_ASKED: &str = "You are asked";
pub(super) const YOUR_MOVE: &str = "Your move";
pub(super) const PLAYING: &str = "Playing";

sentences! {
    to_move(player: &str) => "{player} to move";
    /// A player with the seat, for who has the name of another.
    player(name: &str, seat: char) => "{name} ({seat})";
}

/// `Ann, Bob and Cid`.
pub(super) fn list(words: &[String]) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => words.concat(),
    }
}

sentences! {
    invites_you_to(host: &str, game: &str) => "{host} invites you to {game}";
    invite_you_to(hosts: &str, game: &str) => "{hosts} invite you to {game}";
    invited_to(game: &str) => "A friend invites you to {game}";
}

pub(super) const ROLL_NOW: &str = "Roll the die.";
pub(super) const ROLL_AGAIN: &str = "A 6: roll again.";
pub(super) const PUSH_NOW: &str = "Push a row.";
pub(super) const PUSH_AGAIN: &str = "Push again, or end the turn.";

/// What begins the status of who is to choose: their roll.
pub(super) fn rolled(roll: u8) -> &'static str {
    match roll {
        1 => "One.",
        2 => "Two.",
        3 => "Three.",
        4 => "Four.",
        5 => "Five.",
        _ => "Six.",
    }
}

pub(super) const YOURS_TO_MOVE: &str = "Your move.";
pub(super) const WHICH_TOKEN: &str = "Which token?";
pub(super) const ONE_MOVE: &str = "One move is possible.";
pub(super) const NONE_CAN_MOVE: &str = "Nothing can move.";

pub(super) const WAITING_FOR_YOU: &str = "Waiting for you to join.";
pub(super) const WAITING_FOR_YOUR_WORDS: &str = "Waiting for your words for the dice.";

pub(super) fn waiting_for(players: &[String]) -> String {
    format!("Waiting for {} to join.", list(players))
}

pub(super) fn waiting_for_you_and(players: &[String]) -> String {
    format!("Waiting for you, and for {} to join.", list(players))
}

pub(super) fn waiting_for_bytes(players: &[String]) -> String {
    format!(
        "Waiting for {} to reveal the bytes for the dice.",
        list(players)
    )
}

// Whom the game waits for after it was restored from a backup.

pub(super) const GIVE_ANEW: &str = "Give to the dice once more.";
pub(super) const NEW_DICE_SOON: &str = "The game goes on with new dice in a moment.";

pub(super) fn waiting_for_new_commitments(players: &[String]) -> String {
    format!(
        "Waiting for {} to give to the dice once more.",
        list(players)
    )
}

sentences! {
    epoch_now(epoch: u64) => "{epoch}: the players have given bytes anew.";
    epoch_to_come(epoch: u64) => "{epoch}, which begins once all players have given bytes anew.";
}

// How a game ended.

pub(super) const YOU_WON: &str = "You won";
pub(super) const YOU_LOST: &str = "You lost";
pub(super) const A_DRAW: &str = "A draw";
pub(super) const SHARED_PLACE: &str = "All share one place";
pub(super) const NO_RESULT: &str = "No result";

sentences! {
    has_won(winner: &str) => "{winner} won";
}

/// The winner of two, for who reads the verdict.
#[derive(Clone, Copy, Debug)]
pub(super) enum Winner<'a> {
    /// The reader, against this player.
    You(&'a str),
    /// This player, against the reader.
    Other(&'a str),
    /// The first of these, of whom neither is the reader.
    Of(&'a str, &'a str),
}

/// The verdict of a game of two: `You won: Bo resigned.`
pub(super) fn verdict_of_two(winner: Winner<'_>, ending: Ending) -> String {
    let won = match winner {
        Winner::You(_) => YOU_WON.to_owned(),
        Winner::Other(_) => YOU_LOST.to_owned(),
        Winner::Of(winner, _) => has_won(winner),
    };
    match how_won(winner, ending) {
        Some(how) => format!("{won}: {how}."),
        None => format!("{won}."),
    }
}

/// How a game was won, in a clause after who has won it; `None` if that is all there is to say.
/// Rules: K-8, K-9, K-10, L-30.
pub(super) fn how_won(winner: Winner<'_>, ending: Ending) -> Option<String> {
    let (winner, loser) = match winner {
        Winner::You(loser) => ("you", loser),
        Winner::Other(winner) => (winner, "you"),
        Winner::Of(_, loser) => ("they", loser),
    };
    Some(match ending {
        Ending::Rule("K-8") => format!("{winner} captured seven reds"),
        Ending::Rule("K-9") => format!("{loser} ran out of marbles"),
        Ending::Rule("K-10") => format!("{loser} could not push any more"),
        Ending::Rule("L-30") => format!("{winner} brought both tokens home first"),
        Ending::Resignation => format!("{loser} resigned"),
        Ending::Time => format!("{loser} ran out of time"),
        Ending::Rule(_) | Ending::Agreement | Ending::Abandoned => return None,
    })
}

/// The verdict of a game of several: who came where, in the order of the places; the reader among
/// them is `None`.
pub(super) fn verdict_of_several(players: &[(Option<String>, u8)]) -> String {
    let reader = players.iter().find(|(name, _)| name.is_none());
    let first = match reader {
        None => GAME_OVER.to_owned(),
        Some((_, 1)) => YOU_WON.to_owned(),
        Some((_, place)) => format!("You came {}", ordinal(*place)),
    };
    let players = players.iter().map(|(name, place)| {
        let name = name.as_deref().unwrap_or("you");
        format!("{name} {}", ordinal(*place))
    });
    let players: Vec<String> = players.collect();
    format!("{first}: {}.", list(&players))
}

/// Why nobody won. Rules: K-12, K-13, L-31.
pub(super) fn nobody_won(ending: Ending) -> &'static str {
    match ending {
        Ending::Rule("K-12") => "A draw: the same position stood for the third time.",
        Ending::Rule("L-31") => LIMIT_REACHED,
        Ending::Rule(_) => "A draw: the limit of pushes is reached.",
        Ending::Agreement => "A draw, as agreed.",
        Ending::Abandoned | Ending::Resignation | Ending::Time => "The game was ended: nobody won.",
    }
}

/// Where the last of the places is shared: the game reached its limit. Rules: L-31.
pub(super) const LIMIT_REACHED: &str = "The limit of rolls is reached.";

/// How many of its two tokens a seat has brought home.
pub(super) fn tokens_home(count: usize) -> &'static str {
    match count {
        0 => "no token home",
        1 => "one token home",
        _ => "both tokens home",
    }
}

/// How many reds a side has captured.
pub(super) fn reds(count: u8) -> String {
    match count {
        1 => "1 red".to_owned(),
        count => format!("{count} reds"),
    }
}

pub(super) const ENDED_BY_OPERATOR: &str = "The operator of this server ended it.";
pub(super) const ENDED_BY_RESTORE: &str = "The server was restored from a copy in which the dice \
     would fall as you have already seen, so the game was ended and the secret of its dice is \
     shown.";

// Requests and hints.

sentences! {
    offers_draw(asker: &str) => "{asker} offers a draw.";
    asks_for_undo(asker: &str) => "{asker} asks to take the last move back.";
    asks_for_hint(asker: &str) => "{asker} asks for a hint.";
}

pub(super) const YOU_OFFERED_DRAW: &str = "You offered a draw.";
pub(super) const YOU_ASKED_FOR_UNDO: &str = "You asked to take the last move back.";
pub(super) const YOU_ASKED_FOR_HINT: &str = "You asked for a hint.";

pub(super) fn agree(players: &[String]) -> String {
    let verb = match players {
        [one] if one != YOURSELF => "agrees",
        _ => "agree",
    };
    format!("{} {verb}.", list(players))
}

pub(super) const THE_DRAW: &str = "the draw";
pub(super) const THE_UNDO: &str = "to take the last move back";
pub(super) const THE_HINT: &str = "the hint";

sentences! {
    /// That a player has declined a request, such as [`THE_DRAW`].
    declined(by: &str, what: &str) =>
        "{by} declined {what}. You can ask again after the next move.";
    /// The hint of an action, with what it gains.
    hint(action: &str, gain: &str) => "Hint: {action}. {gain}";
    hint_for(whom: &str, action: &str, gain: &str) => "Hint for {whom}: {action}. {gain}";
    /// A hint in Kuba, where the board marks the marble, and which one that is.
    push_marked(way: &str) => "push the marked row {way}";
    marked_marble(cell: &str) => "It is the marble at {cell}.";
}

/// What stays below the board at its place, and why it cannot be used.
pub(super) const HINT: &str = "Hint";
pub(super) const TAKE_BACK: &str = "Take back";
pub(super) const NO_HINT_NOW: &str = "there is one, once, when you have to choose";
pub(super) const NO_UNDO_NOW: &str = "there is no move of yours that can be taken back";
pub(super) const NO_UNDO_ON_CLOCK: &str = "not in a game with clocks";
pub(super) const ONE_REQUEST: &str = "first comes what was asked";

/// What a hint gains.
pub(super) const WINS: &str = "That wins.";
pub(super) const WINS_SOON: &str = "It wins, whatever comes.";
pub(super) const LOSES_LATEST: &str = "It holds out longest.";
pub(super) const TAKES_RED: &str = "It takes a red.";
pub(super) const KNOCKS_OFF: &str = "It knocks a marble off.";
pub(super) const RED_FOLLOWS: &str = "A red can follow.";
pub(super) const KNOCK_FOLLOWS: &str = "A marble can be knocked off soon.";
pub(super) const AS_GOOD: &str = "Others are as good.";
pub(super) const LITTLE_BETTER: &str = "A little better than the rest.";
pub(super) const BETTER: &str = "Better than the rest.";
pub(super) const MUCH_BETTER: &str = "Much better than the rest.";

pub(super) const HINT_UNDER_WAY: &str = "Looking for a hint…";
pub(super) const NO_HINT: &str = "No hint was found. You may ask again.";
pub(super) const LATE_HINT: &str = "The hint came too late: the move is made already.";

// Clocks.

/// The setting of the clocks, in seconds.
pub(super) fn clock(initial: u64, increment: u64) -> String {
    let each = format!("Each player has {} for the whole game", duration(initial));
    match increment {
        0 => each,
        gained => format!("{each}, plus {} per turn", duration(gained)),
    }
}

/// A number of seconds, in the largest unit that it fills.
pub(super) fn duration(seconds: u64) -> String {
    let (number, unit) = match seconds {
        86_400.. => (seconds / 86_400, "day"),
        3_600.. => (seconds / 3_600, "hour"),
        60.. => (seconds / 60, "minute"),
        _ => (seconds, "second"),
    };
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {unit}{plural}")
}

pub(super) fn seconds_left(seconds: u64) -> String {
    format!("{} left.", duration(seconds))
}

// Players in their list.

pub(super) const YOU: &str = "you";
pub(super) const YOURSELF: &str = "You";
pub(super) const STILL_TO_JOIN: &str = "still to join";
pub(super) const WORDS_TO_COME: &str = "words for the dice still to come";
pub(super) const NOT_HERE_YET: &str = "not here yet";
pub(super) const BOT: &str = "bot";
/// A program of somebody, with a token of its own, and no bot of this server.
pub(super) const PROGRAM: &str = "somebody’s bot";
pub(super) const TO_MOVE: &str = "to move";

sentences! {
    how_bot_plays(title: &str, says: &str) => "{title}: {says}";
    how_bots_play(names: &str, title: &str, says: &str) => "{names} ({title}): {says}";
    away(bot: &str) => "away, the bot {bot} plays";
}

/// Where the two tokens of a seat are: so many in the yard, so many home, and whether both are at
/// one place.
pub(super) fn tokens_stand(yard: usize, home: usize, is_together: bool) -> &'static str {
    match (yard, home) {
        (_, 2..) => "home",
        (_, 1) => "1 home",
        (2.., _) => "in the yard",
        (1, _) => "1 out",
        (0, 0) if is_together => "a pair",
        (0, 0) => "both out",
    }
}

pub(super) fn had_hints(hints: u32) -> String {
    match hints {
        1 => "had a hint".to_owned(),
        several => format!("had {several} hints"),
    }
}

// Typed moves.

pub(super) fn examples(actions: &[&str]) -> String {
    actions.join(" or ")
}

sentences! {
    no_move(typed: &str) => "“{typed}” is not a move.";
    cannot_be_played(action: &str, reason: &str) => "{action} cannot be played: {reason}.";
    type_roll(roll: &str) => "Roll the die first: type {roll}.";
    type_push(examples: &str) =>
        "Type the row and the column of your marble and where it is pushed (L, R, F or B), such \
         as {examples}.";
    type_token(examples: &str) =>
        "Type your letter, what you rolled and the token that moves, such as {examples}.";
}

// Kuba's board. Rules: K-2 (directions), K-3, K-5 and K-7 (what forbids a push).

pub(super) const CELLS: &str = "The cells, row by row";
pub(super) const WHITE: &str = "white";
pub(super) const BLACK: &str = "black";
pub(super) const RED: &str = "red";
pub(super) const EMPTY: &str = "empty";

pub(super) const CHOOSE_PUSH: &str = "Choose where to push it, or another marble.";
pub(super) const CHOOSE_ANOTHER: &str = "Choose another marble.";
pub(super) const END_TURN: &str = "End turn";
pub(super) const ENDING_TURN: &str = "ending the turn";
pub(super) const BOARD_TURNED: &str = "The board is turned to you: your left is the right (R) of \
     the rules and of the list of moves.";
pub(super) const ONLY_PUSH_IS_KO: &str = "ko forbids its only push";
pub(super) const ONE_PUSH_IS_KO: &str = "one push forbidden by ko";

/// Why what is pressed does not move, on the board next to it.
pub(super) const NOT_YOUR_TURN: &str = "It is not your turn.";
pub(super) const ONLY_WHITE: &str = "You push only your own marbles, the white ones.";
pub(super) const ONLY_BLACK: &str = "You push only your own marbles, the black ones.";
pub(super) const NO_PUSH: &str =
    "No way: it needs a free place behind it, and your own may not fall.";
pub(super) const MARBLE_BEHIND: &str = "Needs a free place behind it.";
pub(super) const OWN_WOULD_FALL: &str = "Your own marble would fall.";
pub(super) const WOULD_UNDO: &str = "That would undo the last push.";

/// What falls of the row in the hand: a red for you, or an enemy's marble.
pub(super) const ONE_MORE: &str = "+1";
pub(super) const ONE_LESS: &str = "−1";

// What is said while a row is in the hand.

pub(super) const LET_GO: &str = "Let go to push.";
pub(super) const LET_GO_OF_ENEMY: &str = "Let go: an enemy's marble falls.";

/// That the next red falls, which is the captor's first to seventh.
pub(super) fn let_go_of_red(number: u8) -> String {
    let number = match number {
        1 => "first",
        2 => "second",
        3 => "third",
        4 => "fourth",
        5 => "fifth",
        6 => "sixth",
        _ => return "Let go: your seventh red wins.".to_owned(),
    };
    format!("Let go: your {number} red.")
}

/// How many marbles of a row move.
pub(super) fn row_moves(marbles: u8) -> String {
    let moves = match marbles {
        1 => "One marble moves",
        2 => "Two marbles move",
        3 => "Three marbles move",
        4 => "Four marbles move",
        5 => "Five marbles move",
        6 => "Six marbles move",
        _ => "Seven marbles move",
    };
    format!("{moves}. Slide back to stop.")
}

/// `right or backward`, `left, right or forward`.
pub(super) fn either(words: &[&str]) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => words.concat(),
    }
}

sentences! {
    /// What lies in a cell, of a marble without any push.
    cannot_be_pushed(lies: &str) => "{lies}, cannot be pushed";
    chosen(cell: &str, ways: &str) => "{cell} chosen: {ways}.";
    /// The same on a board without numbers.
    chosen_here(ways: &str) => "Marble chosen: {ways}.";
    no_longer_chosen(cell: &str) => "{cell} is no longer chosen.";
    /// What a reason calls a push, its direction as one sees it.
    pushing(cell: &str, way: &str) => "pushing {cell} {way}";
    ko(push: &str) => "{push} would undo the last push, which is not allowed (ko).";
    choose_marble_at(cell: &str, directions: &str) => "Choose the marble at {cell}: {directions}";
    leave_marble_at(cell: &str) => "Leave the marble at {cell}";
    /// The name of a push, its direction as [`toward`] gives it.
    push(cell: &str, toward: &str) => "Push {cell} {toward}";
    /// The name of the action that a hint suggests.
    hinted(action: &str) => "{action}: the hint";
}

/// `right (R)`, and on a turned board `your left (R)`.
pub(super) fn direction(name: &str, letter: char, is_turned: bool) -> String {
    let your = if is_turned { "your " } else { "" };
    format!("{your}{name} ({letter})")
}

/// `right (R)`, and on a turned board `to your left (R)`.
pub(super) fn toward(name: &str, letter: char, is_turned: bool) -> String {
    let to = if is_turned { "to " } else { "" };
    format!("{to}{}", direction(name, letter, is_turned))
}

sentences! {
    no_marble(cell: &str) => "There is no marble at {cell}.";
    not_your_marble(cell: &str, color: &str) =>
        "The marble at {cell} is {color}; only your own marbles can be pushed.";
    no_room(cell: &str, toward: &str, behind: &str) =>
        "The marble at {cell} cannot be pushed {toward}: there is a marble behind it, at \
         {behind}.";
    own_marble_off(cell: &str, toward: &str) =>
        "The marble at {cell} cannot be pushed {toward}: that would push a marble of your own off \
         the board.";
    undoes_last_push(cell: &str, toward: &str) =>
        "The marble at {cell} cannot be pushed {toward}: ko, you may not undo the last push.";
}

// Ludo's board.

pub(super) const TOKENS: &str = "Tokens and die of each player";

pub(super) const ROLL: &str = "Roll";
pub(super) const ROLL_THE_DIE: &str = "Roll the die";
pub(super) const ROLL_FIRST: &str = "Roll the die.";
pub(super) const BRING_OUT: &str = "Bring a token out";
pub(super) const BRING_HOME: &str = "Bring a token home";
pub(super) const BRING_PAIR_HOME: &str = "Bring both home";
pub(super) const MAKE_PAIR: &str = "Make a pair";

/// So many steps, which stay on one line.
fn steps(count: u8) -> String {
    match count {
        1 => "1\u{a0}step".to_owned(),
        several => format!("{several}\u{a0}steps"),
    }
}

pub(super) fn steps_on(count: u8) -> String {
    format!("{}\u{a0}on", steps(count))
}

pub(super) fn pair_on(count: u8) -> String {
    format!("Both {} on", steps(count))
}

/// To the end and back. Rules: L-7.
pub(super) fn turn_back(count: u8) -> String {
    format!("{}, turning back", steps(count))
}

sentences! {
    /// What one token can do, and the other, too.
    with_front_token(does: &str) => "Front token: {does}";
    with_back_token(does: &str) => "Back token: {does}";
    kick(name: &str) => "Kick {name}";
    /// A choice in short and in full: what it reads, and what a screen reader adds.
    choice(short: &str, does: &str) => "{short}: {does}";
}

/// Why a token does not move, on the board next to it.
pub(super) const ONLY_OWN_TOKENS: &str = "That is not your token.";
pub(super) const ROLL_BEFORE: &str = "Roll the die first.";
pub(super) const NEEDS_SIX: &str = "It comes out only on a 6.";
pub(super) const IS_HOME: &str = "It is home already.";

sentences! {
    /// Where a token is, and why it does not move.
    stays(place: &str, why: &str) => "{place}. {why}";
}

pub(super) const PASS: &str = "Pass";
pub(super) const ONLY_PASS: &str = "Nothing can move: pass.";
pub(super) const CHOOSE_TOKEN: &str = "Choose a token, on the board or below.";

sentences! {
    roll_for(seat: char) => "Roll the die for {seat}";
    is_to_roll(seat: char) => "{seat} is to roll";
    has_rolled(seat: char, roll: &str) => "{seat} has rolled {roll}";
    has_no_die(seat: char) => "{seat} has no die";
    pass(reason: &str) => "Pass: {reason}";
}

// Forms.

/// The beginning of the title of a page whose form was refused.
pub(super) const ERROR_TITLE: &str = "Error: ";

sentences! {
    nobody_plays_yet(needed: usize) =>
        "Nobody plays yet; choose who plays at {needed} seats or more.";
    only_one_plays(seat: char) => "Only {seat} plays; choose who plays at another seat.";
    too_few_play(count: usize) => "Only {count} play; choose who plays at more seats.";
    nobody_plays(first: &str) =>
        "Nobody plays {first}, so {first} cannot begin; choose another seat.";
    bot_plays_only(bot: &str, only_for: &str, count: usize, seat: char) =>
        "{bot} plays only with {only_for}, not {count}; choose another bot for {seat}.";
    choose_from_list(what: &str) => "Choose a {what} from the list.";
    choose_player(seat: char) => "Choose from the list who plays {seat}.";
    wrong_name(seat: char, reason: &str) => "The name of {seat}: {reason}.";
}

// Seats.

pub(super) const NO_SEAT: &str = "This link gives no seat";
pub(super) const WRONG_LINK: &str = "The link is incomplete, or it is for another game. Ask the \
     person who sent it to copy all of it.";
pub(super) const INVITE_USED: &str = "Everybody is here already";
pub(super) const NO_SEAT_LEFT: &str = "All seats of this game are taken. You may watch, or start a \
     game of your own. If you are one of its players, open your own link here: the game's page has \
     it under More.";
pub(super) const INVITED_GAME_OVER: &str =
    "This game is over. You may look at it, or start one of your own.";
pub(super) const NAME_NOT_TAKEN: &str = "That name cannot be taken";
pub(super) const SEAT_NOT_TAKEN: &str =
    "The game changes faster than the seat can be taken; try again.";
pub(super) const SEAT_TAKEN: &str = "Somebody plays this seat already. If that is you on \
     another device, take it here as well; if not, please only watch.";
pub(super) const SEAT_TAKEN_MEANWHILE: &str =
    "Somebody has taken the seat since you opened this link.";
pub(super) const TOO_MANY_WORDS: &str = "Too many words";
pub(super) const WRONG_SALT: &str = "The salt is not as the page had it";
pub(super) const SALT_IS_16_BYTES: &str = "The salt that follows the words is not 32 hexadecimal \
     digits, which are 16 bytes. Load the page again for a form with another one.";
pub(super) const WATCHING: &str =
    "You are watching this game. Spectators see the board and the moves, and cannot act.";

sentences! {
    words_too_long(length: usize, most: usize) =>
        "The words are {length} bytes long; the limit is {most}.";
    too_many_browsers(most: usize) => "This seat is already played from {most} browsers.";
}

// The lobby.

pub(super) const ONLY_THIS_MACHINE: &str = "For people elsewhere, start Parlor with \
     parlor serve --listen 0.0.0.0:8000, and open it by this machine's address.";

pub(super) fn invite(friends: usize) -> &'static str {
    match friends {
        1 => "Invite a friend",
        _ => "Invite friends",
    }
}

/// How many friends the short link is for.
pub(super) fn one_link_for(friends: usize) -> String {
    match friends {
        1 => "Send this link to a friend. The game begins as soon as they are here.".to_owned(),
        several => format!(
            "Send this one link to {several} friends: each who opens it gets the next free seat. \
             The game begins as soon as all are here."
        ),
    }
}

pub(super) const LINK_COPIED: &str = "The link is copied.";

sentences! {
    /// Whose link it is, with what they play.
    link_copied(player: &str, seat: &str) => "Copied: the link for {player}, {seat}.";
    /// What friends read who open the link; `invitation` is [`invites_you_to`] or such.
    they_read(invitation: &str) => "Your friends read: “{invitation}”";
    /// What is read out for the picture of the link.
    qr_of(link: &str) => "QR code of {link}";
}

// Chat.

pub(super) const NOT_SENT: &str = "The phrase was not sent";

sentences! {
    /// `Ann: Good luck!`
    chat_line(player: &str, phrase: &str) => "{player}: {phrase}";
}

// Pictures of games.

pub(super) const TOO_MANY_PICTURES: &str =
    "Too many pictures are being drawn for you already; wait for some of them.";
pub(super) const ALL_DRAW: &str =
    "Too many pictures are being drawn already; try again in a moment.";
pub(super) const NOT_DRAWN: &str = "The picture could not be drawn; try again in a moment.";

pub(super) const FILM_TOO_EARLY: &str =
    "There is a film of a game that is over. Come back when this one is.";

sentences! {
    too_long_for_a_film(moves: usize, most: usize) =>
        "It has {moves} moves, and a film shows {most} at most. Step through it instead.";
    no_ply(asked: &str, last: usize) =>
        "A place in a game is asked for by a number of moves, which {asked} is not. This game has {last} \
         moves: ask for 0 to {last}.";
    no_such_ply(asked: &str, last: usize) =>
        "There is no move {asked}. This game has {last} moves: ask for 0 to {last}.";
}

// What other sites show of a page.

pub(super) const HOME_TITLE: &str = "Parlor: Ludo and Kuba";
pub(super) const HOME_DESCRIPTION: &str = "Play Ludo and Kuba in the browser, against bots or with \
     friends: no account, no adverts, and dice that anyone can check.";

pub(super) const WAITS_FOR_PLAYERS: &str = "The game waits for its players.";

pub(super) fn moves_made(played: usize) -> String {
    match played {
        1 => "1 move was made.".to_owned(),
        several => format!("{several} moves were made."),
    }
}

// The games of a browser that are over.

pub(super) const ALL_BEATEN: &str = "You have beaten them all.";

sentences! {
    next_bot(bot: &str) => "Next: {bot}";
    unreadable(id: &str) =>
        "What the server has kept of the game {id} can no longer be read; its log says why.";
    no_such_page(number: usize, pages: usize) =>
        "There is no page {number} of your finished games: ask for 1 to {pages}.";
}
