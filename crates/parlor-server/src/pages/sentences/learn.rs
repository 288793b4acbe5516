//! Lessons. Their own texts are with them, in `pages/learn`.

sentences! {
    learn_title(game: &str) => "Learn {game}";
    /// Where one is in a game's lessons.
    lesson_of(game: &str, lesson: usize, lessons: usize) => "{game}, lesson {lesson} of {lessons}";
    step_of(step: usize, steps: usize) => "Step {step} of {steps}";
    new_to(game: &str) => "New to {game}?";
    no_such_lesson(game: &str, sent: &str, lessons: usize) =>
        "{game} has no lesson {sent}: they are numbered from 1 to {lessons}.";
    no_such_step(sent: &str, steps: usize) =>
        "This lesson has no step {sent}: they are numbered from 1 to {steps}.";
    /// Where a line goes on after the end of a step.
    step_is_over(moves: usize) => "This step is over after {moves} of the moves in the address.";
}

/// How many moves of a step are left.
pub(in crate::pages) fn moves_left(moves: usize) -> String {
    match moves {
        1 => "You have one more move.".to_owned(),
        _ => format!("You have {moves} more moves."),
    }
}

pub(in crate::pages) const LEARN: &str = "Learn to play";
pub(in crate::pages) const LEARN_DESCRIPTION: &str =
    "Short lessons on the board itself: push, roll and see what the rules say.";
pub(in crate::pages) const NO_ROLL_DUE: &str =
    "no roll is due; a token is to be moved, as by A6p (L-27)";
pub(in crate::pages) const NO_MORE_ROLLS: &str = "the lesson has no more rolls here";
pub(in crate::pages) const RIGHT: &str = "Right.";
pub(in crate::pages) const NOT_THE_TASK: &str = "That is allowed, but it is not the task here.";
