//! The analysis in sentences to be listened to.

use ludo_solver::analysis::{Label, Race, Tally};

use super::{Analysed, words};
use crate::ludo::points::{chances_of, percent, signed, size};
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
    let chances = chances_of(race.place, race.certainty);
    let first = race.plies.start + 1;
    vec![
        format!("{chances} in per cent, from ply {first} on."),
        format!("{}.", told.join(", ")),
    ]
}

fn tally(tally: &Tally) -> String {
    let rolls = count(tally.rolls, "roll");
    let luck = signed(tally.luck);
    let chosen = match tally.loss_a_choice() {
        None => "nothing to choose".to_owned(),
        Some(each) => format!(
            "{} that lost {} points, {} each ({})",
            count(tally.choices, "choice"),
            size(tally.loss),
            size(each),
            labels(tally)
        ),
    };
    let seat = tally.seat;
    format!("{seat}: {rolls} with a luck of {luck} points; {chosen}.")
}

/// `3 best, 1 blunder`.
fn labels(tally: &Tally) -> String {
    let labels = Label::ALL.into_iter().zip(tally.labels);
    let counted = labels.filter(|&(_, number)| number > 0);
    let counted = counted.map(|(label, number)| format!("{number} {label}"));
    counted.collect::<Vec<_>>().join(", ")
}
