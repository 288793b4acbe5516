//! The boards among the rules.

sentences! {
    no_such_board(game: &str, sent: &str, boards: &str) =>
        "The rules of {game} have no board called \"{sent}\"; they have {boards}.";
}

pub(in crate::pages) const ONE_MOVE_BACK: &str = "One move back";
pub(in crate::pages) const BACK_TO_PICTURE: &str = "As it was";
pub(in crate::pages) const CHOOSE_ROLL: &str = "Choose what the die shows.";
pub(in crate::pages) const HOW_TO_PUSH: &str = "Press a marble and then its arrow, or drag it.";

/// What leads from a picture to a board.
pub(in crate::pages) const fn play_it_yourself(has_dice: bool) -> &'static str {
    if has_dice {
        "Play on from here"
    } else {
        "Push it yourself"
    }
}
