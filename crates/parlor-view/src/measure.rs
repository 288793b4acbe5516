//! The sizes of `docs/design.md` that boards share, in units of a picture.

/// How wide a board is.
pub(crate) const BOARD: f64 = 768.0;
/// How much lower the side of a board is that one plays on.
pub(crate) const BOARD_SIDE: f64 = 12.0;
/// From the edge to what lies there.
pub(crate) const MARGIN: f64 = 24.0;

/// Borders of cells.
pub(crate) const HAIRLINE: f64 = 1.0;
/// Outlines of pieces, and of places where one may stand.
pub(crate) const THIN: f64 = 2.0;
/// What a choice or a flight is drawn with.
pub(crate) const STRONG: f64 = 3.0;
/// The dots of a trail.
pub(crate) const DOTS: f64 = 4.0;
/// The frame of the player to move.
pub(crate) const HEAVY: f64 = 6.0;
/// How much wider than a line its casing is.
pub(crate) const CASING: f64 = 4.0;

/// How round the corners of a cell are.
pub(crate) const CELL_CORNER: f64 = 6.0;
/// How round those of a die and the inner ones of a yard are.
pub(crate) const DIE_CORNER: f64 = 12.0;
/// How round those of a yard, a board, a tray and a card are.
pub(crate) const BOARD_CORNER: f64 = 28.0;

/// Capitals of the names of spaces.
pub(crate) const SPACE_CAP: f64 = 10.0;
/// Capitals of the letters on pieces.
pub(crate) const PIECE_CAP: f64 = 12.0;
/// Capitals of a note in a yard, and numbers of rows and columns.
pub(crate) const NOTE_CAP: f64 = 16.0;
/// Capitals of the letters on marbles.
pub(crate) const MARBLE_CAP: f64 = 20.0;
/// Capitals of a seat's letter, and of how many marbles are left.
pub(crate) const SEAT_CAP: f64 = 32.0;
/// Capitals of a place that is won.
pub(crate) const PLACE_CAP: f64 = 64.0;
