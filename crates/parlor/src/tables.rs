//! The exact values of two-player Ludo: kept in this user's cache folder, and
//! solved the first time.

use directories::ProjectDirs;
use ludo_solver::exact::{Progress as Solving, Seating, Tables, cache, solve};

use crate::output;
use crate::progress::Progress;

/// The tables of this process with the values of these seatings in them.
pub(crate) fn with(seatings: &[Seating]) -> &'static Tables {
    let tables = Tables::shared();
    let folders = ProjectDirs::from("", "", "parlor");
    for &seating in seatings {
        let values = watched(seating, |tell| match &folders {
            Some(folders) => {
                let folder = folders.cache_dir();
                let (values, error) = cache::kept_or_solved(folder, seating, tell);
                if let Some(error) = error {
                    let path = cache::kept_in(folder, seating);
                    output::note(&format!(
                        "the solved values could not be kept in {}: {error}",
                        path.display()
                    ));
                }
                values
            }
            None => solve(seating, tell).values,
        });
        tables.put(values);
    }
    tables
}

/// Does work that may have to solve a seating, and shows a person at the
/// terminal how far it is.
pub(crate) fn watched<R>(
    seating: Seating,
    work: impl FnOnce(&mut (dyn FnMut(Solving) + Send)) -> R,
) -> R {
    let mut progress = Progress::of_solving(&seating.to_string());
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is a share of a thousand"
    )]
    let answer = work(&mut |solving: Solving| progress.reach((solving.done * 1000.0) as u64));
    progress.finish();
    answer
}
