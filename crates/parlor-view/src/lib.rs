//! Positions and moves of both games as text boards, sentences and pictures.
//!
//! Everything here is a pure function from what the rules crates say to words
//! and shapes: no rule is decided, nothing is read, nothing is printed. A face
//! hands in a position, or the events of an action, and gets text that fits an
//! 80-column terminal and needs no color, or a picture as SVG (with the
//! feature `png` also as PNG), the same bytes on every machine.
//!
//! Sentences come as one line without a line break at its end, boards as lines
//! with none after the last.

pub mod drawing;
pub mod graph;
pub mod kuba;
pub mod ludo;
#[cfg(feature = "png")]
pub mod png;
pub mod theme;

mod area;
mod canvas;
mod glyph;
mod measure;
mod motion;
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
pub use motion::{Manner, Motion};
pub use replay::{Replayed, replay, snapshots};
pub use scene::{Registered, Scene};
pub use show::{Highlights, RuleSet, Show};
pub use shown::Shown;
pub use snapshot::{LastAction, Snapshot};
pub use svg::Options;
pub use theme::{Style, Theme, stylesheet};
pub use words::{default_name, ordinal, printable};
