//! The exact values of two-player Ludo: kept in this user's cache folder, and
//! solved the first time.

use std::io::IsTerminal;
use std::time::Duration;

use directories::ProjectDirs;
use indicatif::{ProgressBar, ProgressStyle};
use ludo_solver::exact::{Progress, Seating, Tables, cache, solve};

use crate::output;

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
    work: impl FnOnce(&mut (dyn FnMut(Progress) + Send)) -> R,
) -> R {
    const PARTS: u64 = 1000;
    if !std::io::stderr().is_terminal() {
        return work(&mut |_| {});
    }
    let style = ProgressStyle::with_template("{msg} {bar:30} {percent:>3} %  {elapsed}")
        .expect("the template is well-formed");
    let bar = ProgressBar::new(PARTS).with_style(style);
    bar.set_message(format!("solving Ludo for two in {seating} seats"));
    bar.enable_steady_tick(Duration::from_millis(200));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is a share of a thousand"
    )]
    let answer = work(&mut |progress: Progress| {
        bar.set_position((progress.done * PARTS as f64) as u64);
    });
    bar.finish_and_clear();
    answer
}
