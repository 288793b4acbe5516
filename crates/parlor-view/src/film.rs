//! A whole game as one picture that plays it: the board is drawn once, and its pieces move over it by
//! rules of the picture's own style sheet. It needs no script, begins again when it has ended, and
//! shows the last position to those who want no motion.

#[cfg(test)]
mod tests;

use parlor_record::record::{AnyRecord, Record};

use crate::replay::snapshots;
use crate::show::Show;
use crate::theme::Style;

/// The most plies of a film.
pub const MOST_FILM_PLIES: usize = 600;

/// Why there is no film of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FilmError {
    /// The game is too long.
    #[error("the game has {plies} plies; a film has up to {MOST_FILM_PLIES}")]
    TooLong {
        /// The number of its plies.
        plies: usize,
    },
    /// The game is scripted, and has no turns.
    #[error("a scripted game has no film; only live games do")]
    Script,
}

/// Makes the film over the registered games.
macro_rules! film {
    ($($variant:ident($game:ty)),+ $(,)?) => {
        /// The film of a recorded game, as an SVG document.
        ///
        /// # Errors
        /// A game that is scripted, or has more than [`MOST_FILM_PLIES`].
        ///
        /// ```
        /// use parlor_record::record::AnyRecord;
        /// use parlor_view::{Style, film};
        ///
        /// let record = AnyRecord::read("parlor-record 1\ngame: ludo\nseats: A, C\n\nA6p A4p")?;
        /// let film = film(&record, Style::Adaptive)?;
        /// assert!(film.contains("@keyframes") && !film.contains("<script"));
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        pub fn film(record: &AnyRecord, style: Style) -> Result<String, FilmError> {
            match record {
                $(AnyRecord::$variant(record) => film_of(record, style),)+
                AnyRecord::LudoScript(_) => Err(FilmError::Script),
            }
        }
    };
}

parlor_game::for_games!(film);

/// The same of a record whose game is known.
///
/// # Errors
/// A game of more than [`MOST_FILM_PLIES`].
pub fn film_of<G: Show>(record: &Record<G>, style: Style) -> Result<String, FilmError> {
    match record.plies().len() {
        plies if plies > MOST_FILM_PLIES => Err(FilmError::TooLong { plies }),
        _ => {
            let states = snapshots(record).map(|ply| ply.state);
            Ok(G::film(&states.collect::<Vec<_>>(), style))
        }
    }
}
