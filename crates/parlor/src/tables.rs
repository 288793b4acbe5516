//! The exact values of Ludo with two players left.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ludo_rules::{Position, Seat};
use ludo_solver::exact::{Seating, Tables, solve};

static TABLES: Tables = Tables::new();

/// The tables, with the values in them that these positions need.
pub(crate) fn tables<'a>(positions: impl IntoIterator<Item = &'a Position>) -> &'static Tables {
    let mut ready = Vec::new();
    for seating in positions.into_iter().filter_map(seating) {
        if !ready.contains(&seating) {
            ready.push(seating);
            TABLES.put(solved(seating));
        }
    }
    &TABLES
}

/// How the two sit who are left; none unless it is two.
fn seating(position: &Position) -> Option<Seating> {
    let tokens = position.tokens();
    let seats = tokens.seats().iter();
    let left: Vec<Seat> = seats.filter(|&seat| !tokens.has_finished(seat)).collect();
    Seating::of(left.try_into().ok()?)
}

/// The values of a seating, with a sign of life for who waits for them.
fn solved(seating: Seating) -> ludo_solver::exact::Values {
    const AFTER: Duration = Duration::from_secs(2);
    let style = ProgressStyle::with_template("{spinner} solving Ludo for two, {elapsed}");
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    bar.set_style(style.expect("the template is well-formed"));
    let mut is_hidden = true;
    let solution = solve(seating, |_| {
        bar.tick();
        if is_hidden && bar.elapsed() >= AFTER {
            is_hidden = false;
            // Nothing is drawn where standard error is no terminal.
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    });
    bar.finish_and_clear();
    solution.values
}
