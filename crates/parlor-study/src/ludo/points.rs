//! Chances as people read them: in points of a hundred.

use ludo_rules::Seat;
use ludo_solver::analysis::{Certainty, Chances};

/// A chance in per cent: `51.10`.
pub fn percent(chance: f64) -> String {
    format!("{:.2}", 100.0 * chance)
}

/// A difference of chances with its sign: `+7.12`, `-0.08`, `0.00`.
pub fn signed(difference: f64) -> String {
    let text = format!("{:+.2}", 100.0 * difference);
    match text.as_str() {
        "+0.00" | "-0.00" => "0.00".to_owned(),
        _ => text,
    }
}

/// A size without a sign: `7.12`.
pub fn size(difference: f64) -> String {
    format!("{:.2}", 100.0 * difference.abs())
}

/// `A 51.10, C 48.90`.
pub fn everybody(seats: impl IntoIterator<Item = Seat>, chances: &Chances) -> String {
    let shares = seats
        .into_iter()
        .map(|seat| format!("{seat} {}", percent(chances.of(seat))));
    shares.collect::<Vec<_>>().join(", ")
}

/// The meaning of chances and their certainty: `Chances of winning
/// (exact)`.
pub fn chances_of(place: u8, certainty: Certainty) -> String {
    let aim = match place {
        1 => "winning",
        2 => "coming second",
        _ => "coming third",
    };
    format!("Chances of {aim} ({})", trust(certainty))
}

/// `exact`, or `estimates, ± 2.3 points`.
fn trust(certainty: Certainty) -> String {
    match certainty {
        Certainty::Exact => "exact".to_owned(),
        Certainty::Estimate { error } => format!("estimates, ± {:.1} points", 100.0 * error),
    }
}
