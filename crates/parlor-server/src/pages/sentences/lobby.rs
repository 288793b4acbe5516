//! The lobby.

pub(in crate::pages) const LOBBY_TITLE: &str = "Play with somebody";
pub(in crate::pages) const LOBBY_DESCRIPTION: &str =
    "Find somebody to play Ludo or Kuba with, or watch others play.";
pub(in crate::pages) const NOT_WAITING: &str = "You wait no more: your page was closed or did not answer for a while, you have stopped, or you have begun \
     another game.";
pub(in crate::pages) const NOBODY_WAS_PAIRED: &str =
    "Nobody has been paired for this yet, so it may take long.";

sentences! {
    /// A clock, by its time and the seconds that it gains.
    clock_of(initial: &str, increment: u64) => "{initial} each, {increment} s more each turn";
    /// A game without a clock.
    away_for(time: &str) => "no clock, {time} to stay away";
    few_were_paired(most: &str) => "The few who were paired for this have waited for up to {most}.";
    others_waited(count: usize, half: &str, most: &str) => "Of the last {count} who were paired for this, half \
        waited for up to {half}, and nobody for more than {most}.";
}
