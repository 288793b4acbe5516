//! The analysis in sentences, for a screen reader.

use ludo_solver::analysis::{Label, PlayerTally, Race};

use super::{Analyzed, words};
use crate::ludo::points::{chances_of, percent, signed, size};
use crate::output::count;

/// The chances, the totals of each player, and the key moments.
pub(super) fn of(analyzed: &Analyzed<'_>) -> Vec<String> {
    let analysis = &analyzed.analysis;
    let mut sentences = Vec::new();
    for race in analysis.races() {
        sentences.extend(chances(analyzed, race));
        sentences.push(words::verdict(analyzed, race));
    }
    sentences.extend(analysis.tallies().iter().map(tally));
    for moment in analysis.key_moments() {
        if let Some(ply) = analyzed.ply(moment.ply) {
            let sentence = words::sentence(analyzed, ply, moment);
            sentences.push(format!("Ply {}: {sentence}", ply.number));
        }
    }
    sentences
}

/// From where to where the chances went in a race.
fn chances(analyzed: &Analyzed<'_>, race: &Race) -> Vec<String> {
    let accounts = analyzed.analysis.accounts(race);
    let shares = accounts.iter().map(|account| {
        format!(
            "{} from {} to {}",
            account.seat,
            percent(account.start),
            percent(account.end)
        )
    });
    let shares: Vec<String> = shares.collect();
    let chances = chances_of(race.place, race.certainty);
    let first = race.plies.start + 1;
    vec![
        format!("{chances} in per cent, from ply {first} on."),
        format!("{}.", shares.join(", ")),
    ]
}

fn tally(tally: &PlayerTally) -> String {
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
fn labels(tally: &PlayerTally) -> String {
    let labels = Label::ALL.into_iter().zip(tally.labels);
    let counted = labels.filter(|&(_, number)| number > 0);
    let counted = counted.map(|(label, number)| format!("{number} {label}"));
    counted.collect::<Vec<_>>().join(", ")
}
