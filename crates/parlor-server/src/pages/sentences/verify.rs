//! Whether the dice of a record are right, what that proves, and what it does not.

use super::list;

pub(in crate::pages) const TOO_MUCH_AT_ONCE: &str =
    "Several things are being worked out for you already. Try again in a moment.";
pub(in crate::pages) const ALL_COMPUTE: &str =
    "Much is being worked out at once. Try again in a moment.";

// What a record says of its game.

pub(in crate::pages) const NOT_OVER: &str = "The record ends before the game does.";
pub(in crate::pages) const SCRIPTED: &str = "A scripted game: its rolls were written down before.";

// The verdict.

pub(in crate::pages) const ROLLS_RIGHT: &str = "The rolls are right";
pub(in crate::pages) const ROLL_WRONG: &str = "A roll is wrong";
pub(in crate::pages) const CANNOT_BE_CHECKED: &str = "It cannot be checked";
pub(in crate::pages) const NOTHING_ROLLED: &str = "Nothing was rolled";
pub(in crate::pages) const NO_DICE: &str = "There are no dice to check";
pub(in crate::pages) const NOT_YET: &str = "Not before the game is over";

/// All rolls are those of the dice.
pub(in crate::pages) fn rolls_right(rolls: u64) -> String {
    match rolls {
        0 => "There is no roll to check.".to_owned(),
        1 => "The one roll follows from what was fixed before it.".to_owned(),
        rolls => format!("All {rolls} rolls follow from what was fixed before them."),
    }
}

sentences! {
    /// The first roll that differs, counted from 1, and the move with it.
    wrong_roll(number: u64, ply: usize, who: &str, found: &str, expected: u8) =>
        "Roll {number}, in move {ply}, is the first that differs: by the record {who} rolled {found}, but \
         {expected} follows from what was revealed.";
    no_such_roll(asked: usize, rolls: usize) => "This record has {rolls} rolls, and {asked} is none of them.";
    seat_bytes(who: &str) => "the bytes of {who}";
    seat_bytes_of_epoch(who: &str, epoch: u64) => "the bytes of {who} for epoch {epoch}";
    /// The epoch of the roll that differs.
    in_epoch(epoch: u64) => "The roll belongs to epoch {epoch}, in which the players gave bytes anew.";
}

pub(in crate::pages) const WRONG_MEANS: &str = "Either the record was changed, or that roll was not made \
     with the dice that were promised. Rolls after it may differ as well.";
pub(in crate::pages) const SERVERS_SECRET: &str = "the server’s secret";

/// What would be needed to check the rolls.
pub(in crate::pages) fn not_revealed(missing: &[String]) -> String {
    format!(
        "The record does not reveal {}. Without that nobody can tell whether its rolls are right.",
        list(missing)
    )
}

pub(in crate::pages) const NOT_COMMITTED: &str = "The record does not say what was fixed before the \
     game, so there is nothing to compare its rolls with.";
pub(in crate::pages) const SECRET_FITS: &str =
    "The game ended before it began. The server’s secret is the one that it had fixed.";

/// Who never joined a game that never began.
pub(in crate::pages) fn never_joined(players: &[String]) -> String {
    format!("{} never joined.", list(players))
}

/// Who never revealed their bytes in such a game.
pub(in crate::pages) fn never_revealed(players: &[String]) -> String {
    format!("The bytes of {} were never revealed.", list(players))
}

pub(in crate::pages) const KUBA_HAS_NO_DICE: &str =
    "Kuba is played without dice, so nothing in it is left to chance.";
pub(in crate::pages) const STILL_PLAYING: &str = "Until then the server keeps its secret: whoever knew \
     it would know the rolls to come. When the game is over, every roll can be checked here.";

// Who computed it.

pub(in crate::pages) const BY_SERVER: &str =
    "The server computed this. With scripts, your browser computes it as well.";
pub(in crate::pages) const BY_BROWSER: &str =
    "Your browser computed this, from the record alone. The server found the same.";
pub(in crate::pages) const NO_RECORD: &str =
    "The server computed this: your browser did not get the record.";
pub(in crate::pages) const DISAGREES: &str = "Your browser has found something else than the server. Do \
     not trust this page: save the record, and check it on your own machine.";

// The log.

pub(in crate::pages) const CHAIN_MEANS: &str = "Every entry of the log of a game has the SHA-256 of the one \
     before it. The one of the last entry, the head, stands for all: nothing before it can be changed, left \
     out or added without changing it. Whoever has kept a head, a receipt or the log can prove it if the \
     server shows another later.";
pub(in crate::pages) const CHAIN_BY_SERVER: &str =
    "The server computed this. With scripts, your browser follows the chain as well.";
pub(in crate::pages) const CHAIN_BY_BROWSER: &str =
    "Your browser followed the chain from its first entry to this head.";
pub(in crate::pages) const CHAIN_DIFFERS: &str = "Your browser has found that entry # of the log is not the one \
     that was written. Do not trust this page: save the log, and check it on your own machine.";
pub(in crate::pages) const LOG_TAKES_TOO_LONG: &str = "So many actions are taken back in this log that it takes \
     too long here. Check it on your own machine: parlor verify reads any log.";

pub(in crate::pages) fn chain_leads(entries: u64) -> String {
    match entries {
        1 => "The one entry of the log leads to this head:".to_owned(),
        entries => format!("The {entries} entries of the log lead to this head:"),
    }
}

sentences! {
    log_not_read(why: &str) => "The log cannot be taken: {why}.";
}

// What was fixed before the game, and in it.

pub(in crate::pages) const FIXED_BEFORE_GAME: &str = "What was fixed before the game";

sentences! {
    fixed_before_roll(roll: u64) => "What was fixed anew before roll {roll}";
    server_alone_from(roll: u64) => "From roll {roll} on no player gave bytes of their own. The server could \
         have tried many ways for the game to go on, and taken the one that it liked.";
}

pub(in crate::pages) const FITS: &str = "It fits.";
pub(in crate::pages) const IS_NOT_REVEALED: &str = "Not revealed.";
pub(in crate::pages) const GAVE_OWN: &str = "Gave bytes of their own.";
pub(in crate::pages) const SERVER_DREW: &str = "Left it to the server, which drew the bytes.";
pub(in crate::pages) const GAVE_NOTHING: &str = "Gives nothing to the dice.";

// What it proves, and what not.

pub(in crate::pages) const fn proves() -> [&'static str; 3] {
    [
        "Every roll follows from the server’s secret and the bytes of the players, and from nothing else.",
        "Neither the secret nor the bytes were exchanged after their fingerprints (SHA-256) were published.",
        "So no single roll was set or changed by hand.",
    ]
}

pub(in crate::pages) const fn does_not_prove() -> [&'static str; 5] {
    [
        "When the fingerprints were published. Only those know who saw them before the first roll.",
        "That the server and a player did not agree with each other. Then only the bytes of another \
     player, which nobody could guess, keep the rolls honest.",
        "That the server did not know the rolls. It has the secret, and knows them once all bytes are in.",
        "Who pressed the buttons, or that the game was played at all: anybody can write a record.",
        "That this page is honest: it comes from the server. Save the record and check it with your own \
     program; parlor verify is one.",
    ]
}

pub(in crate::pages) const SERVER_ALONE: &str = "Here no player gave bytes of their own, so all of them \
     came from the server. It could have tried many games, and begun the one that it liked.";
