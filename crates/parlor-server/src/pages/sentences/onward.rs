//! Sentences of "Play on from here".

/// Who plays so many other sides.
const fn bots(others: usize) -> &'static str {
    match others {
        1 => "A bot plays the other side.",
        _ => "Bots play the other sides.",
    }
}

/// That the side to move is taken, and who plays so many others.
pub(in crate::pages) fn plays_position(others: usize) -> String {
    format!("You are the one to move. {}", bots(others))
}

/// Whose side is taken, and who plays so many others; without a name it is the reader's own.
pub(in crate::pages) fn plays_on(to_move: Option<&str>, others: usize) -> String {
    let bots = bots(others);
    match to_move {
        None => format!("You are to move, as you were then. {bots}"),
        Some(name) => format!("You take the place of {name}, to move now. {bots}"),
    }
}

pub(in crate::pages) const PLAY_ON: &str = "Play on from here";
pub(in crate::pages) const PLAY_AGAIN: &str = "Play on from before this move";
pub(in crate::pages) const ONWARD_TOO_EARLY: &str = "A new game begins from a position of one that \
     is over. Come back when this one is.";

pub(in crate::pages) const NOBODY_MOVES: &str =
    "Nobody is to move in this position any more. Go back a move, or set up another.";

sentences! {
    nobody_moves_after(ply: usize) =>
        "After {ply} moves nobody is to move any more. Choose an earlier position.";
    no_level(asked: &str, levels: &str) => "Choose one of {levels}; {asked} is none of these.";
}
