//! Scripted games that are pasted.

pub(in crate::pages) const SCRIPT_TITLE: &str = "Watch a scripted game";
pub(in crate::pages) const SCRIPT_DESCRIPTION: &str = "Paste the turns of a LudoGame or the moves of a KubaGame, and \
     see the game played, with the rule that decides at every step.";
pub(in crate::pages) const NO_SCRIPT_SENT: &str =
    "Paste a list of turns, or the calls of a KubaGame.";
pub(in crate::pages) const NO_SCRIPT_IN_ADDRESS: &str = "it has to be such as \
     players=AB&turns=A6.A4 or players=WB&W=Ann&B=Bob&moves=W65F";
pub(in crate::pages) const SCRIPT_ADDRESS_TOO_LONG: &str = "the game is too long for an address; paste it, and it \
     is kept";
pub(in crate::pages) const PLAYERS_ASSUMED: &str = "No players were given: they are the seats of the turns, in the \
     order of the alphabet.";
/// What is said in place of how a game of calls ended.
pub(in crate::pages) const CALLED: &str =
    "A list of calls of make_move, each with what it returns (K-16).";

sentences! {
    script_too_long(most: usize) =>
        "What was sent is longer than {most} bytes (2 MiB), the most that is read here.";
    script_of_too_many_turns(turns: usize, most: usize) =>
        "The game has {turns} turns; {most} is the most that is shown here. The command parlor ludo script \
         plays more.";
    /// A game of Kuba that is too long for an address, and whose record would not have all of it.
    long_kuba_with_refusals(calls: usize) =>
        "The game has {calls} calls, too many for an address, and a record has no refused calls. Leave those out \
         that return False. The command parlor kuba script plays all of them, of a game in JSON.";
    /// What is wrong with the address of a game.
    wrong_script_address(reason: &str) => "The address is not that of a game: {reason}.";
    /// An entry of the moves in an address.
    no_call(word: &str) => "{word} is no call such as W65F";
    /// What search engines and chats show of a game.
    script_description(returned: &str) =>
        "A scripted game with the rule that decides at every step. {returned}.";
}

/// The calls of a program that only ask for something.
pub(in crate::pages) fn calls_passed_over(calls: u32) -> String {
    match calls {
        1 => "1 other call was passed over: it plays nothing.".to_owned(),
        several => format!("{several} other calls were passed over: they play nothing."),
    }
}
