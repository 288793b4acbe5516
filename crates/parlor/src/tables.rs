//! The exact values of two-player Ludo: solved on first use and cached in the
//! user's cache folder.

use std::path::PathBuf;

use directories::ProjectDirs;
use ludo_solver::exact::{Seating, SolveProgress, Tablebase, Values, cache, solve};

use crate::output;
use crate::progress::Progress;

/// The values of a seating, solved with a progress bar if they are not cached.
pub(crate) fn values(seating: Seating) -> &'static Values {
    let tables = Tablebase::shared();
    if let Some(known) = tables.get(seating) {
        return known;
    }
    let values = watched(seating, |progress| match cache_folder() {
        Some(folder) => {
            let (values, error) = cache::load_or_solve(&folder, seating, progress);
            if let Some(error) = error {
                let path = cache::path_for(&folder, seating);
                output::note(&format!(
                    "cannot cache the solved values in {}: {error}",
                    path.display()
                ));
            }
            values
        }
        None => solve(seating, progress).values,
    });
    tables.insert(values);
    tables.values(seating)
}

/// The user's cache folder for solved values.
pub(crate) fn cache_folder() -> Option<PathBuf> {
    ProjectDirs::from("", "", "parlor").map(|folders| folders.cache_dir().to_owned())
}

/// Runs work that may have to solve a seating, with a progress bar.
pub(crate) fn watched<R>(
    seating: Seating,
    work: impl FnOnce(&mut (dyn FnMut(SolveProgress) + Send)) -> R,
) -> R {
    let mut progress = Progress::of_task(&format!("solving two-player Ludo, {seating} seats"));
    let answer = work(&mut |solving: SolveProgress| progress.reach_share(solving.done));
    progress.finish();
    answer
}
