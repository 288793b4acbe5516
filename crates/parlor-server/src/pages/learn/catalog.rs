//! The lessons of every game.

use super::lesson::Lesson;
use super::{kuba, ludo};

/// The lessons of a game; none of one that there is none of.
pub(super) fn of(game: &str) -> &'static [Lesson] {
    match game {
        "ludo" => ludo::LESSONS,
        "kuba" => kuba::LESSONS,
        _ => &[],
    }
}
