//! `cargo xtask prove puzzles`: every puzzle judged again by programs that share nothing with the search that
//! found it but the rules.

use crate::built;
use crate::prove::record;
use crate::repository::Repository;
use crate::terminal::say;

/// The programs that judge, examples of `parlor-puzzles`. Each prints its figures, a line each, and fails at a
/// puzzle that is wrong.
const EXAMPLES: [&str; 2] = ["verify_ludo", "verify_kuba"];

/// Judges all puzzles.
///
/// # Errors
/// When one is wrong.
pub(crate) fn run(repository: &Repository) -> anyhow::Result<()> {
    let mut figures = Vec::new();
    for example in EXAMPLES {
        let program = built::example(repository, "parlor-puzzles", example)?;
        let judged = repository.line(program.as_str()).read()?;
        say(&judged)?;
        figures.extend(judged.lines().map(str::to_owned));
    }
    record(repository, "puzzles", &figures.join("; "))
}
