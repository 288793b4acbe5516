//! The tablebase: the values of every seating, each solved on first use.

#[cfg(feature = "files")]
use core::ops::ControlFlow;
#[cfg(feature = "files")]
use std::path::PathBuf;
use std::sync::OnceLock;

use ludo_rules::Position;

#[cfg(feature = "files")]
use super::cache::{self, Reading};
use super::seating::Seating;
use super::solve::solve;
use super::values::Values;
use crate::parallel;

/// The values of both seatings, for bots and for analysis.
///
/// A seating that was not [inserted](Tablebase::insert) is solved on first use, which
/// takes a few seconds and blocks concurrent callers.
#[derive(Debug, Default)]
pub struct Tablebase {
    opposite: OnceLock<Values>,
    adjacent: OnceLock<Values>,
    #[cfg(feature = "files")]
    folder: OnceLock<PathBuf>,
}

impl Tablebase {
    /// The tablebase of this process. All tablebases hold the same values, so one is
    /// enough.
    pub fn shared() -> &'static Self {
        static SHARED: Tablebase = Tablebase::new();
        &SHARED
    }

    /// An empty tablebase.
    pub const fn new() -> Self {
        Self {
            opposite: OnceLock::new(),
            adjacent: OnceLock::new(),
            #[cfg(feature = "files")]
            folder: OnceLock::new(),
        }
    }

    /// Caches values in this folder from now on, and looks there before solving.
    /// Write errors are ignored, since the values can be solved again. While another process
    /// solves into the folder, this one waits for it.
    #[cfg(feature = "files")]
    pub fn set_cache_folder(&self, folder: PathBuf) {
        // Only the first call has an effect.
        let _ = self.folder.set(folder);
    }

    /// Inserts values that were solved before; does nothing if those of this seating
    /// are present.
    pub fn insert(&self, values: Values) {
        self.cell(values.seating()).get_or_init(|| values);
    }

    /// The values of a seating, solved now if they are not present.
    pub fn values(&self, seating: Seating) -> &Values {
        // Many games on one pool may need the values at once. While solving, a
        // thread must not steal a task that waits for these very values.
        self.cell(seating)
            .get_or_init(|| parallel::outside_pool(|| self.load_or_solve(seating)))
    }

    /// The values of a seating, if they are present.
    pub fn get(&self, seating: Seating) -> Option<&Values> {
        self.cell(seating).get()
    }

    fn load_or_solve(&self, seating: Seating) -> Values {
        #[cfg(feature = "files")]
        if let Some(folder) = self.folder.get() {
            // Not mapped: bots play for as long as a server runs, in one process.
            let on = |_| ControlFlow::Continue(());
            let cached = cache::load_or_solve(folder, seating, Reading::Copied, on);
            return cached.expect("nothing stops it").values;
        }
        solve(seating, |_| {}).values
    }

    /// The values that apply to a position; `None` unless exactly two players are left.
    pub fn values_for(&self, position: &Position) -> Option<&Values> {
        Seating::of_two_left(position).map(|seating| self.values(seating))
    }

    const fn cell(&self, seating: Seating) -> &OnceLock<Values> {
        match seating {
            Seating::Opposite => &self.opposite,
            Seating::Adjacent => &self.adjacent,
        }
    }
}
