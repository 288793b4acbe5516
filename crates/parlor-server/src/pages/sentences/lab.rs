//! The analysis board: any position with its best moves.

sentences! {
    /// Where a token is, and how many steps it has made.
    on_space(space: &str, steps: i64) => "{space}, after {steps} steps";
    no_such_game(sent: &str) => "There is no game called {sent}: it is kuba or ludo.";
    position_too_long(bytes: usize, most: usize) =>
        "The position has {bytes} characters; no position has more than {most}.";
    position_of_other(other: &str, game: &str) =>
        "That is a position of {other}, not of {game}.";
    no_position(reason: &str) => "That is no position: {reason}.";
    line_too_long(most: usize) => "Only the first {most} moves of a line can be played here.";
    illegal_in_line(number: usize, played: &str, reason: &str) =>
        "Move {number} of the line, {played}, cannot be made: {reason}.";
    wrong_field(title: &str, value: &str) => "{title}: {value} is not one of its values.";
    cell(row: u8, column: u8, what: &str) => "row {row}, column {column}: {what}";
    token_of(token: &str, seat: char) => "Token {token} of {seat}";
    has_in_hand(roll: u8) => "Rolled {roll}";
    has_bonus_in_hand(roll: u8) => "Rolled {roll} after a 6";
}

pub(in crate::pages) const WHITE_SIDE: &str = "White";
pub(in crate::pages) const BLACK_SIDE: &str = "Black";
pub(in crate::pages) const CHANCES_TO_WIN: &str = "Chances to win, in 100";
pub(in crate::pages) const CHANCES_OF_SECOND: &str = "Chances to come second, in 100";
pub(in crate::pages) const CHANCES_OF_THIRD: &str = "Chances to come third, in 100";
pub(in crate::pages) const CHOICE: &str = "Choice";
pub(in crate::pages) const ROLLED: &str = "Roll";
pub(in crate::pages) const BEFORE_ROLL: &str = "Now";
pub(in crate::pages) const EXACT: &str =
    "With two players left every chance is exact, for best play from there on.";
pub(in crate::pages) const ONLY_KUBA_HAS_LINES: &str =
    "Only positions of Kuba have lines of the engine; the chances of Ludo are on its page.";
pub(in crate::pages) const TOO_MANY_SEARCHES: &str =
    "Many positions are being looked at. Nothing is lost; look again in a moment.";
pub(in crate::pages) const GAME: &str = "Game";
pub(in crate::pages) const IN_HAND: &str = "Marble";
pub(in crate::pages) const CELL: &str = "Cell";
pub(in crate::pages) const CAPTURED_BY_WHITE: &str = "Reds captured by White";
pub(in crate::pages) const CAPTURED_BY_BLACK: &str = "Reds captured by Black";
pub(in crate::pages) const SIDE_TO_MOVE: &str = "To move";
pub(in crate::pages) const BARRED_PUSH: &str = "Push that would undo the last one";
pub(in crate::pages) const RULES: &str = "Rules";
pub(in crate::pages) const TO_ACT: &str = "Whose turn";
pub(in crate::pages) const ROLL_OF_POSITION: &str = "Roll";
pub(in crate::pages) const FINISHERS: &str = "Finished";
pub(in crate::pages) const ROLL_IS_DUE: &str = "To roll";
pub(in crate::pages) const BONUS_IS_DUE: &str = "To roll again after a 6";
pub(in crate::pages) const IN_YARD: &str = "In the yard";
pub(in crate::pages) const ON_START: &str = "R";
pub(in crate::pages) const AT_END: &str = "Home";
