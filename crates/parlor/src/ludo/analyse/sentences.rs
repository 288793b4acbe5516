//! The analysis in sentences to be listened to.

use ludo_solver::analysis::{Label, Race, Tally};

use super::{Analysed, words};
use crate::ludo::points::{aim, certainty, percent, signed, size};
use crate::output::count;

/// The chances, what everybody's rolls and choices come to, and the key
/// moments.
pub(super) fn of(analysed: &Analysed<'_>) -> Vec<String> {
    let analysis = &analysed.analysis;
    let mut told = Vec::new();
    for race in analysis.races() {
        told.extend(chances(analysed, race));
        told.push(words::verdict(analysed, race));
    }
    told.extend(analysis.tallies().iter().map(tally));
    for moment in analysis.key_moments() {
        if let Some(ply) = analysed.ply(moment.ply) {
            let sentence = words::sentence(analysed, ply, moment);
            told.push(format!("Ply {}: {sentence}", ply.number));
        }
    }
    told
}

/// From where to where the chances went in a race.
fn chances(analysed: &Analysed<'_>, race: &Race) -> Vec<String> {
    let accounts = analysed.analysis.accounts(race);
    let told = accounts.iter().map(|account| {
        format!(
            "{} from {} to {}",
            account.seat,
            percent(account.start),
            percent(account.end)
        )
    });
    let told: Vec<String> = told.collect();
    let sure = certainty(race.certainty);
    let aim = aim(race.place);
    let first = race.plies.start + 1;
    vec![
        format!("Chances of {aim} in per cent, {sure}, from ply {first} on."),
        format!("{}.", told.join(", ")),
    ]
}

fn tally(tally: &Tally) -> String {
    let seat = tally.seat;
    let mut told = format!(
        "{seat}: {} with a luck of {} points",
        count(tally.rolls, "roll"),
        signed(tally.luck)
    );
    told.push_str(&match tally.loss_a_choice() {
        None => "; nothing to choose".to_owned(),
        Some(each) => format!(
            "; {} that lost {} points, {} each",
            count(tally.choices, "choice"),
            size(tally.loss),
            size(each)
        ),
    });
    let labels = Label::ALL.into_iter().zip(tally.labels);
    let counted = labels.filter(|&(_, number)| number > 0);
    let counted: Vec<String> = counted
        .map(|(label, number)| format!("{number} {label}"))
        .collect();
    if !counted.is_empty() {
        told.push_str(&format!(" ({})", counted.join(", ")));
    }
    told.push('.');
    told
}
