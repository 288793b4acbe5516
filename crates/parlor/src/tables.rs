//! The exact values of two-player Ludo: solved on first use and cached in the folder that
//! `PARLOR_CACHE` names, or else in the user's cache folder.

use core::ops::ControlFlow;
use std::env;
use std::path::PathBuf;

use directories::ProjectDirs;
use ludo_solver::exact::cache::{self, CacheProgress, Reading};
use ludo_solver::exact::{Seating, SolveProgress, Tablebase, Values, solve};

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
            let on = |step| {
                if let CacheProgress::Solving(sweep) = step {
                    progress(sweep);
                }
                ControlFlow::Continue(())
            };
            let cached = cache::load_or_solve(&folder, seating, Reading::Copied, on);
            let cached = cached.expect("nothing stops it");
            if let Some(error) = cached.error {
                let path = cache::path_for(&folder, seating);
                output::note(&format!("the cache is {}, and {error}", path.display()));
            }
            cached.values
        }
        None => solve(seating, progress).values,
    });
    tables.insert(values);
    tables.values(seating)
}

/// The folder for solved values: the one that `PARLOR_CACHE` names, or else the user's.
pub(crate) fn cache_folder() -> Option<PathBuf> {
    let of_user = ProjectDirs::from("", "", "parlor");
    let of_user = of_user.map(|folders| folders.cache_dir().to_owned());
    cache::folder(env::var_os(cache::VARIABLE), of_user)
}

/// What is wrong with the folder that `PARLOR_CACHE` names, if it names one that cannot be used. A
/// server says it at its start, since its bots solve in silence.
pub(crate) fn cache_warning() -> Option<String> {
    let folder = cache::folder(env::var_os(cache::VARIABLE), None)?;
    let error = cache::try_out(&folder).err()?;
    let variable = cache::VARIABLE;
    let folder = folder.display();
    Some(format!(
        "{variable} is {folder}, and nothing can be stored there: {error}; solved values are lost when \
         the server ends"
    ))
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
