//! Scores and lines of the engine in words.

use kuba_engine::Score;
use kuba_engine::analysis::worth;
pub use kuba_engine::analysis::{threat, why};
use kuba_rules::{Action, Side};

/// A score for people, seen by White: `+0.35`, `W in 5`, `B in 4`.
pub fn for_white(score: Score, side: Side) -> String {
    let white = match side {
        Side::White => score,
        Side::Black => score.for_opponent(),
    };
    match white {
        Score::Reds(hundredths) => reds(hundredths),
        Score::Win(0) => "W won".to_owned(),
        Score::Loss(0) => "B won".to_owned(),
        Score::Win(pushes) => format!("W in {pushes}"),
        Score::Loss(pushes) => format!("B in {pushes}"),
    }
}

/// A score as [`for_white`], with its value in a loss if that differs from the
/// score: `W in 5 (counts as +7.00)`.
pub fn counted_for_white(score: Score, side: Side) -> String {
    let text = for_white(score, side);
    let counted = worth(score);
    if score == Score::Reds(counted) {
        return text;
    }
    let counted = for_white(Score::Reds(counted), side);
    format!("{text} (counts as {counted})")
}

/// A score as text, for the side to move: `+0.35`, `win 5`.
pub fn for_mover(score: Score) -> String {
    match score {
        Score::Reds(hundredths) => reds(hundredths),
        _ => score.to_string(),
    }
}

/// Hundredths of a red with their sign: `+0.35`.
fn reds(hundredths: i32) -> String {
    let sign = if hundredths < 0 { '-' } else { '+' };
    format!("{sign}{}", size(hundredths.unsigned_abs()))
}

/// Hundredths of a red: `0.35`.
pub fn size(hundredths: u32) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// Actions with blanks between them.
pub fn written(actions: &[Action]) -> String {
    let actions: Vec<String> = actions.iter().map(Action::to_string).collect();
    actions.join(" ")
}
