//! The exact values of two-player Ludo: kept in this user's cache folder, and
//! solved the first time.

use std::path::PathBuf;

use directories::ProjectDirs;
use ludo_solver::exact::{Progress as Solving, Seating, Tablebase, Values, cache, solve};

use crate::output;
use crate::progress::Progress;

/// The values of a seating, with the time it may take shown.
pub(crate) fn values(seating: Seating) -> &'static Values {
    let tables = Tablebase::shared();
    if let Some(known) = tables.get(seating) {
        return known;
    }
    let values = watched(seating, |tell| match cache_folder() {
        Some(folder) => {
            let (values, error) = cache::load_or_solve(&folder, seating, tell);
            if let Some(error) = error {
                let path = cache::path_for(&folder, seating);
                output::note(&format!(
                    "the solved values could not be kept in {}: {error}",
                    path.display()
                ));
            }
            values
        }
        None => solve(seating, tell).values,
    });
    tables.insert(values);
    tables.values(seating)
}

/// Where this user's solved values are kept.
pub(crate) fn cache_folder() -> Option<PathBuf> {
    ProjectDirs::from("", "", "parlor").map(|folders| folders.cache_dir().to_owned())
}

/// Does work that may have to solve a seating, and shows a person at the
/// terminal how far it is.
pub(crate) fn watched<R>(
    seating: Seating,
    work: impl FnOnce(&mut (dyn FnMut(Solving) + Send)) -> R,
) -> R {
    let mut progress = Progress::of_solving(&seating.to_string());
    let answer = work(&mut |solving: Solving| progress.reach_share(solving.done));
    progress.finish();
    answer
}
