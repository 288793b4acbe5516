//! What is said of a game that is stepped through.

pub(in crate::pages) fn before_moves(moves: usize) -> String {
    match moves {
        1 => "The start, before 1 move".to_owned(),
        several => format!("The start, before {several} moves"),
    }
}

sentences! {
    move_of(number: usize, moves: usize) => "Move {number} of {moves}";
    /// What a slider says of where it is; `place` is [`move_of`].
    place_with(place: &str, step: &str) => "{place}: {step}";
    /// Rolls one after another with which nothing could move. Rules: L-14.
    lost_rolls(rolls: usize) => "{rolls} rolls, nothing moves";
}
