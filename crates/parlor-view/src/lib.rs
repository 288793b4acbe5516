//! Positions and moves of both games as text boards, sentences and pictures.
//!
//! Everything here is a pure function of the rules crates' values: it decides no
//! rule, reads nothing and prints nothing. A front end passes a position, or the
//! events of an action, and gets text that fits an 80-column terminal and needs
//! no color, or a picture as SVG (with the feature `png` also as PNG), the same
//! bytes on every machine.
//!
//! [`Show`] is what a game implements to be shown, [`Shown`] a snapshot of any
//! game, [`Scene`] one of a registered game, and [`replay`] plays a record into
//! snapshots.
//!
//! A sentence is one line without a line break at its end; a board has none
//! after its last line.

pub mod drawing;
pub mod graph;
pub mod kuba;
pub mod ludo;
#[cfg(feature = "png")]
pub mod png;
pub mod theme;

mod area;
mod canvas;
mod course;
mod film;
mod glyph;
mod look;
mod measure;
mod motion;
mod reel;
mod replay;
mod scene;
mod settlement;
mod show;
mod shown;
mod snapshot;
mod stroke;
mod svg;
mod words;

pub use area::Area;
pub use course::{Course, CourseColumn, CourseLine};
pub use film::{FilmError, MOST_FILM_PLIES, film, film_of};
pub use look::Look;
pub use motion::{Manner, Motion};
pub use replay::{Replayed, calls, replay, snapshots};
pub use scene::{Registered, Scene};
pub use show::{Highlights, RuleSet, Show};
pub use shown::Shown;
pub use snapshot::{LastAction, Snapshot};
pub use svg::PictureOptions;
pub use theme::{Style, Theme, stylesheet};
pub use words::{default_name, ordinal, printable, shortened, takes_no_room};
