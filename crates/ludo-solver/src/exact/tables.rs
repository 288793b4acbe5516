//! The values of every seating, each solved when it is first asked for.

#[cfg(feature = "files")]
use std::path::PathBuf;
use std::sync::OnceLock;

use ludo_rules::Position;

#[cfg(feature = "files")]
use super::cache;
use super::seating::Seating;
use super::solve::solve;
use super::values::Values;
use crate::parallel;

/// The values of both seatings, shared by everything that plays or explains.
///
/// A seating that was not [put in](Tables::put) is solved when it is first
/// needed, which takes a few seconds; whoever comes meanwhile waits.
#[derive(Debug, Default)]
pub struct Tables {
    opposite: OnceLock<Values>,
    adjacent: OnceLock<Values>,
    #[cfg(feature = "files")]
    folder: OnceLock<PathBuf>,
}

impl Tables {
    /// The one set of tables of this process. The values are the same for
    /// everybody, so that nothing is gained by having more.
    pub fn shared() -> &'static Self {
        static SHARED: Tables = Tables::new();
        &SHARED
    }

    /// No values yet.
    pub const fn new() -> Self {
        Self {
            opposite: OnceLock::new(),
            adjacent: OnceLock::new(),
            #[cfg(feature = "files")]
            folder: OnceLock::new(),
        }
    }

    /// Keeps values in this folder from now on, and looks there before it
    /// solves. Where they cannot be kept, nothing is lost but the time to solve
    /// them again.
    #[cfg(feature = "files")]
    pub fn keep_in(&self, folder: PathBuf) {
        // The first folder stays.
        let _ = self.folder.set(folder);
    }

    /// Takes values that were solved before; does nothing if this seating's are
    /// there already.
    pub fn put(&self, values: Values) {
        self.place(values.seating()).get_or_init(|| values);
    }

    /// The values of a seating, solved now if they are not there.
    pub fn values(&self, seating: Seating) -> &Values {
        // Games that share a pool's threads may all ask at once; one that
        // solves must not take on another that waits for it.
        self.place(seating)
            .get_or_init(|| parallel::apart(|| self.make(seating)))
    }

    /// The values of a seating, if they are there.
    pub fn known(&self, seating: Seating) -> Option<&Values> {
        self.place(seating).get()
    }

    fn make(&self, seating: Seating) -> Values {
        #[cfg(feature = "files")]
        if let Some(folder) = self.folder.get() {
            return cache::kept_or_solved(folder, seating, |_| {}).0;
        }
        solve(seating, |_| {}).values
    }

    /// The values that apply to a position; none unless exactly two players are
    /// left in it.
    pub fn apply_to(&self, position: &Position) -> Option<&Values> {
        Seating::of_two_left(position).map(|seating| self.values(seating))
    }

    const fn place(&self, seating: Seating) -> &OnceLock<Values> {
        match seating {
            Seating::Opposite => &self.opposite,
            Seating::Adjacent => &self.adjacent,
        }
    }
}
